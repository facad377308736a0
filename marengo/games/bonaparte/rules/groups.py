"""Chapter 8, groups and command: naming the pieces that act together, one by one.

The first piece is named with the verb, the others join in the order of their slots; so each set
of pieces is named in exactly one way, and groups of any size need no long lists (B-8.10, B-18).
"""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.pieces import bars_assaulting, bars_command, bars_moving
from marengo.games.bonaparte.rules.state import Stage, State, Tables
from marengo.games.marengo.rules.choices import gather_set, named, offer, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, room
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    LOCALITIES,
    NONE,
    PIECES,
    Kind,
)


@compiled
def bars_leading(t: Tables, s: State, piece: int, approach: int) -> int:
    """Return the statement that forbids a piece to lead an assault from there, 0 if none does."""
    against = t.opposite[approach]
    penalty = t.infantry_penalty[against]
    if s.kind[piece] == Kind.ARTILLERY:
        return 11_22_2
    if s.kind[piece] == Kind.CAVALRY:
        if t.obstacle[against]:
            return 11_24_0
        penalty = t.cavalry_penalty[against]
    strong = s.strength[piece] >= t.leading_strength and s.strength[piece] > penalty
    return 0 if strong else 11_23_0


@compiled
def bars_beginning(s: State, pieces: int) -> int:
    """Return the statement that forbids pieces to begin a group that moves, 0 if none does."""
    if size_of(pieces) != 1:
        return 8_09_0
    if s.place[only_piece(pieces)] >= FIRST_BOX:
        return 8_72_0
    return bars_moving(s, only_piece(pieces)) or bars_command(s)


@compiled
def bars_naming(s: State, verb: int, piece: int) -> int:
    """Return the statement that forbids a piece to be named for a verb, 0 if none does."""
    if verb == MoveKind.RESPOND:  # open to every piece in reserve (B-9.13, B-6.23)
        return 0
    if verb == MoveKind.BLOCK:
        return 0 if has(s.actors, piece) else 9_17_0
    return bars_assaulting(s, piece) if verb == MoveKind.ASSAULT else bars_moving(s, piece)


@compiled
def gather_able(t: Tables, s: State, w: Workspace, side: int, place: int, verb: int) -> None:
    """List the pieces of a side at a place that may be named for a verb."""
    pieces = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == place and not bars_naming(s, verb, piece):
            pieces |= 1 << piece
    gather_set(t, s, w, side, pieces)


@compiled
def member_of(w: Workspace, piece: int) -> int:
    """Return which of the members listed a piece is: one of them."""
    member = 0
    while w.members[member] != piece:
        member += 1
    return member


@compiled
def needs_infantry(t: Tables, approach: int) -> int:
    """Return 1 if a manoeuvre attack from an approach meets a cavalry obstacle (B-9.6)."""
    return int(t.obstacle[t.opposite[approach]] and t.obstacle_needs_infantry)


@compiled
def is_key(t: Tables, s: State, verb: int, goal: int, piece: int) -> int:
    """Return 1 if a piece is of the sort without which the group cannot act (B-9.6, B-11.5)."""
    if verb == MoveKind.ASSAULT:
        return int(not bars_leading(t, s, piece, goal - FIRST_APPROACH))
    if verb == MoveKind.ATTACK and needs_infantry(t, goal - FIRST_APPROACH):
        return int(s.kind[piece] == Kind.INFANTRY)
    return 1


@compiled
def bars_size(t: Tables, w: Workspace, place: int, verb: int, goal: int, size: int) -> int:
    """Return the statement that forbids a group at a place to be so large, 0 if none does."""
    if verb == MoveKind.RESPOND or verb == MoveKind.BLOCK:
        return 0
    if size > t.group_limit:
        return 8_10_0
    if verb == MoveKind.MARCH:
        stays = t.locality_of[goal] == t.locality_of[place]
        return 0 if stays or size <= room(t, w, goal) else 8_24_0
    if size <= t.capacity[t.neighbour[goal - FIRST_APPROACH]]:
        return 0
    return 9_05_0 if verb == MoveKind.ATTACK else 11_06_0


@compiled
def offer_first(t: Tables, s: State, w: Workspace, verb: int, goal: int) -> None:
    """Offer each listed piece as the first of a group that can be completed."""
    for member in range(w.member_count):
        if w.like[member] == NONE and not bars_first(t, s, w, verb, goal, member):
            offer_piece(w, verb, goal, w.members[member])


@compiled
def bars_first(t: Tables, s: State, w: Workspace, verb: int, goal: int, member: int) -> int:
    """Return the statement that forbids a listed piece to be the first of a group, 0 if none does.

    Without a piece of a certain sort some groups cannot act (B-9.6, B-11.5).
    """
    if is_key(t, s, verb, goal, w.members[member]):
        return 0
    lacking = 9_06_0 if verb == MoveKind.ATTACK else 11_05_0
    if bars_size(t, w, s.place[w.members[member]], verb, goal, 2):
        return lacking
    for other in range(w.member_count):
        if w.like[other] == NONE and is_key(t, s, verb, goal, w.members[other]):
            if other > member:
                return 0
            lacking = 9_06_1 if verb == MoveKind.ATTACK else 11_05_1
    return lacking


@compiled
def play_first(s: State, move: int) -> None:
    """Begin a group with the piece named; with none it is complete at once."""
    s.verb = kind_of(move)
    s.goal = target_of(move)
    s.group = named(s.to_move, pieces_of(move))
    s.stage = Stage.GROUP
    if s.group:
        s.decision = Decision.JOIN


@compiled
def _gather_group(t: Tables, s: State, w: Workspace) -> None:
    """List the group named so far with all that might join it."""
    gather_able(t, s, w, s.to_move, s.place[only_piece(s.group)], s.verb)


@compiled
def join_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces that may join the group, and that it is complete (B-18)."""
    _gather_group(t, s, w)
    if not _bars_completion(t, s):
        offer(w, MoveKind.JOIN, 0, 0, 0)
    for member in range(w.member_count):
        if _is_next(s, w, member) and not _bars_joining(t, s, w, member):
            offer_piece(w, MoveKind.JOIN, 0, w.members[member])


@compiled
def bars_join(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to join, or the group to act, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    if pieces == 0:
        return _bars_completion(t, s)
    if size_of(pieces) > 1:
        return 8_09_0
    piece = only_piece(pieces)
    if s.place[piece] != s.place[only_piece(s.group)]:
        return 8_09_1
    naming = bars_naming(s, s.verb, piece)
    if naming:
        return naming
    _gather_group(t, s, w)
    return _bars_joining(t, s, w, member_of(w, piece))


@compiled
def _bars_completion(t: Tables, s: State) -> int:
    """Return the statement that forbids the group to act as it is, 0 if none does."""
    if not _has_key(t, s):
        return 9_06_2 if s.verb == MoveKind.ATTACK else 11_05_2
    return _bars_division(s)


@compiled
def _bars_division(s: State) -> int:
    """Return the statement that forbids only those named to advance, 0 if none does."""
    divided = s.verb == MoveKind.BLOCK and s.group != s.actors
    return 9_17_1 if divided and s.commands < 1 else 0


@compiled
def _has_key(t: Tables, s: State) -> int:
    """Return 1 if the group named so far can act (B-9.6, B-11.5)."""
    for piece in range(PIECES):
        if has(s.group, piece) and is_key(t, s, s.verb, s.goal, piece):
            return 1
    return 0


@compiled
def _is_next(s: State, w: Workspace, member: int) -> int:
    """Return 1 unless a piece alike that comes before this one is not in the group yet."""
    like = w.like[member]
    return int(like == NONE or has(s.group, w.members[like]))


@compiled
def _bars_joining(t: Tables, s: State, w: Workspace, member: int) -> int:
    """Return the statement that forbids a listed piece to be the next one, 0 if none does."""
    piece, like = w.members[member], w.like[member]
    if s.group >> piece:
        return 18_27_0
    while like != NONE and not has(s.group, w.members[like]):
        if s.group >> w.members[like]:
            return 18_27_1
        like = w.like[like]
    size = size_of(s.group) + 1
    place, verb, goal = s.place[piece], s.verb, s.goal
    full = bars_size(t, w, place, verb, goal, size)
    if full:
        return full
    if not has(s.group, w.members[member - 1]) and _bars_division(s):
        return 9_17_1
    if is_key(t, s, verb, goal, piece) or _has_key(t, s):
        return 0
    if not bars_size(t, w, place, verb, goal, size + 1):
        for other in range(member + 1, w.member_count):
            if _is_next(s, w, other) and is_key(t, s, verb, goal, w.members[other]):
                return 0
    return 9_06_3 if verb == MoveKind.ATTACK else 11_05_3


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
