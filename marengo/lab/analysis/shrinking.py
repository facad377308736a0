"""Many what-ifs at once: differences drawn together by as much as chance has spread them.

The largest of forty differences is one of those that chance has helped most. If the true ones are
taken to be normal around a mean, with a spread that is the same for all, what is known of each lies
between its own difference and that mean (Efron and Morris 1975). Mean and spread are not known
either: all spreads count by how likely they make what was found (Gelman and others 2013, section
5.4), so that the intervals hold for few differences too.

References: B. Efron and C. Morris, "Data analysis using Stein's estimator and its generalizations",
Journal of the American Statistical Association 70 (1975), 311-319; A. Gelman and others, *Bayesian
Data Analysis*, third edition (2013).
"""

import numpy as np
import polars as pl
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from marengo.core.errors import MarengoError
from marengo.core.numbers import SHARE, takes
from marengo.lab.exchange import Frame, need
from marengo.lab.statistics import CONFIDENCE, Array, Columns

SHRUNK_COLUMNS: Columns = {
    "shrunk": (pl.Float64, "difference, drawn together with the others of the table"),
    "shrunk_low": (pl.Float64, "lower end of its 95 % interval"),
    "shrunk_high": (pl.Float64, "upper end of its 95 % interval"),
}
"""Columns added by :func:`shrunk_differences`: type and meaning with unit."""

LEAST = 3
"""Least number of differences: two say too little of how all are spread."""

SPREADS = 200
"""Spreads that are tried, from none to some times that of what was found."""


class ShrinkingError(MarengoError):
    """A table whose differences cannot be drawn together; says why."""


@takes(confidence=SHARE)
def shrunk_differences(table: Frame, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return a table of differences with each of them also shrunk towards their mean.

    Parameters
    ----------
    table : polars.DataFrame or pandas.DataFrame
        Of :func:`difference_table`, or any other with ``difference``, ``low`` and ``high``, the
        ends of 95 % intervals; at least three rows.
    confidence : float
        Probability that a new interval covers the truth, on average over the rows.

    Returns
    -------
    polars.DataFrame
        The same with the columns of :data:`SHRUNK_COLUMNS` at the end.

    Raises
    ------
    ShrinkingError
        If there are fewer rows, or an interval has no width.
    """
    table = need(table, "a table of differences", ("difference", "low", "high"))
    differences = table["difference"].to_numpy()
    error = (table["high"] - table["low"]).to_numpy() / 2 / ndtri((1 + CONFIDENCE) / 2)
    if len(differences) < LEAST or not np.all(error > 0):
        raise ShrinkingError(
            f"a table of differences: expected at least {LEAST} rows whose intervals have a width"
        )
    means, spreads, weights = _posterior(differences, error)
    tail = (1 - confidence) / 2
    ends = [
        [_quantile(means[:, row], spreads[:, row], weights, chance) for chance in (tail, 1 - tail)]
        for row in range(len(differences))
    ]
    low, high = np.array(ends).T
    return table.with_columns(shrunk=weights @ means, shrunk_low=low, shrunk_high=high)


def _posterior(differences: Array, error: Array) -> tuple[Array, Array, Array]:
    """Return mean and spread of each difference for every spread tried, and its weight."""
    apart = np.linspace(0, 4, SPREADS)[:, np.newaxis] * max(differences.std(ddof=1), error.mean())
    variance = apart**2 + error**2
    precision = (1 / variance).sum(axis=1, keepdims=True)
    middle = (differences / variance).sum(axis=1, keepdims=True) / precision
    likely = -0.5 * (np.log(variance) + (differences - middle) ** 2 / variance).sum(axis=1)
    likely -= 0.5 * np.log(precision[:, 0])
    weights = np.exp(likely - likely.max())
    retained = apart**2 / variance
    means = middle + retained * (differences - middle)
    spreads = np.sqrt(retained * error**2 + (1 - retained) ** 2 / precision)
    return means, spreads, weights / weights.sum()


def _quantile(means: Array, spreads: Array, weights: Array, chance: float) -> float:
    """Return a quantile of a mixture of normal distributions."""
    low, high = (means + side * 10 * spreads for side in (-1, 1))
    return float(
        brentq(
            lambda value: float(weights @ ndtr((value - means) / spreads)) - chance,
            low.min(),
            high.max(),
        )
    )
