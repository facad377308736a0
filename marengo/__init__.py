"""A Jupyter laboratory for two board games of the battle of Marengo, 14 June 1800."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from marengo import display, moved

if TYPE_CHECKING:
    from marengo import plots, widgets
    from marengo.core.errors import (
        IllegalMove,
        MarengoError,
        NotationError,
        PositionError,
        RecordError,
        ScenarioError,
    )
    from marengo.core.game import Game
    from marengo.core.move import Move
    from marengo.core.records import GameRecord
    from marengo.core.scenarios import register_game, scenario_names, what_if_names
    from marengo.core.state import State
    from marengo.core.view import View
    from marengo.games.bonaparte.game import BonaparteGame
    from marengo.games.marengo.board import Board, Place
    from marengo.games.marengo.rules.decisions import Decision
    from marengo.games.marengo.rules.vocabulary import Kind, Side
    from marengo.games.marengo.scenario import Scenario
    from marengo.games.marengo.things import Attack, Block, Outcome, Piece
    from marengo.games.triomphe.game import TriompheGame
    from marengo.lab.simulate import simulate

__version__ = "0.1.0"

__all__ = [
    "Attack",
    "Block",
    "Board",
    "Decision",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Kind",
    "MarengoError",
    "Move",
    "NotationError",
    "Outcome",
    "Piece",
    "Place",
    "PositionError",
    "RecordError",
    "Scenario",
    "ScenarioError",
    "Side",
    "State",
    "View",
    "load",
    "plots",
    "register_game",
    "scenario_names",
    "simulate",
    "what_if_names",
    "widgets",
]

_ROOMS = ("core", "games", "lab", "paths", "players", "plots", "reports", "widgets")
"""Packages and modules that are there without an import of their own."""

_FROM = {
    "Attack": "games.marengo.things",
    "Block": "games.marengo.things",
    "Board": "games.marengo.board",
    "Decision": "games.marengo.rules.decisions",
    "Game": "core.game",
    "GameRecord": "core.records",
    "IllegalMove": "core.errors",
    "Kind": "games.marengo.rules.vocabulary",
    "MarengoError": "core.errors",
    "Move": "core.move",
    "NotationError": "core.errors",
    "Outcome": "games.marengo.things",
    "Piece": "games.marengo.things",
    "Place": "games.marengo.board",
    "PositionError": "core.errors",
    "RecordError": "core.errors",
    "Scenario": "games.marengo.scenario",
    "ScenarioError": "core.errors",
    "Side": "games.marengo.rules.vocabulary",
    "State": "core.state",
    "View": "core.view",
    "register_game": "core.scenarios",
    "scenario_names": "core.scenarios",
    "simulate": "lab",
    "what_if_names": "core.scenarios",
}
"""Where the names come from that this package offers."""


@overload
def load(name_or_path: Literal["triomphe"]) -> "TriompheGame": ...
@overload
def load(name_or_path: Literal["bonaparte"]) -> "BonaparteGame": ...
@overload
def load(name_or_path: str | Path) -> "Game": ...
def load(name_or_path: str | Path) -> "Game":
    """Load a scenario by name or from a file.

    Parameters
    ----------
    name_or_path : str or Path
        A scenario that comes with a game, such as ``"triomphe"``, or a TOML file.

    Raises
    ------
    ScenarioError
        If there is no such scenario or it cannot be played; the message names file and field.
    """
    from marengo.core import scenarios

    return scenarios.load(name_or_path)


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is first used: the engine and Numba take a while."""
    if name in _ROOMS or moved.new_name(f"marengo.{name}"):
        return import_module(f"marengo.{name}")
    if name not in _FROM:
        raise AttributeError(f"module 'marengo' has no attribute {name!r}")
    found = getattr(import_module(f"marengo.{_FROM[name]}"), name)
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

moved.install()
