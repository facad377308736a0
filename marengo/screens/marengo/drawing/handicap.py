"""The chart of a handicap: the win rate, its curve, and where it is even."""

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from marengo.charts import style
from marengo.charts.chart_frame import (
    chart,
    clean,
    dashed_line,
    diamond,
    finish,
    interval,
    look_of,
    percents,
    share_words,
    sign,
    signed,
)
from marengo.games.marengo.armies import check_army
from marengo.lab.exchange import Frame, need

__all__ = ["handicap_plot"]

_SHARE = ("handicap", "share", "low", "high")

Even = Sequence[float | None]


def handicap_plot(
    points: Frame,
    curve: "Frame | None" = None,
    even: Even | None = None,
    *,
    side: str = "austrian",
    unit: str = "points of morale",
    heading: str = "",
    intervals: str = "95 % intervals",
) -> Figure:
    """Draw Austria's win rate against a handicap, with the handicap that makes the game even.

    Parameters
    ----------
    points : polars.DataFrame or pandas.DataFrame
        Columns ``handicap``, ``games`` Int64, ``share`` Float64 of games that Austria won, ``low``
        and ``high``, the ends of its interval, all 0 to 1. As in
        ``points`` of a :class:`marengo.lab.analysis.HandicapCurve`.
    curve : polars.DataFrame or pandas.DataFrame, optional
        The fitted curve and its band: columns ``handicap``, ``share``, ``low``, ``high``.
    even : (value, low, high), optional
        The even point and the ends of its interval, as in
        :class:`marengo.lab.analysis.EvenPoint`: None for an end that lies outside what was played,
        or for a value that does; ``(None, -inf, inf)`` if it is not known.
    side : str
        ``"austrian"`` or ``"french"``: who has the handicap.
    unit : str
        What the handicap is counted in.
    heading : str
        Title of the figure; default: what is drawn.
    intervals : str
        What the intervals are.

    Returns
    -------
    Figure
        Handicaps from left to right, shares in per cent upwards.

    Raises
    ------
    ValueError
        If a table lacks a column or has no row, or ``even`` has not three parts.
    """
    points = need(points, "a table of points", (*_SHARE, "games"))
    if curve is not None:
        curve = need(curve, "a table of the curve", _SHARE)
    if even is not None and len(even) != 3:
        raise ValueError(f"even: expected value, low and high, not {len(even)} numbers")
    name = look_of(check_army(side)).name
    points = points.sort("handicap")
    at, share, low, high = (points[column] for column in _SHARE)
    figure, (axes,) = chart(9.5, 5.0)
    dashed_line(axes, 0.5, along="x")
    if curve is not None:
        x, fitted, bottom, top = (curve.sort("handicap")[column].to_numpy() for column in _SHARE)
        band: dict[str, Any] = {"alpha": 0.16, "linewidth": 0, "zorder": 1.2}
        axes.fill_between(x, bottom, top, color=style.OBJECTIVE, **band)
        axes.plot(x, fitted, color=style.OBJECTIVE, linewidth=2, zorder=2)
    axes.vlines(at, low, high, colors=style.INK, linewidth=2.0, zorder=3)
    axes.plot(at, share, **diamond(7), zorder=4)
    room = 0.04 * (at[-1] - at[0]) or 0.5
    axes.set_xlim(at[0] - room, at[-1] + room)
    notes = (
        [] if even is None else [_even(axes, even, unit, intervals, rises=share[0] <= share[-1])]
    )
    percents(axes, "y")
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.set_ylabel(f"games that Austria wins; bars: {intervals}")
    axes.set_xlabel(f"handicap of {name}, {unit} taken off at the start")
    clean(axes, grid="y")
    rows = points.iter_rows(named=True)
    lines = [f"{row['handicap']:g}: {share_words(row)}, {row['games']:,} games" for row in rows]
    return finish(figure, heading or f"How a handicap of {name} changes who wins", [*lines, *notes])


def _even(axes: Axes, even: Even, unit: str, intervals: str, *, rises: bool) -> str:
    """Draw the even point on its interval and return what it says, in a corner off the curve."""
    value, low, high = even
    if (low, high) not in ((None, None), (-math.inf, math.inf)) or value is not None:
        left, right = axes.get_xlim()
        ends = (left if low is None else low, right if high is None else high)
        interval(axes, ends, 0.5, style.STAR["green"], 6, alpha=0.55, zorder=2.5)
    words, pointer = _not_even(low, high), None
    sentence = words.replace("\n", " ")
    if value is not None:
        axes.plot(value, 0.5, **sign("*", 17, style.STAR["green"], style.FACE), zorder=5)
        start = "less than was played" if low is None else _written(low)
        end = "more than was played" if high is None else _written(high)
        at, numbers = (
            f"even at {_written(value)} {unit}",
            f"{intervals.removesuffix('s')}: {start} to {end}",
        )
        words, sentence = f"{at}\n{numbers}", f"{at} ({numbers})"
        pointer = {"arrowstyle": "-", "color": style.FAINT, "shrinkB": 7}
    x, ha = (0.99, "right") if rises else (0.01, "left")
    look: dict[str, Any] = {"ha": ha, "va": "bottom", "color": style.INK, "zorder": 6}
    look |= {"xytext": (x, 0.04), "textcoords": "axes fraction", "arrowprops": pointer}
    axes.annotate(words, (value or 0.0, 0.5), **look)
    return sentence


def _not_even(low: float | None, high: float | None) -> str:
    """Say why there is no even point: not known, just outside what was played, or far from it."""
    if low is None and high is None:
        return "not even at any handicap played"
    if (low, high) == (-math.inf, math.inf):
        return "which handicap makes it even is not known"
    parts = [] if low is None else [f"from {_written(low)}"]
    parts += ["on"] if high is None else [f"up to {_written(high)}"]
    return f"even at no handicap played, but\none half is left open {' '.join(parts)}"


def _written(value: float) -> str:
    """Return a handicap with one decimal and a proper minus; 0 has none."""
    return signed(value).removeprefix("+")
