"""What a batch of games tells of each game, read from the engine's results."""

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    """A column of a frame of games."""

    name: str
    text: str  # what it says, with unit
    field: str  # of the engine's result
    side: int | None = None  # seat whose number it is, where the result has one for each
    missing: bool = False  # whether NONE means that there is no number
    dtype: str = "Int32"  # as polars calls it
    words: Mapping[int, str] = dataclasses.field(default_factory=dict)  # what numbers stand for
    label: str = ""  # on the screen, if not its name
    is_hour: bool = False  # whether its numbers are hours of the clock
    counts: str = ""  # what it measures, such as "length"; columns with one word add up


DECISIONS = Column("decisions", "real choices made, forced moves not counted", "decisions")
"""Column of every game."""
