"""A working copy of the notebooks that come with marengo: what is there is never overwritten."""

import hashlib
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from marengo.core.errors import FileError
from marengo.core.files import parse_json, read_bytes
from marengo.lab.frames import save_text, writing_whole
from marengo.paths import shipped

NOTEBOOKS = "notebooks"

PARTS = (NOTEBOOKS, "docs")
"""Folders that are copied: the notebooks, and what they link to."""

UNUSED = ("_build", "__pycache__")

RECORD = ".marengo-notebooks.json"
"""The file that says which content each copy had when it was made, by its SHA-256."""


def working_copy(folder: Path) -> Path:
    """Copy what comes with marengo into a folder, and return that of the notebooks in it.

    A file that is there stays as it is; if marengo's has changed since, it is put beside it, which
    is said. FileError or OutputError if the folder cannot be written, or its record not be read.
    """
    source = shipped(NOTEBOOKS).parent
    if folder.is_dir() and folder.samefile(source):  # a checkout, where they lie
        return folder / NOTEBOOKS
    folder.mkdir(exist_ok=True)
    recorded = _known(folder / RECORD)
    if not recorded:
        print(f"{folder.resolve()}: the notebooks that come with marengo are copied", flush=True)
    digests: dict[str, str] = {}
    for path in _files(source):
        name, content = path.relative_to(source), path.read_bytes()
        digests[name.as_posix()] = digest = hashlib.sha256(content).hexdigest()
        _put(content, folder / name, recorded.get(name.as_posix()) == digest)
    save_text(json.dumps(digests, indent=1), folder / RECORD)
    return folder / NOTEBOOKS


def _known(record: Path) -> dict[str, object]:
    """Return which content the copies had that were made in a folder."""
    if not record.exists():
        return {}
    recorded = parse_json(read_bytes(record, FileError), record, FileError)
    if not isinstance(recorded, dict):
        raise FileError(f"{record}: expected a table of copies: delete it, to copy anew")
    return recorded


def _files(source: Path) -> Iterator[Path]:
    """Yield the files that are copied."""
    for part in PARTS:
        for path in sorted((source / part).rglob("*")):
            inner = path.relative_to(source).parts
            hidden = any(name.startswith(".") or name in UNUSED for name in inner)
            if path.is_file() and not hidden and path.suffix != ".py":
                yield path


def _put(content: bytes, path: Path, is_old: bool) -> None:
    """Write a file, or, if there is one that it may not replace, beside that one."""
    if path.exists():
        *existing, free = _names(path)
        if is_old or any(_holds(other, content) for other in existing):
            return
        path = free
        print(f"{path}: newer than the one beside it, which is left as it is", flush=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    with writing_whole(path) as file:
        file.write(content)


def _holds(path: Path, content: bytes) -> bool:
    """Return whether a file has a content; one of another size is not read."""
    return path.stat().st_size == len(content) and path.read_bytes() == content


def _names(path: Path) -> Iterator[Path]:
    """Yield a file that is there, the newer ones beside it, and the first name that is free."""
    yield path
    for number in count(1):
        beside = path.with_name(f"{path.stem}.new{number if number > 1 else ''}{path.suffix}")
        yield beside
        if not beside.exists():
            return
