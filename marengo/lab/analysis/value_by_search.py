"""The value of a game for two if the players of the last mixtures search."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.engine.matrix_games import solved
from marengo.core.game import Game
from marengo.core.players import SearchPlayer
from marengo.core.players.match import play_game
from marengo.core.players.nets import Mixture
from marengo.core.players.populations import SIDES, Population, value_interval
from marengo.lab.analysis.matrices import matrix_table

Array = np.ndarray[Any, Any]

SEARCHES = 100
"""Games of two players who search."""


@dataclass(frozen=True)
class ValueBySearch:
    """The value if the players of the last mixtures search, and both sides choose anew of them.

    Parameters
    ----------
    playouts : int
        Of a decision. Each plays its own seat's part of the tree by its net, and the other's by
        those of the other seat, as often as that one sends them.
    value, low, high : float
        How often the first seat wins, and the ends of the 95 % interval.
    matrix : polars.DataFrame
        Who won how often against whom, with the columns of :data:`MATRIX_COLUMNS`.
    """

    playouts: int
    value: float
    low: float
    high: float
    matrix: pl.DataFrame


def search_value(
    population: Population,
    names: Sequence[list[str]],
    weights: Sequence[Array],
    playouts: int,
    pool: ThreadPoolExecutor,
    *,
    progress: bool,
) -> ValueBySearch:
    """Return the value if those who have weight search."""
    game, mixture = population.game, population.mixture(weights)
    sent = [np.flatnonzero(shares) for shares in weights]

    def play(i: int, j: int, number: int) -> float:
        """Return what the first seat gets in a game of two who have weight."""
        root = [population.seed, 6, int(sent[0][i]), int(sent[1][j]), number]
        seed = int(np.random.SeedSequence(root).generate_state(1)[0])
        players = {
            seat: _searcher(game, playouts, mixture, seat, member)
            for seat, member in zip(game.seats, (i, j), strict=True)
        }
        returns = play_game(game.start(seed), players, seed).returns
        assert returns is not None
        return float(returns[0])

    won = np.zeros((len(sent[0]), len(sent[1])))
    jobs = [
        ((i, j), pool.submit(play, i, j, number))
        for i, j in np.ndindex(won.shape)
        for number in range(SEARCHES)
    ]
    try:
        for at, job in tqdm(jobs, unit="game", desc="search", disable=not progress, leave=False):
            won[at] += job.result()
    finally:
        for _, job in jobs:
            job.cancel()
    games = np.full(won.shape, SEARCHES)
    value, *chosen = solved(won / games)
    called = [[names[side][member] for member in sent[side]] for side in SIDES]
    low, high = value_interval(won, games)
    return ValueBySearch(playouts, value, low, high, matrix_table(called, won, games, chosen))


def _searcher(
    game: Game[Any], playouts: int, mixture: Mixture, seat: int, number: int
) -> SearchPlayer:
    """Return who searches by one of the nets of a seat, and thinks that the other is as mixed."""
    members, shares = list(mixture.members), list(mixture.shares)
    members[seat], shares[seat] = members[seat][number : number + 1], np.ones(1)
    player = SearchPlayer(game, playouts)
    player.mixture = Mixture(tuple(members), tuple(shares))
    return player
