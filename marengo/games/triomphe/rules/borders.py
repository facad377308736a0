"""Chapter 3 and the bans on crossing: what may pass a border, and who may enter where."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.pieces import enemy_holds, in_set, room
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, Side
from marengo.games.triomphe.rules.state import State, Tables


@compiled
def is_open(t: Tables, s: State, approach: int) -> int:
    """Return 1 unless the border is impassable or barred by a lost assault (T-3.16, T-11.50)."""
    return int(not t.impassable[approach] and not in_set(s.barred, approach))


@compiled
def is_protected(t: Tables, w: Workspace, side: int, locality: int) -> int:
    """Return 1 if enemy pieces wait to enter the locality, so that ``side`` may not (T-15.9)."""
    for box in range(t.boxes):
        if t.box_locality[box] == locality and t.box_side[box] != side:
            if w.count[FIRST_BOX + box] > 0:
                return 1
    return 0


@compiled
def may_enter(t: Tables, w: Workspace, side: int, locality: int, pieces: int) -> int:
    """Return 1 if so many may march in: no enemy, room, unprotected (T-7.3, T-7.5, T-7.7)."""
    return int(
        not enemy_holds(w, side, locality)
        and room(t, w, locality) >= pieces
        and not is_protected(t, w, side, locality)
    )


@compiled
def may_block(t: Tables, s: State, w: Workspace, side: int, approach: int) -> int:
    """Return 1 if pieces of ``side`` may go into an approach: an enemy stands opposite.

    T-7.10, T-7.11 and T-12.3; in the 6:00 round no French piece may (T-14.1).
    """
    return int(
        enemy_holds(w, side, t.neighbour[approach])
        and not t.impassable[approach]
        and not is_surprised(t, s, side)
    )


@compiled
def is_surprised(t: Tables, s: State, side: int) -> int:
    """Return 1 for France in the first round, when no French piece may block (T-14.1, T-14.2)."""
    return int(side == Side.FRENCH and s.hour <= t.surprise_hour)
