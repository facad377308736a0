"""Chapter 18, morale: what is paid for, when, and with which discs."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    pieces_at,
    play,
    settle,
    starting,
    texts,
    where,
)

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def driven_from_12(uncommitted: int, committed: dict[int, int]) -> TriompheState:
    """Return the position after two Austrians won 12 across its wide border: three discs are due.

    The artillery of 12 is destroyed and its infantry 3 reduced to 1.
    """
    state = austrian_turn(
        {"8": "I3 I2"},
        {"12": "I3 A1"},
        uncommitted={AUSTRIAN: 6, FRENCH: uncommitted},
        committed={FRENCH: committed},
    )
    return play(state, "attack A1,A2 8/12", "respond none")


def payments(state: TriompheState) -> set[tuple[tuple[int, int], ...]]:
    """Return what may be left committed to localities after a payment, over all choices."""
    if state.decision is not Decision.PAYMENT:
        return {tuple(sorted(state.committed(FRENCH).items()))}
    left = set()
    for move in texts(state):
        left |= payments(play(state.copy(), move))
    return left


def test_a_bombardment_costs_a_disc() -> None:
    """T-18.16."""
    state = play(austrian_turn({"8/9": "A1:due"}, {"9": "I2"}), "complete A1")
    assert (state.level(FRENCH), state.level(AUSTRIAN)) == (5, 6)


@pytest.mark.parametrize(
    ("defence", "discs"),
    [
        ({"20": "I3"}, 1),
        ({"20": "C2"}, 0),
        ({"20": "A1 C2"}, 1),
        ({"20": "I2 A1"}, 2),
        ({"20/33": "I3"}, 2),  # the border of 20 and 33 is wide, that of 20 and 27 narrow
        ({"20/27": "I3", "20": "I2"}, 2),
    ],
)
def test_each_reduction_of_a_retreat_costs_a_disc(defence: dict[str, str], discs: int) -> None:
    """T-18.16: so does artillery, which is destroyed."""
    state = austrian_turn({"10": "I3"}, defence)
    settle(play(state, "attack A1 10/20"))
    assert state.occupier(20) is AUSTRIAN
    assert (state.level(FRENCH), state.level(AUSTRIAN)) == (6 - discs, 6)


@pytest.mark.parametrize(("piece", "strength"), [("C1", 1), ("C2", 2)])
def test_a_piece_without_destination_costs_its_strength(piece: str, strength: int) -> None:
    """T-18.16: from 90 there is no way but 83, which is Austrian, and the attack locality."""
    state = austrian_turn({"87": "I2", "83": "I2"}, {"90": piece})
    play(state, "attack A1 87/90", "respond none")
    assert state.piece("F1").place is None
    assert state.level(FRENCH) == 6 - strength


def test_the_loser_of_an_assault_pays_for_all_its_reductions() -> None:
    """T-18.17: the attacker for one by defensive fire and two at the end; the winner nothing.

    Before the result is known nobody has paid.
    """
    state = french_turn({"9/8": "I3 I2 C2"}, {"8/9": "I1 A1 C2"})
    play(state, "assault 9/8", "lead A1", "send F1,F2 lead F1", "fire A2")
    assert (state.piece("F1").strength, state.uncommitted(FRENCH)) == (2, 6)
    play(state, "counter A3")
    assert state.level(FRENCH) == 3
    assert (state.level(AUSTRIAN), pieces_at(state, AUSTRIAN, "8/9")) == (6, {"A1": 1, "C1": 1})


def test_the_loser_pays_for_a_counter_attack_too() -> None:
    """T-18.17: one disc for step 5, one for step 8, and the winning attacker pays nothing."""
    state = austrian_turn({"8/9": "I3"}, {"9/8": "C2 I1"})
    play(state, "assault 8/9", "lead none", "counter F1")
    settle(state)
    # 3 − 1 − 1 wins; then the approach, narrow, takes one reduction in the retreat.
    assert state.occupier(9) is AUSTRIAN
    assert (state.piece("A1").strength, state.level(AUSTRIAN)) == (2, 6)
    assert state.level(FRENCH) == 6 - 2 - 1


def test_the_winner_of_an_assault_pays_nothing() -> None:
    """T-18.17, T-18.16: the attacker's two reductions are free; the loser pays 2 + 2 + 2."""
    state = austrian_turn(
        {"8/12": "I3 I3 C2"},
        {"12/8": "I2 I2", "12": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 7},
    )
    play(state, "assault 8/12", "lead F1,F2", "send A1,A2,A3 lead A1,A2")
    settle(state)
    assert pieces_at(state, AUSTRIAN, "12") == {"I2": 2, "C2": 1}
    assert (state.level(AUSTRIAN), state.level(FRENCH)) == (6, 1)


def test_reductions_ignored_in_an_assault_cost_nothing() -> None:
    """T-18.18: two leading attackers, but only one strength point to take from."""
    state = austrian_turn({"8/12": "I3 I3"}, {"12/8": "I1"})
    settle(play(state, "assault 8/12", "lead F1", "send A1,A2 lead A1,A2"))
    assert state.level(FRENCH) == 5


def test_reductions_ignored_in_a_retreat_cost_nothing() -> None:
    """T-18.18: infantry 1 in reserve takes one of two; the artillery in the approach none."""
    state = austrian_turn({"8": "I3 I2"}, {"12": "I1 C2", "12/17": "A1"})
    settle(play(state, "attack A1,A2 8/12", "respond none"))
    assert state.level(FRENCH) == 6 - 1 - 1


def test_uncommitted_discs_are_lost_first() -> None:
    """T-18.19: as long as they suffice nobody chooses."""
    state = driven_from_12(3, {14: 2, 20: 1})
    assert state.decision is Decision.RETREAT
    assert (state.uncommitted(FRENCH), state.committed(FRENCH)) == (0, {14: 2, 20: 1})


def test_the_opponent_chooses_which_committed_discs_are_lost() -> None:
    """T-21.29, T-18.19, T-18.20: the uncommitted one, then two of the three committed."""
    state = driven_from_12(1, {14: 2, 20: 1})
    assert (state.decision, state.to_move) == (Decision.PAYMENT, AUSTRIAN)
    assert payments(state.copy()) == {((20, 1),), ((14, 1),)}
    settle(state)
    assert (state.uncommitted(FRENCH), state.level(FRENCH)) == (0, 1)


def test_the_choice_of_discs_is_compulsory() -> None:
    """T-18.20: every move of the payment takes a disc, until all three are paid."""
    state = driven_from_12(0, {14: 2, 20: 2})
    while state.decision is Decision.PAYMENT:
        assert texts(state) == starting(state, "take")
        play(state, min(texts(state)))
    assert state.level(FRENCH) == 1


def test_only_discs_of_the_losing_army_are_taken() -> None:
    """T-18.20: Austria's discs in 10 are no choice."""
    state = austrian_turn(
        {"8/9": "A1:due"},
        {"9": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={AUSTRIAN: {10: 2}, FRENCH: {14: 1, 20: 1}},
    )
    assert texts(play(state, "complete A1")) == {"take 14", "take 20"}


def test_lost_discs_are_out_of_the_game() -> None:
    """T-18.21: they come back neither with a clean-up nor with an update."""
    state = austrian_turn({"8/9": "A1:due"}, {"9": "I2"}, hour=9)
    play(state, "complete A1")
    for _ in range(8):
        end_turn(state)
    assert state.level(FRENCH) == 5
    assert sum(state.track(FRENCH).values()) == 0


def test_the_loser_pays_before_the_winner_commits() -> None:
    """T-18.22: a lost assault of Austria, with both armies out of uncommitted discs."""
    state = austrian_turn(
        {"8/9": "I2"},
        {"9/8": "I2"},
        uncommitted={AUSTRIAN: 0, FRENCH: 0},
        committed={AUSTRIAN: {1: 1, 2: 1}, FRENCH: {14: 1, 20: 1}},
    )
    play(state, "assault 8/9", "lead F1")
    assert [state.piece(name).strength for name in ("A1", "F1")] == [1, 1]
    assert (state.decision, state.to_move) == (Decision.PAYMENT, FRENCH)
    assert texts(state) == {"take 1", "take 2"}
    play(state, "take 2")
    assert (state.decision, state.to_move) == (Decision.SHIFT, AUSTRIAN)
    play(state, "shift 20")
    assert (state.committed(AUSTRIAN), state.committed(FRENCH)) == ({1: 1}, {9: 1, 14: 1})


def test_order_of_payments_after_an_assault_the_attacker_wins() -> None:
    """T-18.22: for the assault, then for the reductions of the retreat; commitment comes last."""
    state = french_turn(
        {"8/12": "I3 I3"},
        {"12/8": "I2 I2", "12": "I3 I2"},
        uncommitted={AUSTRIAN: 0, FRENCH: 6},
        committed={AUSTRIAN: {1: 6, 2: 6}},
    )
    play(state, "assault 8/12", "lead A1,A2", "send F1,F2 lead F1,F2")
    seen: list[tuple[Decision, Side, int]] = []
    while state.decision is not Decision.ACTION:
        if not seen or seen[-1][0] is not state.decision:
            seen.append((state.decision, state.to_move, state.level(AUSTRIAN)))
        play(state, min(texts(state)))
    # 12 discs, 2 for the assault, 2 for the approach and 2 for the reserve infantry.
    assert seen == [
        (Decision.PAYMENT, FRENCH, 12),
        (Decision.REDUCTION, AUSTRIAN, 10),
        (Decision.PAYMENT, FRENCH, 10),
        (Decision.RETREAT, AUSTRIAN, 6),
        (Decision.SHIFT, FRENCH, 6),
    ]
    assert state.occupier(12) is FRENCH


def test_the_payment_for_an_assault_comes_before_the_retreat() -> None:
    """T-18.22: at the payment nobody has left 12 yet."""
    state = french_turn(
        {"8/12": "I3 I3"},
        {"12/8": "I2 I2", "12": "C2"},
        uncommitted={AUSTRIAN: 0, FRENCH: 6},
        committed={AUSTRIAN: {1: 6, 2: 6}},
    )
    play(state, "assault 8/12", "lead A1,A2", "send F1,F2 lead F1,F2")
    assert state.decision is Decision.PAYMENT
    assert pieces_at(state, AUSTRIAN, "12/8") == {"I1": 2}
    assert where(state, "A3") == "12"


@pytest.mark.parametrize(
    ("move", "shifted"), [("take 20", 1), ("take 20 shifted", 0)], ids=["other", "shifted"]
)
def test_the_opponent_chooses_between_shifted_and_other_discs(move: str, shifted: int) -> None:
    """T-18.32: one disc is due and both of 20 may be it."""
    state = austrian_turn(
        {"8/9": "A1:due"},
        {"9": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {20: 2}},
        shifted={FRENCH: {20: 1}},
    )
    play(state, "complete A1")
    assert texts(state) == {"take 20", "take 20 shifted"}
    play(state, move)
    assert state.committed(FRENCH) == {20: 1}
    assert state.shifted(FRENCH).get(20, 0) == shifted


@pytest.mark.parametrize(
    ("move", "left"), [("shift 20", 1), ("shift 20 shifted", 0)], ids=["other", "shifted"]
)
def test_the_opponent_shifts_shifted_or_other_discs(move: str, left: int) -> None:
    """T-18.32: either is marked where it arrives."""
    state = austrian_turn(
        {"8": "I2"},
        {"9": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {20: 2}},
        shifted={FRENCH: {20: 1}},
    )
    play(state, "attack A1 8/9", "respond F1")
    assert texts(state) == {"shift none", "shift 20", "shift 20 shifted"}
    play(state, move)
    assert state.committed(FRENCH) == {9: 1, 20: 1}
    assert (state.shifted(FRENCH).get(9, 0), state.shifted(FRENCH).get(20, 0)) == (1, left)
