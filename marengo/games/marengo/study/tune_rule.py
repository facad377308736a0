"""Rule weights of both sides, tuned against each other.

Each side has a CMA-ES of its own. A candidate's fitness is its share of victories against the other
side: half of its games against the mean of the other side's present distribution, half against the
mean of an earlier generation drawn by lot, so that nobody forgets how to beat what came before
(fictitious self-play, G. W. Brown 1951). All candidates of a generation play on the same seeds
against the same opponents, so that luck does not part them; every generation has new seeds,
so that nobody is bred for particular games. What comes of it is the mean of the last distribution,
which rests on all candidates; the best single one would be the luckiest. It is played against the
weights before on fresh seeds at the end.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial

import numpy as np
from cmaes import CMA

from marengo.core.players import EnginePlayer, make_player
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.tune import (
    CHUNK,
    Array,
    Work,
    at_least,
    finished,
    optimiser_seed,
    rule_names,
    seeds_of,
    working,
)
from marengo.games.marengo.study.weights_file import rounded
from marengo.lab.playing import compiled_runner
from marengo.lab.statistics import Share, share

GAMES = 200
GENERATIONS = 30

CONFIRMING = 10
"""Fresh games at the end for each game of a candidate."""

LEAST_POPULATION = 4

LEAST_UNIT = 0.1
"""Unit of weights nearer to 0 than this."""

SPREAD = 0.3
"""First standard deviation of candidates, in units."""

LOTS = 1
"""Key of the lots by which earlier opponents are drawn."""

Test = tuple[Array, list[int]]
"""An opponent's weights, and the seeds of the games against it."""


@dataclass(frozen=True, slots=True)
class RuleTuned:
    """The result of tuning rules: weights as pairs, Austria's and France's."""

    values: Mapping[str, tuple[float, float]]
    present: Mapping[str, tuple[float, float]]
    points: Share  # victories of tuned weights over the present ones, on fresh seeds
    austrian: Share  # the same of the games as Austria
    french: Share
    between: Share  # victories of Austria where both sides have tuned weights

    @property
    def better(self) -> bool:
        """Whether the tuned weights are stronger, as far as 95 % confidence goes."""
        return self.points.low > 0.5

    @property
    def kept(self) -> bool:
        """Whether they are worth writing: always, since a small gain takes many games to show."""
        return True

    def table(self) -> str:
        """Return what was found, as plain text."""
        lines = [f"{'weight':<22}{'present':>20}{'tuned':>20}  (Austria, France)"]
        for name, pair in self.values.items():
            before, after = (
                " ".join(f"{x:>9.4g}" for x in two) for two in (self.present[name], pair)
            )
            lines.append(f"{name:<22}{before:>20}{after:>20}")
        lines.append("points against the present weights on fresh seeds:")
        sides = (("both", self.points), ("Austria", self.austrian), ("France", self.french))
        for name, one in sides:
            found = f"{one.value:.1%} of {one.games} games"
            lines.append(f"{name:<9}{found}, 95 % interval {one.low:.1%} to {one.high:.1%}")
        lines.append(f"tuned weights on both sides: Austria wins {self.between.value:.1%}")
        gain = "significant" if self.better else "NOT significant"
        lines.append(f"the gain is {gain} (95 %)")
        return "\n".join(lines)

    def note(self) -> str:
        """Return what was found in a sentence."""
        one, gain = self.points, "significant" if self.better else "not significant"
        return (
            f"{one.value:.1%} of the points of {one.games} fresh games "
            f"against the weights before, 95 % interval {one.low:.1%} to {one.high:.1%}, {gain}."
        )


class Matchup:
    """Games between candidates of the two sides, which differ in the weights named."""

    def __init__(self, game: MarengoGame, names: tuple[str, ...]) -> None:
        player = make_player("rule", game)
        assert isinstance(player, EnginePlayer)
        others = {side: game.one_sided[1 - side] for side in Side}
        self.game, self.player = game, player
        self.names = {
            side: tuple(name for name in names if name not in others[side]) for side in Side
        }
        self.present = {
            side: np.array([player.weights[name][side] for name in self.names[side]])
            for side in Side
        }

    def values(self, side: Side, candidate: Array) -> Array:
        """Return the weights of a side's candidate, as a file would hold them.

        Candidates are additions in units of the weight's size. Factors would be natural for
        most weights, but some are 0 or negative, and from there no factor leads away.
        """
        present = self.present[side]
        moved = present + np.asarray(candidate) * np.maximum(np.abs(present), LEAST_UNIT)
        return np.array([rounded(value) for value in moved])

    def austrian_wins(self, austrian: Array, french: Array, seeds: list[int]) -> int:
        """Return the number of games that Austria wins between two sides' weights."""
        player = copy(self.player)
        player.weights = self.player.weights.copy()
        for side, values in zip(Side, (austrian, french), strict=True):
            for name, value in zip(self.names[side], values, strict=True):
                player.weights[name][side] = value
        rows, _ = compiled_runner(self.game, (player, player)).play(seeds)
        results = finished(rows)
        return int((results["winner"] == Side.AUSTRIAN).sum())

    def wins(
        self, work: Work, side: Side, candidates: Sequence[Array], tests: Sequence[Test]
    ) -> Array:
        """Return the victories of a side's candidates, shape ``(candidates,)``, over all tests."""
        parts = [
            (enemy, seeds[first : first + CHUNK])
            for enemy, seeds in tests
            for first in range(0, len(seeds), CHUNK)
        ]
        jobs = [
            (partial(self.austrian_wins, *_seats(side, one, enemy), part), len(part))
            for one in candidates
            for enemy, part in parts
        ]
        games = sum(len(part) for _, part in parts)
        won = np.array(work.play(jobs)).reshape(len(candidates), len(parts)).sum(axis=1)
        return won if side == Side.AUSTRIAN else games - won  # type: ignore[no-any-return]


def _seats(side: Side, own: Array, enemy: Array) -> tuple[Array, Array]:
    """Return the weights of Austria and France."""
    return (own, enemy) if side == Side.AUSTRIAN else (enemy, own)


class Population:
    """The distribution of one side's candidates, and the means it has had."""

    def __init__(self, matchup: Matchup, side: Side, seed: int, population: int | None) -> None:
        number = len(matchup.names[side])
        self.matchup, self.side = matchup, side
        self.search = CMA(np.zeros(number), SPREAD, seed=seed, population_size=population)
        self.means = [matchup.present[side]]

    def step(self, work: Work, tests: Sequence[Test]) -> float:
        """Try a generation, learn from it, and return its mean share of victories."""
        candidates = [self.search.ask() for _ in range(self.search.population_size)]
        values = [self.matchup.values(self.side, one) for one in candidates]
        won = self.matchup.wins(work, self.side, values, tests)
        shares = won / sum(len(seeds) for _, seeds in tests)
        self.search.tell(list(zip(candidates, (-shares).tolist(), strict=True)))
        return float(shares.mean())

    def keep_mean(self) -> None:
        """Add the mean of the distribution to those it has had."""
        self.means.append(self.matchup.values(self.side, self.search.mean))


def _tests(means: Sequence[Array], lots: np.random.Generator, seeds: list[int]) -> list[Test]:
    """Return the last of an enemy's means and one drawn by lot, each with half of the seeds."""
    half = len(seeds) // 2
    return [(means[-1], seeds[half:]), (means[int(lots.integers(len(means)))], seeds[:half])]


def _pairs(
    matchup: Matchup, names: Iterable[str], values: Sequence[Array]
) -> dict[str, tuple[float, float]]:
    """Return both sides' weights by name; one that a side does not read is as the other's."""
    sides = [dict(zip(matchup.names[side], values[side].tolist(), strict=True)) for side in Side]
    both = {**sides[1], **sides[0]}
    return {
        name: (sides[0].get(name, both[name]), sides[1].get(name, both[name])) for name in names
    }


def tune_rule(
    game: MarengoGame,
    only: Iterable[str] | None = None,
    games: int = GAMES,
    generations: int = GENERATIONS,
    population: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> RuleTuned:
    """Tune rule weights of a game's ruleset for both sides, beginning with the present ones.

    ``games`` are those of a candidate in a generation, ``population`` the candidates of a side; by
    default as many as CMA-ES takes. The weights do not depend on the number of workers.
    """
    at_least(0, seed=seed)
    at_least(1, generations=generations, workers=workers)
    at_least(2, games=games)
    at_least(LEAST_POPULATION, population=population)
    names = rule_names(game, only)
    game.workspace()  # says so if the rules are compiled first
    matchup = Matchup(game, names)
    populations = [
        Population(matchup, side, optimiser_seed(seed) + side, population) for side in Side
    ]
    lots = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(LOTS,)))
    size = sum(each.search.population_size for each in populations)
    total = games * (generations * size + 3 * CONFIRMING)
    with working(total, workers, progress, game.scenario.name) as work:
        for generation in range(1, generations + 1):
            seeds = seeds_of(seed, generation, games)
            tests = [_tests(each.means, lots, seeds) for each in reversed(populations)]
            shares = [each.step(work, one) for each, one in zip(populations, tests, strict=True)]
            for each in populations:
                each.keep_mean()
            work.bar.set_postfix_str(
                f"generation {generation}: candidates won {shares[0]:.1%}, {shares[1]:.1%}"
            )
        fresh = seeds_of(seed, 0, CONFIRMING * games)
        before, after = ([each.means[at] for each in populations] for at in (0, -1))
        austrian, between = (
            int(matchup.wins(work, Side.AUSTRIAN, after[:1], [(enemy, fresh)])[0])
            for enemy in (before[1], after[1])
        )
        french = int(matchup.wins(work, Side.FRENCH, after[1:], [(before[0], fresh)])[0])
    return RuleTuned(
        _pairs(matchup, names, after),
        _pairs(matchup, names, before),
        share(austrian + french, 2 * len(fresh)),
        share(austrian, len(fresh)),
        share(french, len(fresh)),
        share(between, len(fresh)),
    )
