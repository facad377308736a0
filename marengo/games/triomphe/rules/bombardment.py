"""Chapter 10: bombardment."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, named, offer_each, offer_piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.moves import MoveKind, kind_of, only_piece, pieces_of, size_of
from marengo.games.marengo.rules.pieces import end_slot, enemy_holds, first_slot, locality_of
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    LOCALITIES,
    Kind,
)
from marengo.games.triomphe.rules.borders import bars_border
from marengo.games.triomphe.rules.knowledge import reduce
from marengo.games.triomphe.rules.morale import lose
from marengo.games.triomphe.rules.orders import begin_action
from marengo.games.triomphe.rules.pieces import can_act, is_organised
from marengo.games.triomphe.rules.state import SILENCED, Stage, State, Tables


@compiled
def bombardments(t: Tables, s: State, w: Workspace, piece: int) -> None:
    """Offer an artillery piece in an approach to declare, complete or cancel (N10, N11)."""
    if s.kind[piece] == Kind.ARTILLERY:
        if not bars_gunner(t, s, w, piece, MoveKind.CANCEL):
            offer_piece(w, MoveKind.CANCEL, 0, piece)
        if not bars_gunner(t, s, w, piece, MoveKind.COMPLETE):
            offer_piece(w, MoveKind.COMPLETE, 0, piece)
        if not bars_gunner(t, s, w, piece, MoveKind.DECLARE):
            offer_piece(w, MoveKind.DECLARE, 0, piece)


@compiled
def bars_gunner(t: Tables, s: State, w: Workspace, piece: int, kind: int) -> int:
    """Return the statement that forbids a piece to do something with its guns, 0 if none does."""
    if s.kind[piece] != Kind.ARTILLERY:
        return 10_01_0
    if not LOCALITIES <= s.place[piece] < FIRST_BOX:
        return 10_01_1
    is_due = s.bombardment[piece] == Bombardment.DUE
    if kind != MoveKind.DECLARE and not is_due:
        return 10_10_0
    if kind == MoveKind.CANCEL:
        return 0
    if kind == MoveKind.DECLARE and is_due:
        return 10_12_0
    return _bars_guns(t, s, w, piece, kind)


@compiled
def _bars_guns(t: Tables, s: State, w: Workspace, piece: int, kind: int) -> int:
    """Return the statement that forbids artillery in an approach to bombard, 0 if none does."""
    approach = s.place[piece] - FIRST_APPROACH
    if not can_act(s, piece):
        return 6_07_0
    if not is_organised(s, piece):
        return 10_06_0
    if t.artillery_penalty[t.opposite[approach]]:
        return 10_04_0
    border = bars_border(t, s, approach)
    if border:
        return 10_07_0 if border == 11_50_0 else border
    if kind == MoveKind.DECLARE and not enemy_holds(w, s.turn, t.neighbour[approach]):
        return 10_05_0
    return 0


@compiled
def bars_bombardment(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids to declare, complete or cancel, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if size_of(pieces) != 1:
        return 10_01_0
    return bars_gunner(t, s, w, only_piece(pieces), kind_of(move))


@compiled
def play_bombardment(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Declare, cancel or complete a bombardment, free of charge (T-10.2)."""
    piece = first_slot(s.turn) + only_piece(pieces_of(move))
    kind = kind_of(move)
    if kind == MoveKind.CANCEL:  # no action (T-6.13)
        s.bombardment[piece] = Bombardment.NONE
        s.stage = Stage.ACTION_END
        return
    if kind == MoveKind.COMPLETE:  # face-up until the end of the turn (T-10.18)
        s.bombardment[piece] = Bombardment.COMPLETED
    begin_action(t, s, named(s.turn, pieces_of(move)), 0)
    s.marks[piece] |= SILENCED
    if kind == MoveKind.DECLARE:
        s.bombardment[piece] = Bombardment.DECLARED
        show(t, s, piece)  # T-10.9
        s.stage = Stage.ACTION_END
        return
    s.attack_approach = s.place[piece] - FIRST_APPROACH
    if enemy_holds(w, s.turn, t.neighbour[s.attack_approach]):
        s.decision = Decision.TARGET
        s.to_move = 1 - s.turn
        s.stage = Stage.BOMBARDED
    else:
        s.stage = Stage.ACTION_END  # T-10.16


@compiled
def target_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces that may be hit."""
    gather_set(t, s, w, s.to_move, _targets(t, s))
    offer_each(w, MoveKind.TARGET, 0)


@compiled
def bars_target(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids a bombardment to hit a piece, 0 if none does."""
    pieces = named(s.to_move, pieces_of(move))
    return 0 if size_of(pieces) == 1 and pieces & _targets(t, s) else 10_15_0


@compiled
def _targets(t: Tables, s: State) -> int:
    """Return the pieces of the first group that is not empty (T-10.15).

    The groups are the opposite approach, the reserve, and all other approaches.
    """
    side = s.to_move
    locality = t.neighbour[s.attack_approach]
    opposite = FIRST_APPROACH + t.opposite[s.attack_approach]
    everyone, reserve, facing = 0, 0, 0
    for piece in range(first_slot(side), end_slot(t, side)):
        if locality_of(t, s, piece) == locality:
            me = 1 << piece
            everyone |= me
            if s.place[piece] == opposite:
                facing |= me
            elif s.place[piece] == locality:
                reserve |= me
    return facing or reserve or everyone


@compiled
def play_target(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Reduce the target by one (T-10.14)."""
    reduce(t, s, w, first_slot(s.to_move) + only_piece(pieces_of(move)))


@compiled
def pay_bombardment(t: Tables, s: State) -> None:
    """Let the reduction cost the defender one disc (T-10.17)."""
    s.stage = Stage.ACTION_END
    lose(t, s, 1 - s.turn, 1)


@compiled
def bombardments_at_turn_start(t: Tables, s: State) -> None:
    """Make the last turn's declarations due; its artillery may fire again (T-10.10, T-11.25)."""
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        s.marks[piece] &= ~SILENCED
        if s.bombardment[piece] == Bombardment.DECLARED:
            s.bombardment[piece] = Bombardment.DUE


@compiled
def bombardments_at_turn_end(t: Tables, s: State) -> None:
    """Cancel bombardments that were due; hide completed ones again (T-10.11, T-10.18)."""
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if s.bombardment[piece] != Bombardment.DECLARED:
            s.bombardment[piece] = Bombardment.NONE
