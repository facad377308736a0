"""Chapters 12 and 13: where armies stand, who is on a capital, and who controls a country."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules.codes import LYING, PLACE, STANDING, part
from marengo.games.progress.rules.position import PLACES, State, Tables
from marengo.games.progress.rules.words import FORTIFIED, NORMAL


@compiled
def of(seat: int, place: int) -> int:
    """Return where the state has what a player has in a place."""
    return seat * PLACES + place


@compiled
def armies_in(s: State, seat: int, place: int) -> int:
    """Return the number of a player's armies in a place."""
    return s.normal[of(seat, place)] + s.fortified[of(seat, place)]


@compiled
def in_play(t: Tables, s: State, seat: int) -> int:
    """Return the number of a player's armies on country cards."""
    return t.armies - s.stock[seat]


@compiled
def is_occupied(s: State, seat: int) -> bool:
    """Return whether an enemy army stands on a player's capital (M-1.7)."""
    return s.capital[1 - seat] != 0


@compiled
def on_capital(t: Tables, s: State, seat: int, place: int) -> int:
    """Return how the army stands that a player has on a capital in a place, 0 if he has none."""
    return s.capital[seat] if place == t.home[1 - seat] else 0


@compiled
def lacks(t: Tables, s: State, seat: int, move: int) -> bool:
    """Return whether a move chooses more armies than a player has in a place beside a capital."""
    place = part(move, PLACE)
    at, stands = of(seat, place), on_capital(t, s, seat, place)
    normal, fortified = s.normal[at] - (stands == NORMAL), s.fortified[at] - (stands == FORTIFIED)
    return part(move, STANDING) > normal or part(move, LYING) > fortified


@compiled
def step_in(t: Tables, s: State, seat: int) -> None:
    """Put one of a player's armies in the enemy home on its capital, a normal one if he can.

    Those who attacked are all normal (M-12.2); an army that stands there stays (M-12.7).
    """
    home = of(seat, t.home[1 - seat])
    if s.capital[seat] == 0:
        if s.normal[home]:
            s.capital[seat] = NORMAL
        elif s.fortified[home]:
            s.capital[seat] = FORTIFIED


@compiled
def controls(t: Tables, s: State, seat: int, place: int) -> bool:
    """Return whether a player controls a country (M-13.1 to M-13.5, M-9.7)."""
    if place == t.home[seat]:
        return not is_occupied(s, seat)
    if place == t.home[1 - seat]:
        return is_occupied(s, 1 - seat)
    return armies_in(s, seat, place) > 0 and armies_in(s, 1 - seat, place) == 0
