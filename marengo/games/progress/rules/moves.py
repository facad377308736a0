"""Chapter 7: moves."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules import codes
from marengo.games.progress.rules.codes import part
from marengo.games.progress.rules.control import of, on_capital, step_in
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import FORTIFIED, NORMAL, Card, Decision


@compiled
def list_marches(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List which armies of one country may go to which other (M-7.1 to M-7.11)."""
    most = 2 if s.played[seat] == Card.MOVE_2 else 1
    for place in range(t.places):
        at, stands = of(seat, place), on_capital(t, s, seat, place)
        normal = s.normal[at] - int(stands == NORMAL)
        fortified = s.fortified[at] - int(stands == FORTIFIED)
        for to in range(t.places):
            if t.borders[place] >> to & 1:
                ends = place, to
                _list_groups(w, ends, most, normal, fortified, int(stands != 0))


@compiled
def _list_groups(
    w: Workspace, ends: tuple[int, int], most: int, normal: int, fortified: int, on_capital: int
) -> None:
    """List one army or two of a country, those alike as one choice (M-20.2)."""
    for capital in range(1 + on_capital):
        for lying in range(1 + min(most - capital, fortified)):
            for standing in range(1 + min(most - capital - lying, normal)):
                if capital + lying + standing > 0:
                    group = standing, lying, capital
                    codes.offer(w, codes.pack(Decision.MOVE, ends[0], ends[1], *group))


@compiled
def march(t: Tables, s: State, seat: int, move: int) -> None:
    """Move armies, without a battle (M-7.8); they arrive standing (M-7.9).

    A capital that is left is free (M-7.10, M-7.11, M-12.4).
    """
    here, there = of(seat, part(move, codes.PLACE)), of(seat, part(move, codes.TO))
    standing, lying = part(move, codes.STANDING), part(move, codes.LYING)
    leaves = part(move, codes.ON_CAPITAL)
    if leaves:
        standing += s.capital[seat] == NORMAL
        lying += s.capital[seat] == FORTIFIED
        s.capital[seat] = 0
    s.normal[here] -= standing
    s.fortified[here] -= lying
    s.normal[there] += standing + lying
    if leaves and t.capital_successor:
        step_in(t, s, seat)
