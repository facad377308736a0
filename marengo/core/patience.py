"""Playing while the rules are still being compiled: in plain Python, until the code is there.

A large game takes minutes to compile. In plain Python a decision takes a tenth of a second, which
is quick enough for who sits at the board. Another process compiles meanwhile, and keeps the code.
"""

import atexit
import re
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from marengo.core.engine.compiled import Entry
from marengo.core.engine.dispatch import is_implemented
from marengo.core.engine.kept import KeptFunctions
from marengo.core.engine.record import Record
from marengo.core.files import is_file
from marengo.core.game import Game

__all__ = ["be_patient"]

PLAIN = re.compile(
    r"marengo\.(core\.engine\.(driver|policy|random)|games\.\w+\.(rules|policy)\.\w+)"
)
"""Modules of rules, and of players that grow no tree."""

AWAITED = re.compile(r"marengo\.core\.engine\.search\.\w+")
"""Modules that are too slow in plain Python."""

TICK = 0.2
"""Seconds between two looks for code that is awaited."""

_patient: set["np.dtype[np.void]"] = set()
"""Types of the positions of games that are played patiently."""

_to_begin: dict[str, str] = {}
_begun: dict[str, subprocess.Popen[bytes]] = {}
"""By the name of the game, whose scenarios share their code: a source; who compiles it."""


class _Awaited(Entry):
    """A compiled function that waits as long as another process may be compiling it."""

    def __call__(self, *arguments: Any) -> Any:
        """Run it as soon as its code is kept, or nobody compiles any longer."""
        while not self._is_there(arguments) and _is_compiling():
            time.sleep(TICK)
        return super().__call__(*arguments)

    def _is_there(self, arguments: tuple[Any, ...]) -> bool:
        """Return whether nobody has to wait; once the code is there, it is not looked for again."""
        if not _is_awaited(arguments):
            return True
        ready: set[Any] = vars(self).setdefault("there", set())
        if (kinds := _kind_of(arguments)) not in ready:
            types = tuple(map(self.typeof_pyval, arguments))  # which takes milliseconds
            if types not in self.overloads and not is_file(_path_of(self, types)):
                return False
            ready.add(kinds)
        return True


def _is_awaited(arguments: tuple[Any, ...]) -> bool:
    """Return whether a call may be of a patient game; its second argument tells whose it is."""
    dtype = getattr(arguments[1], "dtype", None) if len(arguments) > 1 else None
    return dtype is None or dtype in _patient or not is_implemented(dtype)


def _kind_of(value: Any) -> Any:
    """Return what values have in common for which the same code is compiled."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.c_contiguous, value.flags.writeable
    return tuple(map(_kind_of, value)) if isinstance(value, tuple) else type(value)


class _Plain(_Awaited):
    """A compiled function that runs in plain Python meanwhile."""

    def __call__(self, *arguments: Any) -> Any:
        """Run it compiled if that is possible at once."""
        if any(isinstance(each, Record) for each in arguments):  # called by what runs in Python
            return self.py_func(*arguments)
        if self._is_there(arguments) or not _is_compiling():
            return Entry.__call__(self, *arguments)
        copies = [_copied(each) for each in arguments]
        answer = self.py_func(*copies)
        for records, copy in zip(arguments, copies, strict=True):
            if isinstance(copy, _Copies):
                copy.write_to(records)
        return answer


class _Copies(list[Any]):
    """Records as plain objects, which are assigned by value as NumPy's are."""

    def __setitem__(self, place: Any, record: Any) -> None:
        for name, value in vars(record).items():
            setattr(self[place], name, list(value) if isinstance(value, list) else value)

    def write_to(self, records: Any) -> None:
        """Write what the objects hold into the records that they are copies of."""
        for record, plain in zip(records, self, strict=True):
            for name, value in vars(plain).items():
                record[name] = value


def _copied(value: Any) -> Any:
    """Return records as plain objects, and all else as it is."""
    if isinstance(value, np.ndarray) and value.dtype.names:
        kind = _record_of(value.dtype)
        return _Copies(kind.plain(record) for record in value)
    return value


@cache
def _record_of(dtype: "np.dtype[np.void]") -> type[Record]:
    kinds = [Record]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return next(kind for kind in kinds[1:] if kind.dtype() == dtype)


@cache
def _path_of(function: Any, types: tuple[Any, ...]) -> Path:
    """Return the file in which the code of a function for some types is kept, or will be."""
    code_cache = function._cache
    files = code_cache._cache_file
    key = code_cache._index_key(types, function.targetctx.codegen())
    return Path(files._data_path(files._name_of(key)))


def _is_compiling() -> bool:
    """Return whether missing code may come; whoever misses it first has it compiled."""
    while _to_begin:
        name, source = _to_begin.popitem()
        command = [sys.executable, "-m", "marengo.cli", "compile", source, "--until-closed"]
        _begun[name] = subprocess.Popen(  # noqa: S603 - this very interpreter
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    return any(process.poll() is None for process in _begun.values())


@atexit.register
def _end() -> None:
    """End the processes that compile for this one."""
    for process in _begun.values():
        with process:
            process.kill()


def be_patient(game: Game[Any]) -> None:
    """Play a game at once from now on: if its code is missing, plainly until it is compiled.

    What of its code is missing is compiled by another process, which ends with this one. Searches
    wait for it. Whatever is compiled for games in bulk is compiled here when it is called. A game
    that was not loaded by a name or from a file is compiled as ever.
    """
    kinds: dict[re.Pattern[str], type[Entry]] = {PLAIN: _Plain, AWAITED: _Awaited}
    for name, module in list(sys.modules.items()):
        for pattern, kind in kinds.items():
            for function in vars(module).values() if pattern.fullmatch(name) else ():
                code_cache = getattr(function, "_cache", None)
                if type(function) is Entry and isinstance(code_cache, KeptFunctions):
                    function.__class__ = kind
    if game.source:
        _patient.add(game.engine.state.dtype())
        if game.name not in _begun:
            _to_begin[game.name] = game.source
