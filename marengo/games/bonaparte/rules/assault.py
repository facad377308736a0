"""Chapter 11: the assault, steps 1 to 4: participants, leading pieces, defensive fire."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.demoralisation import is_demoralised
from marengo.games.bonaparte.rules.groups import (
    bars_first,
    gather_able,
    mark,
    member_of,
    offer_first,
)
from marengo.games.bonaparte.rules.knowledge import turn_up
from marengo.games.bonaparte.rules.losses import distribute
from marengo.games.bonaparte.rules.pieces import bars_assaulting, bars_command, is_blocked
from marengo.games.bonaparte.rules.state import ASSAULTED, SILENCED, Stage, State, Step, Tables
from marengo.games.marengo.rules.choices import alone, gather_set, named, offer, offer_each
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import may_be
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import add_to_set, end_slot, first_slot, has, in_set
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, PIECES, Kind

ASSAULT = MoveKind.ASSAULT


@compiled
def attack_place(s: State) -> int:
    """Return the place the assault is made from."""
    return FIRST_APPROACH + s.attack_approach


@compiled
def defence_place(t: Tables, s: State) -> int:
    """Return the place assaulted: all pieces there are participants (B-11.3)."""
    return FIRST_APPROACH + t.opposite[s.attack_approach]


@compiled
def defenders(t: Tables, s: State) -> int:
    """Return the set of defending participants still there."""
    pieces, place = 0, defence_place(t, s)
    for piece in range(PIECES):
        if s.place[piece] == place:
            pieces |= 1 << piece
    return pieces


@compiled
def ask_assault(s: State) -> None:
    """Step 2 of the turn: ask for the next assault (B-18.14)."""
    s.step = Step.ASSAULTS
    s.decision = Decision.ASSAULT
    s.to_move = s.turn


@compiled
def assault_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the first participants of all assaults, or the end of the step (B-11.1 to B-11.12)."""
    offer(w, MoveKind.END, 0, 0, 0)
    side = s.turn
    done = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if has(done, piece) or not FIRST_APPROACH <= place < FIRST_BOX:
            continue
        for other in range(piece, end_slot(t, side)):
            done |= int(s.place[other] == place) << other
        if not _bars_assault_from(t, s, w, place - FIRST_APPROACH):
            gather_able(t, s, w, side, place, ASSAULT)
            offer_first(t, s, w, ASSAULT, place)


@compiled
def _bars_assault_from(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to assault from an approach, 0 if none does."""
    if is_demoralised(s, s.turn):
        return 11_11_0
    if not is_blocked(t, s, w, approach):
        return 11_01_0
    if in_set(s.assaulted, approach):
        return 11_09_0
    return 11_14_0 if in_set(s.barred, approach) else bars_command(s)  # B-11.8


@compiled
def bars_assault(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids an assault, 0 if none does."""
    pieces, approach = named(s.turn, pieces_of(move)), target_of(move) - FIRST_APPROACH
    if kind_of(move) == MoveKind.END:
        return 0
    if size_of(pieces) != 1:
        return 11_02_0
    piece = only_piece(pieces)
    if approach < 0:
        return 11_01_1
    if s.place[piece] != FIRST_APPROACH + approach:
        return 11_02_1
    assaulting = _bars_assault_from(t, s, w, approach) or bars_assaulting(s, piece)
    if assaulting:
        return assaulting
    gather_able(t, s, w, s.turn, s.place[piece], ASSAULT)
    return bars_first(t, s, w, ASSAULT, s.place[piece], member_of(w, piece))


@compiled
def assault(s: State) -> None:
    """Declare the assault of the group named, for one command (B-11.4, B-11.8)."""
    s.commands -= 1
    s.actors = s.group
    s.attack_approach = s.goal - FIRST_APPROACH
    mark(s, s.actors, ASSAULTED)
    add_to_set(s.assaulted, s.attack_approach)
    s.decision = Decision.LEADERS
    s.to_move = s.turn
    s.stage = Stage.ASSAULT_FIRE


@compiled
def play_leaders(t: Tables, s: State, move: int) -> None:
    """Turn the leading pieces of the attack face-up (B-11.25)."""
    s.leaders = named(s.turn, pieces_of(move))
    turn_up(t, s, s.leaders)


@compiled
def _may_fire(t: Tables, s: State) -> int:
    """Return 1 if the attacker must reckon with defensive fire (B-17.15)."""
    candidates = defenders(t, s) & ~s.fired
    for piece in range(PIECES):
        if has(candidates, piece) and may_be(t, s, piece, Kind.ARTILLERY):
            return 1
    return 0


@compiled
def ask_fire(t: Tables, s: State) -> None:
    """Step 2: ask for defensive fire, one artillery piece after the other (B-11.28, B-17.15)."""
    if _may_fire(t, s):
        s.decision = Decision.FIRE
        s.to_move = 1 - s.turn
    else:
        s.stage = Stage.ASSAULT_DEFENCE


@compiled
def fire_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer to fire with a ready artillery piece, or not to (B-18.16)."""
    offer(w, MoveKind.FIRE, 0, 0, 0)
    ready = 0
    for piece in range(first_slot(s.to_move), end_slot(t, s.to_move)):
        if not bars_fire(t, s, alone(MoveKind.FIRE, piece)):
            ready |= 1 << piece
    gather_set(t, s, w, s.to_move, ready)
    offer_each(w, MoveKind.FIRE, 0)


@compiled
def bars_fire(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids pieces to fire in defence, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    if pieces == 0:
        return 0
    piece = only_piece(pieces)
    if size_of(pieces) > 1:
        return 11_28_0
    if s.place[piece] != defence_place(t, s):
        return 11_26_0
    if s.kind[piece] != Kind.ARTILLERY:
        return 11_26_1
    if has(s.fired, piece):
        return 11_29_0
    return 11_26_2 if s.marks[piece] & SILENCED else 0


@compiled
def play_fire(t: Tables, s: State, move: int) -> None:
    """Step 3: each strength point of the artillery costs the attackers one (B-11.29)."""
    if pieces_of(move) == 0:
        s.stage = Stage.ASSAULT_DEFENCE
        return
    piece = first_slot(s.to_move) + only_piece(pieces_of(move))
    turn_up(t, s, 1 << piece)
    s.fired |= 1 << piece
    others = s.actors & ~s.leaders
    points = s.strength[piece]
    distribute(s, s.leaders, others, points, Stage.ASSAULT_FIRE)


@compiled
def ask_defence(s: State) -> None:
    """Step 4: ask the defender for his leading pieces (B-11.31)."""
    s.decision = Decision.DEFENCE_LEADERS
    s.to_move = 1 - s.turn
    s.stage = Stage.ASSAULT_RESULT


@compiled
def play_defence_leaders(t: Tables, s: State, move: int) -> None:
    """Turn the leading pieces of the defence face-up (B-11.36)."""
    s.defence_leaders = named(s.to_move, pieces_of(move))
    turn_up(t, s, s.defence_leaders)
