"""What is seen of a battle of *Napoleon in Europe*."""

from marengo.games.europe.screen.drawing import to_png
from marengo.games.europe.screen.words import (
    describe,
    happened,
    headings,
    question,
    said,
    turn,
)

__all__ = ["describe", "happened", "headings", "question", "said", "to_png", "turn"]
