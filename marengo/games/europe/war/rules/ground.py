"""Chapters 1, 2, 3 and 10: nations and regions, who owns and who occupies them."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules.words import GREAT, KINDS, NATIONS, Nation, Piece
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import NEAR, REGIONS, WATERS, Relation

REFORM = 12 * 1810
"""The month from which Prussia may have militia abroad (N-2.11)."""


@compiled
def fill(numbers: list[int], value: int) -> None:
    """Set all numbers of an array to a value."""
    for place in range(len(numbers)):
        numbers[place] = value


@compiled
def copy(numbers: list[int], to: list[int]) -> None:
    """Set all numbers of an array to those of another."""
    for place in range(len(to)):
        to[place] = numbers[place]


@compiled
def pair(nation: int, other: int) -> int:
    """Return the place of what is so of one nation towards another."""
    return nation * NATIONS + other


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
    return s.force[nation * REGIONS + region]


@compiled
def leaders_at(s: War, nation: int, region: int) -> int:
    """Return how many leaders a nation has in a region."""
    return s.troops[stand(nation, region, Piece.LEADER)]


@compiled
def is_there(s: War, nation: int, region: int) -> bool:
    """Return whether a nation has units in a region."""
    return armies_at(s, nation, region) + leaders_at(s, nation, region) > 0


@compiled
def put(s: War, nation: int, region: int, kind: int, number: int) -> None:
    """Put so many units of a kind into a region, or take them from it."""
    s.troops[stand(nation, region, kind)] += number
    if kind != Piece.LEADER:
        s.force[nation * REGIONS + region] += number


@compiled
def neighbour(t: WarTables, region: int, number: int) -> int:
    """Return the region that is adjacent to one, by its number; NONE after the last (N-3.2)."""
    return t.near[region * NEAR + number]


@compiled
def number_of(t: WarTables, region: int, other: int) -> int:
    """Return by what number a region is adjacent to one, or NONE."""
    for number in range(NEAR):
        if t.near[region * NEAR + number] == other:
            return number
    return NONE


@compiled
def are_enemies(s: War, nation: int, other: int) -> bool:
    """Return whether two nations are at war (N-1.10)."""
    return s.relation[pair(nation, other)] == Relation.WAR


@compiled
def are_allied(s: War, nation: int, other: int) -> bool:
    """Return whether two nations are allied, or the same (N-1.10: friendly)."""
    return nation == other or s.relation[pair(nation, other)] == Relation.ALLIED


@compiled
def is_active(s: War, nation: int) -> bool:
    """Return whether somebody acts for a nation; for a neutral one its controller (N-15.1)."""
    return s.controller[nation] != NONE


@compiled
def is_played(t: WarTables, nation: int) -> bool:
    """Return whether a nation is a player nation (N-1.5)."""
    return t.seat[nation] != NONE


@compiled
def is_at_war(s: War, nation: int) -> bool:
    """Return whether a nation is at war with any other."""
    number = 0
    for other in range(GREAT):
        number += are_enemies(s, nation, other)
    return number > 0


@compiled
def enemy_armies(s: War, nation: int, region: int) -> int:
    """Return how many armies of its enemies stand in a region (N-10.2)."""
    number = 0
    for other in range(NATIONS):
        if are_enemies(s, nation, other):
            number += armies_at(s, other, region)
    return number


@compiled
def foreign_armies(s: War, nation: int, region: int) -> int:
    """Return how many armies of other nations stand in a region, of allies too."""
    number = 0
    for other in range(NATIONS):
        number += armies_at(s, other, region) * int(other != nation)
    return number


@compiled
def enemy_leaders(s: War, nation: int, region: int) -> int:
    """Return how many leaders of its enemies are in a region."""
    number = 0
    for other in range(NATIONS):
        if are_enemies(s, nation, other):
            number += leaders_at(s, other, region)
    return number


@compiled
def is_minor(t: WarTables, region: int) -> bool:
    """Return whether a region is a minor nation, in nobody's homeland (N-1.4)."""
    return t.home[region] == NONE


@compiled
def has_passage(s: War, nation: int, other: int) -> bool:
    """Return whether a nation may pass where another is (N-13.11)."""
    return s.passage[pair(other, nation)] != 0


@compiled
def may_enter(s: War, nation: int, region: int) -> bool:
    """Return whether units of a nation may enter a region (N-6.3 to N-6.5).

    Each other nation that owns or occupies it must be an ally or an enemy, or let them pass.
    """
    for other in range(NATIONS):
        if other != nation:
            present = s.owner[region] == other or armies_at(s, other, region) > 0
            neutral = s.relation[pair(nation, other)] == Relation.NEUTRAL
            if present and neutral and not has_passage(s, nation, other):
                return False
    return True


@compiled
def may_stand(t: WarTables, s: War, nation: int, kind: int, region: int) -> bool:
    """Return whether units of a kind may be in a region; militia stays in its homeland (N-2.12)."""
    return kind != Piece.MILITIA or t.home[region] == nation or is_militant(t, s, nation)


@compiled
def is_militant(t: WarTables, s: War, nation: int) -> bool:
    """Return whether a nation may buy militia and send it abroad (N-2.11, N-2.12)."""
    reformed = t.begins + s.month - 1 >= REFORM
    return nation == Nation.OTTOMAN_EMPIRE or (nation == Nation.PRUSSIA and reformed)


@compiled
def next_in_order(t: WarTables, nation: int) -> int:
    """Return the great nation of the scenario that follows another (N-2.1, N-4.1)."""
    for step in range(1, GREAT):
        other = (nation + step) % GREAT
        if t.great[other]:
            return other
    return nation


@compiled
def next_player(t: WarTables, nation: int) -> int:
    """Return the player nation that follows another in turn order."""
    other = next_in_order(t, nation)
    while other != nation and not is_played(t, other):
        other = next_in_order(t, other)
    return other


@compiled
def count_regions(t: WarTables, s: War, nation: int) -> int:
    """Return how many regions a nation owns."""
    number = 0
    for region in range(t.regions):
        number += int(s.owner[region] == nation)
    return number


@compiled
def is_gone(t: WarTables, s: War, nation: int) -> bool:
    """Return whether a nation has no region or unit left, and so no more turns (N-27.9)."""
    for water in range(WATERS):
        if s.ships[nation * WATERS + water] > 0:
            return False
    for region in range(t.regions):
        if is_there(s, nation, region):
            return False
    return count_regions(t, s, nation) == 0


@compiled
def takes_turns(t: WarTables, s: War, nation: int) -> bool:
    """Return whether a nation has turns: somebody acts for it, it is not gone (N-4.8, N-27.9)."""
    return t.great[nation] != 0 and is_active(s, nation) and not is_gone(t, s, nation)


@compiled
def count_players(t: WarTables) -> int:
    """Return how many player nations there are."""
    number = 0
    for nation in range(GREAT):
        number += is_played(t, nation)
    return number


@compiled
def seat_of(t: WarTables, s: War, nation: int) -> int:
    """Return who decides for a nation, or NONE."""
    controller = s.controller[nation]
    if controller == NONE and s.place != NONE and s.side[nation] != NONE:
        controller = next_player(t, nation)
        while s.side[controller] == 1 - s.side[nation]:
            controller = next_player(t, controller)
    return NONE if controller == NONE else t.seat[controller]
