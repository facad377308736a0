"""Playing a game on the field on the screen."""

from marengo.screens.marengo.play.session import MarengoSession
from marengo.screens.marengo.play.widget import Play
from marengo.widgets.playing.opening import play

__all__ = ["MarengoSession", "Play", "play"]
