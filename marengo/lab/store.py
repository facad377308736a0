"""A run that is being played: it is begun or gone on with, added to, and compacted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

import polars as pl

from marengo.core.game import Game
from marengo.lab import parts
from marengo.lab.claims import (
    LEDGER,
    SESSION,
    Claim,
    Ledger,
    discard,
    living,
    read_ledger,
    retire,
    save_ledger,
    session_path,
)
from marengo.lab.fingerprints import Fingerprints
from marengo.lab.frames import OutputError
from marengo.lab.kinds import COUNTED, ORDER, counted, kinds_of, schema_of
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
    study_of,
)
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run
from marengo.lab.spans import Spans, join_spans, left_of, spans_of, take

LOCK = ".lock"
"""File that the system locks for the process that reads or changes who plays what."""

PATIENCE = 600
"""Seconds to wait for it: what takes longest is to compact a large run."""

READ = 1_000_000
"""Number of rows of which cell and game are read at a time."""

Choose = Callable[[Spans], tuple[int, int]]
"""Function that chooses, of the games left, the cell to play next and how many."""


@contextmanager
def open_run(
    folder: Path, study: Study, games: Mapping[str, Game[Any]], identity: Fingerprints
) -> Iterator["RunFolder"]:
    """Begin a run in a folder or go on with the one that is there, with all others that play it."""
    store = RunFolder(folder, study, make_manifest(study, games, identity))
    if folder.exists() and not folder.is_dir():
        raise StudyError(f"{folder}: is a file; expected a folder")
    # looked for last: another process may begin the run in this moment
    if folder.exists() and not _is_unused(folder) and not (folder / MANIFEST).exists():
        raise StudyError(f"{folder}: is not empty and holds no run; expected another folder")
    with ExitStack() as session:
        with store.alone():
            if (folder / MANIFEST).exists():
                store.go_on()
            else:
                store.begin()
            before = read_ledger(folder) if living(folder) else Ledger()
            session.enter_context(locked(session_path(folder, store.session), store.taken()))
            save_ledger(store.take_stock(before), folder)
        try:
            yield store
        finally:
            with suppress(OutputError), store.alone():
                session.close()
                store.leave()


def _is_unused(folder: Path) -> bool:
    """Return whether a folder is empty but for what a run killed at once may leave."""
    names = [path.name for path in folder.iterdir()]
    return all(name == LOCK or name.startswith((f".{MANIFEST}", SESSION)) for name in names)


@dataclass(slots=True)
class RunFolder:
    """The folder of a run that this process plays, alone or with others."""

    folder: Path
    study: Study
    manifest: Manifest
    session: str = field(default_factory=lambda: token_hex(4))
    finished: set[int] = field(default_factory=set)  # claims that are parts, not in the ledger yet
    under_way: set[int] = field(default_factory=set)  # claims that workers elsewhere still play
    lost: bool = False  # whether a claim was taken back
    open: int = 0  # claims of all sessions when the ledger was last read

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of frames of this run."""
        return kinds_of(self.study)

    @property
    def game(self) -> type[Game[Any]]:
        """Game that is played."""
        return game_in(self.folder, self.manifest)

    def taken(self) -> StudyError:
        """Return what to say where another process is in the way."""
        return StudyError(f"{self.folder}: another process plays this run; expected one alone")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let no other process read or change who plays what, until this is left."""
        try:
            with locked(self.folder / LOCK, self.taken(), PATIENCE):
                yield
        except OSError as error:
            raise OutputError(f"{self.folder}: {error.strerror}") from error

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
        """Remove what a kill has left behind."""
        (self.folder / parts.PARTS).mkdir(exist_ok=True)
        for path in self.folder.glob(f".{MANIFEST}?*"):
            path.unlink()
        in_use = parts.parts_of(self.folder)
        for part in parts.all_parts(self.folder):
            if part not in in_use:
                parts.remove(part)

    def take_stock(self, ledger: Ledger) -> Ledger:
        """Return a ledger of what is on the disk and what the living have claimed."""
        alive = living(self.folder)
        for claim in ledger.claims.values():
            if claim.session not in alive:
                discard(claim.hidden(self.folder))
        retire(self.folder, alive)
        # a network's file system shows all that others have put there once one has done so as well
        fresh = self.folder / parts.PARTS / f".0-{self.session}"
        fresh.mkdir()
        fresh.rmdir()
        claims = {
            number: claim for number, claim in ledger.claims.items() if claim.session in alive
        }
        spans = [span for claim in claims.values() for span in claim.spans]
        gone = pl.concat([self._played(), join_spans(spans)])
        games = max(ledger.games, self.study.games)
        candidates = [parts.number_of(part) + 1 for part in parts.all_parts(self.folder)]
        following = max([ledger.following, *candidates])
        self.lost = False
        return Ledger(games, following, left_of(len(self.study.cells), games, gone), claims)

    def _played(self) -> pl.DataFrame:
        """Return which games were played, failed ones included, as spans."""
        spans = [join_spans([])]
        for kind in ("failures", self.kinds[0]):
            files = parts.files_of(self.folder, kind)
            columns = [*ORDER, "last"] if kind == COUNTED else ORDER
            for first in range(0, parts.count_rows(files), READ):
                rows = pl.scan_parquet(files, glob=False).select(columns).slice(first, READ)
                spans.append(spans_of(rows.collect()))
        return spans_of(pl.concat(spans))

    def _settled(self) -> Ledger:
        """Return the ledger without claims of this session that have become parts."""
        ledger = read_ledger(self.folder)
        for number in self.finished:
            ledger.claims.pop(number, None)
        self.finished.clear()
        return ledger

    def claim(self, most: int, choose: Choose) -> list[Claim]:
        """Claim games to play, up to so many times; none if nothing is left.

        Where others have claimed what is left, those are asked whether they live.
        """
        with self.alone():
            ledger, claims = self._settled(), list[Claim]()
            other_sessions = {claim.session for claim in ledger.claims.values()} - {self.session}
            if self.lost or (not ledger.left and not other_sessions <= living(self.folder)):
                ledger = self.take_stock(ledger)
            while ledger.left and len(claims) < most:
                spans = take(ledger.left, *choose(ledger.left))
                claim = Claim(ledger.following, self.session, spans)
                claim.hidden(self.folder).mkdir()
                claims.append(claim)
                ledger.claims[claim.number] = claim
                ledger.following += 1
            save_ledger(ledger, self.folder)
            self.open = len(ledger.claims)
        return claims

    def add(self, claims: Sequence[Claim], rows: Mapping[str, pl.DataFrame]) -> None:
        """Keep rows of games that were claimed, by kind, as the part of the first claim."""
        first, *others = claims
        hidden, notes = first.hidden(self.folder), rows_told(self.manifest)
        written = parts.write_part(first.part(self.folder), hidden, rows, notes)
        for claim in claims:
            self.settle(claim, written)
        for claim in others:
            discard(claim.hidden(self.folder))

    def settle(self, claim: Claim, written: bool) -> None:
        """Note that a claim has become a part, or was taken back."""
        self.finished.add(claim.number)
        self.lost |= not written

    def let_go(self) -> None:
        """Give back what this session has claimed and nobody plays."""
        with self.alone():
            ledger = self._settled()
            mine = [claim for claim in ledger.claims.values() if claim.session == self.session]
            idle = [claim for claim in mine if claim.number not in self.under_way]
            for claim in idle:
                discard(claim.hidden(self.folder))
                del ledger.claims[claim.number]
            save_ledger(self.take_stock(ledger) if idle or self.lost else ledger, self.folder)

    def leave(self) -> None:
        """Leave the run to the others that play it, or what one session alone has no need of."""
        if not (alive := living(self.folder)):
            (self.folder / LEDGER).unlink(missing_ok=True)
            retire(self.folder, {self.session} if self.under_way else alive)

    def forget_failures(self) -> None:
        """Let the games that failed be played again; raise StudyError if others play the run."""
        with self.alone():
            if living(self.folder) - {self.session}:
                raise self.taken()
            if parts.files_of(self.folder, "failures"):
                ledger = read_ledger(self.folder)
                self._rewrite({**self._files(), "failures": []}, ledger)
                save_ledger(self.take_stock(ledger), self.folder)

    def compact(self) -> None:
        """Make one part, whose rows are in order, of all, unless somebody still plays."""
        with self.alone():
            ledger = self._settled()
            if ledger.games > self.study.games:  # another session has extended the run
                self.manifest = read_manifest(self.folder)
                self.study = study_of(self.folder, self.manifest)
            if not ledger.claims and len(parts.all_parts(self.folder)) > 1:
                self._rewrite(self._files(), ledger)

    def _files(self) -> dict[str, list[Path]]:
        """Return the files of each kind that hold its rows."""
        return {kind: parts.files_of(self.folder, kind) for kind in self.kinds}

    def _rewrite(self, kinds: Mapping[str, list[Path]], ledger: Ledger) -> None:
        """Write the rows of files, by kind, in order as a part that stands for all others."""
        parts.check_parts(self.folder)  # or what was damaged would get a checksum of its own
        path = parts.part_path(self.folder, ledger.following, holds_all=True)
        ledger.following += 1
        save_ledger(ledger, self.folder)  # before: after a kill no other part has that number
        with parts.new_part(path) as hidden:
            for kind, files in kinds.items():
                if files:
                    self._join(kind, files, hidden / f"{kind}.parquet")
        for part in parts.all_parts(self.folder):
            if part != path:
                parts.remove(part)

    def _join(self, kind: str, files: list[Path], path: Path) -> None:
        """Write the rows of files of a kind in order to one file."""
        schema, notes = schema_of(kind, self.game), rows_told(self.manifest)
        if kind == COUNTED:
            rows = pl.scan_parquet(files, schema=schema, glob=False).collect()
            parts.write(counted(rows, self.game), path, notes)
        else:
            parts.join(files, schema, path, notes)

    def run(self) -> Run:
        """Return the run as it stands."""
        return Run(self.folder, self.manifest, self.study)
