"""Chapter 11, assault: step 5, the counter-attack."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, settle, texts, where
from tests.rules.triomphe.attacking import (
    AUSTRIAN,
    FRENCH,
    answer,
    assault,
    committed,
    face_up,
    narrow,
    strengths,
    wide,
)


def test_the_defender_may_counter_attack_or_not() -> None:
    """T-11.30, T-11.31: one piece in a narrow approach, of the defence approach only."""
    state = play(narrow("I3", "I3 I2", french={"9": "C2"}), "lead none")
    assert state.decision is Decision.COUNTER_ATTACK
    assert state.to_move is FRENCH
    assert texts(state) == {"counter none", "counter F1", "counter F2"}


def test_counter_attacking_pieces_are_turned_face_up() -> None:
    """T-11.30: they and no others."""
    state = wide("I3 I2", "I3 I2 C2")
    answer(state, "lead none", "send A1 lead A1")
    assert known(state, AUSTRIAN, "20/19") == {"?": 3}
    play(state, "counter F1,F2")
    assert state.decision is Decision.REDUCTION
    assert known(state, AUSTRIAN, "20/19") == {"I3": 1, "I2": 1, "?": 1}
    assert face_up(state, AUSTRIAN, "20/19") == 2


def test_two_pieces_may_counter_attack_in_a_wide_approach() -> None:
    """T-11.31."""
    state = play(wide("I3", "I3 I2"), "lead none")
    assert texts(state) == {"counter none", "counter F1", "counter F2", "counter F1,F2"}


def test_a_leading_piece_does_not_counter_attack() -> None:
    """T-11.32."""
    state = play(narrow("I3", "I3 I2"), "lead F1")
    assert texts(state) == {"counter none", "counter F2"}


def test_nobody_is_asked_when_the_only_piece_leads() -> None:
    """T-11.32: 3 − 1 for the penalty − 2 = 0, and one disc for the leading piece only."""
    state = play(narrow("I3", "I2"), "lead F1")
    assert state.decision is Decision.ACTION
    assert committed(state, FRENCH) == {9: 1}


def test_a_counter_attack_needs_no_leading_piece() -> None:
    """T-11.32: 2 − 1 for the penalty − 2 = −1; it then takes the reduction of step 8 too."""
    state = settle(answer(narrow("I2", "I3"), "lead none", "counter F1"))
    assert strengths(state, "F1") == (1,)
    assert where(state, "F1") == "9/4"
    assert committed(state, FRENCH) == {9: 1}


def test_two_counter_attacking_pieces_are_of_one_type() -> None:
    """T-11.33."""
    state = play(wide("I3", "I3 C2 I2"), "lead none")
    pairs = {text for text in texts(state) if "," in text}
    assert pairs == {"counter F1,F3"}


def test_counter_attacking_pieces_need_not_be_of_the_leading_type() -> None:
    """T-11.33: two cavalry beside leading infantry."""
    state = play(wide("I3", "I3 C2 C2"), "lead F1")
    assert texts(state) == {"counter none", "counter F2", "counter F2,F3"}


def test_a_counter_attacking_piece_has_strength_2() -> None:
    """T-11.34: so it is never artillery; leading needs no such strength."""
    state = play(wide("I3", "I1 C1 A1 I2"), "lead none", "fire none")
    assert texts(state) == {"counter none", "counter F4"}


@pytest.mark.parametrize(
    ("attack", "counter_attacks"),
    [
        ("9/14", {"counter none", "counter F1"}),
        # Here the obstacle is in the attack approach.
        ("14/9", {"counter none", "counter F1", "counter F2"}),
    ],
)
def test_no_cavalry_counter_attacks_behind_an_obstacle(
    attack: str, counter_attacks: set[str]
) -> None:
    """T-11.35: 14/9 has a cavalry obstacle."""
    state = play(assault(attack, "I3", "I2 C2"), "lead none")
    assert texts(state) == counter_attacks


def test_disorganised_pieces_may_counter_attack() -> None:
    """T-11.36."""
    state = play(narrow("I3", "~I2 ~C2"), "lead none")
    assert texts(state) == {"counter none", "counter F1", "counter F2"}


ONE = "send A1 lead A1"
TWO = "send A1,A2 lead A1,A2"


@pytest.mark.parametrize(
    ("attack", "counter_attack", "left"),
    [
        (ONE, "I3", (2,)),
        (ONE, "C2", (1,)),
        (TWO, "I3", (1,)),
        (TWO, "I3 I2", (2, 1)),
        (TWO, "C2 C2", (1, 1)),
    ],
)
def test_counter_attacking_pieces_are_reduced_by_the_number_of_leading_attackers(
    attack: str, counter_attack: str, left: tuple[int, ...]
) -> None:
    """T-11.37: in total, spread evenly; the leading F1 takes the reductions of step 8."""
    names = ["F2", "F3"][: len(left)]
    state = wide("I3 I2", f"I3 {counter_attack}")
    settle(answer(state, "lead F1", attack, f"counter {','.join(names)}"))
    assert where(state, "F1") == "20/19"
    assert strengths(state, *names) == left


@pytest.mark.parametrize(("reduced", "left"), [("F2", (2, 2)), ("F3", (3, 1))])
def test_the_defender_chooses_who_takes_the_odd_reduction(
    reduced: str, left: tuple[int, int]
) -> None:
    """T-11.37: two counter-attacking pieces and one leading attacker."""
    state = answer(wide("I3 I2", "I3 I3 I2"), "lead F1", ONE, "counter F2,F3")
    assert state.decision is Decision.REDUCTION
    assert state.to_move is FRENCH
    assert texts(state) == {"reduce F2", "reduce F3"}
    settle(play(state, f"reduce {reduced}"))
    assert strengths(state, "F2", "F3") == left


def test_a_destroyed_counter_attacking_piece_adds_no_strength() -> None:
    """T-11.38: 3 + 2 − 1 for the penalty − 3 = 1, the attacker wins."""
    state = settle(answer(wide("I3 I2", "I3 C2"), "lead F1", TWO, "counter F2"))
    assert strengths(state, "F2") == (0,)
    assert state.occupier(20) is AUSTRIAN


def test_a_destroyed_counter_attacking_piece_still_commits_a_disc() -> None:
    """T-11.38: 2 + 2 − 1 − 3 = 0; the cavalry is named, but costs the attacker nothing more."""
    state = settle(answer(wide("I2 I2", "I3 C2"), "lead F1", TWO, "counter F2"))
    assert strengths(state, "F2") == (0,)
    assert committed(state, FRENCH) == {20: 2}
    assert sum(strengths(state, "A1", "A2")) == 3
