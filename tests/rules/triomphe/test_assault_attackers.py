"""Chapter 11, assault: step 3, the attacking pieces."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, known, play, settle, texts, where
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


def leaders(state: TriompheState) -> set[str]:
    """Return the sets of pieces that may lead, whichever pieces are sent."""
    return {text.split(" lead ")[1] for text in texts(state)}


def sent(state: TriompheState) -> set[int]:
    """Return the numbers of pieces that may be sent."""
    return {len(text.split()[1].split(",")) for text in texts(state)}


def test_one_to_three_pieces_of_the_approach_are_sent() -> None:
    """T-11.16: with exactly one leading piece where the approach is narrow (T-11.17)."""
    state = play(narrow("I3 I2 A1", "I2", austrian={"4": "I3"}), "lead none")
    assert state.decision is Decision.ASSAULT_PIECES
    assert state.to_move is AUSTRIAN
    assert texts(state) == {
        "send A1 lead A1",
        "send A2 lead A2",
        "send A1,A2 lead A1",
        "send A1,A2 lead A2",
        "send A1,A3 lead A1",
        "send A2,A3 lead A2",
        "send A1,A2,A3 lead A1",
        "send A1,A2,A3 lead A2",
    }


def test_never_more_than_three_pieces_are_sent() -> None:
    """T-11.16."""
    state = play(wide("I3 I2 C2 A1", "I2"), "lead none")
    assert sent(state) == {1, 2, 3}


def test_one_or_two_pieces_lead_in_a_wide_approach() -> None:
    """T-11.17: at least one; two only if both are sent."""
    state = play(wide("I3 I2", "I2"), "lead none")
    assert texts(state) == {
        "send A1 lead A1",
        "send A2 lead A2",
        "send A1,A2 lead A1",
        "send A1,A2 lead A2",
        "send A1,A2 lead A1,A2",
    }


def test_leading_attackers_are_turned_face_up() -> None:
    """T-11.17: of the others the defender learns only which blocks they are."""
    state = play(narrow("I3 I2", "I3"), "lead none")
    assert known(state, FRENCH, "4/9") == {"?": 2}
    play(state, "send A1,A2 lead A1")
    assert state.decision is Decision.COUNTER_ATTACK
    assert known(state, FRENCH, "4/9") == {"I3": 1, "?": 1}
    assert face_up(state, FRENCH, "4/9") == 1


def test_leading_attackers_have_strength_2_and_one_type() -> None:
    """T-11.18: so artillery never leads."""
    state = play(wide("I3 I1 A1 C2 I2 C1", "I2"), "lead none")
    assert leaders(state) == {"A1", "A4", "A5", "A1,A5"}


def test_two_cavalry_may_lead() -> None:
    """T-11.18."""
    state = play(wide("C2 C2 I1", "I2"), "lead none")
    assert leaders(state) == {"A1", "A1,A2"}


@pytest.mark.parametrize(
    ("attack", "may_lead"),
    [
        ("9/14", {"A1"}),
        # Here the obstacle is in the attack approach.
        ("14/9", {"A1", "A2"}),
    ],
)
def test_no_cavalry_leads_into_an_obstacle(attack: str, may_lead: set[str]) -> None:
    """T-11.19: cavalry may still be sent along."""
    state = play(assault(attack, "I2 C2", "I2"), "lead none")
    assert leaders(state) == may_lead
    assert "send A1,A2 lead A1" in texts(state)


@pytest.mark.parametrize("piece", ["I2", "C2"])
def test_a_leading_piece_may_be_as_weak_as_the_penalties(piece: str) -> None:
    """T-11.20: 20/10 has two penalties of each kind."""
    state = austrian_turn({"10/20": f"{piece} A1"}, {"20/10": "I1"})
    play(state, "assault 10/20", "lead none")
    assert leaders(state) == {"A1"}


@pytest.mark.parametrize(("capacity", "numbers"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3})])
def test_no_more_pieces_are_sent_than_the_defence_locality_can_hold(
    capacity: int, numbers: set[int]
) -> None:
    """T-11.21."""
    ground = toy_game(
        {1: {}, 2: {"capacity": capacity}, 3: {}}, [{"a": 1, "b": 2}, {"a": 2, "b": 3}]
    )
    state = austrian_turn({"1/2": "I3 I2 C2 A1"}, {"2/1": "I2"}, on=ground)
    play(state, "assault 1/2", "lead none")
    assert sent(state) == numbers


def test_pieces_not_sent_take_no_reductions() -> None:
    """T-11.22: the reductions of a heavy defeat beyond the assault pieces are ignored."""
    state = narrow("I2 I3", "I3 C2")
    settle(answer(state, "lead F1", "send A1 lead A1", "counter F2"))
    assert strengths(state, "A1", "A2") == (0, 3)


def test_pieces_not_sent_do_not_advance_and_may_still_act() -> None:
    """T-11.22."""
    state = narrow("I3 I2", "I1")
    settle(answer(state, "lead none", "send A1 lead A1"))
    assert (where(state, "A1"), where(state, "A2")) == ("9", "4/9")
    assert (state.piece("A1").acted, state.piece("A2").acted) == (True, False)
    assert {"march A2 4", "march A2 9"} <= texts(state)
