"""Two who choose at the same time: what each choice is worth against each, as a matrix."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from statistics import fmean
from typing import Any

import numpy as np

from marengo.core.engine.record import first
from marengo.core.engine.search.primitives import FIRST, OPEN, SECOND, outlook, reopen, sealed
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.numbers import GAMES, SEED, takes
from marengo.core.players import Player, Valuer, make_player
from marengo.core.players.match import play_game
from marengo.core.players.nets import read_net
from marengo.core.state import Chance, State
from marengo.core.uncompiled import call_python
from marengo.lab.simulate import game_seed

__all__ = ["Payoffs", "learned_value", "payoffs", "played_value"]

Array = np.ndarray[Any, Any]

Value = Callable[[Any], float]
"""Function that returns the first seat's expectation of a position, from 0 to 1."""


@dataclass(frozen=True)
class Payoffs:
    """Payoff matrix of one seat: its expectations, 0 to 1, by its choice and the other seat's.

    Parameters
    ----------
    rows, columns : tuple of Move
        Its choices, and those of the other seat.
    values : array
        A row for each choice of its own, a column for each of the other's.
    """

    rows: tuple[Move, ...]
    columns: tuple[Move, ...]
    values: Array

    def turned(self) -> "Payoffs":
        """Return the same as the other seat sees it."""
        return Payoffs(self.columns, self.rows, 1.0 - self.values.T)


@takes()
def payoffs(
    state: State, value: Value | None = None, player: str | Player = "policy:temperature=0"
) -> Payoffs:
    """Return the payoff matrix of a decision that both seats take without seeing the other's.

    Parameters
    ----------
    state : State
        A position in which one of the two chooses; what the other has sealed is not looked at.
    value : callable, optional
        Takes the position when both choices are carried out, up to the next such decision or the
        end, and returns what the first seat may expect. Default: what the player knows, if he
        is a :class:`~marengo.players.Valuer`, else :func:`learned_value`.
    player : str or Player
        Who takes for both seats the decisions that come up while the choices are carried out.

    Returns
    -------
    Payoffs
        For the seat that decides.

    Raises
    ------
    ValueError
        If nobody chooses in secret here, or the game is not for two.
    PlayerError
        If there is no such player.
    """
    game = state.game
    if len(game.seats) != 2:
        raise ValueError(f"{game.title}: expected two seats, not {len(game.seats)}")
    root = state.copy()
    if _how_sealed(root) == SECOND:
        call_python(reopen, game, root.record.reshape(1))
    if _how_sealed(root) != FIRST:
        raise ValueError("expected a decision that both take without seeing the other's")
    playing = make_player(player, game) if isinstance(player, str) else player
    measure = value or (playing.value if isinstance(playing, Valuer) else learned_value(game))
    chance = np.random.default_rng(0)
    rows = root.legal_moves()
    columns = root.copy().play(rows[0]).legal_moves()
    values = np.zeros((len(rows), len(columns)))
    for at in np.ndindex(values.shape):
        after = root.copy().play(rows[at[0]]).play(columns[at[1]])
        while not after.is_over and after.decision != root.decision:
            if after.to_move is Chance.CHANCE:
                after.draw(chance)
            else:
                view = after.view(after.to_move)
                after.play(playing.choose(view, after.legal_moves(), chance))
        values[at] = measure(after)
    whole = Payoffs(tuple(rows), tuple(columns), values)
    first = whole if root.to_move == 0 else Payoffs(whole.rows, whole.columns, 1.0 - values)
    return first if state.to_move == root.to_move else first.turned()


def _how_sealed(state: State) -> int:
    """Return how the choice is made that is due, see :func:`sealed`."""
    return OPEN if state.is_over else int(call_python(sealed, state.game, state.record.reshape(1)))


@takes()
def learned_value(game: Game[Any]) -> Value:
    """Return what tells of a position what the first seat has learned to expect of it.

    Raises
    ------
    ValueError
        If nothing has been learned of the game.
    """
    net = first(read_net(game))
    scores = first(game.engine.scores.array())

    def value(state: State) -> float:
        if state.returns is not None:
            return state.returns[0]
        ground, record = first(game.ground), state.record.reshape(1)
        return float(call_python(outlook, game, record, ground, net, scores, 0))

    return value


@takes(games=GAMES, seed=SEED)
def played_value(
    game: Game[Any], player: str = "search:64", games: int = 100, seed: int = 0
) -> Value:
    """Return what plays games on from a position and tells what the first seat got on average.

    It is of chance: a share of ``games`` games, and of other ones each time that it is asked.

    Parameters
    ----------
    game : Game
        Of the positions.
    player : str
        Who plays all seats.
    games : int
        How many are played from each position.
    seed : int
        Root of their chance.

    Raises
    ------
    PlayerError
        If there is no such player.
    """
    players = {seat: make_player(player, game) for seat in game.seats}
    numbers = count()

    def value(state: State) -> float:
        if state.returns is not None:
            return state.returns[0]
        seeds = [game_seed(seed, next(numbers)) for _ in range(games)]
        played = (play_game(state.copy(), players, root) for root in seeds)
        return fmean(final.returns[0] for final in played if final.returns is not None)

    return value
