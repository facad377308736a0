"""How a position stands: named features, weighed and summed."""

from marengo.core.engine.compiled import compiled, int64
from marengo.games.marengo.policy.threats import value_of_threats
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    HOURS,
    NONE,
    Side,
)
from marengo.games.triomphe.policy.ground import Ground
from marengo.games.triomphe.policy.positional_features import FAR_AWAY
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.rules.morale import at, is_stranded
from marengo.games.triomphe.rules.state import DISORGANISED, State, Tables

CERTAIN = 40.0
"""Logit of a game that is over."""

STEPS_AN_HOUR = 2.0
"""Steps that a piece makes in a round when nobody is in its way."""


@compiled
def discs(t: Tables, s: State, w: Workspace, side: int) -> tuple[float, float, float, float]:
    """Return a side's discs: all, those to come included; committed; stranded; and its level.

    Stranded ones do not count to the level.
    """
    committed, coming, stranded = 0.0, 0.0, 0.0
    for locality in range(1, t.localities):
        here = s.committed[at(side, int64(locality))]
        if here > 0:
            committed += here
            stranded += here * is_stranded(s, w, side, int64(locality))
    for hour in range(s.hour, HOURS):
        coming += s.track[side * HOURS + hour]
    level = s.uncommitted[side] + committed
    return level + coming, committed, stranded, level - stranded


@compiled
def army(t: Tables, s: State, side: int) -> tuple[float, float, float, float]:
    """Return strength on the map, pieces waiting, pieces in approaches, and disorganised ones."""
    strength, waiting, blocking, disorganised = 0.0, 0.0, 0.0, 0.0
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if place == NONE:
            continue
        if place >= FIRST_BOX:
            waiting += 1.0
            continue
        strength += s.strength[piece]
        blocking += place >= FIRST_APPROACH
        disorganised += (s.marks[piece] & DISORGANISED) != 0
    return strength, waiting, blocking, disorganised


@compiled
def openings(t: Tables, s: State, side: int) -> float:
    """Count a side's pieces in approaches that face an enemy who has not blocked his.

    An attack from there cannot be answered (T-9.17).
    """
    number = 0.0
    first, end = first_slot(1 - side), end_slot(t, 1 - side)
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if place < FIRST_APPROACH or place >= FIRST_BOX:
            continue
        opposite = t.opposite[place - FIRST_APPROACH]
        locality = t.owner[opposite]
        blocking, holding = int64(0), int64(0)
        for enemy in range(first, end):
            there = s.place[enemy]
            blocking += there == FIRST_APPROACH + opposite
            holding += there != NONE and t.locality_of[there] == locality
        number += holding > 0 and blocking <= t.wide[opposite]
    return number


@compiled
def way(t: Tables, s: State, e: Ground) -> tuple[float, float, float]:
    """Return the third Austrian piece's way to the goal, the mean way, and the pieces east."""
    first, second, third, total, east = FAR_AWAY, FAR_AWAY, FAR_AWAY, 0.0, 0.0
    number = 0.0
    for piece in range(end_slot(t, int64(Side.AUSTRIAN))):
        place = s.place[piece]
        if place == NONE:
            continue
        locality = t.locality_of[place] if place < FIRST_BOX else t.box_locality[place - FIRST_BOX]
        distance = e.goal[locality]
        number += 1.0
        total += distance
        east += t.east_of_objective[locality]
        if distance < first:
            first, second, third = distance, first, second
        elif distance < second:
            second, third = distance, second
        elif distance < third:
            third = distance
    return third, total / max(number, 1.0), east


@compiled
def ahead(t: Tables, s: State, e: Ground, front: float) -> float:
    """Count the French pieces on the map between the Austrian spearhead and the goal."""
    number = 0.0
    for piece in range(first_slot(int64(Side.FRENCH)), end_slot(t, int64(Side.FRENCH))):
        place = s.place[piece]
        if place != NONE and place < FIRST_BOX:
            number += e.goal[t.locality_of[place]] <= front
    return number


@compiled
def _standing_value(t: Tables, s: State, e: Ground, v: Weights) -> float:
    """Return the share of the evaluation that comes from where the pieces are."""
    rounds = float(t.last_hour - t.first_hour + 1)
    left = float(t.last_hour - s.hour) + 0.5 * (s.turn == Side.AUSTRIAN)
    third, mean, east = way(t, s, e)
    east = min(east, float(t.objective_pieces))
    value = v.value_hours * left / rounds
    value += v.value_distance * third + v.value_mean_distance * mean
    value += v.value_distance_late * third * (1.0 - left / rounds)
    value += v.value_late * max(0.0, third - STEPS_AN_HOUR * left)
    value += (v.value_east + v.value_east_late * (1.0 - left / rounds)) * east
    value += v.value_ahead * ahead(t, s, e, third)
    return value + v.value_turn * (s.turn == Side.AUSTRIAN)


@compiled
def _morale_value(t: Tables, s: State, w: Workspace, v: Weights) -> float:
    """Return the share of the evaluation that comes from the discs of both armies."""
    austrian, committed, stranded, level = discs(t, s, w, int64(Side.AUSTRIAN))
    french, enemy_committed, enemy_stranded, enemy_level = discs(t, s, w, int64(Side.FRENCH))
    value = v.value_level * austrian + v.value_enemy_level * french
    value += v.value_brink / (1.0 + level) + v.value_enemy_brink / (1.0 + enemy_level)
    value += v.value_stranded * stranded + v.value_enemy_stranded * enemy_stranded
    return value + v.value_committed * committed + v.value_enemy_committed * enemy_committed


@compiled
def _army_value(t: Tables, s: State, v: Weights) -> float:
    """Return the share of the evaluation that comes from the strength of both armies."""
    strength, waiting, pinning, _ = army(t, s, int64(Side.AUSTRIAN))
    value = v.value_strength * strength + v.value_waiting * waiting + v.value_pinning * pinning
    strength, waiting, blocking, disorganised = army(t, s, int64(Side.FRENCH))
    value += v.value_enemy_strength * strength + v.value_enemy_waiting * waiting
    value += v.value_openings * openings(t, s, int64(Side.AUSTRIAN))
    value += v.value_enemy_openings * openings(t, s, int64(Side.FRENCH))
    return value + v.value_enemy_blocking * blocking + v.value_disorganised * disorganised


@compiled
def evaluate(t: Tables, s: State, w: Workspace, e: Ground, v: Weights) -> float:
    """Return the logit of Austria's probability of winning, ±40 when the game is over.

    It is linear in the weights, so that they can be fitted to the ends of games.
    """
    if s.decision == Decision.OVER:
        return CERTAIN if s.winner == Side.AUSTRIAN else -CERTAIN
    value = v.value_constant + _morale_value(t, s, w, v)
    value += value_of_threats(t, s, w, v)
    return value + _army_value(t, s, v) + _standing_value(t, s, e, v)
