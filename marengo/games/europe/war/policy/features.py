"""By what moves and positions are known to who learns."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.policy import facts, features
from marengo.games.europe.policy.facts import worth
from marengo.games.europe.policy.features import bounded
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import ARMS, GREAT, Arm, Nation, Piece
from marengo.games.europe.war.policy import rule
from marengo.games.europe.war.policy.facts import (
    ACTIVE,
    KINDS,
    SIDE_NUMBERS,
    VALUES,
    Ground,
    WarScores,
    WarWeights,
    at_hand,
    enemy_strength,
    strength,
    threat,
)
from marengo.games.europe.war.rules.fight import fleeing_nation
from marengo.games.europe.war.rules.ground import are_allied, are_enemies, leaders_at, stand
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import FIRST, Decision, Step, Verb

MOST = 7
"""Number of armies above which more make no difference."""

STEPS = 4.0
"""Steps in one logit of the rules of thumb."""


@compiled
def move_features(
    t: WarTables, s: War, w: Workspace, e: Ground, v: WarWeights, k: WarScores
) -> None:
    """Write the features of each move: its verb and arm, paired with each of some facts.

    The last fact is the score that the rules of thumb give it.
    """
    _write_gaps(t, s, w, e, v, k)
    if s.decision < FIRST:
        features.move_features(t, s, w, e, v, k)
        return
    for number in range(w.move_count):
        move = w.moves[number]
        verb, count = codes.part(move, codes.VERB), 0
        if s.decision == Decision.NUMBER:
            count, move = codes.part(move, codes.TO), s.pending
        kind = bounded(3 * (verb - Verb.PASS + 1) + _arm(move), KINDS - 1)
        _write(t, s, k, number * ACTIVE, kind, move, count)


@compiled
def _write_gaps(t: WarTables, s: War, w: Workspace, e: Ground, v: WarWeights, k: WarScores) -> None:
    """Write how far each move lies behind the best by the rules of thumb, by what is decided."""
    rule.score_moves(t, s, w, e, v, k)
    best = k.value[0]
    for number in range(w.move_count):
        best = max(best, k.value[number])
    for number in range(w.move_count):
        gap = min(STEPS * (best - k.value[number]), VALUES - 1.0)
        first = facts.ROWS + ((ACTIVE - 1) * KINDS + s.decision) * VALUES
        k.active[(number + 1) * ACTIVE - 1] = first + int(gap)


@compiled
def _arm(move: int) -> int:
    """Return the arm of the units that a move is of; leaders count as artillery."""
    return min(ARMS[codes.part(move, codes.PIECE)], Arm.ARTILLERY.value)


@compiled
def _few(number: float) -> int:
    """Return a strength in steps of two infantry."""
    return bounded(int(number / 2.0 + 0.5), MOST)


@compiled
def _write(
    t: WarTables, s: War, k: WarScores, first: int, kind: int, move: int, count: int
) -> None:
    """Write the features of a move from a place on."""
    nation = s.speaker
    if s.decision in (Decision.MARCH, Decision.NUMBER):
        nation = s.mover
    elif s.decision >= Decision.MARCH and s.decision != Decision.RETREAT:
        nation = s.active
    elif s.decision == Decision.RETREAT:
        nation = fleeing_nation(s)
    region, to = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
    region, to = min(region, t.regions - 1), min(to, t.regions - 1)
    theirs, mine = enemy_strength(s, nation, to), strength(s, nation, to)
    owner = int(s.owner[to] == nation) + 2 * int(s.owner[to] == NONE)
    marks = 8 * t.disputed[to] + 4 * t.capital[to] + 2 * s.uprising[to]
    about = (
        to,
        region,
        8 * _few(mine) + _few(theirs),
        8 * _few(at_hand(t, s, to)) + _few(theirs),
        8 * _few(threat(t, s, nation, to)) + _few(strength(s, nation, region)),
        16 * owner + marks + int(leaders_at(s, nation, to) > 0),
        8 * bounded(count, MOST) + _few(threat(t, s, nation, region)),
        4 * bounded(s.month, 15) + bounded(s.pap[nation], 3),
    )
    for fact in range(ACTIVE - 1):
        value = bounded(about[fact], VALUES - 1)
        k.active[first + fact] = facts.ROWS + (fact * KINDS + kind) * VALUES + value


@compiled
def position_features(t: WarTables, s: War, w: Workspace, e: Ground, k: WarScores) -> None:
    """Write the features of a position: its battle, the means of both sides, the time."""
    features.position_features(t, s, w, e, k)
    first = facts.NUMBERS
    for number in range(2 * SIDE_NUMBERS):
        k.position[first + number] = 0.0
    for nation in range(GREAT):
        camp = camp_of(s, nation)
        if camp != NONE:
            _nation_features(t, s, k, nation, first + camp * SIDE_NUMBERS)
    first += 2 * SIDE_NUMBERS
    k.position[first] = s.month / 12.0
    k.position[first + 1] = 1.0 * (t.seat[s.active] == 0)
    k.position[first + 2] = 1.0 * (s.step >= Step.BATTLES)
    attacks = 0.0
    for nation in range(GREAT):
        if t.seat[nation] == 0 and s.place != NONE:
            attacks = 1.0 - 2.0 * s.side[nation]
    k.position[first + 3] = attacks


@compiled
def camp_of(s: War, nation: int) -> int:
    """Return 0 for France and its allies, 1 for its enemies, or NONE."""
    if are_allied(s, Nation.FRANCE, nation):
        return 0
    return 1 if are_enemies(s, Nation.FRANCE, nation) else NONE


@compiled
def _nation_features(t: WarTables, s: War, k: WarScores, nation: int, first: int) -> None:
    """Add what a nation has on the map, from a place on."""
    total, horse, guns, leaders, own, held, far = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for region in range(t.regions):
        armies = strength(s, nation, region)
        total += armies
        for kind in range(Piece.LEADER):
            number = s.troops[stand(nation, region, kind)]
            horse += number * worth(kind) * (ARMS[kind] == Arm.CAVALRY)
            guns += number * worth(kind) * (ARMS[kind] == Arm.ARTILLERY)
        leaders += leaders_at(s, nation, region)
        own += 1.0 * (s.owner[region] == nation)
        held += 1.0 * (t.disputed[region] and armies > 0.0)
        far += armies * (t.home[region] != NONE and t.home[region] != nation)
    numbers = (
        total / 40.0,
        horse / 15.0,
        guns / 10.0,
        leaders / 3.0,
        own / 10.0,
        held / 3.0,
        far / 10.0,
        s.pap[nation] / 5.0,
    )
    for number in range(SIDE_NUMBERS):
        k.position[first + number] += numbers[number]
