"""Maps and a chart of the battle as it was: corps hour by hour on boards, and who came when."""

from collections.abc import Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from shapely.geometry import Polygon

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    Sign,
    chart,
    clock,
    finish,
    head,
    key,
    label_rows,
    look_of,
    seat_sign,
    sign,
)
from marengo.charts.figures import DRAWING
from marengo.games.marengo.armies import ARMY_NAMES, Army
from marengo.games.marengo.board import Board
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.screen.drawing.ground_map import (
    colour_of,
    lay,
    name_of,
    outline_legend,
    shape_of_map,
    write_beside,
)
from marengo.games.marengo.study.history import Arrival, Day, Stand, locality_at

__all__ = ["arrivals_plot", "hour_map", "hours_map", "start_map"]

_DOTS: Final[dict[str, str]] = {"austrian": "", "french": "....", "both": "xx"}
_TINTS: Final[dict[str, str]] = {
    **{army: look_of(army).light for army in ARMY_NAMES},
    "both": style.GAP,
}
_BOXES: Final = ("v", "^", "P")
"""Signs of the first game, of the second, and of all others."""


def start_map(*games: MarengoGame) -> Figure:
    """Draw where games begin, a map for each, north up.

    Dotted localities have the number of French pieces that are dealt to them, by the board's start
    symbols (B-6.5, T-4.7); boxes have their hours. ValueError without a game or polygons.
    """
    figure = _side_by_side([game.board for game in games])
    lines = []
    for game, axes in zip(games, figure.axes, strict=True):
        starts = {place.number: place.french_start for place in game.board.localities}
        starts = {number: count for number, count in starts.items() if count}
        for number, count in starts.items():
            _fill(axes, game.board, number, "french")
            at = Polygon(game.board.locality(number).polygon).representative_point()
            axes.text(at.x, at.y, str(count), va="center", ha="center", weight="bold", zorder=6)
        for entry in game.board.entries:
            if entry.at is not None:
                axes.plot(*entry.at, **_look(entry.army, now=True), zorder=6)
                hour = game.scenario.hours.get(entry.name)
                write_beside(axes, entry.at, f"{hour}:00", 6)
        there = ", ".join(f"{number}: {count}" for number, count in starts.items())
        lines.append(f"{name_of(game.board)}: French pieces at the start by locality: {there}")
    keys = [
        key(f"{look_of(army).name}: box, and its hour", **_look(army, now=True))
        for army in ARMY_NAMES
    ]
    outline_legend(figure, (), keys)
    heading = "Where both games begin" if len(games) == 2 else "Where the game begins"
    return finish(figure, heading, lines)


@DRAWING
def hour_map(day: Day, hour: int, *boards: Board) -> Figure:
    """Draw who stood where in one hour, on boards side by side, north up.

    Squares are Austrian corps, circles French ones; they are hollow, at the last place known, where
    no account places them in this hour. The others have the number of their locality in brackets,
    and it is tinted: dotted for the French, crossed for both armies.
    """
    figure = _side_by_side(boards)
    for board, axes in zip(boards, figure.axes, strict=True):
        armies: dict[int, set[str]] = {}
        for stand, now in day.standing(hour):
            number = locality_at(board, day.position(stand)) if now else None
            _sign(axes, day, stand, now, f" ({number})" if number else "")
            if number:
                armies.setdefault(number, set()).add(stand.army)
        for number, there in armies.items():
            _fill(axes, board, number, "both" if len(there) > 1 else there.pop())
    _legend(figure, hollow=True)
    lines = [*day.told(hour), *_standing(day, hour, boards)]
    return finish(figure, f"{hour}:00 to {hour + 1}:00", lines)


def hours_map(day: Day, hours: Sequence[int], *boards: Board, columns: int = 2) -> Figure:
    """Draw who stood where in several hours, with boards laid over one another.

    Only corps that an account places in these very hours are drawn. The boards are as in
    :func:`ground_map`. ``columns`` are maps in a row.
    """
    if not hours:
        raise ValueError("hours: expected at least one")
    rows = -(-len(hours) // columns)
    height = rows * (14.0 / columns * shape_of_map(boards) + 0.3) + 0.8
    figure = Figure(figsize=(14.0, height), layout="constrained")
    lines = []
    for place, hour in enumerate(hours):
        axes = figure.add_subplot(rows, columns, place + 1)
        lay(axes, boards, pale=True)
        for stand, now in day.standing(hour):
            if now:
                _sign(axes, day, stand, now)
        head(axes, f"{hour}:00", weight="bold")
        lines += [f"{hour}:00: {sentence}" for sentence in day.told(hour)]
    _legend(figure, boards)
    return finish(figure, "14 June 1800, by the accounts", lines)


def arrivals_plot(day: Day, *games: MarengoGame) -> Figure:
    """Draw when corps came by the accounts, and when games let their boxes be left.

    A bar runs from the first to the last hour in which accounts have a corps on the field; a sign
    for each game stands at the hour from which its box may be left (T-15.1, B-8.70).
    """
    figure, (axes,) = chart(11.0, 1.5 + 0.6 * len(day.arrivals))
    lines = []
    for place, arrival in enumerate(day.arrivals):
        if arrival.fought:
            first, last = min(arrival.fought), max(arrival.fought)
            look = look_of(arrival.army)
            fill = look.pale | {"hatch": _DOTS[arrival.army], "hatchcolor": look.dark}
            axes.barh(place, last - first, 0.6, left=first, **fill, zorder=1)
        opening = _openings(arrival, games)
        for number, hour in opening.items():
            axes.plot(hour, place + (0.12 if number else -0.12), **_box(number), zorder=3)
        hours = ", ".join(f"{games[n].scenario.name} {hour}:00" for n, hour in opening.items())
        lines.append(f"{arrival.corps}: {arrival.told}; box opens: {hours or 'in no game'}")
    label_rows(axes, [f"{row.corps}\n{row.told}" for row in day.arrivals])
    axes.tick_params(axis="y", labelsize=SMALL)
    clock(axes, range(6, 22))
    axes.set_xlabel("o'clock")
    keys = [key("on the field", color=style.FAINT, linewidth=7, alpha=0.4)]
    for number, game in enumerate(games):
        keys.append(key(f"box opens, {game.scenario.title}", **_box(number)))
    figure.legend(handles=keys, loc="outside lower center", ncols=4, frameon=False)
    heading = "Who came when: the accounts, and the turn tracks of the games"
    return finish(figure, heading, lines)


def _openings(arrival: Arrival, games: Sequence[MarengoGame]) -> dict[int, int]:
    """Return for the numbers of games the hour from which the box of an arrival may be left."""
    return {
        number: game.scenario.hours[arrival.boxes[game.board.name]]
        for number, game in enumerate(games)
        if game.board.name in arrival.boxes
    }


def _box(number: int) -> Sign:
    """Return how the hour of a game's box is drawn, the first game being 0."""
    return sign(_BOXES[min(number, len(_BOXES) - 1)], 10, colour_of(number))


def _side_by_side(boards: Sequence[Board]) -> Figure:
    """Make a figure with boards side by side, all on the same stretch of ground."""
    height = 15.0 / max(len(boards), 1) * shape_of_map(boards) + 0.9
    figure, panels = chart(15.0, height, ncols=len(boards))
    for axes, board in zip(panels, boards, strict=True):
        lay(axes, (board,), boards, alike=True)
        axes.set_title(name_of(board), fontsize=11, family="serif")
    return figure


def _fill(axes: Axes, board: Board, number: int, army: str) -> None:
    """Tint a locality as an army's, or as that of both."""
    look: dict[str, Any] = {
        "facecolors": _TINTS[army],
        "edgecolors": style.FAINT,
        "hatch": _DOTS[army],
    }
    ground, gid = [board.locality(number).polygon], f"{army} {number}"
    axes.add_collection(PolyCollection(ground, **look, linewidths=1.2, zorder=2.5, gid=gid))


def _sign(axes: Axes, day: Day, stand: Stand, now: bool, after: str = "") -> None:
    """Draw a corps with its name, full if an account places it in this hour."""
    at = day.position(stand)
    axes.plot(*at, **_look(stand.army, now), zorder=6 if now else 5, gid=f"corps {stand.corps}")
    distance = 6 if stand.army == "austrian" else -6  # so that facing corps leave room
    write_beside(axes, at, stand.corps + after, distance, style.INK if now else style.FAINT)


def _look(army: Army, now: bool) -> Sign:
    """Return how the corps of an army are drawn."""
    return seat_sign(army, 11 if now else 8, filled=now) | {"markeredgewidth": 1.4}


def _standing(day: Day, hour: int, boards: Sequence[Board]) -> list[str]:
    """Return in words where each corps stood that an account places in an hour."""
    lines = []
    for stand, now in day.standing(hour):
        at = day.position(stand)
        there = ", ".join(f"{name_of(b)} {locality_at(b, at) or 'beside it'}" for b in boards)
        if now:
            lines.append(f"{look_of(stand.army).name}, {stand.corps}: {stand.place} ({there})")
    return lines


def _legend(figure: Figure, boards: Sequence[Board] = (), *, hollow: bool = False) -> None:
    """Explain squares and circles, hollow signs, and the outlines of boards over one another."""
    words = {True: "", False: ", told of before"} if hollow else {True: ""}
    keys = [
        key(f"{look_of(army).name}{more}", **_look(army, now))
        for now, more in words.items()
        for army in ARMY_NAMES
    ]
    outline_legend(figure, boards, keys, pale=True)
