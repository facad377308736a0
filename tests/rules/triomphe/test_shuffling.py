"""Chapter 17, shuffling: which blocks the other side can no longer tell apart."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, play, texts, verbs, where
from tests.knowledge import blocks, certain

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

# Besides the pieces of interest each army has others elsewhere, so that what is not shown
# cannot be worked out from the list of its pieces.


def driven_from_20(other: str) -> TriompheState:
    """Return the Austrian turn in which cavalry F1 is driven from 20; infantry F2 stands at other.

    A retreat shows the cavalry; F3 and F4, far away, are infantry of both strengths.
    """
    french = {"20": "C2", other: "I2", "75": "I3", "87": "I2"}
    return play(austrian_turn({"10": "I3"}, french), "attack A1 10/20", "respond none")


def beaten_back_from_10() -> TriompheState:
    """Return the Austrian turn in which cavalry A1 was seen to attack 10 by road, in vain.

    It ends in reserve of 5 beside A2, infantry that can still act.
    """
    state = austrian_turn({"5": "C2 I2", "1": "I3"}, {"10": "I2"})
    play(state, "road A1", "cross 5-10", "respond F1", "hold")
    if state.decision is Decision.CONTINUATION:
        play(state, "stay A1")
    return state


def test_pieces_of_one_position_are_mixed() -> None:
    """T-17.1: one of the two is the cavalry seen, but which?"""
    state = play(driven_from_20("33"), "retreat F1 33")
    assert where(state, "F1") == where(state, "F2") == "33"
    assert [{"C2", "I2"} <= faces for faces in blocks(state, AUSTRIAN, "33")] == [True, True]
    assert certain(state, AUSTRIAN, "33", "C2") == 1


def test_pieces_of_different_positions_are_not_mixed() -> None:
    """T-17.1: reserve and approach of one locality are two positions."""
    state = play(driven_from_20("33/20"), "retreat F1 33")
    assert blocks(state, AUSTRIAN, "33") == [{"C2"}]
    assert [faces & {"C2"} for faces in blocks(state, AUSTRIAN, "33/20")] == [set()]


def test_pieces_that_are_eliminated_are_not_mixed() -> None:
    """T-17.1: they are in no position, and what is known of each stays known."""
    state = austrian_turn({"10": "I3 C2 I2"}, {"40": "I2"})
    state.record["place"][:2], state.record["strength"][:2] = -1, 0
    state.record["candidates"][:3] = 1, 2, 4
    end_turn(state)
    assert state.record["candidates"][:3].tolist() == [1, 2, 4]


def test_pieces_of_one_box_are_mixed() -> None:
    """T-17.1: whichever leaves the box, the other side learns nothing."""
    views = []
    for name in ("A1", "A2"):
        state = play(austrian_turn({"Alessandria": "I3 C2 I2"}, {"40": "I2"}), f"pontoon {name}")
        views.append(state.view(FRENCH))
    assert views[0] == views[1]


def test_pieces_are_mixed_in_the_opponents_turn_too() -> None:
    """T-17.2: a retreat mixes them at once, while the Austrian turn goes on."""
    state = play(driven_from_20("33"), "retreat F1 33")
    assert state.turn is AUSTRIAN
    assert {"C2"} not in blocks(state, AUSTRIAN, "33")


def test_nothing_is_mixed_in_the_middle_of_an_action() -> None:
    """T-17.2: the cavalry that has just attacked is told from a piece it passes on its march.

    Both have acted this turn, so that they are mixed as soon as the march is over.
    """
    state = austrian_turn({"5": "C2", "13": "I2!", "1": "I3"}, {"10": "C2"})
    play(state, "road A1", "cross 5-10", "respond none", "retreat F1 20", "cross 10-13")
    assert state.decision is Decision.ROAD_STEP
    assert {"C2"} in blocks(state, FRENCH, "13")
    play(state, "stop")
    assert ["C2" in faces and len(faces) > 1 for faces in blocks(state, FRENCH, "13")] == [True] * 2
    assert certain(state, FRENCH, "13", "C2") == 1


def test_pieces_that_can_act_are_not_mixed_with_pieces_that_cannot() -> None:
    """T-17.3: in the owner's turn."""
    state = beaten_back_from_10()
    assert {"C2"} in blocks(state, FRENCH, "5")
    (fresh,) = (
        block for block in state.view(FRENCH).enemy if str(block.place) == "5" and not block.acted
    )
    assert (Kind.CAVALRY, 2) not in fresh.faces


def test_they_are_mixed_when_their_owners_turn_is_over() -> None:
    """T-17.3: the ban is for the owner's turn only."""
    state = end_turn(beaten_back_from_10())
    assert {"C2"} not in blocks(state, FRENCH, "5")
    assert certain(state, FRENCH, "5", "C2") == 1


def test_they_are_mixed_after_the_last_turn_too() -> None:
    """T-17.3, T-22.18: though no turn follows."""
    state = french_turn({"10": "C2 I2", "33": "I3"}, {"5": "I2"}, hour=21)
    play(state, "road F1", "cross 10-5", "respond A1", "hold")
    if state.decision is Decision.CONTINUATION:
        play(state, "stay F1")
    assert {"C2"} in blocks(state, AUSTRIAN, "10")
    assert end_turn(state).decision is Decision.OVER
    assert {"C2"} not in blocks(state, AUSTRIAN, "10")


def test_organised_and_disorganised_pieces_are_not_mixed() -> None:
    """T-17.4: half-way through a locality the organised block is told from the other."""
    state = play(french_turn({"12": "~I3 ~C2"}), "organise F1")
    assert sorted(b.organised for b in state.view(AUSTRIAN).enemy) == [False, True]


@pytest.mark.parametrize("bombardment", ["A1:declared", "A1:due"])
def test_bombarding_artillery_is_not_mixed_with_others(bombardment: str) -> None:
    """T-17.4."""
    state = austrian_turn({"8/9": f"{bombardment} I2", "1": "I3"}, {"9": "I2"})
    shown, other = blocks(state, FRENCH, "8/9")
    assert (shown, "A1" in other) == ({"A1"}, False)


@pytest.mark.parametrize("hour", [6, 9])
def test_artillery_that_has_just_completed_is_not_mixed_until_the_turn_is_over(hour: int) -> None:
    """T-17.4, T-17.2; on the map it waits for no hour."""
    state = austrian_turn({"8/9": "A1:due I2!", "1": "I3"}, {"9": "I2"}, hour=hour)
    play(state, "complete A1")
    assert {"A1"} in blocks(state, FRENCH, "8/9")
    assert {"A1"} not in blocks(end_turn(state), FRENCH, "8/9")


@pytest.mark.parametrize(("hour", "told_apart"), [(6, True), (7, False)])
def test_artillery_waiting_for_seven_is_not_mixed_with_others(hour: int, told_apart: bool) -> None:
    """T-17.4."""
    state = austrian_turn({"Alessandria": "I3 A1 C2"}, {"40": "I2"}, hour=hour)
    assert ({"A1"} in blocks(state, FRENCH, "Alessandria")) == told_apart


def test_shuffling_is_no_move_and_changes_nothing_for_its_owner() -> None:
    """T-17.5: he still knows every piece and where it stands."""
    state = play(driven_from_20("33"), "retreat F1 33", "end")
    own = {piece.name: (piece.kind, piece.strength) for piece in state.view(FRENCH).own}
    assert (own["F1"], own["F2"]) == ((Kind.CAVALRY, 2), (Kind.INFANTRY, 2))
    assert {"march F1 42", "march F2 42"} <= texts(state)
    assert "shuffle" not in verbs(state)
