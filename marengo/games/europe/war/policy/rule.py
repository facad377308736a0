"""The rule-of-thumb player of the war: a score for each legal move."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.policy import rule
from marengo.games.europe.policy.facts import FACES, at_least, weight_in, worth
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.board import at
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.pursuit import pursuit_need
from marengo.games.europe.rules.words import (
    ARMS,
    GREAT,
    KINDS,
    NATIONS,
    PIECES,
    Arm,
    Nation,
    Piece,
    Zone,
)
from marengo.games.europe.war.policy.facts import (
    FAR,
    Ground,
    WarScores,
    WarWeights,
    at_hand,
    enemy_strength,
    gain_at_sea,
    strength,
    threat,
)
from marengo.games.europe.war.rules.ending import count_ships
from marengo.games.europe.war.rules.fight import bars_retreat, fleeing_nation
from marengo.games.europe.war.rules.ground import (
    are_allied,
    are_enemies,
    armies_at,
    pair,
)
from marengo.games.europe.war.rules.landing import CALLED_UP, bars_landing, room_at
from marengo.games.europe.war.rules.march import ready
from marengo.games.europe.war.rules.minors import UNRESISTED, annexation_modifier
from marengo.games.europe.war.rules.neutrals import is_neutral
from marengo.games.europe.war.rules.peace import price
from marengo.games.europe.war.rules.production import value_of
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sea import (
    STRIKERS,
    enemy_ships,
    friendly_ships,
    may_strike_from,
    ships_at,
)
from marengo.games.europe.war.rules.sequence import DEFENDS
from marengo.games.europe.war.rules.words import FIRST, NEAR, REGIONS, SEAS, Decision, Verb

NEVER = -100.0
"""Score of what is never done."""

SPARED = 0.5
"""Share of an army that pursuit may cost if a battle is given up."""

MARCH, WORTH_A_WAR = 4.0, 0.6
"""Steps from capital to capital that are near, and how near who is attacked must be."""


@compiled
def score_moves(t: WarTables, s: War, w: Workspace, e: Ground, v: WarWeights, k: WarScores) -> None:
    """Score the legal moves of a decision for the seat that decides."""
    if s.decision in (Decision.MARCH, Decision.PASSAGE, Decision.PURCHASE):
        _set_prizes(t, s, v, k, s.active if s.decision == Decision.PURCHASE else s.mover)
    for number in range(w.move_count):
        move = w.moves[number]
        if s.decision < FIRST and codes.part(move, codes.VERB) == Verb.RETREAT:
            k.value[number] = v.sharpness * _giving_up(t, s, v)
        elif s.decision < FIRST:
            k.value[number] = v.sharpness * rule.promise(t, s, v, move & ~DEFENDS)
        else:
            k.value[number] = v.war_sharpness * _promise(t, s, e, v, k, move)


@compiled
def _promise(t: WarTables, s: War, e: Ground, v: WarWeights, k: WarScores, move: int) -> float:
    """Return what a move promises."""
    decision = s.decision
    if decision == Decision.MARCH:
        return _march(t, s, e, v, k, move)
    if decision == Decision.NUMBER:
        return _number(t, s, v, codes.part(move, codes.TO))
    if decision == Decision.RETREAT:
        return _retreat(t, s, fleeing_nation(s), codes.part(move, codes.TO))
    if decision == Decision.LEAVE:
        return _retreat(t, s, s.addressee, codes.part(move, codes.TO))
    if decision >= Decision.VOYAGE and decision <= Decision.PASSAGE:
        return _sea(t, s, e, v, k, move)
    if decision == Decision.REPLY or decision == Decision.PLEDGE:
        return _reply(t, s, v, move)
    if decision in (Decision.CONGRESS, Decision.LIBERATION):
        return _congress(t, s, move)
    if decision == Decision.PURCHASE:
        return _purchase(t, s, e, v, k, move)
    if decision == Decision.LOSS:
        return -worth(codes.part(move, codes.PIECE))
    return _politics(t, s, e, v, move)


@compiled
def _giving_up(t: WarTables, s: War, v: WarWeights) -> float:
    """Return what it promises to give a battle up: much where it is lost, and most can go."""
    side, nation, ways = s.half, s.nation, 0
    mine, theirs = _in_the_field(s, side), _in_the_field(s, 1 - side)
    for number in range(NEAR):
        ways += int(bars_retreat(t, s, nation, Piece.INFANTRY, number) == 0)
    if theirs < v.hopeless * mine or ways == 0 or _run_down(t, s, side) > SPARED * mine:
        return -v.retreat
    return v.retreat


@compiled
def _in_the_field(s: War, side: int) -> float:
    """Return what the armies of a side are worth that are not routed."""
    total = 0.0
    for zone in range(Zone.ROUT):
        total += weight_in(s, side, zone)
    return total


@compiled
def _run_down(t: WarTables, s: War, side: int) -> float:
    """Return what pursuit may be expected to cost a side that gives up (N-26.6, N-26.7)."""
    horse, cover, foot = 0, 0.0, 0
    for nation in range(NATIONS):
        for zone in range(Zone.ROUT):
            for piece in range(PIECES):
                number = s.units[at(nation, zone, piece)]
                if s.side[nation] == side:
                    cover += number * (ARMS[piece] == Arm.CAVALRY)
                elif s.side[nation] == 1 - side:
                    horse += number * (ARMS[piece] == Arm.CAVALRY)
                    foot += number * (ARMS[piece] == Arm.INFANTRY)
    infantry, cavalry = Piece.INFANTRY, Piece.CAVALRY
    if cover > 0.0:
        return horse * (FACES + 1 - pursuit_need(t, cavalry, cavalry)) / FACES * worth(cavalry)
    ridden = horse * (FACES + 1 - pursuit_need(t, cavalry, infantry)) / FACES
    return ridden + foot * (FACES + 1 - pursuit_need(t, infantry, infantry)) / FACES


@compiled
def _set_prizes(t: WarTables, s: War, v: WarWeights, k: WarScores, nation: int) -> None:
    """Note how much there is to be won, or to be saved, in each region."""
    for region in range(t.regions):
        owner = s.owner[region]
        prize = v.army * enemy_strength(s, nation, region)
        if owner != nation and armies_at(s, nation, region) == 0:
            hostile = owner != NONE and are_enemies(s, nation, owner)
            prize += v.region * t.disputed[region] + v.deny * t.value[region] * hostile
            if t.capital[region]:
                prize += v.capital if hostile else v.aid
        if t.capital[region] and t.home[region] == nation:
            near = enemy_strength(s, nation, region) + threat(t, s, nation, region)
            prize += v.home * near / (strength(s, nation, region) + 1.0)
        k.prize[region] = prize


@compiled
def goal(t: WarTables, e: Ground, k: WarScores, region: int) -> float:
    """Return how much there is to be won near a region: what is near counts for more."""
    total = 0.0
    for other in range(t.regions):
        if k.prize[other] > 0.0:
            away = 1.0 + e.distance[region * REGIONS + other]
            total += k.prize[other] / (away * away)
    return total


@compiled
def _number(t: WarTables, s: War, v: WarWeights, number: int) -> float:
    """Return what so many promise: all, but for who guards a capital that is in danger."""
    move, nation = s.pending, s.mover
    region = codes.part(move, codes.ZONE)
    leaves = codes.part(move, codes.VERB) in (Verb.MARCH, Verb.TRANSPORT)
    if leaves and number == armies_at(s, nation, region) and _is_in_danger(t, s, nation, region):
        return number - v.garrison
    return 1.0 * number


@compiled
def _is_in_danger(t: WarTables, s: War, nation: int, region: int) -> bool:
    """Return whether a region is a nation's own capital with enemies beside it."""
    own = t.capital[region] != 0 and t.home[region] == nation
    return own and threat(t, s, nation, region) > 0.0


@compiled
def _march(t: WarTables, s: War, e: Ground, v: WarWeights, k: WarScores, move: int) -> float:
    """Return what a step promises: battle with good odds, ground, and company."""
    verb = codes.part(move, codes.VERB)
    if verb == Verb.END:
        return 0.0
    nation, kind = s.mover, codes.part(move, codes.PIECE)
    if verb != Verb.MARCH:
        return _put_to_sea(t, s, e, v, k, nation, move)
    region, to = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
    theirs, mine = enemy_strength(s, nation, to), strength(s, nation, to)
    if kind == Piece.LEADER:
        return (
            v.mass * (mine - strength(s, nation, region)) if theirs == 0.0 or mine > 0.0 else NEVER
        )
    hand = at_hand(t, s, to)
    score = v.goal * (goal(t, e, k, to) - goal(t, e, k, region))
    enemies = enemy_strength(s, nation, region)
    if theirs > 0.0:
        if hand < v.odds * theirs:
            return NEVER
        score += v.attack * min(hand / theirs, 3.0)
    else:
        around = threat(t, s, nation, to)
        if around > hand:
            score -= v.danger * (around - hand) / (around + 1.0)
        score += v.mass * mine / (mine + 1.0)
    if enemies == 0.0 and armies_at(s, nation, region) == 1 and s.owner[region] == nation:
        if threat(t, s, nation, region) > 0.0:
            score -= v.guard + v.garrison * _is_in_danger(t, s, nation, region)
    return score


@compiled
def _put_to_sea(
    t: WarTables, s: War, e: Ground, v: WarWeights, k: WarScores, nation: int, move: int
) -> float:
    """Return what squadrons promise that put to sea or attack a port, and units that land."""
    verb, place = codes.part(move, codes.VERB), codes.part(move, codes.ZONE)
    if verb == Verb.TRANSPORT:
        return _embark(t, s, e, v, k, move)
    if verb == Verb.STRIKE:
        mine = min(may_strike_from(s, place), STRIKERS)
        return v.fleet * gain_at_sea(s, nation, mine, SEAS + codes.part(move, codes.TO)) - 0.1
    if codes.part(move, codes.WORN):
        return -1.0
    prey = _prey(s, e, v, nation, ships_at(s, nation, place), place)
    if prey > 0.0:
        return prey
    if nation != Nation.GREAT_BRITAIN:
        return -1.0
    return 0.2 if place >= SEAS else -0.5


@compiled
def _prey(s: War, e: Ground, v: WarWeights, nation: int, mine: int, water: int) -> float:
    """Return what so many squadrons promise to win in a sea area near to where they are."""
    best = 0.0
    if count_ships(s, nation) <= _enemy_navies(s, nation):
        return best  # who is weaker in all stays in port
    for sea in range(SEAS):
        if enemy_ships(s, nation, sea) > 0:
            together = mine + (friendly_ships(s, nation, sea) if sea != water else 0)
            away = 0 if water >= SEAS else e.voyage[water * SEAS + sea]
            gain = gain_at_sea(s, nation, together, sea)
            best = max(best, v.fleet * gain / (1.0 + 0.1 * away))
    return best


@compiled
def _embark(t: WarTables, s: War, e: Ground, v: WarWeights, k: WarScores, move: int) -> float:
    """Return what it promises to land on the best coast of a sea area."""
    best, nation, kind = NEVER, s.mover, codes.part(move, codes.PIECE)
    origin, sea = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
    hand = _ashore(s, origin, sea)
    for region in range(t.regions):
        if not bars_landing(t, s, kind, origin, sea, region):
            if kind != Piece.LEADER or strength(s, nation, region) > 0.0:
                best = max(best, _landing(t, s, e, v, k, region, hand))
    return v.land + best - v.goal * goal(t, e, k, origin) - enemy_ships(s, nation, sea)


@compiled
def _ashore(s: War, origin: int, sea: int) -> float:
    """Return what units of a port are worth that squadrons can still land (N-9.5)."""
    total, many, room = 0.0, 0.0, 1.0 * room_at(s, Piece.INFANTRY, sea) - s.cargo
    for kind in range(Piece.LEADER):
        number = ready(s, origin, kind, 0)
        total += number * worth(kind)
        many += number
    return total * min(1.0, room / many) if many > 0.0 else 0.0


@compiled
def _landing(
    t: WarTables, s: War, e: Ground, v: WarWeights, k: WarScores, region: int, hand: float
) -> float:
    """Return what it promises to land so much in a region, whose militia may be called up."""
    nation, owner = s.mover, s.owner[region]
    theirs, mine = enemy_strength(s, nation, region), hand + strength(s, nation, region)
    if owner != NONE and t.home[region] == owner and are_enemies(s, nation, owner):
        theirs += CALLED_UP * worth(Piece.MILITIA) * (1 - s.called_up[region])
    hostile = theirs > 0.0 or (owner != NONE and are_enemies(s, nation, owner))
    theirs *= v.coast
    if mine < v.odds * theirs or not hostile or _harms(s, v, region, hand):
        return NEVER
    around, score = threat(t, s, nation, region), v.goal * goal(t, e, k, region)
    if theirs > 0.0:
        score += v.attack * min(mine / theirs, 3.0)
    if around > mine:
        score -= v.danger * (around - mine) / (around + 1.0)
    return score


@compiled
def _harms(s: War, v: WarWeights, region: int, hand: float) -> bool:
    """Return whether landing ``hand`` harms friends attacking by land: all then fight a landing."""
    nation, friends = s.mover, 0.0
    for other in range(NATIONS):
        if are_allied(s, nation, other):
            friends += strength(s, other, region)
    fought = enemy_strength(s, nation, region) > 0.0 and s.landed[region] == NONE
    return fought and friends > 0.0 and hand <= (v.coast - 1.0) * friends


@compiled
def _sea(t: WarTables, s: War, e: Ground, v: WarWeights, k: WarScores, move: int) -> float:
    """Return what a step at sea promises: battle where one is stronger, and havens where not."""
    verb, to = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    nation = s.fleet if s.cargo == 0 else s.mover
    if s.decision == Decision.ENGAGEMENT:
        nation = s.seeker
        mine = friendly_ships(s, nation, s.water)
        gain = v.fleet * gain_at_sea(s, nation, mine, s.water)
        return gain if verb == Verb.ENGAGE else 0.0
    if verb == Verb.VIA and s.cargo:
        if to < SEAS:
            return -1.0 * enemy_ships(s, nation, to)
        kind = s.cargo_kind
        hand = _ashore(s, s.origin, s.route)
        if kind != Piece.LEADER:
            hand += s.cargo * worth(kind)
        elif strength(s, nation, to - SEAS) > 0.0:
            return 10.0
        return _landing(t, s, e, v, k, to - SEAS, hand)
    if verb != Verb.VIA or to >= SEAS:
        return -0.5 * (verb == Verb.VIA)
    outnumbered = enemy_ships(s, nation, to) > friendly_ships(s, nation, to) + s.squadrons
    here = _prey(s, e, v, nation, s.squadrons, s.water)
    ahead = _prey(s, e, v, nation, s.squadrons, to)
    return 3.0 * (ahead - here) - 2.0 * outnumbered - 0.05


@compiled
def _reply(t: WarTables, s: War, v: WarWeights, move: int) -> float:
    """Return what it promises to agree: to an alliance or passage if there is a common enemy."""
    if codes.part(move, codes.VERB) == Verb.REFUSE:
        return 0.0
    asked, asks = s.addressee, s.speaker
    if s.decision == Decision.PLEDGE or s.offer in (Verb.ARMISTICE, Verb.TRADE, Verb.PART):
        return -v.peace
    if s.offer == Verb.CONSENT:
        return 1.0
    if s.offer == Verb.STRAITS:
        asks = s.mover if s.fleet == NONE else s.fleet
        return -1.0 if are_enemies(s, asked, asks) else 0.2
    return 1.0 if has_common_enemy(s, asked, asks) else -1.0


@compiled
def has_common_enemy(s: War, nation: int, other: int) -> bool:
    """Return whether two nations have an enemy in common and are not at war with each other."""
    common = False
    for third in range(GREAT):
        if are_enemies(s, nation, third) and are_enemies(s, other, third):
            common = True
    return common and not are_enemies(s, nation, other)


@compiled
def _congress(t: WarTables, s: War, move: int) -> float:
    """Return what a step in a congress promises: what is worth most for its price."""
    verb, region = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    if verb == Verb.ANNEX:
        return 1.0 * value_of(t, s.winners[s.sitting], region) / price(t, s, region)
    return 0.4 if verb == Verb.LIBERATE else 0.0


@compiled
def _retreat(t: WarTables, s: War, nation: int, to: int) -> float:
    """Return how safe a region is to retreat to."""
    return strength(s, nation, to) - 0.5 * threat(t, s, nation, to)


@compiled
def _enemy_navies(s: War, nation: int) -> int:
    """Return how many squadrons the enemies of a nation have."""
    total = 0
    for other in range(GREAT):
        if are_enemies(s, nation, other):
            total += count_ships(s, other)
    return total


@compiled
def _purchase(t: WarTables, s: War, e: Ground, v: WarWeights, k: WarScores, move: int) -> float:
    """Return what is worth buying: arms in proportion, near to where they are needed."""
    verb, nation = codes.part(move, codes.VERB), s.active
    if verb == Verb.END:
        return -1.0
    if verb == Verb.BUILD:
        outdone = count_ships(s, nation) > _enemy_navies(s, nation)
        return 0.8 if nation == Nation.GREAT_BRITAIN and not outdone else -1.5
    if verb == Verb.BUY_PAP:
        return v.save + v.court * _best_prospect(t, s, e, nation) if s.pap[nation] < 2 else -2.0
    kind, to = codes.part(move, codes.PIECE), codes.part(move, codes.TO)
    mine, infantry = 0, 0
    for region in range(t.regions):
        for unit_kind in range(KINDS):
            number = s.troops[(nation * REGIONS + region) * KINDS + unit_kind]
            if unit_kind == kind:
                mine += number
            if unit_kind == Piece.INFANTRY:
                infantry += number
    wanted = infantry / 4.0
    if kind == Piece.INFANTRY:
        wanted = 12.0
    elif kind == Piece.LEADER:
        wanted = infantry / 10.0
    near = 0.1 * goal(t, e, k, to)
    return min(wanted / (mine + 1.0), 1.5) + near - threat(t, s, nation, to) * 0.02


@compiled
def prospect(t: WarTables, s: War, e: Ground, nation: int, other: int) -> float:
    """Return the chance to win a neutral great nation, less for one far from the enemy (N-15.3).

    None for one that an ally controls.
    """
    holder, best = s.controller[other], 0.0
    if not is_neutral(t, other) or (holder != NONE and not are_enemies(s, nation, holder)):
        return 0.0
    for enemy in range(GREAT):
        if are_enemies(s, nation, enemy):
            best = max(best, _nearness(t, e, other, enemy))
    return best * (1.0 - at_least(t.diplomacy[pair(nation, other)] + 1))


@compiled
def _nearness(t: WarTables, e: Ground, nation: int, other: int) -> float:
    """Return how near the capitals of two nations are by land: 1 for near, 0 for far."""
    steps = FAR
    for start in range(t.regions):
        if t.capital[start] and t.home[start] == nation:
            for end in range(t.regions):
                if t.capital[end] and t.home[end] == other:
                    steps = min(steps, e.distance[start * REGIONS + end])
    return min(1.0, MARCH / max(steps, 1))


@compiled
def _best_prospect(t: WarTables, s: War, e: Ground, nation: int) -> float:
    best = 0.0
    for other in range(GREAT):
        best = max(best, prospect(t, s, e, nation, other))
    return best


@compiled
def _talk(
    t: WarTables, s: War, e: Ground, v: WarWeights, nation: int, verb: int, other: int
) -> float:
    """Return what it promises to win another great nation for oneself."""
    if verb == Verb.GIVE:
        helps = has_common_enemy(s, nation, s.active)
        return v.subsidy if helps and s.active == other else -v.subsidy
    if verb == Verb.WIN_OVER:
        return v.court * prospect(t, s, e, nation, other) - 0.1
    return 0.3 if has_common_enemy(s, nation, other) else -1.0


@compiled
def _send_to_war(t: WarTables, s: War, e: Ground, v: WarWeights, move: int) -> float:
    """Return what it promises to declare war: nothing, but for a nation that one controls."""
    actor, other = codes.part(move, codes.PIECE) - 1, codes.part(move, codes.NATION)
    if actor < 0 or not are_enemies(s, s.speaker, other):
        return -v.peace
    return v.court * (_nearness(t, e, actor, other) - WORTH_A_WAR)


@compiled
def _politics(t: WarTables, s: War, e: Ground, v: WarWeights, move: int) -> float:
    """Return what a political action promises, or a reply."""
    verb, to = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    nation = s.speaker
    if verb in (Verb.SUE, Verb.BREAK):
        return NEVER
    if verb in (Verb.WIN_OVER, Verb.ALLY, Verb.REQUEST, Verb.GIVE):
        return _talk(t, s, e, v, nation, verb, codes.part(move, codes.NATION))
    if verb == Verb.DECLARE:
        return _send_to_war(t, s, e, v, move)
    if verb in (Verb.ARMISTICE, Verb.TRADE, Verb.PART, Verb.REVOKE, Verb.JOIN):
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
        chance = 1.0 - at_least(armies_at(s, s.active, s.unrest) + 1)
        return 3.0 * chance - (1.0 - chance)
    return 0.0
