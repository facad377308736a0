"""Chapters 8 and 9: RECRUIT and FORTIFY."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules import codes
from marengo.games.progress.rules.control import is_occupied, lacks, of, on_capital
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import FORTIFIED, Decision


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
def bars_fortifying(t: Tables, s: State, seat: int, move: int) -> int:
    """Return the statement that forbids to fortify an army, 0 if none does (M-9.1, M-9.3)."""
    capital = codes.part(move, codes.ON_CAPITAL)
    stands = on_capital(t, s, seat, codes.part(move, codes.PLACE))
    if capital and not stands:
        return 9_01_1
    if lacks(t, s, seat, move):
        return 9_01_0
    lies = stands == FORTIFIED if capital else codes.part(move, codes.LYING) > 0
    return 9_03_0 if lies and stands_somewhere(t, s, seat) else 0


@compiled
def list_fortifications(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List the armies that may become fortified."""
    for place in range(t.places):
        for standing, lying, capital in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
            move = codes.pack(Decision.FORTIFY, place, 0, standing, lying, capital)
            codes.offer_unless(w, bars_fortifying(t, s, seat, move), move)


@compiled
def fortify(t: Tables, s: State, seat: int, move: int) -> None:
    """Lay an army on its side, unless it lies (M-9.1, M-9.3, M-9.6)."""
    at = of(seat, codes.part(move, codes.PLACE))
    if stands_somewhere(t, s, seat):
        s.normal[at] -= 1
        s.fortified[at] += 1
        if codes.part(move, codes.ON_CAPITAL):
            s.capital[seat] = FORTIFIED
