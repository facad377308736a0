"""Playing on without deciding anything: decline whatever may be declined."""

from marengo.game import Decision, State
from tests.helpers import play


def decline(state: State, *until: Decision) -> State:
    """Play on to the next action, or to one of these decisions, declining what can be declined."""
    while state.decision not in (Decision.ACTION, Decision.OVER, *until):
        moves = sorted(str(move) for move in state.legal_moves())
        calm = (move for move in moves if _declines(move))
        state.play(next(calm, moves[0]))
    return state


def _declines(move: str) -> bool:
    words = move.split()
    return words[-1] in ("end", "none", "stop") or words[0] in ("stay", "cancel")


def end_turn(state: State) -> State:
    """End step 3 and play on to the first action of the other side's turn."""
    return decline(play(state, "end"))
