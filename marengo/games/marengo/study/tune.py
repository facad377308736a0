"""Shared by the tuning of evaluation and rules: seeds, games on threads, names of weights.

Both are tuned by CMA-ES, the evolution strategy with adapted covariance (N. Hansen and
A. Ostermeier, "Completely derandomized self-adaptation in evolution strategies", Evolutionary
Computation 9, 2001): it asks only which of some candidates are better, so noise and flat stretches
do it little harm.
"""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from tqdm.auto import tqdm

from marengo.core.engine.bulk import Defect
from marengo.core.errors import MarengoError
from marengo.core.game import Game

Array = np.ndarray[Any, Any]
Answer = TypeVar("Answer")

EVALUATION = "value_"
"""Prefix of the names of evaluation weights; all others belong to the rules of thumb."""

CHUNK = 20
"""Games in one call of compiled code: less than a second, so that Ctrl-C is served."""


class TuneError(MarengoError):
    """Raised when something cannot be tuned as asked for."""


def at_least(least: int, **numbers: int | None) -> None:
    """Make sure that numbers are not too small; None is allowed."""
    for name, number in numbers.items():
        if number is not None and number < least:
            raise TuneError(f"{name}: expected {least} or more, not {number}")


def evaluation_names(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the weights of a game's evaluation."""
    names = game.engine.weights.dtype().names or ()
    return tuple(name for name in names if name.startswith(EVALUATION))


def rule_names(game: Game[Any], only: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the names of the weights of a game's rules of thumb: all, or those wanted."""
    names = game.engine.weights.dtype().names or ()
    known = tuple(name for name in names if not name.startswith(EVALUATION))
    wanted = known if only is None else tuple(only)
    for place, name in enumerate(wanted):
        if name not in known:
            raise TuneError(f"only: no rule weight {name!r}: expected some of {', '.join(known)}")
        if name in wanted[:place]:
            raise TuneError(f"only: {name!r} comes twice")
    if len(wanted) < 2:
        raise TuneError("only: expected two weights or more, CMA-ES tunes no single one")
    return wanted


def seeds_of(seed: int, stream: int, games: int) -> list[int]:
    """Return the seeds of games: those of different streams have nothing to do with each other."""
    children = (np.random.SeedSequence(seed, spawn_key=(stream, one)) for one in range(games))
    return [int(child.generate_state(1, np.uint64)[0] >> np.uint64(1)) for child in children]


def optimiser_seed(seed: int) -> int:
    """Return the seed of CMA-ES itself, 32 bits."""
    return int(np.random.SeedSequence(seed).generate_state(1)[0])


def finished(results: Array) -> Array:
    """Return the results of games, of which none may have stopped by a defect of the engine."""
    if (results["defect"] != Defect.NONE).any():
        raise RuntimeError("a game came to a position without legal moves: please report it")
    return results


def command_text(options: Mapping[str, Any]) -> str:
    """Return the command that finds the same again.

    A scenario file of one's own is named without its folder, which means nothing elsewhere.
    """
    words = ["marengo", "tune", Path(options["scenario"]).name, options["what"]]
    for name in ("only", "player", "games", "generations", "population", "seed"):
        value = options.get(name)
        if value is not None:
            words += [f"--{name}", str(value)]
    return shlex.join(words)


def note_text(command: str, found: str) -> str:
    """Return the note for the header of a file: what was done, with what, and what came of it."""
    return f"Tuned by: {command} (marengo {version('marengo')}); {found}"


@dataclass(frozen=True)
class Work:
    """Threads that play games, and a bar that counts them."""

    pool: ThreadPoolExecutor
    bar: Any

    def play(self, jobs: Iterable[tuple[Callable[[], Answer], int]]) -> list[Answer]:
        """Do all jobs, each with its number of games; return their answers in the order given."""
        futures: list[tuple[Future[Answer], int]] = [
            (self.pool.submit(job), games) for job, games in jobs
        ]
        answers = []
        for future, games in futures:
            answers.append(future.result())
            self.bar.update(games)
        return answers


@contextmanager
def working(games: int, workers: int | None, progress: bool, what: str) -> Iterator[Work]:
    """Provide threads and a bar; on Ctrl-C or an error drop the jobs that have not begun."""
    bar = tqdm(total=games, unit="game", disable=not progress, desc=what)
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        with bar:
            yield Work(pool, bar)
    finally:
        pool.shutdown(cancel_futures=True)
