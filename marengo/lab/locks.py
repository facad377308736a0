"""Locks: what one process writes to no other writes to at the same time."""

from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock, Timeout

from marengo.core.errors import MarengoError
from marengo.lab.frames import OutputError


def locked(path: Path, taken: MarengoError, seconds: float = 0) -> AbstractContextManager[object]:
    """Lock a file, which is made if need be, until this is left; or until a kill.

    Parameters
    ----------
    path : Path
        The file. It stays: to remove it would let two others lock two of that name.
    taken : MarengoError
        What is raised if another process holds the lock.
    seconds : float
        How long to wait for it before.

    Raises
    ------
    OutputError
        If the file cannot be made.
    """
    lock = FileLock(path, timeout=seconds)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return lock.acquire()
    except Timeout as error:
        raise taken from error
    except (OSError, ValueError, NotImplementedError) as error:
        raise OutputError(f"{path.parent}: {error}") from error
