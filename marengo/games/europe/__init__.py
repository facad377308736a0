"""*Napoleon in Europe* by Glenn Drover: its battles, on a board of zones and with dice."""

from marengo.games.europe.game import BattleGame, battle
from marengo.games.europe.rules.words import Decision, Nation, Piece, Side
from marengo.games.europe.scenario import Army
from marengo.games.europe.state import BattleState

__all__ = ["Army", "BattleGame", "BattleState", "Decision", "Nation", "Piece", "Side", "battle"]
