"""Chapter 21: the worked examples of manoeuvre attacks, on the real board.

The rulebook's section 23 numbers its localities differently: its 3, 4, 5, 8, 10 and 24 are 4, 10,
9, 20, 8 and 31 here.
"""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play, settle, starting, texts, where
from tests.knowledge import blocks
from tests.rules.triomphe.steps import cross, places


def lost_discs(state: TriompheState, side: Side) -> int:
    """Return how many of the six discs of the start have gone."""
    return 6 - int(state.level(side))


@pytest.mark.parametrize(("answer", "ends"), [("hold", "17"), ("advance", "17/29")])
def test_the_figure_of_section_9(answer: str, ends: str) -> None:
    """T-21.6: K is 17, L is 29 (capacity 6)."""
    state = french_turn({"17": "C1"}, {"29": "I2"})
    state = settle(play(state, "attack F1 17/29", "respond A1", answer))
    assert places(state, "F1", "A1") == (ends, "29/17")
    assert state.committed(Side.AUSTRIAN) == {29: 1}
    assert state.uncommitted(Side.AUSTRIAN) == 5
    assert state.orders == 2


@pytest.mark.parametrize(
    ("face", "strength", "lost", "committed"),
    [("I2", 1, 1, {29: 1}), ("I1", 0, 1, {}), ("C2", 2, 0, {29: 1}), ("A1", 0, 1, {})],
)
def test_the_same_without_a_response(
    face: str, strength: int, lost: int, committed: dict[int, int]
) -> None:
    """T-21.7."""
    state = french_turn({"17": "C1"}, {"29": face})
    state = settle(play(state, "attack F1 17/29", "respond none"))
    assert where(state, "F1") == "29"
    assert state.piece("A1").strength == strength
    assert lost_discs(state, Side.AUSTRIAN) == lost
    assert state.committed(Side.AUSTRIAN) == committed


@pytest.mark.parametrize("pieces", ["I3 I2", "~I3 ~I2"])
def test_no_french_piece_bars_the_threat(pieces: str) -> None:
    """T-21.15: in the French turn of 6:00, organised or not."""
    state = french_turn({"9": pieces}, {"4/9": "C2"}, hour=6)
    assert not any("9/4" in text for text in texts(state))


def test_the_threat_of_section_23() -> None:
    """T-21.15: the cavalry in 4/9 takes 9 at 7:00; the infantry there lose one strength."""
    state = french_turn({"9": "~I3 ~I2"}, {"4/9": "C2"}, hour=6)
    state = play(state, "end")
    assert (state.hour, state.turn) == (7, Side.AUSTRIAN)
    state = play(state, "attack A1 4/9")
    assert state.decision == Decision.REDUCTION
    state = settle(state)
    assert where(state, "A1") == "9"
    assert state.piece("F1").strength + state.piece("F2").strength == 4
    assert lost_discs(state, Side.FRENCH) == 1


def test_the_french_counter_blow_of_section_23() -> None:
    """T-21.16: arrow A, by local roads from 8 through 3 and 6 to 4."""
    state = french_turn(
        {"8": "~C2 ~I2", "9": "~I3 ~I1"},
        {"4/9": "C2"},
        hour=6,
        uncommitted={Side.AUSTRIAN: 2, Side.FRENCH: 4},
    )
    state = play(state, "organise F1")
    assert texts(state) == {"organise F2"}
    state = cross(play(state, "organise F2", "road F1"), "8-3", "3-6", "6-4")
    assert state.decision == Decision.ACTION
    assert state.piece("A1").strength == 1
    assert places(state, "A1", "F1") == ("5", "4")
    assert (state.uncommitted(Side.AUSTRIAN), state.committed(Side.AUSTRIAN)) == (0, {4: 1})
    assert state.orders == 0
    assert blocks(state, Side.AUSTRIAN, "4") == [{"C2"}]


def test_the_second_attack_beats_a_partial_block() -> None:
    """T-21.21."""
    state = french_turn({"4": "I3 C2"}, {"5/4": "I3"})
    state = play(state, "attack F1 4/5", "hold")
    assert places(state, "F1", "A1") == ("4", "5/4")
    assert state.committed(Side.AUSTRIAN) == {5: 1}
    state = settle(play(state, "attack F2 4/5"))
    assert places(state, "F2", "A1") == ("5", "1")


def three_against_a_wide_approach() -> TriompheState:
    state = french_turn({"4": "I3 I2 I1"}, {"5": "I2 I2"})
    return play(state, "attack F1,F2,F3 4/5")


def test_several_attackers_and_two_responding() -> None:
    """T-21.22: the defender wins and commits two discs."""
    state = settle(play(three_against_a_wide_approach(), "respond A1,A2"))
    assert places(state, "F1", "F2", "F3") == ("4", "4", "4")
    assert state.committed(Side.AUSTRIAN) == {5: 2}
    assert lost_discs(state, Side.AUSTRIAN) == 0


def test_several_attackers_and_one_responding() -> None:
    """T-21.22: both defenders are destroyed, one in the approach and one in reserve."""
    state = settle(play(three_against_a_wide_approach(), "respond A1"))
    assert places(state, "F1", "F2", "F3") == ("5", "5", "5")
    assert [state.piece(name).strength for name in ("A1", "A2")] == [0, 0]
    assert lost_discs(state, Side.AUSTRIAN) == 4


@pytest.mark.parametrize(("second", "left"), [("reduce A1", [0, 2]), ("reduce A2", [1, 1])])
def test_several_attackers_and_none_responding(second: str, left: list[int]) -> None:
    """T-21.22: the reserve infantry take two together, as their owner likes."""
    state = play(three_against_a_wide_approach(), "respond none")
    if state.piece("A1").strength == 2:
        state = play(state, "reduce A1")
    state = settle(play(state, second))
    assert sorted(state.piece(name).strength for name in ("A1", "A2")) == left
    assert lost_discs(state, Side.AUSTRIAN) == 2
    assert places(state, "F1", "F2", "F3") == ("5", "5", "5")


def test_a_second_failure_commits_one() -> None:
    """T-21.23."""
    state = french_turn({"4": "I3 I2 I1 C2"}, {"5/4": "I3", "5": "C2"})
    state = play(state, "attack F1 4/5", "respond none", "hold")
    assert state.committed(Side.AUSTRIAN) == {5: 1}
    state = play(state, "attack F2,F3 4/5", "respond A2", "hold")
    assert state.committed(Side.AUSTRIAN) == {5: 2}
    assert places(state, "A1", "A2") == ("5/4", "5/4")
    assert starting(state, "attack") == set()


def test_defence_b() -> None:
    """T-21.17: organise both pieces of 9 and march to 10, three orders in all."""
    state = french_turn({"9": "~I3 ~I2"}, {"4/9": "C2"}, hour=6)
    state = play(state, "organise F1", "organise F2", "march F1,F2 10")
    assert places(state, "F1", "F2") == ("10", "10")
    assert state.orders == 0


def test_defence_c1() -> None:
    """T-21.18: the piece of 20 marches across country to 10, two orders."""
    state = french_turn({"20": "~I2"}, {"4": "C2"}, hour=6)
    state = play(state, "organise F1", "march F1 10")
    assert where(state, "F1") == "10"
    assert state.orders == 1


@pytest.mark.parametrize(
    ("way", "ends", "orders"),
    [
        (("31-28:c36", "28-21", "21-13"), "13", 1),
        (("31-28:c36", "28-34", "34-21"), "21", 2),
    ],
)
def test_defences_c2_and_c3(way: tuple[str, ...], ends: str, orders: int) -> None:
    """T-21.18: by local road to 13 for two orders, by main roads only to 21 for one."""
    state = french_turn({"31": "~I2"}, {"4": "C2"}, hour=6)
    state = cross(play(state, "organise F1", "road F1"), *way)
    assert state.decision == Decision.ACTION
    assert where(state, "F1") == ends
    assert state.orders == orders


def test_the_first_austrian_piece_may_go_to_10_instead() -> None:
    """T-21.19: three free steps by main road."""
    state = austrian_turn({"Alessandria": "C2"}, hour=6)
    state = settle(cross(play(state, "road A1"), "Alessandria-1", "1-5", "5-10"))
    assert where(state, "A1") == "10"
    assert state.orders == 3


def test_organised_pieces_could_strike_10_twice() -> None:
    """T-21.19: the only defender blocks 9; the attack from 20 finds no one in its way."""
    state = french_turn({"9": "I3 I2", "20": "I1"}, {"10": "C2"}, hour=6)
    state = play(state, "attack F1 9/10", "respond A1")
    assert where(settle(play(state, "attack F3 20/10")), "F3") == "10"


def test_disorganised_pieces_cannot_strike_10_twice() -> None:
    """T-21.19: two orders organise 9, one organises 20, none is left."""
    state = french_turn({"9": "~I3 ~I2", "20": "~I1"}, {"10": "C2"}, hour=6)
    state = play(state, "organise F1", "organise F2")
    assert state.orders == 1
    assert starting(state, "attack") == {
        "attack F1 9/10",
        "attack F2 9/10",
        "attack F1,F2 9/10",
    }
    state = play(state, "organise F3")
    assert state.orders == 0
    assert starting(state, "attack") == set()
