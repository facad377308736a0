"""The rules of whichever ruleset a position belongs to: one name for what both engines do.

What is the same for every game (players, searches, batches) is written once with these names. The
type of the record decides which ruleset is meant, when code is compiled and in plain Python.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from numba.extending import overload

from marengo.rules.bonaparte import batch as bonaparte_batch
from marengo.rules.bonaparte import engine as bonaparte
from marengo.rules.random import Generator
from marengo.rules.records import Record
from marengo.rules.shared.position import Position, SetUpTables, Workspace
from marengo.rules.shared.results import Result
from marengo.rules.triomphe import batch as triomphe_batch
from marengo.rules.triomphe import engine as triomphe

Function = TypeVar("Function", bound=Callable[..., Any])

DISTINCTIVE = {"bonaparte": "commands", "triomphe": "orders"}
"""A field that only the positions of a ruleset have."""


def _ruleset(names: Any) -> str:
    """Return the ruleset whose positions have these fields."""
    return next(ruleset for ruleset, field in DISTINCTIVE.items() if field in names)


def _fields(record: Any) -> Any:
    """Return the names of the fields of a record, a NumPy one or a plain one."""
    return vars(record) if isinstance(record, Record) else record.dtype.names


def by_ruleset(**functions: Callable[..., Any]) -> Callable[[Function], Function]:
    """Return a decorator: the function does what the one of the ruleset does.

    Its second argument must be a position. Inside compiled code the choice costs nothing.

    Parameters
    ----------
    **functions : callable
        The function of each ruleset, by its name.
    """

    def decorate(described: Function) -> Function:
        def either(*arguments: Any) -> Any:
            return functions[_ruleset(_fields(arguments[1]))](*arguments)

        def typed(*arguments: Any) -> Any:
            function: Any = functions[_ruleset(arguments[1].fields)]
            # not the compiled function: a call of it would be compiled around all that it calls
            return function.py_func

        either.__doc__, either.__name__ = described.__doc__, described.__name__
        overload(either, strict=False)(typed)  # not strict: rulesets' functions name arguments
        return either  # type: ignore[return-value] # it takes what ``described`` takes

    return decorate


@by_ruleset(bonaparte=bonaparte.begin, triomphe=triomphe.begin)
def begin(t: SetUpTables, s: Position, w: Workspace, g: Generator) -> None:
    """Set up a game and go on to its first decision."""


@by_ruleset(bonaparte=bonaparte.legal, triomphe=triomphe.legal)
def legal(t: SetUpTables, s: Position, w: Workspace) -> None:
    """List the legal moves of a position in ``w.moves``."""


@by_ruleset(bonaparte=bonaparte.play, triomphe=triomphe.play)
def play(t: SetUpTables, s: Position, w: Workspace, move: int) -> None:
    """Carry out a legal move and list the moves of the next decision."""


@by_ruleset(bonaparte=bonaparte_batch.summarise, triomphe=triomphe_batch.summarise)
def summarise(t: SetUpTables, s: Position, decisions: int, r: Result) -> None:
    """Write how a game ended into a row of results."""
