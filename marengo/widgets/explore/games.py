"""Games of a run as rows, without a screen: which are kept, and how they fall into bars."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from marengo.core.columns import Column
from marengo.core.scenarios import games as all_games
from marengo.core.scenarios import games_by_seat, seat_title
from marengo.lab.frames import seats_in, shared_columns
from marengo.lab.kinds import columns_of

__all__ = [
    "Bars",
    "Conditions",
    "bar_columns",
    "kept",
    "label_of",
    "meaning_of",
    "ranges_of",
    "shared_ranges",
    "value_text",
]

MOST_BARS = 24
"""Most bars for numbers; more numbers share bars."""

WIDTHS = (1, 2, 5, 10)
"""How many numbers may share a bar, times a power of ten."""

NOBODY = "–"
"""Stands for no value, such as the winner of a game that nobody has won."""

_NO_COLUMN = ("cell", "game", "seed")
"""Numbers that only name a game."""


def column_of(name: str) -> Column | None:
    """Return what a game says of one of its columns, if any does."""
    for game in all_games().values():
        for column in game.columns:
            if column.name == name:
                return column
    return None


def label_of(name: str) -> str:
    """Return how a column is called on the screen."""
    seat = name.removesuffix("_player")
    if seat != name:
        return f"{seat_title(seat)} played by"
    column = column_of(name)
    return (column and column.label) or name.replace("_", " ")


def meaning_of(name: str) -> str:
    """Return what a column of games means, with its unit and the rules that it follows."""
    for game in all_games().values():
        known = columns_of("games", game)
        if name in known:
            return known[name][1]
    return ""


def value_text(name: str, value: Any) -> str:
    """Return a value of a column as people read it."""
    column = column_of(name)
    is_hour = column is not None and column.is_hour
    if value is None:
        return "never" if is_hour else NOBODY
    if is_hour:
        return f"{value}:00"
    if isinstance(value, int):
        return f"{value:,}"
    return seat_title(value) if value in games_by_seat() else str(value)


def shared_ranges(frame: pl.DataFrame) -> list[str]:
    """Return the columns of numbers that the game of a frame and its relatives have a word for."""
    game = games_by_seat()[seats_in(frame)[0]]
    shared = shared_columns(game)
    return [one.name for one in game.columns if one.name in shared and one.label and not one.words]


def bar_columns(games: pl.DataFrame) -> list[str]:
    """Return the columns that bars can show: those with two values or more."""
    return [
        name
        for name in games.columns
        if name not in _NO_COLUMN and games[name].n_unique() > 1 and _is_known(games[name])
    ]


def ranges_of(games: pl.DataFrame) -> dict[str, tuple[int, int]]:
    """Return the least and the greatest number of each column of numbers that has two or more."""
    return {
        name: (int(games[name].min()), int(games[name].max()))  # type: ignore[arg-type]
        for name in bar_columns(games)
        if games[name].dtype.is_integer() and games[name].min() != games[name].max()
    }


def _is_known(column: pl.Series) -> bool:
    """True if a column holds numbers or names."""
    return column.dtype.is_integer() or column.dtype in (pl.String, pl.Enum)


@dataclass(frozen=True)
class Conditions:
    """What games have to fulfil."""

    equal: Mapping[str, str] = field(default_factory=dict)  # columns that have one value
    # columns of numbers between two, both included
    within: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def kept(games: pl.DataFrame, conditions: Conditions) -> pl.DataFrame:
    """Return the games that fulfil all conditions, in their order."""
    wanted = [
        pl.col(name).cast(pl.String).fill_null(NOBODY) == value
        for name, value in conditions.equal.items()
    ]
    wanted += [pl.col(name).is_between(*ends) for name, ends in conditions.within.items()]
    return games.filter(wanted) if wanted else games


@dataclass(frozen=True)
class Bars:
    """The bars of a column: which there are does not depend on which games are kept."""

    column: str
    labels: tuple[str, ...]  # the last may be of games without a value
    width: int = 1  # how many numbers share a bar
    first: int = 0  # the least number of the first bar
    names: tuple[str, ...] = ()  # the values of a column of names, one for each bar

    @classmethod
    def of(cls, games: pl.DataFrame, column: str) -> "Bars":
        """Return the bars for the values that a column has in some games; it must have one."""
        values = games[column].drop_nulls()
        if values.is_empty():
            raise ValueError(f"{column}: expected at least one value")
        missing = [value_text(column, None)] if games[column].null_count() else []
        if not values.dtype.is_integer():
            names = values.unique().sort().cast(pl.String).to_list()
            labels = [value_text(column, name) for name in names]
            return cls(column, (*labels, *missing), names=tuple(names))
        low, high = int(values.min()), int(values.max())  # type: ignore[arg-type] # not empty
        width = _width(high - low + 1)
        first = low - low % width
        starts = range(first, high + 1, width)
        labels = [_span(column, start, start + width - 1) for start in starts]
        return cls(column, (*labels, *missing), width, first)

    def numbers(self, games: pl.DataFrame) -> pl.Series:
        """Return the number of the bar of each game."""
        last = len(self.labels) - 1
        if self.names:
            places = {name: place for place, name in enumerate(self.names)}
            found = (
                games[self.column]
                .cast(pl.String)
                .replace_strict(places, default=last, return_dtype=pl.Int64)
            )
        else:
            found = (games[self.column].cast(pl.Int64) - self.first) // self.width
        return found.fill_null(last).alias("bar")

    def games(self, games: pl.DataFrame, bar: int) -> pl.DataFrame:
        """Return the games of a bar."""
        return games.filter(self.numbers(games) == bar)

    def counts(self, games: pl.DataFrame, by: str = "") -> dict[str, list[int]]:
        """Return how many games each bar has, by the values of another column or by ``""``."""
        table = games.select(
            self.numbers(games),
            pl.col(by).cast(pl.String).fill_null(NOBODY) if by else pl.lit("").alias(by),
        )
        counts: dict[str, list[int]] = {
            name: [0] * len(self.labels) for name in sorted(table[by].unique().to_list())
        }
        for bar, name, count in table.group_by("bar", by).len().iter_rows():
            counts[name][bar] = count
        return counts


def _width(numbers: int) -> int:
    """Return how many of so many numbers share a bar."""
    if numbers <= MOST_BARS:
        return 1
    power = 1
    while WIDTHS[-1] * power * MOST_BARS < numbers:
        power *= WIDTHS[-1]
    return next(times * power for times in WIDTHS if times * power * MOST_BARS >= numbers)


def _span(column: str, low: int, high: int) -> str:
    ends: Iterable[int] = (low,) if low == high else (low, high)
    return "–".join(value_text(column, end) for end in ends)
