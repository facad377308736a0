"""How observers are compiled: as players are, with a cache that any change of theirs renews."""

from collections.abc import Callable
from typing import TypeVar

from marengo.rules.compiled import cache_of, compiled_into

Function = TypeVar("Function", bound=Callable[..., object])

CACHE = cache_of("rules", "players", "lab/observing")


def compiled(function: Function) -> Function:
    """Compile a function of an observer, see :func:`marengo.rules.compiled.compiled`."""
    return compiled_into(CACHE, function)


def inlined(function: Function) -> Function:
    """Compile a function of an observer as a part of those that call it.

    See :func:`marengo.rules.compiled.inlined`.
    """
    return compiled_into(CACHE, function, inline="always")
