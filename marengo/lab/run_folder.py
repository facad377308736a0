"""Runs on the disk: a manifest, Parquet files of rows, and nothing half-written.

A folder holds ``manifest.json`` and ``parts/``, see :mod:`marengo.lab.parts`. Every file is written
beside its place and then moved there, so a run that is killed loses the games of its last seconds,
those under way, and nothing else.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.lab import parts
from marengo.lab.exchange import to_pandas
from marengo.lab.frames import in_words, player_columns
from marengo.lab.kinds import COMMITTED, COUNTED, FORFEITS, kinds_of, schema_of
from marengo.lab.manifest import Manifest, game_in, read_manifest, study_of
from marengo.lab.plan import Study, StudyError

NAMES = ("name", "title")
"""Keys of a scenario's names, which have a column of their own."""

SPAN = ("game", "last")
"""Columns of counts that say which games are counted."""

if TYPE_CHECKING:
    from pandas import DataFrame as PandasFrame

__all__ = ["Run", "load"]


def _leaves(facts: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Return all values in the tables of a scenario, except lists, by their paths."""
    leaves: dict[str, Any] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            leaves |= _leaves(value, f"{path}{name}.")
        elif not isinstance(value, list) and f"{path}{name}" not in NAMES:
            leaves[f"{path}{name}"] = value
    return leaves


@dataclass(frozen=True, slots=True)
class Run:
    """A run as far as it is on the disk.

    While the run is played its files are moved: take a frame anew each time, as one that was taken
    before may lack rows or have some twice.

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
    manifest: Manifest
    study: Study

    @property
    def game(self) -> type[Game[Any]]:
        """The class of the game of its first scenario."""
        return game_in(self.folder, self.manifest)

    @property
    def cells(self) -> pl.DataFrame:
        """Cells of the run, a row each, to be joined by ``cell`` to every other frame.

        Columns are ``cell``, ``scenario``, who played each seat, the ``hash`` of the scenario, and
        each number, truth and word in its file, by the path to it there, such as
        ``parameters.orders_per_turn``; null where a scenario has none.
        """
        rows = []
        for number, cell in enumerate(self.study.cells):
            entry = self.manifest["scenarios"][cell.scenario]
            players = zip(player_columns(self.game), cell.players, strict=True)
            head = {"cell": number, "scenario": cell.scenario, **dict(players)}
            rows.append({**head, "hash": entry["hash"], **_leaves(entry["scenario"])})
        frame = pl.DataFrame(rows, infer_schema_length=None, strict=False)
        return frame.cast(
            {name: schema_of("games", self.game)[name] for name in ("cell", "scenario")}
        )

    @property
    def games(self) -> pl.LazyFrame:
        """All games so far, a row each in the plan's order; :data:`marengo.lab.RUN_COLUMNS`.

        Without rows if the plan keeps counts only.
        """
        return in_words(self._scan("games"))

    @property
    def counts(self) -> pl.DataFrame:
        """Number of games so far by outcome and cell; with or without rows of the games.

        Columns are ``cell``, ``winner``, every other column of words that games have, such as
        ``kind``, what each seat got where games tell it, and ``games``, their number.
        """
        alike = [name for name in schema_of(COUNTED, self.game) if name not in (*SPAN, "games")]
        if COUNTED in kinds_of(self.study):
            counts = self._scan(COUNTED).group_by(alike).agg(pl.sum("games"))
        else:
            counts = self._scan("games").group_by(alike).agg(games=pl.len().cast(pl.Int64))
        return counts.sort(alike).collect()

    @property
    def turns(self) -> pl.LazyFrame:
        """One row for each turn of a player; ``OBSERVED_COLUMNS["turns"]``."""
        return self._scan("turns")

    @property
    def events(self) -> pl.LazyFrame:
        """One row for each attack; ``OBSERVED_COLUMNS["events"]``."""
        return self._scan("events")

    @property
    def presence(self) -> pl.LazyFrame:
        """Pieces and their losses by hour and place; ``OBSERVED_COLUMNS["presence"]``."""
        return self._scan("presence")

    @property
    def failures(self) -> pl.LazyFrame:
        """Games that could not be played to their end; :data:`marengo.lab.FAILURE_COLUMNS`."""
        return self._scan("failures")

    @property
    def forfeits(self) -> pl.LazyFrame:
        """Games that a player lost by a fault of its own; :data:`marengo.lab.FORFEIT_COLUMNS`."""
        return self._scan(FORFEITS)

    def _scan(self, kind: str) -> pl.LazyFrame:
        """Return the frame of a kind, without rows if the plan does not have it."""
        files = parts.files_of(self.folder, kind) if kind in kinds_of(self.study) else []
        return parts.scan(files, schema_of(kind, self.game))

    def to_pandas(self) -> "dict[str, PandasFrame]":
        """Return all frames of the run as those of pandas, by kind: ``"games"``, ``"turns"``, ….

        All rows are read; of a large run take a part with :func:`marengo.lab.to_pandas`. The
        ``attrs`` of each frame hold the manifest, as a text in JSON, so that it is not forgotten
        what the rows come from; pandas writes it into Parquet files too.
        """
        provenance = {"manifest": json.dumps(self.manifest)}
        frames = {kind: to_pandas(in_words(self._scan(kind))) for kind in kinds_of(self.study)}
        for frame in frames.values():
            frame.attrs.update(provenance)
        return frames

    @property
    def played(self) -> int:
        """Number of games played, failures included."""
        failed = parts.count_rows(parts.files_of(self.folder, "failures"))
        if COUNTED in kinds_of(self.study):
            return failed + int(self.counts["games"].sum())
        return failed + parts.count_rows(parts.files_of(self.folder, COMMITTED))

    @property
    def finished(self) -> bool:
        """True if every game of the plan was played."""
        return self.played == len(self.study.cells) * self.study.games


@takes(StudyError)
def load(path: str | Path) -> Run:
    """Return a run from its folder, finished or not, also while it is being played.

    Raises
    ------
    StudyError
        If there is no run in the folder, or its manifest or another file of it is damaged; names
        the file and what to do.
    """
    folder = Path(path)
    manifest = read_manifest(folder)
    run = Run(folder, manifest, study_of(folder, manifest))
    parts.check_parts(folder)
    for kind in kinds_of(run.study):
        files, schema = parts.files_of(folder, kind), schema_of(kind, run.game)
        parts.check_schema(files, schema, f"expected {kind} of such a run")
    return run
