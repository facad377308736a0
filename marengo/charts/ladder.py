"""The chart of a strength ladder: what every step scored, and the ratings that follow.

Pairs are diamonds; games in one seat have the sign of the seat, as in other charts.
"""

from typing import Any

import polars as pl
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator

from marengo.charts import style
from marengo.charts.chart_frame import (
    Row,
    chart,
    draw_rows,
    finish,
    percents,
    seat_sign,
    share_words,
    sign,
    signed,
)
from marengo.core.scenarios import seat_title
from marengo.lab.exchange import Frame, need
from marengo.lab.ranking import claim_name
from marengo.lab.steps import PAIRS

__all__ = ["ladder_chart"]

_PAIR = sign("D", 7, style.OBJECTIVE)
"""Look of a figure of both seats."""


def ladder_chart(table: Frame, ratings: Frame, title: str = "") -> Figure:
    """Draw a strength ladder from table and ratings of a ``LadderRun``.

    Above are the scores of every step that was played, on their 95 % intervals; a box runs from
    the score that is not enough to the one to be shown. Below are the ratings. ``title`` says what
    was played. ValueError if no game was.
    """
    table = need(table, "a table of a ladder", ("step", "claim", "games"), empty=True)
    ratings = need(ratings, "ratings", ("kind",), empty=True)
    played = table.filter(pl.col("games") > 0)
    if played.is_empty():
        raise ValueError("a ladder without a game cannot be drawn")
    steps = _steps(played)
    players = ratings.filter(pl.col("kind") == "player")
    heights = (0.297 * len(steps), 0.34 * (players.height + 1))
    figure, (above, below) = chart(11.0, sum(heights) + 2.4, nrows=2, height_ratios=heights)
    places = draw_rows(above, steps, room=0.7)
    for place, (low, high) in zip(places, played.select("p0", "p1").iter_rows(), strict=True):
        if low is not None:
            box: dict[str, Any] = {"color": style.GAP, "edgecolor": style.FAINT, "linewidth": 1.0}
            above.barh(place, high - low, 0.9, left=low, **box)
    first = min(0.4, *played["low"])
    above.set_xlim(int(first * 10) / 10 - 0.01, 1.01)
    percents(above)
    above.xaxis.set_major_locator(MultipleLocator(0.1))
    above.set_xlabel(
        "points of the challenger; lines, and numbers in brackets: 95 % intervals\n"
        "boxes: from the score that is not enough to the one to be shown"
    )
    seats = [claim for claim in table["claim"].unique(maintain_order=True) if claim != PAIRS]
    rated = [_rating(row) for row in players.iter_rows(named=True)]
    draw_rows(below, rated)
    below.margins(x=0.08)
    worth = ratings.row(by_predicate=pl.col("kind") == "side", named=True)
    below.set_xlabel(
        "rating, points of Elo: 400 are odds of ten to one\n"
        f"worth of playing {' rather than '.join(map(seat_title, seats))}: "
        f"{signed(worth['rating'], '.0f')} points ({_ends(worth)})"
    )
    heading = f"Strength ladder: {title}" if title else "Strength ladder"
    return finish(figure, heading, [row.told for row in (*steps, *rated)])


def _steps(played: pl.DataFrame) -> list[Row]:
    """Return the scores of the steps, each step below its heading."""
    rows: list[Row] = []
    for step in played.partition_by("step", maintain_order=True):
        first = step.row(0, named=True)
        words = f"{first['step_verdict']}, {first['pairs']:,} pairs"
        rows.append(Row(f"{first['challenger']} against {first['holder']}", words, strong=True))
        rows += [_score(row) for row in step.iter_rows(named=True)]
    return rows


def _score(row: dict[str, Any]) -> Row:
    """Return the score of pairs of games with sides swapped, or of games in one seat."""
    claim, verdict = row["claim"], f", {row['verdict']}" if row["verdict"] else ""
    name = "both sides" if claim == PAIRS else claim_name(claim)
    point = _PAIR if claim == PAIRS else seat_sign(claim, 7)
    words, ends = f"{share_words(row, share='score')}{verdict}", (row["low"], row["high"])
    return Row(name, words, row["score"], ends, point["color"], 3.0, point)


def _rating(row: dict[str, Any]) -> Row:
    """Return the rating of a player; the first has 0 by definition, and no interval."""
    words, ends = "0, by definition", (row["low"], row["high"])
    if row["low"] is not None:
        words = f"{row['bound']} {signed(row['rating'], '.0f')}  ({_ends(row)})".strip()
    return Row(row["name"], words, row["rating"], ends, width=3.0, point=_PAIR)


def _ends(row: dict[str, Any]) -> str:
    """Return the ends of an interval of points of Elo."""
    return f"{signed(row['low'], '.0f')} to {signed(row['high'], '.0f')}"
