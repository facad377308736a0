"""The chart of who wins how often."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from marengo.charts.chart_frame import (
    beside,
    chart,
    head,
    interval,
    label_rows,
    look_of,
    need,
    seat_sign,
    share_words,
    title,
)
from marengo.core.scenarios import games_by_seat
from marengo.lab.exchange import Frame

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
    parts = {"": table}
    if "scenario" in table.columns:
        groups = table.group_by("scenario", maintain_order=True)
        parts = {str(name): part for (name,), part in groups}
    count = len(parts)
    figure, panels = chart(9.5, 1.3 + 2.6 * count, nrows=count, sharex=True)
    numbers = set()
    for axes, (name, part) in zip(panels, parts.items(), strict=True):
        games = _wins(axes, part)
        numbers.add(games)
        if name:
            head(axes, f"{name}: {games:,} games")
    panels[-1].set_xlabel("share of all games; lines, and numbers in brackets: 95 % intervals")
    total = "" if count > 1 else f": {numbers.pop():,} games"
    title(figure, f"How often each side wins{total}")
    return figure


def _wins(axes: Axes, table: pl.DataFrame) -> int:
    """Draw the shares of one scenario and return the number of its games."""
    won = table.filter(pl.col("games") > 0)
    games = round(won["games"][0] / won["share"][0]) if won.height else 0  # drawn games as well
    winners = table["winner"].unique(maintain_order=True).to_list()
    rows = sorted(  # all victories of a seat before the kinds of them
        table.iter_rows(named=True),
        key=lambda row: (winners.index(row["winner"]), row["kind"] != "any"),
    )
    labels = []
    for place, row in enumerate(rows):
        _share(axes, place, row, games)
        name, words = look_of(row["winner"]).name, games_by_seat()[row["winner"]].endings
        kind = row["kind"]
        labels.append(f"{name} wins" if kind == "any" else words.get(kind, kind))
    label_rows(axes, labels)
    for label, row in zip(axes.get_yticklabels(), rows, strict=True):
        label.set_fontweight("bold" if row["kind"] == "any" else "normal")
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks([share / 100 for share in range(0, 101, 20)])
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    return games


def _share(axes: Axes, place: int, row: dict[str, Any], games: int) -> None:
    """Draw a share on its interval, and write both out at the right margin."""
    whole, seat = row["kind"] == "any", row["winner"]
    interval(axes, (row["low"], row["high"]), place, look_of(seat).colour, 4.0 if whole else 2.0)
    sign = seat_sign(seat, 9 if whole else 6, filled=whole)
    axes.plot(row["share"], place, **sign, clip_on=False, zorder=3)
    beside(axes, place, share_words(row, 2 if games >= 1000 else 1), strong=whole)
