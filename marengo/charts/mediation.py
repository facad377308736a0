"""The chart of why a what-if changes the odds: a bar for each part of its effect."""

from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import chart, finish, label_rows, look_of, seat_named
from marengo.charts.tornado import effect_bar, effect_form
from marengo.lab.exchange import Frame, need

__all__ = ["mediation_plot"]


def mediation_plot(table: Frame, *, side: str | None = None, heading: str = "") -> Figure:
    """Draw how much of the effect of a what-if goes through what.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        As :func:`marengo.lab.analysis.mediation` returns it.
    side : str
        The seat whose win rate it is; default: the first of the games that there are.
    heading : str
        Default: what is drawn.

    Returns
    -------
    Figure
        A bar for the whole effect, one for each mediator, and one for what goes through none, with
        their intervals. They add up to the first.

    Raises
    ------
    ValueError
        If the table lacks a column or has no row.
    """
    table = need(table, "a table of mediation", ("through", "effect", "low", "high"))
    rows = table.to_dicts()
    bars = [{"value": row["effect"], "low": row["low"], "high": row["high"]} for row in rows]
    figure, (axes,) = chart(9.5, 1.8 + 0.42 * len(rows))
    form = effect_form(bars)
    texts = [effect_bar(axes, place, bar, form) for place, bar in enumerate(bars)]
    axes.axvline(0, color=style.INK, linewidth=1.2, zorder=3)
    label_rows(axes, [row["through"] for row in rows])
    axes.axhline(0.5, color=style.FAINT, linewidth=0.8)  # under the total
    axes.margins(x=0.06)
    name = look_of(seat_named(side, table)).name
    axes.set_xlabel(f"games that {name} wins more or less, points; lines: 95 % intervals")
    lines = [f"{row['through']}: {words}" for row, words in zip(rows, texts, strict=True)]
    return finish(figure, heading or f"Through what a change moves {name}'s odds", lines)
