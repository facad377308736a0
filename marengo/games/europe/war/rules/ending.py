"""Chapters 27 and 30: how a war ends, and how batches tell of it."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules.words import GREAT, KINDS, NATIONS, Nation, Piece
from marengo.games.europe.war.rules.ground import (
    count_regions,
    is_played,
    next_in_order,
    pair,
)
from marengo.games.europe.war.rules.record import War, WarResult, WarTables
from marengo.games.europe.war.rules.words import REGIONS, WATERS, Level, Verdict, Victory

OUTSIDE = 8
"""Regions outside its homeland of another nation that Britain can bear (N-27.3)."""

TAINT = 0.1
"""Deduction from a level if a nation that was won over has lost its homeland (N-27.6)."""


@compiled
def judge_peace(t: WarTables, s: War, nation: int) -> None:
    """End the war if a peace does: the only one, that of France, or the last (N-27.1, N-30.10)."""
    if t.victory == Victory.DISPUTED:
        s.verdict, s.victor = Verdict.SUED, s.winners[0]
    elif t.victory == Victory.HISTORICAL:
        if nation == Nation.FRANCE:
            s.verdict, s.victor = Verdict.SUED, _leader_of_coalition(s)
        elif s.camp[nation] == 1:
            for other in range(GREAT):
                if s.camp[other] == 1 and not s.has_sued[other]:
                    return
            s.verdict, s.victor = Verdict.SUED, Nation.FRANCE


@compiled
def _leader_of_coalition(s: War) -> int:
    """Return the nation of the side against France whose war with it was the oldest."""
    for rank in range(NATIONS):
        if s.winners[rank] != NONE and s.camp[s.winners[rank]] == 1:
            return s.winners[rank]
    for nation in range(GREAT):
        if s.camp[nation] == 1:
            return nation
    return NONE


@compiled
def decide(t: WarTables, s: War) -> None:
    """End the war after the last round."""
    if t.victory == Victory.DISPUTED:
        _decide_by_regions(t, s)
    elif t.victory == Victory.HISTORICAL:
        s.verdict, s.victor = Verdict.TIME, Nation.FRANCE
        for nation in range(GREAT):
            if t.marginal[nation] and not s.has_sued[nation]:
                s.victor = NONE  # N-30.21
    else:
        s.verdict, s.victor = Verdict.LEVELS, _best(t, s)


@compiled
def _decide_by_regions(t: WarTables, s: War) -> None:
    """Let the disputed regions decide (N-30.11)."""
    s.verdict = Verdict.REGIONS
    number = count_held(t, s)
    if number >= t.held_for_victory:
        s.victor = t.holder
    elif number < t.held_for_draw:
        s.victor = next_in_order(t, t.holder)


@compiled
def count_held(t: WarTables, s: War) -> int:
    """Return how many disputed regions the one nation holds (N-30.11).

    Its armies stand there alone, or it owns the region and no army stands there.
    """
    total = 0
    for region in range(t.regions):
        if t.disputed[region]:
            mine, others = 0, 0
            for nation in range(NATIONS):
                if nation == t.holder:
                    mine = s.force[nation * REGIONS + region]
                else:
                    others += s.force[nation * REGIONS + region]
            total += others == 0 and (mine > 0 or s.owner[region] == t.holder)
    return total


# --- levels -------------------------------------------------------------------------------------


@compiled
def count_home(t: WarTables, s: War, nation: int, owned: bool) -> int:
    """Return how many regions the homeland of a nation has, or of them those that it owns."""
    total = 0
    for region in range(t.regions):
        if t.home[region] == nation:
            total += int(not owned or s.owner[region] == nation)
    return total


@compiled
def count_ships(s: War, nation: int) -> int:
    """Return how many squadrons a nation has."""
    total = 0
    for water in range(WATERS):
        total += s.ships[nation * WATERS + water]
    return total


@compiled
def level_of(t: WarTables, s: War, nation: int) -> int:
    """Return the best level that a nation meets (N-27.3); neutral ones compare too (N-27.5)."""
    home = count_home(t, s, nation, True)
    if home == 0:
        return Level.EXTINCTION
    if home < count_home(t, s, nation, False):
        return Level.DEFEAT
    if nation == Nation.GREAT_BRITAIN:
        return _naval_level(t, s, nation)
    own, above, first, second = count_regions(t, s, nation), 0, 0, 0
    for other in range(GREAT):
        if other != nation and t.great[other]:
            theirs = count_regions(t, s, other)
            above += int(theirs > own)
            second = max(second, min(first, theirs))
            first = max(first, theirs)
    if own > first + second:
        return Level.TOTAL
    if own > first:
        return Level.GREAT
    return Level.SMALL if above <= 2 else Level.SURVIVAL  # N-27.4


@compiled
def _naval_level(t: WarTables, s: War, nation: int) -> int:
    """Return the level of Great Britain, which looks to its fleet (N-27.3)."""
    most, abroad, first, second = 0, 0, 0, 0
    for other in range(GREAT):
        if other != nation and t.great[other]:
            regions, navy = count_regions(t, s, other), count_ships(s, other)
            most = max(most, regions)
            abroad = max(abroad, regions - count_home(t, s, other, True))
            second = max(second, min(first, navy))
            first = max(first, navy)
    if count_ships(s, nation) <= first + second:
        return Level.SURVIVAL
    if count_regions(t, s, nation) > most:
        return Level.TOTAL
    return Level.GREAT if abroad <= OUTSIDE else Level.SMALL


@compiled
def is_tainted(t: WarTables, s: War, nation: int) -> bool:
    """Return whether a nation won over by this one has lost some of its homeland (N-27.6)."""
    for other in range(GREAT):
        if s.answers_for[pair(nation, other)]:
            if level_of(t, s, other) <= Level.DEFEAT:
                return True
    return False


@compiled
def merit(t: WarTables, s: War, nation: int) -> float:
    """Return what the level of a nation is worth, from 0 to 1; tainted it is less (N-27.6)."""
    level = level_of(t, s, nation)
    tainted = level >= Level.GREAT and is_tainted(t, s, nation)
    return level / Level.TOTAL.value - TAINT * tainted


@compiled
def _best(t: WarTables, s: War) -> int:
    """Return the player nation whose level is worth most, or NONE if two are alike."""
    best, victor = -1.0, NONE
    for nation in range(GREAT):
        if is_played(t, nation):
            worth = merit(t, s, nation)
            if worth == best:
                victor = NONE
            elif worth > best:
                best, victor = worth, nation
    return victor


# --- results ------------------------------------------------------------------------------------


@compiled
def returns(t: WarTables, s: War, seat: int) -> float:
    """Return 1 for who has won, and half of it for each in a draw; in levels, their worth.

    In a historical game all of the side win (N-27.1).
    """
    total, number = 0.0, 0
    for nation in range(GREAT):
        if t.seat[nation] == seat:
            number += 1
            if s.verdict == Verdict.LEVELS:
                total += merit(t, s, nation)
            elif s.victor == NONE:
                total += 0.5
            elif t.victory == Victory.HISTORICAL:
                total += 1.0 * (s.camp[nation] == s.camp[s.victor])
            else:
                total += 1.0 * (nation == s.victor)
    return total / number if number else 0.0


@compiled
def turn_number(t: WarTables, s: War) -> int:
    """Return the number of the turn: each nation has its own in each month (N-4.1)."""
    return s.month * GREAT + (s.active - t.first + GREAT) % GREAT


@compiled
def summarise(t: WarTables, s: War, decisions: int, r: WarResult) -> None:
    """Write how a war ended into a row of results."""
    r.winner = NONE if s.victor == NONE else t.seat[s.victor]
    r.decisions, r.verdict, r.months = decisions, s.verdict, s.month
    r.battles, r.great_battles, r.sea_battles = s.battles, s.great_battles, s.sea_battles
    r.held = count_held(t, s)
    for nation in range(NATIONS):
        r.armies_lost[nation] = 0
        for kind in range(Piece.LEADER):
            r.armies_lost[nation] += s.dead[nation * KINDS + kind]
        r.leaders_lost[nation] = s.dead[nation * KINDS + Piece.LEADER]
        r.squadrons_lost[nation] = s.sunk[nation]
        r.regions_owned[nation] = count_regions(t, s, nation)
        r.level[nation] = 0 if nation == Nation.MINOR else level_of(t, s, nation)
        seat = t.seat[nation]
        r.result[nation] = 1.0 * NONE if seat == NONE else returns(t, s, seat)
