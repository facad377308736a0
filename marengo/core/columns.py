"""What a batch of games tells of each game, read from the engine's results."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a frame of games.

    Parameters
    ----------
    name : str
        Name of the column.
    text : str
        What it says, with unit.
    field : str
        Field of the engine's result.
    side : int, optional
        Seat whose number it is, where the result has one for each.
    missing : bool
        Whether NONE means that there is no number.
    """

    name: str
    text: str
    field: str
    side: int | None = None
    missing: bool = False
