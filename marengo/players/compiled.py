"""How players are compiled: as the rules are, with a cache that any change of theirs renews."""

from collections.abc import Callable
from typing import TypeVar

from marengo.rules.compiled import cache_of, compiled_into

Function = TypeVar("Function", bound=Callable[..., object])

CACHE = cache_of("rules", "players")


def compiled(function: Function) -> Function:
    """Compile a function of a player with Numba, see :func:`marengo.rules.compiled.compiled`."""
    return compiled_into(CACHE, function)


def inlined(function: Function) -> Function:
    """Compile a function of a player as a part of those that call it.

    See :func:`marengo.rules.compiled.inlined`.
    """
    return compiled_into(CACHE, function, inline="always")
