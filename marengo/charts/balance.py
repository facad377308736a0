"""The chart of a balance by the strength of its players."""

import numpy as np
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    chart,
    clean,
    even_line,
    finish,
    look_of,
    percents,
    seat_named,
    share_words,
    sign,
)
from marengo.core.scenarios import games_by_seat
from marengo.lab.analysis.balance import BalanceCurve
from marengo.lab.exchange import Frame, need

__all__ = ["balance_plot"]

COLOUR = "#7b3f8c"
"""Of the levels."""


def balance_plot(
    table: Frame, curve: BalanceCurve | None = None, *, side: str | None = None, heading: str = ""
) -> Figure:
    """Draw how the win rate depends on how strong both sides are.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        As :func:`marengo.lab.analysis.balance_by_strength` returns it; levels without a rating
        are left out.
    curve : BalanceCurve, optional
        Drawn through the levels if it converges, with the interval of its limit as a band.
    side, heading
        As for :func:`marengo.plots.forest_plot`.

    Returns
    -------
    Figure
        A point with its interval for each level, and a short line for each of its least and most.

    Raises
    ------
    ValueError
        If the table lacks a column or has no row with a rating.
    """
    columns = ("level", "elo", "share", "low", "high", "least", "most")
    table = need(table, "a table of balance", columns).drop_nulls("elo")
    if table.is_empty():
        raise ValueError("a table of balance: expected the ratings of matches")
    seat = seat_named(side, table)
    name = look_of(seat).name
    figure, (axes,) = chart(9.5, 4.6)
    even_line(axes, len(games_by_seat()[seat].seats))
    elo = table["elo"].to_numpy()
    if curve is not None and curve.converges:
        along = np.linspace(elo[0], elo[-1], 200)
        axes.plot(along, curve.share(along), color=style.FAINT, linewidth=1.4, zorder=1)
        axes.axhspan(curve.low, curve.high, color=COLOUR, alpha=0.12, linewidth=0)
        axes.axhline(curve.limit, color=COLOUR, linewidth=1.0)
    axes.vlines(elo, table["low"], table["high"], colors=COLOUR, linewidth=2.5, zorder=2)
    for end in ("least", "most"):
        ends = {"marker": "_", "markersize": 12, "linestyle": "", "color": style.INK}
        axes.plot(elo, table[end], **ends, zorder=3)  # type: ignore[arg-type]
    axes.plot(elo, table["share"], **sign("o", 8, COLOUR, style.FACE, linestyle=""), zorder=4)
    for level, x, high in table.select("level", "elo", "high").iter_rows():
        axes.annotate(
            level,
            (x, min(high, 0.94)),
            (0, 5),
            textcoords="offset points",
            ha="center",
            fontsize=SMALL,
        )
    axes.set_ylim(0, 1)
    percents(axes, "y")
    axes.set_xlabel("strength of both sides, points of Elo")
    axes.set_ylabel(f"games that {name} wins; bars: 95 % intervals")
    clean(axes, grid="y")
    lines = [f"{row['level']}: {share_words(row)}" for row in table.iter_rows(named=True)]
    lines += [curve.sentence] if curve is not None else []
    return finish(figure, heading or f"How often {name} wins, by the strength of both", lines)
