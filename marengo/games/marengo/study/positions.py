"""Positions of games as the evaluation sees them."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from marengo.core.engine.features import features_of_turns
from marengo.core.players import make_player
from marengo.core.players.engine_players import RulePlayer
from marengo.core.players.match import seats_of
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import HOURS, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.tune import (
    CHUNK,
    Array,
    evaluation_names,
    finished,
    seeds_of,
    working,
)
from marengo.lab.playing import compiled_runner

__all__ = [
    "SAME",
    "Positions",
    "collect",
    "features_in",
    "record",
    "record_between",
    "unit_weights",
]

TEMPERATURES = (0.3, 1.5)
"""Of the players: at the least they play as well as they can, at the most they stray far."""

SAME = 1e-9
"""Standard deviation below which a feature tells nothing."""

MOST_TURNS = 2 * HOURS
"""Players' turns of a game."""

CHANCE = 3  # key of the numbers that set how a game is played; 0 to 2 play it


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of games.

    Parameters
    ----------
    features : array, shape (positions, weights)
        What the evaluation sees of each.
    won : array, shape (positions,)
        1 where Austria won the game, else 0.
    owners : array, shape (positions,)
        Number of the game.
    """

    features: Array
    won: Array
    owners: Array

    def losses(self, weights: Array) -> Array:
        """Return the log-loss of each position, in natural logarithms."""
        logits = self.features @ weights
        return np.logaddexp(0, logits) - self.won * logits  # type: ignore[no-any-return] # arrays

    def loss(self, weights: Array) -> float:
        """Return the mean log-loss."""
        return float(self.losses(weights).mean())

    def constant_loss(self, share: float) -> float:
        """Return the mean log-loss of saying the same everywhere."""
        said = np.clip(share, SAME, 1 - SAME)
        won = float(self.won.mean())
        return float(-won * np.log(said) - (1 - won) * np.log(1 - said))

    def gain(self, present: Array, tuned: Array) -> tuple[float, float]:
        """Return the fall of the mean log-loss and its standard error, clustered by game."""
        falls = self.losses(present) - self.losses(tuned)
        sums = np.bincount(self.owners, falls - falls.mean())
        return float(falls.mean()), float(np.sqrt((sums**2).sum()) / len(falls))


def unit_weights(game: MarengoGame) -> Array:
    """Return weights, one row for each of the evaluation: this one is 1 and all others are 0.

    With them the evaluation, a sum of weights times features, returns the feature.
    """
    names = evaluation_names(game)
    units = game.engine.weights.array(len(names))
    for place, name in enumerate(names):
        units[name][place] = 1.0
    return units


def record(game: MarengoGame, units: Array, seeds: list[int]) -> tuple[Array, Array, Array]:
    """Play games between rules of thumb; return features, winner and game of their positions.

    Parameters
    ----------
    game : Game
        What is played.
    units : array
        The weights with which each feature is the value of a position.
    seeds : list of int
        Seeds of the games.

    Returns
    -------
    tuple of array
        Features, shape (positions, units); 1 where Austria won, else 0; number of the game.
    """
    players = (RulePlayer(game), RulePlayer(game))
    rows, owners, won = [], [], []
    for number, seed in enumerate(seeds):
        chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(CHANCE,)))
        temperature = chance.uniform(*TEMPERATURES)
        for player in players:
            player.setting["temperature"] = temperature
        runner = compiled_runner(game, players, ("rule", "rule"))
        results, (moves,) = runner.play([seed], logged=True)
        features = _features(game.start(seed), units, moves)
        rows.append(features)
        owners.append(np.full(len(features), number))
        won.append(finished(results)["winner"] == Side.AUSTRIAN)
    owner = np.concatenate(owners)
    return np.concatenate(rows), np.concatenate(won).astype(float)[owner], owner


def _features(start: MarengoState, units: Array, moves: Array) -> Array:
    """Return a row of features for each turn that begins while moves are played."""
    game, position = start.game, start.record.copy().reshape(1)
    features = np.zeros((MOST_TURNS, len(units)))
    works, ground = game.workspace(), game.ground
    kept = features_of_turns(game.tables, position, works, ground, units, moves, features)
    return features[:kept]


def features_in(state: MarengoState, units: Array) -> Array:
    """Return what the evaluation sees of a position, shape ``(len(units),)``.

    Parameters
    ----------
    state : State
        The position.
    units : array
        As for :func:`record`.
    """
    features: Array = _features(state, units, np.zeros(0, np.int64))[0]
    return features


def record_between(
    player: str, game: MarengoGame, units: Array, seeds: list[int]
) -> tuple[Array, Array, Array]:
    """Play games of a player against itself and return what :func:`record` does of them.

    Parameters
    ----------
    player : str
        As named.
    game, units, seeds
        As for :func:`record`.
    """
    features: list[Array] = []
    won, owners = [], []
    for number, seed in enumerate(seeds):
        state, turn = game.start(seed), None
        seats = seats_of({side: make_player(player, game) for side in Side}, seed)
        kept = len(features)
        while state.outcome is None:
            if state.turn != turn:
                turn = state.turn
                features.append(features_in(state, units))
            seats[state.to_move].play(state)
        won += [float(state.outcome.winner == Side.AUSTRIAN)] * (len(features) - kept)
        owners += [number] * (len(features) - kept)
    return np.array(features), np.array(won), np.array(owners)


def collect(
    game: MarengoGame,
    games: int,
    seed: int,
    stream: int,
    workers: int | None = None,
    progress: bool = True,
    player: str | None = None,
) -> Positions:
    """Play games and return positions of them.

    Parameters
    ----------
    game : Game
        What is played.
    games : int
        How many.
    seed, stream : int
        Root of the seeds, and which of its streams.
    workers, progress
        As for :func:`marengo.simulate`.
    player : str, optional
        Who plays either side; default: rules of thumb, in each game at another temperature.
    """
    units, seeds = unit_weights(game), seeds_of(seed, stream, games)
    parts = [seeds[first : first + CHUNK] for first in range(0, games, CHUNK)]
    recorded = record if player is None else partial(record_between, player)
    with working(games, workers, progress, game.scenario.name) as work:
        answers = work.play((partial(recorded, game, units, part), len(part)) for part in parts)
    features, won, owners = zip(*answers, strict=True)
    numbered = [part + CHUNK * number for number, part in enumerate(owners)]
    return Positions(np.concatenate(features), np.concatenate(won), np.concatenate(numbered))
