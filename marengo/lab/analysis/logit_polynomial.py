"""The logit of a chance as a polynomial, of the least degree that passes through the points."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial as Powers
from scipy.linalg import null_space
from scipy.special import chdtrc, ndtri

from marengo.lab.analysis.regression import fit_logit
from marengo.lab.plan import StudyError

Array = np.ndarray[Any, Any]

MOST_DEGREE = 3
"""The highest degree that is tried."""

LEAST_FIT = 0.05
"""p-value of a misfit below which a curve does not pass through its points."""

REAL = 1e-9
"""Imaginary part up to which a root is taken as real."""


@dataclass(frozen=True, slots=True)
class LogitPolynomial:
    """A fitted polynomial of the logit; inside it values run from -1 to 1.

    Parameters
    ----------
    least, most : float
        Ends of the values it was fitted to.
    coefficients : numpy.ndarray
        Of the powers of the value thus scaled, the constant first, shape ``(degree + 1,)``.
    covariance : numpy.ndarray
        Of the coefficients, clustered, shape ``(degree + 1, degree + 1)``.
    misfit : float, optional
        p-value against a logit that is free at each value; None if it is not known.
    """

    least: float
    most: float
    coefficients: Array
    covariance: Array
    misfit: float | None

    @property
    def degree(self) -> int:
        """The degree of the polynomial."""
        return len(self.coefficients) - 1

    def logit(self, values: Array) -> tuple[Array, Array]:
        """Return the logit at some values and its standard error, by the delta method."""
        scaled = _scaled(values, self.least, self.most)
        terms = np.vander(scaled, self.degree + 1, increasing=True)
        return terms @ self.coefficients, self._errors(terms)

    def slope(self, value: float) -> tuple[float, float]:
        """Return the change of the logit by one unit of the value, and its standard error."""
        (scaled,) = _scaled(np.array([value]), self.least, self.most)
        powers = np.arange(1, self.degree + 1)
        terms = np.array([[0.0, *(powers * scaled ** (powers - 1))]]) * 2 / (self.most - self.least)
        return float((terms @ self.coefficients)[0]), float(self._errors(terms)[0])

    def is_shown(self, confidence: float) -> bool:
        """Whether the chance is shown to change with the value at all (Wald's test)."""
        away = self.coefficients[1:]
        statistic = float(away @ np.linalg.solve(self.covariance[1:, 1:], away))
        return bool(chdtrc(self.degree, statistic) < 1 - confidence)

    def crossings(self) -> list[float]:
        """Return where the chance is one half, from the least to the most."""
        return [self._value(root) for root in _roots(Powers(self.coefficients))]

    def held(self, confidence: float) -> list[tuple[float, float]]:
        """Return the parts, from the least to the most, where the band holds one half.

        There the square of the logit is not more than that of z standard errors, and both are
        polynomials. For a straight logit this is Fieller's equation.
        """
        z = -float(ndtri((1 - confidence) / 2))
        degree, turned = self.degree, self.covariance[::-1]
        variance = [np.trace(turned, power - degree) for power in range(2 * degree + 1)]
        beyond = Powers(self.coefficients) ** 2 - z**2 * Powers(variance)
        edges = [-1.0, *_roots(beyond), 1.0]
        return [
            (self._value(low), self._value(high))
            for low, high in pairwise(edges)
            if beyond((low + high) / 2) <= 0
        ]

    def _value(self, scaled: float) -> float:
        return float((self.least + self.most + scaled * (self.most - self.least)) / 2)

    def _errors(self, terms: Array) -> Array:
        found: Array = np.sqrt(np.einsum("ij,jk,ik->i", terms, self.covariance, terms))
        return found


def _scaled(values: Array, least: float, most: float) -> Array:
    """Return values so scaled that they run from -1 to 1: high powers of others are ill to fit."""
    scaled: Array = (2 * values - least - most) / (most - least)
    return scaled


def _roots(powers: Powers) -> list[float]:
    """Return the real roots between -1 and 1, in order."""
    roots = powers.roots()
    return sorted(float(one.real) for one in roots if abs(one.imag) < REAL and abs(one.real) < 1)


def fit_polynomial(values: Array, won: Array, seeds: Array) -> LogitPolynomial:
    """Fit a polynomial of the least degree that passes through the points.

    From a straight logit upwards to the third degree the first one is taken whose misfit is not
    significant; if none is, the highest. At least one degree of freedom is left to tell a misfit
    by. Covariances are clustered by seed.

    Parameters
    ----------
    values : numpy.ndarray
        The value of each game, of which there are at least two, shape ``(games,)``.
    won : numpy.ndarray
        1 for won and 0 for lost, shape ``(games,)``.
    seeds : numpy.ndarray
        Equal for games that may be alike, shape ``(games,)``.

    Raises
    ------
    StudyError
        If the games say nothing of a curve.
    """
    places = np.unique(values)
    least, most = float(places[0]), float(places[-1])
    scaled = _scaled(places, least, most)
    free = _free(values, won, seeds)
    degree, misfit = 1, _misfit(scaled, free, 1)
    while misfit is not None and misfit < LEAST_FIT and degree < min(MOST_DEGREE, len(places) - 2):
        degree += 1
        misfit = _misfit(scaled, free, degree)
    terms = np.vander(_scaled(values, least, most), degree + 1, increasing=True)
    model = fit_logit(terms[:, 1:], won, seeds)
    return LogitPolynomial(least, most, model.coefficients, model.covariance, misfit)


def _free(values: Array, won: Array, seeds: Array) -> tuple[Array, Array] | None:
    """Return a logit that is free at each value, and its covariance; None if one is infinite."""
    places = np.unique(values)
    if len(places) < 3:
        return None
    try:
        model = fit_logit((values[:, np.newaxis] == places[1:]).astype(float), won, seeds)
    except StudyError:  # all games of some value ended alike
        return None
    added = np.eye(len(places))
    added[:, 0] = 1
    return added @ model.coefficients, added @ model.covariance @ added.T


def _misfit(scaled: Array, free: tuple[Array, Array] | None, degree: int) -> float | None:
    """Return the p-value of a polynomial against free logits (Wald's test, clustered by seed).

    A contrast that is the same in all resamples of seeds tells nothing, and takes no degree of
    freedom: two values may have the very same games.
    """
    if free is None:
        return None
    logits, covariance = free
    contrasts = null_space(np.vander(scaled, degree + 1).T).T
    away, spread = contrasts @ logits, contrasts @ covariance @ contrasts.T
    freedom = int(np.linalg.matrix_rank(spread, hermitian=True))
    if freedom == 0:
        return None
    return float(chdtrc(freedom, away @ np.linalg.pinv(spread, hermitian=True) @ away))
