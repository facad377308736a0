"""Sequential tests: known values, error rates that hold, and intervals that cover."""

from math import log

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.stats import binomtest

from marengo.lab.sprt import (
    Counts,
    Limits,
    TestVerdict,
    likelihood_fall,
    likelihood_ratio,
    limits,
    mean_interval,
    mean_score,
)

FAIR_PAIRS = np.array([0.25, 0.5, 0.25])
"""Pair scores of players equally strong, where set-ups favour no side."""


def test_bounds_are_those_of_wald() -> None:
    assert limits(0.05, 0.05) == Limits(-log(19), log(19))
    assert_allclose((limits(0.01, 0.1).low, limits(0.01, 0.1).high), (log(0.1 / 0.99), log(90)))


@pytest.mark.parametrize(
    ("ratio", "verdict"), [(-3.0, "refused"), (-2.9, "open"), (2.9, "open"), (3.0, "shown")]
)
def test_a_ratio_beyond_a_bound_decides(ratio: float, verdict: TestVerdict) -> None:
    assert limits(0.05, 0.05).verdict(ratio) == verdict


@pytest.mark.parametrize(("lost", "won"), [(0, 40), (3, 97), (20, 20), (7, 0)])
def test_single_games_are_judged_as_wald_does(lost: int, won: int) -> None:
    wald = won * log(0.98 / 0.95) + lost * log(0.02 / 0.05)
    assert likelihood_ratio((lost, won), 0.95, 0.98) == pytest.approx(wald)


def test_pairs_all_alike_are_judged_by_hand() -> None:
    """Nothing but victories: the likeliest way to a mean of 0.95 is to lose both in 5 %."""
    assert likelihood_fall((0, 0, 20), 0.95) == pytest.approx(-20 * log(0.95))
    assert likelihood_fall((0, 20, 0), 0.5) == pytest.approx(0.0)
    assert likelihood_fall((0, 20, 0), 0.55) == pytest.approx(-20 * log(0.9))


@pytest.mark.parametrize("counts", [(12, 30, 58), (1, 0, 19), (0, 7, 13), (25, 50, 25), (9, 0, 0)])
@pytest.mark.parametrize("mean", [0.2, 0.5, 0.65, 0.95])
def test_the_likeliest_distribution_is_found(counts: Counts, mean: float) -> None:
    """A general optimiser, searching all distributions of three scores with this mean, agrees.

    With a mean m they are (1 - m - x / 2, x, m - x / 2) for a share x of pairs won by one each.
    """
    number = np.array(counts, dtype=float)

    def unlikely(x: np.ndarray) -> float:
        chances = np.array([1 - mean - x[0] / 2, x[0], mean - x[0] / 2])
        return -float((number * np.log(np.maximum(chances, 1e-300)))[number > 0].sum())

    most = 2 * min(mean, 1 - mean)
    starts = np.linspace(0.01, 0.99, 5) * most
    best = min(minimize(unlikely, [x], bounds=[(0, most)], tol=1e-12).fun for x in starts)
    shares = number[number > 0] / number.sum()
    highest = float((number[number > 0] * np.log(shares)).sum())
    assert likelihood_fall(counts, mean) == pytest.approx(highest + best, abs=1e-4)


def test_near_scores_are_judged_as_fishtest_approximates() -> None:
    """For scores near to each other: N (p1 - p0) (2 mean - p0 - p1) / (2 variance)."""
    counts = (1980, 4000, 2020)
    scores, number = np.array([0, 0.5, 1]), np.array(counts)
    mean = mean_score(counts)
    variance = float(np.average((scores - mean) ** 2, weights=number))
    expected = 8000 * 0.01 * (2 * mean - 1.01) / (2 * variance)
    assert likelihood_ratio(counts, 0.5, 0.51) == pytest.approx(expected, rel=0.01)


def play_until_decided(chances: np.ndarray, chance: np.random.Generator) -> TestVerdict:
    """Test 0.5 against 0.6 on pairs with these probabilities, in blocks of 20."""
    bounds, counts = limits(0.05, 0.05), np.zeros(len(chances), np.int64)
    while True:
        counts += chance.multinomial(20, chances)
        verdict = bounds.verdict(likelihood_ratio(tuple(counts.tolist()), 0.5, 0.6))
        if verdict != "open":
            return verdict


@pytest.mark.parametrize("pairs", [FAIR_PAIRS, [0.05, 0.9, 0.05], [0.4, 0.2, 0.4], [0.5, 0.5]])
def test_what_is_not_so_is_seldom_shown(pairs: list[float]) -> None:
    """Whether sides matter much, or little, or single games are counted."""
    chance = np.random.default_rng(1)
    shown = sum(play_until_decided(np.array(pairs), chance) == "shown" for _ in range(400))
    assert binomtest(shown, 400, 0.05, alternative="greater").pvalue > 0.01


@pytest.mark.parametrize("pairs", [[0.16, 0.48, 0.36], [0.05, 0.7, 0.25], [0.4, 0.6]])
def test_what_is_so_is_seldom_refused(pairs: list[float]) -> None:
    chance = np.random.default_rng(2)
    refused = sum(play_until_decided(np.array(pairs), chance) == "refused" for _ in range(400))
    assert binomtest(refused, 400, 0.05, alternative="greater").pvalue > 0.01


@pytest.mark.parametrize("pairs", [FAIR_PAIRS, [0.05, 0.6, 0.35], [0.01, 0.06, 0.93]])
def test_intervals_cover_the_truth(pairs: list[float]) -> None:
    chance = np.random.default_rng(3)
    truth = float(np.dot(pairs, [0, 0.5, 1]))
    covered = 0
    for counts in chance.multinomial(150, pairs, size=200):
        low, high = mean_interval(tuple(counts.tolist()))
        covered += low <= truth <= high
    assert 0.91 <= covered / 200 <= 0.99


def test_intervals_at_the_ends_are_finite() -> None:
    low, high = mean_interval((0, 0, 20))
    assert_allclose((low, high), (np.exp(-1.9207 / 20), 1.0), atol=1e-4)
    assert_allclose(mean_interval((20, 0, 0)), (0.0, 1 - low))
    low, high = mean_interval((0, 20, 0))
    assert low == pytest.approx(1 - high)
    assert 0.45 < low < 0.5
