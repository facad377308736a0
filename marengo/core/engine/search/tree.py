"""The tree of a search: information sets, joined by moves as the searching side sees them.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): one tree
for all imagined positions, in which each move counts how often it could have been chosen. Moves
are tried in the order of their prior (progressive widening, Coulom 2007) and chosen by value and
prior (PUCT, Silver et al. 2017).
"""

from math import sqrt
from typing import Annotated

import numpy as np

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.driver import CHANCE, NONE
from marengo.core.engine.record import Float64, Int32, Int64, Record, Records

MOVES = 4096
"""Most legal moves of a decision that are searched."""

DEPTH = 256
"""Most moves from the root of a tree to a leaf."""

SEATS, TWO = 8, 2
"""Most seats of a game that is searched; with two, what one gets the other does not."""

ROOT, REPLIES = 0, 1
"""The nodes without parents: the decision, and the enemy's next actions whatever comes before."""

TABLE = 8192
"""Size of the table of legal moves: a power of two, twice as many as there can be."""

WIDENING, WIDENING_POWER = 2.0, 0.4
"""A node of n visits tries up to WIDENING * n ** WIDENING_POWER moves."""


class Node(Record):
    """One information set, and the move that leads to it."""

    seen: Int64  # the move as the searching side sees it
    move: Int64  # the move itself, packed, when it was made last
    side: Int32  # who makes it
    parent: Int32  # node, NONE for the root
    child: Int32  # first of its children, NONE without any
    sibling: Int32  # next child of the same parent, NONE after the last
    children: Int32  # number of them
    visits: Int32  # playouts that came through here
    available: Int32  # visits of the parent in which the move was legal
    row: Int32  # of the table of legal moves, when the move was legal last
    other: Int32  # where two choose at the same time: node above what the other one may choose
    stamp: Int64  # position in which that was
    prior: Float64  # probability with which the policy would choose it
    total: Float64  # sum of the values of these playouts: of two seats for the first, else for side
    regret: Float64  # of a sealed choice: how much more it would have gained, summed up
    average: Float64  # its probabilities summed up; in the end its probability


class Search(Record):
    """Scratch and settings of one search."""

    side: Int32  # who searches
    seats: Int32  # how many there are
    values: Annotated[list[float], np.float64, SEATS]  # what they get of the present playout
    oracle: Int32  # 1: over the position itself, 0: over positions imagined
    nodes: Int32  # number of nodes in the tree
    replies: Int32  # number of those in the tree of replies, but for its root
    horizon: Int32  # ends of turns a playout passes at least before it is cut off
    exploration: Float64  # weight of the prior against the value
    temperature: Float64  # of playouts
    prior_temperature: Float64  # of priors
    lowest: Float64  # mean value seen in the tree
    highest: Float64
    noise: Float64  # what these differ by at least, for values to count at their full
    depth: Int32  # nodes on the path of the present playout
    path: Annotated[list[int], np.int32, DEPTH + 3]  # with a root of replies, and sealed choices
    key: Annotated[list[int], np.int64, TABLE]  # legal moves of a position as seen
    stamp: Annotated[list[int], np.int64, TABLE]  # the position they belong to
    index: Annotated[list[int], np.int32, TABLE]  # of the first of these moves
    number: Annotated[list[int], np.int32, TABLE]  # of moves that look alike
    share: Annotated[list[float], np.float64, TABLE]  # of their prior, not yet divided
    row: Annotated[list[int], np.int32, MOVES]  # of the table, for each of the workspace's moves
    marked: Annotated[list[int], np.int64, TABLE]  # position in which it has a node
    now: Int64  # stamp of the present position
    different: Int32  # legal moves that look different


@compiled
def start_tree(tree: list[Node], x: Search) -> None:
    """Make the roots of an empty tree, and of an empty tree of replies."""
    x.nodes, x.replies = 0, 0
    x.lowest, x.highest = 1.0, 0.0
    for _ in (ROOT, REPLIES):
        add_node(tree, x, NONE, NONE, 0, 1.0)


@compiled
def add_node(tree: list[Node], x: Search, parent: int, side: int, row: int, prior: float) -> int:
    """Add a node without visits, first among the children of its parent, and return it.

    Its move is the one in a row of the table of legal moves; for the root the row says nothing.
    """
    node = x.nodes
    x.nodes = node + 1
    tree[node].seen = x.key[row]
    tree[node].move = 0
    tree[node].row = row
    tree[node].stamp = x.now
    tree[node].side = side
    tree[node].parent = parent
    tree[node].child = NONE
    tree[node].sibling = NONE
    tree[node].children = 0
    tree[node].visits = 0
    tree[node].available = 0
    tree[node].prior = prior
    tree[node].total = 0.0
    tree[node].other = NONE
    tree[node].regret = 0.0
    tree[node].average = 0.0
    if parent != NONE:
        tree[node].sibling = tree[parent].child
        tree[parent].child = node
        tree[parent].children += 1
    return node


@compiled
def puct_score(tree: list[Node], x: Search, node: int, side: int) -> float:
    """Return the PUCT score of a move for the seat that chooses it.

    Values count by their place between the lowest and the highest mean of the tree, so that
    exploration means the same whether much or little is at stake; but not if it is so little that
    chance alone makes the difference.
    """
    value, low = tree[node].total / tree[node].visits, x.lowest
    if x.seats == TWO and side != 0:
        value, low = 1.0 - value, 1.0 - x.highest
    span = max(x.highest - x.lowest, x.noise)
    share = (value - low) / span if span > 0.0 else 0.5
    curiosity = tree[node].prior * sqrt(tree[node].available) / (1.0 + tree[node].visits)
    return share + x.exploration * curiosity


@compiled
def max_children(tree: list[Node], node: int) -> int:
    """Return how many moves of a node may be tried by now."""
    return int(1 + WIDENING * tree[node].visits ** WIDENING_POWER)


@compiled
def backpropagate(tree: list[Node], x: Search) -> None:
    """Add a playout's values to all nodes on the path."""
    for step in range(x.depth):
        node = x.path[step]
        tree[node].visits += 1
        if x.seats == TWO:
            tree[node].total += x.values[0]
        elif tree[node].side >= 0:
            tree[node].total += x.values[tree[node].side]
    for step in range(x.depth):
        if tree[x.path[step]].parent == NONE or tree[x.path[step]].side == CHANCE:
            continue
        mean = tree[x.path[step]].total / tree[x.path[step]].visits
        x.lowest = min(x.lowest, mean)
        x.highest = max(x.highest, mean)


@compiled
def _is_ahead(tree: Records, node: int, other: int) -> int:
    """Return 1 if a node was visited more often than another, of equals if its prior is higher."""
    if tree[node].visits == tree[other].visits:
        return int(tree[node].prior > tree[other].prior)
    return int(tree[node].visits > tree[other].visits)


@entry
def best_child(tree: Records, node: int) -> int:
    """Return the child visited most, of equals the one of higher prior, or NONE."""
    best, child = NONE, tree[node].child
    while child != NONE:
        if best == NONE or _is_ahead(tree, child, best):
            best = child
        child = tree[child].sibling
    return best


@entry
def top_children(tree: Records, nodes: Records) -> int:
    """Fill in the children of the root visited most, the best first; return how many."""
    length = 0
    child = tree[0].child
    while child != NONE:
        at = length
        while at > 0 and _is_ahead(tree, child, nodes[at - 1]):
            if at < len(nodes):
                nodes[at] = nodes[at - 1]
            at -= 1
        if at < len(nodes):
            nodes[at] = child
            length = min(length + 1, len(nodes))
        child = tree[child].sibling
    return length


@entry
def can_stop_early(tree: Records, left: int) -> int:
    """Return 1 if so many more playouts cannot change which child of the root is visited most."""
    first, second = 0, 0
    if tree[ROOT].other != NONE:  # what is mixed becomes better to the end
        return 0
    child = tree[0].child
    while child != NONE:
        visits = tree[child].visits
        first, second = max(first, visits), max(second, min(first, visits))
        child = tree[child].sibling
    return int(first - second > left)


@entry
def principal_variation(tree: Records, node: int, line: Records, sides: Records) -> int:
    """Fill in the most visited moves from a node on, and who makes them; return how many."""
    length = 0
    while node != NONE and tree[node].move != NONE and length < len(line):
        line[length] = tree[node].move
        sides[length] = tree[node].side
        length += 1
        node = best_child(tree, node)
    return length
