"""The one door for numbers that people give: taken as what they plainly are, or refused by name."""

import operator
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from math import isfinite
from types import EllipsisType, GenericAlias, NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

import numpy as np

from marengo.core.errors import MarengoError

P = ParamSpec("P")
T = TypeVar("T")

MOST_GAMES = 10_000_000
"""Games of a batch or of a cell: a 95 % interval of ± 0.03 points, and some gigabytes."""

MOST_WORKERS = 1_024
"""Threads or processes."""

MOST_SEED = 2**63 - 1
"""Seeds are kept in columns of 64 bits."""

MOST_DIGITS = 300
"""Of the seed of a game, which may be any number that somebody has drawn."""

MOST_START = 10**MOST_DIGITS - 1
"""The largest seed of a game."""

MOST_BITS = 128
"""Of a number that a message writes out."""

INFINITE = float("inf")

Error = type[ValueError]


def plain(value: object) -> int | float | None:
    """Return a number as Python has it, whole if it plainly is; None of what is no number.

    Examples
    --------
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

    Raises
    ------
    ValueError
        As asked for, if it is no number, or too small or too large; names the argument.

    Examples
    --------
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
    """Return a number that was given for an argument, whole or not.

    Raises
    ------
    ValueError
        As :func:`whole`.
    """
    number = plain(value)
    if number is None or not isfinite(number):
        raise error(f"{name}: expected a number, not {_told(value)}")
    _check_between(name, number, least, most, error)
    return float(number) if isinstance(value, float | np.floating) else number


def _check_between(name: str, number: float, least: float, most: float, error: Error) -> None:
    if number < least:
        raise error(f"{name}: expected {least} or more, not {_told(number)}")
    if number > most:
        told = f"{most:,} or less" if most < 10**40 else f"up to {len(str(most))} digits"
        raise error(f"{name}: expected {told}, not {_told(number)}")


def _told(value: object) -> str:
    """Return how a message writes what was given."""
    if not isinstance(value, int):
        return reprlib.repr(value)
    bits = value.bit_length()
    return str(value) if bits <= MOST_BITS else f"a number of {bits:,} bits"


@dataclass(frozen=True)
class Bounds:
    """What an argument may be.

    Parameters
    ----------
    least, most : float
        Its bounds.
    whole : bool
        Whether it is a whole number.
    """

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
    """Return a decorator that sees to the numbers that a function is given.

    Parameters
    ----------
    error : type of ValueError
        What is raised, and names the argument.
    **bounds : Bounds
        What each argument may be; each number in it, if it is a list or a table of such. What its
        annotation allows beside numbers, such as None or a text, is passed on as it is.
    """

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        form = signature(function)
        kinds = {name: _kind(form.parameters[name]) for name in bounds}

        @wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                given = form.bind(*args, **kwargs)
            except TypeError:
                return function(*args, **kwargs)  # it says what is missing
            for name in bounds.keys() & given.arguments.keys():
                value = given.arguments[name]
                given.arguments[name] = _taken(name, value, kinds[name], bounds[name], error)
            return function(*given.args, **given.kwargs)

        return checked

    return decorated


def _kind(argument: Parameter) -> Any:
    """Return the annotation of an argument, of several given one by one that of them all."""
    kind, several = argument.annotation, argument.kind is Parameter.VAR_POSITIONAL
    return GenericAlias(tuple, (kind, ...)) if several else kind


def _taken(name: str, value: Any, kind: Any, bounds: Bounds, error: Error) -> Any:
    """Return what was given for an argument of a kind, with each number in it as it is taken."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    for one in kinds:
        origin, inner = get_origin(one), get_args(one)
        if origin is Mapping and isinstance(value, Mapping):
            return {
                key: _taken(f"{name}[{key!r}]", part, inner[1], bounds, error)
                for key, part in value.items()
            }
        if origin in (Sequence, tuple) and _is_list(value):
            return tuple(_taken(name, part, inner[0], bounds, error) for part in value)
        if one in (str, bool, NoneType, EllipsisType) and isinstance(value, one):
            return value
        if origin is Literal and isinstance(value, str):
            return value  # the function says which there are
    return bounds.taken(name, value, error)


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
