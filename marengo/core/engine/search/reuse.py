"""What a search keeps of its tree from one decision to its next, as long as nothing came to light.

A turn is many decisions of one side. While none of them shows a piece, what was found out about
the positions after the chosen move holds for the next decision too.
"""

from typing import Any

import numpy as np

from marengo.core.engine.compiled import compiled, entry, inlined
from marengo.core.engine.driver import NONE, OVER, legal, play
from marengo.core.engine.policy import information_set
from marengo.core.engine.record import Records
from marengo.core.engine.search.primitives import OPEN, has_learned
from marengo.core.engine.search.sealed import how_sealed
from marengo.core.engine.search.tree import REPLIES, ROOT, Node, best_child

Array = np.ndarray[Any, Any]


@compiled
def _child_of(tree: list[Node], node: int, move: int) -> int:
    """Return the child to which a move of the searching side leads, or NONE."""
    child = tree[node].child
    while child != NONE and tree[child].seen != move:
        child = tree[child].sibling
    return child


@entry
def expect(
    tables: Records,
    seen: Records,
    states: Records,
    works: Records,
    searches: Records,
    tree: Records,
    scratch: Records,
) -> int:
    """Go from ``seen[0]`` by the move chosen to the side's next decision, and return its node.

    Moves without a choice are made on the way. ``states[0]`` becomes the information set
    expected there. Return NONE if the tree does not reach it, the enemy decides before, a piece is
    shown, or this choice or that is made at the same time as another's.
    """
    t, w, side = tables[0], works[0], searches[0].side
    if tree[ROOT].other != NONE:
        return NONE
    states[1] = seen[0]
    s, node = states[1], best_child(tree, 0)
    move = tree[node].move
    while node != NONE:
        play(t, s, w, move)
        if s.decision == OVER or s.to_move != side or has_learned(t, s, seen[0]):
            return NONE
        if how_sealed(t, s, searches[0]) != OPEN:
            return NONE
        if w.move_count != 1:
            states[0] = states[1]
            if not searches[0].oracle:
                information_set(t, s, side, states[0], scratch[0])
            return node
        move = w.moves[0]
        node = _child_of(tree, node, move)
    return node


@entry
def regrow(
    tables: Records,
    seen: Records,
    works: Records,
    tree: Records,
    searches: Records,
    number: Array,
    root: int,
) -> None:
    """Keep what grows from a node; it becomes the root, the decision ``seen[0]``.

    Children are left behind if their moves are not legal there: they belong to imagined positions
    that came to other decisions by the same moves. The tree of replies stays as it is. ``number``
    is scratch, an entry for each node.
    """
    x, w, count = searches[0], works[0], REPLIES + 1
    legal(tables[0], seen[0], w)
    for node in range(x.nodes):  # a parent comes before its children
        parent = tree[node].parent
        above = number[parent] if parent != NONE else NONE
        if node in (root, REPLIES):
            number[node] = ROOT if node == root else REPLIES
            _move_node(tree, node, number[node], NONE)
        elif above == NONE:
            number[node] = NONE
        elif parent == root and not _is_legal(w, tree[node].seen):
            number[node] = NONE
            tree[ROOT].visits -= tree[node].visits
            tree[ROOT].total -= tree[node].total
        else:
            number[node] = count
            _move_node(tree, node, count, above)
            count += 1
    x.nodes = count


@inlined
def _is_legal(w: Any, move: int) -> int:
    """Return 1 if a move is among the legal ones."""
    for at in range(w.move_count):
        if w.moves[at] == move:
            return 1
    return 0


@compiled
def _move_node(tree: list[Node], node: int, at: int, parent: int) -> None:
    """Move a node forward in the table, and hang it anew, among the children first."""
    tree[at] = tree[node]
    tree[at].parent, tree[at].child, tree[at].sibling = parent, NONE, NONE
    tree[at].children = 0
    if parent != NONE and tree[parent].other == node:
        tree[parent].other = at
    elif parent != NONE:
        tree[at].sibling = tree[parent].child
        tree[parent].child = at
        tree[parent].children += 1
