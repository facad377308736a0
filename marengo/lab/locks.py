"""Locks: what one process writes to no other writes to at the same time."""

from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock, Timeout

from marengo.core.errors import MarengoError
from marengo.core.files import reason
from marengo.lab.frames import OutputError


def locked(path: Path, taken: MarengoError, seconds: float = 0) -> AbstractContextManager[object]:
    """Lock a file, which is made if need be, until this is left; or until a kill.

    It stays: to remove it would let two others lock two of that name.
    """
    try:
        return _acquired(path, seconds)
    except Timeout as error:
        raise taken from error


def is_locked(path: Path) -> bool:
    """Return whether another lock holds a file, which is made if need be."""
    try:
        with _acquired(path, 0):
            return False
    except Timeout:
        return True


def _acquired(path: Path, seconds: float) -> AbstractContextManager[object]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(path, timeout=seconds).acquire()
    except Timeout:
        raise
    except (OSError, ValueError, NotImplementedError) as error:
        wanted = "expected a folder that can be written to"
        raise OutputError(f"{path.parent}: {reason(error)}; {wanted}") from error
