"""Chapter 30: how a war ends that nobody has sued to end, and how batches tell of any."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules.words import KINDS, NATIONS, Piece
from marengo.games.europe.war.rules.ground import next_in_order
from marengo.games.europe.war.rules.record import War, WarResult, WarTables
from marengo.games.europe.war.rules.words import REGIONS, Verdict


@compiled
def decide(t: WarTables, s: War) -> None:
    """Let the disputed regions decide after the last round (N-30.11)."""
    s.verdict = Verdict.REGIONS
    number = count_held(t, s)
    if number >= t.held_for_victory:
        s.victor = t.holder
    elif number < t.held_for_draw:
        s.victor = next_in_order(t, int64(t.holder))


@compiled
def count_held(t: WarTables, s: War) -> int:
    """Return how many disputed regions the one nation holds (N-30.11).

    Its armies stand there alone, or it owns the region and no army stands there.
    """
    total = int64(0)
    for region in range(t.regions):
        if t.disputed[region]:
            mine, others = int64(0), int64(0)
            for nation in range(NATIONS):
                if nation == t.holder:
                    mine = int64(s.force[nation * REGIONS + region])
                else:
                    others += s.force[nation * REGIONS + region]
            total += others == 0 and (mine > 0 or s.owner[region] == t.holder)
    return total


@compiled
def returns(t: WarTables, s: War, seat: int) -> float:
    """Return 1 for who has won, and half of it for each in a draw."""
    if s.victor == NONE:
        return 0.5
    return 1.0 if t.seat[s.victor] == seat else 0.0


@compiled
def turn_number(t: WarTables, s: War) -> int:
    """Return the month, from 1."""
    return int64(s.month)


@compiled
def summarise(t: WarTables, s: War, decisions: int, r: WarResult) -> None:
    """Write how a war ended into a row of results."""
    r.winner = NONE if s.victor == NONE else t.seat[s.victor]
    r.decisions, r.verdict, r.months = decisions, s.verdict, s.month
    r.battles, r.great_battles, r.held = s.battles, s.great_battles, count_held(t, s)
    for seat in range(2):
        r.armies_lost[seat], r.leaders_lost[seat], r.regions_owned[seat] = 0, 0, 0
    for nation in range(NATIONS):
        if t.seat[nation] != NONE:
            for kind in range(KINDS):
                lost = int64(s.dead[nation * KINDS + kind])
                if kind == Piece.LEADER:
                    r.leaders_lost[t.seat[nation]] += lost
                else:
                    r.armies_lost[t.seat[nation]] += lost
    for region in range(t.regions):
        if s.owner[region] != NONE:
            r.regions_owned[t.seat[s.owner[region]]] += 1
