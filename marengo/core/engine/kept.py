"""Where compiled code is kept: in files that may be damaged, lost or refused.

Numba's own cache has an index beside the code of each function, and takes both for sound. So a file
that was cut short ends every start, and processes that compile at once may lose the entries of one
another, or call the code of the wrong one. Here is no index: a file is named by what it was
compiled for, and ends with a hash of what was written. Whatever cannot be used is compiled again.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import config
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

HASH = sha256().digest_size

_said: set[str] = set()


def _say(what: str, reason: object) -> None:
    """Say one line, once."""
    if what not in _said:
        _said.add(what)
        print(f"{what}: {reason}", file=sys.stderr)


class _Locator(UserProvidedCacheLocator):
    """The folder that the settings name, or none.

    Numba would look for another if it cannot be written to, and keep code beside its source, where
    it outlives changes of all others that it was compiled from. The folder is named by a hash of
    all sources, so neither where these lie nor when they were written is asked: a checkout, a clone
    of it and an installed wheel share what one of them compiled.
    """

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        folder: str = config.CACHE_DIR  # type: ignore[attr-defined] # made at run time
        self._cache_path = str(Path(folder) / py_func.__module__)

    def get_source_stamp(self) -> str:
        """Return nothing: other sources have another folder."""
        return ""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Locator":
        """Return the place for a function of a file."""
        return cls(py_func, py_file)


class _Results(CompileResultCacheImpl):
    """Way in which Numba keeps compiled functions."""

    _locator_classes = [_Locator]  # noqa: RUF012 - Numba's own is a list


class _Files(IndexDataCacheFile):
    """The files of a function, without an index."""

    def load(self, key: object) -> Any:
        """Return what was compiled, None if there is no such file or it cannot be read."""
        name = self._name_of(key)
        try:
            content = Path(self._data_path(name)).read_bytes()
        except OSError:
            return None
        if sha256(content[:-HASH]).digest() != content[-HASH:]:
            raise ValueError(name)
        return self._load_data(name)

    def save(self, key: object, data: object) -> None:
        """Write what was compiled, and put it in its place in one step."""
        self._save_data(self._name_of(key), data)

    def _name_of(self, key: object) -> Any:
        content = repr((self._source_stamp, key)).encode()
        return self._data_name(int.from_bytes(sha256(content).digest()[:8]))

    def _dump(self, obj: object) -> bytes:
        """Return a pickle and its hash; who loads it reads to the end of the pickle."""
        content: bytes = super()._dump(obj)
        return content + sha256(content).digest()


class KeptFunctions(FunctionCache):
    """The compiled code of a function, as far as it can be kept."""

    _impl_class = _Results

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = _Files(
            self._cache_path, self._impl.filename_base, locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for a signature, None if it has to be compiled."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a pickle may raise anything
            _say("Compiled code is damaged, and compiled again", self._cache_path)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, if there is a place and room for it."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say("Compiled code cannot be kept, and is compiled at every start", error)
