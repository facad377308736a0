"""Parquet files that hold the SHA-256 of all else in them: no bit that changed is read as data.

It stands in their metadata, and is that of the file with zeros in its place. Files without one,
which other programs wrote, are read as they are.
"""

import hashlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PanicException, PolarsError

from marengo.core.errors import FileError
from marengo.core.files import MOST_TABLE, check_regular, reason

ENTRY = "checksum"
"""Entry of the metadata that holds the checksum."""

MARK = b"marengo-sha256:"
"""Mark before the checksum; it is looked for in the bytes, as a damaged file says anything."""

BLANK = b"0" * 64


def sealed(frame: pl.DataFrame, metadata: Mapping[str, str] | None = None, **options: Any) -> bytes:
    """Return a frame as the content of a Parquet file with its checksum.

    ``options`` are those of :meth:`polars.DataFrame.write_parquet`.
    """
    file = io.BytesIO()
    notes = {**(metadata or {}), ENTRY: (MARK + BLANK).decode()}
    frame.write_parquet(file, metadata=notes, **options)
    content = file.getvalue()
    return _with_sum(content, content.rindex(MARK), hashlib.sha256(content).hexdigest().encode())


def read_sealed(
    path: str | Path, advice: str, most: int = MOST_TABLE
) -> tuple[pl.DataFrame, dict[str, str]]:
    """Return the rows and the metadata of a Parquet file, if it is as it was written.

    Otherwise, or if it has more than ``most`` bytes, raise FileError, which ends with ``advice``.
    """
    try:
        check_regular(path, most)
        content = Path(path).read_bytes()
        damaged = FileError(f"{path}: is damaged, its SHA-256 is not the one in it; {advice}")
        if (place := content.rfind(MARK)) >= 0:
            summed = hashlib.sha256(_with_sum(content, place, BLANK)).hexdigest()
            if content != _with_sum(content, place, summed.encode()):
                raise damaged
        frame, notes = pl.read_parquet(content), pl.read_parquet_metadata(io.BytesIO(content))
        if place < 0 and ENTRY in notes:  # the mark is what was damaged
            raise damaged
        return frame, notes
    except FileError:
        raise
    except (PolarsError, PanicException) as error:
        raise FileError(f"{path}: cannot be read as Parquet: {reason(error)}; {advice}") from error
    except (OSError, ValueError) as error:  # a name that cannot be one is a ValueError
        raise FileError(f"{path}: cannot be read: {reason(error)}; {advice}") from error


def _with_sum(content: bytes, place: int, digits: bytes) -> bytes:
    """Return the content of a file with other digits after the mark at a place."""
    first = place + len(MARK)
    return content[:first] + digits + content[first + len(BLANK) :]
