"""Chapter 11, assault: step 4, defensive artillery fire."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import austrian_turn, end_turn, french_turn, known, play, settle, texts
from tests.rules.triomphe.attacking import (
    AUSTRIAN,
    FRENCH,
    answer,
    assault,
    face_up,
    narrow,
    strengths,
    wide,
)
from tests.toys import toy_game


def test_the_defender_may_fire_or_not() -> None:
    """T-11.23."""
    state = play(narrow("I3", "I2 A1"), "lead none")
    assert state.decision is Decision.FIRE
    assert state.to_move is FRENCH
    assert texts(state) == {"fire none", "fire F2"}


@pytest.mark.parametrize("elsewhere", ["9", "9/8"])
def test_only_artillery_of_the_defence_approach_fires(elsewhere: str) -> None:
    """T-11.23: the next question is already the counter-attack."""
    state = narrow("I3", "I2", french={elsewhere: "A1"}, austrian={"8": "I1"})
    play(state, "lead none")
    assert state.decision is Decision.COUNTER_ATTACK


def test_no_fire_means_no_loss() -> None:
    """T-11.23: 3 − 1 for the penalty wins unhurt."""
    state = settle(answer(narrow("I3", "I1 A1"), "lead none", "fire none"))
    assert strengths(state, "A1") == (3,)


def test_leading_artillery_does_not_fire() -> None:
    """T-11.24."""
    state = play(narrow("I3", "I2 A1"), "lead F2")
    assert state.decision is Decision.COUNTER_ATTACK


@pytest.mark.parametrize(
    ("artillery", "next_question"),
    [
        ("A1", Decision.FIRE),
        ("A1:declared", Decision.COUNTER_ATTACK),
        ("A1:silent", Decision.COUNTER_ATTACK),
    ],
)
def test_artillery_that_bombarded_in_its_last_turn_is_silent(
    artillery: str, next_question: Decision
) -> None:
    """T-11.25: whether it declared or completed."""
    state = play(narrow("I3", f"I2 {artillery}"), "lead none")
    assert state.decision is next_question


def test_artillery_that_has_just_declared_is_silent_for_one_enemy_turn() -> None:
    """T-11.25: declared in the turn before, it cannot fire; cancelled a turn later, it can."""
    declared = french_turn({"9/4": "I2 A1"}, {"4/9": "I3"})
    end_turn(play(declared, "declare F2"))
    cancelled = end_turn(declared.copy())
    play(declared, "assault 4/9", "lead none")
    assert declared.decision is Decision.COUNTER_ATTACK
    end_turn(play(cancelled, "cancel F2"))
    play(cancelled, "assault 4/9", "lead none")
    assert cancelled.decision is Decision.FIRE


def test_artillery_that_has_just_completed_is_silent() -> None:
    """T-11.25."""
    state = french_turn({"9/4": "I2 A1:due"}, {"4/9": "I3"})
    end_turn(play(state, "complete F2"))
    play(state, "assault 4/9", "lead none")
    assert state.decision is Decision.COUNTER_ATTACK


def test_no_fire_at_an_attack_approach_with_an_artillery_penalty() -> None:
    """T-11.26: 9/14 has one."""
    state = play(assault("9/14", "I3", "I2 A1"), "lead none")
    assert state.decision is Decision.COUNTER_ATTACK


@pytest.mark.parametrize(
    ("penalty_in", "next_question"),
    [("a_artillery", Decision.COUNTER_ATTACK), ("b_artillery", Decision.FIRE)],
)
def test_only_the_penalty_in_the_attack_approach_prevents_fire(
    penalty_in: str, next_question: Decision
) -> None:
    """T-11.26: the attack goes from a to b."""
    ground = toy_game({1: {}, 2: {}, 3: {}}, [{"a": 1, "b": 2, penalty_in: 1}, {"a": 2, "b": 3}])
    state = austrian_turn({"1/2": "I3"}, {"2/1": "I2 A1"}, on=ground)
    play(state, "assault 1/2", "lead none")
    assert state.decision is next_question


def test_the_attacker_chooses_the_leading_piece_that_is_hit() -> None:
    """T-11.27: one of his leading pieces, not of the others; it is reduced at once."""
    state = play(wide("I3 I2 C2", "I2 A1"), "lead none", "send A1,A2,A3 lead A1,A2", "fire F2")
    assert state.decision is Decision.HIT
    assert state.to_move is AUSTRIAN
    assert texts(state) == {"hit A1", "hit A2"}
    state = play(state, "hit A2")
    assert strengths(state, "A1", "A2", "A3") == (3, 1, 2)
    assert state.decision is Decision.COUNTER_ATTACK


def test_firing_artillery_is_shown_for_a_moment() -> None:
    """T-11.27: the attacker has seen its face, and it is hidden again."""
    state = play(narrow("I3", "I2 A1"), "lead none", "fire F2")
    assert state.decision is Decision.COUNTER_ATTACK
    assert known(state, AUSTRIAN, "9/4") == {"A1": 1, "?": 1}
    assert face_up(state, AUSTRIAN, "9/4") == 0


def test_artillery_that_does_not_fire_is_not_shown() -> None:
    """T-11.27, T-11.23."""
    state = play(narrow("I3", "I2 A1"), "lead none", "fire none")
    assert known(state, AUSTRIAN, "9/4") == {"?": 2}


@pytest.mark.parametrize("leader", ["I2", "C2"])
def test_fire_never_removes_the_leading_piece(leader: str) -> None:
    """T-11.28: reduced to 1 it goes on leading."""
    state = answer(narrow(leader, "I2 A1"), "lead none", "fire F2")
    assert strengths(state, "A1") == (1,)
    assert state.decision is Decision.COUNTER_ATTACK


def test_disorganised_artillery_may_fire() -> None:
    """T-11.29."""
    state = play(narrow("I3", "~I2 ~A1"), "lead none")
    assert texts(state) == {"fire none", "fire F2"}
