"""Populations: what the interval of a matrix covers, and that games keep nothing."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from marengo.core.players.learner import Learner
from marengo.core.players.populations import Population, value_interval
from marengo.core.scenarios import load


@pytest.mark.parametrize(
    ("shares", "value"),
    [
        ([[0.5, 0.3], [0.3, 0.5]], 0.4),
        ([[0.2, 0.6], [0.5, 0.7]], 0.5),  # a saddle
        ([[0.2, 0.5, 0.65], [0.25, 0.5, 0.6], [0.3, 0.45, 0.65]], 0.3),
    ],
)
def test_the_interval_of_a_value_covers_it(shares: list[list[float]], value: float) -> None:
    truth, rng, held = np.array(shares), np.random.default_rng(14), 0
    for seed in range(400):
        won = rng.binomial(1000, truth).astype(float)
        low, high = value_interval(won, np.full(truth.shape, 1000.0), seed=seed)
        held += low <= value <= high
    assert held / 400 == pytest.approx(0.95, abs=0.02)


def test_the_interval_reaches_what_was_found() -> None:
    low, high = value_interval(np.zeros((2, 2)), np.full((2, 2), 10.0))
    assert low == 0 < high
    assert value_interval(np.full((2, 2), 10.0), np.full((2, 2), 10.0))[1] == 1


def test_games_of_a_matrix_keep_nothing_but_who_won() -> None:
    """A thousand games of nets of half a megabyte would otherwise fill the memory."""
    game = load("progress-small")
    population = Population(game, 1, 1, fewest=1000)
    net = Learner(game, 64, workers=1).nets
    for seat in range(2):
        population.nets[seat].append(net[seat : seat + 1])
    tracemalloc.start()
    with ThreadPoolExecutor(1) as pool:
        population.meet(pool)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert population.games.tolist() == [[1000]]
    assert peak < 20 * net.nbytes
