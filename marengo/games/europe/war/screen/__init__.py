"""What is seen of the war of *Napoleon in Europe*."""

from marengo.games.europe.war.screen.drawing import to_html, to_png
from marengo.games.europe.war.screen.words import TURN, choices, describe, happened, question, said

__all__ = ["TURN", "choices", "describe", "happened", "question", "said", "to_html", "to_png"]
