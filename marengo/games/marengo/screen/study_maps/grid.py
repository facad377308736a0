"""Small maps side by side, one for each hour."""

from collections.abc import Sequence
from typing import Final, Literal, get_args

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, look_of
from marengo.charts.figures import tell
from marengo.core.errors import did_you_mean
from marengo.games.marengo.armies import ARMY_NAMES, Army, check_army
from marengo.games.marengo.board import Board
from marengo.games.marengo.screen.drawing.layout import Layout
from marengo.games.marengo.screen.study_maps import areas, base_map, flows, fronts
from marengo.games.marengo.screen.study_maps import presence as sums
from marengo.lab.exchange import Frame

__all__ = ["small_multiples"]

MapKind = Literal["strength", "share", "loss", "flow", "front"]

_HALF: Final = 2.1
_WIDEST: Final = 2.0
"""How much larger signs are on small base_map."""


def small_multiples(
    board: Board,
    presence: Frame,
    *,
    hours: Sequence[int],
    games: int,
    kind: MapKind = "strength",
    side: str | None = None,
    columns: int = 3,
) -> Figure:
    """Draw a small map for each of some hours, all at one scale.

    Parameters
    ----------
    board, presence, games
        As for the large map of that kind.
    hours : sequence of int
        Hours of the 24-hour clock.
    kind : str
        ``"strength"`` or ``"share"``, see :func:`presence_map`; without a side as half discs of
        both; ``"loss"``, see :func:`loss_map`; ``"flow"``, see :func:`flow_map`; ``"front"``, see
        :func:`front_map`.
    side : str, optional
        ``"austrian"`` or ``"french"``; default: both. A front is of both.
    columns : int
        Maps in a row.

    Returns
    -------
    Figure
        Row by row, hour by hour.

    Raises
    ------
    ValueError
        If there is no such kind, no hour or no column of maps; else as for :func:`presence_map`.
    """
    if kind not in get_args(MapKind):
        listed, meant = ", ".join(get_args(MapKind)), did_you_mean(kind, get_args(MapKind))
        raise ValueError(f"kind: expected one of {listed}, not {kind!r}{meant}")
    if not hours:
        raise ValueError("hours: expected at least one")
    if columns < 1:
        raise ValueError(f"columns: expected 1 or more, not {columns}")
    army = None if side is None else check_army(side)
    tables = _tables(board, presence, hours, games, kind)
    if army is not None and kind != "front":
        tables = {hour: table.filter(pl.col("side") == army) for hour, table in tables.items()}
    figure, charts, plan = base_map.map_grid(board, len(hours), columns)
    for axes, hour in zip(charts, hours, strict=True):
        axes.set_title(f"{hour}:00", fontsize=SMALL + 1, weight="bold", color=style.INK, pad=2)
    _paint(figure, dict(zip(hours, charts, strict=True)), plan, tables, kind, army)
    of = f", {look_of(army).name}" if army and kind != "front" else ""
    heading = f"{_HEADINGS[kind]}{of}"
    base_map.heading(figure, heading, f"{_UNITS[kind]}; {games:,} games")
    return tell(figure, "\n".join([f"{heading}: {_UNITS[kind]}", *_told(tables, kind)]))


_HEADINGS: dict[MapKind, str] = {
    "strength": "Mean strength at the end of the hour",
    "share": "How often localities are held at the end of the hour",
    "loss": "Strength lost during the hour",
    "flow": "Where strength goes during the hour",
    "front": "Whose ground it is at the end of the hour",
}
_UNITS: dict[MapKind, str] = {
    "strength": "strength points",
    "share": "share of games with a piece there",
    "loss": "mean, strength points",
    "flow": "mean, strength points",
    "front": "of the games in which a locality is held; blank: held in under 5 % of the games",
}


def _tables(
    board: Board, presence: Frame, hours: Sequence[int], games: int, kind: MapKind
) -> dict[int, pl.DataFrame]:
    """Return what is drawn, for each hour."""
    if kind == "loss":
        return {
            hour: sums.losses(board, presence, games=games, hours=[hour]).rename({"lost": "value"})
            for hour in hours
        }
    if kind == "flow":
        return {hour: sums.flows(board, presence, games=games, hours=[hour]) for hour in hours}
    whole = sums.held(board, presence, games=games, hours=hours)
    if kind != "front":
        whole = whole.with_columns(value=pl.col(kind))
    return {hour: whole.filter(pl.col("hour") == hour) for hour in hours}


def _paint(
    figure: Figure,
    charts: dict[int, Axes],
    plan: Layout,
    tables: dict[int, pl.DataFrame],
    kind: MapKind,
    army: Army | None,
) -> None:
    """Draw all maps of a kind and what their signs mean, at one scale."""
    first = next(iter(charts.values()))
    every = pl.concat(list(tables.values()))
    if kind == "front":
        for hour, axes in charts.items():
            fronts.paint_chances(axes, plan, fronts.french_chances(tables[hour]))
            fronts.paint_front(axes, plan, tables[hour], width=12.0)
        fronts.fronts_legend(figure)
    elif kind == "flow":
        most, wide = flows.strongest(every), _WIDEST * flows.WIDEST
        for hour, axes in charts.items():
            flows.paint_flows(axes, plan, tables[hour], most, flows.SHARE * most, wide)
        flows.flows_legend(figure, first, plan, most, [army] if army else list(ARMY_NAMES), wide)
    elif army is None or kind == "loss":
        most, radius = areas.largest(every), _HALF * areas.HALF
        for hour, axes in charts.items():
            areas.paint_halves(axes, plan, tables[hour], most, numbers=False, radius=radius)
        text = f"{_UNITS[kind]}; area counts"
        areas.halves_legend(figure, first, plan, most, text, radius)
    else:
        measure: areas.Measure = "share" if kind == "share" else "strength"
        limits = areas.presence_limits({0: areas.largest(every)}, measure)
        for hour, axes in charts.items():
            values = dict(tables[hour].select("locality", "value").iter_rows())
            areas.paint_presence(axes, plan, values, army, limits)
        words, percent = areas.MEASURES[measure], measure == "share"
        base_map.scale(figure, base_map.army_colours(army), limits, words, percent=percent)


def _told(tables: dict[int, pl.DataFrame], kind: MapKind) -> list[str]:
    """Return in words the largest figures of each hour."""
    lines = []
    value = {"flow": "strength", "front": "share"}.get(kind, "value")
    for hour, table in tables.items():
        top = table.sort(value, "side", "locality", descending=[True, False, False]).head(5)
        rows = [
            f"{look_of(row['side']).name} {row['locality']} {row[value]:.2f}"
            for row in top.iter_rows(named=True)
        ]
        lines.append(f"{hour}:00, the largest: {', '.join(rows) or 'none'}")
    return lines
