"""What players learn a position of *Triomphe à Marengo* by: its features."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.policy.threats import write_threats
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
from marengo.games.triomphe.rules.morale import at, is_stranded
from marengo.games.triomphe.rules.state import DISORGANISED, State, Tables


@compiled
def discs(t: Tables, s: State, w: Workspace, side: int) -> tuple[float, float, float, float]:
    """Return a side's discs: all, those to come included; committed; stranded; and its level.

    Stranded ones do not count to the level.
    """
    committed, coming, stranded = 0.0, 0.0, 0.0
    for locality in range(1, t.localities):
        number = s.committed[at(side, locality)]
        if number > 0:
            committed += number
            stranded += number * is_stranded(s, w, side, locality)
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
        blocking, holding = 0, 0
        for enemy in range(first, end):
            enemy_place = s.place[enemy]
            blocking += enemy_place == FIRST_APPROACH + opposite
            holding += enemy_place != NONE and t.locality_of[enemy_place] == locality
        number += holding > 0 and blocking <= t.wide[opposite]
    return number


@compiled
def way(t: Tables, s: State, e: Ground) -> tuple[float, float, float]:
    """Return the third Austrian piece's way to the goal, the mean way, and the pieces east."""
    first, second, third, total, east = FAR_AWAY, FAR_AWAY, FAR_AWAY, 0.0, 0.0
    number = 0.0
    for piece in range(end_slot(t, Side.AUSTRIAN)):
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
    for piece in range(first_slot(Side.FRENCH), end_slot(t, Side.FRENCH)):
        place = s.place[piece]
        if place != NONE and place < FIRST_BOX:
            number += e.goal[t.locality_of[place]] <= front
    return number


@compiled
def position_features(t: Tables, s: State, w: Workspace, e: Ground, k: Scores) -> None:
    """Write how far the day is gone, then both armies' morale, pieces, way and threats."""
    f = k.position
    turns = 2.0 * (t.last_hour - t.first_hour + 1)
    left = (2.0 * (t.last_hour - s.hour) + (s.turn == Side.AUSTRIAN)) / turns
    f[0], f[1], f[2] = 1.0, left, s.turn == Side.AUSTRIAN
    for side in range(2):
        whole, committed, stranded, safe = discs(t, s, w, side)
        strength, waiting, blocking, disorganised = army(t, s, side)
        first = 3 + 11 * side
        f[first], f[first + 1] = whole / 8.0, whole * (1.0 - left) / 4.0
        f[first + 2], f[first + 3], f[first + 4] = (
            committed / 4.0,
            stranded / 3.0,
            2.0 / (1.0 + safe),
        )
        f[first + 5], f[first + 6] = strength / 30.0, waiting / 5.0
        f[first + 7], f[first + 8] = blocking / 4.0, disorganised / 4.0
        f[first + 9] = openings(t, s, side) / 2.0
        f[first + 10] = strength * (1.0 - left) / 20.0
    third, mean, east = way(t, s, e)
    gone = min(east / max(float(t.objective_pieces), 1.0), 1.0)
    f[25], f[26], f[27] = third / 10.0, third * (1.0 - left) / 5.0, mean / 15.0
    f[28] = max(0.0, third - turns * left) / 5.0  # steps that cannot be made in time
    f[29], f[30], f[31] = gone, gone * (1.0 - left), ahead(t, s, e, third) / 5.0
    write_threats(t, s, w, k, 32)
