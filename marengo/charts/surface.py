"""The chart of a slice through a response surface: the odds along one parameter."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import (
    clean,
    even_line,
    finish,
    look_of,
    percents,
    seat_named,
    share_words,
    sign,
)
from marengo.core.numbers import REAL, takes
from marengo.core.scenarios import games_by_seat
from marengo.lab.analysis.surface import Surface
from marengo.lab.statistics import share

__all__ = ["draw_slice", "surface_plot"]

COLOUR = "#7b3f8c"

NEAR = 0.1
"""Shares of ranges by which a variant may lie off the slice, to be drawn with it."""

TOLD = 5
"""Places of a slice that are told in words."""


@takes(at=REAL)
def surface_plot(
    surface: Surface,
    along: str,
    at: Mapping[str, float] | None = None,
    *,
    side: str | None = None,
    heading: str = "",
) -> Figure:
    """Draw the odds along one parameter, the others held.

    Parameters
    ----------
    surface : Surface
        As :func:`marengo.lab.analysis.response_surface` returns it.
    along : str
        The parameter.
    at : mapping of str to float
        Values of the others, and of the parameter where a point is drawn; default: the middle of
        each range.
    side : str
        The seat whose victories were counted; default: the first of the games that there are.
    heading : str
        Default: what is drawn.

    Returns
    -------
    Figure
        The line of the odds with the band of their 95 % intervals, dotted where it goes beyond the
        variants that were played, and a point at the values asked for. Variants within a tenth of
        the ranges of the slice are drawn with their own intervals.

    Raises
    ------
    SurfaceError
        If a parameter lacks, or lies outside of the variants.
    """
    figure = Figure(figsize=(8.0, 4.2), layout="constrained")
    middle = {name: (low + high) / 2 for name, (low, high) in surface.ranges.items()}
    return draw_slice(figure, surface, along, middle | dict(at or {}), side, heading)


def draw_slice(
    figure: Figure,
    surface: Surface,
    along: str,
    at: Mapping[str, float],
    side: str | None = None,
    heading: str = "",
) -> Figure:
    """Draw a slice on a figure, instead of what it shows."""
    seat = seat_named(side, surface.points)
    name = look_of(seat).name
    curve, point = surface.along(along, at), surface.odds(at)
    figure.clear()
    axes = figure.subplots()
    even_line(axes, len(games_by_seat()[seat].seats))
    x = curve[along].to_numpy()
    low, high = (curve[end].to_numpy() for end in ("low", "high"))
    axes.fill_between(x, low, high, color=COLOUR, alpha=0.15, linewidth=0)
    line = curve["share"].to_numpy()
    axes.plot(x, line, color=COLOUR, linestyle=":", linewidth=1.8)
    between = np.where(curve["between"].to_numpy(), line, np.nan)
    axes.plot(x, between, color=COLOUR, linewidth=1.8)
    for row in surface.points.iter_rows(named=True):
        off = [
            abs(row[parameter] - at[parameter]) / (high - low)
            for parameter, (low, high) in surface.ranges.items()
            if parameter != along
        ]
        if max(off, default=0) <= NEAR:
            played = share(row["won"], row["games"])
            axes.vlines(row[along], played.low, played.high, colors=style.FAINT, linewidth=1)
            axes.plot(row[along], played.value, **sign("o", 4, style.FAINT, style.FAINT))
    axes.vlines(at[along], point.low, point.high, colors=style.INK, linewidth=2.5)
    axes.plot(at[along], point.share, **sign("D", 8, style.FACE, markeredgewidth=1.4), zorder=4)
    axes.set_ylim(0, 1)
    percents(axes, "y")
    axes.set_xlabel(along)
    axes.set_ylabel(f"games that {name} wins; 95 % intervals")
    clean(axes, grid="y")
    rows = curve.gather(np.linspace(0, curve.height - 1, TOLD).round().astype(int))
    lines = [f"{along} {row[along]:g}: {share_words(row)}" for row in rows.iter_rows(named=True)]
    held = ", ".join(
        f"{parameter} {at[parameter]:g}" for parameter in surface.parameters if parameter != along
    )
    lines += [f"with {held}"] if held else []
    return finish(figure, heading or f"How often {name} wins", [*lines, surface.sentence])
