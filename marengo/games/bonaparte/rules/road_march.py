"""Chapter 8, road march: up to three steps, with entry and with attacks of cavalry."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import mark, needs_infantry
from marengo.games.bonaparte.rules.knowledge import reveal, turn_up
from marengo.games.bonaparte.rules.manoeuvre_attack import is_attackable
from marengo.games.bonaparte.rules.pieces import faces_enemy, is_open, may_enter, put
from marengo.games.bonaparte.rules.state import MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import named, offer, offer_piece
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import enemy_holds, in_set, is_cavalry
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.roads import (
    exits_end,
    first_exit,
    has_traffic_room,
    is_connected,
    local_price,
    use_crossing,
)
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, NONE


@compiled
def can_cross(t: Tables, s: State, w: Workspace, piece: int, end: int, step: int) -> int:
    """Return 1 if the piece may cross by a road end in a step, an attack included."""
    if not has_traffic_room(t, s, end, step) or not is_connected(t, s, end):  # B-8.51, B-8.47
        return 0
    if local_price(t, s, end) > s.commands:  # B-8.16, B-8.59, B-8.82
        return 0
    beyond = t.end_locality[end]
    if s.place[piece] >= FIRST_BOX:
        return int(may_enter(t, w, s.turn, beyond) and not in_set(s.won, beyond))  # B-8.74
    if t.end_other[end] == NONE or not is_open(t, s, w, t.end_approach[end]):  # B-8.48
        return 0
    beyond = t.neighbour[t.end_approach[end]]
    if enemy_holds(w, s.turn, beyond):
        return _can_attack(t, s, w, piece, t.end_approach[end])
    return may_enter(t, w, s.turn, beyond)  # B-8.25


@compiled
def _can_attack(t: Tables, s: State, w: Workspace, piece: int, approach: int) -> int:
    """Return 1 if the step may be a manoeuvre attack (B-9.8, B-9.9)."""
    able = is_cavalry(s, piece) and not needs_infantry(t, approach)
    return int(able and is_attackable(t, s, w, approach))


@compiled
def first_step(t: Tables, s: State, piece: int) -> int:
    """Return the first step of a march: an entrant's follows from those before him (B-8.72)."""
    place = s.place[piece]
    if place < FIRST_BOX:
        return 1
    return abs(s.crossing_use[t.end_crossing[t.box_end[place - FIRST_BOX]]]) + 1


@compiled
def can_march(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if some crossing could be used, waiting for it where that is allowed."""
    step = t.road_steps
    if s.place[piece] >= FIRST_BOX:
        step = first_step(t, s, piece)
        if step > t.road_steps:
            return 0
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if can_cross(t, s, w, piece, end, step):
            return 1
    return 0


@compiled
def approach_price(t: Tables, s: State, w: Workspace, piece: int, approach: int) -> int:
    """Return the command a continuation into an approach costs, or NONE (B-8.63 to B-8.65).

    Only a road of the group by which the piece came leads there; a march of no step only uses
    main roads.
    """
    if not faces_enemy(t, w, s.turn, approach):
        return NONE
    best = NONE
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if t.end_approach[end] == approach and is_connected(t, s, end):
            price = local_price(t, s, end)
            allowed = price == 0 or (s.crossed and price <= s.commands)
            if allowed and (best == NONE or price < best):
                best = price
    return best


@compiled
def can_continue(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if the piece may go into some approach from where its march stands."""
    locality = s.place[piece]
    if locality >= FIRST_BOX or not is_cavalry(s, piece):
        return 0
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if approach_price(t, s, w, piece, approach) != NONE:
            return 1
    return 0


@compiled
def road_marches(t: Tables, s: State, w: Workspace) -> None:
    """Offer the listed pieces, in reserve or in a box, the start of a road march (B-8.45)."""
    for member in range(w.member_count):
        piece = w.members[member]
        if w.like[member] != NONE:
            continue
        if can_march(t, s, w, piece) or can_continue(t, s, w, piece):
            offer_piece(w, MoveKind.ROAD, 0, piece)


@compiled
def play_road(t: Tables, s: State, move: int) -> None:
    """Begin a road march, a group by itself; it is free until it uses a side road (B-8.17)."""
    s.actors = named(s.turn, pieces_of(move))
    mark(s, s.actors, MOVED)
    s.march_step = first_step(t, s, only_piece(s.actors))
    s.road_end = NONE
    s.stage = Stage.ROAD_STEP


@compiled
def road_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the next step: cross, wait, stop, or continue into an approach (B-18.28)."""
    piece = only_piece(s.actors)
    on_map = s.place[piece] < FIRST_BOX
    if s.march_step <= t.road_steps:
        for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
            if can_cross(t, s, w, piece, end, s.march_step):
                offer(w, MoveKind.CROSS, end, 0, 0)
        if on_map and s.march_step < t.road_steps and can_march(t, s, w, piece):  # B-8.54
            offer(w, MoveKind.WAIT, 0, 0, 0)
    if s.crossed:
        offer(w, MoveKind.STOP, 0, 0, 0)  # B-8.46
    if on_map and is_cavalry(s, piece) and (s.crossed or s.march_step == 1):
        _continuations(t, s, w, piece)


@compiled
def _continuations(t: Tables, s: State, w: Workspace, piece: int) -> None:
    locality = s.place[piece]
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if approach_price(t, s, w, piece, approach) != NONE:
            offer_piece(w, MoveKind.CONTINUE, FIRST_APPROACH + approach, piece)


@compiled
def play_road_step(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Carry out one step of a road march."""
    piece = only_piece(s.actors)
    kind = kind_of(move)
    s.stage = Stage.ROAD_STEP
    if kind == MoveKind.CROSS:
        _cross(t, s, w, piece, target_of(move))
    elif kind == MoveKind.WAIT:
        s.march_step += 1
    elif kind == MoveKind.STOP:
        s.stage = Stage.ACTION_END
    else:
        place = target_of(move)
        _pay(s, approach_price(t, s, w, piece, place - FIRST_APPROACH))
        put(t, s, w, piece, place)
        reveal(t, s, 1 << piece)  # B-8.68
        s.stage = Stage.ACTION_END


@compiled
def _pay(s: State, price: int) -> None:
    if price > 0:
        s.commands -= price
        s.local_paid = 1


@compiled
def _cross(t: Tables, s: State, w: Workspace, piece: int, end: int) -> None:
    """Use a crossing: pay, count the traffic, and enter or attack (B-8.51, B-9.12)."""
    _pay(s, local_price(t, s, end))
    beyond = use_crossing(t, s, end)
    if enemy_holds(w, s.turn, beyond):
        s.by_road = 1
        s.from_reserve = 1  # it began the turn in reserve, or counts as if (B-8.45, B-8.80)
        s.attack_approach = t.end_approach[end]
        turn_up(t, s, s.actors)  # B-9.10
        s.stage = Stage.ATTACK
        return
    put(t, s, w, piece, beyond)
