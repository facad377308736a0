"""The chart of factors by their effect on the win rate."""

import math
from collections.abc import Callable
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import beside, chart, finish, label_rows, signed
from marengo.lab.exchange import Frame, need

__all__ = ["tornado_plot"]


def tornado_plot(
    table: Frame, *, measure: str = "effect", heading: str = "What matters most"
) -> Figure:
    """Draw by how much factors matter, the largest on top.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
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
    table = need(table, "a table of sensitivity", ("factor", "value", "low", "high"))
    noisy = "noise" in table.columns
    if noisy and table.filter(pl.col("noise") < 0).height:
        raise ValueError("noise: expected 0 or more of every factor")
    ranked = table.sort(pl.col("value").abs(), "factor", descending=[True, False])
    rows = list(ranked.iter_rows(named=True))
    figure, (axes,) = chart(9.5, 1.7 + 0.36 * len(rows))
    form = effect_form(rows)
    lines = [f"{row['factor']}: {effect_bar(axes, at, row, form)}" for at, row in enumerate(rows)]
    axes.axvline(0, color=style.INK, linewidth=1.2, zorder=3)
    label_rows(axes, [str(row["factor"]) for row in rows])
    axes.margins(x=0.06)
    chance = "; red: what chance alone may reach, hatched where it is not passed" if noisy else ""
    axes.set_xlabel(f"{measure}\nlines: 95 % intervals{chance}")
    return finish(figure, heading, lines)


def effect_form(rows: list[dict[str, Any]]) -> Callable[[float], str]:
    """Return how to write values: with three digits of the largest, all with a sign or none."""
    both = any(row["value"] < 0 for row in rows)
    largest = max(abs(row["value"]) for row in rows)
    digits = max(0, 2 - math.floor(math.log10(largest))) if largest > 0 else 1
    return lambda value: signed(value, f".{digits}f") if both else f"{value:.{digits}f}"


def effect_bar(axes: Axes, place: int, row: dict[str, Any], form: Callable[[float], str]) -> str:
    """Draw the bar of a factor and return its value in words."""
    value, noise, ends = row["value"], row.get("noise"), (row["low"], row["high"])
    lost = noise is not None and abs(value) <= noise
    colour, hatch = (style.GAP, "////") if lost else (style.OBJECTIVE, "")
    look: dict[str, Any] = {"color": colour, "hatch": hatch, "hatchcolor": style.FAINT}
    axes.barh(place, value, 0.68, **look, linewidth=0.0, zorder=2)
    if noise is not None:
        at, red = math.copysign(noise, value), style.STAR["red"]
        axes.vlines(at, place - 0.42, place + 0.42, colors=red, linewidth=2.2, zorder=5)
    words = form(value)
    if None not in ends:
        axes.plot(ends, [place, place], color=style.INK, linewidth=1.6, marker="|", zorder=4)
        words += f"  ({form(ends[0])} to {form(ends[1])})"
    if lost:
        words += ", may be chance"
    beside(axes, place, words)
    return words
