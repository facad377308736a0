"""Chapter 23, decisions: every decision point, who is asked, and among what."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import austrian_turn, french_turn, play, texts

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

POOR: dict[str, Any] = {
    "uncommitted": {AUSTRIAN: 6, FRENCH: 0},
    "committed": {FRENCH: {20: 3, 33: 3}},
}


@dataclass(frozen=True)
class Node:
    """A position with moves that lead to a decision point of the table, and what is asked there.

    Of the many moves of the action phase (rows without a decision) only some are named.
    """

    row: str
    austrian: dict[str, str]
    french: dict[str, str]
    moves: list[str]
    among: set[str]
    decision: Decision = Decision.ACTION
    asked: Side = AUSTRIAN
    turn: Side = AUSTRIAN
    given: dict[str, Any] = field(default_factory=dict)


PAIR = {"8": "I3 I2"}
ENEMY = {"9": "I2 C2"}
ASSAULT = {"8/12": "I3 I2 C2"}
DEFENCE = {"12/8": "I3 I2 A1"}

NODES = [
    Node("N1", PAIR, ENEMY, [], {"end"}),
    Node("N2", PAIR, ENEMY, [], {"march A1 3", "march A1,A2 3", "march A2 8/9", "march A1,A2 8/9"}),
    Node("N3", {"5": "I2"}, ENEMY, [], {"road A1"}),
    Node(
        "N4",
        {"5": "C2"},
        {"10": "I2"},
        ["road A1", "cross 5-4"],
        {"cross 4-9", "cross 4-6", "wait", "stop"},
        Decision.ROAD_STEP,
    ),
    Node(
        "N4, continuation",
        {"5": "C2"},
        {"9": "I2"},
        ["road A1", "cross 5-4"],
        {"cross 4-9", "cross 4-6", "wait", "stop", "continue A1 4/9"},
        Decision.ROAD_STEP,
    ),
    Node(
        "N5",
        {"Alessandria": "I2"},
        {},
        ["road A1"],
        {"cross Alessandria-1", "wait"},
        Decision.ROAD_STEP,
    ),
    Node("N6", {"Alessandria": "I2"}, {}, [], {"pontoon A1"}),
    Node("N7", PAIR, ENEMY, [], {"attack A1 8/9", "attack A2 8/9", "attack A1,A2 8/9"}),
    Node(
        "N8",
        PAIR,
        ENEMY,
        ["attack A1,A2 8/9"],
        {"respond none", "respond F1", "respond F2", "respond F1,F2"},
        Decision.RESPONSE,
        FRENCH,
    ),
    Node(
        "N8, by road",
        {"5": "C2"},
        {"10": "I2 C2"},
        ["road A1", "cross 5-10"],
        {"respond none", "respond F1", "respond F2"},
        Decision.RESPONSE,
        FRENCH,
    ),
    Node("N9", PAIR, ENEMY, ["attack A1 8/9", "respond F2"], {"advance", "hold"}, Decision.ADVANCE),
    Node("N10", {"8/9": "A1"}, ENEMY, [], {"declare A1"}),
    Node("N11", {"8/9": "A1:due"}, ENEMY, [], {"complete A1", "cancel A1"}),
    Node("N12", ASSAULT, DEFENCE, [], {"assault 8/12"}),
    Node(
        "N13",
        {},
        {"9": "~I3 ~I2", "42": "I3 I2 C2"},
        [],
        {"organise F1", "organise F2", "organise F1,F2"},
        asked=FRENCH,
        turn=FRENCH,
    ),
    Node(
        "N14",
        {"8/9": "A1:due"},
        ENEMY,
        ["complete A1"],
        {"target F1", "target F2"},
        Decision.TARGET,
        FRENCH,
    ),
    Node(
        "N15a",
        ASSAULT,
        DEFENCE,
        ["assault 8/12"],
        {"lead none", "lead F1", "lead F2", "lead F3", "lead F1,F2"},
        Decision.DEFENCE_LEADERS,
        FRENCH,
    ),
    Node(
        "N15b",
        {"8/12": "I3 I2"},
        DEFENCE,
        ["assault 8/12", "lead none"],
        {
            "send A1 lead A1",
            "send A2 lead A2",
            "send A1,A2 lead A1",
            "send A1,A2 lead A2",
            "send A1,A2 lead A1,A2",
        },
        Decision.ASSAULT_PIECES,
    ),
    Node(
        "N15c",
        ASSAULT,
        DEFENCE,
        ["assault 8/12", "lead F1", "send A1,A2 lead A1,A2"],
        {"fire none", "fire F3"},
        Decision.FIRE,
        FRENCH,
    ),
    Node(
        "N15d",
        ASSAULT,
        DEFENCE,
        ["assault 8/12", "lead F1", "send A1,A2 lead A1,A2", "fire F3"],
        {"hit A1", "hit A2"},
        Decision.HIT,
    ),
    Node(
        "N15e",
        ASSAULT,
        DEFENCE,
        ["assault 8/12", "lead none", "send A1 lead A1", "fire none"],
        {"counter none", "counter F1", "counter F2", "counter F1,F2"},
        Decision.COUNTER_ATTACK,
        FRENCH,
    ),
    Node(
        "N15f",
        ASSAULT,
        DEFENCE,
        ["assault 8/12", "lead none", "send A1 lead A1", "fire none", "counter F1,F2"],
        {"reduce F1", "reduce F2"},
        Decision.REDUCTION,
        FRENCH,
    ),
    Node(
        "N15g",
        ASSAULT,
        DEFENCE,
        ["assault 8/12", "lead F1", "send A1,A2 lead A1,A2", "fire none", "counter none"],
        {"reduce A1", "reduce A2"},
        Decision.REDUCTION,
    ),
    Node(
        "N15h",
        ASSAULT,
        DEFENCE,
        ["assault 8/12", "lead F1,F2", "send A1 lead A1", "fire none"],
        {"reduce F1", "reduce F2"},
        Decision.REDUCTION,
        FRENCH,
    ),
    Node(
        "N16a",
        {"10": "I3"},
        {"20": "I3 I2 C2"},
        ["attack A1 10/20", "respond none"],
        {"reduce F1", "reduce F2"},
        Decision.REDUCTION,
        FRENCH,
    ),
    Node(
        "N16b",
        {"10": "I3"},
        {"20": "C2 C1"},
        ["attack A1 10/20", "respond none"],
        {f"retreat {name} {to}" for name in ("F1", "F2") for to in (19, 27, 33)},
        Decision.RETREAT,
        FRENCH,
    ),
    Node(
        "N17",
        {"5": "C2"},
        {"20": "I2", "9": "I2"},
        ["march A1 10"],
        {"stay A1", "continue A1 10/20", "continue A1 10/9"},
        Decision.CONTINUATION,
    ),
    Node(
        "N18, the opponent pays",
        {"8/9": "A1:due"},
        {"9": "I2"},
        ["complete A1"],
        {"take 20", "take 33"},
        Decision.PAYMENT,
        given=POOR,
    ),
    Node(
        "N18, the active player pays",
        {"8/9": "I3"},
        {"9/8": "I2"},
        ["assault 9/8", "lead A1"],
        {"take 20", "take 33"},
        Decision.PAYMENT,
        turn=FRENCH,
        given=POOR,
    ),
    Node(
        "N19",
        {"8": "I2"},
        {"9": "I2"},
        ["attack A1 8/9", "respond F1"],
        {"shift none", "shift 20", "shift 33"},
        Decision.SHIFT,
        given=POOR,
    ),
    Node(
        "N20",
        {"10": "I2"},
        {"9": "I2"},
        ["end"],
        {"return none", "return 9", "return 20"},
        Decision.RETURN,
        FRENCH,
        turn=FRENCH,
        given={"committed": {FRENCH: {9: 1, 20: 2}}},
    ),
]


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.row)
def test_decision_points(node: Node) -> None:
    """T-23.6, T-23.11, T-23.12: who is asked, and among what."""
    if node.turn is AUSTRIAN:
        state = austrian_turn(node.austrian, node.french, **node.given)
    else:
        state = french_turn(node.french, node.austrian, **node.given)
    play(state, *node.moves)
    assert (state.decision, state.to_move) == (node.decision, node.asked)
    if node.decision is Decision.ACTION:
        assert node.among <= texts(state)
    else:
        assert node.among == texts(state)
