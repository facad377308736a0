"""The hunt for defects: random games with every invariant checked after every move."""

from dataclasses import dataclass

import numpy as np

from marengo.game import Game
from marengo.lab.simulate import Batch, check_games
from marengo.rules.triomphe import batch

DEFECTS = {
    batch.DEAD_END: "a decision without legal moves",
    batch.TOO_LONG: f"more than {batch.MOST_DECISIONS} decisions",
    batch.UNSOUND: "a position that cannot be: see State.problems()",
    batch.CREATED: "discs or strength points out of nothing",
    batch.OVERFLOW: "more legal moves than the list holds",
    batch.COUNTS: "counts that disagree with the position",
}


@dataclass(frozen=True, slots=True)
class Defect:
    """A game with a defect: its seed, the decision it shows at, and what is wrong."""

    game: int
    seed: int
    decision: int
    text: str


def fuzz(
    game: Game, games: int, seed: int = 0, workers: int | None = None, progress: bool = True
) -> tuple[int, int, list[Defect]]:
    """Play random games, checking every position.

    Parameters
    ----------
    game : Game
        What is played.
    games, seed, workers, progress
        As for :func:`marengo.lab.simulate`.

    Returns
    -------
    tuple of int, int, list of Defect
        Games played, decisions checked, and the defects found.
    """
    check_games(games)
    played = Batch(game, games, seed, batch.hunt)
    played.run(workers, progress)
    results = played.results
    found = [
        Defect(
            int(number),
            int(played.seeds[number]),
            int(results["decisions"][number]),
            DEFECTS[int(results["defect"][number])],
        )
        for number in np.flatnonzero(results["defect"])
    ]
    return int(played.done.sum()), int(results["decisions"].sum()), found
