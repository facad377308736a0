"""What can be wrong with the content of a board; every check lists all it finds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from marengo.games.marengo.board.errors import Problem
from marengo.games.marengo.board.geometry import geometry_problems
from marengo.games.marengo.board.ground import Approach

if TYPE_CHECKING:
    from marengo.games.marengo.board.board import Board

_OPPOSITE_DIRECTION = {"east": "west", "west": "east", None: None}


def problems(board: Board) -> list[Problem]:
    """List every defect of a board; see `Board.problems`."""
    checks = (
        _numbers,
        _localities,
        _approaches,
        _borders,
        _crossings,
        _road_groups,
        _grouping,
        _main_groups,
        _entries,
        _objective,
    )
    defects = [problem for check in checks for problem in check(board)]
    return [*defects, *geometry_problems(board)]


def _numbers(board: Board) -> Iterator[Problem]:
    """Check that the localities are numbered from 1 on, each number once."""
    count = Counter(locality.number for locality in board.localities)
    highest = max(count, default=0)
    if not count:
        yield Problem("board", "no locality, expected at least one")
    for number, times in count.items():
        if times > 1:
            yield Problem(f"locality {number}", f"given {times} times, expected once")
    if highest > 2 * len(count):
        # one wild number would otherwise be reported as a million missing ones
        yield Problem(f"locality {highest}", f"one of {len(count)} localities: number too high")
        return
    for number in sorted(set(range(1, highest)) - set(count)):
        yield Problem(f"locality {number}", "missing: numbers are expected to have no gap")


def _localities(board: Board) -> Iterator[Problem]:
    """Check capacities and start symbols."""
    for locality in board.localities:
        where = f"locality {locality.number}"
        if locality.capacity is None:
            yield Problem(where, "no capacity, expected a number (T-3.20)")
        elif locality.capacity < 1:
            yield Problem(where, f"capacity {locality.capacity}, expected at least 1 (T-3.20)")
        if locality.french_start < 0:
            text = f"french_start {locality.french_start}, expected 0 or more (T-3.25)"
            yield Problem(where, text)


def _approaches(board: Board) -> Iterator[Problem]:
    """Check each side on its own."""
    numbers = {locality.number for locality in board.localities}
    together: dict[tuple[int, int], list[Approach]] = defaultdict(list)
    for approach in board.approaches:
        where = approach.label
        if approach.locality not in numbers:
            yield Problem(where, f"belongs to unknown locality {approach.locality}")
        for field in ("infantry", "cavalry", "artillery"):
            symbols = getattr(approach, field)
            if symbols < 0:
                yield Problem(where, f"{field} {symbols}, expected 0 symbols or more")
        if approach.opposite is None:
            continue
        if approach.opposite not in numbers:
            yield Problem(where, f"leads into unknown locality {approach.opposite}")
        if approach.opposite == approach.locality:
            yield Problem(where, "leads into its own locality")
        if approach.wide is None:
            yield Problem(where, "no width, expected wide or narrow (T-3.10)")
        together[approach.locality, approach.opposite].append(approach)
    for group in together.values():
        yield from _letters(group)


def _letters(group: list[Approach]) -> Iterator[Problem]:
    """Check that the sides between the same two localities can be told apart (T-3.29)."""
    if len(group) < 2:
        return
    where = f"approach {group[0].locality}/{group[0].opposite}"
    if any(approach.pair is None for approach in group):
        yield Problem(where, f"{len(group)} borders, expected a pair letter for each (T-3.29)")
    for letter, times in Counter(a.pair for a in group if a.pair is not None).items():
        if times > 1:
            yield Problem(f"{where}{letter}", f"given {times} times, expected once")


def _borders(board: Board) -> Iterator[Problem]:
    """Check that the two sides of each border agree (T-3.8, T-3.11, T-3.27)."""
    sides = {a.place: a for a in board.approaches if a.opposite is not None}
    for place, approach in sides.items():
        where = approach.label
        other = sides.get(place.opposite)
        if other is None:
            yield Problem(where, f"one-sided, expected an approach {place.opposite} (T-3.8)")
            continue
        if place.locality > place.opposite.locality:
            continue
        if approach.wide is not None and other.wide is not None and approach.wide != other.wide:
            widths = ["wide" if wide else "narrow" for wide in (approach.wide, other.wide)]
            text = f"{widths[0]}, but {other.place} is {widths[1]}: expected one width (T-3.11)"
            yield Problem(where, text)
        if other.direction != _OPPOSITE_DIRECTION[approach.direction]:
            directions = [a.direction or "unmarked" for a in (approach, other)]
            text = f"leads {directions[0]}, but {other.place} leads {directions[1]} (T-3.27)"
            yield Problem(where, text)


def _crossings(board: Board) -> Iterator[Problem]:
    """Check that each crossing lies on one passable border."""
    sides = {a.place: a for a in board.approaches if a.opposite is not None}
    for name, times in Counter(crossing.id for crossing in board.crossings).items():
        if times > 1:
            yield Problem(f"crossing {name}", f"given {times} times, expected once")
    for crossing in board.crossings:
        first, second = crossing.between
        approaches = [
            a
            for place, a in sides.items()
            if {place.locality, place.towards} == {first, second} and place.pair == crossing.pair
        ]
        where = f"crossing {crossing.id}"
        border = f"{first}/{second}{crossing.pair or ''}"
        if not approaches:
            yield Problem(where, f"there is no border {border}")
        elif any(a.impassable for a in approaches):
            yield Problem(where, f"lies on the impassable border {border} (T-3.16)")


def _road_groups(board: Board) -> Iterator[Problem]:
    """Check that road groups name road ends of their own locality."""
    numbers = {locality.number for locality in board.localities}
    touched = _road_ends(board)
    for group in board.road_groups:
        where = f"road group of locality {group.locality}"
        if group.locality not in numbers:
            yield Problem(where, f"lies in unknown locality {group.locality}")
        if not group.crossings:
            yield Problem(where, "names no crossing, expected at least one")
        for name in group.crossings:
            if name not in touched:
                yield Problem(where, f"names unknown crossing {name!r}")
            elif group.locality not in touched[name]:
                text = f"names {name!r}, which touches {'/'.join(map(str, touched[name]))}"
                yield Problem(where, text)


def _road_ends(board: Board) -> dict[str, tuple[int, ...]]:
    """Return the localities that each crossing and entry touches, by the name groups use."""
    ends: dict[str, tuple[int, ...]] = {c.id: c.between for c in board.crossings}
    return ends | {f"entry:{entry.name}": (entry.locality,) for entry in board.entries}


def _grouping(board: Board) -> Iterator[Problem]:
    """Check that every road end belongs to exactly one group of each locality it touches."""
    numbers = {locality.number for locality in board.localities}
    groups = board.road_groups
    count = Counter((group.locality, name) for group in groups for name in group.crossings)
    for name, localities in _road_ends(board).items():
        where = name.replace(":", " ") if name.startswith("entry:") else f"crossing {name}"
        for number in sorted(numbers.intersection(localities)):
            times = count[number, name]
            if times != 1:
                text = f"in {times or 'no'} road groups of locality {number}, expected one"
                yield Problem(where, text)


def _main_groups(board: Board) -> Iterator[Problem]:
    """Check that main groups divide the main crossings of their group (B-8.82)."""
    roads = {crossing.id: crossing.road for crossing in board.crossings}
    roads |= {f"entry:{entry.name}": entry.road for entry in board.entries}
    for group in board.road_groups:
        if not group.main_groups:
            continue
        named = Counter(name for part in group.main_groups for name in part)
        expected = Counter(name for name in group.crossings if roads.get(name) == "main")
        if named != expected:
            yield Problem(
                f"road group of locality {group.locality}",
                f"main groups name {sorted(named.elements())}, expected the main crossings "
                f"{sorted(expected.elements())}, each once",
            )


def _entries(board: Board) -> Iterator[Problem]:
    """Check that entries lead onto the board."""
    numbers = {locality.number for locality in board.localities}
    for name, times in Counter(entry.name for entry in board.entries).items():
        if times > 1:
            yield Problem(f"entry {name}", f"given {times} times, expected once")
    for entry in board.entries:
        if entry.locality not in numbers:
            yield Problem(f"entry {entry.name}", f"leads into unknown locality {entry.locality}")


def _objective(board: Board) -> Iterator[Problem]:
    """Check the objective line against the sides of the localities (T-3.26)."""
    east = {locality.number: locality.east_of_objective for locality in board.localities}
    borders = {(a.locality, a.opposite) for a in board.approaches if a.opposite is not None}
    sided = [number for number, side in east.items() if side is not None]
    if not board.objective and not sided:
        return
    for number, side in east.items():
        if side is None:
            text = "no east_of_objective, expected true or false (T-3.26)"
            yield Problem(f"locality {number}", text)
    for west_side, east_side in board.objective:
        where = f"objective {west_side}-{east_side}"
        if not {west_side, east_side} <= set(east):
            yield Problem(where, "names an unknown locality")
            continue
        if (west_side, east_side) not in borders:
            yield Problem(where, "the two localities are not adjacent")
        if east[west_side] is True or east[east_side] is False:
            text = f"expected {west_side} west and {east_side} east of the line (T-3.26)"
            yield Problem(where, text)
    listed = {frozenset(pair) for pair in board.objective}
    for first, second in sorted(borders):
        sides = east.get(first), east.get(second)
        if sides == (False, True) and frozenset((first, second)) not in listed:
            text = "missing: the two localities lie on different sides of the line (T-3.26)"
            yield Problem(f"objective {first}-{second}", text)
