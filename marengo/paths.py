"""Where the files that belong to marengo are found, and where it keeps others."""

import os
import stat
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path


def data_path(relative: str) -> Path:
    """Return the path of a file that ships with marengo.

    Parameters
    ----------
    relative : str
        The file as it lies under ``data/``, for example ``"boards/triomphe.geojson"``.

    Returns
    -------
    Path
        In an installed package below ``marengo/data``, in a checkout below the ``data`` folder
        beside the package. The file itself need not exist.
    """
    return shipped("data") / relative


def shipped(folder: str) -> Path:
    """Return a folder that lies inside an installed package, and in a checkout beside it."""
    package = Path(__file__).resolve().parent
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


@cache
def cache_path() -> Path:
    """Return the folder for what is made once and may be deleted: compiled code, what was learned.

    It is the user's folder of caches. If that cannot be made, or another user keeps it to himself,
    it is one for temporary files, which is said in a line. One that can only be read is used: it
    may hold what is needed.
    """
    wanted = user_cache_path("marengo")
    with suppress(OSError):
        wanted.mkdir(parents=True, exist_ok=True)
    if os.access(wanted, os.R_OK | os.X_OK):
        return wanted
    folder = _own_temporary()
    print(f"{wanted}: cannot be used, so what is compiled is kept in {folder}", file=sys.stderr)
    return folder


def _own_temporary() -> Path:
    """Return a folder for temporary files that is this user's alone, the same for all processes.

    Compiled code is run, so nobody else may have put any there.
    """
    user = os.getuid() if hasattr(os, "getuid") else "cache"
    folder = Path(tempfile.gettempdir()) / f"marengo-{user}"
    with suppress(OSError):
        folder.mkdir(mode=stat.S_IRWXU, exist_ok=True)
        status = folder.lstat()
        alone = stat.S_ISDIR(status.st_mode) and not status.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        if os.name != "posix" or (alone and status.st_uid == user):
            return folder
    return Path(tempfile.mkdtemp(prefix="marengo-"))
