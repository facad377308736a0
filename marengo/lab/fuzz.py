"""The hunt for defects: random games with every invariant checked after every move."""

from dataclasses import dataclass

import numpy as np

from marengo.game import Game
from marengo.lab.playing import random_way
from marengo.lab.simulate import Batch, check_games
from marengo.rules.shared.results import MOST_DECISIONS, Defect

TEXTS = {
    Defect.DEAD_END: "a decision without legal moves",
    Defect.TOO_LONG: f"more than {MOST_DECISIONS} decisions",
    Defect.UNSOUND: "a position that cannot be: see State.problems()",
    Defect.CREATED: "discs, morale or strength points out of nothing",
    Defect.OVERFLOW: "more legal moves than the list holds",
    Defect.COUNTS: "counts that disagree with the position",
}


@dataclass(frozen=True, slots=True)
class Found:
    """A game with a defect: its seed, the decision it shows at, and what is wrong."""

    game: int
    seed: int
    decision: int
    text: str


def fuzz(
    game: Game, games: int, seed: int = 0, workers: int | None = None, progress: bool = True
) -> tuple[int, int, list[Found]]:
    """Play random games, checking every position.

    Parameters
    ----------
    game : Game
        What is played.
    games, seed, workers, progress
        As for :func:`marengo.lab.simulate`.

    Returns
    -------
    tuple of int, int, list of Found
        Games played, decisions checked, and the defects found.
    """
    check_games(games)
    batch = game.ruleset.batch
    played = Batch(game, games, seed, random_way(game, batch.hunt))
    played.run(workers, progress)
    results = played.results
    found = [
        Found(
            int(number),
            int(played.seeds[number]),
            int(results["decisions"][number]),
            TEXTS[Defect(int(results["defect"][number]))],
        )
        for number in np.flatnonzero(results["defect"])
    ]
    return int(played.done.sum()), int(results["decisions"].sum()), found
