"""Charts of who wins how often: by seat, in many rows, by how much more often, and by skill."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    Row,
    chart,
    clean,
    dashed_line,
    digits_of,
    draw_rows,
    even_line,
    finish,
    head,
    legend_beside,
    look_of,
    percents,
    seat_named,
    seat_sign,
    share_words,
    sign,
    signed,
)
from marengo.core.numbers import REAL, takes
from marengo.core.scenarios import games, games_by_seat
from marengo.lab.exchange import Frame, collected, need

__all__ = ["difference_plot", "forest_plot", "skill_plot", "win_chart"]

_SHARE = ("share", "low", "high")

_LINES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
SHAPES = ("o", "s", "D", "^", "v", "P", "X", "*")
COLOURS = ("#7b3f8c", "#117733", "#2e2a25", "#cc79a7", "#a15c00", "#56b4e9", "#0072b2", "#d55e00")
"""Colours of scenarios; those of the armies last."""


def _gainer(seat: str, *, gains: bool) -> tuple[str, str, str]:
    """Return who is better off if a seat gains or loses: name, colour and dark colour."""
    others = [other for other in games_by_seat()[seat].seat_names() if other != seat]
    if not gains and len(others) > 1:
        return "the others", style.FAINT, style.INK
    look = look_of(seat if gains else others[0])
    return look.name, look.colour, look.dark


@takes(reference=REAL)
def forest_plot(
    table: Frame,
    *,
    reference: float | str | None = 0.5,
    side: str | None = None,
    heading: str = "",
) -> Figure:
    """Draw how often a side wins in many rows, each a point on its interval.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Columns ``label`` String, ``games`` Int64, ``share`` Float64 of the games that the side
        won, ``low`` and ``high``, the ends of its interval, all 0 to 1. With a column ``group``,
        rows of a group stand together below its name, in the order of the table.
    reference : float or str, optional
        A share, or the label of the row, at which a line is drawn to compare with; of a row with
        its interval as a band.
    side : str, optional
        The seat whose win rate it is, such as ``"french"``; default: the first of a game.
    heading : str
        Title of the figure; default: what is drawn.

    Returns
    -------
    Figure
        Shares in per cent, written out on the right; beside them the number of games.

    Raises
    ------
    ValueError
        If the table lacks a column or has no row, or the reference is the label of none.
    """
    table = need(table, "a table of win rates", ("label", "games", *_SHARE))
    seat = seat_named(side, table)
    name, colour, point = look_of(seat).name, look_of(seat).colour, seat_sign(seat, 7)
    digits, group = digits_of(table["games"]), None
    rows, lines = list[Row](), list[str]()
    for row in table.iter_rows(named=True):
        if row.get("group") not in (None, group):
            group = row["group"]
            rows.append(Row(str(group), strong=True))
        words, games, label = share_words(row, digits), f"{row['games']:,}", str(row["label"])
        ends = (row["low"], row["high"])
        rows.append(Row(label, f"{words}   {games}", row["share"], ends, colour, point=point))
        lines.append(f"{label}: {words}, {games} games")
    figure, (axes,) = chart(9.5, 1.7 + 0.31 * len(rows))
    draw_rows(axes, rows, room=0.7)
    compared = _reference(axes, table, reference)
    percents(axes)
    axes.margins(x=0.06)
    axes.set_xlabel(
        f"share of games that {name} wins{compared}\n"
        "lines, and numbers in brackets: 95 % intervals; at the right: games"
    )
    return finish(figure, heading or f"How often {name} wins", lines)


def _reference(axes: Axes, table: pl.DataFrame, reference: float | str | None) -> str:
    """Draw the line to compare with, and the band of the row that it is of; say what it is."""
    if reference is None:
        return ""
    at, words = reference, reference if isinstance(reference, str) else f"{100 * reference:g} %"
    if isinstance(at, str):
        matches = table.filter(pl.col("label") == at)
        if matches.is_empty():
            raise ValueError(f"reference: expected the label of a row, not {at!r}")
        at, low, high = matches.select(_SHARE).row(0)
        axes.axvspan(low, high, color=style.GAP, alpha=0.6, zorder=0.5)
    dashed_line(axes, at, along="y")
    return f"; dashed: {words}"


@takes()
def difference_plot(
    table: Frame,
    *,
    side: str | None = None,
    against: str = "",
    intervals: str = "95 % intervals",
    heading: str = "",
) -> Figure:
    """Draw by how much a side wins more or less often, as points on intervals about zero.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Columns ``label`` or else ``scenario`` String, ``difference`` Float64 of two shares, −1 to
        1, ``low`` and ``high``, the ends of its interval from pairs. With ``unpaired_low`` and
        ``unpaired_high``, the interval that games without common seeds would give is drawn faint.
        As :func:`marengo.lab.analysis.difference_table` returns it.
    side, heading
        As for :func:`forest_plot`.
    against, intervals : str
        What is compared with, and what the intervals are, for the axis.

    Returns
    -------
    Figure
        Differences in points of the win rate. Signs point to where the interval lies: a triangle
        to the right or the left, in the colour of the army that gains, or a hollow circle if the
        interval holds zero.

    Raises
    ------
    ValueError
        If the table lacks a column or has no row.
    """
    table = collected(table)
    label = "label" if "label" in table.columns else "scenario"
    table = need(table, "a table of differences", (label, "difference", "low", "high"))
    seat, lines = seat_named(side, table), list[str]()
    name, rows = look_of(seat).name, list[Row]()
    figure, (axes,) = chart(9.5, 1.9 + 0.36 * table.height)
    axes.axvline(0, color=style.INK, linewidth=1.2, zorder=1)
    for place, row in enumerate(table.iter_rows(named=True)):
        marker, colour, edge, judged = "o", style.FAINT, style.FAINT, "not shown either way"
        if row["low"] > 0 or row["high"] < 0:
            marker = ">" if row["low"] > 0 else "<"
            gainer, colour, edge = _gainer(seat, gains=marker == ">")
            judged = f"for {gainer}"
        fill = style.FACE if marker == "o" else colour
        value, ends = row["difference"], (row["low"], row["high"])
        number, low, high = (signed(100 * share) for share in (value, *ends))
        words = f"{number}  ({low} to {high})"
        point = sign(marker, 9, fill, edge, markeredgewidth=1.4)
        rows.append(Row(str(row[label]), f"{words}  {judged}", value, ends, colour, point=point))
        lines.append(f"{row[label]}: {words} points, {judged}")
        if row.get("unpaired_low") is not None:
            faint: dict[str, Any] = {"alpha": 0.35, "marker": "|", "markersize": 9, "zorder": 1.5}
            without = (row["unpaired_low"], row["unpaired_high"])
            axes.plot(without, [place] * 2, color=style.FAINT, linewidth=1.5, **faint)
    draw_rows(axes, rows, room=0.7)
    axes.margins(x=0.06)
    percents(axes, points=True)
    compared = f" against {against}" if against else ""
    faintly = "; faint: without pairing" if "unpaired_low" in table.columns else ""
    axes.set_xlabel(
        f"points of {name}'s win rate{compared}\n"
        f"lines, and numbers in brackets: {intervals}{faintly}"
    )
    corner: dict[str, Any] = {"transform": axes.transAxes, "va": "bottom", "fontsize": SMALL}
    for x, ha, words in ((0.0, "left", "◀ for {}"), (1.0, "right", "for {} ▶")):
        gainer, _, dark = _gainer(seat, gains=x > 0)
        axes.text(x, 1.0, words.format(gainer), ha=ha, color=dark, **corner)
    return finish(figure, heading or f"How much more often {name} wins", lines)


def skill_plot(table: Frame, *, side: str | None = None, heading: str = "") -> Figure:
    """Draw how the win rate depends on who plays, the same player in all seats.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Columns ``scenario`` and ``player`` String, ``share`` Float64 of games that the side won,
        ``low`` and ``high``, the ends of its interval, all 0 to 1. Players in the order of their
        first row, the weakest first by custom. As :func:`marengo.lab.analysis.skill_table` returns
        it; at most eight scenarios.
    side, heading
        As for :func:`forest_plot`.

    Returns
    -------
    Figure
        A line for each scenario, each with signs of its own.

    Raises
    ------
    ValueError
        If the table lacks a column, has no row or too many scenarios.
    """
    table = need(table, "a table of skill", ("scenario", "player", *_SHARE))
    seat = seat_named(side, table)
    scenarios = table.partition_by("scenario", maintain_order=True)
    players = table["player"].unique(maintain_order=True).to_list()
    if len(scenarios) > len(SHAPES):
        raise ValueError(f"a table of skill: expected at most {len(SHAPES)} scenarios: filter it")
    number, name = len(games_by_seat()[seat].seat_names()), look_of(seat).name
    whole = "both sides" if number == 2 else "all seats"
    figure, (axes,) = chart(9.5, 4.6)
    even_line(axes, number)
    lines = []
    for place, part in enumerate(scenarios):
        shift = (place - (len(scenarios) - 1) / 2) * min(0.09, 0.5 / len(scenarios))
        at = [players.index(player) + shift for player in part["player"]]
        scenario, colour, line = part["scenario"][0], COLOURS[place], _LINES[place % len(_LINES)]
        axes.vlines(at, part["low"], part["high"], colors=colour, linewidth=2.5, zorder=2)
        point = sign(SHAPES[place], 8, colour, style.FACE, linestyle=line, linewidth=1.4)
        axes.plot(at, part["share"], **point, label=scenario, zorder=3)
        rows = part.iter_rows(named=True)
        lines += [f"{scenario}, {row['player']}: {share_words(row)}" for row in rows]
    axes.set_xticks(range(len(players)), [player.replace(":", ":\n") for player in players])
    axes.set_xlim(-0.4, len(players) - 0.6)
    percents(axes, "y")
    axes.set_ylabel(f"games that {name} wins; bars: 95 % intervals")
    axes.set_xlabel(f"player on {whole}")
    clean(axes, grid="y")
    legend_beside(axes)
    return finish(figure, heading or f"How often {name} wins, by who plays {whole}", lines)


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
    table = need(table, "a table of wins", ("winner", "kind", "games", *_SHARE))
    parts = [table]
    if "scenario" in table.columns:
        parts = table.partition_by("scenario", maintain_order=True)
    count, lines = len(parts), list[str]()
    tallest = max(part.height for part in parts)
    high = max(2.6, 0.28 * tallest)  # inches
    figure, panels = chart(9.5, 1.3 + high * count, nrows=count, sharex=True)
    for axes, part in zip(panels, parts, strict=True):
        won = part.filter(pl.col("games") > 0)
        games = round(won["games"][0] / won["share"][0]) if won.height else 0  # drawn ones as well
        rows = _endings(part, 2 if games >= 1000 else 1)
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


def _endings(table: pl.DataFrame, digits: int) -> list[Row]:
    """Return the shares of one scenario: all victories of a seat before the kinds of them."""
    rows = []
    for part in table.partition_by("winner", maintain_order=True):
        seat = part["winner"][0]
        look = look_of(seat)
        with_seat = [game for game in games().values() if seat in game.seat_names()]
        endings = {kind: text for game in with_seat for kind, text in game.endings.items()}
        for row in part.sort(pl.col("kind") != "any", maintain_order=True).iter_rows(named=True):
            kind, whole = row["kind"], row["kind"] == "any"
            label = f"{look.name} wins" if whole else endings.get(kind, kind)
            point = seat_sign(seat, 9 if whole else 6, filled=whole)
            value, ends, width = row["share"], (row["low"], row["high"]), 4.0 if whole else 2.0
            words = share_words(row, digits)
            rows.append(Row(label, words, value, ends, look.colour, width, point, strong=whole))
    return rows
