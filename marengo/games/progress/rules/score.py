"""Chapter 15: SCORE and supply."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules.control import armies_in, controls, is_occupied
from marengo.games.progress.rules.position import State, Tables

BASE = 1
"""VP for the card itself (M-15.1)."""


@compiled
def worth(t: Tables, s: State, seat: int) -> int:
    """Return the VP that SCORE is due, whatever the supply (M-15.1, M-15.3, M-17.7 to M-17.9)."""
    home = t.home[seat]
    if is_occupied(s, seat) and t.score_occupied_total:
        return 0
    invaded = armies_in(s, 1 - seat, home) > 0 and not t.home_vp_when_invaded
    total = BASE if t.marlborough_base_vp or not invaded else 0
    for place in range(t.places):
        if controls(t, s, seat, place) and not (invaded and place == home):
            total += s.die[place]
    return total


@compiled
def score(t: Tables, s: State, seat: int) -> None:
    """Take VP, as many as there are, and all cards back (M-6.2, M-15.4 to M-15.10)."""
    received = min(worth(t, s, seat), s.supply)
    s.supply -= received
    s.vp[seat] += received
    if t.score_occupied_take_back or not is_occupied(s, seat):
        s.hand[seat] = t.cards
        s.played[seat] = 0
