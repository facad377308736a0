"""Where everything of a board stands on paper, in the orientation of the printed board.

All positions are pixels of the printed board, y downwards.
"""

import math
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString, Point, Polygon

from marengo.charts import style
from marengo.core.numbers import takes
from marengo.games.marengo.board import Approach, Board, Locality, Place, Road
from marengo.games.marengo.board.geometry import to_metres
from marengo.screens.marengo.drawing.labels import (
    Label,
    Obstacles,
    best_spot,
    grid_of,
    label_box,
    place_labels,
    whole_label,
)

Spot = tuple[float, float]
Project = Callable[[Spot], Spot]

# Columns and rows that a reserve may find room for, the best first.
_STACKS = ((3, 3), (2, 4), (2, 3), (2, 2), (1, 4), (1, 3), (2, 1), (1, 2), (1, 1))


@dataclass(frozen=True, slots=True)
class Anchor:
    """Room for the pieces of one place."""

    at: Spot  # centre of the first piece
    angle: float  # of the pieces' long side in degrees, as readers see it
    inward: Spot  # unit vector to the interior, along which further rows follow
    columns: int  # pieces side by side
    rows: int = 4  # rows with room; more lie on one another like shingles


@dataclass(frozen=True, slots=True)
class ApproachLine:
    """One approach as drawn: its line set back from the border."""

    approach: Approach
    border: tuple[Spot, Spot]
    line: tuple[Spot, Spot]
    inward: Spot  # unit vector from the border to the interior


@dataclass(frozen=True, slots=True)
class Layout:
    """The drawing of a board without its ink.

    Parameters
    ----------
    board : Board
        The board.
    unit : float
        Pixels in a unit of drawing; sizes of `marengo.charts.style` are multiples of it.
    frame : (left, top, right, bottom)
        Extent of the map.
    project : callable
        Takes (longitude, latitude) to (x, y).
    shapes : dict of int to Polygon
        Localities.
    sides : tuple of ApproachLine
        Approaches with a line.
    anchors : dict of Place to Anchor
        Where pieces stand, for every place of the board.
    labels : dict of int to Label
        Where numbers and names stand.
    """

    board: Board
    unit: float
    frame: tuple[float, float, float, float]
    project: Project
    shapes: dict[int, Polygon]
    sides: tuple[ApproachLine, ...]
    anchors: dict[Place, Anchor]
    labels: dict[int, Label]


@lru_cache(maxsize=8)
@takes()
def layout(board: Board) -> Layout:
    """Lay a board out on paper.

    Parameters
    ----------
    board : Board
        Any board whose localities have polygons.

    Returns
    -------
    Layout
        Positions of localities, approaches, pieces and labels.

    Raises
    ------
    ValueError
        A locality has no polygon.
    """
    bare = [locality.number for locality in board.localities if len(locality.polygon) < 3]
    if bare or not board.localities:
        raise ValueError(f"{board.name} cannot be drawn: no polygon for localities {bare}")
    project = _projection(board)
    shapes = {
        locality.number: Polygon([project(corner) for corner in locality.polygon])
        for locality in board.localities
    }
    unit = _unit(board, project, shapes)
    inner = {n: _shrunk(shape, style.INSET * unit) for n, shape in shapes.items()}
    sides = tuple(
        _side(approach, shapes[approach.locality], inner[approach.locality], project, unit)
        for approach in board.approaches
        if approach.line is not None
    )
    wished = {
        locality.number: project(locality.at) if locality.at else _middle(inner[locality.number])
        for locality in board.localities
    }
    obstacles = _obstacles(board, shapes, sides, project, unit)
    labels = place_labels(board.localities, wished, inner, obstacles, unit)
    anchors = {
        side.approach.place: _approach_anchor(side, unit)
        for side in sides
        if side.approach.opposite is not None
    }
    # where stars decide the day, no discs are committed to localities
    with_discs = not any(locality.star for locality in board.localities)
    for number in shapes:
        anchors[Place(number)] = _reserve_anchor(
            inner[number], board.locality(number), labels[number], unit, with_discs=with_discs
        )
    frame = shapely.union_all(list(shapes.values())).bounds
    return Layout(board, unit, frame, project, shapes, sides, anchors, labels)


def _projection(board: Board) -> Project:
    """Return the projection from degrees to pixels in the board's metadata; default: north up."""
    matrix = board.metadata.get("georeference", {}).get("metres_to_pixels")
    if matrix is None:
        corners = [to_metres(corner) for loc in board.localities for corner in loc.polygon]
        west, north = min(x for x, _ in corners), max(y for _, y in corners)
        scale = 1000.0 / (max(x for x, _ in corners) - west)
        matrix = ((scale, 0.0, -scale * west), (0.0, -scale, scale * north))
    (a, b, c), (d, e, f) = matrix

    def project(position: Spot) -> Spot:
        east, north = to_metres(position)
        return (a * east + b * north + c, d * east + e * north + f)

    return project


def _unit(board: Board, project: Project, shapes: dict[int, Polygon]) -> float:
    """Return the unit of drawing from the usual length of narrow approaches."""
    lengths = [
        math.dist(project(a.line[0]), project(a.line[1]))
        for a in board.approaches
        if a.line is not None and a.wide is False
    ]
    if not lengths:
        lengths = [math.sqrt(shape.area) for shape in shapes.values()]
    return statistics.median(lengths) / 130.0


def _shrunk(shape: Polygon, distance: float) -> Polygon:
    """Return a polygon set back from its edge; never empty."""
    while distance > 1e-6:
        shrunk = shape.buffer(-distance, join_style="mitre", mitre_limit=20.0)
        parts = [part for part in shapely.get_parts(shrunk) if isinstance(part, Polygon)]
        if parts:
            return max(parts, key=lambda part: float(part.area))
        distance /= 2
    return shape


def _middle(shape: Polygon) -> Spot:
    """Return the point of a polygon farthest from its edge."""
    x, y = shapely.maximum_inscribed_circle(shape, tolerance=1.0).coords[0]
    return (x, y)


def _side(
    approach: Approach, shape: Polygon, inner: Polygon, project: Project, unit: float
) -> ApproachLine:
    """Set the line of an approach back from the border."""
    if approach.line is None:
        raise ValueError(f"{approach.label} has no line")
    start, end = (np.array(project(corner)) for corner in approach.line)
    along = (end - start) / np.hypot(*(end - start))
    inward = np.array([-along[1], along[0]])
    if not shape.buffer(unit).contains(Point((start + end) / 2 + inward * 4 * unit)):
        inward = -inward
    shift = inward * style.INSET * unit
    far = along * 1000 * unit
    whole = LineString([start + shift * 1.02 - far, end + shift * 1.02 + far]).intersection(inner)
    near = whole.intersection(LineString([start + shift, end + shift]).buffer(2 * unit))
    parts = [part for part in shapely.get_parts(near) if part.geom_type == "LineString"]
    if parts and near.length > 0:
        first, last = max(parts, key=lambda part: part.length).coords
    else:
        first, last = tuple(start + shift + along * unit), tuple(end + shift - along * unit)
    border, line = (_spot(start), _spot(end)), (_spot(first), _spot(last))
    return ApproachLine(approach, border, line, _spot(inward))


def _spot(vector: object) -> Spot:
    """Return a pair of plain numbers."""
    x, y = np.asarray(vector, dtype=float)[:2]
    return (float(x), float(y))


def upright(angle: float) -> float:
    """Turn an angle so that text along it is not upside down."""
    return (angle + 90.0) % 180.0 - 90.0


def _approach_anchor(side: ApproachLine, unit: float) -> Anchor:
    """Return where pieces stand behind the line of an approach."""
    (x0, y0), (x1, y1) = side.line
    back = (style.BOX / 2 + style.BLOCK[1] / 2 + 2.0) * unit
    at = ((x0 + x1) / 2 + side.inward[0] * back, (y0 + y1) / 2 + side.inward[1] * back)
    # y runs downwards on paper, angles are those of the reader
    angle = upright(-math.degrees(math.atan2(y1 - y0, x1 - x0)))
    return Anchor(at, angle, side.inward, 2 if side.approach.wide else 1)


def _obstacles(
    board: Board,
    shapes: dict[int, Polygon],
    sides: tuple[ApproachLine, ...],
    project: Project,
    unit: float,
) -> Obstacles:
    """Gather what labels keep clear of."""
    symbols = [symbol_row(side, unit) for side in sides]
    crossings = [Point(project(c.at)).buffer(6 * unit) for c in board.crossings if c.at]
    ground = shapely.union_all(list(shapes.values()))
    outside = ground.envelope.buffer(300 * unit).difference(ground)
    width = {"main": 4 * unit, "local": 2 * unit}
    soft = [LineString(course).buffer(width[road]) for road, course in courses(board, project)]
    return Obstacles([*symbols, *crossings, outside], [*soft])


def courses(board: Board, project: Project) -> Iterator[tuple[Road, list[Spot]]]:
    """Yield the class and the course of every road to be drawn."""
    for group in board.road_groups:
        for line in group.lines:
            yield line.road, [project(point) for point in line.line]
    for stub in board.edge_roads:
        yield stub.road, [project(point) for point in stub.line]


def symbol_row(side: ApproachLine, unit: float) -> Polygon:
    """Return the ground that the symbols of an approach take up."""
    approach = side.approach
    count = approach.infantry + approach.cavalry + approach.artillery + approach.cavalry_obstacle
    line = LineString(side.line)
    reach = min((count * style.STEP / 2 + 2 + 16 * bool(approach.wide)) * unit, line.length / 2)
    middle = line.length / 2
    row = shapely.ops.substring(line, middle - reach, middle + reach)
    return row.buffer((style.BOX / 2 + 1) * unit, cap_style="flat")


def _reserve_anchor(
    inner: Polygon, locality: Locality, label: Label, unit: float, *, with_discs: bool
) -> Anchor:
    """Return where the reserve stands: where the largest stack of pieces has room."""
    text = whole_label(label, locality, unit)
    left, top, right, bottom = text.bounds
    discs = shapely.box(left, top - 30 * unit, right, bottom)  # these lie above a label
    grid = grid_of(inner, label.at, unit, reach=300.0)
    for taken in (discs, text) if with_discs else (text,):
        room = inner.buffer(-style.BOX / 2 * unit).difference(taken)
        for columns, rows in _STACKS:
            size = (columns * (style.BLOCK[0] + 3) * unit, rows * (style.BLOCK[1] + 3) * unit)
            at = _widest(room, grid, size)
            if at is not None:
                return Anchor(at, 0.0, (0.0, 1.0), columns, rows)
    size = (style.BLOCK[0] * unit, 2 * style.BLOCK[1] * unit)
    wish = (label.at[0], label.at[1] + (bottom - top + size[1]) / 2)
    at = best_spot(grid_of(inner, wish, unit), size, wish, inner, Obstacles([text], []), unit)
    return Anchor(at, 0.0, (0.0, 1.0), 1, 2)


def _widest(room: shapely.Geometry, grid: list[Spot], size: Spot) -> Spot | None:
    """Return the spot where a box of some size has most room around it; None if it has none."""
    boxes = label_box(np.array(grid).T, size)
    around = shapely.distance(shapely.boundary(room), boxes)
    free = np.where(shapely.covers(room, boxes), around, -1.0)
    best = int(free.argmax())
    return grid[best] if free[best] >= 0 else None
