"""Chapter 2 of the digest: pieces, their strength and their reduction."""

from collections import Counter

import numpy as np
import pytest

from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import (
    austrian_turn,
    french_turn,
    game,
    known,
    pieces_at,
    play,
    settle,
    texts,
    where,
)


def bombarded(piece: str) -> TriompheState:
    """Return the position after Austrian artillery in 8/9 has hit that only French piece in 9."""
    return play(austrian_turn({"8/9": "A1:due"}, {"9": piece}), "complete A1")


def test_a_piece_has_a_type_and_a_strength() -> None:
    """T-2.1: the types are infantry, cavalry and artillery; strength counts the symbols."""
    state = austrian_turn({"5": "I3 C2 A1"})
    facts = [(piece.kind, piece.strength) for piece in state.pieces]
    assert facts == [(Kind.INFANTRY, 3), (Kind.CAVALRY, 2), (Kind.ARTILLERY, 1)]


def test_strengths_of_the_order_of_battle() -> None:
    """T-2.2: infantry starts with 2 or 3, cavalry with 2, artillery with 1."""
    found = {(piece.kind, piece.strength) for piece in game.start(1).pieces}
    assert found == {
        (Kind.INFANTRY, 3),
        (Kind.INFANTRY, 2),
        (Kind.CAVALRY, 2),
        (Kind.ARTILLERY, 1),
    }


@pytest.mark.parametrize("piece", ["I3", "I2", "I1", "C2", "C1", "A1"])
def test_strengths_that_occur(piece: str) -> None:
    """T-2.2: infantry 1 to 3, cavalry 1 and 2, artillery 1."""
    assert pieces_at(austrian_turn({"5": piece}), Side.AUSTRIAN, "5") == Counter([piece])


def test_strengths_only_ever_fall() -> None:
    """T-2.2: through a game of random moves no piece gains strength or changes its type."""
    chance = np.random.default_rng(2)
    state = game.start(2)
    before = {piece.name: piece for piece in state.pieces}
    while moves := state.legal_moves():
        state.play(moves[chance.integers(len(moves))])
        for piece in state.pieces:
            assert piece.kind is before[piece.name].kind
            assert 0 <= piece.strength <= before[piece.name].strength
            before[piece.name] = piece


def test_faces_are_hidden_from_the_opponent_only() -> None:
    """T-2.3: the owner sees his faces; the opponent knows only what the army consists of."""
    state = austrian_turn({"5": "I3", "4": "C2"}, {"9": "C2", "20": "I2"})
    assert known(state, Side.FRENCH, "5") == Counter("?")
    assert known(state, Side.AUSTRIAN, "9") == Counter("?")
    own = {piece.name: piece.kind for piece in state.view(Side.FRENCH).own}
    assert own == {"F1": Kind.CAVALRY, "F2": Kind.INFANTRY}


def test_a_face_shown_is_hidden_again_after_the_occasion() -> None:
    """T-2.4: a bombarding artillery lies face-up until its owner cancels."""
    state = austrian_turn({"8/9": "A1:due"}, {"9": "I2"})
    assert state.piece("A1").face_up
    assert not play(state, "cancel A1").piece("A1").face_up


def test_faces_shown_in_an_assault_are_hidden_at_its_end() -> None:
    """T-2.4: the leading piece is seen until then; after it, two blocks cannot be told apart."""
    state = austrian_turn({"12/16": "I3 I2"}, {"16/12": "I2 I3", "20": "C2 I2"})
    play(state, "assault 12/16", "lead F1")
    assert known(state, Side.AUSTRIAN, "16/12") == Counter({"I2": 1, "?": 1})
    settle(state)
    assert known(state, Side.AUSTRIAN, "16/12") == Counter("??")


@pytest.mark.parametrize(("before", "after"), [("I3", "I2"), ("I2", "I1"), ("C2", "C1")])
def test_reduce_by_one(before: str, after: str) -> None:
    """T-2.5: same type, one strength less, same position."""
    state = bombarded(before)
    assert pieces_at(state, Side.FRENCH, "9") == Counter([after])


@pytest.mark.parametrize("piece", ["I1", "C1", "A1"])
def test_a_piece_of_strength_one_is_removed(piece: str) -> None:
    """T-2.6: reduced from strength 1 a piece leaves the game and nothing replaces it."""
    state = bombarded(piece)
    assert (where(state, "F1"), state.piece("F1").strength) == ("", 0)
    assert state.occupier(9) is None
    assert state.count("9") == 0


def test_a_reduction_shows_the_old_and_the_new_face() -> None:
    """T-2.7: a lone piece is unknown before it is reduced and known afterwards."""
    state = austrian_turn({"8/9": "A1:due"}, {"9": "C2", "20": "I3 C1"})
    assert known(state, Side.AUSTRIAN, "9") == Counter("?")
    play(state, "complete A1")
    assert known(state, Side.AUSTRIAN, "9") == Counter(["C1"])
    assert known(state, Side.AUSTRIAN, "20") == Counter("??")


def test_a_reduced_piece_stays_disorganised() -> None:
    """T-2.8: reduction changes nothing but the strength; here the organisation state stays."""
    assert not bombarded("~I3").piece("F1").organised
    assert bombarded("I3").piece("F1").organised


def test_a_reduced_piece_keeps_its_acted_status() -> None:
    """T-2.8: an attacker reduced in a lost assault has acted all the same."""
    state = austrian_turn({"12/16": "I3"}, {"16/12": "I3"})
    settle(play(state, "assault 12/16", "lead F1"))
    assert state.piece("A1").strength == 2
    assert state.piece("A1").acted
    assert not any("A1" in text for text in texts(state))


def test_a_reduced_leading_piece_goes_on_leading() -> None:
    """T-2.8: infantry 3, hit by defensive fire, leads on with 2: 2 − 1 − 1 does not suffice."""
    state = austrian_turn({"8/9": "I3"}, {"9/8": "I1 A1"})
    settle(play(state, "assault 8/9", "lead F1", "fire F2"))
    assert where(state, "A1") == "8/9"
    assert state.piece("A1").strength == 1
    assert state.occupier(9) is Side.FRENCH


@pytest.mark.parametrize("piece", ["I1", "C1"])
def test_replacement_pieces_never_run_out(piece: str) -> None:
    """T-2.9: with every other piece of an army at strength 1 a reduction to 1 is still made."""
    many = " ".join([piece] * 16)
    state = austrian_turn({"8/9": "A1:due"}, {"9": f"{piece[0]}2", "20": many})
    play(state, "complete A1")
    assert pieces_at(state, Side.FRENCH, "9") == Counter([piece])


def test_discs_do_not_occupy_or_count_against_capacity() -> None:
    """T-2.10: three pieces march into Marengo, capacity 3, where only French discs lie."""
    state = austrian_turn({"9": "I3 I2 C2"}, {"20": "I2"}, committed={Side.FRENCH: {14: 3}})
    assert state.occupier(14) is None
    play(state, "march A1,A2,A3 14")
    assert state.count("14") == 3


def test_discs_cannot_be_blocked_or_attacked() -> None:
    """T-2.10: a locality that holds only enemy discs is nothing to stand against."""
    state = austrian_turn({"9": "I3"}, {"20": "I2"}, committed={Side.FRENCH: {14: 3}})
    assert not {"march A1 9/14", "attack A1 9/14"} & texts(state)


def test_discs_do_not_move_with_the_pieces() -> None:
    """T-2.10: the pieces march off, their disc stays."""
    state = french_turn({"14": "I3"}, {"8": "I2"}, committed={Side.FRENCH: {14: 1}})
    play(state, "march F1 19")
    assert state.committed(Side.FRENCH) == {14: 1}


def test_one_artillery_piece_for_each_army() -> None:
    """T-2.11: the orders of battle hold one artillery piece each."""
    guns = [piece.name for piece in game.start(1).pieces if piece.kind is Kind.ARTILLERY]
    assert guns == ["A20", "F19"]


def test_several_artillery_pieces_fire_one_after_the_other() -> None:
    """T-2.11: two declared bombardments are two actions with a reduction each."""
    state = austrian_turn({"8/9": "A1:due A1:due"}, {"9": "I3"})
    play(state, "complete A1")
    assert pieces_at(state, Side.FRENCH, "9") == Counter(["I2"])
    play(state, "complete A2")
    assert pieces_at(state, Side.FRENCH, "9") == Counter(["I1"])
    assert state.level(Side.FRENCH) == 4
