"""Chapter 8: continuation of cavalry."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.knowledge import reveal
from marengo.games.bonaparte.rules.pieces import bars_block, put
from marengo.games.bonaparte.rules.state import Stage, State, Tables
from marengo.games.marengo.rules.choices import named, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, kind_of, only_piece, pieces_of, target_of
from marengo.games.marengo.rules.pieces import first_slot, has, is_cavalry, locality_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES


@compiled
def extra_positions(s: State, place: int) -> int:
    """Return in how many positions the group ends beyond the first (B-8.20).

    Of the pieces already decided about, and one more in ``place`` unless it is NONE; those
    eliminated do not count (B-18.43).
    """
    extra = (-1) + (place != NONE)
    for piece in range(PIECES):
        if has(s.actors & ~s.asked, piece) and s.place[piece] != NONE:
            seen = int(s.place[piece] == place)
            for before in range(piece):
                if has(s.actors & ~s.asked, before):
                    seen |= s.place[before] == s.place[piece]
            extra += 1 - seen
    return max(extra, 0)


@compiled
def ask_continuation(s: State) -> None:
    """Ask the next cavalry piece of the group, or pay for its division (B-18.33, B-18.43)."""
    for piece in range(PIECES):
        if not is_cavalry(s, piece) or s.place[piece] == NONE:
            s.asked &= ~(1 << piece)
    if s.asked:
        s.decision = Decision.CONTINUATION
        s.to_move = s.turn
    else:
        s.commands -= extra_positions(s, NONE)
        s.stage = Stage.ACTION_END


@compiled
def continuation_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer to stay or to go into an approach facing the enemy (B-8.60, B-8.20, B-18.43)."""
    piece = only_piece(s.asked)
    locality = locality_of(t, s, piece)
    if not _bars_ending(s, locality):
        offer_piece(w, MoveKind.STAY, 0, piece)
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        place = FIRST_APPROACH + approach
        if not bars_block(t, w, s.turn, approach) and not _bars_ending(s, place):
            offer_piece(w, MoveKind.CONTINUE, place, piece)


@compiled
def _bars_ending(s: State, place: int) -> int:
    """Return the statement that forbids the asked piece to end in a place, 0 if none does."""
    return 0 if extra_positions(s, place) <= s.commands else 8_20_0


@compiled
def bars_continuation(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to stay or to go on, 0 if none does."""
    piece, place = only_piece(s.asked), target_of(move)
    if named(s.turn, pieces_of(move)) != 1 << piece:
        return 18_43_0
    locality = locality_of(t, s, piece)
    if kind_of(move) == MoveKind.STAY:
        return _bars_ending(s, locality)
    approach = place - FIRST_APPROACH
    if approach < 0 or t.owner[approach] != locality:
        return 8_60_0
    return bars_block(t, w, s.turn, approach) or _bars_ending(s, place)


@compiled
def play_continuation(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Let the asked piece stay, or continue and be shown (B-8.66, B-8.68)."""
    piece = first_slot(s.turn) + only_piece(pieces_of(move))
    if kind_of(move) == MoveKind.CONTINUE:
        put(t, s, w, piece, target_of(move))
        reveal(t, s, 1 << piece)
    s.asked &= ~(1 << piece)
