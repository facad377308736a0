"""Charts of players that learn: how strong they became, and whether what they expect comes true."""

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from marengo.charts import style
from marengo.charts.chart_frame import (
    beside,
    chart,
    clean,
    diamond,
    finish,
    interval,
    look_of,
    need,
    percents,
    seat_sign,
    signed,
)
from marengo.lab.exchange import Frame

__all__ = ["calibration_plot", "learning_chart"]


def learning_chart(curve: Frame) -> Figure:
    """Draw how a player became stronger while it learned.

    Parameters
    ----------
    curve : polars.DataFrame or pandas.DataFrame
        The curve of :func:`marengo.lab.learn`: ``games``, and for each seat the share that it got.

    Returns
    -------
    Figure
        A line for each seat, over the games learned from.

    Raises
    ------
    ValueError
        If the curve lacks a column or has no row.
    """
    curve = need(curve, "a curve of learning", ("games", "seconds"))
    seats = [name for name in curve.columns if name not in ("games", "seconds")]
    figure, (axes,) = chart(8.0, 3.8)
    for seat in seats:
        look = look_of(seat)
        axes.plot(curve["games"], curve[seat], color=look.colour, linewidth=1.6, zorder=2)
        axes.plot(curve["games"], curve[seat], **seat_sign(seat, 6), label=f"as {look.name}")
    axes.axhline(1 / len(seats), color=style.INK, linewidth=1.2, linestyle=(0, (4, 2)), zorder=1)
    axes.set_ylim(0, 1.03)
    percents(axes, "y")
    clean(axes, grid="y")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda games, _: f"{games:,.0f}"))
    axes.set_xlabel("games learned from")
    axes.set_ylabel("share of games won")
    axes.legend(loc="best", framealpha=1.0, edgecolor="none")
    first, last = curve.row(0, named=True), curve.row(-1, named=True)
    lines = [
        f"as {look_of(seat).name}: {100 * before:.0f} % at first, {100 * after:.0f} % at last"
        for seat, before, after in ((seat, first[seat], last[seat]) for seat in seats)
    ]
    return finish(figure, f"Learning from {last['games']:,} games", lines)


def calibration_plot(table: Frame, heading: str = "What was said, and what came") -> Figure:
    """Draw how far what came of turns lies from what had been said of them.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Of :func:`marengo.lab.analysis.calibration_table`.
    heading : str
        Title of the figure.

    Returns
    -------
    Figure
        A row for each tenth of the estimate: the difference in points on its interval; at the
        right the mean estimate, the share that came, and the number of turns.

    Raises
    ------
    ValueError
        If the table lacks a column or has no row.
    """
    columns = ("tenth", "turns", "said", "came", "low", "high")
    table = need(table, "a table of calibration", columns)
    figure, (axes,) = chart(8.5, 1.6 + 0.31 * table.height)
    axes.axvline(0, color=style.INK, linewidth=1.2, linestyle=(0, (4, 2)), zorder=1)
    labels = [f"{10 * tenth} to {10 * tenth + 10} %" for tenth in table["tenth"]]
    lines = []
    for place, row in enumerate(table.iter_rows(named=True)):
        away = row["came"] - row["said"]
        if row["low"] is not None:
            interval(axes, (row["low"], row["high"]), place, style.OBJECTIVE)
        axes.plot(away, place, **diamond(7), zorder=3)
        words = f"{100 * row['said']:.0f} %   {100 * row['came']:.0f} %   {row['turns']:,}"
        beside(axes, place, words)
        lines.append(
            f"{labels[place]}: said {100 * row['said']:.1f} %, came {100 * row['came']:.1f} %, "
            f"{row['turns']:,} turns"
        )
    axes.set_yticks(range(table.height), labels)
    axes.set_ylim(-0.6, table.height - 0.4)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(100 * value, "g")))
    clean(axes, grid="x")
    axes.set_ylabel("estimate")
    axes.set_xlabel(
        "share that came less mean estimate, points; lines: 95 % intervals clustered by game\n"
        "at the right: mean estimate, share that came, turns"
    )
    return finish(figure, heading, lines)
