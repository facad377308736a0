"""The chart of who wins how often."""

import polars as pl
from matplotlib.figure import Figure

from marengo.charts.chart_frame import (
    Row,
    chart,
    draw_rows,
    finish,
    head,
    look_of,
    percents,
    seat_sign,
    share_words,
)
from marengo.core.scenarios import games_by_seat
from marengo.lab.exchange import Frame, need

__all__ = ["win_chart"]


def win_chart(table: Frame) -> Figure:
    """Draw how often each seat wins, as points on their intervals.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        As :func:`marengo.lab.win_table` returns it. With a column ``scenario``, each scenario has
        a part of its own.

    Returns
    -------
    Figure
        A row for each seat and, thinner, for each kind of its victories; shares in per cent, on the
        right in digits.

    Raises
    ------
    ValueError
        If the table lacks a column or holds no game.
    """
    table = need(table, "a table of wins", ("winner", "kind", "games", "share", "low", "high"))
    parts = [table]
    if "scenario" in table.columns:
        parts = table.partition_by("scenario", maintain_order=True)
    count, lines = len(parts), list[str]()
    figure, panels = chart(9.5, 1.3 + 2.6 * count, nrows=count, sharex=True)
    for axes, part in zip(panels, parts, strict=True):
        won = part.filter(pl.col("games") > 0)
        games = round(won["games"][0] / won["share"][0]) if won.height else 0  # drawn ones as well
        rows = _rows(part, 2 if games >= 1000 else 1)
        draw_rows(axes, rows)
        axes.set_xlim(-0.02, 1.02)
        percents(axes)
        named = f"{part['scenario'][0]}: " if "scenario" in part.columns else ""
        if named:
            head(axes, f"{named}{games:,} games")
        lines += [f"{named}{row.told}" for row in rows]
    panels[-1].set_xlabel("share of all games; lines, and numbers in brackets: 95 % intervals")
    total = "" if count > 1 else f": {games:,} games"
    return finish(figure, f"How often each side wins{total}", lines)


def _rows(table: pl.DataFrame, digits: int) -> list[Row]:
    """Return the shares of one scenario: all victories of a seat before the kinds of them."""
    rows = []
    for part in table.partition_by("winner", maintain_order=True):
        seat = part["winner"][0]
        look, endings = look_of(seat), games_by_seat()[seat].endings
        for row in part.sort(pl.col("kind") != "any", maintain_order=True).iter_rows(named=True):
            kind, whole = row["kind"], row["kind"] == "any"
            label = f"{look.name} wins" if whole else endings.get(kind, kind)
            point = seat_sign(seat, 9 if whole else 6, filled=whole)
            value, ends, width = row["share"], (row["low"], row["high"]), 4.0 if whole else 2.0
            words = share_words(row, digits)
            rows.append(Row(label, words, value, ends, look.colour, width, point, strong=whole))
    return rows
