"""Intervals at any time: against a closed form, and whether one ever misses the truth."""

import numpy as np
import polars as pl
import pytest
from scipy.optimize import brentq
from scipy.special import betaln, xlogy

from marengo.lab import StudyError, share
from marengo.lab.analysis import (
    any_time_difference,
    any_time_mean_difference,
    any_time_share,
    mean_difference,
    paired_difference,
)
from marengo.lab.analysis.any_time import _growth, betting_interval, normal_half_width
from tests.lab.analysis.made_up import winners


def mixture(count: int, games: int, share: float) -> float:
    """Return the logarithm of Robbins' mixture of binomials over one of them."""
    lost = games - count
    return float(betaln(count + 1, lost + 1) - xlogy(count, share) - xlogy(lost, 1 - share))


@pytest.mark.parametrize(("count", "games"), [(3, 10), (60, 100), (40, 4000), (9000, 20_000)])
def test_of_single_games_it_is_the_mixture_of_binomials(count: int, games: int) -> None:
    found = any_time_share(count, games)
    ends = [
        brentq(lambda one: mixture(count, games, one) - np.log(20), *between)
        for between in ((1e-9, count / games), (count / games, 1 - 1e-9))
    ]
    assert (found.low, found.high) == pytest.approx(ends, abs=2e-5)
    fixed = share(count, games)
    assert found.low < fixed.low < fixed.high < found.high


def test_games_all_alike_leave_one_end_open() -> None:
    """Of ten games all won, 1 over 11 times the share to the 10 is 20."""
    found = any_time_share(10, 10)
    assert found.low == pytest.approx((1 / 220) ** 0.1, abs=1e-5)
    assert (any_time_share(0, 10).low, found.high) == (0, 1)
    assert any_time_share(0, 10).high == pytest.approx(1 - found.low)


@pytest.mark.parametrize("truth", [0.5, 0.3])
def test_a_share_is_covered_at_all_numbers_of_games_at_once(truth: float) -> None:
    """Whether it ever misses up to 2,000 games, looked at after each, by the closed form.

    An interval of a fixed number of games would miss in almost half of the runs.
    """
    won = np.cumsum(np.random.default_rng(14).random((2000, 2000)) < truth, axis=1)
    games = np.arange(1, 2001)
    mixed = betaln(won + 1, games - won + 1)
    ratio = mixed - xlogy(won, truth) - xlogy(games - won, 1 - truth)
    held = np.mean(np.all(ratio < np.log(20), axis=1))
    assert 0.94 <= held <= 0.975
    away = np.abs(won - truth * games)[:, 20:]
    assert np.mean(np.all(away < 1.96 * np.sqrt(truth * (1 - truth) * games[20:]), axis=1)) < 0.6


def test_a_difference_of_pairs_is_covered_at_all_looks() -> None:
    rng, held = np.random.default_rng(14), 0
    chances, truth = [0.1, 0.7, 0.2], 0.55
    for _ in range(300):
        counts = np.cumsum(rng.multinomial(1, chances, 1000), axis=0)
        at = np.unique(np.geomspace(5, 1000, 40).astype(int)) - 1
        held += all(_growth(tuple(map(int, counts[look])), truth) < np.log(20) for look in at)
    assert 0.95 <= held / 300 <= 0.99


def test_a_mean_is_covered_at_all_looks() -> None:
    """Of skewed numbers, looked at from 30 on up to 10,000, the spread that was found."""
    rng, held = np.random.default_rng(14), 0
    for _ in range(1000):
        drawn = rng.exponential(1, 10_000)
        number = np.arange(1, 10_001)
        mean = np.cumsum(drawn) / number
        spread = np.sqrt(np.maximum(np.cumsum(drawn**2) / number - mean**2, 1e-12))
        half = np.array([normal_half_width(int(one), 1.0) for one in (30, 100, 1000, 10_000)])
        every = np.interp(np.log(number), np.log([30, 100, 1000, 10_000]), np.log(half))
        held += bool(np.all(np.abs(mean - 1)[29:] < (np.exp(every) * spread)[29:]))
    assert 0.93 <= held / 1000 <= 0.97


GAMES = pl.DataFrame(
    {
        "cell": [0] * 200 + [1] * 200,
        "seed": [*range(200)] * 2,
        "winner": winners([1] * 120 + [0] * 80 + [1] * 80 + [0] * 120),
        "decisions": [*range(200), *range(1, 201)],
    }
)


def test_differences_are_those_of_a_fixed_number_with_wider_intervals() -> None:
    found, fixed = any_time_difference(GAMES, 0, 1), paired_difference(GAMES, 0, 1)
    assert (found.difference, found.only_first) == (fixed.difference, 40)
    low, high = betting_interval((0, 160, 40))
    assert (found.low, found.high) == pytest.approx((2 * low - 1, 2 * high - 1))
    assert found.low < fixed.low < fixed.high < found.high
    back = any_time_difference(GAMES, 1, 0)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low), abs=1e-6)


def test_a_difference_of_means_has_one_too() -> None:
    noisy = GAMES.with_columns(decisions=pl.col("decisions") * pl.col("seed").mod(3))
    found = any_time_mean_difference(noisy, 0, 1, "decisions")
    fixed = mean_difference(noisy, 0, 1, "decisions")
    assert found.difference == fixed.difference
    assert found.low < fixed.low < fixed.high < found.high
    with pytest.raises(StudyError, match="column: expected one with numbers"):
        any_time_mean_difference(noisy, 0, 1, "winner")


def test_a_count_that_cannot_be_is_named() -> None:
    for count, games in ((5, 4), (-1, 4), (0, 0)):
        with pytest.raises(ValueError, match="count: expected 0 to"):
            any_time_share(count, games)
