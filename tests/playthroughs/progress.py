"""Games of The March of Progress written for people: ``python -m tests.playthroughs.progress``.

Each round with the position before it, and every choice.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from marengo.games.progress import Colour, ProgressState
from tests.rules.progress.playing import MARLBOROUGH, facts, game, plain, texts

GAMES = (("progress", 37), (MARLBOROUGH, 58))
"""Scenarios, and the seeds of who chooses; Blue is the first holder."""

MARK = "> "


def file_of(scenario: str, seed: int) -> Path:
    return Path(__file__).parent / f"{scenario}_{seed}.txt"


def begun(scenario: str) -> ProgressState:
    return game(scenario).position(holder="blue")


def played(scenario: str, seed: int) -> list[str]:
    """Play a random game and return its moves."""
    state, chance = begun(scenario), np.random.default_rng(seed)
    while state.outcome is None:
        moves = sorted(texts(state))
        state.play(moves[chance.integers(len(moves))])
    return [plain(str(move)) for move in state.moves]


def written(scenario: str, seed: int, moves: Iterable[str]) -> str:
    """Return a game on paper."""
    return "\n".join(_lines(scenario, seed, moves)) + "\n"


def _lines(scenario: str, seed: int, moves: Iterable[str]) -> Iterator[str]:
    state, last = begun(scenario), 0
    yield f"{scenario}, seed {seed}; B2 two Blue armies, f fortified, * on the enemy capital"
    for move in moves:
        if state.round != last:
            last = state.round
            yield from ("", f"Round {last}, {state.holder.name.title()} has the initiative")
            yield from _position(state)
        asked = f"{state.to_move.name.title()} {state.decision.name.lower()}"
        yield f"{MARK}{asked}, {len(state.legal_moves())} moves: {move}"
        state.play(move)
    yield from ("", f"The end: {state.returns}")
    yield from _position(state)


def _position(state: ProgressState) -> Iterator[str]:
    found = facts(state)
    dice = ", ".join(f"{place} {die}" for place, die in state.vp_dice.items())
    there = "; ".join(f"{place} {who}" for place, who in found["armies"].items()) or "nobody"
    yield f"    {there}; VP dice {dice}; supply {state.supply}"
    for colour in Colour:
        facts_of = {name: found[name][colour] for name in ("vp", "strength", "hands", "controls")}
        told = "{vp} VP, strength {strength}, controls {controls}; hand {hands}".format(**facts_of)
        yield f"    {colour.name.title()}: {told}"


def moves_in(text: str) -> list[str]:
    """Return the moves of a written game."""
    lines = (line for line in text.splitlines() if line.startswith(MARK))
    return [line.rpartition(": ")[2] for line in lines]


def main() -> None:
    """Play and write them anew after a change of the rules."""
    for scenario, seed in GAMES:
        text = written(scenario, seed, played(scenario, seed))
        file_of(scenario, seed).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
