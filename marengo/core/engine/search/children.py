"""Moves as the searching seat sees them: those that look alike are one child of a node."""

from math import exp
from typing import Any

from marengo.core.engine.compiled import compiled, inlined
from marengo.core.engine.driver import NONE
from marengo.core.engine.policy import logits
from marengo.core.engine.random import hashed
from marengo.core.engine.record import Record, Records
from marengo.core.engine.search.primitives import observation_key
from marengo.core.engine.search.tree import TABLE, Node, Search, add_node


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
        key = seen_move(t, s, x, w.moves[number])
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
    return at


@compiled
def mark_children(tree: list[Node], x: Search, node: int) -> int:
    """Mark the moves of the position imagined that have a node; return their number."""
    number, child = 0, tree[node].child
    while child != NONE:
        at = find(x, tree[child].seen)
        if x.stamp[at] == x.now:
            x.marked[at] = x.now
            tree[child].row = at
            tree[child].stamp = x.now
            tree[child].available += 1
            number += 1
        child = tree[child].sibling
    return number


@inlined
def expand(
    t: Record,
    s: Any,
    w: Any,
    e: Record,
    weights: Records,
    nets: Records,
    k: Any,
    x: Search,
    tree: list[Node],
    node: int,
) -> int:
    """Add the legal move of highest prior that is not marked, and return its node.

    The prior is the probability with which the policy chooses the move.
    """
    logits(t, s, w, e, weights[s.to_move], nets[s.to_move], k)
    top = k.value[0]
    for number in range(w.move_count):
        top = max(top, k.value[number])
        x.share[x.row[number]] = 0.0
    whole, best = 0.0, NONE
    for number in range(w.move_count):
        share = exp((k.value[number] - top) / x.prior_temperature)
        x.share[x.row[number]] += share
        whole += share
    for number in range(w.move_count):
        row = x.row[number]
        if x.marked[row] != x.now and (best == NONE or x.share[row] > x.share[best]):
            best = row
    return add_node(tree, x, node, s.to_move, best, x.share[best] / whole)
