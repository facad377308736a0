"""What a notebook, a report and other rooms take from here."""

from marengo.games.marengo.game import STANDARD as STANDARD
from marengo.games.marengo.screen.drawing.picture import to_html as to_html
from marengo.games.marengo.screen.drawing.picture import to_png as to_png
from marengo.games.marengo.screen.observed import sections as sections
from marengo.games.marengo.screen.play import Play as Play
from marengo.games.marengo.screen.replay import Replay as Replay
