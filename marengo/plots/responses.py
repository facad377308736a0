"""Charts of what moves the win rate: handicaps with their curve, factors by their effect."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from marengo.plots import style
from marengo.plots.chart_frame import (
    NAMES,
    SMALL,
    beside,
    check_side,
    clean,
    need,
    percents,
    share_words,
    signed,
    title,
)
from marengo.plots.figure_text import tell

__all__ = ["handicap_plot", "tornado_plot"]

_SHARE = ("handicap", "share", "low", "high")

Even = Sequence[float | None]


def handicap_plot(
    points: pl.DataFrame,
    curve: pl.DataFrame | None = None,
    even: Even | None = None,
    *,
    side: str = "austrian",
    unit: str = "points of morale",
    heading: str = "",
) -> Figure:
    """Draw Austria's win rate against a handicap, with the handicap that makes the game even.

    Parameters
    ----------
    points : polars.DataFrame
        Columns ``handicap``, ``games`` Int64, ``share`` Float64 of games that Austria won, ``low``
        and ``high``, the ends of its interval, all 0 to 1. As in
        ``points`` of a :class:`marengo.lab.analysis.HandicapCurve`.
    curve : polars.DataFrame, optional
        The fitted curve and its band: columns ``handicap``, ``share``, ``low``, ``high``.
    even : (value, low, high), optional
        The even point and the ends of its interval, as in
        :class:`marengo.lab.analysis.EvenPoint`: None for an end that lies outside what was played,
        or for a value that does; ``(None, -inf, inf)`` if the games do not tell it.
    side : str
        ``"austrian"`` or ``"french"``: who has the handicap.
    unit : str
        What the handicap is counted in.
    heading : str
        Title of the figure; default: what is drawn.

    Returns
    -------
    Figure
        Handicaps from left to right, shares in per cent upwards.

    Raises
    ------
    ValueError
        If a table lacks a column or has no row, or ``even`` has not three parts.
    """
    need(points, "a table of points", (*_SHARE, "games"))
    if curve is not None:
        need(curve, "a table of the curve", _SHARE)
    if even is not None and len(even) != 3:
        raise ValueError(f"even: expected value, low and high, not {len(even)} numbers")
    army = check_side(side)
    heading = heading or f"How a handicap of {NAMES[army]} changes who wins"
    figure = Figure(figsize=(9.5, 5.0), layout="constrained")
    axes = figure.subplots()
    axes.axhline(0.5, color=style.INK, linewidth=1.2, linestyle=(0, (4, 2)), zorder=1)
    if curve is not None:
        drawn = curve.sort("handicap")
        x, low, high = (drawn[name].to_numpy() for name in ("handicap", "low", "high"))
        axes.fill_between(x, low, high, color=style.OBJECTIVE, alpha=0.16, linewidth=0, zorder=1.2)
        axes.plot(x, drawn["share"].to_numpy(), color=style.OBJECTIVE, linewidth=2, zorder=2)
    rows = list(points.sort("handicap").iter_rows(named=True))
    _points(axes, rows)
    at = [row["handicap"] for row in rows]
    room = 0.04 * (max(at) - min(at)) or 0.5
    axes.set_xlim(min(at) - room, max(at) + room)
    said = _even(axes, even, unit, rises=rows[0]["share"] <= rows[-1]["share"])
    percents(axes, "y")
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.set_ylabel("games that Austria wins; bars: 95 % intervals")
    axes.set_xlabel(f"handicap of {NAMES[army]}, {unit} taken off at the start")
    clean(axes, grid="y")
    title(figure, heading)
    told = [f"{row['handicap']:g}: {share_words(row)}, {row['games']:,} games" for row in rows]
    return tell(figure, "\n".join([heading, *told, *said]))


def _points(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """Draw the shares that were played."""
    axes.vlines(
        [row["handicap"] for row in rows],
        [row["low"] for row in rows],
        [row["high"] for row in rows],
        colors=style.INK,
        linewidth=2.0,
        zorder=3,
    )
    axes.plot(
        [row["handicap"] for row in rows],
        [row["share"] for row in rows],
        marker="D",
        markersize=7,
        color=style.FACE,
        markeredgecolor=style.INK,
        markeredgewidth=1.4,
        linestyle="none",
        zorder=4,
    )


def _even(axes: Axes, even: Even | None, unit: str, *, rises: bool) -> list[str]:
    """Draw the even point on its interval and return what it says, in a corner off the curve."""
    if even is None:
        return []
    value, low, high = even
    if (low, high) not in ((None, None), (-math.inf, math.inf)) or value is not None:
        left, right = axes.get_xlim()
        axes.plot(
            (left if low is None else low, right if high is None else high),
            [0.5, 0.5],
            color=style.STAR["green"],
            linewidth=6,
            alpha=0.55,
            solid_capstyle="butt",
            zorder=2.5,
        )
    if value is None:
        words = _not_even(low, high)
        axes.text(
            0.99 if rises else 0.01,
            0.04,
            words,
            transform=axes.transAxes,
            ha="right" if rises else "left",
            va="bottom",
            fontsize=SMALL,
            color=style.INK,
        )
        return [words.replace("\n", " ")]
    axes.plot(
        [value],
        [0.5],
        marker="*",
        markersize=17,
        color=style.STAR["green"],
        markeredgecolor=style.FACE,
        linestyle="none",
        zorder=5,
    )
    told = [
        "less than was played" if low is None else _written(low),
        "more than was played" if high is None else _written(high),
    ]
    words = f"even at {_written(value)} {unit}"
    numbers = f"95 % interval: {told[0]} to {told[1]}"
    axes.annotate(
        f"{words}\n{numbers}",
        (value, 0.5),
        xytext=(0.99 if rises else 0.01, 0.04),
        textcoords="axes fraction",
        ha="right" if rises else "left",
        va="bottom",
        color=style.INK,
        arrowprops={"arrowstyle": "-", "color": style.FAINT, "shrinkB": 7},
        zorder=6,
    )
    return [f"{words} ({numbers})"]


def _not_even(low: float | None, high: float | None) -> str:
    """Say why there is no even point: not known, just outside what was played, or far from it."""
    if low is None and high is None:
        return "not even at any handicap played"
    if (low, high) == (-math.inf, math.inf):
        return "which handicap makes it even is not known"
    parts = [] if low is None else [f"from {_written(low)}"]
    parts += ["on"] if high is None else [f"up to {_written(high)}"]
    held = f"its 95 % band holds one half {' '.join(parts)}"
    return f"the curve is even at no handicap played, but\n{held}"


def _written(value: float) -> str:
    """Return a handicap with one decimal and a proper minus; 0 has none."""
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text.replace("-", "−")


def tornado_plot(
    table: pl.DataFrame,
    *,
    measure: str = "effect",
    heading: str = "What matters most",
) -> Figure:
    """Draw by how much factors matter, the largest on top.

    Parameters
    ----------
    table : polars.DataFrame
        Columns ``factor`` String, ``value`` Float64, ``low`` and ``high``, the ends of its
        interval, all in the unit of ``measure``; ends may be null. With a column ``noise``, what
        the factor may reach by chance if it has no effect: a mark is drawn there, and the bar of
        what does not reach it is hatched.
    measure : str
        What the values are, with unit.
    heading : str
        Title of the figure.

    Returns
    -------
    Figure
        A bar for each factor, sorted by size whatever its sign; the values on the right.

    Raises
    ------
    ValueError
        If the table lacks a column or has no row, or a noise is negative.
    """
    need(table, "a table of sensitivity", ("factor", "value", "low", "high"))
    noisy = "noise" in table.columns
    if noisy and table.filter(pl.col("noise") < 0).height:
        raise ValueError("noise: expected 0 or more of every factor")
    ranked = table.sort(pl.col("value").abs(), "factor", descending=[True, False])
    rows = list(ranked.iter_rows(named=True))
    figure = Figure(figsize=(9.5, 1.7 + 0.36 * len(rows)), layout="constrained")
    axes = figure.subplots()
    both = any(row["value"] < 0 for row in rows)
    form = _form(rows, both=both)
    told = [heading]
    for place, row in enumerate(rows):
        words = _factor(axes, place, row, form)
        told.append(f"{row['factor']}: {words}")
    axes.axvline(0, color=style.INK, linewidth=1.2, zorder=3)
    axes.set_yticks(range(len(rows)), [str(row["factor"]) for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.margins(x=0.06)
    chance = "; red: what chance alone may reach, hatched where it is not passed" if noisy else ""
    axes.set_xlabel(f"{measure}\nlines: 95 % intervals{chance}")
    clean(axes, grid="x")
    title(figure, heading)
    return tell(figure, "\n".join(told))


def _form(rows: list[dict[str, Any]], *, both: bool) -> Callable[[float], str]:
    """Return how to write values: three digits of the largest, and all alike."""
    largest = max(abs(row["value"]) for row in rows)
    digits = max(0, 2 - math.floor(math.log10(largest))) if largest > 0 else 1

    def form(value: float) -> str:
        return signed(value, f".{digits}f") if both else f"{value:.{digits}f}"

    return form


def _factor(
    axes: Axes,
    place: int,
    row: dict[str, Any],
    form: Callable[[float], str],
) -> str:
    """Draw the bar of a factor and return its value in words."""
    noise = row.get("noise")
    lost = noise is not None and abs(row["value"]) <= noise
    axes.barh(
        [place],
        [row["value"]],
        0.68,
        color=style.GAP if lost else style.OBJECTIVE,
        edgecolor=style.FAINT if lost else style.FACE,
        hatch="////" if lost else "",
        linewidth=0.0,
        zorder=2,
    )
    if noise is not None:
        at = math.copysign(noise, row["value"])
        axes.vlines(
            at, place - 0.42, place + 0.42, color=style.STAR["red"], linewidth=2.2, zorder=5
        )
    words = form(row["value"])
    if row["low"] is not None and row["high"] is not None:
        ends = (row["low"], row["high"])
        axes.plot(ends, [place, place], color=style.INK, linewidth=1.6, marker="|", zorder=4)
        words += f"  ({form(ends[0])} to {form(ends[1])})"
    if lost:
        words += ", may be chance"
    beside(axes, place, words)
    return words
