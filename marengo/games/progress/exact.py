"""The player that plays as well as can be, where positions are solved."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from marengo.core.move import Move
from marengo.core.players.registry import PlayerError, make_player, register
from marengo.games.progress.rules.words import Colour, Decision
from marengo.games.progress.solving.programmes import NotSolvedError
from marengo.games.progress.solving.tables import SolvedLayers, table_folder

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame
    from marengo.games.progress.state import ProgressState, ProgressView

Array = np.ndarray[Any, Any]


@register("exact")
class ExactPlayer:
    """Draws its card from an optimal strategy, and makes the best of what follows.

    Parameters
    ----------
    game : ProgressGame
        What is played.
    tables : str
        Folder of solved layers, see ``marengo solve``; empty: ``solved/SCENARIO``.
    otherwise : str
        The player that chooses where nothing is solved; its parameters cannot be given.

    Raises
    ------
    PlayerError
        If the game is another one, or nothing of it is solved.
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
        self.otherwise = make_player(otherwise, game)

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
        """Return what Blue gets from any position on, if both play as well as can be.

        Raises
        ------
        NotSolvedError
            If a layer that the round may lead to is in no table.
        """
        return value_of(self.tables, state)

    def _choice(
        self, state: "ProgressState", moves: Sequence[Move], rng: np.random.Generator
    ) -> int:
        if state.decision == Decision.CARD:
            game = self.tables.matrix(state)
            mixed = game.mixed[state.to_move]
            return int(rng.choice(len(mixed), p=mixed / mixed.sum()))
        worth = [self.value(state.copy().play(move)) for move in moves]
        return int(np.argmax(worth) if state.to_move == Colour.BLUE else np.argmin(worth))


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
