"""A board as a scenario changes it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from marengo.games.marengo.board.board import Board
from marengo.games.marengo.board.changes import CrossingChange, EntryChange, GroundChanges
from marengo.games.marengo.board.checking import problems
from marengo.games.marengo.board.drawing import border_spot, edge_spot, with_drawn_roads
from marengo.games.marengo.board.errors import BoardError, Problem
from marengo.games.marengo.board.ground import Crossing, Entry
from marengo.games.marengo.board.roadworks import Joint, group_of, joined, without_ends

NAME = re.compile(r"[\w:]+")
"""Pattern of new names, which the notation of moves must be able to read."""

NEW = {"entries": ("army", "locality", "road"), "crossings": ("between", "road")}
"""Fields that a new box and a new crossing must state."""


def change_board(board: Board, ground: GroundChanges) -> Board:
    """Return a board with the changes that a scenario makes.

    Parameters
    ----------
    board : Board
        As it is printed, or changed already in this very way.
    ground : GroundChanges
        The changes.

    Returns
    -------
    Board
        A board without problems; `Board.changed` says what has been changed. New things are
        drawn so that people see them: a crossing in the middle of its border, a road straight
        into the road network.

    Raises
    ------
    BoardError
        If something that is to be changed does not exist, or the changed board has problems.

    Examples
    --------
    >>> from marengo.games.marengo.board.changes import LocalityChange
    >>> from marengo.paths import data_path
    >>> board = Board.read(data_path("boards/triomphe.geojson"))
    >>> smaller = change_board(board, GroundChanges(localities={8: LocalityChange(capacity=2)}))
    >>> board.locality(8).capacity, smaller.locality(8).capacity
    (16, 2)
    """
    stated = ground.stated()
    if not stated or board.changed == stated:
        return board
    changed = _changed(board, msgspec.json.encode(stated))
    # All else of a board cannot be changed, so that games on the same ground may share it.
    return replace(changed, metadata=board.metadata, source=board.source, changed=stated)


@lru_cache(maxsize=8)
def _changed(board: Board, content: bytes) -> Board:
    """Return a changed board, kept for the next time; to check it takes a tenth of a second."""
    ground, source = (
        msgspec.json.decode(content, type=GroundChanges),
        f"board {board.name} as changed",
    )
    if board.changed:
        raise BoardError(source, [Problem("ground", "expected the board as it is printed")])
    defects: list[Problem] = []
    for step in (_localities, _approaches, _roads):
        board = step(board, ground, defects)
    defects = defects or problems(board)
    if defects:
        raise BoardError(source, defects)
    return board


def _stated(change: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that a change gives."""
    return {k: v for k, v in msgspec.structs.asdict(change).items() if v is not msgspec.UNSET}


def _localities(board: Board, ground: GroundChanges, defects: list[Problem]) -> Board:
    numbers = {place.number for place in board.localities}
    for number in set(ground.localities) - numbers:
        text = f"no such locality, expected 1 to {max(numbers)}"
        defects.append(Problem(f"ground.localities.{number}", text))
    changes = {number: _stated(change) for number, change in ground.localities.items()}
    for facts in changes.values():
        if facts.get("star") == "none":
            facts["star"] = None
    places = tuple(replace(place, **changes.get(place.number, {})) for place in board.localities)
    moved = any("east_of_objective" in facts for facts in changes.values())
    board = replace(board, localities=places)
    return replace(board, objective=tuple(_line(board))) if moved else board


def _line(board: Board) -> Iterable[tuple[int, int]]:
    """Return the pairs between which the objective line runs when localities changed sides."""
    east = {place.number: place.east_of_objective for place in board.localities}
    borders = ((a.locality, a.opposite) for a in board.approaches if a.opposite is not None)
    pairs = dict.fromkeys([*board.objective, *borders])
    return ((west, beyond) for west, beyond in pairs if (east[west], east[beyond]) == (False, True))


def _approaches(board: Board, ground: GroundChanges, defects: list[Problem]) -> Board:
    sides = {str(side.place): side for side in board.approaches if side.opposite is not None}
    for name, change in ground.approaches.items():
        where = f"ground.approaches.{name}"
        if name in sides:
            sides[name] = replace(sides[name], **_stated(change))
        else:
            defects.append(Problem(where, f"no such approach, expected {_near(name, sides)}"))
    changed = tuple(
        side if side.opposite is None else sides[str(side.place)] for side in board.approaches
    )
    return replace(board, approaches=changed)


def _near(name: str, sides: Iterable[str]) -> str:
    """Return the approaches of the locality that a wrong name begins with."""
    approaches = [side for side in sides if side.split("/")[0] == name.split("/", maxsplit=1)[0]]
    return f"one of {', '.join(approaches)}" if approaches else "a place such as 8/4"


def _roads(board: Board, ground: GroundChanges, defects: list[Problem]) -> Board:
    """Return the board with its crossings and entries changed, and the road groups with them."""
    joints: list[Joint] = []
    crossings = _crossings(board, ground.crossings, joints, defects)
    gone = {crossing.id for crossing in board.crossings} - {crossing.id for crossing in crossings}
    entries = _entries(board, ground.entries, joints, defects)
    changed = replace(board, crossings=crossings, entries=entries)
    changed = without_ends(changed, gone | {joint.end for joint in joints})
    changed = joined(changed, joints, defects)
    return with_drawn_roads(changed, [(joint.locality, joint.end) for joint in joints])


def _crossings(
    board: Board,
    changes: Mapping[str, CrossingChange],
    joints: list[Joint],
    defects: list[Problem],
) -> tuple[Crossing, ...]:
    crossings = {crossing.id: crossing for crossing in board.crossings}
    for name, change in changes.items():
        where, removed = f"ground.crossings.{name}", change.remove is True
        if name in crossings and set(_stated(change)) - {"remove"}:
            text = "the board has such a crossing, expected remove = true alone"
            defects.append(Problem(where, text))
        elif name in crossings and removed:
            del crossings[name]
        elif name not in crossings and removed and not _stated(change).get("between"):
            defects.append(Problem(where, "no such crossing to remove"))
        elif name not in crossings and not removed and _is_whole(where, name, change, defects):
            crossings[name] = _new_crossing(board, name, change)
            joints += _crossing_joints(crossings[name], change, defects)
    return tuple(crossings.values())


def _is_whole(where: str, name: str, change: msgspec.Struct, defects: list[Problem]) -> bool:
    """Return whether something new states all it must and can be named in moves; note if not."""
    kind = where.split(".")[1]
    missing = [field for field in NEW[kind] if field not in _stated(change)]
    if missing:
        kinds = "the board has no such box or crossing; a new one needs"
        defects.append(Problem(where, f"{kinds} {', '.join(missing)}"))
    if not NAME.fullmatch(name) or name.isdecimal():
        defects.append(Problem(where, "expected a name of letters, digits, _ and :, not a number"))
        return False
    return not missing


def _new_crossing(board: Board, name: str, change: CrossingChange) -> Crossing:
    facts = _stated(change)
    between, pair = facts["between"], facts.get("pair")
    return Crossing(name, between, pair, facts["road"], at=border_spot(board, between, pair))


def _crossing_joints(
    crossing: Crossing, change: CrossingChange, defects: list[Problem]
) -> Iterator[Joint]:
    """Yield the two road ends of a new crossing."""
    where = f"ground.crossings.{crossing.id}.joins"
    joins: Mapping[int, str] = _stated(change).get("joins", {})
    for number in set(joins) - set(crossing.between):
        first, second = crossing.between
        defects.append(Problem(f"{where}.{number}", f"expected {first} or {second}"))
    for number in crossing.between:
        yield Joint(f"{where}.{number}", number, crossing.id, joins.get(number))


def _entries(
    board: Board, changes: Mapping[str, EntryChange], joints: list[Joint], defects: list[Problem]
) -> tuple[Entry, ...]:
    entries = {entry.name: entry for entry in board.entries}
    for name, change in changes.items():
        where, old, facts = f"ground.entries.{name}", entries.get(name), _stated(change)
        to = facts.pop("joins", None)
        if old is None and not _is_whole(where, name, change, defects):
            continue
        if old is not None and "army" in facts:
            defects.append(Problem(f"{where}.army", "the board has this box: expected no army"))
            continue
        entry = Entry(name, **facts) if old is None else replace(old, **facts)
        if old is None or old.locality != entry.locality:
            entry = replace(entry, at=edge_spot(board, entry.locality, name), note="")
        elif to is None and old.road != entry.road:
            to = _neighbour(board, entry)
        entries[name] = entry
        if old is None or to is not None or old.locality != entry.locality:
            joints.append(Joint(f"{where}.joins", entry.locality, f"entry:{name}", to))
    return tuple(entries.values())


def _neighbour(board: Board, entry: Entry) -> str | None:
    """Return a road end that the road from a box meets in its locality."""
    group = group_of(board, entry.locality, f"entry:{entry.name}")
    ends = group.crossings if group else ()
    return next((name for name in ends if name != f"entry:{entry.name}"), None)
