"""How rules are compiled: one decorator, and a cache that cannot go stale.

Numba keeps compiled code beside a fingerprint of the file it came from, and does not notice
when a function called from another file changes. The cache therefore lives in a folder named by
the hash of all engine sources, so that any change of a rule starts a fresh one.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba
from platformdirs import user_cache_path

Function = TypeVar("Function", bound=Callable[..., object])

SOURCES = Path(__file__).parent


def _fingerprint() -> str:
    """Hash of every engine source and of Numba's version."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(SOURCES.rglob("*.py")):
        digest.update(source.relative_to(SOURCES).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


CACHE = user_cache_path("marengo") / "engine" / _fingerprint()
numba.config.CACHE_DIR = str(CACHE)


def is_compiled() -> bool:
    """Whether a compiled engine for exactly these sources lies in the user's cache."""
    return bool(numba.config.DISABLE_JIT) or any(CACHE.rglob("engine.*.nbc"))


def compiled(function: Function) -> Function:
    """Compile a rule with Numba: without the interpreter lock, kept on disk, C-like division.

    With ``NUMBA_DISABLE_JIT=1`` in the environment the function stays plain Python.
    """
    decorate = numba.njit(nogil=True, cache=True, error_model="numpy")
    result: Function = decorate(function)
    return result
