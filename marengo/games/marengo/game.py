"""A game on the field of Marengo: one scenario on one board."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

import msgspec
import numpy as np

from marengo.core.errors import ScenarioError
from marengo.core.game import Content, Game
from marengo.core.scenarios import games, paragraphs, parent_file, scenarios_of
from marengo.core.scenarios import load as load_any
from marengo.games.marengo.board import Board, BoardError, change_board
from marengo.games.marengo.decisions import FieldQuestion
from marengo.games.marengo.differences import set_up
from marengo.games.marengo.fights import FightRules
from marengo.games.marengo.files import board_file, board_of, read_scenario, scenario_of
from marengo.games.marengo.legality import Legality
from marengo.games.marengo.notation import FORMS, Form, move_text
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.scenario import Scenario
from marengo.games.marengo.soundness import Words
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.tables import check_start
from marengo.games.marengo.types import ARMIES
from marengo.paths import data_path

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT_co = TypeVar("StateT_co", bound=MarengoState, default=MarengoState, covariant=True)
else:
    from typing import TypeVar

    StateT_co = TypeVar("StateT_co", covariant=True)

Array = np.ndarray[Any, Any]

STANDARD = "triomphe"
"""Name of the game that is played where none is named."""


class MarengoGame(Game[StateT_co], Generic[StateT_co]):
    """One scenario on one board; ScenarioError if they do not fit together.

    The board must have no problems. What the scenario changes of the ground is changed here, unless
    the board is so already.
    """

    seats = Side
    decisions = Decision
    data = data_path("")
    screen_module = "marengo.screens.marengo.hooks"
    study_module = "marengo.games.marengo.study.hooks"
    standard = STANDARD

    hides_choices = True  # T-23.2, B-17.15
    newcomer = Side.FRENCH
    endings: ClassVar = {  # T-19.1, T-19.2, B-14.2, B-14.3, in the order of the rulebooks
        "decisive": "decisively, by demoralisation",
        "marginal": "marginally, by ground held",
    }

    renderer: ClassVar[str]
    """Module that draws the parts of a picture that depend on the rules."""

    questions: ClassVar[Mapping[int, FieldQuestion]]
    """Question, rules and answers of each decision."""

    legality: ClassVar[Legality]
    """Reasons of the rules against moves."""

    problems: ClassVar[Words]
    """Things that cannot be in a position, in words."""

    forms: ClassVar[Mapping[MoveKind, Form]] = FORMS
    """Written forms of its moves."""

    action_points: ClassVar[str]
    """Name of what actions are paid with, in the rulebook and in the record."""

    morale_unit: ClassVar[str]
    """Unit of morale."""

    handicap_unit: ClassVar[str]
    """Unit of a handicap, in sentences that do not mention morale."""

    short_title: ClassVar[str]
    """Short name of the game among players."""

    ladder_bid: ClassVar[int | None] = None
    """Points of morale by which the French were bid down on a ladder, if that is known."""

    fights: ClassVar[FightRules]
    """Facts and statements of the rulebook on fights."""

    scenario: Scenario
    """Scenario that is played."""

    def __init__(self, scenario: Scenario, board: Board) -> None:
        self.scenario = scenario
        try:
            self.board = change_board(board, scenario.ground)
        except BoardError as error:
            raise ScenarioError(f"{scenario.name}: ground: {error}") from error
        self.index = BoardIndex(self.board)
        self.tables = self.build_tables(scenario, self.index)
        check_start(self.tables[0], scenario)

    @classmethod
    def from_files(cls, chain: list[tuple[Path, Content]]) -> Self:
        """Return the game of a chain as of :func:`ancestry`; ScenarioError names file and field."""
        (path, _), scenario, board = chain[0], scenario_of(chain), board_of(chain)
        try:
            return cls(scenario, Board.read(board))
        except BoardError as error:
            raise ScenarioError(f"{path}: board: {error}") from error
        except ScenarioError as error:
            raise ScenarioError(f"{path}: {error}") from error

    @classmethod
    def files_of(cls, chain: list[tuple[Path, Content]]) -> list[Path]:
        """Return the file of the board."""
        return [board_of(chain)] if isinstance(chain[-1][1].get("board"), str) else []

    @staticmethod
    def from_parts(board: Board, scenario: Scenario) -> "MarengoGame":
        """Return the game of a scenario on a board of one's own."""
        made = games()[scenario.ruleset]
        assert issubclass(made, MarengoGame)
        return made(scenario, board)

    @staticmethod
    @abstractmethod
    def build_tables(scenario: Any, index: BoardIndex) -> Array:
        """Return the engine's tables of a scenario on a board, shape ``(1,)``.

        ScenarioError if the scenario names places the board lacks, or its numbers do not agree.
        """

    @abstractmethod
    def position(self, *args: Any, **facts: Any) -> StateT_co:
        """Return any position of the game, see ``build_position`` in its folder."""

    @classmethod
    def seat_titles(cls) -> list[str]:
        """Return the names of the sides in sentences."""
        return list(ARMIES.values())

    def describe(self, path: Path | None) -> Iterator[str]:
        """Yield lines on the scenario, and on the file that states it."""
        scenario = self.scenario
        yield f"{scenario.name}: {scenario.title}" if scenario.title else scenario.name
        yield f"ruleset {scenario.ruleset}, board {scenario.board}"
        yield from paragraphs(scenario.context)
        if scenario.sources:
            yield from ["", "Sources:"]
            yield from (f"- {source}" for source in scenario.sources)
        yield from ["", "What starts where:", *(f"- {line}" for line in set_up(scenario))]
        parent = path and parent_file(path)
        if path and parent:
            other = read_scenario(parent)
            lines = scenario.diff(other, Board.read(board_file(path)))
            head = f"What is different from {other.name}:"
            yield from ["", head if lines else f"Plays like {other.name}."]
            yield from (f"- {line}" for line in lines)

    def text(self) -> str:
        """Return scenario and board as canonical text."""
        return self.scenario.text() + repr(self.tables.tobytes())

    def write_move(self, seat: int, code: int) -> str:
        """Return the text of a packed move of a side."""
        return move_text(self.index, self.tables[0], Side(seat), code, self.forms)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process makes the game from: scenario, board and weights."""
        return _received, (type(self), self.scenario, self.board, self.weights_file)

    def facts(self) -> Content:
        """Return the scenario as plain data, as JSON has it."""
        facts: Content = msgspec.json.decode(self.scenario.text())
        return facts

    def __repr__(self) -> str:
        return f"<Game {self.scenario.name} on the board {self.board.name}>"


MOST = 64
"""Most games that a process keeps of those it was sent; each task sends its game again."""

_RECEIVED: list[MarengoGame[Any]] = []


def _received(
    kind: type[MarengoGame[Any]], scenario: Scenario, board: Board, weights: Path | None
) -> MarengoGame[Any]:
    """Return the game that was sent, the same object if it was sent before."""
    for game in _RECEIVED:
        same = (type(game), game.scenario, game.weights_file) == (kind, scenario, weights)
        if same and game.board == board:
            return game
    fresh = kind(scenario, board)
    fresh.weights_file = weights
    _RECEIVED.append(fresh)  # and so may another thread, right now
    del _RECEIVED[:-MOST]
    return fresh


def marengo_games() -> dict[str, type[MarengoGame]]:
    """Return the games that are played on the field of Marengo, by name."""
    return {name: game for name, game in games().items() if issubclass(game, MarengoGame)}


def field_scenarios() -> list[str]:
    """Return the names of the scenarios and what-ifs that are played on the field of Marengo."""
    return scenarios_of(MarengoGame)


def load(name_or_path: str | Path) -> MarengoGame:
    """Load a scenario played on the field of Marengo, or raise ScenarioError."""
    return on_field(load_any(name_or_path))


def on_field(game: Game[Any]) -> MarengoGame:
    """Return a game that is played on the field of Marengo; ScenarioError if it is not."""
    if not isinstance(game, MarengoGame):
        raise ScenarioError(f"{game.title} is not played on the field of Marengo")
    return game
