"""Chapter 8, groups and command: naming the pieces that act together, one by one.

The first piece is named with the verb, the others join in the order of their slots; so each set
of pieces is named in exactly one way, and groups of any size need no long lists (B-8.10, B-18).
"""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.pieces import can_move, is_active
from marengo.games.bonaparte.rules.state import ASSAULTED, Stage, State, Tables
from marengo.games.marengo.rules.choices import gather_set, named, offer, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
)
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, room
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    LOCALITIES,
    NONE,
    PIECES,
    Kind,
)


@compiled
def can_lead(t: Tables, s: State, piece: int, approach: int) -> int:
    """Return 1 if a piece may lead an assault from an approach (B-11.22 to B-11.24)."""
    against = t.opposite[approach]
    penalty = t.infantry_penalty[against]
    if s.kind[piece] == Kind.CAVALRY:
        if t.obstacle[against]:
            return 0
        penalty = t.cavalry_penalty[against]
    strong = s.strength[piece] >= t.leading_strength and s.strength[piece] > penalty
    return int(strong and s.kind[piece] != Kind.ARTILLERY)


@compiled
def can_assault(s: State, piece: int) -> int:
    """Return 1 if a piece may take part in an assault (B-6.11, B-11.7, B-11.12)."""
    fired = s.bombardment[piece] == Bombardment.COMPLETED
    return int(is_active(s, piece) and not s.marks[piece] & ASSAULTED and not fired)


@compiled
def able_pieces(t: Tables, s: State, side: int, place: int, verb: int) -> int:
    """Return the set of pieces at a place that may be named for a verb."""
    pieces = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == place:
            able = 1  # a reply is open to every piece in reserve (B-9.13, B-6.23)
            if verb == MoveKind.ASSAULT:
                able = can_assault(s, piece)
            elif verb == MoveKind.BLOCK:
                able = has(s.actors, piece)
            elif verb != MoveKind.RESPOND:
                able = can_move(s, piece)
            pieces |= able << piece
    return pieces


@compiled
def needs_infantry(t: Tables, approach: int) -> int:
    """Return 1 if a manoeuvre attack from an approach meets a cavalry obstacle (B-9.6)."""
    return int(t.obstacle[t.opposite[approach]] and t.obstacle_needs_infantry)


@compiled
def is_key(t: Tables, s: State, verb: int, goal: int, piece: int) -> int:
    """Return 1 if a piece is of the sort without which the group cannot act (B-9.6, B-11.5)."""
    if verb == MoveKind.ASSAULT:
        return can_lead(t, s, piece, goal - FIRST_APPROACH)
    if verb == MoveKind.ATTACK and needs_infantry(t, goal - FIRST_APPROACH):
        return int(s.kind[piece] == Kind.INFANTRY)
    return 1


@compiled
def most(t: Tables, w: Workspace, place: int, verb: int, goal: int) -> int:
    """Return how many pieces a group at a place may have (B-8.24, B-9.5, B-11.6)."""
    if verb == MoveKind.RESPOND or verb == MoveKind.BLOCK:
        return PIECES
    limit = t.group_limit
    if verb == MoveKind.MARCH:
        same_locality = t.locality_of[goal] == t.locality_of[place]
        return limit if same_locality else min(limit, room(t, w, goal))
    return min(limit, t.capacity[t.neighbour[goal - FIRST_APPROACH]])


@compiled
def offer_first(t: Tables, s: State, w: Workspace, verb: int, goal: int) -> None:
    """Offer each listed piece as the first of a group that can be completed."""
    if w.member_count == 0:
        return
    alone = most(t, w, s.place[w.members[0]], verb, goal) == 1
    last_key = NONE
    for member in range(w.member_count):
        if w.like[member] == NONE and is_key(t, s, verb, goal, w.members[member]):
            last_key = member
    for member in range(last_key + 1):
        piece = w.members[member]
        if w.like[member] == NONE and (not alone or is_key(t, s, verb, goal, piece)):
            offer_piece(w, verb, goal, piece)


@compiled
def play_first(s: State, move: int, goal: int) -> None:
    """Begin a group with the piece named; with none it is complete at once."""
    s.verb = kind_of(move)
    s.goal = goal
    s.group = named(s.to_move, pieces_of(move))
    s.stage = Stage.GROUP
    if s.group:
        s.decision = Decision.JOIN


@compiled
def join_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces that may join the group, and that it is complete (B-18)."""
    verb, goal = s.verb, s.goal
    place = s.place[only_piece(s.group)]
    gather_set(t, s, w, s.to_move, able_pieces(t, s, s.to_move, place, verb))
    last, last_key, has_key = NONE, NONE, 0
    for member in range(w.member_count):
        key = is_key(t, s, verb, goal, w.members[member])
        if has(s.group, w.members[member]):
            last = member
            has_key |= key
        elif key and _is_next(s, w, member):
            last_key = member
    if has_key and _may_stop(s):
        offer(w, MoveKind.JOIN, 0, 0, 0)
    free = most(t, w, place, verb, goal) - size_of(s.group)
    for member in range(last + 1, w.member_count):
        if free > 0 and _may_join(t, s, w, member, last, last_key, has_key, free):
            offer_piece(w, MoveKind.JOIN, 0, w.members[member])


@compiled
def _may_stop(s: State) -> int:
    """Return 1 unless a divided advance would lack its command (B-9.17)."""
    return int(s.verb != MoveKind.BLOCK or s.commands > 0 or s.group == s.actors)


@compiled
def _is_next(s: State, w: Workspace, member: int) -> int:
    """Return 1 unless a piece alike that comes before this one is not in the group yet."""
    like = w.like[member]
    return int(like == NONE or has(s.group, w.members[like]))


@compiled
def _may_join(
    t: Tables,
    s: State,
    w: Workspace,
    member: int,
    last: int,
    last_key: int,
    has_key: int,
    free: int,
) -> int:
    """Return 1 if the group can still be completed with this piece as the next one."""
    if not _is_next(s, w, member):
        return 0
    if not _may_stop(s) and member != last + 1:
        return 0
    if has_key or is_key(t, s, s.verb, s.goal, w.members[member]):
        return 1
    return int(last_key > member and free > 1)


@compiled
def play_join(s: State, move: int) -> None:
    """Add the piece to the group, or let the group act."""
    joined = named(s.to_move, pieces_of(move))
    s.group |= joined
    if joined:
        s.decision = Decision.JOIN


@compiled
def is_in_reserve(place: int) -> int:
    """Return 1 if a place is the reserve of a locality."""
    return int(0 <= place < LOCALITIES)


@compiled
def mark(s: State, pieces: int, what: int) -> None:
    """Set a mark on a set of pieces."""
    for piece in range(PIECES):
        if has(pieces, piece):
            s.marks[piece] |= what
