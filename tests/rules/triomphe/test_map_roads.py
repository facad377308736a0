"""Chapter 3 of the digest: roads and junctions, and localities that share two borders."""

from typing import Any

import pytest

from marengo.games.triomphe.game import TriompheGame
from tests.helpers import austrian_turn, french_turn, play, settle, starting, texts, where
from tests.toys import toy_game


def test_each_road_through_a_border_has_its_own_crossing() -> None:
    """T-3.22: two main roads lead from 46 to 57; the march names the one it takes."""
    state = play(austrian_turn({"46": "I3"}), "road A1")
    assert {"cross 46-57:c45", "cross 46-57:c46"} <= texts(state)
    play(state, "cross 46-57:c46", "stop")
    assert (state.last_step("c45"), state.last_step("c46")) == (0, 1)


def test_main_and_local_roads_connect_localities() -> None:
    """T-3.22: 13 and 15 are adjacent, but no road leads from one to the other."""
    state = play(austrian_turn({"13": "I3"}), "road A1")
    assert starting(state, "cross") == {"cross 13-10", "cross 13-21"}


def test_a_junction_does_not_break_a_road() -> None:
    """T-3.23: from 5 by main road into 4, and on by main road to 9 or by local road to 6."""
    state = play(austrian_turn({"5": "I3"}), "road A1", "cross 5-4")
    assert texts(state) == {"cross 4-9", "cross 4-6", "wait", "stop"}


@pytest.mark.parametrize(("entered", "onward"), [("c48", "3-2"), ("c49", "3-7"), ("c50", "3-8")])
def test_roads_that_do_not_meet_are_not_connected(entered: str, onward: str) -> None:
    """T-3.24: three roads from 6 run through 3 without meeting."""
    state = play(austrian_turn({"6": "I3"}), "road A1", f"cross 6-3:{entered}")
    assert texts(state) == {f"cross {onward}", "wait", "stop"}


def test_a_piece_in_reserve_chooses_any_road() -> None:
    """T-3.24: a piece that starts in 3 is bound to none of its three roads."""
    state = play(austrian_turn({"3": "I3"}), "road A1")
    assert starting(state, "cross") == {
        "cross 3-2",
        "cross 3-7",
        "cross 3-8",
        "cross 3-6:c48",
        "cross 3-6:c49",
        "cross 3-6:c50",
    }


def twins(**second: Any) -> TriompheGame:
    """Return a toy where 1 and 2 share the wide borders a and b; 3 lies beyond 2.

    The facts given are those of border b.
    """
    made: TriompheGame = toy_game(
        {1: {}, 2: {}, 3: {}},
        [
            {"a": 1, "b": 2, "pair": "a", "wide": True},
            {"a": 1, "b": 2, "pair": "b", "wide": True, **second},
            {"a": 2, "b": 3},
        ],
    )
    return made


def test_each_of_two_borders_has_its_own_approaches() -> None:
    """T-3.29: from 7 there are two approaches towards 12, and attacks name the border."""
    state = austrian_turn({"7": "I3"}, {"12": "I2"})
    marches = {"march A1 7/12a", "march A1 7/12b", "march A1 2", "march A1 3"}
    assert starting(state, "march") == marches
    assert starting(state, "attack") == {"attack A1 7/12a", "attack A1 7/12b"}


def test_a_piece_blocks_only_the_border_it_stands_at() -> None:
    """T-3.29: 12/7a closes border a, not b."""
    state = austrian_turn({"7": "I3"}, {"12/7a": "I2"})
    assert starting(state, "attack") == {"attack A1 7/12b"}


def test_a_piece_in_an_approach_attacks_and_crosses_only_there() -> None:
    """T-3.29: 7/12a faces 12/7a alone."""
    state = austrian_turn({"7/12a": "I3"}, {"12/7b": "I2"})
    assert starting(state, "attack") == {"attack A1 7/12a"}
    assert not starting(state, "assault")
    state = austrian_turn({"7/12a": "I3", "7/12b": "I2"}, barred=["7/12a"])
    assert starting(state, "march") == {"march A1 7", "march A2 7", "march A2 12"}


@pytest.mark.parametrize(
    ("barred", "legal"), [(["7/12a"], True), (["7/12b"], True), (["7/12a", "7/12b"], False)]
)
def test_a_march_needs_one_open_border(barred: list[str], legal: bool) -> None:
    """T-3.29: one border barred leaves the other for marches across country."""
    state = austrian_turn({"7": "I3"}, barred=barred)
    assert ("march A1 12" in texts(state)) is legal


@pytest.mark.parametrize("impassable", [True, False])
def test_a_march_needs_one_passable_border(impassable: bool) -> None:
    """T-3.29: border b impassable, 2 is still entered across a unless that is barred."""
    toy = twins(impassable=impassable)
    assert "march A1 2" in texts(austrian_turn({"1": "I3"}, on=toy))
    state = austrian_turn({"1": "I3"}, on=toy, barred=["1/2a"])
    assert ("march A1 2" in texts(state)) is not impassable


def test_each_border_is_barred_for_itself() -> None:
    """T-3.29: an assault lost across a bars neither attacks nor roads across b."""
    state = austrian_turn({"7": "I3"}, {"12": "I2"}, barred=["7/12a"])
    assert starting(state, "attack") == {"attack A1 7/12b"}
    state = play(austrian_turn({"7": "I3"}, barred=["7/12a"]), "road A1")
    assert "cross 7-12:c29" in texts(state)
    assert "cross 7-12:c57" not in texts(state)


@pytest.mark.parametrize(("border", "end"), [("a", "2"), ("b", "1")])
def test_attacks_are_counted_for_each_border(border: str, end: str) -> None:
    """T-3.29: the second attack across a beats one piece, the first across b does not."""
    state = austrian_turn({"1": "I3"}, {"2/1a": "I2", "2/1b": "I1"}, on=twins(), attacked=["2/1a"])
    settle(play(state, f"attack A1 1/2{border}"))
    assert where(state, "A1") == end


def test_a_retreat_uses_any_shared_border() -> None:
    """T-3.29: border b is impassable, the cavalry retreats across a."""
    state = french_turn({"3/2": "I3"}, {"2": "C2"}, on=twins(impassable=True))
    settle(play(state, "attack F1 3/2"))
    assert where(state, "A1") == "1"


def test_the_attack_locality_is_barred_whatever_the_border() -> None:
    """T-3.29: attacked from 12 across a, the French of 7 cannot go to 12 across b."""
    state = austrian_turn({"12/7a": "I3"}, {"7": "C2"})
    settle(play(state, "attack A1 12/7a"))
    assert where(state, "F1") == "3"


def test_protection_holds_across_both_borders() -> None:
    """T-3.29: while a piece waits for Alessandria's road, 1 cannot be attacked from 5."""
    french = {"5": "I3 C2"}
    state = french_turn(french, {"1": "I2", "Alessandria": "I2"})
    assert not starting(state, "attack")
    state = french_turn(french, {"1": "I2"})
    assert {"attack F1 5/1a", "attack F1 5/1b"} <= texts(state)


def test_occupation_concerns_the_locality_whatever_the_border() -> None:
    """T-3.29: one piece in 12/7a is opposed from both approaches of 7."""
    state = austrian_turn({"7": "I3"}, {"12/7a": "I2"})
    assert {"march A1 7/12a", "march A1 7/12b"} <= texts(state)
