"""What one side may know of a position: own pieces, enemy blocks, open counts."""

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any

from marengo.core.view import View
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.deduction import Deduction, Face
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import NONE, Kind, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import Attack, Block, Piece


@dataclass(frozen=True, kw_only=True)
class MarengoView(View):
    """A position as ``side`` knows it, see :class:`marengo.core.view.View`.

    ``enemy_silenced`` is artillery that declared or completed in its owner's last turn (T-11.25,
    B-11.26): open, though not which block it is once it was shuffled.
    """

    screen_module = "marengo.screens.marengo.hooks"

    board: Board
    side: Side | None  # None sees everything
    hour: int  # as turn and to_move, open information (T-22.1, B-17.1)
    turn: Side
    to_move: Side
    decision: Decision | None  # for who is asked alone (T-22.14, B-17.15)
    own: tuple[Piece, ...]  # destroyed ones included; all pieces if side is None
    enemy: tuple[Block, ...]  # in an order that tells nothing
    enemy_remaining: dict[Face, int]  # an open list (T-22.5, B-17.6)
    enemy_silenced: dict[Face, int]
    attack: Attack | None  # T-9.12, B-17.2
    traffic: dict[str, tuple[int, int | None]]  # crossing: step, locality (T-22.1, B-17.4)
    barred: frozenset[str]  # assaults over these approaches were lost (T-11.50, B-11.14)
    won: frozenset[int]  # localities won by assault this turn (T-8.21, B-11.13)
    pontoon_used: bool  # T-15.12, B-8.77
    _certain: tuple[tuple[Place | str, Face, int], ...] = ()

    def at_least(self, place: str | Place, kind: Kind, strength: int) -> int:
        """Return how many enemy pieces of a face certainly stand in a place.

        T-22.17, T-22.22, B-17.19.
        """
        for at, face, number in self._certain:
            if str(at) == str(place) and face == (kind, strength):
                return number
        return 0


def common_facts(
    state: MarengoState,
    side: Side | None,
    deduction: Deduction | None,
    face_up: Container[int] = (),
) -> dict[str, Any]:
    """Return the fields of a view that both rulesets have.

    ``face_up`` are slots of pieces that lie face-up beside those that the engine turned up.
    """
    slots = state.slots()
    pieces = dict(zip(slots, state.pieces_in(slots), strict=True))
    for slot, piece in pieces.items():
        if slot in face_up and piece.place is not None:
            pieces[slot] = replace(piece, face_up=True)
    own = tuple(piece for piece in pieces.values() if side is None or piece.side == side)
    blocks, certain, remaining = _enemy_side(state, pieces, deduction)
    crossings = [name for name in state.game.index.crossings if state.last_step(name)]
    return {
        "board": state.game.board,
        "side": side,
        "hour": state.hour,
        "turn": state.turn,
        "to_move": state.to_move,
        "decision": state.decision if side is None or state.to_move == side else None,
        "own": own,
        "enemy": blocks,
        "enemy_remaining": remaining,
        "enemy_silenced": _silenced(state, side),
        "attack": state.attack,
        "traffic": {name: (state.last_step(name), state.direction(name)) for name in crossings},
        "barred": state.approaches_in("barred"),
        "won": frozenset(state.members("won")),
        "pontoon_used": state.pontoon_used,
        "information_set": state.information_set(side).tobytes() if side == state.to_move else b"",
        "_certain": certain,
    }


def _enemy_side(
    state: MarengoState, pieces: Mapping[int, Piece], deduction: Deduction | None
) -> tuple[tuple[Block, ...], tuple[tuple[Place | str, Face, int], ...], dict[Face, int]]:
    """Return the enemy's blocks, what is certain of their places, and the open list."""
    if deduction is None:
        return (), (), {}
    blocks = []
    for slot, faces in zip(deduction.slots, deduction.possible_faces(), strict=True):
        piece = pieces[slot]
        if piece.place is None:
            continue
        blocks.append(
            Block(
                side=piece.side,
                place=piece.place,
                faces=faces,
                organised=piece.organised,
                acted=piece.acted,
                bombardment=piece.bombardment,
                face_up=piece.face_up,
                role=piece.role,
                active=piece.active,
                assaulted=piece.assaulted,
            )
        )
    blocks.sort(key=_open_facts)
    alive = [face for face in deduction.faces if face[1] > 0]
    certain = []
    for place in sorted(set(deduction.places) - {NONE}):
        at = state.spot(place)
        assert at is not None
        for face in sorted(set(alive)):
            number = deduction.certain(place, face)
            if number:
                certain.append((at, face, number))
    return tuple(blocks), tuple(certain), dict(sorted(Counter(alive).items()))


def _silenced(state: MarengoState, side: Side | None) -> dict[Face, int]:
    """Return the enemy's artillery that may not fire, as everybody saw it bombard."""
    pieces = (piece for piece in state.pieces if side is not None and piece.side != side)
    faces = ((piece.kind, piece.strength) for piece in pieces if piece.silenced and piece.place)
    return dict(sorted(Counter(faces).items()))


def _open_facts(block: Block) -> tuple[object, ...]:
    """Return everything the viewer knows of a block: the order of blocks tells no more."""
    marks = (block.organised, block.acted, block.bombardment, block.face_up, block.role)
    return (str(block.place), sorted(block.faces), *marks, block.active, block.assaulted)
