"""One game between any two players."""

from collections.abc import Iterator, Mapping
from threading import Event
from typing import Any, TypeVar

import numpy as np

from marengo.core.engine.bulk import summarise_game
from marengo.core.engine.random import new_seed, own_chance, seeded
from marengo.core.players.engine_players import EnginePlayer, is_engine_player
from marengo.core.players.protocol import Player, StoppedError
from marengo.core.players.registry import PlayerError
from marengo.core.players.search_players import OraclePlayer, SearchPlayer
from marengo.core.state import Chance, State

Array = np.ndarray[Any, Any]
StateT = TypeVar("StateT", bound=State)


class Seat:
    """A player at the board, with the chance that is its own."""

    def __init__(self, player: Player, seed: np.random.SeedSequence) -> None:
        self.player = player
        self.generators = seeded(seed)
        self.rng = np.random.default_rng(seed.generate_state(4).tolist())
        self.nets = dict[int, Array]()
        """Those that were drawn for this game, as a seat decides for the first time."""

    def play(self, state: State) -> None:
        """Play the move that the player chooses in a state, from what its side may know."""
        moves = state.legal_moves()
        if len(moves) == 1:
            state.play(moves[0])
        elif type(self.player) is OraclePlayer:  # it is allowed to see
            position = state.record.copy().reshape(1)
            state.play(moves[self._index(self.player, position)])
        elif is_engine_player(self.player):  # as its choose does, without the view
            seen = state.information_set(state.to_move)
            state.play(moves[self._index(self.player, seen)])
        else:
            view = state.view(state.to_move)
            empty = state.game.engine.workspace.array()
            state.game.workspace()[:] = empty  # nothing to be read there
            move = self.player.choose(view, moves, self.rng)
            if move not in moves:
                raise PlayerError(
                    f"{type(self.player).__name__}: chose {move!r}, expected a legal move"
                )
            state.play(move)

    def _index(self, player: EnginePlayer, seen: Array) -> int:
        """Return which of the legal moves a player chooses, by the nets that it plays this game."""
        side = int(seen["to_move"][0])
        if side not in self.nets:
            self.nets[side] = player.mixture.drawn(side, self.generators)
        return player.choose_index(seen, self.generators, self.nets[side])


def seats_of(players: Mapping[Any, Player], seed: int) -> dict[int, Seat]:
    """Return players at the board of a game, the chance of each drawn from the game's seed."""
    return {side: Seat(player, own_chance(seed, 1 + side)) for side, player in players.items()}


def play_game(
    state: StateT, players: Mapping[Any, Player], seed: int | None = None, stop: Event | None = None
) -> StateT:
    """Play a game on to its end and return its state.

    Parameters
    ----------
    state : State
        Where it begins.
    players : mapping of seat to Player
        Who plays; each is asked for the decisions of its side.
    seed : int, optional
        Decides the chance of the players, each its own, and that of the game; default: a new one.
    stop : threading.Event, optional
        Once it is set the game is given up, by a search even within a decision.

    Raises
    ------
    PlayerError
        If a player chooses what is no legal move.
    StoppedError
        If the game was given up.
    """
    for _ in moves_of(state, players, seed, stop):
        pass
    return state


def moves_of(
    state: StateT, players: Mapping[Any, Player], seed: int | None = None, stop: Event | None = None
) -> Iterator[StateT]:
    """Play a game on as :func:`play_game` does; yield its state after each move."""
    seed = new_seed() if seed is None else seed
    seats = seats_of(players, seed)
    chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(0,)))
    for player in players.values():
        if isinstance(player, SearchPlayer):
            player.stop = stop
    while not state.is_over:
        if stop is not None and stop.is_set():
            raise StoppedError
        if state.to_move is Chance.CHANCE:
            state.draw(chance)
        else:
            seats[state.to_move].play(state)
        yield state


def result_of(state: State) -> Array:
    """Return the row of results of a finished game, shape ``(1,)``."""
    game = state.game
    results: Array = game.engine.result.array()
    position = state.record.reshape(1)
    summarise_game(game.tables, position, game.workspace(), len(state.moves), results)
    return results
