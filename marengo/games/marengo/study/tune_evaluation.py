"""Evaluation weights, tuned to predict how games end.

The evaluation is a sum of weights times features, in logits. The weights are sought that make the
ends of many games most likely (logistic regression); they are kept only if they do so better than
the present ones on games that were not looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from cmaes import CMA
from tqdm.auto import tqdm

from marengo.core.players import check_player
from marengo.core.players.weights import read_weights
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.study.positions import SAME, Positions, collect
from marengo.games.marengo.study.tune import Array, at_least, evaluation_names, optimiser_seed
from marengo.games.marengo.study.weights_file import rounded

GAMES = 4000
GENERATIONS = 600

FRESH = 4
"""One fresh game to so many that weights are tuned on."""

RIDGE = 1e-4
"""Price of the square of a standardised weight: features that say the same share it."""

SPREAD = 0.3
"""First standard deviation of candidates, in standardised weights."""


@dataclass(frozen=True, slots=True)
class EvaluationTuned:
    """The result of tuning an evaluation."""

    values: Mapping[str, float]
    games: tuple[int, int]  # tuned on, and fresh ones
    positions: tuple[int, int]
    losses: Mapping[str, tuple[float, float]]  # mean log-loss on both
    gain: tuple[float, float]  # fall of the log-loss on fresh games, and its standard error

    @property
    def better(self) -> bool:
        """Whether the tuned weights did better on fresh games."""
        return self.gain[0] > 0

    @property
    def kept(self) -> bool:
        """Whether they are worth writing: only if better, which takes few games to show."""
        return self.better

    def table(self) -> str:
        """Return what was found, as plain text."""
        sizes = zip(self.games, self.positions, strict=True)
        on, off = [f"{games} games, {positions} positions" for games, positions in sizes]
        lines = [f"tuned on {on}; fresh: {off}"]
        lines.append(f"{'mean log-loss':<18}{'tuned on':>10}{'fresh':>10}")
        lines += [f"{name:<18}{one:>10.4f}{two:>10.4f}" for name, (one, two) in self.losses.items()]
        lines.append(f"fall on fresh games: {self.gain[0]:.4f}, standard error {self.gain[1]:.4f}")
        return "\n".join(lines)

    def note(self) -> str:
        """Return what was found in a sentence."""
        fresh = {name: off for name, (_, off) in self.losses.items()}
        return (
            f"mean log-loss on {self.games[1]} fresh games {fresh['tuned weights']:.4f}, "
            f"before {fresh['present weights']:.4f}, of a constant {fresh['constant']:.4f}."
        )


class Standard:
    """Features brought to mean 0 and deviation 1, and weights there and back.

    Without this a step of the same size would mean little for one weight and very much for another.
    Features that never change keep their weights, but for the constant, which makes up for the
    means taken away.
    """

    def __init__(self, features: Array, present: Array) -> None:
        mean, spread = features.mean(axis=0), features.std(axis=0)
        varied = spread > SAME
        constant = np.flatnonzero(~varied & (np.abs(mean) > SAME))[:1]
        self.present = present
        self.tuned = np.concatenate([np.flatnonzero(varied), constant])
        self.centre = np.where(varied, mean, 0.0)[self.tuned] * bool(constant.size)
        self.spread = np.where(varied, spread, mean)[self.tuned]
        self.constant = bool(constant.size)
        self.columns = (features[:, self.tuned] - self.centre) / self.spread
        held = np.delete(np.arange(len(present)), self.tuned)
        self.held = features[:, held] @ present[held]

    def inward(self, weights: Array) -> Array:
        """Return what weights are on standardised features."""
        inside = weights[self.tuned] * self.spread
        if self.constant:
            inside[-1] += weights[self.tuned] @ self.centre
        return inside  # type: ignore[no-any-return] # an array

    def outward(self, inside: Array) -> Array:
        """Return the weights that are so on standardised features."""
        tuned = inside / self.spread
        if self.constant:
            tuned[-1] -= (tuned @ self.centre) / self.spread[-1]
        weights = self.present.copy()
        weights[self.tuned] = tuned
        return weights

    def losses(self, candidates: Array, won: Array) -> Array:
        """Return the mean log-loss of candidates, shape (candidates, weights), with the ridge."""
        logits = self.columns @ candidates.T + self.held[:, None]
        losses = np.logaddexp(0, logits).mean(axis=0) - won @ logits / len(won)
        sized = candidates[:, :-1] if self.constant else candidates
        return losses + RIDGE * (sized**2).sum(axis=1)  # type: ignore[no-any-return] # an array


def fit(
    positions: Positions, present: Array, generations: int, seed: int, progress: bool = True
) -> Array:
    """Return the weights that make the ends of games most likely; CMA-ES begins at ``present``."""
    standard = Standard(positions.features, present)
    search = CMA(standard.inward(present), SPREAD, seed=optimiser_seed(seed))
    for _ in tqdm(range(generations), unit="generation", disable=not progress, desc="CMA-ES"):
        candidates = np.array([search.ask() for _ in range(search.population_size)])
        losses = standard.losses(candidates, positions.won)
        search.tell(list(zip(candidates, losses.tolist(), strict=True)))
        if search.should_stop():
            break
    return standard.outward(search.mean)


def tune_evaluation(
    game: MarengoGame,
    games: int = GAMES,
    generations: int = GENERATIONS,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    player: str | None = None,
) -> EvaluationTuned:
    """Tune the evaluation of a game's ruleset, beginning with its present weights.

    A quarter as many fresh games are played beside those tuned on. The weights do not depend on the
    number of workers. Default player: rules of thumb of many temperatures.
    """
    at_least(0, seed=seed)
    at_least(1, games=games, generations=generations, workers=workers)
    if player is not None:
        check_player(player)
    names = evaluation_names(game)
    game.workspace()  # says so if the rules are compiled first
    number = (games, max(1, games // FRESH))
    seen = collect(game, number[0], seed, 0, workers, progress, player)
    fresh = collect(game, number[1], seed, 1, workers, progress, player)
    weights = read_weights(game)
    present = np.array([weights[name][0] for name in names])
    fitted = fit(seen, present, generations, seed, progress)
    tuned = np.array([rounded(value) for value in fitted])
    share = float(seen.won.mean())
    losses = {"constant": (seen.constant_loss(share), fresh.constant_loss(share))}
    for name, one in (("present weights", present), ("tuned weights", tuned)):
        losses[name] = (seen.loss(one), fresh.loss(one))
    return EvaluationTuned(
        dict(zip(names, tuned.tolist(), strict=True)),
        number,
        (len(seen.won), len(fresh.won)),
        losses,
        fresh.gain(present, tuned),
    )
