"""Where to stand: what a place is worth to a side, and what the enemy may take there."""

from marengo.core.engine.compiled import compiled, inlined
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.policy.way import fill_traffic, spearhead
from marengo.games.marengo.rules.pieces import end_slot, first_slot, locality_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    LOCALITIES,
    NONE,
    PIECES,
    PLACES,
    Side,
)
from marengo.games.triomphe.policy.ground import Ground
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.rules.morale import at, is_stranded, level
from marengo.games.triomphe.rules.state import DISORGANISED, State, Tables

FAR_AWAY = 30.0


@compiled
def fill_potential(t: Tables, s: State, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Fill ``k.far`` with what a place is worth to a piece of the side to move.

    ``k.near`` then holds the disorganised French pieces of each locality, ``k.exposed`` nothing.
    """
    if s.to_move == Side.AUSTRIAN:
        _fill_way(t, w, e, v, k)
        share = (s.hour - t.first_hour) / (t.last_hour - t.first_hour + 1.0)
        for i in range(e.number):
            k.far[e.order[i]] *= -v.progress * (1.0 + v.hurry * share)
    else:
        _fill_posts(t, w, e, v, k)
        front = spearhead(t, s, e) - v.margin
        for i in range(e.number):
            locality = e.order[i]
            behind = max(0.0, e.goal[locality] - front)
            k.far[locality] = v.interpose * k.far[locality] - v.passed * behind
    for locality in range(LOCALITIES):
        k.near[locality] = 0.0
        k.exposed[locality] = -1.0
    k.left = NONE
    for piece in range(first_slot(Side.FRENCH), end_slot(t, Side.FRENCH)):
        locality = locality_of(t, s, piece)
        if locality != NONE and s.marks[piece] & DISORGANISED:
            k.near[locality] += 1.0


@compiled
def _fill_way(t: Tables, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Fill ``k.far`` with the way to the goal around the enemy."""
    changed = int(k.has_way == 0)
    for i in range(e.number):
        locality = e.order[i]
        enemies = v.detour * w.present[locality] * (w.holder[locality] == Side.FRENCH)
        if enemies > 0.0 or k.enemies[locality] > 0.0:
            changed |= _block(t, w, v, k, locality, enemies)
    if changed:
        _sweep_way(t, e, k)
    for locality in range(LOCALITIES):
        k.far[locality] = k.way[locality]


@compiled
def _block(t: Tables, w: Workspace, v: Weights, k: Scores, locality: int, enemies: float) -> int:
    """Note what entering a locality costs across each of its sides; return 1 if that is new.

    Enemies that block a side count as steps of their own.
    """
    changed = False
    k.enemies[locality] = enemies
    for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
        cost = 0.0
        if enemies > 0.0:
            barrier = 0.0
            if w.count[FIRST_APPROACH + a] > 0:
                barrier = v.barrier * (1.0 + t.infantry_penalty[a])
            cost = enemies + barrier
        changed |= cost != k.cost[a]
        k.cost[a] = cost
    return changed


@compiled
def _sweep_way(t: Tables, e: Ground, k: Scores) -> None:
    """Fill ``k.way`` from what borders cost, in two sweeps outwards from the goal."""
    k.has_way = 1
    for i in range(e.number):
        locality = e.order[i]
        k.way[locality] = 0.0 if e.goal[locality] == 0.0 else e.goal[locality] + FAR_AWAY
    for _ in range(2):
        changed = False
        for i in range(e.number):
            locality = e.order[i]
            best = before = k.way[locality]
            for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
                best = min(best, k.way[t.neighbour[a]] + e.edge[a] + k.cost[t.opposite[a]])
            k.way[locality] = best
            changed |= best != before
        if not changed:
            return


@compiled
def _fill_posts(t: Tables, w: Workspace, e: Ground, v: Weights, k: Scores) -> None:
    """Fill ``k.far`` with how near a place is to posts in the way of the Austrians."""
    if _want(t, w, e, v, k):
        _sweep_posts(t, e, k)
    for locality in range(LOCALITIES):
        k.far[locality] = k.posts[locality]


@inlined
def _want(t: Tables, w: Workspace, e: Ground, v: Weights, k: Scores) -> int:
    """Note how many French pieces are wanted in each locality; return 1 if that is new.

    Each Austrian piece is taken to go the shortest way to the goal; where many of them would
    come through soon, French pieces are wanted, one if possible at each post.
    """
    fill_traffic(t, w, e, k.near, v.foresight)
    changed = k.fade != v.fade
    k.fade = v.fade
    for locality in range(LOCALITIES):
        wanted = min(k.near[locality], v.enough)
        if w.holder[locality] == Side.FRENCH:
            wanted -= v.posted * (w.present[locality] - 1)
        if w.holder[locality] == Side.AUSTRIAN:
            wanted = 0.0
        changed |= wanted != k.wanted[locality]
        k.wanted[locality] = wanted
    return changed


@compiled
def _sweep_posts(t: Tables, e: Ground, k: Scores) -> None:
    """Fill ``k.posts`` from the pieces wanted: the best post less the steps to it."""
    for locality in range(LOCALITIES):
        k.posts[locality] = k.wanted[locality]
    for sweep in range(4):
        changed = False
        for i in range(e.number):
            locality = e.order[i if sweep % 2 else e.number - 1 - i]
            around = -FAR_AWAY
            for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
                around = max(around, k.posts[t.neighbour[a]])
            if around - k.fade > k.posts[locality]:
                k.posts[locality] = around - k.fade
                changed = True
        if not changed:
            return


@compiled
def _chance(
    t: Tables, s: State, w: Workspace, v: Weights, side: int, a: int, own: int, reserve: int
) -> float:
    """Return the chance that the enemy takes a locality across an approach in his next turn."""
    need = 1 + t.wide[a]
    facing = w.count[FIRST_APPROACH + t.opposite[a]]
    if own >= need:  # only an assault is left
        if facing == 0:
            return 0.0
        return max(
            0.0, min(0.6, v.stormed * (1.0 + min(facing, 4) - min(own, 3) - t.infantry_penalty[a]))
        )
    if facing > 0:  # no response to an attack from the approach (T-9.17)
        if own == 0:
            return v.uncovered
        twice = reserve == 0 and w.count[t.neighbour[a]] > 0  # one piece holds but once (T-9.21)
        return v.uncovered if facing > 1 or twice else v.thin
    behind = w.count[t.neighbour[a]]
    if behind == 0:
        return 0.0
    if reserve + own >= need or (behind == 1 and reserve + own >= 1):
        return v.answered
    return v.unanswered


@compiled
def _abandoned(
    t: Tables, s: State, w: Workspace, v: Weights, side: int, locality: int, gone: int
) -> float:
    """Return what is lost with discs that lie where an enemy may walk in (T-18.25)."""
    discs = s.committed[at(side, locality)]
    if discs == 0:
        return 0.0
    lost = v.disc * discs
    if discs >= level(t, s, side):
        lost += v.doom
    for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
        enemy = w.holder[t.neighbour[a]] == 1 - side and t.neighbour[a] != gone
        if enemy and not t.impassable[a]:
            return v.caution * lost
    return 0.0


@compiled
def exposure(  # noqa: C901 - one loop over the sides of a locality
    t: Tables,
    s: State,
    w: Workspace,
    v: Weights,
    side: int,
    locality: int,
    to_reserve: int,
    changed: int,
    change: int,
    gone: int,
) -> float:
    """Return what a side expects to lose in a locality in the enemy's next turn.

    ``to_reserve`` pieces are added to the reserve, ``change`` to the approach ``changed``;
    enemies in the locality ``gone`` do not count.
    """
    taken = w.holder[locality] == 1 - side
    reserve = (0 if taken else w.count[locality]) + to_reserve
    total = (0 if taken else w.present[locality]) + to_reserve + change
    if total <= 0:
        return 0.0 if taken else _abandoned(t, s, w, v, side, locality, gone)
    safe, losses, open_sides, by_two = 1.0, 0.0, 0, 0.0
    for a in range(t.first_approach[locality], t.first_approach[locality + 1]):
        own = 0 if taken else w.count[FIRST_APPROACH + a]
        if a == changed:
            own += change
        if own > 0:
            losses += 1.0 + t.wide[a]
        neighbour = t.neighbour[a]
        if w.holder[neighbour] != 1 - side or neighbour == gone or t.impassable[a]:
            continue
        if t.wide[a] and w.present[neighbour] > 1:
            by_two = 1.0
        safe *= 1.0 - _chance(t, s, w, v, side, a, own, reserve)
        if own <= t.wide[a] and w.count[FIRST_APPROACH + t.opposite[a]] == 0:
            open_sides += 1
    if safe == 1.0:
        return 0.0
    if open_sides > reserve:
        safe *= max(0.0, 1.0 - v.stretched * (open_sides - reserve))
    if reserve > 0:
        losses += 1.0
    if side == Side.AUSTRIAN:
        losses += v.left_behind * total
    losses += s.committed[at(side, locality)]  # T-18.25
    lost = v.disc * losses + v.ground
    losses += by_two * (reserve > 0)  # T-13.7
    if losses >= s.uncommitted[side] and losses >= level(t, s, side):
        lost += v.doom
    return v.caution * (1.0 - safe) * lost


@compiled
def pin(t: Tables, w: Workspace, v: Weights, side: int, a: int, own: int) -> float:
    """Return what so many pieces in an approach are worth: they bind the enemy opposite."""
    if own <= 0 or w.holder[t.neighbour[a]] != 1 - side:
        return 0.0
    full = 1 + t.wide[a]
    value = min(own, full) + 0.3 * max(0, min(own, 3) - full)
    worth = v.pin
    if w.count[FIRST_APPROACH + t.opposite[a]] >= full:
        worth *= v.pin_blocked
    return worth * value


@compiled
def _crowd(t: Tables, w: Workspace, v: Weights, side: int, locality: int, change: int) -> float:
    """Return the price of crowding: French pieces are too few to stand together."""
    if side == Side.AUSTRIAN:
        return 0.0
    present = w.present[locality] if w.holder[locality] == side else 0
    return v.crowd * (max(0, present + change - 2) - max(0, present - 2))


@compiled
def exposed(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, locality: int) -> float:
    """Return what the side to move expects to lose in a locality if nothing changes there.

    It is worked out once for all moves of a decision; :func:`fill_potential` forgets it.
    """
    if k.exposed[locality] < 0.0:
        none, side = NONE, s.to_move
        k.exposed[locality] = exposure(t, s, w, v, side, locality, 0, none, 0, none)
    return k.exposed[locality]


@compiled
def _change(
    t: Tables,
    s: State,
    w: Workspace,
    v: Weights,
    k: Scores,
    side: int,
    place: int,
    pieces: int,
    gone: int,
) -> float:
    """Return what a side gains by a change of the number of pieces in one place."""
    locality = t.locality_of[place]
    if place < FIRST_APPROACH:
        before = 0.0 if w.holder[locality] == 1 - side else exposed(t, s, w, v, k, locality)
        after = exposure(t, s, w, v, side, locality, pieces, NONE, 0, gone)
        return before - after - _crowd(t, w, v, side, locality, pieces)
    a = place - FIRST_APPROACH
    own = w.count[place]
    before = exposed(t, s, w, v, k, locality)
    after = exposure(t, s, w, v, side, locality, 0, a, pieces, gone)
    pinned = pin(t, w, v, side, a, own + pieces) - pin(t, w, v, side, a, own)
    return before - after + pinned


@compiled
def _left(
    t: Tables,
    s: State,
    w: Workspace,
    v: Weights,
    k: Scores,
    side: int,
    start: int,
    pieces: int,
    gone: int,
) -> float:
    """Return what a side gains by leaving; places are asked one after the other where to go."""
    question = (start * PIECES + pieces) * PLACES + gone + 1
    if k.left != question:
        k.left = question
        k.leaving = _change(t, s, w, v, k, side, start, -pieces, gone)
    return k.leaving


@compiled
def _within(
    t: Tables,
    s: State,
    w: Workspace,
    v: Weights,
    k: Scores,
    side: int,
    start: int,
    place: int,
    pieces: int,
) -> float:
    """Return the gain of moving between positions of one locality."""
    locality = t.locality_of[place]
    none = NONE
    before = exposed(t, s, w, v, k, locality)
    if place >= FIRST_APPROACH:
        a, change = place - FIRST_APPROACH, pieces
    else:
        a, change = start - FIRST_APPROACH, -pieces
    after = exposure(t, s, w, v, side, locality, -change, a, change, none)
    own = w.count[FIRST_APPROACH + a]
    pinned = pin(t, w, v, side, a, own + change) - pin(t, w, v, side, a, own)
    return before - after + pinned


@compiled
def relocation(
    t: Tables,
    s: State,
    w: Workspace,
    v: Weights,
    k: Scores,
    start: int,
    place: int,
    pieces: int,
    gone: int,
) -> float:
    """Return the gain of bringing pieces of the side to move from one place to another.

    ``gone`` is a locality whose enemies are taken to have left, or NONE. ``k.far`` is filled.
    """
    side = s.to_move
    there = t.locality_of[place]
    if start >= FIRST_BOX:
        entered = _change(t, s, w, v, k, side, place, pieces, gone)
        return entered + pieces * v.enter
    here = t.locality_of[start]
    if here == there:
        return _within(t, s, w, v, k, side, start, place, pieces)
    value = pieces * (k.far[there] - k.far[here])
    if s.committed[at(side, there)] > 0 and is_stranded(s, w, side, there):
        value += v.disc * s.committed[at(side, there)]
    value += _left(t, s, w, v, k, side, start, pieces, gone)
    value += _change(t, s, w, v, k, side, place, pieces, gone)
    if side == Side.FRENCH and k.near[there] > 0:
        value -= v.contagion * pieces
    return value
