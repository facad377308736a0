"""What is seen of a battle of *Napoleon in Europe*."""

from marengo.core.hooks import GameScreen
from marengo.games.europe.rules.words import Side
from marengo.games.europe.state import BattleState, BattleView
from marengo.screens.europe.drawing import to_png
from marengo.screens.europe.words import (
    describe,
    happened,
    headings,
    question,
    said,
    turn,
)

__all__ = ["SCREEN"]

SCREEN: GameScreen[BattleState, BattleView, Side] = GameScreen(
    to_png=to_png,
    describe=describe,
    question=question,
    said=said,
    headings=headings,
    turn=turn,
    happened=happened,
)
