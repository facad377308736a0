"""Chapter 3 and the bans on crossing: what may pass a border, and who may enter where."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.pieces import enemy_holds, in_set, room
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, Side
from marengo.games.triomphe.rules.state import State, Tables


@compiled
def bars_border(t: Tables, s: State, approach: int) -> int:
    """Return the statement that closes a border, 0 if it is open."""
    if t.impassable[approach]:
        return 3_16_0
    return 11_50_0 if in_set(s.barred, approach) else 0


@compiled
def is_protected(t: Tables, w: Workspace, side: int, locality: int) -> int:
    """Return 1 if enemy pieces wait to enter the locality, so that ``side`` may not (T-15.9)."""
    for box in range(t.boxes):
        if t.box_locality[box] == locality and t.box_side[box] != side:
            if w.count[FIRST_BOX + box] > 0:
                return 1
    return 0


@compiled
def bars_entry(t: Tables, w: Workspace, side: int, locality: int, pieces: int) -> int:
    """Return the statement that forbids so many to march into a locality, 0 if none does."""
    if enemy_holds(w, side, locality):
        return 7_03_0
    if room(t, w, locality) < pieces:
        return 3_20_0
    return 15_09_0 if is_protected(t, w, side, locality) else 0


@compiled
def bars_block(t: Tables, s: State, w: Workspace, approach: int, nobody: int) -> int:
    """Return the statement that forbids to go into an approach, 0 if none does.

    It is ``nobody`` if no enemy stands opposite.
    """
    if not enemy_holds(w, s.turn, t.neighbour[approach]):
        return nobody
    if t.impassable[approach]:
        return 3_16_0
    return 14_01_0 if is_surprised(t, s, s.turn) else 0


@compiled
def is_surprised(t: Tables, s: State, side: int) -> int:
    """Return 1 for France in the first round, when no French piece may block (T-14.1, T-14.2)."""
    return int(side == Side.FRENCH and s.hour <= t.surprise_hour)
