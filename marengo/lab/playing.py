"""Games in bulk, in the fastest way that their players allow."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Protocol

import numpy as np

from marengo.core.engine.bulk import MOST_DECISIONS, NO_LOG, Defect, play_games
from marengo.core.engine.driver import NONE
from marengo.core.engine.policy import PolicyKind, Unrestricted
from marengo.core.engine.random import Generator, own_chance, seeded
from marengo.core.engine.record import joined
from marengo.core.game import Game
from marengo.core.players import (
    EnginePlayer,
    ForfeitError,
    Player,
    PlayerError,
    check_player,
    is_contestant,
    make_player,
)
from marengo.core.players.engine_players import is_treeless, seated
from marengo.core.players.isolated import IsolatedPlayer
from marengo.core.players.match import play_game, result_of
from marengo.core.state import State

Array = np.ndarray[Any, Any]
Log = list[Array]
"""The moves chosen where there was a choice, one array for each game."""

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
"""Words for defects of a game, after "came to"."""


class PlaySeeds(Protocol):
    """Function that plays a game for each seed; returns rows of results and, if wanted, the log."""

    def __call__(self, seeds: list[int], logged: bool = False) -> tuple[Array, Log]:
        """Play them."""
        ...


@dataclass(frozen=True)
class Forfeit:
    """Reason why a game was lost before its end."""

    seat: str  # who has lost it
    reason: str  # what was done wrong

    def __str__(self) -> str:
        return f"{self.seat}: {self.reason}"


@dataclass(frozen=True)
class BatchRunner:
    """Runner that plays games in bulk."""

    chunk: int  # games in one call
    play: PlaySeeds
    players: tuple[str, ...]  # who plays each seat, as named
    contest: bool = False  # whether who fails has lost, instead of ending the batch
    forfeits: dict[int, Forfeit] = field(default_factory=dict)  # of games lost so, by seed


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
    names: Sequence[str] = (),
    own_games: Sequence[Game[Any]] | None = None,
    restrictions: Array | None = None,
) -> BatchRunner:
    """Return what plays games of players that need no tree, one for each seat.

    ``own_games`` are the game as each of them sees its ground (default: as it is); ``restrictions``
    are what each leaves out, a row for each seat (default: nothing).
    """
    settings, weights, nets, shares, members = seated(players)
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
            shares,
            members,
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
    forfeits: dict[int, Forfeit] = {}

    def play_one(seed: int) -> tuple[Array, State]:
        state, players = game.start(seed), dict[Any, Player]()
        try:
            for seat, name in zip(game.seats, names, strict=True):
                players[seat] = make_player(name, game, isolated)
            return result_of(play_game(state, players, seed, stop)), state
        except ForfeitError as error:
            seat = game.seats(len(players)) if len(players) < len(names) else state.to_move
            forfeits[seed] = Forfeit(seat.name.lower(), str(error))
            return forfeited(state, seat), state
        finally:
            for player in players.values():
                if isinstance(player, IsolatedPlayer):
                    player.close()

    def play(seeds: list[int], logged: bool = False) -> tuple[Array, Log]:
        rows, log = [], []
        for seed in seeds:
            row, state = play_one(seed)
            rows.append(row)
            if logged:
                log.append(np.array([move.code for move in state.moves], np.int64))
        return np.concatenate(rows), log

    contest = isolated or any(map(is_contestant, names))
    return BatchRunner(1, play, tuple(names), contest, forfeits)


def forfeited(state: State, seat: Any) -> Array:
    """Return the row of results of a game that a seat has lost, wherever it stood.

    Of two the other has won; of several nobody has, and the others share what there is.
    """
    results, game = result_of(state), state.game
    others = [other for other in game.played if other != seat]
    results["defect"] = Defect.NONE
    results["winner"] = others[0] if len(others) == 1 else NONE
    for column in game.columns:
        if column.name.endswith("_result") and column.side in game.played:
            share = 0.0 if column.side == seat else 1 / len(others)
            results[column.field][0][column.side] = share
    return results


def runner_of(
    game: Game[Any], names: Sequence[str], stop: Event | None = None, isolated: bool = False
) -> BatchRunner:
    """Return what plays games of some players fastest.

    Once ``stop`` is set, games that are not played in compiled code are given up. If ``isolated``,
    no code of strangers may run in this process.
    """
    for name in names:
        check_player(name, isolated)
    if len(names) != len(game.seats):
        raise PlayerError(f"players: expected {len(game.seats)}, one a seat, not {len(names)}")
    if any(map(is_contestant, names)):
        return _any_runner(game, names, stop, isolated)
    players = [make_player(name, game) for name in names]
    treeless = [player for player in players if is_treeless(player)]
    if len(treeless) == len(players):
        return compiled_runner(game, treeless, names)
    return _any_runner(game, names, stop, isolated)
