"""Chapter 8, road march: up to three steps, with entry and with attacks of cavalry."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import mark, needs_infantry
from marengo.games.bonaparte.rules.knowledge import reveal, turn_up
from marengo.games.bonaparte.rules.manoeuvre_attack import bars_attack_from
from marengo.games.bonaparte.rules.pieces import bars_block, bars_moving, bars_pair, put
from marengo.games.bonaparte.rules.state import MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import named, offer, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import enemy_holds, in_set, is_cavalry, room
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
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, NONE


@compiled
def bars_crossing(t: Tables, s: State, w: Workspace, piece: int, end: int, step: int) -> int:
    """Return the statement that forbids a piece to cross by a road end in a step, 0 if none does.

    A step to where the enemy is is an attack.
    """
    if not has_traffic_room(t, s, end, step):
        return 8_52_0 if is_with_traffic(t, s, end) else 8_53_0
    if not is_connected(t, s, end):
        return 8_47_0
    if local_price(t, s, end) > s.commands:  # B-8.59, B-8.82
        return 8_16_0
    if s.place[piece] >= FIRST_BOX:
        return bars_coming_in(t, s, w, t.end_locality[end])
    if t.end_other[end] == NONE:
        return 8_02_0
    approach = t.end_approach[end]
    pair = bars_pair(t, s, w, approach)  # B-8.48
    if pair:
        return pair
    if enemy_holds(w, s.turn, t.neighbour[approach]):
        return _bars_attack(t, s, w, piece, approach)
    return 0 if room(t, w, t.neighbour[approach]) >= 1 else 8_25_0


@compiled
def bars_coming_in(t: Tables, s: State, w: Workspace, locality: int) -> int:
    """Return the statement that forbids a piece to enter the map there, 0 if none does."""
    if enemy_holds(w, s.turn, locality):
        return 8_74_0
    if room(t, w, locality) < 1:
        return 8_74_1
    return 11_13_0 if in_set(s.won, locality) else 0


@compiled
def _bars_attack(t: Tables, s: State, w: Workspace, piece: int, approach: int) -> int:
    """Return the statement that forbids a piece to attack on its march, 0 if none does."""
    if not is_cavalry(s, piece):
        return 9_09_0
    return 9_08_0 if needs_infantry(t, approach) else bars_attack_from(t, s, w, approach)


@compiled
def first_step(t: Tables, s: State, piece: int) -> int:
    """Return the first step of a march: an entrant's follows from those before him (B-8.72)."""
    place = s.place[piece]
    if place < FIRST_BOX:
        return 1
    return abs(s.crossing_use[t.end_crossing[t.box_end[place - FIRST_BOX]]]) + 1


@compiled
def _bars_entry(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids a piece to enter by road, 0 if none does."""
    step = first_step(t, s, piece)
    if step > t.road_steps:
        return 8_72_1
    return bars_crossing(t, s, w, piece, first_exit(t, s, piece), step)


@compiled
def can_march(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if some crossing could be used, waiting for it where that is allowed."""
    return int(not _bars_marching(t, s, w, piece))


@compiled
def _bars_marching(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids a piece to cross sooner or later, 0 if none does."""
    if s.place[piece] >= FIRST_BOX:
        return _bars_entry(t, s, w, piece)
    marching = 8_45_1
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if not bars_crossing(t, s, w, piece, end, t.road_steps):
            return 0
        marching = 8_46_3
    return marching


@compiled
def _road_price(t: Tables, s: State, piece: int, approach: int) -> int:
    """Return the command that going on into an approach costs, or NONE if no road leads there."""
    best = NONE
    for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
        if t.end_approach[end] == approach and is_connected(t, s, end):
            price = local_price(t, s, end)
            if best == NONE or price < best:
                best = price
    return best


@compiled
def _bars_going_on(t: Tables, s: State, w: Workspace, piece: int, approach: int) -> int:
    """Return the statement that forbids cavalry on a march an approach, 0 if none does."""
    block = bars_block(t, w, s.turn, approach)
    if block:
        return block
    price = _road_price(t, s, piece, approach)
    if not s.crossed:
        return 8_65_0 if price else 0
    if price == NONE:
        return 8_63_0
    return 0 if price <= s.commands else 8_64_0


@compiled
def approach_price(t: Tables, s: State, w: Workspace, piece: int, approach: int) -> int:
    """Return the command a continuation into an approach costs, or NONE (B-8.63 to B-8.65)."""
    barred = _bars_going_on(t, s, w, piece, approach)
    return NONE if barred else _road_price(t, s, piece, approach)


@compiled
def can_continue(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if the piece may go into some approach from where its march stands."""
    locality = s.place[piece]
    if locality >= FIRST_BOX or not is_cavalry(s, piece):
        return 0
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if not _bars_going_on(t, s, w, piece, approach):
            return 1
    return 0


@compiled
def road_marches(t: Tables, s: State, w: Workspace) -> None:
    """Offer the listed pieces, in reserve or in a box, the start of a road march (B-8.45)."""
    for member in range(w.member_count):
        piece = w.members[member]
        if w.like[member] != NONE:
            continue
        if not _bars_setting_out(t, s, w, piece):
            offer_piece(w, MoveKind.ROAD, 0, piece)


@compiled
def _bars_setting_out(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids a piece to begin a road march, 0 if none does."""
    marching = _bars_marching(t, s, w, piece)
    return marching if marching and not can_continue(t, s, w, piece) else 0


@compiled
def bars_opening(t: Tables, s: State, place: int) -> int:
    """Return the statement that keeps pieces in a box, 0 if it is open."""
    return 8_70_0 if s.hour < t.box_hour[place - FIRST_BOX] else 0


@compiled
def bars_road(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a road march, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if size_of(pieces) != 1:
        return 8_12_0
    piece = only_piece(pieces)
    moving = bars_moving(s, piece)
    if moving:
        return moving
    if FIRST_APPROACH <= s.place[piece] < FIRST_BOX:
        return 8_45_0
    opening = bars_opening(t, s, s.place[piece]) if s.place[piece] >= FIRST_BOX else 0
    return opening or _bars_setting_out(t, s, w, piece)


@compiled
def play_road(t: Tables, s: State, move: int) -> None:
    """Begin a road march, a group by itself; it is free until it uses a side road (B-8.17)."""
    s.actors = named(s.turn, pieces_of(move))
    mark(s, s.actors, MOVED)
    s.march_step = first_step(t, s, only_piece(s.actors))
    s.road_end = NONE
    s.stage = Stage.ROAD_STEP


@compiled
def ask_step(s: State) -> None:
    """Ask for the next step of the piece that marches (B-18)."""
    s.decision = Decision.ROAD_STEP
    s.to_move = s.turn


@compiled
def road_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the next step: cross, wait, stop, or continue into an approach (B-18.28)."""
    piece = only_piece(s.actors)
    if s.march_step <= t.road_steps:
        for end in range(first_exit(t, s, piece), exits_end(t, s, piece)):
            if not bars_crossing(t, s, w, piece, end, s.march_step):
                offer(w, MoveKind.CROSS, end, 0, 0)
    if not _bars_wait(t, s, w, piece):
        offer(w, MoveKind.WAIT, 0, 0, 0)
    if not _bars_stop(s):
        offer(w, MoveKind.STOP, 0, 0, 0)
    locality = s.place[piece]
    if locality < FIRST_BOX and not _bars_continuing(s, piece):
        for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
            if not _bars_going_on(t, s, w, piece, approach):
                offer_piece(w, MoveKind.CONTINUE, FIRST_APPROACH + approach, piece)


@compiled
def _bars_wait(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids to wait in a step, 0 if none does."""
    if s.place[piece] >= FIRST_BOX:
        return 8_72_2
    if s.march_step >= t.road_steps:
        return 8_54_0
    return 0 if can_march(t, s, w, piece) else 8_54_1


@compiled
def _bars_stop(s: State) -> int:
    """Return the statement that forbids to stop, 0 if none does."""
    return 0 if s.crossed else 8_46_2


@compiled
def _bars_continuing(s: State, piece: int) -> int:
    """Return the statement that forbids a piece to end in an approach, 0 if none does."""
    if not is_cavalry(s, piece):
        return 8_69_0
    return 0 if s.crossed or s.march_step == 1 else 8_65_1


@compiled
def bars_step(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a step of a road march, 0 if none does."""
    piece, kind, target = only_piece(s.actors), kind_of(move), target_of(move)
    if kind == MoveKind.CROSS:
        if s.march_step > t.road_steps:
            return 8_46_0
        if not first_exit(t, s, piece) <= target < exits_end(t, s, piece):
            return 8_46_1
        return bars_crossing(t, s, w, piece, target, s.march_step)
    if kind == MoveKind.WAIT:
        return _bars_wait(t, s, w, piece)
    if kind == MoveKind.STOP:
        return _bars_stop(s)
    if named(s.turn, pieces_of(move)) != s.actors:
        return 8_12_1
    approach = target - FIRST_APPROACH
    if approach < 0 or t.owner[approach] != s.place[piece]:
        return 8_60_0
    return _bars_continuing(s, piece) or _bars_going_on(t, s, w, piece, approach)


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
