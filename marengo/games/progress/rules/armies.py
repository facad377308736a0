"""Chapters 8 and 9: RECRUIT and FORTIFY."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules import codes
from marengo.games.progress.rules.control import is_occupied, of, on_capital
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import FORTIFIED, NORMAL, Decision


@compiled
def recruit(t: Tables, s: State, seat: int) -> None:
    """Put an army of the stock into the home, standing, if the capital is free (M-8.1 to M-8.6)."""
    if s.stock[seat] > 0 and not is_occupied(s, seat):
        s.stock[seat] -= 1
        s.normal[of(seat, t.home[seat])] += 1


@compiled
def stands_somewhere(t: Tables, s: State, seat: int) -> bool:
    """Return whether a player has a normal army in play."""
    stands = False
    for place in range(t.places):
        stands = stands or s.normal[of(seat, place)] > 0
    return stands


@compiled
def list_fortifications(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List the armies that may become fortified: normal ones, if there are any (M-9.1, M-9.3)."""
    lying, kind, none = int(not stands_somewhere(t, s, seat)), Decision.FORTIFY, 0
    for place in range(t.places):
        at, stands = of(seat, place), on_capital(t, s, seat, place)
        armies = s.fortified[at] if lying else s.normal[at]
        capital = int(stands == (FORTIFIED if lying else NORMAL))
        if armies > capital:
            codes.offer(w, codes.pack(kind, place, none, 1 - lying, lying, none))
        if capital:
            codes.offer(w, codes.pack(kind, place, none, none, none, capital))


@compiled
def fortify(t: Tables, s: State, seat: int, move: int) -> None:
    """Lay an army on its side, unless it lies (M-9.1, M-9.3, M-9.6)."""
    at = of(seat, codes.part(move, codes.PLACE))
    if stands_somewhere(t, s, seat):
        s.normal[at] -= 1
        s.fortified[at] += 1
        if codes.part(move, codes.ON_CAPITAL):
            s.capital[seat] = FORTIFIED
