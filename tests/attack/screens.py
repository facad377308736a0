"""The fourth front: what a board between people at one screen tells by being covered or not.

Whoever decides next must see the same cover, whatever he cannot see has been decided: else a cover
that is missing tells it.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import marengo
from marengo.core.engine.policy import determinize_once
from marengo.core.engine.random import seeded
from marengo.core.game import Game
from marengo.core.state import Chance, State
from marengo.widgets.playing.steps import is_open
from tests.attack import mutations
from tests.attack.trying import DEFECT, Attempt, Outcome

GAMES = ("progress", "progress-small", "triomphe", "bonaparte", "europe-battle")

MOST = 60
"""Decisions of a game that are looked at."""


def twin(state: State, chance: mutations.Chance) -> State:
    """Return a position that who decides cannot tell from this one."""
    other, game = state.copy(), state.game
    scratch = game.engine.determinization.array()
    generators = seeded(int(chance.integers(2**63)))
    determinize_once(game.tables, other._record, int(state.to_move), generators, scratch)
    return other


def told(state: State) -> tuple[Any, ...]:
    """Return all that a cover depends on, and whether it comes."""
    seats = state.game.played
    return (is_open(state, seats), *map(state.hides, seats))


def attempt(game: Game[Any], chance: mutations.Chance) -> Outcome:
    """Play a game at random, and hold each position against another that looks the same."""
    state, differ = game.start(int(chance.integers(2**63))), 0
    for _ in range(MOST):
        if state.is_over:
            break
        if state.to_move is Chance.CHANCE:
            state.draw(chance)
            continue
        other = twin(state, chance)
        differ += other.record_bytes() != state.record_bytes()
        if told(other) != told(state):
            tried = "\n".join(map(str, state.moves)).encode()
            return Outcome(DEFECT, f"{state!r}: covered by what is hidden", tried)
        legal = state.legal_moves()
        state.play(legal[int(chance.integers(len(legal)))])
    return Outcome("alike" if differ else "nothing hidden")


def screens(_: Path) -> Mapping[str, Attempt]:
    """Return the attempts of this front."""
    return {f"cover of {name}": partial(attempt, marengo.load(name)) for name in GAMES}
