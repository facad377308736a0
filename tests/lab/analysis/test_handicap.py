"""The fair handicap: plans that change morale and nothing else, and even points that are known."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit

from marengo.game import load
from marengo.lab.analysis import (
    LADDER_BID,
    LINE_COLUMNS,
    POINT_COLUMNS,
    EvenPoint,
    HandicapCurve,
    handicap_curve,
    handicap_study,
)
from marengo.lab.analysis.handicap import handicapped
from marengo.lab.analysis.handicap_fit import curve_of, fieller
from marengo.lab.plan import Study, StudyError
from marengo.lab.statistics import share
from tests.lab.analysis.made_up import made_up_run, winners


def curve(
    even: float,
    slope: float,
    number: int,
    seed: int,
    steps: tuple[int, ...] = (0, 1, 2, 3, 4),
    spread: float = 0.0,
) -> HandicapCurve:
    """Return the curve of games with a known even point; seeds may favour a side."""
    return curve_of(made_up_games(even, slope, number, seed, steps, spread), "x", "french", "rule")


def made_up_games(
    even: float, slope: float, number: int, seed: int, steps: tuple[int, ...], spread: float
) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    handicap = np.repeat(steps, number)
    favour = np.tile(spread * chance.normal(size=number), len(steps))
    won = chance.random(handicap.size) < expit(slope * (handicap - even) + favour)
    seeds = np.tile(np.arange(number), len(steps))
    return pl.DataFrame({"handicap": handicap, "seed": seeds, "won": won.astype(float)})


def test_a_known_even_point_is_found() -> None:
    found = curve(even=1.4, slope=0.5, number=2000, seed=1)
    even = found.even
    assert even.low is not None
    assert even.high is not None
    assert even.low < 1.4 < even.high
    assert even.value == pytest.approx(1.4, abs=0.15)
    assert even.high - even.low < 0.3
    assert found.slope == pytest.approx(0.5, abs=0.05)
    assert found.sentence() == (
        f"x, rule on both sides: even with {even.value:.1f} off the morale of France "
        f"(95 % interval {even.low:.1f} to {even.high:.1f}; 0 to 4 played)"
    )


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_intervals_of_the_even_point_cover_it(spread: float) -> None:
    """Also where seeds favour a side in all of their games; symmetry keeps the even point."""
    covered = 0
    for seed in range(100):
        even = curve(2.0, 0.6, 60, seed, spread=spread).even
        covered += even.holds(2.0)
    assert 90 <= covered <= 99


def test_points_are_shares() -> None:
    found = curve(1.0, 0.5, 50, 2)
    games = made_up_games(1.0, 0.5, 50, 2, (0, 1, 2, 3, 4), 0.0)
    assert found.points.schema == {name: dtype for name, (dtype, _) in POINT_COLUMNS.items()}
    for handicap, number, *rest in found.points.iter_rows():
        one = share(int(games.filter(pl.col("handicap") == handicap)["won"].sum()), 50)
        assert (number, rest) == (50, [one.value, one.low, one.high])


def test_the_band_is_one_half_at_the_ends_of_the_interval() -> None:
    """This is what Fieller's interval says; between them the line passes one half."""
    found = curve(2.2, 0.6, 400, 3)
    line, even = found.line, found.even
    assert line.schema == {name: dtype for name, (dtype, _) in LINE_COLUMNS.items()}
    assert (line["handicap"][0], line["handicap"][-1]) == (0.0, 4.0)
    at = [
        np.interp(0.5, line[name].to_numpy(), line["handicap"].to_numpy())
        for name in ("high", "share", "low")
    ]
    assert at == pytest.approx([even.low, even.value, even.high], abs=0.002)


def test_two_points_make_a_line_through_both() -> None:
    """30 and 60 of 100: the curve passes both, and one half where the logit is 0."""
    games = pl.DataFrame(
        {
            "handicap": [0] * 100 + [3] * 100,
            "seed": [*range(100)] * 2,
            "won": [1.0] * 30 + [0.0] * 70 + [1.0] * 60 + [0.0] * 40,
        }
    )
    found = curve_of(games, "x", "french", "rule")
    assert_allclose(found.line["share"][[0, -1]], [0.3, 0.6], atol=1e-6)
    low, high = np.log(3 / 7), np.log(6 / 4)
    assert found.even.value == pytest.approx(3 * -low / (high - low))
    assert found.misfit is None


def test_a_handicap_that_wins_every_game_is_borne() -> None:
    """Its share is 1 and its free logit infinite; the curve as a whole is not."""
    games = pl.DataFrame(
        {
            "handicap": [0] * 50 + [1] * 50 + [2] * 50,
            "seed": [*range(50)] * 3,
            "won": [1.0] * 10 + [0.0] * 40 + [1.0] * 50 + [1.0] * 48 + [0.0] * 2,
        }
    )
    found = curve_of(games, "x", "french", "rule")
    assert found.misfit is None
    assert found.points["share"][1] == 1.0
    assert 0 < (found.even.value or 0) < 1


def test_fieller_is_the_delta_method_for_sure_slopes() -> None:
    """Constant -2 and slope 1: variance of the quotient (v00 + 4 v11 + 4 v01)."""
    covariance = np.array([[2e-4, -3e-5], [-3e-5, 1e-5]])
    low, high = fieller(np.array([-2.0, 1.0]), covariance, 0.95)
    error = np.sqrt(2e-4 + 4e-5 - 12e-5)
    assert_allclose((low, high), (2 - 1.96 * error, 2 + 1.96 * error), atol=1e-4)


def test_fieller_solves_its_own_equation() -> None:
    """At both ends the line is z standard errors from 0."""
    coefficients = np.array([-1.0, 0.4])
    covariance = np.array([[0.05, -0.015], [-0.015, 0.01]])
    for end in fieller(coefficients, covariance, 0.9):
        terms = np.array([1.0, end])
        score = terms @ coefficients / np.sqrt(terms @ covariance @ terms)
        assert abs(score) == pytest.approx(1.6448536)


@pytest.mark.parametrize(("even", "at_most"), [(9.0, 4), (-6.0, 0)])
def test_an_even_point_outside_is_not_told(even: float, at_most: int) -> None:
    found = curve(even=even, slope=0.4, number=300, seed=4)
    assert found.even == EvenPoint(None, None, None)
    assert not found.even.holds(at_most)
    assert "even not within 0 to 4 off the morale of France: Austria wins" in found.sentence()


def test_an_end_outside_is_told_as_open() -> None:
    found = curve(even=3.7, slope=0.4, number=60, seed=5)
    assert found.even.value is not None
    assert found.even.high is None
    assert found.even.holds(10)
    assert "to above 4; 0 to 4 played" in found.sentence()


def test_a_flat_curve_has_no_even_point() -> None:
    """Austria wins about half of the games whatever the handicap."""
    assert curve(even=2.0, slope=0.0, number=100, seed=6).even == EvenPoint(None, None, None)


def test_a_curve_that_misses_its_points_says_so() -> None:
    """A win rate that stands still and then jumps is no logistic curve; a logistic one is."""
    chance = np.random.default_rng(7)
    handicap = np.repeat([0, 1, 2, 3, 4], 500)
    won = chance.random(2500) < np.where(handicap < 3, 0.3, 0.7)
    jump = pl.DataFrame(
        {"handicap": handicap, "seed": np.tile(np.arange(500), 5), "won": won.astype(float)}
    )
    assert (curve_of(jump, "x", "french", "rule").misfit or 1) < 1e-4
    sound = [curve(2.0, 0.5, 200, seed, spread=1.0).misfit or 0 for seed in range(100)]
    assert 1 <= sum(p < 0.1 for p in sound) <= 20


def test_points_are_taken_off_in_basic() -> None:
    assert handicapped("bonaparte", "french", 3) == {
        "extends": "bonaparte",
        "morale": {"french": 14},
    }
    assert handicapped("bonaparte", "austrian", -2)["morale"] == {"austrian": 18}


def test_discs_are_taken_off_in_triomphe() -> None:
    """The French have 3 uncommitted; the last of their track are 1 at 17:00 and 3 at 16:00."""
    assert handicapped("triomphe", "french", 2)["morale"] == {"french": {"uncommitted": 1}}
    assert handicapped("triomphe", "austrian", -2)["morale"] == {"austrian": {"uncommitted": 2}}
    assert handicapped("triomphe", "french", 6)["morale"] == {
        "french": {"uncommitted": 0, "track": {"17": 0, "16": 1}}
    }


@pytest.mark.parametrize("scenario", ["bonaparte", "triomphe"])
@pytest.mark.parametrize("side", ["austrian", "french"])
def test_a_plan_changes_the_morale_of_one_side_alone(scenario: str, side: Any) -> None:
    study = handicap_study(scenario, side, steps=(3, 0, -1), players=("random",), games=5, seed=9)
    assert (study.games, study.seed, study.players) == (5, 9, ("random",))
    assert len(study.scenarios) == 3
    assert study.scenarios[1] == scenario
    standard = load(scenario).scenario
    for name, handicap in zip(study.scenarios, (-1, 0, 3), strict=True):
        lines = study.game(name).scenario.diff(standard)
        assert all("morale" in line or "disc" in line for line in lines)
        assert bool(lines) == bool(handicap)


@pytest.mark.parametrize(
    ("side", "steps", "message"),
    [
        ("french", (0, 17), "17 off the french morale of 17: expected at least 1 to be left"),
        ("french", (2, 2), "at least two handicaps"),
        ("russian", (0, 1), "side: expected 'austrian' or 'french', not 'russian'"),
    ],
)
def test_plans_that_cannot_be_are_refused(side: Any, steps: tuple[int, ...], message: str) -> None:
    with pytest.raises(StudyError, match=message):
        handicap_study("bonaparte", side, steps)


def made_up_curve(study: Study, even: float, slope: float) -> Any:
    """Return a run of a plan whose cells are the handicaps 0, 1, … of every player in turn."""
    handicaps = [0, 1, 2, 3]
    players = len(study.players)
    parts = []
    for place, handicap in enumerate(handicaps):
        won = np.random.default_rng(handicap).random(500) < expit(slope * (handicap - even))
        for player in range(players):
            number = place * players + player
            winner = winners((won if player == 0 else ~won).astype(int).tolist())
            parts.append(pl.DataFrame({"cell": number, "seed": range(500), "winner": winner}))
    return made_up_run(study, pl.concat(parts))


def test_a_run_tells_its_handicaps_by_its_scenarios() -> None:
    """The French are 1 point too strong, as on the ladder."""
    study = handicap_study("bonaparte", "french", range(4), ("rule", "random"), games=500)
    run = made_up_curve(study, even=1.0, slope=0.6)
    found = handicap_curve(run, "rule")
    assert (found.scenario, found.side, found.player) == ("bonaparte", "french", "rule")
    assert found.points["handicap"].to_list() == [0, 1, 2, 3]
    assert found.points["games"].to_list() == [500] * 4
    assert found.even.holds(LADDER_BID)
    assert found.slope > 0
    other = handicap_curve(run, "random")
    assert other.slope == pytest.approx(-found.slope)
    assert other.even.value == pytest.approx(found.even.value)
    for player in (None, "search"):
        with pytest.raises(StudyError, match="player: expected one of rule, random"):
            handicap_curve(run, player)


def test_handicaps_count_from_a_scenario_that_was_not_played() -> None:
    study = handicap_study("triomphe", "austrian", (-2, -1, 1, 2), ("rule",), games=500)
    run = made_up_curve(study, even=1.5, slope=0.6)
    found = handicap_curve(run)
    assert (found.scenario, found.side) == ("triomphe", "austrian")
    assert found.points["handicap"].to_list() == [-2, -1, 1, 2]


def test_runs_without_handicaps_are_refused() -> None:
    study = Study(
        name="x", scenarios=("triomphe", "triomphe-desaix-15"), players=("rule",), games=9
    )
    games = pl.DataFrame({"cell": [0, 1], "seed": [1, 1], "winner": ["austrian", "french"]})
    run = made_up_run(study, games)
    with pytest.raises(StudyError, match="morale of neither side varies"):
        handicap_curve(run)
    plan = handicap_study("bonaparte", "french", (0, 1, 2, 3))
    run = made_up_run(plan, games.filter(pl.col("cell") == 0))
    with pytest.raises(StudyError, match="at least two handicaps with games, not 1"):
        handicap_curve(run)
