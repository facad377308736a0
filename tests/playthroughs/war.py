"""A war of Napoleon in Europe written for people: ``python -m tests.playthroughs.war``.

Each step of a turn with the position before it, and every choice and roll.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import numpy as np

import marengo
from marengo.games.europe.war import Step, WarGame, WarState
from marengo.games.europe.war.screen import describe

LIKES = {
    "sue": 0.0,
    **dict.fromkeys(("trade", "accept"), 0.1),
    **dict.fromkeys(("armistice", "incite", "march"), 0.3),
    "end": 0.5,
    **dict.fromkeys(("overture", "annex", "suppress"), 2.0),
    **dict.fromkeys(("fire", "rally", "pursue", "retreat"), 4.0),
    **dict.fromkeys(("pass", "charge"), 6.0),
}
"""How much rather than others moves are chosen, so that much happens in few months."""

SEED = 91

FILE = Path(__file__).parent / "europe_war.txt"

MARK = "> "


def game() -> WarGame:
    """Return June and July of the war of 1800, with a production round and more PAP."""
    whole = marengo.load("europe-1800")
    assert isinstance(whole, WarGame)
    scenario = whole.scenario
    nations = {
        name: msgspec.structs.replace(table, pap=4) for name, table in scenario.nations.items()
    }
    changes = {"rounds": 2, "begins": 6, "nations": nations}
    return WarGame(msgspec.structs.replace(scenario, **changes))


def likes(move: str) -> float:
    """Return how likely a move is chosen, beside the others."""
    verb, *words = move.split()
    if verb == "number":
        return float(words[0]) ** 2
    if verb == "move":
        return 0.02 if "reserve" in words[2:] or words[1].startswith("middle") else 1.0
    return LIKES.get(verb, 1.0)


def played() -> list[str]:
    """Play a war and return its moves."""
    state, chance = game().start(SEED), np.random.default_rng(SEED)
    while not state.is_over:
        moves = sorted(map(str, state.legal_moves()))
        weights = np.array([likes(move) for move in moves])
        state.play(str(chance.choice(moves, p=weights / weights.sum())))
    return [str(move) for move in state.moves]


def written(moves: Iterable[str]) -> str:
    """Return a war on paper."""
    return "\n".join(_lines(moves)) + "\n"


def _lines(moves: Iterable[str]) -> Iterator[str]:
    state, last = game().start(SEED), (0, "", "")
    yield "June and July 1800"
    for move in moves:
        now = _when(state)
        if now != last:
            last = now
            yield from ("", *describe(state.view(None)).splitlines())
        asked = f"{state.to_move.name.title()} {state.decision.name.lower().replace('_', ' ')}"
        yield f"{MARK}{asked}, {len(state.legal_moves())} moves: {move}"
        state.play(move)
    yield from ("", *describe(state.view(None)).splitlines(), f"The end: {state.outcome}")


def _when(state: WarState) -> tuple[int, str, str]:
    """Return what a new paragraph begins with: a march, a purchase or a battle."""
    marches = state.step in (Step.MOVEMENT, Step.PURCHASES)
    return state.month, state.active.name + state.step.name * marches, state.battle or ""


def moves_in(text: str) -> list[str]:
    """Return the moves of a war on paper."""
    return [line.partition(": ")[2] for line in text.splitlines() if line.startswith(MARK)]


if __name__ == "__main__":
    FILE.write_text(written(played()), encoding="utf-8")
