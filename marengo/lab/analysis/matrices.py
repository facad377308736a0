"""The matrix of a value: who of one seat won how often against whom of the other."""

import numpy as np
import polars as pl

from marengo.core.engine.matrix_games import solve_matrices, solved
from marengo.lab.statistics import CONFIDENCE, Array, Columns

LEAGUE_COLUMNS: Columns = {
    "first": (pl.String, "who played the first seat, as named"),
    "second": (pl.String, "who played the second seat"),
    "games": (pl.Int64, "games of the two"),
    "share": (pl.Float64, "share that the first seat won, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson)"),
    "first_weight": (pl.Float64, "how often the first seat sends this player, 0 to 1"),
    "second_weight": (pl.Float64, "how often the second seat sends this one"),
}
"""Columns of such a matrix as a table: type and meaning with unit."""

DRAWS = 2000
"""Matrices drawn within the errors of the shares, whose values are the interval of the value."""


def value_interval(
    wins: Array, games: Array, confidence: float = CONFIDENCE, seed: int = 0
) -> tuple[float, float]:
    """Return the interval of the value of a matrix of shares, by a parametric bootstrap.

    Shares are drawn anew from what the games leave open of each (Jeffreys' distribution).

    Parameters
    ----------
    wins, games : array, shape (m, n)
        So many of so many.
    confidence : float
        Probability that it covers the truth.
    seed : int
        Of the draws.
    """
    rng = np.random.default_rng(seed)
    drawn = rng.beta(wins + 0.5, games - wins + 0.5, (DRAWS, *wins.shape))
    values, (m, n) = np.zeros(DRAWS), wins.shape
    solve_matrices(drawn, values, np.zeros((DRAWS, m)), np.zeros((DRAWS, n)))
    low, high = np.percentile(values, [50 * (1 - confidence), 50 * (1 + confidence)])
    value = solved(wins / games)[0]  # which the draws leave out where nothing was ever won
    return min(float(low), value), max(float(high), value)
