"""Runs of format 2, without checksums: how they are read. Other code played them: none goes on.

Such a run has a file of each kind beside its manifest, which says in its metadata how many parts it
holds. A part is a folder ``parts/FIRST-LAST``, as some were merged from a first to a last one.
"""

import re
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from marengo.core.files import from_parquet
from marengo.core.game import Game
from marengo.lab.kinds import schema_of
from marengo.lab.parts import PARTS, check_schema, parts_of
from marengo.lab.plan import StudyError

FORMAT = "marengo run 2"

NAME = re.compile(r"(\d+)-(\d+)")

JOINED = "marengo-parts"
"""Entry of the metadata: the number of the first part that a file does not hold."""

DAMAGED = "is damaged, expected a file of this run; its games can be played in another folder"

UNSURE = (
    f"{FORMAT} has no checksums: what has changed in its files since is not noticed; "
    "its games can be played in another folder"
)


def is_old(folder: Path, manifest: dict[str, Any]) -> bool:
    """Whether a run is as this format has it; a later marengo may have written its rows anew."""
    return manifest["format"] == FORMAT and not parts_of(folder)


def _spans(folder: Path) -> list[tuple[int, int, Path]]:
    """Return parts by their first and last number, those of one first number the longest first."""
    named = ((NAME.fullmatch(path.name), path) for path in (folder / PARTS).glob("*"))
    spans = [(int(name[1]), int(name[2]), path) for name, path in named if name]
    return sorted(spans, key=lambda span: (span[0], -span[1]))


def _joined(path: Path) -> int:
    """Return the number of the first part that a file does not hold; 0 if there is none."""
    if not path.exists():
        return 0

    def read(path: Path) -> int:
        return int(pl.read_parquet_metadata(path)[JOINED])

    return from_parquet(read, path, StudyError, DAMAGED)


def files_of(folder: Path, kind: str, game: type[Game[Any]]) -> list[Path]:
    """Return the files that hold the rows of a kind, each row once."""
    files, held = [folder / f"{kind}.parquet"], _joined(folder / f"{kind}.parquet")
    for first, last, part in _spans(folder):
        if first >= held:
            files.append(part / f"{kind}.parquet")
            held = last + 1
    files = [path for path in files if path.exists()]
    check_schema(files, schema_of(kind, game), DAMAGED)
    return files


def check_rows(files: list[Path]) -> None:
    """Make sure that files can be read to their end, as there are no checksums that tell."""
    for path in files:
        from_parquet(partial(pl.read_parquet, glob=False), path, StudyError, DAMAGED)
