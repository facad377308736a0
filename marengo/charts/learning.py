"""Charts of players that learn: how strong they became, and whether what they expect comes true."""

from matplotlib.figure import Figure

from marengo.charts.chart_frame import (
    Row,
    chart,
    clean,
    dashed_line,
    draw_rows,
    even_line,
    finish,
    look_of,
    percents,
    seat_sign,
)
from marengo.lab.exchange import Frame, need

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
    first, last = curve.row(0, named=True), curve.row(-1, named=True)
    lines = []
    for seat in seats:
        name, line = f"as {look_of(seat).name}", {"linestyle": "-", "linewidth": 1.6, "zorder": 2}
        axes.plot(curve["games"], curve[seat], **(seat_sign(seat, 6) | line), label=name)
        lines.append(
            f"{name}: {100 * first[seat]:.0f} % at first, {100 * last[seat]:.0f} % at last"
        )
    even_line(axes, len(seats))
    axes.set_ylim(0, 1.03)
    percents(axes, "y")
    clean(axes, grid="y")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("games learned from")
    axes.set_ylabel("share of games won")
    axes.legend(loc="best", framealpha=1.0, edgecolor="none")
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
    table = need(table, "a table of calibration", ("tenth", "turns", "said", "came", "low", "high"))
    figure, (axes,) = chart(8.5, 1.6 + 0.31 * table.height)
    dashed_line(axes, 0, along="y")
    rows, lines = list[Row](), list[str]()
    for row in table.iter_rows(named=True):
        estimate, came, turns = row["said"], row["came"], f"{row['turns']:,}"
        label = f"{10 * row['tenth']} to {10 * row['tenth'] + 10} %"
        words = f"{100 * estimate:.0f} %   {100 * came:.0f} %   {turns}"
        rows.append(Row(label, words, came - estimate, (row["low"], row["high"])))
        lines.append(
            f"{label}: said {100 * estimate:.1f} %, came {100 * came:.1f} %, {turns} turns"
        )
    draw_rows(axes, rows)
    axes.invert_yaxis()  # the highest tenth on top
    percents(axes, points=True)
    axes.set_ylabel("estimate")
    axes.set_xlabel(
        "share that came less mean estimate, points; lines: 95 % intervals clustered by game\n"
        "at the right: mean estimate, share that came, turns"
    )
    return finish(figure, heading, lines)
