"""Chapters 23 and 24: charges, and the square."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE
from marengo.games.europe.rules import codes, fire
from marengo.games.europe.rules.board import arms_in, at, enemies_ahead, is_infantry, put
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    GRADES,
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
def list_charges(s: Battle, w: Workspace, piece: int, zone: int, worn: int) -> None:
    """List whom infantry or cavalry may charge (N-23.1, N-23.4); a square may not (N-24.5)."""
    if ARMS[piece] <= Arm.CAVALRY and piece < SQUARE and zone < Zone.RESERVE:
        what = codes.unit_of(Verb.CHARGE, piece, zone, worn)
        ahead = enemies_ahead(s, s.half, zone)
        fire.list_targets(s, w, what, ahead, 0, 1)


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
def list_answers(s: Battle, w: Workspace) -> None:
    """List the answers to a charge: to stand, and to form square or to evade."""
    codes.offer_verb(w, Verb.STAND)
    is_foot = is_infantry(s.target)
    codes.offer_verb(w, Verb.FORM_SQUARE if is_foot else Verb.EVADE)


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
