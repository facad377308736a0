"""The assault calculator: any attack under both rulesets side by side."""

from marengo.games.marengo.screen.assault.panel import Assault, assault

__all__ = ["Assault", "assault"]
