"""Whether players have learned what they play, and how that is said."""

import shutil
from pathlib import Path
from typing import Any

import pytest

import marengo
from marengo.core.players import (
    PlayerError,
    all_learning,
    learned_by,
    learned_elsewhere,
    learning,
    opponent_of,
    opponents_of,
    player_text,
    unlearned,
)
from marengo.core.players.nets import net_path, read_mixture
from marengo.core.scenarios import (
    find_scenario,
    load,
    scenario_names,
    weights_beside,
    what_if_names,
)
from marengo.lab.learning import write_net
from marengo.lab.plan import Study
from marengo.lab.what_ifs import plan_game
from tests.core.toys.fists import FistsGame

STANDARDS = ("bonaparte", "europe-1800", "europe-1805", "europe-battle", "progress", "triomphe")


@pytest.mark.parametrize("name", [*scenario_names(), *what_if_names()])
def test_weights_that_come_with_marengo_know_the_standard_of_their_game_alone(name: str) -> None:
    game = load(name)
    known = None if name in STANDARDS else game.name
    for player in ("policy", "search:64", "oracle", "policy:temperature=0"):
        assert learned_elsewhere(player, game) == known
    for player in ("rule", "random", "policy:learn=20k", "search:64,learn=1k", "bots/a.py:B"):
        assert learned_elsewhere(player, game) is None
    assert learned_elsewhere("nobody-knows-him", game) is None
    assert learned_elsewhere("policy:weights=nowhere.parquet", game) is None


def test_a_scenario_that_differs_in_nothing_the_rules_see_is_known() -> None:
    changed: dict[str, dict[str, Any]] = {
        "called": {"extends": "triomphe", "title": "Another title", "context": "Told anew."},
        "fewer": {"extends": "triomphe", "parameters": {"orders_per_turn": 2}},
    }
    assert learned_elsewhere("policy", plan_game("called", changed)) is None
    assert learned_elsewhere("policy", plan_game("fewer", changed)) == "triomphe"


def test_a_name_does_not_hide_a_change(tmp_path: Path) -> None:
    own = tmp_path / "triomphe.toml"
    printed = find_scenario("triomphe").read_text("utf-8")
    own.write_text(printed.replace("orders_per_turn = 3", "orders_per_turn = 2"), "utf-8")
    assert learned_elsewhere("policy", load(own)) == "another triomphe"


def test_weights_beside_a_scenario_are_its_own(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "triomphe-bridge"\nname = "own"\n', "utf-8")
    beside = weights_beside(own)
    shutil.copy(str(net_path(load("triomphe"))), beside)
    game = load(own)
    assert learned_elsewhere("policy", game) is None
    assert learned_elsewhere(f"policy:weights={beside}", game) is None
    assert learned_elsewhere("policy:weights=triomphe", game) == "triomphe"
    assert learned_elsewhere(f"policy:weights={beside}", load("triomphe-bridge")) == "triomphe"


def test_of_weights_that_do_not_say_what_they_learned_nothing_is_said(tmp_path: Path) -> None:
    game = load("triomphe")
    write_net(game, read_mixture(game), tmp_path / "silent.parquet", {})
    player = f"policy:weights={tmp_path / 'silent.parquet'}"
    assert learned_elsewhere(player, load("triomphe-bridge")) is None


def test_of_a_game_that_cannot_be_learned_nothing_is_said() -> None:
    assert learned_elsewhere("search:4", FistsGame()) is None
    assert unlearned(["search:4", "policy"], [FistsGame()]) == []


def test_it_is_said_in_the_same_words_of_all_players() -> None:
    bridge, standard = load("triomphe-bridge"), load("triomphe")
    assert player_text("search:64", bridge) == "search:64, which learned triomphe"
    assert player_text("search:64", standard) == "search:64"
    assert opponent_of("policy", bridge) == (
        "steady, which learned triomphe (at once, as it has learned)"
    )
    assert opponent_of("policy", standard) == "steady (at once, as it has learned)"
    assert [*opponents_of(bridge)] == [
        "easy: loosely, by rules of thumb",
        "steady, which learned triomphe: at once, as it has learned",
        "strong, which learned triomphe: thinks ahead, 4 seconds a turn",
    ]


def test_one_sentence_tells_of_all_who_learned_the_same() -> None:
    names = ("triomphe", "triomphe-bridge", "triomphe-arrivals", "triomphe-lapoype")
    some = [load(name) for name in names]
    (sentence,) = unlearned(["policy", "rule", "search:64", "policy:learn=1k"], some)
    assert sentence == (
        "policy and search:64 learned triomphe, not triomphe-bridge, triomphe-arrivals or "
        "triomphe-lapoype: policy:learn=20k, or --learn 20k, learns first what it plays."
    )
    assert unlearned(["policy"], some[:1]) == unlearned(["rule"], some) == []
    assert "not its variants:" in unlearned(["policy"], some, "its variants")[0]
    assert learned_by(["policy", "rule"], some) == {"policy": "triomphe"}
    assert learned_by(["policy"], some[:1]) == {}


def test_many_scenarios_are_not_listed() -> None:
    many = [load(name) for name in what_if_names() if name.startswith("triomphe")]
    (sentence,) = unlearned(["policy"], many)
    assert "not any of those that differ from it:" in sentence


def test_who_plays_by_no_weights_makes_no_scenario_be_loaded() -> None:
    made = map(load, ["triomphe"])
    assert unlearned(["rule", "random"], made) == []
    assert next(made).scenario_name == "triomphe"


def test_a_plan_tells_of_its_players() -> None:
    study = Study(
        name="s", scenarios=("triomphe", "triomphe-bridge"), pairs=(("rule", "policy"),), games=1
    )
    (sentence,) = study.unlearned()
    assert sentence.startswith("policy learned triomphe, not triomphe-bridge:")
    learns = study.learning("2k")
    assert learns.pairs == (("rule", "policy:learn=2k"),)
    assert learns.unlearned() == []
    assert study.learning(None) == study


def test_those_who_can_learn_first() -> None:
    assert learning("search", "20k") == "search:learn=20k"
    assert all_learning(["rule", "search:64"], "5k") == ["rule", "search:64,learn=5k"]
    assert all_learning(["rule", "random"], None) == ["rule", "random"]
    for player in ("rule", "random"):
        with pytest.raises(PlayerError, match=r"cannot learn, expected one of .*policy, search"):
            all_learning([player, "random"], "5k")
    with pytest.raises(PlayerError, match="no player"):
        learning("nobody", "5k")
    assert marengo.load("triomphe").learns()
