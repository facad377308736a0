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
def bars_naming(s: Battle, move: int) -> int:
    """Return the statement that forbids to name an army for a rally, 0 if it is routed."""
    nation, kind = codes.part(move, codes.NATION), codes.part(move, codes.TARGET)
    fits = s.side[nation] == s.half and kind < Piece.LEADER
    return 0 if fits and s.units[at(nation, Zone.ROUT, kind)] > 0 else 25_03_0


@compiled
def bars_rallied(s: Battle, move: int) -> int:
    """Return the statement that forbids to rally an army after the roll, 0 if none does."""
    if codes.part(move, codes.WORN):
        return 21_03_1
    naming = bars_naming(s, move)
    return naming if naming or rallies(codes.part(move, codes.TARGET), s.roll) else 25_03_2


@compiled
def list_rallied(s: Battle, w: Workspace) -> None:
    """List which armies the roll rallies."""
    for nation in range(NATIONS):
        for kind in range(Piece.LEADER):
            move = Verb.RALLY | codes.aimed(nation, kind, Zone.ROUT)
            codes.offer_unless(w, bars_rallied(s, move), move)


@compiled
def bars_rally(t: BattleTables, s: Battle, move: int) -> int:
    """Return the statement that forbids a leader who may act to rally, 0 if none does."""
    is_named = move >> codes.WIDTH * codes.NATION != 0
    if codes.part(move, codes.ZONE) != Zone.RESERVE:
        return 25_02_0
    if t.rally_named_first:
        return bars_naming(s, move) if is_named else 25_03_0
    if is_named:
        return 25_03_1
    return 0 if armies_in(s, s.half, Zone.ROUT) > 0 else 25_03_0


@compiled
def list_rallies(t: BattleTables, s: Battle, w: Workspace, zone: int, worn: int) -> None:
    """List how a leader may rally: whom, by option without saying so before the roll."""
    what = codes.unit_of(Verb.RALLY, Piece.LEADER, zone, worn)
    codes.offer_unless(w, bars_rally(t, s, what), what)
    for nation in range(NATIONS):
        for kind in range(Piece.LEADER):
            move = what | codes.aimed(nation, kind, Zone.ROUT)
            codes.offer_unless(w, bars_rally(t, s, move), move)


@compiled
def may_rally(s: Battle) -> bool:
    """Return whether the roll rallies a routed army of the side that acts."""
    for nation in range(NATIONS):
        for kind in range(Piece.LEADER):
            if not bars_rallied(s, codes.aimed(nation, kind, Zone.ROUT)):
                return True
    return False


@compiled
def rally(s: Battle, nation: int, kind: int) -> None:
    """Bring a routed unit back to the reserve (N-25.3)."""
    put(s, nation, Zone.ROUT, kind, -1)
    put(s, nation, Zone.RESERVE, kind, 1)


@compiled
def bars_fall(s: Battle, move: int) -> int:
    """Return the statement that forbids to lose a nation's leader, 0 if he is in the attack."""
    nation, zone = codes.part(move, codes.NATION), zone_of_falls(s, s.asked)
    falls = s.side[nation] == s.asked and s.units[at(nation, zone, Piece.LEADER)] > 0
    return 0 if falls else 25_06_0


@compiled
def list_falls(s: Battle, w: Workspace) -> None:
    """List of which nation a leader is lost; its owner chooses (N-25.6)."""
    zone = zone_of_falls(s, s.asked)
    for nation in range(NATIONS):
        move = Verb.LOSE | codes.aimed(nation, Piece.LEADER, zone)
        codes.offer_unless(w, bars_fall(s, move), move)


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
