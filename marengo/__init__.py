"""A Jupyter laboratory for four wargames: two of Marengo, 1800, one of cards, one of Europe."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marengo import moved
from marengo.faces import face

if TYPE_CHECKING:
    from marengo.core.game import Game

__version__ = "0.1.0"


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


__all__, _find, __dir__ = face(__name__)
__all__ += ["load"]


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is first used: the engine and Numba take a while."""
    if moved.new_name(f"marengo.{name}"):
        return import_module(f"marengo.{name}")
    return _find(name)


moved.install()
