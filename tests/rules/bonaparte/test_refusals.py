"""Chapters 6 to 12: whatever no statement forbids is listed, and nothing else."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from marengo import Move, Side
from marengo.core.uncompiled import call_python
from marengo.games.bonaparte.decisions import QUESTIONS
from marengo.games.bonaparte.rules.engine import ROWS
from marengo.games.marengo.rules.moves import pack
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, SLOTS
from tests.helpers import play
from tests.rules.bonaparte.setting import game
from tests.toys import row, toy_game

ALIKE = "pieces alike give one move"


def toy(localities: dict[int, Any], borders: list[Any], **more: Any) -> Any:
    """Return a game of Bonaparte on a toy board."""
    return toy_game(localities, borders, ruleset="bonaparte", **more)


THREE = toy(
    {1: {}, 2: {"capacity": 2}, 3: {}, 4: {}},
    [{"a": 1, "b": 2}, {"a": 2, "b": 3, "impassable": True}, {"a": 1, "b": 4}],
)
"""A board with an impassable border, and little room in 2."""

OBSTACLE = toy({1: {}, 2: {"capacity": 4}}, [{"a": 1, "b": 2, "b_obstacle": True}])
"""A board with a cavalry obstacle, and little room behind it."""

ROADS = toy(
    {1: {}, 2: {}, 3: {"capacity": 1}, 4: {}, 5: {}, 6: {}},
    [{"a": 1, "b": 2}, *({"a": 2, "b": beyond} for beyond in (3, 4, 5, 6))],
    crossings=[
        {"id": "in", "between": (1, 2)},
        {"id": "full", "between": (2, 3)},
        {"id": "out", "between": (2, 4)},
        {"id": "side", "between": (2, 5), "road": "local"},
        {"id": "other", "between": (2, 6)},
    ],
    groups={2: [["in", "full", "out", "side"], ["other"]]},
)
"""A board on which main roads lead from 1 to 3 and to 4, a side road to 5, and another to 6."""

WIDE = toy(
    {1: {}, 2: {"capacity": 7}, 3: {"capacity": 1}},
    [{"a": 1, "b": 2, "wide": True}, {"a": 1, "b": 3}],
)
"""A board with a wide border, and room for one behind the other."""

MOVED = {
    "austrian": {
        "8": "I2 I2 C2 I3!",
        "8/16": "I2 I3:assaulted",
        "6:00": "C2",
        "8/10": "A1:completed",
        "8/5": "I2",
    },
    "french": {"16": "I2 I2", "10": "I2", "10/8": "I2"},
}
BROKE = {
    "austrian": {"8": "I2 C2", "8/16": "I2", "6:00": "I2"},
    "french": {"16": "I2"},
    "commands": 0,
}
BANNED = {
    "austrian": {"8": "I2 I2", "6:00": "I2"},
    "french": {"66": "I2"},
    "won": [10, 1],
    "barred": ["8/6"],
}
FULL = {
    "austrian": {"1": "I2 " * 9, "6:00": "I2", "4": "I3 I2 I1 I1", "5": "I2"},
    "french": {"66": "I2"},
}
HELD = {"austrian": {"6:00": "I2"}, "french": {"1": "I2"}}
USED = {
    "austrian": {"6:00": "I2"},
    "french": {"66": "I2"},
    "pontoon_used": True,
    "steps": {"entry:6:00": (3, 1)},
}
WALL = {"on": THREE, "austrian": {"3": "I1", "1": "I2"}, "french": {"2": "I2"}}
BESIDE = {"on": THREE, "austrian": {"1": "I3 I2 I3 I1 I1", "3": "I1"}, "french": {"4": "I2"}}
STAR = {"on": OBSTACLE, "austrian": {"1": "C3 C2 I2 I1 C1"}, "french": {"2": "I2"}}
RIDERS = {"on": OBSTACLE, "austrian": {"1": "C2 C1"}, "french": {"2": "I2"}}
REPLIES = {
    "austrian": {"8": "I3 I2 C2 I1"},
    "french": {"16": "I2 I3 C1", "16/10": "I3"},
    "commands": 2,
}
REPLIES1 = REPLIES | {"commands": 1}
SENT = "attack A1 8/16, join A2, join A3, join none"
ON_FOOT = {"on": ROADS, "austrian": {"1": "I2", "3": "I1"}, "french": {"5": "I2"}}
RIDING = {
    "on": ROADS,
    "austrian": {"1": "C2"},
    "french": {"5": "I2", "6": "I2"},
    "commands": 0,
    "won": [3],
}
LATE = {
    "on": ROADS,
    "austrian": {"1": "I2"},
    "french": {"5": "I2"},
    "steps": {"out": (2, 4), "full": (1, 2)},
}
ROW = {"on": row(5, ruleset="bonaparte"), "austrian": {"1": "C2 I2"}, "french": {"5": "I2"}}
STOPPED = {
    "on": row(2, ruleset="bonaparte"),
    "austrian": {"1": "I2 C2"},
    "french": {"2": "I2", "2/1": "I2"},
}
CLIFF = {
    "on": row(4, ruleset="bonaparte", borders={2: {"b_obstacle": True}}),
    "austrian": {"1": "C2"},
    "french": {"3": "I2"},
}
ROUND = {"austrian": {"8": "C2 C1 I2"}, "french": {"4": "I2", "3": "I2"}, "commands": 2}
TURNED = "march A1 6, join A2, join A3"
LOST = {
    "austrian": {"8/16": "I3", "10": "I2"},
    "french": {"16": "I3 I2 C2", "16/22": "I2 C1", "22": "I2"},
}
TRAPPED = {
    "on": toy(
        {1: {}, 2: {}, 3: {}, 4: {"capacity": 1}, 5: {}},
        [
            {"a": 1, "b": 2},
            {"a": 2, "b": 3, "impassable": True},
            {"a": 2, "b": 4},
            {"a": 2, "b": 5},
        ],
    ),
    "austrian": {"1/2": "I3"},
    "french": {"2": "C2 C1", "4": "I1"},
}
ASSAULTS = {
    "austrian": {
        "8/16": "I2 C2 I1 A1:completed I1:assaulted",
        "8/10": "I2",
        "8": "I3",
        "8/11": "I1 I1",
        "8/5": "I3",
        "8/6": "I3",
    },
    "french": {"16/8": "I2 A1", "10": "I2", "11/8": "I2", "5/8": "I2", "6/8": "I2"},
    "assaulted": ["8/5"],
    "barred": ["8/6"],
    "step": 2,
}
CROWD = {
    "on": WIDE,
    "austrian": {"1/2": "I3 I2 C2 I1 A1 I3", "1/3": "I1 I2"},
    "french": {"2/1": "I2 A1 A1:silent C2 C1 I1", "2": "I1", "3/1": "I1"},
    "step": 2,
}
LED = "assault A1 1/2, join A2, join A3, join A4, join A5, join none"
BEHIND = {
    "on": OBSTACLE,
    "austrian": {"1/2": "I3 C2 I2"},
    "french": {"2/1": "C2 I2 A1 A1"},
    "step": 2,
}
CHASE = {
    "on": WIDE,
    "austrian": {"1/2": "I3 C2 C1 C2 I2", "1": "C2"},
    "french": {"2/1": "I1 I3"},
    "step": 2,
}
SPREAD = CHASE | {"french": {"2/1": "I1 I1 I2 I1"}}
HUNT = "assault A1 1/2, join A2, join A3, join A4, join none"
GUNS = {
    "austrian": {"8/16": "A1:due I2", "10": "I1", "22": "I1"},
    "french": {"16/10": "I2 I1", "16/22": "I2", "29": "I1"},
    "step": 1,
}
DECLARE = {
    "austrian": {"8/16": "A1 I2", "8": "A1", "29/16": "A1 A1:completed A1:declared A1:assaulted"},
    "french": {"16": "I2"},
    "step": 4,
}
MIXED = {
    "on": toy(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3}],
        parameters={"automatic_shuffling": False},
    ),
    "austrian": {"1": "I3 I2", "2": "I3 I2 I1", "3": "I1"},
    "french": {},
    "step": 0,
}
LATER = {
    "french": {"12:00": "I2", "16:00": "I2", "8": "~I2", "30": "I2"},
    "austrian": {"17": "I2"},
    "hour": 12,
}
ASLEEP = {"french": {"16": "~I2 ~I3", "29": "I3"}, "austrian": {"2": "I2"}, "step": 0, "flag": True}


def check(side: Side, facts: dict[str, Any], reasons: str) -> None:
    """Make sure of what is said against each move, after others that are named before.

    No statement forbids what is listed there.
    """
    given = {"turn": side, "hour": 9, "step": 3, **facts}
    state = start = given.pop("on", game).position(**given)
    for line in reasons.strip().splitlines():
        move, _, reason = line.strip().partition(": ")
        if move.startswith("after "):
            state = play(start.copy(), *move.removeprefix("after ").split(", "))
        else:
            assert (state.why_illegal(move) or "legal") == reason, move
        barred, facts_of_it = ROWS[state.decision].barred, (state.game, state._record)
        listed = state.legal_moves()
        assert not any(call_python(barred, *facts_of_it, move.code) for move in listed)


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        (
            MOVED,
            """
            march A1,A2 6: one piece is named at a time; the others of its group join it (B-8.9)
            march A7 1: A7 is in a box, and enters by road or by a pontoon bridge (B-8.72)
            march A4 10: A4 has moved this turn (B-8.3)
            march A6 8: A6 took part in an assault this turn (B-8.4)
            march A8 8: A8 fired this turn (B-8.5)
            march A1 20: 20 is not adjacent to 8 (B-8.7)
            march A1 8: A1 is there already (B-8.7)
            march A1 16: the enemy occupies 16: expected attack (B-8.33)
            march A1 8/5: no enemy stands in 5 (B-8.28)
            march A1 10/8: 10/8 can be blocked only from the reserve of 10 (B-8.29)
            march A1 10: the enemy blocks 10/8 (B-8.31)
            march A5 5: from 8/16 only 16 and the own reserve are in reach (B-8.44)
            march A9 8: no enemy stands in 5: expected fall-back, free (B-8.36)
            march A5 16: the enemy occupies 16: expected attack (B-8.33)
            march A5 8: legal
            march A2 6: pieces alike give one move, named by the lowest: march A1 6
            end: legal
            fall-back A1: A1 is in no approach (B-8.36)
            fall-back A5: the enemy occupies 16: expected march (B-8.34)
            fall-back A5,A9: pieces fall back one at a time (B-8.36)
            fall-back A9: legal
            attack A1 8: expected the approach attacked from, such as 8/4 (B-9.3)
            attack A1 8/6: no enemy stands in 6 (B-9.1)
            attack A1 8/10: the enemy blocks 10/8 (B-8.31)
            attack A5 5/8: 8/16 is neither 5/8 nor the reserve of 5 (B-9.3)
            attack A1,A2 8/16: one piece is named at a time; the others of its group join it (B-8.9)
            road A5: a road march begins in reserve or in a box (B-8.45)
            road A1,A2: a road march moves one piece (B-8.12)
            road A4: A4 has moved this turn (B-8.3)
            pontoon A1: A1 is not in a box (B-8.77)
            pontoon A1,A7: one piece enters by the pontoon bridge (B-8.77)
            """,
        ),
        (
            BROKE,
            """
            march A1 6: it costs a command, and none is left (B-8.21)
            march A3 8: it costs a command, and none is left (B-8.21)
            attack A1 8/16: it costs a command, and none is left (B-8.21)
            pontoon A4: it costs a command, and none is left (B-8.21)
            """,
        ),
        (
            BANNED,
            """
            march A1 10: 10 was won by assault this turn (B-11.13)
            march A1 6: an assault across this border was lost this turn (B-11.14)
            road A3: 1 was won by assault this turn (B-11.13)
            pontoon A3: 1 was won by assault this turn (B-11.13)
            """,
        ),
        (
            FULL,
            """
            road A10: 1 holds at most 9 pieces (B-8.74)
            pontoon A10: 1 holds at most 9 pieces (B-8.74)
            march A15 4: 4 holds at most 4 pieces (B-8.24)
            """,
        ),
        (
            HELD,
            """
            road A1: the enemy occupies 1 (B-8.74)
            pontoon A1: the enemy occupies 1 (B-8.74)
            """,
        ),
        (
            USED,
            """
            road A1: no step is left for another piece to enter in this turn (B-8.72)
            pontoon A1: the pontoon bridge was used this turn (B-8.77)
            """,
        ),
        (
            WALL,
            """
            march A1 2: the border towards 2 is impassable (B-5.19)
            march A1 3/2: the border towards 2 is impassable (B-5.19)
            attack A1 3/2: the border towards 2 is impassable (B-5.19)
            """,
        ),
        (
            RIDERS,
            """
            attack A1 1/2: no infantry can be in a group that A1 begins (B-9.6)
            """,
        ),
        (
            STAR,
            """
            attack A5 1/2: infantry of lower number is named before A5 (B-9.6)
            attack A2 1/2: legal
            """,
        ),
    ],
)
def test_the_reason_against_a_move(facts: dict[str, Any], reasons: str) -> None:
    """B-8.3 to B-9.6: moves, attacks and entries."""
    check(Side.AUSTRIAN, facts, reasons)


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        (
            BESIDE,
            """
            after march A2 2
            join A3,A4: one piece is named at a time; the others of its group join it (B-8.9)
            join A6: A6 is not in 1 with the others (B-8.9)
            join A1: the pieces of a group are named in ascending order, and each once (B-18.27)
            join A3: a piece alike was passed over, and A3 does not join in its stead (B-18.27)
            join A4: legal
            join A5: pieces alike give one move, named by the lowest: join A4
            join none: legal
            """,
        ),
        (
            STAR,
            """
            after attack A1 1/2
            join none: infantry is wanted against a cavalry obstacle (B-9.6)
            join A5: with A5 no infantry could join the group any more (B-9.6)
            after attack A1 1/2, join A2
            join A5: with A5 no infantry could join the group any more (B-9.6)
            after attack A1 1/2, join A3, join A4, join none
            show A3,A4: one piece is shown (B-9.7)
            show A2: A2 does not attack (B-9.7)
            show A1: A1 is no infantry (B-9.7)
            """,
        ),
        (
            REPLIES,
            f"""
            after {SENT}
            respond F4: F4 is not in reserve in 16 (B-9.13)
            respond F1,F2: one piece is named at a time; the others join it (B-9.13)
            after {SENT}, respond F2
            join F1: the pieces of a group are named in ascending order, and each once (B-18.27)
            after {SENT}, respond F1
            join F4: F4 is not in 16 with the others (B-8.9)
            after {SENT}, respond F1, join none
            block A1,A2: one piece is named at a time; the others join it (B-9.17)
            block A4: A4 is not among the attackers (B-9.17)
            after {SENT}, respond F1, join none, block A1
            join A4: A4 is not among the attackers (B-9.17)
            """,
        ),
        (
            REPLIES1,
            f"""
            after {SENT}, respond F1, join none
            block A2: no command is left to divide them: all go, lowest first, or none (B-9.17)
            """,
        ),
    ],
)
def test_the_reason_against_a_group(facts: dict[str, Any], reasons: str) -> None:
    """B-8.9, B-9.13, B-9.17: who joins a group, replies and advances."""
    check(Side.AUSTRIAN, facts, reasons)


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        (
            BROKE,
            """
            after road A1
            stop: A1 has not crossed yet (B-8.46)
            wait: legal
            """,
        ),
        (
            ON_FOOT,
            """
            after road A1
            cross 2-3: that road does not begin where A1 is (B-8.46)
            after road A1, cross 1-2
            cross 2-3: 3 holds at most 1 pieces at any moment (B-8.25)
            cross 2-5: the enemy occupies 5, and only cavalry attacks on a march (B-9.9)
            cross 2-6: that road is not joined with the road of the march (B-8.47)
            continue A1 2/5: only cavalry goes on into an approach (B-8.69)
            continue A2 3/2: A1 marches, and no other (B-8.12)
            """,
        ),
        (
            RIDING,
            """
            after road A1, cross 1-2
            cross 2-5: a march by side road costs a command, and none is left (B-8.16)
            cross 2-3: 3 was won by assault this turn (B-11.13)
            continue A1 2/5: the road through 2/5 costs a command, and none is left (B-8.64)
            continue A1 2/6: no road by which A1 came leads through 2/6 (B-8.63)
            continue A1 2/1: no enemy stands in 1 (B-8.28)
            continue A1 2: 2 is no approach of the locality that A1 is in (B-8.60)
            after road A1, wait
            continue A1 1/2: A1 waited and has not crossed (B-8.65)
            """,
        ),
        (
            LATE,
            """
            after road A1, cross 1-2
            cross 2-4: the crossing was used in this step or a later one (B-8.52)
            cross 2-3: the crossing was used in the other direction (B-8.53)
            wait: legal
            after road A1, wait, cross 1-2
            wait: no step would be left after it (B-8.54)
            """,
        ),
        (
            ROW,
            """
            after road A1, cross 1-2, cross 2-3, cross 3-4
            cross 4-5: a road march has 3 steps, and none is left (B-8.46)
            after road A2, cross 1-2, cross 2-3
            continue A2 3/4: only cavalry goes on into an approach (B-8.69)
            """,
        ),
        (
            STOPPED,
            """
            road A1: no crossing is open to A1 in any step (B-8.46)
            road A2: legal
            """,
        ),
        (
            CLIFF,
            """
            after road A1, cross 1-2
            cross 2-3: on a march cavalry does not attack over a cavalry obstacle (B-9.8)
            wait: no crossing is open to A1 in a step that is left (B-8.54)
            """,
        ),
    ],
)
def test_the_reason_against_a_road_march(facts: dict[str, Any], reasons: str) -> None:
    """B-8.46 to B-8.65: the steps of a road march."""
    check(Side.AUSTRIAN, facts, reasons)


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        (
            ROUND,
            f"""
            after {TURNED}
            stay A2: A1 is asked whether it goes on (B-18.43)
            continue A1 6/8: no enemy stands in 8 (B-8.28)
            continue A1 8/16: 8/16 is no approach of the locality that A1 is in (B-8.60)
            continue A1 6: 6 is no approach of the locality that A1 is in (B-8.60)
            after {TURNED}, continue A1 6/4
            continue A2 6/3: no command is left for another place in which the group ends (B-8.20)
            stay A2: legal
            """,
        ),
        (
            LOST,
            """
            after attack A1 8/16
            reduce F3: the point falls on infantry in reserve: F1, F2 (B-12.7)
            reduce F1,F2: the point falls on infantry in reserve: F1, F2 (B-12.7)
            after attack A1 8/16, reduce F1
            reduce F2: the point falls on a piece in that approach: F4, F5 (B-12.9)
            after attack A1 8/16, reduce F1, reduce F4
            retreat F1 8: the attack came from 8 (B-12.14)
            retreat F1 10: the enemy occupies 10 (B-12.16)
            retreat F1 20: 20 is not adjacent to 16 (B-12.13)
            retreat F6 29: F6 has not to retreat from 16 (B-12.2)
            retreat F1,F2 29: one piece retreats at a time (B-12.18)
            """,
        ),
        (
            TRAPPED,
            """
            after attack A1 1/2
            retreat F1 3: the border towards 3 is impassable (B-12.15)
            retreat F1 4: 4 holds at most 1 pieces (B-12.17)
            """,
        ),
    ],
)
def test_the_reason_against_what_follows(facts: dict[str, Any], reasons: str) -> None:
    """B-8.60, B-12.2 to B-12.18: continuation, losses and retreats."""
    check(Side.AUSTRIAN, facts, reasons)


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        (
            ASSAULTS,
            """
            assault A6 8/10: no enemy blocks 10/8 (B-11.1)
            assault A7 8/16: A7 is not in 8/16 (B-11.2)
            assault A4 8/16: A4 fired this turn (B-10.6)
            assault A5 8/16: A5 took part in another assault this turn (B-11.12)
            assault A3 8/16: one that can lead, of lower number, is named before A3 (B-11.5)
            assault A1,A2 8/16: one piece is named at a time; the others join it (B-11.2)
            assault A1 8: expected the approach assaulted from, such as 8/4 (B-11.1)
            assault A8 8/11: no piece that could lead can take part with A8 (B-11.5)
            assault A10 8/5: an assault was made from 8/5 this turn (B-11.9)
            assault A11 8/6: an assault across this border was lost this turn (B-11.14)
            end: legal
            after assault A1 8/16
            join A4: A4 fired this turn (B-10.6)
            """,
        ),
        (
            CROWD,
            f"""
            assault A7 1/3: no piece that could lead can take part with A7 (B-11.5)
            after {LED}
            lead none: at least one piece leads (B-11.22)
            lead A1,A3: all are of one type (B-11.22)
            lead A1,A4: A4 has strength 1, expected 2 and above the penalty 0 (B-11.23)
            lead A5: artillery does not lead (B-11.22)
            lead A6: A6 does not take part (B-11.2)
            lead A1,A2,A3: at most 2 at 2/1 (B-5.9)
            after {LED}, lead A1
            fire F1: F1 is no artillery (B-11.26)
            fire F3: F3 declared or fired in its last turn (B-11.26)
            fire F7: F7 does not stand in 2/1 (B-11.26)
            fire F2,F3: one artillery piece is named at a time (B-11.28)
            after {LED}, lead A1, fire none
            lead F2: artillery does not lead (B-11.33)
            lead F1,F4: all are of one type (B-11.32)
            lead F7: F7 does not stand in 2/1 (B-11.31)
            lead F1,F4,F6: at most 2 at 2/1 (B-5.9)
            after {LED}, lead A1,A2, fire F2
            strike A3: the point falls on a leading piece: A1, A2 (B-11.18)
            """,
        ),
        (
            BEHIND,
            """
            after assault A1 1/2, join A2, join A3
            lead A2: 2/1 has a cavalry obstacle (B-11.24)
            after assault A1 1/2, join A2, join A3, lead A1, fire F3
            fire F3: F3 has fired in this assault (B-11.29)
            after assault A1 1/2, join A2, join A3, lead A1, fire none
            lead F1: 2/1 has a cavalry obstacle (B-11.37)
            """,
        ),
        (
            SPREAD,
            f"""
            after {HUNT}, lead A1, lead F1
            reduce F2,F3: the point falls on one of F2, F3, F4 (B-11.18)
            reduce F4: pieces are named in order, so that the rest can take what is left (B-11.18)
            """,
        ),
        (
            CHASE,
            f"""
            after {HUNT}, lead A1, lead F1
            pursue A1: A1 is no cavalry (B-11.51)
            pursue A6: A6 did not take part (B-11.51)
            pursue A2,A3,A4: at most 2 at 2/1 (B-5.9)
            after {HUNT}, lead A2, lead F1
            pursue A2: A2 led (B-11.51)
            after {HUNT}, lead A1, lead F1, pursue A2,A3
            strike A1: the point falls on a piece that pursues: A2, A3 (B-11.58)
            """,
        ),
    ],
)
def test_the_reason_against_an_assault(facts: dict[str, Any], reasons: str) -> None:
    """B-11.1 to B-11.58: assaults, fire, leading pieces and pursuit."""
    check(Side.AUSTRIAN, facts, reasons)


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        (
            GUNS,
            """
            complete A2: A1 is asked whether it fires (B-10.8)
            after complete A1
            aim 16: it fires at an approach of 16 (B-10.16)
            aim 16/29: no enemy stands in 16/29 (B-10.16)
            aim 10/16: it fires at an approach of 16 (B-10.16)
            after complete A1, aim 16/10
            target F1,F2: one piece takes the whole loss (B-10.18)
            target F3: F3 is not in 16/10, which is fired at (B-10.18)
            """,
        ),
        (
            DECLARE,
            """
            declare A2: A2 is no artillery (B-10.1)
            declare A3: A3 is in no approach (B-10.1)
            declare A4: A1 is asked whether it declares (B-18.38)
            declare A5: A5 fired this turn (B-10.5)
            declare A6: A6 has declared already (B-10.13)
            declare A7: A7 took part in an assault this turn (B-10.6)
            declare none: legal
            """,
        ),
        (
            MIXED,
            """
            shuffle 3: no two pieces in 3 may be shuffled with one another (B-18.10)
            shuffle 2: legal
            shuffle none: legal
            after shuffle 1
            shuffle 1: positions are named in order, and 1 comes before the last (B-18.10)
            """,
        ),
    ],
)
def test_the_reason_against_guns(facts: dict[str, Any], reasons: str) -> None:
    """B-10.1 to B-10.18, B-18.10: bombardments, and what is shuffled."""
    check(Side.AUSTRIAN, facts, reasons)


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        (
            LATER,
            """
            road F2: the box 16:00 opens at 16:00 (B-8.70)
            pontoon F1: no pontoon bridge leads from 12:00 (B-8.77)
            pontoon F2: the box 16:00 opens at 16:00 (B-8.70)
            march F3 6: F3 is inactive (B-6.11)
            road F4: no road leads through 30 (B-8.45)
            road F1: legal
            """,
        ),
        (
            ASLEEP,
            """
            activate F3: F3 is active (B-6.19)
            activate F1,F2: one piece is named at a time (B-18.9)
            activate F1: legal
            activate none: legal
            """,
        ),
    ],
)
def test_the_reason_against_the_french(facts: dict[str, Any], reasons: str) -> None:
    """B-6.11, B-6.19, B-8.70: inactive pieces and later boxes."""
    check(Side.FRENCH, facts, reasons)


def tried(state: Any, chance: np.random.Generator) -> Iterator[int]:
    """Yield moves that have a form, legal or not: of random pieces, to places near and far."""
    tables = state.game.tables[0]
    approaches, ends = int(tables["first_approach"][-1]), len(state.game.index.ends)
    localities = range(1, int(tables["localities"]))
    places = (*localities, *range(FIRST_APPROACH, FIRST_APPROACH + approaches))
    targets = {"R": places, "O": (0, *places), "L": localities, "E": range(ends)}
    for kind in QUESTIONS[state.decision].verbs:
        form = state.game.forms[kind][1]
        side = int(state.to_move) ^ ("Q" in form)
        stands = state.record["place"][side * SLOTS : (side + 1) * SLOTS]
        there = np.flatnonzero(stands >= 0)
        for _ in range(40):
            pieces, target = 0, 0
            if form[:1] in ("P", "Q") and len(there) and chance.random() < 0.9:
                first = chance.choice(there)
                together = there[stands[there] == stands[first]]
                number = min(len(together), int(chance.choice([1, 1, 1, 2, 3])))
                for slot in chance.choice(together, number, replace=False):
                    pieces |= 1 << int(slot)
            for part in form:
                if part in targets:
                    target = int(chance.choice(targets[part]))
            yield pack(kind, target, 0, pieces)


@pytest.mark.plays_much
def test_what_is_listed_is_what_no_statement_forbids() -> None:
    """B-18.4 to B-18.40: but of pieces alike one move is listed, named by the lowest."""
    forbidden, decisions, chance = set[int](), set[str](), np.random.default_rng(1800)
    for seed in range(4):
        state: Any = game.start(seed)
        while not state.is_over:
            legal = state.legal_moves()
            if chance.random() < 0.05 or state.decision.name not in decisions:
                decisions.add(state.decision.name)
                listed, facts = {move.code for move in legal}, (state.game, state._record)
                barred = ROWS[state.decision].barred
                assert not any(call_python(barred, *facts, code) for code in sorted(listed)[:20])
                for code in tried(state, chance):
                    statement = call_python(barred, *facts, code)
                    move = Move(code, state.to_move, state.game.write_move)
                    if statement:
                        assert code not in listed
                        if statement not in forbidden:
                            assert re.search(r"\(B-\d+\.\d+\)$", state.why_illegal(move))
                    elif code not in listed:
                        assert state.why_illegal(move).startswith(ALIKE)
                    forbidden.add(statement)
            state.play(legal[chance.integers(len(legal))])
    assert len(forbidden) > 50
