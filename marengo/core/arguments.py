"""What people give to a function, seen to before anything is made of it."""

import operator
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import wraps
from reprlib import repr as shortened
from types import UnionType
from typing import Any, ParamSpec, TypeVar, get_args, get_origin

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")


class _WrongError(Exception):
    """What was expected, and of which argument; the message is made of it."""


def checked(error: type[ValueError]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that holds what is given by keyword against its annotation.

    Whole numbers, flags, texts, members of an enumeration, and pairs, lists and mappings of these
    are known; NumPy's numbers are taken as what they are. Annotations that are a text, as of what
    is imported for type checkers alone, are not looked at.

    Parameters
    ----------
    error : type of ValueError
        What is raised; names the argument.

    Examples
    --------
    >>> from marengo.core.errors import PositionError
    >>> @checked(PositionError)
    ... def position(*, vp: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    ...     return vp
    >>> position(vp=(1.5, 0))
    Traceback (most recent call last):
        ...
    marengo.core.errors.PositionError: vp[0]: expected a whole number, not 1.5
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kinds = {
            name: kind
            for name, kind in function.__annotations__.items()
            if not isinstance(kind, str)
        }

        @wraps(function)
        def call(*args: P.args, **given: P.kwargs) -> R:
            try:
                fit = {name: _as(kinds[name], given[name], name) for name in given if name in kinds}
            except _WrongError as fault:
                raise error(str(fault)) from None
            return function(*args, **{**given, **fit})

        return call

    return decorate


def _as(kind: Any, value: Any, name: str) -> Any:
    """Return a value as what a kind wants."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        (some,) = (one for one in inner if one is not type(None))
        return None if value is None else _as(some, value, name)
    if origin is tuple:
        parts = _listed(value, name)
        if len(parts) != len(inner):
            raise _WrongError(f"{name}: expected {len(inner)} of them, not {shortened(value)}")
        both = enumerate(zip(inner, parts, strict=True))
        return tuple(_as(one, part, f"{name}[{number}]") for number, (one, part) in both)
    if origin is Mapping:
        if not isinstance(value, Mapping):
            raise _WrongError(f"{name}: expected a mapping, not {shortened(value)}")
        key, each = inner
        known = [(_as(key, one, name), part) for one, part in value.items()]
        return {one: _as(each, part, f"{name}.{_named(one)}") for one, part in known}
    if origin:
        parts = _listed(value, name)
        return tuple(_as(inner[0], part, f"{name}[{at}]") for at, part in enumerate(parts))
    return _plain(kind, value, name)


def _named(key: Any) -> str:
    return key.name.lower() if isinstance(key, IntEnum) else str(key)


def _listed(value: Any, name: str) -> tuple[Any, ...]:
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise _WrongError(f"{name}: expected a list, not {shortened(value)}")
    return tuple(value)


WORDS = {int: "a whole number", bool: "True or False", str: "a text"}


def _plain(kind: Any, value: Any, name: str) -> Any:
    """Return a number, flag, text or member of an enumeration."""
    is_flag = isinstance(value, bool | np.bool_)
    if issubclass(kind, IntEnum):
        names = ", ".join(f"{kind.__name__}.{one.name}" for one in kind)
        fits = not is_flag and hasattr(value, "__index__") and operator.index(value) in list(kind)
        wanted = f"one of {names}"
    elif kind is int:
        wanted, fits = WORDS[kind], not is_flag and hasattr(value, "__index__")
    else:
        wanted, fits = WORDS[kind], is_flag if kind is bool else isinstance(value, kind)
    if not fits:
        raise _WrongError(f"{name}: expected {wanted}, not {shortened(value)}")
    return operator.index(value) if kind is int else kind(value)
