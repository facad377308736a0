"""Groups named piece by piece in ascending order of their numbers (B-8.9, B-8.10, B-11.4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.reference_bonaparte.facts import Piece, number
from tests.reference_bonaparte.situation import likeness


def anybody(piece: Piece) -> bool:
    """Any piece will do."""
    del piece
    return True


@dataclass(frozen=True)
class Group:
    """Which sets of pieces are a legal group.

    Parameters
    ----------
    pool : list of Piece
        Pieces that may be in it, in the order of their numbers.
    most : int
        How many there may be.
    needed : callable
        At least one piece must be such.
    whole : bool
        Whether only the whole pool will do.
    strict : bool
        Whether, of pieces alike, a lower one is always to be named before a higher one. Then each
        group is reached once, counting groups of alike pieces as one.
    """

    pool: list[Piece]
    most: int
    needed: Callable[[Piece], bool] = anybody
    whole: bool = False
    strict: bool = True

    def next_pieces(self, named: Sequence[Piece] = ()) -> list[Piece]:
        """Return the pieces that may be named next so that the group can still be completed."""
        return [piece for piece in self._later(named) if self._completable([*named, piece])]

    def complete(self, named: Sequence[Piece]) -> bool:
        """Whether the pieces named are a legal group."""
        return (
            0 < len(named) <= self.most
            and any(self.needed(piece) for piece in named)
            and (not self.whole or len(named) == len(self.pool))
        )

    def joins(self, named: Sequence[Piece]) -> set[str]:
        """Return the choices when some pieces are named already."""
        texts = {f"join {piece.name}" for piece in self.next_pieces(named)}
        return texts | ({"join none"} if self.complete(named) else set())

    def _later(self, named: Sequence[Piece]) -> list[Piece]:
        last = max((number(piece) for piece in named), default=0)
        later = [piece for piece in self.pool if number(piece) > last]
        return [piece for piece in later if not self._passed_over(named, piece)]

    def _passed_over(self, named: Sequence[Piece], piece: Piece) -> bool:
        """Whether a lower piece that is just the same was left out."""
        names = {each.name for each in named}
        return self.strict and any(
            number(other) < number(piece)
            and other.name not in names
            and likeness(other) == likeness(piece)
            for other in self.pool
        )

    def _completable(self, named: Sequence[Piece]) -> bool:
        if len(named) > self.most:
            return False
        if self.whole:  # nobody may be left out
            last = max(number(piece) for piece in named)
            return len(named) == len([piece for piece in self.pool if number(piece) <= last])
        if any(self.needed(piece) for piece in named):
            return True
        return len(named) < self.most and any(self.needed(piece) for piece in self._later(named))
