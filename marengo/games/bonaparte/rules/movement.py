"""Chapter 8: moves without road, and leaving approaches that face no enemy."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import bars_beginning, is_in_reserve, mark
from marengo.games.bonaparte.rules.manoeuvre_attack import offer_attack
from marengo.games.bonaparte.rules.pieces import (
    approach_of,
    bars_block,
    bars_command,
    bars_pair,
    put,
)
from marengo.games.bonaparte.rules.state import ASSAULTED, MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import gather_set, named, offer_each
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of, size_of, target_of
from marengo.games.marengo.rules.pieces import end_slot, enemy_holds, first_slot, has, room
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES

MARCH = MoveKind.MARCH


@compiled
def moves_from_reserve(t: Tables, s: State, w: Workspace, locality: int) -> None:
    """Offer moves of the listed pieces out of a reserve (B-8.41, B-8.42)."""
    if bars_command(s):  # B-8.15
        return
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if not bars_block(t, w, s.turn, approach):
            offer_each(w, MARCH, FIRST_APPROACH + approach)
            offer_attack(t, s, w, approach)
        elif not _bars_way(t, s, w, approach) and not _offered(t, s, w, approach):
            offer_each(w, MARCH, t.neighbour[approach])


@compiled
def _bars_way(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to move into the opposite reserve, 0 if none does."""
    pair = bars_pair(t, s, w, approach)
    if pair:
        return pair
    if enemy_holds(w, s.turn, t.neighbour[approach]):
        return 8_33_0
    return 0 if room(t, w, t.neighbour[approach]) >= 1 else 8_24_0


@compiled
def _offered(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return 1 if an earlier pair leads to the same locality: the goal alone is named (B-5.7)."""
    for other in range(t.first_approach[t.owner[approach]], approach):
        if t.neighbour[other] == t.neighbour[approach] and not _bars_way(t, s, w, other):
            return 1
    return 0


@compiled
def moves_from_approach(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer moves of the listed pieces out of an approach (B-8.43, B-8.36, B-8.37)."""
    if bars_command(s):
        return
    if not _bars_withdrawal(t, s, w, approach):
        offer_each(w, MARCH, t.owner[approach])
        offer_attack(t, s, w, approach)
    elif not _bars_way(t, s, w, approach):
        offer_each(w, MARCH, t.neighbour[approach])


@compiled
def _bars_withdrawal(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to move back from an approach, 0 if none does."""
    return 0 if enemy_holds(w, s.turn, t.neighbour[approach]) else 8_36_0


@compiled
def bars_march(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a move without road, 0 if none does."""
    pieces, to = named(s.turn, pieces_of(move)), target_of(move)
    beginning = bars_beginning(s, pieces)
    if beginning:
        return beginning
    start = s.place[only_piece(pieces)]
    if to >= FIRST_APPROACH:
        if start != t.owner[to - FIRST_APPROACH]:
            return 8_29_0
        return bars_block(t, w, s.turn, to - FIRST_APPROACH)
    if is_in_reserve(start):
        return _bars_leaving(t, s, w, start, to)
    approach = start - FIRST_APPROACH
    if t.owner[approach] == to:
        return _bars_withdrawal(t, s, w, approach)
    return _bars_way(t, s, w, approach) if t.neighbour[approach] == to else 8_44_0


@compiled
def _bars_leaving(t: Tables, s: State, w: Workspace, start: int, to: int) -> int:
    """Return the statement that forbids to move from one reserve to another, 0 if none does."""
    leaving = 8_07_1 if start == to else 8_07_0
    for approach in range(t.first_approach[start], t.first_approach[start + 1]):
        if t.neighbour[approach] == to and leaving:  # two pairs may lead there (B-5.7)
            leaving = _bars_way(t, s, w, approach)
    return leaving


@compiled
def fall_backs(t: Tables, s: State, w: Workspace) -> None:
    """Offer pieces in approaches that face no enemy to fall back (B-8.35, B-8.36, B-8.38).

    Whatever they did this turn, and inactive ones too (B-6.26); it costs nothing.
    """
    idle = 0
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if not _bars_leave(t, s, w, piece):
            idle |= 1 << piece
    gather_set(t, s, w, s.turn, idle)
    offer_each(w, MoveKind.FALL_BACK, 0)


@compiled
def _bars_leave(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids a piece to leave an approach freely, 0 if none does."""
    approach = approach_of(s, piece)
    if approach == NONE:
        return 8_36_1
    return 8_34_0 if enemy_holds(w, s.turn, t.neighbour[approach]) else 0


@compiled
def bars_fall_back(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to fall back, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    return _bars_leave(t, s, w, only_piece(pieces)) if size_of(pieces) == 1 else 8_36_2


@compiled
def fall_back(t: Tables, s: State, w: Workspace, piece: int) -> None:
    """Move a piece into the reserve of its own locality; that was its move (B-8.39)."""
    put(t, s, w, piece, t.owner[approach_of(s, piece)])
    s.marks[piece] |= MOVED


@compiled
def play_fall_back(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Let the piece named fall back."""
    fall_back(t, s, w, first_slot(s.turn) + only_piece(pieces_of(move)))


@compiled
def fall_back_all(t: Tables, s: State, w: Workspace) -> None:
    """Let all that still face no enemy fall back at the end of step 3 (B-8.40)."""
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if not _bars_leave(t, s, w, piece):
            fall_back(t, s, w, piece)


@compiled
def march(t: Tables, s: State, w: Workspace) -> None:
    """Carry out the move of a group, for one command (B-8.15).

    Its cavalry may then continue, unless the pieces only changed position (B-8.60 to B-8.62).
    """
    s.commands -= 1
    s.actors = s.group
    mark(s, s.actors, MOVED)
    locality = t.locality_of[s.place[only_piece(s.actors)]]
    for piece in range(PIECES):
        if has(s.actors, piece):
            put(t, s, w, piece, s.goal)
    s.stage = Stage.ACTION_END
    if is_in_reserve(s.goal) and t.locality_of[s.goal] != locality:
        s.asked = s.actors
        s.stage = Stage.CONTINUATION


@compiled
def hold_back(t: Tables, s: State, withheld: int, idle: int) -> None:
    """Take away commands, and let pieces of the kinds in ``idle`` count as moved (B-8.3, B-8.4)."""
    s.commands = max(s.commands - withheld, 0)
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if (idle >> s.kind[piece]) & 1:
            s.marks[piece] |= MOVED | ASSAULTED
