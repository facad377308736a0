"""Playing a study: short tasks, on any executor, kept on the disk as they come.

A game depends on its scenario, its players and its seed alone, so a run ends in the same frame
whoever played which task, however often it was stopped, and whenever it was extended.
"""

import heapq
import os
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.game import Game
from marengo.game import load as load_game
from marengo.lab.frames import games_frame
from marengo.lab.plan import Cell, Study, StudyError
from marengo.lab.playing import Way, way_of
from marengo.lab.run_folder import FAILURE_COLUMNS, Run, RunFolder
from marengo.lab.simulate import game_seed
from marengo.players import PlayerError, make_player
from marengo.rules.shared.results import Defect

__all__ = ["run"]

CHUNKS = 3
"""Calls of compiled code in a task, if they play several games each: a third of a second or so."""

FLUSH = 2.0
"""Seconds between two files of games: what a kill can lose, besides the games under way."""

TICK = 0.2
"""Seconds of one wait for a task. Python serves Ctrl-C between two of them, and not inside one
where a library has put a handler of its own in place."""


@dataclass(frozen=True, slots=True)
class Task:
    """Some games of a cell.

    Parameters
    ----------
    game : Game
        What is played.
    number : int
        Number of the cell in its plan.
    cell : Cell
        Who plays what.
    seed : int
        Root of all seeds.
    numbers : tuple of int
        Numbers of the games in their cell.
    """

    game: Game
    number: int
    cell: Cell
    seed: int
    numbers: tuple[int, ...]


@dataclass(slots=True)
class Played:
    """What tasks found.

    Parameters
    ----------
    games, failures : list of polars.DataFrame
        Rows for the files of a run.
    number : int
        How many games these are.
    """

    games: list[pl.DataFrame] = field(default_factory=list)
    failures: list[pl.DataFrame] = field(default_factory=list)
    number: int = 0

    def take(self, other: "Played") -> None:
        """Add what another task found."""
        self.games += other.games
        self.failures += other.failures
        self.number += other.number


def play_task(task: Task) -> Played:
    """Play the games of a task; those that fail become rows that say why."""
    way = way_of(task.game, task.cell.austrian, task.cell.french)
    played = Played()
    for first in range(0, len(task.numbers), way.chunk):
        _play_chunk(task, way, task.numbers[first : first + way.chunk], played)
    return played


def _play_chunk(task: Task, way: Way, numbers: tuple[int, ...], played: Played) -> None:
    """Play some games in one call; if a player fails, game by game to find the one."""
    seeds = [game_seed(task.seed, number) for number in numbers]
    try:
        results = way.play(seeds)
    except (MemoryError, OSError):  # the machine's fault: the game may be played another day
        raise
    except Exception as error:  # noqa: BLE001 - whatever a player of one's own may raise
        if len(numbers) > 1:
            for number in numbers:
                _play_chunk(task, way, (number,), played)
        else:
            _add_failure(task, numbers[0], seeds[0], f"{type(error).__name__}: {error}", played)
        return
    sound = results["defect"] == Defect.NONE
    for place in np.flatnonzero(~sound):
        error_text = "came to a position without legal moves: please report it"
        _add_failure(task, numbers[place], seeds[place], error_text, played)
    frame = games_frame(
        task.game.ruleset,
        (task.cell.austrian, task.cell.french),
        np.array(numbers)[sound],
        np.array(seeds)[sound],
        results[sound],
    )
    cell = pl.lit(task.number, pl.Int32).alias("cell")
    played.games.append(frame.select(cell, pl.lit(task.cell.scenario).alias("scenario"), pl.all()))
    played.number += int(sound.sum())


def _add_failure(task: Task, number: int, seed: int, error: str, played: Played) -> None:
    """Add the row of a game that could not be played to its end."""
    schema = {name: dtype for name, (dtype, _) in FAILURE_COLUMNS.items()}
    row = [(task.number, number, seed, error)]
    played.failures.append(pl.DataFrame(row, schema=schema, orient="row"))
    played.number += 1


def run(
    study: Study,
    folder: str | Path,
    executor: Any = "threads",
    workers: int | None = None,
    progress: bool = True,
    on_update: Callable[[Run], object] | None = None,
) -> Run:
    """Play a study, or what is missing of it, and return its run.

    Parameters
    ----------
    study : Study
        The plan. With more games than before it extends a run; nothing is played twice.
    folder : str or Path
        Where the run lies or shall lie; a folder of its own.
    executor : str, concurrent.futures.Executor or dask.distributed.Client
        ``"threads"``, ``"processes"``, or whatever shall play the tasks. Players registered in a
        notebook are known to threads only.
    workers : int, optional
        How many threads or processes; default: one a processor.
    progress : bool
        Whether to show a bar.
    on_update : callable, optional
        Called with the run whenever games reached the disk, every few seconds.

    Returns
    -------
    Run
        After Ctrl-C with the games that were finished; the same call goes on. A thread plays the
        game it is at to the end, unseen.

    Raises
    ------
    StudyError
        If the plan does not fit its schema, a player cannot be made or looks at the clock, the
        executor is none or one of its processes died, or the folder holds another run.
    ScenarioError
        If there is no such scenario.
    OutputError
        If the folder cannot be written to.
    """
    study.check()
    if workers is not None and workers < 1:
        raise StudyError(f"workers: expected 1 or more, not {workers}")
    _check_executor(executor)
    games = {name: load_game(name) for name in study.scenarios}
    _check_cells(study, games)
    for game in games.values():
        game.workspace()  # says so if the rules are compiled first
    store = RunFolder.open(Path(folder), study, games)
    done = store.done(study)
    with _Bar(store, study, progress, on_update, sum(int(one.sum()) for one in done)) as bar:
        _play_all(_tasks(study, games, done), executor, workers, bar)
    store.put_in_order()
    return store.run(study)


def _check_executor(executor: Any) -> None:
    """Make sure that something can play tasks, before anything is written."""
    known = executor in ("threads", "processes") or isinstance(executor, Executor)
    if not known and not hasattr(executor, "get_executor"):
        raise StudyError(
            "executor: expected 'threads', 'processes', an Executor or a Client of "
            f"dask.distributed, not {executor!r}"
        )


def _check_cells(study: Study, games: dict[str, Game]) -> None:
    """Make sure that all players can be made, and do not look at the clock."""
    for cell in study.cells:
        for name in (cell.austrian, cell.french):
            try:
                player = make_player(name, games[cell.scenario])
            except PlayerError as error:
                raise StudyError(f"{cell}: {error}") from error
            if getattr(player, "seconds", None):
                raise StudyError(f"{cell}: {name} depends on the clock: expected nodes")


def _tasks(
    study: Study, games: dict[str, Game], done: list[np.ndarray[Any, np.dtype[np.bool_]]]
) -> Iterator[Task]:
    """Yield the tasks of a study that are not done, all cells abreast."""

    def of_cell(number: int, cell: Cell) -> Iterator[Task]:
        game = games[cell.scenario]
        chunk = way_of(game, cell.austrian, cell.french).chunk
        size = CHUNKS * chunk if chunk > 1 else 1
        missing = np.flatnonzero(~done[number])
        for first in range(0, len(missing), size):
            numbers = tuple(missing[first : first + size].tolist())
            yield Task(game, number, cell, study.seed, numbers)

    cells = [of_cell(number, cell) for number, cell in enumerate(study.cells)]
    return heapq.merge(*cells, key=lambda task: task.numbers[0])


class _Bar:
    """Keeps what is played on the disk, and shows it."""

    def __init__(
        self,
        store: RunFolder,
        study: Study,
        progress: bool,
        on_update: Callable[[Run], object] | None,
        done: int,
    ) -> None:
        self.store, self.study, self.on_update = store, study, on_update
        self.kept, self.since = Played(), monotonic()
        total = len(study.cells) * study.games
        self.bar = tqdm(
            total=total, initial=done, unit="game", disable=not progress, desc=study.name
        )

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()
        self.bar.close()

    def take(self, played: Played) -> None:
        """Take what a task found; every few seconds write it."""
        self.kept.take(played)
        self.bar.update(played.number)
        self.tick()

    def tick(self) -> None:
        """Write what was taken, if that is some seconds ago."""
        if monotonic() - self.since > FLUSH:
            self.flush()

    def flush(self) -> None:
        """Write what was taken since the last time."""
        if self.kept.number:
            self.store.add(self.kept.games, self.kept.failures)
            if self.on_update:
                self.on_update(self.store.run(self.study))
        self.kept, self.since = Played(), monotonic()


def _play_all(tasks: Iterator[Task], executor: Any, workers: int | None, bar: _Bar) -> None:
    """Play all tasks; on Ctrl-C drop those that have not begun."""
    waiting: set[Future[Played]] = set()
    with _pool(executor, workers) as (pool, width):
        try:
            for task in tasks:
                waiting.add(pool.submit(play_task, task))
                if len(waiting) > 2 * width:
                    waiting = _collect(waiting, bar)
            while waiting:
                waiting = _collect(waiting, bar)
        except KeyboardInterrupt:
            _stop(pool)
        finally:
            for future in waiting:
                if not future.cancel() and future.done() and not future.exception():
                    bar.take(future.result())


def _stop(pool: Executor) -> None:
    """End the processes of a pool, which would play their games to the end first."""
    if isinstance(pool, ProcessPoolExecutor):
        for process in list((pool._processes or {}).values()):
            process.terminate()


def _collect(waiting: set[Future[Played]], bar: _Bar) -> set[Future[Played]]:
    """Wait for a task, take what it found, and return those still to be waited for.

    Raises
    ------
    StudyError
        If a worker cannot make a player: those of a notebook live in its own process; or if a
        process died.
    """
    finished: set[Future[Played]] = set()
    while not finished:
        finished, rest = wait(waiting, timeout=TICK, return_when=FIRST_COMPLETED)
        bar.tick()
    for future in finished:
        try:
            bar.take(future.result())
        except PlayerError as error:
            raise StudyError(f"executor: a worker cannot make a player: {error}") from error
        except BrokenExecutor as error:
            raise StudyError("executor: a process died; the same call goes on") from error
    return rest


@contextmanager
def _pool(executor: Any, workers: int | None) -> Iterator[tuple[Executor, int]]:
    """Provide whatever plays tasks, and the number of its workers; leave the caller's own open."""
    width = workers or os.cpu_count() or 1
    if hasattr(executor, "get_executor"):  # a dask.distributed client
        yield executor.get_executor(), max(sum(executor.nthreads().values()), width)
        return
    if isinstance(executor, Executor):
        yield executor, width
        return
    pool: Executor = (
        ThreadPoolExecutor(width)
        if executor == "threads"
        else ProcessPoolExecutor(width, mp_context=get_context("spawn"))
    )
    try:
        yield pool, width
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
