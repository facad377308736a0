"""A game: one scenario on one board, ready to be started any number of times."""

import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np

from marengo.board import Board, BoardError
from marengo.game.errors import ScenarioError
from marengo.game.notation import move_text
from marengo.game.scenario import Scenario, find_scenario, read_scenario
from marengo.game.state import State
from marengo.game.tables import build_tables
from marengo.paths import data_path
from marengo.rules.compiled import is_compiled
from marengo.rules.random import seeded
from marengo.rules.shared.position import Workspace
from marengo.rules.shared.tables import BoardIndex
from marengo.rules.triomphe import engine
from marengo.rules.triomphe import state as records
from marengo.rules.vocabulary import Side


class Game:
    """One scenario on one board.

    Parameters
    ----------
    scenario : Scenario
        What is played.
    board : Board
        Where; it must have no problems.

    Raises
    ------
    ScenarioError
        If scenario and board do not fit together.
    """

    def __init__(self, scenario: Scenario, board: Board) -> None:
        self.scenario = scenario
        self.board = board
        self.index = BoardIndex(board)
        self.tables = build_tables(scenario, self.index)
        self._of_thread = threading.local()

    @classmethod
    def from_parts(cls, board: Board, scenario: Scenario) -> "Game":
        """Return the game of a scenario on a board of one's own."""
        return cls(scenario, board)

    def workspace(self) -> np.ndarray[Any, Any]:
        """Return the engine's scratch of the calling thread, shape ``(1,)``."""
        if not hasattr(self._of_thread, "works"):
            announce_compilation()
            self._of_thread.works = Workspace.array()
        works: np.ndarray[Any, Any] = self._of_thread.works
        return works

    def start(self, seed: int | np.random.SeedSequence) -> State:
        """Set the game up and return its first position.

        Parameters
        ----------
        seed : int or numpy.random.SeedSequence
            Decides the blind draws (T-4.6, T-4.8); the same seed gives the same set-up.
        """
        if isinstance(seed, int) and seed < 0:
            raise ValueError(f"seed: expected 0 or more, not {seed}")
        state = records.State.array()
        engine.start_game(self.tables, state, self.workspace(), seeded(seed))
        return State(self, state)

    def write_move(self, side: Side, code: int) -> str:
        """Return the text of a packed move of a side."""
        return move_text(self.index, self.tables[0], side, code)

    def position(self, **facts: Any) -> State:
        """Return any position; see :func:`marengo.game.position.build_position`."""
        from marengo.game.position import build_position  # it needs State, which needs Game

        return build_position(self, **facts)

    def __repr__(self) -> str:
        return f"<Game {self.scenario.name} on the board {self.board.name}>"


_announced = threading.Event()


def announce_compilation() -> None:
    """Say one line, once, if the engine is about to be compiled."""
    if not _announced.is_set():
        _announced.set()
        if not is_compiled():
            print("Compiling the rules, once: this takes about a minute.", file=sys.stderr)


def load(name_or_path: str | Path) -> Game:
    """Load a scenario by name or from a file.

    Parameters
    ----------
    name_or_path : str or Path
        A scenario that comes with marengo, such as ``"triomphe"``, or a TOML file.

    Raises
    ------
    ScenarioError
        If there is no such scenario or it cannot be played; the message names file and field.
    """
    path = find_scenario(name_or_path)
    scenario = read_scenario(path)
    board = data_path(f"boards/{scenario.board}.geojson")
    if not board.is_file():
        board = path.parent / scenario.board
    try:
        return Game(scenario, Board.read(board))
    except BoardError as error:
        raise ScenarioError(f"{path}: board: {error}") from error
