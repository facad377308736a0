"""Boards laid over the ground they stand for, north up.

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

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, Sign, chart, diamond, finish, key
from marengo.games.marengo.board import Board, Point
from marengo.games.marengo.board.geometry import METRES_PER_DEGREE
from marengo.games.marengo.study.history import Day

__all__ = ["ground_map"]

HALO: Final = [withStroke(linewidth=2.5, foreground=style.FACE)]
"""Makes words readable on any ground."""

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
"""How the localities of the first board, of the second and of all others are drawn."""


def ground_map(day: Day, *boards: Board, width: float = 11.0) -> Figure:
    """Draw boards over one another on the ground they stand for, with places of a day.

    Places are full diamonds where the ground itself gives the position, hollow ones where it was
    read off a board. Its words say what each board has there. ``width`` is in inches; ValueError
    without a board that has polygons.
    """
    figure, (axes,) = chart(width, width * shape_of_map(boards) + 0.6)
    lay(axes, boards)
    _degrees(axes)
    for name, spot in day.places.items():
        axes.plot(*spot.at, **_place_sign(spot.village), zorder=6)
        write_beside(axes, spot.at, name, 7)
    keys = [
        key("village, where it truly lies", **_place_sign(True)),
        key("place read off a board", **_place_sign(False)),
    ]
    outline_legend(figure, boards, keys)
    lines = []
    for row in day.places_on(*boards).iter_rows(named=True):
        there = ", ".join(f"{name_of(b)} {row[b.name] or 'nothing'}" for b in boards)
        lines.append(f"Where {row['place']} lies: {there}")
    names = " and ".join(name_of(board) for board in boards)
    return finish(figure, f"{names} on the same ground", lines)


def _place_sign(village: bool) -> Sign:
    """Return how a place looks."""
    return diamond(7) | {"color": style.INK if village else style.FACE, "markeredgewidth": 1.0}


def name_of(board: Board) -> str:
    """Return what a board is called."""
    return board.title or board.name


def shape_of_map(boards: Sequence[Board]) -> float:
    """Return the height of a map of boards as a share of its width; ValueError without polygons."""
    west, south, east, north = _bounds(boards)
    return (north - south) * _ASPECT / (east - west)


def lay(
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
        axes.add_collection(LineCollection(water, colors=style.WATER, linewidths=5, zorder=2))
        axes.add_collection(lines)
    start = (west + 0.2 * _KILOMETRE[0], south + 0.25 * _KILOMETRE[1])
    axes.plot([start[0], start[0] + _KILOMETRE[0]], [start[1]] * 2, color=style.INK, linewidth=3)
    axes.text(*start, "1 km", fontsize=SMALL, va="bottom", path_effects=HALO)


def write_beside(
    axes: Axes, at: Point, words: str, distance: float, colour: str = style.INK
) -> None:
    """Write words so many points above a sign, or below it if negative, readable anywhere."""
    axes.annotate(
        words,
        at,
        xytext=(0, distance),
        textcoords="offset points",
        ha="center",
        va="bottom" if distance > 0 else "top",
        fontsize=SMALL + 1,
        color=colour,
        path_effects=HALO,
        zorder=7,
    )


def outline_legend(
    figure: Figure, boards: Sequence[Board], keys: Sequence[Line2D], *, pale: bool = False
) -> None:
    """Explain signs, and whose localities the lines of boards are."""
    alpha = _PALE if pale else 1.0
    lines = [
        key(f"localities of {name_of(board)}", **_outline(number), alpha=alpha)
        for number, board in enumerate(boards)
    ]
    columns = 4 if figure.get_size_inches()[0] >= _WIDE else 2
    figure.legend(handles=[*keys, *lines], loc="outside lower center", ncols=columns, frameon=False)


def colour_of(number: int) -> str:
    """Return the colour of the first board, of the second, or of another, counted from 0."""
    return str(_outline(number)["color"])


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
    x, y = (_MARGIN * one for one in _KILOMETRE)
    return min(east) - x, min(north) - y, max(east) + x, max(north) + y


def _degrees(axes: Axes) -> None:
    """Write degrees along the edges of a map."""
    for axis, step, letter in ((axes.xaxis, 0.02, "E"), (axes.yaxis, 0.01, "N")):
        axis.set_major_locator(MultipleLocator(step))
        axis.set_major_formatter(f"{{x:.2f}}° {letter}")
    axes.tick_params(labelsize=SMALL)
