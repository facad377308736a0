"""How one board differs from another, in words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from marengo.games.marengo.board.board import Board
from marengo.games.marengo.board.ground import Approach, Crossing, Entry, Locality
from marengo.games.marengo.board.roadworks import group_of, roads_of

Form = Callable[[Any, Any], str]
"""Says of a fact what it is, and what it was."""


def _number(words: str) -> Form:
    return lambda new, old: f"{words} {new} instead of {old}"


def _whether(yes: str, no: str) -> Form:
    return lambda new, _: yes if new else no


def _star(new: str | None, old: str | None) -> str:
    return f"{new or 'no'} star instead of {old or 'none'}"


LOCALITY: Mapping[str, Form] = {
    "capacity": _number("capacity"),
    "french_start": _number("French start symbols:"),
    "star": _star,
    "east_of_objective": _whether("east of the objective line", "west of the objective line"),
}

APPROACH: Mapping[str, Form] = {
    "infantry": _number("infantry penalty"),
    "cavalry": _number("cavalry penalty"),
    "artillery": _number("artillery penalty"),
    "wide": _whether("wide instead of narrow", "narrow instead of wide"),
    "cavalry_obstacle": _whether("an obstacle to cavalry", "no longer an obstacle to cavalry"),
    "impassable": _whether("impassable", "no longer impassable"),
}

ENTRY: Mapping[str, Form] = {
    "locality": _number("leads into locality"),
    "road": _number("the road is"),
    "pontoon": _whether("a pontoon bridge as well", "no pontoon bridge"),
}


def differences(board: Board, other: Board) -> list[str]:
    """Return a line for each difference that matters in a game, of boards made of the same one."""
    return [
        *_facts(_localities(board), _localities(other), LOCALITY),
        *_facts(_approaches(board), _approaches(other), APPROACH),
        *_entries(board, other),
        *_crossings(board, other),
    ]


def _localities(board: Board) -> dict[str, Locality]:
    return {f"locality {place.number}": place for place in board.localities}


def _approaches(board: Board) -> dict[str, Approach]:
    return {side.label: side for side in board.approaches if side.opposite is not None}


def _facts(
    features: Mapping[str, Any], other_features: Mapping[str, Any], forms: Mapping[str, Form]
) -> Iterator[str]:
    """Yield what is different in things that both boards have."""
    for label, feature in features.items():
        if label not in other_features:
            continue
        for field, form in forms.items():
            new, old = getattr(feature, field), getattr(other_features[label], field)
            if new != old:
                yield f"{label}: {form(new, old)}"


def _entries(board: Board, other: Board) -> Iterator[str]:
    boxes, other_boxes = ({f"box {e.name}": e for e in b.entries} for b in (board, other))
    yield from _facts(boxes, other_boxes, ENTRY)
    for label, entry in boxes.items():
        meets = _meets(board, entry.locality, f"entry:{entry.name}")
        if label not in other_boxes:
            yield _new_box(entry, meets)
        elif _joins_anew(
            (board, entry.locality), (other, other_boxes[label].locality), f"entry:{entry.name}"
        ):
            yield f"{label}: in locality {entry.locality} its road {meets}"
    yield from (f"{label} is gone" for label in other_boxes if label not in boxes)


def _new_box(entry: Entry, meets: str) -> str:
    bridge = ", and by a pontoon bridge" if entry.pontoon else ""
    return (
        f"new {entry.army.title()} box {entry.name!r}: into locality {entry.locality} by a "
        f"{entry.road} road that {meets}{bridge}"
    )


def _joins_anew(now: tuple[Board, int], before: tuple[Board, int], end: str) -> bool:
    """Return whether a road end of a locality meets others than before, of those on both boards."""
    common = roads_of(now[0]).keys() & roads_of(before[0]).keys()
    return _mates(*now, end) & common != _mates(*before, end) & common


def _mates(board: Board, locality: int, end: str) -> set[str]:
    """Return the road ends that a road end meets in a locality."""
    group = group_of(board, locality, end)
    return set(group.crossings) - {end} if group else set()


def _meets(board: Board, locality: int, end: str) -> str:
    """Say what a road end is joined to in a locality."""
    group = group_of(board, locality, end)
    mates = [name for name in group.crossings if name != end] if group else []
    return f"meets {', '.join(map(_end_name, mates))}" if mates else "ends there"


def _end_name(end: str) -> str:
    return f"the road from {end.removeprefix('entry:')}" if end.startswith("entry:") else end


def _crossings(board: Board, other: Board) -> Iterator[str]:
    crossings, other_crossings = ({c.id: c for c in b.crossings} for b in (board, other))
    for name, crossing in crossings.items():
        if name not in other_crossings or _way(other_crossings[name]) != _way(crossing):
            meets = ", ".join(f"in {n} it {_meets(board, n, name)}" for n in crossing.between)
            yield f"new crossing {name!r}: {_way(crossing)}; {meets}"
            continue
        for n in crossing.between:
            if _joins_anew((board, n), (other, n), name):
                yield f"crossing {name!r}: in {n} it {_meets(board, n, name)}"
    for name, crossing in other_crossings.items():
        if name not in crossings or _way(crossings[name]) != _way(crossing):
            yield f"crossing {name!r} is gone: {_way(crossing)}"


def _way(crossing: Crossing) -> str:
    first, second = crossing.between
    border = f" over border {crossing.pair}" if crossing.pair else ""
    return f"{crossing.road} road between {first} and {second}{border}"
