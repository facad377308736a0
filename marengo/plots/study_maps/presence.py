"""What a frame of presence says of localities, summed over games.

The frame may be of millions of games, so that all sums are left to polars; and only localities
come out. Games without a row count as well: where nobody stands, there is no row.
"""

from collections.abc import Sequence
from typing import Final

import polars as pl

from marengo.board import Board
from marengo.plots.chart_frame import need

__all__ = ["flows", "held", "hours_of", "losses"]

Frame = pl.DataFrame | pl.LazyFrame

_GAME: Final = ("cell", "game")
_NEEDED: Final = (*_GAME, "hour", "side", "locality")


def held(board: Board, presence: Frame, *, games: int, hours: Sequence[int]) -> pl.DataFrame:
    """Return who stands where at the end of some hours.

    Parameters
    ----------
    board : Board
        Where.
    presence : polars.DataFrame or polars.LazyFrame
        Columns ``cell``, ``game``, ``hour``, ``side``, ``locality``, ``pieces``, ``strength``.
    games : int
        Games observed; means and shares are over all of them.
    hours : sequence of int
        Hours of the 24-hour clock.

    Returns
    -------
    polars.DataFrame
        Columns ``hour``, ``side``, ``locality``, ``strength``, its mean, strength points, and
        ``share`` of games in which the side has a piece there, 0 to 1; sorted.

    Raises
    ------
    ValueError
        If a column is missing, ``games`` is less than the games in the frame, an hour has no row,
        or a locality is not on the board.
    """
    need(presence, "presence", (*_NEEDED, "pieces", "strength"), empty=True)
    _check(games, hours)
    found = pl.concat([_held_at(presence, games, hour) for hour in sorted(set(hours))])
    _check_found(board, found, presence, games, hours)
    return found


def _held_at(presence: Frame, games: int, hour: int) -> pl.DataFrame:
    """Return who stands where at the end of an hour: by itself, as games must be told apart."""
    place = ("hour", "side", "locality")
    of_game = (
        presence.lazy()
        .filter(pl.col("hour") == hour, pl.col("pieces") > 0)
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
    """Return where strength is lost, in some hours or the whole day.

    Parameters
    ----------
    board, games, hours
        As for :func:`held`; without hours, the day.
    presence : polars.DataFrame or polars.LazyFrame
        Columns ``cell``, ``game``, ``hour``, ``side``, ``locality``, ``lost``.

    Returns
    -------
    polars.DataFrame
        Columns ``side``, ``locality``, ``lost``, the mean over games, strength points; sorted.

    Raises
    ------
    ValueError
        As for :func:`held`.
    """
    need(presence, "presence", (*_NEEDED, "lost"), empty=True)
    _check(games, hours)
    rows = presence.lazy()
    if hours is not None:
        rows = rows.filter(pl.col("hour").is_in(list(hours)))
    found = (
        rows.filter(pl.col("lost") > 0)
        .group_by("side", "locality")
        .agg(pl.col("lost").cast(pl.Int64).sum() / games)
        .sort("side", "locality")
        .collect(engine="streaming")
    )
    _check_found(board, found, presence, games, hours)
    return found


def flows(
    board: Board, presence: Frame, *, games: int, hours: Sequence[int] | None = None
) -> pl.DataFrame:
    """Return what strength goes from where to where, in some hours or the whole day.

    Parameters
    ----------
    board, games, hours
        As for :func:`held`; without hours, the day.
    presence : polars.DataFrame or polars.LazyFrame
        Columns ``cell``, ``game``, ``hour``, ``side``, ``origin``, ``locality``, ``strength``.

    Returns
    -------
    polars.DataFrame
        Columns ``side``, ``origin``, ``locality``, ``strength``: strength points that stand in the
        locality at the end of an hour and stood in the origin at its beginning, summed over the
        hours, mean over games; sorted. Who stays is left out. Null origin: not on the map.

    Raises
    ------
    ValueError
        As for :func:`held`.
    """
    need(presence, "presence", (*_NEEDED, "origin", "strength"), empty=True)
    _check(games, hours)
    rows = presence.lazy()
    if hours is not None:
        rows = rows.filter(pl.col("hour").is_in(list(hours)))
    found = (
        rows.filter(pl.col("strength") > 0, pl.col("origin").ne_missing(pl.col("locality")))
        .group_by("side", "origin", "locality")
        .agg(pl.col("strength").cast(pl.Int64).sum() / games)
        .sort("side", "origin", "locality")
        .collect(engine="streaming")
    )
    _check_found(board, found, presence, games, hours)
    return found


def hours_of(presence: Frame) -> list[int]:
    """Return the hours of a frame of presence, the earliest first.

    Raises
    ------
    ValueError
        If it has no column ``hour`` or no row.
    """
    need(presence, "presence", ("hour",))
    found = presence.lazy().select(pl.col("hour").unique().sort()).collect()["hour"].to_list()
    if not found:
        raise ValueError("presence: expected at least one row")
    return found


def _check(games: int, hours: Sequence[int] | None) -> None:
    """Refuse what cannot be asked for."""
    if games < 1:
        raise ValueError(f"games: expected 1 or more, not {games}")
    if hours is not None and not hours:
        raise ValueError("hours: expected at least one")


def _check_found(
    board: Board, found: pl.DataFrame, presence: Frame, games: int, hours: Sequence[int] | None
) -> None:
    """Refuse a frame that does not fit the board, the hours or the number of games."""
    rows = presence.lazy()
    ends = rows.select(first=pl.col("hour").min(), last=pl.col("hour").max())
    seen = rows.select(*_GAME).unique().select(games=pl.len())
    counted = pl.concat([ends, seen], how="horizontal").collect(engine="streaming")
    first, last, there = counted.row(0)
    if there > games:
        raise ValueError(f"games: expected {there} or more, those in the frame: {games}")
    for hour in hours or ():
        if first is None or not first <= hour <= last:
            raise ValueError(f"hour: expected one from {first} to {last}, not {hour}")
    numbers = {locality.number for locality in board.localities}
    for column in {"origin", "locality"} & set(found.columns):
        strange = sorted(set(found[column].drop_nulls().to_list()) - numbers)
        if strange:
            raise ValueError(f"{column}: {board.name} has no localities {strange}")
