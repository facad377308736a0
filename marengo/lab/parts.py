"""Frames on the disk: of each kind one file in order, and parts of the run since then.

A part is a folder in ``parts/`` with a file for each kind, and appears whole or not at all, so the
rows of a game are there all or none. Parts are numbered; parts merged to one bear the numbers of
the first and the last of them. A file in order says in its metadata how many parts it holds: those
are no longer read, whether or not they are still there. Therefore no row is ever there twice,
wherever a process is killed.
"""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

import polars as pl
from polars.io.plugins import register_io_source

from marengo.lab.frames import OutputError, sync_folder
from marengo.lab.kinds import ORDER, schema_of
from marengo.lab.plan import StudyError

__all__ = [
    "DAMAGED",
    "PARTS",
    "Part",
    "all_parts",
    "count_rows",
    "files_of",
    "join",
    "new_part",
    "part_path",
    "parts_joined",
    "parts_of",
    "remove",
    "scan",
    "whole_path",
    "write",
]

PARTS = "parts"

JOINED = "marengo-parts"
"""Entry of the metadata of a file in order: the number of the first part that it does not hold."""

DIGITS = 6

NAME = re.compile(r"(\d+)-(\d+)")
"""Names of parts: the numbers of the first and the last one that they are made of."""

ROWS = 50_000
"""Rows of a group in a file, which is read or left out as a whole."""

SLAB = 100_000
"""About so many rows are in memory when files are joined."""

TRIES, PAUSE = 100, 0.05
"""How often files are looked for again, and after how many seconds, that another process moves."""

DAMAGED = "is damaged or of something else, expected a file of this run"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a run.

    Parameters
    ----------
    path : Path
        Its folder.
    first, last : int
        Numbers of the parts that it is made of.
    """

    path: Path
    first: int
    last: int


def part_path(folder: Path, first: int, last: int) -> Path:
    """Return the folder of a part of the run in a folder."""
    return folder / PARTS / f"{first:0{DIGITS}}-{last:0{DIGITS}}"


def all_parts(folder: Path) -> list[Part]:
    """Return all parts of a run that lie there, needed or not."""
    named = ((path, NAME.fullmatch(path.name)) for path in (folder / PARTS).glob("*"))
    return [Part(path, int(name[1]), int(name[2])) for path, name in named if name]


def parts_of(folder: Path) -> list[Part]:
    """Return the parts of a run in their order, but for those that another one holds."""
    kept: list[Part] = []
    for part in sorted(all_parts(folder), key=lambda one: (one.first, -one.last)):
        if not kept or part.first > kept[-1].last:
            kept.append(part)
    return kept


def whole_path(folder: Path, kind: str) -> Path:
    """Return the file of a kind that is in order."""
    return folder / f"{kind}.parquet"


def parts_joined(folder: Path, kind: str) -> int:
    """Return the number of the first part that the file in order does not hold; 0 without one.

    Raises
    ------
    StudyError
        If the file is damaged; names it.
    """
    path = whole_path(folder, kind)
    if not path.exists():
        return 0
    try:
        return int(pl.read_parquet_metadata(path)[JOINED])
    except FileNotFoundError:
        raise
    except (pl.exceptions.PolarsError, OSError, KeyError, ValueError) as error:
        raise StudyError(f"{path}: {DAMAGED}") from error


def files_of(folder: Path, kind: str) -> list[Path]:
    """Return the files that hold all rows of a kind, each once: the one in order first.

    That is so when it returns. Another process that puts the run in order then moves them, and a
    frame of theirs that is read only after that lacks rows, has some twice, or finds no file.

    Raises
    ------
    StudyError
        If a file is damaged, or is no file of such rows; names it.
    """
    for _ in range(TRIES):
        try:
            before = parts_of(folder)
            joined = parts_joined(folder, kind)
            files = [part.path / f"{kind}.parquet" for part in before if part.last >= joined]
            files = [whole_path(folder, kind), *files]
            found = [path for path in files if path.exists()]
            for path in found:
                _check(path, kind)
            now = parts_of(folder), parts_joined(folder, kind)
        except FileNotFoundError:
            continue  # another process has put them in order meanwhile
        if now == (before, joined):
            return found
        time.sleep(PAUSE)
    raise StudyError(f"{folder / PARTS}: changes all the time; expected one process to play a run")


def _check(path: Path, kind: str) -> None:
    """Make sure that a file can be read and has the columns of its kind."""
    try:
        fits = pl.read_parquet_schema(path) == schema_of(kind)
    except FileNotFoundError:
        raise
    except (pl.exceptions.PolarsError, OSError) as error:
        raise StudyError(f"{path}: {DAMAGED}") from error
    if not fits:
        raise StudyError(f"{path}: {DAMAGED}")


def scan(folder: Path, kind: str) -> pl.LazyFrame:
    """Return all rows of a kind, in order; to be read soon, see :func:`files_of`.

    Raises
    ------
    StudyError
        If a file is damaged; names it.
    """
    files = files_of(folder, kind)
    if not files:
        return pl.LazyFrame(schema=schema_of(kind))
    frame = pl.scan_parquet(files, schema=schema_of(kind))
    if files == [whole_path(folder, kind)]:
        return frame
    return frame.sort(ORDER, maintain_order=True)


def count_rows(files: list[Path]) -> int:
    """Return how many rows are in files, as they say themselves."""
    counts = (pl.scan_parquet(path).select(pl.len()).collect().item() for path in files)
    return int(sum(counts))


def write(frame: pl.DataFrame, file: IO[bytes]) -> None:
    """Write the rows of a part, which need not be in order before."""
    frame.sort(ORDER, maintain_order=True).write_parquet(file, row_group_size=ROWS)


def join(
    files: list[Path], kind: str, games: int, file: IO[bytes], joined: int | None = None
) -> None:
    """Write the rows of some files in order to another one; memory does not grow with them.

    Parameters
    ----------
    files : list of Path
        Files of one kind, each with its rows in order; no row is in two of them.
    kind : str
        Of what.
    games : int
        How many games these are of, or about.
    file : file
        Where to write.
    joined : int, optional
        Number of the first part that is not among them, if this is the file in order.

    Raises
    ------
    StudyError
        If a file is damaged; names it.
    """
    metadata = None if joined is None else {JOINED: str(joined)}
    rows = register_io_source(partial(_read_slabs, files, games), schema=schema_of(kind))
    try:
        rows.sink_parquet(file, row_group_size=ROWS, metadata=metadata)
    except pl.exceptions.PolarsError:
        for path in files:
            _check_rows(path)
        raise


def _check_rows(path: Path) -> None:
    """Make sure that all rows of a file can be read."""
    try:
        pl.scan_parquet(path).select(pl.all().null_count()).collect()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise StudyError(f"{path}: {DAMAGED}") from error


def _read_slabs(
    files: list[Path],
    games: int,
    columns: list[str] | None,
    predicate: pl.Expr | None,
    rows: int | None,
    batch: int | None,
) -> Iterator[pl.DataFrame]:
    """Yield the rows of files in order, some games at a time."""
    del columns, predicate, rows, batch  # polars asks for all rows and columns
    extents = [_extent(path) for path in files if count_rows([path])]
    if not extents:
        return
    cells, end = (1 + max(extent[most] for extent in extents) for most in ("cell", "last"))
    size = max(1, SLAB * games // max(1, count_rows(files)))
    abreast = max(1, size // end)
    for cell in range(0, cells, abreast):
        for first in range(0, end, size):
            near = [
                extent["path"]
                for extent in extents
                if extent["first"] < first + size and extent["last"] >= first
            ]
            if near:
                yield _slab(near, (cell, cell + abreast), (first, first + size))


def _extent(path: Path) -> dict[str, Any]:
    """Return the last cell of a file, and its first and last game."""
    game = pl.col("game")
    extent = pl.scan_parquet(path).select(
        pl.col("cell").max(), game.min().alias("first"), game.max().alias("last")
    )
    return {"path": path, **extent.collect().row(0, named=True)}


def _slab(files: list[Path], cells: tuple[int, int], games: tuple[int, int]) -> pl.DataFrame:
    """Return the rows of some games of some cells, in order; both ranges without their ends."""
    inside = pl.col("cell").is_between(*cells, closed="left")
    inside &= pl.col("game").is_between(*games, closed="left")
    frame = pl.scan_parquet(files).filter(inside)
    return frame.sort(ORDER, maintain_order=True).collect()


@contextmanager
def new_part(path: Path) -> Iterator[Path]:
    """Provide a folder for the files of a part, which appears at its place when all are there.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    hidden = path.with_name(f".{path.name}")
    try:
        hidden.mkdir()
        yield hidden
        hidden.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror}") from error
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def remove(path: Path) -> None:
    """Remove a part; what is left if that is cut short is no part any more."""
    hidden = path.with_name(f".{path.name}")
    path.rename(hidden)
    shutil.rmtree(hidden)
