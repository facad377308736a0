"""The assault calculator: any attack under both rulesets side by side."""

from marengo.screens.marengo.assault.panel import Assault, assault

__all__ = ["Assault", "assault"]
