"""Playing a game on the screen."""

from marengo.games.marengo.screen.play.session import Session
from marengo.games.marengo.screen.play.widget import Play, play

__all__ = ["Play", "Session", "play"]
