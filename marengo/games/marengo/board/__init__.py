"""The ground: localities, approaches, crossings, roads and entries of a board."""

from marengo.games.marengo.armies import Army
from marengo.games.marengo.board.board import Board
from marengo.games.marengo.board.changes import GroundChanges
from marengo.games.marengo.board.changing import change_board
from marengo.games.marengo.board.errors import BoardError, Problem
from marengo.games.marengo.board.ground import (
    Approach,
    Crossing,
    Direction,
    EdgeRoad,
    Entry,
    Locality,
    Point,
    Road,
    RoadGroup,
    RoadLine,
)
from marengo.games.marengo.board.places import Place
from marengo.games.marengo.board.reading import check

__all__ = [
    "Approach",
    "Army",
    "Board",
    "BoardError",
    "Crossing",
    "Direction",
    "EdgeRoad",
    "Entry",
    "GroundChanges",
    "Locality",
    "Place",
    "Point",
    "Problem",
    "Road",
    "RoadGroup",
    "RoadLine",
    "change_board",
    "check",
]
