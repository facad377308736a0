"""The map of a board."""

from collections.abc import Iterator
from math import dist
from typing import Any

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, PathPatch
from matplotlib.path import Path
from shapely.geometry import LineString, Polygon

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.core.numbers import POSITIVE, takes
from marengo.games.marengo.board import Board, Entry, Road
from marengo.screens.marengo.drawing.layout import Layout, Spot, courses, layout
from marengo.screens.marengo.drawing.legend import board_items, draw_legend
from marengo.screens.marengo.drawing.symbols import (
    Strokes,
    add_areas,
    add_arrow,
    add_lines,
    add_side,
    circle,
    write,
    write_label,
)

__all__ = ["board", "boards"]

NEAR = 110  # units between two entries below which their names and boxes would overlap


@takes(figure_size=POSITIVE)
def board(
    board: Board,
    *,
    figure_size: tuple[float, float] | None = None,
    numbers: bool = True,
    names: bool = True,
    legend: bool = True,
) -> Figure:
    """Draw the map of a board, in the orientation of the printed one.

    Parameters
    ----------
    board : Board
        The board; its localities need polygons.
    figure_size : (width, height), optional
        Size in inches; without it 16 inches wide.
    numbers : bool
        True to write the numbers of the localities, which moves are written with.
    names : bool
        True to write the printed names.
    legend : bool
        True to explain the signs below the map.

    Returns
    -------
    Figure
        A figure of its own, not one of pyplot's.

    Raises
    ------
    ValueError
        A locality has no polygon.
    """
    plan = layout(board)
    figure, axes = canvas(extent(plan), figure_size)
    draw(axes, plan, numbers=numbers, names=names)
    if legend:
        draw_legend(axes, plan, board_items(plan), points(axes, plan))
    _title_above(axes, plan)
    return figure


def boards(*shown: Board, numbers: bool = True, names: bool = False) -> Figure:
    """Draw the maps of several boards side by side.

    Parameters
    ----------
    shown : Board
        The boards; their localities need polygons.
    numbers, names : bool
        True to write numbers and names of the localities.

    Returns
    -------
    Figure
        A figure of its own, 16 inches wide, not one of pyplot's.

    Raises
    ------
    ValueError
        A locality has no polygon, or there is no board.
    """
    if not shown:
        raise ValueError("expected at least one board to draw")
    plans, share = [layout(b) for b in shown], 1.0 / len(shown)
    highest = max(_shape(extent(plan)) for plan in plans)
    figure = Figure(figsize=(16.0, 16.0 * share * highest), facecolor=style.MARGIN)
    for place, plan in enumerate(plans):
        axes = figure.add_axes((place * share, 0.0, share, 1.0))
        fit(axes, extent(plan))
        axes.set_anchor("N")
        draw(axes, plan, numbers=numbers, names=names)
        _title_above(axes, plan)
    return figure


def extent(plan: Layout, header: float = 0.0) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the drawing: the map and room for boxes around it."""
    left, top, right, bottom = plan.frame
    unit = plan.unit
    return left - 130 * unit, top - (100 + header) * unit, right + 130 * unit, bottom + 105 * unit


def canvas(
    shown: tuple[float, float, float, float], figure_size: tuple[float, float] | None = None
) -> tuple[Figure, Axes]:
    """Return a figure whose axes are left, top, right and bottom of a drawing."""
    size = figure_size or (16.0, 16.0 * _shape(shown))
    figure = Figure(figsize=size, facecolor=style.MARGIN)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    fit(axes, shown)
    return figure, axes


def _shape(shown: tuple[float, float, float, float]) -> float:
    """Return the height of a drawing as a share of its width."""
    left, top, right, bottom = shown
    return (bottom - top) / (right - left)


def fit(axes: Axes, shown: tuple[float, float, float, float]) -> None:
    """Let axes without frame show left, top, right and bottom of a drawing, y downwards."""
    left, top, right, bottom = shown
    axes.set_axis_off()
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.set_aspect("equal")


def points(axes: Axes, plan: Layout) -> float:
    """Return how many points of ink a unit of drawing is long in these axes."""
    share = axes.get_position(original=True)
    size = axes.get_figure(root=True).get_size_inches()  # type: ignore[union-attr]
    width, height = size[0] * share.width, size[1] * share.height
    left, right = axes.get_xlim()
    bottom, top = axes.get_ylim()
    scale = min(width / abs(right - left), height / abs(bottom - top))
    return float(72 * scale * plan.unit)


def draw(axes: Axes, plan: Layout, *, numbers: bool = True, names: bool = True) -> None:
    """Draw a board that is laid out, layer upon layer (see `board`)."""
    ink = points(axes, plan)
    _water(axes, plan)
    _ground(axes, plan, ink)
    _roads(axes, plan, ink)
    _objective(axes, plan, ink)
    _approaches(axes, plan, ink)
    _crossings(axes, plan, ink)
    for entry in plan.board.entries:
        _entry(axes, plan, entry, ink)
    for locality in plan.board.localities:
        write_label(axes, plan, locality, ink, number=numbers, name=names)


def _title_above(axes: Axes, plan: Layout) -> None:
    """Write the title of a board above its map."""
    left, top, right, _ = plan.frame
    size = style.TITLE_SIZE * points(axes, plan)
    at = ((left + right) / 2, top - 60 * plan.unit)
    write(axes, at, plan.board.title or plan.board.name, size, family="serif", va="center")


def outline_of(shape: Polygon) -> Path:
    """Return the outline of a polygon with its holes as a path."""
    rings = [shape.exterior, *shape.interiors]
    return Path.make_compound_path(*(Path(list(ring.coords), closed=True) for ring in rings))


def inner_outlines(plan: Layout, number: int, inset: float = style.INSET) -> list[Path]:
    """Return the outlines of a locality's ground so many units within its border."""
    ground = plan.shapes[number].buffer(-inset * plan.unit, join_style="mitre")
    return [outline_of(part) for part in shapely.get_parts(ground)]


def _water(axes: Axes, plan: Layout) -> None:
    """Draw water along the sides that nobody can pass: a river outside, wet ground inside."""
    ground = shapely.union_all(list(plan.shapes.values()))
    shore = [
        LineString(side.border)
        for side in plan.sides
        if side.approach.impassable and side.approach.opposite is None
    ]
    holes = [Polygon(ring) for part in shapely.get_parts(ground) for ring in part.interiors]
    outside = [line for line in shore if not any(hole.buffer(1).covers(line) for hole in holes)]
    river = shapely.union_all(outside).buffer(26 * plan.unit, join_style="round")
    parts = [part for part in shapely.get_parts(river) if not part.is_empty]
    wet = {"facecolor": style.WATER, "edgecolor": "none"}
    for shape in [*parts, *holes]:
        axes.add_patch(PathPatch(outline_of(shape), zorder=0.5, **wet))
    marks = [mark for hole in holes for mark in _ripples(hole.buffer(-8 * plan.unit), plan.unit)]
    add_lines(axes, marks, style.SHORE, 0.8, zorder=0.6)


def _ripples(shape: Polygon, unit: float) -> Iterator[list[Spot]]:
    """Yield short strokes that mark wet ground."""
    if shape.is_empty:
        return
    left, top, right, bottom = shape.bounds
    for row in range(int((bottom - top) / (14 * unit)) + 1):
        y = top + (row + 0.5) * 14 * unit
        for x in np.arange(left + (row % 2) * 17 * unit, right, 34 * unit):
            stroke = [(float(x), y), (float(x) + 18 * unit, y)]
            if shape.covers(LineString(stroke)):
                yield stroke


def _ground(axes: Axes, plan: Layout, ink: float) -> None:
    """Fill the localities; between their lines the ground is a shade darker."""
    whole = [outline_of(shape) for shape in plan.shapes.values()]
    inner = [outline for number in plan.shapes for outline in inner_outlines(plan, number)]
    edge: dict[str, Any] = {"edgecolors": style.GAP, "linewidths": 0.6 * ink}
    axes.add_collection(PathCollection(whole, facecolors=style.GAP, zorder=1, **edge))
    paper: dict[str, Any] = {"facecolors": style.PAPER, "edgecolors": "none"}
    axes.add_collection(PathCollection(inner, zorder=1.1, **paper))


def _roads(axes: Axes, plan: Layout, ink: float) -> None:
    """Draw local roads thin and dashed, main roads broad with a casing."""
    lines: dict[Road, list[list[Spot]]] = {"main": [], "local": []}
    for road, course in courses(plan.board, plan.project):
        lines[road].append(course)
    dashes = [(0, (3.2, 1.4))]
    add_lines(axes, lines["local"], style.LOCAL_ROAD, 2.4 * ink, linestyles=dashes, zorder=2)
    round_ends = {"capstyle": "round", "joinstyle": "round"}
    add_lines(axes, lines["main"], style.ROAD_EDGE, 8.0 * ink, zorder=2.1, **round_ends)
    add_lines(axes, lines["main"], style.MAIN_ROAD, 4.6 * ink, zorder=2.2, **round_ends)


def _objective(axes: Axes, plan: Layout, ink: float) -> None:
    """Draw the objective line through the gaps (T-3.26)."""
    wanted = set(plan.board.objective)
    lines = [
        list(side.border)
        for side in plan.sides
        if (side.approach.locality, side.approach.opposite) in wanted
    ]
    joined = shapely.line_merge(shapely.MultiLineString(lines))
    courses = [list(part.coords) for part in shapely.get_parts(joined)]
    look = {"alpha": 0.75, "linestyles": [(0, (1.6, 0.6))], "zorder": 1.5}
    add_lines(axes, courses, style.OBJECTIVE, 9 * ink, **look)


def _approaches(axes: Axes, plan: Layout, ink: float) -> None:
    """Draw the line of every side with its symbols, and the direction arrows."""
    strokes = Strokes()
    for side in plan.sides:
        if not side.approach.impassable:
            add_side(strokes, side, plan.unit)
            add_arrow(strokes, side, plan.unit)
    strokes.draw(axes, 1.25 * ink, 3, ink=style.INK, paper=style.FACE)
    closed = [list(side.line) for side in plan.sides if side.approach.impassable]
    add_lines(axes, closed, style.SHORE, 4.5 * ink, zorder=3)


def _crossings(axes: Axes, plan: Layout, ink: float) -> None:
    """Mark where each road passes each border (T-3.22)."""
    for road, radius, edge in (("main", 5.2, style.MAIN_ROAD), ("local", 3.4, style.LOCAL_ROAD)):
        at = [plan.project(c.at) for c in plan.board.crossings if c.road == road and c.at]
        dots = [circle(point, radius * plan.unit, 20) for point in at]
        add_areas(axes, dots, style.FACE, edge, 1.6 * ink, zorder=2.6)


def _entry(axes: Axes, plan: Layout, entry: Entry, ink: float) -> None:
    """Draw the arrow from a box to its entry, with the box's name."""
    if entry.at is None:
        return
    (x, y), look = plan.project(entry.at), look_of(entry.army)
    right, down = outward_of(plan, (x, y))

    def beyond(far: float) -> Spot:
        return x + right * far * plan.unit, y + down * far * plan.unit

    shape = "simple,head_length=12,head_width=14,tail_width=6"
    paint = {"facecolor": look.colour, "edgecolor": look.dark, "linewidth": 0.8 * ink, "zorder": 4}
    arrow = FancyArrowPatch(beyond(58), (x, y), arrowstyle=shape, mutation_scale=ink * 1.8)
    axes.add_patch(arrow).set(**paint)
    names = [other.name for other in plan.board.entries]
    before = names[: names.index(entry.name)]
    far = 78 + 24 * sum(other.name in before for other in near_entries(plan, entry))
    name = {"weight": "bold", "color": look.dark, "va": "center", "zorder": 4}
    size, turn = style.NOTE_SIZE * ink * 1.15, 90 if abs(right) > 0.5 else 0
    write(axes, beyond(far), entry.name, size, rotation=turn, **name)


def near_entries(plan: Layout, entry: Entry) -> list[Entry]:
    """Return the other entries that lie so near that names and boxes would overlap."""
    at = {other.name: plan.project(other.at) for other in plan.board.entries if other.at}
    here = at.pop(entry.name, None)
    near = {name for name, point in at.items() if here and dist(point, here) < NEAR * plan.unit}
    return [other for other in plan.board.entries if other.name in near]


def outward_of(plan: Layout, at: Spot) -> Spot:
    """Return the direction from a point at the map's edge away from the map."""
    left, top, right, bottom = plan.frame
    x, y = at
    away = {
        (-1.0, 0.0): x - left,
        (1.0, 0.0): right - x,
        (0.0, -1.0): y - top,
        (0.0, 1.0): bottom - y,
    }
    return min(away, key=lambda direction: away[direction])
