"""Positions that cannot be: each of the engine's invariants notices what it is there for."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.position import PROBLEMS, Bombardment
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    LOCALITIES,
    NONE,
    SLOTS,
    Side,
)
from marengo.games.triomphe.rules.state import DISORGANISED
from marengo.games.triomphe.state import TriompheState
from tests.helpers import NOBODY, austrian_turn, french_turn, game
from tests.toys import toy_game

A1, F1 = 0, SLOTS


def position() -> TriompheState:
    return austrian_turn({"8": "I3", "Alessandria": "A1"}, {"9": "I2", "Novi": "C2"})


def set_to(state: TriompheState, field: str, index: int | None, value: int) -> TriompheState:
    """Tamper with the record of a state."""
    if index is None:
        state.record[field] = value
    else:
        state.record[field][index] = value
    return state


def place(text: str) -> int:
    return game.index.place_code(text)


def french(locality: int) -> int:
    return Side.FRENCH * LOCALITIES + locality


CASES = [
    ("strength", A1, 0, "A1: out of the game, but has a place (T-2.6)"),
    ("place", A1, NONE, "A1: in the game, but has no place (T-3.3)"),
    ("strength", F1, 5, "F1: expected a strength from 0 to 4 (T-2.2)"),
    ("strength", F1, -1, "F1: expected a strength from 0 to 4 (T-2.2)"),
    ("marks", A1, DISORGANISED, "A1: an Austrian piece is disorganised (T-14.5)"),
    ("place", A1, place("Novi"), "A1: in a box of the enemy (T-15.1)"),
    ("place", F1, place("Alessandria"), "F1: in a box of the enemy (T-15.1)"),
    ("candidates", F1, 2, "F1: the enemy rules out what it is (T-22.16)"),
    (
        "bombardment",
        A1,
        Bombardment.DECLARED,
        "A1: bombards, but is no artillery in an approach (T-10.1)",
    ),
    (
        "bombardment",
        A1 + 1,
        Bombardment.DUE,
        "A2: bombards, but is no artillery in an approach (T-10.1)",
    ),
    ("place", F1, place("8/9"), "locality 8: occupied by both armies (T-3.6)"),
    ("entered_last", 9, Side.AUSTRIAN, "locality 9: its occupier did not enter it last (T-18.31)"),
    ("uncommitted", Side.FRENCH, -1, "French: fewer than 0 uncommitted discs"),
    ("committed", 12, -1, "locality 12: fewer than 0 discs"),
    ("shifted", 12, 1, "locality 12: more shifted discs than discs (T-18.14)"),
    ("shifted", french(12), -1, "locality 12: more shifted discs than discs (T-18.14)"),
    ("orders", None, -1, "-1: orders left, expected 0 or more (T-6.4)"),
    ("hour", None, 5, "5: is no hour of the game (T-5.1)"),
    ("hour", None, 22, "22: is no hour of the game (T-5.1)"),
    ("to_move", None, Side.FRENCH, "French: chooses an action in the enemy's turn (T-1.3)"),
]


@pytest.mark.parametrize(("field", "index", "value", "problem"), CASES)
def test_what_cannot_be_is_named(field: str, index: int | None, value: int, problem: str) -> None:
    state = position()
    assert state.problems() == []
    assert problem in set_to(state, field, index, value).problems()


def test_artillery_that_bombards_from_an_approach_is_no_problem() -> None:
    assert austrian_turn({"8/9": "A1:due"}, {"9": "I2"}).problems() == []
    assert "A1: bombards, but is no artillery in an approach (T-10.1)" in (
        set_to(austrian_turn({"8/9": "A1:due"}, {"9": "I2"}), "kind", A1, 0).problems()
    )


def test_nobody_stands_in_an_impassable_approach() -> None:
    """T-3.16: a symbol on either side is enough."""
    toy = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, "impassable": True}])
    state = austrian_turn({"1": "I2"}, on=toy)
    assert state.problems() == []
    set_to(state, "place", A1, FIRST_APPROACH)
    assert state.problems() == ["A1: in an impassable approach (T-3.16)"]


def test_no_french_piece_blocks_at_dawn() -> None:
    """T-14.1."""
    state = french_turn({"9": "I2"}, {"8": "I3"}, hour=6)
    set_to(state, "place", F1, place("9/8"))
    assert state.problems() == ["F1: a French piece in an approach at dawn (T-14.1)"]


def test_no_locality_holds_more_than_its_capacity() -> None:
    """T-3.20."""
    toy = toy_game({1: {"capacity": 2}, 2: {}}, [{"a": 1, "b": 2}])
    state = austrian_turn({"1": "I2 I2", "2": "I2"}, on=toy)
    set_to(state, "place", A1 + 2, 1)
    assert state.problems() == ["locality 1: more pieces than its capacity (T-3.20)"]


def test_numbers_that_no_locality_has_are_no_problem() -> None:
    toy = toy_game({1: {}, 3: {}}, [{"a": 1, "b": 3}])
    assert austrian_turn({"1": "I2"}, {"3": "I2"}, on=toy).problems() == []


def test_a_game_that_is_over_may_leave_anybody_to_move() -> None:
    state = set_to(position(), "to_move", None, Side.FRENCH)
    set_to(state, "decision", None, Decision.OVER)
    assert state.problems() == []


def test_the_list_of_problems_has_an_end() -> None:
    """More than fit into it are not listed, and break nothing."""
    state = austrian_turn({"8": "I2 " * 16, "4": "I2 " * 8}, NOBODY)
    for slot in range(SLOTS):
        for field, value in (("candidates", 1 << 25), ("bombardment", 1), ("strength", 9)):
            set_to(state, field, slot, value)
    assert len(state.problems()) == PROBLEMS
