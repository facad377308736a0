"""The war of *Napoleon in Europe*: marches, battles, politics and production on a map."""

from marengo.games.europe.war.game import WarGame
from marengo.games.europe.war.rules.words import Decision, Seat, Step
from marengo.games.europe.war.state import WarState

__all__ = ["Decision", "Seat", "Step", "WarGame", "WarState"]
