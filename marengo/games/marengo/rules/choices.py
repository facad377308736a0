"""Offering moves, and the groups of pieces that can be named together."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import alike
from marengo.games.marengo.rules.moves import pack
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, side_of
from marengo.games.marengo.rules.position import GROUPS, MOVES, Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import NONE, SLOTS, Kind


@compiled
def offer(w: Workspace, kind: int, target: int, detail: int, pieces: int) -> None:
    """Add a legal move; ``pieces`` is a set of the mover's slots, counted from his first."""
    number = w.move_count
    if number >= MOVES:
        w.overflow = 1
        return
    w.moves[number] = pack(kind, target, detail, pieces)
    w.move_count = number + 1


@compiled
def alone(kind: int, piece: int) -> int:
    """Return a move of one piece that goes nowhere."""
    return pack(kind, 0, 0, 1 << (piece % SLOTS))


@compiled
def offer_piece(w: Workspace, kind: int, target: int, piece: int) -> None:
    """Add a legal move of one piece."""
    offer(w, kind, target, 0, 1 << (piece % SLOTS))


@compiled
def offer_each(w: Workspace, kind: int, target: int) -> None:
    """Add a legal move for each member, of members alike for the first."""
    for member in range(w.member_count):
        if w.like[member] == NONE:
            offer_piece(w, kind, target, w.members[member])


@compiled
def named(side: int, pieces: int) -> int:
    """Return the set of slots that a move's set of a side's pieces stands for."""
    return pieces << first_slot(side)


@compiled
def gather(t: SetUpTables, s: Position, w: Workspace, side: int, place: int) -> None:
    """List as members the pieces of a side at a place, in slot order."""
    members = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if s.place[piece] == place:
            members |= 1 << piece
    gather_set(t, s, w, side, members)


@compiled
def gather_set(t: SetUpTables, s: Position, w: Workspace, side: int, pieces: int) -> None:
    """List as members the pieces of a set, noting for each the last one before it alike."""
    number = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if has(pieces, piece):
            w.members[number] = piece
            w.like[number] = NONE
            for before in range(number - 1, -1, -1):
                previous = w.members[before]
                if s.place[previous] == s.place[piece] and alike(t, s, previous, piece):
                    w.like[number] = before
                    break
            number += 1
    w.member_count = number


@compiled
def list_groups(s: Position, w: Workspace, limit: int) -> None:
    """List all groups of 1 to ``limit`` members, smaller first.

    Of members alike the earlier is always taken first, so that groups alike are listed once.
    """
    w.group_count = 0
    for member in range(w.member_count):
        if w.like[member] == NONE:
            _add_group(s, w, 0, member)
    begin = 0
    for _ in range(limit - 1):
        end = w.group_count
        for group in range(begin, end):
            members = w.group[group]
            for member in range(w.group_last[group] + 1, w.member_count):
                before = w.like[member]
                if before == NONE or (members >> before) & 1:
                    _add_group(s, w, members, member)
        begin = end


@compiled
def _add_group(s: Position, w: Workspace, members: int, member: int) -> None:
    """Add the group of ``members`` and one more."""
    number = w.group_count
    if number >= GROUPS:
        w.overflow = 1
        return
    pieces, size = 0, 0
    infantry, marks = 0, 0
    members |= 1 << member
    for index in range(member + 1):
        if (members >> index) & 1:
            piece = w.members[index]
            pieces |= 1 << (piece - first_slot(side_of(piece)))
            size += 1
            infantry |= int(s.kind[piece] == Kind.INFANTRY)
            marks |= s.marks[piece]
    w.group[number] = members
    w.group_last[number] = member
    w.group_size[number] = size
    w.group_pieces[number] = pieces
    w.group_infantry[number] = infantry
    w.group_marks[number] = marks
    w.group_count = number + 1


@compiled
def is_forced(t: SetUpTables, s: Position, w: Workspace) -> int:
    """Return 1 if a decision is played through: one legal move, except an action (T-23.2, B-18)."""
    return int(w.move_count == 1 and s.decision != Decision.ACTION)
