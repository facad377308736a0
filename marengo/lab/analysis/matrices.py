"""The matrix of a value: who of one seat won how often against whom of the other."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from marengo.lab.statistics import Array, Columns, frame_of, share

MATRIX_COLUMNS: Columns = {
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


def matrix_table(
    names: Sequence[Sequence[str]], won: Array, games: Array, weights: Sequence[Array]
) -> pl.DataFrame:
    """Return who won how often against whom, and who is sent how often."""
    rows = []
    for i, j in np.ndindex(won.shape):
        rate = share(round(float(won[i, j])), int(games[i, j]))
        sent = float(weights[0][i]), float(weights[1][j])
        value = float(won[i, j] / games[i, j])
        rows.append((names[0][i], names[1][j], int(games[i, j]), value, rate.low, rate.high, *sent))
    return frame_of(MATRIX_COLUMNS, rows)
