"""Battles of Napoleon in Europe written for people: ``python -m tests.playthroughs.europe``.

Each round with the position before it, and every choice and roll.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from marengo.games.europe import BattleGame, BattleState, battle
from marengo.screens.europe.words import describe

EAGER = {"fire": 4, "charge": 6, "rally": 4, "pursue": 4, "square": 2, "retreat": 0.01}
"""How much rather than others moves are chosen, so that they come to blows."""

BACK = 0.02
"""The same of a move that goes back."""

GAMES = (("great", 30), ("skirmish", 62))
"""Battles, and the seeds of who chooses."""

MARK = "> "


def game(name: str) -> BattleGame:
    if name == "great":
        return battle(
            {"france": {"infantry": 4, "elite": 1, "heavy": 2, "artillery": 2, "leader": 1}},
            {
                "russia": {"infantry": 3, "irregular": 1, "artillery": 1, "leader": 1},
                "austria": {"militia": 2, "cavalry": 1, "leader": 1},
            },
        )
    return battle(
        {"great-britain": {"infantry": 3, "cavalry": 1, "artillery": 1, "leader": 1}},
        {"france": {"militia": 3, "infantry": 1, "cavalry": 1}},
        landing=True,
    )


def likes(move: str) -> float:
    """Return how likely a move is chosen, beside the others."""
    verb, *words = move.split()
    goes_back = verb == "move" and ("reserve" in words[2:] or words[1].startswith("middle"))
    return BACK if goes_back else EAGER.get(verb, 1.0)


def file_of(name: str, seed: int) -> Path:
    return Path(__file__).parent / f"europe_{name}_{seed}.txt"


def played(name: str, seed: int) -> list[str]:
    """Play a battle and return its moves."""
    state, chance = game(name).start(seed), np.random.default_rng(seed)
    while not state.is_over:
        moves = sorted(map(str, state.legal_moves()))
        weights = np.array([likes(move) for move in moves], float)
        state.play(str(chance.choice(moves, p=weights / weights.sum())))
    return [str(move) for move in state.moves]


def written(name: str, seed: int, moves: Iterable[str]) -> str:
    """Return a battle on paper."""
    return "\n".join(_lines(name, seed, moves)) + "\n"


def _lines(name: str, seed: int, moves: Iterable[str]) -> Iterator[str]:
    state, last = game(name).start(seed), (-1, -1)
    yield f"{name}, seed {seed}"
    for move in moves:
        now = state.round, int(state.phase)
        if now != last:
            last = now
            yield from ("", *describe(state.view(None)).splitlines())
        asked = f"{state.to_move.name.title()} {state.decision.name.lower().replace('_', ' ')}"
        yield f"{MARK}{asked}, {len(state.legal_moves())} moves: {move}"
        state.play(move)
    yield from ("", f"The end: {state.outcome}", *_lost(state))


def _lost(state: BattleState) -> Iterator[str]:
    for nation, pieces in state.lost.items():
        told = ", ".join(f"{number} {piece.name.lower()}" for piece, number in pieces.items())
        yield f"{nation.name.title()} lost {told or 'nothing'}"


def moves_in(text: str) -> list[str]:
    """Return the moves of a battle on paper."""
    return [line.partition(": ")[2] for line in text.splitlines() if line.startswith(MARK)]


if __name__ == "__main__":
    for one, number in GAMES:
        text = written(one, number, played(one, number))
        file_of(one, number).write_text(text, encoding="utf-8")
