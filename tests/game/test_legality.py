"""An illegal move is refused with the rule that forbids it, and nothing changes."""

import pytest

from marengo import IllegalMove, Side
from marengo.core.errors import MarengoError
from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import game


def test_an_unfinished_decision_names_its_rule() -> None:
    state = game.position(turn=Side.AUSTRIAN, austrian={"5": "C2 C2"}, french={"10": "I2 I3"})
    state.play("attack A1 5/10")
    assert state.decision is Decision.RESPONSE
    with pytest.raises(IllegalMove, match=r"T-9\.14"):
        state.play("respond F1,F2")


def test_nothing_can_be_played_after_the_end() -> None:
    state = game.start(1)
    while state.outcome is None:
        state.play("return none" if state.decision is Decision.RETURN else "end")
    with pytest.raises(IllegalMove, match=r"T-5\.7"):
        state.play("end")
    assert state.legal_moves() == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "verb"),
        ("fly A1", "unknown verb"),
        ("march", "pieces"),
        ("march A1", "place"),
        ("march F1 9", "side that moves"),
        ("march X1 9", "A1 to A24"),
        ("march A1 200", "no place"),
        ("march A1 9 9", "too much"),
        ("cross 5", "no crossing"),
        ("cross 5-90", "no crossings fit"),
        ("cross 3-6", "several crossings"),
        ("send A1 A2", "lead"),
        ("send A1 lead A2", "among those sent"),
        ("take x", "locality"),
        ("retreat A1 1000", "locality"),
    ],
)
def test_a_text_that_is_no_move_is_explained(text: str, wanted: str) -> None:
    state = game.start(0)
    with pytest.raises(MarengoError, match=wanted):
        state.play(text)
