"""Games in bulk, in the fastest way that their players allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

import numpy as np

from marengo.core.engine.bulk import MOST_DECISIONS, NO_LOG, Defect, play_games
from marengo.core.engine.policy import PolicyKind, Unrestricted
from marengo.core.engine.random import Generator, own_chance, seeded
from marengo.core.engine.record import joined
from marengo.core.game import Game
from marengo.core.players import EnginePlayer, PlayerError, make_player
from marengo.core.players.engine_players import is_treeless, seated
from marengo.core.players.match import play_game, result_of

Array = np.ndarray[Any, Any]
Log = list[Array]
"""The moves of games, those chosen where there was a choice, one array a game."""

RANDOM_CHUNK = 200
"""Random games in one call of the engine: about a tenth of a second, so that Stop is served."""

COMPILED_CHUNK = 20
"""Games of compiled players in one call, for the same reason."""

TEXTS = {
    Defect.DEAD_END: "a decision without legal moves",
    Defect.TOO_LONG: f"more than {MOST_DECISIONS} decisions",
    Defect.UNSOUND: "a position that cannot be: see State.problems()",
    Defect.CREATED: "discs, morale or strength points out of nothing",
    Defect.OVERFLOW: "more legal moves than the list holds",
    Defect.COUNTS: "counts that disagree with the position",
}
"""What is wrong with a game, after "came to"."""


class PlaySeeds(Protocol):
    """Plays a game for each of a list of seeds; returns rows of results and, if wanted, the log."""

    def __call__(self, seeds: list[int], logged: bool = False) -> tuple[Array, Log]:
        """Play them."""
        ...


@dataclass(frozen=True)
class BatchRunner:
    """What plays games in bulk.

    Parameters
    ----------
    chunk : int
        Games in one call.
    play : callable
        Plays a game for each of a list of seeds and returns the rows of results, and the log of
        moves if it is asked for.
    players : tuple of str
        Who plays each seat, as named.
    """

    chunk: int
    play: PlaySeeds
    players: tuple[str, ...]


def generators_of(seeds: list[int], number: int) -> Array:
    """Return generators, some for each game: the first draws the set-up, the others play."""
    generators = Generator.array(number * len(seeds))
    for game, seed in enumerate(seeds):
        generators[number * game] = seeded(seed)[0]
        for player in range(1, number):
            generators[number * game + player] = seeded(own_chance(seed, player))[0]
    return generators


def compiled_runner(
    game: Game[Any],
    players: Sequence[EnginePlayer],
    names: Sequence[str] = ("rule", "rule"),
    own_games: Sequence[Game[Any]] | None = None,
    restrictions: Array | None = None,
) -> BatchRunner:
    """Return what plays games of players that need no tree, one for each seat.

    Parameters
    ----------
    game : Game
        What is played.
    players : sequence of EnginePlayer
        Who plays, in the order of seats.
    names : tuple of str
        Their names.
    own_games : sequence of Game, optional
        The game as each of them sees its ground; default: as it is.
    restrictions : array, optional
        What each of them leaves out, a row for each seat; default: nothing.
    """
    settings, weights, nets = seated(players)
    owns = [game] * len(players) if own_games is None else own_games
    tables = joined([game.tables, *(own.tables for own in owns)])
    grounds = joined([own.ground for own in owns])
    if restrictions is None:
        restrictions = Unrestricted.array(len(players))

    def play(seeds: list[int], logged: bool = False) -> tuple[Array, Log]:
        results: Array = game.engine.result.array(len(seeds))
        moves = np.empty(len(seeds) * MOST_DECISIONS, np.int64) if logged else NO_LOG
        play_games(
            tables,
            game.engine.state.array(),
            game.engine.state.array(2),
            game.engine.workspace.array(3),
            game.engine.determinization.array(),
            grounds,
            weights,
            nets,
            game.engine.scores.array(),
            settings,
            restrictions,
            generators_of(seeds, 1 + len(players)),
            moves,
            results,
        )
        ends = np.cumsum(results["decisions"])
        return results, np.split(moves[: ends[-1]], ends[:-1]) if logged else []

    at_random = all(settings["kind"] == PolicyKind.RANDOM)
    return BatchRunner(RANDOM_CHUNK if at_random else COMPILED_CHUNK, play, tuple(names))


def _any_runner(
    game: Game[Any], names: Sequence[str], stop: Event | None, isolated: bool
) -> BatchRunner:
    """Return what plays games of any players: new ones each game, decision by decision."""

    def play(seeds: list[int], logged: bool = False) -> tuple[Array, Log]:
        rows, log = [], []
        for seed in seeds:
            players = {
                seat: make_player(name, game, isolated)
                for seat, name in zip(game.seats, names, strict=True)
            }
            state = play_game(game.start(seed), players, seed, stop)
            rows.append(result_of(state))
            if logged:
                log.append(np.array([move.code for move in state.moves], np.int64))
        return np.concatenate(rows), log

    return BatchRunner(1, play, tuple(names))


def runner_of(
    game: Game[Any], names: Sequence[str], stop: Event | None = None, isolated: bool = False
) -> BatchRunner:
    """Return what plays games of some players fastest.

    Parameters
    ----------
    game : Game
        What is played.
    names : sequence of str
        The players, as named, one for each seat.
    stop : threading.Event, optional
        Once it is set, games that are not played in compiled code are given up, see
        :func:`marengo.core.players.match.play_game`.
    isolated : bool
        Whether players that do not come with marengo play in processes of their own.

    Raises
    ------
    PlayerError
        If there is no such player, or not one for each seat.
    """
    if len(names) != len(game.seats):
        raise PlayerError(f"players: expected {len(game.seats)}, one a seat, not {len(names)}")
    players = [make_player(name, game) for name in names]
    treeless = [player for player in players if is_treeless(player)]
    if len(treeless) == len(players):
        return compiled_runner(game, treeless, names)
    return _any_runner(game, names, stop, isolated)
