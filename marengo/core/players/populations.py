"""Populations of players, one for each seat, and those who join them.

All play all, and the matrix of their games is solved: how often each seat sends whom. Best
responses to these mixtures join (double oracle: McMahan, Gordon and Blum 2003; Lanctot and others
2017), and players who have met all.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from marengo.core.engine.learning import LineUp
from marengo.core.engine.matrix_games import solve_matrices, solved
from marengo.core.game import Game
from marengo.core.players.learner import BATCH, CHUNK, CONTINUED, Learner
from marengo.core.players.nets import Mixture

Array = np.ndarray[Any, Any]

PARTS = 4
"""Number of looks at a best response while it learns: the best of what it was is taken."""

TRIALS = 400
"""Games of each look."""

FEWEST, MOST = 600, 10_000
"""Games of two players at first, and at most."""

PRECISE = 0.015
"""Half the width of the interval of the value, at which no more games are played for it."""

BEARING = 0.01
"""Share of the games of two players from which they bear on the value."""

TINY, NORMAL = 1e-9, 1.96

RATE = 0.25
"""Share of full steps that a best response takes, so that it does not forget what it began with."""

SIDES = (0, 1)

TWO = 2

SPREAD = 0.015
"""Value that a seat gives up to send as many players as it can: who is sent alone is known."""

LEAST_SENT = 0.1
"""Share below which nobody is sent where others do as well: files would become large."""

DRAWS = 2000
"""Matrices drawn within the errors of the shares, whose values are the interval of the value."""


@dataclass
class Population:
    """The players of both seats, and how often they won against each other.

    Two play ``fewest`` games as they meet, and ``most`` in all; a best response is looked at in
    ``trials`` while it learns. Each seat gives up ``spread`` to send different players.
    """

    game: Game[Any]
    seed: int
    workers: int | None
    fewest: int = FEWEST
    most: int = MOST
    trials: int = TRIALS
    spread: float = SPREAD
    nets: tuple[list[Array], list[Array]] = field(default_factory=lambda: ([], []))
    won: Array = field(default_factory=lambda: np.zeros((0, 0)))
    games: Array = field(default_factory=lambda: np.zeros((0, 0), np.int64))

    def __post_init__(self) -> None:
        self.table = Learner(self.game, BATCH, workers=self.workers)

    def copy(self) -> "Population":
        """Return another one that begins with the same players and games."""
        nets = [*self.nets[0]], [*self.nets[1]]
        return replace(self, nets=nets, won=self.won.copy(), games=self.games.copy())

    def join(self, pool: ThreadPoolExecutor, *players: Sequence[Array]) -> None:
        """Let players, of a net a seat, join the others and play all."""
        for side in SIDES:
            self.nets[side].extend(nets[side] for nets in players)
        self.meet(pool)

    def meet(self, pool: ThreadPoolExecutor) -> None:
        """Let all play all whom they have not met."""
        grown = [(0, len(self.nets[side]) - self.won.shape[side]) for side in SIDES]
        self.won, self.games = np.pad(self.won, grown), np.pad(self.games, grown)
        self.play(pool, {(int(i), int(j)): self.fewest for i, j in np.argwhere(self.games == 0)})

    def play(self, pool: ThreadPoolExecutor, more: dict[tuple[int, int], int]) -> None:
        """Play so many more games of pairs of players."""
        jobs = []
        for (i, j), games in more.items():
            pair = Mixture.of(np.concatenate([self.nets[0][i], self.nets[1][j]]))
            nets = np.concatenate(pair.sharper().members)
            first = int(self.games[i, j])
            for start in range(first, first + games, CHUNK):
                seeds = [[self.seed, 5, i, j, start + game] for game in range(CHUNK)]
                jobs.append((i, j, pool.submit(self.table.outcomes, _both(), nets, seeds)))
        for i, j, job in jobs:
            self.won[i, j] += job.result()[:, 0].sum()
            self.games[i, j] += CHUNK

    @property
    def shares(self) -> Array:
        """Shares that the first seat got, a row for each of its players."""
        return self.won / self.games

    def refine(
        self, pool: ThreadPoolExecutor, sent: Sequence[Array] | None = None
    ) -> tuple[list[Array], tuple[float, float, float]]:
        """Return how often each seat sends whom, and their value with its interval.

        More games are played of those who are sent, until the interval is narrow. Who is ``sent``
        may be settled beforehand.
        """
        while True:
            shares = self.shares
            first, second = sent or self._solution()
            value = float(first @ shares @ second)
            low, high = mean_interval(self.won, self.games, np.outer(first, second))
            bears = np.outer(first, second) >= BEARING
            more = np.where(bears, np.clip(self.most - self.games, 0, self.games), 0)
            if high - low <= 2 * PRECISE or not more.any():
                return [first, second], (value, low, high)
            self.play(pool, {(int(i), int(j)): int(more[i, j]) for i, j in np.argwhere(more)})

    def _solution(self) -> list[Array]:
        """Return how often each seat sends whom, as the games tell."""
        value, *_ = solved(self.shares)
        return [
            widest(self.shares, value - self.spread),
            widest(1 - self.shares.T, 1 - value - self.spread),
        ]

    def mixture(self, weights: Sequence[Array]) -> Mixture:
        """Return the players who have weight, and how often each is sent."""
        chosen = [np.flatnonzero(side_weights) for side_weights in weights]
        return Mixture(
            tuple(
                np.concatenate([self.nets[side][index] for index in chosen[side]]) for side in SIDES
            ),
            tuple(weights[side][chosen[side]] for side in SIDES),
        )


def _both() -> Array:
    """Return line-ups of the first two nets, which do not learn."""
    line_ups: Array = LineUp.array(CHUNK)
    line_ups["net"][:, :TWO] = SIDES
    return line_ups


def widest(shares: Array, least: float) -> Array:
    """Return how often whom to send, as many as can be, so that nobody known gets too much.

    Of all that get ``least``, no more than the value of the matrix, against all others the entropy
    is the greatest. Who would hardly be sent is left out as long as the others get it. ``shares``,
    shape (m, n), are what each of one's own gets against each of the others.
    """
    remaining = np.arange(len(shares))
    while True:
        sent = _spread(shares[remaining], least)
        fewer = np.delete(remaining, sent.argmin())
        if sent.min() >= LEAST_SENT or not len(fewer) or solved(shares[fewer])[0] < least:
            break
        remaining = fewer
    whole = np.zeros(len(shares))
    whole[remaining] = sent
    return whole


def _spread(shares: Array, least: float) -> Array:
    """Return the shares of greatest entropy that get enough of all others."""
    from scipy.optimize import LinearConstraint, minimize  # slow to import

    def less_entropy(sent: Array) -> float:
        return float(sent @ np.log(sent + TINY))

    def its_slope(sent: Array) -> Array:
        slope: Array = np.log(sent + TINY) + 1
        return slope

    _, equilibrium, _ = solved(shares)
    result = minimize(
        less_entropy,
        equilibrium,
        jac=its_slope,
        bounds=[(0, 1)] * len(shares),
        constraints=(
            LinearConstraint(np.ones((1, len(shares))), 1, 1),
            LinearConstraint(shares.T, least, np.inf),
        ),
        method="SLSQP",
    )
    sent: Array = result.x if result.success else equilibrium
    sent /= sent.sum()
    return sent


def all_round(
    population: Population,
    games: int,
    number: int,
    pool: ThreadPoolExecutor,
    tell: Callable[[int], object] = lambda _: None,
) -> list[Array]:
    """Return a net of each seat that has learned by meeting itself, all known and the rules.

    Each begins with the player that fares best against the one it fares worst with.
    """
    shares = population.shares
    safest = int(np.argmax(shares.min(1))), int(np.argmin(shares.max(0)))
    start = np.concatenate([population.nets[side][safest[side]] for side in SIDES])
    members = tuple(np.concatenate(nets) for nets in population.nets)
    met = Mixture(members, tuple(np.full(len(nets), 1 / len(nets)) for nets in members)).sharper()
    seed = int(np.random.SeedSequence([population.seed, number, 1]).generate_state(1)[0])
    learner = Learner(population.game, TWO * games, seed, start, population.workers, known=met)
    learner.rate = CONTINUED
    while learner.done < learner.steps:
        learner.step(pool)
        tell(BATCH)
    return [learner.nets[side : side + 1] for side in SIDES]


def respond(
    population: Population,
    weights: Sequence[Array],
    games: int,
    number: int,
    pool: ThreadPoolExecutor,
    tell: Callable[[int], object] = lambda _: None,
    also: Sequence[Array] | None = None,
) -> list[Array]:
    """Return a net of each seat that has learned to beat the mixture of the other.

    It begins with the player that does best, of the population or ``also``, and is the best of what
    it was on its way; what has become worse is forgotten.
    """
    game, table = population.game, population.table
    faced = population.mixture(weights).sharper()
    shares = population.shares
    begun = int(np.argmax(shares @ weights[1])), int(np.argmin(weights[0] @ shares))
    start = np.concatenate([population.nets[side][begun[side]] for side in SIDES])
    seed = int(np.random.SeedSequence([population.seed, number]).generate_state(1)[0])
    learner = Learner(game, TWO * games, seed, start, population.workers, faced)
    learner.rate = RATE
    best, responses = [-1.0, -1.0], [start[side : side + 1] for side in SIDES]
    table.seed = seed
    for part in range(PARTS + 1):
        while learner.done < learner.steps * part // PARTS:
            learner.step(pool)
            tell(BATCH)
        for nets in [learner.nets.copy(), *([np.concatenate(also)] if also and not part else [])]:
            own = Mixture.of(nets).sharper()
            for side, won in enumerate(table.strength(pool, TWO * population.trials, faced, own)):
                if won > best[side]:
                    best[side], responses[side] = won, nets[side : side + 1]
        learner.nets[:] = np.concatenate(responses)
    return responses


def rule_gains(
    population: Population,
    weights: Sequence[Array],
    value: float,
    number: int,
    pool: ThreadPoolExecutor,
) -> list[float]:
    """Return what share the rules of thumb win in each seat against mixtures, beyond the value."""
    table, mixture = population.table, population.mixture(weights).sharper()
    table.seed = int(np.random.SeedSequence([population.seed, number, 2]).generate_state(1)[0])
    first, second = table.strength(pool, TWO * TWO * population.fewest, own=mixture)
    return [1 - second - value, value - first]


def begun_population(
    game: Game[Any], begun: Mixture | None, games: int, seed: int, workers: int | None
) -> Population:
    """Return a population with whom it begins, who have not yet played.

    If there is nobody, one learns for each seat by playing against itself, from so many games.
    """
    population = Population(game, seed, workers)
    if begun is None:
        learner = Learner(game, TWO * games, seed, workers=workers)
        learner.finish()
        begun = Mixture.of(learner.nets)
    for own, members in zip(population.nets, begun.members, strict=True):
        own.extend(members[index : index + 1] for index in range(len(members)))
    return population


def mean_interval(won: Array, games: Array, weights: Array) -> tuple[float, float]:
    """Return the 95 % interval of a weighted mean of shares, each of so many games."""
    shares = (won + 0.5) / (games + 1)  # else one of 0 or 1 would be taken for sure
    wide = NORMAL * float(np.sqrt((weights**2 * shares * (1 - shares) / games).sum()))
    mean = float((weights * won / games).sum())
    return max(0.0, mean - wide), min(1.0, mean + wide)


def value_interval(
    wins: Array, games: Array, confidence: float = 0.95, seed: int = 0
) -> tuple[float, float]:
    """Return the interval of the value of a matrix of shares, by a parametric bootstrap.

    Shares are drawn anew from what the games leave open of each (Jeffreys' distribution). ``wins``
    and ``games`` are of shape (m, n).
    """
    rng = np.random.default_rng(seed)
    drawn = rng.beta(wins + 0.5, games - wins + 0.5, (DRAWS, *wins.shape))
    values, (m, n) = np.zeros(DRAWS), wins.shape
    solve_matrices(drawn, values, np.zeros((DRAWS, m)), np.zeros((DRAWS, n)))
    low, high = np.percentile(values, [50 * (1 - confidence), 50 * (1 + confidence)])
    value = solved(wins / games)[0]  # which the draws leave out where nothing was ever won
    return min(float(low), value), max(float(high), value)
