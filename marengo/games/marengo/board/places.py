"""The notation of places: ``8`` for a reserve, ``8/4`` for an approach."""

import re
from dataclasses import dataclass

_PLACE = re.compile(r"([0-9]+)(?:/([0-9]+)([a-z])?)?")


@dataclass(frozen=True, slots=True)
class Place:
    """A position that a piece can take on the map (T-3.2, T-3.3).

    Parameters
    ----------
    locality : int
        Number of the locality the piece stands in.
    towards : int or None
        Number of the neighbour whose approach is blocked; None is the reserve.
    pair : str or None
        Letter of the border where the two localities share more than one (T-3.29).

    Examples
    --------
    >>> str(Place(8)), str(Place(8, 4)), str(Place(1, 5, "a"))
    ('8', '8/4', '1/5a')
    """

    locality: int
    towards: int | None = None
    pair: str | None = None

    def __str__(self) -> str:
        if self.towards is None:
            return str(self.locality)
        return f"{self.locality}/{self.towards}{self.pair or ''}"

    @classmethod
    def parse(cls, text: str) -> "Place":
        """Read a place from its notation.

        Parameters
        ----------
        text : str
            ``"8"`` (reserve of 8), ``"8/4"`` (in 8, blocking towards 4) or ``"1/5a"``.

        Returns
        -------
        Place
            The place; whether a board has it is for the board to say.

        Raises
        ------
        ValueError
            The text is not a place.

        Examples
        --------
        >>> Place.parse("1/5a")
        Place(locality=1, towards=5, pair='a')
        """
        match = _PLACE.fullmatch(text.strip())
        if match is None:
            raise ValueError(
                f"{text!r} is not a place: expected '8' (reserve), '8/4' (approach) or '1/5a'"
            )
        locality, towards, pair = match.groups()
        return cls(int(locality), None if towards is None else int(towards), pair)

    @property
    def is_reserve(self) -> bool:
        """True if this is the reserve of its locality."""
        return self.towards is None

    @property
    def opposite(self) -> "Place":
        """The place on the other side of the border (T-3.8).

        Raises
        ------
        ValueError
            This place is a reserve.
        """
        if self.towards is None:
            raise ValueError(f"the reserve of {self.locality} has no opposite approach")
        return Place(self.towards, self.locality, self.pair)
