"""Asking a player for a move, with what it thought."""

from dataclasses import dataclass
from threading import Event

import numpy as np

from marengo.core.move import Move
from marengo.core.numbers import SEED, takes
from marengo.core.players.opponents import OPPONENT
from marengo.core.players.registry import make_player
from marengo.core.players.search_players import SearchPlayer, Thought
from marengo.core.state import Chance, State


@dataclass(frozen=True)
class Answer:
    """A move, and why.

    Parameters
    ----------
    move : Move
        What the player chooses.
    player : str
        Who was asked, as named.
    thought : Thought or None
        What a search found; None for other players.
    """

    move: Move
    player: str
    thought: Thought | None = None

    def __str__(self) -> str:
        if self.thought is None:
            return f"{self.move} ({self.player})"
        thought = self.thought
        after = ", then ".join(thought.line[1:]) or "nothing further"
        return (
            f"{self.move} ({self.player}: wins {thought.winning:.0%}, "
            f"{thought.playouts:,} playouts; expects {after})"
        )


@takes(seed=SEED)
def ask(state: State, player: str = OPPONENT, seed: int = 0, stop: Event | None = None) -> Answer:
    """Ask a player what it would play in a state, for the side that decides.

    Parameters
    ----------
    state : State
        The position; the player is given the view of the side that decides.
    player : str
        Who is asked, such as ``"search:playouts=2000"``.
    seed : int
        Decides the player's chance.
    stop : threading.Event, optional
        Once it is set, a search gives up.

    Returns
    -------
    Answer
        The move, and what a search thought of it.

    Raises
    ------
    PlayerError
        If there is no such player.
    ValueError
        If the game is over, chance decides, or the player cannot play from a view.
    StoppedError
        If the search gave up.
    """
    moves = state.legal_moves()
    if not moves:
        raise ValueError("the game is over: nobody decides")
    if state.to_move is Chance.CHANCE:
        raise ValueError("chance decides here: state.draw(seed) plays an outcome")
    asked = make_player(player, state.game)
    if isinstance(asked, SearchPlayer):
        asked.stop = stop
    move = asked.choose(state.view(state.to_move), moves, np.random.default_rng(seed))
    return Answer(move, player, asked.thought if isinstance(asked, SearchPlayer) else None)
