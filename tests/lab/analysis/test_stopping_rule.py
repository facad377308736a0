"""Differences that take account of the stop: unbiased, covered, and right where it is known."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import kstest

from marengo.lab.analysis.comparing import TwoTests
from marengo.lab.analysis.stopping import Rule, _ends, _Looks, after_stop, chance_of_more
from marengo.lab.sprt import limits

BY, BLOCK = 0.2, 100
RULE = Rule(BY, limits(0.025, 0.05), BLOCK, 2000)


def play(chances: list[float], rng: np.random.Generator) -> tuple[int, int, int]:
    """Play blocks of pairs until there is a verdict."""
    tests, counts = TwoTests(BY, 0.05, 0.05), np.zeros(3, np.int64)
    verdict = "open"
    while verdict == "open" and counts.sum() < RULE.most:
        counts += rng.multinomial(BLOCK, chances)
        verdict = tests.look((int(counts[0]), int(counts[1]), int(counts[2])))
    return int(counts[0]), int(counts[1]), int(counts[2])


@pytest.mark.parametrize("chances", [[0.15, 0.5, 0.35], [0.2, 0.5, 0.3]])
def test_the_median_is_unbiased_and_the_interval_covers(chances: list[float]) -> None:
    """The difference that was found is too large if it is of the size that was asked for."""
    rng, truth = np.random.default_rng(15), chances[2] - chances[0]
    ended = [play(chances, rng) for _ in range(400)]
    if truth == pytest.approx(BY):
        plain = [(more - less) / (less + same + more) for less, same, more in ended]
        assert np.mean(plain) - truth > 0.008
    ends = cache(lambda varied: list(_ends(_Looks(RULE, varied, []), truth)))
    above = np.array(
        [
            chance_of_more(less, more, less + same + more, ends(round(1 - same / total, 2)))
            for less, same, more in ended
            for total in [less + same + more]
        ]
    )
    assert kstest(above, "uniform").pvalue > 0.01
    assert np.mean(above < 0.5) == pytest.approx(0.5, abs=0.06)
    assert np.mean((above > 0.025) & (above < 0.975)) == pytest.approx(0.95, abs=0.02)


def test_chances_of_all_ends_add_up_and_are_those_of_play() -> None:
    looks = _Looks(RULE, 0.5, [])
    ends = list(_ends(looks, 0.2))
    assert sum(chances.sum() for _, _, chances in ends) == pytest.approx(1)
    rng = np.random.default_rng(14)
    number = np.mean([sum(play([0.15, 0.5, 0.35], rng)) for _ in range(400)])
    expected = sum(pairs * chances.sum() for pairs, _, chances in ends)
    assert number == pytest.approx(expected, rel=0.08)


def test_what_could_not_stop_sooner_is_as_if_the_number_had_been_fixed() -> None:
    """One look: the median is the difference itself, the interval about that of pairs."""
    one = after_stop(10, 70, 20, Rule(BY, limits(0.025, 0.05), 100, 100))
    assert one.difference == pytest.approx(0.1, abs=0.002)
    assert one.high - one.low == pytest.approx(2 * 1.96 * np.sqrt(0.3 - 0.01) / 10, rel=0.06)


def test_the_other_way_round_is_the_same() -> None:
    one, other = after_stop(30, 150, 80, RULE), after_stop(80, 150, 30, RULE)
    turned = (-other.difference, -other.high, -other.low)
    assert (one.difference, one.low, one.high) == pytest.approx(turned, abs=3e-4)


def test_pairs_all_alike_differ_by_nothing() -> None:
    one = after_stop(0, 100, 0, RULE)
    assert one.difference == pytest.approx(0, abs=1e-3)
    assert one.low == pytest.approx(-one.high, abs=1e-3)
    assert one.high == pytest.approx(1 - 0.05 ** (1 / 100), abs=2e-3)
