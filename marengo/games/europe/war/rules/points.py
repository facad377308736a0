"""Chapter 12: what political actions cost, and how the points for them are received."""

from marengo.core.engine.compiled import compiled
from marengo.games.europe.war.rules.record import War

OVERTURE, ANNEX, ARMISTICE, BREAK, DECLARE, INCITE, SUE, LIBERATE = 2, 1, 1, 1, 1, 1, 2, 1
"""Cost of political actions in PAP (N-12.5, N-12.6)."""


@compiled
def gain_pap(s: War, nation: int, number: int) -> None:
    """Let a nation receive PAP; what it owes is paid first (N-17.7)."""
    paid = min(number, s.debt[nation])
    s.debt[nation] -= paid
    s.pap[nation] += number - paid


@compiled
def may_pay(s: War, nation: int, number: int) -> bool:
    """Return whether a nation can pay for an action (N-12.10)."""
    return s.pap[nation] >= number
