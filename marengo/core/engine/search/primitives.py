"""What a search asks of a game beside its moves, scores and values."""

from typing import Any

from marengo.core.engine.compiled import int64
from marengo.core.engine.dispatch import optional, primitive
from marengo.core.engine.record import Record


@optional
def observation_key(t: Record, s: Any, move: int) -> int:
    """Return a number that is equal for another seat's moves that cannot be told apart.

    It is the move itself, or negative.
    """
    return move


@optional
def has_learned(t: Record, s: Any, before: Any) -> int:
    """Return 1 if the searching seat knows something hidden that it did not know before."""
    return int64(0)


@optional
def turn_number(t: Record, s: Any) -> int:
    """Return the number of the turn, by which the length of playouts is counted."""
    return int64(0)


@optional
def whose_turn(t: Record, s: Any) -> int:
    """Return the seat whose turn it is, though another may have to decide."""
    return int64(s.to_move)


@optional
def may_reply(t: Record, s: Any, side: int) -> int:
    """Return 1 if another seat than ``side`` chooses what to do in a turn of its own."""
    return int64(s.to_move != side)


@primitive
def value_of_end(t: Record, s: Any) -> float:  # type: ignore[empty-body]
    """Return what the first seat got of a game that has ended: 1 if it won, 0 if it lost."""
