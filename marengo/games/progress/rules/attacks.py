"""Chapters 10 and 11: attacks and combat."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules import codes, control
from marengo.games.progress.rules.control import armies_in, is_occupied, of, on_capital, step_in
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import FORTIFIED, NORMAL, Decision


@compiled
def garrison_of(t: Tables, s: State, seat: int, place: int) -> bool:
    """Return whether a player's garrison is in a place, and active (M-11.4 to M-11.6, M-12.5)."""
    return place == t.home[seat] and not is_occupied(s, seat)


@compiled
def is_target(t: Tables, s: State, seat: int, place: int, normal: bool) -> bool:
    """Return whether a player's army in a country has something to attack (M-10.1, M-10.2).

    The army is a normal one if such is wanted (M-10.8).
    """
    own = s.normal[of(seat, place)] if normal else armies_in(s, seat, place)
    return own > 0 and (armies_in(s, 1 - seat, place) > 0 or garrison_of(t, s, 1 - seat, place))


@compiled
def has_target(t: Tables, s: State, seat: int, normal: bool) -> bool:
    """Return whether a player may attack (M-10.3), or must with a normal army (M-10.8, M-10.10)."""
    possible = False
    for place in range(t.places):
        possible = possible or is_target(t, s, seat, place, normal)
    return possible


@compiled
def bars_attack(t: Tables, s: State, seat: int, move: int) -> int:
    """Return the statement that forbids an attack, or to decline one, 0 if none does."""
    if move == codes.DECLINE:
        return 10_08_0 if has_target(t, s, seat, True) else 0
    place, capital = codes.part(move, codes.PLACE), codes.part(move, codes.ON_CAPITAL)
    if not is_target(t, s, seat, place, False):
        return 10_01_0
    bound = not t.attack_elsewhere and has_target(t, s, seat, True)
    if bound and not is_target(t, s, seat, place, True):
        return 10_09_0
    if capital and on_capital(t, s, seat, place) != FORTIFIED:
        return 10_05_1
    if control.lacks(t, s, seat, move):
        return 10_05_0
    stands = s.normal[of(seat, place)] > 0 or codes.part(move, codes.LYING) or capital
    return 0 if stands else 10_11_0


@compiled
def list_attacks(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List where to attack, and how many armies stand up for it; nothing if nowhere (M-10.3)."""
    if has_target(t, s, seat, False):
        codes.offer_unless(w, bars_attack(t, s, seat, codes.DECLINE), codes.DECLINE)
    for place in range(t.places):
        for capital in range(2):
            for lying in range(1 + s.fortified[of(seat, place)]):
                move = codes.pack(Decision.ATTACK, place, 0, 0, lying, capital)
                codes.offer_unless(w, bars_attack(t, s, seat, move), move)


@compiled
def stand_up(s: State, seat: int, move: int) -> None:
    """Stand fortified armies up before the battle (M-10.5)."""
    at = of(seat, codes.part(move, codes.PLACE))
    number = codes.part(move, codes.LYING) + codes.part(move, codes.ON_CAPITAL)
    s.fortified[at] -= number
    s.normal[at] += number
    if codes.part(move, codes.ON_CAPITAL):
        s.capital[seat] = NORMAL


@compiled
def attack_total(s: State, seat: int, place: int) -> int:
    """Return the attacker's total without that of the card (M-9.5, M-11.1, M-11.3)."""
    return s.normal[of(seat, place)] * s.strength[seat]


@compiled
def defence_total(t: Tables, s: State, seat: int, place: int) -> int:
    """Return the defender's total (M-11.2, M-9.4)."""
    strength, at = s.strength[seat], of(seat, place)
    each = strength + 1 if t.fortified_defence else 1
    garrison = t.garrison if garrison_of(t, s, seat, place) else 0
    return s.normal[at] * strength + s.fortified[at] * each + garrison


@compiled
def destroy(t: Tables, s: State, seat: int, place: int, lying_too: bool) -> None:
    """Return a player's armies in a country to his stock (M-11.9, M-11.10, M-12.4, M-12.8)."""
    at, stands = of(seat, place), on_capital(t, s, seat, place)
    s.stock[seat] += s.normal[at]
    s.normal[at] = 0
    if lying_too:
        s.stock[seat] += s.fortified[at]
        s.fortified[at] = 0
    if stands == NORMAL or (stands == FORTIFIED and lying_too):
        s.capital[seat] = 0


@compiled
def fight(t: Tables, s: State, seat: int, place: int, bonus: int) -> None:
    """Compare the totals; carry out what follows (M-11.7 to M-11.12, M-12.1, M-12.3, M-12.9)."""
    enemy = 1 - seat
    ahead = attack_total(s, seat, place) + bonus - defence_total(t, s, enemy, place)
    if ahead <= 0:
        destroy(t, s, seat, place, t.idle_fortified_die != 0)
    if ahead >= 0:
        destroy(t, s, enemy, place, True)
    if ahead > 0 and place == t.home[enemy]:
        step_in(t, s, seat)
    if ahead < 0 and place == t.home[seat] and t.occupy_as_defender:
        step_in(t, s, enemy)
