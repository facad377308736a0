"""What ``marengo`` offers."""

from pathlib import Path
from typing import Literal, overload

from marengo import core as core
from marengo import games as games
from marengo import lab as lab
from marengo import paths as paths
from marengo import players as players
from marengo import plots as plots
from marengo import reports as reports
from marengo import widgets as widgets
from marengo.core.errors import IllegalMove as IllegalMove
from marengo.core.errors import MarengoError as MarengoError
from marengo.core.errors import NotationError as NotationError
from marengo.core.errors import PositionError as PositionError
from marengo.core.errors import RecordError as RecordError
from marengo.core.errors import ScenarioError as ScenarioError
from marengo.core.game import Game as Game
from marengo.core.move import Move as Move
from marengo.core.records import GameRecord as GameRecord
from marengo.core.records import position as position
from marengo.core.records import text_of as text_of
from marengo.core.scenarios import register_game as register_game
from marengo.core.scenarios import scenario_names as scenario_names
from marengo.core.scenarios import what_if_names as what_if_names
from marengo.core.state import State as State
from marengo.core.view import View as View
from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.marengo.board import Board as Board
from marengo.games.marengo.board import Place as Place
from marengo.games.marengo.rules.decisions import Decision as Decision
from marengo.games.marengo.rules.vocabulary import Kind as Kind
from marengo.games.marengo.rules.vocabulary import Side as Side
from marengo.games.marengo.scenario import Scenario as Scenario
from marengo.games.marengo.types import Attack as Attack
from marengo.games.marengo.types import Block as Block
from marengo.games.marengo.types import Outcome as Outcome
from marengo.games.marengo.types import Piece as Piece
from marengo.games.triomphe.game import TriompheGame
from marengo.lab.simulate import simulate as simulate

__version__: str

@overload
def load(name_or_path: Literal["triomphe"]) -> TriompheGame: ...
@overload
def load(name_or_path: Literal["bonaparte"]) -> BonaparteGame: ...
@overload
def load(name_or_path: str | Path) -> Game: ...
