"""A player that is not ours, in several moods; contests know it by this file alone."""

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.view import View


class Stranger:
    """Plays by chance, or does something wrong."""

    def __init__(self, game: Game[Any], mood: str = "") -> None:
        self.game, self.mood = game, mood
        if mood == "refuses":
            raise ValueError("no")

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        if self.mood == "fails":
            raise KeyError("as I am")
        if self.mood == "illegal":
            return Move(-1, legal_moves[0].side, lambda *_: "nonsense")
        if self.mood == "leaves":
            os._exit(0)
        if self.mood == "sleeps":
            time.sleep(1000)
        if self.mood == "prints":
            print('{"move": -5}')
            sys.stdout.flush()
        return legal_moves[int(rng.integers(len(legal_moves)))]
