"""Chapters 19 and 26 on the map: where battles are fought, and who retreats whither."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import board, codes, rounds, setup
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, NATIONS, ZONES, Side, Stage, Zone
from marengo.games.europe.war.rules.ground import (
    are_enemies,
    armies_at,
    enemy_armies,
    leaders_at,
    may_enter,
    neighbour,
    next_in_order,
    put,
    stand,
)
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import NEAR, Decision, Step, Verb

GRAVE = 6
"""Units lost in a lost battle that make a nation roll against its commitment (N-17.2)."""


@compiled
def assailant_at(s: War, region: int) -> int:
    """Return the nation whose side attacks in a region (N-19.2).

    It is the active one, or who stood there when a free army came (N-14.9).
    """
    return int64(s.active) if s.assailant[region] == NONE else int64(s.assailant[region])


@compiled
def is_contested(s: War, region: int) -> bool:
    """Whether a battle is to be fought in a region: enemies, with an army of one (N-19.1)."""
    nation = assailant_at(s, region)
    armies = armies_at(s, nation, region)
    if armies + leaders_at(s, nation, region) == 0:
        return False
    for other in range(NATIONS):
        if are_enemies(s, nation, int64(other)):
            theirs = armies_at(s, int64(other), region)
            leaders = leaders_at(s, int64(other), region)
            if theirs > 0 or (armies > 0 and leaders > 0):
                return True
    return False


@compiled
def next_contested(t: WarTables, s: War, region: int) -> int:
    """Return the first region from one on in which a battle is to be fought, or NONE."""
    for other in range(region, t.regions):
        if is_contested(s, int64(other)):
            return int64(other)
    return int64(NONE)


@compiled
def next_assailed(t: WarTables, s: War) -> int:
    """Return the first region in which a free army is still to be fought, or NONE (N-14.9)."""
    for region in range(t.regions):
        if s.assailant[region] != NONE and is_contested(s, int64(region)):
            return int64(region)
    return int64(NONE)


@compiled
def list_battles(t: WarTables, s: War, w: Workspace) -> None:
    """List the regions in which a battle may be fought next (N-19.4)."""
    for region in range(t.regions):
        if is_contested(s, int64(region)):
            codes.offer(w, codes.counted(int64(Verb.FIGHT), int64(region)))


@compiled
def who_chooses(t: WarTables, s: War) -> int:
    """Return the nation that says which battle is next: the first that defends (N-19.4)."""
    nation = next_in_order(t, int64(s.active))
    while nation != s.active and not _defends(t, s, nation):
        nation = next_in_order(t, nation)
    return nation


@compiled
def _defends(t: WarTables, s: War, nation: int) -> bool:
    for region in range(t.regions):
        there = armies_at(s, nation, int64(region)) + leaders_at(s, nation, int64(region)) > 0
        if there and is_contested(s, int64(region)):
            if are_enemies(s, assailant_at(s, int64(region)), nation):
                return True
    return False


@compiled
def join_battle(t: WarTables, s: War, region: int) -> None:
    """Begin the battle in a region: take its units from the map to their reserves (N-19.3)."""
    setup.clear_board(s)
    nation = assailant_at(s, region)
    s.place, s.landing = region, 0
    for other in range(NATIONS):
        if other == nation:
            s.side[other] = Side.ATTACKER
        elif are_enemies(s, nation, int64(other)):
            if armies_at(s, int64(other), region) + leaders_at(s, int64(other), region) > 0:
                s.side[other] = Side.DEFENDER
    for other in range(NATIONS):
        if s.side[other] != NONE:
            for kind in range(KINDS):
                number = int64(s.troops[stand(int64(other), region, int64(kind))])
                put(s, int64(other), region, int64(kind), -number)
                board.put(s, int64(other), int64(Zone.RESERVE), int64(kind), number)
    setup.open_battle(t, s)
    s.battles, s.great_battles = s.battles + 1, s.great_battles + s.great


@compiled
def settle_battle(s: War) -> None:
    """Put the winners back on the map; the losers are to retreat (N-26.11)."""
    for nation in range(NATIONS):
        if s.side[nation] != NONE:
            for kind in range(KINDS):
                number = _take_off(s, int64(nation), int64(kind))
                if s.side[nation] == s.winner:
                    put(s, int64(nation), int64(s.place), int64(kind), number)
                else:
                    s.fleeing[nation * KINDS + kind] = number


@compiled
def _take_off(s: War, nation: int, kind: int) -> int:
    """Take the units of a kind from the board; return how many there were."""
    number = int64(0)
    for zone in range(ZONES):
        here = int64(s.units[board.at(nation, int64(zone), kind)])
        board.put(s, nation, int64(zone), kind, -here)
        number += here
    return number


# --- retreat --------------------------------------------------------------------------------


@compiled
def may_retreat(t: WarTables, s: War, nation: int, number: int) -> bool:
    """Whether units of a nation that has lost may retreat to a neighbour of the battle's region.

    Attackers go back to where units of their side came from (N-26.12); if none came, and for
    defenders, no attacker must have come from there (N-26.13, N-16.11). Nobody retreats to where
    enemy armies are.
    """
    to = neighbour(t, int64(s.place), number)
    if to == NONE or enemy_armies(s, nation, to) > 0:
        return False
    came = s.came[int64(s.place) * NEAR + number] != 0
    if s.side[s.active] == s.side[nation]:
        attacks = s.side[nation] == Side.ATTACKER
        return came if attacks and has_come(s) else may_enter(s, nation, to)
    return not came and may_enter(s, nation, to)


@compiled
def has_come(s: War) -> bool:
    """Whether units of the active nation have entered the battle's region in this turn."""
    ways = int64(0)
    for number in range(NEAR):
        ways += s.came[int64(s.place) * NEAR + number]
    return ways > 0


@compiled
def fleeing_nation(s: War) -> int:
    """Return the first nation that has units that are to retreat, or NONE."""
    for nation in range(NATIONS):
        for kind in range(KINDS):
            if s.fleeing[nation * KINDS + kind] > 0:
                return int64(nation)
    return int64(NONE)


@compiled
def seek_retreat(t: WarTables, s: War) -> bool:
    """Ask for the next retreat; units without choice go, or are eliminated (N-26.14).

    Return whether there is a choice.
    """
    nation = fleeing_nation(s)
    while nation != NONE:
        ways, last = int64(0), int64(NONE)
        for number in range(NEAR):
            if may_retreat(t, s, nation, int64(number)):
                ways, last = ways + 1, neighbour(t, int64(s.place), int64(number))
        if ways > 1:
            s.decision, s.to_move = Decision.RETREAT, t.seat[nation]
            return True
        for kind in range(KINDS):
            left = int64(s.fleeing[nation * KINDS + kind])
            if last == NONE:
                s.lost[nation * KINDS + kind] += left
            else:
                put(s, nation, last, int64(kind), left)
            s.fleeing[nation * KINDS + kind] = 0
        nation = fleeing_nation(s)
    return False


@compiled
def list_retreats(t: WarTables, s: War, w: Workspace) -> None:
    """List which units may retreat whither (N-26.12, N-26.13)."""
    nation = fleeing_nation(s)
    for kind in range(KINDS):
        if s.fleeing[nation * KINDS + kind] > 0:
            what = codes.unit_of(int64(Verb.WITHDRAW), int64(kind), int64(0), int64(0))
            for number in range(NEAR):
                if may_retreat(t, s, nation, int64(number)):
                    to = neighbour(t, int64(s.place), int64(number))
                    codes.offer(w, codes.counted(what, to))


@compiled
def withdraw(s: War, move: int, number: int) -> None:
    """Let so many units retreat."""
    nation, kind = fleeing_nation(s), codes.part(move, codes.PIECE)
    s.fleeing[nation * KINDS + kind] -= number
    put(s, nation, codes.part(move, codes.TO), kind, number)


@compiled
def end_battle(t: WarTables, s: War) -> None:
    """Settle what a battle brings when all have retreated (N-26.15)."""
    region = int64(s.place)
    for nation in range(NATIONS):
        if s.side[nation] == s.winner:
            if s.great and armies_at(s, int64(nation), region) > 0:
                s.pap[nation] += 1  # N-12.1, N-12.3
        elif s.side[nation] != NONE and _losses(s, int64(nation)) >= GRAVE:
            s.doubts[nation] += 1
        for kind in range(KINDS):
            s.dead[nation * KINDS + kind] += s.lost[nation * KINDS + kind]
    annexer = int64(s.annexing[region])
    if annexer != NONE and s.side[annexer] == Side.ATTACKER and s.winner == Side.ATTACKER:
        s.owner[region] = annexer  # N-16.9
    s.annexing[region], s.assailant[region] = NONE, NONE
    setup.clear_board(s)
    rounds.begin_battle(t, s)
    s.place, s.stage = NONE, Stage.OVER
    if s.step == Step.BATTLES:
        s.step = Step.BETWEEN


@compiled
def _losses(s: War, nation: int) -> int:
    """Return how many units a nation lost in a battle, leaders and failed retreat too (N-17.3)."""
    number = int64(0)
    for kind in range(KINDS):
        number += s.lost[nation * KINDS + kind]
    return number
