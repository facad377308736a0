"""Opponents of whom one knows what they will do."""

from collections.abc import Sequence

import numpy as np

from marengo.core.move import Move
from marengo.core.players import register
from marengo.core.view import View
from marengo.games.marengo.game import MarengoGame


@register("test-ends")
class Ends:
    """Ends its turn, and otherwise takes the first move there is."""

    def __init__(self, game: MarengoGame) -> None:
        pass

    def choose(self, _view: View, legal_moves: Sequence[Move], _rng: np.random.Generator) -> Move:
        ends = [move for move in legal_moves if str(move) == "end"]
        return ends[0] if ends else legal_moves[0]


@register("test-breaks")
class Breaks:
    """Raises an error."""

    def __init__(self, game: MarengoGame) -> None:
        pass

    def choose(self, _view: View, _moves: Sequence[Move], _rng: np.random.Generator) -> Move:
        raise ZeroDivisionError("no idea")
