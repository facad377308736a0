"""What a search asks of a game beside its moves, scores and values."""

from typing import Any

from marengo.core.engine.compiled import entry
from marengo.core.engine.dispatch import optional, primitive
from marengo.core.engine.record import Record, Records


@optional
def observation_key(t: Record, s: Any, move: int) -> int:
    """Return a number that is equal for another seat's moves that cannot be told apart.

    It is the move itself, or negative.
    """
    return move


OPEN, FIRST, SECOND = 0, 1, 2
"""Ways to choose: seen by all, or by two seats at the same time, one after the other."""


@optional
def sealed(t: Record, s: Any) -> int:
    """Return how the choice is made that is due: OPEN, or FIRST or SECOND of two sealed ones.

    The first stays hidden until the second is made; then both are seen.
    """
    return OPEN


@optional
def reopen(t: Record, s: Any) -> None:
    """Take the first of two sealed choices back where the second is due: the first is due again."""


@optional
def has_learned(t: Record, s: Any, before: Any) -> int:
    """Return 1 if the searching seat knows something hidden that it did not know before."""
    return 0


@optional
def turn_number(t: Record, s: Any) -> int:
    """Return the number of the turn, by which the length of playouts is counted."""
    return 0


@entry
def turn_of(tables: Records, states: Records) -> int:
    """Return the number of the turn in ``states[0]``."""
    return turn_number(tables[0], states[0])


@optional
def whose_turn(t: Record, s: Any) -> int:
    """Return the seat whose turn it is, though another may have to decide."""
    return int(s.to_move)


@optional
def may_reply(t: Record, s: Any, side: int) -> int:
    """Return 1 if another seat than ``side`` chooses what to do in a turn of its own."""
    return int(s.to_move != side)


@primitive
def returns(t: Record, s: Any, seat: int) -> float:  # type: ignore[empty-body]
    """Return what a seat got of a game that has ended, from 0 to 1.

    With two seats, what one gets the other does not.
    """


@entry
def returns_once(tables: Records, states: Records, seat: int) -> float:
    """Return what a seat got of the game that has ended in ``states[0]``."""
    return returns(tables[0], states[0], seat)


@optional
def outlook(t: Record, s: Any, w: Any, e: Record, n: Any, k: Any, seat: int) -> float:
    """Return what a seat may expect of a position, from 0 to 1; ``w`` is of that position.

    What it has learned to expect; a half in a game that cannot be learned.
    """
    return 0.5
