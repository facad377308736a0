"""Chapters 14 and 16: overtures to minor nations, annexation, and free armies."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules.words import NATIONS, Piece
from marengo.games.europe.war.rules.ground import (
    are_enemies,
    armies_at,
    is_minor,
    leaders_at,
    neighbour,
    next_in_order,
    put,
)
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import NEAR, Decision, Step

OVERTURE, ANNEX = 2, 1
"""What they cost in PAP (N-12.5)."""

PERSUADED, BY_LEADER = 9, 1
"""What two dice must show for an overture, and how much less with a leader there (N-14.4)."""

UNRESISTED = 5
"""What a die and its modifiers must show for an annexation (N-16.2)."""

MANY, HOST = 4, 7
"""Armies that add one to it, and two (N-16.3)."""


@compiled
def is_free(t: WarTables, s: War, region: int) -> bool:
    """Whether a region is a minor nation without owner."""
    return is_minor(t, region) and s.owner[region] == NONE


@compiled
def may_approach(t: WarTables, s: War, nation: int, region: int) -> bool:
    """Whether a nation may make an overture to a minor nation, wherever it is (N-14.4, N-14.11)."""
    return is_free(t, s, region) and s.pap[nation] >= OVERTURE


@compiled
def may_annex(t: WarTables, s: War, nation: int, region: int) -> bool:
    """Whether a nation may announce an annexation: in its own turn, where it has armies (N-16.1).

    A production turn is no turn in this sense.
    """
    own_turn = s.active == nation and s.step < Step.BUDGET
    there = armies_at(s, nation, region) > 0
    return own_turn and is_free(t, s, region) and there and s.pap[nation] >= ANNEX


@compiled
def approach(s: War, nation: int, region: int) -> None:
    """Make an overture to a minor nation."""
    s.pap[nation] -= OVERTURE
    s.free_nation, s.free_region = nation, region
    s.decision, s.to_move = Decision.OVERTURE_ROLL, CHANCE


@compiled
def announce(s: War, nation: int, region: int) -> None:
    """Announce an annexation."""
    s.pap[nation] -= ANNEX
    s.free_nation, s.free_region = nation, region
    s.decision, s.to_move = Decision.ANNEXATION_ROLL, CHANCE


@compiled
def annexation_modifier(t: WarTables, s: War, nation: int, region: int) -> int:
    """Return what is added to the roll for an annexation (N-16.3)."""
    armies, modifier = armies_at(s, nation, region), int64(0)
    if armies >= HOST:
        modifier = int64(2)
    elif armies >= MANY:
        modifier = int64(1)
    for number in range(NEAR):
        near = neighbour(t, region, int64(number))
        if near != NONE and s.owner[near] == nation:
            modifier += 1
            break
    if enemy_of(t, s, nation) != NONE:
        modifier -= 1
    return modifier


@compiled
def enemy_of(t: WarTables, s: War, nation: int) -> int:
    """Return the next nation in turn order that is at war with one, or NONE."""
    other = next_in_order(t, nation)
    while other != nation:
        if are_enemies(s, nation, other):
            return other
        other = next_in_order(t, other)
    return int64(NONE)


@compiled
def roll_overture(s: War, roll: int) -> None:
    """Let a minor nation join, with a free army, or refuse (N-14.5)."""
    nation, region = int64(s.free_nation), int64(s.free_region)
    helps = BY_LEADER * int64(leaders_at(s, nation, region) > 0)
    if roll + helps >= PERSUADED:
        _join(s, nation, region)
    else:
        forget(s)


@compiled
def roll_annexation(t: WarTables, s: War, roll: int) -> None:
    """Let a minor nation be annexed, or join an enemy of who tried to (N-16.2, N-16.5, N-16.6)."""
    nation, region = int64(s.free_nation), int64(s.free_region)
    if roll + annexation_modifier(t, s, nation, region) >= UNRESISTED:
        s.owner[region] = nation
        forget(s)
    else:
        if t.annex_after_join:
            s.annexing[region] = nation
        _join(s, enemy_of(t, s, nation), region)


@compiled
def _join(s: War, nation: int, region: int) -> None:
    """Let a minor nation be owned by a great one; its free army is rolled for (N-14.6)."""
    s.owner[region], s.free_nation = nation, nation
    s.decision, s.to_move = Decision.INFANTRY_ROLL, CHANCE


@compiled
def roll_free_army(t: WarTables, s: War, decision: int, roll: int) -> None:
    """Place a free army, one arm after the other (N-14.6)."""
    nation, region = int64(s.free_nation), int64(s.free_region)
    s.to_move = CHANCE
    if decision == Decision.INFANTRY_ROLL:
        if roll > 4:
            s.decision = Decision.INFANTRY_ROLL
        else:
            put(s, nation, region, int64(Piece.INFANTRY), roll)
            s.decision = Decision.CAVALRY_ROLL
    elif decision == Decision.CAVALRY_ROLL:
        put(s, nation, region, int64(Piece.CAVALRY), 1 + int64(roll > 3))
        s.decision = Decision.ARTILLERY_ROLL
    else:
        put(s, nation, region, int64(Piece.ARTILLERY), int64(roll > 3))
        _meet(t, s, nation, region)
        forget(s)


@compiled
def _meet(t: WarTables, s: War, nation: int, region: int) -> None:
    """Let those attack a free army who stood where it came (N-14.9, N-16.8)."""
    other = int64(s.active)
    for _ in range(NATIONS):
        there = armies_at(s, other, region) + leaders_at(s, other, region)
        if are_enemies(s, nation, other) and there > 0:
            s.assailant[region] = other
            return
        other = next_in_order(t, other)


@compiled
def forget(s: War) -> None:
    """Be done with a minor nation."""
    s.free_nation, s.free_region = NONE, NONE
