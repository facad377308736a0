"""*The March of Progress* by Alan Paull: two players, eight cards each, a few countries."""

from marengo.games.progress.exact import ExactPlayer
from marengo.games.progress.game import ProgressGame
from marengo.games.progress.rules.words import Card, Colour, Decision
from marengo.games.progress.state import ProgressState

__all__ = ["Card", "Colour", "Decision", "ExactPlayer", "ProgressGame", "ProgressState"]
