"""Small maps side by side, one for each hour."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import polars as pl
from matplotlib.figure import Figure

from marengo.charts.chart_frame import look_of
from marengo.core.errors import did_you_mean
from marengo.core.numbers import COUNT, WHOLE, takes
from marengo.games.marengo.armies import ARMY_NAMES, Army, check_army
from marengo.games.marengo.board import Board
from marengo.games.marengo.study import presence as sums
from marengo.lab.exchange import Frame
from marengo.screens.marengo.study_maps import areas, base_map, flows, fronts

__all__ = ["small_multiples"]

MapKind = Literal["strength", "share", "loss", "flow", "front"]

# How much larger signs are on small maps.
_HALF: Final = 2.1 * areas.HALF
_WIDEST: Final = 2.0 * flows.WIDEST
_FRONT: Final = 12.0


class Shown(NamedTuple):
    """Contents of a kind of maps: their heading, the unit, and the column with the values."""

    heading: str
    unit: str
    column: str


KINDS: Final[dict[MapKind, Shown]] = {
    "strength": Shown("Mean strength at the end of the hour", "strength points", "strength"),
    "share": Shown(
        "How often localities are held at the end of the hour",
        "share of games with a piece there",
        "share",
    ),
    "loss": Shown("Strength lost during the hour", "mean, strength points", "lost"),
    "flow": Shown("Where strength goes during the hour", "mean, strength points", "strength"),
    "front": Shown(
        "Whose ground it is at the end of the hour",
        "of the games in which a locality is held; blank: held in under 5 % of the games",
        "share",
    ),
}


@takes(hours=WHOLE, games=COUNT, columns=COUNT)
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
    if kind not in KINDS:
        listed, meant = ", ".join(KINDS), did_you_mean(kind, KINDS)
        raise ValueError(f"kind: expected one of {listed}, not {kind!r}{meant}")
    if not hours:
        raise ValueError("hours: expected at least one")
    if columns < 1:
        raise ValueError(f"columns: expected 1 or more, not {columns}")
    army = None if side is None else check_army(side)
    tables = _tables(board, presence, hours, games, kind)
    if army is not None and kind != "front":
        tables = {name: table.filter(pl.col("side") == army) for name, table in tables.items()}
    heading, unit, _ = KINDS[kind]
    return base_map.study_map(
        board,
        tables,
        _layer(kind, army, pl.concat(tables.values())),
        heading=f"{heading}, {look_of(army).name}" if army and kind != "front" else heading,
        note=f"{unit}; {games:,} games",
        lines=[_told(name, table, kind) for name, table in tables.items()],
        columns=columns,
    )


def _tables(
    board: Board, presence: Frame, hours: Sequence[int], games: int, kind: MapKind
) -> dict[str, pl.DataFrame]:
    """Return what is drawn, by the names of the hours."""
    if reader := {"loss": sums.losses, "flow": sums.flows}.get(kind):
        return {f"{h}:00": reader(board, presence, games=games, hours=[h]) for h in hours}
    means = sums.held(board, presence, games=games, hours=hours)
    return {f"{hour}:00": means.filter(pl.col("hour") == hour) for hour in hours}


def _layer(kind: MapKind, army: Army | None, table: pl.DataFrame) -> base_map.Layer:
    """Return what lies on all maps of a kind."""
    _, unit, column = KINDS[kind]
    if kind == "front":
        return fronts.fronts(_FRONT)
    if kind == "flow":
        most = flows.strongest(table)
        armies = [army] if army else ARMY_NAMES
        return flows.arrows(most, armies, flows.SHARE * most, _WIDEST)
    most = base_map.largest(table, column)
    if army is None or kind == "loss":
        return areas.halves(column, most, f"{unit}; area counts", radius=_HALF)
    return areas.shades(army, "share" if kind == "share" else "strength", most)


def _told(name: str, table: pl.DataFrame, kind: MapKind) -> str:
    """Return in words the largest figures of an hour."""
    column = KINDS[kind].column
    top = table.sort(column, "side", "locality", descending=[True, False, False]).head(5)
    columns = top.select("side", "locality", column)
    rows = [f"{look_of(side).name} {n} {value:.2f}" for side, n, value in columns.iter_rows()]
    return f"{name}, the largest: {', '.join(rows) or 'none'}"
