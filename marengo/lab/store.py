"""A run that is being played: it is begun or gone on with, added to, and compacted."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marengo.core.game import Game
from marengo.lab import parts
from marengo.lab.fingerprints import Fingerprints
from marengo.lab.frames import OutputError
from marengo.lab.kinds import ORDER, kinds_of, schema_of
from marengo.lab.locks import locked
from marengo.lab.manifest import (
    MANIFEST,
    Manifest,
    add_session,
    check_same,
    game_in,
    make_manifest,
    read_manifest,
    rows_told,
    save_manifest,
)
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run

LOCK = ".lock"
"""File that the system locks for the process that plays."""

READ = 1_000_000
"""Rows of which cell and game are read at a time."""

Done = np.ndarray[Any, np.dtype[np.bool_]]


@contextmanager
def open_run(
    folder: Path, study: Study, games: Mapping[str, Game[Any]], found: Fingerprints
) -> Iterator["RunFolder"]:
    """Begin a run in a folder or go on with the one that is there, alone until this is left."""
    store = RunFolder(folder, study, make_manifest(study, games, found))
    fresh = not (folder / MANIFEST).exists()
    if folder.exists() and not folder.is_dir():
        raise StudyError(f"{folder}: is a file; expected a folder")
    if fresh and folder.exists() and not _is_unused(folder):
        raise StudyError(f"{folder}: is not empty and holds no run; expected another folder")
    taken = StudyError(f"{folder}: another process plays this run; expected one alone")
    with locked(folder / LOCK, taken):
        try:
            store.begin() if fresh else store.go_on()
        except OSError as error:
            raise OutputError(f"{folder}: {error.strerror}") from error
        yield store


def _is_unused(folder: Path) -> bool:
    """Whether a folder holds nothing, or what a run leaves that was killed in its first moment."""
    names = [path.name for path in folder.iterdir()]
    return all(name == LOCK or name.startswith(f".{MANIFEST}") for name in names)


@dataclass(slots=True)
class RunFolder:
    """The folder of a run that this process alone plays."""

    folder: Path
    study: Study
    manifest: Manifest
    following: int = 0  # number of the next part

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of frames of this run."""
        return kinds_of(self.study)

    @property
    def game(self) -> type[Game[Any]]:
        """What is played."""
        return game_in(self.folder, self.manifest)

    def begin(self) -> None:
        """Write that nothing was played yet."""
        save_manifest(self.manifest, self.folder)
        self._tidy()

    def go_on(self) -> None:
        """Make sure that this run is the one in the folder, and that what is there is sound.

        Only then anything is removed: what a damaged part was made of may be there still.
        """
        before, now = read_manifest(self.folder), self.manifest
        check_same(self.folder, before, now)
        parts.drop_incomplete(self.folder)
        parts.check_parts(self.folder)
        self._tidy()
        self.manifest = before
        if not self.run().finished:
            self.manifest = add_session(before, now)
            save_manifest(self.manifest, self.folder)

    def _tidy(self) -> None:
        """Remove what a kill has left behind, and find the number of the next part."""
        place = self.folder / parts.PARTS
        place.mkdir(exist_ok=True)
        for path in place.glob(".[0-9]*"):
            shutil.rmtree(path)
        for path in self.folder.glob(f".{MANIFEST}?*"):
            path.unlink()
        there = parts.parts_of(self.folder)
        for part in parts.all_parts(self.folder):
            if part not in there:
                parts.remove(part)
        self.following = parts.number_of(there[-1]) + 1 if there else 0

    def done(self) -> Done:
        """Return which games were played, failed ones included: by cell and number of the game."""
        played = np.zeros((len(self.study.cells), self.study.games), bool)
        for kind in ("failures", "games"):
            files = parts.files_of(self.folder, kind)
            for first in range(0, parts.count_rows(files), READ):
                rows = pl.scan_parquet(files, glob=False).select(ORDER).slice(first, READ).collect()
                played[rows["cell"].to_numpy(), rows["game"].to_numpy()] = True
        return played

    def forget_failures(self) -> None:
        """Let the games that failed be played again."""
        if parts.files_of(self.folder, "failures"):
            self._rewrite({**self._files(), "failures": []})

    def add(self, rows: Mapping[str, pl.DataFrame]) -> None:
        """Keep rows of games, by kind: once this returns, neither kill nor power cut loses them."""
        number = self.following
        self.following += 1  # whatever interrupts this, the number is not used twice
        with parts.new_part(parts.part_path(self.folder, number)) as hidden:
            for kind, frame in rows.items():
                parts.write(frame, hidden / f"{kind}.parquet", rows_told(self.manifest))

    def compact(self) -> None:
        """Make one part, whose rows are in order, of all."""
        if len(parts.all_parts(self.folder)) > 1:
            self._rewrite(self._files())

    def _files(self) -> dict[str, list[Path]]:
        """Return the files of each kind that hold its rows."""
        return {kind: parts.files_of(self.folder, kind) for kind in self.kinds}

    def _rewrite(self, kinds: Mapping[str, list[Path]]) -> None:
        """Write the rows of files, by kind, in order as a part that stands for all others."""
        parts.check_parts(self.folder)  # or what was damaged would get a checksum of its own
        path = parts.part_path(self.folder, self.following, holds_all=True)
        self.following += 1
        with parts.new_part(path) as hidden:
            for kind, files in kinds.items():
                if files:
                    schema = schema_of(kind, self.game)
                    parts.join(files, schema, hidden / f"{kind}.parquet", rows_told(self.manifest))
        for part in parts.all_parts(self.folder):
            if part != path:
                parts.remove(part)

    def run(self) -> Run:
        """Return the run as it stands."""
        return Run(self.folder, self.manifest, self.study)
