"""A what-if and its standard, played against each other in the background.

One study, frozen before its first game, with the standard and the what-if on common seeds. It is
played by a thread of its own; whoever wants to know how far it is, is told.
"""

import shutil
import tempfile
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, RLock
from time import monotonic
from typing import Any, Literal

import msgspec

from marengo.core.errors import MarengoError
from marengo.core.game import is_compiled
from marengo.core.players import PlayerError, default_player, make_player
from marengo.lab.fingerprints import changed_field
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run, load
from marengo.lab.running import run as play
from marengo.screens.marengo.scenario_lab.draft import Draft
from marengo.screens.marengo.scenario_lab.findings import Findings, findings_of
from marengo.widgets.background import Background

Phase = Literal["idle", "starting", "playing", "stopping", "stopped", "finished", "failed"]

WINDOW = 10
"""Looks at the clock from which the speed is reckoned: about twenty seconds."""

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Order:
    """Order to play a what-if against its standard."""

    draft: Draft
    austrian: str | None = None  # players as named; two that differ play both ways round
    french: str | None = None
    games: int = 400  # of each scenario
    seed: int = 0
    folder: Path | None = None  # default: one that is gone when the kernel ends

    def study(self) -> Study:
        """Return the plan; an error names the field that is wrong."""
        _ = self.draft.game  # says so if it cannot be played
        if not self.draft.changed:
            raise StudyError("nothing is changed yet: both would be the same game")
        own = default_player(self.draft.game)
        asked = (own if chosen is None else chosen for chosen in (self.austrian, self.french))
        names = tuple(dict.fromkeys(asked))
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
            players=names if len(names) == 1 else (),
            pairs=() if len(names) == 1 else (names,),
            games=self.games,
            seed=self.seed,
            what_ifs=self.draft.tables,
        )

    def same_study(self, other: "Order") -> bool:
        """Return whether another order is of the same study, for other games or another folder."""
        return self == replace(other, games=self.games, folder=self.folder)


@dataclass(frozen=True)
class Progress:
    """Progress of a run."""

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
        return self.phase in ("starting", "playing", "stopping")

    @property
    def pairs(self) -> tuple[int, int]:
        """Pairs of games that are finished by all players, and that are wanted."""
        whole = 2 * len(self.findings.each) == self.cells
        played = min(finding.found.pairs for finding in self.findings.each) if whole else 0
        return played, self.wanted // self.cells

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end, or None where that is not known."""
        return (self.wanted - self.played) / self.rate if self.rate else None


class Bench:
    """Plays a what-if and its standard in the background, one order at a time.

    ``tell`` is called with a Progress whenever there is news, mostly from the thread that plays.
    """

    def __init__(self, tell: Callable[[Progress], object] = lambda _: None) -> None:
        self.progress = Progress()
        self._tell, self._work, self._lock = tell, Background(), RLock()
        self._folders: dict[bytes, Path] = {}

    def games_wanted(self, order: Order) -> int:
        """Return how many games of each there will be once an order is played.

        A run that was stopped goes on to where it wanted to; one that is finished is extended, by
        as many games again unless the order asks for more than there are.
        """
        run = self.run_of(order)
        if run is None or order.games > run.study.games:
            return order.games
        return run.study.games + order.games * run.finished

    def run_of(self, order: Order) -> Run | None:
        """Return the run that an order would go on with, or None if it would begin one."""
        study = order.study()
        folder = order.folder or self._folders.get(_key(study))
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
        study = _with_games(order.study(), self.games_wanted(order))
        folder = order.folder or self._folder(study)
        before = self.progress
        goes_on = before.folder == folder and self.run_of(order) is not None
        self._news(
            phase="starting",
            played=before.played if goes_on else 0,
            wanted=len(study.cells) * study.games,
            cells=len(study.cells),
            rate=0.0,
            compiles=not is_compiled(type(order.draft.game)),
            findings=before.findings if goes_on else Findings(()),
            error="",
            folder=folder,
            order=order,
        )
        self._work.wait()  # it has told its end, but may not have ended
        self._work.begin(lambda stop: self._play(study, folder, stop))

    def stop(self) -> None:
        """Ask for the end of the games; those that are finished are kept. Return at once."""
        with self._lock:  # or it might end just now
            if self.progress.busy:
                self._work.stop()
                self._news(phase="stopping")

    def join(self, seconds: float | None = None) -> bool:
        """Wait until no games are played, or that long; return True if none are."""
        return self._work.wait(seconds)

    def _play(self, study: Study, folder: Path, stop: Event) -> None:
        """Play a study to its end, or until it is stopped."""
        looks = deque([(monotonic(), 0)], maxlen=WINDOW)

        def look(run: Run, phase: Phase = "playing") -> None:
            looks.append((monotonic(), run.played))
            (since, before), (now, played) = looks[0], looks[-1]
            rate = (played - before) / (now - since) if now > since else 0.0
            findings = findings_of(run)
            with self._lock:
                if phase != "playing" or not stop.is_set():  # else the last look follows at once
                    self._news(
                        phase=phase, played=played, rate=rate, findings=findings, compiles=False
                    )

        try:
            if (folder / MANIFEST).exists():
                looks.clear()  # what was played before tells nothing of the speed
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
            self.progress = replace(self.progress, **changes)
            self._tell(self.progress)

    def _folder(self, study: Study) -> Path:
        """Return a temporary folder for a plan, whatever its number of games."""
        if (key := _key(study)) not in self._folders:
            self._folders[key] = Path(tempfile.mkdtemp(prefix="marengo-"))
            weakref.finalize(self, shutil.rmtree, self._folders[key], ignore_errors=True)
        return self._folders[key]


def _key(study: Study) -> bytes:
    """Return what identifies a plan, whatever its number of games."""
    return msgspec.json.encode(_with_games(study, 1))


def _with_games(study: Study, games: int) -> Study:
    return msgspec.structs.replace(study, games=games)
