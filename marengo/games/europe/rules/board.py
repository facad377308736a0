"""Chapter 20: the battle board, what stands on it, and deployment."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Battle, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    CENTRE,
    COLUMNS,
    KINDS,
    NATIONS,
    PIECES,
    ZONES,
    Arm,
    Piece,
    Side,
    Verb,
    Zone,
)


@compiled
def at(nation: int, zone: int, piece: int) -> int:
    """Return the place in ``units`` of what a nation has of a piece in a zone."""
    return (nation * ZONES + zone) * PIECES + piece


@compiled
def place_of(zone: int, piece: int) -> int:
    """Return the place in ``once`` and ``twice`` of a piece in a zone."""
    return zone * PIECES + piece


@compiled
def armies_in(s: Battle, side: int, zone: int) -> int:
    """Return how many armies a side has in a zone; leaders are none (N-1.2, N-1.9)."""
    return s.armies[side * ZONES + zone]


@compiled
def put(s: Battle, nation: int, zone: int, piece: int, number: int) -> None:
    """Put so many units of a piece into a zone, or take them from it."""
    s.units[at(nation, zone, piece)] += number
    if piece != Piece.LEADER:
        s.armies[s.side[nation] * ZONES + zone] += number


@compiled
def column_of(zone: int) -> int:
    """Return the column of a line zone or middle zone."""
    return zone % COLUMNS


@compiled
def is_line(zone: int) -> bool:
    """Return whether a zone is a line zone."""
    return zone < Zone.MIDDLE


@compiled
def is_middle(zone: int) -> bool:
    """Return whether a zone is a middle zone."""
    return zone >= Zone.MIDDLE and zone < Zone.RESERVE


@compiled
def has_column(s: Battle, column: int) -> bool:
    """Return whether a battle has a column: a skirmish has only the centre (N-20.3)."""
    return s.great != 0 or column == CENTRE


@compiled
def are_adjacent(s: Battle, zone: int, to: int) -> bool:
    """Return whether two zones of a side are adjacent; the rout zone is to none (N-20.4)."""
    low, high = min(zone, to), max(zone, to)
    if high >= Zone.ROUT or low == high:
        return False
    if high == Zone.RESERVE:
        return is_line(low) and has_column(s, low)
    if not (has_column(s, column_of(low)) and has_column(s, column_of(high))):
        return False
    if is_line(low) and is_middle(high):
        return column_of(low) == column_of(high)
    return high - low == 1


@compiled
def enemies_ahead(s: Battle, side: int, zone: int) -> int:
    """Return the zone straight ahead as the enemy has it, or NONE (N-22.2, N-21.10)."""
    if is_line(zone):
        return Zone.MIDDLE + zone
    return column_of(zone) if is_middle(zone) else NONE


@compiled
def is_near(s: Battle, side: int, zone: int) -> bool:
    """Return whether a zone of a side is adjacent to an enemy army, sideways too (N-21.7)."""
    enemy = 1 - side
    if is_line(zone):
        return armies_in(s, enemy, Zone.MIDDLE + zone) > 0
    if not is_middle(zone):
        return False
    near = armies_in(s, enemy, column_of(zone))
    if zone > Zone.MIDDLE:
        near += armies_in(s, enemy, zone - 1)
    if zone + 1 < Zone.RESERVE:
        near += armies_in(s, enemy, zone + 1)
    return near > 0


@compiled
def leaders_in(s: Battle, side: int, zone: int) -> int:
    """Return how many leaders of a side are in a zone."""
    number = 0
    for nation in range(NATIONS):
        if s.side[nation] == side:
            number += s.units[at(nation, zone, Piece.LEADER)]
    return number


@compiled
def arms_in(s: Battle, side: int, zone: int) -> int:
    """Return which arms a side has in a zone: bit i for arm i; squares count (N-23.7)."""
    arms = 0
    for nation in range(NATIONS):
        if s.side[nation] == side:
            for piece in range(PIECES):
                if s.units[at(nation, zone, piece)] > 0:
                    arms |= 1 << ARMS[piece]
    return arms


@compiled
def has_lost_column(s: Battle, side: int) -> bool:
    """Return whether a side has a column without army, reserve aside (N-26.1, N-26.3)."""
    for column in range(COLUMNS):
        held = armies_in(s, side, column) + armies_in(s, side, Zone.MIDDLE + column)
        if has_column(s, column) and held == 0:
            return True
    return False


@compiled
def next_nation(s: Battle, side: int, nation: int) -> int:
    """Return the nation of a side that acts after another, NONE for the first; or NONE (N-19.8)."""
    begin = 0 if nation == NONE else (nation - s.active) % NATIONS + 1
    for step in range(begin, NATIONS):
        candidate = (s.active + step) % NATIONS
        if s.side[candidate] == side:
            return candidate
    return NONE


# --- deployment -----------------------------------------------------------------------------


@compiled
def armies_to_come(s: Battle) -> int:
    """Return how many armies of the side that deploys come after those of the present kind."""
    number, nation, first = 0, s.nation, s.kind + 1
    while nation != NONE:
        for kind in range(first, Piece.LEADER):
            number += s.units[at(nation, Zone.RESERVE, kind)]
        nation, first = next_nation(s, s.half, nation), 0
    return number


@compiled
def leaves_enough(s: Battle, number: int, later: int) -> bool:
    """Return whether enough armies are left for empty line zones if so many units go to this one.

    Those that come later fill any zone, the rest of this kind only zones further on.
    """
    armies = number if s.kind != Piece.LEADER else 0
    left = s.units[at(s.nation, Zone.RESERVE, s.kind)] - number if s.kind != Piece.LEADER else 0
    empty, ahead = 0, 0
    for column in range(COLUMNS):
        if has_column(s, column) and armies_in(s, s.half, column) == 0:
            if column > s.column:
                ahead += 1
            elif column < s.column or armies == 0:
                empty += 1
    return empty <= later and empty + ahead <= left + later


@compiled
def bars_deployment(s: Battle, move: int) -> int:
    """Return the statement that forbids to deploy so many units in a line zone, 0 if none does."""
    zone, number = codes.part(move, codes.ZONE), codes.part(move, codes.TO)
    if not is_line(zone):
        return 20_06_2
    if not has_column(s, column_of(zone)):
        return 20_03_0
    if codes.part(move, codes.PIECE) != s.kind or zone != s.column:
        return 20_06_0
    if number > s.units[at(s.nation, Zone.RESERVE, s.kind)]:
        return 20_06_1
    return 0 if leaves_enough(s, number, armies_to_come(s)) else 20_07_0


@compiled
def list_deployments(s: Battle, w: Workspace) -> None:
    """List how many units of a kind may go to a line zone; the rest are for others (N-20.6)."""
    later = armies_to_come(s)
    for number in range(s.units[at(s.nation, Zone.RESERVE, s.kind)] + 1):
        if leaves_enough(s, number, later):
            what = codes.unit_of(Verb.DEPLOY, s.kind, s.column, 0)
            codes.offer(w, codes.counted(what, number))


@compiled
def deploy(s: Battle, move: int) -> None:
    """Put units of a kind from the reserve, in which all begin, into a line zone."""
    number, zone = codes.part(move, codes.TO), codes.part(move, codes.ZONE)
    kind = codes.part(move, codes.PIECE)
    put(s, s.nation, Zone.RESERVE, kind, -number)
    put(s, s.nation, zone, kind, number)
    s.column += 1


@compiled
def seek_deployment(s: Battle) -> bool:
    """Go on to the next kind of piece and column to deploy; return whether there is one.

    Attackers come first; defenders do not see what they do (N-28.2).
    """
    while s.half <= Side.DEFENDER:
        if s.nation == NONE:
            s.nation = next_nation(s, s.half, NONE)
            s.kind, s.column = 0, 0
        while s.nation != NONE:
            while s.kind < KINDS:
                present = s.units[at(s.nation, Zone.RESERVE, s.kind)] > 0
                while present and s.column < COLUMNS:
                    if has_column(s, s.column):
                        return True
                    s.column += 1
                s.kind, s.column = s.kind + 1, 0
            s.nation, s.kind = next_nation(s, s.half, s.nation), 0
        s.half += 1
    return False


@compiled
def is_infantry(piece: int) -> bool:
    """Return whether a piece is infantry, in square or not."""
    return ARMS[piece] == Arm.INFANTRY
