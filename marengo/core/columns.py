"""What a batch of games tells of each game, read from the engine's results."""

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True, slots=True)
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
    dtype : str
        Type of the column, as polars calls it.
    words : mapping of int to str
        What numbers stand for, where the column has words instead.
    label : str
        What it is called on the screen, if not by its name.
    is_hour : bool
        Whether its numbers are hours of the clock.
    counts : str
        What it measures of a game, such as its ``"length"``; columns with one word add up.
    """

    name: str
    text: str
    field: str
    side: int | None = None
    missing: bool = False
    dtype: str = "Int32"
    words: Mapping[int, str] = dataclasses.field(default_factory=dict)
    label: str = ""
    is_hour: bool = False
    counts: str = ""


DECISIONS = Column("decisions", "real choices made, forced moves not counted", "decisions")
"""What every game tells."""
