"""Playing a study: short tasks, on any executor, kept on the disk as they come.

A game depends on its scenario, its players and its seed alone, so a run ends in the same frame
whoever played which task, however often it was stopped, and whenever it was extended.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import Any, Self

import polars as pl
from tqdm.auto import tqdm

from marengo.core.game import Game
from marengo.core.numbers import WORKERS, takes
from marengo.core.players import PlayerError, is_contestant, make_player
from marengo.core.players.isolated import check_source
from marengo.lab.claims import Claim
from marengo.lab.fingerprints import fingerprints
from marengo.lab.learning import in_games
from marengo.lab.plan import Study, StudyError
from marengo.lab.processes import UNGUARDED, check_not_forked, check_not_read
from marengo.lab.run_folder import Run
from marengo.lab.simulate import TICK, secret_root
from marengo.lab.spans import Spans
from marengo.lab.store import RunFolder, open_run
from marengo.lab.tasks import GameContext, Task, TaskResult, play_task

__all__ = ["run"]

CHUNKS = 3
"""Calls of compiled code in the first tasks, if they play several games each: a third of a second.
"""

SHORT = 2.0
"""Seconds of a task of threads, which Stop has to wait for; of a process here at first."""

LONG = 45.0
"""Seconds of a task elsewhere: long beside the milliseconds in which it is handed out and written,
short beside the minutes after which a batch system ends a worker."""

LEAST = 5.0
"""Seconds of a task elsewhere at least, once a game was measured, or the last would be too many."""

SHARE = 20
"""Length of the tasks of a process here, as a share of the time since the run was begun."""

TAIL = 2
"""Least number of tasks left to each worker, so that all end at about one time."""

FLUSH = 2.0
"""Seconds between two files of games: what a kill can lose, besides the games under way."""

GRACE = 0.2
"""Seconds that Stop waits for threads, which answer between two calls of compiled code."""

POLL = 1.0
"""Seconds between two looks at what others play, when nothing else is left."""

KEY = "secret"
"""File of the secret that seeds of a contest are made of, beside the seed of the plan."""

MOST_ROWS = 500_000
"""Rows of one kind that are kept in memory, however few seconds it took to find them."""


@takes(StudyError, workers=WORKERS)
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

    Several processes may play one run at a time, on machines that share its folder: each game is
    played by one of them, and each returns when all are played.

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
        of an executor of the caller's own ends its task, and writes it if it sees the folder.

    Raises
    ------
    StudyError
        If the plan does not fit its schema, a player cannot be made or looks at the clock, the
        executor is none, has other code or a process that died (as in a script without
        ``if __name__ == "__main__":``), the machine is out of memory, disk
        or files, the folder holds another run or a damaged one, or failed games are to be played
        again of one that others play.
    ScenarioError
        If there is no such scenario.
    OutputError
        If the folder cannot be written to.
    MarengoError
        If this process was forked from one that had played already.
    """
    check_not_forked()
    study.check()
    _check_executor(executor)
    study = in_games(study, Path(folder))
    games = {name: study.game(name) for name in study.scenarios}
    _check_cells(study, games)
    for game in games.values():
        game.workspace()  # says so if the rules are compiled first
    players = {name: games[cell.scenario] for cell in study.cells for name in cell.players}
    identity = fingerprints(games.values(), players, bool(study.observe))
    with open_run(Path(folder), study, games, identity) as store:
        root = study.seed
        if study.is_contest:
            Path(folder).chmod(0o700)  # seeds tell contestants what is hidden
            with store.alone():
                root = secret_root(Path(folder) / KEY, study.seed)
        if retry_failed:
            store.forget_failures()
        given_up = Event()
        contexts = {
            name: GameContext(
                game, identity, study.observe, study.keep, stop=given_up, isolated=study.isolated
            )
            for name, game in games.items()
        }
        with (
            RunWriter(store, progress, on_update) as writer,
            _pool(executor, workers, contexts.values()) as pool,
        ):
            _Player(contexts, root, writer, pool, given_up, stop or Event()).play()
        with suppress(KeyboardInterrupt):  # all rows are there, in order or not
            store.let_go()
            store.compact()
        return store.run()


def _check_executor(executor: Any) -> None:
    """Make sure that something can play tasks, before anything is written."""
    if executor == "processes":
        check_not_read()
    is_known = executor in ("threads", "processes") or isinstance(executor, Executor)
    if not is_known and not hasattr(executor, "get_executor"):
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
        if study.observe and not game.study().watch_games:
            raise StudyError(f"observe: expected nothing, as nobody can watch {game.title}")
    for cell in study.cells:
        for name in cell.players:
            try:
                if is_contestant(name):
                    check_source(name, games[cell.scenario])
                    continue
                player = make_player(name, games[cell.scenario], study.isolated)
            except PlayerError as error:
                raise StudyError(f"{cell}: {error}") from error
            if getattr(player, "seconds", None):
                raise StudyError(f"{cell}: {name} depends on the clock: expected playouts")


class RunWriter:
    """Writer of what tasks found to the disk, with a progress bar."""

    def __init__(
        self, store: RunFolder, progress: bool, on_update: Callable[[Run], object] | None
    ) -> None:
        self.store, self.on_update = store, on_update
        self.kept: list[TaskResult] = []
        self.written = False  # whether rows have reached the disk that nobody was told of
        self.since = monotonic()
        study, off = store.study, not progress
        total, done = len(study.cells) * study.games, 0 if off else store.run().played
        self.bar = tqdm(total=total, initial=done, unit="game", disable=off, desc=study.name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()
        self.bar.close()

    def take(self, played: TaskResult) -> None:
        """Take what a task found; every few seconds write it."""
        if played.rows is None:
            self.store.settle(played.claim, played.written)
            self.written = True
        elif played.number:
            self.kept.append(played)  # in one step, which Ctrl-C cannot cut in two
        self.store.lost |= played.number < played.claim.games
        self.bar.update(played.number)
        self.tick()

    def tick(self) -> None:
        """Write what was taken, if that is some seconds ago or much."""
        height = sum(played.height for played in self.kept)
        if monotonic() - self.since > FLUSH or height > MOST_ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what was taken since the last time."""
        results, self.kept = self.kept, []  # before: Ctrl-C must not let it be written twice
        if batches := [played.rows for played in results if played.rows]:
            rows = {
                kind: pl.concat([batch[kind] for batch in batches if kind in batch])
                for kind in self.store.kinds
                if any(kind in batch for batch in batches)
            }
            self.store.add([played.claim for played in results], rows)
        if (batches or self.written) and self.on_update:
            self.on_update(self.store.run())
        self.written, self.since = False, monotonic()


@dataclass(slots=True)
class Pace:
    """Time that games of a cell take, as measured by those that play them."""

    games: int = 0
    seconds: float = 0.0
    height: int = 0

    def take(self, played: TaskResult) -> None:
        """Learn from a task."""
        self.games += played.number
        self.seconds += played.seconds
        self.height += played.height

    def games_in(self, seconds: float) -> int:
        """Return how many games take so long, and have no more rows than fit into memory."""
        rows = MOST_ROWS * self.games // max(self.height, 1)
        return min(int(seconds * self.games / max(self.seconds, 1e-6)), rows)


def games_of_task(
    left: int, workers: int, games_in: Callable[[float], int], shortest: float, longest: float
) -> int:
    """Return how many games make a task, of so many that are left to so many workers.

    ``games_in`` says how many games take some seconds; a task takes no more than ``longest``, and
    no fewer than ``shortest`` though the last tasks are shared out.
    """
    even = max(1, left // (TAIL * workers))
    return min(max(even, games_in(shortest)), games_in(longest))


@dataclass(frozen=True, slots=True)
class _Pool:
    """Whatever plays tasks."""

    executor: Executor
    width: Callable[[], int]
    died: tuple[type[BaseException], ...] = (BrokenExecutor,)
    longest: Callable[[float], float] = lambda _: LONG  # of a task, so long after the beginning
    shortest: float = LEAST
    here: bool = False  # whether its workers end with this run


class _Player:
    """A session: it claims games, lets them be played, and learns how many make a task."""

    def __init__(
        self,
        contexts: Mapping[str, GameContext],
        root: int,
        writer: RunWriter,
        pool: _Pool,
        given_up: Event,
        stop: Event,
    ) -> None:
        self.contexts, self.root, self.writer, self.pool = contexts, root, writer, pool
        self.given_up, self.stop = given_up, stop
        self.store = writer.store
        self.study, self.folder = self.store.study, self.store.folder.resolve()
        self.paces = [Pace() for _ in self.study.cells]
        self.waiting: set[Future[TaskResult]] = set()
        self.claims: dict[Future[TaskResult], Claim] = {}
        self.width, self.begun = 0, monotonic()

    def play(self) -> None:
        """Play all tasks; on Ctrl-C or ``stop`` drop those that have not begun, and end the others.

        Where others play the run too, it is over when theirs are, or are taken over.
        """
        try:
            while True:
                _check_stop(self.stop)
                if not self.waiting:
                    self.writer.flush()  # what is written is no longer claimed
                if len(self.waiting) <= self.width:
                    self.width = self.pool.width()
                    self._submit(2 * self.width + 1 - len(self.waiting))
                if self.waiting:
                    self._collect()
                elif not self.store.open:
                    break
                else:
                    self.stop.wait(POLL)
        except KeyboardInterrupt:
            self.given_up.set()
            if self.pool.here:
                _end_processes(self.pool.executor)
            wait(self.waiting, timeout=GRACE)  # threads say what they have
        finally:
            self._drop()

    def _submit(self, most: int) -> None:
        """Claim games for so many tasks at most, and have them played."""
        for claim in self.store.claim(most, self._choose):
            _check_stop(self.stop)
            cell = self.study.cells[claim.spans[0][0]]
            context = self.contexts[cell.scenario]
            task = Task(context, cell, self.root, claim, self.folder)
            future = self.pool.executor.submit(play_task, task)
            self.claims[future] = claim
            self.waiting.add(future)

    def _choose(self, left: Spans) -> tuple[int, int]:
        """Return which cell is next, the one that is farthest behind, and how many games of it."""
        cell = min(left, key=lambda number: left[number][0][0])
        chunk = self.contexts[self.study.cells[cell].scenario].runner(self.study.cells[cell]).chunk
        least = CHUNKS * chunk if chunk > 1 else 1
        pace = self.paces[cell]
        if not pace.games:
            return cell, least
        all_left = len(left) * sum(stop - first for first, stop in left[cell])
        longest = self.pool.longest(monotonic() - self.begun)
        games = games_of_task(all_left, self.width, pace.games_in, self.pool.shortest, longest)
        return cell, max(least, games // chunk * chunk)

    def _collect(self) -> None:
        """Wait for a task, and take what it found; it is no longer waited for."""
        finished: set[Future[TaskResult]] = set()
        while not finished:
            _check_stop(self.stop)
            finished, _ = wait(self.waiting, timeout=TICK, return_when=FIRST_COMPLETED)
            self.writer.tick()
        for future in finished:
            self.waiting.remove(future)  # before: Ctrl-C must not let it be taken twice
            claim = self.claims.pop(future)
            try:
                played = future.result()
            except PlayerError as error:
                # those of a notebook live in its own process
                raise StudyError(f"executor: a worker cannot make a player: {error}") from error
            except self.pool.died as error:
                raise StudyError(f"executor: {self._how_died(error)}") from error
            self.paces[claim.spans[0][0]].take(played)
            self.writer.take(played)

    def _how_died(self, error: BaseException) -> str:
        """Return what to say of a process that died, and what to do."""
        if isinstance(error, BrokenExecutor) and not any(pace.games for pace in self.paces):
            return f"a process died before a game was played. {UNGUARDED}"
        return "a process died; the same call goes on"

    def _drop(self) -> None:
        """Leave tasks that have not begun, take what others found, and note which may go on."""
        for future in self.waiting:
            if future.cancel() or not future.done():
                if not self.pool.here:  # Dask calls a task cancelled that its worker goes on with
                    self.store.under_way.add(self.claims[future].number)
            elif not future.exception():
                self.writer.take(future.result())


def _end_processes(pool: Executor) -> None:
    """End the processes of a pool, which would play their games to the end first."""
    if isinstance(pool, ProcessPoolExecutor):
        for process in list((pool._processes or {}).values()):
            process.terminate()


def _check_stop(stop: Event) -> None:
    """Leave the work as after Ctrl-C if the caller wants so."""
    if stop.is_set():
        raise KeyboardInterrupt


@contextmanager
def _pool(executor: Any, workers: int | None, contexts: Iterable[GameContext]) -> Iterator[_Pool]:
    """Provide whatever plays tasks, and the number of its workers; leave the caller's own open."""
    number = workers or os.cpu_count() or 1
    if hasattr(executor, "get_executor"):  # a dask.distributed client
        from distributed import KilledWorker

        def width() -> int:
            """Return how many threads its workers have; they come and go."""
            return sum(executor.nthreads().values()) or number

        died = (BrokenExecutor, CancelledError, KilledWorker)
        yield _Pool(executor.get_executor(), width, died)
        return
    if isinstance(executor, Executor):
        yield _Pool(executor, lambda: number)
        return
    pool: Executor = (
        ThreadPoolExecutor(number)
        if executor == "threads"
        else ProcessPoolExecutor(number, mp_context=get_context("spawn"))
    )

    def longest(seconds: float) -> float:
        """Return how long a task may last: a kill loses the part that was played of it."""
        return SHORT if executor == "threads" else min(LONG, max(SHORT, seconds / SHARE))

    with ExitStack() as left:
        if executor == "processes":
            folder = left.enter_context(TemporaryDirectory(prefix="marengo-"))
            for place, context in enumerate(contexts):
                context.leave(Path(folder, str(place)))
        left.callback(pool.shutdown, wait=False, cancel_futures=True)
        yield _Pool(pool, lambda: number, longest=longest, shortest=0.0, here=True)
