"""Losses spread over several pieces: one decision for each point (T-11.44, T-13.10, B-11.18)."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, offer_piece
from marengo.games.marengo.rules.moves import only_piece
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
def loss_moves(t: SetUpTables, s: Position, w: Workspace, kind: int) -> None:
    """Offer the pieces of the pool that may lose the next point.

    They are named in slot order, and the rest must be able to take all that is left, so that
    each way of spreading is reached once.
    """
    side = side_of(only_piece(s.pool))
    open_to = 0
    for piece in range(max(s.least, 0), PIECES):
        if has(s.pool, piece) and s.strength[piece] > 0:
            open_to |= 1 << piece
    gather_set(t, s, w, side, open_to)
    for member in range(w.member_count):
        piece = w.members[member]
        if w.like[member] == NONE and strength_of(s, open_to) >= s.left:
            offer_piece(w, kind, 0, piece)
        open_to &= ~(1 << piece)


@compiled
def forget_losses(s: Position) -> None:
    """Forget who could take losses, once all are taken."""
    s.pool = 0
    s.least = NONE
