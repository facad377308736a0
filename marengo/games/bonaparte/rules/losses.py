"""Chapter 11, losses: on leading pieces first, then on the other participants."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.knowledge import reduce, turn_up
from marengo.games.bonaparte.rules.state import Stage, State, Tables
from marengo.games.marengo.rules.choices import named
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.losses import (
    forget_losses,
    is_out_of_turn,
    strength_of,
    takes_losses,
)
from marengo.games.marengo.rules.moves import MoveKind, kind_of, only_piece, pieces_of, size_of
from marengo.games.marengo.rules.pieces import has, side_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import LOCALITIES, NONE, PIECES


@compiled
def distribute(s: State, front: int, rest: int, points: int, after: int) -> None:
    """Let a side lose points; what exceeds its participants is ignored (B-11.17, B-11.19)."""
    s.front = front
    s.rest = rest
    s.losses = min(points, strength_of(s, front) + strength_of(s, rest))
    s.after_losses = after
    s.stage = Stage.LOSSES


@compiled
def next_losses(s: State) -> None:
    """Ask the enemy about the leading pieces, then the owner about the others (B-11.18)."""
    if s.losses == 0:
        s.stage = s.after_losses
        return
    before = strength_of(s, s.front)
    if before > 0:
        ask_losses(s, s.front, min(s.losses, before))
        s.decision = Decision.STRIKE
        s.to_move = 1 - s.to_move
    else:
        ask_losses(s, s.rest, s.losses)
    s.losses -= s.left


@compiled
def ask_losses(s: State, pool: int, points: int) -> None:
    """Ask the owner of a set of pieces which of them lose points, one after the other."""
    s.pool = pool
    s.left = points
    s.least = NONE
    s.decision = Decision.REDUCTION
    s.to_move = side_of(only_piece(pool))


@compiled
def _owner(s: State, move: int) -> int:
    """Return whose piece takes a point: the enemy's if he is struck."""
    return 1 - s.to_move if kind_of(move) == MoveKind.STRIKE else s.to_move


@compiled
def bars_loss(s: State, move: int) -> int:
    """Return the statement that forbids a piece to take the next point, 0 if none does."""
    pieces = named(_owner(s, move), pieces_of(move))
    if size_of(pieces) == 1 and takes_losses(s, only_piece(pieces)):
        return 11_18_2 if is_out_of_turn(s, only_piece(pieces)) else 0
    if s.stage == Stage.RETREAT_LOSSES:
        return 12_07_0 if s.place[only_piece(s.pool)] < LOCALITIES else 12_09_0
    if kind_of(move) == MoveKind.REDUCE:
        return 11_18_1
    return 11_58_0 if s.pool & s.pursuers else 11_18_0


@compiled
def play_loss(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Take a point from the piece named, shown for it (B-11.21); ask again while any are left."""
    striking = kind_of(move) == MoveKind.STRIKE
    piece = only_piece(named(_owner(s, move), pieces_of(move)))
    if s.leaders:  # shown until the end of the assault (B-17.11)
        turn_up(t, s, 1 << piece)
    reduce(t, s, w, piece)
    s.left -= 1
    s.least = piece
    if s.left > 0:
        s.decision = Decision.STRIKE if striking else Decision.REDUCTION
    else:
        forget_losses(s)


@compiled
def alive(s: State, pieces: int) -> int:
    """Return the pieces of a set that still have strength."""
    left = 0
    for piece in range(PIECES):
        if has(pieces, piece) and s.strength[piece] > 0:
            left |= 1 << piece
    return left
