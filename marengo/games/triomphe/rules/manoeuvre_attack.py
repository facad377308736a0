"""Chapter 9: the manoeuvre attack."""

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
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import add_to_set, enemy_holds, first_slot, has, in_set
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    LOCALITIES,
    PIECES,
    Kind,
)
from marengo.games.triomphe.rules.borders import bars_border, is_protected, is_surprised
from marengo.games.triomphe.rules.morale import commit
from marengo.games.triomphe.rules.orders import are_organised, bars_group, begin_action
from marengo.games.triomphe.rules.pieces import blocked_fully, put
from marengo.games.triomphe.rules.retreat import begin_retreat
from marengo.games.triomphe.rules.state import DISORGANISED, Stage, State, Tables


@compiled
def bars_attack_from(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to attack from an approach, 0 if none does."""
    defence, locality = t.opposite[approach], t.neighbour[approach]
    if not enemy_holds(w, s.turn, locality):
        return 9_01_0
    border = bars_border(t, s, approach)  # T-9.8
    if border:
        return border
    if is_protected(t, w, s.turn, locality):  # T-9.9
        return 15_09_0
    return 9_02_0 if blocked_fully(t, w, defence, FIRST_APPROACH + defence) else 0


@compiled
def attacks(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer the attacks of the listed groups across a border (T-9.3, T-9.6, T-9.7, T-9.10)."""
    if s.orders < 1 or bars_attack_from(t, s, w, approach):
        return
    obstacle = t.obstacle[t.opposite[approach]]
    for group in range(w.group_count):
        if w.group_marks[group] & DISORGANISED or (obstacle and not w.group_infantry[group]):
            continue
        if w.group_size[group] <= t.capacity[t.neighbour[approach]]:
            place = FIRST_APPROACH + approach
            offer(w, MoveKind.ATTACK, place, 0, w.group_pieces[group])


@compiled
def bars_attack(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a manoeuvre attack, 0 if none does."""
    pieces, approach = named(s.turn, pieces_of(move)), target_of(move) - FIRST_APPROACH
    group = bars_group(t, s, pieces)
    if group:
        return group
    if s.orders < 1:
        return 6_04_0
    start = s.place[only_piece(pieces)]
    if approach < 0:
        return 9_04_1
    if start != FIRST_APPROACH + approach and start != t.owner[approach]:
        return 9_04_0
    if not are_organised(s, pieces):
        return 14_06_0
    border = bars_attack_from(t, s, w, approach)
    if border:
        return border
    if t.obstacle[t.opposite[approach]] and not _infantry(s, pieces):
        return 9_07_0
    return 9_10_0 if size_of(pieces) > t.capacity[t.neighbour[approach]] else 0


@compiled
def play_attack(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Declare a manoeuvre attack of its own, for 1 order (T-9.12)."""
    actors = named(s.turn, pieces_of(move))
    begin_action(t, s, actors, 1)
    from_reserve = int(s.place[only_piece(actors)] < LOCALITIES)
    declare_attack(t, s, w, target_of(move) - FIRST_APPROACH, from_reserve)


@compiled
def declare_attack(t: Tables, s: State, w: Workspace, approach: int, from_reserve: int) -> None:
    """Take steps 1 and 2: fix the defence approach and ask for a response (T-9.12, T-9.13)."""
    defence = t.opposite[approach]
    s.attack_approach = approach
    s.from_reserve = from_reserve
    s.first_attack = 1 - in_set(s.attacked, defence)  # T-9.23
    add_to_set(s.attacked, defence)
    s.stage = Stage.ATTACK_RESULT
    surprised = is_surprised(t, s, 1 - s.turn)  # T-9.19
    if from_reserve and not surprised and w.count[t.neighbour[approach]] > 0:
        s.decision = Decision.RESPONSE
        s.to_move = 1 - s.turn


@compiled
def response_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer any group of reserve pieces not larger than the attack, or none (T-9.14, T-9.15)."""
    offer(w, MoveKind.RESPOND, 0, 0, 0)
    gather(t, s, w, s.to_move, t.neighbour[s.attack_approach])
    list_groups(s, w, size_of(s.actors))
    for group in range(w.group_count):
        offer(w, MoveKind.RESPOND, 0, 0, w.group_pieces[group])


@compiled
def bars_response(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids pieces to respond to an attack, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    for piece in range(PIECES):
        if has(pieces, piece) and s.place[piece] != t.neighbour[s.attack_approach]:
            return 9_13_0
    return 9_14_0 if size_of(pieces) > size_of(s.actors) else 0


@compiled
def play_response(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Move the responding pieces into the defence approach (T-9.13, T-9.18)."""
    pieces = named(s.to_move, pieces_of(move))
    place = FIRST_APPROACH + t.opposite[s.attack_approach]
    for piece in range(PIECES):
        if has(pieces, piece):
            put(t, s, w, piece, place)


@compiled
def attack_result(t: Tables, s: State, w: Workspace) -> None:
    """Take steps 3 and 4: who has won, and what follows (T-9.20 to T-9.24, T-9.29)."""
    defence = t.opposite[s.attack_approach]
    place = FIRST_APPROACH + defence
    attackers = size_of(s.actors)
    partly = w.count[place] == 1 and attackers == 1 and s.first_attack  # T-9.21
    if not (blocked_fully(t, w, defence, place) or partly):
        begin_retreat(t, s, w)
        return
    discs = 1
    if t.wide[defence] and attackers > 1 and s.first_attack:  # T-18.9
        discs = 2
    s.stage = Stage.ATTACK_FAILED
    commit(t, s, 1 - s.turn, discs, t.owner[defence])


@compiled
def attack_failed(t: Tables, s: State) -> None:
    """Ask a beaten attacker from reserve whether he advances (T-9.25, T-9.26, T-9.28)."""
    s.stage = Stage.ATTACK_END
    if s.from_reserve and not is_surprised(t, s, s.turn):
        s.decision = Decision.ADVANCE
        s.to_move = s.turn


@compiled
def advance_moves(w: Workspace) -> None:
    """Offer to move all attackers into the attack approach, or none (T-9.26)."""
    offer(w, MoveKind.ADVANCE, 0, 0, 0)
    offer(w, MoveKind.HOLD, 0, 0, 0)


@compiled
def play_advance(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Advance, or hold: then cavalry may still continue into that approach (T-9.27, T-12.12)."""
    if kind_of(move) == MoveKind.HOLD:
        s.asked = s.actors
        s.only_approach = s.attack_approach
        return
    for piece in range(PIECES):
        if has(s.actors, piece):
            put(t, s, w, piece, FIRST_APPROACH + s.attack_approach)


@compiled
def conquer_by_manoeuvre(s: State) -> None:
    """Let cavalry continue after the advance into the taken locality (T-9.30)."""
    s.stage = Stage.ATTACK_END
    if not s.by_road:
        s.asked = s.actors


@compiled
def end_attack(t: Tables, s: State, w: Workspace) -> None:
    """Show an attacking infantry piece if an obstacle was attacked (T-9.31), and go on."""
    won = s.place[only_piece(s.actors)] == t.neighbour[s.attack_approach]
    s.stage = Stage.ROAD_STEP if s.by_road and won else Stage.CONTINUATION
    if not t.obstacle[t.opposite[s.attack_approach]]:
        return
    _gather_infantry(t, s, w)
    if w.member_count > 1:
        s.decision = Decision.SHOW
        s.to_move = s.turn
    else:
        show(t, s, w.members[0])


@compiled
def _gather_infantry(t: Tables, s: State, w: Workspace) -> None:
    gather_set(t, s, w, s.turn, _infantry(s, s.actors))


@compiled
def _infantry(s: State, pieces: int) -> int:
    """Return the infantry of a set of pieces."""
    infantry = 0
    for piece in range(PIECES):
        if has(pieces, piece) and s.kind[piece] == Kind.INFANTRY:
            infantry |= 1 << piece
    return infantry


@compiled
def show_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the infantry pieces that may be shown: the attacker chooses (T-9.31)."""
    _gather_infantry(t, s, w)
    offer_each(w, MoveKind.SHOW, 0)


@compiled
def bars_show(s: State, move: int) -> int:
    """Return the statement that forbids to show a piece, 0 if it is attacking infantry."""
    pieces = named(s.turn, pieces_of(move))
    return 0 if size_of(pieces) == 1 and pieces & _infantry(s, s.actors) else 9_31_0


@compiled
def play_show(t: Tables, s: State, move: int) -> None:
    """Show the infantry piece chosen."""
    show(t, s, first_slot(s.turn) + only_piece(pieces_of(move)))
