"""Chapter 7: moves."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules import codes
from marengo.games.progress.rules.codes import part
from marengo.games.progress.rules.control import armies_in, lacks, of, on_capital, step_in
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import FORTIFIED, NORMAL, Card, Decision


@compiled
def bars_march(t: Tables, s: State, seat: int, move: int) -> int:
    """Return the statement that forbids armies to go to another country, 0 if none does."""
    place, capital = part(move, codes.PLACE), part(move, codes.ON_CAPITAL)
    alone = s.played[seat] == Card.MOVE_1
    if not t.borders[place] >> part(move, codes.TO) & 1:
        return 7_01_0 if alone else 7_02_0
    number = part(move, codes.STANDING) + part(move, codes.LYING) + capital
    if number == 0:
        return 7_04_0
    if number > (1 if alone else 2):
        return 7_01_1 if alone else 7_02_1
    if capital and not on_capital(t, s, seat, place):
        return 7_10_1
    return 7_10_0 if lacks(t, s, seat, move) else 0


@compiled
def list_marches(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List which armies of one country may go to which other, those alike as one (M-20.2)."""
    for place in range(t.places):
        at, stands = of(seat, place), on_capital(t, s, seat, place)
        for to in range(t.places if armies_in(s, seat, place) else 0):
            for capital in range(1 + (stands > 0)):
                for lying in range(1 + s.fortified[at]):
                    for standing in range(1 + s.normal[at]):
                        move = codes.pack(Decision.MOVE, place, to, standing, lying, capital)
                        codes.offer_unless(w, bars_march(t, s, seat, move), move)


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
