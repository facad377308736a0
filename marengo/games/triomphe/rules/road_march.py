"""Chapter 8: the road march, with entry by road (T-15.4) and attacks on the march."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import named, offer, offer_piece
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import add_to_set, enemy_holds, in_set, is_cavalry, room
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
from marengo.games.triomphe.rules.borders import is_open, is_protected, may_block
from marengo.games.triomphe.rules.disorganisation import spread
from marengo.games.triomphe.rules.manoeuvre_attack import declare_attack, is_attackable
from marengo.games.triomphe.rules.orders import begin_action
from marengo.games.triomphe.rules.pieces import is_organised, put
from marengo.games.triomphe.rules.state import Stage, State, Tables


@compiled
def can_cross(t: Tables, s: State, w: Workspace, piece: int, end: int, step: int) -> int:
    """Return 1 if the piece may cross by a road end in a step, an attack included."""
    if not has_traffic_room(t, s, end, step):  # T-8.12, T-8.13
        return 0
    if not is_connected(t, s, end) or not is_organised(s, piece):  # T-8.23
        return 0
    if local_price(t, s, end) > s.orders:
        return 0
    beyond = t.end_locality[end]
    if s.place[piece] < FIRST_BOX:
        if t.end_other[end] == NONE or not is_open(t, s, t.end_approach[end]):  # T-8.20
            return 0
        beyond = t.neighbour[t.end_approach[end]]
    if in_set(s.won, beyond) or is_protected(t, w, s.turn, beyond):  # T-8.21, T-8.22
        return 0
    if enemy_holds(w, s.turn, beyond):
        return _can_attack(t, s, w, piece, end)
    return int(room(t, w, beyond) >= 1)  # T-8.19


@compiled
def _can_attack(t: Tables, s: State, w: Workspace, piece: int, end: int) -> int:
    """Return 1 if the step may be a manoeuvre attack (T-8.26, T-8.29, T-8.33)."""
    approach = t.end_approach[end]
    return int(
        is_cavalry(s, piece)
        and approach != NONE
        and not in_set(s.road_attacked, t.end_crossing[end])
        and not t.obstacle[t.opposite[approach]]
        and is_attackable(t, s, w, approach)
    )


@compiled
def can_march(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if some crossing could be used in the last step at the latest."""
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if can_cross(t, s, w, piece, end, t.road_steps):
            return 1
    return 0


@compiled
def approach_price(t: Tables, s: State, w: Workspace, piece: int, approach: int) -> int:
    """Return the order a continuation into an approach costs, or NONE (T-12.9 to T-12.11)."""
    if not may_block(t, s, w, s.turn, approach):
        return NONE
    best = NONE
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if t.end_approach[end] == approach and is_connected(t, s, end):
            price = local_price(t, s, end)
            if price <= s.orders and (best == NONE or price < best):
                best = price
    return best


@compiled
def can_continue(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if the piece may make a road march of no crossing and continue (T-12.11)."""
    locality = s.place[piece]
    if locality >= FIRST_BOX or not is_cavalry(s, piece):
        return 0
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if approach_price(t, s, w, piece, approach) != NONE:
            return 1
    return 0


@compiled
def road_marches(t: Tables, s: State, w: Workspace) -> None:
    """Offer the listed pieces, in reserve or in a box, the start of a road march (T-8.2)."""
    for member in range(w.member_count):
        piece = w.members[member]
        if w.like[member] != NONE:
            continue
        if can_march(t, s, w, piece) or can_continue(t, s, w, piece):  # T-8.25
            offer_piece(w, MoveKind.ROAD, 0, piece)


@compiled
def play_road(t: Tables, s: State, move: int) -> None:
    """Begin a road march; it costs nothing until local road is used (T-6.5)."""
    begin_action(t, s, named(s.turn, pieces_of(move)), 0)
    s.march_step = 1
    s.road_end = NONE
    s.stage = Stage.ROAD_STEP


@compiled
def road_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the next step: cross, wait, stop, or continue into an approach (N4)."""
    piece = only_piece(s.actors)
    if s.march_step <= t.road_steps:
        for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
            if can_cross(t, s, w, piece, end, s.march_step):
                offer(w, MoveKind.CROSS, end, 0, 0)
        if s.march_step < t.road_steps and can_march(t, s, w, piece):  # T-8.11
            offer(w, MoveKind.WAIT, 0, 0, 0)
    if s.crossed:
        offer(w, MoveKind.STOP, 0, 0, 0)  # T-8.6
    locality = s.place[piece]
    if locality < FIRST_BOX and is_cavalry(s, piece) and (s.crossed or s.march_step == 1):
        for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
            if approach_price(t, s, w, piece, approach) != NONE:
                offer_piece(w, MoveKind.CONTINUE, FIRST_APPROACH + approach, piece)


@compiled
def play_road_step(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Carry out one step of a road march."""
    piece = only_piece(s.actors)
    kind = kind_of(move)
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
        show(t, s, piece)  # T-12.17
        s.stage = Stage.ACTION_END


@compiled
def _pay(s: State, price: int) -> None:
    if price > 0:
        s.orders -= price
        s.local_paid = 1


@compiled
def _cross(t: Tables, s: State, w: Workspace, piece: int, end: int) -> None:
    """Use a crossing: pay, count the traffic, and enter or attack (T-8.12, T-8.28)."""
    _pay(s, local_price(t, s, end))
    beyond = use_crossing(t, s, end)
    if enemy_holds(w, s.turn, beyond):
        add_to_set(s.road_attacked, t.end_crossing[end])
        s.by_road = 1
        s.road_fought = 1
        declare_attack(t, s, w, t.end_approach[end], 1)
        return
    put(t, s, w, piece, beyond)
    spread(t, s, beyond)  # T-8.24: a piece disorganised goes no further (T-8.23)
