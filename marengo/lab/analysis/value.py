"""The value of a game for two: how often the first seat wins if both play as well as is known.

A game for two with opposed interests has one value, whoever plays; a player is good as far as
nobody gains by knowing him. So a population is kept for each seat. In each round two players join
each: one who has met all, and a best response to the mixture of the other seat's players. All play
all, and the matrix of their games tells the next mixtures (double oracle: McMahan, Gordon and Blum
2003; Lanctot and others 2017). What the best responses still gain, or the rules of thumb, says how
far the value may be off.
"""

import json
import shlex
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.errors import FileError, MarengoError
from marengo.core.files import reason
from marengo.core.game import Game
from marengo.core.numbers import COUNT, GAMES, INFINITE, SEED, WORKERS, Bounds, takes
from marengo.core.players.learner import begun_with
from marengo.core.players.nets import Mixture, check_learns, read_mixture
from marengo.core.players.populations import (
    SIDES,
    TWO,
    Population,
    all_round,
    begun_population,
    respond,
    rule_gains,
)
from marengo.core.players.search_players import MOST_PLAYOUTS
from marengo.core.records import scenario_hash
from marengo.core.scenarios import load, scenario_names, seat_title, what_if_names
from marengo.core.sealed import read_sealed
from marengo.lab.analysis.matrices import matrix_table
from marengo.lab.analysis.value_by_search import ValueBySearch, search_value
from marengo.lab.behaviour import behaviour_by
from marengo.lab.frames import OutputError, save_frame
from marengo.lab.learning import AWAY, NOTHING, write_net
from marengo.lab.locks import locked
from marengo.lab.statistics import Columns, frame_of

Array = np.ndarray[Any, Any]

ROUND_COLUMNS: Columns = {
    "round": (pl.Int64, "number of the round, from 1"),
    "seat": (pl.String, "for which a best response was learned"),
    "games": (pl.Int64, "games that it learned from"),
    "gain": (pl.Float64, "share that it won beyond the value, against the mixture it faced"),
    "gain_low": (pl.Float64, "lower end of its 95 % interval"),
    "gain_high": (pl.Float64, "upper end of its 95 % interval"),
    "rule_gain": (pl.Float64, "share that the rules of thumb won beyond the value, against it"),
    "most_low": (pl.Float64, "lower bound of what the best of all would; null if nothing tells"),
    "most_high": (pl.Float64, "its upper bound"),
    "value": (pl.Float64, "share that the first seat won, if both played by their mixtures"),
    "low": (pl.Float64, "lower end of its 95 % interval"),
    "high": (pl.Float64, "upper end of its 95 % interval"),
}
"""Columns of the rounds: type and meaning with unit."""

BEGUN = "what comes with it"
"""Name in files of the players that it begins with if none are named."""

POPULATION, POLICY = "population.parquet", "policy.parquet"
"""Files in a folder: all players, and those that have weight."""

SEARCHED = "search.parquet"
"""The file of the games in which these search."""

DIGITS = 12
"""Digits of the digest of the players that it begins with."""

NORMAL = 1.96
"""Standard errors on either side of a 95 % interval."""

BY_SEARCH = ("playouts", "value", "low", "high")
"""Keys of the notes in the file ``SEARCHED``."""


class ValueOfGameError(MarengoError):
    """A game that has no such value; says why."""


@dataclass(frozen=True)
class ValueOfGame:
    """Value of a game: how often the first seat wins if both play as well as is known.

    Three things limit what is known. ``low`` and ``high`` are of the number of games. ``gains`` are
    of the players: whoever knew them would win so much more, at least. How far independent runs
    agree is for their reader to compare.

    Parameters
    ----------
    rounds : polars.DataFrame
        A row for each round and seat, with the columns of :data:`ROUND_COLUMNS`.
    matrix : polars.DataFrame
        Who won how often against whom, with the columns of :data:`MATRIX_COLUMNS`.
    mixture : Mixture
        How often each seat plays by which net: what the last best responses faced.
    seats : tuple of str
        The two seats.
    settled : bool
        Whether in two rounds running neither best responses gained what was asked for, nor the
        rules of thumb, nor the best of all responses where that is known.
    by_search : ValueBySearch, optional
        The value if they search, if it was asked for.
    """

    rounds: pl.DataFrame
    matrix: pl.DataFrame
    mixture: Mixture
    seats: tuple[str, str]
    settled: bool
    by_search: ValueBySearch | None = None

    @cached_property
    def _last(self) -> dict[str, dict[str, Any]]:
        last = self.rounds.filter(pl.col("round") == pl.col("round").max())
        return {row["seat"]: row for row in last.iter_rows(named=True)}

    @property
    def value(self) -> float:
        """Share that the first seat wins, 0 to 1."""
        return float(self._last[self.seats[0]]["value"])

    @property
    def interval(self) -> tuple[float, float]:
        """Ends of its 95 % interval, which is of the number of games."""
        row = self._last[self.seats[0]]
        return row["low"], row["high"]

    @property
    def gains(self) -> dict[str, float]:
        """Gain of the best response found, or of the rules of thumb, by seat; at least 0."""
        return {seat: max(0.0, row["gain"], row["rule_gain"]) for seat, row in self._last.items()}

    @property
    def most(self) -> dict[str, tuple[float, float]]:
        """Bounds of the gain of the best of all responses, by seat; empty if not known."""
        bounds = {seat: (row["most_low"], row["most_high"]) for seat, row in self._last.items()}
        return {} if (None, None) in bounds.values() else bounds

    @property
    def bounds(self) -> tuple[float, float]:
        """Bounds of the value if either seat gains its ``most`` or, where unknown, ``gains``."""
        gains = {seat: high for seat, (_, high) in self.most.items()} or self.gains
        first, second = (gains[seat] for seat in self.seats)
        return max(0.0, self.value - second), min(1.0, self.value + first)

    @property
    def exploitability(self) -> float:
        """Sum of both seats' gains (NashConv)."""
        return sum(self.gains.values())

    @cached_property
    def sentence(self) -> str:
        """The value in words."""
        first = self.seats[0]
        low, high, least, most = (100 * end for end in (*self.interval, *self.bounds))
        row, by_search, extra = self._last[first], self.by_search, ""
        gains, by_rule = (
            " and ".join(
                f"{100 * max(0.0, of[name]):.1f} as {seat_title(seat)}"
                for seat, of in self._last.items()
            )
            for name in ("gain", "rule_gain")
        )
        if self.most:
            extra = "; the best of all gain " + " and ".join(
                f"{100 * low:.1f} to {100 * high:.1f} as {seat_title(seat)}"
                for seat, (low, high) in self.most.items()
            )
        if by_search is not None:
            extra += (
                f". If they search with {by_search.playouts} playouts, it is "
                f"{100 * by_search.value:.1f} % "
                f"({100 * by_search.low:.1f} to {100 * by_search.high:.1f} %)"
            )
        return (
            f"{'Settled' if self.settled else 'Not settled'} after round {row['round']}: "
            f"{seat_title(first)} wins between {least:.1f} and {most:.1f} %, and "
            f"{100 * self.value:.1f} % ({low:.1f} to {high:.1f} %) if both play by their mixtures. "
            f"Best responses to them, each learned from {row['games']:,} games, gain {gains} "
            f"(points), the rules of thumb {by_rule}{extra}."
        )


class _Course:
    """Search for a value, round by round, kept in a folder if there is one."""

    def __init__(
        self, population: Population, mixtures: Sequence[Mixture], command: str, folder: Path | None
    ) -> None:
        self.population, self.command, self.folder = population, command, folder
        self.names = [
            [f"begun {number + 1}" if mixtures else NOTHING for number in range(len(nets))]
            for nets in population.nets
        ]
        self.rounds = frame_of(ROUND_COLUMNS, [])
        self.weights: list[Array] = [*mixtures[0].shares] if len(mixtures) == 1 else []
        """Weights of the players; at first those of the mixture begun with, if it is only one."""
        self.quiet = 0
        """Latest rounds in a row in which nobody gained what was asked for."""
        self.by_search: ValueBySearch | None = None
        self.behaviour = ""
        """Behaviour of the mixture when the last round was done."""

    @property
    def done(self) -> int:
        """Number of rounds done."""
        return int(self.rounds["round"].max() or 0)  # type: ignore[arg-type]

    @property
    def settled(self) -> bool:
        """True if nobody gained in two rounds running."""
        return self.quiet >= TWO

    def step(self, pool: ThreadPoolExecutor, games: int, within: float, *, progress: bool) -> None:
        """Do a round; what ends it early changes nothing."""
        population, number = self.population.copy(), self.done + 1
        games = games * TWO if self.quiet else games
        weights, estimate = population.refine(pool, None if self.done else self.weights)
        with tqdm(total=2 * TWO * games, unit="game", disable=not progress, leave=False) as bar:
            bar.set_description(f"round {number}, value {estimate[0]:.1%}")
            met_all = all_round(population, games, number, pool, bar.update)
            nets = respond(population, weights, games, number, pool, bar.update, met_all)
        population.join(pool, met_all, nets)
        gains = _gains(population, weights, estimate)
        by_rule = rule_gains(population, weights, estimate[0], number, pool)
        most = _most(population, weights, estimate[0])
        seats = population.game.seat_names()
        rows = [
            (number, seats[side], games, *gains[side], by_rule[side], *most[side], *estimate)
            for side in SIDES
        ]
        weights = [np.append(shares, [0.0, 0.0]) for shares in weights]  # of those who have joined
        if self.folder is not None:
            self.behaviour = behaviour_by(population.game, population.mixture(weights))
            (self.folder / SEARCHED).unlink(missing_ok=True)  # it was of other mixtures
        lows = (low or 0.0 for low, _ in most)
        still = max(0.0, *(gain for gain, *_ in gains), *by_rule, *lows)
        self.quiet = self.quiet + 1 if still < within else 0
        joined = [f"round {number} against all", f"round {number}"]
        self.names = [[*names, *joined] for names in self.names]
        self.population, self.weights = population, weights
        self.rounds = pl.concat([self.rounds, frame_of(ROUND_COLUMNS, rows)])
        self.keep()

    def keep(self) -> None:
        """Keep what is needed to go on, and what was found, in the folder."""
        if self.folder is None:
            return
        population = self.population
        course = {
            "names": self.names,
            "won": population.won.tolist(),
            "games": population.games.tolist(),
            "rounds": self.rounds.to_dict(as_series=False),
            "quiet": self.quiet,
            "behaviour": self.behaviour,
        }
        scenario, source = population.game.scenario_name, _source(population.game)
        notes = {"command": self.command, "scenario": scenario, "source": source}
        notes["course"] = json.dumps(course)
        nets = tuple(np.concatenate(members) for members in population.nets)
        whole = Mixture(nets, tuple(self.weights))
        for name, mixture in ((POPULATION, whole), (POLICY, population.mixture(self.weights))):
            write_net(population.game, mixture, self.folder / name, notes)
        result = self.result()
        save_frame(result.rounds, self.folder / "rounds.parquet")
        save_frame(result.matrix, self.folder / "matrix.parquet")

    def go_on(self, pool: ThreadPoolExecutor) -> None:
        """Go on from what the same call has kept, or begin."""
        path = None if self.folder is None else self.folder / POPULATION
        if path is None or not path.exists():
            self.population.meet(pool)
            return
        population = self.population
        _, notes = read_sealed(path, AWAY)
        if notes.get("command") != self.command:
            other = notes.get("command")
            raise OutputError(f"{path}: expected what {self.command!r} left, not {other!r}")
        try:
            mixture = read_mixture(population.game, path)
            course = json.loads(notes["course"])
            for side, nets in enumerate(mixture.members):
                self.names[side][:] = course["names"][side]
                population.nets[side][:] = [
                    nets[number : number + 1] for number in range(len(nets))
                ]
            population.won, population.games = np.array(course["won"]), np.array(course["games"])
            self.weights, self.quiet = [*mixture.shares], course["quiet"]
            self.behaviour = course.get("behaviour", "")
            schema = {name: dtype for name, (dtype, _) in ROUND_COLUMNS.items()}
            self.rounds = pl.DataFrame(course["rounds"], schema=schema)
        except (LookupError, TypeError, ValueError, pl.exceptions.PolarsError) as error:
            raise FileError(f"{path}: is damaged: {reason(error)}; {AWAY}") from error

    def search(self, pool: ThreadPoolExecutor, playouts: int, *, progress: bool) -> None:
        """Let those who have weight search, and keep what came of it."""
        by_search = search_value(
            self.population, self.names, self.weights, playouts, pool, progress=progress
        )
        self.by_search = by_search
        if self.folder is not None:
            notes = {name: str(getattr(by_search, name)) for name in BY_SEARCH}
            save_frame(by_search.matrix, self.folder / SEARCHED, notes)

    def result(self) -> ValueOfGame:
        """Return what was found by now."""
        population = self.population
        seats = population.game.seat_names()
        return ValueOfGame(
            self.rounds,
            matrix_table(self.names, population.won, population.games, self.weights),
            population.mixture(self.weights),
            (seats[0], seats[1]),
            self.settled,
            self.by_search,
        )


def _gains(
    population: Population, weights: Sequence[Array], estimate: tuple[float, float, float]
) -> list[tuple[float, float, float]]:
    """Return what the last player of each seat gains against mixtures, with its interval."""
    value, low, high = estimate
    gains = []
    for side, sign in zip(SIDES, (1, -1), strict=True):
        other = weights[1 - side]
        shares, games = (
            (part if side == 0 else part.T)[-1, : len(other)]
            for part in (population.shares, population.games)
        )
        gain = sign * (float(shares @ other) - value)
        noise = float((shares * (1 - shares) / games) @ other**2)
        wide = sqrt(NORMAL**2 * noise + ((high - low) / 2) ** 2)
        gains.append((gain, gain - wide, gain + wide))
    return gains


def _most(
    population: Population, weights: Sequence[Array], value: float
) -> list[tuple[float, float] | tuple[None, None]]:
    """Return what the best of all responses gains in each seat against mixtures, if known."""
    mixture, bounds = population.mixture(weights), list[tuple[float, float] | tuple[None, None]]()
    for side, now in zip(SIDES, (value, 1 - value), strict=True):
        won = population.game.best_response(mixture, side)
        bounds.append((None, None) if won is None else (won[0] - now, won[1] - now))
    return bounds


@takes(
    rounds=COUNT,
    minutes=Bounds(0, INFINITE, whole=False),
    within=Bounds(0, 100, whole=False),
    games=GAMES,
    search=Bounds(1, MOST_PLAYOUTS),
    seed=SEED,
    workers=WORKERS,
)
def value(
    scenario: str | Path | Game[Any],
    rounds: int = 12,
    minutes: float | None = None,
    within: float = 5.0,
    games: int = 32_000,
    start: str | Path | Sequence[str | Path] | None = None,
    out: str | Path | None = None,
    search: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    show: Callable[[pl.DataFrame], None] | None = None,
) -> ValueOfGame:
    """Look for the value of a game for two, and say how far it may be off.

    Parameters
    ----------
    scenario : str, Path or Game
        What is played, by two seats.
    rounds : int
        At most so many.
    minutes : float, optional
        After so many no round is begun but the first.
    within : float
        It is settled once best responses of two rounds running, and the rules of thumb, gain less
        than so many points, the second having learned from twice as many games; with 0 it never is,
        and all rounds are done.
    games : int
        From which a best response learns in each seat.
    start : str, Path or sequence of these, optional
        Files of weights to begin with, or the names of some that come with marengo: all their
        players. ``"nothing"`` learns the first player from nothing. Default: what comes with the
        scenario, if something does. In the first round the mixture of one file is faced as it is,
        however good it is; of several files, and from then on, the games tell who is sent.
    out : str or Path, optional
        Folder of what was found: ``policy.parquet``, by which ``policy`` can play,
        ``rounds.parquet``, ``matrix.parquet``, ``search.parquet`` if they searched, and
        ``population.parquet``, from which the same call goes on.
    search : int, optional
        Let the players of the last mixtures search, with so many playouts, and tell the value at
        that strength as well: of 100 games of each two.
    seed : int
        Of all chance; the same one gives the same result for any number of workers.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a progress bar.
    show : callable, optional
        Called with the rounds after each of them.

    Raises
    ------
    ScenarioError, OutputError, FileError
        If there is no such scenario, the folder cannot be written, or what is in it is damaged or
        of another call.
    ValueOfGameError
        If the game has other than two seats.
    ValueError
        If the game cannot be learned, a number is out of range, or ``"nothing"`` is not alone.
    """
    game = scenario if isinstance(scenario, Game) else load(scenario)
    if len(game.seats) != TWO or len(game.played) != TWO:
        raise ValueOfGameError(f"{game.title}: expected a game of two seats")
    check_learns(game)
    game.workspace()  # says so if the rules are compiled first
    starts = [start] if isinstance(start, str | Path) else [*(start or ())]
    if NOTHING in starts and len(starts) > 1:
        raise ValueError(f"start: expected {NOTHING} alone, not among others")
    loaded = [] if starts == [NOTHING] else [begun_with(game, source) for source in starts or [""]]
    mixtures = [mixture for mixture in loaded if mixture is not None]
    begun = Mixture.joined(mixtures)
    population = begun_population(game, begun, games, seed, workers)
    command = (
        f"{game.scenario_name} {scenario_hash(game)}, games {games}, within {within}, seed {seed}, "
        f"players {_digest(begun)}, from {shlex.join(map(str, starts)) or BEGUN}"
    )
    folder = None if out is None else Path(out)
    with _alone(folder), ThreadPoolExecutor(population.table.threads) as pool:
        course = _Course(population, mixtures, command, folder)
        course.go_on(pool)
        began = perf_counter()
        try:
            while not course.settled and course.done < rounds:
                late = minutes is not None and perf_counter() - began > 60 * minutes
                if late and course.done:
                    break
                course.step(pool, games, within / 100, progress=progress)
                if show is not None:
                    show(course.rounds)
            if search is not None:
                course.search(pool, search, progress=progress)
        except KeyboardInterrupt:
            if not course.done:
                raise
        course.keep()  # what of it is damaged or not there, and what was being kept as it ended
        return course.result()


def _digest(begun: Mixture | None) -> str:
    """Return a digest of the players that it begins with: files of one name may differ."""
    parts = () if begun is None else (*begun.members, *begun.shares)
    return sha256(b"".join(array.tobytes() for array in parts)).hexdigest()[:DIGITS]


def _source(game: Game[Any]) -> str:
    """Return by what a scenario is found again: its name, or its file."""
    name = game.scenario_name
    return name if name in (*scenario_names(), *what_if_names()) else game.source or name


def _alone(folder: Path | None) -> AbstractContextManager[object]:
    """Keep other processes out of a folder, if there is one."""
    if folder is None:
        return nullcontext()
    taken = OutputError(f"{folder}: another process looks for a value there; expected one alone")
    return locked(folder / ".lock", taken)
