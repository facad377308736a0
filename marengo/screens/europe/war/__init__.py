"""What is seen of the war of *Napoleon in Europe*."""

from marengo.core.hooks import GameScreen
from marengo.games.europe.war.rules.words import Seat
from marengo.games.europe.war.state import WarState, WarView
from marengo.screens.europe.war.drawing import to_png
from marengo.screens.europe.war.words import (
    IDLE,
    choices,
    describe,
    happened,
    headings,
    idle,
    question,
    said,
    turn,
)

__all__ = ["SCREEN"]

SCREEN: GameScreen[WarState, WarView, Seat] = GameScreen(
    to_png=to_png,
    describe=describe,
    question=question,
    choices=choices,
    said=said,
    headings=headings,
    idle=idle,
    idle_wish=IDLE,
    turn=turn,
    happened=happened,
)
