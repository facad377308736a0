"""Batches of every ruleset: common columns first, then those of its own."""

import polars as pl
import pytest

import marengo
from marengo.games.marengo.game import load
from marengo.lab import GAME_COLUMNS, game_columns, simulate
from marengo.lab.fuzz import fuzz
from marengo.lab.study import balance_study, balance_table
from tests.field import scenario_names

OWN = {
    "bonaparte": [
        *("austrian_stars", "austrian_colours", "austrian_demoralised", "french_demoralised"),
    ],
    "triomphe": ["austrian_east"],
}


@pytest.mark.parametrize("name", scenario_names())
def test_columns(name: str) -> None:
    game = load(name)
    for games in (0, 50):
        frame = simulate(game, games, "random", "random", progress=False)
        assert frame.columns == [*GAME_COLUMNS, *OWN[game.scenario.ruleset]]
        wanted = {name: kind for name, (kind, _) in game_columns(type(game)).items()}
        assert frame.schema == wanted
    assert all(text for _, text in game_columns(type(game)).values())


def test_rows_of_bonaparte_agree_with_the_rules() -> None:
    """B-13.2, B-14.1 to B-14.3."""
    frame = simulate("bonaparte", 2000, "random", "random", progress=False)
    assert frame["last_round"].unique().to_list() == [21]
    for army in ("austrian", "french"):
        broken = frame.filter(pl.col(f"{army}_demoralised").is_not_null())
        assert broken.height == frame.filter(pl.col(f"{army}_level") == 0).height
        assert broken[f"{army}_demoralised"].is_between(6, 21).all()
    exactly_one = pl.col("austrian_demoralised").is_null() != pl.col("french_demoralised").is_null()
    decisive = frame.filter(pl.col("kind") == "decisive")
    assert decisive.height == frame.filter(exactly_one).height
    marginal = frame.filter(pl.col("kind") == "marginal")
    stars = (pl.col("austrian_stars") >= 2) & (pl.col("austrian_colours") >= 2)
    assert marginal.filter(stars)["winner"].unique().to_list() in ([], ["austrian"])
    assert marginal.filter(~stars)["winner"].unique().to_list() == ["french"]


def test_a_study_compares_every_scenario() -> None:
    frame = balance_study(40, progress=False)
    assert frame["scenario"].unique(maintain_order=True).to_list() == list(scenario_names())
    assert frame.columns[: 1 + len(GAME_COLUMNS)] == ["scenario", *GAME_COLUMNS]
    for name in scenario_names():
        others = {column for each in OWN for column in OWN[each] if each != name}
        part = frame.filter(pl.col("scenario") == name)
        assert all(part[column].is_null().all() for column in others)
    table = balance_table(frame).filter(pl.col("kind") == "any")
    assert table.group_by("scenario").agg(pl.col("games").sum())["games"].to_list() == [40, 40]


@pytest.mark.parametrize("name", scenario_names())
def test_the_hunt_finds_nothing(name: str) -> None:
    games, decisions, found = fuzz(load(name), 300, seed=7, progress=False)
    assert (games, found) == (300, [])
    assert decisions > 300


def test_others_are_hunted_further_than_random_players() -> None:
    """In a war random players soon sue for peace; who does not sees a hundred times as much."""
    game = marengo.load("europe-1800")
    games, decisions, found = fuzz(game, 50, seed=7, progress=False, player="rule")
    assert (games, found) == (50, [])
    assert decisions > 50 * 300
