"""Boards laid over the ground they stand for, north up, and the battle as it was on it.

Other maps of boards are drawn as they were printed; these are drawn in degrees, WGS84.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import shapely
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MultipleLocator
from shapely.geometry import Polygon

from marengo.charts import style
from marengo.charts.chart_frame import (
    SMALL,
    Sign,
    chart,
    clock,
    diamond,
    finish,
    head,
    key,
    label_rows,
    look_of,
    seat_sign,
    sign,
)
from marengo.charts.figures import DRAWING
from marengo.core.numbers import COUNT, POSITIVE, WHOLE, takes
from marengo.games.marengo.armies import ARMY_NAMES, Army
from marengo.games.marengo.board import Board, Point
from marengo.games.marengo.board.geometry import METRES_PER_DEGREE
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.study.history import Day, Stand, locality_at
from marengo.screens.marengo.drawing.symbols import add_areas, add_lines

__all__ = ["arrivals_plot", "ground_map", "hour_map", "hours_map", "start_map"]

_HALO: Final = [withStroke(linewidth=2.5, foreground=style.FACE)]
"""Outline that makes words readable on any ground."""

_KILOMETRE: Final = (1000 / METRES_PER_DEGREE[0], 1000 / METRES_PER_DEGREE[1])
_ASPECT: Final = METRES_PER_DEGREE[1] / METRES_PER_DEGREE[0]
_MARGIN: Final = 0.25  # kilometres around the boards
_WIDE: Final = 11.0  # inches in which a legend has four columns
_PALE: Final = 0.5  # opacity of outlines that step back

_OUTLINES: Final[tuple[dict[str, Any], ...]] = (
    {"color": "#009e73", "linestyle": (0, (4, 1.6)), "linewidth": 1.5},
    {"color": "#7a6f5d", "linestyle": "-", "linewidth": 0.9},
    {"color": "#cc79a7", "linestyle": ":", "linewidth": 1.6},
)
"""Lines around localities of the first board, of the second and of all others."""

_DOTS: Final[dict[str, str]] = {"austrian": "", "french": "....", "both": "xx"}
_TINTS: Final = {army: look_of(army).light for army in ARMY_NAMES} | {"both": style.GAP}
_BOXES: Final = ("v", "^", "P")
"""Signs of the first game, of the second, and of all others."""


@takes(width=POSITIVE)
def ground_map(day: Day, *boards: Board, width: float = 11.0) -> Figure:
    """Draw boards over one another on the ground they stand for, with places of a day.

    Places are full diamonds where the ground itself gives the position, hollow ones where it was
    read off a board. Its words say what each board has there. ``width`` is in inches; ValueError
    without a board that has polygons.
    """
    figure, (axes,) = chart(width, width * _shape_of_map(boards) + 0.6)
    _lay(axes, boards)
    _degrees(axes)
    for name, place in day.places.items():
        axes.plot(*place.at, **_place_sign(place.village), zorder=6)
        _write_beside(axes, place.at, name, 7)
    meanings = (("village, where it truly lies", True), ("place read off a board", False))
    _outline_legend(figure, boards, [key(words, **_place_sign(of)) for words, of in meanings])
    lines = []
    for row in day.places_on(*boards).iter_rows(named=True):
        localities = ", ".join(f"{_name_of(b)} {row[b.name] or 'nothing'}" for b in boards)
        lines.append(f"Where {row['place']} lies: {localities}")
    names = " and ".join(_name_of(board) for board in boards)
    return finish(figure, f"{names} on the same ground", lines)


def _place_sign(village: bool) -> Sign:
    """Return how a place looks."""
    return diamond(7) | {"color": style.INK if village else style.FACE, "markeredgewidth": 1.0}


def _name_of(board: Board) -> str:
    """Return what a board is called."""
    return board.title or board.name


def _shape_of_map(boards: Sequence[Board]) -> float:
    """Return the height of a map of boards as a share of its width; ValueError without polygons."""
    west, south, east, north = _bounds(boards)
    return (north - south) * _ASPECT / (east - west)


def _lay(
    axes: Axes,
    boards: Sequence[Board],
    within: Sequence[Board] = (),
    *,
    pale: bool = False,
    alike: bool = False,
) -> None:
    """Draw the ground of boards, in degrees: land, water, outlines of localities, a kilometre.

    The ground shown is that of the boards ``within``; default: of all drawn. ``pale`` outlines step
    back, and ``alike`` ones are all drawn like the second board's.
    """
    west, south, east, north = _bounds(within or boards)
    axes.set(xlim=(west, east), ylim=(south, north), xticks=[], yticks=[])
    axes.set_aspect(_ASPECT)
    axes.set_facecolor(style.MARGIN)
    for number, board in enumerate(boards):
        rings = [place.polygon for place in board.localities]
        water = [a.line for a in board.approaches if a.opposite is None and a.line and a.impassable]
        look = _outline(1 if alike else number) | {"alpha": _PALE if pale else 1.0}
        lines = LineCollection(_borders(board), **look, zorder=3, gid=f"localities of {board.name}")
        axes.add_collection(PolyCollection(rings, facecolors=style.PAPER, zorder=1))
        add_lines(axes, water, style.WATER, 5, zorder=2)
        axes.add_collection(lines)
    start = (west + 0.2 * _KILOMETRE[0], south + 0.25 * _KILOMETRE[1])
    axes.plot([start[0], start[0] + _KILOMETRE[0]], [start[1]] * 2, color=style.INK, linewidth=3)
    axes.text(*start, "1 km", fontsize=SMALL, va="bottom", path_effects=_HALO)


def _write_beside(
    axes: Axes, at: Point, words: str, distance: float, colour: str = style.INK
) -> None:
    """Write words so many points above a sign, or below it if negative, readable anywhere."""
    look: dict[str, Any] = {"color": colour, "path_effects": _HALO, "fontsize": SMALL + 1}
    look |= {"ha": "center", "va": "bottom" if distance > 0 else "top", "zorder": 7}
    axes.annotate(words, at, xytext=(0, distance), textcoords="offset points", **look)


def _outline_legend(
    figure: Figure, boards: Sequence[Board], keys: Sequence[Line2D], *, pale: bool = False
) -> None:
    """Explain signs, and whose localities the lines of boards are."""
    alpha = _PALE if pale else 1.0
    lines = [
        key(f"localities of {_name_of(board)}", **_outline(number), alpha=alpha)
        for number, board in enumerate(boards)
    ]
    columns = 4 if figure.get_size_inches()[0] >= _WIDE else 2
    figure.legend(handles=[*keys, *lines], loc="outside lower center", ncols=columns, frameon=False)


def _outline(number: int) -> dict[str, Any]:
    """Return how the localities of a board are drawn, the first being 0."""
    return _OUTLINES[min(number, len(_OUTLINES) - 1)]


@lru_cache(maxsize=8)
def _borders(board: Board) -> list[list[Point]]:
    """Return the borders of a board, each once: drawn twice, dashes would run together."""
    rings = [shapely.LinearRing(place.polygon) for place in board.localities if place.polygon]
    whole = shapely.line_merge(shapely.union_all(rings))
    return [[(x, y) for x, y in part.coords] for part in shapely.get_parts(whole)]


def _bounds(boards: Sequence[Board]) -> tuple[float, float, float, float]:
    """Return west, south, east and north of what boards show, in degrees."""
    corners = [c for board in boards for place in board.localities for c in place.polygon]
    if not corners:
        raise ValueError("boards: expected at least one whose localities have polygons")
    east, north = zip(*corners, strict=True)
    x, y = (_MARGIN * degrees for degrees in _KILOMETRE)
    return min(east) - x, min(north) - y, max(east) + x, max(north) + y


def _degrees(axes: Axes) -> None:
    """Write degrees along the edges of a map."""
    for axis, step, letter in ((axes.xaxis, 0.02, "E"), (axes.yaxis, 0.01, "N")):
        axis.set_major_locator(MultipleLocator(step))
        axis.set_major_formatter(f"{{x:.2f}}° {letter}")
    axes.tick_params(labelsize=SMALL)


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
                _write_beside(axes, entry.at, f"{hour}:00", 6)
        listed = ", ".join(f"{number}: {count}" for number, count in starts.items())
        lines.append(f"{_name_of(game.board)}: French pieces at the start by locality: {listed}")
    _legend(figure, words=(": box, and its hour",))
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
        for number, present in armies.items():
            _fill(axes, board, number, "both" if len(present) > 1 else present.pop())
    _legend(figure, words=("", ", told of before"))
    lines = [*day.told(hour), *_standing(day, hour, boards)]
    return finish(figure, f"{hour}:00 to {hour + 1}:00", lines)


@takes(hours=WHOLE, columns=COUNT)
def hours_map(day: Day, hours: Sequence[int], *boards: Board, columns: int = 2) -> Figure:
    """Draw who stood where in several hours, with boards laid over one another.

    Only corps that an account places in these very hours are drawn. The boards are as in
    :func:`ground_map`. ``columns`` are maps in a row.
    """
    if not hours:
        raise ValueError("hours: expected at least one")
    rows = -(-len(hours) // columns)
    height = rows * (14.0 / columns * _shape_of_map(boards) + 0.3) + 0.8
    figure = Figure(figsize=(14.0, height), layout="constrained")
    lines = []
    for place, hour in enumerate(hours, 1):
        axes = figure.add_subplot(rows, columns, place)
        _lay(axes, boards, pale=True)
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
        opening = {
            number: game.scenario.hours[arrival.boxes[game.board.name]]
            for number, game in enumerate(games)
            if game.board.name in arrival.boxes
        }
        for number, hour in opening.items():
            axes.plot(hour, place + (0.12 if number else -0.12), **_box(number), zorder=3)
        hours = ", ".join(f"{games[n].scenario.name} {hour}:00" for n, hour in opening.items())
        lines.append(f"{arrival.corps}: {arrival.told}; box opens: {hours or 'in no game'}")
    label_rows(axes, [f"{row.corps}\n{row.told}" for row in day.arrivals])
    axes.tick_params(axis="y", labelsize=SMALL)
    clock(axes, range(6, 22))
    axes.set_xlabel("o'clock")
    titles = [f"box opens, {game.scenario.title}" for game in games]
    keys = [key(title, **_box(number)) for number, title in enumerate(titles)]
    field = key("on the field", color=style.FAINT, linewidth=7, alpha=0.4)
    figure.legend(handles=[field, *keys], loc="outside lower center", ncols=4, frameon=False)
    heading = "Who came when: the accounts, and the turn tracks of the games"
    return finish(figure, heading, lines)


def _box(number: int) -> Sign:
    """Return how the hour of a game's box is drawn, the first game being 0."""
    return sign(_BOXES[min(number, len(_BOXES) - 1)], 10, _outline(number)["color"])


def _side_by_side(boards: Sequence[Board]) -> Figure:
    """Make a figure with boards side by side, all on the same stretch of ground."""
    height = 15.0 / max(len(boards), 1) * _shape_of_map(boards) + 0.9
    figure, panels = chart(15.0, height, ncols=len(boards))
    for axes, board in zip(panels, boards, strict=True):
        _lay(axes, (board,), boards, alike=True)
        axes.set_title(_name_of(board), fontsize=11, family="serif")
    return figure


def _fill(axes: Axes, board: Board, number: int, army: str) -> None:
    """Tint a locality as an army's, or as that of both."""
    ground, gid = [board.locality(number).polygon], f"{army} {number}"
    look = {"hatch": _DOTS[army], "zorder": 2.5, "gid": gid}
    add_areas(axes, ground, _TINTS[army], style.FAINT, 1.2, **look)


def _sign(axes: Axes, day: Day, stand: Stand, now: bool, after: str = "") -> None:
    """Draw a corps with its name, full if an account places it in this hour."""
    at = day.position(stand)
    axes.plot(*at, **_look(stand.army, now), zorder=6 if now else 5, gid=f"corps {stand.corps}")
    distance = 6 if stand.army == "austrian" else -6  # so that facing corps leave room
    _write_beside(axes, at, stand.corps + after, distance, style.INK if now else style.FAINT)


def _look(army: Army, now: bool) -> Sign:
    """Return how the corps of an army are drawn."""
    return seat_sign(army, 11 if now else 8, filled=now) | {"markeredgewidth": 1.4}


def _standing(day: Day, hour: int, boards: Sequence[Board]) -> list[str]:
    """Return in words where each corps stood that an account places in an hour."""
    lines = []
    for stand in (stand for stand, now in day.standing(hour) if now):
        at = day.position(stand)
        localities = ", ".join(f"{_name_of(b)} {locality_at(b, at) or 'beside it'}" for b in boards)
        lines.append(f"{look_of(stand.army).name}, {stand.corps}: {stand.place} ({localities})")
    return lines


def _legend(figure: Figure, boards: Sequence[Board] = (), words: Sequence[str] = ("",)) -> None:
    """Say what signs mean, the full and perhaps the hollow ones, and the outlines of boards."""
    keys = [
        key(f"{look_of(army).name}{more}", **_look(army, now))
        for now, more in zip((True, False), words, strict=False)
        for army in ARMY_NAMES
    ]
    _outline_legend(figure, boards, keys, pale=True)
