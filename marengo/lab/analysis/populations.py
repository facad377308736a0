"""Populations of players, one for each seat, and the best responses that join them.

All play all, and the matrix of their games is solved: how often each seat sends whom
(:mod:`marengo.lab.analysis.value`).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.engine.learning import LineUp
from marengo.core.engine.matrix_games import solved
from marengo.core.game import Game
from marengo.core.players import SearchPlayer
from marengo.core.players.learner import BATCH, CHUNK, Learner, begun_with
from marengo.core.players.match import play_game
from marengo.core.players.nets import Mixture
from marengo.lab.analysis.matrices import LEAGUE_COLUMNS, value_interval
from marengo.lab.learning import NOTHING
from marengo.lab.statistics import frame_of, share

Array = np.ndarray[Any, Any]

SEARCHES = 100
"""Games of two players who search."""

PARTS = 4
"""How often a best response is looked at while it learns: the best of what it was is taken."""

TRIALS = 400
"""Games of each look."""

FEWEST, MOST = 600, 10_000
"""Games of two players at first, and at most."""

PRECISE = 0.015
"""Half the width of the interval of the value, at which no more games are played for it."""

BEARING = 0.01
"""Share from which a player counts in a mixture, and two players in the value."""

RATE = 0.25
"""Share of full steps that a best response takes, so that it does not forget what it began with."""

SIDES = (0, 1)

TWO = 2

NORMAL = 1.96
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True)
class ValueBySearch:
    """The value if the players of the last mixtures search, and both sides choose anew of them.

    Parameters
    ----------
    playouts : int
        Of a decision. Each plays its own seat's part of the tree by its net, and the other's by
        those of the other seat, as often as that one sends them.
    value, low, high : float
        How often the first seat wins, and the ends of the 95 % interval.
    matrix : polars.DataFrame
        Who won how often against whom, with the columns of :data:`LEAGUE_COLUMNS`.
    """

    playouts: int
    value: float
    low: float
    high: float
    matrix: pl.DataFrame


@dataclass
class Population:
    """The players of both seats, and how often they won against each other."""

    game: Game[Any]
    seed: int
    workers: int | None
    names: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    nets: tuple[list[Array], list[Array]] = field(default_factory=lambda: ([], []))
    won: Array = field(default_factory=lambda: np.zeros((0, 0)))
    games: Array = field(default_factory=lambda: np.zeros((0, 0), np.int64))

    def __post_init__(self) -> None:
        self.table = Learner(self.game, BATCH, workers=self.workers)

    def meet(self, pool: ThreadPoolExecutor) -> None:
        """Let all play all whom they have not met."""
        grown = [(0, len(self.nets[side]) - self.won.shape[side]) for side in SIDES]
        self.won, self.games = np.pad(self.won, grown), np.pad(self.games, grown)
        self.play(pool, {(int(i), int(j)): FEWEST for i, j in np.argwhere(self.games == 0)})

    def play(self, pool: ThreadPoolExecutor, more: dict[tuple[int, int], int]) -> None:
        """Play so many more games of pairs of players."""
        jobs = []
        for (i, j), games in more.items():
            pair = Mixture.of(np.concatenate([self.nets[0][i], self.nets[1][j]]))
            nets = np.concatenate(pair.sharper().members)
            first = int(self.games[i, j])
            for start in range(first, first + games, CHUNK):
                seeds = [[self.seed, 5, i, j, start + game] for game in range(CHUNK)]
                jobs.append((i, j, pool.submit(self.table.play, _both(), nets, seeds)))
        for i, j, job in jobs:
            self.won[i, j] += job.result()[1][:, 0].sum()
            self.games[i, j] += CHUNK

    @property
    def shares(self) -> Array:
        """What share the first seat got, a row for each of its players."""
        return self.won / self.games

    def refine(self, pool: ThreadPoolExecutor) -> tuple[list[Array], tuple[float, float, float]]:
        """Return how often each seat sends whom, and their value with its interval.

        More games are played of those who bear on it, until the interval is narrow.
        """
        while True:
            value, *weights = solved(self.shares)
            low, high = value_interval(self.won, self.games)
            bears = np.outer(*weights) >= BEARING
            more = np.where(bears, np.minimum(self.games, MOST - self.games), 0)
            if high - low <= 2 * PRECISE or not more.any():
                kept = [np.where(one >= min(BEARING, one.max()), one, 0.0) for one in weights]
                return [one / one.sum() for one in kept], (value, low, high)
            self.play(pool, {(int(i), int(j)): int(more[i, j]) for i, j in np.argwhere(more)})

    def mixture(self, weights: Sequence[Array]) -> Mixture:
        """Return the players who have weight, and how often each is sent."""
        chosen = [np.flatnonzero(one) for one in weights]
        return Mixture(
            tuple(np.concatenate([self.nets[side][one] for one in chosen[side]]) for side in SIDES),
            tuple(weights[side][chosen[side]] for side in SIDES),
        )

    def gains(
        self, weights: Sequence[Array], found: tuple[float, float, float]
    ) -> list[tuple[float, float, float]]:
        """Return what the last player of each seat gains against mixtures, with its interval."""
        value, low, high = found
        told = []
        for side, sign in zip(SIDES, (1, -1), strict=True):
            other = weights[1 - side]
            shares, games = (
                (part if side == 0 else part.T)[-1, : len(other)]
                for part in (self.shares, self.games)
            )
            gain = sign * (float(shares @ other) - value)
            noise = float((shares * (1 - shares) / games) @ other**2)
            wide = sqrt(NORMAL**2 * noise + ((high - low) / 2) ** 2)
            told.append((gain, gain - wide, gain + wide))
        return told

    def most(
        self, weights: Sequence[Array], value: float
    ) -> list[tuple[float, float] | tuple[None, None]]:
        """Return what the best of all responses gains in each seat against mixtures, if known."""
        mixture, told = self.mixture(weights), list[tuple[float, float] | tuple[None, None]]()
        for side, now in zip(SIDES, (value, 1 - value), strict=True):
            won = self.game.best_response(mixture, side)
            told.append((None, None) if won is None else (won[0] - now, won[1] - now))
        return told


def search_value(
    population: Population,
    weights: Sequence[Array],
    playouts: int,
    pool: ThreadPoolExecutor,
    *,
    progress: bool,
) -> ValueBySearch:
    """Return the value if those who have weight search."""
    game, mixture = population.game, population.mixture(weights)
    sent = [np.flatnonzero(one) for one in weights]

    def play(i: int, j: int, number: int) -> float:
        """Return what the first seat gets in a game of two who have weight."""
        root = [population.seed, 6, int(sent[0][i]), int(sent[1][j]), number]
        seed = int(np.random.SeedSequence(root).generate_state(1)[0])
        players = {
            seat: _searcher(game, playouts, mixture, seat, one)
            for seat, one in zip(game.seats, (i, j), strict=True)
        }
        returns = play_game(game.start(seed), players, seed).returns
        assert returns is not None
        return float(returns[0])

    won = np.zeros((len(sent[0]), len(sent[1])))
    jobs = [
        ((i, j), pool.submit(play, i, j, number))
        for i, j in np.ndindex(won.shape)
        for number in range(SEARCHES)
    ]
    try:
        for at, job in tqdm(jobs, unit="game", desc="search", disable=not progress, leave=False):
            won[at] += job.result()
    finally:
        for _, job in jobs:
            job.cancel()
    games = np.full(won.shape, SEARCHES)
    value, *chosen = solved(won / games)
    names = [[population.names[side][one] for one in sent[side]] for side in SIDES]
    low, high = value_interval(won, games)
    return ValueBySearch(playouts, value, low, high, league_table(names, won, games, chosen))


def _searcher(
    game: Game[Any], playouts: int, mixture: Mixture, seat: int, number: int
) -> SearchPlayer:
    """Return who searches by one of the nets of a seat, and thinks that the other is as mixed."""
    members, shares = list(mixture.members), list(mixture.shares)
    members[seat], shares[seat] = members[seat][number : number + 1], np.ones(1)
    player = SearchPlayer(game, playouts)
    player.mixture = Mixture(tuple(members), tuple(shares))
    return player


def league_table(
    names: Sequence[list[str]], won: Array, games: Array, weights: Sequence[Array]
) -> pl.DataFrame:
    """Return who won how often against whom, and who is sent how often."""
    rows = []
    for i, j in np.ndindex(won.shape):
        one = share(round(float(won[i, j])), int(games[i, j]))
        sent = float(weights[0][i]), float(weights[1][j])
        value = float(won[i, j] / games[i, j])
        rows.append((names[0][i], names[1][j], int(games[i, j]), value, one.low, one.high, *sent))
    return frame_of(LEAGUE_COLUMNS, rows)


def _both() -> Array:
    """Return line-ups of the first two nets, which do not learn."""
    line_ups: Array = LineUp.array(CHUNK)
    line_ups["net"][:, :TWO] = SIDES
    return line_ups


def respond(
    population: Population,
    weights: Sequence[Array],
    games: int,
    number: int,
    pool: ThreadPoolExecutor,
    tell: Callable[[int], object],
) -> list[Array]:
    """Return a net of each seat that has learned to beat the mixture of the other.

    It begins with the player that does best, and is the best of what it was on its way; what has
    become worse is forgotten.
    """
    game, table = population.game, population.table
    faced = population.mixture(weights).sharper()
    shares = population.shares
    begun = int(np.argmax(shares @ weights[1])), int(np.argmin(weights[0] @ shares))
    start = np.concatenate([population.nets[side][begun[side]] for side in SIDES])
    seed = int(np.random.SeedSequence([population.seed, number]).generate_state(1)[0])
    learner = Learner(game, TWO * games, seed, start, population.workers, faced)
    learner.rate = RATE
    best, found = [-1.0, -1.0], [start[side : side + 1] for side in SIDES]
    table.seed = seed
    for part in range(PARTS + 1):
        while learner.done < learner.steps * part // PARTS:
            learner.step(pool)
            tell(BATCH)
        table.nets = np.concatenate(Mixture.of(learner.nets).sharper().members)
        for side, won in enumerate(table.strength(pool, TWO * TRIALS, faced)):
            if won > best[side]:
                best[side], found[side] = won, learner.nets[side : side + 1].copy()
            learner.nets[side : side + 1] = found[side]
    return found


def begun_population(
    game: Game[Any], start: str | Path | None, games: int, seed: int, workers: int | None
) -> Population:
    """Return a population with whom it begins, who have not yet played."""
    population = Population(game, seed, workers)
    mixture = None if start == NOTHING else begun_with(game, start or "")
    if mixture is not None:
        for side, members in enumerate(mixture.members):
            for number in range(len(members)):
                population.names[side].append(f"begun {number + 1}")
                population.nets[side].append(members[number : number + 1])
        return population
    learner = Learner(game, TWO * games, seed, workers=workers)
    with ThreadPoolExecutor(learner.threads) as pool:
        while learner.done < learner.steps:
            learner.step(pool)
    for side in SIDES:
        population.names[side].append(NOTHING)
        population.nets[side].append(learner.nets[side : side + 1].copy())
    return population
