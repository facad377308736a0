"""Chapter 9: transport and landing."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, Piece
from marengo.games.europe.war.rules.ground import (
    are_allied,
    are_enemies,
    armies_at,
    enemy_armies,
    is_there,
    place_of,
    put,
    seat_of,
)
from marengo.games.europe.war.rules.march import bars_arrival, bars_departure, ready
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sea import (
    asks_for_straits,
    enemy_ships,
    forget_voyage,
    friendly_ships,
    is_closed,
    is_port,
    touches,
)
from marengo.games.europe.war.rules.words import SEAS, Decision, Verb

CALLED_UP = 3
"""Militia that a landing in a homeland calls up (N-9.9)."""


@compiled
def room_at(s: War, kind: int, sea: int) -> int:
    """Return how many units of a kind may land by way of a sea area (N-9.4, N-9.5, N-9.15).

    Each friendly squadron there serves one army in a turn; leaders ride along with any.
    """
    squadrons = friendly_ships(s, s.mover, sea)
    if kind == Piece.LEADER:
        return codes.WHOLE * int(squadrons > 0)
    return squadrons - s.served[sea]


@compiled
def cargo_of(s: War, kind: int, region: int, sea: int) -> int:
    """Return how many units of a kind may put to sea from a region and land from a sea area."""
    return min(ready(s, region, kind, 0), room_at(s, kind, sea))


@compiled
def bars_transport(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids to transport units to a coast of a sea, 0 if none does."""
    kind, region = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    sea, port = codes.part(move, codes.TO), t.port[region]
    departure = bars_departure(t, s, region, kind, 0)
    if departure:
        return 9_02_0 if departure in (6_01_1, 6_01_2, 6_06_0) else departure
    if port == 0:
        return 9_01_0
    if cargo_of(s, kind, region, sea) <= 0:
        return 9_05_0 if friendly_ships(s, s.mover, sea) > 0 else 9_04_0
    if not _has_coast(t, s, kind, region, sea):
        return 9_08_0
    return 0 if port >> sea & 1 or open_seas(t, s, sea, 0) & port else 9_03_0


@compiled
def _has_coast(t: WarTables, s: War, kind: int, origin: int, sea: int) -> bool:
    for region in range(t.regions):
        if not bars_landing(t, s, kind, origin, sea, region):
            return True
    return False


@compiled
def bars_landing(t: WarTables, s: War, kind: int, origin: int, sea: int, region: int) -> int:
    """Return the statement that forbids units to land in a region on a sea area, 0 if none does."""
    if t.coast[region] >> sea & 1 == 0:
        return 9_03_1
    return 9_01_1 if region == origin else bars_arrival(t, s, kind, region)


@compiled
def open_seas(t: WarTables, s: War, sea: int, closed: int) -> int:
    """Return the sea areas from which one can be reached, with itself, but for those closed."""
    reached, before, nation = 1 << sea, 0, s.mover
    while reached != before:
        before = reached
        for origin in range(SEAS):
            if reached >> origin & 1:
                for other in range(SEAS):
                    near = t.sea[origin] >> other & 1 and not closed >> other & 1
                    if near and not is_closed(t, s, nation, other, origin):
                        reached |= 1 << other
    return reached


@compiled
def list_transports(t: WarTables, s: War, w: Workspace) -> None:
    """List which units may be transported, and to the coast of which sea area."""
    for region in range(t.regions):
        if t.port[region] and is_there(s, s.mover, region):
            for kind in range(KINDS):
                for sea in range(SEAS * int(ready(s, region, kind, 0) > 0)):
                    move = codes.counted(codes.unit_of(Verb.TRANSPORT, kind, region, 0), sea)
                    codes.offer_unless(w, bars_transport(t, s, move), move)


@compiled
def embark(s: War, move: int, number: int) -> None:
    """Let so many units put to sea from a port."""
    kind, region = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    put(s, s.mover, region, kind, -number)
    s.cargo, s.cargo_kind, s.origin, s.route = number, kind, region, codes.part(move, codes.TO)
    s.water, s.visited, s.refused, s.checked = SEAS + region, 0, 0, 0


@compiled
def rate(s: War, sea: int) -> int:
    """Return up to which roll transported units are lost in a sea area, or 0 (N-9.7)."""
    enemies = enemy_ships(s, s.mover, sea)
    if enemies == 0:
        return 0
    return max(enemies - friendly_ships(s, s.mover, sea), 1)


@compiled
def seek_passage(t: WarTables, s: War) -> bool:
    """Let chance test the next unit, or ask where the transport goes next (N-9.3, N-9.7).

    Return whether one is under way.
    """
    if s.cargo == 0:
        return False
    s.decision, s.to_move = Decision.PASSAGE, seat_of(t, s, s.mover)
    if s.water < SEAS and s.checked < s.cargo and rate(s, s.water) > 0:
        s.decision, s.to_move = Decision.TRANSPORT_ROLL, CHANCE
    elif s.water != s.route and not _goes_on(t, s):
        _call_off(s)
        return False
    return True


@compiled
def _call_off(s: War) -> None:
    """Bring units back whose way was closed; they move no more in this turn."""
    put(s, s.mover, s.origin, s.cargo_kind, s.cargo)
    s.spent[place_of(s.origin, s.cargo_kind)] += s.cargo
    _forget(s)


@compiled
def _forget(s: War) -> None:
    s.cargo, s.cargo_kind, s.origin, s.route, s.checked = 0, 0, NONE, NONE, 0
    forget_voyage(s)


@compiled
def bars_passage(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids a transport to enter a sea area, or to land; else 0."""
    to, arrives = codes.part(move, codes.TO), s.water == s.route
    if arrives != is_port(to):
        return 9_03_2
    if arrives:
        return bars_landing(t, s, s.cargo_kind, s.origin, s.route, to - SEAS)
    if s.visited >> to & 1 or not touches(t, s.water, to):
        return 9_03_3
    if is_closed(t, s, s.mover, s.water, to):
        return 3_05_0
    return 0 if open_seas(t, s, s.route, s.visited) >> to & 1 else 9_03_0


@compiled
def _goes_on(t: WarTables, s: War) -> bool:
    for sea in range(SEAS):
        if not bars_passage(t, s, codes.counted(Verb.VIA, sea)):
            return True
    return False


@compiled
def list_passages(t: WarTables, s: War, w: Workspace) -> None:
    """List the next sea areas of a transport, or at the end of its route where it may land."""
    for water in range(SEAS + t.regions):
        move = codes.counted(Verb.VIA, water)
        codes.offer_unless(w, bars_passage(t, s, move), move)


@compiled
def go_on(t: WarTables, s: War, move: int) -> None:
    """Let a transport enter the next sea area, or land."""
    to = codes.part(move, codes.TO)
    if to >= SEAS:
        _land(t, s, to - SEAS)
    elif not asks_for_straits(t, s, s.mover, to, move):
        s.water, s.visited, s.checked, s.refused = to, s.visited | 1 << to, 0, 0


@compiled
def roll_transport(s: War, roll: int) -> None:
    """Lose a unit, or let it pass the squadrons of the enemy (N-9.7, N-9.14)."""
    if roll <= rate(s, s.water):
        s.cargo -= 1
        s.dead[s.mover * KINDS + s.cargo_kind] += 1
        if s.cargo == 0:
            _forget(s)
    else:
        s.checked += 1


@compiled
def calls_up(t: WarTables, s: War, nation: int, region: int) -> bool:
    """Return whether a landing calls up militia: in an enemy's homeland (N-9.9, N-9.10, N-9.13).

    It may have any owner but the nation that lands and its allies.
    """
    home = t.home[region]
    if home == NONE or not are_enemies(s, nation, home):
        return False
    if s.uprising[region] or s.called_up[region]:
        return False
    owner = s.owner[region]
    if owner != home and (not t.militia_where_lost or are_allied(s, nation, owner)):
        return False
    held = armies_at(s, nation, region) > 0 and enemy_armies(s, nation, region) == 0
    return t.militia_when_held != 0 or not held


@compiled
def _land(t: WarTables, s: War, region: int) -> None:
    """Put units ashore; they have moved (N-9.2)."""
    nation, kind, number = s.mover, s.cargo_kind, s.cargo
    if calls_up(t, s, nation, region):
        put(s, t.home[region], region, Piece.MILITIA, CALLED_UP)
        s.called_up[region] = 1
    put(s, nation, region, kind, number)
    s.spent[place_of(region, kind)] += number
    s.landed[region] = s.origin
    if kind != Piece.LEADER:
        s.served[s.route] += number
    _forget(s)
