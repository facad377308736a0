"""Chapter 12: continuation of cavalry."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import named, offer_piece
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
    if not _bars_price(s, locality):
        offer_piece(w, MoveKind.STAY, 0, piece)
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if not _bars_going_on(t, s, w, approach):
            offer_piece(w, MoveKind.CONTINUE, FIRST_APPROACH + approach, piece)


@compiled
def _bars_price(s: State, place: int) -> int:
    """Return the statement that forbids to split the pieces with the orders left, 0 if none."""
    return 12_06_0 if split_price(s, place) > s.orders else 0


@compiled
def _bars_going_on(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to go on into an approach, 0 if none does."""
    if s.only_approach != NONE and approach != s.only_approach:
        return 12_12_0
    block = bars_block(t, s, w, approach, 12_03_0)
    return block or _bars_price(s, FIRST_APPROACH + approach)


@compiled
def bars_continuation(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to stay or to go on, 0 if none does."""
    piece, place = only_piece(s.asked), target_of(move)
    if named(s.turn, pieces_of(move)) != 1 << piece:
        return 12_05_0
    locality = locality_of(t, s, piece)
    if kind_of(move) == MoveKind.STAY:
        return _bars_price(s, locality)
    approach = place - FIRST_APPROACH
    if approach < 0 or t.owner[approach] != locality:
        return 12_01_1
    return _bars_going_on(t, s, w, approach)


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
