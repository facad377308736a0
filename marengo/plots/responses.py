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
    chart,
    check_side,
    clean,
    dashed_line,
    diamond,
    finish,
    interval,
    label_rows,
    need,
    percents,
    share_words,
    signed,
)

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
        or for a value that does; ``(None, -inf, inf)`` if it is not known.
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
    figure, (axes,) = chart(9.5, 5.0)
    dashed_line(axes, 0.5, along="x")
    if curve is not None:
        x, share, low, high = (curve.sort("handicap")[name].to_numpy() for name in _SHARE)
        axes.fill_between(x, low, high, color=style.OBJECTIVE, alpha=0.16, linewidth=0, zorder=1.2)
        axes.plot(x, share, color=style.OBJECTIVE, linewidth=2, zorder=2)
    rows = list(points.sort("handicap").iter_rows(named=True))
    _points(axes, rows)
    at = [row["handicap"] for row in rows]
    room = 0.04 * (max(at) - min(at)) or 0.5
    axes.set_xlim(min(at) - room, max(at) + room)
    even_words = _even(axes, even, unit, rises=rows[0]["share"] <= rows[-1]["share"])
    percents(axes, "y")
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.set_ylabel("games that Austria wins; bars: 95 % intervals")
    axes.set_xlabel(f"handicap of {NAMES[army]}, {unit} taken off at the start")
    clean(axes, grid="y")
    lines = [f"{row['handicap']:g}: {share_words(row)}, {row['games']:,} games" for row in rows]
    return finish(figure, heading, [*lines, *even_words])


def _points(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """Draw the shares that were played."""
    at, share, low, high = ([row[name] for row in rows] for name in _SHARE)
    axes.vlines(at, low, high, colors=style.INK, linewidth=2.0, zorder=3)
    axes.plot(at, share, **diamond(7), zorder=4)


def _even(axes: Axes, even: Even | None, unit: str, *, rises: bool) -> list[str]:
    """Draw the even point on its interval and return what it says, in a corner off the curve."""
    if even is None:
        return []
    value, low, high = even
    if (low, high) not in ((None, None), (-math.inf, math.inf)) or value is not None:
        left, right = axes.get_xlim()
        ends = (left if low is None else low, right if high is None else high)
        interval(axes, ends, 0.5, style.STAR["green"], 6, alpha=0.55, zorder=2.5)
    corner: dict[str, Any] = {
        "ha": "right" if rises else "left",
        "va": "bottom",
        "color": style.INK,
    }
    spot = (0.99 if rises else 0.01, 0.04)
    if value is None:
        words = _not_even(low, high)
        axes.text(*spot, words, transform=axes.transAxes, fontsize=SMALL, **corner)
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
    start = "less than was played" if low is None else _written(low)
    end = "more than was played" if high is None else _written(high)
    words = f"even at {_written(value)} {unit}"
    numbers = f"95 % interval: {start} to {end}"
    axes.annotate(
        f"{words}\n{numbers}",
        (value, 0.5),
        xytext=spot,
        textcoords="axes fraction",
        arrowprops={"arrowstyle": "-", "color": style.FAINT, "shrinkB": 7},
        zorder=6,
        **corner,
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
    figure, (axes,) = chart(9.5, 1.7 + 0.36 * len(rows))
    form = _form(rows)
    lines = [f"{row['factor']}: {_factor(axes, at, row, form)}" for at, row in enumerate(rows)]
    axes.axvline(0, color=style.INK, linewidth=1.2, zorder=3)
    label_rows(axes, [str(row["factor"]) for row in rows])
    axes.margins(x=0.06)
    chance = "; red: what chance alone may reach, hatched where it is not passed" if noisy else ""
    axes.set_xlabel(f"{measure}\nlines: 95 % intervals{chance}")
    return finish(figure, heading, lines)


def _form(rows: list[dict[str, Any]]) -> Callable[[float], str]:
    """Return how to write values: with three digits of the largest, all with a sign or none."""
    both = any(row["value"] < 0 for row in rows)
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
