"""Actions of the side whose turn it is, marches above all, and the steps of a road march."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import enemy_holds, first_slot, is_cavalry, locality_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.roads import exits_end, first_exit, local_price
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    NONE,
    SLOTS,
    Kind,
)
from marengo.games.triomphe.policy.attacking import assault_value, attack_value
from marengo.games.triomphe.policy.positional_features import exposed, relocation
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.rules.disorganisation import disorganised_in
from marengo.games.triomphe.rules.march import block_price
from marengo.games.triomphe.rules.road_march import approach_price, bars_crossing
from marengo.games.triomphe.rules.state import State, Tables

PATIENCE = 0.1
"""Cost of a wait, so that a way open now is taken now."""


@compiled
def step_value(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int, end: int
) -> float:
    """Return the value of going on by a road end, an attack on the march included."""
    start = s.place[piece]
    price = v.order * local_price(t, s, end)
    if start >= FIRST_BOX:
        beyond = t.end_locality[end]
        return relocation(t, s, w, v, k, start, beyond, 1, NONE) - price
    approach = t.end_approach[end]
    beyond = t.neighbour[approach]
    if enemy_holds(w, s.to_move, beyond):
        return attack_value(t, s, w, v, k, start, approach, 1) - price
    return relocation(t, s, w, v, k, start, beyond, 1, NONE) - price


@compiled
def _continue_value(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int, approach: int
) -> float:
    """Return the value of cavalry going on along a road into an approach (T-12.9)."""
    start, place = s.place[piece], FIRST_APPROACH + approach
    price = v.order * approach_price(t, s, w, piece, approach)
    return relocation(t, s, w, v, k, start, place, 1, NONE) - price


@compiled
def road_value(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int) -> float:
    """Return the value of the best first step of a road march."""
    best = -9.0
    last = t.road_steps
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if not bars_crossing(t, s, w, piece, end, last):
            best = max(best, step_value(t, s, w, v, k, piece, end))
    place = s.place[piece]
    if place >= FIRST_BOX:
        best += v.cavalry_first * is_cavalry(s, piece)
    elif is_cavalry(s, piece):
        for a in range(t.first_approach[place], t.first_approach[place + 1]):
            if approach_price(t, s, w, piece, a) != NONE:
                best = max(best, _continue_value(t, s, w, v, k, piece, a))
    return best - v.idle


@compiled
def score_road_steps(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score the next step of a road march; to stop is the measure of all others."""
    piece = only_piece(s.actors)
    for number in range(w.move_count):
        move = w.moves[number]
        kind = kind_of(move)
        if kind == MoveKind.CROSS:
            k.value[number] = step_value(t, s, w, v, k, piece, target_of(move))
        elif kind == MoveKind.CONTINUE:
            approach = target_of(move) - FIRST_APPROACH
            k.value[number] = _continue_value(t, s, w, v, k, piece, approach)
        elif kind == MoveKind.WAIT:
            k.value[number] = _wait_value(t, s, w, v, k, piece)
        else:
            k.value[number] = 0.0


@compiled
def _wait_value(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int) -> float:
    """Return what a way is worth that opens only in a later step (T-8.15)."""
    best = -1.0
    step, last = s.march_step, t.road_steps
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if not bars_crossing(t, s, w, piece, end, step):
            continue
        if not bars_crossing(t, s, w, piece, end, last):
            best = max(best, step_value(t, s, w, v, k, piece, end))
    return best - PATIENCE


@compiled
def _fit_for_approach(t: Tables, s: State, v: Weights, piece: int, approach: int) -> float:
    """Return how well a piece serves in an approach: guns to bombard, strong pieces to fight."""
    if s.kind[piece] == Kind.ARTILLERY:
        return 0.0 if t.artillery_penalty[t.opposite[approach]] else v.gun
    leads = s.strength[piece] >= 2 and not (is_cavalry(s, piece) and t.obstacle[approach])
    return 0.2 * (s.strength[piece] * leads - 2)


@compiled
def _march_value(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, start: int, place: int, pieces: int
) -> float:
    """Return the value of a cross-country march of so many pieces, their kinds apart."""
    price = 1.0
    if place >= FIRST_APPROACH:
        price = float(block_price(t, w, place - FIRST_APPROACH, pieces))
    gain = relocation(t, s, w, v, k, start, place, pieces, NONE)
    return gain - v.idle - v.order * price


@compiled
def _organise_value(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, pieces: int) -> float:
    """Return the value of organising pieces: those in danger and those with somewhere to go."""
    value = -v.order
    for slot in range(SLOTS):
        if not (pieces >> slot) & 1:
            continue
        piece = first_slot(s.to_move) + slot
        here = locality_of(t, s, piece)
        danger = exposed(t, s, w, v, k, here)
        away = 0.0
        for a in range(t.first_approach[here], t.first_approach[here + 1]):
            away = max(away, k.far[t.neighbour[a]] - k.far[here])
        others = disorganised_in(t, s, here) - 1
        value += v.organise + v.rescue * danger + away - v.company * others
    return value


@compiled
def _action_value(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, move: int) -> float:
    """Return the value of an action that is not made by a group."""
    kind = kind_of(move)
    if kind == MoveKind.ROAD:
        piece = first_slot(s.to_move) + only_piece(pieces_of(move))
        return road_value(t, s, w, v, k, piece)
    if kind == MoveKind.PONTOON:
        return v.enter
    if kind == MoveKind.ASSAULT:
        approach = target_of(move) - FIRST_APPROACH
        return assault_value(t, s, w, v, k, approach) - v.order - v.idle
    if kind == MoveKind.ORGANISE:
        return _organise_value(t, s, w, v, k, pieces_of(move))
    if kind == MoveKind.DECLARE:
        return v.boldness * v.bombard
    if kind == MoveKind.COMPLETE:
        return v.boldness * v.complete
    if kind == MoveKind.CANCEL:
        return -v.complete
    return 0.0


@compiled
def score_actions(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score all actions; to end the phase is the measure of all others.

    Groups of one size from one place to another have the same value but for their pieces; they
    are listed one after the other.
    """
    before, value = -1, 0.0
    for number in range(w.move_count):
        move = w.moves[number]
        kind = kind_of(move)
        if kind != MoveKind.MARCH and kind != MoveKind.ATTACK:
            k.value[number] = _action_value(t, s, w, v, k, move)
            continue
        pieces, place = pieces_of(move), target_of(move)
        piece = first_slot(s.to_move) + only_piece(pieces)
        start, size = s.place[piece], size_of(pieces)
        same = ((start * 1024 + place) * 64 + kind) * 8 + size
        if same != before:
            before = same
            if kind == MoveKind.MARCH:
                value = _march_value(t, s, w, v, k, start, place, size)
            else:
                approach = place - FIRST_APPROACH
                value = attack_value(t, s, w, v, k, start, approach, size) - v.order - v.idle
        k.value[number] = value + _fit(t, s, v, kind, place, pieces)


@compiled
def _fit(t: Tables, s: State, v: Weights, kind: int, place: int, pieces: int) -> float:
    """Return how well the pieces of a group suit a march or an attack."""
    value = 0.0
    first = first_slot(s.to_move)
    for slot in range(SLOTS):
        if not (pieces >> slot) & 1:
            continue
        piece = first + slot
        if kind == MoveKind.ATTACK:
            value -= v.gun * (s.kind[piece] == Kind.ARTILLERY)
        elif place >= FIRST_APPROACH:
            value += _fit_for_approach(t, s, v, piece, place - FIRST_APPROACH)
    return value


@compiled
def score_continuation(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score cavalry going on into an approach against staying in reserve (N17)."""
    for number in range(w.move_count):
        move = w.moves[number]
        k.value[number] = 0.0
        if kind_of(move) == MoveKind.CONTINUE:
            piece = first_slot(s.to_move) + only_piece(pieces_of(move))
            start, none = s.place[piece], NONE
            k.value[number] = relocation(t, s, w, v, k, start, target_of(move), 1, none)


@compiled
def score_advance(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score the advance of beaten attackers into the attack approach against holding (N9)."""
    pieces = size_of(s.actors)
    start = t.owner[s.attack_approach]
    place = FIRST_APPROACH + s.attack_approach
    for number in range(w.move_count):
        k.value[number] = 0.0
        if kind_of(w.moves[number]) == MoveKind.ADVANCE:
            k.value[number] = relocation(t, s, w, v, k, start, place, pieces, NONE)
