"""Chapter 16, the worked examples of assaults and of the retreats that follow them."""

from collections import Counter
from typing import Any

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, pieces_at, play, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import strengths
from tests.toys import Facts, row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def ground(**border: bool | int) -> Facts:
    """Return a row of localities whose border from X, 2, to Y, 3, has these symbols."""
    return {"on": row(6, borders={2: border}, ruleset="bonaparte"), "step": 2}


def morale(state: BonaparteState) -> tuple[int, int]:
    """Return the morale of Austrians and French; untouched it is 16 and 17."""
    return state.morale(AUSTRIAN), state.morale(FRENCH)


def distribute(state: BonaparteState) -> BonaparteState:
    """Take losses and retreats in the first way offered, where every way is equal here."""
    while state.decision in (Decision.STRIKE, Decision.REDUCTION, Decision.RETREAT):
        play(state, min(texts(state)))
    return state


@pytest.mark.parametrize(("turn", "left"), [(AUSTRIAN, 1), (FRENCH, 0)])
def test_unequal_pair(turn: Side, left: int) -> None:
    """B-16.3: U is 2, W is 3; without leading defenders 2 - 1 costs two points, 2 three."""
    facts = ground(b_cavalry=1)
    if turn is AUSTRIAN:
        state = austrian_turn({"2/3": "C2"}, {"3/2": "I3"}, **facts)
        play(state, "assault A1 2/3", "lead none")
        assert strengths(state, "A1", "F1") == (1, left)
    else:
        state = french_turn({"3/2": "C2"}, {"2/3": "I3"}, **facts)
        play(state, "assault F1 3/2", "lead none")
        assert strengths(state, "F1", "A1") == (1, left)
    assert morale(state) == ((15, 15) if turn is AUSTRIAN else (13, 16))


@pytest.mark.parametrize("wide", [False, True])
def test_assault(wide: bool) -> None:
    """B-16.12: step by step; X is 2, Y is 3; a piece more of each army stands far away."""
    state = austrian_turn(
        {"2/3": "I3 I2", "1": "C2"},
        {"3/2": "A1 I2 C2", "5": "I3"},
        **ground(wide=wide, b_infantry=1, a_cavalry=1),
    )
    play(state, "assault A1 2/3", "join A2")
    assert (state.decision, state.to_move) == (Decision.LEADERS, AUSTRIAN)
    assert texts(state) == {"lead A1", "lead A2"} | ({"lead A1,A2"} if wide else set())
    play(state, "lead A1")
    assert (state.decision, state.to_move) == (Decision.FIRE, FRENCH)
    assert texts(state) == {"fire F1", "fire none"}
    assert known(state, FRENCH, "2/3") == Counter(["I3", "?"])
    assert [state.piece(name).face_up for name in ("A1", "A2")] == [True, False]
    play(state, "fire F1")
    assert (state.decision, state.to_move) == (Decision.DEFENCE_LEADERS, FRENCH)
    assert texts(state) == {"lead F2", "lead F3", "lead none"}
    assert (strengths(state, "A1", "A2"), morale(state)) == ((2, 2), (15, 17))
    assert known(state, AUSTRIAN, "3/2") == Counter(["A1", "?", "?"])
    play(state, "lead F2")
    assert (state.decision, state.to_move) == (Decision.PURSUIT, FRENCH)
    assert texts(state) == {"pursue F3", "pursue none"}
    assert strengths(state, "A1", "A2", "F1", "F2", "F3") == (0, 2, 1, 1, 2)
    assert morale(state) == (13, 16)
    assert known(state, AUSTRIAN, "3/2") == Counter(["A1", "I1", "?"])
    assert known(state, FRENCH, "2/3") == Counter("?")
    play(state, "pursue F3")
    assert strengths(state, "A1", "A2", "F1", "F2", "F3") == (0, 1, 1, 1, 1)
    assert morale(state) == (12, 15)
    assert known(state, AUSTRIAN, "3/2") == Counter(["A1", "I1", "C1"])
    assert known(state, FRENCH, "2") == Counter(["I1"])
    assert pieces_at(state, FRENCH, "3/2") == Counter(["A1", "I1", "C1"])
    assert where(state, "A2") == "2"
    assert not any(piece.face_up for piece in state.pieces)
    assert (state.commands, state.attack, state.decision) == (2, None, Decision.ACTION)
    assert (state.barred("2/3"), state.barred("3/2")) == (True, True)


def test_no_attacker_crosses_after_a_lost_assault() -> None:
    """B-16.12: not even when the defender has lost all in the approach; 4/3 remains open."""
    state = austrian_turn(
        {"2/3": "I2 I1", "2": "I3", "4": "I3"}, {"3/2": "I1", "3": "I3"}, **ground(b_infantry=1)
    )
    play(state, "assault A1 2/3", "join A2", "lead F1")
    assert (strengths(state, "A1", "A2", "F1"), state.decision) == ((1, 1, 0), Decision.ACTION)
    assert [where(state, "A1"), where(state, "A2")] == ["2", "2"]
    assert "attack A3 2/3" not in texts(state)
    assert {"march A3 2/3", "attack A4 4/3"} <= texts(state)


def test_retreat() -> None:
    """B-16.13: D is 1; T is 2, Lf 3, the bottom 4, R 5; two infantry 2 beat infantry 3."""
    cross = toy_game(
        {1: {}, 2: {}, 3: {}, 4: {}, 5: {"capacity": 2}},
        [
            {"a": 1, "b": 2, "wide": True},
            {"a": 1, "b": 3},
            {"a": 1, "b": 4, "impassable": True},
            {"a": 1, "b": 5},
        ],
        ruleset="bonaparte",
    )
    state = austrian_turn(
        {"2/1": "I2 I2", "3": "I3"}, {"1/2": "I3", "1/3": "I1", "1": "C2"}, on=cross, step=2
    )
    play(state, "assault A1 2/1", "join A2", "lead A1,A2", "lead F1")
    assert (state.decision, state.to_move) == (Decision.RETREAT, FRENCH)
    assert texts(state) == {"retreat F1 5", "retreat F3 5"}
    assert strengths(state, "F1", "F2", "F3") == (1, 0, 2)
    assert all(piece.face_up for piece in state.pieces if piece.side is FRENCH and piece.strength)
    assert morale(state) == (15, 17 - 2 - 1)
    play(state, "retreat F3 5")
    assert pieces_at(state, FRENCH, "5") == Counter(["I1", "C2"])
    assert known(state, AUSTRIAN, "5") == Counter(["I1", "C2"])
    assert pieces_at(state, AUSTRIAN, "1") == Counter(["I1", "I2"])
    assert not any(piece.face_up for piece in state.pieces)
    assert (state.decision, morale(state)) == (Decision.ACTION, (15, 14))


@pytest.mark.parametrize("defenders", ["I2 I2", "I3 I1", "I3 I1 I2"])
@pytest.mark.parametrize("third", [False, True])
def test_assault_of_the_summary(defenders: str, third: bool) -> None:
    """B-16.14: 4 - 1 against 4; the defender loses 1, the attacker 2."""
    state = austrian_turn(
        {"2/3": "I2 I2 I1" if third else "I2 I2"},
        {"3/2": defenders},
        **ground(wide=True, b_infantry=1),
    )
    play(state, "assault A1 2/3", "join A2", *(["join A3"] if third else []), "lead A1,A2")
    distribute(play(state, "lead F1,F2"))
    assert morale(state) == (16 - 2, 17 - 1)
    assert sum(strengths(state, "A1", "A2")) == 2
    assert sum(strengths(state, "F1", "F2")) == 3
    assert pieces_at(state, FRENCH, "3/2").total() == len(defenders.split())
    assert (pieces_at(state, AUSTRIAN, "2/3"), state.occupier(3)) == (Counter(), FRENCH)
    assert state.barred("2/3")


def test_tie() -> None:
    """B-16.17: both lose 1, the attackers withdraw."""
    state = austrian_turn({"2/3": "I2"}, {"3/2": "I2"}, **ground())
    play(state, "assault A1 2/3", "lead F1")
    assert (strengths(state, "A1", "F1"), morale(state)) == ((1, 1), (15, 16))
    assert (where(state, "A1"), where(state, "F1")) == ("2", "3/2")
    assert (state.barred("2/3"), state.won(3)) == (True, False)


def test_defender_without_leading_pieces() -> None:
    """B-16.18: of two points the artillery takes one, and only that one costs morale."""
    state = austrian_turn({"2/3": "I2"}, {"3/2": "A1"}, **ground(b_infantry=1))
    play(state, "assault A1 2/3")
    assert (state.decision, state.to_move) == (Decision.FIRE, FRENCH)
    play(state, "fire none")
    assert (strengths(state, "A1", "F1"), morale(state)) == ((1, 0), (15, 16))
    assert (where(state, "A1"), where(state, "F1")) == ("3", "")
    assert (state.barred("2/3"), state.won(3)) == (False, True)


def test_victory_without_survivor() -> None:
    """B-16.19: Y is vacated and stays empty; neither reserves nor comrades may enter it."""
    state = austrian_turn(
        {"2/3": "I2 C1", "2": "I3"}, {"3/2": "A1", "3": "C2", "6": "I2"}, **ground()
    )
    play(state, "assault A1 2/3", "join none", "fire F1")
    assert (strengths(state, "A1", "A2", "F1", "F2"), morale(state)) == ((0, 1, 0, 2), (14, 16))
    assert (where(state, "F2"), state.occupier(3)) == ("4", None)
    assert known(state, AUSTRIAN, "4") == Counter(["C2"])
    assert state.won(3)
    assert (state.decision, state.commands) == (Decision.ACTION, 2)
    assert "march A3 1" in texts(state)
    assert {text for text in texts(state) if "A2" in text.split()} == {"fall-back A2"}
    assert not any(text.endswith(" 3") for text in texts(state))
    play(state, "road A3")
    assert "cross 2-3" not in texts(state)


@pytest.mark.parametrize("demoralised", [True, False])
def test_demoralised_defender(demoralised: bool) -> None:
    """B-16.20: (2 - 1) + (1 - 1) against 2 loses, while 3 would win."""
    beaten: dict[str, Any] = {"morale": {FRENCH: 0}, "demoralised": {FRENCH: 8}}
    facts = beaten if demoralised else {}
    state = austrian_turn({"2/3": "I2"}, {"3/2": "C2 C1"}, **ground(wide=True), **facts)
    play(state, "assault A1 2/3", "lead F1,F2")
    if demoralised:
        # C2 must take a point, and C1 and C1 are alike for the other: no choice is left
        assert state.decision is Decision.ACTION
        assert (strengths(state, "A1"), sum(strengths(state, "F1", "F2"))) == ((1,), 1)
        assert (where(state, "A1"), morale(state)) == ("3", (15, 0))
    else:
        distribute(state)
        assert (strengths(state, "A1"), sum(strengths(state, "F1", "F2"))) == ((0,), 2)
        assert (state.occupier(3), morale(state)) == (FRENCH, (14, 16))


@pytest.mark.parametrize(
    ("leader", "level", "held", "french"),
    [("I2", 1, "2", 16), ("I1", 1, "3", 15), ("I2", 9, "3", 17 - 3)],
)
def test_demoralised_by_fire(leader: str, level: int, held: str, french: int) -> None:
    """B-16.21: a strength of 2 draws against 2 and beats 1; not demoralised it would be 4."""
    state = austrian_turn(
        {"2/3": "I3 I3", "6/5": "I3"},
        {"3/2": f"{leader} A1", "5/6": "I1"},
        morale={AUSTRIAN: level},
        **ground(wide=True, b_infantry=1),
    )
    play(state, "assault A1 2/3", "join A2", "lead A1,A2", "fire F2")
    assert sorted(strengths(state, "A1", "A2")) == [2, 3]
    assert state.morale(AUSTRIAN) == level - 1
    assert state.demoralised(AUSTRIAN) == (9 if level == 1 else None)
    distribute(play(state, "lead F1"))
    assert sum(strengths(state, "A1", "A2")) == 4
    assert [where(state, "A1"), where(state, "A2")] == [held, held]
    assert morale(state) == (max(level - 2, 0), french)
    assert (state.decision is Decision.ASSAULT) is (level == 9)
