"""The player that plays as well as can be, where positions are solved."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from marengo.core.engine.search.primitives import SECOND, reopen
from marengo.core.move import Move
from marengo.core.players.engine_players import PolicyPlayer
from marengo.core.players.registry import PlayerError, make_player, register
from marengo.core.uncompiled import call_python
from marengo.games.progress.rules import information
from marengo.games.progress.rules.words import Colour, Decision
from marengo.games.progress.solving.programmes import NotSolvedError
from marengo.games.progress.solving.tables import MatrixGame, SolvedLayers, table_folder

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame
    from marengo.games.progress.state import ProgressState, ProgressView

Array = np.ndarray[Any, Any]

EQUAL = 1e-5
"""Difference of values that counts as none: they are worked out to about a millionth."""


@register("exact")
class ExactPlayer:
    """Player that draws its card from an optimal strategy, and makes the best of what follows.

    Where it has not won, it plays of equally good cards the one that gives most against ``policy``,
    which makes mistakes, and of those that give the same the one that ``policy`` would.
    ``otherwise`` chooses where nothing is solved; its parameters cannot be given. Raise PlayerError
    if the game is another one, or no table is in ``tables`` (empty: ``solved/SCENARIO``).
    """

    ALIASES = {"": "tables"}  # noqa: RUF012 - as the registry reads it

    def __init__(self, game: Any, tables: str = "", otherwise: str = "policy") -> None:
        if game.name != "progress":
            raise PlayerError(f"player 'exact': {game.title} is not solved")
        self.game: ProgressGame = game
        folder = table_folder(self.game, tables)
        self.tables = SolvedLayers(self.game, folder)
        if not any(folder.glob("*.parquet")):
            raise PlayerError(
                f"player 'exact': {folder}: no tables, expected those that "
                f"'marengo solve {game.source or game.scenario_name}' makes"
            )
        self.otherwise, self.fallible = make_player(otherwise, game), PolicyPlayer(game)

    def choose(
        self, view: "ProgressView", legal_moves: Sequence[Move], rng: np.random.Generator
    ) -> Move:
        """Return one of the legal moves, from what the view shows."""
        state = self.game.state(self.game.engine.state.from_bytes(view.information_set))
        try:
            return legal_moves[self._choice(state, legal_moves, rng)]
        except NotSolvedError:
            return self.otherwise.choose(view, legal_moves, rng)

    def value(self, state: "ProgressState") -> float:
        """Return what Blue gets from any position on, as :func:`value_of` does."""
        return value_of(self.tables, state)

    def _choice(
        self, state: "ProgressState", moves: Sequence[Move], rng: np.random.Generator
    ) -> int:
        if state.decision == Decision.CARD:
            return self._card(state, self.tables.matrix(state), rng)
        blue = np.array([self.value(state.copy().play(move)) for move in moves])
        worth = blue if state.to_move == Colour.BLUE else 1.0 - blue
        best = worth.max()
        won = best >= 1.0 - EQUAL  # the nearest to the end, not any that wins some day
        return int(np.argmax(worth)) if won else self._liked(state, worth >= best - EQUAL)

    def _card(self, state: "ProgressState", game: MatrixGame, rng: np.random.Generator) -> int:
        """Return which card to play, counted from 0."""
        mixed, own, value = game.mixed[state.to_move], game.payoffs, game.value
        if state.to_move == Colour.ORANGE:
            own, value = 1.0 - own.T, 1.0 - value
        safe = own.min(axis=1) >= value - EQUAL
        if value >= 1.0 - EQUAL or not safe.any():
            return int(rng.choice(len(mixed), p=mixed / mixed.sum()))
        hopes = np.where(safe, own @ self._expected(state, own.shape[1]), 0.0)
        return self._liked(state, safe & (hopes >= hopes.max() - EQUAL))

    def _expected(self, state: "ProgressState", cards: int) -> Array:
        """Return how likely the enemy plays each of so many cards, if he plays as ``policy``."""
        if cards == 1:
            return np.ones(1)
        other = state.copy()
        if state.ask(information.sealed) == SECOND:
            call_python(reopen, self.game, other.record.reshape(1))
        else:
            other.play(other.legal_moves()[0])
        return self.fallible.probabilities(other.information_set(other.to_move))

    def _liked(self, state: "ProgressState", equal: Array) -> int:
        """Return which of equally good moves ``policy`` likes most, counted from 0."""
        likely = self.fallible.probabilities(state.information_set(state.to_move))
        return int(np.argmax(np.where(equal, likely, -1.0)))


def value_of(tables: SolvedLayers, state: "ProgressState") -> float:
    """Return what Blue gets from any position on, if both play as well as can be.

    Raises
    ------
    NotSolvedError
        If a layer that the round may lead to is in no table.
    """
    if state.is_over or state.decision == Decision.CARD:
        return tables.value(state)
    worth = [value_of(tables, state.copy().play(move)) for move in state.legal_moves()]
    return max(worth) if state.to_move == Colour.BLUE else min(worth)
