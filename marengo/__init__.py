"""A Jupyter laboratory for four wargames: two of Marengo, 1800, one of cards, one of Europe."""

from pathlib import Path
from typing import TYPE_CHECKING

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


__all__, __getattr__, __dir__ = face(__name__)
__all__ += ["load"]
