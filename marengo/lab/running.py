"""Playing a study: short tasks, on any executor, kept on the disk as they come.

A game depends on its scenario, its players and its seed alone, so a run ends in the same frame
whoever played which task, however often it was stopped, and whenever it was extended.
"""

import heapq
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Self

import numpy as np
from tqdm.auto import tqdm

from marengo.core.game import Game
from marengo.core.numbers import check_numbers_of
from marengo.core.players import PlayerError, make_player
from marengo.lab.fingerprints import Fingerprints, fingerprints
from marengo.lab.learning import in_games
from marengo.lab.plan import Cell, Study, StudyError
from marengo.lab.run_folder import Run
from marengo.lab.simulate import TICK
from marengo.lab.store import Done, RunFolder, open_run
from marengo.lab.tasks import GameContext, Task, TaskResult, play_task

__all__ = ["run"]

CHUNKS = 3
"""Calls of compiled code in a task, if they play several games each: a third of a second or so."""

FLUSH = 2.0
"""Seconds between two files of games: what a kill can lose, besides the games under way."""

MOST_ROWS = 500_000
"""Rows of one kind that are kept in memory, however few seconds it took to find them."""


def run(
    study: Study,
    folder: str | Path,
    executor: Any = "threads",
    workers: int | None = None,
    progress: bool = True,
    on_update: Callable[[Run], object] | None = None,
    retry_failed: bool = False,
    stop: Event | None = None,
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
    retry_failed : bool
        Whether games that failed before are played again.
    stop : threading.Event, optional
        Once it is set, the run ends as after Ctrl-C, which reaches no run in a background thread.

    Returns
    -------
    Run
        After Ctrl-C or ``stop`` with the games that were finished; the same call goes on. A process
        of an executor of the caller's own plays the game it is at to the end, unseen.

    Raises
    ------
    StudyError
        If the plan does not fit its schema, a player cannot be made or looks at the clock, the
        executor is none, has other code or a process that died, the machine is out of memory, disk
        or files, or the folder holds another run, a damaged one, or one that is being played.
    ScenarioError
        If there is no such scenario.
    OutputError
        If the folder cannot be written to.
    """
    study.check()
    check_numbers_of(study.seed, workers, StudyError)
    _check_executor(executor)
    study = in_games(study, Path(folder))
    games = {name: study.game(name) for name in study.scenarios}
    _check_cells(study, games)
    for game in games.values():
        game.workspace()  # says so if the rules are compiled first
    players = {name: games[cell.scenario] for cell in study.cells for name in cell.players}
    found = fingerprints(games.values(), players, bool(study.observe))
    with open_run(Path(folder), study, games, found) as store:
        if retry_failed:
            store.forget_failures()
        done, given_up = store.done(), Event()
        tasks = _tasks(study, games, found, done, given_up)
        with RunWriter(store, games, progress, on_update, int(done.sum())) as writer:
            _play_all(tasks, executor, workers, writer, given_up, stop or Event())
        with suppress(KeyboardInterrupt):  # all rows are there, in order or not
            store.compact()
        return store.run()


def _check_executor(executor: Any) -> None:
    """Make sure that something can play tasks, before anything is written."""
    known = executor in ("threads", "processes") or isinstance(executor, Executor)
    if not known and not hasattr(executor, "get_executor"):
        raise StudyError(
            "executor: expected 'threads', 'processes', an Executor or a Client of "
            f"dask.distributed, not {executor!r}"
        )


def _check_cells(study: Study, games: dict[str, Game[Any]]) -> None:
    """Make sure that all players have a seat, can be made, and do not look at the clock."""
    first = next(iter(games.values()))
    for name, game in games.items():
        if len(game.seats) != study.seats:
            raise StudyError(f"seats: expected {len(game.seats)}, as {name} has, not {study.seats}")
        if game.seats is not first.seats:
            raise StudyError(f"scenarios: {name}: expected the seats of the others of the plan")
        if study.observe and not game.offer("study", "watch_games"):
            raise StudyError(f"observe: expected nothing, as nobody can watch {game.title}")
    for cell in study.cells:
        for name in cell.players:
            try:
                player = make_player(name, games[cell.scenario])
            except PlayerError as error:
                raise StudyError(f"{cell}: {error}") from error
            if getattr(player, "seconds", None):
                raise StudyError(f"{cell}: {name} depends on the clock: expected playouts")


def _tasks(
    study: Study, games: Mapping[str, Game[Any]], found: Fingerprints, done: Done, given_up: Event
) -> Iterator[Task]:
    """Yield the tasks of a study that are not done, all cells abreast."""
    contexts = {
        name: GameContext(game, found, study.observe, stop=given_up) for name, game in games.items()
    }

    def of_cell(number: int, cell: Cell) -> Iterator[Task]:
        chunk = contexts[cell.scenario].runner(cell).chunk
        size = CHUNKS * chunk if chunk > 1 else 1
        for first in range(0, study.games, size):
            missing = first + np.flatnonzero(~done[number, first : first + size])
            if len(missing):
                yield Task(
                    contexts[cell.scenario], number, cell, study.seed, tuple(missing.tolist())
                )

    cells = [of_cell(number, cell) for number, cell in enumerate(study.cells)]
    return heapq.merge(*cells, key=lambda task: task.numbers[0])


class RunWriter:
    """What tasks found, on its way to the disk; with a bar that shows how much there is."""

    def __init__(
        self,
        store: RunFolder,
        games: Mapping[str, Game[Any]],
        progress: bool,
        on_update: Callable[[Run], object] | None,
        done: int,
    ) -> None:
        self.store, self.games, self.on_update = store, games, on_update
        self.kept: list[TaskResult] = []
        self.since = monotonic()
        study = store.study
        total, off = len(study.cells) * study.games, not progress
        self.bar = tqdm(total=total, initial=done, unit="game", disable=off, desc=study.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()
        self.bar.close()

    def take(self, played: TaskResult) -> None:
        """Take what a task found; every few seconds write it."""
        self.kept.append(played)  # in one step, which Ctrl-C cannot cut in two
        self.bar.update(played.number)
        self.tick()

    def tick(self) -> None:
        """Write what was taken, if that is some seconds ago or much."""
        rows = sum(played.rows for played in self.kept)
        if monotonic() - self.since > FLUSH or rows > MOST_ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what was taken since the last time."""
        kept, self.kept = self.kept, []  # before: Ctrl-C must not let it be written twice
        if kept:
            whole = TaskResult()
            for played in kept:
                whole.take(played)
            self.store.add(whole.frames(self.store.study.cells, self.games))
            if self.on_update:
                self.on_update(self.store.run())
        self.since = monotonic()


def _play_all(
    tasks: Iterator[Task],
    executor: Any,
    workers: int | None,
    writer: RunWriter,
    given_up: Event,
    stop: Event,
) -> None:
    """Play all tasks; on Ctrl-C or ``stop`` drop those that have not begun, and end the others."""
    waiting: set[Future[TaskResult]] = set()
    with _pool(executor, workers) as (pool, width):
        try:
            for task in tasks:
                _check_stop(stop)
                waiting.add(pool.submit(play_task, task))
                if len(waiting) > 2 * width:
                    _collect(waiting, writer, stop)
            while waiting:
                _collect(waiting, writer, stop)
        except KeyboardInterrupt:
            given_up.set()
            if executor == "processes":  # those of another pool are the caller's
                _stop(pool)
        finally:
            for future in waiting:
                if not future.cancel() and future.done() and not future.exception():
                    writer.take(future.result())


def _stop(pool: Executor) -> None:
    """End the processes of a pool, which would play their games to the end first."""
    if isinstance(pool, ProcessPoolExecutor):
        for process in list((pool._processes or {}).values()):
            process.terminate()


def _check_stop(stop: Event) -> None:
    """Leave the work as after Ctrl-C if the caller wants so."""
    if stop.is_set():
        raise KeyboardInterrupt


def _collect(waiting: set[Future[TaskResult]], writer: RunWriter, stop: Event) -> None:
    """Wait for a task, and take what it found; it is no longer waited for."""
    finished: set[Future[TaskResult]] = set()
    while not finished:
        _check_stop(stop)
        finished, _ = wait(waiting, timeout=TICK, return_when=FIRST_COMPLETED)
        writer.tick()
    for future in finished:
        waiting.remove(future)  # before: Ctrl-C must not let it be taken twice
        try:
            writer.take(future.result())
        except PlayerError as error:
            # those of a notebook live in its own process
            raise StudyError(f"executor: a worker cannot make a player: {error}") from error
        except BrokenExecutor as error:
            raise StudyError("executor: a process died; the same call goes on") from error


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
