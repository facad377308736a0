"""Chapter 8 of the digest: where roads meet, several crossings of a pair, marches in a loop."""

import pytest

from tests.helpers import play, starting, texts, where
from tests.rules.bonaparte.marching import road
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import finish
from tests.toys import toy_game

FAR = {"39": "I2"}
"""A Frenchman beside whom no road leads past."""


@pytest.mark.parametrize(
    ("start", "first", "free"),
    [
        ("23", ["23-34:c32"], {"34-44:c33"}),
        ("23", ["23-34:c26"], {"34-44:c27"}),
        ("34", [], {"34-44:c27", "34-44:c33", "34-23:c26", "34-23:c32"}),
    ],
)
def test_main_roads_joined_by_a_side_road_only(
    start: str, first: list[str], free: set[str]
) -> None:
    """B-8.82: in 34 two main roads pass, and a march that begins there may take either."""
    state = road(austrian_turn({start: "I3"}, FAR, commands=0), "A1", *first)
    assert starting(state, "cross") == {f"cross {step}" for step in free}


@pytest.mark.parametrize(("first", "second"), [("c32", "c27"), ("c26", "c33")])
def test_turning_to_the_other_main_road_costs_a_command(first: str, second: str) -> None:
    """B-8.82: when the piece leaves 34; it goes on from there for no more."""
    state = road(austrian_turn({"23": "I3"}, FAR, commands=1), "A1", f"23-34:{first}")
    assert state.commands == 1
    assert play(state, f"cross 34-44:{second}").commands == 0
    assert {"cross 44-51", "cross 44-40", "cross 44-46"} <= texts(state)


@pytest.mark.parametrize(
    ("main_groups", "commands", "left"),
    [({2: [["m"], ["n"]]}, 1, 0), ({2: [["m"], ["n"]]}, 0, None), ({}, 1, 1), ({}, 0, 0)],
)
def test_continuing_over_the_other_main_road(
    main_groups: dict[int, list[list[str]]], commands: int, left: int | None
) -> None:
    """B-8.82, B-8.64: free only over a main crossing of the same main group."""
    toy = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3}],
        [{"id": "m", "between": (1, 2)}, {"id": "n", "between": (2, 3)}],
        main_groups=main_groups,
        ruleset="bonaparte",
    )
    state = austrian_turn({"1": "C2"}, {"3": "I2"}, on=toy, commands=commands)
    road(state, "A1", "1-2")
    if left is None:
        assert (where(state, "A1"), starting(state, "continue")) == ("2", set())
    else:
        assert play(state, "continue A1 2/3").commands == left


@pytest.mark.parametrize(
    ("crossing", "commands", "onward"),
    [("c9", 3, {"42-49:c10"}), ("c74", 2, {"42-41"})],
)
def test_the_player_names_the_crossing(crossing: str, commands: int, onward: set[str]) -> None:
    """B-8.83: it decides about traffic, price and the road on which the piece arrives."""
    state = road(austrian_turn({"33": "I3"}, FAR), "A1", f"33-42:{crossing}")
    other = "c74" if crossing == "c9" else "c9"
    assert (state.last_step(crossing), state.last_step(other)) == (1, 0)
    assert state.commands == commands
    assert starting(state, "cross") == {f"cross {step}" for step in onward}


@pytest.mark.parametrize(("crossing", "onward"), [("c26", "c27"), ("c32", "c33")])
def test_the_crossing_of_an_attack_is_named_too(crossing: str, onward: str) -> None:
    """B-8.83: cavalry comes to 34 by one of two main roads."""
    state = austrian_turn({"23": "C2"}, {"34": "C1"}, commands=0)
    play(state, "road A1")
    assert {"cross 23-34:c26", "cross 23-34:c32"} <= texts(state)
    play(state, f"cross 23-34:{crossing}", "respond none", "retreat F1 36")
    assert state.last_step(crossing) == 1
    assert starting(state, "cross") == {f"cross 34-44:{onward}"}


def test_a_march_may_come_back() -> None:
    """B-8.84: to where it started, by another crossing and never by the same one."""
    state = road(french_turn({"64": "I2"}, {"5": "I2"}), "F1", "64-59:c15")
    assert "cross 59-64:c16" in texts(state)
    assert "cross 59-64:c15" not in texts(state)
    finish(play(state, "cross 59-64:c16"))
    assert (where(state, "F1"), state.commands) == ("64", 3)
    assert [state.last_step(crossing) for crossing in ("c15", "c16")] == [1, 2]
