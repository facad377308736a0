"""Intervals that hold at any time: whoever looks after each game may stop when he likes.

An interval of a fixed number of games covers the truth in 95 % of runs at *that* number. Who looks
after each game, and stops when he sees what he likes, will find one that misses it sooner or later.
The intervals here, *confidence sequences*, cover it at all numbers of games at once in 95 % of
runs, and are wider for it.

Shares and differences of shares: a mean is left out once somebody who bet against it would have
multiplied his stake by twenty (Ville 1939; Waudby-Smith and Ramdas 2024). He bets a part of it on
each result, spread evenly over all parts that cannot ruin him. Of single games this is Robbins'
mixture of binomials (1970), and exact; so it is of pairs, whatever their correlation.

Means of anything else: Robbins' mixture of normals, with the spread that was found in place of the
true one (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024). It needs some tens of games.

References: J. Ville, "Étude critique de la notion de collectif" (1939); H. Robbins, "Statistical
methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41 (1970),
1397-1409; I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting",
Journal of the Royal Statistical Society B 86 (2024), 1-27; I. Waudby-Smith, D. Arbour, R. Sinha,
E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and asymptotic confidence
sequences", Annals of Statistics 52 (2024), 2613-2640.
"""

from dataclasses import replace
from math import ceil, log, sqrt

import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp, xlog1py

from marengo.core.numbers import SHARE, WHOLE, takes
from marengo.lab.analysis.differences import (
    Games,
    PairedDifference,
    difference_of_means,
    paired_difference,
    paired_numbers,
)
from marengo.lab.sprt import Expected, mean_score
from marengo.lab.statistics import CONFIDENCE, Array, Share

FINENESS = 8
"""Number of bets mixed, per root of the number of games: as fine as means are told apart."""

EDGE = 1e-9
"""Distance kept from the ends of the scale of scores."""

LIKELY = 1000
"""Number of pairs of games for which the interval of a mean is tuned to be narrow."""


def _growth(counts: Expected, mean: float) -> float:
    """Return the logarithm of the gain of betting against a mean.

    ``counts`` are of results whose scores run in equal steps from 0 to 1. The bets run from what
    the worst result ruins to what the best one does, with all between equally weighed.
    """
    number = np.asarray(counts, float)
    away = np.linspace(0, 1, len(number)) - mean
    low, high = -1 / away[-1], -1 / away[0]
    bets = max(256, ceil(FINENESS * sqrt(number.sum())))
    angle = (np.arange(bets) + 0.5) * np.pi / bets
    bet = (low + high - (high - low) * np.cos(angle)) / 2
    gains = xlog1py(number, bet[:, np.newaxis] * away).sum(axis=1)
    return float(logsumexp(gains, b=np.sin(angle) / np.sin(angle).sum()))


def betting_interval(counts: Expected, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the interval at any time of a mean score, of counts of scores in equal steps."""
    most, score = -log(1 - confidence), mean_score(counts)

    def beyond(mean: float) -> float:
        return _growth(counts, mean) - most

    inside = min(max(score, EDGE), 1 - EDGE)
    low = brentq(beyond, EDGE, inside) if counts[0] < sum(counts) and beyond(EDGE) > 0 else 0.0
    high = 1.0
    if counts[-1] < sum(counts) and beyond(1 - EDGE) > 0:
        high = brentq(beyond, inside, 1 - EDGE)
    return float(low), float(high)


def normal_half_width(
    number: int, spread: float, confidence: float = CONFIDENCE, likely: int = LIKELY
) -> float:
    """Return the half-width at any time of a mean of so many numbers with this spread."""
    unlikely = -2 * log(1 - confidence)
    scale = (unlikely + log(unlikely + 1)) / likely
    whole = number * scale
    return spread * sqrt((1 + whole) / whole * (log(1 + whole) + unlikely) / number)


@takes(count=WHOLE, games=WHOLE, confidence=SHARE)
def any_time_share(count: int, games: int, confidence: float = CONFIDENCE) -> Share:
    """Return a share with an interval that holds at any time.

    Parameters
    ----------
    count, games : int
        So many of so many games; ``games`` at least 1.
    confidence : float
        Probability that the intervals of all numbers of games together cover the truth.

    Raises
    ------
    ValueError
        If ``count`` is not between 0 and ``games``, or ``games`` is 0.

    Examples
    --------
    >>> from marengo.lab import share
    >>> one, fixed = any_time_share(60, 100), share(60, 100)
    >>> round(one.low, 3), round(fixed.low, 3)
    (0.441, 0.502)
    """
    if not 0 <= count <= games or not games:
        raise ValueError(f"count: expected 0 to {games} of at least one game, not {count}")
    return Share(count, games, count / games, *betting_interval((games - count, count), confidence))


@takes(a=WHOLE, b=WHOLE, confidence=SHARE)
def any_time_difference(
    run: Games,
    a: int | str,
    b: int | str,
    side: str | None = None,
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Return by how much a side wins more often in one cell, with an interval at any time.

    Parameters
    ----------
    run, a, b, side
        As for :func:`paired_difference`.
    confidence : float
        Probability that the intervals of all numbers of pairs together cover the truth.

    Returns
    -------
    PairedDifference
        As :func:`paired_difference`; ``low`` and ``high`` hold at any time.

    Raises
    ------
    StudyError
        If there is no such cell, or the cells have no seeds in common.
    ValueError
        If the side is none.
    """
    paired = paired_difference(run, a, b, side, confidence)
    first, second = paired.only_first or 0, paired.only_second or 0
    low, high = betting_interval((second, paired.pairs - first - second, first), confidence)
    return replace(paired, low=2 * low - 1, high=2 * high - 1)


@takes(a=WHOLE, b=WHOLE, confidence=SHARE)
def any_time_mean_difference(
    run: Games,
    a: int | str,
    b: int | str,
    column: str,
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Return by how much the mean of a column is higher, with an interval at any time.

    Parameters
    ----------
    run, a, b, column
        As for :func:`mean_difference`.
    confidence : float
        Probability that the intervals of all numbers of pairs, from some tens on, cover the truth.

    Returns
    -------
    PairedDifference
        As :func:`mean_difference`; ``low`` and ``high`` hold at any time.

    Raises
    ------
    StudyError
        If there is no such cell or column, or fewer than two pairs.
    """
    return means_at_any_time(*paired_numbers(run, a, b, column), confidence)


def means_at_any_time(
    first: Array, second: Array, confidence: float = CONFIDENCE
) -> PairedDifference:
    """Return the difference of two means of paired numbers, with an interval at any time."""
    paired = difference_of_means(first, second, confidence)
    half = normal_half_width(paired.pairs, float((first - second).std(ddof=1)), confidence)
    return replace(paired, low=paired.difference - half, high=paired.difference + half)
