"""Fuzzing: games of random players or others, every invariant checked after every move."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from marengo.core.engine.bulk import Defect, examine
from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, SEED, WORKERS, Bounds, takes
from marengo.lab.playing import TEXTS, BatchRunner, Log, generators_of, runner_of
from marengo.lab.simulate import Batch

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """A game with a defect: its seed, the decision it shows at, and what is wrong."""

    game: int
    seed: int
    decision: int
    text: str


def checked_runner(game: Game[Any], player: str = "random") -> BatchRunner:
    """Return what plays games and checks every position; a defect ends a game's count."""
    runner = runner_of(game, [player] * len(game.seats))

    def play(seeds: list[int], logged: bool = False) -> tuple[Array, Log]:
        results, log = runner.play(seeds, logged=True)
        for number, (seed, moves) in enumerate(zip(seeds, log, strict=True)):
            states, works = game.engine.state.array(), game.workspace()
            examined = examine(game.tables, states, works, generators_of([seed], 1), moves)
            results["decisions"][number], results["defect"][number] = examined
        return results, log if logged else []

    return BatchRunner(runner.chunk, play, runner.players)


@takes(games=Bounds(0, MOST_GAMES), seed=SEED, workers=WORKERS)
def fuzz(
    game: Game[Any],
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    player: str = "random",
) -> tuple[int, int, list[Found]]:
    """Play games, checking every position; return games, decisions checked, and defects.

    ``player`` plays all seats: where random players soon give up, others come further.
    """
    played = Batch(game, games, seed, checked_runner(game, player))
    played.run(workers, progress)
    results = played.results
    defects = [
        Found(
            int(number),
            int(played.seeds[number]),
            int(results["decisions"][number]),
            TEXTS[Defect(int(results["defect"][number]))],
        )
        for number in np.flatnonzero(results["defect"])
    ]
    return int(played.done.sum()), int(results["decisions"].sum()), defects
