"""Checks of the arguments that people give to functions: each is converted, or refused by name.

Most are numbers, which have bounds.
"""

import operator
import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import wraps
from inspect import Parameter, signature
from math import isfinite
from os import PathLike
from pathlib import Path
from types import EllipsisType, GenericAlias, NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

import numpy as np

from marengo.core.errors import MarengoError
from marengo.core.texts import writable

P = ParamSpec("P")
T = TypeVar("T")

MOST_GAMES = 10_000_000
"""Games of a batch or of a cell: a 95 % interval of ± 0.03 points, and some gigabytes."""

MOST_WORKERS = 1_024
"""Threads or processes."""

MOST_SEED = 2**63 - 1
"""Seeds are kept in columns of 64 bits."""

MOST_DIGITS = 300
"""Most digits of the seed of a game, which may be any number that somebody has drawn."""

MOST_START = 10**MOST_DIGITS - 1
"""The largest seed of a game."""

MOST_BITS = 128
"""Most bits of a number that a message writes out."""

INFINITE = float("inf")

Error = type[ValueError]


def plain(value: object) -> int | float | None:
    """Return a number as Python has it, whole if it plainly is; None of what is no number.

    >>> plain(2.0), plain(0.5), plain("5"), plain(True)
    (2, 0.5, None, None)
    """
    if isinstance(value, bool | np.bool_):
        return None
    if isinstance(value, float | np.floating):
        number = float(value)
        return int(number) if number.is_integer() else number
    try:
        return operator.index(value)  # type: ignore[arg-type] # what cannot be one says so
    except TypeError:
        return None


def whole(name: str, value: object, least: float, most: float, error: Error = MarengoError) -> int:
    """Return a whole number that was given for an argument.

    Raise ``error``, which names the argument, if it is no such number or out of bounds.

    >>> whole("games", 2.0, 0, MOST_GAMES)
    2
    >>> whole("games", 10**12, 0, MOST_GAMES)
    Traceback (most recent call last):
        ...
    marengo.core.errors.MarengoError: games: expected 10,000,000 or less, not 1000000000000
    """
    number = plain(value)
    if not isinstance(number, int):
        raise error(f"{name}: expected a whole number, not {_told(value)}")
    _check_between(name, number, least, most, error)
    return number


def real(name: str, value: object, least: float, most: float, error: Error = MarengoError) -> float:
    """Return a number, whole or not, that was given for an argument; raise as :func:`whole`."""
    number = plain(value)
    if number is None or not isfinite(number):
        raise error(f"{name}: expected a number, not {_told(value)}")
    _check_between(name, number, least, most, error)
    return float(number) if isinstance(value, float | np.floating) else number


def _check_between(name: str, number: float, least: float, most: float, error: Error) -> None:
    if number < least:
        raise error(f"{name}: expected {least} or more, not {_told(number)}")
    if number > most:
        limit = f"{most:,} or less" if most < 10**40 else f"up to {len(str(most))} digits"
        raise error(f"{name}: expected {limit}, not {_told(number)}")


def _told(value: object) -> str:
    """Return how a message writes what was given."""
    if not isinstance(value, int):
        return reprlib.repr(value)
    bits = value.bit_length()
    return str(value) if bits <= MOST_BITS else f"a number of {bits:,} bits"


@dataclass(frozen=True)
class Bounds:
    """Bounds of an argument."""

    least: float = 0
    most: float = INFINITE
    whole: bool = True

    def taken(self, name: str, value: object, error: Error) -> int | float:
        """Return a number within the bounds."""
        return (whole if self.whole else real)(name, value, self.least, self.most, error)


SEED = Bounds(0, MOST_SEED)
START = Bounds(0, MOST_START)
GAMES = Bounds(1, MOST_GAMES)
WORKERS = Bounds(1, MOST_WORKERS)
COUNT = Bounds(1)
COUNTED = Bounds(0)
WHOLE = Bounds(-INFINITE)
SHARE = Bounds(0, 1, whole=False)
POSITIVE = Bounds(0, whole=False)
REAL = ANY = Bounds(-INFINITE, whole=False)


def takes(
    error: Error = MarengoError, /, **bounds: Bounds
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that checks the arguments of a function against its annotations.

    Numbers, flags, texts, members of enumerations, paths, what marengo makes itself, and lists and
    mappings of these are known, and taken as what they plainly are. Other annotations, and those
    that are a text, as of what is imported for type checkers alone, are not looked at. ``bounds``
    hold for each number in a list or mapping. ``error``, which is raised, names the argument.

    >>> @takes(hour=Bounds(0, 23))
    ... def wait(hour: int, *, names: tuple[str, ...] = ()) -> int:
    ...     return hour
    >>> wait(2.0)
    2
    >>> wait(2, names=("Melas", 3))
    Traceback (most recent call last):
        ...
    marengo.core.errors.MarengoError: names[1]: expected a text, not 3
    """

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        form = signature(function)
        ways = [parameter.kind for parameter in form.parameters.values()]
        places = len(ways) - ways.count(Parameter.KEYWORD_ONLY)
        by_name = ", ".join([*form.parameters][places:])
        names = [name for name, parameter in form.parameters.items() if _is_known(parameter)]
        kinds = {
            name: _kind(form.parameters[name])
            for name in sorted(names, key=lambda name: name not in bounds)
        }

        @wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                call = form.bind(*args, **kwargs)
            except TypeError:
                if by_name and len(args) > places:
                    wanted = f"expected {by_name} by name, not {_told(args[places])}"
                    raise TypeError(f"{function.__name__}: {wanted}") from None
                return function(*args, **kwargs)  # it says what is missing
            values = call.arguments
            try:
                for name, kind in kinds.items():
                    if name in values:
                        values[name] = _taken(name, values[name], kind, bounds.get(name), error)
            except _MisfitError as wrong:
                raise error(str(wrong)) from None
            return function(*call.args, **call.kwargs)

        return checked

    return decorated


def _is_known(argument: Parameter) -> bool:
    kind = argument.annotation
    return not (isinstance(kind, str) or kind is argument.empty) and argument.kind is not (
        Parameter.VAR_KEYWORD
    )


def _kind(argument: Parameter) -> Any:
    """Return the annotation of an argument, of several given one by one that of them all."""
    kind, several = argument.annotation, argument.kind is Parameter.VAR_POSITIONAL
    return GenericAlias(tuple, (kind, ...)) if several else kind


class _MisfitError(Exception):
    """Error that says what was expected of an argument, or of a part of it."""

    def __init__(self, name: str, wanted: str, value: object) -> None:
        super().__init__(f"{name}: expected {wanted}, not {_told(value)}")
        self.name, self.wanted = name, wanted


def _taken(name: str, value: Any, kind: Any, bounds: Bounds | None, error: Error) -> Any:
    """Return a value converted to the first of several kinds that it fits."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if (value is None and NoneType in kinds) or (Path in kinds and isinstance(value, str)):
        return value
    wanted: list[str] = []
    for candidate in kinds:
        if candidate is NoneType:
            continue
        try:
            return _as(name, value, candidate, bounds, error)
        except _MisfitError as wrong:
            if wrong.name != name or len(kinds) == 1:
                raise
            wanted.append(wrong.wanted)
    raise _MisfitError(name, " or ".join(dict.fromkeys(wanted)), value)


def _as(name: str, value: Any, kind: Any, bounds: Bounds | None, error: Error) -> Any:
    """Return a value converted to a kind."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        if not isinstance(value, str) and value not in inner:  # the function says which there are
            raise _MisfitError(name, f"one of {', '.join(map(repr, inner))}", value)
        return value
    if origin in (Mapping, dict):
        if not isinstance(value, Mapping):
            raise _MisfitError(name, "a mapping", value)
        keys = {_taken(name, raw, inner[0], None, error): raw for raw in value}
        return {
            key: _taken(f"{name}.{_named(key)}", value[raw], inner[1], bounds, error)
            for key, raw in keys.items()
        }
    if origin is type:
        base = get_origin(inner[0]) or inner[0]
        if isinstance(base, type) and not (isinstance(value, type) and issubclass(value, base)):
            raise _MisfitError(name, f"a class that is {_a(base)}", value)
        return value
    if origin in (Sequence, Iterable, Collection, tuple, list):
        return _listed(name, value, kind, bounds, error)
    return _plainly(name, value, origin or kind, bounds, error)


def _named(key: Any) -> str:
    return key.name.lower() if isinstance(key, Enum) else str(key)


def _listed(name: str, value: Any, kind: Any, bounds: Bounds | None, error: Error) -> Any:
    """Return a list or tuple converted to a kind, with each of its parts."""
    origin, inner = get_origin(kind), [arg for arg in get_args(kind) if arg is not Ellipsis]
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise _MisfitError(name, "a list", value)
    if inner == [Any]:
        return value
    parts = tuple(value)
    if origin is tuple and Ellipsis not in get_args(kind):
        if len(parts) != len(inner):
            raise _MisfitError(name, f"{len(inner)} of them", value)
    else:
        inner *= len(parts)
    pairs = enumerate(zip(parts, inner, strict=True))
    converted = (
        _taken(f"{name}[{at}]", part, part_kind, bounds, error) for at, (part, part_kind) in pairs
    )
    return list(converted) if origin is list else tuple(converted)


def _plainly(name: str, value: Any, kind: Any, bounds: Bounds | None, error: Error) -> Any:
    """Return a number, flag, text, member of an enumeration or thing of marengo."""
    if kind in (int, float):
        return _number(name, value, kind, bounds, error)
    if kind is bool:
        if not isinstance(value, bool | np.bool_):
            raise _MisfitError(name, "True or False", value)
        return bool(value)
    if kind is str:
        value = value.name.lower() if isinstance(value, Enum) else value
        if not isinstance(value, str):
            raise _MisfitError(name, "a text", value)
        return writable(name, value, error)
    return _thing(name, value, kind) if isinstance(kind, type) else value


def _thing(name: str, value: Any, kind: type) -> Any:
    """Return a value of a class; those of other libraries are not looked at."""
    if issubclass(kind, IntEnum):
        number = plain(value)
        if number not in list(kind) or not isinstance(number, int):
            names = ", ".join(f"{kind.__name__}.{member.name}" for member in kind)
            raise _MisfitError(name, f"one of {names}", value)
        return kind(number)
    classes = {Path: (str, PathLike), EllipsisType: EllipsisType}
    own = kind.__module__.startswith("marengo.") and not getattr(kind, "_is_protocol", False)
    wanted = classes.get(kind, kind if own else object)
    if not isinstance(value, wanted):  # type: ignore[arg-type]
        expected = "the path of a file" if kind is Path else _a(kind)
        raise _MisfitError(name, expected, value)
    return value


def _a(kind: type) -> str:
    return f"an {kind.__name__}" if kind.__name__[0] in "AEIOU" else f"a {kind.__name__}"


def _number(name: str, value: Any, kind: Any, bounds: Bounds | None, error: Error) -> Any:
    number, is_whole = plain(value), bounds.whole if bounds else kind is int
    if number is None or (is_whole and not isinstance(number, int)):
        raise _MisfitError(name, "a whole number" if is_whole else "a number", value)
    if bounds:
        return bounds.taken(name, value, error)
    return number if is_whole else value
