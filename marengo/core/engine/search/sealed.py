"""Choices that two seats make at the same time: neither can answer the other, so both mix theirs.

The children of such a node are the choices of the searching seat, whoever is asked first. Those of
the other seat hang below a node of their own, which all that the first may have sealed share; and a
pair of choices leads to a child of the searching seat's. Both choose by regret matching, the more
often the more they would have gained by a choice so far. On average that comes near an equilibrium.

After Lisý, Kovařík, Lanctot and Bošanský, "Convergence of Monte Carlo Tree Search in Simultaneous
Move Games" (2013), with regrets that are never negative (Tammelin, "CFR+", 2014). As elsewhere in
the tree, choices are tried in the order of their prior.
"""

from typing import Any

from marengo.core.engine.compiled import compiled, entry, inlined
from marengo.core.engine.driver import NONE, play, step
from marengo.core.engine.random import WORDS, Generator, next_word
from marengo.core.engine.record import Record, Records
from marengo.core.engine.search.children import expand, list_seen, mark_children
from marengo.core.engine.search.primitives import OPEN, SECOND, sealed
from marengo.core.engine.search.tree import (
    ROOT,
    TWO,
    Node,
    Search,
    add_node,
    best_child,
    max_children,
)

EXPLORATION = 0.1
"""Share of the choices that are drawn evenly, so that none is forgotten."""

DOUBT, DOUBT_POWER = 0.6, 0.25
"""Of n times a choice was made by less than the share DOUBT / n ** DOUBT_POWER: it is left out."""

NEW = 4
"""Most nodes that a pair of choices adds to a tree."""


@compiled
def how_sealed(t: Record, s: Any, x: Search) -> int:
    """Return how the choice is made that is due, see :func:`sealed`; open to who sees all."""
    return sealed(t, s) if x.seats == TWO and not x.oracle else OPEN


@inlined
def choose_both(
    t: Record,
    s: Any,
    w: Any,
    e: Record,
    weights: Records,
    nets: Records,
    k: Any,
    x: Search,
    tree: list[Node],
    g: Generator,
    node: int,
) -> int:
    """Let both seats choose, and return the node to which that leads; NONE without room for it."""
    if node == NONE:
        return node
    full = x.nodes + NEW > len(tree)
    if tree[node].other == NONE and not full:
        tree[node].other = add_node(tree, x, NONE, NONE, 0, 1.0)
        tree[tree[node].other].parent = node
    first, other = s.to_move, tree[node].other
    choice, other_choice = NONE, NONE
    above = node if first == x.side else other
    if other != NONE:
        choice = _draw(t, s, w, e, weights, nets, k, x, tree, g, above, node, full)
    if choice == NONE:
        return choice
    above = other if first == x.side else node
    step(t, s, w, tree[choice].move)
    if sealed(t, s) == SECOND:
        other_choice = _draw(t, s, w, e, weights, nets, k, x, tree, g, above, node, full)
    else:  # there is nothing that the second could choose
        other_choice = _child(tree, x, above, 1 - first, NONE, full)
    if other_choice == NONE:
        return other_choice
    play(t, s, w, tree[other_choice].move)
    if first != x.side:
        choice, other_choice = other_choice, choice
    both = _child(tree, x, choice, tree[other_choice].side, tree[other_choice].move, full)
    x.path[x.depth], x.path[x.depth + 1], x.path[x.depth + 2] = choice, other_choice, both
    x.depth += 2 + (both != NONE)
    return both


@compiled
def _draw(
    t: Record,
    s: Any,
    w: Any,
    e: Record,
    weights: Records,
    nets: Records,
    k: Any,
    x: Search,
    tree: list[Node],
    g: Generator,
    above: int,
    node: int,
    full: bool,
) -> int:
    """Return the child for a seat's choice, a new one or one drawn; NONE if there is none."""
    list_seen(t, s, w, x)
    marked = mark_children(tree, x, above)
    if marked < x.different and marked < max_children(tree, node) and not full:
        child = expand(t, s, w, e, weights, nets, k, x, tree, above)
        tree[child].available = 1
        tree[child].move = w.moves[x.index[tree[child].row]]
        tree[child].average = tree[child].prior
        return child
    regret, prior = 0.0, 0.0
    child = tree[above].child
    while child != NONE:
        if tree[child].stamp == x.now:
            regret += max(tree[child].regret, 0.0)
            prior += tree[child].prior
        child = tree[child].sibling
    left, drawn = next_word(g) / WORDS, NONE
    child = tree[above].child
    while child != NONE:
        if tree[child].stamp == x.now:
            wish = tree[child].prior / prior
            if regret > 0.0:
                wish = max(tree[child].regret, 0.0) / regret
            tree[child].average += wish
            if left >= 0.0:
                drawn = child
            left -= (1.0 - EXPLORATION) * wish + EXPLORATION / marked
        child = tree[child].sibling
    return drawn


@compiled
def _find(tree: list[Node], above: int, move: int) -> int:
    """Return the child for a move, or NONE."""
    child = tree[above].child
    while child != NONE and tree[child].move != move:
        child = tree[child].sibling
    return child


@compiled
def _child(tree: list[Node], x: Search, above: int, side: int, move: int, full: bool) -> int:
    """Return the child for a move, a new one if need be; NONE if there is no room for it."""
    child = _find(tree, above, move)
    if child == NONE and not full:
        child = add_node(tree, x, above, side, 0, 1.0)
        tree[child].seen, tree[child].move = move, move
    return child


@compiled
def learn_regrets(tree: list[Node], x: Search) -> None:
    """Add to what the seats regret that made a choice together on the path of a playout.

    A choice that was not made is regretted by how much the mean value of the pair would be better.
    """
    for at in range(x.depth - 3):
        node, choice, other_choice = x.path[at], x.path[at + 1], x.path[at + 2]
        if tree[node].other == NONE or tree[other_choice].parent != tree[node].other:
            continue
        value = _mean(tree, x.path[at + 3])
        sign = 1.0 if tree[choice].side == 0 else -1.0
        child = tree[node].child
        while child != NONE:
            pair = _find(tree, child, tree[other_choice].move)
            if pair != NONE and tree[child].stamp == tree[choice].stamp:
                tree[child].regret = max(
                    tree[child].regret + sign * (_mean(tree, pair) - value), 0.0
                )
            child = tree[child].sibling
        child = tree[tree[node].other].child
        while child != NONE:
            pair = _find(tree, choice, tree[child].move)
            if pair != NONE and tree[child].stamp == tree[other_choice].stamp:
                tree[child].regret = max(
                    tree[child].regret - sign * (_mean(tree, pair) - value), 0.0
                )
            child = tree[child].sibling


@compiled
def _mean(tree: list[Node], node: int) -> float:
    """Return the mean value of the playouts through a node, for the first seat."""
    return tree[node].total / tree[node].visits


@entry
def choose_child(tree: Records, generators: Records) -> int:
    """Return the child of the root to play: the best one, or of sealed choices one that is drawn.

    For these ``average`` becomes the probability with which it is.
    """
    if tree[ROOT].other == NONE:
        return best_child(tree, ROOT)
    whole, most, retained = 0.0, 0.0, 0.0
    child = tree[ROOT].child
    while child != NONE:
        whole += tree[child].average
        most = max(most, tree[child].average)
        child = tree[child].sibling
    least = min(most, DOUBT * whole ** (1.0 - DOUBT_POWER))
    child = tree[ROOT].child
    while child != NONE:
        if tree[child].average < least:
            tree[child].average = 0.0
        retained += tree[child].average
        child = tree[child].sibling
    left, drawn = next_word(generators[0]) / WORDS, NONE
    child = tree[ROOT].child
    while child != NONE:
        tree[child].average /= retained
        if tree[child].average > 0.0 and left >= 0.0:
            drawn = child
        left -= tree[child].average
        child = tree[child].sibling
    return drawn
