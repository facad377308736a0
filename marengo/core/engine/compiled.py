"""How functions are compiled: by Numba, kept on disk, and never out of date.

Numba keeps compiled code beside a fingerprint of the file it came from, and does not notice when a
function called from another file changes. So compiled code lies in folders named by a hash of all
sources it may be made of. A package of such sources, a *room*, names in ``STANDS_ON`` the rooms
whose functions its own call. Functions of :mod:`marengo.core` are compiled for each game anew: the
records they work on bear the version of their room, see :class:`marengo.core.engine.record.Record`.
"""

import hashlib
import inspect
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import numba
import numpy as np
from numba import NumbaExperimentalFeatureWarning, config, types
from numba.core.registry import CPUDispatcher

from marengo.core.engine.kept import KeptFunctions
from marengo.paths import cache_path

if TYPE_CHECKING:
    uint64 = int  # what plain Python code may think of it
else:
    # Of other numbers compiled code asks whether they count from the end of an array; in a range of
    # these it goes through several at a time. Arithmetic of the two together makes floats.
    uint64 = int if config.DISABLE_JIT else np.uint64

# The weights of a war begin with those of its battles, whose functions so take them as they are.
warnings.filterwarnings("ignore", "(?s).* considered a subtype", NumbaExperimentalFeatureWarning)

Function = TypeVar("Function", bound=Callable[..., object])
Inline = Literal["never", "always"]

__all__ = [
    "COMPILES",
    "Entry",
    "cache_of",
    "compiled",
    "entry",
    "inlined",
    "room_of",
    "uint64",
    "version_of",
    "version_of_modules",
]

COMPILES = not config.DISABLE_JIT  # type: ignore[attr-defined]
"""True if functions are compiled, not run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

LENGTH = 16
"""Hexadecimal digits of a version."""


@cache
def room_of(module: str) -> str | None:
    """Return the innermost package around a module that names the rooms it stands on, or None."""
    package = module.rpartition(".")[0]
    while package:
        if hasattr(import_module(package), "STANDS_ON"):
            return package
        package = package.rpartition(".")[0]
    return None


@cache
def version_of(room: str) -> str:
    """Return the hash of all that functions of a room may be compiled from, Numba included."""
    digest = hashlib.sha256(numba.__version__.encode())
    for package in (room, *import_module(room).STANDS_ON):
        spec = find_spec(package)
        assert spec is not None
        for folder in spec.submodule_search_locations or ():
            for source in sorted(Path(folder).rglob("*.py")):
                digest.update(f"{package} {source.relative_to(folder).as_posix()} ".encode())
                digest.update(source.read_bytes())
    return digest.hexdigest()[:LENGTH]


def version_of_modules(names: Iterable[str]) -> str:
    """Return the hash of modules outside all rooms: of files, or of what a notebook defined."""
    digest = hashlib.sha256(numba.__version__.encode())
    for name in sorted(set(names)):
        module = sys.modules[name]
        digest.update(name.encode() + _content_of(module))
    return digest.hexdigest()[:LENGTH]


def _content_of(module: ModuleType) -> bytes:
    """Return the source of a module; of a notebook that of its functions."""
    if getattr(module, "__file__", None):
        return Path(str(module.__file__)).read_bytes()
    values = [getattr(value, "py_func", value) for value in vars(module).values()]
    own = [
        value
        for value in values
        if inspect.isfunction(value) and value.__module__ == module.__name__
    ]
    return "".join(inspect.getsource(function) for function in own).encode()


def cache_of(room: str) -> Path:
    """Return the folder for compiled code of a room."""
    return cache_path() / "engine" / version_of(room)


def _wide(kind: types.Type) -> types.Type:
    """Return the type that an argument has in a function that compiled code calls.

    Small fields of records, truths, members of enumerations and numbers written out are all one, so
    that a function is compiled once.
    """
    if isinstance(kind, types.Literal):
        kind = kind.literal_type
    whole = isinstance(kind, types.Integer | types.Boolean | types.IntEnumMember)
    return types.int64 if whole else kind


def _all_wide(args: Any, kws: Any) -> Any:
    return tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()}


class Entry(CPUDispatcher):
    """A function that Python calls too; compiled code calls it with wide integers."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the signature for a call of these types, as Numba asks."""
        return super().get_call_template(*_all_wide(args, kws))

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        """Return the arguments in order, as Numba asks where a function calls itself."""
        return super().fold_argument_types(*_all_wide(args, kws))


class _Inner(Entry):
    """A compiled function without a wrapper for Python, which runs it uncompiled."""

    def __call__(self, *arguments: Any) -> Any:
        """Run it in plain Python: to jump into machine code without a wrapper ends the process."""
        return self.py_func(*arguments)


def _compile(function: Function, is_entry: bool = False, inline: Inline = "never") -> Function:
    """Return a function compiled by Numba."""
    decorate = numba.njit(  # type: ignore[call-overload] # stubs do not know of the wrappers
        nogil=True,
        error_model="numpy",
        no_cfunc_wrapper=True,
        no_cpython_wrapper=not is_entry,
        inline=inline,
    )
    dispatcher = decorate(function)
    room = room_of(function.__module__)
    if COMPILES and room is not None:
        # Numba makes its settings at run time, so that type checkers do not see them
        config.CACHE_DIR = str(cache_of(room))  # type: ignore[attr-defined]
        dispatcher._cache = KeptFunctions(function)
    if COMPILES:
        dispatcher.__class__ = Entry if is_entry else _Inner
    return cast("Function", dispatcher)


def compiled(function: Function) -> Function:
    """Compile a function that compiled code calls: without the interpreter lock, C-like division.

    With ``NUMBA_DISABLE_JIT=1`` in the environment the function stays plain Python. Called from
    Python it runs uncompiled too: the wrapper for that takes a seventh of the time to compile.
    """
    return _compile(function)


def entry(function: Function) -> Function:
    """Compile a function that Python calls too."""
    return _compile(function, is_entry=True)


def inlined(function: Function) -> Function:
    """Compile a function as a part of those that call it.

    Compiling a function takes as long as all that it calls, for LLVM goes through that again. So
    functions that call much, but are called in one or two places, are not compiled by themselves.
    """
    return _compile(function, inline="always")
