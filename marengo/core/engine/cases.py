"""One of many functions by a number, such as a decision: a table, compiled as an if-chain."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from marengo.core.engine.compiled import inlined

__all__ = ["Row", "by_case"]

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Row:
    """What the rules have on a decision, or on a kind of move.

    The functions have the parameters that they need of those that the game gives them by name:
    tables ``t``, position ``s``, workspace ``w``, ``move``, and what else :func:`by_case` is told.
    """

    effect: Callable[..., None]  # carries a move out
    lister: Callable[..., None] | None = None  # lists the legal moves
    barred: Callable[..., int] | None = None  # returns the statement that forbids a move, or 0


def by_case(functions: Mapping[int, Callable[..., Any] | None]) -> Callable[[Function], Function]:
    """Return a decorator for a function whose first argument says which of others is called.

    These are given those of its arguments that they have parameters of the same names for. For a
    number without a function its own body holds. The decorator raises TypeError if a function
    wants what is not given.
    """

    def chain(otherwise: Function) -> Function:
        parameters = list(inspect.signature(otherwise).parameters)
        calls: list[str] = []
        names: dict[str, Any] = {"_otherwise": inlined(otherwise)}
        for case, function in functions.items():
            if function is not None:
                wanted = inspect.signature(getattr(function, "py_func", function)).parameters
                for name in wanted.keys() - set(parameters):
                    raise TypeError(f"{function.__name__} wants {name}, expected {parameters}")
                names[f"_{int(case)}"] = function
                calls.append(f"if {parameters[0]} == {int(case)}:")
                calls.append(f"    return _{int(case)}({', '.join(wanted)})")
        calls.append(f"return _otherwise({', '.join(parameters)})")
        lines = [f"def {otherwise.__name__}({', '.join(parameters)}):", *calls]
        exec(compile("\n    ".join(lines), __file__, "exec"), names)  # noqa: S102
        made: Any = names[otherwise.__name__]
        made.__module__, made.__doc__ = otherwise.__module__, otherwise.__doc__
        made.__qualname__ = otherwise.__qualname__
        return inlined(made)  # type: ignore[no-any-return]

    return chain
