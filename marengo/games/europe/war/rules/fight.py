"""Chapters 19 and 26 on the map: where battles are fought, and who retreats whither."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import board, codes, rounds, setup
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import (
    GREAT,
    KINDS,
    NATIONS,
    ZONES,
    Nation,
    Side,
    Stage,
    Zone,
)
from marengo.games.europe.war.rules.ground import (
    are_enemies,
    armies_at,
    enemy_armies,
    is_played,
    is_there,
    leaders_at,
    may_enter,
    may_stand,
    neighbour,
    next_in_order,
    number_of,
    pair,
    put,
    seat_of,
    stand,
)
from marengo.games.europe.war.rules.points import gain_pap
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import NEAR, Decision, Relation, Step, Verb

GRAVE = 6
"""Units lost in a lost battle that make a nation roll against its commitment (N-17.2)."""


@compiled
def assailant_at(s: War, region: int) -> int:
    """Return the nation whose side attacks in a region, or NONE (N-19.2).

    It is the active one, an ally that has moved with it (N-4.10), or who stood there when a free
    army came (N-14.9).
    """
    nation = s.assailant[region]
    if nation != NONE and has_foes(s, nation, region):
        return nation
    if has_foes(s, s.active, region):
        return s.active
    for other in range(GREAT):
        if s.joined[other] == 1 and has_foes(s, other, region):
            return other
    return NONE


@compiled
def has_foes(s: War, nation: int, region: int) -> bool:
    """Return whether a nation meets enemies in a region, one side with an army (N-19.1)."""
    armies = armies_at(s, nation, region)
    if not is_there(s, nation, region):
        return False
    for other in range(NATIONS):
        if are_enemies(s, nation, other):
            theirs = armies_at(s, other, region)
            if theirs > 0 or (armies > 0 and leaders_at(s, other, region) > 0):
                return True
    return False


@compiled
def is_contested(s: War, region: int) -> bool:
    """Return whether a battle is to be fought in a region in this turn (N-19.1)."""
    return assailant_at(s, region) != NONE


@compiled
def next_contested(t: WarTables, s: War, region: int) -> int:
    """Return the first region from one on in which a battle is to be fought, or NONE."""
    for other in range(region, t.regions):
        if is_contested(s, other):
            return other
    return NONE


@compiled
def next_assailed(t: WarTables, s: War) -> int:
    """Return the first region in which a free army is still to be fought, or NONE (N-14.9)."""
    for region in range(t.regions):
        if s.assailant[region] != NONE and is_contested(s, region):
            return region
    return NONE


@compiled
def list_battles(t: WarTables, s: War, w: Workspace) -> None:
    """List the regions in which a battle may be fought next: who chooses defends (N-19.4)."""
    for region in range(t.regions):
        move = codes.counted(Verb.FIGHT, region)
        codes.offer_unless(w, bars_battle(t, s, move), move)


@compiled
def bars_battle(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids to fight in a region next, 0 if none does."""
    region = codes.part(move, codes.TO)
    if not is_contested(s, region):
        return 19_01_0
    return 0 if _defends(s, who_chooses(t, s), region) else 19_04_0


@compiled
def who_chooses(t: WarTables, s: War) -> int:
    """Return the nation that says which battle is next: the first that defends (N-19.4)."""
    nation = s.active
    for _ in range(GREAT):
        nation = next_in_order(t, nation)
        for region in range(t.regions):
            if _defends(s, nation, region):
                return nation
    return Nation.MINOR


@compiled
def _defends(s: War, nation: int, region: int) -> bool:
    if not is_there(s, nation, region):
        return False
    assailant = assailant_at(s, region)
    return assailant != NONE and are_enemies(s, assailant, nation)


@compiled
def join_battle(t: WarTables, s: War, region: int) -> None:
    """Begin the battle in a region: take its units from the map to their reserves (N-19.3)."""
    setup.clear_board(s)
    nation = s.assailant[region] if s.quarrel != NONE else assailant_at(s, region)
    s.place = region
    s.side[nation] = Side.ATTACKER
    if s.quarrel != NONE:
        s.side[s.quarrel] = Side.DEFENDER
    else:
        _take_sides(s, nation, region)
    s.landing = has_advantage(t, s, region)
    for other in range(NATIONS):
        if s.side[other] != NONE:
            for kind in range(KINDS):
                number = s.troops[stand(other, region, kind)]
                put(s, other, region, kind, -number)
                board.put(s, other, Zone.RESERVE, kind, number)
    setup.open_battle(t, s)
    s.battles, s.great_battles = s.battles + 1, s.great_battles + s.great


@compiled
def has_advantage(t: WarTables, s: War, region: int) -> int:
    """Return 1 if the defender fights at an advantage, since units landed (N-9.11, N-9.13)."""
    if s.landed[region] == NONE or not has_moved(s, Side.ATTACKER):
        return 0
    rises = t.home[region] != NONE and s.uprising[region] != 0
    return int(not rises or t.landing_bonus_in_uprising != 0)


@compiled
def _take_sides(s: War, nation: int, region: int) -> None:
    """Say who fights on which side beside the nation that attacks (N-13.6, N-19.3)."""
    for other in range(NATIONS):
        if are_enemies(s, nation, other) and is_there(s, other, region):
            s.side[other] = Side.DEFENDER
    for side in range(2):
        for other in range(NATIONS):
            if s.side[other] == NONE and is_there(s, other, region):
                if _has_foe_on(s, other, 1 - side):
                    if not _has_foe_on(s, other, side):
                        s.side[other] = side


@compiled
def _has_foe_on(s: War, nation: int, side: int) -> bool:
    """Return whether a nation is at war with another that fights on a side."""
    number = 0
    for other in range(NATIONS):
        number += int(s.side[other] == side and are_enemies(s, nation, other))
    return number > 0


@compiled
def settle_battle(s: War) -> None:
    """Put the winners back on the map; the losers are to retreat (N-26.11).

    A minor nation's own army goes home, whether it has won or not (N-16.10).
    """
    for nation in range(NATIONS):
        if s.side[nation] != NONE:
            for kind in range(KINDS):
                number = _take_off(s, nation, kind)
                if nation == Nation.MINOR:
                    continue
                if s.side[nation] == s.winner:
                    put(s, nation, s.place, kind, number)
                else:
                    s.fleeing[nation * KINDS + kind] = number


@compiled
def _take_off(s: War, nation: int, kind: int) -> int:
    """Take the units of a kind from the board; return how many there were."""
    number = 0
    for zone in range(ZONES):
        count = s.units[board.at(nation, zone, kind)]
        board.put(s, nation, zone, kind, -count)
        number += count
    return number


# --- retreat --------------------------------------------------------------------------------


@compiled
def bars_retreat(t: WarTables, s: War, nation: int, kind: int, number: int) -> int:
    """Return the statement that forbids to retreat to a neighbour of the battle's region, or 0.

    Attackers go back to where units of their side came from, and nowhere if they only landed; if
    none came, and for defenders, no attacker must have come from there (N-16.11).
    """
    to = NONE if number == NONE else neighbour(t, s.place, number)
    came = to != NONE and s.came[s.place * NEAR + number] != 0
    moved = has_moved(s, s.side[nation])
    returns = moved and s.side[nation] == Side.ATTACKER
    if returns and has_come(s) and not came:
        return 26_12_0
    if to == NONE:
        return 26_13_0
    if returns and not came and s.landed[s.place] != NONE:
        return 26_12_1
    if enemy_armies(s, nation, to) > 0:
        return 26_12_2 if returns and came else 26_13_1
    if not may_stand(t, s, nation, kind, to):
        return 2_12_0
    if came and not moved:
        return 26_13_2
    return 0 if (returns and came) or may_enter(s, nation, to) else 6_04_0


@compiled
def has_moved(s: War, side: int) -> bool:
    """Return whether the active nation, or one that moved with it, is on a side of the battle."""
    for nation in range(GREAT):
        if s.side[nation] == side and (nation == s.active or s.joined[nation] == 1):
            return True
    return False


@compiled
def has_come(s: War) -> bool:
    """Return whether units have entered the battle's region by land in this turn."""
    ways = 0
    for number in range(NEAR):
        ways += s.came[s.place * NEAR + number]
    return ways > 0


@compiled
def fleeing_nation(s: War) -> int:
    """Return the first nation that has units that are to retreat, or NONE."""
    for nation in range(NATIONS):
        for kind in range(KINDS):
            if s.fleeing[nation * KINDS + kind] > 0:
                return nation
    return NONE


@compiled
def seek_retreat(t: WarTables, s: War) -> bool:
    """Ask for the next retreat; units without choice go, or are eliminated (N-26.14).

    Return whether there is a choice.
    """
    for nation in range(GREAT):
        chooses = False
        for kind in range(KINDS):
            left = s.fleeing[nation * KINDS + kind]
            if left > 0:
                ways, last = 0, _by_sea(t, s, nation, kind)
                for number in range(NEAR):
                    if not bars_retreat(t, s, nation, kind, number):
                        ways, last = ways + 1, neighbour(t, s.place, number)
                if ways > 1:
                    chooses = True
                elif last == NONE:
                    s.lost[nation * KINDS + kind] += left
                    s.fleeing[nation * KINDS + kind] = 0
                else:
                    put(s, nation, last, kind, left)
                    s.fleeing[nation * KINDS + kind] = 0
        if chooses:
            s.decision, s.to_move = Decision.RETREAT, seat_of(t, s, nation)
            return True
    return False


@compiled
def _by_sea(t: WarTables, s: War, nation: int, kind: int) -> int:
    """Return the region to which units that landed return by sea, or NONE (N-26.12)."""
    to = s.landed[s.place]
    lands = s.side[nation] == Side.ATTACKER and to != NONE and t.sea_retreat != 0
    if lands and enemy_armies(s, nation, to) == 0 and may_enter(s, nation, to):
        return to
    return NONE


@compiled
def bars_withdrawal(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids beaten units to retreat to a region, 0 if none does."""
    nation, kind = fleeing_nation(s), codes.part(move, codes.PIECE)
    if s.fleeing[nation * KINDS + kind] == 0:
        return 26_11_0
    return bars_retreat(t, s, nation, kind, number_of(t, s.place, codes.part(move, codes.TO)))


@compiled
def list_retreats(t: WarTables, s: War, w: Workspace) -> None:
    """List which units may retreat, and where to (N-26.12, N-26.13)."""
    for kind in range(KINDS):
        for number in range(NEAR):
            to = neighbour(t, s.place, number)
            move = codes.counted(codes.unit_of(Verb.WITHDRAW, kind, 0, 0), to)
            if to != NONE and not bars_withdrawal(t, s, move):
                codes.offer(w, move)


@compiled
def withdraw(s: War, move: int, number: int) -> None:
    """Let so many units retreat."""
    nation, kind = fleeing_nation(s), codes.part(move, codes.PIECE)
    s.fleeing[nation * KINDS + kind] -= number
    put(s, nation, codes.part(move, codes.TO), kind, number)


@compiled
def end_battle(t: WarTables, s: War) -> None:
    """Settle what a battle brings when all have retreated (N-26.15)."""
    region = s.place
    praised = NONE
    for nation in range(NATIONS):
        if s.side[nation] == s.winner:
            fought = armies_at(s, nation, region) + _losses(s, nation, True) > 0
            if s.great and fought and is_played(t, nation):
                if t.great_battle_pap or praised == NONE:
                    gain_pap(s, nation, 1)  # N-12.1, N-12.3
                praised = nation
        doubts = s.side[nation] != s.winner or t.commitment_after_victory != 0
        if s.side[nation] != NONE and doubts and _losses(s, nation, False) >= GRAVE:
            s.doubts[nation] += int(nation != Nation.MINOR)  # N-17.2
        for kind in range(KINDS):
            s.dead[nation * KINDS + kind] += s.lost[nation * KINDS + kind]
    annexer = s.annexing[region]
    if annexer != NONE and s.side[annexer] == Side.ATTACKER and s.winner == Side.ATTACKER:
        if s.owner[region] == NONE or are_enemies(s, annexer, s.owner[region]):
            s.owner[region] = annexer  # N-16.9
    s.annexing[region], s.assailant[region], s.quarrel = NONE, NONE, NONE
    setup.clear_board(s)
    rounds.begin_battle(t, s)
    s.place, s.stage = NONE, Stage.OVER
    if s.step == Step.BATTLES:
        s.step = Step.BETWEEN


@compiled
def _losses(s: War, nation: int, of_armies: bool) -> int:
    """Return how many units a nation lost in a battle, leaders and failed retreat too (N-17.3)."""
    number = 0
    for kind in range(KINDS - of_armies):
        number += s.lost[nation * KINDS + kind]
    return number


# --- nations that are not at war and stand together -------------------------------------------


@compiled
def are_at_odds(s: War, nation: int, other: int, region: int) -> bool:
    """Return whether armies of two nations stand together but may not (N-13.9, N-17.17)."""
    if armies_at(s, nation, region) == 0 or armies_at(s, other, region) == 0:
        return False
    forth, back = pair(nation, other), pair(other, nation)
    if s.relation[forth] != Relation.NEUTRAL or s.passage[forth] or s.passage[back]:
        return False
    mine, theirs = s.owner[region] == nation, s.owner[region] == other
    return not ((s.truce[forth] and not mine) or (s.truce[back] and not theirs))


@compiled
def seek_quarrel(t: WarTables, s: War) -> bool:
    """Begin the next battle of nations that are not at war, at the end of a turn (N-13.9).

    The active nation attacks, or else who broke with the other; return whether there is one.
    """
    for region in range(t.regions):
        for nation in range(GREAT):
            if armies_at(s, nation, region) > 0:
                for other in range(nation + 1, GREAT):
                    if are_at_odds(s, nation, other, region):
                        attacks = other == s.active or s.broke[pair(other, nation)] != 0
                        if attacks and nation != s.active:
                            s.assailant[region], s.quarrel = other, nation
                        else:
                            s.assailant[region], s.quarrel = nation, other
                        join_battle(t, s, region)
                        return True
    return False
