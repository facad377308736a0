"""Losses spread over several pieces: one decision for each point (T-11.44, T-13.10, B-11.18)."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, offer_each
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, only_piece
from marengo.games.marengo.rules.pieces import has, side_of
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import NONE, PIECES


@compiled
def strength_of(s: Position, pieces: int) -> int:
    """Return the total strength of a set of pieces."""
    total = 0
    for piece in range(PIECES):
        if has(pieces, piece):
            total += s.strength[piece]
    return total


@compiled
def takes_losses(s: Position, piece: int) -> int:
    """Return 1 if a piece is one of those that lose points, and has any."""
    return int(has(s.pool, piece) and s.strength[piece] > 0)


@compiled
def is_out_of_turn(s: Position, piece: int) -> int:
    """Return 1 if the next point cannot fall on a piece any more.

    Pieces are named in slot order, and the rest must be able to take all that is left, so that
    each way of spreading is reached once.
    """
    rest = s.pool >> piece << piece
    return int(piece < s.least or strength_of(s, rest) < s.left)


@compiled
def loss_moves(t: SetUpTables, s: Position, w: Workspace) -> None:
    """Offer the pieces that may lose the next point."""
    side, open_to = side_of(only_piece(s.pool)), 0
    for piece in range(PIECES):
        if takes_losses(s, piece) and not is_out_of_turn(s, piece):
            open_to |= 1 << piece
    gather_set(t, s, w, side, open_to)
    offer_each(w, MoveKind.STRIKE if s.decision == Decision.STRIKE else MoveKind.REDUCE, 0)


@compiled
def forget_losses(s: Position) -> None:
    """Forget who could take losses, once all are taken."""
    s.pool = 0
    s.least = NONE
