"""The chart of a front: what each variant gains in one thing and loses in another."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    chart,
    clean,
    finish,
    key,
    legend_beside,
    percents,
    sign,
)
from marengo.lab.analysis.fronts import BALANCE
from marengo.lab.exchange import Frame, need

__all__ = ["front_plot"]

LIKELY = 0.5
"""Chance from which on a variant is drawn as one of the front."""

LISTED = 15
"""Most variants that are named beside the chart."""

COLOUR = "#7b3f8c"


def front_plot(table: Frame, *, heading: str = "") -> Figure:
    """Draw variants by what is wanted of them, and which are likely to be on the front.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        As :func:`marengo.lab.analysis.front` returns it.
    heading : str
        Default: what is drawn.

    Returns
    -------
    Figure
        A part for the first aim with each of the others. Variants with an even chance or more of
        being on the front are coloured and numbered by how likely they are, and named beside; the
        others are pale. Crosses are 95 % intervals, and arrows show where it is better.

    Raises
    ------
    ValueError
        If the table lacks a column or tells of fewer than two aims.
    """
    columns = ("cell", "variant", "aim", "value", "low", "high", "better", "chance")
    table = need(table, "a front", columns)
    first, *others = table["aim"].unique(maintain_order=True).to_list()
    if not others:
        raise ValueError("a front: expected two aims or more")
    variants = table.unique("cell", keep="first", maintain_order=True)
    figure, parts = chart(4.2 * len(others) + 4.0, 4.6, ncols=len(others))
    for axes, other in zip(parts, others, strict=True):
        pair = [table.filter(pl.col("aim") == aim) for aim in (first, other)]
        _draw(axes, *pair)
    likely = variants.filter(pl.col("chance") >= LIKELY)
    lines = [
        f"{place} {name}: {100 * chance:.0f} %"
        for place, (name, chance) in enumerate(variants.select("variant", "chance").rows(), 1)
    ]
    named = [key(line, linestyle="none") for line in lines[: min(likely.height, LISTED)]]
    pale = key("dominated, more likely than not", **sign("o", 6, style.GAP, style.FAINT))
    legend_beside(
        parts[-1],
        handles=[*named, pale],
        fontsize=SMALL,
        title="chance of being on the front",
        handlelength=1.0,
        alignment="left",
    )
    return finish(figure, heading or "Variants that no other betters in all aims", lines)


def _draw(axes: Axes, first: pl.DataFrame, other: pl.DataFrame) -> None:
    """Draw the variants by two aims."""
    both = first.join(other, on="cell", suffix="_other", maintain_order="left")
    for place, row in reversed(list(enumerate(both.iter_rows(named=True), 1))):
        is_likely = row["chance"] >= LIKELY
        colour = COLOUR if is_likely else style.GAP
        x, y = row["value"], row["value_other"]
        look: Any = {"color": colour, "linewidth": 1.2, "zorder": 3 if is_likely else 2}
        axes.plot([row["low"], row["high"]], [y, y], **look)
        axes.plot([x, x], [row["low_other"], row["high_other"]], **look)
        point = sign("o", 7 if is_likely else 5, colour, style.FACE if is_likely else style.FAINT)
        axes.plot(x, y, **point, zorder=4 if is_likely else 2)
        if is_likely:
            axes.annotate(
                str(place), (x, y), (5, 4), textcoords="offset points", fontsize=SMALL, zorder=5
            )
    clean(axes, grid="y")
    for along, rows in (("x", first), ("y", other)):
        aim, better = rows.select("aim", "better").row(0)
        if aim == BALANCE:
            percents(axes, along)
        name = f"{aim}, distance from even" if aim == BALANCE else aim
        label = f"{name}   better →" if better == "more" else f"← better   {name}"
        axes.set(**{f"{along}label": label})
