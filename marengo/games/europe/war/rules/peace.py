"""Chapter 17: commitment, suing for peace and the congress that follows."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, NATIONS
from marengo.games.europe.war.rules import ending, relations
from marengo.games.europe.war.rules.ground import (
    are_enemies,
    enemy_armies,
    fill,
    is_active,
    is_at_war,
    is_minor,
    is_played,
    pair,
    seat_of,
)
from marengo.games.europe.war.rules.neutrals import end_looseness, go_home, is_neutral, release
from marengo.games.europe.war.rules.points import (
    ANNEX,
    ARMISTICE,
    LIBERATE,
    SUE,
    bars_payment,
    gain_pap,
)
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import Decision, Verb, Verdict, Victory

SPOILS = (2, 1)
"""PAP of the two enemies whose wars are the oldest (N-17.9)."""

HOMELAND = 2
"""PAP that a region of the loser's homeland costs in a congress (N-17.12)."""

BAN = 12
"""Rounds in which no winner may declare war on the loser (N-17.10)."""


# --- commitment ---------------------------------------------------------------------------------


@compiled
def note_capitals(t: WarTables, s: War) -> None:
    """Let those whose capital has become occupied roll against their commitment (N-17.5)."""
    for region in range(t.regions):
        if t.capital[region]:
            nation = t.home[region]
            held = int(enemy_armies(s, nation, region) > 0)
            if held and not s.fallen[region]:
                s.doubts[nation] += 1
            s.fallen[region] = held


@compiled
def seek_doubt(s: War) -> bool:
    """Let the dice decide whether a nation holds out; return whether one doubts (N-17.2)."""
    nation = doubting(s)
    if nation == NONE:
        return False
    s.decision, s.to_move = Decision.COMMITMENT_ROLL, CHANCE
    return True


@compiled
def doubting(s: War) -> int:
    """Return the first nation that is to roll against its commitment, or NONE."""
    for nation in range(NATIONS):
        if s.doubts[nation] > 0:
            return nation
    return NONE


@compiled
def roll_commitment(t: WarTables, s: War, roll: int) -> None:
    """Let a nation hold out, or sue for peace: above its commitment (N-17.2)."""
    nation = doubting(s)
    s.doubts[nation] -= 1
    if roll > t.commitment[nation] and is_at_war(s, nation):
        sue(t, s, nation)


# --- peace --------------------------------------------------------------------------------------


@compiled
def sue(t: WarTables, s: War, nation: int) -> None:
    """Let a nation sue for peace: all its wars end, and a congress follows (N-17.7 to N-17.11).

    Any nation at war may (N-17.6). It pays what it has and owes the rest; a neutral one pays
    nothing, and is controlled no more.
    """
    if is_played(t, nation):
        paid = min(s.pap[nation], SUE)
        s.pap[nation] -= paid
        s.debt[nation] += SUE - paid
    s.has_sued[nation], s.doubts[nation] = 1, 0
    _rank_winners(s, nation)
    for rank in range(len(SPOILS)):
        if s.winners[rank] != NONE and is_played(t, s.winners[rank]):
            gain_pap(s, s.winners[rank], SPOILS[rank])
    for other in range(GREAT):
        if are_enemies(s, nation, other):
            relations.end_war(s, nation, other)
            s.ban[pair(other, nation)] = s.month + BAN
            end_looseness(t, s, other)
    if is_neutral(t, nation):
        release(t, s, nation)  # N-17.16
    s.loser, s.sitting, s.yields = nation, 0, 0
    ending.judge_peace(t, s, nation)


@compiled
def _rank_winners(s: War, nation: int) -> None:
    """Note the enemies of a nation in the order in which their wars began (N-17.9)."""
    since = 0
    for rank in range(NATIONS):
        s.winners[rank], first = NONE, 0
        for other in range(GREAT):
            begun = s.war_since[pair(nation, other)]
            if are_enemies(s, nation, other) and begun > since:
                if s.winners[rank] == NONE or begun < first:
                    s.winners[rank], first = other, begun
        since = s.wars if s.winners[rank] == NONE else first


@compiled
def make_armistice(t: WarTables, s: War, nation: int, other: int) -> None:
    """Let two nations make an armistice; in a war for regions it is a draw (N-13.19, N-30.10)."""
    s.pap[nation] -= ARMISTICE
    s.pap[other] -= ARMISTICE
    relations.end_war(s, nation, other)
    if t.victory == Victory.DISPUTED:
        s.verdict, s.victor = Verdict.ARMISTICE, NONE


# --- congress -----------------------------------------------------------------------------------


@compiled
def count_winners(t: WarTables, s: War) -> int:
    """Return how many winners take steps in a congress: no neutral nation does (N-17.18)."""
    number = 0
    for rank in range(NATIONS):
        if s.winners[rank] != NONE and is_played(t, s.winners[rank]):
            number += 1
    return number


@compiled
def seek_congress(t: WarTables, s: War) -> bool:
    """Ask the next winner, until all have passed in succession (N-17.11).

    Return whether somebody is asked.
    """
    if s.loser == NONE:
        return False
    if s.yields >= count_winners(t, s):
        if not is_active(s, s.loser):
            go_home(t, s, s.loser)
        s.loser, s.sitting, s.yields = NONE, 0, 0
        fill(s.winners, NONE)
        return False
    while s.winners[s.sitting] == NONE or not is_played(t, s.winners[s.sitting]):
        _next_winner(s)
    s.decision, s.to_move = Decision.CONGRESS, seat_of(t, s, s.winners[s.sitting])
    if s.freed != NONE:
        s.decision = Decision.LIBERATION
    return True


@compiled
def _next_winner(s: War) -> None:
    s.sitting = (s.sitting + 1) % NATIONS


@compiled
def price(t: WarTables, s: War, region: int) -> int:
    """Return what annexing a region costs in a congress (N-17.12, N-17.14)."""
    return HOMELAND if t.home[region] == s.loser else ANNEX


@compiled
def bars_taking(t: WarTables, s: War, region: int) -> int:
    """Return the statement that forbids a winner to annex a region of the loser, 0 if none does.

    A capital goes last, when all else of the homeland belongs to others.
    """
    if s.owner[region] != s.loser:
        return 17_12_0
    if t.capital[region] and t.home[region] == s.loser:
        for other in range(t.regions):
            if t.home[other] == s.loser and s.owner[other] == s.loser and not t.capital[other]:
                return 17_13_0
    return bars_payment(s, s.winners[s.sitting], price(t, s, region))


@compiled
def bars_liberation(t: WarTables, s: War, region: int) -> int:
    """Return the statement that forbids to free a region of the loser, 0 if none does.

    A second one is free.
    """
    if s.owner[region] != s.loser:
        return 18_07_0
    if t.home[region] == s.loser:
        return 18_08_0
    if s.decision == Decision.LIBERATION:
        return 0
    return bars_payment(s, s.winners[s.sitting], LIBERATE)


@compiled
def bars_step(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids a step in a congress, 0 if none does."""
    region = codes.part(move, codes.TO)
    if codes.part(move, codes.VERB) == Verb.ANNEX:
        return bars_taking(t, s, region)
    return bars_liberation(t, s, region)


@compiled
def list_steps(t: WarTables, s: War, w: Workspace) -> None:
    """List what a winner may do in a congress (N-17.11); of a second region only to free it."""
    codes.offer_verb(w, Verb.PASS)
    for region in range(t.regions):
        if s.decision == Decision.CONGRESS and not bars_taking(t, s, region):
            codes.offer(w, codes.counted(Verb.ANNEX, region))
    for region in range(t.regions):
        codes.offer_unless(w, bars_liberation(t, s, region), codes.counted(Verb.LIBERATE, region))


@compiled
def take_step(t: WarTables, s: War, move: int) -> None:
    """Take a step in a congress, or pass; two regions may be freed at the price of one (N-18.7)."""
    verb, region = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    nation, second = s.winners[s.sitting], s.freed != NONE
    s.freed = NONE
    if verb == Verb.ANNEX:
        s.pap[nation] -= price(t, s, region)
        s.owner[region] = nation
    elif verb == Verb.LIBERATE:
        _free(t, s, region)
        if not second:
            s.pap[nation] -= LIBERATE
            s.freed = region
            return
    s.yields = s.yields + 1 if verb == Verb.PASS and not second else 0
    _next_winner(s)


@compiled
def _free(t: WarTables, s: War, region: int) -> None:
    """Let a region have no owner, or its own nation; what rose there is at peace (N-18.8)."""
    s.owner[region] = NONE if is_minor(t, region) else t.home[region]
    s.uprising[region] = 0
