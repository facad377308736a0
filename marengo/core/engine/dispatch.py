"""Primitives: functions that :mod:`marengo.core` calls by one name and every game has its own of.

Which one is meant is decided by the record that it is called with: inside compiled code once, when
that is compiled, so that the choice costs nothing; in plain Python at each call.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from numba import from_dtype
from numba.extending import overload

from marengo.core.engine.record import Record

__all__ = ["implement", "is_implemented", "optional", "primitive"]

Function = TypeVar("Function", bound=Callable[..., Any])
Implementations = dict[type[Record], Callable[..., Any]]

_PRIMITIVES: dict[Callable[..., Any], Implementations] = {}


def primitive(described: Function) -> Function:
    """Declare a function that every game must have; its second argument tells whose is meant."""
    return _declare(described, None)


def optional(described: Function) -> Function:
    """Declare a function that games may have; those without use the one described."""
    return _declare(described, described)


def implement(record: type[Record], functions: Mapping[Callable[..., Any], Any]) -> None:
    """Give the functions of a game, by primitive.

    ``record``, mostly its state, tells as second argument that this game is meant. Raise ValueError
    if another record has the same fields, so that the two could not be told apart.
    """
    for declared, function in functions.items():
        by_record = _PRIMITIVES[declared]
        for other in list(by_record):
            if _path_of(other) == _path_of(record):
                del by_record[other]  # the same class once more, as in a cell that is run again
            elif other.dtype() == record.dtype():
                raise ValueError(
                    f"{_path_of(record)} and {_path_of(other)} have the same fields: "
                    "expected records that differ"
                )
        by_record[record] = function


def is_implemented(dtype: np.dtype[Any]) -> bool:
    """Return whether a record of some type tells which game is meant."""
    return any(_of_dtype(by_record, dtype) for by_record in _PRIMITIVES.values())


def _path_of(record: type[Record]) -> str:
    return f"{record.__module__}.{record.__qualname__}"


def _declare(described: Function, default: Callable[..., Any] | None) -> Function:
    by_record: Implementations = {}

    def meant(record: type[Record] | None) -> Callable[..., Any]:
        function = by_record.get(record, default) if record else default
        if function is None:
            name = "what is no record" if record is None else f"{record.__module__}"
            raise NotImplementedError(f"{described.__name__}: not implemented for {name}")
        return function

    @wraps(described)
    def called(*arguments: Any) -> Any:
        argument = arguments[1]
        record = (
            type(argument) if isinstance(argument, Record) else _of_dtype(by_record, argument.dtype)
        )
        return meant(record)(*arguments)

    def typed(*arguments: Any) -> Any:
        record = next(
            (kind for kind in by_record if arguments[1] == from_dtype(kind.dtype())), None
        )
        # not the compiled function: a call of it would be compiled around all that it calls
        function = meant(record)
        return getattr(function, "py_func", function)

    overload(called, strict=False)(typed)  # not strict: games name arguments as they like
    _PRIMITIVES[called] = by_record
    return cast("Function", called)


def _of_dtype(by_record: Implementations, dtype: np.dtype[Any]) -> type[Record] | None:
    return next((record for record in by_record if record.dtype() == dtype), None)
