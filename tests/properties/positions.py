"""What holds in every position of either ruleset by itself."""

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from scipy.optimize import linear_sum_assignment

from marengo.core.move import Move
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import Block, Piece
from marengo.games.marengo.view import MarengoView

StateT_co = TypeVar("StateT_co", bound=MarengoState, covariant=True)

MOST_STRENGTH = {Kind.INFANTRY: 3, Kind.CAVALRY: 2, Kind.ARTILLERY: 1}
"""T-2.2, B-4.3."""


def on_map(piece: Piece) -> Place | None:
    """Return the place of a piece on the map, None for one in a box or out of the game."""
    return piece.place if isinstance(piece.place, Place) else None


class Position(Generic[StateT_co]):
    """A state with what several checks ask of it, found once."""

    def __init__(self, state: StateT_co) -> None:
        self.state = state

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces."""
        return self.state.pieces

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves."""
        return self.state.legal_moves()

    @cached_property
    def views(self) -> dict[Side, MarengoView]:
        """What each side knows."""
        return {side: self.state.view(side) for side in Side}

    def enemies(self, viewer: Side) -> list[Piece]:
        """Return the pieces that the enemy of a side still has."""
        return [p for p in self.pieces if p.side is not viewer and p.place is not None]


def check_no_problems(position: Position[MarengoState]) -> None:
    """The engine's own invariants."""
    state = position.state
    assert state.problems() == []


def check_strengths(position: Position[MarengoState]) -> None:
    """T-2.2, T-2.6, B-4.3, B-4.5: pieces in the game have strength and place, others neither."""
    for piece in position.pieces:
        assert 0 <= piece.strength <= MOST_STRENGTH[piece.kind]
        assert (piece.place is None) == (piece.strength == 0)


def check_occupation(position: Position[MarengoState]) -> None:
    """T-3.5, T-3.6: a locality is held by one army (in Bonaparte by B-12.2, B-8.42, B-8.74)."""
    state = position.state
    holders: dict[int, set[Side]] = {}
    for piece in position.pieces:
        place = on_map(piece)
        if place is not None:
            holders.setdefault(place.locality, set()).add(piece.side)
    for locality, sides in holders.items():
        assert sides == {state.occupier(locality)}


def check_capacity(position: Position[MarengoState]) -> None:
    """T-3.20, T-3.21, B-5.20, B-8.24."""
    state = position.state
    counts = Counter(place.locality for place in map(on_map, position.pieces) if place is not None)
    for locality in state.game.board.localities:
        assert locality.capacity is None or counts[locality.number] <= locality.capacity


def check_approaches(position: Position[MarengoState]) -> None:
    """T-3.16, B-5.19: nobody in an impassable approach."""
    state = position.state
    sides = {str(side.place): side for side in state.game.index.approaches}
    for piece in position.pieces:
        place = on_map(piece)
        if place is not None and place.towards is not None:
            assert not sides[str(place)].impassable
            assert not sides[str(place.opposite)].impassable


def check_choices(position: Position[MarengoState]) -> None:
    """T-23.1, B-18.41: one player decides, among several moves but for the choice of an action."""
    state = position.state
    moves = position.moves
    assert all(move.side is state.to_move for move in moves)
    assert len({str(move) for move in moves}) == len(moves)
    if state.decision is Decision.ACTION:
        assert state.to_move is state.turn
    elif state.outcome is None:
        assert len(moves) > 1


def check_bombardments(position: Position[MarengoState]) -> None:
    """T-10.1, T-10.13, B-10.1, B-10.3: only artillery in an approach bombards, face-up."""
    state = position.state
    for piece in position.pieces:
        if piece.bombardment != "none":
            place = on_map(piece)
            assert piece.kind is Kind.ARTILLERY
            assert piece.face_up
            assert place is not None
            # what has fired may have fallen back since (B-10.22)
            assert place.towards is not None or piece.bombardment == "completed"
        if piece.bombardment in ("due", "completed"):
            assert piece.side is state.turn


def check_open_lists(position: Position[MarengoState]) -> None:
    """T-22.2, T-22.5, B-17.2, B-17.6: enemy pieces are counted openly, by place and by face."""
    for viewer in Side:
        view, enemies = position.views[viewer], position.enemies(viewer)
        assert view.enemy_remaining == Counter((p.kind, p.strength) for p in enemies)
        assert Counter(str(block.place) for block in view.enemy) == Counter(
            str(piece.place) for piece in enemies
        )
        assert {piece.side for piece in view.own} == {viewer}


def check_views(position: Position[MarengoState]) -> None:
    """T-22.16, T-22.22, B-17.19: what is held possible includes the truth; the certain is true."""
    for viewer in Side:
        view, enemies = position.views[viewer], position.enemies(viewer)
        for place in {str(piece.place) for piece in enemies}:
            pieces = [piece for piece in enemies if str(piece.place) == place]
            blocks = [block for block in view.enemy if str(block.place) == place]
            assert can_be(blocks, pieces), (viewer, place)
            faces = Counter((piece.kind, piece.strength) for piece in pieces)
            for (kind, strength), number in view.enemy_remaining.items():
                certain = view.at_least(place, kind, strength)
                assert certain <= min(faces[kind, strength], number)


def can_be(blocks: list[Block], pieces: list[Piece]) -> bool:
    """Return whether each block may be one of the pieces."""
    if len(blocks) != len(pieces):
        return False
    fits = np.array([[fit(block, piece) for piece in pieces] for block in blocks])
    rows, columns = linear_sum_assignment(fits, maximize=True)
    return bool(fits[rows, columns].all())


def fit(block: Block, piece: Piece) -> bool:
    """Return whether a block may be a piece by what is open and what the viewer holds possible."""
    return (
        (piece.kind, piece.strength) in block.faces
        and (block.organised, block.active) == (piece.organised, piece.active)
        and block.acted == piece.acted
        and block.bombardment == piece.bombardment
        and block.face_up == piece.face_up
        and (block.known or not piece.face_up)
    )


def check_places(position: Position[MarengoState]) -> None:
    """T-3.3, B-5.2: every piece stands in a place of the board, or in a box of its own army."""
    state = position.state
    approaches = set(state.game.index.approach_at)
    localities = {str(locality.number) for locality in state.game.board.localities}
    for piece in position.pieces:
        if isinstance(piece.place, Place):
            assert str(piece.place) in approaches | localities
        elif piece.place is not None:
            assert state.boxes[piece.place]["army"] == piece.side


COMMON: tuple[Callable[[Position[MarengoState]], None], ...] = (
    check_no_problems,
    check_strengths,
    check_occupation,
    check_capacity,
    check_approaches,
    check_choices,
    check_bombardments,
    check_open_lists,
    check_views,
    check_places,
)
"""What holds in both rulesets."""
