"""A game to step through, with fights in it."""

import numpy as np
import pytest

from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState


@pytest.fixture(scope="session")
def played() -> MarengoState:
    """Return a whole game of chance, the one of the first notebook."""
    return by_chance(load("triomphe").start(seed=1469), seed=1469)


@pytest.fixture(scope="session")
def skirmish() -> MarengoState:
    """Return a game of few pieces, which are drawn quickly."""
    few = {"austrian": {"1": "I3 C2"}, "french": {"59": "I3 C2"}}
    return by_chance(load("triomphe").position(hour=6, turn=Side.AUSTRIAN, **few), seed=1)


@pytest.fixture(scope="session")
def basic() -> MarengoState:
    """Return a whole game of chance of Bonaparte, the one of the second notebook."""
    return by_chance(load("bonaparte").start(seed=214), seed=214)


def by_chance(state: MarengoState, seed: int) -> MarengoState:
    """Let chance play a game to its end."""
    chance = np.random.default_rng(seed)
    while state.outcome is None:
        moves = state.legal_moves()
        state.play(moves[chance.integers(len(moves))])
    return state
