"""A Jupyter laboratory for two board games of the battle of Marengo, 14 June 1800."""

from typing import TYPE_CHECKING, Any

from marengo.board import Board, Place
from marengo.game import (
    Decision,
    Game,
    GameRecord,
    IllegalMove,
    Kind,
    MarengoError,
    Move,
    Outcome,
    Side,
    State,
    View,
    display,
    load,
)

if TYPE_CHECKING:
    from marengo import plots, widgets
    from marengo.lab import simulate

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Decision",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Kind",
    "MarengoError",
    "Move",
    "Outcome",
    "Place",
    "Side",
    "State",
    "View",
    "load",
    "plots",
    "simulate",
    "widgets",
]


def __getattr__(name: str) -> Any:
    """Import the heavier rooms of the house when they are first used."""
    import importlib

    if name == "simulate":
        return importlib.import_module("marengo.lab").simulate
    if name in ("plots", "widgets"):
        return importlib.import_module(f"marengo.{name}")
    raise AttributeError(f"module 'marengo' has no attribute {name!r}")


def _picture(form: str) -> Any:
    """Return a drawing that imports the plots only when something is drawn."""

    def render(shown: Any) -> Any:
        import importlib

        return getattr(importlib.import_module("marengo.plots"), f"to_{form}")(shown)

    return render


display.register("png", _picture("png"))
display.register("html", _picture("html"))
