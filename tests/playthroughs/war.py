"""Wars of Napoleon in Europe written for people: ``python -m tests.playthroughs.war``.

The positions that matter, and every choice and roll.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import marengo
from marengo.games.europe.war import Step, WarGame, WarState
from marengo.screens.europe.war.words import describe

LIKES = {
    "sue": 0.0,
    **dict.fromkeys(("trade", "accept", "declare-war", "break"), 0.1),
    **dict.fromkeys(("armistice", "incite", "march"), 0.3),
    "end": 0.5,
    **dict.fromkeys(("overture", "annex", "suppress", "win-over", "via"), 2.0),
    **dict.fromkeys(("fire", "rally", "pursue", "retreat", "transport", "sail", "strike"), 4.0),
    **dict.fromkeys(("pass", "charge"), 6.0),
}
"""How much rather than others moves are chosen, so that much happens in few months."""

MARK = "> "


def _by_step(state: WarState) -> tuple[Any, ...]:
    marches = state.step in (Step.MOVEMENT, Step.PURCHASES)
    return state.month, state.active.name + state.step.name * marches, state.battle or ""


def _by_month(state: WarState) -> tuple[Any, ...]:
    return (state.month,)


@dataclass(frozen=True)
class Written:
    """A war on paper: its scenario and what is changed of it, and when its position is told."""

    title: str
    scenario: str
    seed: int
    changes: Mapping[str, Any]
    tells: Callable[[WarState], tuple[Any, ...]]  # a new paragraph begins when this changes
    likes: Mapping[str, float]  # beside LIKES
    pap: int = 4

    def game(self) -> WarGame:
        """Return the war, in which all nations have so many PAP."""
        whole = marengo.load(self.scenario)
        assert isinstance(whole, WarGame)
        given = whole.scenario
        nations = {
            name: msgspec.structs.replace(table, pap=self.pap)
            for name, table in given.nations.items()
        }
        return type(whole)(msgspec.structs.replace(given, nations=nations, **self.changes))


WARS = {
    "europe_war": Written(
        "June and July 1800", "europe-1800", 91, {"rounds": 2, "begins": 6}, _by_step, {}
    ),
    "europe_1805": Written(
        *("September 1805", "europe-1805", 3, {"rounds": 1, "victory": "levels"}, _by_month),
        {"pass": 20.0, "trade": 0.003},
    ),
}
"""By the name of the file."""


def file_of(name: str) -> Path:
    """Return the file of a war on paper."""
    return Path(__file__).parent / f"{name}.txt"


def likes(war: Written, move: str) -> float:
    """Return how likely a move is chosen, beside the others."""
    verb, *words = move.split()
    if verb == "number":
        return float(words[0]) ** 2
    if verb == "move":
        return 0.02 if "reserve" in words[2:] or words[1].startswith("middle") else 1.0
    return war.likes.get(verb, LIKES.get(verb, 1.0))


def played(war: Written) -> list[str]:
    """Play a war and return its moves."""
    state, chance = war.game().start(war.seed), np.random.default_rng(war.seed)
    while not state.is_over:
        moves = sorted(map(str, state.legal_moves()))
        weights = np.array([likes(war, move) for move in moves])
        state.play(str(chance.choice(moves, p=weights / weights.sum())))
    return [str(move) for move in state.moves]


def written(war: Written, moves: Iterable[str]) -> str:
    """Return a war on paper."""
    return "\n".join(_lines(war, moves)) + "\n"


def _lines(war: Written, moves: Iterable[str]) -> Iterator[str]:
    state, last = war.game().start(war.seed), None
    yield war.title
    for move in moves:
        now = war.tells(state)
        if now != last:
            last = now
            yield from ("", *describe(state.view(None)).splitlines())
        asked = f"{state.to_move.name.title()} {state.decision.name.lower().replace('_', ' ')}"
        yield f"{MARK}{asked}, {len(state.legal_moves())} moves: {move}"
        state.play(move)
    yield from ("", *describe(state.view(None)).splitlines(), f"The end: {state.outcome}")


def moves_in(text: str) -> list[str]:
    """Return the moves of a war on paper."""
    return [line.partition(": ")[2] for line in text.splitlines() if line.startswith(MARK)]


if __name__ == "__main__":
    for name, war in WARS.items():
        file_of(name).write_text(written(war, played(war)), encoding="utf-8")
