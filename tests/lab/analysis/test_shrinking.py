"""Differences drawn together: less error, intervals that cover, and nothing where nothing is."""

import numpy as np
import polars as pl
import pytest
from scipy.special import ndtri

from marengo.lab.analysis import SHRUNK_COLUMNS, shrunk_differences
from marengo.lab.analysis.shrinking import ShrinkingError


def table(found: np.ndarray, error: np.ndarray) -> pl.DataFrame:
    half = float(ndtri(0.975)) * error
    return pl.DataFrame({"difference": found, "low": found - half, "high": found + half})


def test_a_known_case() -> None:
    """Errors of 1 and differences whose spread is large or small beside it.

    Where the true spread is far larger each stays where it is; where all are equal they stay
    together, as the mean is all there is.
    """
    apart = shrunk_differences(table(np.array([-50.0, 0.0, 10.0, 60.0]), np.ones(4)))
    assert apart["shrunk"].to_list() == pytest.approx([-50, 0, 10, 60], abs=0.3)
    same = shrunk_differences(table(np.full(40, 2.0), np.ones(40)))
    assert same["shrunk"].to_list() == pytest.approx([2.0] * 40)
    assert same["shrunk_high"][0] - 2 < 1.2 < 1.96
    assert same.columns[-3:] == list(SHRUNK_COLUMNS)


@pytest.mark.parametrize(("number", "spread"), [(5, 0.02), (5, 0.05), (20, 0.02)])
def test_the_error_is_less_and_the_intervals_cover(number: int, spread: float) -> None:
    rng, held, shrunk, plain = np.random.default_rng(14), 0.0, 0.0, 0.0
    for _ in range(250):
        error = rng.uniform(0.01, 0.03, number)
        truth = rng.normal(0.01, spread, number)
        found = rng.normal(truth, error)
        made = shrunk_differences(table(found, error))
        low, high = made["shrunk_low"].to_numpy(), made["shrunk_high"].to_numpy()
        held += float(np.mean((low <= truth) & (truth <= high))) / 250
        shrunk += float(np.mean((made["shrunk"].to_numpy() - truth) ** 2))
        plain += float(np.mean((found - truth) ** 2))
    assert held == pytest.approx(0.95, abs=0.02)
    assert shrunk < plain


def test_the_largest_is_no_longer_too_large() -> None:
    rng, plain, shrunk = np.random.default_rng(14), [], []
    for _ in range(100):
        truth = rng.normal(0, 0.02, 20)
        found = rng.normal(truth, 0.02)
        made = shrunk_differences(table(found, np.full(20, 0.02)))["shrunk"].to_numpy()
        best = int(found.argmax())
        plain.append(found[best] - truth[best])
        shrunk.append(made[best] - truth[best])
    assert np.mean(plain) > 0.015
    assert abs(np.mean(shrunk)) < 0.004


def test_too_few_are_refused() -> None:
    with pytest.raises(ShrinkingError, match="expected at least 3 rows whose intervals"):
        shrunk_differences(table(np.zeros(2), np.ones(2)))
    with pytest.raises(ShrinkingError, match="expected at least 3 rows whose intervals"):
        shrunk_differences(table(np.zeros(4), np.zeros(4)))
