"""Short cuts for tests of several chapters: idle turns, places, faces turned up."""

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, texts, where

IDLE = ("end", "cancel", "stay", "stop")
"""First words of moves that let a choice pass, as do all moves that end in "none"."""


def decline(state: BonaparteState) -> BonaparteState:
    """Answer the decision by the move that does least, or else by the first of all."""
    moves = sorted(texts(state))
    idle = (text for text in moves if text.split()[0] in IDLE or text.endswith(" none"))
    return play(state, next(idle, moves[0]))


def finish(state: BonaparteState, *until: Decision) -> BonaparteState:
    """Decline what can be declined up to the next move, or to one of these decisions."""
    while state.decision not in (Decision.ACTION, Decision.OVER, *until):
        decline(state)
    return state


def end_turn(state: BonaparteState) -> BonaparteState:
    """End the moves of the active player and play on to those of the other one."""
    return finish(play(state, "end"))


def pass_turn(state: BonaparteState) -> BonaparteState:
    """Let the rest of this turn pass, up to the first decision of the next one."""
    turn = state.turn
    while state.turn is turn and state.decision is not Decision.OVER:
        decline(state)
    return state


def pass_hours(state: BonaparteState, hour: int) -> BonaparteState:
    """Let turns pass up to the first decision of the round of that hour, or to the game's end."""
    while state.hour < hour and state.decision is not Decision.OVER:
        decline(state)
    return state


def places(state: BonaparteState, *names: str) -> tuple[str, ...]:
    """Return the places of several pieces in notation, "" for one eliminated."""
    return tuple(where(state, name) for name in names)


def strengths(state: BonaparteState, *names: str) -> tuple[int, ...]:
    """Return the strengths of several pieces, 0 for one eliminated."""
    return tuple(state.piece(name).strength for name in names)


def face_up(state: BonaparteState, by: Side, place: str) -> list[bool]:
    """Return for each enemy block at a place whether it lies face-up before that side."""
    return [block.face_up for block in state.view(by).enemy if str(block.place) == place]


def attackers(state: BonaparteState) -> set[str]:
    """Return the names of the pieces taking part in the attack going on."""
    return {piece.name for piece in state.pieces if piece.role in ("attacking", "leading")}
