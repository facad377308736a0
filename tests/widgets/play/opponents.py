"""Opponents of whom one knows what they will do."""

from collections.abc import Sequence

import numpy as np

from marengo.game import Game, Move, View
from marengo.players import register


@register("test-ends")
class Ends:
    """Ends its turn, and otherwise takes the first move there is."""

    def __init__(self, game: Game) -> None:
        pass

    def choose(self, _view: View, legal_moves: Sequence[Move], _rng: np.random.Generator) -> Move:
        ends = [move for move in legal_moves if str(move) == "end"]
        return ends[0] if ends else legal_moves[0]


@register("test-breaks")
class Breaks:
    """Raises an error."""

    def __init__(self, game: Game) -> None:
        pass

    def choose(self, _view: View, _moves: Sequence[Move], _rng: np.random.Generator) -> Move:
        raise ZeroDivisionError("no idea")
