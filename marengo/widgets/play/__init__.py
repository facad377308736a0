"""Playing a game on the screen."""

from marengo.widgets.play.session import Session
from marengo.widgets.play.widget import Play, play

__all__ = ["Play", "Session", "play"]
