"""Chapter 22: fire."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.board import (
    armies_in,
    at,
    column_of,
    enemies_ahead,
    is_infantry,
    is_line,
    leaders_in,
)
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    GRADES,
    NATIONS,
    PIECES,
    SQUARE,
    Arm,
    Piece,
    Side,
    Verb,
    Zone,
)

NEEDS = ((9, 8, 10), (7, 6, 8), (9, 8, 10))
"""Least totals that hit infantry, cavalry and artillery; by rows, fire of infantry, of artillery,
and of artillery at range 2 (N-22.3)."""

DEADLY, DEADLY_ELITE, DEADLY_MILITIA = 3, 2, 4
"""Highest rolls by which a hit eliminates: armies, elite infantry, militia (N-22.5)."""

LANDING = 2
"""Modifier of the defender against a landing (N-22.4, N-23.5)."""


@compiled
def reach(t: BattleTables, s: Battle, side: int, piece: int, zone: int, far: int) -> int:
    """Return the zone that a unit may fire into, as the enemy has it, or NONE (N-22.1, N-22.8).

    Artillery in its line fires two zones far where no army of either side is between.
    """
    if zone >= Zone.RESERVE:
        return NONE
    if not far:
        return enemies_ahead(s, side, zone)
    between = Zone.MIDDLE + column_of(zone)
    if ARMS[piece] != Arm.ARTILLERY or not is_line(zone):
        return NONE
    if armies_in(s, 0, between) + armies_in(s, 1, between) > 0:
        return NONE
    if t.leader_blocks_fire and leaders_in(s, 0, between) + leaders_in(s, 1, between) > 0:
        return NONE
    return column_of(zone)


@compiled
def bars_target(s: Battle, nation: int, piece: int, zone: int) -> int:
    """Return the statement that forbids to fire at a piece in a zone or charge it, 0 if none does.

    The zone is straight ahead, as the enemy has it, or NONE.
    """
    if piece == Piece.LEADER:
        return 22_06_0
    if s.side[nation] != 1 - s.half:
        return 22_01_1
    return 0 if zone != NONE and s.units[at(nation, zone, piece)] > 0 else 22_01_2


@compiled
def is_held(s: Battle, zone: int) -> bool:
    """Return whether armies of the enemy are in a zone ahead, which may be NONE."""
    return zone != NONE and armies_in(s, 1 - s.half, zone) > 0


@compiled
def bars_fire(t: BattleTables, s: Battle, move: int) -> int:
    """Return the statement that forbids fire of a unit that may act, 0 if none does."""
    piece, zone = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    arm, far = ARMS[piece], codes.part(move, codes.TO)
    if arm != Arm.INFANTRY and arm != Arm.ARTILLERY:
        return 21_04_0
    if zone >= Zone.RESERVE:
        return 20_08_0
    aim = reach(t, s, s.half, piece, zone, far)
    if aim == NONE and far:
        return 22_01_0
    return bars_target(s, codes.part(move, codes.NATION), codes.part(move, codes.TARGET), aim)


@compiled
def covers_artillery(s: Battle, side: int, zone: int) -> int:
    """Return 1 if infantry or cavalry in a zone covers the artillery there (N-23.4)."""
    guns = 0
    for nation in range(NATIONS):
        if s.side[nation] == side:
            guns += s.units[at(nation, zone, Piece.ARTILLERY)]
    return int(armies_in(s, side, zone) > guns)


@compiled
def list_fire(t: BattleTables, s: Battle, w: Workspace, piece: int, zone: int, worn: int) -> None:
    """List at whom a unit may fire."""
    what = codes.unit_of(Verb.FIRE, piece, zone, worn)
    for far in range(2):
        aim = reach(t, s, s.half, piece, zone, far)
        for nation in range(NATIONS * int(is_held(s, aim))):
            for target in range(PIECES * int(s.side[nation] == 1 - s.half)):
                codes.offer_unless(
                    w,
                    bars_target(s, nation, target, aim),
                    codes.counted(what | codes.aimed(nation, target, aim), far),
                )


@compiled
def fire_need(piece: int, target: int, far: int) -> int:
    """Return what hits a target (N-22.3)."""
    row = 0 if ARMS[piece] == Arm.INFANTRY else 1 + far
    return NEEDS[row][ARMS[target]]


@compiled
def fire_modifier(piece: int, target: int, landing: int) -> int:
    """Return what is added to a roll of fire; ``landing`` is 1 for the defender in one (N-22.4)."""
    modifier = LANDING * landing
    if is_infantry(piece):
        modifier += GRADES[piece] - int(piece >= SQUARE)
    if target >= SQUARE:
        modifier += 1 if is_infantry(piece) else 2
    return modifier


@compiled
def hits(s: Battle, roll: int) -> bool:
    """Return whether a roll of fire hits its target."""
    piece, target = s.piece, s.target
    defends = int(s.landing and s.half == Side.DEFENDER)
    total = roll + fire_modifier(piece, target, defends)
    return total >= fire_need(piece, target, s.far)


@compiled
def is_deadly(target: int, roll: int) -> bool:
    """Return whether the roll for effect eliminates the target hit; else it routs (N-22.5)."""
    grade = GRADES[target] if is_infantry(target) else 0
    most = DEADLY_ELITE if grade > 0 else DEADLY_MILITIA if grade < 0 else DEADLY
    return roll <= most
