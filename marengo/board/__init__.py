"""The ground: localities, approaches, crossings, roads and entries of a board."""

from marengo.board.board import Board
from marengo.board.changes import Ground
from marengo.board.changing import change_board
from marengo.board.errors import BoardError, Problem
from marengo.board.ground import (
    Approach,
    Army,
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
from marengo.board.places import Place
from marengo.board.reading import check

__all__ = [
    "Approach",
    "Army",
    "Board",
    "BoardError",
    "Crossing",
    "Direction",
    "EdgeRoad",
    "Entry",
    "Ground",
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
