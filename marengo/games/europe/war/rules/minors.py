"""Chapters 14 and 16: overtures to minor nations, annexation, and free armies."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules.words import GREAT, Nation, Piece
from marengo.games.europe.war.rules import relations
from marengo.games.europe.war.rules.ground import (
    are_enemies,
    armies_at,
    has_passage,
    is_at_war,
    is_minor,
    is_played,
    is_there,
    leaders_at,
    neighbour,
    next_in_order,
    pair,
    put,
    stand,
)
from marengo.games.europe.war.rules.neutrals import arm_minor, ask_pledges, draw_lot
from marengo.games.europe.war.rules.points import ANNEX, OVERTURE, bars_payment
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import NEAR, Decision, Relation, Step, Verb

PERSUADED, BY_LEADER = 9, 1
"""Least roll of two dice for an overture, and its reduction by a leader there (N-14.4)."""

UNRESISTED = 5
"""Least roll of a die, with modifiers, for an annexation (N-16.2)."""

MANY, HOST = 4, 7
"""Armies that add one to it, and two (N-16.3)."""


@compiled
def is_free(t: WarTables, s: War, region: int) -> bool:
    """Return whether a region is a minor nation without owner."""
    return is_minor(t, region) and s.owner[region] == NONE and s.annexing[region] == NONE


@compiled
def bars_overture(t: WarTables, s: War, nation: int, region: int) -> int:
    """Return the statement that forbids an overture to a minor nation, 0 if none does (N-14.11)."""
    if not is_minor(t, region):
        return 1_04_1
    if s.owner[region] != NONE:
        return 14_04_0
    if not is_free(t, s, region):
        return 16_08_0
    return bars_payment(s, nation, OVERTURE)


@compiled
def bars_annexation(t: WarTables, s: War, nation: int, region: int) -> int:
    """Return the statement that forbids a nation to annex a region, 0 if none does.

    A production turn is no turn in this sense.
    """
    if not is_minor(t, region):
        return 1_04_1
    if s.owner[region] != NONE:
        return 16_01_0
    if not is_free(t, s, region):
        return 16_08_0
    if s.active != nation or s.step >= Step.BUDGET:
        return 16_01_1
    if armies_at(s, nation, region) == 0:
        return 16_01_2
    return bars_payment(s, nation, ANNEX)


@compiled
def approach(s: War, nation: int, region: int) -> None:
    """Make an overture to a minor nation."""
    s.pap[nation] -= OVERTURE
    s.free_nation, s.free_region = nation, region
    s.decision, s.to_move = Decision.OVERTURE_ROLL, CHANCE


@compiled
def announce(t: WarTables, s: War, nation: int, region: int) -> None:
    """Announce an annexation; others may declare war before the roll (N-16.4)."""
    s.pap[nation] -= ANNEX
    s.free_nation, s.free_region = nation, region
    ask_pledges(t, s, Verb.ANNEX, nation)


@compiled
def annexation_modifier(t: WarTables, s: War, nation: int, region: int) -> int:
    """Return what is added to the roll for an annexation (N-16.3)."""
    armies, modifier = armies_at(s, nation, region), 0
    if armies >= HOST:
        modifier = 2
    elif armies >= MANY:
        modifier = 1
    for number in range(NEAR):
        near = neighbour(t, region, number)
        if near != NONE and s.owner[near] == nation:
            modifier += 1
            break
    return modifier - is_at_war(s, nation)


@compiled
def roll_overture(s: War, roll: int) -> None:
    """Let a minor nation join, with a free army, or refuse (N-14.5)."""
    nation, region = s.free_nation, s.free_region
    helps = BY_LEADER * int(leaders_at(s, nation, region) > 0)
    if roll + helps >= PERSUADED:
        _join(s, nation, region)
    else:
        forget(s)


@compiled
def roll_annexation(t: WarTables, s: War, roll: int) -> None:
    """Let a minor nation be annexed, or resist: it joins an enemy at random, or fights alone.

    The army is neutral only if no player nation is at war with the annexer (N-16.2, N-16.5 to
    N-16.7).
    """
    nation, region = s.free_nation, s.free_region
    if roll + annexation_modifier(t, s, nation, region) >= UNRESISTED:
        s.owner[region] = nation
        forget(s)
        return
    s.lots = 0
    for other in range(GREAT):
        if is_played(t, other) and are_enemies(s, nation, other):
            s.lots |= 1 << other
    if s.lots:
        if t.annex_after_join:
            s.annexing[region] = nation
        draw_lot(t, s, Verb.ANNEX)
    else:
        s.annexing[region] = nation
        arm_minor(t, s, nation)
        s.free_nation = Nation.MINOR
        s.decision, s.to_move = Decision.INFANTRY_ROLL, CHANCE


@compiled
def join_by_lot(s: War, nation: int) -> None:
    """Let a minor nation that resists join the nation that was drawn (N-16.6)."""
    s.lots, s.lot = 0, 0
    _join(s, nation, s.free_region)


@compiled
def _join(s: War, nation: int, region: int) -> None:
    """Let a minor nation be owned by a great one; its free army is rolled for (N-14.6).

    Armies of nations that are neutral to the new owner must leave (N-14.10).
    """
    s.owner[region], s.free_nation = nation, nation
    for other in range(GREAT):
        neutral = s.relation[pair(nation, other)] == Relation.NEUTRAL and other != nation
        guest = has_passage(s, other, nation)
        if neutral and not guest and armies_at(s, other, region) > 0:
            relations.show_out(s, nation, other)
    s.decision, s.to_move = Decision.INFANTRY_ROLL, CHANCE


@compiled
def roll_free_army(t: WarTables, s: War, decision: int, roll: int) -> None:
    """Place a free army, one arm after the other (N-14.6)."""
    nation, region = s.free_nation, s.free_region
    s.to_move = CHANCE
    if decision == Decision.INFANTRY_ROLL:
        if roll > 4:
            s.decision = Decision.INFANTRY_ROLL
        else:
            put(s, nation, region, Piece.INFANTRY, roll)
            s.decision = Decision.CAVALRY_ROLL
    elif decision == Decision.CAVALRY_ROLL:
        put(s, nation, region, Piece.CAVALRY, 1 + int(roll > 3))
        s.decision = Decision.ARTILLERY_ROLL
    else:
        put(s, nation, region, Piece.ARTILLERY, int(roll > 3))
        _meet(t, s, nation, region)
        forget(s)


@compiled
def _meet(t: WarTables, s: War, nation: int, region: int) -> None:
    """Let those attack a free army who stood where it came (N-14.9, N-16.8)."""
    other = s.active
    for _ in range(GREAT):
        if are_enemies(s, nation, other) and is_there(s, other, region):
            s.assailant[region] = other
            return
        other = next_in_order(t, other)


@compiled
def forget(s: War) -> None:
    """Forget a minor nation that was dealt with."""
    s.free_nation, s.free_region = NONE, NONE


@compiled
def disband(t: WarTables, s: War) -> None:
    """Disband minor nations that have fought for themselves, or that nobody fought."""
    minor = Nation.MINOR
    if s.controller[minor] == NONE:
        return
    s.controller[minor] = NONE
    for nation in range(GREAT):
        relations.set_relation(s, minor, nation, Relation.NEUTRAL)
    for region in range(t.regions):
        for kind in range(Piece.LEADER):
            number = s.troops[stand(minor, region, kind)]
            put(s, minor, region, kind, -number)
