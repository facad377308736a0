"""What can never be in a position: the invariants that the rules imply, compiled for fuzzing."""

from enum import IntEnum

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.pieces import in_set, locality_of, side_of
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.results import report
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    LOCALITIES,
    NONE,
    PIECES,
    SLOTS,
    Kind,
    Side,
)
from marengo.games.triomphe.rules.borders import is_surprised
from marengo.games.triomphe.rules.morale import at
from marengo.games.triomphe.rules.pieces import is_organised
from marengo.games.triomphe.rules.state import State, Tables


class Problem(IntEnum):
    """Problem of a position; the comment says where it is."""

    DEAD_WITH_PLACE = 1  # slot (T-2.6)
    ALIVE_WITHOUT_PLACE = 2  # slot (T-3.3)
    STRENGTH = 3  # slot (T-2.2)
    AUSTRIAN_DISORGANISED = 4  # slot (T-14.5)
    WRONG_BOX = 5  # slot
    IMPASSABLE_APPROACH = 6  # slot (T-3.16)
    UNKNOWN_TO_ITSELF = 7  # slot (T-22.16, T-22.17)
    BLOCKS_AT_DAWN = 8  # slot (T-14.1)
    BOMBARDS_FROM_NOWHERE = 9  # slot (T-10.1, T-10.13)
    OVER_CAPACITY = 10  # locality (T-3.20)
    BOTH_ARMIES = 11  # locality (T-3.6)
    ENTERED_BY_OTHER = 12  # locality (T-18.31)
    NEGATIVE_DISCS = 13  # side
    NEGATIVE_COMMITTED = 14  # locality
    TOO_MANY_SHIFTED = 15  # locality (T-18.14)
    NEGATIVE_ORDERS = 16  # orders (T-6.4)
    HOUR = 17  # hour (T-5.1)
    WRONG_MOVER = 18  # side (T-1.3)
    MIXED = 19  # locality (T-14.16)


@compiled
def _check_piece(t: Tables, s: State, w: Workspace, piece: int) -> None:
    place, strength = s.place[piece], s.strength[piece]
    if strength == 0 and place != NONE:
        report(w, Problem.DEAD_WITH_PLACE, piece)
    if strength != 0 and place == NONE:
        report(w, Problem.ALIVE_WITHOUT_PLACE, piece)
    if strength < 0 or strength > 4:
        report(w, Problem.STRENGTH, piece)
    if piece < SLOTS and not is_organised(s, piece):
        report(w, Problem.AUSTRIAN_DISORGANISED, piece)
    if not (s.candidates[piece] >> (piece % SLOTS)) & 1:
        report(w, Problem.UNKNOWN_TO_ITSELF, piece)
    _check_place(t, s, w, piece, place)


@compiled
def _check_place(t: Tables, s: State, w: Workspace, piece: int, place: int) -> None:
    if place >= FIRST_BOX and t.box_side[place - FIRST_BOX] != side_of(piece):
        report(w, Problem.WRONG_BOX, piece)
    in_approach = FIRST_APPROACH <= place < FIRST_BOX
    if in_approach and t.impassable[place - FIRST_APPROACH]:
        report(w, Problem.IMPASSABLE_APPROACH, piece)
    if in_approach and is_surprised(t, s, side_of(piece)):
        report(w, Problem.BLOCKS_AT_DAWN, piece)
    if s.bombardment[piece] != Bombardment.NONE:
        if not in_approach or s.kind[piece] != Kind.ARTILLERY:
            report(w, Problem.BOMBARDS_FROM_NOWHERE, piece)


@compiled
def _check_locality(t: Tables, s: State, w: Workspace, locality: int) -> None:
    number, armies, states = 0, 0, 0
    for piece in range(PIECES):
        if s.candidates[piece] and locality_of(t, s, piece) == locality:
            number += 1
            armies |= 1 << side_of(piece)
            states |= 1 << is_organised(s, piece)
            if s.entered_last[locality] != side_of(piece):
                report(w, Problem.ENTERED_BY_OTHER, locality)
    if number > t.capacity[locality]:
        report(w, Problem.OVER_CAPACITY, locality)
    if armies == 3:
        report(w, Problem.BOTH_ARMIES, locality)
    elif states == 3 and not in_set(s.begun, locality):
        report(w, Problem.MIXED, locality)


@compiled
def _check_discs(s: State, w: Workspace, locality: int) -> None:
    for side in range(2):
        here = at(side, locality)
        if s.committed[here] < 0:
            report(w, Problem.NEGATIVE_COMMITTED, locality)
        if s.shifted[here] < 0 or s.shifted[here] > s.committed[here]:
            report(w, Problem.TOO_MANY_SHIFTED, locality)


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
            _check_discs(s, w, locality)
    for side in range(2):
        if s.uncommitted[side] < 0:
            report(w, Problem.NEGATIVE_DISCS, side)
    if s.orders < 0:
        report(w, Problem.NEGATIVE_ORDERS, s.orders)
    if s.hour < t.first_hour or s.hour > t.last_hour:
        report(w, Problem.HOUR, s.hour)
    if s.decision == Decision.ACTION and s.to_move != s.turn:
        report(w, Problem.WRONG_MOVER, s.to_move)


@compiled
def discs_in_game(t: Tables, s: State) -> int:
    """Return all discs of both armies not yet lost, time track included: it never rises."""
    total = s.uncommitted[Side.AUSTRIAN] + s.uncommitted[Side.FRENCH]
    for index in range(2 * LOCALITIES):
        total += s.committed[index]
    for index in range(len(s.track)):
        total += s.track[index]
    return total
