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
    may_enter,
    may_stand,
    place_of,
    put,
    seat_of,
)
from marengo.games.europe.war.rules.march import ready
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sea import (
    asks_for_straits,
    enemy_ships,
    forget_voyage,
    friendly_ships,
    is_closed,
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
def may_embark(t: WarTables, s: War, kind: int, region: int, sea: int) -> int:
    """Return how many units of a kind may be transported to a coast of a sea (N-9.1, N-9.2)."""
    number = ready(s, region, kind, 0)
    if number > 0:
        number = min(number, room_at(s, kind, sea))
    if number <= 0 or not _has_coast(t, s, kind, region, sea):
        return 0
    if t.port[region] >> sea & 1 or open_seas(t, s, sea, 0) & t.port[region]:
        return number
    return 0


@compiled
def _has_coast(t: WarTables, s: War, kind: int, origin: int, sea: int) -> bool:
    number = 0
    for region in range(t.regions):
        number += may_land(t, s, kind, origin, sea, region)
    return number > 0


@compiled
def may_land(t: WarTables, s: War, kind: int, origin: int, sea: int, region: int) -> bool:
    """Return whether units may land in a region on a sea area (N-9.1, N-9.3, N-9.8)."""
    lies = t.coast[region] >> sea & 1 != 0 and region != origin
    nation = s.mover
    return lies and may_stand(t, s, nation, kind, region) and may_enter(s, nation, region)


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
                what = codes.unit_of(Verb.TRANSPORT, kind, region, 0)
                for sea in range(SEAS):
                    if may_embark(t, s, kind, region, sea) > 0:
                        codes.offer(w, codes.counted(what, sea))


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
    elif s.water != s.route and not _may_go_on(t, s):
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
def may_pass(t: WarTables, s: War, sea: int) -> bool:
    """Return whether a transport may enter a sea area and still reach the end of its route."""
    water = s.water
    if s.visited >> sea & 1 or not touches(t, water, sea):
        return False
    if is_closed(t, s, s.mover, water, sea):
        return False
    return open_seas(t, s, s.route, s.visited) >> sea & 1 != 0


@compiled
def _may_go_on(t: WarTables, s: War) -> bool:
    number = 0
    for sea in range(SEAS):
        number += may_pass(t, s, sea)
    return number > 0


@compiled
def list_passages(t: WarTables, s: War, w: Workspace) -> None:
    """List the next sea areas of a transport, or at the end of its route where it may land."""
    if s.water == s.route:
        for region in range(t.regions):
            sea, kind = s.route, s.cargo_kind
            if may_land(t, s, kind, s.origin, sea, region):
                codes.offer(w, codes.counted(Verb.VIA, SEAS + region))
        return
    for sea in range(SEAS):
        if may_pass(t, s, sea):
            codes.offer(w, codes.counted(Verb.VIA, sea))


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
