"""Road groups of a board after road ends were taken away or added."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from marengo.games.marengo.board.board import Board
from marengo.games.marengo.board.errors import Problem
from marengo.games.marengo.board.ground import EdgeRoad, Road, RoadGroup

MainGroups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Joint:
    """A road end that is new in a locality."""

    where: str  # as messages call it
    locality: int
    end: str  # id of a crossing, or "entry:NAME"
    to: str | None = None  # road end whose road it continues; None where the road ends


def roads_of(board: Board) -> dict[str, Road]:
    """Return the class of the road at each road end, by the name groups use."""
    roads: dict[str, Road] = {crossing.id: crossing.road for crossing in board.crossings}
    return roads | {f"entry:{entry.name}": entry.road for entry in board.entries}


def group_of(board: Board, locality: int, end: str) -> RoadGroup | None:
    """Return the road group of a road end in a locality."""
    return _find(board.road_groups, locality, end)


def _find(groups: Iterable[RoadGroup], locality: int, end: str) -> RoadGroup | None:
    fitting = (group for group in groups if group.locality == locality and end in group.crossings)
    return next(fitting, None)


def without_ends(board: Board, names: set[str]) -> Board:
    """Return a board whose road groups do without some road ends.

    The roads stay drawn, as roads lead to a broken bridge.
    """
    groups, stubs = [], list(board.edge_roads)
    for group in board.road_groups:
        left = tuple(name for name in group.crossings if name not in names)
        parts = (tuple(n for n in part if n not in names) for part in group.main_groups)
        if left:
            groups.append(replace(group, crossings=left, main_groups=_several(parts)))
        else:
            stubs += [EdgeRoad(group.locality, line.road, line.line) for line in group.lines]
    return replace(board, road_groups=tuple(groups), edge_roads=tuple(stubs))


def joined(board: Board, joints: Iterable[Joint], problems: list[Problem]) -> Board:
    """Return a board whose road groups take in new road ends; note what they cannot join."""
    roads = roads_of(board)
    groups = [*board.road_groups, *(RoadGroup(j.locality, (j.end,)) for j in joints)]
    for joint in joints:
        own = _find(groups, joint.locality, joint.end)
        other = None if joint.to is None else _find(groups, joint.locality, joint.to)
        if joint.to is not None and (other is None or joint.to == joint.end):
            problems.append(Problem(joint.where, _no_end(groups, joint)))
        elif own is not None and other is not None and own is not other:
            groups.remove(own)
            groups[groups.index(other)] = _union(other, own, joint, roads)
    return replace(board, road_groups=tuple(groups))


def _no_end(groups: Iterable[RoadGroup], joint: Joint) -> str:
    """Say which road ends there are where a joint names one that is not."""
    ends = [n for group in groups if group.locality == joint.locality for n in group.crossings]
    listed = ", ".join(name for name in ends if name != joint.end) or "none, as no road is there"
    return f"no road end {joint.to!r} in locality {joint.locality}, expected one of {listed}"


def _union(group: RoadGroup, added: RoadGroup, joint: Joint, roads: dict[str, Road]) -> RoadGroup:
    """Return two groups as one; main roads that meet at the joint are joined by main road."""
    parts: list[tuple[str, ...]] = []
    if group.main_groups or added.main_groups:
        ends = {joint.end, joint.to}
        every = [*_parts(group, roads), *_parts(added, roads)]
        meeting = [part for part in every if ends & set(part)]
        parts = [part for part in every if part not in meeting]
        both_main = len(meeting) == 2
        parts += [tuple(name for part in meeting for name in part)] if both_main else meeting
    return replace(
        group,
        crossings=(*group.crossings, *added.crossings),
        main_groups=_several(parts),
        lines=(*group.lines, *added.lines),
    )


def _parts(group: RoadGroup, roads: dict[str, Road]) -> MainGroups:
    """Return which main roads of a group are joined by main road, one part for each."""
    mains = tuple(name for name in group.crossings if roads[name] == "main")
    return group.main_groups or ((mains,) if mains else ())


def _several(parts: Iterable[tuple[str, ...]]) -> MainGroups:
    """Return the parts that hold something; none if all main roads are in one."""
    nonempty = tuple(part for part in parts if part)
    return nonempty if len(nonempty) > 1 else ()
