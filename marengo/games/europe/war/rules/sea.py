"""Chapters 7 and 8: squadrons, ports, interception and naval battle."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, Nation
from marengo.games.europe.war.rules.ground import (
    are_allied,
    are_enemies,
    armies_at,
    enemy_armies,
    next_in_order,
    seat_of,
)
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import SEAS, WATERS, Decision, Step, Verb

CAUGHT, CAUGHT_NEAR = 5, 3
"""Least roll that catches who avoids a battle, and near a port or narrows (N-8.4, N-8.5)."""

IN_PORT = 2
"""Modifier of squadrons in port (N-8.9, N-8.12)."""

STRIKERS = 2
"""Squadrons that may attack one port in a turn (N-8.12)."""


@compiled
def ships_at(s: War, nation: int, water: int) -> int:
    """Return how many squadrons a nation has in a sea area or port."""
    return s.ships[nation * WATERS + water]


@compiled
def launch(s: War, nation: int, water: int, number: int) -> None:
    """Put so many squadrons into a sea area or port, or take them from it."""
    s.ships[nation * WATERS + water] += number


@compiled
def is_port(water: int) -> bool:
    """Return whether squadrons there are in port, not at sea."""
    return water >= SEAS


@compiled
def enemy_ships(s: War, nation: int, water: int) -> int:
    """Return how many squadrons of its enemies are in a sea area or port."""
    number = 0
    for other in range(GREAT):
        if are_enemies(s, nation, other):
            number += ships_at(s, other, water)
    return number


@compiled
def friendly_ships(s: War, nation: int, sea: int) -> int:
    """Return how many squadrons a nation and its allies have in a sea area."""
    number = 0
    for other in range(GREAT):
        if are_allied(s, nation, other):
            number += ships_at(s, other, sea)
    return number


@compiled
def touches(t: WarTables, water: int, sea: int) -> bool:
    """Return whether a sea area is adjacent to another, or to a port (N-3.8, N-3.13)."""
    near = t.port[water - SEAS] if is_port(water) else t.sea[water]
    return near >> sea & 1 != 0


@compiled
def bars_mooring(s: War, nation: int, region: int) -> int:
    """Return the statement that keeps squadrons out of a port, 0 if none does."""
    owner = s.owner[region]
    return 0 if owner != NONE and are_allied(s, nation, owner) else 7_02_0


# --- the straits --------------------------------------------------------------------------------


@compiled
def crosses(t: WarTables, water: int, to: int, which: int) -> bool:
    """Return whether a step passes narrows: 0 to the Barbary Coast, 2 to the Black Sea."""
    first, second = t.narrows[which], t.narrows[which + 1]
    return first != NONE and (
        (water == first and to == second) or (water == second and to == first)
    )


@compiled
def guard_of_straits(t: WarTables, s: War, nation: int, asked: int) -> int:
    """Return the nation whose permission is needed for the straits, or NONE (N-3.5, N-3.6).

    By option each of two owners is asked, the second once the first has been.
    """
    first, second = s.owner[t.shores[0]], s.owner[t.shores[1]]
    if first != second and not t.bosporus_two_owners:
        return NONE
    if asked == NONE and _guards(s, first, nation):
        return first
    if asked != second and _guards(s, second, nation):
        return second
    return NONE


@compiled
def _guards(s: War, owner: int, nation: int) -> bool:
    """Return whether an owner is neither the nation that wants to pass nor controlled by it."""
    return owner != NONE and owner != nation and s.controller[owner] != nation


@compiled
def is_closed(t: WarTables, s: War, nation: int, water: int, to: int) -> bool:
    """Return whether a step through the straits is refused: by a neutral nation always (N-3.6)."""
    if not crosses(t, water, to, 2):
        return False
    first = guard_of_straits(t, s, nation, NONE)
    if first == NONE:
        return False
    second = guard_of_straits(t, s, nation, first)
    neutral = second != NONE and s.controller[second] == NONE
    return neutral or s.refused == 1 or s.controller[first] == NONE


@compiled
def asks_for_straits(t: WarTables, s: War, nation: int, to: int, move: int) -> bool:
    """Ask for the permission to pass the straits if it is needed (N-3.5); return whether it is."""
    if s.refused == 2 or not crosses(t, s.water, to, 2):
        return False
    guard = guard_of_straits(t, s, nation, s.addressee)
    if guard == NONE:
        return False
    s.offer, s.addressee, s.pending = Verb.STRAITS, guard, move
    s.decision, s.to_move = Decision.REPLY, seat_of(t, s, guard)
    return True


# --- voyages ------------------------------------------------------------------------------------


@compiled
def idle_ships(s: War, water: int, worn: int) -> int:
    """Return how many squadrons of the mover may sail; ``worn``: those that have fought (N-8.8)."""
    fought = 0 if is_port(water) else s.engaged[s.mover * SEAS + water]
    if worn:
        return fought
    return ships_at(s, s.mover, water) - s.sailed[water] - fought


@compiled
def bars_sailing(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids squadrons to put to sea, 0 if none does."""
    water, worn = codes.part(move, codes.ZONE), codes.part(move, codes.WORN)
    if idle_ships(s, water, worn) > 0:
        return 0 if not worn or _has_haven(t, s, water) else 8_08_1
    if ships_at(s, s.mover, water) == 0:
        return 7_01_1
    return 8_08_2 if worn or idle_ships(s, water, 1) > 0 else 7_01_2


@compiled
def list_sailings(t: WarTables, s: War, w: Workspace) -> None:
    """List which squadrons may sail, and which ports may be attacked."""
    for water in range(WATERS):
        for worn in range(2 * int(ships_at(s, s.mover, water) > 0)):
            move = codes.unit_of(Verb.SAIL, 0, water, worn)
            codes.offer_unless(w, bars_sailing(t, s, move), move)
    for sea in range(SEAS):
        for region in range(t.regions * int(may_strike_from(s, sea) > 0)):
            move = codes.counted(codes.unit_of(Verb.STRIKE, 0, sea, 0), region)
            codes.offer_unless(w, bars_strike(t, s, move), move)


@compiled
def _has_haven(t: WarTables, s: War, sea: int) -> bool:
    """Return whether squadrons that have fought may enter a port beside them."""
    for region in range(t.regions):
        if t.port[region] >> sea & 1 and not bars_mooring(s, s.mover, region):
            return True
    return False


@compiled
def set_sail(s: War, nation: int, water: int, number: int, worn: int) -> None:
    """Let squadrons begin a voyage; those that have fought may but enter a port."""
    s.fleet, s.water, s.squadrons, s.wake = nation, water, number, NONE
    s.visited = 0 if is_port(water) else 1 << water
    s.refused, s.driven, s.harbour = 0, 0, NONE
    s.tested = int(worn != 0 or is_port(water) or enemy_ships(s, nation, water) == 0)
    s.wishes = 0
    if worn:
        s.driven = 2


@compiled
def bars_voyage(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids what squadrons under way do next, 0 if none does.

    They sail on, stay, or stay and fight. Some have fought, and others were driven out of a port.
    """
    verb, to = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    enters = verb == Verb.VIA and is_port(to)
    if s.driven == 2 and not enters:
        return 8_08_0
    if s.driven == 1 and (enters or verb != Verb.VIA):
        return 7_04_0
    if enters:
        if is_port(s.water) or not touches(t, to, s.water):
            return 3_08_0
        return bars_mooring(s, s.fleet, to - SEAS)
    if verb == Verb.VIA:
        if not touches(t, s.water, to):
            return 7_01_3
        if s.visited >> to & 1:
            return 7_01_0
        return 3_05_0 if is_closed(t, s, s.fleet, s.water, to) else 0
    return 8_02_0 if verb == Verb.ENGAGE and s.tested else 0


@compiled
def list_voyage(t: WarTables, s: War, w: Workspace) -> None:
    """List where squadrons may sail next, whether they stay, or stay and fight (N-7.1, N-8.2)."""
    for water in range(SEAS + t.regions):
        codes.offer_unless(
            w, bars_voyage(t, s, codes.counted(Verb.VIA, water)), codes.counted(Verb.VIA, water)
        )
    codes.offer_unless(w, bars_voyage(t, s, Verb.END), Verb.END)
    codes.offer_unless(w, bars_voyage(t, s, Verb.ENGAGE), Verb.ENGAGE)


@compiled
def sail(t: WarTables, s: War, move: int) -> None:
    """Carry out what squadrons under way do next."""
    verb, to = codes.part(move, codes.VERB), codes.part(move, codes.TO)
    if verb == Verb.END:
        end_voyage(s)
    elif verb == Verb.ENGAGE:
        s.wishes = 1
        ask_enemy(t, s)
    elif not asks_for_straits(t, s, s.fleet, to, move):
        if s.tested:
            enter(t, s, to)
        else:  # they set out from where the enemy is (N-8.2)
            s.pending = move
            ask_fleet(t, s)


@compiled
def enter(t: WarTables, s: War, to: int) -> None:
    """Let squadrons enter a sea area or port; a port is the end of their voyage."""
    s.addressee = NONE
    launch(s, s.fleet, s.water, -s.squadrons)
    launch(s, s.fleet, to, s.squadrons)
    _carry_service(s, s.water, to)
    if s.driven == 2:
        s.engaged[s.fleet * SEAS + s.water] -= s.squadrons
    s.wake, s.water = s.water, to
    if is_port(to):
        end_voyage(s)
        return
    s.visited |= 1 << to
    s.refused = 0
    s.tested = int(enemy_ships(s, s.fleet, to) == 0)
    if not s.tested:
        s.wishes = 0
        ask_fleet(t, s)
    elif s.driven:
        end_voyage(s)


@compiled
def _carry_service(s: War, water: int, to: int) -> None:
    """Note that squadrons serve landings no more that have served one elsewhere (N-9.5).

    Those that have not leave first.
    """
    if not is_port(water):
        left = friendly_ships(s, s.fleet, water)
        worn = max(s.served[water] - left, 0)
        s.served[water] -= worn
        if not is_port(to):
            s.served[to] += worn


@compiled
def end_voyage(s: War) -> None:
    """Let squadrons stay where they are."""
    if s.driven != 1 and s.step == Step.MOVEMENT:
        s.sailed[s.water] += s.squadrons
    forget_voyage(s)


@compiled
def forget_voyage(s: War) -> None:
    """Forget a voyage or a naval battle."""
    s.fleet, s.water, s.squadrons, s.wake, s.harbour = NONE, NONE, 0, NONE, NONE
    s.visited, s.tested, s.driven, s.refused, s.wishes = 0, 0, 0, 0, 0
    s.seeker, s.sea_roll, s.sea_loss, s.sea_loser = NONE, 0, 0, 0
    s.pending, s.addressee, s.offer = 0, NONE, 0


@compiled
def seek_voyage(t: WarTables, s: War) -> bool:
    """Ask where squadrons under way sail next; return whether any are."""
    if s.fleet == NONE:
        return False
    s.decision, s.to_move = Decision.VOYAGE, seat_of(t, s, s.fleet)
    return True


# --- interception -------------------------------------------------------------------------------


@compiled
def ask_fleet(t: WarTables, s: War) -> None:
    """Ask who sails whether he wants a battle (N-8.1)."""
    s.seeker = s.fleet
    s.decision, s.to_move = Decision.ENGAGEMENT, seat_of(t, s, s.fleet)


@compiled
def ask_enemy(t: WarTables, s: War) -> None:
    """Ask the others: the first in turn order of those that are at war with who sails."""
    other = next_in_order(t, s.fleet)
    while not (are_enemies(s, s.fleet, other) and ships_at(s, other, s.water) > 0):
        other = next_in_order(t, other)
    s.seeker = other
    s.decision, s.to_move = Decision.ENGAGEMENT, seat_of(t, s, other)


@compiled
def list_answers(w: Workspace) -> None:
    """List that a naval battle is fought, or avoided (N-8.1)."""
    codes.offer_verb(w, Verb.ENGAGE)
    codes.offer_verb(w, Verb.AVOID)


@compiled
def answer(t: WarTables, s: War, verb: int) -> None:
    """Seek or avoid a battle: if both seek it there is one, if one does, a die decides (N-8.1)."""
    if s.seeker == s.fleet:
        s.wishes = int(verb == Verb.ENGAGE)
        ask_enemy(t, s)
        return
    s.wishes += 2 * int(verb == Verb.ENGAGE)
    if s.wishes == 3:
        begin_battle(s)
    elif s.wishes == 0:
        _escape(t, s)
    else:
        s.decision, s.to_move = Decision.INTERCEPTION_ROLL, CHANCE


@compiled
def need_to_catch(t: WarTables, s: War) -> int:
    """Return what a die must show to catch who avoids a battle (N-8.4 to N-8.6)."""
    if s.wishes == 1:  # who sails wants it, and the others lie where they are
        return CAUGHT
    water, wake = s.water, s.wake
    if wake != NONE and is_port(wake):
        return CAUGHT_NEAR
    to = codes.part(s.pending, codes.TO) if s.pending else NONE
    for which in range(0, 3, 2):
        leaves = to != NONE and crosses(t, water, to, which)
        if leaves or (wake != NONE and crosses(t, wake, water, which)):
            return CAUGHT_NEAR
    return CAUGHT


@compiled
def roll_interception(t: WarTables, s: War, roll: int) -> None:
    """Catch who avoids a battle, or let him escape (N-8.3, N-8.7)."""
    if roll >= need_to_catch(t, s):
        begin_battle(s)
    else:
        _escape(t, s)


@compiled
def _escape(t: WarTables, s: War) -> None:
    """Let squadrons go on without a battle: it is tested once in each area (N-8.2)."""
    s.tested, s.wishes, s.seeker = 1, 0, NONE
    if s.pending:
        to = codes.part(s.pending, codes.TO)
        s.pending = 0
        enter(t, s, to)
    elif s.driven:
        end_voyage(s)


# --- naval battle -------------------------------------------------------------------------------


@compiled
def may_strike_from(s: War, sea: int) -> int:
    """Return how many squadrons of the mover in a sea area may attack a port: none twice."""
    return ships_at(s, s.mover, sea) - s.engaged[s.mover * SEAS + sea]


@compiled
def strikers(s: War, sea: int, region: int) -> int:
    """Return how many squadrons in a sea area may attack a port beside it."""
    return min(may_strike_from(s, sea), STRIKERS - s.struck[region])


@compiled
def bars_strike(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids to attack a port from a sea area, 0 if none does."""
    sea, region = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
    if t.port[region] >> sea & 1 == 0:
        return 8_12_0
    if enemy_ships(s, s.mover, SEAS + region) == 0:
        return 8_12_1
    if may_strike_from(s, sea) <= 0:
        return 8_12_2
    return 0 if strikers(s, sea, region) > 0 else 8_12_3


@compiled
def strike(t: WarTables, s: War, move: int, number: int) -> None:
    """Attack the squadrons in a port, which cannot avoid it (N-8.13)."""
    sea, region = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
    set_sail(s, s.mover, sea, number, 1)
    s.harbour = region
    s.struck[region] += number
    begin_battle(s)


@compiled
def begin_battle(s: War) -> None:
    """Begin a naval battle: who sails rolls first (N-8.9)."""
    s.sea_battles += 1
    s.pending = 0
    s.decision, s.to_move = Decision.NAVAL_ROLL, CHANCE


@compiled
def side_at_sea(s: War, nation: int) -> int:
    """Return the side of a nation in a naval battle: 0 of who sails, 1 of his enemies, or NONE.

    Allies fight along that are at war with the other side, and in a port attack nobody else of the
    attackers (N-8.9, N-8.14).
    """
    place = s.water if s.harbour == NONE else SEAS + s.harbour
    if nation == s.fleet:
        return 0
    if are_enemies(s, s.fleet, nation):
        return 1 if ships_at(s, nation, place) > 0 else NONE
    if s.harbour == NONE and are_allied(s, s.fleet, nation):
        if ships_at(s, nation, place) > 0 and enemy_ships(s, nation, place) > 0:
            return 0
    return NONE


@compiled
def squadrons_of(s: War, side: int, nation: int) -> int:
    """Return how many squadrons a nation has in a naval battle on a side (N-8.14)."""
    if side_at_sea(s, nation) != side:
        return 0
    if s.harbour != NONE:
        return s.squadrons if side == 0 else ships_at(s, nation, SEAS + s.harbour)
    return ships_at(s, nation, s.water)


@compiled
def count_side(s: War, side: int) -> int:
    """Return how many squadrons a side has in a naval battle."""
    total = 0
    for nation in range(GREAT):
        total += squadrons_of(s, side, nation)
    return total


@compiled
def bonus_of(total: int, british: int, ottoman: int, in_port: bool) -> int:
    """Return what so many squadrons add to a roll (N-2.4, N-2.9, N-2.10, N-8.9).

    It is told how many of them are British and Ottoman, and whether they lie in port.
    """
    fleets = int(2 * british >= total) - int(2 * ottoman >= total)
    return total + fleets + IN_PORT * in_port


@compiled
def strength_of(s: War, side: int) -> int:
    """Return what a side of the naval battle adds to its roll."""
    british = squadrons_of(s, side, Nation.GREAT_BRITAIN)
    ottoman = squadrons_of(s, side, Nation.OTTOMAN_EMPIRE)
    return bonus_of(count_side(s, side), british, ottoman, side == 1 and s.harbour != NONE)


@compiled
def toll(difference: int) -> int:
    """Return how many squadrons the lower side loses (N-8.10)."""
    return min((abs(difference) + 1) // 2, 3)


@compiled
def roll_battle(t: WarTables, s: War, roll: int) -> None:
    """Let who sails have rolled, or settle the battle with the roll of the others (N-8.10)."""
    if s.sea_roll == 0:
        s.sea_roll = roll
        s.decision, s.to_move = Decision.NAVAL_COUNTER_ROLL, CHANCE
        return
    ahead = s.sea_roll + strength_of(s, 0) - roll - strength_of(s, 1)
    s.sea_loser = int(ahead > 0)
    s.sea_loss = min(toll(ahead), count_side(s, s.sea_loser))
    if s.harbour == NONE:
        _engage(s)
    seek_loss(t, s)


@compiled
def _engage(s: War) -> None:
    """Note that all who are in a naval battle move no further in this turn (N-8.8)."""
    for nation in range(GREAT):
        if side_at_sea(s, nation) != NONE:
            s.engaged[nation * SEAS + s.water] = ships_at(s, nation, s.water)
            if nation == s.mover:
                s.sailed[s.water] = 0


@compiled
def seek_loss(t: WarTables, s: War) -> None:
    """Take the next squadron from the side that loses, or ask whose (N-8.11); then be done."""
    while s.sea_loss > 0:
        having, last = 0, NONE
        for nation in range(GREAT):
            if squadrons_of(s, s.sea_loser, nation) > 0:
                having, last = having + 1, nation
        if having > 1 and s.sea_loss < count_side(s, s.sea_loser):
            asked = s.fleet if s.sea_loser == 0 else first_of_enemies(t, s)
            s.seeker = asked
            s.decision, s.to_move = Decision.NAVAL_LOSS, seat_of(t, s, asked)
            return
        sink(s, last)
    if s.harbour != NONE:
        sea = s.water
        s.engaged[s.fleet * SEAS + sea] += s.squadrons
        left = ships_at(s, s.fleet, sea) - s.engaged[s.fleet * SEAS + sea]
        if s.step == Step.MOVEMENT:
            s.sailed[sea] = min(s.sailed[sea], left)
    forget_voyage(s)


@compiled
def first_of_enemies(t: WarTables, s: War) -> int:
    """Return the first nation in turn order on the side of those at war with who sails."""
    other = next_in_order(t, s.fleet)
    while squadrons_of(s, 1, other) == 0:
        other = next_in_order(t, other)
    return other


@compiled
def bars_loss(s: War, move: int) -> int:
    """Return the statement that forbids to lose a nation's squadron, 0 if none does."""
    nation = codes.part(move, codes.NATION)
    return 0 if squadrons_of(s, s.sea_loser, nation) > 0 else 8_11_0


@compiled
def list_losses(s: War, w: Workspace) -> None:
    """List whose squadron may be lost."""
    for nation in range(GREAT):
        move = Verb.CHOOSE | nation << codes.WIDTH * codes.NATION
        codes.offer_unless(w, bars_loss(s, move), move)


@compiled
def sink(s: War, nation: int) -> None:
    """Lose a squadron of a nation in a naval battle."""
    in_port = s.harbour != NONE and s.sea_loser == 1
    water = SEAS + s.harbour if in_port else s.water
    launch(s, nation, water, -1)
    if s.harbour != NONE and not in_port:
        s.squadrons -= 1
    if s.harbour == NONE:
        s.engaged[nation * SEAS + s.water] -= 1
    s.sunk[nation] += 1
    s.sea_loss -= 1


# --- squadrons driven out of a port -------------------------------------------------------------


@compiled
def must_sail(t: WarTables, s: War, nation: int, region: int, captured: bool) -> bool:
    """Return whether squadrons must leave a port (N-7.4, N-7.6).

    Its owner is not friendly, or, with ``captured``, enemy armies are alone there.
    """
    if ships_at(s, nation, SEAS + region) == 0:
        return False
    if bars_mooring(s, nation, region):
        return True
    if not captured or enemy_armies(s, nation, region) == 0:
        return False
    for other in range(GREAT):
        if are_allied(s, nation, other) and armies_at(s, other, region) > 0:
            return False
    return True


@compiled
def seek_driven(t: WarTables, s: War, captured: bool) -> bool:
    """Let the next squadrons leave a port that is theirs no more; return whether there are any."""
    for region in range(t.regions):
        for nation in range(GREAT * int(t.port[region] != 0)):
            if must_sail(t, s, nation, region, captured):
                water = SEAS + region
                number = ships_at(s, nation, water)
                set_sail(s, nation, water, number, 0)
                s.driven = 1
                if seat_of(t, s, nation) == NONE:  # nobody acts for it
                    for sea in range(SEAS):
                        if touches(t, water, sea):
                            launch(s, nation, water, -number)
                            launch(s, nation, sea, number)
                            break
                    forget_voyage(s)
                return True
    return False
