"""Rule weights, tuned by playing against the present ones.

A candidate's fitness is its share of points against the present weights, in pairs of games with the
same set-up, once on either side. All candidates of a generation play on the same seeds, so that
luck with the seeds does not tell them apart; every generation has new ones, so that nobody is bred
for particular games. What comes of it is the mean of the last distribution, which rests on all
candidates; the best single one would be the luckiest. It is played on fresh seeds at the end.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial

import numpy as np
from cmaes import CMA

from marengo.game import Game, Side
from marengo.lab.playing import compiled_way
from marengo.lab.statistics import Share, share
from marengo.lab.tune import (
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
from marengo.lab.weights_file import rounded
from marengo.players import EnginePlayer, make_player
from marengo.players.knowledge import read_weights

__all__ = ["RuleTuned", "tune_rule"]

GAMES = 200
GENERATIONS = 30

CONFIRMING = 10
"""Fresh games at the end for each game of a candidate."""

LEAST_POPULATION = 4

LEAST_UNIT = 0.1
"""Unit of weights nearer to 0 than this."""

SPREAD = 0.3
"""First standard deviation of candidates, in units."""


@dataclass(frozen=True, slots=True)
class RuleTuned:
    """What tuning found.

    Parameters
    ----------
    values : mapping of str to float
        The tuned weights.
    present : mapping of str to float
        What they were.
    points : Share
        Points against the present weights on fresh seeds.
    austrian, french : Share
        The same of the games as Austria and as France.
    """

    values: Mapping[str, float]
    present: Mapping[str, float]
    points: Share
    austrian: Share
    french: Share

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
        lines = [f"{'weight':<22}{'present':>10}{'tuned':>10}"]
        for name, value in self.values.items():
            lines.append(f"{name:<22}{self.present[name]:>10.4g}{value:>10.4g}")
        lines.append("points against the present weights on fresh seeds:")
        sides = (("both", self.points), ("Austria", self.austrian), ("France", self.french))
        for name, one in sides:
            found = f"{one.value:.1%} of {one.games} games"
            lines.append(f"{name:<9}{found}, 95 % interval {one.low:.1%} to {one.high:.1%}")
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


class Duel:
    """Games between candidates and the present weights.

    Parameters
    ----------
    game : Game
        What is played.
    names : tuple of str
        The weights that candidates differ in.
    """

    def __init__(self, game: Game, names: tuple[str, ...]) -> None:
        player = make_player("rule", game)
        assert isinstance(player, EnginePlayer)
        self.game, self.names, self.player = game, names, player
        weights = read_weights(game.scenario.ruleset)
        self.present = np.array([weights[name][0] for name in names])
        self.unit = np.maximum(np.abs(self.present), LEAST_UNIT)

    def values(self, candidate: Array) -> Array:
        """Return the weights of a candidate, as a file would hold them.

        Candidates are told as additions in units of the weight's size. Factors would be natural for
        most weights, but some are 0 or negative, and from there no factor leads away.
        """
        moved = self.present + np.asarray(candidate) * self.unit
        return np.array([rounded(value) for value in moved])

    def won(self, values: Array, side: Side, seeds: list[int]) -> int:
        """Return the number of games that a candidate wins as one side."""
        player = copy(self.player)
        player.weights = self.player.weights.copy()
        for name, value in zip(self.names, values, strict=True):
            player.weights[name] = value
        both = (player, self.player) if side == Side.AUSTRIAN else (self.player, player)
        results = finished(compiled_way(self.game, both, ("rule", "rule")).play(seeds))
        return int((results["winner"] == side).sum())

    def play(self, work: Work, candidates: Iterable[Array], seeds: list[int]) -> Array:
        """Return the victories of candidates, shape (candidates, 2): as Austria, as France."""
        parts = [seeds[first : first + CHUNK] for first in range(0, len(seeds), CHUNK)]
        candidates = list(candidates)
        jobs = [
            (partial(self.won, self.values(candidate), side, part), len(part))
            for candidate in candidates
            for side in (Side.AUSTRIAN, Side.FRENCH)
            for part in parts
        ]
        won: Array = np.array(work.play(jobs)).reshape(len(candidates), 2, len(parts))
        return won.sum(axis=2)  # type: ignore[no-any-return] # an array


def tune_rule(
    game: Game,
    only: Iterable[str] | None = None,
    games: int = GAMES,
    generations: int = GENERATIONS,
    population: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> RuleTuned:
    """Tune rule weights of a game's ruleset, beginning with the present ones.

    Parameters
    ----------
    game : Game
        What is played.
    only : iterable of str, optional
        Names of the weights to tune; default: all of the rule.
    games : int
        Games of a candidate in a generation, half of them as either side; an odd one more is not
        played.
    generations : int
        Generations of CMA-ES.
    population : int, optional
        Candidates of a generation; default: as many as CMA-ES takes for so many weights.
    seed : int
        Root of all seeds.
    workers : int, optional
        Threads; default: one a processor. The weights do not depend on it.
    progress : bool
        Whether to show a bar.

    Raises
    ------
    TuneError
        If there is no such weight, or a number is too small.
    """
    at_least(0, seed=seed)
    at_least(1, generations=generations, workers=workers)
    at_least(2, games=games)
    at_least(LEAST_POPULATION, population=population)
    names = rule_names(game.scenario.ruleset, only)
    game.workspace()  # says so if the rules are compiled first
    duel, pairs = Duel(game, names), games // 2
    search = CMA(
        np.zeros(len(names)), SPREAD, seed=optimiser_seed(seed), population_size=population
    )
    total = 2 * pairs * (generations * search.population_size + CONFIRMING)
    with working(total, workers, progress, game.scenario.name) as work:
        for generation in range(1, generations + 1):
            candidates = [search.ask() for _ in range(search.population_size)]
            points = duel.play(work, candidates, seeds_of(seed, generation, pairs)).sum(axis=1)
            search.tell(list(zip(candidates, (-points / (2 * pairs)).tolist(), strict=True)))
            mean = points.mean() / (2 * pairs)
            work.bar.set_postfix_str(f"generation {generation}: candidates won {mean:.1%}")
        fresh = CONFIRMING * pairs
        ((austrian, french),) = duel.play(work, [search.mean], seeds_of(seed, 0, fresh)).tolist()
    return RuleTuned(
        dict(zip(names, duel.values(search.mean).tolist(), strict=True)),
        dict(zip(names, duel.present.tolist(), strict=True)),
        share(austrian + french, 2 * fresh),
        share(austrian, fresh),
        share(french, fresh),
    )
