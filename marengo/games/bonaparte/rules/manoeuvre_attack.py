"""Chapter 9: the manoeuvre attack."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import (
    able_pieces,
    is_in_reserve,
    mark,
    needs_infantry,
    offer_first,
)
from marengo.games.bonaparte.rules.knowledge import turn_up
from marengo.games.bonaparte.rules.pieces import is_open, put
from marengo.games.bonaparte.rules.retreat import begin_retreat
from marengo.games.bonaparte.rules.state import MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import gather_set, offer, offer_each, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of
from marengo.games.marengo.rules.pieces import enemy_holds, first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES, Kind


@compiled
def is_attackable(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return 1 if the active side may attack from an approach (B-9.1, B-9.2)."""
    enemy = enemy_holds(w, s.turn, t.neighbour[approach])
    return int(enemy and is_open(t, s, w, approach))


@compiled
def offer_attack(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer the attack of the listed pieces across a pair (B-9.3, B-9.6)."""
    if is_attackable(t, s, w, approach):
        offer_first(t, s, w, MoveKind.ATTACK, FIRST_APPROACH + approach)


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
    for piece in range(PIECES):
        if has(s.actors, piece) and s.kind[piece] == Kind.INFANTRY:
            infantry |= 1 << piece
    gather_set(t, s, w, s.turn, infantry)
    offer_each(w, MoveKind.SHOW, 0)


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
    verb, reserve = MoveKind.RESPOND, t.neighbour[s.attack_approach]
    offer(w, verb, 0, 0, 0)
    gather_set(t, s, w, s.to_move, able_pieces(t, s, s.to_move, reserve, verb))
    offer_each(w, verb, 0)


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
    """Offer that all stay, or the first of those that go into the attack approach (B-9.17).

    Without a command left only all of them can go.
    """
    verb = MoveKind.BLOCK
    offer(w, verb, 0, 0, 0)
    gather_set(t, s, w, s.turn, s.actors)
    for member in range(w.member_count):
        whole = member == 0 or s.commands > 0
        if w.like[member] == NONE and whole:
            offer_piece(w, verb, 0, w.members[member])


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
