"""Calibration on turns made by hand, and its intervals against chance whose truth is known."""

from math import log
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marengo import lab
from marengo.lab.analysis import calibration_by_hour, calibration_error, calibration_table
from marengo.lab.analysis.calibration import by_hour, by_tenth
from marengo.lab.plan import StudyError


def turns(estimates: list[list[float]], won: list[int]) -> pl.DataFrame:
    """Return turns of games, from 6:00 on."""
    rows = [
        (0, game, 6 + hour, estimate, float(won[game]))
        for game, curve in enumerate(estimates)
        for hour, estimate in enumerate(curve)
    ]
    return pl.DataFrame(rows, schema=["cell", "game", "hour", "estimate", "won"], orient="row")


def test_tenths_tell_what_was_said_and_what_came() -> None:
    table = by_tenth(turns([[0.05, 0.15], [0.08, 0.95], [1.0, 0.02]], [0, 1, 1]))
    assert table["tenth"].to_list() == [0, 1, 9]
    assert table["turns"].to_list() == [3, 1, 2]
    assert table["games"].to_list() == [3, 1, 2]
    assert table["said"].to_list() == pytest.approx([0.05, 0.15, 0.975])
    assert table["came"].to_list() == pytest.approx([2 / 3, 0, 1])
    assert table["low"].is_null().to_list() == [False, True, False]
    away = (2 / 3 - 0.05, 0.15, 0.025)
    assert calibration_error(table) == pytest.approx((3 * away[0] + away[1] + 2 * away[2]) / 6)


def test_hours_compare_with_the_share_that_was_won_of_all() -> None:
    table = by_hour(turns([[0.9, 0.5], [0.2], [0.6]], [1, 0, 1]))
    assert table["hour"].to_list() == [6, 7]
    assert table["turns"].to_list() == [3, 1]
    assert table["loss"][0] == pytest.approx(-(log(0.9) + log(0.8) + log(0.6)) / 3)
    share = 3 / 4  # of the four turns
    assert table["constant"][0] == pytest.approx(-(2 * log(share) + log(1 - share)) / 3)
    assert table["loss"][1] == pytest.approx(log(2))


def test_intervals_are_those_of_a_regression_clustered_by_game() -> None:
    import statsmodels.api as sm  # only here: it takes seconds

    rng = np.random.default_rng(3)
    games = [rng.uniform(0.4, 0.5, rng.integers(1, 9)).tolist() for _ in range(60)]
    made = turns(games, rng.integers(0, 2, 60).tolist())
    [row] = by_tenth(made).iter_rows(named=True)
    away = (made["won"] - made["estimate"]).to_numpy()
    groups = {"groups": made["game"].to_numpy(), "use_correction": True, "df_correction": True}
    fit = sm.OLS(away, np.ones(len(away))).fit(cov_type="cluster", cov_kwds=groups, use_t=True)
    assert (row["low"], row["high"]) == pytest.approx(tuple(fit.conf_int()[0]), rel=1e-2)


def test_what_is_true_lies_inside_and_what_is_not_outside() -> None:
    rng = np.random.default_rng(8)
    truth = rng.uniform(0, 1, 4000)
    won = (rng.uniform(0, 1, 4000) < truth).astype(int).tolist()
    honest = by_tenth(turns([[one] * 3 for one in truth], won))
    assert ((honest["low"] < 0) & (honest["high"] > 0)).sum() >= 8
    assert calibration_error(honest) < 0.03
    bold = by_tenth(turns([[one**3] for one in truth], won))
    assert (bold["low"] > 0).sum() >= 5
    assert calibration_error(bold) > 0.1
    assert by_hour(turns([[one] for one in truth], won))["high"][0] < 0
    assert by_hour(turns([[one] for one in rng.uniform(0, 1, 4000)], won))["low"][0] > 0


def test_a_run_is_judged_by_its_turns(tmp_path: Path) -> None:
    plan = lab.Study(
        name="turns", scenarios=("triomphe",), players=("rule",), games=60, observe=("turns",)
    )
    run = lab.run(plan, tmp_path / "turns", progress=False)
    table, hours = calibration_table(run), calibration_by_hour(run)
    last = run.turns.group_by("cell", "game").agg(pl.len()).collect().height
    assert table["turns"].sum() == hours["turns"].sum() == run.turns.collect().height - last
    assert hours["hour"].is_sorted()
    blind = lab.run(
        lab.Study(name="no", scenarios=("triomphe",), players=("random",), games=1),
        tmp_path / "no",
        progress=False,
    )
    for function in (calibration_table, calibration_by_hour):
        with pytest.raises(StudyError, match="observe: expected"):
            function(blind)
