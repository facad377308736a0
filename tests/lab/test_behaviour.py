"""A hash of behaviour stays what it is until somebody plays another move."""

import pytest

import marengo
from marengo.core.players import PlayerError
from marengo.lab.behaviour import behaviour
from marengo.lab.plan import Study

KNOWN = {
    ("triomphe", "random"): "18aef775ec010015",
    ("triomphe", "rule"): "9eed51d7964eb3f8",
    ("bonaparte", "policy"): "169fbd62a66e03be",
    ("bonaparte", "search:8"): "f13902a2607f7825",
    ("progress-small", "rule"): "56eaa4f3e0eff759",
}
"""Whoever changes how one of these plays, changes its hash here: reports are then old."""


@pytest.mark.parametrize(("name", "player"), KNOWN)
def test_players_play_as_they_did(name: str, player: str) -> None:
    """The same on every machine and Python, or reports would be called old where they are not."""
    game = marengo.load(name)
    assert behaviour(game, [player] * len(game.seats)) == KNOWN[name, player]


def test_another_parameter_of_player_or_scenario_is_seen() -> None:
    game, rule = marengo.load("triomphe"), ("rule", "rule")
    changed = Study(
        name="late",
        scenarios=("late",),
        players=("rule",),
        what_ifs={"late": {"extends": "triomphe", "parameters": {"last_hour": 20}}},
    ).game("late")
    bold = behaviour(game, ("rule:temperature=0.5", "rule"))
    assert len({behaviour(game, rule), behaviour(changed, rule), bold}) == 3
    assert behaviour(game, rule) == behaviour(marengo.load("triomphe"), rule)


def test_the_strongest_are_seen_by_sixteen_playouts_of_theirs() -> None:
    """The code is one, and asking them as they are would take minutes a game."""
    game = marengo.load("bonaparte")
    many, sixteen, fewer = (behaviour(game, (f"search:{count}", "rule")) for count in (32, 16, 8))
    assert many == sixteen != fewer


def test_who_looks_at_the_clock_has_none() -> None:
    with pytest.raises(PlayerError, match="depends on the clock"):
        behaviour(marengo.load("triomphe"), ("search:seconds=1", "rule"))
