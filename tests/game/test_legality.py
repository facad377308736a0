"""An illegal move is refused with the rule that forbids it, and nothing changes."""

from typing import Any

import pytest

from marengo import IllegalMove, Side
from marengo.core.errors import MarengoError
from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import game


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("march A1 20", "T-7.2"),
        ("march A4 10", "T-6.7"),
        ("march A1 5/10", "T-7.10"),
        ("march A1,A5 10", "T-7.1"),
        ("march A6 5", "T-15.4"),
        ("march A1 4", "T-7.3"),
        ("march A5 5", "T-7.18"),
        ("attack A1 5/10", "T-9.1"),
        ("attack A3 10/9", "T-9.4"),
        ("assault 10/9", "T-11.1"),
        ("assault 10", "expected the approach"),
        ("organise A1", "T-14.5"),
        ("road A5", "T-8.2"),
        ("pontoon A1", "T-15.12"),
        ("declare A6", "T-10.1"),
        ("complete A8", "T-10.10"),
        ("cross 5-10", "T-23.6"),
        ("march A9 10", "not in the game"),
        ("march A2 10", "march A1 10"),
    ],
)
def test_the_reason_is_named(move: str, rule: str) -> None:
    state = game.position(
        turn=Side.AUSTRIAN,
        orders=1,
        austrian={"5": "I2 I2 C2 I3!", "10/9": "I2", "Alessandria": "A1 I2", "10/20": "A1"},
        french={"9": "I2", "14": "I2", "4": "I2", "20/10": "I2"},
    )
    before = state.hash()
    with pytest.raises(IllegalMove, match=rule.replace("/", r"\/")):
        state.play(move)
    assert state.hash() == before
    assert state.moves == ()


def test_orders_and_capacity_are_named() -> None:
    facts: dict[str, Any] = {"austrian": {"5": "I2 I2"}, "french": {"20": "I2"}}
    broke = game.position(turn=Side.AUSTRIAN, orders=0, **facts)
    with pytest.raises(IllegalMove, match=r"T-6\.4"):
        broke.play("march A1 10")
    full = game.position(
        turn=Side.FRENCH, austrian={"1": "I2"}, french={"19": "I2", "14": "I2 I3 C2"}
    )
    with pytest.raises(IllegalMove, match=r"T-3\.20"):
        full.play("march F1 14")


def test_the_size_of_a_group_is_named() -> None:
    state = game.position(turn=Side.AUSTRIAN, austrian={"5": "I2 I2 C2 I3"}, french={"20": "I2"})
    with pytest.raises(IllegalMove, match=r"T-6\.14"):
        state.play("march A1,A2,A3,A4 10")


def test_french_restrictions_are_named() -> None:
    state = game.position(
        turn=Side.FRENCH, hour=6, austrian={"4": "I2"}, french={"9": "~I2 ~I3", "33": "I2"}
    )
    with pytest.raises(IllegalMove, match=r"T-14\.1\b"):
        state.play("march F1 9/4")
    with pytest.raises(IllegalMove, match=r"T-7\.8"):
        state.play("march F1 10")
    with pytest.raises(IllegalMove, match=r"T-14\.12"):
        state.play("organise F1,F2")
    with pytest.raises(IllegalMove, match=r"T-14\.11"):
        state.play("organise F3")
    state.play("organise F1")
    with pytest.raises(IllegalMove, match=r"T-14\.15"):
        state.play("end")


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
