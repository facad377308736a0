"""Moves as the searching seat sees them: those that look alike are one child of a node."""

from typing import Any

from marengo.core.engine.compiled import compiled, inlined, int64
from marengo.core.engine.random import hashed
from marengo.core.engine.record import Record
from marengo.core.engine.search.primitives import observation_key
from marengo.core.engine.search.tree import TABLE, Search


@inlined
def seen_move(t: Record, s: Any, x: Search, move: int) -> int:
    """Return a number that is equal for moves the searching seat cannot tell apart."""
    seen = move
    if s.to_move != x.side and not x.oracle:
        seen = observation_key(t, s, move)
    return seen


@compiled
def list_seen(t: Record, s: Any, w: Any, x: Search) -> None:
    """Enter all legal moves into the table, and count those that look alike."""
    x.now += 1
    x.different = 0
    for number in range(w.move_count):
        key = seen_move(t, s, x, int64(w.moves[number]))
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
    at = hashed(key ^ (key >> 33)) & (TABLE - 1)
    while x.stamp[at] == x.now and x.key[at] != key:
        at = (at + 1) & (TABLE - 1)
    return int64(at)
