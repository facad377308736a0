"""What can never be in a position: the invariants that the rules imply, compiled for fuzzing."""

from enum import IntEnum

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.pieces import approach_of, is_active
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.pieces import locality_of, side_of
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.results import report
from marengo.games.marengo.rules.vocabulary import (
    FIRST_BOX,
    NONE,
    PIECES,
    SLOTS,
    Kind,
)


class Problem(IntEnum):
    """Problem of a position; the comment says where it is."""

    DEAD_WITH_PLACE = 1  # slot (B-4.5)
    ALIVE_WITHOUT_PLACE = 2  # slot (B-5.1)
    STRENGTH = 3  # slot (B-4.3)
    AUSTRIAN_INACTIVE = 4  # slot (B-6.21)
    WRONG_BOX = 5  # slot (B-8.70)
    IMPASSABLE_APPROACH = 6  # slot (B-5.19)
    UNKNOWN_TO_ITSELF = 7  # slot (B-17.19)
    BOMBARDS_FROM_NOWHERE = 8  # slot (B-10.1)
    OVER_CAPACITY = 9  # locality (B-5.20)
    BOTH_ARMIES = 10  # locality
    MORALE = 11  # side (B-13.2, B-13.3)
    BONUS = 12  # side (B-13.6)
    COMMANDS = 13  # commands (B-8.21)
    HOUR = 14  # hour (B-7.1)
    WRONG_MOVER = 15  # side (B-7.7)
    FLAG = 16  # locality (B-6.16)


@compiled
def _check_piece(t: Tables, s: State, w: Workspace, piece: int) -> None:
    place, strength = s.place[piece], s.strength[piece]
    if strength == 0 and place != NONE:
        report(w, Problem.DEAD_WITH_PLACE, piece)
    if strength != 0 and place == NONE:
        report(w, Problem.ALIVE_WITHOUT_PLACE, piece)
    if strength < 0 or strength > 4:
        report(w, Problem.STRENGTH, piece)
    if piece < SLOTS and not is_active(s, piece):
        report(w, Problem.AUSTRIAN_INACTIVE, piece)
    if not (s.candidates[piece] >> (piece % SLOTS)) & 1:
        report(w, Problem.UNKNOWN_TO_ITSELF, piece)
    if place >= FIRST_BOX and t.box_side[place - FIRST_BOX] != side_of(piece):
        report(w, Problem.WRONG_BOX, piece)
    approach = approach_of(s, piece)
    if approach != NONE and t.impassable[approach]:
        report(w, Problem.IMPASSABLE_APPROACH, piece)
    if s.bombardment[piece] != Bombardment.NONE:
        fired = s.bombardment[piece] == Bombardment.COMPLETED
        if s.kind[piece] != Kind.ARTILLERY or (approach == NONE and not fired):
            report(w, Problem.BOMBARDS_FROM_NOWHERE, piece)


@compiled
def _check_locality(t: Tables, s: State, w: Workspace, locality: int) -> None:
    number, armies = 0, 0
    for piece in range(PIECES):
        if s.candidates[piece] and locality_of(t, s, piece) == locality:
            number += 1
            armies |= 1 << side_of(piece)
    if armies & 1 and t.french_start[locality] and not s.flag:
        report(w, Problem.FLAG, locality)
    if armies == 3:
        report(w, Problem.BOTH_ARMIES, locality)
    elif number > t.capacity[locality]:
        report(w, Problem.OVER_CAPACITY, locality)


@compiled
def list_problems(t: Tables, s: State, w: Workspace) -> None:
    """List in the workspace everything that cannot be in this position."""
    w.problem_count = 0
    for piece in range(PIECES):
        if s.candidates[piece]:
            _check_piece(t, s, w, piece)
    for locality in range(1, t.localities):
        if t.locality_of[locality] != NONE:
            _check_locality(t, s, w, locality)
    _check_morale(s, w)
    if s.commands < 0:
        report(w, Problem.COMMANDS, s.commands)
    if s.hour < t.first_hour or s.hour > t.last_hour:
        report(w, Problem.HOUR, s.hour)
    if s.decision == Decision.ACTION and s.to_move != s.turn:
        report(w, Problem.WRONG_MOVER, s.to_move)


@compiled
def _check_morale(s: State, w: Workspace) -> None:
    for side in range(2):
        if s.morale[side] < 0 or (s.morale[side] == 0) != (s.demoralised[side] != NONE):
            report(w, Problem.MORALE, side)
        if s.bonus_due == side and s.demoralised[side] != NONE:
            report(w, Problem.BONUS, side)
