"""Chapter 21, the worked examples of assaults."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import (
    austrian_turn,
    french_turn,
    pieces_at,
    play,
    settle,
    starting,
    texts,
    where,
)
from tests.rules.triomphe.attacking import (
    AUSTRIAN,
    FRENCH,
    PLENTY,
    answer,
    assault,
    committed,
    destinations,
    lost,
    narrow,
    strengths,
    wide,
)
from tests.toys import toy_game

BOTH = "send A1,A2 lead A1,A2"


def test_the_assault_of_the_rulebook() -> None:
    """T-21.9: K is 9, L is 4; P is infantry 2, Q cavalry 2."""
    state = french_turn({"9/4": "I3 I2 C2"}, {"4/9": "I1 A1 C2"}, uncommitted=PLENTY, orders=3)
    answer(state, "assault 9/4")
    assert state.orders == 2
    answer(state, "lead A1", "send F1,F2 lead F1", "fire A2")
    assert strengths(state, "F1") == (2,)
    answer(state, "counter A3")
    assert state.decision is Decision.ACTION
    assert strengths(state, "F1", "F2", "F3") == (0, 2, 2)
    assert strengths(state, "A1", "A2", "A3") == (0, 1, 1)
    assert pieces_at(state, FRENCH, "9/4") == {"I2": 1, "C2": 1}
    assert pieces_at(state, AUSTRIAN, "4/9") == {"A1": 1, "C1": 1}
    assert lost(state, FRENCH) == 3
    assert lost(state, AUSTRIAN) == 0
    assert committed(state, AUSTRIAN) == {4: 2}
    assert committed(state, FRENCH) == {}
    assert state.barred("9/4")
    assert starting(state, "assault") == starting(state, "attack") == set()


def test_the_retreat_of_the_rulebook() -> None:
    """T-21.11: P is 2; its neighbours are 1 north-west, 3 north, 4 east, 5 and 6 south.

    A piece in the approach attacked lets the assault be made, and falls in it.
    """
    ground = toy_game(
        {n: {} for n in range(1, 7)},
        [
            {"a": 1, "b": 2, "east": 2},
            {"a": 2, "b": 3},
            {"a": 2, "b": 4, "east": 4},
            {"a": 2, "b": 5},
            {"a": 2, "b": 6},
        ],
    )
    state = austrian_turn(
        {"1/2": "I3", "5": "I2", "6": "C2"},
        {"2/1": "I1", "2/5": "C1 A1", "2/6": "I2", "2": "I1 C2"},
        on=ground,
        uncommitted=PLENTY,
    )
    answer(state, "assault 1/2", "lead F1", "fire none")
    assert strengths(state, "A1", "F1") == (2, 0)
    assert state.decision is Decision.RETREAT
    assert strengths(state, "F2", "F3", "F4", "F5", "F6") == (0, 0, 1, 0, 2)
    assert lost(state, FRENCH) == 1 + 4
    assert destinations(state, "F4") == destinations(state, "F6") == {3, 4}
    settle(play(state, "retreat F6 3", "retreat F4 4"))
    assert [where(state, name) for name in ("F6", "F4", "A1")] == ["3", "4", "2"]
    assert lost(state, FRENCH) == 1 + 4


def test_won_assault_at_a_wide_approach() -> None:
    """T-21.24."""
    state = wide("I3 I3 C2", "I2 I2", french={"20": "I2", "33": "C2"})
    answer(state, "lead F1,F2", "send A1,A2,A3 lead A1,A2")
    assert strengths(state, "A1", "A2", "A3") == (2, 2, 2)
    assert strengths(state, "F1", "F2", "F3") == (0, 0, 0)
    assert lost(state, FRENCH) == 6
    assert lost(state, AUSTRIAN) == 0
    assert state.orders == 2
    assert texts(state) == {"stay A3", "continue A3 20/33"}
    play(state, "continue A3 20/33")
    assert state.orders == 1
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["20", "20", "20/33"]


def test_the_continuation_of_the_example_needs_its_order() -> None:
    """T-21.24: without a second order the cavalry stays with the others."""
    state = wide("I3 I3 C2", "I2 I2", french={"20": "I2", "33": "C2"}, orders=1)
    answer(state, "lead F1,F2", "send A1,A2,A3 lead A1,A2")
    assert state.decision is Decision.ACTION
    assert where(state, "A3") == "20"


def test_heavy_defeat_one_leading_piece() -> None:
    """T-21.25."""
    state = settle(answer(narrow("I2", "I3"), "lead F1"))
    assert strengths(state, "A1", "F1") == (0, 2)
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == (2, 0)
    assert committed(state, FRENCH) == {9: 1}


def test_heavy_defeat_two_leading_pieces() -> None:
    """T-21.26."""
    state = settle(answer(wide("I2 I2", "I3 I3 I3"), "lead F1,F2", BOTH, "counter F3"))
    assert strengths(state, "A1", "A2") == (0, 0)
    assert strengths(state, "F1", "F2", "F3") == (2, 2, 1)
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == (4, 0)
    assert committed(state, FRENCH) == {20: 3}


def test_result_0() -> None:
    """T-21.27."""
    state = settle(answer(assault("10/20", "I2", "I3"), "lead none", "counter none"))
    assert strengths(state, "A1", "F1") == (2, 2)
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == (0, 0)
    assert committed(state, FRENCH) == {}
    assert where(state, "F1") == "20/10"


@pytest.mark.parametrize(
    ("attackers", "defenders", "moves", "left", "discs"),
    [
        # 2 reductions: one each.
        ("I2 I2", "I1 I1 A1", f"lead F1,F2; {BOTH}; fire F3", [0, 1], 1 + 2),
        # 3 reductions, one for the leading piece and two for cavalry: 2 and 1.
        ("I2 I2", "I1 A1 C2 C2", f"lead F1; {BOTH}; fire F2; counter F3,F4", [0, 0], 1 + 3),
        # 4 reductions, two of them for the heavy defeat: 2, 1 and 1 from the third piece.
        (
            "I2 I2 C2",
            "I3 I2 A1",
            "lead F1,F2; send A1,A2,A3 lead A1,A2; fire F3",
            [0, 0, 1],
            1 + 4,
        ),
    ],
)
def test_even_spreading(
    attackers: str, defenders: str, moves: str, left: list[int], discs: int
) -> None:
    """T-21.28: the leading pieces are reduced to 2 and 1 by defensive fire."""
    state = wide(attackers, defenders)
    settle(answer(state, *moves.split("; ")))
    names = ["A1", "A2", "A3"][: len(left)]
    assert sorted(strengths(state, *names)) == left
    assert state.occupier(20) is FRENCH
    assert lost(state, AUSTRIAN) == discs
