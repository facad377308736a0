"""Statistics of games: differences, curves, regressions, and numbers of games they take."""

from marengo.faces import face

__all__, __getattr__, __dir__ = face(__name__)
