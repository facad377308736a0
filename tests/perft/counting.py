"""Positions as data, and the number of paths of so many decisions from each."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec

from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from tests import reference, reference_bonaparte
from tests.toys import row

FOLDER = Path(__file__).parent

Facts = dict[str, Any]
Moves = Callable[[Any], set[str]]


class Referee(Protocol):
    """The second enumeration of one ruleset."""

    @property
    def legal_moves(self) -> Moves: ...
    @property
    def optional_moves(self) -> Moves: ...
    @property
    def canonical(self) -> Callable[[Any, Iterable[str]], set[str]]: ...


REFEREES: Mapping[str, Referee] = {"triomphe": reference, "bonaparte": reference_bonaparte}
"""By ruleset; there is a file of positions for each."""


@dataclass(frozen=True)
class Count:
    """A position and its numbers of paths.

    Parameters
    ----------
    ruleset : str
        What is played.
    name : str
        What the position is about.
    chapters : tuple of int
        Chapters of the rules that its paths go through.
    facts : dict
        The position, as the file gives it.
    walk : tuple of str
        Moves that lead from it to the first decision counted.
    paths : tuple of int
        Number of paths of 1, 2, 3 … decisions.
    referee : int
        Decisions for which the second enumeration is affordable.
    hand : int
        Decisions counted by hand; the reckoning stands in the file.
    """

    ruleset: str
    name: str
    chapters: tuple[int, ...]
    facts: Facts
    walk: tuple[str, ...]
    paths: tuple[int, ...]
    referee: int
    hand: int

    def state(self, games: "Games") -> MarengoState:
        """Return the position from which paths are counted."""
        game = games.on(self.ruleset, self.facts.get("row"), self.facts.get("parameters", {}))
        state = game.position(**_position(self.facts))
        for move in self.walk:
            state.play(move)
        return state

    def engine_paths(self, games: "Games") -> tuple[int, ...]:
        """Count the engine's moves, without those that it need not tell from others."""
        optional = REFEREES[self.ruleset].optional_moves

        def moves(state: MarengoState) -> set[str]:
            return {str(move) for move in state.legal_moves()} - optional(state)

        return self._paths(self.state(games), len(self.paths), moves)

    def referee_paths(self, games: "Games") -> tuple[int, ...]:
        """Count the moves that the second enumeration finds."""
        return self._paths(self.state(games), self.referee, REFEREES[self.ruleset].legal_moves)

    def _paths(self, state: MarengoState, depth: int, moves: Moves) -> tuple[int, ...]:
        """Count the paths of 1 to ``depth`` decisions; moves of pieces alike are one move."""
        choices = self._representatives(state, moves(state))
        later = [0] * (depth - 1)
        if depth > 1:
            for move in choices:
                following = self._paths(state.copy().play(move), depth - 1, moves)
                later = [one + other for one, other in zip(later, following, strict=True)]
        return (len(choices), *later)

    def _representatives(self, state: MarengoState, moves: set[str]) -> list[str]:
        """Return one move of each class of moves of pieces alike."""
        classes: dict[str, str] = {}
        for move in sorted(moves):
            (what,) = REFEREES[self.ruleset].canonical(state, [move])
            classes.setdefault(what, move)
        return list(classes.values())


class Games:
    """The real board, and rows of localities by their number, each made once."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, int | None, str], MarengoGame] = {}

    def on(self, ruleset: str, localities: int | None, parameters: Facts) -> MarengoGame:
        """Return the game on a row of localities, or on the real board."""
        key = (ruleset, localities, str(parameters))
        if key not in self._games:
            standard = load(ruleset) if localities is None else row(localities, ruleset=ruleset)
            self._games[key] = _varied(standard, parameters) if parameters else standard
        return self._games[key]


def _varied(game: MarengoGame, parameters: Facts) -> MarengoGame:
    """Return a game with other parameters."""
    scenario = game.scenario
    other = msgspec.structs.replace(scenario.parameters, **parameters)
    return MarengoGame.from_parts(game.board, msgspec.structs.replace(scenario, parameters=other))


def read_counts() -> tuple[Count, ...]:
    """Return all positions of all rulesets."""
    return tuple(count for ruleset in REFEREES for count in _counts_of(ruleset))


def _counts_of(ruleset: str) -> Iterable[Count]:
    tables = tomllib.loads((FOLDER / f"{ruleset}.toml").read_text(encoding="utf-8"))["position"]
    for table in tables:
        yield Count(
            ruleset,
            table["name"],
            tuple(table["chapters"]),
            table,
            tuple(table.get("walk", ())),
            tuple(table["paths"]),
            table["referee"],
            table.get("hand", 0),
        )


OF_THE_COUNT = {"name", "chapters", "walk", "paths", "referee", "hand", "row", "parameters"}
"""What a table of the file says beside the facts of its position."""

SIDES = ("turn", "bonus_due")
BY_SIDE = ("uncommitted", "committed", "shifted", "morale", "demoralised")


def _position(facts: Facts) -> Facts:
    """Return what ``MarengoGame.position`` takes; TOML has texts for sides and localities."""
    return {name: _taken(name, fact) for name, fact in facts.items() if name not in OF_THE_COUNT}


def _taken(name: str, fact: Any) -> Any:
    if name in SIDES:
        return Side[fact.upper()]
    if name in BY_SIDE:
        return {Side[side.upper()]: _by_locality(value) for side, value in fact.items()}
    return fact


def _by_locality(value: Any) -> Any:
    """Return discs by the number of their locality, and a mere number as it is."""
    return {int(place): n for place, n in value.items()} if isinstance(value, dict) else value
