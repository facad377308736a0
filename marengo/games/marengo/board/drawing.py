"""Where the new things of a changed board are drawn; the engine does not need it."""

import math
from collections.abc import Iterable
from dataclasses import replace

import shapely
from shapely.geometry import LineString

from marengo.games.marengo.board.board import Board
from marengo.games.marengo.board.geometry import shape_of, to_degrees, to_metres
from marengo.games.marengo.board.ground import Point, RoadGroup, RoadLine
from marengo.games.marengo.board.places import Place
from marengo.games.marengo.board.roadworks import group_of, roads_of

_SHARES = (0.5, 0.25, 0.75)
"""Shares of a line at which new things may lie: in the middle unless something else is there."""

_APART = 500.0
"""Metres between two boxes that are enough."""

_NEAR = 1.0
"""Metres within which a road end lies on a road that is drawn."""

_LEAST = 20.0
"""Metres of edge that are enough for a road."""


def _rounded(metres: Point) -> Point:
    """Return a position in degrees, to the six decimals of board files."""
    longitude, latitude = to_degrees(metres)
    return (round(longitude, 6), round(latitude, 6))


def _clearance(point: Point, points: list[Point]) -> float:
    """Return the distance in metres to the nearest of some positions, without end if none."""
    return min(
        (math.dist(to_metres(point), to_metres(other)) for other in points), default=math.inf
    )


def border_spot(board: Board, between: tuple[int, int], pair: str | None) -> Point | None:
    """Return where a new crossing lies: in the middle of its border, or beside what is there."""
    place = Place(*between, pair)
    fitting = (a for a in board.approaches if a.opposite is not None and a.place == place)
    side = next(fitting, None)
    if side is None or side.line is None:
        return None
    course = _course(side.line)
    spots = [_along(course, share) for share in _SHARES]
    crossings = [c for c in board.crossings if set(c.between) == set(between) and c.pair == pair]
    taken = [crossing.at for crossing in crossings if crossing.at is not None]
    return max(spots, key=lambda point: _clearance(point, taken))


def edge_spot(board: Board, number: int, box: str) -> Point | None:
    """Return where the road from a box comes in: at the map's edge, away from other boxes."""
    taken = [e.at for e in board.entries if e.at is not None and e.name != box]

    def worth(candidate: tuple[Point, float]) -> tuple[float, float]:
        point, length = candidate
        return (min(_clearance(point, taken), _APART), length)

    courses = _open_edge(board, number)
    spots = [(_along(course, share), course.length) for course in courses for share in _SHARES]
    return max(spots, key=worth)[0] if spots else _centre(board, number)


def _open_edge(board: Board, number: int) -> list[LineString]:
    """Return the stretches of a locality's edge, in metres, that lie at the edge of the map.

    Where there are none, those at water: a road from a box comes in over a bridge.
    """
    polygon = next((place.polygon for place in board.localities if place.number == number), ())
    if len(polygon) < 3:
        return []
    sides = [(a, _course(a.line)) for a in board.approaches_of(number) if a.line is not None]
    lines = shapely.union_all([line for _, line in sides]).buffer(_NEAR)
    rim = shapely.line_merge(shape_of(polygon).exterior.difference(lines))
    edge = [part for part in shapely.get_parts(rim) if part.length > _LEAST]
    return edge or [line for side, line in sides if side.opposite is None]


def _course(points: Iterable[Point]) -> LineString:
    """Return a line in metres."""
    return LineString([to_metres(point) for point in points])


def _along(course: LineString, share: float) -> Point:
    """Return the point that lies some share of a line from its start."""
    point = course.interpolate(share, normalized=True)
    return _rounded((point.x, point.y))


def _centre(board: Board, number: int) -> Point | None:
    """Return the middle of a locality: where its capacity is printed."""
    localities = [place for place in board.localities if place.number == number]
    if not localities or localities[0].at is not None:
        return localities[0].at if localities else None
    if len(localities[0].polygon) < 3:
        return None
    point = shape_of(localities[0].polygon).representative_point()
    return _rounded((point.x, point.y))


def with_drawn_roads(board: Board, ends: list[tuple[int, str]]) -> Board:
    """Return a board on which a road leads from each new road end straight to the others."""
    spots = {crossing.id: crossing.at for crossing in board.crossings}
    spots |= {f"entry:{entry.name}": entry.at for entry in board.entries}
    roads = roads_of(board)
    for locality, end in ends:
        group, start = group_of(board, locality, end), spots.get(end)
        if group is None or start is None:
            continue
        lines = tuple(
            # what was another road up to here is of the new class now
            RoadLine(roads[end], line.line) if start in line.line else line
            for line in group.lines
        )
        goal = _goal(board, group, start)
        if goal is not None and _clearance(start, [goal]) > _NEAR:
            lines = (*lines, RoadLine(roads[end], (start, goal)))
        drawn = replace(group, lines=lines)
        groups = tuple(drawn if old is group else old for old in board.road_groups)
        board = replace(board, road_groups=groups)
    return board


def _goal(board: Board, group: RoadGroup, start: Point) -> Point | None:
    """Return the bend of the roads of a group next to a spot, or the middle of the locality."""
    ends = [crossing.at for crossing in board.crossings] + [entry.at for entry in board.entries]
    bends = [point for line in group.lines for point in line.line if point not in ends]
    halves = [_along(_course(line.line), 0.5) for line in group.lines]
    near = min(bends or halves, key=lambda bend: _clearance(start, [bend]), default=None)
    return near or _centre(board, group.locality)
