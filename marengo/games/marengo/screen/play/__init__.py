"""Playing a game on the field on the screen."""

from marengo.games.marengo.screen.play.session import MarengoSession
from marengo.games.marengo.screen.play.widget import Play
from marengo.widgets.playing.opening import play

__all__ = ["MarengoSession", "Play", "play"]
