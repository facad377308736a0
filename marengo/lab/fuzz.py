"""The hunt for defects: random games with every invariant checked after every move."""

from dataclasses import dataclass
from types import ModuleType

import numpy as np

from marengo.game import Game
from marengo.lab.simulate import Batch, check_games


@dataclass(frozen=True, slots=True)
class Defect:
    """A game with a defect: its seed, the decision it shows at, and what is wrong."""

    game: int
    seed: int
    decision: int
    text: str


def defects(batch: ModuleType) -> dict[int, str]:
    """Return what the numbers stand for by which a ruleset's batches report defects."""
    return {
        batch.DEAD_END: "a decision without legal moves",
        batch.TOO_LONG: f"more than {batch.MOST_DECISIONS} decisions",
        batch.UNSOUND: "a position that cannot be: see State.problems()",
        batch.CREATED: "discs, morale or strength points out of nothing",
        batch.OVERFLOW: "more legal moves than the list holds",
        batch.COUNTS: "counts that disagree with the position",
    }


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
    batch = game.ruleset.batch
    played = Batch(game, games, seed, batch.hunt)
    played.run(workers, progress)
    results = played.results
    texts = defects(batch)
    found = [
        Defect(
            int(number),
            int(played.seeds[number]),
            int(results["decisions"][number]),
            texts[int(results["defect"][number])],
        )
        for number in np.flatnonzero(results["defect"])
    ]
    return int(played.done.sum()), int(results["decisions"].sum()), found
