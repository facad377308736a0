"""Chapter 8 of the digest: manoeuvre attacks on the march, and what a road march shows."""

from collections import Counter

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import (
    austrian_turn,
    french_turn,
    known,
    play,
    settle,
    starting,
    texts,
    verbs,
    where,
)

AUSTRIAN_CAVALRY = {"5": "C2", "6": "I2 I3"}
"""Infantry in 6 besides, so that the French cannot infer what marches."""


@pytest.mark.parametrize(("piece", "legal"), [("C2", True), ("I3", False), ("A1", False)])
def test_only_cavalry_attacks_on_the_march(piece: str, legal: bool) -> None:
    """T-8.26: the step into an enemy-occupied locality is its manoeuvre attack."""
    state = play(austrian_turn({"5": piece}, {"10": "I2"}), "road A1")
    assert ("cross 5-10" in texts(state)) is legal


def test_the_attack_is_resolved_at_once() -> None:
    """T-8.26: the defender answers before the march goes on."""
    state = play(austrian_turn({"1": "C2"}, {"10": "I2"}), "road A1", "cross 1-5", "cross 5-10")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, Side.FRENCH)
    assert where(state, "A1") == "5"


def test_by_road_one_piece_attacks() -> None:
    """T-8.26: so one piece may respond, and one defender in a wide approach stops it."""
    state = play(austrian_turn({"5": "C2 C2"}, {"4": "I2 I3"}), "road A1", "cross 5-4")
    assert texts(state) == {"respond none", "respond F1", "respond F2"}
    settle(play(state, "respond F1"))
    assert where(state, "A1") == "5"


@pytest.mark.parametrize("response", ["respond none", "respond F1"])
def test_the_attack_adds_nothing_to_the_price(response: str) -> None:
    """T-8.27: with no order left, it is made by main road, won or lost."""
    state = austrian_turn({"5": "C2"}, {"10": "I2"}, orders=0)
    settle(play(state, "road A1", "cross 5-10", response))
    assert state.orders == 0
    assert where(state, "A1") == ("10" if response == "respond none" else "5")


def test_an_attack_over_local_road_costs_the_order_of_the_march() -> None:
    """T-8.27: one order for the local road, none for the attack; without it, no attack."""
    state = austrian_turn({"6": "C2"}, {"4": "I2"})
    settle(play(state, "road A1", "cross 6-4", "respond F1"))
    assert state.orders == 2
    assert not starting(austrian_turn({"6": "C2"}, {"4": "I2"}, orders=0), "road")


@pytest.mark.parametrize("response", ["respond none", "respond F1"])
def test_the_crossing_counts_as_used(response: str) -> None:
    """T-8.28: in the step of the attack, whether it succeeds or not."""
    state = austrian_turn({"1": "C2"}, {"10": "I2"})
    settle(play(state, "road A1", "cross 1-5", "cross 5-10", response))
    assert state.last_step("c2") == 2


def test_one_road_attack_for_each_crossing() -> None:
    """T-8.29: the wide approach 4/5 is only partially blocked, yet no step opens c17 again."""
    state = austrian_turn({"5": "C2 C1"}, {"4": "I2 I3"})
    settle(play(state, "road A1", "cross 5-4", "respond F1"))
    assert "attack A2 5/4" in texts(state)
    play(state, "road A2")
    for _ in range(2):
        assert starting(state, "cross") == {"cross 5-1", "cross 5-10"}
        play(state, "wait")
    assert starting(state, "cross") == {"cross 5-1", "cross 5-10"}


def test_the_limit_is_for_the_crossing_not_for_the_border() -> None:
    """T-8.29: c45 has had its attack; c46 through the same border has not."""
    state = austrian_turn({"46": "C2"}, {"57": "I2"}, road_attacks=["c45"], steps={"c45": (1, 57)})
    play(state, "road A1")
    assert {text for text in texts(state) if "46-57" in text} == {"cross 46-57:c46"}


def test_the_limit_does_not_bind_attacks_of_their_own() -> None:
    """T-8.29: across the same border an attack for an order is still legal."""
    used = austrian_turn({"5": "I3"}, {"10": "I2"}, road_attacks=["c2"], steps={"c2": (1, 10)})
    assert "attack A1 5/10" in texts(used)


def test_after_a_success_the_march_goes_on() -> None:
    """T-8.30: from the reserve of 10, taken in step 1, over the next crossing."""
    state = play(austrian_turn({"5": "C2"}, {"10": "C1"}), "road A1", "cross 5-10")
    play(state, "respond none", "retreat F1 20")
    assert where(state, "A1") == "10"
    assert texts(state) == {"cross 10-13", "wait", "stop"}
    settle(play(state, "cross 10-13"))
    assert (where(state, "A1"), state.last_step("c3")) == ("13", 2)


def test_several_attacks_in_one_march() -> None:
    """T-8.30: 10 and then 13 are taken by the same cavalry in steps 1 and 2."""
    state = austrian_turn({"5": "C2"}, {"10": "C1", "13": "C2"})
    play(state, "road A1", "cross 5-10", "respond none", "retreat F1 20")
    play(state, "cross 10-13", "respond none")
    settle(state)
    assert (where(state, "A1"), state.orders) == ("13", 3)


def test_no_steps_are_left_after_the_third() -> None:
    """T-8.30: an attack in step 3 is the end of the march."""
    state = austrian_turn({"5": "C2"}, {"10": "C1"})
    play(state, "road A1", "wait", "wait", "cross 5-10", "respond none", "retreat F1 20")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "10")


@pytest.mark.parametrize(("choice", "end"), [("advance", "5/10"), ("hold", "5")])
def test_a_failure_ends_the_march(choice: str, end: str) -> None:
    """T-8.31: in the attack locality, in reserve or in the attack approach."""
    state = austrian_turn({"1": "C2"}, {"10": "I2"})
    play(state, "road A1", "cross 1-5", "cross 5-10", "respond F1")
    assert texts(state) == {"advance", "hold"}
    play(state, choice)
    assert not verbs(state) & {"cross", "wait"}
    settle(state)
    assert (where(state, "A1"), state.piece("A1").acted) == (end, True)


@pytest.mark.parametrize("piece", ["I3", "A1"])
def test_infantry_and_artillery_never_try(piece: str) -> None:
    """T-8.32: not in a later step of the march either."""
    state = play(austrian_turn({"1": piece}, {"10": "C1"}), "road A1", "cross 1-5")
    assert "cross 5-10" not in texts(state)
    assert "cross 5-10" not in texts(play(state, "wait"))


@pytest.mark.parametrize(("start", "step"), [("9", "9-14"), ("8", "8-14"), ("19", "19-14")])
def test_no_road_attack_against_a_cavalry_obstacle(start: str, step: str) -> None:
    """T-8.33: cavalry marches alone, and Marengo is not taken without infantry."""
    state = play(austrian_turn({start: "C2"}, {"14": "C1"}), "road A1")
    assert not any(step in text for text in texts(state))
    empty = play(austrian_turn({start: "C2"}, {"20": "C1"}), "road A1")
    assert any(step in text for text in texts(empty))


def test_a_full_block_stops_road_attacks_too() -> None:
    """T-8.26: the conditions are those of any manoeuvre attack."""
    state = play(austrian_turn({"5": "C2"}, {"10/5": "I2"}), "road A1")
    assert "cross 5-10" not in texts(state)


@pytest.mark.parametrize("response", ["respond none", "respond F1"])
def test_a_road_attack_shows_the_cavalry(response: str) -> None:
    """T-8.34: at the end of the march the French know the piece; it does not stay face-up."""
    state = austrian_turn(AUSTRIAN_CAVALRY, {"10": "C1"})
    assert known(state, Side.FRENCH, "5") == Counter("?")
    settle(play(state, "road A1", "cross 5-10", response))
    assert known(state, Side.FRENCH, where(state, "A1")) == Counter(["C2"])
    assert not state.piece("A1").face_up


@pytest.mark.parametrize("name", ["A1", "A2"])
def test_a_road_march_shows_nothing(name: str) -> None:
    """T-8.35: cavalry or infantry, the piece that went from 5 to 4 is unknown."""
    state = austrian_turn({"5": "C2 I3", "13": "I2"}, {"33": "I2"})
    settle(play(state, f"road {name}", "cross 5-4"))
    assert known(state, Side.FRENCH, "4") == Counter("?")
    assert known(state, Side.FRENCH, "5") == Counter("?")


def test_continuation_after_a_road_march_shows_the_cavalry() -> None:
    """T-8.35: the exception."""
    state = austrian_turn({"5": "C2", "6": "I2"}, {"9": "I2"})
    play(state, "road A1", "cross 5-4", "continue A1 4/9")
    assert known(state, Side.FRENCH, "4/9") == Counter(["C2"])


def blocked_road_attack() -> TriompheState:
    """Return the position after cavalry from 5 was blocked in step 1 by one of two pieces in 10."""
    state = austrian_turn({"5": "C2 I3", "13": "I2"}, {"10": "C1 C2"})
    settle(play(state, "road A1", "cross 5-10", "respond F1"))
    assert (state.last_step("c2"), where(state, "A1"), where(state, "F1")) == (1, "5", "10/5")
    return state


def test_after_a_blocked_road_attack_the_crossing_opens_in_step_2() -> None:
    """T-21.36: 10 is emptied from 13; infantry crosses in step 2, not in step 1."""
    state = blocked_road_attack()
    settle(play(state, "attack A3 13/10", "respond none"))
    assert where(state, "A3") == "10"
    play(state, "road A2")
    assert "cross 5-10" not in texts(state)
    play(state, "wait", "cross 5-10")
    assert (where(state, "A2"), state.last_step("c2")) == ("10", 2)


def test_a_locality_emptied_by_assault_stays_closed_to_roads() -> None:
    """T-21.36: the same with an assault won on 10: no step opens the crossing."""
    state = austrian_turn({"5": "C2 I2", "13/10": "I3"}, {"10": "C1", "10/13": "I1"})
    settle(play(state, "road A1", "cross 5-10", "respond F1"))
    settle(play(state, "assault 13/10", "lead F2"))
    assert where(state, "A3") == "10"
    play(state, "road A2")
    for _ in range(2):
        assert "cross 5-10" not in texts(state)
        play(state, "wait")
    assert "cross 5-10" not in texts(state)


def test_french_cavalry_attacks_by_road() -> None:
    """T-8.26: the rule holds for both armies."""
    state = play(french_turn({"10": "C2"}, {"5": "C2"}), "road F1", "cross 10-5", "respond none")
    assert where(settle(state), "F1") == "5"
