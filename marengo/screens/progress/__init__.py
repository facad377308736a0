"""What is seen of *The March of Progress*."""

from marengo.core.hooks import GameScreen
from marengo.games.progress.rules.words import Colour
from marengo.games.progress.state import ProgressState, ProgressView
from marengo.screens.progress.drawing import to_png
from marengo.screens.progress.words import choices, describe, happened, question, said, turn

__all__ = ["SCREEN"]

SCREEN: GameScreen[ProgressState, ProgressView, Colour] = GameScreen(
    to_png=to_png,
    describe=describe,
    question=question,
    choices=choices,
    said=said,
    turn=turn,
    happened=happened,
)
