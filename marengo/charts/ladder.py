"""The chart of a strength ladder: what every step scored, and the ratings that follow.

Pairs are diamonds; games in one seat have the sign of the seat, as in other charts.
"""

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator, PercentFormatter

from marengo.charts import style
from marengo.charts.chart_frame import (
    beside,
    chart,
    clean,
    interval,
    label_rows,
    need,
    seat_sign,
    share_words,
)
from marengo.charts.chart_frame import title as write_title
from marengo.core.scenarios import seat_title
from marengo.lab.exchange import Frame
from marengo.lab.ranking import claim_name
from marengo.lab.steps import PAIRS

__all__ = ["ladder_chart"]

_PAIR: dict[str, Any] = {
    "marker": "D",
    "markersize": 7,
    "color": style.OBJECTIVE,
    "markeredgecolor": style.INK,
    "linestyle": "none",
}
"""How a figure looks that is of both seats."""

_ROWS = 4.4  # of a step: its name, its claims, and a gap


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
    steps = played.partition_by("step", maintain_order=True)
    players = ratings.filter(pl.col("kind") == "player")
    heights = (0.27 * _ROWS * len(steps), 0.34 * (players.height + 1))
    figure, (above, below) = chart(11.0, sum(heights) + 2.4, nrows=2, height_ratios=heights)
    _steps(above, steps)
    seats = [claim for claim in table["claim"].unique(maintain_order=True) if claim != PAIRS]
    _ratings(below, players, ratings.filter(pl.col("kind") == "side"), seats)
    write_title(figure, f"Strength ladder: {title}" if title else "Strength ladder")
    return figure


def _steps(axes: Axes, steps: list[pl.DataFrame]) -> None:
    """Draw the scores of the steps, one below the other."""
    labels: dict[float, str] = {}
    heads = set()
    for number, step in enumerate(steps):
        top = _ROWS * number
        first = step.row(0, named=True)
        heads.add(top)
        labels[top] = f"{first['challenger']} against {first['holder']}"
        words = f"{first['step_verdict']}, {first['pairs']:,} pairs"
        beside(axes, top, words, strong=True)
        for below, row in enumerate(step.iter_rows(named=True), start=1):
            labels[top + below] = (
                "both sides" if row["claim"] == PAIRS else claim_name(row["claim"])
            )
            _score(axes, top + below, row)
    axes.set_yticks(list(labels), list(labels.values()))
    for label, place in zip(axes.get_yticklabels(), labels, strict=True):
        label.set_fontweight("bold" if place in heads else "normal")
    axes.set_ylim(len(steps) * _ROWS - 0.9, -0.8)
    first_share = min(0.4, *(value for step in steps for value in step["low"]))
    axes.set_xlim(int(first_share * 10) / 10 - 0.01, 1.01)
    axes.xaxis.set_major_locator(MultipleLocator(0.1))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axes.set_xlabel(
        "points of the challenger; lines, and numbers in brackets: 95 % intervals\n"
        "boxes: from the score that is not enough to the one to be shown"
    )
    clean(axes, grid="x")


def _score(axes: Axes, place: float, row: dict[str, Any]) -> None:
    """Draw a score on its interval, before the box of what was asked for."""
    claim = row["claim"]
    if row["p0"] is not None:
        axes.barh(
            [place],
            [row["p1"] - row["p0"]],
            left=row["p0"],
            height=0.9,
            color=style.GAP,
            edgecolor=style.FAINT,
            linewidth=1.0,
        )
    interval(axes, (row["low"], row["high"]), place, _sign(claim)["color"], 3.0)
    _point(axes, row["score"], place, claim)
    verdict = f", {row['verdict']}" if row["verdict"] else ""
    beside(axes, place, f"{share_words(row, share='score')}{verdict}")


def _ratings(axes: Axes, players: pl.DataFrame, side: pl.DataFrame, seats: list[str]) -> None:
    """Draw the ratings, the strongest on top."""
    for place, row in enumerate(players.iter_rows(named=True)):
        words = f"{row['bound']} {_signed(row['rating'])}".strip()
        if row["low"] is None:
            words = "0, by definition"
        else:
            interval(axes, (row["low"], row["high"]), place, style.OBJECTIVE, 3.0)
            words += f"  ({_signed(row['low'])} to {_signed(row['high'])})"
        _point(axes, row["rating"], place, PAIRS)
        beside(axes, place, words)
    label_rows(axes, players["name"].to_list())
    axes.margins(x=0.08)
    worth = side.row(0, named=True)
    axes.set_xlabel(
        "rating, points of Elo: 400 are odds of ten to one\n"
        f"worth of playing {' rather than '.join(map(seat_title, seats))}: "
        f"{_signed(worth['rating'])} points "
        f"({_signed(worth['low'])} to {_signed(worth['high'])})"
    )


def _sign(claim: str) -> dict[str, Any]:
    """Return how a score looks: of pairs of games with sides swapped, or of games in one seat."""
    return _PAIR if claim == PAIRS else seat_sign(claim, 7)


def _signed(points: float) -> str:
    """Return points of Elo with their sign, the minus as long as on the axes."""
    return f"{points:+.0f}".replace("-", "−")


def _point(axes: Axes, at: float, place: float, claim: str) -> None:
    """Draw the point of a figure; it may stand on the edge of its part of the chart."""
    axes.plot(at, place, **_sign(claim), clip_on=False, zorder=3)
