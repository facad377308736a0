"""What one side may know of a position (chapter 22): own pieces, enemy blocks, open counts."""

from collections import Counter
from dataclasses import dataclass

from marengo.board import Board, Place
from marengo.game.deduction import Deduction, Face
from marengo.game.display import Drawn
from marengo.game.state import State
from marengo.game.things import Attack, Block, Piece
from marengo.rules.decisions import Decision
from marengo.rules.vocabulary import LOCALITIES, NONE, Kind, Side


@dataclass(frozen=True)
class View(Drawn):
    """What ``side`` knows; views are equal when the side cannot tell the positions apart.

    Parameters
    ----------
    board : Board
        Where it is played.
    side : Side or None
        The viewer; None sees everything.
    hour, turn, to_move, orders
        As in the state (T-22.1).
    decision : Decision or None
        What the viewer is asked, None while the other side decides: what that side is asked
        could betray what it holds (T-22.14).
    own : tuple of Piece
        The viewer's pieces, destroyed ones included; all pieces if ``side`` is None.
    enemy : tuple of Block
        The enemy's blocks, in an order that tells nothing.
    enemy_remaining : dict of face to number
        The enemy's remaining pieces, an open list (T-22.5).
    enemy_silenced : dict of face to number
        Of these, artillery that declared or completed in its owner's last turn (T-11.25): open,
        though not which block it is once it was shuffled.
    attack : Attack or None
        The attack going on (T-9.12); blocks and pieces say which role they have in it.
    uncommitted, committed, shifted, track : dict by side
        Discs (T-22.4).
    entered_last : dict of locality to Side
        T-18.31.
    traffic : dict of crossing to (step, locality entered)
        Crossings used this turn (T-22.1).
    attacked, barred : frozenset of str
        Defence approaches attacked by manoeuvre, and borders barred, this turn (T-9.23, T-11.50).
    road_attacked : frozenset of str
        Crossings used for an attack by road this turn (T-8.29).
    won, begun : frozenset of int
        Localities won by assault (T-8.21) and begun to be organised (T-14.15) this turn.
    pontoon_used : bool
        T-15.12.
    """

    board: Board
    side: Side | None
    hour: int
    turn: Side
    to_move: Side
    decision: Decision | None
    orders: int
    own: tuple[Piece, ...]
    enemy: tuple[Block, ...]
    enemy_remaining: dict[Face, int]
    enemy_silenced: dict[Face, int]
    attack: Attack | None
    uncommitted: dict[Side, int]
    committed: dict[Side, dict[int, int]]
    shifted: dict[Side, dict[int, int]]
    track: dict[Side, dict[int, int]]
    entered_last: dict[int, Side]
    traffic: dict[str, tuple[int, int | None]]
    attacked: frozenset[str]
    barred: frozenset[str]
    road_attacked: frozenset[str]
    won: frozenset[int]
    begun: frozenset[int]
    pontoon_used: bool
    _certain: tuple[tuple[Place | str, Face, int], ...] = ()

    def at_least(self, place: str | Place, kind: Kind, strength: int) -> int:
        """Return how many enemy pieces of a face certainly stand in a place (T-22.17, T-22.22)."""
        for spot, face, number in self._certain:
            if str(spot) == str(place) and face == (kind, strength):
                return number
        return 0

    def level(self, side: Side) -> int:
        """Return an army's morale level (T-18.1)."""
        return self.uncommitted[side] + sum(self.committed[side].values())


def make_view(state: State, side: Side | None) -> View:
    """Return what ``side`` knows of a state; None shows everything."""
    own = tuple(piece for piece in state.pieces if side is None or piece.side == side)
    blocks, certain, remaining = _enemy_side(state, side)
    crossings = [name for name in state.game.index.crossings if state.last_step(name)]
    borders = [str(approach.place) for approach in state.game.index.approaches]
    return View(
        board=state.game.board,
        side=side,
        hour=state.hour,
        turn=state.turn,
        to_move=state.to_move,
        decision=state.decision if side is None or state.to_move == side else None,
        orders=state.orders,
        own=own,
        enemy=blocks,
        enemy_remaining=remaining,
        enemy_silenced=_silenced(state, side),
        attack=state.attack,
        uncommitted={army: state.uncommitted(army) for army in Side},
        committed={army: state.committed(army) for army in Side},
        shifted={army: state.shifted(army) for army in Side},
        track={army: state.track(army) for army in Side},
        entered_last={
            place.number: entered
            for place in state.game.board.localities
            if (entered := state.entered_last(place.number)) is not None
        },
        traffic={name: (state.last_step(name), state.direction(name)) for name in crossings},
        attacked=frozenset(border for border in borders if state.attacked(border)),
        barred=frozenset(border for border in borders if state.barred(border)),
        road_attacked=frozenset(name for name in crossings if state.road_attacked(name)),
        won=frozenset(n for n in range(LOCALITIES) if state.won(n)),
        begun=state.begun,
        pontoon_used=state.pontoon_used,
        _certain=certain,
    )


def _enemy_side(
    state: State, side: Side | None
) -> tuple[tuple[Block, ...], tuple[tuple[Place | str, Face, int], ...], dict[Face, int]]:
    """Return the enemy's blocks, what is certain of their places, and the open list."""
    if side is None:
        return (), (), {}
    deduction = Deduction(state, side.enemy)
    blocks = []
    for slot, faces in zip(deduction.slots, deduction.possible_faces(), strict=True):
        piece = state.piece_in(slot)
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
            )
        )
    blocks.sort(key=_open_facts)
    alive = [face for face in deduction.faces if face[1] > 0]
    certain = []
    for place in sorted(set(deduction.places) - {NONE}):
        spot = state.spot(place)
        assert spot is not None
        for face in sorted(set(alive)):
            number = deduction.certain(place, face)
            if number:
                certain.append((spot, face, number))
    return tuple(blocks), tuple(certain), dict(sorted(Counter(alive).items()))


def _silenced(state: State, side: Side | None) -> dict[Face, int]:
    """Return the enemy's artillery that may not fire, as everybody saw it bombard."""
    pieces = (piece for piece in state.pieces if side is not None and piece.side != side)
    faces = ((piece.kind, piece.strength) for piece in pieces if piece.silenced and piece.place)
    return dict(sorted(Counter(faces).items()))


def _open_facts(block: Block) -> tuple[object, ...]:
    """Return everything the viewer knows of a block: the order of blocks tells no more."""
    marks = (block.organised, block.acted, block.bombardment, block.face_up, block.role)
    return (str(block.place), sorted(block.faces), *marks)
