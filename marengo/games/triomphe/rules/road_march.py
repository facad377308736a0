"""Chapter 8: the road march, with entry by road (T-15.4) and attacks on the march."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import named, offer, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import add_to_set, enemy_holds, in_set, is_cavalry, room
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.roads import (
    exits_end,
    first_exit,
    has_traffic_room,
    is_connected,
    is_with_traffic,
    local_price,
    use_crossing,
)
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, LOCALITIES, NONE
from marengo.games.triomphe.rules.borders import bars_block, bars_border, is_protected
from marengo.games.triomphe.rules.disorganisation import spread
from marengo.games.triomphe.rules.manoeuvre_attack import bars_attack_from, declare_attack
from marengo.games.triomphe.rules.orders import begin_action
from marengo.games.triomphe.rules.pieces import can_act, is_organised, put
from marengo.games.triomphe.rules.state import Stage, State, Tables


@compiled
def bars_crossing(t: Tables, s: State, w: Workspace, piece: int, end: int, step: int) -> int:
    """Return the statement that forbids a piece to cross by a road end in a step, 0 if none does.

    A step to where the enemy is is an attack.
    """
    use = _bars_use(t, s, end, step)
    if use:
        return use
    if not is_organised(s, piece):
        return 8_23_0
    if local_price(t, s, end) > s.orders:
        return 8_08_0
    beyond = t.end_locality[end]
    if s.place[piece] < FIRST_BOX:
        if t.end_other[end] == NONE:
            return 15_04_1
        border = bars_border(t, s, t.end_approach[end])  # T-8.20
        if border:
            return border
        beyond = t.neighbour[t.end_approach[end]]
    if in_set(s.won, beyond):
        return 8_21_0
    if is_protected(t, w, s.turn, beyond):
        return 8_22_0
    if enemy_holds(w, s.turn, beyond):
        return _bars_attack(t, s, w, piece, end)
    return 0 if room(t, w, beyond) >= 1 else 8_19_0


@compiled
def _bars_use(t: Tables, s: State, end: int, step: int) -> int:
    """Return the statement that forbids to use a road end in a step, 0 if none does."""
    if not has_traffic_room(t, s, end, step):
        return 8_12_0 if is_with_traffic(t, s, end) else 8_13_0
    return 0 if is_connected(t, s, end) else 8_04_0


@compiled
def _bars_attack(t: Tables, s: State, w: Workspace, piece: int, end: int) -> int:
    """Return the statement that forbids a piece to attack by a road end, 0 if none does."""
    approach = t.end_approach[end]
    if not is_cavalry(s, piece) or approach == NONE:
        return 8_26_0
    if in_set(s.road_attacked, t.end_crossing[end]):
        return 8_29_0
    if t.obstacle[t.opposite[approach]]:
        return 8_33_0
    return bars_attack_from(t, s, w, approach)


@compiled
def can_march(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if some crossing could be used in the last step at the latest."""
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if not bars_crossing(t, s, w, piece, end, t.road_steps):
            return 1
    return 0


@compiled
def approach_price(t: Tables, s: State, w: Workspace, piece: int, approach: int) -> int:
    """Return the order a continuation into an approach costs, or NONE (T-12.9 to T-12.11)."""
    if bars_block(t, s, w, approach, 12_03_0):
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
        if not _bars_setting_out(t, s, w, piece):
            offer_piece(w, MoveKind.ROAD, 0, piece)


@compiled
def _bars_setting_out(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids a piece to begin a road march, 0 if none does."""
    if can_march(t, s, w, piece) or can_continue(t, s, w, piece):
        return 0
    return 8_25_0 if is_organised(s, piece) else 8_23_0


@compiled
def bars_road(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a road march, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if size_of(pieces) != 1:
        return 8_01_0
    piece = only_piece(pieces)
    if not can_act(s, piece):
        return 6_07_0
    if s.place[piece] >= FIRST_BOX:
        wait = bars_waiting(t, s, piece)
        if wait:
            return wait
    elif s.place[piece] >= LOCALITIES:
        return 8_02_0
    return _bars_setting_out(t, s, w, piece)


@compiled
def bars_waiting(t: Tables, s: State, piece: int) -> int:
    """Return the statement that keeps a piece in its box, 0 if none does."""
    if s.hour < t.box_hour[s.place[piece] - FIRST_BOX]:
        return 15_01_0
    return 15_15_0 if s.hour < t.earliest[piece] else 0


@compiled
def play_road(t: Tables, s: State, move: int) -> None:
    """Begin a road march; it costs nothing until local road is used (T-6.5)."""
    begin_action(t, s, named(s.turn, pieces_of(move)), 0)
    s.march_step = 1
    s.road_end = NONE
    s.stage = Stage.ROAD_STEP


@compiled
def ask_step(s: State) -> None:
    """Ask for the next step of the piece that marches (N4)."""
    s.decision = Decision.ROAD_STEP
    s.to_move = s.turn


@compiled
def road_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the next step: cross, wait, stop, or continue into an approach (N4)."""
    piece = only_piece(s.actors)
    if s.march_step <= t.road_steps:
        for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
            if not bars_crossing(t, s, w, piece, end, s.march_step):
                offer(w, MoveKind.CROSS, end, 0, 0)
    if not _bars_wait(t, s, w, piece):
        offer(w, MoveKind.WAIT, 0, 0, 0)
    if s.crossed:
        offer(w, MoveKind.STOP, 0, 0, 0)  # T-8.6
    locality = s.place[piece]
    if locality < FIRST_BOX and not _bars_continuing(s, piece):
        for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
            if approach_price(t, s, w, piece, approach) != NONE:
                offer_piece(w, MoveKind.CONTINUE, FIRST_APPROACH + approach, piece)


@compiled
def _bars_wait(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids to wait in a step, 0 if none does."""
    if s.march_step < t.road_steps and can_march(t, s, w, piece):
        return 0
    return 8_06_0 if s.crossed else 8_25_0


@compiled
def _bars_continuing(s: State, piece: int) -> int:
    """Return the statement that forbids a piece to end in an approach, 0 if none does."""
    if not is_cavalry(s, piece):
        return 12_01_0
    return 0 if s.crossed or s.march_step == 1 else 12_11_0


@compiled
def bars_step(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a step of a road march, 0 if none does."""
    piece, kind, target = only_piece(s.actors), kind_of(move), target_of(move)
    if kind == MoveKind.CROSS:
        if s.march_step > t.road_steps:
            return 8_10_0
        if not first_exit(t, s, piece) <= target < exits_end(t, s, piece):
            return 8_04_1
        return bars_crossing(t, s, w, piece, target, s.march_step)
    if kind == MoveKind.WAIT:
        return _bars_wait(t, s, w, piece)
    if kind == MoveKind.STOP:
        return 0 if s.crossed else 8_25_1
    if named(s.turn, pieces_of(move)) != s.actors:
        return 12_05_0
    approach = target - FIRST_APPROACH
    if approach < 0 or t.owner[approach] != s.place[piece]:
        return 12_01_1
    continuing = _bars_continuing(s, piece)
    if continuing:
        return continuing
    block = bars_block(t, s, w, approach, 12_03_0)
    if block:
        return block
    return 0 if approach_price(t, s, w, piece, approach) != NONE else 12_09_0


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
