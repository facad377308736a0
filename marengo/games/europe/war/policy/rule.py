"""The rule-of-thumb player of the war: a score for each legal move."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.games.europe.policy import rule
from marengo.games.europe.policy.facts import at_least, worth
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, KINDS, Nation, Piece
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
from marengo.games.europe.war.rules.ground import (
    are_enemies,
    armies_at,
    pair,
)
from marengo.games.europe.war.rules.minors import UNRESISTED, annexation_modifier
from marengo.games.europe.war.rules.peace import price
from marengo.games.europe.war.rules.production import value_of
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sea import enemy_ships, friendly_ships, may_strike_from
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import FIRST, REGIONS, SEAS, Decision, Verb

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
        return _retreat(t, s, fleeing_nation(s), codes.part(move, codes.TO))
    if decision == Decision.LEAVE:
        return _retreat(t, s, int64(s.addressee), codes.part(move, codes.TO))
    if decision >= Decision.VOYAGE and decision <= Decision.PASSAGE:
        return _sea(t, s, e, v, move)
    if decision == Decision.REPLY or decision == Decision.PLEDGE:
        return _reply(t, s, v, move)
    if decision in (Decision.CONGRESS, Decision.LIBERATION):
        return _congress(t, s, move)
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
    verb = codes.part(move, codes.VERB)
    if verb == Verb.END:
        return 0.0
    nation, kind = int64(s.mover), codes.part(move, codes.PIECE)
    if verb != Verb.MARCH:
        return _put_to_sea(t, s, nation, move)
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
def _put_to_sea(t: WarTables, s: War, nation: int, move: int) -> float:
    """Return what squadrons promise that put to sea, or attack a port; landings are not sought."""
    verb, place = codes.part(move, codes.VERB), codes.part(move, codes.ZONE)
    if verb == Verb.SAIL and codes.part(move, codes.WORN) == 0 and nation == Nation.GREAT_BRITAIN:
        return 0.2 if place >= SEAS else -0.5
    if verb == Verb.STRIKE:
        there = enemy_ships(s, nation, SEAS + codes.part(move, codes.TO))
        return 0.5 if there == 1 and may_strike_from(s, place) > 1 else -1.0
    return -1.0


@compiled
def _sea(t: WarTables, s: War, e: Ground, v: WarWeights, move: int) -> float:
    """Return what a step at sea promises: battle where one is stronger, and havens where not."""
    verb, to = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    nation = int64(s.fleet) if s.cargo == 0 else int64(s.mover)
    if s.decision == Decision.ENGAGEMENT:
        nation = int64(s.seeker)
        mine = friendly_ships(s, nation, int64(s.water))
        ahead = 1.0 * (mine - enemy_ships(s, nation, int64(s.water)))
        return ahead if verb == Verb.ENGAGE else 0.5
    if verb == Verb.VIA and s.cargo:
        return (
            -1.0 * enemy_ships(s, nation, to) if to < SEAS else goal(t, s, e, v, nation, to - SEAS)
        )
    if verb == Verb.VIA:
        mine = friendly_ships(s, nation, to) + s.squadrons
        theirs = enemy_ships(s, nation, to) if to < SEAS else int64(0)
        return 1.0 * (theirs > 0 and mine >= theirs) - 2.0 * (theirs > mine) - 0.5
    return 0.0


@compiled
def _reply(t: WarTables, s: War, v: WarWeights, move: int) -> float:
    """Return what it promises to agree: to an alliance or passage if there is a common enemy."""
    if codes.part(move, codes.VERB) == Verb.REFUSE:
        return 0.0
    asked, asks = int64(s.addressee), int64(s.speaker)
    if s.decision == Decision.PLEDGE or s.offer in (Verb.ARMISTICE, Verb.TRADE, Verb.PART):
        return -v.peace
    if s.offer == Verb.CONSENT:
        return 1.0
    if s.offer == Verb.STRAITS:
        asks = int64(s.mover) if s.fleet == NONE else int64(s.fleet)
        return -1.0 if are_enemies(s, asked, asks) else 0.2
    return 1.0 if has_common_enemy(s, asked, asks) else -1.0


@compiled
def has_common_enemy(s: War, nation: int, other: int) -> bool:
    """Whether two nations are at war with the same third, and not with each other."""
    common = False
    for third in range(GREAT):
        if are_enemies(s, nation, int64(third)) and are_enemies(s, other, int64(third)):
            common = True
    return common and not are_enemies(s, nation, other)


@compiled
def _congress(t: WarTables, s: War, move: int) -> float:
    """Return what a step in a congress promises: what is worth most for its price."""
    verb, region = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    if verb == Verb.ANNEX:
        return 1.0 * value_of(t, int64(s.winners[s.sitting]), region) / price(t, s, region)
    return 0.4 if verb == Verb.LIBERATE else 0.0


@compiled
def _retreat(t: WarTables, s: War, nation: int, to: int) -> float:
    """Return how safe a region is to retreat to."""
    return strength(s, nation, to) - 0.5 * threat(t, s, nation, to)


@compiled
def _purchase(t: WarTables, s: War, e: Ground, v: WarWeights, move: int) -> float:
    """Return what is worth buying: arms in proportion, near to where they are needed."""
    verb, nation = codes.part(move, codes.VERB), int64(s.active)
    if verb == Verb.END:
        return -1.0
    if verb == Verb.BUILD:
        return 0.8 if nation == Nation.GREAT_BRITAIN else -1.5
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
def _talk(t: WarTables, s: War, nation: int, verb: int, other: int) -> float:
    """Return what it promises to win another great nation for oneself."""
    if verb == Verb.WIN_OVER:
        return 4.0 * (1.0 - at_least(int64(t.diplomacy[pair(nation, other)]) + 1)) - 1.0
    return 0.3 if has_common_enemy(s, nation, other) else -1.0


@compiled
def _politics(t: WarTables, s: War, v: WarWeights, move: int) -> float:
    """Return what a political action promises, or a reply."""
    verb, to = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    nation = int64(s.speaker)
    if verb in (Verb.SUE, Verb.BREAK):
        return NEVER
    if verb in (Verb.WIN_OVER, Verb.ALLY, Verb.REQUEST):
        return _talk(t, s, nation, verb, codes.part(move, codes.NATION))
    if verb in (Verb.ARMISTICE, Verb.TRADE, Verb.DECLARE, Verb.PART, Verb.REVOKE, Verb.JOIN):
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
