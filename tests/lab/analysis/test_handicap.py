"""The fair handicap: plans and runs that change the morale of one side and nothing else."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.special import expit

from marengo.games.marengo.game import load, on_field
from marengo.games.marengo.study.handicap import handicapped
from marengo.lab.analysis import (
    handicap_curve,
    handicap_study,
    is_handicap_study,
)
from marengo.lab.plan import Study, StudyError, read_study
from marengo.paths import data_path
from tests.lab.analysis.made_up import made_up_run, winners


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
        lines = on_field(study.game(name)).scenario.diff(standard)
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
    assert found.unit == "points of morale"
    assert found.points["handicap"].to_list() == [0, 1, 2, 3]
    assert found.points["games"].to_list() == [500] * 4
    assert found.even.holds(load("bonaparte").ladder_bid or 0)
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
    assert (found.scenario, found.side, found.unit) == ("triomphe", "austrian", "discs")
    assert found.points["handicap"].to_list() == [-2, -1, 1, 2]


def test_runs_without_handicaps_are_refused() -> None:
    study = Study(
        name="x", scenarios=("triomphe", "triomphe-desaix-15"), players=("rule",), games=9
    )
    games = pl.DataFrame({"cell": [0, 1], "seed": [1, 1], "winner": ["austrian", "french"]})
    run = made_up_run(study, games)
    with pytest.raises(StudyError, match="scenarios: expected one and what-ifs of the plan"):
        handicap_curve(run)
    plan = handicap_study("bonaparte", "french", (0, 1, 2, 3))
    run = made_up_run(plan, games.filter(pl.col("cell") == 0))
    with pytest.raises(StudyError, match="at least two handicaps with games, not 1"):
        handicap_curve(run)


def plan_of(what_ifs: dict[str, Any], *others: str, **more: Any) -> Study:
    """Return a plan of what-ifs of bonaparte and other scenarios."""
    contents = {name: {"extends": "bonaparte", **content} for name, content in what_ifs.items()}
    given: dict[str, Any] = {"players": ("rule",), "games": 50, **more}
    return Study(name="x", scenarios=(*others, *what_ifs), what_ifs=contents, **given)


LESS = {"morale": {"french": 15}}

WITHOUT_HANDICAPS = {
    "something else is changed too": (
        plan_of({"a": {**LESS, "parameters": {"commands_per_turn": 2}}}, "bonaparte"),
        "what_ifs.a.parameters: expected nothing but the morale or the bid",
    ),
    "a what-if that comes with marengo is played too": (
        plan_of({"a": LESS}, "bonaparte", "bonaparte-desaix-never"),
        "expected one and what-ifs of the plan that extend it",
    ),
    "what-ifs of another one": (
        Study(
            name="x",
            scenarios=("bonaparte", "a"),
            players=("rule",),
            what_ifs={"a": {"extends": "bonaparte-desaix-never", **LESS}},
        ),
        "expected one and what-ifs of the plan that extend it",
    ),
    "a scenario alone": (
        Study(name="x", scenarios=("bonaparte",), players=("rule",)),
        "expected one and what-ifs of the plan that extend it",
    ),
    "a handicap alone": (plan_of({"a": LESS}), "expected at least two handicaps, not 1"),
    "both sides": (
        plan_of({"a": LESS, "b": {"bid": {"austrian": 1}}}, "bonaparte"),
        "starting morale of both sides varies",
    ),
    "neither side": (
        plan_of({"a": {"title": "as it is"}}, "bonaparte"),
        "starting morale of neither side varies",
    ),
    "the same twice": (
        plan_of({"a": LESS, "b": {"bid": {"french": 2}}}, "bonaparte"),
        "two have the same starting morale",
    ),
}


@pytest.mark.parametrize("what", WITHOUT_HANDICAPS)
def test_what_is_no_study_of_handicaps_is_not_pooled(what: str) -> None:
    study, message = WITHOUT_HANDICAPS[what]
    assert not is_handicap_study(study)
    games = pl.DataFrame({"cell": [0], "seed": [1], "winner": ["austrian"]})
    with pytest.raises(StudyError, match=message):
        handicap_curve(made_up_run(study, games))


def test_studies_of_handicaps_are_known() -> None:
    account = {"title": "t", "context": "c", "sources": ["s"]}
    bid = {"bid": {"french": 3}}
    assert is_handicap_study(plan_of({"a": {**LESS, **account}, "b": bid}, "bonaparte"))
    assert is_handicap_study(plan_of({"a": LESS, "b": bid}))  # the scenario itself not played
    assert not is_handicap_study(plan_of({"a": LESS, "b": bid}, players=(), pairs=[PAIR]))
    assert is_handicap_study(handicap_study("triomphe", "austrian"))
    for name in ("balance", "handicap-bonaparte", "handicap-triomphe-search", "what-if-triomphe"):
        study = read_study(data_path("studies") / f"{name}.toml")
        assert is_handicap_study(study) == name.startswith("handicap")


PAIR = ("rule", "random")


def test_games_of_two_different_players_are_left_out() -> None:
    """Cells of rule against random are in the plan, and Austria wins all of their games."""
    study = plan_of({"a": LESS, "b": {"bid": {"french": 3}}}, "bonaparte", pairs=(PAIR,))
    assert is_handicap_study(study)
    parts = []
    for number, cell in enumerate(study.cells):
        alike = len(set(cell.players)) == 1
        won = np.random.default_rng(number).random(50) < (0.5 if alike else 1.0)
        winner = winners(won.astype(int).tolist())
        parts.append(pl.DataFrame({"cell": number, "seed": range(50), "winner": winner}))
    found = handicap_curve(made_up_run(study, pl.concat(parts)))
    assert found.player == "rule"
    assert found.points["handicap"].to_list() == [0, 2, 3]
    assert found.points["games"].to_list() == [50] * 3
    assert found.points["share"].to_numpy().max() < 1
    with pytest.raises(StudyError, match="player: expected one of rule, not 'random'"):
        handicap_curve(made_up_run(study, pl.concat(parts)), "random")
