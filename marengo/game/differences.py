"""How one scenario differs from another, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from marengo.board import Board, BoardError, change_board
from marengo.board.differences import differences as board_differences
from marengo.game.errors import ScenarioError
from marengo.game.scenario import TELLING, Force, Pieces, Scenario
from marengo.game.terms import Term
from marengo.paths import data_path

ASIDE = frozenset({*TELLING, "name", "title", "ruleset", "forces"})
"""Fields that are compared in another way or only tell of the game."""

MARKS = {
    "disorganised": ("disorganised", "organised"),
    "inactive": ("inactive", "active"),
    "draw": ("assigned blindly", "assigned in the order written"),
}
"""What is said of a force for which a field is true, and for which it is false."""


def differences(scenario: Scenario, other: Scenario, board: Board | None = None) -> list[str]:
    """Return what is different in a scenario from another; see `Scenario.diff`."""
    if scenario.ruleset != other.ruleset:
        raise ScenarioError(f"ruleset: {scenario.ruleset}, expected {other.ruleset} like the other")
    return [*_numbers(scenario, other), *_forces(scenario, other), *_ground(scenario, other, board)]


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
    places = _places(force)
    marks = [yes for field, (yes, _) in MARKS.items() if getattr(force, field, False)]
    joint = ": " if places[0].isdigit() else " "
    return ", ".join([f"{_pieces(force)}{joint}{places}", *marks])


def _force_changes(force: Force, other: Force) -> Iterator[str]:
    if force.army != other.army:
        yield f"{force.army.title()} instead of {other.army.title()}"
    for words in (_pieces, _places):
        if words(force) != words(other):
            yield f"{words(force)} instead of {words(other)}"
    for field, (yes, no) in MARKS.items():
        if getattr(force, field, False) != getattr(other, field, False):
            yield yes if getattr(force, field) else no


def _pieces(force: Force) -> str:
    return ", ".join(map(_alike, force.pieces)) or "no pieces"


def _alike(pieces: Pieces) -> str:
    """Return what pieces alike are called: "2 infantry of 3"."""
    earliest = getattr(pieces, "earliest", 0)
    late = f" not before {earliest}:00" if earliest else ""
    return f"{pieces.count} {pieces.kind} of {pieces.strength}{late}"


def _places(force: Force) -> str:
    if force.places is None:
        return "on the start symbols"
    if len(force.places) == 1:
        return f"in {next(iter(force.places))}"
    return ", ".join(f"{count} in {place}" for place, count in force.places.items()) or "nowhere"


def _ground(scenario: Scenario, other: Scenario, board: Board | None) -> list[str]:
    if scenario.board != other.board or scenario.ground.stated() == other.ground.stated():
        return []
    printed = board or _shipped_board(scenario)
    try:
        grounds = [change_board(printed, one.ground) for one in (scenario, other)]
    except BoardError as error:
        raise ScenarioError(f"{scenario.name} or {other.name}: ground: {error}") from error
    return board_differences(*grounds)


def _shipped_board(scenario: Scenario) -> Board:
    path = data_path(f"boards/{scenario.board}.geojson")
    if not path.is_file():
        raise ScenarioError(f"board {scenario.board} does not come with marengo: expected a Board")
    return Board.read(path)
