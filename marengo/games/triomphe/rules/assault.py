"""Chapter 11: the assault, steps 1 to 5: declaration, leading pieces, fire, counter-attack."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import (
    gather,
    gather_set,
    list_groups,
    named,
    offer,
    offer_each,
)
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import may_be, show, turn_up
from marengo.games.marengo.rules.moves import (
    MoveKind,
    detail_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import end_slot, enemy_holds, first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES, Kind
from marengo.games.triomphe.rules.borders import bars_border, is_protected
from marengo.games.triomphe.rules.orders import begin_action
from marengo.games.triomphe.rules.pieces import can_act, gather_able, is_organised
from marengo.games.triomphe.rules.reductions import distribute_evenly, take
from marengo.games.triomphe.rules.state import SILENCED, Stage, State, Tables


@compiled
def attack_place(s: State) -> int:
    """Return the place the assault is made from."""
    return FIRST_APPROACH + s.attack_approach


@compiled
def defence_place(t: Tables, s: State) -> int:
    """Return the place assaulted: all defenders there are assault pieces (T-11.10)."""
    return FIRST_APPROACH + t.opposite[s.attack_approach]


@compiled
def bars_leading(t: Tables, s: State, piece: int, approach: int) -> int:
    """Return the statement that forbids a piece to lead an assault from an approach, or 0."""
    if s.strength[piece] < 2 or s.kind[piece] == Kind.ARTILLERY:
        return 11_18_0
    return 11_19_0 if s.kind[piece] == Kind.CAVALRY and t.obstacle[t.opposite[approach]] else 0


@compiled
def assaults(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer the assault from an approach."""
    if not bars_assault_from(t, s, w, approach):
        offer(w, MoveKind.ASSAULT, FIRST_APPROACH + approach, 0, 0)


@compiled
def bars_assault_from(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids an assault from an approach, 0 if none does."""
    locality = t.neighbour[approach]
    if s.orders < 1:
        return 6_04_0
    if not enemy_holds(w, s.turn, locality):
        return 11_01_0
    border = bars_border(t, s, approach)
    if border:
        return border
    if is_protected(t, w, s.turn, locality):
        return 15_09_0
    if w.count[FIRST_APPROACH + t.opposite[approach]] == 0:
        return 11_01_1
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if s.place[piece] == FIRST_APPROACH + approach and can_join(s, piece):
            if not bars_leading(t, s, piece, approach):
                return 0
    return 11_04_0


@compiled
def bars_assault(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids an assault, 0 if none does."""
    approach = target_of(move) - FIRST_APPROACH
    return bars_assault_from(t, s, w, approach) if approach >= 0 else 11_02_0


@compiled
def can_join(s: State, piece: int) -> int:
    """Return 1 if the piece is organised and has not acted (T-11.5)."""
    return int(can_act(s, piece) and is_organised(s, piece))


@compiled
def play_assault(t: Tables, s: State, move: int) -> None:
    """Step 1: declare the assault, for 1 order (T-11.3, T-11.9)."""
    begin_action(t, s, 0, 1)
    s.attack_approach = target_of(move) - FIRST_APPROACH
    s.decision = Decision.DEFENCE_LEADERS
    s.to_move = 1 - s.turn


@compiled
def defence_leader_moves(t: Tables, s: State, w: Workspace) -> None:
    """Step 2: none, one or, across a wide approach, two of a type lead (T-11.11 to T-11.15)."""
    offer(w, MoveKind.LEAD, 0, 0, 0)
    defence = t.opposite[s.attack_approach]
    gather(t, s, w, s.to_move, defence_place(t, s))
    _offer_same_type(s, w, MoveKind.LEAD, t.wide[defence], t.obstacle[defence])


@compiled
def _offer_same_type(s: State, w: Workspace, kind: int, wide: int, obstacle: int) -> None:
    """Offer one listed piece, or two of the same type across a wide approach.

    No cavalry where the defence approach has a cavalry obstacle.
    """
    list_groups(s, w, 1 + wide)
    for group in range(w.group_count):
        pieces = named(s.to_move, w.group_pieces[group])
        if not _bars_together(s, pieces, wide, obstacle):
            offer(w, kind, 0, 0, w.group_pieces[group])


@compiled
def _bars_together(s: State, pieces: int, wide: int, obstacle: int) -> int:
    """Return the statement that forbids pieces to lead the defence together, 0 if none does."""
    kinds = 0
    for piece in range(PIECES):
        if has(pieces, piece):
            kinds |= 1 << s.kind[piece]
    if size_of(pieces) > 1 + wide:
        return 11_11_0
    if size_of(kinds) > 1:
        return 11_12_0
    return 11_13_0 if obstacle and (kinds >> Kind.CAVALRY) & 1 else 0


@compiled
def bars_lead(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids pieces to lead the defence, 0 if none does."""
    pieces, defence = named(s.to_move, pieces_of(move)), t.opposite[s.attack_approach]
    for piece in range(PIECES):
        if has(pieces, piece) and s.place[piece] != defence_place(t, s):
            return 11_10_0
    return _bars_together(s, pieces, t.wide[defence], t.obstacle[defence])


@compiled
def play_defence_leaders(t: Tables, s: State, move: int) -> None:
    """Turn the defending leading pieces face-up (T-11.11)."""
    s.defence_leaders = named(s.to_move, pieces_of(move))
    turn_up(t, s, s.defence_leaders)
    s.stage = Stage.ASSAULT_ATTACK


@compiled
def ask_pieces(s: State) -> None:
    """Step 3: ask the attacker for his assault pieces (T-11.16)."""
    s.decision = Decision.ASSAULT_PIECES
    s.to_move = s.turn


@compiled
def assault_piece_moves(t: Tables, s: State, w: Workspace) -> None:
    """Step 3: offer the assault pieces and, of them, those that lead (T-11.16 to T-11.21)."""
    approach = s.attack_approach
    capacity = t.capacity[t.neighbour[approach]]
    gather_able(t, s, w, s.turn, attack_place(s))  # organised, all or none (T-14.16)
    list_groups(s, w, min(t.group_limit, capacity))  # T-11.16, T-11.21
    for group in range(w.group_count):
        members = w.group[group]
        place_one = 0  # how many members of the group come before this one
        for member in range(w.member_count):
            if not (members >> member) & 1:
                continue
            if not bars_leading(t, s, w.members[member], approach):
                if not _earlier_alike(w, members, member):
                    _offer_send(w, group, 1 << place_one)
                    if t.wide[t.opposite[approach]]:  # T-3.11
                        _offer_pairs(t, s, w, group, member, place_one)
            place_one += 1


@compiled
def _earlier_alike(w: Workspace, members: int, member: int) -> int:
    """Return 1 if the group has a member alike before this one, which leads in its stead."""
    before = w.like[member]
    return int(before != NONE and (members >> before) & 1)


@compiled
def _offer_send(w: Workspace, group: int, leaders: int) -> None:
    offer(w, MoveKind.SEND, 0, leaders, w.group_pieces[group])


@compiled
def _offer_pairs(
    t: Tables, s: State, w: Workspace, group: int, member: int, place_one: int
) -> None:
    """Offer the pairs of leading pieces of one type that begin with a given one."""
    members = w.group[group]
    place_other = place_one + 1
    for other in range(member + 1, w.member_count):
        if not (members >> other) & 1:
            continue
        first, second = w.members[member], w.members[other]
        same = s.kind[first] == s.kind[second]
        repeated = w.like[other] != member and _earlier_alike(w, members, other)
        if same and not repeated and not bars_leading(t, s, second, s.attack_approach):
            _offer_send(w, group, (1 << place_one) | (1 << place_other))
        place_other += 1


@compiled
def bars_send(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids to send pieces into an assault, 0 if none does."""
    pieces, number, leaders, kinds = named(s.turn, pieces_of(move)), 0, 0, 0
    for piece in range(PIECES):
        if has(pieces, piece):
            if s.place[piece] != attack_place(s) or not can_act(s, piece):
                return 11_16_1
            if (detail_of(move) >> number) & 1:
                leading = bars_leading(t, s, piece, s.attack_approach)
                if leading:
                    return leading
                leaders, kinds = leaders + 1, kinds | 1 << s.kind[piece]
            number += 1
    if not 0 < number <= t.group_limit:
        return 11_16_0
    if number > t.capacity[t.neighbour[s.attack_approach]]:
        return 11_21_0
    if not 0 < leaders <= 1 + t.wide[t.opposite[s.attack_approach]]:
        return 11_17_0
    return 11_18_1 if size_of(kinds) > 1 else 0


@compiled
def play_send(t: Tables, s: State, move: int) -> None:
    """Turn the attacking leading pieces face-up; all named pieces have acted (T-11.17)."""
    begin_action(t, s, named(s.turn, pieces_of(move)), 0)
    number = 0
    for piece in range(PIECES):
        if has(s.actors, piece):
            if (detail_of(move) >> number) & 1:
                s.leaders |= 1 << piece
            number += 1
    turn_up(t, s, s.leaders)
    s.stage = Stage.ASSAULT_FIRE


@compiled
def _ready_artillery(t: Tables, s: State) -> int:
    """Return the set of artillery that may fire where fire is open (T-11.23 to T-11.25)."""
    ready, side = 0, 1 - s.turn
    for piece in range(first_slot(side), end_slot(t, side)):
        ready |= int(not _bars_gun(t, s, piece)) << piece
    return ready


@compiled
def _bars_gun(t: Tables, s: State, piece: int) -> int:
    """Return the statement that forbids a piece to fire, 0 if none does."""
    if s.place[piece] != defence_place(t, s) or s.kind[piece] != Kind.ARTILLERY:
        return 11_23_0
    if has(s.defence_leaders, piece):
        return 11_24_0
    return 11_25_0 if has(s.fired, piece) or s.marks[piece] & SILENCED else 0


@compiled
def _may_fire(t: Tables, s: State) -> int:
    """Return 1 if the attacker must reckon with defensive fire (T-11.26, T-23.2)."""
    if t.artillery_penalty[s.attack_approach]:
        return 0
    for piece in range(PIECES):
        if s.place[piece] == defence_place(t, s) and not has(s.defence_leaders | s.fired, piece):
            if may_be(t, s, piece, Kind.ARTILLERY):
                return 1
    return 0


@compiled
def ask_fire(t: Tables, s: State) -> None:
    """Step 4: ask for defensive fire, one artillery piece after the other (T-2.11, T-23.2)."""
    if _standing_leaders(s) and _may_fire(t, s):
        s.decision = Decision.FIRE
        s.to_move = 1 - s.turn
    else:
        s.stage = Stage.ASSAULT_COUNTER


@compiled
def fire_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer to fire with a ready artillery piece, or not to (T-11.23)."""
    offer(w, MoveKind.FIRE, 0, 0, 0)
    gather_set(t, s, w, s.to_move, _ready_artillery(t, s))
    offer_each(w, MoveKind.FIRE, 0)


@compiled
def bars_fire(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids artillery to fire, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    if size_of(pieces) > 1:
        return 11_23_1
    return _bars_gun(t, s, only_piece(pieces)) if pieces else 0


@compiled
def play_fire(t: Tables, s: State, move: int) -> None:
    """Fire: the artillery is shown, and the attacker picks the piece hit (T-11.27)."""
    if pieces_of(move) == 0:
        s.stage = Stage.ASSAULT_COUNTER
        return
    piece = first_slot(s.to_move) + only_piece(pieces_of(move))
    show(t, s, piece)
    s.fired |= 1 << piece
    s.decision = Decision.HIT
    s.to_move = s.turn


@compiled
def hit_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the attacking leading pieces that the fire may hit (T-11.27)."""
    gather_set(t, s, w, s.turn, _standing_leaders(s))
    offer_each(w, MoveKind.HIT, 0)


@compiled
def _standing_leaders(s: State) -> int:
    """Return the attacking leading pieces that are not destroyed."""
    alive = 0
    for piece in range(PIECES):
        if has(s.leaders, piece) and s.strength[piece] > 0:
            alive |= 1 << piece
    return alive


@compiled
def bars_hit(s: State, move: int) -> int:
    """Return the statement that forbids to hit a piece, 0 if it leads the attack."""
    pieces = named(s.turn, pieces_of(move))
    return 0 if size_of(pieces) == 1 and pieces & _standing_leaders(s) else 11_27_0


@compiled
def play_hit(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Reduce the leading piece hit, at once (T-11.27)."""
    take(t, s, w, first_slot(s.turn) + only_piece(pieces_of(move)))


@compiled
def _counter_attackers(t: Tables, s: State) -> int:
    """Return the set of pieces that could counter-attack (T-11.32, T-11.34, T-11.35)."""
    able, side = 0, 1 - s.turn
    for piece in range(first_slot(side), end_slot(t, side)):
        able |= int(not _bars_countering(t, s, piece)) << piece
    return able


@compiled
def _bars_countering(t: Tables, s: State, piece: int) -> int:
    """Return the statement that forbids a piece to counter-attack, 0 if none does."""
    if s.place[piece] != defence_place(t, s):
        return 11_30_0
    if has(s.defence_leaders, piece):
        return 11_32_0
    leading = bars_leading(t, s, piece, s.attack_approach)  # the same holds of leading the attack
    if leading == 11_19_0:
        return 11_35_0
    return 11_34_0 if leading else 0


@compiled
def ask_counter_attack(t: Tables, s: State, w: Workspace) -> None:
    """Step 5: ask for a counter-attack if any defender has not led (T-11.30, T-23.2)."""
    s.stage = Stage.ASSAULT_RESULT
    if w.count[defence_place(t, s)] > size_of(s.defence_leaders):
        s.decision = Decision.COUNTER_ATTACK
        s.to_move = 1 - s.turn


@compiled
def counter_attack_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer none, one or, across a wide approach, two of a type (T-11.31, T-11.33)."""
    offer(w, MoveKind.COUNTER, 0, 0, 0)
    gather_set(t, s, w, s.to_move, _counter_attackers(t, s))
    wide = t.wide[t.opposite[s.attack_approach]]
    _offer_same_type(s, w, MoveKind.COUNTER, wide, 0)


@compiled
def bars_counter(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids pieces to counter-attack, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    for piece in range(PIECES):
        if has(pieces, piece) and _bars_countering(t, s, piece):
            return _bars_countering(t, s, piece)
    together = _bars_together(s, pieces, t.wide[t.opposite[s.attack_approach]], 0)
    if together == 0:
        return 0
    return 11_31_0 if together == 11_11_0 else 11_33_0


@compiled
def play_counter_attack(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Turn the counter-attacking pieces face-up and reduce them (T-11.30, T-11.37)."""
    s.counter = named(s.to_move, pieces_of(move))
    turn_up(t, s, s.counter)
    distribute_evenly(t, s, w, s.counter, size_of(s.leaders))
