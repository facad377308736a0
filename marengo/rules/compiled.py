"""How rules are compiled: one decorator, and a cache that cannot go stale.

Numba keeps compiled code beside a fingerprint of the file it came from, and does not notice
when a function called from another file changes. The cache therefore lives in a folder named by
the hash of all engine sources, so that any change of a rule starts a fresh one.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar, cast

import numba
import numpy as np
from numba import config
from platformdirs import user_cache_path

if TYPE_CHECKING:
    int64 = int  # what plain Python code may think of it
else:
    # Compiled code widens the small fields of records with it; Python's own numbers are wide, and
    # several times quicker to calculate with than NumPy's.
    int64 = int if config.DISABLE_JIT else np.int64

Function = TypeVar("Function", bound=Callable[..., object])
Inline = Literal["never", "always"]

__all__ = ["CACHE", "COMPILES", "cache_of", "compiled", "compiled_into", "inlined", "int64"]

PACKAGE = Path(__file__).parent.parent


def cache_of(*rooms: str) -> Path:
    """Return the folder for compiled code of some rooms: named by their sources and by Numba's."""
    digest = hashlib.sha256(numba.__version__.encode())
    for room in rooms:
        for source in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(source.relative_to(PACKAGE).as_posix().encode())
            digest.update(source.read_bytes())
    return user_cache_path("marengo") / "engine" / digest.hexdigest()[:16]


CACHE = cache_of("rules")
COMPILES = not config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether rules are compiled, or run as plain Python (``NUMBA_DISABLE_JIT=1``)."""


def compiled_into(cache: Path, function: Function, inline: Inline = "never") -> Function:
    """Compile a function with Numba and keep it in a folder, see :func:`compiled`.

    ``inline`` is Numba's: ``"always"`` for functions that become a part of those that call them.
    Functions for C to call are left out, as nobody asks for them.
    """
    # Numba makes its settings at run time, so that type checkers do not see them
    config.CACHE_DIR = str(cache)  # type: ignore[attr-defined]
    decorate = numba.njit(  # type: ignore[call-overload] # stubs do not know of no_cfunc_wrapper
        nogil=True, cache=True, error_model="numpy", no_cfunc_wrapper=True, inline=inline
    )
    return cast("Function", decorate(function))


def compiled(function: Function) -> Function:
    """Compile a rule with Numba: without the interpreter lock, kept on disk, C-like division.

    With ``NUMBA_DISABLE_JIT=1`` in the environment the function stays plain Python.
    """
    return compiled_into(CACHE, function)


def inlined(function: Function) -> Function:
    """Compile a rule as a part of those that call it.

    Compiling a function takes as long as all that it calls, for LLVM goes through that again. So
    functions that call much, but are called in one or two places, are not compiled by themselves.
    """
    return compiled_into(CACHE, function, inline="always")
