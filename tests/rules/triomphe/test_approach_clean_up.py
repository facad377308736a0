"""Chapter 16, approach clean-up: back into reserve at the start of the owner's turn."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, play, starting, texts, where


def next_turn(state: TriompheState) -> TriompheState:
    """End the turn without answering anything."""
    return play(state, "end")


@pytest.mark.parametrize("piece", ["I3", "C2", "A1"])
def test_pieces_without_an_enemy_opposite_go_into_reserve(piece: str) -> None:
    """T-16.1."""
    state = next_turn(french_turn({"14": "I2"}, {"8/9": piece}))
    assert (state.turn, where(state, "A1")) == (Side.AUSTRIAN, "8")


def test_both_armies_clean_up_at_the_start_of_their_own_turn() -> None:
    """T-16.1: only the active player's pieces move."""
    state = next_turn(austrian_turn({"8/3": "I2"}, {"20/19": "I2"}))
    assert (where(state, "A1"), where(state, "F1")) == ("8/3", "20")
    assert where(next_turn(state), "A1") == "8"


def test_clean_up_is_compulsory_and_only_where_nobody_is_opposite() -> None:
    """T-16.2: an enemy in any position of the opposite locality counts."""
    french = {"9": "I2", "14/19": "I3"}
    state = next_turn(french_turn(french, {"8/9": "I2", "8/14": "C2", "8/19": "I3"}))
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["8/9", "8/14", "8"]


def test_a_friend_opposite_is_no_reason_to_stay() -> None:
    """T-16.2: the opposite locality must be enemy-occupied."""
    state = next_turn(french_turn({"20": "I2"}, {"8/9": "I2", "9": "I3"}))
    assert where(state, "A1") == "8"


def test_an_enemy_who_leaves_in_his_turn_frees_the_approach_at_the_next_start() -> None:
    """T-16.3: not at once."""
    state = play(french_turn({"9": "I2"}, {"8/9": "I2"}), "march F1 20")
    assert where(state, "A1") == "8/9"
    assert where(next_turn(state), "A1") == "8"


def test_an_enemy_driven_off_in_the_owners_turn_frees_it_a_turn_later() -> None:
    """T-16.3: A1 stays through the end of its own turn and the enemy's turn, in its approach."""
    state = austrian_turn({"10/9": "I3", "8/9": "I2"}, {"9": "C2"})
    play(state, "attack A1 10/9", "retreat F1 20")
    assert where(state, "A2") == "8/9"
    state = end_turn(state)
    assert (state.turn, where(state, "A2")) == (Side.FRENCH, "8/9")
    assert where(end_turn(state), "A2") == "8"


def test_going_back_within_the_turn_is_a_march() -> None:
    """T-16.3: with no order left it is not offered, although nobody is opposite."""
    austrian = {"8/9": "I2"}
    assert "march A1 8" in texts(austrian_turn(austrian, {"20": "I2"}, orders=1))
    assert "march A1 8" not in texts(austrian_turn(austrian, {"20": "I2"}, orders=0))


def test_clean_up_costs_nothing_and_leaves_the_piece_free_to_act() -> None:
    """T-16.4: it acts from the reserve."""
    state = next_turn(french_turn({"20": "I2"}, {"8/9": "I2"}))
    assert (state.orders, state.piece("A1").acted) == (3, False)
    assert {"march A1 9", "march A1 19", "march A1 12"} <= texts(state)


def test_all_pieces_are_tested_against_the_same_situation() -> None:
    """T-16.5: pieces of several approaches and localities move at once, whatever their order."""
    austrian = {"8/9": "I2", "8/14": "C2", "10/9": "I3", "10/20": "A1"}
    state = next_turn(french_turn({"20": "I2"}, austrian))
    assert [where(state, name) for name in ("A1", "A2", "A3", "A4")] == ["8", "8", "10", "10/20"]


def test_clean_up_cancels_a_declared_bombardment() -> None:
    """T-16.6."""
    state = french_turn({"9": "I2"}, {"8/9": "A1:declared"})
    assert state.piece("A1").bombardment in ("declared", "due")
    state = next_turn(play(state, "march F1 20"))
    artillery = state.piece("A1")
    assert (where(state, "A1"), artillery.bombardment, artillery.face_up) == ("8", "none", False)
    assert starting(state, "complete") | starting(state, "cancel") == set()


def test_a_bombardment_is_kept_while_the_enemy_stays_opposite() -> None:
    """T-16.6: the other case."""
    state = next_turn(french_turn({"9": "I2"}, {"8/9": "A1:declared"}))
    assert {"complete A1", "cancel A1"} <= texts(state)


def test_nobody_decides_anything() -> None:
    """T-16.7: after the end of one turn the other player is at his first action."""
    state = next_turn(french_turn({"20": "I2"}, {"8/9": "I2 C2", "8/14": "I3"}))
    assert (state.decision, state.to_move) == (Decision.ACTION, Side.AUSTRIAN)
    assert starting(state, "end") == {"end"}
