"""A Jupyter laboratory for two board games of the battle of Marengo, 14 June 1800."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from marengo import display

if TYPE_CHECKING:
    from marengo import plots, widgets
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
        load,
    )
    from marengo.lab.simulate import simulate

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

_ROOMS = (
    "board",
    "game",
    "lab",
    "paths",
    "players",
    "plots",
    "reports",
    "core",
    "games",
    "widgets",
)
"""Packages and modules that are there without an import of their own."""

_FROM = {"Board": "board", "Place": "board", "simulate": "lab"}
"""The rooms that offer what this package offers; all else is of the room ``game``."""


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is first used: the engine and Numba take a while."""
    if name in _ROOMS:
        return import_module(f"marengo.{name}")
    if name not in __all__:
        raise AttributeError(f"module 'marengo' has no attribute {name!r}")
    found = getattr(import_module(f"marengo.{_FROM.get(name, 'game')}"), name)
    globals()[name] = found  # the next time Python finds it by itself
    return found


def __dir__() -> list[str]:
    """Return the names that are offered, those not yet imported too."""
    return sorted({*globals(), *__all__, *_ROOMS})


def _picture(form: str) -> Any:
    """Return a drawing that imports the plots only when something is drawn."""

    def render(shown: Any) -> Any:
        return getattr(import_module("marengo.plots"), f"to_{form}")(shown)

    return render


display.register("png", _picture("png"))
display.register("html", _picture("html"))
