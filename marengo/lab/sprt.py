"""Sequential tests: play until the games show whether a score is reached, and no longer.

A test compares two scores, ``p0`` (not enough) and ``p1`` (what is to be shown), with the
sequential probability ratio test of Wald (1945): after every block of results the log-likelihood
ratio of the two is compared with two bounds that depend on the error rates alone.

Results are given as counts of equally spaced scores: ``(lost, won)`` for single games, and
``(lost both, one each, won both)`` for pairs of games with the same set-up and sides swapped. Games
of a pair are not independent, as a set-up may favour one side; pairs are. A pair has three possible
scores and so one unknown beside its mean; as in fishtest, the tests of Stockfish, it is replaced by
its most likely value under either score (the generalised test, GSPRT). For single games nothing is
unknown, and the test is Wald's own.

References: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics
16 (1945); "Fishtest mathematics", https://github.com/official-stockfish/fishtest/wiki, and the
papers on cantate.be/Fishtest that it names.
"""

from dataclasses import dataclass
from math import log
from typing import Any, Literal

import numpy as np
from scipy.optimize import brentq
from scipy.special import chdtri, xlog1py

from marengo.lab.statistics import CONFIDENCE

Counts = tuple[int, ...]
Expected = tuple[float, ...]
"""Counts that need not be whole."""

TestVerdict = Literal["shown", "refused", "open"]

_EDGE = 1e-12  # so near to the ends of an interval is still inside it


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a log-likelihood ratio: at ``low`` ``p0`` is accepted, at ``high`` ``p1``."""

    low: float
    high: float

    def verdict(self, ratio: float) -> TestVerdict:
        """Return what a log-likelihood ratio says."""
        if ratio >= self.high:
            return "shown"
        return "refused" if ratio <= self.low else "open"


def limits(alpha: float, beta: float) -> Limits:
    """Return Wald's bounds, given the probabilities of error.

    ``alpha`` is that of accepting ``p1`` although ``p0`` is true, ``beta`` the other way round.
    """
    return Limits(log(beta / (1 - alpha)), log((1 - beta) / alpha))


def mean_score(counts: Expected) -> float:
    """Return the mean of results whose scores run in equal steps from 0 to 1."""
    return float(np.average(np.linspace(0, 1, len(counts)), weights=counts))


def likelihood_fall(counts: Expected, mean: float) -> float:
    """Return how much less likely results are, in logarithms, if their true mean is ``mean``.

    Of all distributions with that mean the one is taken that makes the results most likely. With
    scores a and counts n it has the probabilities n / N / (1 + theta (a - mean)), where theta
    maximises the sum of n log(1 + theta (a - mean)); that maximum is the fall itself, 0 or more.
    """
    number = np.asarray(counts, dtype=float)
    away = np.linspace(0, 1, len(counts)) - mean
    theta = _tilt(number, away)
    return float(xlog1py(number, theta * away).sum())


def _tilt(number: np.ndarray[Any, Any], away: np.ndarray[Any, Any]) -> float:
    """Return the theta at which the sum of n log(1 + theta a) is greatest.

    No probability may become negative, not even that of a score which was never made; hence theta
    is bounded on both sides, and its best value may lie at such a bound.
    """
    low, high = -1 / away[-1], -1 / away[0]

    def slope(theta: float) -> float:
        return float((number * away / (1 + theta * away)).sum())

    inside = 1 - _EDGE
    if slope(low * inside) <= 0:
        return float(low)
    if slope(high * inside) >= 0:
        return float(high)
    return float(brentq(slope, low * inside, high * inside))


def likelihood_ratio(counts: Expected, p0: float, p1: float) -> float:
    """Return the logarithm of the likelihood ratio of mean ``p1`` to mean ``p0``."""
    return likelihood_fall(counts, p0) - likelihood_fall(counts, p1)


def mean_interval(counts: Counts, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the likelihood-ratio interval of a mean score (Wilks 1938).

    All means whose likelihood does not fall by more than half a quantile of chi-squared with one
    degree of freedom.
    """
    allowed = float(chdtri(1, 1 - confidence)) / 2

    def beyond(mean: float) -> float:
        return likelihood_fall(counts, mean) - allowed

    mean = min(max(mean_score(counts), _EDGE), 1 - _EDGE)
    low = brentq(beyond, _EDGE, mean) if counts[0] < sum(counts) else 0.0
    high = brentq(beyond, mean, 1 - _EDGE) if counts[-1] < sum(counts) else 1.0
    return float(low), float(high)
