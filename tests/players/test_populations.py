"""Populations: what the interval of a matrix covers, and that games keep nothing."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from marengo.core.engine.matrix_games import solved
from marengo.core.players.learner import Learner
from marengo.core.players.populations import (
    Population,
    mean_interval,
    value_interval,
    widest,
)
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


def entropy(sent: np.ndarray) -> float:
    return float(-(sent[sent > 0] * np.log(sent[sent > 0])).sum())


def test_as_many_are_sent_as_get_what_is_asked_for() -> None:
    """Of two alike either is sent, and who costs less than is given up is sent as well."""
    shares = np.array([[0.8, 0.2], [0.8, 0.2], [0.2, 0.8], [0.49, 0.49], [0.1, 0.1]])
    value, first, _ = solved(shares)
    assert value == pytest.approx(0.5)
    sent = widest(shares, value - 0.015)
    assert sent.sum() == pytest.approx(1)
    assert (sent @ shares >= value - 0.015 - 1e-9).all()
    assert sent[0] == pytest.approx(sent[1], abs=0.01)
    assert (sent[:4] >= 0.1).all()
    assert entropy(sent) > entropy(first)
    assert sent[4] == 0
    assert widest(np.array([[0.7, 0.6]]), 0.585).tolist() == [1.0]


def test_who_would_hardly_be_sent_is_left_out_but_where_all_are_needed() -> None:
    alike = widest(np.full((24, 24), 0.5), 0.485)
    assert sorted(alike)[-9:] == pytest.approx([1 / 9] * 9, abs=1e-3)
    needed = 1 - np.eye(25)  # each is found out by one
    sent = widest(needed, solved(needed)[0])
    assert sent == pytest.approx([1 / 25] * 25, abs=1e-3)


def any_matrix(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, 30, 2)
    kinds = (
        lambda: rng.random(shape),
        lambda: 0.5 + 0.05 * rng.standard_normal(shape),
        lambda: rng.integers(0, 2, shape).astype(float),
        lambda: np.repeat(rng.random((1, shape[1])), shape[0], axis=0),
    )
    return np.clip(kinds[seed % len(kinds)](), 0, 1)


@pytest.mark.parametrize("seed", range(24))
def test_the_widest_gets_what_is_asked_for_of_any_matrix(seed: int) -> None:
    shares = any_matrix(seed)
    value, *_ = solved(shares)
    sent = widest(shares, value - 0.015)
    assert sent.sum() == pytest.approx(1)
    assert sent.min() >= 0
    assert (sent @ shares).min() >= value - 0.015 - 1e-9
    chosen = np.flatnonzero(sent)
    fewer = np.delete(chosen, sent[chosen].argmin())
    small = sent[chosen].min() < 0.1 and len(fewer)
    assert not small or solved(shares[fewer])[0] < value - 0.015


def test_the_interval_is_of_the_mean_of_those_sent() -> None:
    """Of 2,000 draws nearly all hold the truth, and it ends at 0."""
    truth = np.array([[0.02, 0.4], [0.3, 0.98]])
    weights, rng, held = np.outer([0.6, 0.4], [0.7, 0.3]), np.random.default_rng(3), 0
    games = np.array([[600, 2400], [600, 600]])
    for _ in range(2000):
        low, high = mean_interval(rng.binomial(games, truth).astype(float), games, weights)
        held += low <= (truth * weights).sum() <= high
    assert held / 2000 == pytest.approx(0.95, abs=0.015)
    assert mean_interval(np.zeros((2, 2)), games, weights)[0] == 0


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
