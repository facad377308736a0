"""What is seen of *The March of Progress*."""

from marengo.games.progress.screen.drawing import to_png
from marengo.games.progress.screen.words import choices, describe, happened, question, said, turn

__all__ = ["choices", "describe", "happened", "question", "said", "to_png", "turn"]
