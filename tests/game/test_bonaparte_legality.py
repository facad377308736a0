"""An illegal move of Bonaparte is refused with the rule that forbids it."""

import re

import pytest

from marengo import IllegalMove, Side
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import play
from tests.rules.bonaparte.setting import austrian_turn, french_turn


def refused(state: BonaparteState, move: str, rule: str) -> None:
    """See a move refused for that reason, and nothing changed."""
    before = state.hash()
    with pytest.raises(IllegalMove, match=re.escape(rule)):
        state.play(move)
    assert state.hash() == before
    assert state.moves == state.copy().moves


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("march A1 20", "B-8.7"),
        ("march A4 10", "B-8.3"),
        ("march A1 8/5", "B-8.28"),
        ("march A6 1", "B-8.4"),
        ("march A8 8", "B-8.5"),
        ("march A1 16", "expected attack (B-8.33)"),
        ("march A1,A2 6", "B-8.9"),
        ("march A7 1", "B-8.72"),
        ("march A1 8", "is there already"),
        ("march A5 5", "B-8.44"),
        ("march A1 10/8", "B-8.29"),
        ("march A2 6", "march A1 6"),
        ("attack A1 8/6", "B-9.1"),
        ("attack A1 8/10", "B-8.31"),
        ("attack A3 5/8", "B-9.3"),
        ("attack A1 8", "expected the approach"),
        ("road A5", "B-8.45"),
        ("pontoon A1", "B-8.77"),
        ("fall-back A1", "B-8.36"),
        ("fall-back A5", "expected march (B-8.34)"),
        ("assault A1 8/16", "the decision is action"),
        ("march A9 6", "not in the game"),
    ],
)
def test_the_reason_is_named(move: str, rule: str) -> None:
    austrian = {"8": "I2 I2 C2 I3!", "8/16": "I2", "5": "I2:assaulted", "6:00": "C2"}
    french = {"16": "I2 I2", "10": "I2", "10/8": "I2"}
    austrian["8/10"] = "A1:completed"
    refused(austrian_turn(austrian, french, commands=1), move, rule)


def test_entries_are_explained() -> None:
    state = austrian_turn({"6:00": "I2 C2", "1": "I2 " * 9}, {"66": "I2"})
    refused(state, "road A1", "1 holds at most 9 pieces (B-8.74)")
    refused(state, "pontoon A1", "B-8.74")
    state = french_turn({"12:00": "I2", "16:00": "I2"}, {"8": "I2"}, hour=12)
    refused(state, "road F2", "the box 16:00 opens at 16:00 (B-8.70)")
    refused(state, "pontoon F1", "no pontoon bridge leads from 12:00 (B-8.77)")
    steps = {"entry:12:00": (3, 66)}
    refused(french_turn({"12:00": "I2"}, {"8": "I2"}, hour=12, steps=steps), "road F1", "B-8.72")
    used = austrian_turn({"6:00": "I2"}, {"66": "I2"}, pontoon_used=True)
    refused(used, "pontoon A1", "was used this turn")


def test_commands_barred_borders_and_capacity_are_named() -> None:
    refused(austrian_turn({"8": "I2"}, {"66": "I2"}, commands=0), "march A1 6", "B-8.21")
    barred = austrian_turn({"8": "I2"}, {"66": "I2"}, barred=["8/6"])
    refused(barred, "march A1 6", "B-11.14")
    won = austrian_turn({"8": "I2"}, {"66": "I2"}, won=[6])
    refused(won, "march A1 6", "B-11.13")
    full = austrian_turn({"8": "I3", "4": "I2 I2 I2 I2", "5": "C2"}, {"66": "I2"})
    refused(full, "march A6 4", "4 holds at most 4 pieces (B-8.24)")
    refused(full, "road A9", "not in the game")


def test_inactive_pieces_are_named() -> None:
    state = french_turn({"16": "~I2 I3"}, {"2": "I2"})
    refused(state, "march F1 8", "F1 is inactive (B-6.11)")
    refused(state, "road F1", "F1 is inactive (B-6.11)")
    state = french_turn({"16": "~I2", "29": "I3"}, {"2": "I2"}, step=0, flag=True)
    assert state.decision is Decision.ACTIVATION
    refused(state, "activate F2", "F2 is active (B-6.19)")


def test_groups_are_explained() -> None:
    state = austrian_turn({"8": "I3 I2 C2", "5": "I1"}, {"66": "I2"})
    play(state, "march A2 6")
    refused(state, "join A1", "ascending order")
    refused(state, "join A4", "not in 8 with the others (B-8.9)")
    state = play(austrian_turn({"58": "C2 I3 I2"}, {"66": "I2"}), "attack A1 58/66")
    refused(state, "join none", "infantry is wanted against a cavalry obstacle (B-9.6)")
    refused(
        austrian_turn({"58": "I2 C2"}, {"66": "I2"}), "attack A2 58/66", "named before A2 (B-9.6)"
    )


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("assault A1 8/10", "A1 is not in 8/10 (B-11.2)"),
        ("assault A4 8/10", "no enemy blocks 10/8 (B-11.1)"),
        ("assault A3 8/16", "of lower number, is named before A3 (B-11.5)"),
        ("assault A1 8", "expected the approach"),
        ("march A1 8", "the decision is assault"),
    ],
)
def test_assaults_are_explained(move: str, rule: str) -> None:
    austrian, french = {"8/16": "I2 C2 I1", "8/10": "I2"}, {"16/8": "I2 A1", "10": "I2"}
    refused(austrian_turn(austrian, french, step=2), move, rule)


def test_an_approach_assaulted_from_is_named() -> None:
    pieces = {"8/16": "I2", "8/10": "I2"}, {"16/8": "I2", "10/8": "I2"}
    state = austrian_turn(*pieces, step=2, assaulted=["8/16"])
    refused(state, "assault A1 8/16", "an assault was made from 8/16 this turn (B-11.9)")


def test_leading_pieces_are_explained() -> None:
    state = austrian_turn({"8/16": "I3 I2 C2 I1"}, {"16/8": "I2 A1 C2"}, step=2)
    play(state, "assault A1 8/16", "join A2", "join A3", "join A4")
    assert (state.decision, state.to_move) == (Decision.LEADERS, Side.AUSTRIAN)
    refused(state, "lead none", "at least one piece leads (B-11.22)")
    refused(state, "lead A1,A2", "at most 1 at 16/8 (B-5.9)")
    refused(state, "lead A4", "A4 has strength 1, expected 2 and above the penalty 1 (B-11.23)")
    play(state, "lead A1")
    assert (state.decision, state.to_move) == (Decision.FIRE, Side.FRENCH)
    refused(state, "fire F1", "F1 is no artillery (B-11.26)")
    play(state, "fire none")
    refused(state, "lead F2", "artillery does not lead (B-11.33)")
    refused(state, "lead F1,F3", "at most 1 at 16/8 (B-5.9)")


def test_replies_and_advances_are_explained() -> None:
    state = austrian_turn({"8": "I3 I2"}, {"16": "I2", "16/10": "I3"}, commands=1)
    play(state, "attack A1 8/16", "join A2")
    refused(state, "respond F2", "F2 is not in reserve in 16 (B-9.13)")
    play(state, "respond F1")
    assert state.decision is Decision.ADVANCE
    refused(
        state,
        "block A2",
        "no command is left to divide them: all go, lowest first, or none (B-9.17)",
    )


def test_retreats_are_explained() -> None:
    state = austrian_turn({"8/16": "I3", "10": "I2"}, {"16": "C2", "22": "I2"})
    play(state, "attack A1 8/16")
    assert state.decision is Decision.RETREAT
    for goal, rule in [("8", "B-12.14"), ("10", "B-12.16"), ("20", "B-12.13")]:
        refused(state, f"retreat F1 {goal}", rule)
    refused(state, "retreat F2 29", "B-12.2")


def test_declarations_are_explained() -> None:
    state = austrian_turn({"8/16": "A1 I2", "8": "A1"}, {"16": "I2"}, step=4)
    assert state.decision is Decision.DECLARATION
    refused(state, "declare A2", "A2 is no artillery (B-10.1)")
    refused(state, "declare A3", "A3 is in no approach (B-10.1)")
    for mark, rule in (
        ("completed", "A1 fired this turn (B-10.5)"),
        ("declared", "A1 has declared already (B-10.13)"),
        ("assaulted", "A1 took part in an assault this turn (B-10.6)"),
    ):
        state = austrian_turn({"58/62": f"A1:{mark} A1"}, {"62": "I2"}, step=4)
        assert state.decision is Decision.DECLARATION
        refused(state, "declare A1", rule)


def test_the_side_that_decides_is_named() -> None:
    state = austrian_turn({"8": "I2"}, {"16": "I2"})
    other = french_turn({"8": "I2"}, {"16": "I2"})
    with pytest.raises(IllegalMove, match="the other side"):
        state.play(other.legal_moves()[0])
    assert state.to_move is Side.AUSTRIAN
