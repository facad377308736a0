"""Chapters 23 and 24: charges, and the square."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules import codes, fire
from marengo.games.europe.rules.board import arms_in, at, enemies_ahead, is_infantry, put
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    GRADES,
    NATIONS,
    PIECES,
    SQUARE,
    Arm,
    Decision,
    Piece,
    Side,
    Verb,
    Zone,
)

ARMS_MEET = ((0, -2, 3), (2, 0, 3))
"""Modifiers of infantry and cavalry that charge infantry, cavalry and artillery (N-23.3)."""

ALL_ARMS = 7
"""Infantry, cavalry and artillery, by their bits."""

AGAINST_SQUARE = -3
"""Modifier of cavalry that charges a square (N-23.6)."""

FORMS_SQUARE = 4
"""Least roll by which militia forms square (N-24.6)."""

ELIMINATES, ELIMINATES_ELITE = 3, 4
"""Least differences that eliminate the loser, and elite infantry (N-23.8)."""


@compiled
def bars_charger(s: Battle, piece: int, zone: int) -> int:
    """Return the statement that forbids a unit that may act to charge anybody, 0 if none does."""
    if zone >= Zone.RESERVE:
        return 20_08_0
    if ARMS[piece] > Arm.CAVALRY:
        return 23_01_0
    return 24_05_1 if piece >= SQUARE else 0


@compiled
def bars_charged(s: Battle, nation: int, target: int, ahead: int) -> int:
    """Return the statement that forbids to charge a piece in the zone ahead, 0 if none does."""
    if fire.bars_target(s, nation, target, ahead):
        return 23_01_1
    spared = target == Piece.ARTILLERY and fire.covers_artillery(s, 1 - s.half, ahead)
    return 23_04_0 if spared else 0


@compiled
def list_charges(s: Battle, w: Workspace, piece: int, zone: int, worn: int) -> None:
    """List whom a unit may charge."""
    ahead = NONE if bars_charger(s, piece, zone) else enemies_ahead(s, s.half, zone)
    what = codes.unit_of(Verb.CHARGE, piece, zone, worn)
    for nation in range(NATIONS * int(fire.is_held(s, ahead))):
        for target in range(PIECES * int(s.side[nation] == 1 - s.half)):
            codes.offer_unless(
                w, bars_charged(s, nation, target, ahead), what | codes.aimed(nation, target, ahead)
            )


@compiled
def bars_charge(s: Battle, move: int) -> int:
    """Return the statement that forbids a charge of a unit that may act, 0 if none does."""
    zone = codes.part(move, codes.ZONE)
    charger = bars_charger(s, codes.part(move, codes.PIECE), zone)
    if charger:
        return charger
    nation, target = codes.part(move, codes.NATION), codes.part(move, codes.TARGET)
    return bars_charged(s, nation, target, enemies_ahead(s, s.half, zone))


@compiled
def charge_modifier(s: Battle, nation: int, zone: int, piece: int) -> int:
    """Return what a unit that charges or is charged adds for itself (N-23.5, N-25.1)."""
    side = s.side[nation]
    modifier = GRADES[piece]
    modifier += s.units[at(nation, zone, Piece.LEADER)] > 0
    modifier += arms_in(s, side, zone) & ALL_ARMS == ALL_ARMS
    if s.landing and side == Side.DEFENDER:
        modifier += fire.LANDING
    return modifier


@compiled
def meeting_modifier(piece: int, target: int) -> int:
    """Return what a charge adds by who meets whom (N-23.3, N-23.6)."""
    modifier = ARMS_MEET[ARMS[piece]][ARMS[target]]
    if target >= SQUARE and ARMS[piece] == Arm.CAVALRY:
        modifier += AGAINST_SQUARE
    return modifier


@compiled
def margin(s: Battle) -> int:
    """Return by how much the charge is ahead without its rolls."""
    mine = charge_modifier(s, s.nation, s.from_zone, s.piece)
    mine += meeting_modifier(s.piece, s.target)
    return mine - charge_modifier(s, s.target_nation, s.target_zone, s.target)


@compiled
def eliminates(loser: int, difference: int) -> bool:
    """Return whether a difference eliminates the loser of a charge; else it routs (N-23.8)."""
    is_elite = is_infantry(loser) and GRADES[loser] > 0
    return difference >= (ELIMINATES_ELITE if is_elite else ELIMINATES)


@compiled
def declare(t: BattleTables, s: Battle) -> None:
    """Ask whoever is charged what he may do about it (N-23.11, N-24.1, N-24.4)."""
    by_cavalry, target = ARMS[s.piece] == Arm.CAVALRY, s.target
    if by_cavalry and is_infantry(target) and target < SQUARE:
        s.decision, s.asked = Decision.ANSWER, 1 - s.half
    elif by_cavalry and target >= SQUARE and t.retest_break_off:
        s.decision, s.asked = Decision.PRESS, s.half
    elif not by_cavalry and ARMS[target] == Arm.CAVALRY:
        s.decision, s.asked = Decision.ANSWER, 1 - s.half
    else:
        s.decision, s.asked = Decision.CHARGE_ROLL, CHANCE


@compiled
def bars_answer(s: Battle, move: int) -> int:
    """Return the statement that forbids an answer to a charge, 0 if none does."""
    verb, is_foot = codes.part(move, codes.VERB), is_infantry(s.target)
    if verb == Verb.FORM_SQUARE and not is_foot:
        return 24_01_0
    return 23_11_0 if verb == Verb.EVADE and is_foot else 0


@compiled
def list_answers(s: Battle, w: Workspace) -> None:
    """List the answers to a charge: to stand, and to form square or to evade."""
    for verb in range(Verb.STAND, Verb.EVADE + 1):
        codes.offer_unless(w, bars_answer(s, verb), verb)


@compiled
def answer(s: Battle, verb: int) -> bool:
    """Answer a charge; return whether it is over, because the target has evaded."""
    if verb == Verb.STAND:
        s.decision, s.asked = Decision.CHARGE_ROLL, CHANCE
    elif verb == Verb.EVADE:
        put(s, s.target_nation, s.target_zone, s.target, -1)
        put(s, s.target_nation, Zone.RESERVE, s.target, 1)
        return True
    elif s.target == Piece.MILITIA:
        s.decision, s.asked = Decision.SQUARE_ROLL, CHANCE
    else:
        form_square(s)
    return False


@compiled
def form_square(s: Battle) -> None:
    """Let the target form square, and ask who charges whether he goes on (N-24.1, N-24.3)."""
    put(s, s.target_nation, s.target_zone, s.target, -1)
    s.target += SQUARE
    put(s, s.target_nation, s.target_zone, s.target, 1)
    s.decision, s.asked = Decision.PRESS, s.half


@compiled
def roll_for_square(s: Battle, roll: int) -> None:
    """Let militia form square, or not, and then the charge goes on (N-24.6)."""
    if roll >= FORMS_SQUARE:
        form_square(s)
    else:
        s.decision, s.asked = Decision.CHARGE_ROLL, CHANCE


@compiled
def list_presses(w: Workspace) -> None:
    """List whether a charge at a square is carried through or broken off (N-24.3)."""
    codes.offer_verb(w, Verb.CARRY_THROUGH)
    codes.offer_verb(w, Verb.BREAK_OFF)
