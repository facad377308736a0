"""Chapter 11, assault: step 2, the defending pieces."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, settle, texts
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


def test_the_piece_in_the_approach_is_an_assault_piece_unasked() -> None:
    """T-11.10: it takes the reduction although it was not named for anything."""
    state = assault("10/20", "I2", "I3", french={"20": "I2"})
    settle(answer(state, "lead none", "counter none"))
    assert strengths(state, "F1", "F2") == (2, 2)


def test_pieces_elsewhere_in_the_locality_are_not_assault_pieces() -> None:
    """T-11.10: neither reserve nor another approach is offered for the reduction."""
    state = assault("10/20", "I2", "I3 C2", french={"20": "I2", "20/9": "C1"}, austrian={"9": "I1"})
    answer(state, "lead none", "counter none")
    assert state.decision is Decision.REDUCTION
    assert texts(state) == {"reduce F1", "reduce F2"}


def test_one_piece_may_lead_in_a_narrow_approach() -> None:
    """T-11.11: none or one, of the defence approach, as the defender chooses."""
    state = narrow("I3", "I3 I2", french={"9": "I1"})
    assert state.decision is Decision.DEFENCE_LEADERS
    assert state.to_move is FRENCH
    assert texts(state) == {"lead none", "lead F1", "lead F2"}


def test_two_pieces_may_lead_in_a_wide_approach() -> None:
    """T-11.11: none, one or two."""
    state = wide("I3", "I3 I2 I1", french={"20": "I1"})
    assert texts(state) == {
        "lead none",
        "lead F1",
        "lead F2",
        "lead F3",
        "lead F1,F2",
        "lead F1,F3",
        "lead F2,F3",
    }


def test_leading_defenders_are_turned_face_up() -> None:
    """T-11.11: they and no others, and before the attacker names his pieces."""
    state = narrow("I3 I2", "I3 I2")
    assert known(state, AUSTRIAN, "9/4") == {"?": 2}
    play(state, "lead F1")
    assert state.decision is Decision.ASSAULT_PIECES
    assert known(state, AUSTRIAN, "9/4") == {"I3": 1, "?": 1}
    assert face_up(state, AUSTRIAN, "9/4") == 1


def test_two_leading_defenders_are_of_one_type() -> None:
    """T-11.12: the strengths may differ, the types not."""
    state = wide("I3", "I3 C2 I1")
    assert texts(state) == {"lead none", "lead F1", "lead F2", "lead F3", "lead F1,F3"}


@pytest.mark.parametrize(
    ("attack", "leaders"),
    [
        ("9/14", {"lead none", "lead F1"}),
        # Here the obstacle is in the attack approach.
        ("14/9", {"lead none", "lead F1", "lead F2"}),
    ],
)
def test_no_cavalry_leads_behind_an_obstacle(attack: str, leaders: set[str]) -> None:
    """T-11.13: 14/9 has a cavalry obstacle, 9/14 none."""
    assert texts(assault(attack, "I3", "I2 C2")) == leaders


def test_cavalry_alone_behind_an_obstacle_leads_nothing() -> None:
    """T-11.13: there is nothing to choose, and the attacker wins unopposed."""
    state = settle(assault("9/14", "I2", "C2"))
    assert strengths(state, "A1") == (2,)
    assert state.occupier(14) is AUSTRIAN


def test_a_piece_of_strength_1_may_lead_the_defence() -> None:
    """T-11.14."""
    assert texts(narrow("I3", "I1")) == {"lead none", "lead F1"}
    assert texts(narrow("I3", "C1")) == {"lead none", "lead F1"}


def test_artillery_may_lead_the_defence() -> None:
    """T-11.15: its strength counts: 2 − 1 for the penalty − 1 = 0 does not win."""
    state = narrow("I2", "A1 I3")
    assert "lead F1" in texts(state)
    settle(answer(state, "lead F1", "counter none"))
    assert state.occupier(9) is FRENCH
    assert strengths(state, "F1", "F2", "A1") == (0, 3, 1)


def test_artillery_does_not_lead_together_with_infantry() -> None:
    """T-11.12, T-11.15."""
    assert texts(wide("I3", "A1 I1")) == {"lead none", "lead F1", "lead F2"}
