"""Players that learn a scenario by playing it against themselves.

Batches of games are played in compiled code (:mod:`marengo.core.engine.learning`), on all threads;
after each the nets change by what all its games say, so that the result depends on the seed and the
number of games alone. Opponents are the player itself, the rules of thumb, and what the player was
earlier: who plays only against himself goes round in circles.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.engine.learning import BY_RULE, LineUp, Memory, Method, learn_games
from marengo.core.engine.random import Generator, seeded
from marengo.core.game import Game
from marengo.core.players.nets import SCHEMA, check_learns, net_text, read_net
from marengo.core.players.weights import read_weights
from marengo.core.scenarios import load
from marengo.lab.frames import check_writable, writing_whole

Array = np.ndarray[Any, Any]

BATCH, CHUNK = 64, 8
"""Games of a step, and those played in one call: chunks are added up in their order."""

TAUGHT = 3072
"""Games in which a player that begins from nothing is taught by the rules of thumb."""

MOST_TAUGHT = 0.2
"""Largest share of all games that these may be."""

OLDER = 50
"""Steps after which the player is remembered as an opponent for later."""

RATE, LAST_RATE = 0.05, 0.1
"""Step of a weight of the features of moves, and the share of it that is left at the end."""

VALUE_RATE = 0.003
"""The same for the weights of positions."""

TRACE, ENTROPY, TEMPERATURE = 0.9, 0.003, 0.3
"""See :class:`marengo.core.engine.learning.Method`."""

MOMENTUM, SQUARES, TINY = 0.9, 0.999, 1e-8
"""Of the optimiser (Adam, Kingma and Ba 2015)."""

MEASURED = 400
"""Games against the rules of thumb each time the strength is measured."""

MEASUREMENTS = 20
"""How often that is, and once more before the first game."""

LEVEL = 0.02
"""A player whose last three measurements lie no more than this above those before is level,"""

LEAST = 20_000
"""but not after fewer games than these: the first steps from nothing are slow."""


@dataclass(frozen=True)
class Learned:
    """What was learned.

    Parameters
    ----------
    nets : array, shape (seats,)
        What each seat has learned.
    curve : polars.DataFrame
        The strength as it grew: ``games`` learned from, ``seconds``, and for each seat the share
        that it got of games against the rules of thumb.
    games : int
        Learned from.
    seed : int
        Of all chance.
    level : bool
        Whether the last measurements were no better than those before.
    """

    nets: Array
    curve: pl.DataFrame
    games: int
    seed: int
    level: bool

    @property
    def verdict(self) -> str:
        """Whether more games would help, as far as can be seen."""
        return "level" if self.level else "still improving"


class _Thread:
    """The scratch of one thread."""

    def __init__(self, game: Game[Any]) -> None:
        engine = game.engine
        self.state, self.works = engine.state.array(), engine.workspace.array()
        self.scores, self.memory = engine.scores.array(), Memory.array()


class Learner:
    """Learns one scenario, step by step.

    Parameters
    ----------
    game : Game
        The scenario.
    games : int
        Games of all steps, by which the size of steps falls.
    seed : int
        Of all chance.
    start : array, optional
        Nets to begin with; default: none, and the first games are taught by the rules of thumb.
    workers : int, optional
        Threads; default: one a processor.
    """

    def __init__(
        self,
        game: Game[Any],
        games: int,
        seed: int = 0,
        start: Array | None = None,
        workers: int | None = None,
    ) -> None:
        self.game, self.seed = game, seed
        self.steps = max(1, -(-games // BATCH))
        self.taught = 0 if start is not None else int(min(TAUGHT, MOST_TAUGHT * games)) // BATCH
        self.seats = len(game.seats)
        self.done = 0
        self.nets: Array = game.engine.net.array(self.seats) if start is None else start.copy()
        if start is None:
            rng = np.random.default_rng([seed, 0])
            for part in ("inward", "outward"):
                self.nets[part] = rng.normal(0, 0.1, self.nets[part].shape)
        self.older: list[Array] = []
        self.means, self.squares = self._zeros(), self._zeros()
        self.weights = read_weights(game)
        self.method = Method.array()
        self.method["trace"], self.method["entropy"] = TRACE, ENTROPY
        self.method["temperature"] = TEMPERATURE
        self.threads = workers or os.cpu_count() or 1
        self.idle = [_Thread(game) for _ in range(self.threads)]

    def _zeros(self) -> dict[str, Array]:
        return {part: np.zeros(self.nets[part].shape) for part in self.nets.dtype.names or ()}

    def play(self, line_ups: Array, nets: Array, seeds: list[list[int]]) -> tuple[Array, Array]:
        """Play a game for each line-up; return what should change, and what each seat got."""
        thread = self.idle.pop()
        changes: Array = self.game.engine.net.array(self.seats)
        got = np.zeros((len(line_ups), self.seats))
        generators = Generator.array(len(line_ups))
        for game, seed in enumerate(seeds):
            generators[game] = seeded(np.random.SeedSequence(seed))[0]
        learn_games(
            self.game.tables,
            thread.state,
            thread.works,
            self.game.ground,
            self.weights,
            nets,
            thread.scores,
            line_ups,
            self.method,
            generators,
            thread.memory,
            changes,
            got,
        )
        self.idle.append(thread)
        return changes, got

    def _line_ups(self) -> tuple[Array, Array]:
        """Return who plays the games of the next step, and all nets that are played by."""
        line_ups: Array = LineUp.array(BATCH)
        line_ups["net"][:, : self.seats] = np.arange(self.seats)
        if self.done < self.taught:
            line_ups["taught"] = 1
            line_ups["net"][: BATCH // 2] = BY_RULE
            return line_ups, self.nets
        line_ups["learns"] = 1
        nets = self.nets
        if self.older:
            rng = np.random.default_rng([self.seed, 1, self.done])
            nets = np.concatenate([nets, self.older[int(rng.integers(len(self.older)))]])
        for game in range(BATCH):  # half against itself, a quarter each against the others
            seat = game // 4 % self.seats
            if game % 4 == 0:
                line_ups["net"][game, seat] = BY_RULE
            elif game % 4 == 1 and self.older:
                line_ups["net"][game, seat] = self.seats + seat
            else:
                continue
            line_ups["learns"][game, seat] = 0
        return line_ups, nets

    def step(self, pool: ThreadPoolExecutor) -> None:
        """Play a batch of games and change the nets by what they say."""
        line_ups, nets = self._line_ups()
        jobs = [
            pool.submit(
                self.play,
                line_ups[first : first + CHUNK],
                nets,
                [[self.seed, 2, self.done, first + game] for game in range(CHUNK)],
            )
            for first in range(0, BATCH, CHUNK)
        ]
        self._change([job.result()[0] for job in jobs])
        self.done += 1
        if self.done > self.taught and self.done % OLDER == 0:
            self.older.append(self.nets.copy())

    def _change(self, changes: list[Array]) -> None:
        """Take a step of Adam up what the changes say."""
        time = self.done + 1
        left = max(LAST_RATE, 1 - self.done / self.steps)
        for part in self.nets.dtype.names or ():
            rate = (RATE if part == "moves" else VALUE_RATE) * left
            mean, square = self.means[part], self.squares[part]
            wanted = sum(change[part].astype(np.float64) for change in changes) / BATCH
            mean += (1 - MOMENTUM) * (wanted - mean)
            square += (1 - SQUARES) * (wanted**2 - square)
            size = np.sqrt(square / (1 - SQUARES**time)) + TINY
            self.nets[part] += rate * mean / (1 - MOMENTUM**time) / size

    def strength(self, pool: ThreadPoolExecutor, games: int = MEASURED) -> list[float]:
        """Return what share each seat gets of games against the rules of thumb."""
        shares = []
        for seat in range(self.seats):
            line_ups: Array = LineUp.array(CHUNK)
            line_ups["net"] = BY_RULE
            line_ups["net"][:, seat] = seat
            seeds = [
                [[self.seed, 3, seat, first + game] for game in range(CHUNK)]
                for first in range(0, games // self.seats, CHUNK)
            ]
            jobs = [pool.submit(self.play, line_ups, self.nets, some) for some in seeds]
            shares.append(float(np.mean([job.result()[1][:, seat] for job in jobs])))
        return shares


def write_net(game: Game[Any], nets: Array, path: str | Path, notes: Mapping[str, str]) -> None:
    """Write what the seats of a game have learned, whole or not at all.

    Parameters
    ----------
    game : Game
        Whose seats.
    nets : array, shape (seats,)
        Records of :func:`marengo.core.engine.learned.net_of`.
    path : str or Path
        The file.
    notes : mapping of str to str
        How it was learned; they go into the metadata.

    Raises
    ------
    OutputError
        If the file cannot be written.
    """
    columns: dict[str, list[Array]] = {name: [] for name in SCHEMA}
    for seat in range(len(game.seats)):
        for part in nets.dtype.names or ():
            rows = np.flatnonzero(nets[part][seat])
            columns["seat"].append(np.full(len(rows), seat))
            columns["part"].append(np.full(len(rows), part))
            columns["row"].append(rows)
            columns["weight"].append(nets[part][seat][rows])
    joined = {name: np.concatenate(values) for name, values in columns.items()}
    with writing_whole(path) as file:
        pl.DataFrame(joined, schema=SCHEMA).write_parquet(
            file, compression_level=19, metadata={"net": net_text(game), **notes}
        )


def games_in(learner: Learner, minutes: float) -> int:
    """Return how many games can be learned from in some minutes here, after a short trial."""
    trial = Learner(learner.game, 8 * BATCH, learner.seed, learner.nets, learner.threads)
    with ThreadPoolExecutor(trial.threads) as pool:
        trial.step(pool)
        began = perf_counter()
        for _ in range(4):
            trial.step(pool)
        seconds = (perf_counter() - began) / 4
    return max(1, round(60 * minutes / seconds)) * BATCH


def learn(
    scenario: str | Path | Game[Any],
    games: int | None = None,
    minutes: float | None = None,
    start: str | Path | None = None,
    out: str | Path | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    stop: Event | None = None,
    show: Callable[[pl.DataFrame], None] | None = None,
) -> Learned:
    """Learn to play a scenario by playing it.

    Parameters
    ----------
    scenario : str, Path or Game
        What is learned.
    games : int, optional
        Games to learn from; the same seed and number give the same weights for any number of
        workers. Default: as many as fit in ``minutes``, or in five.
    minutes : float, optional
        Instead of ``games``; converted once, after a short trial.
    start : str or Path, optional
        File of weights to begin with; default: nothing, and a while of the rules of thumb.
    out : str or Path, optional
        File to which the weights are written, again and again while it learns.
    seed : int
        Of all chance.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a progress bar.
    stop : threading.Event, optional
        Once it is set, as on Ctrl-C, learning ends with what is learned by then.
    show : callable, optional
        Called with the curve after each measurement of strength.

    Raises
    ------
    ScenarioError, OutputError
        If there is no such scenario, or the file cannot be written.
    ValueError
        If the game cannot be learned, a number is too small, or the weights cannot be read.
    """
    _check(games, minutes, seed, workers)
    if out is not None:
        check_writable(out)
    game = scenario if isinstance(scenario, Game) else load(scenario)
    name = game.scenario_name if isinstance(scenario, Game) else Path(scenario).name
    check_learns(game)
    game.workspace()  # says so if the rules are compiled first
    begun = None if start is None else read_net(game, start)
    if games is None:
        games = games_in(Learner(game, BATCH, seed, begun, workers), minutes or 5)
    learner = Learner(game, games, seed, begun, workers)
    rows: list[dict[str, float]] = []
    for row in _rounds(learner, progress, stop or Event()):
        rows.append(row)
        if show is not None:
            show(pl.DataFrame(rows))
        if out is not None:
            write_net(game, learner.nets, out, _notes(name, learner, start))
    curve = pl.DataFrame(rows)
    return Learned(learner.nets, curve, learner.done * BATCH, seed, _is_level(game, curve))


def _check(games: int | None, minutes: float | None, seed: int, workers: int | None) -> None:
    """Refuse numbers that cannot be."""
    if games is not None and minutes is not None:
        raise ValueError("expected games or minutes, not both")
    if games is not None and games < 1:
        raise ValueError(f"games: expected 1 or more, not {games}")
    if minutes is not None and not (isfinite(minutes) and minutes > 0):
        raise ValueError(f"minutes: expected more than 0, not {minutes}")
    if workers is not None and workers < 1:
        raise ValueError(f"workers: expected 1 or more, not {workers}")
    if seed < 0:
        raise ValueError(f"seed: expected 0 or more, not {seed}")


def _rounds(learner: Learner, progress: bool, stop: Event) -> Iterator[dict[str, float]]:
    """Learn, and yield the strength before, again and again meanwhile, and at the end."""
    began = perf_counter()
    names = learner.game.seat_names()
    bar = tqdm(
        total=learner.steps * BATCH,
        unit="game",
        disable=not progress,
        desc=f"learning {learner.game.scenario_name}",
    )
    with ThreadPoolExecutor(learner.threads) as pool, bar:

        def measured() -> dict[str, float]:
            strength = learner.strength(pool)
            bar.set_postfix_str(f"{np.mean(strength):.0%} against rule")
            seconds = perf_counter() - began
            return {"games": learner.done * BATCH, "seconds": seconds} | dict(
                zip(names, strength, strict=True)
            )

        yield measured()
        ends = [learner.steps * number // MEASUREMENTS for number in range(1, MEASUREMENTS + 1)]
        for end in sorted({end for end in ends if end}):
            try:
                while learner.done < end and not stop.is_set():
                    learner.step(pool)
                    bar.update(BATCH)
            except KeyboardInterrupt:
                stop.set()
            yield measured()
            if stop.is_set():
                return


def _is_level(game: Game[Any], curve: pl.DataFrame) -> bool:
    """Return whether the last three measurements are hardly better than the three before."""
    strength = curve.select(pl.mean_horizontal(game.seat_names())).to_series().to_numpy()
    if len(strength) < 7 or curve["games"][-1] < LEAST:
        return False
    return bool(strength[-3:].mean() - strength[-6:-3].mean() <= LEVEL)


def _notes(scenario: str, learner: Learner, start: str | Path | None) -> dict[str, str]:
    """Return how weights were learned, as their file tells it."""
    games = learner.steps * BATCH  # if it was stopped, more than were played
    command = f"marengo learn {scenario} --games {games} --seed {learner.seed}"
    if start is not None:
        command += f" --from {Path(start).name}"
    return {
        "command": command,
        "scenario": learner.game.scenario_name,
        "games": str(learner.done * BATCH),
        "seed": str(learner.seed),
        "versions": f"marengo {version('marengo')}, numba {version('numba')}",
    }
