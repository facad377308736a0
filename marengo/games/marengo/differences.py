"""How one scenario differs from another, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from marengo.core.errors import ScenarioError
from marengo.core.files import is_file
from marengo.games.marengo.board import Board, BoardError, change_board
from marengo.games.marengo.board.differences import differences as board_differences
from marengo.games.marengo.scenario import TELLING, Force, Pieces, Scenario
from marengo.games.marengo.terms import Term
from marengo.paths import data_path

Standing = list[tuple[str, str]]
"""Pieces one by one, each with its place."""

ASIDE = frozenset({*TELLING, "name", "title", "ruleset", "forces"})
"""Fields that are compared in another way or only tell of the game."""

MARKS = {
    "disorganised": ("disorganised", "organised"),
    "inactive": ("inactive", "active"),
    "draw": ("assigned blindly", "assigned in the order written"),
}
"""Words for a force for which a field is true, and for which it is false."""


def differences(scenario: Scenario, other: Scenario, board: Board | None = None) -> list[str]:
    """Return what is different in a scenario from another; see `Scenario.diff`."""
    if scenario.ruleset != other.ruleset:
        raise ScenarioError(f"ruleset: {scenario.ruleset}, expected {other.ruleset} like the other")
    return [*_numbers(scenario, other), *_forces(scenario, other), *_ground(scenario, other, board)]


def set_up(scenario: Scenario) -> Iterator[str]:
    """Yield in words what starts where, and from when on boxes may be left."""
    for name, force in _by_name(scenario).items():
        yield f"{name} ({force.army.title()}): {_whole(force)}"
    hours = {box: f"{hour}:00" for box, hour in scenario.hours.items()}
    opened = (box if box == hour else f"{box} at {hour}" for box, hour in hours.items())
    yield f"boxes open: {', '.join(opened)}"


def _numbers(scenario: Scenario, other: Scenario) -> Iterator[str]:
    new, old = _flat(scenario), _flat(other)
    for path in dict.fromkeys([*new, *old]):
        before, _, key = path.rpartition(".")
        term = scenario.terms.get(path) or scenario.terms.get(f"{before}.*") or Term(path)
        now, then = term.filled(new.get(path)), term.filled(old.get(path))
        if now != then:
            yield term.line(key, now, then)


def _flat(scenario: Scenario) -> dict[str, Any]:
    """Return the plain values of a scenario by their paths."""
    facts = msgspec.to_builtins(scenario, str_keys=True)
    return dict(_leaves({k: v for k, v in facts.items() if k not in ASIDE}, ""))


def _leaves(table: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    # tables by hour are told in the order of the hours, whatever was stated last
    hours = all(name.isdecimal() for name in table)
    for name in sorted(table, key=int) if hours else table:
        value = table[name]
        if isinstance(value, dict):
            yield from _leaves(value, f"{before}{name}.")
        else:
            yield before + name, value


def _forces(scenario: Scenario, other: Scenario) -> Iterator[str]:
    new, old = _by_name(scenario), _by_name(other)
    for name, force in new.items():
        changes = list(_force_changes(force, old[name])) if name in old else []
        if name not in old:
            yield f"new force {name!r} ({force.army.title()}): {_whole(force)}"
        elif changes:
            yield f"force {name!r}: {'; '.join(changes)}"
    yield from (f"force {name!r} is gone" for name in old if name not in new)
    if [name for name in new if name in old] != [name for name in old if name in new]:
        yield "the forces stand in another order"


def _by_name(scenario: Scenario) -> dict[str, Force]:
    """Return the forces by their names, which a number makes different."""
    named: dict[str, Force] = {}
    for number, force in enumerate(scenario.forces, start=1):
        named[f"{force.name} ({number})" if force.name in named else force.name] = force
    return named


def _whole(force: Force) -> str:
    """Return all that is to be said of a force."""
    standing, places = _standing(force), _places(force)
    joint = ": " if places[0].isdigit() else " "
    apart = f"{_counted(_faces(force)) or 'no pieces'}{joint}{places}"
    marks = [yes for field, (yes, _) in MARKS.items() if getattr(force, field, False)]
    return ", ".join([_where(standing) if standing else apart, *marks])


def _force_changes(force: Force, other: Force) -> Iterator[str]:
    if force.army != other.army:
        yield f"{force.army.title()} instead of {other.army.title()}"
    standing, before = _standing(force), _standing(other)
    if standing and before:
        changes = list(_standing_changes(standing, before))
    else:
        changes = list(_changes_apart(force, other))
    if not changes and (_faces(force), _spots(force)) != (_faces(other), _spots(other)):
        changes = ["the same pieces in another order"]  # by which they are named
    yield from changes
    for field, (yes, no) in MARKS.items():
        if getattr(force, field, False) != getattr(other, field, False):
            yield yes if getattr(force, field) else no


def _standing_changes(standing: Standing, before: Standing) -> Iterator[str]:
    """Say which pieces start elsewhere, which are new and which are gone."""
    new = list((Counter(standing) - Counter(before)).elements())
    gone = list((Counter(before) - Counter(standing)).elements())
    moved: dict[tuple[str, str], list[str]] = {}
    for face, place in new[:]:
        origin = next((at for other, at in gone if other == face), None)
        if origin is not None:
            new.remove((face, place))
            gone.remove((face, origin))
            moved.setdefault((place, origin), []).append(face)
    for (place, origin), faces in moved.items():
        yield f"{_counted(faces)} in {place} instead of in {origin}"
    if new:
        yield f"also {_where(new)}"
    if gone:
        yield f"without {_where(gone)}"


def _changes_apart(force: Force, other: Force) -> Iterator[str]:
    """Say which pieces are new and which are gone, and what is different in the places."""
    now, then = Counter(_faces(force)), Counter(_faces(other))
    if now - then:
        yield f"also {_counted((now - then).elements())}"
    if then - now:
        yield f"without {_counted((then - now).elements())}"
    if force.places != other.places:
        yield f"{_places(force)} instead of {_places(other)}"


def _standing(force: Force) -> Standing:
    """Return the pieces one by one with their places; nothing where a force does not tell them.

    It does not if the pieces are assigned blindly, or to the board's start symbols.
    """
    faces, spots = _faces(force), _spots(force)
    return [] if force.draw or len(faces) != len(spots) else list(zip(faces, spots, strict=True))


def _faces(force: Force) -> list[str]:
    """Return the pieces one by one, in the order in which they are named."""
    return [_face(pieces) for pieces in force.pieces for _ in range(pieces.count)]


def _face(pieces: Pieces) -> str:
    earliest = getattr(pieces, "earliest", 0)
    late = f" not before {earliest}:00" if earliest else ""
    return f"{pieces.kind} of {pieces.strength}{late}"


def _spots(force: Force) -> list[str]:
    """Return the places one by one; none if they are the board's start symbols."""
    return [place for place, count in (force.places or {}).items() for _ in range(count)]


def _counted(faces: Iterable[str]) -> str:
    """Return what pieces are called: "2 infantry of 3, 1 cavalry of 2"."""
    return ", ".join(f"{count} {face}" for face, count in Counter(faces).items())


def _where(standing: Standing) -> str:
    """Return pieces by their places."""
    by_place: dict[str, list[str]] = {}
    for face, place in standing:
        by_place.setdefault(place, []).append(face)
    return " and ".join(f"{_counted(faces)} in {place}" for place, faces in by_place.items())


def _places(force: Force) -> str:
    if force.places is None:
        return "on the start symbols"
    if len(force.places) == 1:
        return f"in {next(iter(force.places))}"
    return ", ".join(f"{count} in {place}" for place, count in force.places.items()) or "nowhere"


def _ground(scenario: Scenario, other: Scenario, board: Board | None) -> list[str]:
    if scenario.board != other.board or scenario.ground.stated() == other.ground.stated():
        return []
    printed = board or _shipped_board(scenario.board)
    try:
        grounds = [change_board(printed, variant.ground) for variant in (scenario, other)]
    except BoardError as error:
        raise ScenarioError(f"{scenario.name} or {other.name}: ground: {error}") from error
    return board_differences(*grounds)


@cache
def _shipped_board(name: str) -> Board:
    path = data_path(f"boards/{name}.geojson")
    if not is_file(path):
        raise ScenarioError(f"board {name} does not come with marengo: expected a Board")
    return Board.read(path)
