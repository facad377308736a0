"""A game: one scenario on one board, ready to be started any number of times."""

import sys
import threading
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from marengo.board import Board, BoardError, Ground, change_board
from marengo.core import driver
from marengo.core.compiled import COMPILES, cache_of, room_of
from marengo.core.random import seeded
from marengo.game.errors import ScenarioError
from marengo.game.files import ancestry, board_of, find_scenario, scenario_of
from marengo.game.notation import move_text
from marengo.game.ruleset import Ruleset
from marengo.game.rulesets import RULESETS
from marengo.game.scenario import Scenario
from marengo.game.state import State
from marengo.game.tables import check_start
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import Side


class Game:
    """One scenario on one board.

    Parameters
    ----------
    scenario : Scenario
        What is played.
    board : Board
        Where; it must have no problems. What the scenario changes of the ground is changed here,
        unless the board is so already.

    Raises
    ------
    ScenarioError
        If scenario and board do not fit together.
    """

    def __init__(self, scenario: Scenario, board: Board) -> None:
        self.scenario = scenario
        try:
            self.board = _on_ground(board, scenario.ground)
        except BoardError as error:
            raise ScenarioError(f"{scenario.name}: ground: {error}") from error
        self.ruleset = RULESETS[scenario.ruleset]
        self.index = BoardIndex(self.board)
        self.tables = self.ruleset.build_tables(scenario, self.index)
        check_start(self.tables[0], scenario)
        self._of_thread = threading.local()

    @classmethod
    def from_parts(cls, board: Board, scenario: Scenario) -> "Game":
        """Return the game of a scenario on a board of one's own."""
        return cls(scenario, board)

    def workspace(self) -> np.ndarray[Any, Any]:
        """Return the engine's scratch of the calling thread, shape ``(1,)``."""
        if not hasattr(self._of_thread, "works"):
            announce_compilation(self.ruleset)
            self._of_thread.works = Workspace.array()
        works: np.ndarray[Any, Any] = self._of_thread.works
        return works

    def start(self, seed: int | np.random.SeedSequence) -> State:
        """Set the game up and return its first position.

        Parameters
        ----------
        seed : int or numpy.random.SeedSequence
            Decides the blind draws (T-4.6, T-4.8, B-6.4); the same seed gives the same set-up.
        """
        if isinstance(seed, int) and seed < 0:
            raise ValueError(f"seed: expected 0 or more, not {seed}")
        record = self.ruleset.record.array()
        driver.start_game(self.tables, record, self.workspace(), seeded(seed))
        return self.ruleset.state(self, record)

    def write_move(self, side: Side, code: int) -> str:
        """Return the text of a packed move of a side."""
        return move_text(self.index, self.tables[0], side, code, self.ruleset.forms)

    def position(self, **facts: Any) -> State:
        """Return any position; see ``build_position`` in the package of the ruleset."""
        return self.ruleset.build_position(self, **facts)

    def __copy__(self) -> "Game":
        """Return the same game again, without making its tables anew."""
        copied = Game.__new__(Game)
        copied.__dict__.update(self.__dict__)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a game be sent to another process: it is made again from scenario and board."""
        return Game, (self.scenario, self.board)

    def __repr__(self) -> str:
        return f"<Game {self.scenario.name} on the board {self.board.name}>"


@dataclass(frozen=True)
class _Changes:
    """Changes of the ground that can be looked up by what they say."""

    said: bytes
    ground: Ground = field(compare=False)


def _on_ground(board: Board, ground: Ground) -> Board:
    """Return a board as a scenario changes it; see :func:`change_board`."""
    stated = ground.stated()
    if not stated or board.changed == stated:
        return board
    changed = _changed(board, _Changes(msgspec.json.encode(stated), ground))
    # All else of a board cannot be changed, so that games on the same ground may share it.
    return replace(changed, metadata=board.metadata, source=board.source, changed=stated)


@lru_cache(maxsize=8)
def _changed(board: Board, changes: _Changes) -> Board:
    """Return a changed board, kept for the next time; to check it takes a tenth of a second."""
    return change_board(board, changes.ground)


_announced: set[str] = set()


def announce_compilation(ruleset: Ruleset) -> None:
    """Say one line, once, if the engine of a ruleset is about to be compiled."""
    if ruleset.name not in _announced:
        _announced.add(ruleset.name)
        if not is_compiled(ruleset):
            print(
                f"Compiling the rules of {ruleset.title}, once: this takes a minute or two.",
                file=sys.stderr,
            )


def is_compiled(ruleset: Ruleset) -> bool:
    """Whether the engine of a ruleset, for exactly these sources, lies in the user's cache."""
    room = room_of(ruleset.record.__module__)
    return not COMPILES or room is None or any(cache_of(room).glob("*/engine.*.nbc"))


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
    chain = ancestry(path)
    scenario, board = scenario_of(chain), board_of(chain)
    try:
        return Game(scenario, Board.read(board))
    except BoardError as error:
        raise ScenarioError(f"{path}: board: {error}") from error
    except ScenarioError as error:
        raise ScenarioError(f"{path}: {error}") from error
