"""Chapters 1, 3 and 10: regions, who owns and who occupies them."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules.words import KINDS, NATIONS, Piece
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import NEAR, REGIONS, Relation


@compiled
def stand(nation: int, region: int, kind: int) -> int:
    """Return the place in ``troops`` of what a nation has of a kind in a region."""
    return (nation * REGIONS + region) * KINDS + kind


@compiled
def place_of(region: int, kind: int) -> int:
    """Return the place in ``tired`` and ``spent`` of a kind in a region."""
    return region * KINDS + kind


@compiled
def armies_at(s: War, nation: int, region: int) -> int:
    """Return how many armies a nation has in a region; leaders are none (N-1.2, N-1.9)."""
    return int64(s.force[nation * REGIONS + region])


@compiled
def leaders_at(s: War, nation: int, region: int) -> int:
    """Return how many leaders a nation has in a region."""
    return int64(s.troops[stand(nation, region, int64(Piece.LEADER))])


@compiled
def put(s: War, nation: int, region: int, kind: int, number: int) -> None:
    """Put so many units of a kind into a region, or take them from it."""
    s.troops[stand(nation, region, kind)] += number
    if kind != Piece.LEADER:
        s.force[nation * REGIONS + region] += number


@compiled
def neighbour(t: WarTables, region: int, number: int) -> int:
    """Return the region that is adjacent to one, by its number; NONE after the last (N-3.2)."""
    return int64(t.near[region * NEAR + number])


@compiled
def number_of(t: WarTables, region: int, other: int) -> int:
    """Return by what number a region is adjacent to one, or NONE."""
    for number in range(NEAR):
        if t.near[region * NEAR + number] == other:
            return int64(number)
    return int64(NONE)


@compiled
def are_enemies(s: War, nation: int, other: int) -> bool:
    """Whether two nations are at war (N-1.10)."""
    return s.relation[nation * NATIONS + other] == Relation.WAR


@compiled
def enemy_armies(s: War, nation: int, region: int) -> int:
    """Return how many armies of its enemies stand in a region (N-10.2)."""
    number = int64(0)
    for other in range(NATIONS):
        if are_enemies(s, nation, int64(other)):
            number += armies_at(s, int64(other), region)
    return number


@compiled
def enemy_leaders(s: War, nation: int, region: int) -> int:
    """Return how many leaders of its enemies are in a region."""
    number = int64(0)
    for other in range(NATIONS):
        if are_enemies(s, nation, int64(other)):
            number += leaders_at(s, int64(other), region)
    return number


@compiled
def is_minor(t: WarTables, region: int) -> bool:
    """Whether a region is a minor nation, and in nobody's homeland (N-1.4)."""
    return t.home[region] == NONE


@compiled
def may_enter(s: War, nation: int, region: int) -> bool:
    """Whether units of a nation may enter a region (N-6.3 to N-6.5).

    Each other nation that owns or occupies it must be an ally or an enemy.
    """
    for other in range(NATIONS):
        if other != nation:
            there = s.owner[region] == other or armies_at(s, int64(other), region) > 0
            if there and s.relation[nation * NATIONS + other] == Relation.NEUTRAL:
                return False
    return True


@compiled
def next_in_order(t: WarTables, nation: int) -> int:
    """Return the nation that takes its turn after another (N-2.1, N-4.1)."""
    for step in range(1, NATIONS):
        other = (nation + int64(step)) % NATIONS
        if t.seat[other] != NONE:
            return other
    return nation


@compiled
def is_gone(t: WarTables, s: War, nation: int) -> bool:
    """Whether a nation owns no region and has no unit left: it takes no more turns (N-27.9)."""
    for region in range(t.regions):
        there = armies_at(s, nation, int64(region)) + leaders_at(s, nation, int64(region))
        if s.owner[region] == nation or there > 0:
            return False
    return True


@compiled
def count_nations(t: WarTables) -> int:
    """Return how many nations take turns."""
    number = int64(0)
    for nation in range(NATIONS):
        number += int64(t.seat[nation] != NONE)
    return number
