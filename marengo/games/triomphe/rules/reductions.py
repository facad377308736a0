"""Reductions that an owner spreads over his pieces: one decision for each (T-11.44, T-13.10)."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import named
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.losses import (
    forget_losses,
    is_out_of_turn,
    strength_of,
    takes_losses,
)
from marengo.games.marengo.rules.moves import only_piece, pieces_of, size_of
from marengo.games.marengo.rules.pieces import first_slot, side_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import NONE
from marengo.games.triomphe.rules.knowledge import reduce
from marengo.games.triomphe.rules.state import Stage, State, Tables


@compiled
def take(t: Tables, s: State, w: Workspace, piece: int) -> None:
    """Reduce a piece by one and count the loss."""
    reduce(t, s, w, piece)
    s.losses[side_of(piece)] += 1


@compiled
def distribute(s: State, pool: int, number: int) -> None:
    """Ask the owner to spread reductions; what nobody can take is ignored (T-11.47, T-13.11)."""
    left = min(number, strength_of(s, pool))
    if left > 0:
        s.pool = pool
        s.left = left
        s.least = NONE
        s.decision = Decision.REDUCTION
        s.to_move = side_of(only_piece(pool))


@compiled
def distribute_evenly(t: Tables, s: State, w: Workspace, pool: int, number: int) -> None:
    """Spread reductions over one or two pieces as evenly as possible (T-11.37, T-11.44).

    An odd one is the owner's choice; what one piece is too weak for, the other takes (T-11.45).
    """
    if number == 0 or pool == 0:
        return
    first = only_piece(pool)
    others = pool & ~(1 << first)
    share = number if others == 0 else number // 2
    left = number - _take_share(t, s, w, first, share)
    if others:
        left -= _take_share(t, s, w, only_piece(others), share)
    distribute(s, pool, left)


@compiled
def _take_share(t: Tables, s: State, w: Workspace, piece: int, share: int) -> int:
    """Reduce a piece by its share as far as its strength goes; return by how much."""
    taken = min(share, s.strength[piece])
    for _ in range(taken):
        take(t, s, w, piece)
    return taken


@compiled
def bars_reduction(s: State, move: int) -> int:
    """Return the statement that forbids a piece to take the next reduction, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    if size_of(pieces) == 1 and takes_losses(s, only_piece(pieces)):
        return 11_44_1 if is_out_of_turn(s, only_piece(pieces)) else 0
    return 13_10_0 if s.stage == Stage.RETREAT_REDUCTIONS else 11_44_0


@compiled
def play_reduction(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Reduce the piece named; ask again while reductions are left."""
    piece = first_slot(s.to_move) + only_piece(pieces_of(move))
    take(t, s, w, piece)
    s.left -= 1
    s.least = piece
    if s.left > 0:
        s.decision = Decision.REDUCTION
    else:
        forget_losses(s)
