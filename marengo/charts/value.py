"""The chart of a search for the value of a game: the value and what best responses gain."""

import polars as pl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from marengo.charts import style
from marengo.charts.chart_frame import (
    chart,
    clean,
    even_line,
    finish,
    head,
    look_of,
    percents,
    seat_sign,
)
from marengo.lab.exchange import Frame, need

__all__ = ["value_plot"]


def value_plot(rounds: Frame, heading: str = "") -> Figure:
    """Draw how the value of a game was found, round by round.

    Parameters
    ----------
    rounds : polars.DataFrame or pandas.DataFrame
        Those of a :class:`~marengo.lab.analysis.ValueOfGame`.
    heading : str
        Default: the seat whose share it is.

    Returns
    -------
    Figure
        Above the value on its interval, inside a band from what it is if the second seat plays a
        best response, or by the rules of thumb if these gain more, to what it is if the first does;
        below what best responses gain.

    Raises
    ------
    ValueError
        If the table lacks a column, or has no row.
    """
    gains = "gain", "gain_low", "gain_high", "rule_gain"
    columns = ("round", "seat", *gains, "value", "low", "high")
    rounds = need(rounds, "rounds of a value", columns)
    first, second = seats = rounds["seat"].unique(maintain_order=True).to_list()
    figure, (above, below) = chart(8.0, 5.6, nrows=2, sharex=True, height_ratios=[3, 2])
    own = {seat: rows for (seat,), rows in rounds.partition_by("seat", as_dict=True).items()}
    numbers, value = own[first]["round"].to_list(), own[first]["value"]
    gained = {
        seat: rows.select(pl.max_horizontal("gain", "rule_gain", 0)).to_series()
        for seat, rows in own.items()
    }
    ends = value - gained[second], value + gained[first]
    above.fill_between(numbers, *ends, color=style.GAP, label="if one plays a best response")
    wide = value - own[first]["low"], own[first]["high"] - value
    above.errorbar(numbers, value, yerr=wide, color=style.INK, marker="o", markersize=5, zorder=3)
    even_line(above, len(seats))
    above.set_ylim(0, 1.03)
    percents(above, "y")
    clean(above, grid="y")
    above.legend(loc="upper right", framealpha=1.0, edgecolor="none")
    name = look_of(first).name
    head(above, f"how often {name} wins, by the mixtures of both")
    for seat, shift in zip(seats, (-0.08, 0.08), strict=True):
        rows = own[seat]
        places = [number + shift for number in numbers]
        wide = rows["gain"] - rows["gain_low"], rows["gain_high"] - rows["gain"]
        below.errorbar(
            places,
            rows["gain"],
            yerr=wide,
            ecolor=look_of(seat).dark,
            label=look_of(seat).name,
            **seat_sign(seat, 6),
        )
    below.axhline(0, color=style.FAINT, linewidth=0.8)
    percents(below, "y", points=True)
    clean(below, grid="y")
    below.set_xlim(min(numbers) - 0.5, max(numbers) + 0.5)
    below.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    below.set_xlabel("round; lines: 95 % intervals")
    below.legend(loc="best", framealpha=1.0, edgecolor="none")
    head(below, "what a best response gains, points")
    lines = [
        f"round {row['round']}: {100 * row['value']:.1f} % ({100 * row['low']:.1f} to "
        f"{100 * row['high']:.1f}), a best response gains {100 * row['gain']:.1f} points as "
        f"{look_of(row['seat']).name}"
        for row in rounds.iter_rows(named=True)
    ]
    return finish(figure, heading or f"The value of the game for {name}", lines)
