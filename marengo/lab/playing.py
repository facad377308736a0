"""Ways of playing games in bulk: the fastest that the players allow."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from marengo.game import Game, Side
from marengo.players import EnginePlayer, make_player
from marengo.players.batch import play_games
from marengo.players.engine_players import is_treeless, seated
from marengo.players.knowledge import ground_of
from marengo.players.match import play_game, result_of
from marengo.players.scores import Scores
from marengo.players.settings import Manner
from marengo.rules.random import Generator, seeded
from marengo.rules.shared.position import Workspace
from marengo.rules.sight import Blocks

Array = np.ndarray[Any, Any]

RANDOM_CHUNK = 200
"""Random games in one call of the engine: about a tenth of a second, so that Stop is served."""

COMPILED_CHUNK = 20
"""Games of compiled players in one call, for the same reason."""


@dataclass(frozen=True)
class Way:
    """A way of playing games in bulk.

    Parameters
    ----------
    chunk : int
        Games in one call.
    play : callable
        Plays a game for each of a list of seeds and returns the rows of results.
    players : tuple of str, str
        Who plays Austria and France, as named.
    """

    chunk: int
    play: Callable[[list[int]], Array]
    players: tuple[str, str] = ("random", "random")


def random_way(game: Game, rule: Callable[..., None] | None = None) -> Way:
    """Return the way of random games: the engine alone, without players.

    Parameters
    ----------
    game : Game
        What is played.
    rule : callable, optional
        Entry point of the ruleset's batches; default ``play_games``.
    """
    batch = game.ruleset.batch

    def play(seeds: list[int]) -> Array:
        results = batch.Result.array(len(seeds))
        states, generators = game.ruleset.record.array(), generators_of(seeds, 2)
        (rule or batch.play_games)(game.tables, states, Workspace.array(), generators, results)
        return results  # type: ignore[no-any-return] # what a Record makes

    return Way(RANDOM_CHUNK, play)


def generators_of(seeds: list[int], number: int) -> Array:
    """Return generators, some for each game: the first draws the set-up, the others play."""
    generators = Generator.array(number * len(seeds))
    for game, seed in enumerate(seeds):
        generators[number * game] = seeded(seed)[0]
        for player in range(1, number):
            child = np.random.SeedSequence(seed, spawn_key=(player,))
            generators[number * game + player] = seeded(child)[0]
    return generators


def compiled_way(
    game: Game,
    players: tuple[EnginePlayer, EnginePlayer],
    names: tuple[str, str] = ("rule", "rule"),
) -> Way:
    """Return the way of two players that need no tree."""
    settings, weights = seated(players)

    def play(seeds: list[int]) -> Array:
        results = game.ruleset.batch.Result.array(len(seeds))
        record = game.ruleset.record
        play_games(
            game.tables,
            record.array(),
            record.array(),
            Workspace.array(2),
            Blocks.array(),
            ground_of(game),
            weights,
            Scores.array(),
            settings,
            generators_of(seeds, 3),
            results,
        )
        return results  # type: ignore[no-any-return] # what a Record makes

    return Way(COMPILED_CHUNK, play, names)


def _any_way(game: Game, austrian: str, french: str, stop: Event | None) -> Way:
    """Return the way of any two players: decision by decision, new players in each game."""

    def play(seeds: list[int]) -> Array:
        rows = []
        for seed in seeds:
            players = {
                Side.AUSTRIAN: make_player(austrian, game),
                Side.FRENCH: make_player(french, game),
            }
            rows.append(result_of(play_game(game.start(seed), players, seed, stop)))
        return np.concatenate(rows)

    return Way(1, play, (austrian, french))


def way_of(game: Game, austrian: str, french: str, stop: Event | None = None) -> Way:
    """Return the fastest way in which two players can play a game.

    Parameters
    ----------
    game : Game
        What is played.
    austrian, french : str
        The players, as named.
    stop : threading.Event, optional
        Once it is set, games that are not played in compiled code are given up, see
        :func:`marengo.players.match.play_game`.

    Raises
    ------
    PlayerError
        If there is no such player.
    """
    first, second = make_player(austrian, game), make_player(french, game)
    if is_treeless(first) and is_treeless(second):
        manners = {int(player.setting["manner"][0]) for player in (first, second)}
        if manners == {Manner.RANDOM}:
            return random_way(game)
        return compiled_way(game, (first, second), (austrian, french))
    return _any_way(game, austrian, french, stop)
