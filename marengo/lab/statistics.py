"""Shares with their intervals, and tables of results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from marengo.core.numbers import COUNT, COUNTED, SHARE, takes, whole
from marengo.core.scenarios import game_of_seats
from marengo.lab.exchange import Frame, collected
from marengo.lab.frames import relatives, seats_in
from marengo.lab.seats import has_won

CONFIDENCE = 0.95

Array = np.ndarray[Any, Any]

Columns = dict[str, tuple[Any, str]]
"""Columns of a frame by name: type and meaning with unit."""


def frame_of(columns: Columns, rows: Iterable[Sequence[Any]]) -> pl.DataFrame:
    """Return rows as a frame."""
    schema = {name: dtype for name, (dtype, _) in columns.items()}
    return pl.DataFrame(list(rows), schema=schema, orient="row")


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its Wilson interval.

    Parameters
    ----------
    count, games : int
        So many of so many.
    value, low, high : float
        The share and the ends of its interval, between 0 and 1.
    """

    count: int
    games: int
    value: float
    low: float
    high: float


@takes(count=COUNTED, games=COUNT, confidence=SHARE)
def share(count: int, games: int, confidence: float = CONFIDENCE) -> Share:
    """Return a share with its Wilson interval (Wilson 1927).

    Parameters
    ----------
    count, games : int
        So many of so many games; ``games`` at least 1.
    confidence : float
        Probability that the interval covers the truth.

    Raises
    ------
    ValueError
        If ``count`` is not between 0 and ``games``, or ``games`` is 0.
    """
    from scipy.stats import binomtest  # slow to import, and not needed to play

    count = whole("count", count, 0, games)
    interval = binomtest(count, games).proportion_ci(confidence, method="wilson")
    return Share(count, games, count / games, float(interval.low), float(interval.high))


def _endings(frame: pl.DataFrame) -> list[str]:
    """Return the kinds of endings that a frame of games tells of."""
    dtype, game = frame.schema["kind"], game_of_seats(seats_in(frame))
    if isinstance(dtype, pl.Enum):
        words = dtype.categories.to_list()
    elif game:
        words = [
            word
            for column in game.columns
            if column.name == "kind"
            for word in column.words.values()
        ]
    else:
        words = frame["kind"].drop_nulls().unique().sort().to_list()
    endings = {kind for relative in relatives(game) for kind in relative.endings} if game else words
    return [kind for kind in words if kind in endings]


def win_table(frame: Frame) -> pl.DataFrame:
    """Return how often each seat won, and by which kind of ending, with 95 % Wilson intervals.

    Allies who win together have all won, so shares may add up to more than 1. A seat that nobody
    played is left out.

    Parameters
    ----------
    frame : polars.DataFrame or pandas.DataFrame
        Games as :func:`simulate` returns them; or counts with a column ``games``, as those of a
        run.

    Returns
    -------
    polars.DataFrame
        One row for each seat and kind of ending, if the game tells kinds, and each seat as a whole
        ("any"): ``winner``, ``kind``, ``games``, ``share``, ``low``, ``high`` (shares between 0
        and 1). Empty if no game was played.
    """
    frame = collected(frame)
    if "games" not in frame.columns:
        frame = frame.with_columns(games=pl.lit(1))
    total, rows = frame["games"].sum(), []
    kinds = _endings(frame) if "kind" in frame.columns else ()
    for seat in seats_in(frame) if frame.height else ():
        if f"{seat}_result" in frame.columns and frame[f"{seat}_result"].null_count() == len(frame):
            continue
        mine = frame.filter(has_won(seat))
        for kind in (*kinds, "any"):
            alike = mine if kind == "any" else mine.filter(pl.col("kind") == kind)
            count = alike["games"].sum()
            won_share = share(int(count), int(total))
            rows.append((seat, kind, count, won_share.value, won_share.low, won_share.high))
    schema = ["winner", "kind", "games", "share", "low", "high"]
    return pl.DataFrame(rows, schema=schema, orient="row")
