"""Games of a run as rows, without a screen: which are kept, and how they fall into bars."""

from dataclasses import dataclass
from itertools import count

import polars as pl

from marengo.core.scenarios import game_of_seats
from marengo.lab.frames import seats_in, shared_columns
from marengo.lab.labels import NOBODY, value_text

MOST_BARS = 24
"""Most bars for numbers; more numbers share bars."""

WIDTHS = (1, 2, 5)
"""Numbers that may share a bar, times a power of ten."""

_NO_COLUMN = ("cell", "game", "seed")
"""Numbers that only name a game."""


def shared_ranges(frame: pl.DataFrame) -> list[str]:
    """Return the columns of numbers that the game of a frame and its relatives have a word for."""
    game = game_of_seats(seats_in(frame))
    if game is None:
        return []
    shared = shared_columns(game)
    return [
        column.name
        for column in game.columns
        if column.name in shared and column.label and not column.words
    ]


def bar_columns(games: pl.DataFrame) -> list[str]:
    """Return the columns that bars can show: those with two values or more."""
    return [
        name
        for name, kind in games.schema.items()
        if name not in _NO_COLUMN
        and (kind.is_integer() or kind in (pl.String, pl.Enum))
        and games[name].n_unique() > 1
    ]


def ranges_of(games: pl.DataFrame) -> dict[str, tuple[int, int]]:
    """Return the least and the greatest number of each column of numbers that has two or more."""
    return {
        name: (int(games[name].min()), int(games[name].max()))  # type: ignore[arg-type]
        for name in bar_columns(games)
        if games[name].dtype.is_integer() and games[name].min() != games[name].max()
    }


def is_named(name: str, value: str) -> pl.Expr:
    """Return the condition that a column of names has a value, or none at all: ``NOBODY``."""
    return pl.col(name).cast(pl.String).fill_null(NOBODY) == value


@dataclass(frozen=True)
class Bars:
    """The bars of a column: which there are does not depend on which games are kept."""

    column: str
    labels: tuple[str, ...]  # the last may be of games without a value
    number: pl.Expr  # of the bar of a game
    width: int = 1  # how many numbers share a bar

    @classmethod
    def of(cls, games: pl.DataFrame, column: str) -> "Bars":
        """Return the bars for the values that a column has in some games; it must have one."""
        values, width = games[column].drop_nulls(), 1
        if values.is_empty():
            raise ValueError(f"{column}: expected at least one value")
        if values.dtype.is_integer():
            low, high = int(values.min()), int(values.max())  # type: ignore[arg-type] # not empty
            width = _width(high - low + 1)
            number = pl.col(column).cast(pl.Int64) // width - low // width
            starts = range(low - low % width, high + 1, width)
            labels = [_span(column, start, start + width - 1) for start in starts]
        else:
            names = values.unique().sort().cast(pl.String)
            number = pl.col(column).cast(pl.String).replace_strict(names, range(len(names)))
            labels = [value_text(column, name) for name in names]
        if games[column].null_count():
            labels.append(value_text(column, None))
        return cls(column, tuple(labels), number.fill_null(len(labels) - 1).alias("bar"), width)

    def games(self, games: pl.DataFrame, bar: int) -> pl.DataFrame:
        """Return the games of a bar."""
        return games.filter(self.number == bar)

    def counts(self, games: pl.DataFrame, by: str = "") -> dict[str, list[int]]:
        """Return how many games each bar has, by the values of another column or by ``""``."""
        part = pl.col(by).cast(pl.String).fill_null(NOBODY) if by else pl.lit("")
        table = games.select(self.number, part.alias("part")).group_by("bar", "part").len()
        counts = {name: [0] * len(self.labels) for name in table["part"].unique().sort()}
        for bar, name, number in table.iter_rows():
            counts[name][bar] = number
        return counts


def _width(numbers: int) -> int:
    """Return how many of so many numbers share a bar."""
    widths = (times * int(10**power) for power in count() for times in WIDTHS)
    return next(width for width in widths if width * MOST_BARS >= numbers)


def _span(column: str, low: int, high: int) -> str:
    return "–".join(value_text(column, end) for end in dict.fromkeys((low, high)))
