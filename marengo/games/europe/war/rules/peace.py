"""Chapters 13 and 17 as far as two nations at war need them: commitment, peace and armistice."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules.words import NATIONS
from marengo.games.europe.war.rules.ground import are_enemies, enemy_armies
from marengo.games.europe.war.rules.minors import enemy_of
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import Decision, Verdict

SUE, WON = 2, 2
"""What suing for peace costs in PAP, and brings the enemy whose war is oldest (N-17.7, N-17.9)."""

ARMISTICE = 1
"""What it costs either side in PAP (N-12.5, N-13.19)."""


@compiled
def may_sue(t: WarTables, s: War, nation: int) -> bool:
    """Whether a nation may sue for peace: one at war, whatever PAP it has (N-17.6, N-17.7)."""
    return enemy_of(t, s, nation) != NONE


@compiled
def sue(t: WarTables, s: War, nation: int) -> None:
    """Let a nation sue for peace: it has lost at once, without a congress (N-30.10).

    It pays what it has, and its enemy receives what the oldest war brings (N-17.7, N-17.9).
    """
    s.verdict, s.victor = Verdict.SUED, enemy_of(t, s, nation)
    s.pap[nation] -= min(int64(s.pap[nation]), int64(SUE))
    s.pap[s.victor] += WON


@compiled
def may_offer_armistice(s: War, nation: int, other: int) -> bool:
    """Whether two nations are at war and can both pay for an armistice (N-13.19)."""
    can_pay = s.pap[nation] >= ARMISTICE and s.pap[other] >= ARMISTICE
    return are_enemies(s, nation, other) and can_pay


@compiled
def make_armistice(s: War, nation: int, other: int) -> None:
    """Let two nations make an armistice: a draw (N-30.10)."""
    s.pap[nation] -= ARMISTICE
    s.pap[other] -= ARMISTICE
    s.verdict, s.victor = Verdict.ARMISTICE, NONE


@compiled
def note_capitals(t: WarTables, s: War) -> None:
    """Let those whose capital has become occupied roll against their commitment (N-17.5)."""
    for region in range(t.regions):
        if t.capital[region]:
            nation = int64(t.home[region])
            held = int64(enemy_armies(s, nation, int64(region)) > 0)
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
            return int64(nation)
    return int64(NONE)


@compiled
def roll_commitment(t: WarTables, s: War, roll: int) -> None:
    """Let a nation hold out, or sue for peace: above its commitment (N-17.2)."""
    nation = doubting(s)
    s.doubts[nation] -= 1
    if roll > t.commitment[nation]:
        sue(t, s, nation)
