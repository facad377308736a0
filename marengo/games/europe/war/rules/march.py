"""Chapter 6: land movement."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import ARMS, KINDS
from marengo.games.europe.war.rules.ground import (
    enemy_armies,
    enemy_leaders,
    fill,
    is_there,
    may_enter,
    may_stand,
    neighbour,
    number_of,
    place_of,
    put,
    stand,
)
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import NEAR, Verb

STEPS = (1, 2, 1, 2)
"""Regions that infantry, cavalry, artillery and leaders move (N-6.1)."""


@compiled
def begin_movement(t: WarTables, s: War, nation: int) -> None:
    """Let the units of a nation move, but for those that wait (N-30.9)."""
    end_movement(s)
    s.mover = nation
    for region in range(t.regions):
        if s.month == 1 and t.waits[region] == nation:
            for kind in range(KINDS):
                number = s.troops[stand(nation, region, kind)]
                s.spent[place_of(region, kind)] = number


@compiled
def end_movement(s: War) -> None:
    """Forget which units and squadrons have moved."""
    fill(s.tired, 0)
    fill(s.spent, 0)
    fill(s.sailed, 0)


@compiled
def steps_of(kind: int) -> int:
    """Return how many regions units of a kind move (N-6.1)."""
    return STEPS[ARMS[kind]]


@compiled
def ready(s: War, region: int, kind: int, worn: int) -> int:
    """Return how many units of the mover may step from a region after so many steps."""
    place = place_of(region, kind)
    if worn:
        return s.tired[place]
    number = s.troops[stand(s.mover, region, kind)]
    return number - s.tired[place] - s.spent[place]


@compiled
def bars_departure(t: WarTables, s: War, region: int, kind: int, worn: int) -> int:
    """Return the statement that forbids units to step from a region, 0 if none does."""
    if ready(s, region, kind, worn) > 0:
        return 0
    if s.troops[stand(s.mover, region, kind)] == 0:
        return 6_01_0
    if ready(s, region, kind, 1 - worn) > 0:
        return 6_01_2
    if s.month == 1 and t.waits[region] == s.mover:
        return 30_09_0
    return 6_06_0 if stops(t, s, region) else 6_01_1


@compiled
def bars_arrival(t: WarTables, s: War, kind: int, to: int) -> int:
    """Return the statement that forbids units to step into a region, 0 if none does."""
    if not may_stand(t, s, s.mover, kind, to):
        return 2_12_0
    return 0 if may_enter(s, s.mover, to) else 6_04_0


@compiled
def bars_march(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids a step by land, 0 if none does."""
    kind, region = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    to = codes.part(move, codes.TO)
    if number_of(t, region, to) == NONE:
        return 6_02_0
    departure = bars_departure(t, s, region, kind, codes.part(move, codes.WORN))
    return departure if departure else bars_arrival(t, s, kind, to)


@compiled
def list_marches(t: WarTables, s: War, w: Workspace) -> None:
    """List which kind of units may step from where to where; alike units have one choice."""
    for region in range(t.regions):
        for kind in range(KINDS * is_there(s, s.mover, region)):
            for worn in range(2):
                if not bars_departure(t, s, region, kind, worn):
                    what = codes.unit_of(Verb.MARCH, kind, region, worn)
                    _list_steps(t, s, w, region, what)


@compiled
def _list_steps(t: WarTables, s: War, w: Workspace, region: int, what: int) -> None:
    kind = codes.part(what, codes.PIECE)
    for number in range(NEAR):
        to = neighbour(t, region, number)
        if to != NONE and not bars_arrival(t, s, kind, to):
            codes.offer(w, codes.counted(what, to))


@compiled
def stops(t: WarTables, s: War, region: int) -> bool:
    """Return whether enemy units stop those that enter a region (N-6.6).

    By option leaders alone do not stop them; ownership never does (N-6.7).
    """
    nation = s.mover
    if enemy_armies(s, nation, region) > 0:
        return True
    return t.leader_stops_movement != 0 and enemy_leaders(s, nation, region) > 0


@compiled
def march(t: WarTables, s: War, move: int, number: int) -> None:
    """Let so many units of a kind step into an adjacent region."""
    kind, region = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    worn, to = codes.part(move, codes.WORN), codes.part(move, codes.TO)
    put(s, s.mover, region, kind, -number)
    put(s, s.mover, to, kind, number)
    if worn:
        s.tired[place_of(region, kind)] -= number
    if worn + 1 < steps_of(kind) and not stops(t, s, to):
        s.tired[place_of(to, kind)] += number
    else:
        s.spent[place_of(to, kind)] += number
    s.came[to * NEAR + number_of(t, to, region)] = 1
    if worn and s.mover == s.active and not _has_arrived(s, region):
        for border in range(NEAR):
            s.came[region * NEAR + border] = 0


@compiled
def _has_arrived(s: War, region: int) -> bool:
    """Return whether units that have moved in this turn are in a region."""
    moved = 0
    for kind in range(KINDS):
        moved += s.tired[place_of(region, kind)] + s.spent[place_of(region, kind)]
    return moved > 0
