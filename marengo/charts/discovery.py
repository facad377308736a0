"""The chart of scenario discovery: the boxes looked at, and the limits of the one that is told."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    beside,
    chart,
    clean,
    dashed_line,
    diamond,
    finish,
    head,
    interval,
    label_rows,
    percents,
    sign,
)
from marengo.core.numbers import SHARE, takes
from marengo.lab.exchange import Frame, need

__all__ = ["discovery_plot"]

THICK = 0.008
"""Share of the range by which a bar reaches beyond its limits: one value is seen too."""


@takes(least=SHARE)
def discovery_plot(
    boxes: Frame, limits: Frame, *, least: float | None = None, heading: str = ""
) -> Figure:
    """Draw the boxes that scenario discovery looked at, and the limits of the one it tells.

    Parameters
    ----------
    boxes, limits : polars.DataFrame or pandas.DataFrame
        As :class:`marengo.lab.analysis.Discovered` has them.
    least : float, optional
        The share that was asked for, for a dashed line.
    heading : str
        Default: what is drawn; the sentence of what was discovered tells more.

    Returns
    -------
    Figure
        At the left how many of the games won lie in each box, and how many in it are won: hollow
        among the cases searched, filled among fresh ones, the box that is told with its interval.
        At the right its limits, within the ranges of all cases.

    Raises
    ------
    ValueError
        If a frame lacks a column, or there is no box.
    """
    names = ("coverage", "density", "fresh_coverage", "fresh_density", "fresh_low", "fresh_high")
    boxes = need(boxes, "boxes", (*names, "chosen"))
    columns = ("feature", "low", "high", "least", "most", "p", "again")
    rows = need(limits, "limits", columns, empty=True).to_dicts()
    grid = {"ncols": 2, "width_ratios": (1.1, 1)} if rows else {}
    figure, (axes, *beyond) = chart(10.5 if rows else 6.0, max(4.4, 1.8 + 0.6 * len(rows)), **grid)
    chosen = boxes.filter("chosen").row(0, named=True)
    _draw_boxes(axes, boxes, chosen, least)
    density, coverage = (
        f"{100 * chosen[f'fresh_{name}']:.1f} %" for name in ("density", "coverage")
    )
    lines = [f"the box told: {density} of its games are won, {coverage} of all won lie in it"]
    for axes in beyond:
        head(axes, "the limits of the box told, in the ranges of all cases")
        lines += [_draw_limit(axes, place, row) for place, row in enumerate(rows)]
        label_rows(axes, [row["feature"] for row in rows])
        axes.set_xlim(-0.04, 1.04)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
    return finish(figure, heading or "When a side wins so often", lines)


def _draw_boxes(
    axes: Axes, boxes: pl.DataFrame, chosen: dict[str, Any], least: float | None
) -> None:
    """Draw boxes by coverage and density, and the one that is told with its interval."""
    head(axes, "boxes that were looked at")
    searched, fresh = (boxes[f"{of}coverage"] for of in ("", "fresh_"))
    look = sign("o", 5, style.FACE, style.FAINT, label="among the cases searched")
    axes.plot(searched, boxes["density"], **look)
    look = sign("o", 5, style.OBJECTIVE, style.INK, label="among fresh cases")
    axes.plot(fresh, boxes["fresh_density"], **look)
    at = chosen["fresh_coverage"]
    axes.vlines(at, chosen["fresh_low"], chosen["fresh_high"], colors=style.INK, linewidth=2)
    axes.plot(at, chosen["fresh_density"], **diamond(9), label="the box told, 95 % interval")
    if least is not None:
        dashed_line(axes, least, along="x")
    axes.set_xlim(-0.02, 1.03)
    axes.set_ylim(-0.02, 1.03)
    percents(axes)
    percents(axes, "y")
    axes.set_xlabel("coverage: of all games won, in the box")
    axes.set_ylabel("density: of the games in the box, won")
    clean(axes, grid="y")
    axes.legend(loc="lower left", fontsize=SMALL)


def _draw_limit(axes: Axes, place: int, row: dict[str, Any]) -> str:
    """Draw a limit in the range of its feature; return it in words."""
    least, most = row["least"], row["most"]
    low = least if row["low"] is None else row["low"]
    high = most if row["high"] is None else row["high"]
    at = [(end - least) / (most - least) for end in (low, high)]
    interval(axes, (0.0, 1.0), place, style.GAP, 5.0)
    interval(axes, (at[0] - THICK, at[1] + THICK), place, style.OBJECTIVE, 9.0)
    middle: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "fontsize": SMALL}
    for where, value in enumerate((least, most)):
        axes.annotate(f"{value:g}", (where, place), (0, -15), **middle, color=style.FAINT)
    for where, name in zip(at, ("low", "high"), strict=True):
        if row[name] is not None:
            axes.annotate(f"{row[name]:g}", (where, place), (0, 8), **middle, color=style.INK)
    beside(axes, place, f"p = {row['p']:.3f}\nagain {100 * row['again']:.0f} %")
    return f"{row['feature']}: {low:g} to {high:g} of {least:g} to {most:g}, p = {row['p']:.3f}"
