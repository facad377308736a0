"""Chapter 25: leaders rally what is routed, and fall."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.board import armies_in, at, leaders_in, put
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.words import (
    KINDS,
    NATIONS,
    Piece,
    Verb,
    Zone,
)

RALLIES = (8, 7, 9, 8, 8, 9, 8)
"""The least roll that rallies each kind of army (N-25.3)."""

FATAL = 11
"""The least natural roll by which a leader falls (N-25.4)."""


@compiled
def rallies(kind: int, roll: int) -> bool:
    """Return whether a roll rallies an army (N-25.3)."""
    return roll >= RALLIES[kind]


@compiled
def list_routed(s: Battle, w: Workspace, what: int, roll: int) -> None:
    """List the routed armies of the side that a leader may rally, or whom a roll rallies."""
    for nation in range(NATIONS):
        if s.side[nation] == s.half:
            for kind in range(Piece.LEADER):
                present = s.units[at(nation, Zone.ROUT, kind)] > 0
                if present and rallies(kind, roll):
                    target = codes.aimed(nation, kind, Zone.ROUT)
                    codes.offer(w, what | target)


@compiled
def list_rallies(t: BattleTables, s: Battle, w: Workspace, zone: int, worn: int) -> None:
    """List whom a leader in the reserve may rally (N-25.2, N-25.3)."""
    if zone != Zone.RESERVE:
        return
    what = codes.unit_of(Verb.RALLY, Piece.LEADER, zone, worn)
    if t.rally_named_first:
        list_routed(s, w, what, 12)
    elif has_routed(s, s.half):
        codes.offer(w, what)


@compiled
def has_routed(s: Battle, side: int) -> bool:
    """Return whether a side has routed armies."""
    return armies_in(s, side, Zone.ROUT) > 0


@compiled
def may_rally(s: Battle, roll: int) -> bool:
    """Return whether a roll rallies a routed army of the side that acts."""
    for nation in range(NATIONS):
        if s.side[nation] == s.half:
            for kind in range(Piece.LEADER):
                present = s.units[at(nation, Zone.ROUT, kind)] > 0
                if present and rallies(kind, roll):
                    return True
    return False


@compiled
def rally(s: Battle, nation: int, kind: int) -> None:
    """Bring a routed unit back to the reserve (N-25.3)."""
    put(s, nation, Zone.ROUT, kind, -1)
    put(s, nation, Zone.RESERVE, kind, 1)


@compiled
def list_falls(s: Battle, w: Workspace, side: int, zone: int) -> None:
    """List of which nation a leader is lost; its owner chooses (N-25.6)."""
    for nation in range(NATIONS):
        present = s.units[at(nation, zone, Piece.LEADER)] > 0
        if s.side[nation] == side and present:
            codes.offer(w, Verb.LOSE | codes.aimed(nation, Piece.LEADER, zone))


@compiled
def lose(s: Battle, nation: int, zone: int, piece: int) -> None:
    """Eliminate one unit."""
    put(s, nation, zone, piece, -1)
    s.lost[nation * KINDS + piece % KINDS] += 1


@compiled
def falling_side(s: Battle) -> int:
    """Return a side that must still lose a leader by a roll, or NONE."""
    for side in range(2):
        if s.falls[side]:
            return side
    return NONE


@compiled
def zone_of_falls(s: Battle, side: int) -> int:
    """Return the zone in which a side may lose leaders to the present attack."""
    return s.from_zone if side == s.half else s.target_zone


@compiled
def note_falls(t: BattleTables, s: Battle) -> None:
    """Note who loses a leader by the natural rolls of the present attack (N-25.4, N-25.5)."""
    for number in range(2):
        side = 1 - s.half if number == 0 else s.half
        roll = s.roll if number == 0 else s.counter_roll * t.leader_loss_by_defender
        zone = zone_of_falls(s, side)
        if roll >= FATAL and leaders_in(s, side, zone) > 0:
            s.falls[side] = 1
