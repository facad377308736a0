"""What a person holds: games, positions, moves, views and records."""

from marengo import display as display  # the plots put their drawing there
from marengo.game.errors import (
    IllegalMove,
    MarengoError,
    NotationError,
    PositionError,
    RecordError,
    ScenarioError,
)
from marengo.game.files import scenario_names, what_if_names
from marengo.game.game import Game, load
from marengo.game.record import GameRecord
from marengo.game.scenario import Scenario
from marengo.game.state import State
from marengo.game.things import Attack, Block, Move, Outcome, Piece
from marengo.game.view import View
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side

__all__ = [
    "Attack",
    "Block",
    "Decision",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Kind",
    "MarengoError",
    "Move",
    "NotationError",
    "Outcome",
    "Piece",
    "PositionError",
    "RecordError",
    "Scenario",
    "ScenarioError",
    "Side",
    "State",
    "View",
    "load",
    "scenario_names",
    "what_if_names",
]
