"""A rule of the engine asked from Python, where a single answer is wanted and not many."""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from marengo.core.game import Game


def apply(rule: Any, game: "Game[Any]", record: np.ndarray[Any, Any], *arguments: int) -> Any:
    """Apply a rule of the engine, uncompiled, to tables and record; return its answer."""
    tables = game.tables.view(np.recarray)
    states = record.view(np.recarray)
    return getattr(rule, "py_func", rule)(tables[0], states[0], *arguments)
