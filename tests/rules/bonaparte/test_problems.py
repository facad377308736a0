"""Positions that cannot be: each of the engine's invariants notices what it is there for."""

import pytest

from marengo.games.bonaparte.rules.state import INACTIVE
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.position import PROBLEMS, Bombardment
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, SLOTS, Side
from tests.rules.bonaparte.setting import austrian_turn, game
from tests.toys import toy_game

A1, F1 = 0, SLOTS


def position() -> BonaparteState:
    return austrian_turn({"5": "I3", "6:00": "A1"}, {"9": "I2", "12:00": "C2"})


def set_to(state: BonaparteState, field: str, index: int | None, value: int) -> BonaparteState:
    """Tamper with the record of a state."""
    if index is None:
        state.record[field] = value
    else:
        state.record[field][index] = value
    return state


def place(text: str) -> int:
    return game.index.place_code(text)


@pytest.mark.parametrize(("strength", "wrong"), [(0, False), (1, True), (2, True)])
def test_who_is_nowhere_has_no_strength(strength: int, wrong: bool) -> None:
    """B-5.1: whoever is in the game is somewhere; what was eliminated is not."""
    state = set_to(set_to(position(), "place", A1, NONE), "strength", A1, strength)
    assert any("place" in problem for problem in state.problems()) is wrong


BOMBARDS = "bombards, but is no artillery in an approach (B-10.1)"

CASES = [
    ("strength", A1, 0, "A1: out of the game, but has a place (B-4.5)"),
    ("place", A1, NONE, "A1: in the game, but has no place (B-5.1)"),
    ("strength", F1, 5, "F1: expected a strength from 0 to 4 (B-4.3)"),
    ("strength", F1, -1, "F1: expected a strength from 0 to 4 (B-4.3)"),
    ("marks", A1, INACTIVE, "A1: an Austrian piece is inactive (B-6.21)"),
    ("place", A1, place("12:00"), "A1: in a box of the enemy (B-8.70)"),
    ("place", F1, place("6:00"), "F1: in a box of the enemy (B-8.70)"),
    ("candidates", F1, 2, "F1: the enemy rules out what it is (B-17.19)"),
    ("bombardment", A1, Bombardment.DECLARED, f"A1: {BOMBARDS}"),
    ("bombardment", A1, Bombardment.COMPLETED, f"A1: {BOMBARDS}"),
    ("bombardment", A1 + 1, Bombardment.DUE, f"A2: {BOMBARDS}"),
    ("place", F1, place("5/8"), "locality 5: occupied by both armies"),
    (
        "morale",
        Side.FRENCH,
        0,
        "French: expected a morale of 0 if demoralised, else above (B-13.2)",
    ),
    (
        "morale",
        Side.FRENCH,
        -1,
        "French: expected a morale of 0 if demoralised, else above (B-13.2)",
    ),
    (
        "demoralised",
        Side.AUSTRIAN,
        8,
        "Austrian: expected a morale of 0 if demoralised, else above (B-13.2)",
    ),
    ("commands", None, -1, "-1: commands left, expected 0 or more (B-8.21)"),
    ("hour", None, 5, "5: is no hour of the game (B-7.1)"),
    ("hour", None, 22, "22: is no hour of the game (B-7.1)"),
    ("to_move", None, Side.FRENCH, "French: chooses a move in the enemy's turn (B-7.7)"),
]


@pytest.mark.parametrize(("field", "index", "value", "problem"), CASES)
def test_what_cannot_be_is_named(field: str, index: int | None, value: int, problem: str) -> None:
    state = position()
    assert state.problems() == []
    assert problem in set_to(state, field, index, value).problems()


def test_no_bonus_is_due_to_a_demoralised_army() -> None:
    """B-13.6."""
    state = austrian_turn({"5": "I3"}, demoralised={Side.FRENCH: 8}, bonus_due=Side.AUSTRIAN)
    assert state.problems() == []
    set_to(state, "bonus_due", None, Side.FRENCH)
    assert state.problems() == ["French: a bonus is due to an army that is demoralised (B-13.6)"]


def test_the_flag_is_set_where_austrians_stand() -> None:
    """B-6.16: 8 is a French set-up locality."""
    state = austrian_turn({"8": "I3"}, flag=True)
    assert state.problems() == []
    set_to(state, "flag", None, 0)
    assert state.problems() == [
        "locality 8: entered by Austrians, but the flag is not set (B-6.16)"
    ]


def test_artillery_that_bombards_from_an_approach_is_no_problem() -> None:
    """B-10.1; what has fired may have fallen back since (B-10.22)."""
    state = austrian_turn({"5/10": "A1:due"}, {"10": "I2"}, step=1)
    assert state.problems() == []
    set_to(state, "bombardment", A1, Bombardment.COMPLETED)
    set_to(state, "place", A1, place("5"))
    assert state.problems() == []
    assert f"A1: {BOMBARDS}" in set_to(state, "kind", A1, 0).problems()


def test_nobody_stands_in_an_impassable_approach() -> None:
    """B-5.19: a symbol on either side is enough."""
    toy = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, "impassable": True}], ruleset="bonaparte")
    state = austrian_turn({"1": "I2"}, on=toy)
    assert state.problems() == []
    set_to(state, "place", A1, FIRST_APPROACH)
    assert state.problems() == ["A1: in an impassable approach (B-5.19)"]


def test_no_locality_holds_more_than_its_capacity() -> None:
    """B-5.20."""
    toy = toy_game({1: {"capacity": 2}, 2: {}}, [{"a": 1, "b": 2}], ruleset="bonaparte")
    state = austrian_turn({"1": "I2 I2", "2": "I2"}, on=toy)
    set_to(state, "place", A1 + 2, 1)
    assert state.problems() == ["locality 1: more pieces than its capacity (B-5.20)"]


def test_numbers_that_no_locality_has_are_no_problem() -> None:
    toy = toy_game({1: {}, 3: {}}, [{"a": 1, "b": 3}], ruleset="bonaparte")
    assert austrian_turn({"1": "I2"}, {"3": "I2"}, on=toy).problems() == []


def test_a_game_that_is_over_may_leave_anybody_to_move() -> None:
    state = set_to(position(), "to_move", None, Side.FRENCH)
    set_to(state, "decision", None, Decision.OVER)
    assert state.problems() == []


def test_the_list_of_problems_has_an_end() -> None:
    """More than fit into it are not listed, and break nothing."""
    state = austrian_turn({"5": "I2 " * 16, "1": "I2 " * 8})
    for slot in range(SLOTS):
        for field, value in (("candidates", 1 << 25), ("bombardment", 1), ("strength", 9)):
            set_to(state, field, slot, value)
    assert len(state.problems()) == PROBLEMS
