"""Intervals for the difference of two shares, of games on common seeds and of separate games."""

from dataclasses import astuple, dataclass
from math import sqrt

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtri

from marengo.lab.statistics import CONFIDENCE, Array


@dataclass(frozen=True, slots=True)
class Pairs:
    """Counts of pairs of games on common seeds by outcome; expected counts need not be whole."""

    both: float
    first: float  # the first game alone was won
    second: float
    neither: float

    @classmethod
    def of(cls, first: Array, second: Array) -> "Pairs":
        """Count pairs, from arrays that are true where a game was won."""
        counts = (first & second, first & ~second, ~first & second, ~first & ~second)
        return cls(*(int(np.sum(count)) for count in counts))

    def __add__(self, other: "Pairs") -> "Pairs":
        counts = zip(astuple(self), astuple(other), strict=True)
        return Pairs(*(own + added for own, added in counts))

    @property
    def number(self) -> float:
        """The number of pairs."""
        return self.both + self.first + self.second + self.neither

    @property
    def shares(self) -> tuple[float, float]:
        """Share of first games that were won, and of second games."""
        return (self.both + self.first) / self.number, (self.both + self.second) / self.number

    @property
    def difference(self) -> float:
        """Share of the first games less that of the second."""
        return (self.first - self.second) / self.number

    @property
    def covariance(self) -> float:
        """Covariance of the results of a pair, won counting 1 and lost 0."""
        return (self.both * self.neither - self.first * self.second) / self.number**2

    @property
    def correlation(self) -> float | None:
        """Correlation of the results of a pair; None if one side of it never varies."""
        first_share, second_share = self.shares
        spread = first_share * (1 - first_share) * second_share * (1 - second_share)
        return self.covariance / sqrt(spread) if spread > 0 else None

    @property
    def gain(self) -> float | None:
        """Variance of the difference of separate games, divided by that of these pairs.

        As many times the games are needed without common seeds. Infinite if the difference is the
        same in all pairs; None if nothing varies at all.
        """
        first_share, second_share = self.shares
        apart = first_share * (1 - first_share) + second_share * (1 - second_share)
        paired = apart - 2 * self.covariance
        if apart <= 0:
            return None
        return apart / paired if paired > apart * _ROUNDING else float("inf")


_ROUNDING = 1e-12
"""A share of a variance that is nothing but rounding."""


def score_interval(pairs: Pairs, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the score interval of the difference of two shares of paired games.

    It holds all differences that a score test, at 0 McNemar's without correction, does not refuse,
    and keeps its coverage even with few discordant pairs or none: T. Tango, Statistics in Medicine
    17 (1998), 891-908; recommended by Fagerland, Lydersen and Laake, ibid. 33 (2014), 2850-2875.

    >>> low, high = score_interval(Pairs(both=59, first=6, second=16, neither=80))
    >>> round(low, 4), round(high, 4)
    (-0.124, -0.0054)
    """
    most = -float(ndtri((1 - confidence) / 2))

    difference = pairs.difference
    low = (
        brentq(lambda other: _score(pairs, other) - most, -1.0, difference)
        if difference > -1
        else -1.0
    )
    high = (
        brentq(lambda other: _score(pairs, other) + most, difference, 1.0)
        if difference < 1
        else 1.0
    )
    return float(low), float(high)


_STEEP = 1e9
"""The score where a difference is impossible and its variance is 0."""


def _score(pairs: Pairs, difference: float) -> float:
    """Return how many standard deviations the difference found lies above another.

    The share of pairs that only the second won, if the other difference is true, is its most likely
    value, the larger root of a quadratic equation (Tango 1998, section 3).
    """
    number = pairs.number
    away = pairs.first - pairs.second - number * difference
    linear = (2 * number - pairs.first + pairs.second) * difference - pairs.first - pairs.second
    constant = -pairs.second * difference * (1 - difference)
    inside = max(linear**2 - 8 * number * constant, 0.0)
    second = max((sqrt(inside) - linear) / (4 * number), 0.0)
    variance = number * (2 * second + difference * (1 - difference))
    if variance <= _ROUNDING * number:
        return 0.0 if abs(away) <= _ROUNDING * number else _STEEP * (1 if away > 0 else -1)
    return float(away / sqrt(variance))


def separate_interval(
    counts: tuple[float, float], games: tuple[float, float], confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of the difference of two shares of separate games.

    Newcombe's hybrid of the two Wilson intervals: R. G. Newcombe, Statistics in Medicine 17 (1998),
    873-890, method 10.

    >>> low, high = separate_interval((56, 48), (70, 80))
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    from statsmodels.stats.proportion import confint_proportions_2indep

    low, high = confint_proportions_2indep(
        counts[0], games[0], counts[1], games[1], method="newcomb", alpha=1 - confidence
    )
    return float(low), float(high)
