"""Where games that are played are saved."""

import atexit
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

from marengo.core.errors import RecordError
from marengo.core.records import GameRecord, is_record

SUFFIX = ".txt"

_NAME = re.compile(r"[\w][\w .-]*")


def visitors_folder() -> Path | None:
    """Return the folder of a visitor to a page that Voilà serves; None elsewhere.

    Each visitor has a kernel of his own, and the folder goes with it.
    """
    return _passing_folder() if "VOILA_PREHEAT" in os.environ else None  # Voilà's kernels have it


@cache
def _passing_folder() -> Path:
    """Make a folder that is gone when the kernel ends."""
    folder = Path(tempfile.mkdtemp(prefix="marengo-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def file_in(folder: Path, name: str) -> Path:
    """Return the file that a name stands for.

    Names lead nowhere else, as a page that is served may be used by anybody.
    """
    name = name.strip()
    if not _NAME.fullmatch(name):
        raise RecordError(
            f"{name!r} is no name for a file: expected letters, digits, spaces, '.', '-' and '_'"
        )
    return folder / (name if name.endswith(SUFFIX) else name + SUFFIX)


def save(record: GameRecord, path: Path) -> None:
    """Write a record to a file, which may hold an older record but nothing else."""
    try:
        if path.exists() and not is_record(path):
            raise RecordError(f"{path.name}: is there already and is no game: choose another name")
        record.save(path)
    except OSError as error:
        raise RecordError(f"{path.name}: cannot be written: {error}") from error
