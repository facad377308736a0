"""What players of the war reckon with: distances, strengths and weights."""

from typing import Annotated, Any

import numpy as np

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import MOVES, NONE
from marengo.core.engine.learned import net_of
from marengo.core.engine.record import Float64, Int8, Record
from marengo.games.europe.policy import facts
from marengo.games.europe.policy.facts import AHEAD, PAIRS, Scores, Weights, worth
from marengo.games.europe.rules.words import NATIONS, Nation, Piece
from marengo.games.europe.war.rules.ground import are_enemies, armies_at, neighbour, stand
from marengo.games.europe.war.rules.march import ready
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sea import bonus_of, enemy_ships, is_port, ships_at, toll
from marengo.games.europe.war.rules.words import NEAR, REGIONS, SEAS

FAR = 100
"""Number above any distance."""


SIDE_NUMBERS = 8
"""Features of a position that are of one nation."""

ACTIVE, KINDS, VALUES = facts.ACTIVE + 1, 128, 128
"""Facts that are known of a move, kinds of moves, and values of a fact: regions among others."""

ROWS = facts.ROWS + ACTIVE * KINDS * VALUES
"""Features that moves can have, those of a battle first."""

NUMBERS = facts.NUMBERS + 2 * SIDE_NUMBERS + 4
"""Features of a position, those of a battle first."""

WarNet = net_of(ROWS, NUMBERS)
"""Record of all that a player can learn."""


class WarScores(Scores, versioned=True):
    """Scores of the legal moves, and their features."""

    active: Annotated[list[int], np.uint32, MOVES * ACTIVE]
    position: Annotated[list[float], np.float64, NUMBERS]
    prize: Annotated[list[float], np.float64, REGIONS]  # what is to be won in each region


class WarWeights(Weights):
    """Weights of the rules of thumb; those of a battle first."""

    war_sharpness: Float64  # factor on all scores outside battles
    attack: Float64  # attack, times the odds
    odds: Float64  # strength against that of the enemy with which one attacks
    goal: Float64  # step towards what is to be won
    danger: Float64  # enemy strength in reach of a weaker army
    mass: Float64  # step to friends
    guard: Float64  # region of one's own that is left empty before the enemy
    capital: Float64  # capital of the enemy, as a goal
    home: Float64  # capital of one's own that the enemy is near to, as a goal
    region: Float64  # disputed region, as a goal
    army: Float64  # enemy army, as a goal
    overture: Float64  # minor nation that may be won
    incite: Float64  # uprising against the enemy
    peace: Float64  # what one would rather not agree to
    save: Float64  # PAP that is bought
    aid: Float64  # capital of another nation that is no enemy, as a goal
    court: Float64  # neutral great nation that may be won over, and then sent to war
    subsidy: Float64  # PP given to an ally
    land: Float64  # landing from the sea, beside what is to be won there
    coast: Float64  # factor on the strength of who defends where units land (N-9.11)
    hopeless: Float64  # strength of the enemy against one's own at which a battle is given up
    fleet: Float64  # squadron of the enemy that a naval battle costs it
    garrison: Float64  # capital of one's own that is left empty before the enemy
    deny: Float64  # income of the enemy that an army takes away, as a goal, a PP


class Ground(Record):
    """Knowledge before the game: steps between two regions."""

    versed: Int8  # nothing: so that Numba takes no other record for this
    distance: Annotated[list[int], np.int8, REGIONS * REGIONS]
    voyage: Annotated[list[int], np.int8, SEAS * SEAS]  # steps between two sea areas


def make_ground(tables: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the steps between the regions, and the sea areas, of a scenario, shape ``(1,)``."""
    ground, t = Ground.array(), tables[0]
    near = t["near"].reshape(REGIONS, NEAR)[: int(t["regions"])]
    lands = [[int(to) for to in beyond if to != NONE] for beyond in near]
    seas = [[to for to in range(SEAS) if bits >> to & 1] for bits in t["sea"]]
    ground["distance"][0] = _steps(lands, REGIONS).ravel()
    ground["voyage"][0] = _steps(seas, SEAS).ravel()
    return ground


def _steps(near: list[list[int]], size: int) -> np.ndarray[Any, Any]:
    """Return the steps between any two of so many places."""
    steps = np.full((size, size), FAR, np.int8)
    for place in range(len(near)):
        steps[place, place], edge, distance = 0, [place], 0
        while edge:
            distance += 1
            edge = [
                to
                for to in {to for origin in edge for to in near[origin]}
                if steps[place, to] == FAR
            ]
            steps[place, edge] = distance
    return steps


@compiled
def strength(s: War, nation: int, region: int) -> float:
    """Return what the armies of a nation in a region are worth, in pieces of infantry."""
    total = 0.0
    if armies_at(s, nation, region) > 0:
        for kind in range(Piece.LEADER):
            total += s.troops[stand(nation, region, kind)] * worth(kind)
    return total


@compiled
def enemy_strength(s: War, nation: int, region: int) -> float:
    """Return what the armies of a nation's enemies in a region are worth."""
    total = 0.0
    for other in range(NATIONS):
        if are_enemies(s, nation, other):
            total += strength(s, other, region)
    return total


@compiled
def at_hand(t: WarTables, s: War, region: int) -> float:
    """Return what units of the mover are worth that are in a region or can step to it."""
    total = strength(s, s.mover, region)
    for number in range(NEAR):
        near = neighbour(t, region, number)
        if near != NONE:
            for kind in range(Piece.LEADER):
                for worn in range(2):
                    total += ready(s, near, kind, worn) * worth(kind)
    return total


@compiled
def gain_at_sea(s: War, nation: int, mine: int, water: int) -> float:
    """Return how many squadrons more a nation sinks than it loses with so many (N-8.9, N-8.10)."""
    theirs, gain = enemy_ships(s, nation, water), 0.0
    british, ottoman = Nation.GREAT_BRITAIN, Nation.OTTOMAN_EMPIRE
    lead = bonus_of(mine, mine * (nation == british), mine * (nation == ottoman), False)
    lead -= bonus_of(
        theirs,
        ships_at(s, british, water) * are_enemies(s, nation, british),
        ships_at(s, ottoman, water) * are_enemies(s, nation, ottoman),
        is_port(water),
    )
    for number in range(len(AHEAD)):
        ahead = number - len(AHEAD) // 2 + lead
        lost = toll(ahead)
        lost = min(lost, theirs) if ahead > 0 else -min(lost, mine)
        gain += AHEAD[number] / PAIRS * lost
    return gain


@compiled
def threat(t: WarTables, s: War, nation: int, region: int) -> float:
    """Return what enemy armies beside a region are worth."""
    total = 0.0
    for number in range(NEAR):
        near = neighbour(t, region, number)
        if near != NONE:
            total += enemy_strength(s, nation, near)
    return total
