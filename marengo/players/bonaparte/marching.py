"""Marches: with and without road, entry, retreat, continuation, and standing in approaches."""

from typing import Any

import numpy as np

from marengo.players.bonaparte.margins import assault_margin
from marengo.players.bonaparte.weights import Weights
from marengo.players.compiled import compiled
from marengo.players.scores import Scores
from marengo.rules.bonaparte.state import State, Tables
from marengo.rules.compiled import int64
from marengo.rules.moves import MoveKind, kind_of, only_piece, pieces_of, target_of
from marengo.rules.shared.pieces import first_slot
from marengo.rules.shared.position import Workspace
from marengo.rules.shared.roads import has_traffic_room
from marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, NONE, Kind

HOPELESS = -30.0

AT, VIA, STEP, PAID, NEXT = range(5)
"""Columns of a march that is being thought through."""


@compiled
def is_threatened(t: Tables, w: Workspace, side: int, locality: int) -> int:
    """Return 1 if an enemy next door could attack over an approach nobody holds."""
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        neighbour = t.neighbour[approach]
        enemy = w.holder[neighbour] == 1 - side and not t.impassable[approach]
        if enemy and w.count[FIRST_APPROACH + approach] == 0:
            return int64(1)
    return int64(0)


@compiled
def leaving(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, locality: int) -> float:
    """Return what it costs when a piece leaves the reserve of a locality.

    The last one uncovers its comrades in approaches, and the ground.
    """
    side = int64(s.to_move)
    cost = k.near[locality]
    if w.count[locality] == 1:
        if w.present[locality] > 1:
            cost += v.last_reserve
        elif is_threatened(t, w, side, locality):
            cost += v.last_piece
    return cost


@compiled
def boldness(t: Tables, s: State, v: Weights) -> float:
    """Return the factor on what attacks: more as the enemy fails, less once he has (B-13.2)."""
    enemy = int64(1 - s.to_move)
    if s.demoralised[enemy] != NONE:
        return v.boldness * v.enemy_beaten
    return v.boldness * (1.0 + v.finish * (1.0 - s.morale[enemy] / max(t.start_morale[enemy], 1)))


@compiled
def caution(t: Tables, s: State, v: Weights) -> float:
    """Return the factor on own losses: more as the own army fails, none once it has."""
    side = int64(s.to_move)
    if s.demoralised[side] != NONE:
        return v.own_beaten
    return 1.0 + v.prudence * (1.0 - s.morale[side] / max(t.start_morale[side], 1))


@compiled
def attack_gain(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, approach: int, certain: int
) -> float:
    """Return the gain of a manoeuvre attack from an approach; the enemy may block some."""
    here, there = int64(t.owner[approach]), int64(t.neighbour[approach])
    chance, drawn = 1.0, 0.0
    if not certain and w.count[there] > 0:
        chance, drawn = v.unblocked, v.drawn_reserve / w.count[there]
    gain = v.loss * k.far[there] + v.ground + k.near[there] - k.near[here]
    return boldness(t, s, v) * (chance * gain + (1.0 - chance) * drawn)


@compiled
def approach_gain(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, approach: int) -> float:
    """Return the gain of one more piece in an approach: it covers, supports or pins."""
    here, there = int64(t.owner[approach]), int64(t.neighbour[approach])
    own = w.count[FIRST_APPROACH + approach]
    enemy = w.count[FIRST_APPROACH + t.opposite[approach]]
    if enemy > 0:
        if own == 0:
            return v.cover + v.cover_stake * k.far[here]
        if own > t.wide[t.opposite[approach]] + 1:
            return -v.crowded
        danger = assault_margin(t, s, k, int64(t.opposite[approach])) + 1.0
        prospect = assault_margin(t, s, k, approach) + 2.0
        gain = v.second_row + v.second_row_danger * min(max(danger, 0.0), 3.0)
        return gain + boldness(t, s, v) * v.second_row_prospect * min(max(prospect, 0.0), 3.0)
    if own == 0:
        return boldness(t, s, v) * (v.pin + v.pin_stake * k.far[there]) - v.in_approach
    return -v.crowded


@compiled
def reach(
    t: Tables,
    s: State,
    w: Workspace,
    v: Weights,
    k: Scores,
    cavalry: int,
    at: int,
    via: int,
    step: int,
    paid: int,
) -> float:
    """Return the best worth a march can still come to that stands in a locality.

    ``via`` is the road end by which it came, or NONE; ``step`` the step to be taken next.
    """
    size = int64(t.road_steps) + 2
    path = np.empty((size, 5), np.int64)  # a search in depth, without recursion
    depth = 0
    _stand(t, path, 0, at, via, step, paid)
    best = _standing(t, s, w, v, k, cavalry, at, via, step)
    while depth >= 0:
        here, end = path[depth, AT], path[depth, NEXT]
        if path[depth, STEP] > t.road_steps or end >= t.first_end[here + 1]:
            depth -= 1
            continue
        path[depth, NEXT] += 1
        taken = _step_taken(t, s, w, cavalry, end, path[depth, VIA], path[depth, STEP])
        price = int64(not t.end_main[end] and not path[depth, PAID])
        if taken > t.road_steps or price > s.commands:
            continue
        spent = path[depth, PAID] | price
        beyond = int64(t.neighbour[t.end_approach[end]])
        if w.holder[beyond] == 1 - s.turn:
            value = attack_gain(t, s, w, v, k, int64(t.end_approach[end]), int64(0)) + k.near[here]
        else:
            depth += 1
            arrives = int64(t.end_other[end])
            _stand(t, path, depth, beyond, arrives, taken + 1, spent)
            value = _standing(t, s, w, v, k, cavalry, beyond, arrives, taken + 1)
        best = max(best, value - v.command * (spent - paid))
    return best


@compiled
def _stand(
    t: Tables, path: "np.ndarray[Any, Any]", depth: int, at: int, via: int, step: int, paid: int
) -> None:
    """Note where a march that is being thought through stands."""
    path[depth, AT] = at
    path[depth, VIA] = via
    path[depth, STEP] = step
    path[depth, PAID] = paid
    path[depth, NEXT] = t.first_end[at]


@compiled
def _standing(
    t: Tables,
    s: State,
    w: Workspace,
    v: Weights,
    k: Scores,
    cavalry: int,
    at: int,
    via: int,
    step: int,
) -> float:
    """Return the worth of ending a march here, for cavalry in an approach if that is better."""
    best = k.near[at]
    if cavalry:
        alone = w.count[at] <= int64(step == 1 and via == NONE)
        best = max(best, best + road_pin(t, s, w, v, k, at, via) - v.alone * alone)
    return best


@compiled
def _step_taken(
    t: Tables, s: State, w: Workspace, cavalry: int, end: int, via: int, step: int
) -> int:
    """Return the first step from ``step`` on in which a march may cross here, or a late one."""
    never = int64(t.road_steps) + 1
    if via != NONE and t.end_group[end] != t.end_group[via]:
        return never
    if not is_usable(t, s, w, cavalry, end):
        return never
    taken = max(step, abs(int64(s.crossing_use[t.end_crossing[end]])) + 1)
    return taken if has_traffic_room(t, s, end, taken) else never


@compiled
def is_usable(t: Tables, s: State, w: Workspace, cavalry: int, end: int) -> int:
    """Return 1 if a march may cross here as far as pieces are concerned (B-8.48, B-9.8)."""
    if t.end_other[end] == NONE:
        return int64(0)
    approach = t.end_approach[end]
    beyond = t.neighbour[approach]
    if t.impassable[approach]:
        return int64(0)
    if w.holder[beyond] == 1 - s.turn:
        opposite = t.opposite[approach]
        open_way = w.count[FIRST_APPROACH + opposite] == 0 and not t.obstacle[opposite]
        return int64(cavalry and open_way)
    return int64(w.present[beyond] < t.capacity[beyond])


@compiled
def road_pin(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, at: int, via: int) -> float:
    """Return the best gain of a continuation into an approach on the road (B-8.63)."""
    best = HOPELESS
    for end in range(t.first_end[at], t.first_end[at + 1]):
        approach = int64(t.end_approach[end])
        if approach == NONE or w.holder[t.neighbour[approach]] != 1 - s.turn:
            continue
        joined = via == NONE or t.end_group[end] == t.end_group[via]
        if joined and t.end_main[end] and not t.impassable[approach]:
            best = max(best, approach_gain(t, s, w, v, k, approach))
    return best


@compiled
def road_gain(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int) -> float:
    """Return the gain of the best road march of a piece."""
    place = int64(s.place[piece])
    cavalry = int64(s.kind[piece] == Kind.CAVALRY)
    if place >= FIRST_BOX:
        box = place - FIRST_BOX
        end = int64(t.box_end[box])
        step = abs(int64(s.crossing_use[t.end_crossing[end]])) + 2
        at = int64(t.box_locality[box])
        beyond = reach(t, s, w, v, k, cavalry, at, end, step, int64(0)) - k.near[at]
        return beyond + entry_gain(s, v, piece)
    best = reach(t, s, w, v, k, cavalry, place, int64(NONE), int64(1), int64(0))
    return best - leaving(t, s, w, v, k, place) - v.restless


@compiled
def entry_gain(s: State, v: Weights, piece: int) -> float:
    """Return what entering is worth before the march: cavalry first, artillery last."""
    gain = v.entry
    if s.kind[piece] == Kind.CAVALRY:
        gain += v.cavalry_first
    elif s.kind[piece] == Kind.ARTILLERY:
        gain -= v.artillery_last
    return gain


@compiled
def march_gain(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int, goal: int
) -> float:
    """Return the gain of a move without road of one piece to a place."""
    place = int64(s.place[piece])
    here = int64(t.locality_of[place])
    if place >= FIRST_APPROACH:
        approach = place - FIRST_APPROACH
        if goal == here:
            last = w.count[place] == 1 and w.count[FIRST_APPROACH + t.opposite[approach]] > 0
            danger = min(max(assault_margin(t, s, k, int64(t.opposite[approach])), 0.0), 3.0)
            return v.relief * danger - v.fall_back - last * (v.cover + v.cover_stake * k.far[here])
        return k.near[goal] - k.near[here]
    cost = leaving(t, s, w, v, k, here)
    if goal >= FIRST_APPROACH:
        gain = approach_gain(t, s, w, v, k, goal - FIRST_APPROACH)
        gain += v.battery * (s.kind[piece] == Kind.ARTILLERY)
        return gain + k.near[here] - cost
    return k.near[goal] - cost - v.restless


@compiled
def step_score(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, move: int) -> float:
    """Score one step of a road march by the best it can still come to."""
    piece = only_piece(int64(s.actors))
    kind, target = kind_of(move), target_of(move)
    cavalry = int64(s.kind[piece] == Kind.CAVALRY)
    at, via, step = int64(s.place[piece]), int64(s.road_end), int64(s.march_step)
    paid = int64(s.local_paid)
    if kind == MoveKind.STOP:
        return k.near[at]
    if kind == MoveKind.CONTINUE:
        alone = v.alone * (w.count[at] == 1)  # it leaves no reserve behind
        return k.near[at] + approach_gain(t, s, w, v, k, target - FIRST_APPROACH) - alone
    if kind == MoveKind.WAIT:
        return reach(t, s, w, v, k, cavalry, at, via, step + 1, paid) - v.waiting
    if t.end_approach[target] == NONE:
        beyond = int64(t.end_locality[target])
        return reach(t, s, w, v, k, cavalry, beyond, target, step + 1, paid)
    beyond = int64(t.neighbour[t.end_approach[target]])
    price = int64(not t.end_main[target] and not paid)
    if w.holder[beyond] == 1 - s.turn:
        return k.near[at] + attack_gain(t, s, w, v, k, int64(t.end_approach[target]), int64(0))
    arrives = int64(t.end_other[target])
    value = reach(t, s, w, v, k, cavalry, beyond, arrives, step + 1, paid | price)
    return value - v.command * price


@compiled
def score_road_step(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score the steps of a road march against one another."""
    best = -1e9
    for number in range(w.move_count):
        k.value[number] = step_score(t, s, w, v, k, int64(w.moves[number]))
        best = max(best, k.value[number])
    for number in range(w.move_count):
        k.value[number] = v.sharpness * (k.value[number] - best)


@compiled
def score_retreat(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Retreat to where pieces are worth most."""
    for number in range(w.move_count):
        k.value[number] = v.sharpness * k.near[target_of(int64(w.moves[number]))]


@compiled
def score_continuation(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Go on into an approach where that pins or covers; leave a reserve behind."""
    for number in range(w.move_count):
        move = int64(w.moves[number])
        k.value[number] = 0.0
        if kind_of(move) == MoveKind.CONTINUE:
            approach = target_of(move) - FIRST_APPROACH
            gain = approach_gain(t, s, w, v, k, approach)
            here = int64(t.owner[approach])
            gain += k.near[here] - leaving(t, s, w, v, k, here)
            k.value[number] = v.sharpness * gain


@compiled
def mover(s: State, move: int) -> int:
    """Return the first piece that a move names."""
    return first_slot(int64(s.to_move)) + only_piece(pieces_of(move))
