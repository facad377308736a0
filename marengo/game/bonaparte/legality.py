"""Why a move of *Bonaparte at Marengo* is illegal."""

from collections.abc import Callable, Iterator

from marengo.game.bonaparte import fighting, moving
from marengo.game.bonaparte.state import BonaparteState
from marengo.game.legality import Case, Grounds, reason_against
from marengo.game.things import Move, Piece
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind

EXPECTED: dict[Decision, tuple[MoveKind, ...]] = {
    Decision.ACTIVATION: (MoveKind.ACTIVATE,),
    Decision.SHUFFLE: (MoveKind.SHUFFLE,),
    Decision.BOMBARDMENT: (MoveKind.COMPLETE, MoveKind.CANCEL),
    Decision.AIM: (MoveKind.AIM,),
    Decision.TARGET: (MoveKind.TARGET,),
    Decision.ASSAULT: (MoveKind.END, MoveKind.ASSAULT),
    Decision.LEADERS: (MoveKind.LEAD,),
    Decision.FIRE: (MoveKind.FIRE,),
    Decision.DEFENCE_LEADERS: (MoveKind.LEAD,),
    Decision.STRIKE: (MoveKind.STRIKE,),
    Decision.REDUCTION: (MoveKind.REDUCE,),
    Decision.PURSUIT: (MoveKind.PURSUE,),
    Decision.RETREAT: (MoveKind.RETREAT,),
    Decision.CONTINUATION: (MoveKind.STAY, MoveKind.CONTINUE),
    Decision.ACTION: (
        MoveKind.END,
        MoveKind.MARCH,
        MoveKind.ATTACK,
        MoveKind.ROAD,
        MoveKind.PONTOON,
        MoveKind.FALL_BACK,
    ),
    Decision.JOIN: (MoveKind.JOIN,),
    Decision.ROAD_STEP: (MoveKind.CROSS, MoveKind.WAIT, MoveKind.STOP, MoveKind.CONTINUE),
    Decision.SHOW: (MoveKind.SHOW,),
    Decision.RESPONSE: (MoveKind.RESPOND,),
    Decision.ADVANCE: (MoveKind.BLOCK,),
    Decision.DECLARATION: (MoveKind.DECLARE,),
}
"""The kinds of move that answer each decision."""

RULES = {
    Decision.ACTIVATION: "an inactive piece, or none (B-6.14 to B-6.18)",
    Decision.SHUFFLE: "a position with two pieces to shuffle, or none (B-4.14 to B-4.18)",
    Decision.BOMBARDMENT: "the artillery asked fires or cancels (B-10.8)",
    Decision.AIM: "an approach of the opposite locality that the enemy blocks (B-10.16)",
    Decision.TARGET: "one piece of the group fired at (B-10.14 to B-10.18)",
    Decision.ASSAULT: "participants of one approach that holds a leading piece (B-11.1 to B-11.12)",
    Decision.LEADERS: "one or, if wide, two of a type lead (B-11.22 to B-11.24)",
    Decision.FIRE: "artillery that takes part and did not bombard, or none (B-11.26 to B-11.28)",
    Decision.DEFENCE_LEADERS: "none, one or, if wide, two of a type lead (B-11.31 to B-11.37)",
    Decision.STRIKE: "an enemy piece that leads or pursues, in slot order (B-11.18, B-11.58)",
    Decision.REDUCTION: "the pieces concerned, in slot order (B-11.18, B-12.7, B-12.9)",
    Decision.PURSUIT: "none, one or, if wide, two cavalry that did not lead (B-11.51 to B-11.56)",
    Decision.RETREAT: "any piece left into an open neighbour (B-12.13 to B-12.20)",
    Decision.CONTINUATION: "the piece asked, an approach facing the enemy (B-8.60, B-8.20)",
    Decision.JOIN: "a higher piece of the same position, able and still fitting (B-8.9, B-8.10)",
    Decision.ROAD_STEP: (
        "a road of its group without enemies, with room and traffic left in this step, "
        "or a stop once it has crossed (B-8.46 to B-8.66, B-9.9)"
    ),
    Decision.SHOW: "an infantry piece of the group is shown (B-9.7)",
    Decision.RESPONSE: "pieces in reserve of the attacked locality block, or none (B-9.13)",
    Decision.ADVANCE: "all attackers stay or advance; dividing costs a command (B-9.17)",
    Decision.DECLARATION: "the artillery asked declares, or none (B-10.2 to B-10.7)",
}

CONDITIONS: dict[MoveKind, Callable[[Case], Iterator[str]]] = {
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
"""What to say of some kinds of move where no other reason is found."""


def _reasons(case: Case) -> Iterator[str]:
    """Yield the reasons against a move, the weightiest first."""
    if case.kind in CONDITIONS:
        yield from CONDITIONS[case.kind](case)


def _marks(piece: Piece) -> tuple[object, ...]:
    return (piece.active, piece.acted, piece.assaulted, piece.bombardment)


GROUNDS = Grounds(
    expected=EXPECTED,
    rules=RULES,
    reasons=_reasons,
    asked="B-18.4 to B-18.40",
    over="B-14.1",
    otherwise="the rules do not allow it here (B-18.4 to B-18.40)",
    marks=_marks,
    last=LAST,
)


def why_illegal(state: BonaparteState, move: Move) -> str:
    """Return which rule forbids a move that is not legal in a position."""
    return reason_against(state, move, GROUNDS)
