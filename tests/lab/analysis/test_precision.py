"""How many games are needed: the least number with which the very interval is narrow enough."""

from math import ceil

import numpy as np
import pytest
from statsmodels.stats.proportion import samplesize_confint_proportion

from marengo.lab.analysis import (
    difference_half_width,
    games_for_difference,
    games_for_share,
    share_half_width,
)
from marengo.lab.analysis.paired_shares import Pairs, score_interval, separate_interval
from marengo.lab.statistics import share


def half(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


@pytest.mark.parametrize(("count", "games"), [(0, 20), (5, 20), (10, 20), (400, 1000)])
def test_half_widths_are_those_of_shares(count: int, games: int) -> None:
    one = share(count, games)
    assert share_half_width(games, count / games) == pytest.approx((one.high - one.low) / 2)


def test_two_points_need_so_many_games() -> None:
    """By hand: z sqrt(n/4 + z²/4) / (n + z²) = h gives n = z² / (4 h²) - z² for a half."""
    assert games_for_share(0.02) == ceil(1.9599640**2 * (1 / (4 * 0.02**2) - 1)) == 2398


@pytest.mark.parametrize("wished", [0.3, 0.1, 0.05, 0.02, 0.005])
@pytest.mark.parametrize("expected", [0.0, 0.03, 0.3, 0.5, 1.0])
def test_one_game_less_is_too_few(wished: float, expected: float) -> None:
    games = games_for_share(wished, expected)
    assert share_half_width(games, expected) <= wished
    assert games == 1 or share_half_width(games - 1, expected) > wished


def test_no_share_is_wider_than_a_half() -> None:
    games = games_for_share(0.05)
    widths = [share(count, games) for count in range(games + 1)]
    assert max(one.high - one.low for one in widths) / 2 <= 0.05


@pytest.mark.parametrize("expected", [0.2, 0.5])
def test_many_games_are_those_of_the_normal_formula(expected: float) -> None:
    normal = samplesize_confint_proportion(expected, 0.01)
    assert games_for_share(0.01, expected) == pytest.approx(normal, rel=0.002)


def test_surer_intervals_need_more_games() -> None:
    assert games_for_share(0.02, confidence=0.99) == pytest.approx(
        games_for_share(0.02) * (2.5758 / 1.96) ** 2, rel=0.001
    )


def test_widths_of_differences_are_those_of_their_intervals() -> None:
    """Of 200 pairs with shares 0.6 and 0.5 that differ in 30 %, 40 are won by the first alone."""
    width = difference_half_width(200, 0.6, 0.5, discordant=0.3)
    assert width == pytest.approx(half(score_interval(Pairs(80, 40, 20, 60))))
    width = difference_half_width(200, 0.6, 0.5)
    assert width == pytest.approx(half(separate_interval((120, 100), (200, 200))))


def test_both_ways_of_pairing_say_the_same() -> None:
    """With shares of 0.6 and 0.5 and 30 % discordant the covariance is 0.4 - 0.3."""
    correlation = 0.1 / np.sqrt(0.24 * 0.25)
    by_correlation = difference_half_width(200, 0.6, 0.5, correlation=correlation)
    assert by_correlation == pytest.approx(difference_half_width(200, 0.6, 0.5, discordant=0.3))


@pytest.mark.parametrize(
    "pairing", [{}, {"correlation": 0.5}, {"correlation": -1.0}, {"discordant": 0.1}]
)
def test_differences_need_no_game_less(pairing: dict[str, float]) -> None:
    games = games_for_difference(0.04, **pairing)
    assert difference_half_width(games, **pairing) <= 0.04
    assert difference_half_width(games - 1, **pairing) > 0.04


def test_pairing_halves_the_games_if_half_is_common() -> None:
    alone = games_for_difference(0.01)
    assert games_for_difference(0.01, correlation=0.0) == pytest.approx(alone, rel=0.01)
    assert games_for_difference(0.01, correlation=0.5) == pytest.approx(alone / 2, rel=0.01)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"share": 1.2}, "share: expected a share from 0 to 1, not 1.2"),
        ({"other_share": -0.1}, "other_share: expected a share"),
        ({"correlation": 0.2, "discordant": 0.2}, "expected one of them, not both"),
        ({"share": 0.9, "correlation": 1.0}, "correlation: 1.0 is not possible with shares of 0.9"),
        ({"share": 0.9, "discordant": 0.1}, "discordant: 0.1 is not possible"),
        ({"confidence": 1.0}, "confidence: expected more than 0 and less than 1"),
        ({"games": 0}, "games: expected 1 or more, not 0"),
    ],
)
def test_impossible_wishes_are_named(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        difference_half_width(**{"games": 100, **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize("wished", [0.0, 1.0])
def test_widths_without_sense_are_refused(wished: float) -> None:
    for games_for in (games_for_share, games_for_difference):
        with pytest.raises(ValueError, match="half_width: expected more than 0 and less than 1"):
            games_for(wished)
