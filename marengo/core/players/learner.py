"""Learning a scenario by playing it: batches of games, and what they change in the nets.

Games are played in compiled code (:mod:`marengo.core.engine.learning`), on all threads; after each
batch the nets change by what all its games say, so that the result depends on the seed and the
number of games alone. Opponents are the player itself, the rules of thumb, and what the player was
earlier: who plays only against himself goes round in circles. Others who are known are met as well,
the hard ones oftener (prioritised fictitious self-play: Vinyals and others 2019).
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from marengo.core.engine.learning import BY_RULE, LineUp, Memory, Method, learn_games, take_step
from marengo.core.engine.random import Generator, seeded
from marengo.core.engine.search.tree import SEATS
from marengo.core.files import is_file
from marengo.core.game import Game
from marengo.core.players.nets import Mixture, net_path, read_mixture
from marengo.core.players.weights import read_weights

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

RATES = {"moves": RATE, "steer": 0.02}
"""Steps of the parts of a net; others have VALUE_RATE."""

VALUE_RATE = 0.003

CONTINUED, LONG = 0.5, 100_000
"""Share of these for a player who has learned before, if it has fewer games than LONG: full steps
undo at first what it knows, and win more in the end."""

FIRST_LOOK = 0.1
"""Size of the weights of units that have not learned: without any they never would."""

TRACE, ENTROPY, TEMPERATURE = 0.9, 0.003, 0.3
"""See :class:`marengo.core.engine.learning.Method`."""

SELDOM, PACE = 0.02, 0.05
"""Number added to the square of the share that somebody known wins, which is how often it is met;
and the weight of a game in this share."""

MATCH = 2000
"""Games of the match between what was learned and what it began with."""

MOMENTUM, SQUARES, TINY = 0.9, 0.999, 1e-8
"""Of the optimiser (Adam, Kingma and Ba 2015)."""


class _Thread:
    """The scratch of one thread."""

    def __init__(self, game: Game[Any]) -> None:
        engine = game.engine
        self.state, self.works = engine.state.array(), engine.workspace.array()
        self.scores, self.memory = engine.scores.array(), Memory.array()


class Learner:
    """Learner of one scenario, step by step.

    The size of steps falls over all ``games``. Without nets to ``start`` with the first games are
    taught by the rules of thumb. ``against`` are always the opponents, and do not learn. Others,
    ``known``, are met besides: of four games one is against itself, one against what it was, and
    two against these or the rules of thumb, the oftener the more of their games they win.
    """

    def __init__(
        self,
        game: Game[Any],
        games: int,
        seed: int = 0,
        start: Array | None = None,
        workers: int | None = None,
        against: Mixture | None = None,
        known: Mixture | None = None,
    ) -> None:
        self.game, self.seed, self.against, self.known = game, seed, against, known
        self.steps = max(1, -(-games // BATCH))
        games = self.steps * BATCH  # as the weights tell of: who asks for these learns the same
        self.taught = 0 if start is not None else int(min(TAUGHT, MOST_TAUGHT * games)) // BATCH
        self.seats = len(game.seats)
        self.played = [int(seat) for seat in game.played]
        self.done = 0
        self.rate = 1.0 if start is None or games >= LONG else CONTINUED
        self.nets: Array = game.engine.net.array(self.seats) if start is None else start.copy()
        if start is None:
            rng = np.random.default_rng([seed, 0])
            for part in ("inward", "outward"):
                self.nets[part] = rng.normal(0, 0.1, self.nets[part].shape)
        if "look" in (self.nets.dtype.names or ()) and not self.nets["look"].any():
            rng = np.random.default_rng([seed, 4])
            self.nets["look"] = rng.normal(0, FIRST_LOOK, self.nets["look"].shape)
        self.older: list[Array] = []
        self.lately = [np.full(1 + len(nets), 0.5) for nets in (known.members if known else ())]
        """Share of games that the rules of thumb, and each of those known, got in their seat."""
        self.means, self.squares = self._zeros(), self._zeros()
        self.weights = read_weights(game)
        self.method = Method.array()
        self.method["trace"], self.method["entropy"] = TRACE, ENTROPY
        self.method["temperature"] = TEMPERATURE
        self.threads = workers or os.cpu_count() or 1
        self.idle = [_Thread(game) for _ in range(self.threads)]
        self.spare: list[Array] = []  # changes that are forgotten

    def _zeros(self) -> dict[str, Array]:
        return {part: np.zeros(self.nets[part].shape) for part in self.nets.dtype.names or ()}

    def play(self, line_ups: Array, nets: Array, seeds: list[list[int]]) -> tuple[Array, Array]:
        """Play a game for each line-up; return what should change, and what each seat got."""
        thread = self.idle.pop()
        changes = self._no_changes()
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

    def outcomes(self, line_ups: Array, nets: Array, seeds: list[list[int]]) -> Array:
        """Play as :meth:`play`, learn nothing, and return what each seat got."""
        changes, got = self.play(line_ups, nets, seeds)
        self.spare.append(changes)
        return got

    def _no_changes(self) -> Array:
        """Return what changes are added to, in memory that was used before if there is such."""
        with suppress(IndexError):
            changes = self.spare.pop()
            changes.view(np.uint8).fill(0)
            return changes
        none: Array = self.game.engine.net.array(self.seats)
        return none

    def _line_ups(self) -> tuple[Array, Array]:
        """Return who plays the games of the next step, and all nets that are played by."""
        line_ups: Array = LineUp.array(BATCH)
        line_ups["net"][:, : self.seats] = np.arange(self.seats)
        if self.done < self.taught:
            line_ups["taught"] = 1
            line_ups["net"][: BATCH // 2] = BY_RULE
            return line_ups, self.nets
        if self.against is not None:
            rng = np.random.default_rng([self.seed, 1, self.done])
            for game in range(BATCH):
                seat = self.played[game % len(self.played)]
                line_ups["net"][game] = self._facing(seat, self.against, rng)
                line_ups["learns"][game, seat] = 1
            return line_ups, np.concatenate([self.nets, *self.against.members])
        line_ups["learns"] = 1
        rng, nets = np.random.default_rng([self.seed, 1, self.done]), [self.nets, self.nets]
        if self.older:
            nets[1] = self.older[int(rng.integers(len(self.older)))]
        for game in range(BATCH):  # half against itself, or a quarter if others are known
            seat = self.played[game // 4 % len(self.played)]
            if game % 4 == 1 and self.older:
                line_ups["net"][game, seat] = self.seats + seat
            elif self.known and game % 2 == 0:
                chances = self.lately[seat] ** 2 + SELDOM
                drawn = int(rng.choice(len(chances), p=chances / chances.sum()))
                line_ups["net"][game, seat] = self._row(seat) + drawn if drawn else BY_RULE
            elif game % 4 == 0:
                line_ups["net"][game, seat] = BY_RULE
            else:
                continue
            line_ups["learns"][game, seat] = 0
        return line_ups, np.concatenate([*nets, *(self.known.members if self.known else ())])

    def _row(self, seat: int) -> int:
        """Return the row of nets before that of the first who is known in a seat."""
        members = self.known.members[:seat] if self.known else ()
        return 2 * self.seats - 1 + sum(len(nets) for nets in members)

    def _remember(self, line_ups: Array, got: Array) -> None:
        """Remember what those who are known, and the rules of thumb, got of the last games."""
        for seat, lately in enumerate(self.lately):
            rows = line_ups["net"][:, seat] - self._row(seat)
            rows[line_ups["net"][:, seat] == BY_RULE] = 0
            for game in np.flatnonzero((rows >= 0) & (rows < len(lately))):
                lately[rows[game]] += PACE * (got[game, seat] - lately[rows[game]])

    def _facing(
        self,
        seat: int,
        faced: Mixture | None,
        rng: np.random.Generator,
        own: Mixture | None = None,
    ) -> Array:
        """Return the rows of nets, or BY_RULE, of a game with the learner in one seat alone.

        The nets of those whom it faces follow its own, which are one a seat or a mixture.
        """
        mine = [len(shares) for shares in own.shares] if own else [1] * self.seats
        rows, row = np.full(SEATS, BY_RULE, np.int32), sum(mine)
        for other, shares in enumerate(faced.shares if faced else ()):
            rows[other] = row + rng.choice(len(shares), p=shares)
            row += len(shares)
        rows[seat] = sum(mine[:seat])
        if own and mine[seat] > 1:
            rows[seat] += rng.choice(mine[seat], p=own.shares[seat])
        return rows

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
        changes, got = zip(*(job.result() for job in jobs), strict=True)
        self.change(changes)
        self._remember(line_ups, np.concatenate(got))
        self.spare = [*changes]
        self.done += 1
        if self.done > self.taught and self.done % OLDER == 0:
            self.older.append(self.nets.copy())

    def finish(self) -> None:
        """Take all steps that are left."""
        with ThreadPoolExecutor(self.threads) as pool:
            while self.done < self.steps:
                self.step(pool)

    def change(self, changes: Sequence[Array]) -> None:
        """Take a step of Adam up what the changes say."""
        time = self.done + 1
        left = self.rate * max(LAST_RATE, 1 - self.done / self.steps)
        for part in self.nets.dtype.names or ():
            rate = RATES.get(part, VALUE_RATE) * left
            mean, square = self.means[part], self.squares[part]
            for seat in range(self.seats):
                wanted = np.zeros(len(mean[seat]))
                for change in changes:
                    wanted += change[part][seat]
                wanted /= BATCH
                momentum, lasting = (MOMENTUM, MOMENTUM**time), (SQUARES, SQUARES**time)
                learned = (self.nets[part][seat], mean[seat], square[seat])
                take_step(*learned, wanted, momentum, lasting, rate, TINY)

    def strength(
        self,
        pool: ThreadPoolExecutor,
        games: int,
        faced: Mixture | None = None,
        own: Mixture | None = None,
    ) -> list[float]:
        """Return what share each played seat gets against others, or else the rules of thumb.

        It plays as it does now, or by a mixture of its own.
        """
        shares = []
        own = Mixture.of(self.nets) if own is None else own
        nets = np.concatenate([*own.members, *(faced.members if faced else ())])
        for seat in self.played:
            rng, jobs = np.random.default_rng([self.seed, 4, seat]), []
            for first in range(0, games // len(self.played), CHUNK):
                line_ups: Array = LineUp.array(CHUNK)
                line_ups["net"] = [self._facing(seat, faced, rng, own) for _ in range(CHUNK)]
                seeds = [[self.seed, 3, seat, first + game] for game in range(CHUNK)]
                jobs.append(pool.submit(self.outcomes, line_ups, nets, seeds))
            shares.append(float(np.mean([job.result()[:, seat] for job in jobs])))
        return shares


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


def begun_with(game: Game[Any], weights: str | Path = "") -> Mixture | None:
    """Return what a player of a scenario begins to learn with: weights, or the best there are.

    None of a game that nothing has been learned of. Raises ValueError if a file cannot be read.
    """
    path = net_path(game)
    return read_mixture(game, weights) if weights or (path and is_file(path)) else None


def share_against(
    game: Game[Any], others: Mixture, learned: Mixture, seed: int = 0, workers: int | None = None
) -> float:
    """Return what share of MATCH games a player gets against others, all seats alike.

    All choose as ``policy`` does, and who has several nets draws one of them for each game.
    """
    table = Learner(game, BATCH, seed, workers=workers)
    with ThreadPoolExecutor(table.threads) as pool:
        return float(np.mean(table.strength(pool, MATCH, others.sharper(), learned.sharper())))
