"""Marches without road, retreat, continuation, entry, and what standing in approaches is worth."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.policy.margins import assault_margin
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, Kind


@compiled
def is_threatened(t: Tables, w: Workspace, side: int, locality: int) -> int:
    """Return 1 if an enemy next door could attack over an approach nobody holds."""
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        neighbour = t.neighbour[approach]
        enemy = w.holder[neighbour] == 1 - side and not t.impassable[approach]
        if enemy and w.count[FIRST_APPROACH + approach] == 0:
            return 1
    return 0


@compiled
def leaving(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, locality: int) -> float:
    """Return what it costs when a piece leaves the reserve of a locality.

    The last one uncovers its comrades in approaches, and the ground.
    """
    side = s.to_move
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
    enemy = 1 - s.to_move
    if s.demoralised[enemy] != NONE:
        return v.boldness * v.enemy_beaten
    return v.boldness * (1.0 + v.finish * (1.0 - s.morale[enemy] / max(t.start_morale[enemy], 1)))


@compiled
def caution(t: Tables, s: State, v: Weights) -> float:
    """Return the factor on own losses: more as the own army fails, none once it has."""
    side = s.to_move
    if s.demoralised[side] != NONE:
        return v.own_beaten
    return 1.0 + v.prudence * (1.0 - s.morale[side] / max(t.start_morale[side], 1))


@compiled
def attack_gain(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, approach: int, certain: int
) -> float:
    """Return the gain of a manoeuvre attack from an approach; the enemy may block some."""
    here, there = t.owner[approach], t.neighbour[approach]
    chance, drawn = 1.0, 0.0
    if not certain and w.count[there] > 0:
        chance, drawn = v.unblocked, v.drawn_reserve / w.count[there]
    gain = v.loss * k.far[there] + v.ground + k.near[there] - k.near[here]
    return boldness(t, s, v) * (chance * gain + (1.0 - chance) * drawn)


@compiled
def approach_gain(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, approach: int) -> float:
    """Return the gain of one more piece in an approach: it covers, supports or pins."""
    here, there = t.owner[approach], t.neighbour[approach]
    own = w.count[FIRST_APPROACH + approach]
    enemy = w.count[FIRST_APPROACH + t.opposite[approach]]
    if enemy > 0:
        if own == 0:
            return v.cover + v.cover_stake * k.far[here]
        if own > t.wide[t.opposite[approach]] + 1:
            return -v.crowded
        danger = assault_margin(t, s, k, t.opposite[approach]) + 1.0
        prospect = assault_margin(t, s, k, approach) + 2.0
        gain = v.second_row + v.second_row_danger * min(max(danger, 0.0), 3.0)
        return gain + boldness(t, s, v) * v.second_row_prospect * min(max(prospect, 0.0), 3.0)
    if own == 0:
        return boldness(t, s, v) * (v.pin + v.pin_stake * k.far[there]) - v.in_approach
    return -v.crowded


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
    place = s.place[piece]
    here = t.locality_of[place]
    if place >= FIRST_APPROACH:
        approach = place - FIRST_APPROACH
        if goal == here:
            last = w.count[place] == 1 and w.count[FIRST_APPROACH + t.opposite[approach]] > 0
            danger = min(max(assault_margin(t, s, k, t.opposite[approach]), 0.0), 3.0)
            return v.relief * danger - v.fall_back - last * (v.cover + v.cover_stake * k.far[here])
        return k.near[goal] - k.near[here]
    cost = leaving(t, s, w, v, k, here)
    if goal >= FIRST_APPROACH:
        gain = approach_gain(t, s, w, v, k, goal - FIRST_APPROACH)
        gain += v.battery * (s.kind[piece] == Kind.ARTILLERY)
        return gain + k.near[here] - cost
    return k.near[goal] - cost - v.restless


@compiled
def score_retreat(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Retreat to where pieces are worth most."""
    for number in range(w.move_count):
        k.value[number] = v.sharpness * k.near[target_of(w.moves[number])]


@compiled
def score_continuation(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Go on into an approach where that pins or covers; leave a reserve behind."""
    for number in range(w.move_count):
        move = w.moves[number]
        k.value[number] = 0.0
        if kind_of(move) == MoveKind.CONTINUE:
            approach = target_of(move) - FIRST_APPROACH
            gain = approach_gain(t, s, w, v, k, approach)
            here = t.owner[approach]
            gain += k.near[here] - leaving(t, s, w, v, k, here)
            k.value[number] = v.sharpness * gain


@compiled
def mover(s: State, move: int) -> int:
    """Return the first piece that a move names."""
    return first_slot(s.to_move) + only_piece(pieces_of(move))
