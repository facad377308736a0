"""Runs on the disk: a manifest, Parquet files of games, and nothing half-written.

A folder holds ``manifest.json``, ``games.parquet`` (games put in order) and ``parts/``, files of
games since then. Every file is written beside its place and then moved there, so a run that is
killed loses the games of its last seconds, those under way, and nothing else.
"""

import json
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np
import polars as pl

from marengo.game import Game
from marengo.game.record import scenario_hash
from marengo.game.rulesets import RULESETS
from marengo.lab.frames import OutputError, game_columns, save_frame, save_text
from marengo.lab.plan import Study, StudyError
from marengo.lab.sources import game_sources, sources_hash

__all__ = ["FAILURE_COLUMNS", "RUN_COLUMNS", "Run", "RunFolder", "load"]

FORMAT = "marengo run 1"

DEPENDENCIES = ("marengo", "numba", "numpy", "polars", "msgspec")
"""Packages whose versions a manifest tells."""

Columns = dict[str, tuple[Any, str]]

_OF_RULESETS = [game_columns(ruleset) for ruleset in RULESETS.values()]

RUN_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "scenario": (pl.String, "name or file of the scenario, as the plan has it"),
    **{name: column for columns in _OF_RULESETS for name, column in columns.items()},
}
"""Columns of the games of a run, those of every ruleset: type and meaning with unit."""

FAILURE_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "game": (pl.Int64, "number of the game in its cell, from 0"),
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "error": (pl.String, "what went wrong"),
}
"""Columns of the games that could not be played to their end: type and meaning with unit."""

ORDER = ["cell", "game"]


def _schema(columns: Columns) -> pl.Schema:
    return pl.Schema({name: dtype for name, (dtype, _) in columns.items()})


@dataclass(frozen=True, slots=True)
class Run:
    """A run as far as it is on the disk.

    Parameters
    ----------
    folder : Path
        Where it lies.
    manifest : dict
        All that is needed to run it again: plan, scenarios, fingerprints, versions.
    study : Study
        The plan.
    """

    folder: Path
    manifest: dict[str, Any]
    study: Study

    @property
    def games(self) -> pl.LazyFrame:
        """All games so far, one row a game in the order of the plan; :data:`RUN_COLUMNS`."""
        return _read(self.folder, "games", RUN_COLUMNS)

    @property
    def failures(self) -> pl.LazyFrame:
        """Games that could not be played to their end; :data:`FAILURE_COLUMNS`."""
        return _read(self.folder, "failures", FAILURE_COLUMNS)

    @property
    def played(self) -> int:
        """How many games are there, failures included."""
        counts = (frame.select(pl.len()).collect().item() for frame in (self.games, self.failures))
        return int(sum(counts))

    @property
    def finished(self) -> bool:
        """Whether every game of the plan was played."""
        return self.played == len(self.study.cells) * self.study.games


def _files(folder: Path, kind: str) -> list[Path]:
    """Return the files of games or failures: the one in order first, then the parts."""
    parts = sorted((folder / "parts").glob(f"{kind}-*.parquet"))
    whole = folder / f"{kind}.parquet"  # looked for last: it is there before the parts go
    return [path for path in (whole,) if path.exists()] + parts


def _read(folder: Path, kind: str, columns: Columns) -> pl.LazyFrame:
    """Return what lies in these files, each game once: parts stay until they are in order."""
    files = _files(folder, kind)
    if not files:
        return pl.LazyFrame(schema=_schema(columns))
    frame = pl.scan_parquet(files, schema=_schema(columns))
    if len(files) == 1 and files[0].parent == folder:
        return frame
    return frame.unique(ORDER, keep="any").sort(ORDER)


def load(path: str | Path) -> Run:
    """Return a run from its folder, finished or not, also while it is being played.

    Raises
    ------
    StudyError
        If there is no run in the folder or its manifest is damaged; names the file and the field.
    """
    manifest = _read_manifest(Path(path) / "manifest.json")
    return Run(Path(path), manifest, _study_of(Path(path) / "manifest.json", manifest))


def _read_manifest(path: Path) -> dict[str, Any]:
    """Return the manifest in a file."""
    try:
        manifest = json.loads(path.read_bytes())
    except OSError as error:
        raise StudyError(f"{path}: cannot be read: {error.strerror}; expected a run") from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path}: is no JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise StudyError(f"{path}: format: expected {FORMAT!r}")
    return manifest


def _study_of(path: Path, manifest: dict[str, Any]) -> Study:
    """Return the plan in a manifest."""
    try:
        return msgspec.convert(manifest.get("plan"), Study)
    except msgspec.ValidationError as error:
        raise StudyError(f"{path}: plan: {error}") from error


def make_manifest(study: Study, games: dict[str, Game]) -> dict[str, Any]:
    """Return the manifest of a plan with the games it names."""
    return {
        "format": FORMAT,
        "plan": study.plan(),
        "scenarios": {
            name: {"hash": scenario_hash(game), "scenario": json.loads(game.scenario.text())}
            for name, game in games.items()
        },
        "sources": sources_hash(game_sources()),
        "versions": {name: version(name) for name in DEPENDENCIES}
        | {"python": platform.python_version()},
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
    }


MUST_AGREE = ("scenarios", "sources")
"""What must be the same for games of a run to be added to: else they are of another one."""


@dataclass(slots=True)
class RunFolder:
    """A run that is being played.

    Parameters
    ----------
    folder : Path
        Where it lies.
    manifest : dict
        Its manifest.
    parts : int
        Number of the next file of games.
    """

    folder: Path
    manifest: dict[str, Any]
    parts: int = 0

    @classmethod
    def open(cls, folder: Path, study: Study, games: dict[str, Game]) -> Self:
        """Begin a run in a folder, or go on with the one that is there.

        Raises
        ------
        StudyError
            If another run is there: other cells or seed, more games than are wanted now, other
            scenarios, or other sources of rules and players.
        OutputError
            If the folder cannot be made or written to.
        """
        manifest = make_manifest(study, games)
        path = folder / "manifest.json"
        if path.exists():
            _check_same(path, study, manifest)
            manifest["begun"] = _read_manifest(path).get("begun", manifest["begun"])
        elif folder.exists() and not (folder.is_dir() and _is_unused(folder)):
            raise StudyError(f"{folder}: is not empty and holds no run; expected another folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            save_text(json.dumps(manifest, indent=1, sort_keys=True), path)
            (folder / "parts").mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError(f"{folder}: {error.strerror}") from error
        numbers = [int(part.stem.rpartition("-")[2]) for part in (folder / "parts").glob("*-*")]
        return cls(folder, manifest, max(numbers, default=-1) + 1)

    def done(self, study: Study) -> list[np.ndarray[Any, np.dtype[np.bool_]]]:
        """Return for each cell which of its games were played, failed ones included."""
        played = [np.zeros(study.games, bool) for _ in study.cells]
        for kind in ("games", "failures"):
            for path in _files(self.folder, kind):
                for (cell,), rows in pl.read_parquet(path, columns=ORDER).group_by("cell"):
                    played[cell][rows["game"].to_numpy()] = True
        return played

    def add(self, games: list[pl.DataFrame], failures: list[pl.DataFrame]) -> None:
        """Keep games and failures: once this returns, nothing can lose them."""
        for kind, frames, columns in (
            ("games", games, RUN_COLUMNS),
            ("failures", failures, FAILURE_COLUMNS),
        ):
            if frames:
                schema = _schema(columns)
                whole = pl.concat(frames, how="diagonal").match_to_schema(
                    schema, missing_columns="insert"
                )
                save_frame(whole, self.folder / "parts" / f"{kind}-{self.parts:06}.parquet")
                self.parts += 1

    def put_in_order(self) -> None:
        """Join all files of games to one, and so with failures."""
        for kind, columns in (("games", RUN_COLUMNS), ("failures", FAILURE_COLUMNS)):
            files = _files(self.folder, kind)
            if any(path.parent != self.folder for path in files):
                whole = _read(self.folder, kind, columns).collect()
                save_frame(whole, self.folder / f"{kind}.parquet")
                for path in files:
                    if path.parent != self.folder:
                        path.unlink()

    def run(self, study: Study) -> Run:
        """Return the run as it stands."""
        return Run(self.folder, self.manifest, study)


def _is_unused(folder: Path) -> bool:
    """Whether a folder holds nothing, or what a run leaves that was killed in its first moment."""
    return all(path.name.startswith(".manifest.json") for path in folder.iterdir())


def _check_same(path: Path, study: Study, manifest: dict[str, Any]) -> None:
    """Make sure that a manifest in a folder is of the same run, with no more games."""
    there = _read_manifest(path)
    before = _study_of(path, there)
    if msgspec.structs.replace(before, games=study.games) != study:
        raise StudyError(f"{path}: plan: is another one; expected another folder or the same plan")
    if before.games > study.games:
        raise StudyError(
            f"{path}: plan.games: {before.games} were planned; expected as many or more, "
            f"not {study.games}"
        )
    for field in MUST_AGREE:
        if there.get(field) != manifest[field]:
            raise StudyError(
                f"{path}: {field}: changed since this run was begun; expected another folder"
            )
