"""Chapter 9, manoeuvre attack: the reply of the defender, blocked and successful attacks.

58 and 62 share a wide pair without obstacle; French pieces that lose 62 to an attack from 58 can
only retreat to 61. 47 has the neighbours 41, 49, 53, 46 and 39; its side towards 46 is narrow.
"""

from collections import Counter
from typing import Any

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import face_up, finish, pass_turn, places, strengths

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def attack(austrian: str = "I3", french: str = "I2", **given: Any) -> BonaparteState:
    """Return the attack of the first Austrian piece from 58 on these French pieces in 62."""
    return play(austrian_turn({"58": austrian}, {"62": french}, **given), "attack A1 58/62")


def on_the_road(**given: Any) -> BonaparteState:
    """Return cavalry that came from 66 to 58 and now attacks 49 by the main road."""
    state = austrian_turn({"66": "C2"}, {"49": "I2"}, **given)
    return play(state, "road A1", "cross 66-58", "cross 58-49")


def test_any_number_of_any_type_may_block() -> None:
    """B-9.13: from the reserve of the attacked locality, more than the width too."""
    state = attack("I3", "I3 C2 A1")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, FRENCH)
    assert texts(state) == {"respond none", "respond F1", "respond F2", "respond F3"}
    play(state, "respond F1")
    assert texts(state) == {"join F2", "join F3", "join none"}
    play(state, "join F2", "join F3")
    assert places(state, "F1", "F2", "F3") == ("62/58", "62/58", "62/58")
    assert state.decision == Decision.ADVANCE


@pytest.mark.parametrize("pieces", ["I1", "C1", "A1"])
def test_part_of_the_reserve_may_block(pieces: str) -> None:
    """B-9.13: the rest stays in reserve, and one piece of any type is enough."""
    state = play(attack("I3", f"{pieces} I3"), "respond F1", "join none")
    assert places(state, "F1", "F2") == ("62/58", "62")
    assert where(play(state, "block none"), "A1") == "58"


def test_without_a_reserve_there_is_no_reply() -> None:
    """B-9.13, B-9.16: a piece in another approach cannot be used for it."""
    state = austrian_turn({"46": "I3", "39": "I2"}, {"47/39": "I2"})
    play(state, "attack A1 46/47")
    assert (state.decision, state.to_move) == (Decision.RETREAT, FRENCH)


def test_an_attack_from_an_approach_cannot_be_blocked() -> None:
    """B-9.14, B-9.13."""
    state = austrian_turn({"58/62": "I3"}, {"62": "C2"})
    play(state, "attack A1 58/62")
    assert places(state, "A1", "F1") == ("62", "61")


def test_friends_in_the_attack_approach_do_not_prevent_the_block() -> None:
    """B-9.15: what counts is where the attackers themselves began."""
    state = austrian_turn({"58/62": "I3", "58": "I2"}, {"62": "C2"})
    play(state, "attack A2 58/62")
    assert texts(state) == {"respond none", "respond F1"}
    play(state, "respond F1", "block none")
    assert places(state, "A1", "A2", "F1") == ("58/62", "58", "62/58")


def test_only_the_reserve_is_offered_for_the_block() -> None:
    """B-9.16: blocking is optional, and F2 in another approach stays there."""
    state = austrian_turn({"46": "I3", "39": "I2"}, {"47": "I2", "47/39": "I3"})
    play(state, "attack A1 46/47")
    assert texts(state) == {"respond none", "respond F1"}
    assert places(play(state, "respond F1"), "F1", "F2") == ("47/46", "47/39")


def test_blocking_costs_and_shows_nothing() -> None:
    """B-9.16."""
    state = play(attack("I3", "I3 C2"), "respond F1", "join none", "block none")
    assert known(state, AUSTRIAN, "62/58") == known(state, AUSTRIAN, "62") == Counter({"?": 1})
    assert face_up(state, AUSTRIAN, "62/58") == [False]
    pass_turn(state)
    assert (state.turn, state.commands) == (FRENCH, 3)


@pytest.mark.parametrize(
    ("moves", "ends", "commands"),
    [
        (("block none",), ("58", "58"), 2),
        (("block A1", "join A2"), ("58/62", "58/62"), 2),
        (("block A1", "join none"), ("58/62", "58"), 1),
        (("block A2",), ("58", "58/62"), 1),
    ],
)
def test_blocked_attackers_stay_advance_or_divide(
    moves: tuple[str, ...], ends: tuple[str, str], commands: int
) -> None:
    """B-9.17, B-9.19: only dividing costs one more command; none is given back."""
    state = play(austrian_turn({"58": "I3 I2"}, {"62": "C2"}), "attack A1 58/62", "join A2")
    play(state, "respond F1")
    assert (state.decision, state.to_move) == (Decision.ADVANCE, AUSTRIAN)
    assert texts(state) == {"block none", "block A1", "block A2"}
    play(state, *moves)
    assert places(state, "A1", "A2") == ends
    assert (state.decision, state.commands) == (Decision.ACTION, commands)


def test_blocked_attackers_do_not_divide_without_a_command() -> None:
    """B-9.17."""
    state = austrian_turn({"58": "I3 I2"}, {"62": "C2"}, commands=1)
    play(state, "attack A1 58/62", "join A2", "respond F1")
    assert texts(state) == {"block none", "block A1"}
    assert places(play(state, "block A1"), "A1", "A2") == ("58/62", "58/62")


@pytest.mark.parametrize(("move", "ends"), [("block none", "58"), ("block A1", "58/49")])
def test_a_blocked_road_attack_ends_where_it_was_made(move: str, ends: str) -> None:
    """B-9.18, B-9.19: in 58, not back in 66; both ways are free, and the march is over."""
    state = play(on_the_road(commands=0), "respond F1", move)
    assert where(state, "A1") == ends
    assert (state.commands, texts(state)) == (0, {"end"})


@pytest.mark.parametrize("move", ["block none", "block A1"])
def test_the_move_of_blocked_attackers_is_over(move: str) -> None:
    """B-9.19: no continuation towards 47, no other attack, and the command stays spent."""
    state = austrian_turn({"53": "C2"}, {"58": "I2", "47": "I3"})
    play(state, "attack A1 53/58", "respond F1", move)
    assert (state.decision, state.commands) == (Decision.ACTION, 2)
    assert state.piece("A1").acted
    assert texts(state) == {"end"}


def test_no_second_attack_over_a_blocked_approach() -> None:
    """B-9.20: but over another approach of the locality (B-9.27)."""
    state = austrian_turn({"58": "I3 I2", "61": "C2"}, {"62": "I2"})
    play(state, "attack A1 58/62", "join none", "respond F1", "block none")
    assert starting(state, "attack") == {"attack A3 61/62"}


@pytest.mark.parametrize("reply", ["respond none", None])
def test_all_defenders_retreat(reply: str | None) -> None:
    """B-9.21: those in another approach too, with the losses of a retreat."""
    french = {"47/39": "I2", "47": "I3"} if reply else {"47/39": "I2"}
    state = austrian_turn({"46": "I3", "39": "I2"}, french)
    play(state, "attack A1 46/47", *([reply] if reply else []), "retreat F1 53")
    if reply:
        play(state, "retreat F2 49")
        assert (places(state, "F2"), strengths(state, "F2")) == (("49",), (2,))
    assert (places(state, "F1"), strengths(state, "F1")) == (("53",), (1,))
    assert where(state, "A1") == "47"


@pytest.mark.parametrize("place", ["58", "58/62"])
def test_all_attackers_move_into_the_reserve(place: str) -> None:
    """B-9.22."""
    state = austrian_turn({place: "I3 I2 I1"}, {"62": "C2"})
    play(state, "attack A1 58/62", "join A2", "join A3")
    finish(state)
    assert places(state, "A1", "A2", "A3") == ("62", "62", "62")


@pytest.mark.parametrize(("move", "ends", "commands"), [("stay", "62", 2), ("on", "62/61", 1)])
def test_cavalry_continues_after_a_won_attack(move: str, ends: str, commands: int) -> None:
    """B-9.23: leaving its group costs a command."""
    state = austrian_turn({"58": "I3 C2"}, {"62": "C2"})
    play(state, "attack A1 58/62", "join A2", "respond none")
    assert (state.decision, state.to_move) == (Decision.CONTINUATION, AUSTRIAN)
    assert texts(state) == {"stay A2", "continue A2 62/61"}
    play(state, "stay A2" if move == "stay" else "continue A2 62/61")
    assert places(state, "A1", "A2") == ("62", ends)
    assert state.commands == commands


def test_cavalry_does_not_leave_its_group_without_a_command() -> None:
    """B-9.23."""
    state = austrian_turn({"58": "I3 C2"}, {"62": "C2"}, commands=1)
    play(state, "attack A1 58/62", "join A2", "respond none")
    assert (state.decision, places(state, "A1", "A2")) == (Decision.ACTION, ("62", "62"))


@pytest.mark.parametrize("place", ["58", "58/62"])
def test_a_whole_group_of_cavalry_continues_without_extra_cost(place: str) -> None:
    """B-9.23: then the last command is enough."""
    state = austrian_turn({place: "C2 C1"}, {"62": "C2"}, commands=1)
    play(state, "attack A1 58/62", "join A2")
    if state.decision is Decision.RESPONSE:
        play(state, "respond none")
    play(state, "continue A1 62/61")
    assert places(state, "A1", "A2") == ("62/61", "62/61")
    assert (state.decision, state.commands) == (Decision.ACTION, 0)


def test_cavalry_attacks_on_along_its_road() -> None:
    """B-9.24: twice on the main road from 5 to 20, then a third attack, an end or a continuation.

    The steps of the attacks are used, so no waiting is left after the second one.
    """
    state = austrian_turn({"5": "C2"}, {"10": "C2", "12": "C2"}, commands=0)
    play(state, "road A1", "cross 5-10", "respond none", "retreat F1 16")
    assert (state.decision, where(state, "A1")) == (Decision.ROAD_STEP, "10")
    assert texts(state) == {"cross 10-12", "wait", "stop", "continue A1 10/12"}
    play(state, "cross 10-12", "respond none", "retreat F2 20")
    assert (state.last_step("c2"), state.last_step("c3")) == (1, 2)
    assert texts(state) == {"cross 12-20", "stop", "continue A1 12/20"}
    play(state, "continue A1 12/20")
    assert (where(state, "A1"), state.commands) == ("12/20", 0)


def test_the_step_of_a_road_attack_is_used() -> None:
    """B-9.24: in the third step nothing is left but an end or a continuation."""
    state = austrian_turn({"5": "C2"}, {"10": "C2"})
    play(state, "road A1", "wait", "wait", "cross 5-10", "respond none", "retreat F1 12")
    assert texts(state) == {"stop", "continue A1 10/12"}


def test_the_order_of_an_attack() -> None:
    """B-9.25: reply, losses in reserve and in the approach, routes, advance, continuation."""
    state = austrian_turn(
        {"46": "I3 C2", "39": "I2"}, {"47": "I3 I2", "47/39": "C2 I1", "53": "C1"}
    )
    play(state, "attack A1 46/47", "join A2")
    assert (state.decision, strengths(state, "F1", "F2")) == (Decision.RESPONSE, (3, 2))
    play(state, "respond none")
    assert (state.decision, texts(state)) == (Decision.REDUCTION, {"reduce F1", "reduce F2"})
    play(state, "reduce F2")
    assert (state.decision, texts(state)) == (Decision.REDUCTION, {"reduce F3", "reduce F4"})
    play(state, "reduce F4")
    assert state.decision == Decision.RETREAT
    assert strengths(state, "F1", "F2", "F3", "F4") == (3, 1, 2, 0)
    assert places(state, "A1", "A2") == ("46", "46")
    play(state, "retreat F1 53", "retreat F2 49", "retreat F3 41")
    assert (state.decision, places(state, "A1", "A2")) == (Decision.CONTINUATION, ("47", "47"))


def test_others_follow_into_a_locality_won_by_manoeuvre() -> None:
    """B-9.26: the ban on entering is for assaults only."""
    state = austrian_turn({"58": "I3 I2"}, {"62": "C2"})
    play(state, "attack A1 58/62", "join none", "respond none")
    assert "march A2 62" in texts(state)


@pytest.mark.parametrize(("blocker", "left"), [("I2", 1), ("C1", 0), ("A1", 0)])
def test_an_attack_from_two_sides(blocker: str, left: int) -> None:
    """B-9.27, B-16.23: what blocked the first attack is not in reserve for the second."""
    state = austrian_turn({"46": "I3", "39": "I2"}, {"47": blocker, "34": "I3"})
    play(state, "attack A1 46/47", "respond F1", "block A1")
    play(state, "attack A2 39/47")
    if left:
        assert state.decision == Decision.RETREAT
        play(state, "retreat F1 41")
    assert (strengths(state, "F1"), places(state, "A1", "A2")) == ((left,), ("46/47", "47"))
    assert state.commands == 1
    assert where(pass_turn(state), "A1") == "46"


@pytest.mark.parametrize(
    ("start", "goal", "pieces"),
    [
        ("35", "30", "I1"),
        ("35", "30", "C1"),
        ("58", "66", "I1"),
        ("5", "8", "I1"),
        ("5", "4", "A1"),
    ],
)
@pytest.mark.parametrize("reply", ["respond none", "respond F1"])
def test_the_attacker_loses_nothing_and_penalties_have_no_effect(
    start: str, goal: str, pieces: str, reply: str
) -> None:
    """B-9.28: even the weakest pieces, two infantry and a cavalry penalty notwithstanding."""
    state = austrian_turn({start: pieces}, {goal: "C2"})
    finish(play(state, f"attack A1 {start}/{goal}", reply))
    assert strengths(state, "A1", "F1") == (1, 2)
    assert (state.morale(AUSTRIAN), state.morale(FRENCH)) == (16, 17)
    assert where(state, "A1") == (goal if reply == "respond none" else start)


def test_the_austrians_reply_by_the_same_rules() -> None:
    """B-9.13, B-9.14."""
    state = french_turn({"58": "I3", "58/62": "I2"}, {"62": "C2"})
    play(state.copy(), "attack F1 58/62", "respond A1", "block none")
    play(state, "attack F2 58/62")
    assert places(state, "F2", "A1") == ("62", "61")
