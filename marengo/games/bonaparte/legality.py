"""Why a move of *Bonaparte at Marengo* is illegal."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from marengo.games.bonaparte import legality_of_fights as fighting
from marengo.games.bonaparte import legality_of_moves as moving
from marengo.games.bonaparte.nodes import NODES
from marengo.games.marengo.legality import Attempt, Legality
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.types import Piece

if TYPE_CHECKING:
    from marengo.games.bonaparte.state import BonaparteState

CONDITIONS: dict[MoveKind, Callable[["Attempt[BonaparteState]"], Iterator[str]]] = {
    MoveKind.ACTIVATE: moving.activate,
    MoveKind.MARCH: moving.march,
    MoveKind.ATTACK: moving.attack,
    MoveKind.ROAD: moving.road,
    MoveKind.PONTOON: moving.pontoon,
    MoveKind.FALL_BACK: moving.fall_back,
    MoveKind.JOIN: moving.join,
    MoveKind.RETREAT: moving.retreat,
    MoveKind.ASSAULT: fighting.assault,
    MoveKind.LEAD: fighting.lead,
    MoveKind.FIRE: fighting.fire,
    MoveKind.PURSUE: fighting.pursue,
    MoveKind.RESPOND: fighting.respond,
    MoveKind.BLOCK: fighting.block,
    MoveKind.DECLARE: fighting.declare,
}
"""The conditions of each kind of move, in the order in which a player would look at them."""

LAST = {
    MoveKind.ROAD: "no crossing is open to it in any step (B-8.47 to B-8.59)",
    MoveKind.ASSAULT: "no piece that could lead joins it (B-11.5, B-11.22 to B-11.24)",
    MoveKind.JOIN: "it, or what the group still needs, would not fit (B-8.24, B-9.5, B-11.6)",
}
"""Reason against some kinds of move where no other is found."""


def _reasons(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against a move, the weightiest first."""
    if attempt.kind in CONDITIONS:
        yield from CONDITIONS[attempt.kind](attempt)


def _marks(piece: Piece) -> tuple[object, ...]:
    return (piece.active, piece.acted, piece.assaulted, piece.bombardment)


LEGALITY = Legality(
    nodes=NODES,
    reasons=_reasons,
    asked="B-18.4 to B-18.40",
    over="B-14.1",
    otherwise="the rules do not allow it here (B-18.4 to B-18.40)",
    marks=_marks,
    last=LAST,
)
