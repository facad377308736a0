"""Features of moves in both Marengo games: with what, where from, where to, and when.

A locality is described by who could take it and by the ground, so that what was learned on one
board holds on another. A few tables by the locality's number say what the others do not.
"""

from itertools import accumulate
from math import prod

import numpy as np

from marengo.core.engine.compiled import compiled, inlined
from marengo.core.engine.dispatch import primitive
from marengo.core.engine.record import Record
from marengo.games.marengo.policy.scores import ACTIVE, COARSE, COARSE_ROWS, Scores
from marengo.games.marengo.policy.way import Way, fill_traffic, spearhead
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import first_slot
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    LOCALITIES,
    NONE,
    Kind,
    Side,
)

JOINED = 38
"""Joining a group is told apart by what the group is for, see :func:`purpose`."""

MARCHING, ATTACKING, ASSAULTING, RESPONDING, BLOCKING, OTHER = range(6)
"""Purposes for which a group can be named."""

WHATS = JOINED + 6
"""Kinds of move, and purposes of groups."""

WAYS = 12
"""Kinds of move with a way, the others being one."""

WAY_OF = np.full(64, 11)
for _way, _kinds in enumerate(
    (
        (MoveKind.MARCH, MoveKind.FALL_BACK),  # into a reserve
        (),  # a march into an approach
        (MoveKind.ATTACK,),
        (MoveKind.ASSAULT,),
        (MoveKind.CROSS,),
        (MoveKind.ROAD,),
        (MoveKind.PONTOON,),
        (MoveKind.CONTINUE,),
        (MoveKind.RETREAT,),
        (MoveKind.RESPOND, MoveKind.BLOCK, MoveKind.ADVANCE, MoveKind.JOIN),
        (MoveKind.TAKE, MoveKind.SHIFT, MoveKind.RETURN),
    )
):
    WAY_OF[list(_kinds)] = _way

ACROSS = 1 << MoveKind.ATTACK | 1 << MoveKind.ASSAULT | 1 << MoveKind.AIM
"""Kinds that strike across the approach that is their target: a set of bits."""

TO_PLACE = (
    1 << MoveKind.MARCH
    | 1 << MoveKind.CONTINUE
    | 1 << MoveKind.RETREAT
    | 1 << MoveKind.TAKE
    | 1 << MoveKind.SHIFT
    | 1 << MoveKind.RETURN
)
"""Kinds whose target is a place that is gone to, or where discs lie."""

UNBOUND = (
    1 << MoveKind.END
    | 1 << MoveKind.PONTOON
    | 1 << MoveKind.ORGANISE
    | 1 << MoveKind.ACTIVATE
    | 1 << MoveKind.SHUFFLE
    | 1 << MoveKind.DECLARE
    | 1 << MoveKind.COMPLETE
    | 1 << MoveKind.CANCEL
)
"""Kinds that have nothing to do with an attack that goes on."""

QUARTERS, HOURS_LEFT, ACTIONS, MORALE, ARMS, SIZES, STRENGTHS = 4, 16, 4, 8, 5, 4, 10
THREATS, NOWHERE = 32, 31  # see :func:`_threat_to`
COMPANY = 25  # own and enemy pieces in a locality and beside it, 0 to 4 each
BESIDE = 9  # steps behind or before the Austrian spearhead, -4 to 3, or nowhere
NEARER, NEAR = 11, 9  # half steps nearer to the goal, -5 to 4, and how near, or nowhere
SIDES = 288  # see :func:`_side_class`
ENDS = 8  # approaches of a locality told apart
TRAFFIC = 24  # see :func:`_traffic_class`
MARGINS, BRINKS = 13, 3

LATER = 0.6
"""Factor on a piece's weight in the traffic of a locality for each step that it is away."""

TABLES = {
    "what, hours left, actions left": (WHATS, HOURS_LEFT, ACTIONS),
    "way, where to, arm": (WAYS, LOCALITIES, ARMS),
    "way, across which side": (WAYS, LOCALITIES, ENDS),
    "way, threats there, threats here": (WAYS, THREATS, THREATS),
    "way, nearer, near, part of the day": (WAYS, NEARER, NEAR, QUARTERS),
    "what, size, arm, strength": (WHATS, SIZES, ARMS, STRENGTHS),
    "way, side entered, artillery": (WAYS, SIDES, 2),
    "way, side left": (WAYS, SIDES),
    "way, left behind, threats here": (WAYS, 4, THREATS),
    "way, company, beside the spearhead": (WAYS, COMPANY, BESIDE),
    "what, own morale, enemy morale": (WHATS, MORALE, MORALE),
    "what, margin, who is on the brink": (WHATS, MARGINS, BRINKS),
    "what, part of the day, threats there": (WHATS, QUARTERS, THREATS),
    "way, where from, arm": (WAYS, LOCALITIES, ARMS),
    "way, traffic there, traffic here": (WAYS, TRAFFIC, TRAFFIC),
}
"""Properties that features of a move combine; one feature of each table is on."""

FIRST = (0, *accumulate(prod(sizes) for sizes in TABLES.values()))
ROWS = FIRST[-1]
"""Features of moves."""

COARSE_TABLES = {
    "way, where to": (WAYS, LOCALITIES),
    "way, where from": (WAYS, LOCALITIES),
    "way, nearer, actions left": (WAYS, NEARER, ACTIONS),
    "way, company": (WAYS, COMPANY),
    "way, beside the spearhead": (WAYS, BESIDE),
    "way, threats there": (WAYS, THREATS),
    "what": (WHATS,),
}
"""Properties that the coarse features combine."""

COARSE_FIRST = (0, *accumulate(prod(sizes) for sizes in COARSE_TABLES.values()))
assert len(TABLES) == ACTIVE
assert len(COARSE_TABLES) == COARSE
assert COARSE_FIRST[-1] <= COARSE_ROWS
(C0, C1, C2, C3, C4, C5, C6) = COARSE_FIRST[:-1]
(F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13, F14) = FIRST[:-1]


@primitive
def morale(t: SetUpTables, s: Position, side: int) -> float:  # type: ignore[empty-body]
    """Return how an army's morale stands, from 0 to 7 where it matters."""


@primitive
def actions(t: SetUpTables, s: Position) -> int:  # type: ignore[empty-body]
    """Return how many orders or commands are left."""


@primitive
def purpose(t: SetUpTables, s: Position) -> int:  # type: ignore[empty-body]
    """Return what a group that is being named is for, MARCHING to OTHER."""


@primitive
def group_goal(t: SetUpTables, s: Position) -> int:  # type: ignore[empty-body]
    """Return the place for which a group is being named, or NONE."""


@primitive
def margin(t: SetUpTables, s: Position, w: Workspace, k: Scores, move: int) -> float:  # type: ignore[empty-body]
    """Return what a move in a fight promises, in points; 0 for other moves."""


@compiled
def _open_sides(t: SetUpTables, w: Workspace, here: int) -> tuple[int, int, int]:
    """Return across how many sides the occupier of a locality can be attacked.

    Surely, since nobody can answer (B-9.14, T-9.17); from a reserve, where his own may answer; and
    by an assault of more pieces than he has there.
    """
    holder, sure, gaps, pressed = w.holder[here], 0, 0, 0
    for a in range(t.first_approach[here], t.first_approach[here + 1]):
        there = t.neighbour[a]
        if w.holder[there] == NONE or w.holder[there] == holder or t.impassable[a]:
            continue
        own = w.count[FIRST_APPROACH + a]
        facing = w.count[FIRST_APPROACH + t.opposite[a]]
        if facing > 0 and own <= t.wide[a] and (own == 0 or facing > 1):
            sure += 1
        elif facing > 0:
            pressed += facing > own
        elif w.count[there] > 0 and own <= t.wide[a]:
            gaps += 1
    return sure, gaps, pressed


@compiled
def _beside_empty(t: SetUpTables, w: Workspace, side: int, here: int) -> int:
    """Return who is beside an empty locality: enemy pieces, and whether own ones are."""
    enemies, friends = 0, False
    for a in range(t.first_approach[here], t.first_approach[here + 1]):
        there = t.neighbour[a]
        if w.holder[there] == side:
            friends = True
        elif w.holder[there] != NONE:
            enemies += w.present[there]
    return 2 * min(enemies, 2) + friends


@compiled
def _threat_to(t: SetUpTables, w: Workspace, k: Scores, side: int, here: int) -> int:
    """Return what could happen to a locality, as one number; NOWHERE for none.

    Of an empty one who is beside it; of one that is held how its occupier could be thrown out, his
    reserve, and whether he is the enemy.
    """
    if here == NONE:
        return NOWHERE
    if k.threat[here] != NONE:
        return k.threat[here]
    if w.holder[here] == NONE:
        threat = _beside_empty(t, w, side, here)
    else:
        sure, gaps, pressed = _open_sides(t, w, here)
        reserve = w.count[here]
        threat = int(gaps > 0 or pressed > 0)
        if sure:
            threat = 3
        elif gaps > reserve:
            threat = 2
        threat = 6 + 3 * threat + min(reserve, 2) + 12 * (w.holder[here] != side)
    k.threat[here] = threat
    return threat


@compiled
def _company(t: SetUpTables, w: Workspace, k: Scores, side: int, here: int) -> int:
    """Return how many own and enemy pieces are in a locality and beside it, as one number."""
    if k.company[here] != NONE:
        return k.company[here]
    own = w.present[here] * (w.holder[here] == side)
    enemy = w.present[here] - own
    for a in range(t.first_approach[here], t.first_approach[here + 1]):
        there = t.neighbour[a]
        if not t.impassable[a]:
            if w.holder[there] == side:
                own += w.present[there]
            else:
                enemy += w.present[there]
    k.company[here] = 5 * min(own, 4) + min(enemy, 4)
    return k.company[here]


@compiled
def _side_class(t: SetUpTables, w: Workspace, side: int, a: int) -> int:
    """Return how an approach stands, seen from its own locality."""
    own = min(w.count[FIRST_APPROACH + a], 3)
    facing = min(w.count[FIRST_APPROACH + t.opposite[a]], 3)
    holder = w.holder[t.neighbour[a]]
    beyond = 0 if holder == NONE else int(1 + (holder != side))
    hard = min(t.infantry_penalty[a], 2)
    return (((own * 4 + facing) * 2 + t.wide[a]) * 3 + hard) * 3 + beyond


@compiled
def _traffic_class(w: Workspace, k: Scores, locality: int) -> int:
    """Return how many enemies come through a locality, and how many pieces are there."""
    if locality == NONE:
        return 0
    coming, flow = k.traffic[locality], 0
    if coming >= 4.0:
        flow = 5
    elif coming >= 2.2:
        flow = 4
    elif coming >= 1.3:
        flow = 3
    elif coming >= 0.7:
        flow = 2
    elif coming >= 0.2:
        flow = 1
    return flow * 4 + min(w.present[locality], 3)


@compiled
def _clipped(x: float, low: int, high: int) -> int:
    """Return a number rounded towards 0, within bounds."""
    return int(max(float(low), min(float(high), x)))


@inlined
def _read_pieces(s: Position, k: Scores, move: int) -> None:
    """Note the pieces of a move: how many, their arm, strength together, and where they stand."""
    side = s.to_move
    if kind_of(move) == MoveKind.STRIKE:  # it names pieces of the other side
        side = 1 - side
    pieces, first = pieces_of(move), first_slot(side)
    k.size, k.arm, k.strength, k.start = size_of(pieces), 0, 0, NONE
    while pieces:
        slot = first + only_piece(pieces)
        pieces &= pieces - 1
        k.strength += s.strength[slot]
        arm = 1 + s.kind[slot]
        if k.arm == 0:
            k.arm, k.start = arm, s.place[slot]
        elif k.arm != arm:
            k.arm = ARMS - 1


@compiled
def _road_goal(t: SetUpTables, w: Workspace, e: Way, k: Scores, side: int) -> int:
    """Return where the best first step of a road march leads, or NONE."""
    first, end = 0, 0
    if k.start >= FIRST_BOX:
        first = t.box_end[k.start - FIRST_BOX]
        end = first + 1
    else:
        first, end = t.first_end[k.start], t.first_end[k.start + 1]
    best, goal = -1e9, NONE
    for road_end in range(first, end):
        beyond = _beyond(t, road_end)
        if beyond != NONE and w.holder[beyond] != 1 - side:
            pull = -e.goal[beyond] if side == Side.AUSTRIAN else k.traffic[beyond]
            if pull > best:
                best, goal = pull, beyond
    return goal


@compiled
def _beyond(t: SetUpTables, end: int) -> int:
    """Return the locality that a road end leads to."""
    if t.end_approach[end] == NONE:
        return t.end_locality[end]
    return t.neighbour[t.end_approach[end]]


@inlined
def _read_start(t: SetUpTables, k: Scores) -> None:
    """Note the locality and the approach that the pieces of a move leave."""
    k.here, k.exited = NONE, NONE
    if k.start >= FIRST_BOX:
        k.here = t.box_locality[k.start - FIRST_BOX]
    elif k.start != NONE:
        k.here = t.locality_of[k.start]
        if k.start >= FIRST_APPROACH:
            k.exited = k.start - FIRST_APPROACH


@inlined
def _read_goal(t: SetUpTables, k: Scores, place: int, across: int) -> None:
    """Note the place that a move leads to, and across which approach it strikes if it does."""
    k.there = t.locality_of[place]
    if place >= FIRST_APPROACH:
        k.entered = place - FIRST_APPROACH
        if across:
            k.there = t.neighbour[k.entered]


@inlined
def _read_attack(t: SetUpTables, s: Position, k: Scores) -> None:
    """Note where the attack that goes on leads, from the side of the one who decides."""
    k.entered = s.attack_approach
    k.there = t.neighbour[k.entered]
    if s.to_move != s.turn:
        k.entered = t.opposite[k.entered]
        k.there = t.owner[k.entered]


@inlined
def _read_way(t: SetUpTables, s: Position, w: Workspace, e: Way, k: Scores, move: int) -> None:
    """Note where a move leads from and to, and through which approaches."""
    kind, target = kind_of(move), target_of(move)
    _read_start(t, k)
    k.there, k.entered = NONE, NONE
    if (ACROSS >> kind) & 1:
        if target >= FIRST_APPROACH:
            _read_goal(t, k, target, 1)
            k.here = t.owner[k.entered]
    elif (TO_PLACE >> kind) & 1:
        if target:
            _read_goal(t, k, target, 0)
    elif kind == MoveKind.CROSS:
        k.entered = t.end_approach[target]
        k.there = _beyond(t, target)
    elif kind == MoveKind.ROAD:
        k.there = _road_goal(t, w, e, k, s.to_move)
    elif kind == MoveKind.JOIN and group_goal(t, s) != NONE:
        strikes = purpose(t, s) == ATTACKING or purpose(t, s) == ASSAULTING
        _read_goal(t, k, group_goal(t, s), strikes)
    elif not (UNBOUND >> kind) & 1 and s.decision != Decision.ROAD_STEP:
        if s.attack_approach != NONE:
            _read_attack(t, s, k)


@inlined
def _write(
    t: SetUpTables,
    s: Position,
    w: Workspace,
    e: Way,
    k: Scores,
    move: int,
    number: int,
    own: int,
    enemy: int,
) -> None:
    """Write the features of a move, one a table."""
    at = ACTIVE * number
    r, side, kind = k.active, s.to_move, kind_of(move)
    left = max(0, min(t.last_hour - s.hour, HOURS_LEFT - 1))
    quarter = left // 2 if left < 6 else (QUARTERS - 1)
    what, way_class = kind, WAY_OF[kind]
    if kind == MoveKind.JOIN:
        what = JOINED + purpose(t, s)
    elif kind == MoveKind.MARCH and k.entered != NONE:
        way_class = 1
    here, there, arm = k.here, k.there, k.arm
    place = there if there != NONE else here
    threat_here = _threat_to(t, w, k, side, here)
    threat_there = _threat_to(t, w, k, side, there)
    company, beside, near, nearer = 0, BESIDE - 1, NEAR - 1, NEARER - 1
    if place != NONE:
        company = _company(t, w, k, side, place)
        beside = 4 + _clipped(e.goal[place] - k.front, -4, 3)
        near = _clipped(0.75 * e.goal[place], 0, NEAR - 2)
    if here != NONE and there != NONE:
        nearer = 5 + _clipped(2.0 * (e.goal[here] - e.goal[there]), -5, 4)
    behind = 3
    if k.start != NONE and k.start < FIRST_APPROACH:
        behind = max(0, min(w.count[k.start] - k.size, 2))
    gap = 6 + _clipped(margin(t, s, w, k, move), -6, 6)
    brink = 2 if enemy <= 2 else int(own <= 2)
    r[at] = F0 + (what * HOURS_LEFT + left) * ACTIONS + min(actions(t, s), ACTIONS - 1)
    r[at + 1] = F1 + (way_class * LOCALITIES + max(place, 0)) * ARMS + arm
    r[at + 2] = F2 + way_class * LOCALITIES * ENDS
    r[at + 3] = F3 + (way_class * THREATS + threat_there) * THREATS + threat_here
    r[at + 4] = F4 + ((way_class * NEARER + nearer) * NEAR + near) * QUARTERS + quarter
    r[at + 5] = F5 + ((what * SIZES + min(k.size, SIZES - 1)) * ARMS + arm) * STRENGTHS
    r[at + 5] += min(k.strength, STRENGTHS - 1)
    r[at + 6] = F6
    r[at + 7] = F7
    if k.entered != NONE:
        a = k.entered
        owner = t.owner[a]
        r[at + 2] += owner * ENDS + min(a - t.first_approach[owner], ENDS - 1)
        r[at + 6] += (way_class * SIDES + _side_class(t, w, side, a)) * 2 + (
            arm == 1 + Kind.ARTILLERY
        )
    if k.exited != NONE:
        r[at + 7] += way_class * SIDES + _side_class(t, w, side, k.exited)
    r[at + 8] = F8 + (way_class * 4 + behind) * THREATS + threat_here
    r[at + 9] = F9 + (way_class * COMPANY + company) * BESIDE + beside
    r[at + 10] = F10 + (what * MORALE + own) * MORALE + enemy
    r[at + 11] = F11 + (what * MARGINS + gap) * BRINKS + brink
    threat = threat_there if there != NONE else threat_here
    r[at + 12] = F12 + (what * QUARTERS + quarter) * THREATS + threat
    r[at + 13] = F13 + (way_class * LOCALITIES + max(here, 0)) * ARMS + arm
    r[at + 14] = F14 + (way_class * TRAFFIC + _traffic_class(w, k, there)) * TRAFFIC
    r[at + 14] += _traffic_class(w, k, here)
    c, first = k.coarse, COARSE * number
    c[first] = C0 + way_class * LOCALITIES + max(place, 0)
    c[first + 1] = C1 + way_class * LOCALITIES + max(here, 0)
    c[first + 2] = C2 + (way_class * NEARER + nearer) * ACTIONS + min(actions(t, s), ACTIONS - 1)
    c[first + 3] = C3 + way_class * COMPANY + company
    c[first + 4] = C4 + way_class * BESIDE + beside
    c[first + 5] = C5 + way_class * THREATS + threat
    c[first + 6] = C6 + what


@compiled
def move_features(t: SetUpTables, s: Position, w: Workspace, e: Way, v: Record, k: Scores) -> None:
    """Write the features of each legal move, for the side that decides."""
    for locality in range(t.localities):
        k.threat[locality] = NONE
        k.company[locality] = NONE
    k.has_belief = 0
    k.front = spearhead(t, s, e)
    fill_traffic(t, w, e, k.traffic, LATER)
    side = s.to_move
    own = _clipped(morale(t, s, side), 0, MORALE - 1)
    enemy = _clipped(morale(t, s, 1 - side), 0, MORALE - 1)
    for number in range(w.move_count):
        move = w.moves[number]
        _read_pieces(s, k, move)
        _read_way(t, s, w, e, k, move)
        _write(t, s, w, e, k, move, number, own, enemy)
