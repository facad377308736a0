"""Chapter 11, assault: step 8, taking the reductions."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import play, settle, texts, where
from tests.rules.triomphe.attacking import (
    AUSTRIAN,
    FRENCH,
    answer,
    lost,
    narrow,
    strengths,
    wide,
)

BOTH = "send A1,A2 lead A1,A2"


@pytest.mark.parametrize(
    ("send", "lead", "left"),
    [
        ("send A1,A2,A3 lead A1", "F1", (2, 2, 2)),
        ("send A1,A2,A3 lead A1", "F1,F2", (1, 2, 2)),
        ("send A1,A2,A3 lead A2", "F1", (3, 1, 2)),
        ("send A1,A2,A3 lead A1,A2", "F1,F2", (2, 1, 2)),
    ],
)
def test_reductions_go_to_the_leading_pieces_and_evenly(
    send: str, lead: str, left: tuple[int, ...]
) -> None:
    """T-11.44: other assault pieces are spared as long as the leading ones suffice."""
    state = wide("I3 I2 C2", "I1 I1")
    settle(answer(state, f"lead {lead}", send))
    assert strengths(state, "A1", "A2", "A3") == left


@pytest.mark.parametrize(("reduced", "left"), [("A1", (2, 2)), ("A2", (3, 1))])
def test_the_attacker_chooses_who_takes_his_odd_reduction(
    reduced: str, left: tuple[int, int]
) -> None:
    """T-11.44."""
    state = answer(wide("I3 I2", "I1"), "lead F1", BOTH)
    assert state.decision is Decision.REDUCTION
    assert state.to_move is AUSTRIAN
    assert texts(state) == {"reduce A1", "reduce A2"}
    settle(play(state, f"reduce {reduced}"))
    assert strengths(state, "A1", "A2") == left


@pytest.mark.parametrize(("reduced", "left"), [("F1", (2, 2)), ("F2", (3, 1))])
def test_the_defender_chooses_who_takes_his_odd_reduction(
    reduced: str, left: tuple[int, int]
) -> None:
    """T-11.44."""
    state = answer(wide("I2 I1", "I3 I2"), "lead F1,F2", "send A1 lead A1")
    assert state.decision is Decision.REDUCTION
    assert state.to_move is FRENCH
    assert texts(state) == {"reduce F1", "reduce F2"}
    settle(play(state, f"reduce {reduced}"))
    assert strengths(state, "F1", "F2") == left


@pytest.mark.parametrize(
    ("defenders", "moves", "left"),
    [
        # 1 + 2 reductions on leading pieces of strength 3 and 1.
        ("I1 A1 C2 C2", "lead F1; fire F2; hit A2; counter F3,F4", (1, 0, 2)),
        # 2 + 2 reductions: an even share would be 2.
        ("I1 I1 A1 C2 C2", "lead F1,F2; fire F3; hit A2; counter F4,F5", (0, 0, 2)),
    ],
)
def test_the_stronger_leading_piece_takes_what_the_weaker_cannot(
    defenders: str, moves: str, left: tuple[int, ...]
) -> None:
    """T-11.45: rather than the third assault piece."""
    lead, *others = moves.split("; ")
    state = wide("I3 I2 C2", defenders)
    settle(answer(state, lead, "send A1,A2,A3 lead A1,A2", *others))
    assert where(state, "A3") == "19/20"
    assert strengths(state, "A1", "A2", "A3") == left


@pytest.mark.parametrize(
    ("choices", "left"),
    [
        (("reduce A2", "reduce A2"), (0, 1, 2, 1)),
        (("reduce A2", "reduce A3"), (0, 2, 1, 1)),
        (("reduce A3",), (0, 3, 0, 1)),
    ],
)
def test_the_attacker_spreads_the_overflow_as_he_likes(
    choices: tuple[str, ...], left: tuple[int, ...]
) -> None:
    """T-11.46: 2 leading defenders, cavalry and a heavy defeat cost 4; the leading piece takes 2.

    In the third case the second reduction has no alternative: choices go in order of the pieces.
    """
    state = wide("I2 I3 C2 A1", "I3 I3 C2")
    answer(state, "lead F1,F2", "send A1,A2,A3 lead A1", "counter F3")
    assert state.to_move is AUSTRIAN
    assert strengths(state, "A1") == (0,)
    assert texts(state) == {"reduce A2", "reduce A3"}
    settle(play(state, *choices))
    assert strengths(state, "A1", "A2", "A3", "A4") == left


def test_the_defender_spreads_the_overflow_over_all_other_assault_pieces() -> None:
    """T-11.46: counter-attacking pieces and artillery included."""
    state = wide("I2 I2", "I3 C2 A1")
    answer(state, "lead none", BOTH, "fire none", "counter F1")
    assert strengths(state, "F1") == (1,)
    assert state.decision is Decision.REDUCTION
    assert state.to_move is FRENCH
    assert texts(state) == {"reduce F1", "reduce F2"}
    for first in ("reduce F1", "reduce F2"):
        assert texts(play(state.copy(), first)) == {"reduce F2", "reduce F3"}


def test_the_overflow_spares_pieces_outside_the_assault() -> None:
    """T-11.46, T-11.22: the only other assault piece takes it."""
    state = wide("I2 C2 I3", "I3 I3")
    settle(answer(state, "lead F1,F2", "send A1,A2 lead A1", "counter none"))
    assert strengths(state, "A1", "A2", "A3") == (0, 1, 3)


def test_reductions_beyond_all_assault_pieces_are_ignored() -> None:
    """T-11.47: 3 reductions, but only 2 strength points and so only 2 discs."""
    state = narrow("I2 I3", "I3 C2", austrian={"4": "I3"})
    settle(answer(state, "lead F1", "send A1 lead A1", "counter F2"))
    assert strengths(state, "A1", "A2", "A3") == (0, 3, 3)
    assert lost(state, AUSTRIAN) == 2


def test_the_defender_pays_no_more_than_his_assault_pieces() -> None:
    """T-11.47: two leading attackers against a single piece of strength 1."""
    state = settle(answer(wide("I2 I2", "I1"), "lead F1", BOTH))
    assert state.occupier(20) is AUSTRIAN
    assert lost(state, FRENCH) == 1


def test_the_attacker_distributes_first() -> None:
    """T-11.48."""
    state = answer(wide("I3 I2", "I1 I3 C2"), "lead F1", BOTH, "counter none")
    assert (state.decision, state.to_move) == (Decision.REDUCTION, AUSTRIAN)
    play(state, "reduce A1")
    assert (state.decision, state.to_move) == (Decision.REDUCTION, FRENCH)
    assert texts(state) == {"reduce F2", "reduce F3"}
