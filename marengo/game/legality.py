"""Why a move is illegal."""

from marengo.game.state import State
from marengo.game.things import Move


def why_illegal(state: State, move: Move) -> str:
    """Return which rule forbids a move that is not legal in a position."""
    return "not legal here"
