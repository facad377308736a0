"""Drafts of what-ifs: the same game as their files, and what they say is changed."""

from pathlib import Path

import msgspec
import pytest

from marengo.core.errors import ScenarioError
from marengo.games.bonaparte.scenario import BonaparteScenario
from marengo.games.marengo.board import changing
from marengo.games.marengo.game import load, on_field
from marengo.games.triomphe.scenario import TriompheScenario
from marengo.lab.what_ifs import plan_game
from marengo.paths import data_path
from marengo.screens.marengo.scenario_lab.draft import Draft, open_draft
from tests.field import scenario_names, what_if_names

CHAIN = """
extends = "triomphe-desaix-15"
name = "late-and-few"
title = "Three steps"
[parameters]
orders_per_turn = 2
[morale.french]
track = { 15 = 0, 16 = 3 }
"""


@pytest.mark.parametrize("name", what_if_names())
def test_a_what_if_that_is_opened_is_the_game_of_its_file(name: str) -> None:
    draft, file = open_draft(name), load(name).scenario
    assert draft.name == f"my-{name}"
    assert draft.problem == ""
    renamed = msgspec.structs.replace(draft.game.scenario, name=name)
    assert renamed.text() == file.text()
    assert renamed.forces == file.forces  # whose order is not in the text
    assert draft.game.board == load(name).board
    assert draft.differences == file.diff(load(draft.standard.extends).scenario)
    assert draft.changed


@pytest.mark.parametrize("name", scenario_names())
def test_a_game_as_printed_changes_nothing(name: str) -> None:
    draft = open_draft(name)
    assert draft.table == {"extends": name, "name": f"my-{name}"}
    assert (draft.differences, draft.changed, draft.problem) == ([], False, "")


def test_a_value_is_stated_while_it_differs() -> None:
    draft = open_draft("triomphe")
    fewer = draft.with_value("parameters.orders_per_turn", 2)
    assert fewer.table["parameters"] == {"orders_per_turn": 2}
    assert fewer.differences == ["orders per turn: 2 instead of 3 (T-6.2)"]
    scenario = fewer.game.scenario
    assert isinstance(scenario, TriompheScenario)
    assert scenario.parameters.orders_per_turn == 2
    assert fewer.value("parameters.orders_per_turn") == 2
    assert fewer.standard_value("parameters.orders_per_turn") == 3
    assert fewer.with_value("parameters.orders_per_turn", 3) == draft
    assert draft.value("parameters.orders_per_turn") == 3  # drafts do not change


def test_discs_that_the_standard_does_not_have_come_and_go() -> None:
    draft = open_draft("triomphe")
    path = "morale.french.track.20"
    assert (draft.value(path), draft.standard_value(path)) == (0, 0)
    more = draft.with_value(path, 3)
    assert more.table["morale"] == {"french": {"track": {"20": 3}}}
    scenario = more.game.scenario
    assert isinstance(scenario, TriompheScenario)
    assert scenario.morale.french.track[20] == 3
    assert more.with_value(path, 0) == draft
    none = draft.with_value("morale.french.track.16", 0)
    assert none.table["morale"] == {"french": {"track": {"16": 0}}}


def test_a_table_that_a_file_leaves_out_can_be_changed(tmp_path: Path) -> None:
    """Of the bid and the options a file need say nothing: they have defaults."""
    text = data_path("scenarios/bonaparte.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("[bid]")
    (tmp_path / "own.toml").write_text(head + "[hours]" + rest.partition("[hours]")[2])
    draft = open_draft(tmp_path / "own.toml").with_value("bid.french", 2)
    assert draft.table["bid"] == {"french": 2}
    said = "taken off the French morale: 2 points instead of 0 points (B-15.3)"
    assert draft.differences == [said]
    scenario = draft.game.scenario
    assert isinstance(scenario, BonaparteScenario)
    assert scenario.bid.french == 2


def test_what_ifs_of_what_ifs_become_one(tmp_path: Path) -> None:
    (tmp_path / "chain.toml").write_text(CHAIN)
    draft = open_draft(tmp_path / "chain.toml")
    assert draft.table == {
        "extends": "triomphe",
        "name": "late-and-few",
        "title": "Three steps",
        "parameters": {"orders_per_turn": 2},
        "hours": {"Novi": 15},
    } | {"morale": {"french": {"track": {"15": 0}}}}
    drafted, filed = draft.game.scenario, load(tmp_path / "chain.toml").scenario
    assert isinstance(drafted, TriompheScenario)
    assert isinstance(filed, TriompheScenario)
    assert drafted.parameters == filed.parameters
    assert drafted.morale == filed.morale


def test_a_scenario_of_ones_own_is_a_standard(tmp_path: Path) -> None:
    text = data_path("scenarios/triomphe.toml").read_text(encoding="utf-8")
    text = text.replace('name = "triomphe"', 'name = "mine"').replace("orders_per_turn = 3", "")
    (tmp_path / "mine.toml").write_text(text.replace('title = "T', 'title = "My t'))
    draft = open_draft(tmp_path / "mine.toml")
    assert (draft.name, draft.standard.extends) == ("my-mine", str(tmp_path / "mine.toml"))
    assert not draft.changed
    later = draft.with_value("hours.Novi", 18)
    assert (
        on_field(plan_game(later.name, later.tables)).scenario.text() == later.game.scenario.text()
    )
    with pytest.raises(ScenarioError, match="name: 'mine' is what it extends"):
        _ = later.with_value("name", "mine").game


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("parameters.road_steps", 99, "parameters.road_steps: expected 10 or less, not 99"),
        ("parameters.last_hour", 5, "parameters.last_hour: expected first_hour or later"),
        ("name", "two words", "name: expected letters, digits, - and _, not 'two words'"),
        ("name", "triomphe-lapoype", "name: 'triomphe-lapoype' comes with marengo"),
        ("name", "", "name: expected letters, digits, - and _, not ''"),
    ],
)
def test_what_cannot_be_played_says_why(path: str, value: object, said: str) -> None:
    draft = open_draft("triomphe").with_value(path, value)
    with pytest.raises(ScenarioError, match=f"^{said}"):
        _ = draft.game
    assert draft.problem.startswith(said.replace("\\", ""))


def test_what_is_different_is_told_of_a_start_that_cannot_be_played() -> None:
    draft = open_draft("triomphe").with_value("parameters.last_hour", 5)
    assert draft.differences == ["last round: 5:00 instead of 21:00 (T-5.1)"]
    with pytest.raises(ScenarioError, match="road_steps"):
        _ = draft.with_value("parameters.road_steps", 99).differences


def test_changes_of_the_ground_are_kept_and_not_checked_each_time() -> None:
    draft = open_draft("triomphe-second-exit")
    later = draft.with_value("parameters.orders_per_turn", 4)
    assert later.table["ground"] == draft.table["ground"]
    board, checked = draft.game.board, changing._changed.cache_info().misses
    assert later.game.board == board
    assert changing._changed.cache_info().misses == checked


def test_without_its_changes_it_keeps_its_name() -> None:
    draft = open_draft("bonaparte-lapoype").as_printed()
    assert not draft.changed
    assert draft.table["title"] == "Lapoype comes"
    assert draft.game.scenario.hours == load("bonaparte").scenario.hours


@pytest.mark.parametrize("text", ["", 'extends = "triomphe"', CHAIN.replace("= 2", "= 99")])
def test_a_file_that_cannot_be_played_is_not_opened(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(ScenarioError, match=r"bad\.toml: "):
        open_draft(tmp_path / "bad.toml")
    with pytest.raises(ScenarioError, match="no scenario"):
        open_draft("melas")


def test_two_armies_in_one_place_are_not_opened(tmp_path: Path) -> None:
    text = 'extends = "triomphe"\nname = "both"\n[[forces]]\nname = "Austrian army"\n'
    (tmp_path / "both.toml").write_text(text + "places = { 8 = 10, Alessandria = 10 }\n")
    with pytest.raises(ScenarioError, match=r"both\.toml: forces: both armies start in locality 8"):
        open_draft(tmp_path / "both.toml")


def test_drafts_are_compared_by_what_they_say() -> None:
    draft = open_draft("triomphe")
    assert draft == Draft(draft.standard, dict(draft.content))
    assert draft != open_draft("bonaparte")
