"""Chapter 16, the worked examples of symbols, positions, bombardments and cramped retreats."""

from collections import Counter

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, pieces_at, play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import pass_turn
from tests.toys import row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

SYMBOLS = toy_game(
    {1: {"capacity": 4}, 2: {}, 3: {}, 4: {}},
    [
        {"a": 1, "b": 2, "a_infantry": 1, "a_artillery": 1, "a_obstacle": True},
        {"a": 1, "b": 3, "impassable": True},
        {"a": 1, "b": 4, "a_infantry": 1, "a_cavalry": 1},
    ],
    ruleset="bonaparte",
)
"""L is 1; its top is towards 2, its left towards 3, its right towards 4."""


def morale(state: BonaparteState) -> tuple[int, int]:
    """Return the morale of Austrians and French; untouched it is 16 and 17."""
    return state.morale(AUSTRIAN), state.morale(FRENCH)


@pytest.mark.parametrize(("approach", "piece"), [("2/1", "I2"), ("4/1", "I2"), ("4/1", "C2")])
def test_penalties_of_a_locality(approach: str, piece: str) -> None:
    """B-16.1: each assault is weakened by 1: its strength is 1, and the defender loses 2."""
    attacked = "/".join(reversed(approach.split("/")))
    state = austrian_turn({approach: piece}, {attacked: "I3"}, on=SYMBOLS, step=2)
    play(state, f"assault A1 {approach}", "lead none")
    assert [state.piece(name).strength for name in ("A1", "F1")] == [1, 1]
    assert morale(state) == (15, 15)
    assert where(state, "A1") == "1"


def test_obstacle_of_a_locality() -> None:
    """B-16.1: cavalry does not lead over the top, though it may take part."""
    state = austrian_turn({"2/1": "C2"}, {"1/2": "I2"}, on=SYMBOLS, step=2)
    assert state.decision is Decision.ACTION
    state = austrian_turn({"2/1": "I2 C2"}, {"1/2": "I2"}, on=SYMBOLS, step=2)
    assert texts(state) == {"end", "assault A1 2/1"}
    play(state, "assault A1 2/1", "join A2")
    assert (state.decision, state.to_move) == (Decision.DEFENCE_LEADERS, FRENCH)
    assert [state.piece(name).role for name in ("A1", "A2")] == ["leading", "attacking"]


@pytest.mark.parametrize(("approach", "left"), [("2/1", 2), ("4/1", 1)])
def test_bombardment_of_the_sides_of_a_locality(approach: str, left: int) -> None:
    """B-16.1: weakened by 1 over the top, by nothing over the right."""
    attacked = "/".join(reversed(approach.split("/")))
    state = austrian_turn({approach: "A1:due"}, {attacked: "I2"}, on=SYMBOLS, step=1)
    play(state, "complete A1")
    assert (state.piece("F1").strength, morale(state)) == (left, (16, 15 + left))


def test_impassable_side_of_a_locality() -> None:
    """B-16.1: nobody crosses the left, and nobody blocks it or attacks over it."""
    state = austrian_turn({"1": "I2", "3": "C2"}, {"2": "I2"}, on=SYMBOLS)
    assert texts(state) == {"end", "march A1 1/2", "march A1 4", "attack A1 1/2"}
    state = austrian_turn({"1": "I2"}, {"3": "I2"}, on=SYMBOLS)
    assert texts(state) == {"end", "march A1 2", "march A1 4"}


@pytest.mark.parametrize(("already", "enters"), [("I2 I2 C2", True), ("I2 I2 C2 C1", False)])
def test_capacity_of_a_locality(already: str, enters: bool) -> None:
    """B-16.1: a fifth piece of one army may not enter."""
    state = austrian_turn({"1": already, "4": "I3"}, on=SYMBOLS)
    name = f"A{len(already.split()) + 1}"
    assert (f"march {name} 1" in texts(state)) is enters


def test_positions() -> None:
    """B-16.2: only pieces of the same position form a group; room for one more is left in L."""
    state = austrian_turn({"1/2": "I2 C2", "1": "A1", "4": "I3 I1"}, {"2/1": "I2"}, on=SYMBOLS)
    group = play(state.copy(), "march A1 1")
    assert (group.decision, texts(group)) == (Decision.JOIN, {"join A2", "join none"})
    play(group, "join A2")
    assert (pieces_at(group, AUSTRIAN, "1"), group.commands) == (Counter(["I2", "C2", "A1"]), 2)
    play(state, "march A4 1")
    assert (state.decision, where(state, "A4")) == (Decision.ACTION, "1")
    assert "march A5 1" not in texts(state)


def bombarding() -> BonaparteState:
    """Return turn n of the example after its declaration: X is 2, Y is 3."""
    ground = row(5, borders={2: {"b_infantry": 1}}, ruleset="bonaparte")
    state = austrian_turn({"2": "A1", "1": "I3"}, {"3/2": "I2 C2", "5": "I3"}, on=ground)
    play(state, "march A1 2/3")
    assert state.commands == 2
    assert known(state, FRENCH, "2/3") == Counter("?")
    play(state, "end")
    assert (state.decision, texts(state)) == (Decision.DECLARATION, {"declare A1", "declare none"})
    return play(state, "declare A1")


def test_bombardment_in_the_turn_of_the_opponent() -> None:
    """B-16.11: declared, the artillery is face-up and does not fire in defence."""
    state = bombarding()
    assert (state.turn, state.piece("A1").bombardment) == (FRENCH, "declared")
    assert (state.piece("A1").face_up, state.piece("A1").silenced) == (True, True)
    assert known(state, FRENCH, "2/3") == Counter(["A1"])
    play(state, "assault F1 3/2", "join none")
    assert state.decision is not Decision.FIRE
    assert (state.piece("F1").strength, where(state, "F1"), where(state, "A1")) == (1, "2", "")


def test_bombardment() -> None:
    """B-16.11: fired in turn n + 1, and declared anew in turn n + 2 at the earliest."""
    state = pass_turn(bombarding())
    assert (state.turn, state.hour, state.step) == (AUSTRIAN, 10, 1)
    assert (state.decision, texts(state)) == (Decision.BOMBARDMENT, {"complete A1", "cancel A1"})
    assert (state.piece("A1").bombardment, state.piece("A1").face_up) == ("due", True)
    play(state, "complete A1")
    assert (state.decision, state.to_move) == (Decision.TARGET, FRENCH)
    assert texts(state) == {"target F1", "target F2"}
    play(state, "target F1")
    assert [state.piece(name).strength for name in ("A1", "F1", "F2")] == [1, 1, 2]
    assert morale(state) == (16, 16)
    assert known(state, AUSTRIAN, "3/2") == Counter(["I1", "?"])
    assert not state.piece("F1").face_up
    assert (state.piece("A1").bombardment, state.piece("A1").face_up) == ("completed", True)
    assert state.decision is Decision.ACTION
    assert not any("A1" in text.split() for text in texts(state))
    play(state, "end")
    assert (state.turn, state.piece("A1").face_up) == (FRENCH, False)
    pass_turn(state)
    assert (state.turn, state.hour, state.decision) == (AUSTRIAN, 11, Decision.ACTION)
    assert "march A1 2" in texts(state)
    play(state, "end")
    assert texts(state) == {"declare A1", "declare none"}


@pytest.mark.parametrize(
    ("place", "asked", "left"), [("3/2", False, {"I2", "C2"}), ("3", True, {"I1", "C2"})]
)
def test_bombardment_against_a_penalty(place: str, asked: bool, left: set[str]) -> None:
    """B-16.22: strength 0 at pieces in the approach, 1 at pieces in reserve behind it."""
    ground = row(5, borders={2: {"b_artillery": 1}}, ruleset="bonaparte")
    state = austrian_turn(
        {"2/3": "A1:due", "1": "I3"}, {place: "I2 C2", "5": "I3"}, on=ground, step=1
    )
    play(state, "complete A1")
    assert (state.decision is Decision.TARGET) is asked
    if asked:
        play(state, "target F1")
    assert set(pieces_at(state, FRENCH, place)) == left
    assert morale(state) == (16, 16 if asked else 17)
    assert known(state, AUSTRIAN, place) == Counter(["I1", "?"] if asked else ["?", "?"])
    assert (state.piece("A1").bombardment, state.piece("A1").silenced) == ("completed", True)
    assert not any("A1" in text.split() for text in texts(state))
    play(state, "end")
    assert state.turn is FRENCH


@pytest.mark.parametrize(("saved", "strength", "lost"), [("F2", 2, 4), ("F1", 1, 5)])
def test_not_enough_room(saved: str, strength: int, lost: int) -> None:
    """B-16.25: Y is 1, the attack comes from 2, and 3 has room for one."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {"capacity": 2}},
        [{"a": 1, "b": 2}, {"a": 1, "b": 3}],
        ruleset="bonaparte",
    )
    state = austrian_turn({"2": "I3"}, {"1": "I2 I2 I2", "3": "C2"}, on=ground)
    play(state, "attack A1 2/1", "respond none")
    assert [state.piece(name).strength for name in ("F1", "F2", "F3")] == [1, 2, 2]
    assert (state.decision, state.to_move) == (Decision.RETREAT, FRENCH)
    assert texts(state) == {"retreat F1 3", "retreat F2 3"}
    assert morale(state) == (16, 16)
    play(state, f"retreat {saved} 3")
    assert (state.decision, state.to_move) == (Decision.ACTION, AUSTRIAN)
    assert pieces_at(state, FRENCH, "3") == Counter([f"I{strength}", "C2"])
    assert pieces_at(state, FRENCH, "1") == Counter()
    assert (where(state, "A1"), morale(state)) == ("1", (16, 17 - lost))


def test_the_owner_chooses_the_infantry_that_pays_for_a_cramped_retreat() -> None:
    """B-16.25: told apart by its strength, one of three infantry pieces is chosen first."""
    ground = row(3, capacities=(20, 20, 1), ruleset="bonaparte")
    state = french_turn({"1": "I3"}, {"2": "I3 I2 I1"}, on=ground)
    play(state, "attack F1 1/2", "respond none")
    assert (state.decision, state.to_move) == (Decision.REDUCTION, AUSTRIAN)
    assert texts(state) == {"reduce A1", "reduce A2", "reduce A3"}
    play(state, "reduce A3")
    assert starting(state, "retreat") == {"retreat A1 3", "retreat A2 3"}
    play(state, "retreat A2 3")
    assert (morale(state), where(state, "A1"), where(state, "A2")) == ((12, 17), "", "3")
