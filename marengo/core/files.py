"""The door through which files come in that people hand over: text, TOML, JSON and Parquet.

Whatever a file holds, and whatever it is, what is raised is an error of the kind that the caller
names; it tells the file and what was expected. Only regular files are read, and text only up to a
size: a pipe never ends, and a parser may need a hundred times what it reads.
"""

import errno
import json
import re
import stat
import tomllib
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from marengo.core.faults import find_fault
from marengo.core.texts import HALF, decoded, strange_signs

T = TypeVar("T")

Error = type[ValueError]
"""The kind of error that a caller wants."""

MOST_BYTES = 2**24
"""Most bytes of a text: 16 MiB, a hundred times the largest that comes with marengo."""

MOST_WEIGHTS = 2**26
"""Of what a player has learned: 64 MiB, a hundred times the largest that comes with marengo."""

MOST_TABLE = 2**32
"""Of a table that is read whole: 4 GiB, four times what the largest batch of games takes."""

MOST_SHOWN = 80
"""Letters of a line that are shown in a message."""

MOST_DEPTH = 50
"""Most levels of tables and lists in one another."""

LEAST_NUMBER, MOST_NUMBER = -(2**63), 2**64 - 1
"""Bounds of the whole numbers of TOML, and of those written as JSON."""


def is_file(path: str | Path) -> bool:
    """Return whether a regular file lies there; never if no system allows its name."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def reason(fault: BaseException) -> str:
    """Return what was wrong in one line, without the name of the file."""
    message = fault.strerror if isinstance(fault, OSError) else None
    return message or (str(fault).splitlines() or [type(fault).__name__])[0]


def check_regular(path: str | Path, most: int | None = None) -> None:
    """Make sure that a path leads to a regular file, of so many bytes at most.

    Raise OSError if not, and ValueError if no system has such names.
    """
    status, wrong = Path(path).stat(), ""
    if not stat.S_ISREG(status.st_mode):
        kind = "folder" if stat.S_ISDIR(status.st_mode) else "device or a pipe"
        wrong = f"expected a file, not a {kind}"
    elif most is not None and status.st_size > most:
        wrong = f"expected at most {most:,} bytes, not {status.st_size:,}"
    if wrong:
        raise OSError(errno.EINVAL, wrong, str(path))


def content_of(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """Return what is in a file, or raise a ValueError that does not name it."""
    try:
        check_regular(path, most)
        return Path(path).read_bytes()
    except (OSError, ValueError) as fault:
        raise ValueError(f"cannot be read: {reason(fault)}") from fault


def read_bytes(path: str | Path, error: Error, most: int = MOST_BYTES, want: str = "") -> bytes:
    """Return what is in a file, or raise ``error``, which names it.

    ``want`` is what the file was expected to be, for the message.
    """
    try:
        return content_of(path, most)
    except ValueError as fault:
        raise error(f"{path}: {fault}{want and f'; expected {want}'}") from fault


def read_text(path: str | Path, error: Error, want: str = "") -> str:
    """Return the text in a file; see :func:`read_bytes`."""
    return _text_of(read_bytes(path, error, want=want), path, error)


def _text_of(content: bytes, path: str | Path, error: Error) -> str:
    """Return the text that the bytes of a file are."""
    try:
        return decoded(content)
    except ValueError as fault:
        raise error(f"{path}: {fault}") from fault


def read_toml(path: str | Path, error: Error, want: str = "TOML") -> dict[str, Any]:
    """Return what a TOML file says; see :func:`read_bytes`."""
    text = read_text(path, error, want)
    content: dict[str, Any] = _parsed(tomllib.loads, text, path, error, want)
    return content


def parse_json(content: bytes, path: str | Path, error: Error, want: str = "JSON") -> Any:
    """Return what the bytes of a JSON file say; see :func:`read_bytes`."""
    return _parsed(json.loads, _text_of(content, path, error), path, error, want)


def _parsed(
    parse: Callable[[str], Any], text: str, path: str | Path, error: Error, want: str
) -> Any:
    """Return what a text says, if its numbers are such and it is no deeper than it may be."""
    try:
        parsed = parse(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as fault:
        raise error(f"{path}: expected {want}: {reason(fault)}{_shown(text, fault)}") from fault
    except RecursionError as fault:
        raise error(f"{path}: is too deep: expected up to {MOST_DEPTH} lists in lists") from fault
    except ValueError as fault:  # of Python, about digits
        raise error(f"{path}: expected numbers of up to 20 digits: {reason(fault)}") from fault
    _check_values(parsed, path, error)
    return parsed


def _shown(text: str, fault: ValueError) -> str:
    """Return the line where a text cannot be understood, and what in it only looks right."""
    match = re.search(r"line (\d+)", str(fault))
    lines = text.split("\n")
    if match is None or int(match[1]) > len(lines):
        return ""
    line = lines[int(match[1]) - 1].strip()
    strange = strange_signs(line)
    hint = f"; it holds {', '.join(strange[:2])}: expected plain signs" if strange else ""
    return f": {line[:MOST_SHOWN]!r}{hint}" if line else ""


def _check_values(content: Any, path: str | Path, error: Error) -> None:
    """Make sure that what was read or given can be walked through and written down."""
    waiting: list[tuple[str, Any, int]] = [("", content, 0)]
    while waiting:
        field, value, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise error(f"{path}: {field}: expected up to {MOST_DEPTH} tables and lists in another")
        if isinstance(value, dict):
            where = f"{field}." if field else ""
            waiting += [(field, key, depth + 1) for key in value]
            waiting += [(f"{where}{key}", part, depth + 1) for key, part in value.items()]
        elif isinstance(value, list):
            waiting += [
                (f"{field}[{number}]", part, depth + 1) for number, part in enumerate(value)
            ]
        elif isinstance(value, str) and HALF.search(value):
            raise error(f"{path}: {ascii(field)[1:-1]}: expected whole characters, not {value!a}")
        elif isinstance(value, float) and not isfinite(value):
            raise error(f"{path}: {field}: expected a finite number, not {value}")
        elif isinstance(value, int) and not LEAST_NUMBER <= value <= MOST_NUMBER:
            raise error(f"{path}: {field}: expected a number of up to 64 bits, not {value}")


def fitted(content: Any, schema: type[T], path: str | Path, error: Error) -> T:
    """Return what was read as a schema has it, or raise ``error`` with file and field."""
    _check_values(content, path, error)
    try:
        return msgspec.convert(content, schema, str_keys=True)
    except msgspec.ValidationError as fault:
        raise error(f"{path}: {find_fault(content, schema) or fault}") from fault


def from_parquet(read: Callable[[Path], T], path: str | Path, error: Error, wrong: str) -> T:
    """Return what ``read`` makes of a Parquet file, or raise ``error``, which names it.

    Brackets in a name are no pattern. ``wrong`` is what the message says of the file.
    """
    from polars.exceptions import PanicException, PolarsError

    try:
        check_regular(path)
        return read(Path(path))
    except (OSError, ValueError, LookupError, PolarsError, PanicException) as fault:
        raise error(f"{path}: {wrong}: {reason(fault)}") from fault
