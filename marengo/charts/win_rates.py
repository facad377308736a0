"""Charts of win rates: many rows on their intervals, differences of pairs, players by skill."""

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    beside,
    chart,
    clean,
    dashed_line,
    digits_of,
    finish,
    interval,
    look_of,
    need,
    percents,
    points_of_rate,
    seat_sign,
    share_words,
    signed,
)
from marengo.core.scenarios import games_by_seat
from marengo.lab.exchange import Frame

__all__ = ["difference_plot", "forest_plot", "skill_plot"]

_SHARE = ("share", "low", "high")

_SIGNS = {"more": ">", "less": "<", "open": "o"}
"""Of differences whose interval lies above zero, below it, or about it."""

_LINES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
_SHAPES = ("o", "s", "D", "^", "v", "P", "X", "*")
_COLOURS = ("#7b3f8c", "#117733", "#2e2a25", "#cc79a7", "#a15c00", "#56b4e9", "#0072b2", "#d55e00")
"""Of scenarios; those of the armies last."""


def _seat(side: str | None, table: pl.DataFrame) -> str:
    """Return a seat by name; without one the first of a table, or of the games that there are."""
    players = [name for name in table.columns if name.endswith("_player")]
    first = players[0].removesuffix("_player") if players else next(iter(games_by_seat()))
    return first if side is None else side


def _gainer(seat: str, verdict: str) -> tuple[str, str, str]:
    """Return who gains from a difference of a seat's win rate: name, colour and dark colour."""
    others = [other for other in games_by_seat()[seat].seat_names() if other != seat]
    gains = [seat] if verdict == "more" else others
    if len(gains) > 1:
        return "the others", style.FAINT, style.INK
    look = look_of(gains[0])
    return look.name, look.colour, look.dark


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
    seat = _seat(side, table)
    heading = heading or f"How often {look_of(seat).name} wins"
    rows = list(table.iter_rows(named=True))
    places, names = _rows_of(rows)
    figure, (axes,) = chart(9.5, 1.7 + 0.31 * (len(rows) + len(names)))
    digits = digits_of(table["games"])
    _reference(axes, rows, reference)
    for place, row in zip(places, rows, strict=True):
        interval(axes, (row["low"], row["high"]), place, look_of(seat).colour)
        axes.plot(row["share"], place, **seat_sign(seat, 7), zorder=3)
        beside(axes, place, f"{share_words(row, digits)}   {row['games']:,}")
    _labels(axes, places, [str(row["label"]) for row in rows], names)
    percents(axes)
    axes.margins(x=0.06)
    dashed = "" if reference is None else f"; dashed: {_named(reference)}"
    axes.set_xlabel(
        f"share of games that {look_of(seat).name} wins{dashed}\n"
        "lines, and numbers in brackets: 95 % intervals; at the right: games"
    )
    lines = [f"{row['label']}: {share_words(row, digits)}, {row['games']:,} games" for row in rows]
    return finish(figure, heading, lines)


def _named(reference: float | str) -> str:
    """Say what the reference is."""
    return reference if isinstance(reference, str) else f"{100 * reference:g} %"


def _rows_of(rows: list[dict[str, Any]]) -> tuple[list[float], dict[float, str]]:
    """Return where rows stand, and where the names of their groups do."""
    places: list[float] = []
    names: dict[float, str] = {}
    place, group = 0.0, None
    for row in rows:
        if row.get("group") is not None and row["group"] != group:
            group = row["group"]
            place += 0.4 if places else 0.0
            names[place] = str(group)
            place += 1
        places.append(place)
        place += 1
    return places, names


def _labels(axes: Axes, places: list[float], labels: list[str], names: dict[float, str]) -> None:
    """Write the labels of rows, and in bold the names of groups."""
    axes.set_yticks([*places, *names], [*labels, *names.values()])
    for text in axes.get_yticklabels()[len(places) :]:
        text.set_fontweight("bold")
    axes.set_ylim(places[-1] + 0.7, -0.7)
    clean(axes, grid="x")


def _reference(axes: Axes, rows: list[dict[str, Any]], reference: float | str | None) -> None:
    """Draw the line to compare with, and the band of the row that it is of."""
    if reference is None:
        return
    at = reference
    if isinstance(at, str):
        found = [row for row in rows if row["label"] == at]
        if not found:
            raise ValueError(f"reference: expected the label of a row, not {at!r}")
        at = float(found[0]["share"])
        axes.axvspan(found[0]["low"], found[0]["high"], color=style.GAP, alpha=0.6, zorder=0.5)
    dashed_line(axes, at, along="y")


def difference_plot(
    table: Frame, *, side: str | None = None, against: str = "", heading: str = ""
) -> Figure:
    """Draw by how much a side wins more or less often, as points on intervals about zero.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Columns ``label`` or else ``scenario`` String, ``difference`` Float64 of two shares, −1 to
        1, ``low`` and ``high``, the ends of its interval from pairs. With ``unpaired_low`` and
        ``unpaired_high``, the interval that games without common seeds would give is drawn faint.
        As :func:`marengo.lab.analysis.difference_table` returns it.
    side : str, optional
        The seat whose win rate it is, such as ``"french"``; default: the first of a game.
    against : str
        What is compared with, for the axis.
    heading : str
        Title of the figure; default: what is drawn.

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
    label = "label" if "label" in table.columns else "scenario"
    table = need(table, "a table of differences", (label, "difference", "low", "high"))
    seat = _seat(side, table)
    heading = heading or f"How much more often {look_of(seat).name} wins"
    rows = list(table.iter_rows(named=True))
    figure, (axes,) = chart(9.5, 1.9 + 0.36 * len(rows))
    axes.axvline(0, color=style.INK, linewidth=1.2, zorder=1)
    lines = [
        f"{row[label]}: {_difference(axes, place, row, seat)}" for place, row in enumerate(rows)
    ]
    _labels(axes, list(range(len(rows))), [str(row[label]) for row in rows], {})
    _span(axes, rows)
    points_of_rate(axes)
    compared = f" against {against}" if against else ""
    faint = "; faint: without pairing" if "unpaired_low" in table.columns else ""
    axes.set_xlabel(
        f"points of {look_of(seat).name}'s win rate{compared}\n"
        f"lines, and numbers in brackets: 95 % intervals{faint}"
    )
    corner: dict[str, Any] = {"transform": axes.transAxes, "va": "bottom", "fontsize": SMALL}
    for x, verdict, words in ((0.0, "less", "◀ for {}"), (1.0, "more", "for {} ▶")):
        name, _, dark = _gainer(seat, verdict)
        axes.text(x, 1.0, words.format(name), ha="right" if x else "left", color=dark, **corner)
    return finish(figure, heading, lines)


def _span(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """Let the axis hold zero and all ends, with some room."""
    names = ("low", "high", "unpaired_low", "unpaired_high")
    ends = [0.0, *(row[name] for row in rows for name in names if row.get(name) is not None)]
    room = 0.06 * (max(ends) - min(ends)) or 0.01
    axes.set_xlim(min(ends) - room, max(ends) + room)


def _difference(axes: Axes, place: int, row: dict[str, Any], seat: str) -> str:
    """Draw a difference on its intervals and return it in words."""
    verdict = "more" if row["low"] > 0 else "less" if row["high"] < 0 else "open"
    line, fill, edge, judged = style.FAINT, style.FACE, style.FAINT, "not shown either way"
    if verdict != "open":
        name, line, edge = _gainer(seat, verdict)
        fill, judged = line, f"for {name}"
    if row.get("unpaired_low") is not None:
        ends = (row["unpaired_low"], row["unpaired_high"])
        faint: dict[str, Any] = {"alpha": 0.35, "marker": "|", "markersize": 9, "zorder": 1.5}
        axes.plot(ends, [place, place], color=style.FAINT, linewidth=1.5, **faint)
    interval(axes, (row["low"], row["high"]), place, line)
    axes.plot(
        [row["difference"]],
        [place],
        marker=_SIGNS[verdict],
        markersize=9,
        color=fill,
        markeredgecolor=edge,
        markeredgewidth=1.4,
        linestyle="none",
        zorder=3,
    )
    numbers = [signed(100 * row[name]) for name in ("difference", "low", "high")]
    words = f"{numbers[0]}  ({numbers[1]} to {numbers[2]})"
    beside(axes, place, f"{words}  {judged}")
    return f"{words} points, {judged}"


def skill_plot(table: Frame, *, side: str | None = None, heading: str = "") -> Figure:
    """Draw how the win rate depends on who plays, the same player in all seats.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Columns ``scenario`` and ``player`` String, ``share`` Float64 of games that the side won,
        ``low`` and ``high``, the ends of its interval, all 0 to 1. Players in the order of their
        first row, the weakest first by custom. As :func:`marengo.lab.analysis.skill_table` returns
        it; at most eight scenarios.
    side : str, optional
        The seat whose win rate it is, such as ``"french"``; default: the first of a game.
    heading : str
        Title of the figure; default: what is drawn.

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
    seat = _seat(side, table)
    scenarios = table["scenario"].unique(maintain_order=True).to_list()
    players = table["player"].unique(maintain_order=True).to_list()
    if len(scenarios) > len(_SHAPES):
        raise ValueError(f"a table of skill: expected at most {len(_SHAPES)} scenarios: filter it")
    number = len(games_by_seat()[seat].seat_names())
    whole = "both sides" if number == 2 else "all seats"
    heading = heading or f"How often {look_of(seat).name} wins, by who plays {whole}"
    figure, (axes,) = chart(9.5, 4.6)
    dashed_line(axes, 1 / number, along="x")
    lines = []
    for place, scenario in enumerate(scenarios):
        rows = list(table.filter(pl.col("scenario") == scenario).iter_rows(named=True))
        shift = (place - (len(scenarios) - 1) / 2) * min(0.09, 0.5 / len(scenarios))
        at = [players.index(row["player"]) + shift for row in rows]
        _skill(axes, at, rows, place, str(scenario))
        lines += [f"{scenario}, {row['player']}: {share_words(row)}" for row in rows]
    axes.set_xticks(range(len(players)), [player.replace(":", ":\n") for player in players])
    axes.set_xlim(-0.4, len(players) - 0.6)
    percents(axes, "y")
    axes.set_ylabel(f"games that {look_of(seat).name} wins; bars: 95 % intervals")
    axes.set_xlabel(f"player on {whole}")
    clean(axes, grid="y")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return finish(figure, heading, lines)


def _skill(axes: Axes, at: list[float], rows: list[dict[str, Any]], number: int, name: str) -> None:
    """Draw the line of one scenario."""
    colour = _COLOURS[number]
    low, high, share = ([row[name] for row in rows] for name in ("low", "high", "share"))
    axes.vlines(at, low, high, colors=colour, linewidth=2.5, zorder=2)
    axes.plot(
        at,
        share,
        marker=_SHAPES[number],
        markersize=8,
        color=colour,
        linestyle=_LINES[number % len(_LINES)],
        linewidth=1.4,
        markeredgecolor=style.FACE,
        label=name,
        zorder=3,
    )
