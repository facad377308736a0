"""Batches of games, on as many threads as wanted, with the same result for any number."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from threading import Event
from types import EllipsisType
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.engine.bulk import Defect
from marengo.core.engine.random import new_seed
from marengo.core.errors import FileError, did_you_mean
from marengo.core.files import read_bytes
from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, SEED, WORKERS, Bounds, takes
from marengo.core.players import check_player, default_player
from marengo.core.scenarios import load
from marengo.lab.frames import games_frame, in_words
from marengo.lab.playing import BatchRunner, runner_of
from marengo.lab.processes import check_not_forked

TICK = 0.2
"""Seconds of one wait for games. Python serves Ctrl-C between two of them, and not inside one
where a library has put a handler of its own in place."""


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one game of a batch: ``Game.start`` with it shows its set-up."""
    child = np.random.SeedSequence(seed, spawn_key=(number,))
    return int(child.generate_state(1, np.uint64)[0] >> np.uint64(1))


def secret_root(path: Path, seed: int) -> int:
    """Return the root of all seeds of a contest, which nobody knows who knows the seed.

    Contestants may read plans and command lines. So it is made of a secret too, which lies in a
    file that only its owner can read, and is written by the first who asks. Who asks is alone.
    """
    if not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(token_hex(16))
    secret = f"{seed} {read_bytes(path, FileError).decode('ascii', 'replace')}"
    return int.from_bytes(blake2b(secret.encode(), digest_size=16).digest())


class Batch:
    """A batch of games, played chunk by chunk; ``stop`` makes the runner give up its games."""

    def __init__(
        self,
        game: Game[Any],
        games: int,
        seed: int,
        runner: BatchRunner,
        stop: Event | None = None,
    ) -> None:
        self.game = game
        self.games = games
        self.seed = seed
        self.runner = runner
        self.stop = stop or Event()
        self.seeds = np.zeros(games, np.int64)
        self.results = game.engine.result.array(games)
        self.done = np.zeros(games, bool)

    def play(self, first: int) -> int:
        """Play the chunk that begins with game ``first``; return the number of games."""
        end = min(first + self.runner.chunk, self.games)
        seeds = [game_seed(self.seed, number) for number in range(first, end)]
        self.results[first:end], _ = self.runner.play(seeds)
        self.seeds[first:end] = seeds
        self.done[first:end] = True
        return end - first

    def run(self, workers: int | None, progress: bool) -> None:
        """Play all chunks; on Ctrl-C stop and keep those that are finished."""
        check_not_forked()
        self.game.workspace()  # says so if the rules are compiled first
        threads = workers or os.cpu_count() or 1
        bar = tqdm(
            total=self.games, unit="game", disable=not progress, desc=self.game.scenario_name
        )
        with ThreadPoolExecutor(threads) as pool, bar:
            waiting: set[Future[int]] = set()
            chunks = iter(range(0, self.games, self.runner.chunk))
            try:
                for first in chunks:
                    waiting.add(pool.submit(self.play, first))
                    if len(waiting) > 2 * threads:
                        waiting = self._count(waiting, bar)
                while waiting:
                    waiting = self._count(waiting, bar)
            except KeyboardInterrupt:
                self.stop.set()
                pool.shutdown(cancel_futures=True)

    @staticmethod
    def _count(waiting: set[Future[int]], bar: Any) -> set[Future[int]]:
        """Wait for a chunk, show it, and return those still to be waited for."""
        finished: set[Future[int]] = set()
        while not finished:
            finished, rest = wait(waiting, timeout=TICK, return_when=FIRST_COMPLETED)
        for future in finished:
            bar.update(future.result())
        return rest

    def frame(self) -> pl.DataFrame:
        """Return the games finished, one row a game; a defect of the engine is a RuntimeError."""
        numbers = np.flatnonzero(self.done)
        results = self.results[self.done]
        for number in numbers[results["defect"] != Defect.NONE][:1]:
            raise RuntimeError(
                f"game {number} (seed {self.seeds[number]}) came to a position without legal "
                "moves: please report it with the scenario"
            )
        seeds = self.seeds[self.done]
        frame = games_frame(type(self.game), self.runner.players, numbers, seeds, results)
        if not self.runner.contest:
            return frame
        why = {seed: str(forfeit) for seed, forfeit in self.runner.forfeits.items()}
        reasons = [why.get(int(seed)) for seed in seeds]
        return frame.with_columns(pl.Series("forfeit", reasons, pl.String))


def players_of(
    game: Game[Any], names: Sequence[str], by_seat: Mapping[str, str], default: str
) -> list[str]:
    """Return who plays, in the order of the seats."""
    if not all(isinstance(name, str) for name in names):
        raise TypeError("expected all but scenarios, games and players by their names")
    seats = game.seat_names()
    wrong = [seat for seat in by_seat if seat not in seats[len(names) :]]
    if wrong or len(names) > len(seats):
        wanted = wrong[0] if wrong else ""
        who = f"{wanted}=" if wrong else f"{len(names)} players"
        meant = did_you_mean(wanted, seats) if wanted not in seats else ""
        listed = ", ".join(seats)
        raise ValueError(f"{who}: expected a player for each seat, once: {listed}{meant}")
    seated = dict.fromkeys(seats, default) | dict(zip(seats, names, strict=False)) | dict(by_seat)
    return [check_player(player) for player in seated.values()]


@takes(games=Bounds(0, MOST_GAMES), seed=SEED, workers=WORKERS)
def simulate(
    scenario: str | Path | Game[Any],
    games: int,
    *names: str,
    players: Sequence[str] = (),
    seed: int | EllipsisType | None = ...,
    workers: int | None = None,
    progress: bool = True,
    isolated: bool = False,
    **by_seat: str,
) -> pl.DataFrame:
    """Play a batch of games and return a frame of their outcomes, one row a game.

    Parameters
    ----------
    scenario : str, Path or Game
        Name or file of a scenario, or a game.
    games : int
        Number of games.
    *names, players : str
        Who plays, in the order of seats, such as ``"rule:bold=1.2"``; see
        :mod:`marengo.core.players`. One named by its code, as ``"bots/timid.py:Timid"``, plays in a
        process of its own, which is given views and nothing else. Who is not named is ``"policy"``,
        if something was learned of the game, else ``"rule"``, and ``"random"`` in a game without
        rules of thumb.
    seed : int or None, optional
        Root of all seeds; the same seed gives the same frame for any number of workers. None: a new
        one of 128 bits, which no player can guess. Default: 0, and in a contest None.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a progress bar.
    isolated : bool
        Whether no code of strangers may run in this process: for contests. Players that were
        registered are refused then, but for those that come with marengo.
    **by_seat : str
        The same by the name of a seat: ``austrian=``, ``french=``.

    Returns
    -------
    polars.DataFrame
        One row a game; its columns are those of :func:`game_columns`, and say who played. In a
        contest, ``isolated`` or with a player named by its code, ``forfeit`` says who lost by a
        fault of its own, and by which. After Ctrl-C only the games finished by then.

    Raises
    ------
    ScenarioError, PlayerError
        If there is no such scenario or player.
    ValueError
        If a number is out of range, or a player has no seat.
    RuntimeError
        If a game could not be played to its end, which is a defect of the engine.
    """
    game = scenario if isinstance(scenario, Game) else load(scenario)
    seated = players_of(game, (*names, *players), by_seat, default_player(game))
    stop = Event()
    runner = runner_of(game, seated, stop, isolated)
    if seed is ...:
        seed = None if runner.contest else 0
    played = Batch(game, games, new_seed() if seed is None else seed, runner, stop)
    played.run(workers, progress)
    return in_words(played.frame())
