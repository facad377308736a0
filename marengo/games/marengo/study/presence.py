"""The reader of frames of presence: means by locality over all games observed.

A frame may be of millions of games, so that all sums are left to polars. Games without a row count
as well: where nobody stands, there is no row.
"""

from collections.abc import Sequence
from typing import Final

import polars as pl

from marengo.games.marengo.board import Board
from marengo.lab.exchange import Frame, need_lazy

__all__ = ["flows", "held", "hours_of", "losses"]

_GAME: Final = ("cell", "game")
_NEEDED: Final = (*_GAME, "hour", "side")


def held(board: Board, presence: Frame, *, games: int, hours: Sequence[int]) -> pl.DataFrame:
    """Return mean strength, and the share of games with a piece there, by hour, side, locality."""
    presence = need_lazy(presence, "presence", (*_NEEDED, "locality", "pieces", "strength"))
    _check(games, hours)
    means = pl.concat([_held_at(presence, games, hour) for hour in sorted(set(hours))])
    _check_found(board, means, presence, games, hours)
    return means


def _held_at(presence: pl.LazyFrame, games: int, hour: int) -> pl.DataFrame:
    """Return who stands where at the end of one hour."""
    # hour by hour, as a sum for each game of all hours at once would need much memory
    place = ("hour", "side", "locality")
    of_game = (
        presence.filter(pl.col("hour") == hour, pl.col("pieces") > 0)
        .group_by(*place, *_GAME)
        .agg(pl.col("strength").cast(pl.Int64).sum())
    )
    return (
        of_game.group_by(place)
        .agg(pl.col("strength").sum() / games, share=pl.len() / games)
        .sort(place)
        .collect(engine="streaming")
    )


def losses(
    board: Board, presence: Frame, *, games: int, hours: Sequence[int] | None = None
) -> pl.DataFrame:
    """Return the mean of strength lost by side and locality, in some hours or the whole day."""
    return _means(board, presence, "lost", ("locality",), games, hours, pl.lit(True))


def flows(
    board: Board, presence: Frame, *, games: int, hours: Sequence[int] | None = None
) -> pl.DataFrame:
    """Return the mean of strength that goes from an origin to a locality, hours summed up.

    A null origin is not on the map. Who stays is left out.
    """
    moved = pl.col("origin").ne_missing(pl.col("locality"))
    return _means(board, presence, "strength", ("origin", "locality"), games, hours, moved)


def _means(
    board: Board,
    presence: Frame,
    column: str,
    places: tuple[str, ...],
    games: int,
    hours: Sequence[int] | None,
    counted: pl.Expr,
) -> pl.DataFrame:
    """Return the mean of a column over games by side and places, of the rows that are counted."""
    presence = rows = need_lazy(presence, "presence", (*_NEEDED, *places, column))
    _check(games, hours)
    if hours is not None:
        rows = rows.filter(pl.col("hour").is_in(list(hours)))
    means = (
        rows.filter(pl.col(column) > 0, counted)
        .group_by("side", pl.col(places).cast(pl.Int32))  # floats, if they were in pandas
        .agg(pl.col(column).cast(pl.Int64).sum() / games)
        .sort("side", *places)
        .collect(engine="streaming")
    )
    _check_found(board, means, presence, games, hours)
    return means


def hours_of(presence: Frame) -> list[int]:
    """Return the hours of a frame of presence, the earliest first."""
    rows = need_lazy(presence, "presence", ("hour",))
    hours = rows.select(pl.col("hour").unique().sort()).collect()["hour"].to_list()
    if not hours:
        raise ValueError("presence: expected at least one row")
    return hours


def _check(games: int, hours: Sequence[int] | None) -> None:
    """Raise ValueError if no game or no hour is asked for."""
    if games < 1:
        raise ValueError(f"games: expected 1 or more, not {games}")
    if hours is not None and not hours:
        raise ValueError("hours: expected at least one")


def _check_found(
    board: Board, means: pl.DataFrame, rows: pl.LazyFrame, games: int, hours: Sequence[int] | None
) -> None:
    """Raise ValueError if a frame does not fit the board, the hours or the number of games."""
    ends = rows.select(first=pl.col("hour").min(), last=pl.col("hour").max())
    seen = rows.select(*_GAME).unique().select(games=pl.len())
    counted = pl.concat([ends, seen], how="horizontal").collect(engine="streaming")
    first, last, present = counted.row(0)
    if present > games:
        raise ValueError(f"games: expected {present} or more, those in the frame: {games}")
    for hour in hours or ():
        if first is None or not first <= hour <= last:
            raise ValueError(f"hour: expected one from {first} to {last}, not {hour}")
    numbers = {locality.number for locality in board.localities}
    for column in {"origin", "locality"} & set(means.columns):
        strange = sorted(set(means[column].drop_nulls().to_list()) - numbers)
        if strange:
            raise ValueError(f"{column}: {board.name} has no localities {strange}")
