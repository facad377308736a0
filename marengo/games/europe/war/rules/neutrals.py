"""Chapter 15: neutral great nations, who controls them and for how long."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, KINDS, Nation
from marengo.games.europe.war.rules import relations
from marengo.games.europe.war.rules.ground import (
    are_allied,
    are_enemies,
    is_active,
    is_played,
    may_stand,
    next_in_order,
    next_player,
    pair,
    put,
    seat_of,
    stand,
)
from marengo.games.europe.war.rules.points import OVERTURE, bars_payment
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import REGIONS, Decision, Relation, Verb

FAR = 120
"""Number above any distance between capitals."""


@compiled
def is_neutral(t: WarTables, nation: int) -> bool:
    """Return whether a great nation is no player's own (N-1.5), controlled or not."""
    return t.great[nation] != 0 and not is_played(t, nation)


@compiled
def bars_winning_over(t: WarTables, s: War, nation: int, other: int) -> int:
    """Return the statement that forbids an overture to a neutral great nation, 0 if none does."""
    if not is_neutral(t, other):
        return 15_02_0
    if s.controller[other] == nation:
        return 15_02_1
    return bars_payment(s, nation, OVERTURE)


@compiled
def win_over(s: War, nation: int, other: int) -> None:
    """Make an overture to a neutral great nation."""
    s.pap[nation] -= OVERTURE
    s.free_nation, s.addressee = nation, other
    s.decision, s.to_move = Decision.DIPLOMACY_ROLL, CHANCE


@compiled
def roll_diplomacy(t: WarTables, s: War, roll: int) -> None:
    """Win a nation over, or free it from its controller; a roll above the value fails (N-15.3)."""
    nation, other = s.free_nation, s.addressee
    s.free_nation, s.addressee = NONE, NONE
    if roll > t.diplomacy[pair(nation, other)]:
        return
    if is_active(s, other):
        for third in range(GREAT):
            if are_enemies(s, other, third):
                relations.end_war(s, other, third)
                end_looseness(t, s, third)
        release(t, s, other)
    else:
        s.controller[other] = nation
        s.answers_for[pair(nation, other)] = 1  # N-27.6
        relations.set_relation(s, nation, other, Relation.ALLIED)


@compiled
def release(t: WarTables, s: War, nation: int) -> None:
    """End control of a neutral great nation: its alliances end, its troops go home (N-15.10).

    Uncontrolled it is inactive (N-15.1).
    """
    s.controller[nation], s.loose[nation] = NONE, 0
    for other in range(GREAT):
        if other != nation and s.relation[pair(nation, other)] == Relation.ALLIED:
            relations.part_from(s, other, nation)
    go_home(t, s, nation)


@compiled
def go_home(t: WarTables, s: War, nation: int) -> None:
    """Bring the troops of a nation that are outside its own regions to its capital (N-15.10).

    Who has no region of his own left to go to is removed.
    """
    for region in range(t.regions):
        for kind in range(KINDS * int(s.owner[region] != nation)):
            number = s.troops[stand(nation, region, kind)]
            if number > 0:
                home = _home_of(t, s, nation, region, kind)
                put(s, nation, region, kind, -number)
                if home == NONE:
                    s.dead[nation * KINDS + kind] += number
                else:
                    put(s, nation, home, kind, number)


@compiled
def _home_of(t: WarTables, s: War, nation: int, region: int, kind: int) -> int:
    """Return the nearer capital of a nation, or else another of its own regions, or NONE."""
    nearest, home = t.nearest[nation * REGIONS + region], NONE
    for other in range(t.regions):
        if s.owner[other] == nation and may_stand(t, s, nation, kind, other):
            capital = t.capital[other] and t.home[other] == nation
            if home == NONE or other == nearest or (capital and home != nearest):
                home = other
    return home


# --- war on a neutral nation -------------------------------------------------------------------


@compiled
def seek_protector(t: WarTables, s: War, nation: int, aggressor: int) -> None:
    """Give control of an attacked nation to an enemy of the attacker, at random (N-15.4).

    If there is none the others are asked whether they declare war as well.
    """
    s.third, s.lots = nation, 0
    for other in range(GREAT):
        if _is_rival(t, s, other, aggressor) and are_enemies(s, other, aggressor):
            s.lots |= 1 << other
    if s.lots:
        s.aggressor = aggressor
        draw_lot(t, s, Verb.DECLARE)
    else:
        ask_pledges(t, s, Verb.DECLARE, aggressor)


@compiled
def _is_rival(t: WarTables, s: War, nation: int, aggressor: int) -> bool:
    """Return whether a nation is a player nation of another player than the attacker's."""
    return is_played(t, nation) and t.player[nation] != t.player[s.controller[aggressor]]


@compiled
def ask_pledges(t: WarTables, s: War, offer: int, aggressor: int) -> None:
    """Ask the others in turn order whether they declare war now (N-15.5, N-16.4)."""
    s.offer, s.aggressor, s.addressee = offer, aggressor, aggressor
    seek_pledge(t, s)


@compiled
def seek_pledge(t: WarTables, s: War) -> None:
    """Ask the next that may declare war; when all have said what they do, go on."""
    aggressor = s.aggressor
    s.addressee = next_in_order(t, s.addressee)
    while s.addressee != aggressor:
        other = s.addressee
        asked = s.offer == Verb.ANNEX or _is_rival(t, s, other, aggressor)
        if asked and not relations.bars_declaration(t, s, other, aggressor):
            s.decision, s.to_move = Decision.PLEDGE, seat_of(t, s, other)
            return
        s.addressee = next_in_order(t, other)
    offer = s.offer
    s.offer, s.addressee = 0, NONE
    if offer == Verb.ANNEX:
        s.aggressor, s.lots = NONE, 0
        s.decision, s.to_move = Decision.ANNEXATION_ROLL, CHANCE
    elif s.lots:
        draw_lot(t, s, Verb.DECLARE)
    else:
        _seek_nearest(t, s)


@compiled
def pledge(t: WarTables, s: War, verb: int) -> None:
    """Declare war on who attacks a neutral nation or annexes, or do not."""
    if verb == Verb.ACCEPT:
        relations.declare_war(t, s, s.addressee, s.aggressor)
        s.lots |= 1 << s.addressee
    seek_pledge(t, s)


@compiled
def _seek_nearest(t: WarTables, s: War) -> None:
    """Give the rival whose capital is nearest control of a nation, for one war (N-15.4, N-15.6)."""
    best, nation = FAR, s.third
    for other in range(GREAT):
        if _is_rival(t, s, other, s.aggressor):
            away = t.distance[pair(nation, other)]
            if away < best:
                best, s.lots = away, 0
            if away == best:
                s.lots |= 1 << other
    s.loose[nation] = 1 + s.aggressor
    draw_lot(t, s, Verb.DECLARE)


@compiled
def draw_lot(t: WarTables, s: War, verb: int) -> None:
    """Let chance draw one of the nations noted, for what is done (N-28.4)."""
    s.lot, s.decision, s.to_move = verb, Decision.LOT, CHANCE


@compiled
def list_lots(s: War, w: Workspace) -> None:
    """List the nations of which chance draws one, all as likely."""
    for nation in range(GREAT):
        if s.lots >> nation & 1:
            codes.offer(w, Verb.CHOOSE | nation << codes.WIDTH * codes.NATION)


@compiled
def protect(t: WarTables, s: War, nation: int) -> None:
    """Let a player nation control a nation that was attacked, and be its ally (N-15.4, N-15.11).

    So are those of its allies that are at war with who attacked; of one that only had the nearest
    capital nobody is an ally.
    """
    other, aggressor = s.third, s.aggressor
    s.controller[other] = nation
    if not s.loose[other]:
        for friend in range(GREAT):
            joins = are_enemies(s, friend, aggressor) and friend != other
            if joins and are_allied(s, nation, friend):
                relations.set_relation(s, other, friend, Relation.ALLIED)
    s.third, s.aggressor, s.lots, s.lot = NONE, NONE, 0, 0


@compiled
def end_looseness(t: WarTables, s: War, nation: int) -> None:
    """Release a nation that was controlled for a war that is over (N-15.4, N-15.7)."""
    if s.loose[nation] and not are_enemies(s, nation, s.loose[nation] - 1):
        release(t, s, nation)


@compiled
def arm_minor(t: WarTables, s: War, annexer: int) -> None:
    """Let a minor nation fight for itself, played by who is not allied to the annexer (N-16.7)."""
    other = next_player(t, annexer)
    while other != annexer and are_allied(s, other, annexer):
        other = next_player(t, other)
    if other == annexer:
        other = next_player(t, annexer)
    s.controller[Nation.MINOR] = other
    s.relation[pair(Nation.MINOR, annexer)] = Relation.WAR
    s.relation[pair(annexer, Nation.MINOR)] = Relation.WAR
