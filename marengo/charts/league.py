"""The chart of a league: who wins how often against whom, and who is sent."""

from collections.abc import Sequence

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, chart, finish, share_words
from marengo.lab.exchange import Frame, need

__all__ = ["league_plot"]

SHADES = LinearSegmentedColormap.from_list(
    "league", [style.SEAT_LIGHT[1], style.FACE, style.SEAT_LIGHT[0]]
)
"""Of the second seat's wins, of what is even, and of the first seat's."""


def league_plot(
    table: Frame, seats: Sequence[str] = ("first seat", "second seat"), *, heading: str = ""
) -> Figure:
    """Draw how often the first seat wins with each of its players against each of the other's.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Of a league, as :func:`marengo.lab.analysis.league` returns it.
    seats : sequence of str
        What the two seats are called.
    heading : str
        Default: what is drawn.

    Returns
    -------
    Figure
        A square for each pair, with its share and the interval of it. Beside each player stands
        how often he is sent, in the mixtures that neither side can better; the squares of two
        who are sent are framed.

    Raises
    ------
    ValueError
        If the table lacks a column, or is empty.
    """
    columns = ("first", "second", "share", "low", "high", "first_weight", "second_weight")
    table = need(table, "a league", columns)
    rows, cells = (table[name].unique(maintain_order=True).to_list() for name in columns[:2])
    figure, (axes,) = chart(3.0 + 1.9 * len(cells), 1.8 + 0.75 * len(rows))
    shares = np.full((len(rows), len(cells)), np.nan)
    sent: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for one in table.iter_rows(named=True):
        i, j = rows.index(one["first"]), cells.index(one["second"])
        shares[i, j] = one["share"]
        sent[0][one["first"]], sent[1][one["second"]] = one["first_weight"], one["second_weight"]
        axes.text(j, i - 0.08, f"{100 * one['share']:.1f} %", ha="center", color=style.INK)
        interval = f"{100 * one['low']:.1f} to {100 * one['high']:.1f}"
        axes.text(j, i + 0.28, interval, ha="center", fontsize=SMALL, color=style.FAINT)
        if min(one["first_weight"], one["second_weight"]) >= 0.005:
            corners = [j - 0.47, j + 0.47, j + 0.47, j - 0.47, j - 0.47]
            heights = [i - 0.46, i - 0.46, i + 0.46, i + 0.46, i - 0.46]
            axes.plot(corners, heights, color=style.OBJECTIVE, linewidth=2.2)
    axes.imshow(shares, cmap=SHADES, vmin=0, vmax=1, aspect="auto")
    for axis, names, weights in ((axes.yaxis, rows, sent[0]), (axes.xaxis, cells, sent[1])):
        labels = [f"{name}\nsent in {100 * weights[name]:.0f} %" for name in names]
        axis.set_ticks(range(len(names)), labels)
        axis.set_tick_params(length=0)
    axes.xaxis.tick_top()
    axes.spines[:].set_visible(False)
    axes.set_ylabel(f"{seats[0]}, whose wins are told")
    axes.set_xlabel(f"{seats[1]}; below the shares: 95 % intervals")
    lines = [
        f"{one['first']} v {one['second']}: {share_words(one)}"
        for one in table.iter_rows(named=True)
    ]
    lines += [
        f"{seat} sends {name} in {100 * weight:.0f} %"
        for seat, weights in zip(seats, sent, strict=True)
        for name, weight in weights.items()
    ]
    return finish(figure, heading or f"How often {seats[0]} wins, by who plays", lines)
