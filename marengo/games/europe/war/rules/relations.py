"""Chapter 13: war, peace and alliance between great nations, and rights of passage."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, KINDS, NATIONS, Nation
from marengo.games.europe.war.rules.ground import (
    armies_at,
    enemy_armies,
    has_passage,
    is_active,
    is_gone,
    is_played,
    is_there,
    may_enter,
    may_stand,
    neighbour,
    number_of,
    pair,
    put,
    seat_of,
    stand,
)
from marengo.games.europe.war.rules.points import ARMISTICE, BREAK, DECLARE, bars_payment
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import (
    NEAR,
    REGIONS,
    Decision,
    Parting,
    Relation,
    Step,
    Verb,
    Victory,
)


@compiled
def set_relation(s: War, nation: int, other: int, relation: int) -> None:
    """Set the relation of two nations, and forget what was between them (N-13.2)."""
    for entry in (pair(nation, other), pair(other, nation)):
        s.relation[entry], s.broke[entry], s.truce[entry] = relation, 0, 0


@compiled
def begin_war(s: War, nation: int, other: int) -> None:
    """Put two nations at war; rights of passage end (N-13.14, N-13.15, N-13.20)."""
    set_relation(s, nation, other, Relation.WAR)
    s.wars += 1
    for entry in (pair(nation, other), pair(other, nation)):
        s.war_since[entry], s.passage[entry] = s.wars, 0


@compiled
def end_war(s: War, nation: int, other: int) -> None:
    """Make two nations neutral; troops beside the other's may leave in peace (N-17.17)."""
    set_relation(s, nation, other, Relation.NEUTRAL)
    s.truce[pair(nation, other)] = 1 + has_its_turn(s, nation)
    s.truce[pair(other, nation)] = 1 + has_its_turn(s, other)


@compiled
def has_its_turn(s: War, nation: int) -> bool:
    """Return whether a nation moves in this turn, and its turn is not over."""
    return s.step < Step.PARTING and moves_now(s, nation)


@compiled
def moves_now(s: War, nation: int) -> bool:
    """Return whether a nation moves in this turn, by itself or with an ally (N-4.9)."""
    return s.joined[nation] == 1 or (s.active == nation and s.joined[nation] == 0)


@compiled
def end_turns(s: War) -> None:
    """Note who has had a turn to leave where its former enemies are (N-17.17)."""
    for nation in range(GREAT):
        if has_its_turn(s, nation):
            for other in range(GREAT):
                if s.truce[pair(nation, other)] > 0:
                    s.truce[pair(nation, other)] -= 1


# --- declaring war, breaking alliances, armistice ---------------------------------------------


@compiled
def bars_address(t: WarTables, nation: int, other: int) -> int:
    """Return the statement by which a nation is none that another has to do with, 0 if none."""
    if other == nation:
        return 13_01_0
    if other >= GREAT or not t.great[other]:
        return 1_04_0
    return 0


@compiled
def bars_declaration(t: WarTables, s: War, nation: int, other: int) -> int:
    """Return the statement that forbids a nation to declare war on another, 0 if none does."""
    stranger = bars_address(t, nation, other)
    if stranger:
        return stranger
    if not is_active(s, nation):
        return 13_17_0
    if s.controller[nation] == s.controller[other]:
        return 13_17_1  # of ours: nobody fights a nation for which he acts
    relation = s.relation[pair(nation, other)]
    if relation == Relation.WAR:
        return 13_14_0
    if relation == Relation.ALLIED:
        return 13_10_0
    if s.ban[pair(nation, other)] >= s.month:
        return 17_10_0
    if is_gone(t, s, other):
        return 27_09_0
    return bars_payment(s, s.controller[nation], DECLARE)


@compiled
def declare_war(t: WarTables, s: War, nation: int, other: int) -> None:
    """Declare war, which who acts for the nation pays; in a historical game one takes sides."""
    s.pap[s.controller[nation]] -= DECLARE
    begin_war(s, nation, other)
    if t.victory == Victory.HISTORICAL and other == Nation.FRANCE and s.camp[nation] == NONE:
        s.camp[nation] = 1  # N-27.2


@compiled
def bars_break(s: War, nation: int, other: int) -> int:
    """Return the statement that forbids a nation to break with an ally, 0 if none does."""
    if s.relation[pair(nation, other)] != Relation.ALLIED:
        return 13_07_0
    return bars_payment(s, nation, BREAK)


@compiled
def part_from(s: War, nation: int, other: int) -> None:
    """Let a nation be neutral to its ally: the troops of both must part (N-13.7, N-13.8)."""
    set_relation(s, nation, other, Relation.NEUTRAL)
    s.broke[pair(nation, other)] = Parting.BROKEN
    s.parted = max(s.parted, Parting.BROKEN.value)


@compiled
def bars_armistice(t: WarTables, s: War, nation: int, other: int) -> int:
    """Return the statement that forbids two nations an armistice, 0 if none does."""
    if not is_played(t, other):
        return 13_19_0
    if s.relation[pair(nation, other)] != Relation.WAR:
        return 13_19_1
    payment = bars_payment(s, nation, ARMISTICE)
    if payment:
        return payment
    return 13_19_2 if bars_payment(s, other, ARMISTICE) else 0


@compiled
def bars_request(s: War, nation: int, other: int) -> int:
    """Return the statement that forbids to ask a nation for passage, 0 if none does."""
    if s.relation[pair(nation, other)] != Relation.NEUTRAL:
        return 13_11_0
    if has_passage(s, nation, other):
        return 13_11_1
    return 0 if is_active(s, other) else 15_01_0


@compiled
def grant(s: War, nation: int, other: int) -> None:
    """Let another nation pass (N-13.11); its troops need not leave any more (N-13.8)."""
    s.passage[pair(nation, other)] = 1
    s.broke[pair(nation, other)], s.broke[pair(other, nation)] = 0, 0


@compiled
def revoke(s: War, nation: int, other: int) -> None:
    """Let another nation pass no more: its troops leave at once (N-13.13)."""
    s.passage[pair(nation, other)] = 0
    show_out(s, nation, other)


@compiled
def show_out(s: War, nation: int, other: int) -> None:
    """Let the troops of another leave at once where a nation is (N-13.13, N-14.10).

    Those of an ally with which it has just broken leave as such, when the window is over.
    """
    if s.broke[pair(nation, other)] != Parting.BROKEN:
        s.broke[pair(nation, other)] = s.parted = Parting.LIFTED


# --- troops that must leave -------------------------------------------------------------------


@compiled
def must_leave(s: War, nation: int, other: int, region: int, why: int) -> bool:
    """Return whether units of a nation must leave a region for another's sake (N-13.8, N-13.13).

    Of former allies in one region the one that does not own it leaves; if neither does, the one
    that broke with the other. One without passage leaves what the other owns or occupies.
    """
    forth, back = pair(nation, other), pair(other, nation)
    if s.broke[forth] != why and s.broke[back] != why:
        return False
    if s.relation[forth] != Relation.NEUTRAL or s.truce[forth] > 0:
        return False
    if has_passage(s, nation, other) or not is_there(s, nation, region):
        return False
    if s.owner[region] == nation:
        return False
    theirs, occupied = s.owner[region] == other, armies_at(s, other, region) > 0
    if why == Parting.LIFTED:
        return s.broke[back] == why and (theirs or occupied)
    return occupied and (theirs or s.broke[forth] == why)


@compiled
def bars_refuge(t: WarTables, s: War, nation: int, other: int, kind: int, to: int) -> int:
    """Return the statement that forbids units that must leave to go to an adjacent region, or 0.

    When the battles of the turn are over nobody leaves to where enemy armies are.
    """
    if s.owner[to] == other or armies_at(s, other, to) > 0:
        return 13_08_0
    if s.step == Step.PARTING and enemy_armies(s, nation, to) > 0:
        return 13_21_0
    if not may_stand(t, s, nation, kind, to):
        return 2_12_0
    return 0 if may_enter(s, nation, to) else 6_04_0


@compiled
def refuge_of(t: WarTables, s: War, nation: int, region: int) -> int:
    """Return the capital to which units go that can leave to nowhere else, or NONE (N-13.8).

    Of two it is the nearer, unless enemy armies are there.
    """
    refuge = NONE
    for other in range(t.regions):
        own = t.capital[other] and t.home[other] == nation and s.owner[other] == nation
        if own and enemy_armies(s, nation, other) == 0:
            if refuge == NONE or other == t.nearest[nation * REGIONS + region]:
                refuge = other
    return refuge


@compiled
def seek_guest(t: WarTables, s: War) -> bool:
    """Ask where units without passage leave to, at once; return whether there are any."""
    return s.parted == Parting.LIFTED and _seek_leaver(t, s, Parting.LIFTED)


@compiled
def seek_leaver(t: WarTables, s: War) -> bool:
    """Ask where the next former allies leave to, after a window, as war may follow in it.

    Return whether there is one.
    """
    return s.parted != Parting.NONE and _seek_leaver(t, s, Parting.BROKEN)


@compiled
def _seek_leaver(t: WarTables, s: War, why: int) -> bool:
    """Ask where the next units leave to; those without choice go; return whether there is one."""
    for region in range(t.regions):
        for nation in range(GREAT):
            for other in range(GREAT):
                if must_leave(s, nation, other, region, why):
                    if _leave(t, s, nation, other, region):
                        return True
    s.parted = Parting.NONE
    for place in range(NATIONS * NATIONS):
        if s.broke[place] == why:
            s.broke[place] = Parting.PAST
        elif s.broke[place] == Parting.BROKEN:
            s.parted = Parting.BROKEN
    return False


@compiled
def _leave(t: WarTables, s: War, nation: int, other: int, region: int) -> bool:
    """Let units without choice leave; ask about the others, and return whether there are any."""
    chooses = False
    for kind in range(KINDS):
        number = s.troops[stand(nation, region, kind)]
        ways, last = 0, NONE
        for border in range(NEAR):
            to = neighbour(t, region, border)
            if to != NONE and not bars_refuge(t, s, nation, other, kind, to):
                ways, last = ways + 1, to
        if ways == 0:
            last = refuge_of(t, s, nation, region)
        if ways > 1 and number > 0 and seat_of(t, s, nation) != NONE:
            chooses = True
        elif last != NONE and last != region:
            put(s, nation, region, kind, -number)
            put(s, nation, last, kind, number)
    if chooses:
        s.given, s.addressee, s.third = region, nation, other
        s.decision, s.to_move = Decision.LEAVE, seat_of(t, s, nation)
    return chooses


# --- troops in what is another's ---------------------------------------------------------------


@compiled
def host_of(s: War, nation: int, region: int) -> int:
    """Return the neutral nation in whose region units of a nation have no right to be, or NONE."""
    owner = s.owner[region]
    if owner in (NONE, nation) or not is_there(s, nation, region):
        return NONE
    neutral = s.relation[pair(nation, owner)] == Relation.NEUTRAL
    return owner if neutral and not has_passage(s, nation, owner) else NONE


@compiled
def note_intruders(t: WarTables, s: War) -> None:
    """Note who has no right to be where he is as a turn begins (N-13.21)."""
    for region in range(t.regions):
        s.intruders[region] = 0
        for nation in range(GREAT):
            if host_of(s, nation, region) != NONE:
                s.intruders[region] |= 1 << nation


@compiled
def seek_intruder(t: WarTables, s: War) -> bool:
    """Ask where units leave to that still have no right to be there (N-13.21, N-17.17).

    They had the turn that ends to leave in. Units without choice go, or are removed. Return
    whether somebody is asked.
    """
    for region in range(t.regions):
        for nation in range(GREAT * int(s.intruders[region] != 0)):
            host = host_of(s, nation, region)
            if s.intruders[region] >> nation & 1 and host != NONE and moves_now(s, nation):
                if _leave(t, s, nation, host, region):
                    return True
                _remove(s, nation, region)
    return False


@compiled
def _remove(s: War, nation: int, region: int) -> None:
    """Remove units that can leave to nowhere, as who cannot retreat (N-26.14)."""
    for kind in range(KINDS):
        number = s.troops[stand(nation, region, kind)]
        put(s, nation, region, kind, -number)
        s.dead[nation * KINDS + kind] += number


@compiled
def bars_leaving(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids units to leave for a region, 0 if none does."""
    kind, to = codes.part(move, codes.PIECE), codes.part(move, codes.TO)
    if s.troops[stand(s.addressee, s.given, kind)] == 0:
        return 6_01_0
    if number_of(t, s.given, to) == NONE:
        return 13_08_1
    return bars_refuge(t, s, s.addressee, s.third, kind, to)


@compiled
def list_leavers(t: WarTables, s: War, w: Workspace) -> None:
    """List which units may leave, and where to."""
    for kind in range(KINDS):
        for border in range(NEAR):
            to = neighbour(t, s.given, border)
            move = codes.counted(codes.unit_of(Verb.WITHDRAW, kind, 0, 0), to)
            if to != NONE and not bars_leaving(t, s, move):
                codes.offer(w, move)


@compiled
def leave(s: War, move: int, number: int) -> None:
    """Let so many units leave."""
    nation, kind = s.addressee, codes.part(move, codes.PIECE)
    put(s, nation, s.given, kind, -number)
    put(s, nation, codes.part(move, codes.TO), kind, number)
    s.given, s.addressee, s.third = NONE, NONE, NONE
