"""Chapter 4 of the digest: armies, types, strength, loss, and what is shown of a piece."""

from collections import Counter

import numpy as np
import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.types import Piece
from tests.helpers import known, pieces_at, play, starting, texts, verbs, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn, finish

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

QUIET = (Decision.ACTION, Decision.ASSAULT, Decision.ACTIVATION, Decision.DECLARATION)


def bombarded(piece: str, place: str = "27") -> BonaparteState:
    """Return the Austrian turn in which artillery in 17/27 has hit that French piece."""
    return play(austrian_turn({"17/27": "A1:due"}, {place: piece}, step=1), "complete A1")


def game_of_random_moves(
    seed: int, moves: int = 700
) -> list[tuple[Decision, list[str], BonaparteState]]:
    """Return what is decided, the legal moves and the position, move after move."""
    chance = np.random.default_rng(seed)
    state = game.start(seed)
    seen: list[tuple[Decision, list[str], BonaparteState]] = []
    while len(seen) < moves and (legal := state.legal_moves()):
        seen.append((state.decision, [str(move) for move in legal], state.copy()))
        state.play(legal[chance.integers(len(legal))])
    return seen


@pytest.mark.parametrize("seed", [1, 2])
def test_what_never_changes(seed: int) -> None:
    """B-4.1, B-4.2, B-4.5, B-4.6: army and type stay, strength only falls, the dead stay dead."""
    before: dict[str, Piece] = {}
    for _, _, state in game_of_random_moves(seed):
        for piece in state.pieces:
            assert piece.side is (AUSTRIAN if piece.name[0] == "A" else FRENCH)
            old = before.get(piece.name, piece)
            assert (piece.side, piece.kind) == (old.side, old.kind)
            assert 0 <= piece.strength <= old.strength
            assert (piece.place is None) == (piece.strength == 0)
            before[piece.name] = piece


def test_each_player_moves_his_own_army() -> None:
    """B-4.1: Austria is offered no French piece and France no Austrian one."""
    pieces = {"17": "I3 C2"}, {"27": "I3 C2"}
    assert not any(" F" in text for text in texts(austrian_turn(*pieces)))
    assert not any(" A" in text for text in texts(french_turn(pieces[1], pieces[0])))


@pytest.mark.parametrize(
    ("token", "kind", "strength"),
    [
        ("I3", Kind.INFANTRY, 3),
        ("I2", Kind.INFANTRY, 2),
        ("I1", Kind.INFANTRY, 1),
        ("C2", Kind.CAVALRY, 2),
        ("C1", Kind.CAVALRY, 1),
        ("A1", Kind.ARTILLERY, 1),
    ],
)
def test_types_and_strengths(token: str, kind: Kind, strength: int) -> None:
    """B-4.2, B-4.3: three types; the strength is the number of symbols."""
    piece = austrian_turn({"17": token}).piece("A1")
    assert (piece.kind, piece.strength) == (kind, strength)


def test_strengths_of_the_order_of_battle() -> None:
    """B-4.3: infantry starts with 2 or 3, cavalry with 2, artillery with 1."""
    found = {(piece.kind.name[0], piece.strength) for piece in game.start(1).pieces}
    assert found == {("I", 3), ("I", 2), ("C", 2), ("A", 1)}


def test_one_artillery_piece_in_each_army() -> None:
    """B-4.4."""
    guns = [piece.name for piece in game.start(1).pieces if piece.kind is Kind.ARTILLERY]
    assert guns == ["A20", "F18"]


@pytest.mark.parametrize("place", ["27", "27/17"])
@pytest.mark.parametrize(
    ("before", "after"),
    [("I3", "I2"), ("I2", "I1"), ("C2", "C1"), ("I1", ""), ("C1", ""), ("A1", "")],
)
def test_a_point_lost(before: str, after: str, place: str) -> None:
    """B-4.5: same type, one point weaker, same position; from strength 1 out of the game."""
    state = bombarded(before, place)
    assert pieces_at(state, FRENCH, place) == Counter([after] if after else [])
    assert where(state, "F1") == (place if after else "")
    assert state.count(place) == (1 if after else 0)


def test_several_points_lost_at_once() -> None:
    """B-4.5: the beaten leading piece loses two points: 3 − 1 − 3 = −1."""
    state = play(austrian_turn({"17/27": "I3"}, {"27/17": "I3"}, step=2), "assault A1 17/27")
    play(state, "lead F1")
    assert pieces_at(state, AUSTRIAN, "17") == Counter(["I1"])


def test_strength_does_not_come_back() -> None:
    """B-4.6: two rounds at rest later the piece is as weak as before."""
    state = bombarded("I3")
    for _ in range(4):
        end_turn(state)
    assert pieces_at(state, FRENCH, "27") == Counter(["I2"])


@pytest.mark.parametrize("kind", ["I", "C"])
def test_replacement_pieces_never_run_out(kind: str) -> None:
    """B-4.7: with every other piece of the army at strength 1 a piece still goes from 2 to 1."""
    many = " ".join([f"{kind}1"] * 20)
    french = {"27": f"{kind}2", "37": many}
    state = play(austrian_turn({"17/27": "A1:due"}, french, step=1), "complete A1")
    assert pieces_at(state, FRENCH, "27") == Counter([f"{kind}1"])


@pytest.mark.parametrize(("piece", "active"), [("~I3", False), ("I3", True)])
@pytest.mark.parametrize("place", ["27", "27/17"])
def test_a_reduced_piece_keeps_position_and_activation(
    piece: str, active: bool, place: str
) -> None:
    """B-4.8: locality, position, active or inactive."""
    reduced = bombarded(piece, place).piece("F1")
    assert (reduced.strength, reduced.active, str(reduced.place)) == (2, active, place)


def test_a_reduced_piece_keeps_what_it_has_done() -> None:
    """B-4.8: beaten in an assault and reduced to 1, it has assaulted and does not move."""
    state = play(austrian_turn({"17/27": "I3"}, {"27/17": "I3"}, step=2), "assault A1 17/27")
    finish(play(state, "lead F1"))
    piece = state.piece("A1")
    assert (piece.strength, piece.acted, piece.assaulted) == (1, True, True)
    assert texts(state) == {"end"}


def test_faces_are_known_to_the_owner_only() -> None:
    """B-4.9: the opponent sees that pieces stand there, not which."""
    state = austrian_turn({"17": "I3", "5": "C2"}, {"27": "C2", "37": "I2"})
    for side, place in ((FRENCH, "17"), (FRENCH, "5"), (AUSTRIAN, "27"), (AUSTRIAN, "37")):
        assert known(state, side, place) == Counter("?")
    assert not any(piece.face_up for piece in state.pieces)


@pytest.mark.parametrize("strength", [1, 2])
def test_a_piece_that_proves_its_type_shows_its_strength(strength: int) -> None:
    """B-4.10: cavalry attacking by road, 1 or 2; there are others of either strength."""
    state = austrian_turn({"17": f"C{strength}", "5": "C1 C2 I2"}, {"27": "I2", "37": "I3"})
    assert known(state, FRENCH, "17") == Counter("?")
    play(state, "road A1", "cross 17-27")
    assert state.decision is Decision.RESPONSE
    assert state.piece("A1").face_up
    assert known(state, FRENCH, "17") == Counter([f"C{strength}"])


@pytest.mark.parametrize("moves", [[], ["attack A1 17/27"], ["attack A1 17/27", "respond none"]])
def test_a_player_may_look_at_his_own_pieces_at_any_time(moves: list[str]) -> None:
    """B-4.11: in his own turn and the enemy's, whoever decides."""
    state = play(austrian_turn({"17": "I3", "6:00": "C2 A1"}, {"27": "~I2 C2", "37": "I3"}), *moves)
    for side in Side:
        own = {piece for piece in state.pieces if piece.side is side}
        assert set(state.view(side).own) == own


def test_number_colour_and_position_are_visible() -> None:
    """B-4.12: both sides see how many enemy pieces stand in each position."""
    state = austrian_turn(
        {"17": "I3 C2", "17/27": "I2"}, {"27": "I2", "27/17": "C2 I3", "37": "I2"}
    )
    seen = {
        side: Counter((block.side, str(block.place)) for block in state.view(side).enemy)
        for side in Side
    }
    assert seen[FRENCH] == {(AUSTRIAN, "17"): 2, (AUSTRIAN, "17/27"): 1}
    assert seen[AUSTRIAN] == {(FRENCH, "27"): 1, (FRENCH, "27/17"): 2, (FRENCH, "37"): 1}


@pytest.mark.parametrize("seed", [3, 4])
def test_between_the_cases_listed_only_bombarding_artillery_is_face_up(seed: int) -> None:
    """B-4.13: no other piece is face-up when no attack, march or retreat is under way."""
    for decision, _, state in game_of_random_moves(seed):
        if decision in QUIET:
            shown = [piece for piece in state.pieces if piece.face_up]
            assert all(piece.kind is Kind.ARTILLERY for piece in shown)
            assert all(piece.bombardment != "none" for piece in shown)


@pytest.mark.parametrize(
    "moves",
    [
        ["march A1 16"],
        ["march A1 17/27"],
        ["pontoon A4"],
        ["road A4", "stop"],
        ["attack A1 17/27", "join none", "respond F1"],
    ],
    ids=lambda moves: moves[0],
)
def test_moving_and_blocking_turn_nothing_face_up(moves: list[str]) -> None:
    """B-4.13."""
    state = austrian_turn({"17": "I3 I2 C2", "6:00": "I2"}, {"27": "I2", "37": "C2"})
    for move in moves:
        play(state, move)
        assert not any(piece.face_up for piece in state.pieces)


def test_the_scale_of_the_pieces_has_no_effect() -> None:
    """B-4.22: infantry has guns of its own, but neither bombards nor fires in defence."""
    state = austrian_turn({"17/27": "I3"}, {"27/17": "I3", "37": "C2"})
    play(state, "end")
    assert (state.turn, state.decision) == (FRENCH, Decision.ASSAULT)
    play(state, "assault F1 27/17")
    assert state.decision is Decision.DEFENCE_LEADERS


def test_a_thousand_horses_count_as_two_like_any_other_two_symbols() -> None:
    """B-4.22: cavalry 2 leads against cavalry 2: 2 − 2 = 0, a tie for the defender."""
    state = play(austrian_turn({"17/27": "C2"}, {"27/17": "C2"}, step=2), "assault A1 17/27")
    finish(play(state, "lead F1"))
    assert (where(state, "A1"), where(state, "F1")) == ("17", "27/17")
    assert (state.piece("A1").strength, state.piece("F1").strength) == (1, 1)


def test_pieces_are_handled_by_moves_of_the_rules_only() -> None:
    """B-4.23, B-4.16: nothing is announced, and no pieces change places."""
    state = austrian_turn({"17": "I3 C2", "17/27": "I2 C1", "6:00": "A1"}, {"27": "I2"})
    assert verbs(state) <= {"end", "march", "attack", "road", "pontoon", "fall-back"}
    assert starting(state, "march") >= {"march A1 17/27", "march A3 17"}
