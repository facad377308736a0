"""Positions as data, and the number of paths of so many decisions from each."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marengo.game import Game, Side, State, load
from tests.reference import legal_moves, optional_moves
from tests.reference.perft import representatives
from tests.toys import row

FILE = Path(__file__).parent / "triomphe.toml"

Facts = dict[str, Any]


@dataclass(frozen=True)
class Count:
    """A position and its numbers of paths.

    Parameters
    ----------
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

    name: str
    chapters: tuple[int, ...]
    facts: Facts
    walk: tuple[str, ...]
    paths: tuple[int, ...]
    referee: int
    hand: int

    def state(self, games: "Games") -> State:
        """Return the position from which paths are counted."""
        state = games.on(self.facts.get("row")).position(**_position(self.facts))
        for move in self.walk:
            state.play(move)
        return state


class Games:
    """The real board, and rows of localities by their number, each made once."""

    def __init__(self) -> None:
        self._games: dict[int | None, Game] = {}

    def on(self, localities: int | None) -> Game:
        """Return the game on a row of localities, or on the real board."""
        if localities not in self._games:
            self._games[localities] = load("triomphe") if localities is None else row(localities)
        return self._games[localities]


def read_counts() -> tuple[Count, ...]:
    """Return all positions of the file."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    return tuple(
        Count(
            table["name"],
            tuple(table["chapters"]),
            table,
            tuple(table.get("walk", ())),
            tuple(table["paths"]),
            table["referee"],
            table.get("hand", 0),
        )
        for table in tables
    )


SAME = ("hour", "orders", "austrian", "french", "barred", "attacked", "pontoon_used")


def _position(facts: Facts) -> Facts:
    """Return what ``Game.position`` takes; TOML has texts for sides and localities."""
    taken: Facts = {name: facts[name] for name in SAME if name in facts}
    taken["turn"] = Side[facts["turn"].upper()]
    if "uncommitted" in facts:
        taken["uncommitted"] = {Side[side.upper()]: n for side, n in facts["uncommitted"].items()}
    for name in ("committed", "shifted"):
        taken[name] = {
            Side[side.upper()]: {int(locality): n for locality, n in discs.items()}
            for side, discs in facts.get(name, {}).items()
        }
    return taken


def engine_moves(state: Any) -> set[str]:
    """Return the engine's moves without those that it need not tell from others."""
    return {str(move) for move in state.legal_moves()} - optional_moves(state)


def referee_moves(state: Any) -> set[str]:
    """Return the moves that the second enumeration finds."""
    return legal_moves(state)


def paths(state: State, depth: int, moves: Callable[[Any], set[str]]) -> tuple[int, ...]:
    """Count the paths of 1 to ``depth`` decisions; moves of pieces alike are one move."""
    choices = representatives(state, moves(state))
    later = [0] * (depth - 1)
    if depth > 1:
        for move in choices:
            following = paths(state.copy().play(move), depth - 1, moves)
            later = [one + other for one, other in zip(later, following, strict=True)]
    return (len(choices), *later)
