"""Chapter 8: moves without road, and leaving approaches that face no enemy."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import able_pieces, is_in_reserve, mark, offer_first
from marengo.games.bonaparte.rules.manoeuvre_attack import offer_attack
from marengo.games.bonaparte.rules.pieces import (
    approach_of,
    faces_enemy,
    is_idle,
    is_open,
    may_enter,
    put,
)
from marengo.games.bonaparte.rules.state import ASSAULTED, MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import gather_set, offer_each
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, PIECES

MARCH = MoveKind.MARCH


@compiled
def gather_movable(t: Tables, s: State, w: Workspace, place: int) -> None:
    """List the pieces of the active side at a place that may still move."""
    gather_set(t, s, w, s.turn, able_pieces(t, s, s.turn, place, MARCH))


@compiled
def moves_from_reserve(t: Tables, s: State, w: Workspace, locality: int) -> None:
    """Offer moves of the listed pieces out of a reserve (B-8.41, B-8.42)."""
    if s.commands < 1:  # B-8.15, B-8.21
        return
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if faces_enemy(t, w, s.turn, approach):
            offer_first(t, s, w, MARCH, FIRST_APPROACH + approach)
            offer_attack(t, s, w, approach)
        elif is_way(t, s, w, approach) and not _offered(t, s, w, approach):
            offer_first(t, s, w, MARCH, t.neighbour[approach])


@compiled
def is_way(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return 1 if pieces may move into the opposite reserve (B-8.42, B-8.43)."""
    return int(is_open(t, s, w, approach) and may_enter(t, w, s.turn, t.neighbour[approach]))


@compiled
def _offered(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return 1 if an earlier pair leads to the same locality: the goal alone is named (B-5.7)."""
    for other in range(t.first_approach[t.owner[approach]], approach):
        if t.neighbour[other] == t.neighbour[approach] and is_way(t, s, w, other):
            return 1
    return 0


@compiled
def moves_from_approach(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer moves of the listed pieces out of an approach (B-8.43, B-8.36, B-8.37)."""
    if s.commands < 1:
        return
    if faces_enemy(t, w, s.turn, approach):
        offer_first(t, s, w, MARCH, t.owner[approach])
        offer_attack(t, s, w, approach)
    elif is_way(t, s, w, approach):
        offer_first(t, s, w, MARCH, t.neighbour[approach])


@compiled
def fall_backs(t: Tables, s: State, w: Workspace) -> None:
    """Offer pieces in approaches that face no enemy to fall back (B-8.35, B-8.36, B-8.38).

    Whatever they did this turn, and inactive ones too (B-6.26); it costs nothing.
    """
    idle = 0
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if is_idle(t, s, w, piece):
            idle |= 1 << piece
    gather_set(t, s, w, s.turn, idle)
    offer_each(w, MoveKind.FALL_BACK, 0)


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
        if is_idle(t, s, w, piece):
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
