"""Where things lie: defects of the drawn map, and the way between map and metres."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

import shapely
from shapely.geometry import LineString, Point, Polygon

from marengo.games.marengo.board.errors import Problem
from marengo.games.marengo.board.ground import Point as Position

if TYPE_CHECKING:
    from marengo.games.marengo.board.board import Board

ORIGIN: Position = (8.7, 44.9)
"""Longitude and latitude of the local origin of metres."""

METRES_PER_DEGREE: tuple[float, float] = (78764.0, 111195.0)
"""Metres east in a degree of longitude, metres north in one of latitude, at the origin."""

# Corners are written to six decimals, about a tenth of a metre.
_LENGTH = 1.0
_AREA = 100.0


def to_metres(position: Position) -> Position:
    """Turn (longitude, latitude) into metres (east, north) of the local origin."""
    return (
        (position[0] - ORIGIN[0]) * METRES_PER_DEGREE[0],
        (position[1] - ORIGIN[1]) * METRES_PER_DEGREE[1],
    )


def to_degrees(position: Position) -> Position:
    """Turn metres (east, north) of the local origin into (longitude, latitude)."""
    return (
        position[0] / METRES_PER_DEGREE[0] + ORIGIN[0],
        position[1] / METRES_PER_DEGREE[1] + ORIGIN[1],
    )


def shape_of(polygon: tuple[Position, ...]) -> Polygon:
    """Return the polygon of a locality in metres."""
    return Polygon([to_metres(corner) for corner in polygon])


def geometry_problems(board: Board) -> Iterator[Problem]:
    """List what is wrong with the drawn map; a board without drawing has nothing to check."""
    shapes: dict[int, Polygon] = {}
    for locality in board.localities:
        if not locality.polygon:
            continue
        where = f"locality {locality.number}"
        if len(locality.polygon) < 3:
            yield Problem(where, "polygon of fewer than three corners")
            continue
        shape = shape_of(locality.polygon)
        if not shape.is_valid or shape.area < _AREA:
            reason = shapely.is_valid_reason(shape) if not shape.is_valid else "no area"
            yield Problem(where, f"invalid polygon: {reason}")
        else:
            shapes[locality.number] = shape
    yield from _overlaps(shapes)
    yield from _lines(board, shapes)
    yield from _unmarked_borders(board, shapes)
    yield from _holes(board, shapes)
    yield from _points(board, shapes)


def _overlaps(shapes: dict[int, Polygon]) -> Iterator[Problem]:
    """Find localities that cover the same ground."""
    for first, second in _close(shapes):
        area = shapes[first].intersection(shapes[second]).area
        if area > _AREA:
            text = f"overlaps locality {second} by {area:.0f} square metres"
            yield Problem(f"locality {first}", text)


def _lines(board: Board, shapes: dict[int, Polygon]) -> Iterator[Problem]:
    """Check that the line of an approach is a side of both its localities."""
    for approach in board.approaches:
        if approach.line is None:
            continue
        line = LineString([to_metres(end) for end in approach.line])
        where = approach.label
        if line.length < _LENGTH:
            yield Problem(where, "line has no length")
            continue
        shape = shapes.get(approach.locality)
        if shape is not None and _off_edge(line, shape):
            yield Problem(where, f"line is not a side of locality {approach.locality}")
        neighbour = None if approach.opposite is None else shapes.get(approach.opposite)
        if neighbour is not None and shape is not None and _off_edge(line, neighbour):
            text = f"gap or overlap: line is not a side of locality {approach.opposite}"
            yield Problem(where, text)


def _unmarked_borders(board: Board, shapes: dict[int, Polygon]) -> Iterator[Problem]:
    """Find localities that lie side by side without an approach between them."""
    marked: dict[frozenset[int], list[LineString]] = defaultdict(list)
    for approach in board.approaches:
        if approach.opposite is not None and approach.line is not None:
            pair = frozenset((approach.locality, approach.opposite))
            marked[pair].append(LineString([to_metres(end) for end in approach.line]))
    for first, second in _close(shapes):
        shared = shapes[first].exterior.intersection(shapes[second].exterior.buffer(_LENGTH))
        lines = shapely.union_all(marked.get(frozenset((first, second)), []))
        bare = shared.difference(lines.buffer(2 * _LENGTH)).length
        # Neighbours that meet in a corner share a few metres of buffer, never this much.
        if bare > 20 * _LENGTH:
            text = f"shares {bare:.0f} metres of border with {second}, but no approach lies there"
            yield Problem(f"locality {first}", text)


def _close(shapes: dict[int, Polygon]) -> Iterator[tuple[int, int]]:
    """Yield each two localities that touch or nearly touch."""
    tree = shapely.STRtree(list(shapes.values()))
    numbers = list(shapes)
    for first, shape in shapes.items():
        for index in sorted(tree.query(shape.buffer(_LENGTH))):
            if first < numbers[index]:
                yield first, numbers[index]


def _off_edge(line: LineString, shape: Polygon) -> bool:
    """Return whether a line leaves the edge of a polygon by more than a metre."""
    return line.difference(shape.exterior.buffer(_LENGTH)).length > _LENGTH


def _holes(board: Board, shapes: dict[int, Polygon]) -> Iterator[Problem]:
    """Find gaps: holes of the map that are not water, which sides without neighbour surround."""
    # Rounding may leave hair cracks; closing them by a metre keeps only real gaps.
    grown = [shape.buffer(_LENGTH, join_style="mitre") for shape in shapes.values()]
    joined = shapely.union_all(grown)
    water = shapely.union_all(
        [
            LineString([to_metres(end) for end in approach.line]).buffer(3 * _LENGTH)
            for approach in board.approaches
            if approach.opposite is None and approach.line is not None
        ]
    )
    for part in shapely.get_parts(joined):
        for ring in part.interiors:
            shore = LineString(ring.coords).difference(water)
            if shore.length > 4 * _LENGTH:
                beside = [n for n, shape in shapes.items() if shape.distance(shore) < 2 * _LENGTH]
                named = ", ".join(map(str, sorted(beside)))
                area = Polygon(ring).area
                text = f"gap of {area:.0f} square metres in the map between localities {named}"
                yield Problem(f"locality {min(beside, default=0)}", text)


def _points(board: Board, shapes: dict[int, Polygon]) -> Iterator[Problem]:
    """Check that crossings and entries lie where they say."""
    for crossing in board.crossings:
        if crossing.at is None:
            continue
        at = Point(to_metres(crossing.at))
        for number in crossing.between:
            if number in shapes and shapes[number].exterior.distance(at) > 5 * _LENGTH:
                text = f"does not lie on the edge of locality {number}"
                yield Problem(f"crossing {crossing.id}", text)
    for entry in board.entries:
        if entry.at is None or entry.locality not in shapes:
            continue
        distance = shapes[entry.locality].distance(Point(to_metres(entry.at)))
        if distance > 5 * _LENGTH:
            text = f"lies {distance:.0f} metres outside locality {entry.locality}"
            yield Problem(f"entry {entry.name}", text)
