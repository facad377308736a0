"""Chapters 4 and 5: pieces, positions, and what may pass a pair of approaches."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.state import ASSAULTED, INACTIVE, MOVED, State, Tables
from marengo.games.marengo.rules.pieces import enemy_holds, in_set, lift, room, set_down
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    NONE,
    SLOTS,
)


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
def can_move(s: State, piece: int) -> int:
    """Return 1 if the piece may still move (B-6.11, B-8.3, B-8.4, B-8.5)."""
    fired = s.bombardment[piece] == Bombardment.COMPLETED
    return int((s.marks[piece] & (INACTIVE | MOVED | ASSAULTED)) == 0 and not fired)


@compiled
def approach_of(s: State, piece: int) -> int:
    """Return the approach a piece blocks, or NONE."""
    place = s.place[piece]
    return place - FIRST_APPROACH if FIRST_APPROACH <= place < FIRST_BOX else NONE


@compiled
def is_idle(t: Tables, s: State, w: Workspace, piece: int) -> int:
    """Return 1 if the piece blocks an approach that faces no enemy (B-8.34)."""
    approach = approach_of(s, piece)
    if approach == NONE:
        return 0
    side = int(piece >= SLOTS)
    return int(not enemy_holds(w, side, t.neighbour[approach]))


@compiled
def faces_enemy(t: Tables, w: Workspace, side: int, approach: int) -> int:
    """Return 1 if pieces of a side may go into an approach (B-8.28, B-5.19)."""
    return int(enemy_holds(w, side, t.neighbour[approach]) and not t.impassable[approach])


@compiled
def is_blocked(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return 1 if an enemy of the active side stands in the opposite approach (B-5.11)."""
    enemy = enemy_holds(w, s.turn, t.neighbour[approach])
    return int(enemy and w.count[FIRST_APPROACH + t.opposite[approach]] > 0)


@compiled
def is_open(t: Tables, s: State, w: Workspace, approach: int) -> int:
    """Return 1 if the side whose turn it is may cross a pair from this approach.

    Not if it is impassable, barred by a lost assault, leads where only the winners of an assault
    may be, or an enemy stands opposite (B-5.19, B-11.14, B-11.13, B-8.31).
    """
    return int(
        not t.impassable[approach]
        and not in_set(s.barred, approach)
        and not in_set(s.won, t.neighbour[approach])
        and not is_blocked(t, s, w, approach)
    )


@compiled
def may_enter(t: Tables, w: Workspace, side: int, locality: int) -> int:
    """Return 1 if a locality holds no enemy and has room for one more (B-8.24, B-8.42)."""
    return int(not enemy_holds(w, side, locality) and room(t, w, locality) >= 1)
