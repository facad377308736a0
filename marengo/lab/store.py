"""A run that is being played: what has been found is kept on the disk, in parts."""

import json
import shutil
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
import polars as pl
from filelock import FileLock, Timeout

from marengo.game import Game
from marengo.lab.fingerprints import Fingerprints
from marengo.lab.frames import OutputError, save_text, writing_whole
from marengo.lab.kinds import COMMITTED, ORDER, kinds_of
from marengo.lab.manifest import (
    MANIFEST,
    Manifest,
    add_session,
    check_same,
    make_manifest,
    read_manifest,
)
from marengo.lab.parts import (
    DAMAGED,
    PARTS,
    Part,
    all_parts,
    count_rows,
    files_of,
    join,
    new_part,
    part_path,
    parts_joined,
    parts_of,
    remove,
    whole_path,
    write,
)
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run

__all__ = ["RunFolder"]

LOCK = ".lock"
"""File that the system locks for the process that plays."""

MANY = 256
"""Parts that are merged to one."""

READ = 1_000_000
"""Rows of which cell and game are read at a time."""

Done = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(slots=True)
class RunFolder:
    """A run that is being played, by this process alone.

    Parameters
    ----------
    folder : Path
        Where it lies.
    study : Study
        The plan.
    manifest : dict
        Its manifest.
    lock : filelock.FileLock
        Keeps other processes away until :meth:`close`.
    following : int
        Number of the next part.
    small : list of Part
        Parts that may be merged: not merged yet, and not in a file of any kind.
    """

    folder: Path
    study: Study
    manifest: Manifest
    lock: FileLock
    following: int = 0
    small: list[Part] = field(default_factory=list)

    @classmethod
    def open(
        cls, folder: Path, study: Study, games: Mapping[str, Game], found: Fingerprints
    ) -> Self:
        """Begin a run in a folder, or go on with the one that is there.

        Raises
        ------
        StudyError
            If another run is there: another plan, more games than are wanted now, other
            scenarios, other code or players; or if another process plays it.
        OutputError
            If the folder cannot be made or written to.
        """
        manifest = make_manifest(study, games, found)
        fresh = not (folder / MANIFEST).exists()
        if folder.exists() and not folder.is_dir():
            raise StudyError(f"{folder}: is a file; expected a folder")
        if fresh and folder.exists() and not _is_unused(folder):
            raise StudyError(f"{folder}: is not empty and holds no run; expected another folder")
        lock = _locked(folder)
        try:
            return cls._opened(folder, study, manifest, lock)
        except OSError as error:
            lock.release()
            raise OutputError(f"{folder}: {error.strerror}") from error
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _opened(cls, folder: Path, study: Study, manifest: Manifest, lock: FileLock) -> Self:
        """Return the run in a folder of which nobody else is writing."""
        if (folder / MANIFEST).exists():
            before = read_manifest(folder)
            check_same(folder, before, manifest)
            store = cls(folder, study, before, lock)
            store.tidy()
            if not store.run().finished:
                store.manifest = add_session(before, manifest)
                store.save_manifest()
        else:
            store = cls(folder, study, manifest, lock)
            store.save_manifest()
            store.tidy()
        return store

    def save_manifest(self) -> None:
        """Write the manifest."""
        save_text(json.dumps(self.manifest, indent=1, sort_keys=True), self.folder / MANIFEST)

    def tidy(self) -> None:
        """Remove what a kill has left behind, and find the number of the next part."""
        (self.folder / PARTS).mkdir(exist_ok=True)
        for path in (self.folder / PARTS).glob(".[0-9]*"):
            shutil.rmtree(path)
        for name in (MANIFEST, *(f"{kind}.parquet" for kind in kinds_of(self.study))):
            for path in self.folder.glob(f".{name}?*"):
                path.unlink()
        joined = {kind: parts_joined(self.folder, kind) for kind in kinds_of(self.study)}
        parts = [part for part in parts_of(self.folder) if part.last >= joined[COMMITTED]]
        for part in all_parts(self.folder):
            if part not in parts:
                remove(part.path)
        held = max(joined.values())  # more than of games, if a kill came between two files
        self.small = [part for part in parts if part.first == part.last >= held]
        self.following = max([held, *(part.last + 1 for part in parts)])

    def close(self) -> None:
        """Let others play this run."""
        self.lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def done(self) -> Done:
        """Return which games were played, failed ones included: by cell and number of the game.

        Raises
        ------
        StudyError
            If a file is damaged; names it.
        """
        played = np.zeros((len(self.study.cells), self.study.games), bool)
        for path in files_of(self.folder, "failures") + files_of(self.folder, "games"):
            for first in range(0, count_rows([path]), READ):
                rows = pl.scan_parquet(path).select(ORDER).slice(first, READ)
                try:
                    cells, games = (column.to_numpy() for column in rows.collect())
                    played[cells, games] = True
                except (pl.exceptions.PolarsError, OSError, IndexError) as error:
                    raise StudyError(f"{path}: {DAMAGED}") from error
        return played

    def forget_failures(self) -> None:
        """Let the games that failed be played again."""
        self.put_in_order()
        path = whole_path(self.folder, "failures")
        if path.exists():
            with writing_whole(path) as file:
                join([], "failures", 0, file, self.following)

    def add(self, rows: Mapping[str, pl.DataFrame]) -> None:
        """Keep rows of games, by kind: once this returns, neither kill nor power cut loses them."""
        number = self.following
        self.following += 1  # whatever interrupts this, the number is not used twice
        path = part_path(self.folder, number, number)
        with new_part(path) as hidden:
            for kind, frame in rows.items():
                with writing_whole(hidden / f"{kind}.parquet") as file:
                    write(frame, file)
        self.small.append(Part(path, number, number))
        if len(self.small) >= MANY:
            self._merge()

    def _merge(self) -> None:
        """Make one of many parts, as thousands of files are slow to read."""
        path = part_path(self.folder, self.small[0].first, self.small[-1].last)
        folders = [part.path for part in self.small]
        files = {kind: _existing(folders, kind) for kind in kinds_of(self.study)}
        with new_part(path) as hidden:
            for kind, those in files.items():
                with writing_whole(hidden / f"{kind}.parquet") as file:
                    join(those, kind, _played(files), file)
        self.small = []
        for folder in folders:
            remove(folder)

    def put_in_order(self) -> None:
        """Join all parts to one file of each kind.

        Raises
        ------
        StudyError
            If a file is damaged; names it.
        """
        if not all_parts(self.folder):
            return
        files = {kind: files_of(self.folder, kind) for kind in kinds_of(self.study)}
        with ExitStack() as stack:  # files appear at its end, the first one last
            for kind, those in files.items():
                file = stack.enter_context(writing_whole(whole_path(self.folder, kind)))
                join(those, kind, _played(files), file, self.following)
        self.small = []
        for part in all_parts(self.folder):
            remove(part.path)

    def run(self) -> Run:
        """Return the run as it stands."""
        return Run(self.folder, self.manifest, self.study)


def _existing(folders: list[Path], kind: str) -> list[Path]:
    """Return the files of a kind in some parts."""
    files = (folder / f"{kind}.parquet" for folder in folders)
    return [path for path in files if path.exists()]


def _played(files: Mapping[str, list[Path]]) -> int:
    """Return how many games the files of all kinds are of."""
    return count_rows(files["games"]) + count_rows(files["failures"])


def _locked(folder: Path) -> FileLock:
    """Return a lock on a folder, which is made if need be; the system frees it after a kill."""
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise StudyError(f"{folder}: another process plays this run; expected one alone") from error
    except (OSError, NotImplementedError) as error:
        raise OutputError(f"{folder}: {error}") from error
    return lock


def _is_unused(folder: Path) -> bool:
    """Whether a folder holds nothing, or what a run leaves that was killed in its first moment."""
    names = [path.name for path in folder.iterdir()]
    return all(name == LOCK or name.startswith(f".{MANIFEST}") for name in names)
