"""A rule of the engine asked from Python, where a single answer is wanted and not many."""

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from marengo.core.engine.driver import carry_out, is_forced, proceed, recount
from marengo.core.engine.record import first
from marengo.core.move import Move

if TYPE_CHECKING:
    from marengo.core.game import Game
    from marengo.core.state import State

StateT = TypeVar("StateT", bound="State")


@cache
def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def call_python(rule: Any, game: "Game[Any]", record: np.ndarray[Any, Any], *arguments: Any) -> Any:
    """Apply a rule of the engine, uncompiled; return its answer.

    It is given tables, record and a counted workspace as far as it has parameters with the names
    ``t``, ``s`` and ``w``, and then the arguments.
    """
    function = getattr(rule, "py_func", rule)
    wanted = _parameters(function)
    by_name = {"t": first(game.tables), "s": first(record)}
    if "w" in wanted:
        by_name["w"] = first(game.engine.workspace.array())
        recount(by_name["t"], by_name["s"], by_name["w"])
    return function(*(by_name[name] for name in wanted if name in by_name), *arguments)


def each_decision(state: StateT, move: Move) -> Iterator[tuple[StateT, Move, StateT]]:
    """Yield what a move decides, and each decision that is forced by it and so not asked.

    Each is the position before, the move, and the position after; these have no past.
    """
    game = state.game
    while True:
        record = state.record.copy().reshape(1)
        call_python(carry_out, game, record, move.code)
        call_python(proceed, game, record)
        after = game.state(record)
        yield state, move, after
        legal = after.legal_moves()
        arguments = (game.tables, record, game.workspace())  # in which these moves are listed
        asked = game.asks_single and after.to_move != state.to_move
        if after.is_over or asked or not is_forced(*map(first, arguments)):
            return
        state, move = after, legal[0]
