"""Matrix games: two choose at the same time, and what one gets the other does not.

A game of rows and columns is a linear programme. It is solved by the simplex method on the
condensed tableau that Dantzig gave for it ("A proof of the equivalence of the programming problem
and the game problem", 1951), as small as the matrix and a border.
"""

from typing import Any

import numpy as np

from marengo.core.engine.compiled import compiled, entry

Array = np.ndarray[Any, Any]

SMALL = 1e-10
"""Size below which a number in a tableau counts as nothing."""

PATIENCE, MOST_STEPS = 40, 400
"""Steps after which the first column that helps is taken rather than the best, as that does not
cycle; and steps in all."""

GAP = 1e-7
"""A gap, see :func:`gap_of`, that counts as none: about what a float32 leaves out."""

FINEST, COARSEST = 1e-7, 1e-3
"""Grains to which entries are rounded if their smallest differences lead nowhere."""


@compiled
def solve_matrix(a: Array, rows: int, columns: int, x: Array, y: Array, scratch: Array) -> float:
    """Solve a matrix game: return its value, and write optimal strategies.

    ``a`` is what the one who chooses the row gets, from 0 to 1. ``x`` and ``y`` take the
    probabilities of rows and columns. ``scratch``, of this thread, has a row and a column more.
    """
    row, column = 0, 0
    lower, upper = -np.inf, np.inf
    for i in range(rows):
        least = a[i, 0]
        for j in range(1, columns):
            least = min(least, a[i, j])
        if least > lower:
            lower, row = least, i
    for j in range(columns):
        most = a[0, j]
        for i in range(1, rows):
            most = max(most, a[i, j])
        if most < upper:
            upper, column = most, j
    x[:rows], y[:columns] = 0.0, 0.0
    if lower >= upper:  # a saddle
        x[row], y[column] = 1.0, 1.0
        return float(lower)
    grain, value = 0.0, _simplex(a, rows, columns, x, y, scratch, 0.0)
    while gap_of(a, rows, columns, x, y) > max(GAP, 2.0 * grain) and grain < COARSEST:
        grain = 10.0 * grain if grain else FINEST
        value = _simplex(a, rows, columns, x, y, scratch, grain)
    return value


@compiled
def _simplex(
    a: Array, rows: int, columns: int, x: Array, y: Array, t: Array, grain: float
) -> float:
    """Maximise the sum of columns' weights that give no row more than 1; all of ``a`` plus 1.

    That makes every entry positive, so that the value is one over the sum. What is basic is known
    by a number: that of a column, or behind these that of the slack of a row.
    """
    basic, free = np.empty(rows, np.int64), np.empty(columns, np.int64)
    _start(a, rows, columns, basic, free, t, grain)
    for step in range(MOST_STEPS):
        first = step > PATIENCE
        enters = _entering(t, rows, columns, free, first)
        leaves = -1
        if enters >= 0:
            leaves = _leaving(t, rows, columns, enters, basic, first)
        if leaves < 0:
            break
        _pivot(t, rows, columns, leaves, enters, basic, free)
    x[:rows], y[:columns] = 0.0, 0.0
    whole = t[rows, columns]
    for i in range(rows):
        if basic[i] < columns:
            y[basic[i]] = max(0.0, t[i, columns] / whole)
    for j in range(columns):
        if free[j] >= columns:
            x[free[j] - columns] = max(0.0, t[rows, j] / whole)
    return float(1.0 / whole - 1.0)


@compiled
def _start(
    a: Array, rows: int, columns: int, basic: Array, free: Array, t: Array, grain: float
) -> None:
    """Write the first tableau, in which all slacks are basic."""
    for j in range(columns):
        free[j], t[rows, j] = j, -1.0
    for i in range(rows):
        basic[i], t[i, columns] = columns + i, 1.0
        for j in range(columns):
            t[i, j] = 1.0 + (round(a[i, j] / grain) * grain if grain else a[i, j])
    t[rows, columns] = 0.0


@compiled
def _entering(t: Array, rows: int, columns: int, free: Array, first: bool) -> int:
    """Return the column that gains most, or of those that gain the first by number; -1 if none."""
    column, least = -1, -SMALL
    for j in range(columns):
        if t[rows, j] < -SMALL:
            better = column < 0 or free[j] < free[column] if first else t[rows, j] < least
            if better:
                column, least = j, t[rows, j]
    return column


@compiled
def _leaving(t: Array, rows: int, columns: int, enters: int, basic: Array, first: bool) -> int:
    """Return the row that first forbids more of a column; of equals the one to divide by most.

    Or, to not cycle, the first by number.
    """
    row, least = -1, np.inf
    for i in range(rows):
        pivot = t[i, enters]
        if pivot > SMALL:
            most = max(0.0, t[i, columns]) / pivot
            equal = row >= 0 and abs(most - least) <= SMALL
            better = equal and (basic[i] < basic[row] if first else pivot > t[row, enters])
            if better or (not equal and most < least):
                row, least = i, most
    return row


@compiled
def _pivot(
    t: Array, rows: int, columns: int, row: int, column: int, basic: Array, free: Array
) -> None:
    """Let a row and a column change places."""
    pivot = t[row, column]
    for j in range(columns + 1):
        if j != column:
            t[row, j] /= pivot
    for i in range(rows + 1):
        if i != row:
            factor = t[i, column]
            if factor != 0.0:
                for j in range(columns + 1):
                    if j != column:
                        t[i, j] -= factor * t[row, j]
                t[i, column] = -factor / pivot
    t[row, column] = 1.0 / pivot
    basic[row], free[column] = free[column], basic[row]


@compiled
def gap_of(a: Array, rows: int, columns: int, x: Array, y: Array) -> float:
    """Return what best answers to both strategies gain together; nothing if both are optimal.

    Strategies whose probabilities do not sum up to 1 have a gap of 1.
    """
    if abs(x[:rows].sum() - 1.0) > GAP or abs(y[:columns].sum() - 1.0) > GAP:
        return 1.0
    guaranteed, conceded = np.inf, -np.inf
    for j in range(columns):
        paid = 0.0
        for i in range(rows):
            paid += x[i] * a[i, j]
        guaranteed = min(guaranteed, paid)
    for i in range(rows):
        paid = 0.0
        for j in range(columns):
            paid += y[j] * a[i, j]
        conceded = max(conceded, paid)
    return conceded - guaranteed


@entry
def solve_matrices(games: Array, values: Array, rows: Array, columns: Array) -> float:
    """Solve matrix games of one shape, and return the largest gap of all.

    ``games``, shape (number, m, n), are what the one who chooses the row gets, from 0 to 1;
    ``values``, ``rows`` and ``columns`` take their values and optimal strategies, a row for each.
    """
    worst = 0.0
    m, n = games.shape[1], games.shape[2]
    scratch = np.empty((m + 1, n + 1))
    for g in range(len(games)):
        values[g] = solve_matrix(games[g], m, n, rows[g], columns[g], scratch)
        worst = max(worst, gap_of(games[g], m, n, rows[g], columns[g]))
    return worst


def solved(payoffs: Array) -> tuple[float, Array, Array]:
    """Solve one matrix game.

    Parameters
    ----------
    payoffs : array, shape (m, n)
        What the one who chooses the row gets, from 0 to 1; the other one wants it small.

    Returns
    -------
    tuple of float, array of shape (m,), array of shape (n,)
        The value, and optimal probabilities of the rows and of the columns.
    """
    m, n = payoffs.shape
    value, x, y = np.zeros(1), np.zeros((1, m)), np.zeros((1, n))
    solve_matrices(np.ascontiguousarray(payoffs, np.float64)[np.newaxis], value, x, y)
    return float(value[0]), x[0], y[0]
