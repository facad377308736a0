"""Chapter 12, retreats: who retreats, what it costs, and what it is not.

Most retreats here are from 29, attacked from 16; Austrians in 27 and 31 stand opposite 29/27 and
29/31, so that 39 is the only way out.
"""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, texts, where
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    FRENCH,
    answer,
    asking,
    attacked,
    destinations,
    face_up,
    finish,
    group,
    lines,
    lost,
    narrow,
)
from tests.rules.bonaparte.setting import austrian_turn
from tests.rules.bonaparte.turns import pass_turn, strengths

AROUND = {"27": "I2", "31": "I1"}
"""Austrians opposite 29/27 and 29/31."""


def test_pieces_retreat_after_a_lost_manoeuvre_attack() -> None:
    """B-12.1, B-12.2: from the reserve and from every approach; nobody may stay."""
    state = attacked({"29": "C2", "29/27": "I3", "29/31": "C1 I2"}, austrian=AROUND)
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    assert not [move for move in texts(state) if move.endswith("none")]
    finish(state)
    assert [where(state, name) for name in ("F1", "F2", "F4")] == ["39", "39", "39"]
    assert where(state, "F3") in ("39", "")
    assert state.occupier(29) is AUSTRIAN


def test_pieces_retreat_after_a_lost_assault() -> None:
    """B-12.1, B-12.2: those of the assaulted approach too."""
    state = narrow("I3", "I1 I3", austrian=AROUND, french={"29": "C2", "29/27": "I2"})
    finish(answer(state, "lead F1"))
    assert [where(state, name) for name in ("F1", "F2", "F3", "F4")] == ["", "39", "39", "39"]


def test_nobody_retreats_from_an_attack_that_is_blocked() -> None:
    """B-12.1: the locality is not lost."""
    state = austrian_turn({"16": "I3"}, {"29": "I2 C1"})
    group(state, "attack", "A1", "16/29")
    finish(play(state, "respond F1", "join none"))
    assert [where(state, name) for name in ("F1", "F2")] == ["29/16", "29"]


def test_a_withdrawal_is_no_retreat() -> None:
    """B-12.3: artillery and infantry go back to 16 without loss, hidden and unasked."""
    state = answer(narrow("I3 I2 A1", "I2"), "lead A1", "lead F1")
    assert state.decision is Decision.ACTION
    assert strengths(state, "A1", "A2", "A3") == (2, 2, 1)
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["16"] * 3
    assert known(state, FRENCH, "16") == {"I2": 1, "?": 2}


@pytest.mark.parametrize("moves", [("fall-back A1", "fall-back A2"), ("end",)])
def test_a_fall_back_is_no_retreat(moves: tuple[str, ...]) -> None:
    """B-12.3: chosen or compulsory, it costs nothing and shows nothing."""
    state = play(austrian_turn({"16/29": "A1 I2", "1": "I3 C2"}, {"62": "I2"}), *moves)
    assert [where(state, name) for name in ("A1", "A2")] == ["16", "16"]
    assert strengths(state, "A1", "A2") == (1, 2)
    assert known(state, FRENCH, "16") == {"?": 2}
    assert state.morale(AUSTRIAN) == 16


def test_a_retreat_is_free_and_no_move() -> None:
    """B-12.4: no command of either side, no traffic; in his turn the owner may use the piece."""
    state = attacked({"29": "C2"})
    play(state, "retreat F1 31")
    assert state.commands == 2
    assert state.direction("c72") is None
    assert not state.piece("F1").acted
    pass_turn(state)
    assert (state.turn, state.commands) == (FRENCH, 3)
    assert "march F1 33" in texts(state)
    assert "cross 31-33" in texts(play(state, "road F1"))


def test_retreating_pieces_are_shown_before_any_loss() -> None:
    """B-12.5: all of them, with their full strength, when the first loss is to be chosen."""
    state = austrian_turn(
        {"16/29": "I3", **AROUND, "1": "I1"}, {"29": "I3 I2", "29/27": "C2", "62": "I1 C1 I2"}
    )
    assert known(state, AUSTRIAN, "29") == {"?": 2}
    play(state, "attack A1 16/29")
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    assert known(state, AUSTRIAN, "29") == {"I3": 1, "I2": 1}
    assert known(state, AUSTRIAN, "29/27") == {"C2": 1}
    assert face_up(state, AUSTRIAN, "29") == 2
    assert face_up(state, AUSTRIAN, "29/27") == 1


@pytest.mark.parametrize("place", ["29", "29/27", "29/31"])
def test_artillery_is_eliminated(place: str) -> None:
    """B-12.6: in reserve and in any approach, though there is a way out."""
    state = finish(attacked({place: "A1"}, austrian=AROUND))
    assert strengths(state, "F1") == (0,)
    assert lost(state, FRENCH) == 1


def test_artillery_of_a_lost_assault_is_eliminated() -> None:
    """B-12.6: it took part; F1 and F2 bore the losses of the result."""
    state = answer(narrow("I3", "I1 I2 A1"), "fire none", "lead F1", "reduce F2")
    assert asking(state) == (Decision.RETREAT, FRENCH)
    assert strengths(state, "F1", "F2", "F3") == (0, 1, 0)
    assert lost(state, FRENCH) == 3


def test_one_infantry_piece_in_reserve_loses_a_point() -> None:
    """B-12.7, B-12.8: one of the three, as the owner likes; the cavalry is not asked."""
    state = attacked({"29": "I3 I2 I1 C2"})
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    assert texts(state) == {"reduce F1", "reduce F2", "reduce F3"}
    play(state, "reduce F2")
    assert state.decision is Decision.RETREAT
    assert strengths(state, "F1", "F2", "F3", "F4") == (3, 1, 1, 2)


@pytest.mark.parametrize(
    ("reserve", "losses"), [("C2", 0), ("C2 C1", 0), ("C2 I2", 1), ("I1 C2", 1), ("I2 A1 C1", 2)]
)
def test_cavalry_in_reserve_loses_nothing(reserve: str, losses: int) -> None:
    """B-12.8, B-12.7: not even beside infantry."""
    state = finish(attacked({"29": reserve}))
    assert lost(state, FRENCH) == losses
    for number, piece in enumerate(reserve.split(), start=1):
        if piece.startswith("C"):
            assert strengths(state, f"F{number}") == (int(piece[1]),)


def test_one_piece_of_every_approach_loses_a_point() -> None:
    """B-12.9: infantry or cavalry, as the owner likes, in each of the two."""
    state = attacked({"29/27": "I3 C2", "29/31": "C1 I2"}, austrian=AROUND)
    expected = {(left + right) for left in ((2, 2), (3, 1)) for right in ((0, 2), (1, 1))}
    ends = {strengths(end, "F1", "F2", "F3", "F4") for end in lines(state, Decision.REDUCTION)}
    assert ends == expected


@pytest.mark.parametrize(
    ("approaches", "losses"),
    [
        ({"29/27": "I3"}, 1),
        ({"29/27": "I3 I2 C2"}, 1),
        ({"29/27": "C2"}, 1),
        ({"29/27": "I3", "29/31": "C2"}, 2),
        ({"29/27": "I3", "29": "I2"}, 2),
    ],
)
def test_each_approach_costs_one_point_however_many_stand_there(
    approaches: Mapping[str, str], losses: int
) -> None:
    """B-12.9: besides the one of the infantry in reserve."""
    assert lost(finish(attacked(approaches, austrian=AROUND)), FRENCH) == losses


@pytest.mark.parametrize(
    ("elsewhere", "losses"), [({}, 2), ({"29/27": "I3"}, 3), ({"29": "I3", "29/27": "C2"}, 4)]
)
def test_the_assaulted_approach_loses_nothing_more(
    elsewhere: Mapping[str, str], losses: int
) -> None:
    """B-12.10: result 1 has cost two points; the survivors F1 and F2 are spared."""
    state = narrow("I2", "I3 C2", austrian=AROUND, french=elsewhere)
    finish(answer(state, "lead none", "reduce F1", "reduce F1"))
    assert strengths(state, "F1", "F2") == (1, 2)
    assert lost(state, FRENCH) == losses


def test_an_approach_with_artillery_only_loses_the_artillery() -> None:
    """B-12.11: its point is not taken from another position."""
    state = finish(attacked({"29/27": "A1", "29/31": "I3", "29": "C2"}, austrian=AROUND))
    assert strengths(state, "F1", "F2", "F3") == (0, 2, 2)
    assert lost(state, FRENCH) == 2


def test_artillery_takes_no_loss_for_the_others() -> None:
    """B-12.6, B-12.9: infantry beside it loses its point all the same."""
    state = finish(attacked({"29/27": "A1 I3"}, austrian=AROUND))
    assert strengths(state, "F1", "F2") == (0, 2)


def test_the_order_of_losses() -> None:
    """B-12.12: artillery, infantry in reserve, each approach, and only then the routes."""
    state = attacked(
        {"29": "I3 I2", "29/27": "C2 I3 A1", "29/31": "I2 C1"}, austrian={"27": "I2", "31": "I1"}
    )
    assert strengths(state, "F5") == (0,)
    assert texts(state) == {"reduce F1", "reduce F2"}
    play(state, "reduce F1")
    approaches = []
    for _ in range(2):
        assert asking(state) == (Decision.REDUCTION, FRENCH)
        approaches.append(frozenset(texts(state)))
        play(state, min(texts(state)))
    assert set(approaches) == {
        frozenset({"reduce F3", "reduce F4"}),
        frozenset({"reduce F6", "reduce F7"}),
    }
    assert state.decision is not Decision.REDUCTION


@pytest.mark.parametrize(
    ("french", "losses"),
    [({"29": "C2"}, 2), ({"29": "I3"}, 3), ({"29": "C2 I1 A1"}, 4), ({"29/27": "I2 C1"}, 3)],
)
def test_eliminated_pieces_cost_their_strength(french: Mapping[str, str], losses: int) -> None:
    """B-12.21, B-12.20: with no way out, all points are lost, those of the retreat among them."""
    state = attacked(french, austrian={**AROUND, "39": "I1"})
    finish(state)
    assert lost(state, FRENCH) == losses
    assert state.occupier(29) is AUSTRIAN


def test_a_piece_may_retreat_twice_in_a_turn() -> None:
    """B-12.24: with a new loss."""
    state = attacked({"29": "I3"}, austrian={"33": "I2"})
    play(state, "retreat F1 31")
    group(state, "attack", "A2", "33/31")
    answer(state, "respond none")
    assert asking(state) == (Decision.RETREAT, FRENCH)
    assert strengths(state, "F1") == (1,)
    assert destinations(state, "F1") == {16, 22}
    finish(play(state, "retreat F1 22"))
    assert [where(state, name) for name in ("A2", "F1")] == ["31", "22"]
    assert lost(state, FRENCH) == 2
