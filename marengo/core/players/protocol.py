"""What a player is: anything that answers "which move?" from what its side may know."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from marengo.core.move import Move


class StoppedError(Exception):
    """Raised when somebody wants a game, or the thought about a move, to end before its end."""


class Player(Protocol):
    """Anything with ``choose``. It sees the view of its side and nothing else."""

    def choose(self, view: Any, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        """Return one of the legal moves.

        Parameters
        ----------
        view : View
            What the side that decides knows, as the game that it plays tells it.
        legal_moves : sequence of Move
            At least two moves.
        rng : numpy.random.Generator
            Chance of the player's own, so that its games can be repeated.
        """
        ...


@runtime_checkable
class Valuer(Player, Protocol):
    """A player that knows what positions are worth."""

    def value(self, state: Any) -> float:
        """Return what the first seat gets, from 0 to 1, if all play as well as can be.

        Raises
        ------
        MarengoError
            If the player does not know it of this position.
        """
        ...
