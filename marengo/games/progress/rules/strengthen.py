"""Chapter 14: STRENGTHEN."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules import codes
from marengo.games.progress.rules.control import controls
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import Decision


@compiled
def list_strengthenings(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List the controlled countries whose die can be lowered (M-14.1 to M-14.6, M-17.6)."""
    if s.strength[seat] >= t.highest_strength and not t.strengthen_at_6:
        return
    for place in range(t.places):
        if controls(t, s, seat, place) and s.die[place] > t.lowest_die[place]:
            codes.offer_of(w, Decision.STRENGTHEN, place)
    if t.strengthen_optional and w.move_count:
        codes.offer(w, codes.DECLINE)


@compiled
def strengthen(t: Tables, s: State, seat: int, place: int) -> None:
    """Lower the VP die, then raise the strength if it can rise (M-14.1, M-14.6 to M-14.9)."""
    s.die[place] -= 1
    if s.strength[seat] < t.highest_strength:
        s.strength[seat] += 1
