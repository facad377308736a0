"""What is seen of the war of *Napoleon in Europe*."""

from marengo.games.europe.war.screen.drawing import to_png
from marengo.games.europe.war.screen.words import (
    IDLE,
    choices,
    describe,
    happened,
    headings,
    idle,
    question,
    said,
    turn,
)

__all__ = [
    "IDLE",
    "choices",
    "describe",
    "happened",
    "headings",
    "idle",
    "question",
    "said",
    "to_png",
    "turn",
]
