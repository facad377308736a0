"""The search: draw a position, go down the tree, play on by the policy, evaluate, count.

The enemy's replies have a tree of their own. In the other one they come after all that the side may
still do in its turn, and so too late to tell much of its first moves.
"""

from typing import Any

from marengo.core.engine.compiled import compiled, entry, inlined
from marengo.core.engine.driver import CHANCE, NONE, OVER, draw, legal, play
from marengo.core.engine.policy import determinize, draw_by_scores, gumbel, logits
from marengo.core.engine.random import Generator
from marengo.core.engine.record import Record, Records
from marengo.core.engine.search.children import expand, list_seen, mark_children
from marengo.core.engine.search.primitives import (
    FIRST,
    OPEN,
    SECOND,
    may_reply,
    outlook,
    reopen,
    returns,
    turn_number,
    whose_turn,
)
from marengo.core.engine.search.sealed import choose_both, how_sealed, learn_regrets
from marengo.core.engine.search.tree import (
    DEPTH,
    REPLIES,
    ROOT,
    TWO,
    Node,
    Search,
    add_node,
    backpropagate,
    max_children,
    puct_score,
    start_tree,
)

MOST_TURNS = 1 << 30
"""More turns than a game has."""

LONGEST_PLAYOUT = 400
"""Decisions after which a playout is evaluated wherever it has come to."""


@compiled
def _value(t: Record, s: Any, w: Any, e: Record, nets: Records, k: Any, x: Search) -> None:
    """Write what each seat gets, or may expect, of a position; of two seats the first will do."""
    for seat in range(1 if x.seats == TWO else x.seats):
        if s.decision == OVER:
            x.values[seat] = returns(t, s, seat)
        else:
            x.values[seat] = outlook(t, s, w, e, nets[seat], k, seat)


@compiled
def _select(tree: list[Node], x: Search, node: int, side: int) -> int:
    """Return the child, among those legal now, that attracts the side most; all have visits."""
    best, most = NONE, 0.0
    child = tree[node].child
    while child != NONE:
        if tree[child].stamp == x.now:
            wish = puct_score(tree, x, child, side)
            if best == NONE or wish > most:
                best, most = child, wish
        child = tree[child].sibling
    return best


@inlined
def _pick(
    t: Record,
    s: Any,
    w: Any,
    e: Record,
    weights: Records,
    nets: Records,
    k: Any,
    x: Search,
    g: Generator,
    row: int,
    scored: int,
) -> int:
    """Return the move of a row; of enemy moves that look alike one drawn as the policy does.

    Which of its hidden pieces it moves the enemy knows, and chooses.
    """
    if x.number[row] == 1:
        return int(w.moves[x.index[row]])
    if not scored:
        logits(t, s, w, e, weights[s.to_move], nets[s.to_move], k)
    best, chosen = 0.0, NONE
    for number in range(w.move_count):
        if x.row[number] == row:
            value = k.value[number] + x.temperature * gumbel(g)
            if chosen == NONE or value > best:
                best, chosen = value, number
    return int(w.moves[chosen])


@compiled
def _outcome(tree: list[Node], x: Search, node: int, row: int, full: bool) -> int:
    """Return the child for an outcome of chance; NONE if it has none and there is no room."""
    child = tree[node].child
    while child != NONE:
        if tree[child].stamp == x.now and tree[child].row == row:
            return child
        child = tree[child].sibling
    return NONE if full else add_node(tree, x, node, CHANCE, row, 1.0)


@inlined
def _descend(
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
    root: int,
) -> None:
    """Go down from a root, in a position imagined, until a node is new or the game is over."""
    node = root
    x.path[x.depth] = node
    x.depth += 1
    while s.decision != OVER and w.move_count > 0 and x.depth < DEPTH:
        if how_sealed(t, s, x) == FIRST:
            above = node if root == ROOT else NONE  # to choose both is no reply
            node = choose_both(t, s, w, e, weights, nets, k, x, tree, g, above)
            if node == NONE or tree[node].visits == 0:
                return
            continue
        list_seen(t, s, w, x)
        marked = mark_children(tree, x, node)
        full = x.nodes == len(tree)
        if s.to_move == CHANCE:
            drawn = draw(t, s, w, g)
            node = _outcome(tree, x, node, x.row[drawn], full)
            move = w.moves[drawn]
            play(t, s, w, move)
            if node == NONE:
                return
            tree[node].move = move
            x.path[x.depth] = node
            x.depth += 1
            continue
        fresh = marked < x.different and marked < max_children(tree, node)
        # replies may fill half of the room
        if full or (root == REPLIES and x.replies + 1 == len(tree) // 2):
            if marked == 0:
                return
            fresh = False
        if fresh:
            x.replies += root == REPLIES
            node = expand(t, s, w, e, weights, nets, k, x, tree, node)
            tree[node].available = 1
        else:
            node = _select(tree, x, node, s.to_move)
        x.path[x.depth] = node
        x.depth += 1
        move = _pick(t, s, w, e, weights, nets, k, x, g, tree[node].row, fresh)
        tree[node].move = move
        play(t, s, w, move)
        if fresh:
            return


@inlined
def play_out(
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
) -> None:
    """Go down the tree, play on by the policy until some turns have ended, and value that.

    Where the tree ends in the turn of the side that searches, or with a move of its, the enemy's
    next actions come from the tree of replies. One turn more is played if that side would not be to
    move: else whatever puts off the end of its own turn would be compared, to its favour, with what
    does not.
    """
    x.depth = 0
    root, last, to_reply = ROOT, MOST_TURNS, False
    for _ in range(LONGEST_PLAYOUT):
        if s.decision == OVER or w.move_count == 0 or turn_number(t, s) > last:
            break
        if to_reply and may_reply(t, s, x.side) and how_sealed(t, s, x) == OPEN:
            root, to_reply = REPLIES, False
        if s.to_move == CHANCE and root == NONE:
            play(t, s, w, w.moves[draw(t, s, w, g)])
            continue
        if root == NONE:
            chosen = 0
            if w.move_count > 1:
                logits(t, s, w, e, weights[s.to_move], nets[s.to_move], k)
                chosen = draw_by_scores(w, k, g, x.temperature)
            play(t, s, w, w.moves[chosen])
            continue
        _descend(t, s, w, e, weights, nets, k, x, tree, g, root)
        if root == ROOT:
            turn = whose_turn(t, s)
            to_reply = turn == x.side or tree[x.path[x.depth - 1]].side == x.side
            turns = x.horizon
            turns += (turns & 1) ^ int(turn != x.side)
            last = turn_number(t, s) + turns - 1
        root = NONE
    _value(t, s, w, e, nets, k, x)


@entry
def search_on(
    tables: Records,
    seen: Records,
    states: Records,
    works: Records,
    grounds: Records,
    weights: Records,
    nets: Records,
    scores: Records,
    searches: Records,
    tree: Records,
    scratch: Records,
    generators: Records,
    playouts: int,
) -> None:
    """Add playouts to the tree of ``seen[0]``.

    ``states[0]`` is scratch. The tree needs room for two nodes a playout, or ``NEW`` and one where
    choices are sealed. ``weights`` and ``nets`` have a row for each seat.
    """
    t, s, w, x, g = tables[0], states[0], works[0], searches[0], generators[0]
    e, k = grounds[0], scores[0]
    if x.nodes == 0:
        start_tree(tree, x)
    for _ in range(playouts):
        states[0] = seen[0]
        if not x.oracle:
            determinize(t, s, x.side, g, scratch[0])
            if how_sealed(t, s, x) == SECOND:
                reopen(t, s)
        legal(t, s, w)
        play_out(t, s, w, e, weights, nets, k, x, tree, g)
        backpropagate(tree, x)
        learn_regrets(tree, x)
