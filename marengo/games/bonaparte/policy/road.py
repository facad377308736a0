"""Road marches: each step is worth the best that the march can still come to."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.policy.marching import (
    approach_gain,
    attack_gain,
    entry_gain,
    leaving,
)
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.rules.pieces import bars_block
from marengo.games.bonaparte.rules.road_march import bars_crossing, first_step
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import enemy_holds, first_slot, is_cavalry, lift, set_down
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.roads import exits_end, first_exit, is_connected, local_price
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, NONE

HOPELESS = -30.0

UNKNOWN = -1e9
"""Worth of a march that is not worked out yet."""


@compiled
def going_on(
    t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int, step: int, by: int
) -> float:
    """Return the best worth that a march can still come to, from where its piece stands.

    ``step`` is the step to be taken next, ``by`` the road end by which to go on, or NONE: by any,
    or the march ends here. It is thought through with the piece itself, which is put back.
    """
    best = _ending(t, s, w, v, k, piece) if by == NONE else HOPELESS
    if step > t.road_steps:
        return best
    place, via, paid = s.place[piece], s.road_end, s.local_paid
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        taken = max(step, abs(s.crossing_use[t.end_crossing[end]]) + 1)  # waits for others
        if (by != NONE and end != by) or end == via or taken > t.road_steps:
            continue  # nor does it turn back (B-8.53): three steps come by no other crossing twice
        if bars_crossing(t, s, w, piece, end, taken):
            continue
        price = local_price(t, s, end)
        arrives = end if t.end_other[end] == NONE else t.end_other[end]
        beyond = t.end_locality[arrives]
        if enemy_holds(w, s.turn, beyond):
            gain = attack_gain(t, s, w, v, k, t.end_approach[end], 0)
            worth = k.near[place] + gain
        else:
            lift(t, s, w, piece)
            set_down(t, s, w, piece, beyond)
            s.road_end, s.local_paid = arrives, paid | price
            worth = going_on(t, s, w, v, k, piece, taken + 1, NONE)
            _put_back(t, s, w, piece, place)
            s.road_end, s.local_paid = via, paid
        best = max(best, worth - v.command * price)
    return best


@compiled
def _put_back(t: Tables, s: State, w: Workspace, piece: int, place: int) -> None:
    """Put a piece back to where its march is thought to begin, a box or a locality."""
    lift(t, s, w, piece)
    if place < FIRST_BOX:
        set_down(t, s, w, piece, place)
    else:
        s.place[piece] = place
        w.count[place] += 1


@compiled
def _ending(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int) -> float:
    """Return the worth of ending a march here, for cavalry in an approach if that is better."""
    at = s.place[piece]
    best = k.near[at]
    if is_cavalry(s, piece):
        pinning = best - v.alone * (w.count[at] == 1)  # it leaves no reserve behind
        for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
            best = max(best, pinning + _pin(t, s, w, v, k, end))
    return best


@compiled
def _pin(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, end: int) -> float:
    """Return the gain of a continuation into the approach of a main road (B-8.63)."""
    approach = t.end_approach[end]
    usable = approach != NONE and is_connected(t, s, end) and t.end_main[end]
    if not usable or bars_block(t, w, s.turn, approach):
        return HOPELESS
    return approach_gain(t, s, w, v, k, approach)


@compiled
def place_and_arm(s: State, piece: int) -> int:
    """Return a number for where a piece stands, and for whether it is cavalry."""
    return 2 * s.place[piece] + is_cavalry(s, piece)


@compiled
def forget_marches(s: State, w: Workspace, k: Scores) -> None:
    """Forget what ``k.marches`` tells of an earlier decision, wherever a march may begin now."""
    first = first_slot(s.to_move)
    for number in range(w.move_count):
        move = w.moves[number]
        if kind_of(move) == MoveKind.ROAD:
            k.marches[place_and_arm(s, first + only_piece(pieces_of(move)))] = UNKNOWN


@compiled
def march_gain(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, piece: int) -> float:
    """Return the gain of the best road march of a piece.

    Where it leads is worked out once for all cavalry, and for all other pieces, of a place.
    """
    place, same = s.place[piece], place_and_arm(s, piece)
    if k.marches[same] == UNKNOWN:
        by = NONE if place < FIRST_BOX else t.box_end[place - FIRST_BOX]
        k.marches[same] = going_on(t, s, w, v, k, piece, first_step(t, s, piece), by)
    if place < FIRST_BOX:
        return k.marches[same] - leaving(t, s, w, v, k, place) - v.restless
    entered = k.near[t.box_locality[place - FIRST_BOX]]
    return k.marches[same] - entered + entry_gain(s, v, piece)


@compiled
def _step_worth(t: Tables, s: State, w: Workspace, v: Weights, k: Scores, move: int) -> float:
    """Return the best that one step of a road march can still come to."""
    piece, step = only_piece(s.actors), s.march_step
    kind, target, at = kind_of(move), target_of(move), s.place[piece]
    if kind == MoveKind.STOP:
        return k.near[at]
    if kind == MoveKind.CONTINUE:
        alone = v.alone * (w.count[at] == 1)  # it leaves no reserve behind
        return k.near[at] + approach_gain(t, s, w, v, k, target - FIRST_APPROACH) - alone
    if kind == MoveKind.WAIT:
        return going_on(t, s, w, v, k, piece, step + 1, NONE) - v.waiting
    return going_on(t, s, w, v, k, piece, step, target)


@compiled
def score_steps(t: Tables, s: State, w: Workspace, v: Weights, k: Scores) -> None:
    """Score the steps of a road march against one another."""
    best = -1e9
    for number in range(w.move_count):
        k.value[number] = _step_worth(t, s, w, v, k, w.moves[number])
        best = max(best, k.value[number])
    for number in range(w.move_count):
        k.value[number] = v.sharpness * (k.value[number] - best)
