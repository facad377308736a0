"""A rule of the engine asked from Python, where a single answer is wanted and not many."""

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np

from marengo.core.engine.driver import recount

if TYPE_CHECKING:
    from marengo.core.game import Game


def call_python(rule: Any, game: "Game[Any]", record: np.ndarray[Any, Any], *arguments: int) -> Any:
    """Apply a rule of the engine, uncompiled; return its answer.

    It is given tables, record and a counted workspace as far as it has parameters with the names
    ``t``, ``s`` and ``w``, and then the arguments.
    """
    function = getattr(rule, "py_func", rule)
    wanted = list(inspect.signature(function).parameters)
    known = {"t": game.tables.view(np.recarray)[0], "s": record.view(np.recarray)[0]}
    if "w" in wanted:
        known["w"] = game.engine.workspace.array().view(np.recarray)[0]
        recount(known["t"], known["s"], known["w"])
    return function(*(known[name] for name in wanted if name in known), *arguments)
