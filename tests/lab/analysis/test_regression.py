"""Regression: coefficients that are known come out again, with intervals that cover."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit, logit
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_linear_model import GLM

from marengo.lab.analysis import REGRESSION_COLUMNS, outcome_regression
from marengo.lab.plan import Study, StudyError
from tests.lab.analysis.made_up import made_up_run, winners

DESIGN = pl.DataFrame(
    {"cell": range(6), "orders": [2, 3, 4, 2, 3, 4], "surprise": [False] * 3 + [True] * 3}
)
TRUTH = {"constant": -1.0, "orders": 0.4, "surprise": -0.7}


def games(number: int, seed: int, spread: float = 0.0) -> pl.DataFrame:
    """Return games of the six cells; each seed may favour a side in all of them."""
    chance = np.random.default_rng(seed)
    favour = spread * chance.normal(size=number)
    cells = []
    for cell, orders, surprise in DESIGN.iter_rows():
        odds = TRUTH["constant"] + TRUTH["orders"] * orders + TRUTH["surprise"] * surprise + favour
        won = (chance.random(number) < expit(odds)).astype(int)
        seeds = np.arange(number)
        cells.append(pl.DataFrame({"cell": cell, "seed": seeds, "winner": winners(won.tolist())}))
    return pl.concat(cells)


def rows(table: pl.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["term"]: row for row in table.iter_rows(named=True)}


def test_known_coefficients_are_found() -> None:
    table = outcome_regression(games(4000, 1), DESIGN)
    assert table.schema == {name: dtype for name, (dtype, _) in REGRESSION_COLUMNS.items()}
    assert table["term"].to_list() == list(TRUTH)
    for term, row in rows(table).items():
        assert row["low"] < TRUTH[term] < row["high"]
        assert row["coefficient"] == pytest.approx(TRUTH[term], abs=0.15)


def test_effects_are_those_of_the_true_model() -> None:
    """In points: the mean slope of the six true win rates, and the mean change by surprise."""
    found = rows(outcome_regression(games(20_000, 2), DESIGN))
    orders = DESIGN["orders"].to_numpy()
    plain, surprised = (expit(-1 + 0.4 * orders - 0.7 * yes) for yes in (0, 1))
    rate = np.where(DESIGN["surprise"].to_numpy(), surprised, plain)
    assert found["constant"]["effect"] is None
    for term, truth in (
        ("orders", 100 * 0.4 * np.mean(rate * (1 - rate))),
        ("surprise", 100 * np.mean(surprised - plain)),
    ):
        assert found[term]["effect_low"] < truth < found[term]["effect_high"]
        assert found[term]["effect"] == pytest.approx(truth, abs=1.0)


def test_a_single_switch_is_the_table_of_two_shares() -> None:
    """30 of 100 and 50 of 100 won: the coefficient is their log odds ratio, the effect 20 points.

    With seeds all apart the standard errors are the known ones, but for the n / (n - 2) by which
    statsmodels corrects a variance of few clusters.
    """
    frame = pl.DataFrame(
        {
            "cell": [0] * 100 + [1] * 100,
            "seed": range(200),
            "winner": winners([1] * 30 + [0] * 70 + [1] * 50 + [0] * 50),
        }
    )
    design = pl.DataFrame({"cell": [0, 1], "late": [0.0, 1.0]})
    found = rows(outcome_regression(frame, design))
    assert found["constant"]["coefficient"] == pytest.approx(logit(0.3))
    assert found["late"]["coefficient"] == pytest.approx(logit(0.5) - logit(0.3))
    error = np.sqrt(1 / 30 + 1 / 70 + 1 / 50 + 1 / 50)
    assert found["late"]["standard_error"] == pytest.approx(error * np.sqrt(200 / 198), rel=1e-5)
    assert found["late"]["effect"] == pytest.approx(20)
    wald = 100 * 1.96 * np.sqrt(0.21 / 100 + 0.25 / 100)
    assert found["late"]["effect_high"] - 20 == pytest.approx(wald * np.sqrt(200 / 198), rel=1e-4)
    french = rows(outcome_regression(frame, design, side="french"))
    assert french["late"]["effect"] == pytest.approx(-20)


def test_another_model_finds_the_same() -> None:
    """statsmodels' generalised linear model, with its own clustering."""
    frame = games(300, 3, spread=1.5)
    table = outcome_regression(frame, DESIGN)
    joined = frame.join(DESIGN.with_columns(pl.col("cell").cast(pl.Int32)), on="cell")
    design = joined.select(pl.lit(1.0).alias("one"), "orders", "surprise").to_numpy().astype(float)
    won = (joined["winner"] == "austrian").cast(pl.Float64).to_numpy()
    groups = joined["seed"].to_numpy()
    fit = GLM(won, design, family=Binomial()).fit(cov_type="cluster", cov_kwds={"groups": groups})
    assert_allclose(table["coefficient"], fit.params, rtol=1e-5)
    assert_allclose(table["standard_error"], fit.bse, rtol=0.01)
    assert_allclose(table.select("low", "high"), fit.conf_int(), atol=0.01)


def test_intervals_cover_though_seeds_favour_a_side() -> None:
    """Averaged over seeds the coefficients are nearer to zero; 40,000 games tell how much."""
    truth = rows(outcome_regression(games(40_000, 99, spread=2.0), DESIGN))
    covered = dict.fromkeys(TRUTH, 0)
    for seed in range(80):
        found = rows(outcome_regression(games(100, seed, spread=2.0), DESIGN))
        for term in covered:
            covered[term] += found[term]["low"] <= truth[term]["coefficient"] <= found[term]["high"]
    assert min(covered.values()) >= 70


def test_a_run_is_its_games() -> None:
    study = Study(name="made-up", scenarios=("triomphe", "bonaparte"), players=("rule",), games=50)
    frame = games(50, 5).filter(pl.col("cell") < 2)
    run = made_up_run(study, frame)
    table = outcome_regression(run, DESIGN, terms=("orders",))
    assert table["term"].to_list() == ["constant", "orders"]
    assert table.equals(outcome_regression(frame, DESIGN.head(2), terms=("orders",)))


FRAME = games(20, 6)


@pytest.mark.parametrize(
    ("design", "terms", "message"),
    [
        (DESIGN.drop("cell"), None, "expected a column cell"),
        (pl.concat([DESIGN, DESIGN]), None, "expected each cell once"),
        (DESIGN.select("cell"), None, "at least one parameter beside cell"),
        (DESIGN, ("bridges",), "no column 'bridges': expected some of orders, surprise"),
        (
            DESIGN.with_columns(name=pl.lit("x")),
            None,
            "name: expected numbers or booleans in every cell",
        ),
        (
            DESIGN.with_columns(odd=pl.Series([1, None, 2, 3, 4, 5])),
            None,
            "odd: expected numbers or booleans in every cell",
        ),
        (DESIGN.with_columns(same=pl.lit(3)), None, "same: is 3 in all games"),
        (
            DESIGN.with_columns(twice=2 * pl.col("orders")),
            None,
            "terms cannot be told apart",
        ),
        (DESIGN.with_columns(pl.col("cell") + 10), None, "no games of its cells"),
    ],
)
def test_designs_that_do_not_fit_are_refused(
    design: pl.DataFrame, terms: tuple[str, ...] | None, message: str
) -> None:
    with pytest.raises(StudyError, match=message):
        outcome_regression(FRAME, design, terms)


def test_games_that_say_nothing_are_refused() -> None:
    apart = FRAME.with_columns(
        winner=pl.when(pl.col("cell") % 3 > 0).then(pl.lit("austrian")).otherwise(pl.lit("french"))
    )
    with pytest.raises(StudyError, match="tell every result"):
        outcome_regression(apart, DESIGN)
    with pytest.raises(StudyError, match="some that were won and some that were lost"):
        outcome_regression(apart.with_columns(winner=pl.lit("french")), DESIGN)
    with pytest.raises(StudyError, match="more than one seed"):
        outcome_regression(FRAME.with_columns(seed=pl.lit(1)), DESIGN)
    with pytest.raises(ValueError, match="side: expected 'austrian' or 'french'"):
        outcome_regression(FRAME, DESIGN, side="russian")


def test_a_switch_that_tells_every_result_is_refused() -> None:
    """Half of the games are certain then: no coefficient is large enough, though the fit ends."""
    never = FRAME.with_columns(
        winner=pl.when(pl.col("cell") > 2).then(pl.lit("french")).otherwise(pl.col("winner"))
    )
    with pytest.raises(StudyError, match="tell every result"):
        outcome_regression(never, DESIGN)
