"""What is seen of the war of *Napoleon in Europe*."""

from marengo.games.europe.war.screen.drawing import to_html, to_png
from marengo.games.europe.war.screen.words import (
    IDLE,
    TURN,
    choices,
    describe,
    happened,
    headings,
    idle,
    question,
    said,
)

__all__ = [
    "IDLE",
    "TURN",
    "choices",
    "describe",
    "happened",
    "headings",
    "idle",
    "question",
    "said",
    "to_html",
    "to_png",
]
