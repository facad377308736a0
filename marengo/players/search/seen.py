"""Moves as the searching side sees them: enemy blocks that look alike are not told apart."""

from marengo.players.compiled import compiled
from marengo.players.search.tree import SLOTS_OF_TABLE, Search
from marengo.rules.compiled import int64
from marengo.rules.moves import PIECES_SHIFT, pieces_of
from marengo.rules.random import Generator, below
from marengo.rules.shared.pieces import first_slot, has
from marengo.rules.shared.position import Position, Workspace
from marengo.rules.vocabulary import SLOTS

FACTOR, OTHER_FACTOR = 0x5E3779B9, 0x6C8E9CF5
HASHED = (1 << 31) - 1


@compiled
def hashed(number: int) -> int:
    """Return a number of 31 bits that looks random; products never overflow."""
    number = ((number ^ (number >> 31)) & HASHED) * FACTOR
    number = ((number ^ (number >> 31)) & HASHED) * OTHER_FACTOR
    return int64((number ^ (number >> 31)) & HASHED)


@compiled
def seen_move(s: Position, x: Search, move: int) -> int:
    """Return a number that is equal for moves the searching side cannot tell apart.

    Its own moves are themselves. An enemy move tells its kind, target and detail, and of each
    block where it stands and which pieces it may be (T-22.17, B-17.19).
    """
    if s.to_move == x.side or x.oracle:
        return move
    pieces, blocks = pieces_of(move), int64(0)
    first = first_slot(int64(s.to_move))
    for number in range(SLOTS):
        if has(pieces, int64(number)):
            slot = first + number
            known = hashed(int64(s.candidates[slot])) + int64(s.place[slot])
            blocks += hashed(hashed(known) + int64(s.marks[slot]))
    public = move & ((int64(1) << PIECES_SHIFT) - 1)
    return int64(-1) - (hashed(blocks) << 31 | hashed(public))


@compiled
def list_seen(s: Position, w: Workspace, x: Search, g: Generator) -> None:
    """Enter all legal moves into the table; of those that look alike, one drawn at random."""
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
            if below(g, int64(x.number[at])) == 0:
                x.index[at] = number


@compiled
def find(x: Search, key: int) -> int:
    """Return where a move stands in the table, or the empty row where it would."""
    at = hashed(key ^ (key >> 33)) & (SLOTS_OF_TABLE - 1)
    while x.stamp[at] == x.now and x.key[at] != key:
        at = (at + 1) & (SLOTS_OF_TABLE - 1)
    return int64(at)
