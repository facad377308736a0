"""Chapter 12: what political actions cost, and how the points for them are received.

Functions that begin with ``bars`` return which statement of the rules forbids an action, 0 if none
does: 13_14_0 is N-13.14, and 16_01_2 the third thing that N-16.1 wants. What is said of each stands
in :mod:`marengo.games.europe.war.legality`.
"""

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
def bars_payment(s: War, nation: int, number: int) -> int:
    """Return the statement that forbids a nation to pay so much, 0 if none does."""
    return 12_10_0 if s.pap[nation] < number else 0
