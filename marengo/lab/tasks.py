"""Tasks: some games of a cell, played wherever there is a processor."""

import errno
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np
import polars as pl

from marengo.core.engine.bulk import Defect
from marengo.core.game import Game
from marengo.core.players.protocol import StoppedError
from marengo.lab.claims import Claim
from marengo.lab.fingerprints import Fingerprints, changed_field, fingerprints
from marengo.lab.frames import WIDE, games_frame
from marengo.lab.kinds import COMMITTED, COUNTED, FORFEITS, counted, schema_of
from marengo.lab.manifest import read_manifest, rows_told
from marengo.lab.parts import write_part
from marengo.lab.plan import Cell, Observed, StudyError
from marengo.lab.playing import TEXTS, BatchRunner, Log, runner_of
from marengo.lab.simulate import game_seed

__all__ = ["GameContext", "Task", "TaskResult", "play_task"]

Array = np.ndarray[Any, Any]


class GameContext:
    """A game with all that decides how it goes, made once in each process that plays it.

    ``keep`` is what is written of the games, "rows" or "counts"; ``here``, whether this process
    made the tasks; ``isolated``, whether no code of strangers may run in it. Once ``stop`` is set,
    games are given up.
    """

    def __init__(
        self,
        game: Game[Any],
        identity: Fingerprints,
        observe: tuple[Observed, ...],
        keep: str = "rows",
        here: bool = True,
        stop: Event | None = None,
        isolated: bool = False,
    ) -> None:
        self.game, self.identity, self.observe, self.keep = game, identity, observe, keep
        self.here, self.stop, self.isolated = here, stop, isolated
        self.file: Path | None = None  # in which it was left for others
        self.runners: dict[tuple[str, ...], BatchRunner] = {}

    def runner(self, cell: Cell) -> BatchRunner:
        """Return what plays the games of a cell.

        Raise StudyError if the code or a player is not the same here as where the run was begun.
        """
        if cell.players not in self.runners:
            if not self.here:
                self._check(cell.players)
            self.runners[cell.players] = runner_of(
                self.game, cell.players, self.stop, self.isolated
            )
        return self.runners[cell.players]

    def watch(self, seeds: list[int], log: Log) -> dict[str, pl.DataFrame]:
        """Return frames of what happened in games that were played."""
        watch = self.game.study().watch_games
        return watch(self.game, self.observe, seeds, log) if watch and self.observe else {}

    def _check(self, players: tuple[str, ...]) -> None:
        """Make sure that another process, maybe another machine, plays the same."""
        own = fingerprints([self.game], dict.fromkeys(players, self.game), bool(self.observe))
        expected = {
            field: {name: self.identity[field][name] for name in own[field]} for field in own
        }
        if own != expected:
            field = changed_field(expected, own)
            raise StudyError(f"executor: a worker has other {field}; expected the same everywhere")

    def leave(self, path: Path) -> None:
        """Pickle it into a file for the processes of a pool, so that tasks stay small.

        Until Python 3.11.5 a pool whose processes die waits for ever if its tasks fill the pipe.
        """
        path.write_bytes(ForkingPickler.dumps(self))
        self.file = path

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it so that another process makes the game once, not for every task."""
        if self.file is not None:
            return _left_in, (self.file,)
        return _received, (self.game, self.identity, self.observe, self.keep, self.isolated)


_RECEIVED: list[GameContext] = []
"""Game contexts that this process was sent, the latest last."""

MOST = 64
"""Most of them that are remembered."""

OF_MACHINE = (errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO)
"""Errors of the operating system that no player is to blame for: no disk, files or memory left."""


def _received(
    game: Game[Any],
    identity: Fingerprints,
    observe: tuple[Observed, ...],
    keep: str,
    isolated: bool,
) -> GameContext:
    """Return what was sent, the same object if it was sent before."""
    for context in _RECEIVED:
        same = context.game is game or context.game.text() == game.text()
        settings = (context.identity, context.observe, context.keep, context.isolated)
        if same and settings == (identity, observe, keep, isolated):
            return context
    fresh = GameContext(game, identity, observe, keep, here=False, isolated=isolated)
    _RECEIVED.append(fresh)  # and so may another thread, right now
    del _RECEIVED[:-MOST]
    return fresh


@lru_cache(maxsize=MOST)
def _left_in(path: Path) -> GameContext:
    """Return what the process that made the tasks has left in a file."""
    context: GameContext = ForkingPickler.loads(path.read_bytes())
    return context


@dataclass(frozen=True, slots=True)
class Task:
    """Some games of a cell."""

    context: GameContext
    cell: Cell
    seed: int  # root of all seeds
    claim: Claim  # which games of which cell, and which part of the run they become
    folder: Path  # of the run

    @property
    def number(self) -> int:
        """Number of the cell in its plan."""
        return self.claim.spans[0][0]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the games in their cell."""
        return tuple(game for _, first, stop in self.claim.spans for game in range(first, stop))


@dataclass(slots=True)
class TaskResult:
    """Result of a task."""

    claim: Claim  # which games these are; after Stop some of them
    number: int  # of games
    seconds: float  # that it took to play them
    height: int  # rows of one kind, of the most frequent one
    rows: dict[str, pl.DataFrame] | None = None  # by kind; None if who played is to write them
    written: bool = False  # whether that was done


def play_task(task: Task) -> TaskResult:
    """Play the games of a task; those that fail become rows that say why.

    Another process that sees the folder of the run writes its rows there itself, so that they do
    not travel. After Stop the games that were played are there.
    """
    runner, began, numbers = task.context.runner(task.cell), perf_counter(), task.numbers
    played, stop = _Played(task), task.context.stop
    with suppress(StoppedError):  # of one game: those before it are kept
        for first in range(0, len(numbers), runner.chunk):
            if stop is not None and stop.is_set():
                break
            _play_chunk(task, runner, numbers[first : first + runner.chunk], played)
    rows = played.rows()
    height = max((frame.height for frame in rows.values()), default=0)
    result = TaskResult(task.claim, played.number, perf_counter() - began, height, rows)
    hidden = task.claim.hidden(task.folder)
    if not task.context.here and hidden.is_dir():
        path, notes = task.claim.part(task.folder), _notes_of(task.folder, task.claim.session)
        written = write_part(path, hidden, rows, notes)
        result = replace(result, rows=None, written=written)
    return result


@lru_cache(maxsize=8)
def _notes_of(folder: Path, session: str) -> dict[str, str]:
    """Return the metadata of files that a session has written into the folder of a run."""
    del session  # whose plan may have more games than that of the one before
    return rows_told(read_manifest(folder))


@dataclass(slots=True)
class _Played:
    """Results of a task so far, by its calls."""

    task: Task
    results: list[tuple[Array, Array, Array]] = field(default_factory=list)
    failures: list[tuple[int, int, int, str]] = field(default_factory=list)
    forfeits: list[tuple[int, int, str, str]] = field(default_factory=list)
    observed: dict[str, list[pl.DataFrame]] = field(default_factory=dict)
    number: int = 0

    def rows(self) -> dict[str, pl.DataFrame]:
        """Return what was found as rows for the files of a run, by kind."""
        context, rows = self.task.context, {}
        kind = type(context.game)
        if self.results:
            rows[COMMITTED] = _cell_frame(self.task, self.results)
        if context.keep == COUNTED and self.results:
            rows[COUNTED] = counted(rows.pop(COMMITTED), kind)
        if self.failures:
            schema = schema_of("failures", kind)
            rows["failures"] = pl.DataFrame(self.failures, schema=schema, orient="row")
        if self.forfeits:
            schema = schema_of(FORFEITS, kind)
            rows[FORFEITS] = pl.DataFrame(self.forfeits, schema=schema, orient="row")
        return rows | {kind: pl.concat(frames).cast(WIDE) for kind, frames in self.observed.items()}


def _cell_frame(task: Task, results: list[tuple[Array, Array, Array]]) -> pl.DataFrame:
    """Return the rows of games of one cell."""
    numbers, seeds, rows = (np.concatenate(column) for column in zip(*results, strict=True))
    game, cell = type(task.context.game), task.cell
    frame = games_frame(game, cell.players, numbers, seeds, rows)
    named = frame.with_columns(
        pl.lit(task.number, pl.Int32).alias("cell"), pl.lit(cell.scenario).alias("scenario")
    )
    return named.match_to_schema(schema_of(COMMITTED, game), missing_columns="insert")


def _play_chunk(task: Task, runner: BatchRunner, numbers: tuple[int, ...], played: _Played) -> None:
    """Play some games in one call; if a player fails, game by game to find the one.

    If the machine failed, raise StudyError, so that the games may be played another day.
    """
    seeds = [game_seed(task.seed, number) for number in numbers]
    try:
        results, log = runner.play(seeds, logged=bool(task.context.observe))
        frames = task.context.watch(seeds, log)
    except StoppedError:
        raise
    except Exception as error:  # whatever a player of one's own may raise
        text = f"{type(error).__name__}: {error}"
        if _is_of_machine(error):
            games = " to ".join(str(number) for number in sorted({numbers[0], numbers[-1]}))
            raise StudyError(f"{task.cell}: game {games}: {text}; the same call goes on") from error
        if len(numbers) > 1:
            for number in numbers:
                _play_chunk(task, runner, (number,), played)
        else:
            played.failures.append((task.number, numbers[0], seeds[0], text))
            played.number += 1
        return
    sound = results["defect"] == Defect.NONE
    for place in np.flatnonzero(~sound):
        text = f"came to {TEXTS[Defect(results['defect'][place])]}: please report it"
        played.failures.append((task.number, numbers[place], seeds[place], text))
    if sound.any():
        played.results.append((np.array(numbers)[sound], np.array(seeds)[sound], results[sound]))
    lost = [
        (number, runner.forfeits.get(seed)) for number, seed in zip(numbers, seeds, strict=True)
    ]
    played.forfeits += [
        (task.number, game, forfeit.seat, forfeit.reason) for game, forfeit in lost if forfeit
    ]
    for kind, frame in frames.items():
        numbered = _numbered(frame, task.number, np.array(numbers), sound)
        played.observed.setdefault(kind, []).append(numbered)
    played.number += len(numbers)


def _is_of_machine(error: Exception) -> bool:
    """Return whether an error is the machine's fault and no player's."""
    return isinstance(error, MemoryError) or (
        isinstance(error, OSError) and error.errno in OF_MACHINE
    )


def _numbered(frame: pl.DataFrame, cell: int, numbers: Array, sound: Array) -> pl.DataFrame:
    """Return what was observed with the numbers of cell and game, without games that failed."""
    places = frame["game"].to_numpy()
    rows = frame.filter(sound[places]) if not sound.all() else frame
    return rows.select(
        pl.lit(cell, pl.Int32).alias("cell"),
        pl.Series("game", numbers[rows["game"].to_numpy()], pl.Int64),
        pl.exclude("game"),
    )
