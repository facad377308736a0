"""Chapter 8 of the digest: standing in approaches, and leaving them when the enemy has gone."""

from typing import Any

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, starting, texts, where
from tests.rules.bonaparte.marching import group, naming, road
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import end_turn, finish, places


def test_only_approaches_with_an_enemy_opposite_are_entered() -> None:
    """B-8.28: of the approaches of 5 only that towards 10."""
    state = austrian_turn({"5": "I3"}, {"10/12": "I2", "16": "I2"})
    approaches = {text for text in starting(state, "march") if "/" in text}
    assert approaches == {"march A1 5/10"}


def test_the_enemy_must_be_there_at_that_moment() -> None:
    """B-8.28: once he has retreated, his approach is no longer blocked; a new one may be."""
    state = austrian_turn({"5": "I3", "8": "I2"}, {"10": "C2"})
    assert "march A1 5/10" in texts(state)
    play(state, "attack A2 8/10", "respond none", "retreat F1 16")
    assert "march A1 5/10" not in texts(state)
    other = austrian_turn({"5": "I3", "12": "I2"}, {"10": "C2"})
    assert "march A1 5/8" not in texts(other)
    play(other, "attack A2 12/10", "respond none", "retreat F1 8")
    assert "march A1 5/8" in texts(other)


@pytest.mark.parametrize(
    ("start", "approaches"), [("5", {"5/8", "5/10"}), ("1", set()), ("4", set()), ("5/10", set())]
)
def test_approaches_are_entered_from_the_reserve_behind_them(
    start: str, approaches: set[str]
) -> None:
    """B-8.29: not from another locality, nor from another approach."""
    state = austrian_turn({start: "I3"}, {"10": "I2", "8": "I2"})
    marches = {text.split()[-1] for text in starting(state, "march")}
    assert {goal for goal in marches if "/" in goal} == approaches


def test_any_pieces_block_a_narrow_approach() -> None:
    """B-8.30: five of all types in an approach one piece wide, and one more to them."""
    state = austrian_turn({"5": "I3 I2 C2 C1 A1", "5/10": "I1"}, {"10": "I2"})
    group(state, "march", "A1 A2 A3 A4 A5", "5/10")
    assert state.count("5/10") == 6


@pytest.mark.parametrize("start", ["5", "5/10"])
@pytest.mark.parametrize("piece", ["I3", "C2"])
@pytest.mark.parametrize("blocker", ["I1", "C1", "A1"])
def test_nobody_moves_into_a_blocked_approach(start: str, piece: str, blocker: str) -> None:
    """B-8.31: neither by march, nor by manoeuvre attack, nor by road; only assaults go there."""
    state = austrian_turn({start: piece}, {"10/5": blocker})
    assert not naming(state, "A1") & {"march A1 10", "attack A1 5/10"}
    if start == "5":
        assert "cross 5-10" not in texts(play(state, "road A1"))
    assault = austrian_turn({"5/10": "I3"}, {"10/5": blocker}, step=2)
    assert "assault A1 5/10" in texts(assault)


def test_blocking_closes_the_way_in_and_not_the_way_out() -> None:
    """B-8.32: the French attack out of 10, from reserve and from the approach they block."""
    french, austrian = {"10/5": "I2", "10": "I3"}, {"5": "I2"}
    out = french_turn(french, austrian)
    assert {"attack F1 10/5", "attack F2 10/5"} <= texts(out)
    assert "attack A1 5/10" not in texts(austrian_turn(austrian, french))
    empty = french_turn({"10/5": "I2", "10": "I3"}, {"1": "I2"})
    assert {"march F1 5", "march F2 5"} <= texts(empty)


def test_blocked_on_both_sides() -> None:
    """B-8.32: outward the pair is closed by an enemy in the opposite approach."""
    state = french_turn({"10/5": "I2", "10": "I3"}, {"5/10": "I2"})
    assert starting(state, "attack") == set()


@pytest.mark.parametrize("enemy", ["10", "10/12", "10/16"])
def test_entering_over_a_free_approach_is_an_attack(enemy: str) -> None:
    """B-8.33: the enemy blocks or leaves."""
    state = play(austrian_turn({"5": "I3"}, {enemy: "C2"}), "attack A1 5/10")
    if enemy == "10":
        assert (state.decision, state.to_move) == (Decision.RESPONSE, Side.FRENCH)
        play(state, "respond none")
    assert (state.decision, state.to_move) == (Decision.RETREAT, Side.FRENCH)
    assert where(play(state, "retreat F1 8"), "A1") == "10"


def test_no_blocking_without_an_enemy_opposite() -> None:
    """B-8.34: the way into 5 is open again in the next turn."""
    state = austrian_turn({"5/10": "I3"}, {"12": "C2"})
    end_turn(state)
    assert where(state, "A1") == "5"
    road(state, "F1", "12-10")
    assert "cross 10-5" in texts(state)


def test_leaving_in_the_next_turn_when_the_enemy_left_in_his() -> None:
    """B-8.35, B-8.40: not at once, nor at the start of the turn, but before it ends."""
    state = french_turn({"10": "I2"}, {"5/10": "I3"})
    finish(play(state, "march F1 12"))
    assert where(state, "A1") == "5/10"
    end_turn(state)
    assert (state.turn, where(state, "A1")) == (Side.AUSTRIAN, "5/10")
    assert "fall-back A1" in texts(state)
    end_turn(state)
    assert (state.turn, where(state, "A1")) == (Side.FRENCH, "5")


def test_leaving_in_the_same_turn_when_the_enemy_was_driven_out() -> None:
    """B-8.35, B-8.40: by another group, at the end of the moves."""
    state = austrian_turn({"5/10": "I3", "8": "I2"}, {"10": "C2"})
    assert starting(state, "fall-back") == set()
    play(state, "attack A2 8/10", "respond none", "retreat F1 12")
    assert where(state, "A1") == "5/10"
    assert {"fall-back A1", "march A1 10"} <= texts(state)
    assert where(end_turn(state), "A1") == "5"


def test_each_piece_chooses_for_itself() -> None:
    """B-8.36: one goes back for nothing, one goes on for a command."""
    state = austrian_turn({"5/10": "I3 I2"}, {"16": "I2"})
    play(state, "fall-back A1")
    assert (places(state, "A1", "A2"), state.commands) == (("5", "5/10"), 3)
    play(state, "march A2 10")
    assert (places(state, "A1", "A2"), state.commands) == (("5", "10"), 2)


def test_several_go_on_as_one_group() -> None:
    """B-8.36: for one command; the way back is no group move at any price."""
    state = austrian_turn({"5/10": "I3 I2"}, {"16": "I2"})
    assert "march A1 5" not in texts(state)
    group(state, "march", "A1 A2", "10")
    assert (places(state, "A1", "A2"), state.commands) == (("10", "10"), 2)


@pytest.mark.parametrize(
    ("pieces", "given", "forward"),
    [
        ("I3", {}, True),
        ("I3", {"commands": 1}, True),
        ("I3", {"commands": 0}, False),
        ("I3!", {}, False),
        ("I3:assaulted", {}, False),
        ("A1:completed", {}, False),
        ("A1", {}, True),
        ("I3", {"won": [10]}, False),
        ("I3", {"won": [8]}, True),
        ("I3", {"barred": ["5/10"]}, False),
        ("I3", {"barred": ["10/5"]}, False),
    ],
)
def test_conditions_of_going_on(pieces: str, given: dict[str, Any], forward: bool) -> None:
    """B-8.37, B-8.38: else only the way back is left, and it is open to all of them."""
    state = austrian_turn({"5/10": pieces}, {"16": "I2"}, **given)
    assert naming(state, "A1") == {"fall-back A1", *(["march A1 10"] if forward else [])}
    assert where(play(state.copy(), "fall-back A1"), "A1") == "5"
    assert where(end_turn(state), "A1") == "5"


@pytest.mark.parametrize(("there", "forward"), [("I2 C2 C1", True), ("I2 I1 C2 C1", False)])
def test_going_on_needs_room(there: str, forward: bool) -> None:
    """B-8.37: 4 holds four pieces."""
    state = austrian_turn({"5/4": "I3", "4": there}, {"16": "I2"})
    assert naming(state, "A1") == {"fall-back A1", *(["march A1 4"] if forward else [])}


def test_inactive_pieces_only_fall_back() -> None:
    """B-8.37: an active one beside it may go on."""
    state = french_turn({"10/5": "~I3 I2"}, {"1": "I2"})
    assert naming(state, "F1") == {"fall-back F1"}
    assert naming(state, "F2") == {"fall-back F2", "march F2 5"}


def test_falling_back_is_the_move_of_the_turn() -> None:
    """B-8.39: no continuation of cavalry into 5/8, no road march, no other move."""
    state = play(austrian_turn({"5/10": "C2"}, {"8": "I2"}), "fall-back A1")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "5")
    assert texts(state) == {"end"}


def test_pieces_stay_if_an_enemy_is_opposite_again() -> None:
    """B-8.40: what counts is the end of the moves; a retreat has brought the French to 10."""
    state = austrian_turn({"5/10": "I3", "14": "I2"}, {"12": "C2"})
    assert "fall-back A1" in texts(state)
    play(state, "attack A2 14/12", "respond none", "retreat F1 10")
    assert "fall-back A1" not in texts(state)
    assert where(end_turn(state), "A1") == "5/10"


def test_pieces_block_until_they_leave() -> None:
    """B-8.40: one Frenchman has left 10, another comes by road and finds 5/10 closed."""
    state = french_turn({"10": "I2", "12": "C2"}, {"5/10": "I3"})
    finish(play(state, "march F1 16"))
    road(state, "F2", "12-10")
    assert "cross 10-5" not in texts(state)
    assert "stop" in texts(state)


def test_falling_back_comes_before_the_declaration() -> None:
    """B-8.40: artillery without an enemy opposite is in reserve by then."""
    state = austrian_turn({"5/10": "A1"}, {"16": "I2"})
    play(state, "end")
    assert (state.turn, where(state, "A1")) == (Side.FRENCH, "5")
    stays = play(austrian_turn({"5/10": "A1"}, {"10": "I2"}), "end")
    assert (stays.decision, stays.turn) == (Decision.DECLARATION, Side.AUSTRIAN)


def test_pieces_leave_when_the_owner_likes() -> None:
    """B-8.40: before or after the moves of others."""
    state = austrian_turn({"5/10": "I3", "8": "I2"}, {"39": "I2"})
    assert "fall-back A1" in texts(state)
    play(state, "march A2 6")
    assert places(play(state, "fall-back A1"), "A1", "A2") == ("5", "6")
