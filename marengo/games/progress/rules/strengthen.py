"""Chapter 14: STRENGTHEN."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules import codes
from marengo.games.progress.rules.control import controls
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import Decision


@compiled
def bars_strengthening(t: Tables, s: State, seat: int, move: int) -> int:
    """Return the statement that forbids to lower a country's die, or none, 0 if none does."""
    place = codes.part(move, codes.PLACE)
    if move == codes.DECLINE:
        return 0 if t.strengthen_optional else 14_04_0
    if not controls(t, s, seat, place):
        return 14_01_0
    return 0 if s.die[place] > t.lowest_die[place] else 14_01_1


@compiled
def list_strengthenings(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List the countries whose die can be lowered; nothing without effect (M-14.3, M-14.6)."""
    if s.strength[seat] >= t.highest_strength and not t.strengthen_at_6:
        return
    for place in range(t.places):
        move = codes.naming(Decision.STRENGTHEN, place)
        codes.offer_unless(w, bars_strengthening(t, s, seat, move), move)
    if w.move_count:
        codes.offer_unless(w, bars_strengthening(t, s, seat, codes.DECLINE), codes.DECLINE)


@compiled
def strengthen(t: Tables, s: State, seat: int, place: int) -> None:
    """Lower the VP die, then raise the strength if it can rise (M-14.1, M-14.6 to M-14.9)."""
    s.die[place] -= 1
    if s.strength[seat] < t.highest_strength:
        s.strength[seat] += 1
