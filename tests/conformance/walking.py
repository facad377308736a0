"""Random games to look at: every scenario, a few seeds, two ways of choosing."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from marengo.core.engine.bulk import MOST_DECISIONS
from marengo.core.move import Move
from marengo.core.scenarios import load, scenario_names
from marengo.games.marengo.game import MarengoGame
from tests.turn import in_turn

SEEDS = range(3)

MANNERS = ("any move", "any verb")
"""Every move equally likely, or every verb, which leads to more fighting."""


@dataclass(frozen=True)
class Walk:
    """A finished random game.

    Parameters
    ----------
    game : Game
        What was played.
    seed : int
        Seed of its set-up and of its players.
    moves : tuple of str
        The moves in their order.
    """

    game: Any
    seed: int
    moves: tuple[str, ...]

    def start(self) -> Any:
        """Return the first position."""
        return self.game.start(self.seed)

    def states(self) -> Iterator[Any]:
        """Yield the one state of the game before the first move and after each."""
        state = self.start()
        yield state
        for move in self.moves:
            yield state.play(move)

    def sampled(self, every: int) -> Iterator[Any]:
        """Yield the same at some of the positions only, others in games of other seeds."""
        for number, state in enumerate(self.states()):
            if number % every == self.seed % every:
                yield state


def choose(state: Any, chance: np.random.Generator, manner: str) -> Move:
    """Return one of the legal moves."""
    moves: list[Move] = state.legal_moves()
    if manner == "any verb":
        verbs = sorted({_verb(move) for move in moves})
        wanted = verbs[chance.integers(len(verbs))]
        moves = [move for move in moves if _verb(move) == wanted]
    return moves[chance.integers(len(moves))]


def _verb(move: Move) -> str:
    return str(move).split()[0]


@cache
def game_of(scenario: str) -> Any:
    """Return the game of a scenario, loaded once."""
    return load(scenario)


@cache
def walk(scenario: str, seed: int, manner: str) -> Walk:
    """Play one random game; a game beyond its bound is broken off."""
    game, chance = game_of(scenario), np.random.default_rng(seed)
    state = game.start(seed)
    while state.outcome is None and len(state.moves) <= MOST_DECISIONS:
        state.play(choose(state, chance, manner))
    return Walk(game, seed, tuple(str(move) for move in state.moves))


EVERY_WALK = list(product(scenario_names(), SEEDS, MANNERS))

ALL_WALKS = in_turn(EVERY_WALK, lambda each: (game_of(each[0]).name, each[2]))
"""Of each game in either manner one in turn; tests are parametrised with it."""

WALKS = [one for one in ALL_WALKS if isinstance(game_of(one[0]), MarengoGame)]
"""Those of games of hidden pieces on a board."""
