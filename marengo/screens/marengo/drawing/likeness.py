"""The chart of likeness to history: how far games are from the day, hour by hour."""

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, chart, clean, clock, finish, head, legend_beside, sign
from marengo.charts.win_rates import COLOURS, SHAPES
from marengo.games.marengo.study.likeness import PARTS
from marengo.lab.exchange import Frame, need

__all__ = ["likeness_plot"]

_HEADS: Final = {
    "distance": "Distance from the day, in usual differences between games",
    "front": "Front: from where corps stood to the nearest troops, km",
    "losses": "Losses outside what accounts give, points",
    "arrivals": "Arrivals outside what accounts give, hours",
}
_BAND: Final = (0.1, 0.9)


def likeness_plot(hours: Frame, names: Sequence[str] = (), *, heading: str = "") -> Figure:
    """Draw how far games are from the day of 14 June 1800 at each hour.

    Parameters
    ----------
    hours : polars.DataFrame or pandas.DataFrame
        As :func:`marengo.lab.analysis.likeness_by_hour` returns it, of at most eight cells.
    names : sequence of str
        Of the cells, in their order; default: their numbers.
    heading : str
        Default: what is drawn.

    Returns
    -------
    Figure
        Above the distance, below its parts in their own units. Of each cell the median, a band that
        holds four games of five, and dotted the game that is nearest over all hours. The day, as
        far as accounts tell, is the line at 0.

    Raises
    ------
    ValueError
        If the frame lacks a column or has no row, or there are more cells than can be told apart.
    """
    table = need(hours, "likeness by hour", ("cell", "game", "hour", "distance", *PARTS))
    cells = table["cell"].unique().sort().to_list()
    if len(cells) > len(COLOURS):
        raise ValueError(f"likeness by hour: expected at most {len(COLOURS)} cells")
    figure, panels = chart(9.5, 10.5, nrows=4, sharex=True, height_ratios=(1.4, 1, 1, 1))
    lines = []
    for place, cell in enumerate(cells):
        mine = table.filter(pl.col("cell") == cell)
        name = names[cell] if cell < len(names) else f"cell {cell}"
        order = mine.group_by("game").agg((pl.col("distance") ** 2).mean()).sort("distance", "game")
        nearest = mine.filter(pl.col("game") == order["game"][0]).sort("hour")
        look = sign(SHAPES[place], 5, COLOURS[place], linestyle="-", linewidth=2.0)
        for axes, column in zip(panels, _HEADS, strict=True):
            low, high = (pl.col(column).quantile(share, "linear") for share in _BAND)
            middle = pl.col(column).median()
            course = mine.group_by("hour").agg(low=low, high=high, middle=middle).sort("hour")
            band: dict[str, Any] = {"color": COLOURS[place], "alpha": 0.15, "linewidth": 0}
            axes.fill_between(course["hour"], course["low"], course["high"], **band)
            axes.plot(course["hour"], course["middle"], **look, label=name)
            dots: dict[str, Any] = {"color": COLOURS[place], "linestyle": ":", "linewidth": 1.6}
            axes.plot(nearest["hour"], nearest[column], **dots, label=f"{name}, nearest")
            if column == "distance":
                rows = course.iter_rows(named=True)
                words = ", ".join(f"{row['hour']}:00 {row['middle']:.2f}" for row in rows)
                lines.append(f"{name}: median distance {words}; nearest game {order['game'][0]}")
    for axes, text in zip(panels, _HEADS.values(), strict=True):
        head(axes, text)
        clean(axes, grid="y")
        clock(axes, table["hour"].unique().sort().to_list())
        axes.axhline(0, color=style.INK, linewidth=2.5, label="the day, by the accounts")
        axes.set_ylim(bottom=-0.03 * axes.get_ylim()[1])
    legend_beside(panels[0], fontsize=SMALL)
    panels[-1].set_xlabel(
        "end of the hour, o'clock; lines: medians; bands: four games of five; dots: nearest game"
    )
    return finish(figure, heading or "How like 14 June 1800 the games are", lines)
