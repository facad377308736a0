"""A move as a person holds it."""

from collections.abc import Callable
from enum import IntEnum


class Move:
    """One choice at one decision; ``str`` gives its text, for example ``march A1,A2 9``.

    Made by :meth:`State.legal_moves` and :meth:`State.move`. The text is made only when it is
    asked for, since most moves are never looked at.

    Parameters
    ----------
    code : int
        The engine's packed form.
    side : enum.IntEnum
        Who moves: a seat of the game.
    write : callable
        Writes the text of a packed move of a seat.
    """

    __slots__ = ("_write", "code", "side")

    def __init__(self, code: int, side: IntEnum, write: Callable[[int, int], str]) -> None:
        self.code = code
        self.side = side
        self._write = write

    def __str__(self) -> str:
        return self._write(self.side, self.code)

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.code == other.code and self.side == other.side

    def __hash__(self) -> int:
        return hash((self.code, self.side))
