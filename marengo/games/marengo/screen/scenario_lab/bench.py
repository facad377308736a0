"""A what-if and its standard, played against each other in the background.

One study, frozen before its first game, with the standard and the what-if on common seeds. It is
played by a thread of its own; whoever wants to know how far it is, is told.
"""

import shutil
import tempfile
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, RLock, Thread
from time import monotonic
from typing import Any, Literal

import msgspec

from marengo.core.errors import MarengoError
from marengo.core.game import is_compiled
from marengo.core.players import PlayerError, make_player
from marengo.games.marengo.screen.scenario_lab.draft import Draft
from marengo.games.marengo.screen.scenario_lab.findings import Findings, findings_of
from marengo.lab.fingerprints import changed_field
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run, load
from marengo.lab.running import run as play

__all__ = ["Bench", "Order", "Progress"]

Phase = Literal["idle", "starting", "playing", "stopping", "stopped", "finished", "failed"]

BUSY: tuple[Phase, ...] = ("starting", "playing", "stopping")

WINDOW = 10
"""Looks at the clock from which the speed is reckoned: about twenty seconds."""

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Order:
    """What is to be played."""

    draft: Draft
    austrian: str = "rule"  # players as named; two that differ play both ways round
    french: str = "rule"
    games: int = 400  # of each scenario
    seed: int = 0
    folder: Path | None = None  # default: one that is gone when the kernel ends

    def study(self) -> Study:
        """Return the plan; an error names the field that is wrong."""
        _ = self.draft.game  # says so if it cannot be played
        if not self.draft.changed:
            raise StudyError("nothing is changed yet: both would be the same game")
        names = dict.fromkeys((self.austrian, self.french))
        for name in names:
            try:
                make_player(name, self.draft.game)
            except PlayerError as error:
                raise StudyError(str(error)) from error
            except Exception as error:  # a player of one's own may raise anything
                raise StudyError(f"player {name!r}: {error!r}") from error
        return Study(
            name=self.draft.name,
            scenarios=(self.draft.standard.extends, self.draft.name),
            players=tuple(names) if len(names) == 1 else (),
            pairs=() if len(names) == 1 else ((self.austrian, self.french),),
            games=self.games,
            seed=self.seed,
            what_ifs=self.draft.tables,
        )

    def same_study(self, other: "Order") -> bool:
        """True if another order is of the same study, for more games or in another folder."""
        ours, theirs = (
            (one.draft.table, one.austrian, one.french, one.seed) for one in (self, other)
        )
        return ours == theirs


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    phase: Phase = "idle"
    played: int = 0  # games of all cells
    wanted: int = 0
    cells: int = 2
    rate: float = 0.0  # games a second, of late; 0 where that is not known
    compiles: bool = False  # the rules are compiled first
    findings: Findings = Findings(())  # noqa: RUF009 -- frozen
    error: str = ""
    folder: Path | None = None
    order: Order | None = None

    @property
    def busy(self) -> bool:
        """True if games are being played."""
        return self.phase in BUSY

    @property
    def pairs(self) -> tuple[int, int]:
        """Pairs of games that are finished by all players, and that are wanted."""
        whole = 2 * len(self.findings.each) == self.cells
        played = min(one.found.pairs for one in self.findings.each) if whole else 0
        return played, self.wanted // self.cells

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end, or None where that is not known."""
        return (self.wanted - self.played) / self.rate if self.rate else None


@dataclass
class _Clock:
    """The speed of play."""

    looks: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=WINDOW))

    def rate(self, played: int) -> float:
        """Return games a second since the oldest look that counts."""
        self.looks.append((monotonic(), played))
        (since, before), (now, _) = self.looks[0], self.looks[-1]
        return (played - before) / (now - since) if now > since else 0.0


class Bench:
    """Plays a what-if and its standard in the background, one order at a time.

    ``tell`` is called with a Progress whenever there is news, mostly from the thread that plays.
    """

    def __init__(self, tell: Callable[[Progress], object] | None = None) -> None:
        self.progress = Progress()
        self._tell = tell
        self._stop = Event()
        self._lock = RLock()
        self._thread: Thread | None = None
        self._folders: dict[bytes, Path] = {}
        self._scratch: Path | None = None

    def games_wanted(self, order: Order) -> int:
        """Return how many games of each there will be once an order is played.

        A run that was stopped goes on to where it wanted to; one that is finished is extended, by
        as many games again unless the order asks for more than there are.
        """
        return _wanted(order.games, self.run_of(order))

    def run_of(self, order: Order) -> Run | None:
        """Return the run that an order would go on with, or None if it would begin one."""
        study = order.study()
        folder = self._folder_of(study, order)
        if folder is None or not (folder / MANIFEST).exists():
            return None
        run = load(folder)
        before, now = _with_games(run.study, 1), _with_games(study, 1)
        if before != now:
            field = changed_field(before.plan(), now.plan())
            raise StudyError(
                f"{folder}: holds the games of another plan ({field}): expected another folder"
            )
        return run

    def start(self, order: Order) -> None:
        """Play an order, or go on with it; return at once. One is played at a time."""
        if self.progress.busy:
            raise StudyError("games are being played: stop them first")
        run, study = self.run_of(order), order.study()
        study = _with_games(study, _wanted(order.games, run))
        folder = self._folder_of(study, order) or self._fresh_folder(study)
        cells = len(study.cells)
        goes_on = run is not None and folder == self.progress.folder
        self._stop = Event()
        self._news(
            phase="starting",
            played=self.progress.played if goes_on else 0,
            wanted=cells * study.games,
            cells=cells,
            rate=0.0,
            compiles=not is_compiled(type(order.draft.game)),
            findings=self.progress.findings if goes_on else Findings(()),
            error="",
            folder=folder,
            order=order,
        )
        self._thread = Thread(
            target=self._play, args=(study, folder, self._stop), name="marengo study", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Ask for the end of the games; those that are finished are kept. Return at once."""
        with self._lock:  # or it might end just now
            if self.progress.busy:
                self._stop.set()
                self._news(phase="stopping")

    def join(self, seconds: float | None = None) -> bool:
        """Wait until no games are played, or that long; return True if none are."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not (self._thread and self._thread.is_alive())

    def _play(self, study: Study, folder: Path, stop: Event) -> None:
        """Play a study to its end, or until it is stopped."""
        clock = _Clock()
        clock.rate(0)

        def look(run: Run, phase: Phase = "playing") -> None:
            if phase == "playing" and stop.is_set():
                return  # the last look follows at once
            played = run.played
            rate, findings = clock.rate(played), findings_of(run)
            self._news(phase=phase, played=played, rate=rate, findings=findings, compiles=False)

        try:
            if (folder / MANIFEST).exists():
                clock.looks.clear()  # what was played before tells nothing of the speed
                look(load(folder))
            run = play(study, folder, progress=False, on_update=look, stop=stop)
            look(run, "finished" if run.finished else "stopped")
        except MarengoError as error:
            self._news(phase="failed", error=str(error))
        except BaseException as error:
            self._news(phase="failed", error=repr(error))
            raise

    def _news(self, **changes: Any) -> None:
        with self._lock:
            if changes["phase"] == "playing" and self._stop.is_set():
                changes["phase"] = "stopping"
            self.progress = replace(self.progress, **changes)
            if self._tell:
                self._tell(self.progress)

    def _folder_of(self, study: Study, order: Order) -> Path | None:
        """Return the folder of a plan, or None if it has none yet."""
        return order.folder or self._folders.get(_key(study))

    def _fresh_folder(self, study: Study) -> Path:
        """Return a temporary folder for a plan, whatever its number of games."""
        if self._scratch is None:
            self._scratch = Path(tempfile.mkdtemp(prefix="marengo-"))
            weakref.finalize(self, shutil.rmtree, self._scratch, ignore_errors=True)
        self._folders[_key(study)] = self._scratch / f"run-{len(self._folders) + 1}"
        return self._folders[_key(study)]


def _key(study: Study) -> bytes:
    """Return what identifies a plan, whatever its number of games."""
    return msgspec.json.encode(_with_games(study, 1))


def _with_games(study: Study, games: int) -> Study:
    return msgspec.structs.replace(study, games=games)


def _wanted(games: int, run: Run | None) -> int:
    """Return how many games of each a run will have once so many are asked for."""
    if run is None:
        return games
    known = run.study.games
    return games if games > known else known + games * run.finished
