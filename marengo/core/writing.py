"""How files reach the disk whole: they appear at their place when all is written, or not at all."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

NOT_FOR_FOLDERS = (errno.EINVAL, errno.ENOTSUP, errno.EACCES)
"""Errors of systems that cannot write down a folder, or not one that may not be read."""

STEM = 50
"""Letters of a file's name that its temporary file has, as names may not be too long."""

PRIVATE, FOR_ALL = 0o600, 0o644
"""Modes of a file that its owner may read, or everybody."""


@contextmanager
def written_whole(path: Path, mode: int = FOR_ALL) -> Iterator[IO[bytes]]:
    """Open a file that appears at its place when it was written without an error, or not at all.

    Once this is left, it is there even if the power fails: file and folder are written down. Raise
    OSError if it cannot be written.
    """
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:STEM]}")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
        sync_folder(path.parent)
    finally:
        Path(temporary).unlink(missing_ok=True)


def write_private(path: Path, content: bytes) -> None:
    """Write a file that nobody else on this machine can read, as :func:`written_whole` does."""
    with written_whole(path, PRIVATE) as file:
        file.write(content)


def sync_folder(folder: Path) -> None:
    """Have the system write down what was moved into a folder, where it can do so for folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in NOT_FOR_FOLDERS:
            raise
