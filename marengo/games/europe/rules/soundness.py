"""What cannot be in a position."""

from collections.abc import Mapping

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules.board import (
    armies_in,
    at,
    column_of,
    has_column,
    has_lost_column,
    is_middle,
    leaders_in,
)
from marengo.games.europe.rules.position import Battle, Position, Tables, Workspace
from marengo.games.europe.rules.words import (
    KINDS,
    NATIONS,
    PIECES,
    SQUARE,
    ZONES,
    Decision,
    Piece,
    Stage,
    Zone,
)

UNITS, ARMIES, MIDDLE, SQUARES, COLUMN, GROUND = range(6)

PROBLEMS: Mapping[int, str] = {
    UNITS: "units: expected those that a nation had, on the board or lost",
    ARMIES: "armies of a zone: expected as many as there are units that are no leaders",
    MIDDLE: "a middle zone: expected armies of one side, and then nobody of the other (N-21.9)",
    SQUARES: "squares: expected none in reserve and rout zone (N-24.7)",
    COLUMN: "a column: expected an army of each side in it (N-26.1)",
    GROUND: "a skirmish: expected nothing in its other columns (N-20.3)",
}
"""Problems in words."""


@compiled
def note(w: Workspace, wrong: bool, problem: int) -> None:
    """Note a problem if there is one."""
    if wrong and w.problem_count < len(w.problem):
        w.problem[w.problem_count] = problem
        w.problem_count += 1


@compiled
def list_problems(t: Tables, s: Position, w: Workspace) -> None:
    """List what cannot be in a position."""
    w.problem_count = 0
    for nation in range(NATIONS):
        if s.side[nation] != NONE:
            _check_nation(t, s, w, nation)
    for side in range(2):
        for zone in range(ZONES):
            check_zone(s, w, side, zone)
        fights = s.stage == Stage.ROUNDS and s.decision == Decision.ACT
        note(w, fights and has_lost_column(s, side), COLUMN)
    for zone in range(ZONES):
        for side in range(2):
            enemies = armies_in(s, 1 - side, zone) + leaders_in(s, 1 - side, zone)
            both = armies_in(s, side, zone) > 0 and enemies > 0
            note(w, is_middle(zone) and both, MIDDLE)


@compiled
def _check_nation(t: Tables, s: Position, w: Workspace, nation: int) -> None:
    """List what is wrong with the units of a nation."""
    for kind in range(KINDS):
        number, least = s.lost[nation * KINDS + kind], 0
        for zone in range(ZONES):
            present = s.units[at(nation, zone, kind)]
            if kind <= Piece.MILITIA:
                square = s.units[at(nation, zone, kind + SQUARE)]
                note(w, zone >= Zone.RESERVE and square != 0, SQUARES)
                present, least = present + square, min(least, square)
            number, least = number + present, min(least, present)
        wrong = number != t.army[nation * KINDS + kind] or least < 0
        note(w, wrong, UNITS)


@compiled
def check_zone(s: Battle, w: Workspace, side: int, zone: int) -> None:
    """List what is wrong with a zone of a side."""
    armies, leaders = 0, 0
    for nation in range(NATIONS):
        if s.side[nation] == side:
            for piece in range(PIECES):
                count = s.units[at(nation, zone, piece)]
                if piece == Piece.LEADER:
                    leaders += count
                else:
                    armies += count
    note(w, armies != armies_in(s, side, zone), ARMIES)
    outside = zone < Zone.RESERVE and not has_column(s, column_of(zone))
    note(w, outside and armies + leaders > 0, GROUND)


@compiled
def stock(t: Tables, s: Position) -> tuple[int, int]:
    """Return what never rises: the units of either side on the board."""
    first, second = 0, 0
    for nation in range(NATIONS):
        for number in range(ZONES * PIECES):
            count = s.units[nation * ZONES * PIECES + number]
            if s.side[nation] == 0:
                first += count
            elif s.side[nation] == 1:
                second += count
    return first, second
