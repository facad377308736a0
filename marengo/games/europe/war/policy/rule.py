"""The rule-of-thumb player of the war: a score for each legal move."""

from marengo.core.engine.compiled import compiled, int64
from marengo.games.europe.policy import rule
from marengo.games.europe.policy.facts import at_least, worth
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, Piece
from marengo.games.europe.war.policy.facts import (
    Ground,
    WarScores,
    WarWeights,
    at_hand,
    enemy_strength,
    strength,
    threat,
)
from marengo.games.europe.war.rules.fight import fleeing_nation
from marengo.games.europe.war.rules.ground import armies_at
from marengo.games.europe.war.rules.minors import UNRESISTED, annexation_modifier
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import FIRST, REGIONS, Decision, Verb

NEVER = -100.0
"""What is not done."""


@compiled
def score_moves(t: WarTables, s: War, w: Workspace, e: Ground, v: WarWeights, k: WarScores) -> None:
    """Score the legal moves of a decision for the seat that decides."""
    for number in range(w.move_count):
        move = int64(w.moves[number])
        if s.decision < FIRST:
            k.value[number] = v.sharpness * rule.promise(t, s, v, move & ~DEFENDS)
        else:
            k.value[number] = v.war_sharpness * _promise(t, s, e, v, move)


@compiled
def _promise(t: WarTables, s: War, e: Ground, v: WarWeights, move: int) -> float:
    """Return what a move promises."""
    decision = s.decision
    if decision == Decision.MARCH:
        return _march(t, s, e, v, move)
    if decision == Decision.NUMBER:
        return float(codes.part(move, codes.TO))
    if decision == Decision.RETREAT:
        return _retreat(t, s, codes.part(move, codes.TO))
    if decision == Decision.PURCHASE:
        return _purchase(t, s, e, v, move)
    if decision == Decision.LOSS:
        return -worth(codes.part(move, codes.PIECE))
    return _politics(t, s, v, move)


@compiled
def goal(t: WarTables, s: War, e: Ground, v: WarWeights, nation: int, region: int) -> float:
    """Return how much there is to be won near a region: what is near counts for more."""
    total = 0.0
    for other in range(t.regions):
        prize = v.army * enemy_strength(s, nation, int64(other))
        if s.owner[other] != nation and armies_at(s, nation, int64(other)) == 0:
            prize += v.region * t.disputed[other]
            if t.capital[other]:
                prize += v.capital
        if t.capital[other] and t.home[other] == nation:
            near = enemy_strength(s, nation, int64(other)) + threat(t, s, nation, int64(other))
            prize += v.home * near / (strength(s, nation, int64(other)) + 1.0)
        if prize > 0.0:
            away = 1.0 + e.distance[region * REGIONS + other]
            total += prize / (away * away)
    return total


@compiled
def _march(t: WarTables, s: War, e: Ground, v: WarWeights, move: int) -> float:
    """Return what a step promises: battle with good odds, ground, and company."""
    if codes.part(move, codes.VERB) == Verb.END:
        return 0.0
    nation, kind = int64(s.active), codes.part(move, codes.PIECE)
    region, to = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
    theirs, mine = enemy_strength(s, nation, to), strength(s, nation, to)
    if kind == Piece.LEADER:
        return (
            v.mass * (mine - strength(s, nation, region)) if theirs == 0.0 or mine > 0.0 else NEVER
        )
    hand = at_hand(t, s, to)
    score = v.goal * (goal(t, s, e, v, nation, to) - goal(t, s, e, v, nation, region))
    here = enemy_strength(s, nation, region)
    if theirs > 0.0:
        if hand < v.odds * theirs:
            return NEVER
        score += v.attack * min(hand / theirs, 3.0)
    else:
        around = threat(t, s, nation, to)
        if around > hand:
            score -= v.danger * (around - hand) / (around + 1.0)
        score += v.mass * mine / (mine + 1.0)
    if here == 0.0 and armies_at(s, nation, region) == 1 and s.owner[region] == nation:
        if threat(t, s, nation, region) > 0.0:
            score -= v.guard
    return score


@compiled
def _retreat(t: WarTables, s: War, to: int) -> float:
    """Return how safe a region is to retreat to."""
    nation = fleeing_nation(s)
    return strength(s, nation, to) - 0.5 * threat(t, s, nation, to)


@compiled
def _purchase(t: WarTables, s: War, e: Ground, v: WarWeights, move: int) -> float:
    """Return what is worth buying: arms in proportion, near to where they are needed."""
    verb, nation = codes.part(move, codes.VERB), int64(s.active)
    if verb == Verb.END:
        return -1.0
    if verb == Verb.BUY_PAP:
        return v.save if s.pap[nation] < 2 else -2.0
    kind, to = codes.part(move, codes.PIECE), codes.part(move, codes.TO)
    mine, infantry = int64(0), int64(0)
    for region in range(t.regions):
        for one in range(KINDS):
            here = int64(s.troops[(nation * REGIONS + region) * KINDS + one])
            if one == kind:
                mine += here
            if one == Piece.INFANTRY:
                infantry += here
    wanted = infantry / 4.0
    if kind == Piece.INFANTRY:
        wanted = 12.0
    elif kind == Piece.LEADER:
        wanted = infantry / 10.0
    near = 0.1 * goal(t, s, e, v, nation, to)
    return min(wanted / (mine + 1.0), 1.5) + near - threat(t, s, nation, to) * 0.02


@compiled
def _politics(t: WarTables, s: War, v: WarWeights, move: int) -> float:
    """Return what a political action promises, or a reply."""
    verb, to = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    nation = int64(s.speaker)
    if verb == Verb.SUE:
        return NEVER
    if verb in (Verb.ARMISTICE, Verb.TRADE, Verb.ACCEPT):
        return -v.peace
    if verb == Verb.OVERTURE:
        return v.overture * (1.0 + t.disputed[to]) - 0.1 * enemy_strength(s, nation, to)
    if verb == Verb.ANNEX:
        need = UNRESISTED - annexation_modifier(t, s, nation, to)
        wins = min(max((7.0 - need) / 6.0, 0.0), 1.0)
        beats = strength(s, nation, to) / (strength(s, nation, to) + 5.0)
        return v.overture * (1.0 + t.disputed[to]) * (2.0 * max(wins, beats) - 1.0)
    if verb == Verb.INCITE:
        if s.owner[to] == nation or s.pap[nation] < 3:
            return -1.0
        return v.incite * t.value[to] - 0.1 * enemy_strength(s, nation, to)
    if verb == Verb.SUPPRESS:
        chance = 1.0 - at_least(armies_at(s, int64(s.active), int64(s.unrest)) + 1)
        return 3.0 * chance - (1.0 - chance)
    return 0.0
