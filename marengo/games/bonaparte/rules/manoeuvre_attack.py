"""Chapter 9: the manoeuvre attack."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import (
    bars_beginning,
    bars_first,
    gather_able,
    is_in_reserve,
    mark,
    member_of,
    needs_infantry,
    offer_first,
)
from marengo.games.bonaparte.rules.knowledge import turn_up
from marengo.games.bonaparte.rules.pieces import bars_pair, put
from marengo.games.bonaparte.rules.retreat import begin_retreat
from marengo.games.bonaparte.rules.state import MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import (
    alone,
    gather,
    gather_set,
    named,
    offer,
    offer_each,
    offer_piece,
)
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of, size_of, target_of
from marengo.games.marengo.rules.pieces import end_slot, enemy_holds, first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES, Kind


@compiled
def bars_attack_from(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to attack from an approach, 0 if none does."""
    if not enemy_holds(w, s.turn, t.neighbour[approach]):
        return 9_01_0
    return bars_pair(t, s, w, approach)  # B-9.2


@compiled
def offer_attack(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer the attack of the listed pieces across a pair (B-9.3, B-9.6)."""
    if not bars_attack_from(t, s, w, approach):
        offer_first(t, s, w, MoveKind.ATTACK, FIRST_APPROACH + approach)


@compiled
def bars_attack(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a manoeuvre attack, 0 if none does."""
    pieces, approach = named(s.turn, pieces_of(move)), target_of(move) - FIRST_APPROACH
    beginning = bars_beginning(s, pieces)
    if beginning:
        return beginning
    piece = only_piece(pieces)
    start = s.place[piece]
    if approach < 0:
        return 9_03_0
    if start != FIRST_APPROACH + approach and start != t.owner[approach]:
        return 9_03_1
    gather_able(t, s, w, s.turn, start, MoveKind.ATTACK)
    first = bars_first(t, s, w, MoveKind.ATTACK, target_of(move), member_of(w, piece))
    return bars_attack_from(t, s, w, approach) or first


@compiled
def attack(t: Tables, s: State) -> None:
    """Begin the attack of a group, for the command of its move (B-9.4)."""
    s.commands -= 1
    s.actors = s.group
    mark(s, s.actors, MOVED)
    s.attack_approach = s.goal - FIRST_APPROACH
    s.from_reserve = is_in_reserve(s.place[only_piece(s.actors)])
    s.stage = Stage.ATTACK
    if needs_infantry(t, s.attack_approach):
        s.decision = Decision.SHOW
        s.to_move = s.turn


@compiled
def show_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the infantry that may be shown: the attacker chooses (B-9.7)."""
    infantry = 0
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if not bars_show(s, alone(MoveKind.SHOW, piece)):
            infantry |= 1 << piece
    gather_set(t, s, w, s.turn, infantry)
    offer_each(w, MoveKind.SHOW, 0)


@compiled
def bars_show(s: State, move: int) -> int:
    """Return the statement that forbids to show pieces, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if size_of(pieces) != 1:
        return 9_07_0
    if not pieces & s.actors:
        return 9_07_1
    return 0 if s.kind[only_piece(pieces)] == Kind.INFANTRY else 9_07_2


@compiled
def play_show(t: Tables, s: State, move: int) -> None:
    """Show the infantry piece until the end of the move (B-9.7)."""
    turn_up(t, s, 1 << (first_slot(s.turn) + only_piece(pieces_of(move))))


@compiled
def ask_response(t: Tables, s: State, w: Workspace) -> None:
    """Ask for a reply if all attackers began in reserve and a reserve is there (B-9.13)."""
    s.stage = Stage.ATTACK_RESULT
    if s.from_reserve and w.count[t.neighbour[s.attack_approach]] > 0:
        s.decision = Decision.RESPONSE
        s.to_move = 1 - s.turn


@compiled
def response_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer not to block, or the first of the reserve pieces that block (B-9.13, B-9.16)."""
    offer(w, MoveKind.RESPOND, 0, 0, 0)
    gather(t, s, w, s.to_move, t.neighbour[s.attack_approach])
    offer_each(w, MoveKind.RESPOND, 0)


@compiled
def bars_response(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids a piece to block in reply, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    if size_of(pieces) > 1:
        return 9_13_0
    if pieces and s.place[only_piece(pieces)] != t.neighbour[s.attack_approach]:
        return 9_13_1
    return 0


@compiled
def respond(t: Tables, s: State, w: Workspace) -> None:
    """Move the blocking pieces into the attacked approach (B-9.13)."""
    _put_group(t, s, w, FIRST_APPROACH + t.opposite[s.attack_approach])
    s.stage = Stage.ATTACK_RESULT


@compiled
def _put_group(t: Tables, s: State, w: Workspace, place: int) -> None:
    for piece in range(PIECES):
        if has(s.group, piece):
            put(t, s, w, piece, place)


@compiled
def attack_result(t: Tables, s: State, w: Workspace) -> None:
    """Blocked, the attacker decides where he stays; else the defender retreats (B-9.17, B-9.21)."""
    if w.count[FIRST_APPROACH + t.opposite[s.attack_approach]] > 0:
        s.decision = Decision.ADVANCE
        s.to_move = s.turn
    else:
        begin_retreat(t, s, w)


@compiled
def advance_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer that all stay, or the first of those that go into the attack approach (B-9.17)."""
    offer(w, MoveKind.BLOCK, 0, 0, 0)
    gather_set(t, s, w, s.turn, s.actors)
    for member in range(w.member_count):
        piece = w.members[member]
        if w.like[member] == NONE and not bars_advance(s, alone(MoveKind.BLOCK, piece)):
            offer_piece(w, MoveKind.BLOCK, 0, piece)


@compiled
def bars_advance(s: State, move: int) -> int:
    """Return the statement that forbids attackers to advance or to stay, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if size_of(pieces) > 1:
        return 9_17_2
    if pieces & ~s.actors:
        return 9_17_0
    divided = pieces and only_piece(pieces) != only_piece(s.actors)
    return 9_17_1 if divided and s.commands < 1 else 0


@compiled
def advance(t: Tables, s: State, w: Workspace) -> None:
    """Move the pieces named into the attack approach; dividing costs a command (B-9.17)."""
    if s.group != 0 and s.group != s.actors:
        s.commands -= 1
    _put_group(t, s, w, FIRST_APPROACH + s.attack_approach)
    s.stage = Stage.ACTION_END


@compiled
def conquer_by_manoeuvre(s: State) -> None:
    """Let cavalry continue after the advance, or the march go on (B-9.23, B-9.24)."""
    if s.by_road:
        s.by_road = 0
        s.face_up = 0
        s.attack_approach = NONE
        s.stage = Stage.ROAD_STEP
    else:
        s.asked = s.actors
        s.stage = Stage.CONTINUATION
