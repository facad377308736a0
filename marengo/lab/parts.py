"""Parts of a run: folders of Parquet files and their checksums, each there whole or not at all.

A part is a folder ``parts/NUMBER``. It holds the rows of some games, a file for each kind that has
any, and ``SHA256SUMS``, which ``sha256sum --check`` reads too. It is written beside its place and
appears by one rename, rows and checksums together. A part ``parts/NUMBER-all`` holds the rows of
all before it: they are no longer read, whether or not they are still there. So no row is there
twice or without its checksum, wherever a process is killed.
"""

import hashlib
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import polars as pl
from polars.io.plugins import register_io_source

from marengo.core.files import MOST_BYTES, check_regular, from_parquet
from marengo.core.writing import sync_folder
from marengo.lab.frames import OutputError, save_text, writing_whole
from marengo.lab.kinds import COMMITTED, COUNTED, FORFEITS, OBSERVED, ORDER
from marengo.lab.plan import StudyError

PARTS = "parts"

SUMS = "SHA256SUMS"

NAME = re.compile(r"(\d{6,})(-all)?")

FILES = {f"{kind}.parquet" for kind in (COMMITTED, COUNTED, "failures", FORFEITS, *OBSERVED)}
"""The files that a part may have."""

ROWS = 50_000
"""Rows of a row group, which is read or left out as a whole."""

SLAB = 100_000
"""Rows that are sorted in memory at a time."""

AGAIN = "the call or command that played this run plays its games again"

ADVICE = f"remove it, and {AGAIN}"


def part_path(folder: Path, number: int, holds_all: bool = False) -> Path:
    """Return the place of a part of the run in a folder."""
    return folder / PARTS / f"{number:06}{'-all' * holds_all}"


def number_of(part: Path) -> int:
    """Return the number of a part."""
    return int(part.name.removesuffix("-all"))


def all_parts(folder: Path) -> list[Path]:
    """Return the parts that lie in the folder of a run, in order, read or not."""
    parts = (path for path in (folder / PARTS).glob("*") if NAME.fullmatch(path.name))
    return sorted(parts, key=number_of)


def parts_of(folder: Path) -> list[Path]:
    """Return the parts of a run that are read: those since the last one that holds all before."""
    parts = all_parts(folder)
    compact = [place for place, part in enumerate(parts) if part.name.endswith("-all")]
    return parts[max(compact, default=0) :]


def files_of(folder: Path, kind: str) -> list[Path]:
    """Return the files that hold the rows of a kind, each row once."""
    while True:
        parts = parts_of(folder)
        files = [path for part in parts if (path := part / f"{kind}.parquet").exists()]
        if parts_of(folder) == parts:  # else another process has compacted them meanwhile
            return files


def scan(files: list[Path], schema: pl.Schema) -> pl.LazyFrame:
    """Return the rows of files of a kind, in order; each file is so in itself."""
    if not files:
        return pl.LazyFrame(schema=schema)
    frame = pl.scan_parquet(files, schema=schema, glob=False)
    return frame if len(files) == 1 else frame.sort(ORDER, maintain_order=True)


def check_schema(files: list[Path], schema: pl.Schema, wrong: str) -> None:
    """Make sure that files are of a schema, or raise an error that says what is wrong."""
    for path in files:
        try:
            stored = from_parquet(_schema_in, path, StudyError, wrong)
        except StudyError:
            if path.exists():  # else another process has compacted it meanwhile
                raise
            continue
        if stored != schema:
            raise StudyError(f"{path}: {wrong}")


def _schema_in(path: Path) -> pl.Schema:
    return pl.scan_parquet(path, glob=False).collect_schema()


def count_rows(files: list[Path]) -> int:
    """Return how many rows are in files, as they say themselves."""
    return int(pl.scan_parquet(files, glob=False).select(pl.len()).collect().item()) if files else 0


@contextmanager
def new_part(path: Path, claimed: Path | None = None) -> Iterator[Path]:
    """Provide a folder for the files of a part, which appears at its place with their checksums.

    ``claimed`` is a hidden folder beside it that was made for this part; default: a new one.
    """
    hidden = claimed or path.with_name(f".{path.name}")
    try:
        if claimed:
            for left in claimed.iterdir():  # by a worker that was killed
                left.unlink(missing_ok=True)
        else:
            shutil.rmtree(hidden, ignore_errors=True)  # of a process that was killed
            hidden.mkdir(parents=True)
        yield hidden
        save_text("".join(f"{line}\n" for line in _checksums(hidden).values()), hidden / SUMS)
        hidden.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}") from error
    finally:
        if not claimed:
            shutil.rmtree(hidden, ignore_errors=True)


def write_part(
    path: Path, claimed: Path, rows: Mapping[str, pl.DataFrame], notes: Mapping[str, str]
) -> bool:
    """Write the rows of games, by kind, as a part; whoever played them, this is how they are kept.

    Once this returns, neither kill nor power cut loses them. False if the hidden folder that was
    made for the part has been taken back, so that somebody else plays the games.
    """
    try:
        with new_part(path, claimed) as hidden:
            for kind, frame in rows.items():
                write(frame, hidden / f"{kind}.parquet", notes)
    except OutputError:
        if claimed.exists():
            raise
        return path.exists()  # or else a worker cut off has written the same rows meanwhile
    return True


def remove(path: Path) -> None:
    """Remove a part; what is left if that is cut short is no part any more."""
    hidden = path.with_name(f".{path.name}")
    path.rename(hidden)
    shutil.rmtree(hidden)


def write(frame: pl.DataFrame, path: Path, notes: Mapping[str, str]) -> None:
    """Write rows in order to a file of a part, with metadata."""
    with writing_whole(path) as file:
        rows = frame.sort(ORDER, maintain_order=True)
        rows.write_parquet(file, row_group_size=ROWS, metadata=dict(notes))


def join(files: list[Path], schema: pl.Schema, path: Path, notes: Mapping[str, str]) -> None:
    """Write the rows of files of a kind in order to one file, in memory that does not grow.

    They are strung together first: a slab is then found in the row groups of one file, and not in
    thousands of files anew.
    """
    strung = path.with_name(f"{path.name}.strung")
    with writing_whole(strung) as file:
        pl.scan_parquet(files, schema=schema, glob=False).sink_parquet(file, row_group_size=ROWS)
    with writing_whole(path) as file:
        rows = register_io_source(partial(_slabs, strung), schema=schema)
        rows.sink_parquet(file, row_group_size=ROWS, metadata=dict(notes))
    strung.unlink()


def _slabs(path: Path, *_: object) -> Iterator[pl.DataFrame]:
    """Yield the rows of a file in order: some games of a cell at a time, or all of some cells.

    Polars says what it wants of them, which is everything when they are written.
    """
    rows, cell, game = pl.scan_parquet(path, glob=False), pl.col("cell"), pl.col("game")
    cells, games, height = rows.select(cell.max() + 1, game.max() + 1, pl.len()).collect().row(0)
    if not height:
        return
    size = max(1, SLAB * cells * games // height)  # games of a slab, of whatever cell
    abreast, size = max(1, size // games), min(size, games)
    for first_cell in range(0, cells, abreast):
        for first in range(0, games, size):
            inside = cell.is_between(first_cell, first_cell + abreast - 1)
            inside &= game.is_between(first, first + size - 1)
            yield rows.filter(inside).sort(ORDER, maintain_order=True).collect()


def _checksums(folder: Path) -> dict[Path, str]:
    """Return the line of ``SHA256SUMS`` of each Parquet file in a folder."""
    lines = {}
    for path in sorted(folder.glob("*.parquet")):
        check_regular(path)
        with path.open("rb") as file:
            lines[path] = f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}"
    return lines


def _sums_in(part: Path) -> str:
    """Return what the checksums of a part were when it was written."""
    check_regular(part / SUMS, MOST_BYTES)
    return (part / SUMS).read_bytes().decode(errors="replace")


def _missing_files(part: Path) -> list[Path]:
    """Return the files of a part that were written and are not there any more."""
    try:
        # other names are damage of the sums, and no files that are gone
        written = {line[66:] for line in _sums_in(part).splitlines()} & FILES
    except FileNotFoundError:
        return [part / SUMS]
    present = {path.name for path in part.glob("*.parquet")}
    return [part / name for name in sorted(written - present)] if present < written else []


def drop_incomplete(folder: Path) -> None:
    """Remove the parts of which a file is missing, so that their games are played again."""
    while incomplete := [part for part in parts_of(folder) if _missing_files(part)]:
        for part in incomplete:
            remove(part)


def _find_fault(part: Path) -> str:
    """Return which file of a part is not as it was written and what to do, or nothing."""
    try:
        for path in _missing_files(part):
            return f"{path}: is missing; {AGAIN}"
        sums = _checksums(part)
        written = _sums_in(part).split("\n")
    except OSError as error:
        return f"{error.filename}: cannot be read: {error.strerror}; {ADVICE}"
    for path, line in sums.items():
        if line not in written:
            return f"{path}: is damaged, its SHA-256 is not the one in {SUMS}; {ADVICE}"
    return "" if written == [*sums.values(), ""] else f"{part / SUMS}: is damaged; {ADVICE}"


def check_parts(folder: Path) -> None:
    """Make sure that all files of a run are as they were written."""
    for part in parts_of(folder):
        fault = _find_fault(part)
        if fault and part.exists():  # else another process has compacted it meanwhile
            raise StudyError(fault)
