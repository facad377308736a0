"""Choices that take rare positions: pieces alike, lists at their limits, nothing more to name."""

import pytest

from marengo.core.errors import ScenarioError
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import SLOTS, Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play, starting, texts
from tests.toys import row, toy_game


def test_alike_targets_of_a_bombardment_are_one_choice() -> None:
    """T-10.15: F1 and F2 are alike, F3 is not."""
    state = play(austrian_turn({"8/9": "A1:due"}, {"9": "I2 I2 C2"}), "complete A1")
    assert state.decision is Decision.TARGET
    assert texts(state) == {"target F1", "target F3"}


def test_alike_artillery_that_may_fire_is_one_choice() -> None:
    """T-2.11, T-11.23: one piece after the other; the second is asked for by itself."""
    toy = row(2)
    state = austrian_turn({"1/2": "I3"}, {"2/1": "A1 A1 I2"}, on=toy)
    play(state, "assault 1/2", "lead none")
    assert state.decision is Decision.FIRE
    assert texts(state) == {"fire none", "fire F1"}
    state.play("fire F1")
    assert texts(state) == {"fire none", "fire F2"}


def test_the_attacker_chooses_which_infantry_he_shows() -> None:
    """T-9.31: Marengo (14) has an obstacle towards 9."""
    state = austrian_turn({"9": "I3 I2 C2"}, {"14": "C2"})
    play(state, "attack A1,A2,A3 9/14", "respond F1", "hold")
    assert state.decision is Decision.SHOW
    assert state.to_move is Side.AUSTRIAN
    assert texts(state) == {"show A1", "show A2"}
    state.play("show A2")
    blocks = {tuple(sorted(block.faces)) for block in state.view(Side.FRENCH).enemy}
    assert ((0, 2),) in blocks
    assert ((0, 3),) not in blocks


def test_alike_infantry_to_be_shown_is_one_choice() -> None:
    """T-9.31: of two alike the lowest is shown, and nothing is asked where all are alike."""
    state = austrian_turn({"9": "I3 I3 I2"}, {"14": "C2"})
    play(state, "attack A1,A2,A3 9/14", "respond F1", "hold")
    assert texts(state) == {"show A1", "show A3"}
    state = austrian_turn({"9": "I3 I3 C2"}, {"14": "C2"})
    play(state, "attack A1,A2,A3 9/14", "respond F1", "hold")
    assert state.decision is not Decision.SHOW


def test_shifting_ends_when_no_disc_is_left() -> None:
    """T-18.13: two are missing, and only one lies elsewhere."""
    state = wide_defence(committed={Side.FRENCH: {3: 1}})
    assert texts(state) == {"shift none", "shift 3"}
    state.play("shift 3")
    assert texts(state) == {"advance", "hold"}
    assert state.committed(Side.FRENCH) == state.shifted(Side.FRENCH) == {2: 1}


def wide_defence(committed: dict[Side, dict[int, int]]) -> TriompheState:
    """Return a position in which France has to commit two discs to 2 and has none uncommitted."""
    toy = row(3, borders={1: {"wide": True}})
    state = austrian_turn(
        {"1": "I3 I2"},
        {"2": "I2 I2", "3": "I3"},
        on=toy,
        uncommitted={Side.FRENCH: 0},
        committed=committed,
    )
    return play(state, "attack A1,A2 1/2", "respond F1,F2")


MANY = " ".join(f"{kind}{strength}" for kind in "ICA" for strength in range(1, 5))
"""Twelve pieces no two of which are alike."""


def test_a_list_of_moves_that_is_too_short_is_said_to_be() -> None:
    """Two of each of twelve faces, thirteen ways out: more than the list holds."""
    ways = range(2, 15)
    toy = toy_game({1: {"capacity": 24}, **{n: {} for n in ways}}, [{"a": 1, "b": n} for n in ways])
    state = austrian_turn({"1": f"{MANY} {MANY}"}, on=toy)
    with pytest.raises(RuntimeError, match="too short"):
        state.legal_moves()
    assert "march A1 2" in texts(austrian_turn({"1": "I2"}, on=toy)), "and then forgotten"


def test_a_list_of_groups_that_is_too_short_is_said_to_be() -> None:
    """Twelve faces, of each a piece known and one unknown, make 2324 groups of up to three."""
    state = french_turn({"1": f"{MANY} {MANY}"}, on=row(2, capacities=(24, 24)))
    known = state.record["candidates"][SLOTS : SLOTS + 12]
    known[:] = [1 << slot for slot in range(12)]
    state.record["candidates"][SLOTS + 12 : SLOTS + 24] &= ~0xFFF
    with pytest.raises(RuntimeError, match="too short"):
        state.legal_moves()


def test_alike_pieces_do_not_fill_the_list() -> None:
    """T-6.14: twenty alike march in groups of one, two or three."""
    state = austrian_turn({"1": "I2 " * 20}, on=row(2))
    assert starting(state, "march") == {"march A1 2", "march A1,A2 2", "march A1,A2,A3 2"}


def test_a_board_too_large_for_the_engine_is_refused() -> None:
    """There is room for the numbers 1 to 95."""
    with pytest.raises(ScenarioError, match="cannot be played"):
        toy_game({number: {} for number in range(1, 97)}, [])
