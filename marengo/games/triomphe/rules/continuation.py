"""Chapter 12: continuation of cavalry."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import first_slot, has, is_cavalry, locality_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES
from marengo.games.triomphe.rules.borders import bars_block
from marengo.games.triomphe.rules.pieces import put
from marengo.games.triomphe.rules.state import Stage, State, Tables


@compiled
def ask_continuation(t: Tables, s: State) -> None:
    """Ask the next cavalry piece of the action, in slot order, or end the action (T-12.5).

    All other pieces stay where they are, and count for the price of splitting.
    """
    for piece in range(PIECES):
        if not is_cavalry(s, piece):
            s.asked &= ~(1 << piece)
    if s.asked:
        s.decision = Decision.CONTINUATION
        s.to_move = s.turn
    else:
        s.stage = Stage.ACTION_END


@compiled
def split_price(s: State, place: int) -> int:
    """Return the order due if the next piece ends in ``place`` (T-12.6).

    Each position beyond the first that the pieces of the action end in costs one order.
    """
    first = 1
    for piece in range(PIECES):
        if has(s.actors & ~s.asked, piece) and s.place[piece] != NONE:
            first = 0
            if s.place[piece] == place:
                return 0
    return 1 - first


@compiled
def continuation_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the asked piece to stay in reserve or to go into an approach (T-12.1, T-12.3)."""
    piece = only_piece(s.asked)
    locality = locality_of(t, s, piece)
    if split_price(s, locality) <= s.orders:
        offer_piece(w, MoveKind.STAY, 0, piece)
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if s.only_approach != NONE and approach != s.only_approach:  # T-12.12
            continue
        place = FIRST_APPROACH + approach
        if not bars_block(t, s, w, s.turn, approach) and split_price(s, place) <= s.orders:
            offer_piece(w, MoveKind.CONTINUE, place, piece)


@compiled
def play_continuation(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Let the asked piece stay or continue; one that continues is shown (T-12.17)."""
    piece = first_slot(s.turn) + only_piece(pieces_of(move))
    if kind_of(move) == MoveKind.CONTINUE:
        s.orders -= split_price(s, target_of(move))
        put(t, s, w, piece, target_of(move))
        show(t, s, piece)
    else:
        s.orders -= split_price(s, locality_of(t, s, piece))
    s.asked &= ~(1 << piece)
