"""Chapter 10: bombardment."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import mark
from marengo.games.bonaparte.rules.knowledge import reduce, reveal
from marengo.games.bonaparte.rules.pieces import approach_of
from marengo.games.bonaparte.rules.state import ASSAULTED, SILENCED, Stage, State, Step, Tables
from marengo.games.marengo.rules.choices import gather, named, offer, offer_each, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    only_piece,
    pack,
    pieces_of,
    size_of,
    target_of,
)
from marengo.games.marengo.rules.pieces import end_slot, enemy_holds, first_slot
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, Kind


@compiled
def bombardments_at_turn_start(t: Tables, s: State) -> None:
    """Make declared bombardments due, and let artillery fire in defence again (B-10.2, B-11.26)."""
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        s.marks[piece] &= ~SILENCED
        if s.bombardment[piece] == Bombardment.DECLARED:
            s.bombardment[piece] = Bombardment.DUE


@compiled
def ask_bombardment(t: Tables, s: State, w: Workspace) -> None:
    """Step 1: ask to fire or cancel, or cancel what has no target (B-10.8, B-10.9)."""
    s.step = Step.BOMBARDMENT
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if s.bombardment[piece] != Bombardment.DUE:
            continue
        approach = approach_of(s, piece)
        if enemy_holds(w, s.turn, t.neighbour[approach]):
            s.actors = 1 << piece
            s.attack_approach = approach
            s.decision = Decision.BOMBARDMENT
            s.to_move = s.turn
            return
        s.bombardment[piece] = Bombardment.NONE
    s.stage = Stage.ASSAULTS


@compiled
def bombardment_moves(s: State, w: Workspace) -> None:
    """Offer to fire or to cancel (B-18.11)."""
    piece = only_piece(s.actors)
    offer_piece(w, MoveKind.COMPLETE, 0, piece)
    offer_piece(w, MoveKind.CANCEL, 0, piece)


@compiled
def bars_firing(s: State, move: int) -> int:
    """Return the statement that forbids a piece to fire or to cancel, 0 if it is asked."""
    return 0 if named(s.turn, pieces_of(move)) == s.actors else 10_08_0


@compiled
def play_bombardment(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Cancel, or fire at the first target group that there is (B-10.10, B-10.14 to B-10.16)."""
    piece = only_piece(s.actors)
    if kind_of(move) == MoveKind.CANCEL:
        s.bombardment[piece] = Bombardment.NONE
        s.stage = Stage.ACTION_END
        return
    s.bombardment[piece] = Bombardment.COMPLETED  # face-up until the end of the turn (B-10.20)
    mark(s, s.actors, SILENCED)
    s.stage = Stage.FIRE
    opposite = FIRST_APPROACH + t.opposite[s.attack_approach]
    locality = t.neighbour[s.attack_approach]
    if w.count[opposite] > 0:
        s.goal = opposite
    elif w.count[locality] > 0:
        s.goal = locality
    else:
        s.decision = Decision.AIM


@compiled
def aim_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the approaches of the opposite locality that the enemy blocks (B-10.16)."""
    locality = t.neighbour[s.attack_approach]
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        place = FIRST_APPROACH + approach
        if not bars_aim(t, s, w, pack(MoveKind.AIM, place, 0, 0)):
            offer(w, MoveKind.AIM, place, 0, 0)


@compiled
def bars_aim(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids to aim at a place, 0 if none does."""
    place = target_of(move)
    if place < FIRST_APPROACH or t.locality_of[place] != t.neighbour[s.attack_approach]:
        return 10_16_0
    return 0 if w.count[place] > 0 else 10_16_1


@compiled
def play_aim(s: State, move: int) -> None:
    """Fire at the pieces in the approach named."""
    s.goal = target_of(move)


@compiled
def fire_strength(t: Tables, s: State) -> int:
    """Return the strength of the fire at the target group (B-10.17)."""
    opposite = t.opposite[s.attack_approach]
    strength = s.strength[only_piece(s.actors)]
    if s.goal == FIRST_APPROACH + opposite:
        strength -= t.artillery_penalty[opposite]
    return max(strength, 0)


@compiled
def ask_target(t: Tables, s: State) -> None:
    """Ask the owner which piece takes the loss, if there is any (B-10.18, B-10.19)."""
    s.stage = Stage.ACTION_END
    if fire_strength(t, s) > 0:
        s.decision = Decision.TARGET
        s.to_move = 1 - s.turn


@compiled
def target_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces of the target group (B-10.18)."""
    gather(t, s, w, s.to_move, s.goal)
    offer_each(w, MoveKind.TARGET, 0)


@compiled
def bars_target(s: State, move: int) -> int:
    """Return the statement that forbids a piece to take the loss, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    if size_of(pieces) != 1:
        return 10_18_0
    return 0 if s.place[only_piece(pieces)] == s.goal else 10_18_1


@compiled
def play_target(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Let one piece take the whole loss, as far as its strength goes (B-10.18)."""
    piece = first_slot(s.to_move) + only_piece(pieces_of(move))
    for _ in range(min(fire_strength(t, s), s.strength[piece])):
        reduce(t, s, w, piece)


@compiled
def _bars_declaring(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return the statement that forbids a piece to declare a bombardment, 0 if none does."""
    approach = approach_of(s, piece)
    if s.kind[piece] != Kind.ARTILLERY:
        return 10_01_0
    if approach == NONE:
        return 10_01_1
    if s.marks[piece] & ASSAULTED:
        return 10_06_1
    if s.bombardment[piece] != Bombardment.NONE:
        return 10_05_0 if s.bombardment[piece] == Bombardment.COMPLETED else 10_13_0
    return 0 if enemy_holds(w, s.turn, t.neighbour[approach]) else 10_07_0


@compiled
def bars_declaration(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids pieces to declare bombardments, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if pieces == 0 or pieces == 1 << s.least:
        return 0
    return _bars_declaring(t, s, w, only_piece(pieces)) or 18_38_0


@compiled
def ask_declaration(t: Tables, s: State, w: Workspace) -> None:
    """Step 4: ask the next artillery piece that may declare (B-10.2, B-18.38)."""
    s.step = Step.DECLARATION
    side = s.turn
    for piece in range(max(s.least, first_slot(side)), end_slot(t, side)):
        if not _bars_declaring(t, s, w, piece):
            s.least = piece
            s.decision = Decision.DECLARATION
            s.to_move = s.turn
            return
    s.least = 0
    s.stage = Stage.TURN_END


@compiled
def declaration_moves(s: State, w: Workspace) -> None:
    """Offer to declare, or not to (B-10.3)."""
    offer_piece(w, MoveKind.DECLARE, 0, s.least)
    offer(w, MoveKind.DECLARE, 0, 0, 0)


@compiled
def play_declaration(t: Tables, s: State, move: int) -> None:
    """Declare: the piece is shown and lies face-up (B-10.3)."""
    piece = s.least
    if pieces_of(move):
        s.bombardment[piece] = Bombardment.DECLARED
        s.marks[piece] |= SILENCED
        reveal(t, s, 1 << piece)
    s.least = piece + 1


@compiled
def bombardments_at_turn_end(t: Tables, s: State) -> None:
    """Turn artillery that fired face-down (B-10.20, B-18.39)."""
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if s.bombardment[piece] == Bombardment.COMPLETED:
            s.bombardment[piece] = Bombardment.NONE
