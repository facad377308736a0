"""Moves as the searching side sees them: enemy blocks that look alike are not told apart."""

from marengo.players.compiled import compiled
from marengo.players.search.tree import SLOTS_OF_TABLE, Search
from marengo.rules.compiled import int64
from marengo.rules.moves import (
    DETAIL_SHIFT,
    TARGET_SHIFT,
    MoveKind,
    detail_of,
    kind_of,
    pieces_of,
    target_of,
)
from marengo.rules.shared.hashing import hashed
from marengo.rules.shared.pieces import first_slot, has
from marengo.rules.shared.position import Position, Workspace
from marengo.rules.sight import SILENCED
from marengo.rules.vocabulary import PLACES, SLOTS

SHOWING = sum(
    1 << kind
    for kind in (
        MoveKind.LEAD,
        MoveKind.FIRE,
        MoveKind.HIT,
        MoveKind.COUNTER,
        MoveKind.REDUCE,
        MoveKind.SHOW,
        MoveKind.PURSUE,
        MoveKind.DECLARE,
        MoveKind.COMPLETE,
        MoveKind.CANCEL,
        MoveKind.CONTINUE,
        MoveKind.TARGET,
    )
)
"""Kinds of move by which pieces are shown, or that name pieces face-up: a set of bits."""


@compiled
def _seen_piece(s: Position, slot: int, shown: int) -> int:
    """Return what the searching side sees of a piece that an enemy move names."""
    place = hashed(int64(s.place[slot]) + (int64(s.marks[slot]) & ~SILENCED) * PLACES)
    if shown:
        return hashed(place + 1 + int64(s.kind[slot]) + 4 * int64(s.strength[slot]))
    return hashed(place ^ hashed(int64(s.candidates[slot])))


@compiled
def seen_move(s: Position, x: Search, move: int) -> int:
    """Return a number that is equal for moves the searching side cannot tell apart.

    Its own moves are themselves, and so are moves that name its own pieces. Another enemy move
    tells its kind and target, and of each block where it stands, and its face if the move shows
    it or else which pieces it may be (T-22.17, B-17.19).
    """
    kind = kind_of(move)
    if s.to_move == x.side or x.oracle or kind == MoveKind.STRIKE:
        return move
    pieces, blocks = pieces_of(move), int64(0)
    leads, named = detail_of(move), int64(0)
    first = first_slot(int64(s.to_move))
    for number in range(SLOTS):
        if has(pieces, int64(number)):
            shown = (SHOWING >> kind) & 1
            if kind == MoveKind.SEND:  # the leading ones are shown
                shown = has(leads, named)
                named += 1
            blocks += _seen_piece(s, int64(first + number), shown)
    public = kind | target_of(move) << DETAIL_SHIFT
    if kind != MoveKind.SEND:
        public |= leads << TARGET_SHIFT
    return int64(-1) - (hashed(blocks) << 31 | hashed(public))


@compiled
def list_seen(s: Position, w: Workspace, x: Search) -> None:
    """Enter all legal moves into the table, and count those that look alike."""
    x.now += 1
    x.different = 0
    for number in range(w.move_count):
        key = seen_move(s, x, int64(w.moves[number]))
        at = find(x, key)
        x.row[number] = at
        if x.stamp[at] != x.now:
            x.stamp[at] = x.now
            x.key[at] = key
            x.index[at] = number
            x.number[at] = 1
            x.different += 1
        else:
            x.number[at] += 1


@compiled
def find(x: Search, key: int) -> int:
    """Return where a move stands in the table, or the empty row where it would."""
    at = hashed(key ^ (key >> 33)) & (SLOTS_OF_TABLE - 1)
    while x.stamp[at] == x.now and x.key[at] != key:
        at = (at + 1) & (SLOTS_OF_TABLE - 1)
    return int64(at)
