"""Losses spread over several pieces: one decision for each point (T-11.44, T-13.10, B-11.18)."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, offer_each
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
    """Offer the pieces of the pool that may lose the next point."""
    open_to = 0
    for piece in range(PIECES):
        open_to |= int(not bars_loss(s, piece, 1, 1)) << piece
    gather_set(t, s, w, side_of(only_piece(s.pool)), open_to)
    offer_each(w, kind, 0)


@compiled
def bars_loss(s: Position, piece: int, outside: int, disordered: int) -> int:
    """Return the statement that forbids a piece to lose the next point, 0 if none does.

    It is ``outside`` if the piece loses none, and ``disordered`` if pieces would not be named in
    slot order, or the rest could not take all that is left: each way of spreading is reached once.
    """
    if not has(s.pool, piece) or s.strength[piece] == 0:
        return outside
    rest = s.pool & ~((1 << piece) - 1)
    return disordered if piece < s.least or strength_of(s, rest) < s.left else 0


@compiled
def forget_losses(s: Position) -> None:
    """Forget who could take losses, once all are taken."""
    s.pool = 0
    s.least = NONE
