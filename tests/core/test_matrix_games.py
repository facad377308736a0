"""Matrix games: values against a library's linear programmes, and no gain for best answers."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from marengo.core.engine.matrix_games import solve_matrices, solved

Array = np.ndarray[Any, Any]


def value_by_library(payoffs: Array) -> float:
    """Return the value of a matrix game as a linear programme of the row player."""
    rows, columns = payoffs.shape
    found = linprog(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-payoffs.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0.0, None)] * rows + [(None, None)],
    )
    assert found.fun is not None
    return -float(found.fun)


def gains(payoffs: Array, row: Array, column: Array) -> float:
    """Return what best answers to two strategies gain together."""
    return float((payoffs @ column).max() - (row @ payoffs).min())


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 1), (2, 2), (5, 5), (7, 8), (8, 8)])
@pytest.mark.parametrize("steps", [0, 1, 2, 7])
def test_values_are_those_of_a_library(shape: tuple[int, int], steps: int) -> None:
    chance = np.random.default_rng(steps)
    for _ in range(40):
        payoffs = (
            chance.random(shape) if not steps else chance.integers(0, steps + 1, shape) / steps
        )
        value, row, column = solved(payoffs)
        assert value == pytest.approx(value_by_library(payoffs), abs=1e-9)
        assert row.sum() == pytest.approx(1.0)
        assert column.sum() == pytest.approx(1.0)
        assert min(row.min(), column.min()) >= 0.0
        assert gains(payoffs, row, column) < 1e-9


def test_a_known_game_is_played_as_its_books_say() -> None:
    stones = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    value, row, column = solved(stones)
    assert value == pytest.approx(0.5)
    assert row == pytest.approx([1 / 3] * 3)
    assert column == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("near", [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10])
def test_rows_that_are_nearly_equal_do_no_harm(near: float) -> None:
    chance = np.random.default_rng(1)
    games = chance.integers(0, 3, (2_000, 8, 8)) / 2
    games = games[:, :, chance.integers(0, 8, 8)][:, chance.integers(0, 8, 8)]
    games = np.clip(games + near * chance.standard_normal(games.shape), 0.0, 1.0)
    values, rows, columns = np.zeros(2_000), np.zeros((2_000, 8)), np.zeros((2_000, 8))
    worst = solve_matrices(games, values, rows, columns)
    found = [gains(*one) for one in zip(games, rows, columns, strict=True)]
    assert worst == pytest.approx(max(found), abs=1e-12)
    assert worst < 1e-4
    assert np.abs(rows.sum(1) - 1.0).max() < 1e-6
    guaranteed = np.array([(row @ game).min() for game, row in zip(games, rows, strict=True)])
    assert np.abs(values - guaranteed).max() < 1e-4
