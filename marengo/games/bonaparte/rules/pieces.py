"""Chapters 4 and 5: pieces, positions, and what may pass a pair of approaches."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.state import ASSAULTED, INACTIVE, MOVED, State, Tables
from marengo.games.marengo.rules.pieces import enemy_holds, in_set, lift, set_down
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, NONE, SLOTS


@compiled
def put(t: Tables, s: State, w: Workspace, piece: int, place: int) -> None:
    """Move a piece to a place on the map; Austrians in a set-up locality set the flag (B-6.16)."""
    lift(t, s, w, piece)
    set_down(t, s, w, piece, place)
    if piece < SLOTS and t.french_start[t.locality_of[place]] > 0:
        s.flag = 1


@compiled
def is_active(s: State, piece: int) -> int:
    """Return 1 unless the piece is inactive (B-6.6)."""
    return int((s.marks[piece] & INACTIVE) == 0)


@compiled
def bars_command(s: State) -> int:
    """Return the statement that forbids what costs a command, 0 if one is left."""
    return 8_21_0 if s.commands < 1 else 0


@compiled
def bars_moving(s: State, piece: int) -> int:
    """Return the statement that forbids a piece to move this turn, 0 if none does."""
    marks = s.marks[piece]
    if marks & INACTIVE:
        return 6_11_0
    if marks & ASSAULTED:
        return 8_04_0
    if s.bombardment[piece] == Bombardment.COMPLETED:
        return 8_05_0
    return 8_03_0 if marks & MOVED else 0


@compiled
def bars_assaulting(s: State, piece: int) -> int:
    """Return the statement that forbids a piece to take part in an assault, 0 if none does."""
    marks = s.marks[piece]
    if marks & INACTIVE:
        return 6_11_0
    if marks & ASSAULTED:
        return 11_12_0
    return 10_06_0 if s.bombardment[piece] == Bombardment.COMPLETED else 0


@compiled
def approach_of(s: State, piece: int) -> int:
    """Return the approach a piece blocks, or NONE."""
    place = s.place[piece]
    return place - FIRST_APPROACH if FIRST_APPROACH <= place < FIRST_BOX else NONE


@compiled
def bars_block(t: Tables, w: Workspace, side: int, approach: int) -> int:
    """Return the statement that forbids pieces of a side to go into an approach, 0 if none does."""
    if not enemy_holds(w, side, t.neighbour[approach]):
        return 8_28_0
    return 5_19_0 if t.impassable[approach] else 0


@compiled
def is_blocked(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return 1 if an enemy of the active side stands in the opposite approach (B-5.11)."""
    enemy = enemy_holds(w, s.turn, t.neighbour[approach])
    return int(enemy and w.count[FIRST_APPROACH + t.opposite[approach]] > 0)


@compiled
def bars_pair(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return the statement that forbids to cross a pair from an approach, 0 if none does.

    It is asked of the side whose turn it is.
    """
    if t.impassable[approach]:
        return 5_19_0
    if is_blocked(t, s, w, approach):
        return 8_31_0
    if in_set(s.barred, approach):
        return 11_14_0
    return 11_13_0 if in_set(s.won, t.neighbour[approach]) else 0
