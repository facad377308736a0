"""What a side cannot know makes no difference to what it sees and may do."""

import gc
from dataclasses import fields
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import pytest

from marengo.core.move import Move
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.bonaparte.view import BonaparteView
from marengo.games.marengo.board import Board
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import SLOTS, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import Piece
from marengo.games.marengo.view import MarengoView
from marengo.games.triomphe.state import TriompheState
from marengo.games.triomphe.view import TriompheView
from tests.conformance.identities import (
    BLOCKS,
    FACES,
    faces_exchanged,
    hidden_pairs,
    kept_by_slot,
    likes,
    names_exchanged,
    sets_of_slots,
)
from tests.conformance.walking import Walk, game_of
from tests.helpers import play

EVERY = 7
"""Positions between two that are looked at."""

EXCHANGES = 6
"""Exchanges made one after the other."""

SETS = {"actors", "face_up", "asked", "leaders", "defence_leaders", "fired", "pool", "retreating"}
MORE_SETS = {
    "triomphe": {"counter"},
    "bonaparte": {"group", "front", "rest", "pursuers", "revealed"},
}
"""Sets of slots that a record holds, in both rulesets and in each."""

ALIKE: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "triomphe": (
        {"austrian": {"10/5": "I3 I3"}, "french": {"5/10": "I2 I2"}},
        ("assault 10/5", "lead F1"),
    ),
    "bonaparte": (  # F1 has lost a point; France is asked for a pursuit
        {"austrian": {"10/5": "I2 I2"}, "french": {"5/10": "I3 I2 C2"}, "step": 2},
        ("assault A1 10/5", "join A2", "lead F1"),
    ),
}
"""Positions and moves to where of two French pieces alike, F1 and F2, the first lies face-up."""


def tells_apart(viewer: Side, one: MarengoState, other: MarengoState) -> list[str]:
    """Return the fields of the viewer's knowledge, and the moves, that differ."""
    seen, seen_too = one.view(viewer), other.view(viewer)
    names = [field.name for field in fields(seen) if field.name != "board"]
    found = [name for name in names if getattr(seen, name) != getattr(seen_too, name)]
    if one.to_move is viewer and one.legal_moves() != other.legal_moves():
        found.append("legal moves")
    return found


def test_nothing_that_is_kept_by_slot_is_forgotten(played: Walk) -> None:
    """A new field of the record must be given its place here."""
    by_slot = set(kept_by_slot(played.start()._record.dtype))
    assert by_slot - {"track"} == {*BLOCKS, *FACES}  # of discs, and as long by chance
    assert set(sets_of_slots(played.start())) == SETS | MORE_SETS[played.game.name]


def test_hidden_faces_make_no_difference(played: Walk) -> None:
    """T-22.17, T-22.18: blocks that may be each other are the same to the enemy, in any order."""
    chance = np.random.default_rng(played.seed)
    exchanged = 0
    for state in played.sampled(EVERY):
        for side in Side:
            other = state
            for _ in range(EXCHANGES):
                pairs = hidden_pairs(other, side)
                if not pairs:
                    break
                other = faces_exchanged(other, *pairs[chance.integers(len(pairs))])
                exchanged += 1
            assert other.problems() == []
            assert tells_apart(side.enemy, state, other) == []
    assert exchanged > 0


def test_names_make_no_difference(played: Walk) -> None:
    """The number of a piece is its owner's affair."""
    chance = np.random.default_rng(played.seed)
    for state in played.sampled(EVERY):
        for side in Side:
            other = state
            for _ in range(EXCHANGES):
                pairs = likes(other, side)
                other = names_exchanged(other, *pairs[chance.integers(len(pairs))])
            assert other.problems() == []
            assert tells_apart(side.enemy, state, other) == []


def test_names_make_no_difference_to_what_a_move_shows(played: Walk) -> None:
    """What a side learns from its own move does not depend on the numbers of enemy pieces."""
    chance = np.random.default_rng(played.seed)
    for state in played.sampled(EVERY):
        moves = state.legal_moves()
        if not moves:
            continue
        viewer, other = state.to_move, state
        for _ in range(EXCHANGES):
            pairs = likes(other, viewer.enemy)
            other = names_exchanged(other, *pairs[chance.integers(len(pairs))])
        move = moves[chance.integers(len(moves))]
        one, another = state.copy().play(move), other.copy().play(move)
        # Reductions are named in the order of slots, so fewer or more may have made themselves.
        if Decision.REDUCTION not in (one.decision, another.decision):
            assert tells_apart(viewer, one, another) == [], str(move)


@pytest.mark.parametrize("scenario", ALIKE)
def test_the_order_of_blocks_tells_nothing(scenario: str) -> None:
    """Of two blocks known to be alike one lies face-up; which slot that is stays hidden."""
    given, moves = ALIKE[scenario]
    state = play(game_of(scenario).position(hour=9, turn=Side.AUSTRIAN, **given), *moves)
    one, other = state.piece("F1"), state.piece("F2")
    assert (one.kind, one.strength, one.place) == (other.kind, other.strength, other.place)
    assert (one.face_up, other.face_up) == (True, False)
    renamed = names_exchanged(state, SLOTS, SLOTS + 1)
    assert tells_apart(Side.AUSTRIAN, state, renamed) == []


def test_views_are_equal_to_themselves_and_to_those_of_copies(played: Walk) -> None:
    for state in played.sampled(EVERY):
        for viewer in (*Side, None):
            assert state.view(viewer) == state.copy().view(viewer)


def reachable(thing: Any) -> list[Any]:
    """Return all objects that can be reached from one, without going through code and the board."""
    seen: dict[int, Any] = {}
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        code = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, Board)
        if id(one) in seen or isinstance(one, code):
            continue
        seen[id(one)] = one
        waiting += gc.get_referents(one)
    return list(seen.values())


def test_views_hold_no_route_to_the_state(played: Walk) -> None:
    for state in played.sampled(EVERY):
        for viewer in Side:
            held = reachable(state.view(viewer))
            assert not [one for one in held if isinstance(one, (MarengoState, MarengoGame, Move))]
            assert not [one for one in held if isinstance(one, (np.ndarray, np.generic))]
            pieces = [one for one in held if isinstance(one, Piece)]
            assert {piece.side for piece in pieces} == {viewer}


def test_the_board_of_a_view_holds_no_route_to_the_state(played: Walk) -> None:
    board = played.start().view(Side.FRENCH).board
    held = [one for thing in gc.get_referents(board) for one in reachable(thing)]
    assert not [
        one for one in held if isinstance(one, (MarengoState, MarengoGame, Piece, np.ndarray))
    ]


def openly_counted(seen: MarengoState | MarengoView, side: Side) -> int:
    """Return the number by which an army is beaten: its morale, or the level of its discs."""
    if isinstance(seen, TriompheState | TriompheView):
        return seen.level(side)
    assert isinstance(seen, BonaparteState | BonaparteView)
    return seen.morale(side) if isinstance(seen, BonaparteState) else seen.morale[side]


def test_views_show_what_is_open(played: Walk) -> None:
    """T-22.1 to T-22.7: counts, discs, the list of pieces that remain, and what lies face-up."""
    for state in played.sampled(EVERY):
        for viewer in Side:
            view = state.view(viewer)
            enemies = [p for p in state.pieces if p.side is viewer.enemy and p.place is not None]
            assert view.own == tuple(p for p in state.pieces if p.side is viewer)
            assert sorted(str(block.place) for block in view.enemy) == sorted(
                str(piece.place) for piece in enemies
            )
            faces = [(piece.kind, piece.strength) for piece in enemies]
            assert view.enemy_remaining == {face: faces.count(face) for face in faces}
            for army in Side:
                assert openly_counted(view, army) == openly_counted(state, army)
            assert (view.decision is None) == (state.to_move is not viewer)
