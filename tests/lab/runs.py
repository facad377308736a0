"""What tests of runs share: a small plan, players of one's own, and looks at the disk."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any, ClassVar

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.core.players import register
from marengo.core.players.registry import _PLAYERS as PLAYERS
from marengo.lab.plan import Study
from marengo.lab.run_folder import Run
from marengo.lab.running import run

STUDY = Study(
    name="small",
    scenarios=("triomphe", "bonaparte"),
    players=("random",),
    pairs=(("rule", "random"),),
    games=30,
    seed=7,
)

PLAN = """
name = "small"
scenarios = ["triomphe", "bonaparte"]
players = ["random"]
pairs = [["rule", "random"]]
games = 30
seed = 7
"""

ANSWER = 0.5
"""Seconds in which Stop is answered by a machine that has nothing else to do."""

PATIENCE = 120
"""Seconds after which a test gives up, on a machine that has much else to do."""

DECISIONS = 200
"""Of a waiting player, before it waits to be told: some games of about forty."""

OBSERVED = ("turns", "events", "presence")


def quiet(study: Study, folder: Path, **options: Any) -> Run:
    return run(study, folder, progress=False, **options)


def frames_of(ran: Run) -> dict[str, pl.DataFrame]:
    """Return all frames of a run, by kind."""
    return {kind: getattr(ran, kind).collect() for kind in ("games", "failures", *OBSERVED)}


def assert_same_frames(one: Run, other: Run) -> None:
    """Make sure that two runs have the same rows in the same order, of every kind."""
    theirs = frames_of(other)
    for kind, frame in frames_of(one).items():
        assert_frame_equal(frame, theirs[kind])


def copy_states(folder: Path, states: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a copy of a folder before and after each step in which its files change."""

    def copying(change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*args: Any, **kwargs: Any) -> Any:
            shutil.copytree(folder, states / f"{len(list(states.iterdir())):03}")
            done = change(*args, **kwargs)
            shutil.copytree(folder, states / f"{len(list(states.iterdir())):03}")
            return done

        return changed

    for name in ("replace", "rename"):
        monkeypatch.setattr(Path, name, copying(getattr(Path, name)))


def parts_in(folder: Path) -> list[Path]:
    """Return the folders of the parts of a run."""
    return sorted((folder / "parts").glob("[!.]*"))


class Timid:
    """Takes the first move."""

    def __init__(self, game: object) -> None:
        del game

    def choose(self, view: object, legal_moves: Any, rng: object) -> Any:
        del view, rng
        return legal_moves[0]


class Waiting(Timid):
    """Takes the first move until it is told to wait, then thinks until it is let go.

    Its games are short: after some it does nothing until it is told, or all would be over before.
    """

    wait, thinks, go = Event(), Event(), Event()
    decisions: ClassVar[Iterator[int]] = count()

    def choose(self, view: object, legal_moves: Any, rng: object) -> Any:
        if next(self.decisions) >= DECISIONS and not self.go.is_set():
            assert self.wait.wait(PATIENCE)
        if self.wait.is_set():
            self.thinks.set()
            assert self.go.wait(PATIENCE)
        return super().choose(view, legal_moves, rng)


@contextmanager
def waiting_player() -> Iterator[type[Waiting]]:
    """Let ``waiting`` be a player, who thinks no longer once all is over."""
    for event in (Waiting.wait, Waiting.thinks, Waiting.go):
        event.clear()
    Waiting.decisions = count()
    with registered("waiting", Waiting):
        yield Waiting
        Waiting.go.set()


class Mutinous(Timid):
    """Refuses to play at 9:00 if an odd number of pieces of its side is on the map."""

    appeased = False

    def choose(self, view: Any, legal_moves: Any, rng: object) -> Any:
        odd = view.hour == 9 and sum(piece.place is not None for piece in view.own) % 2
        if odd and not self.appeased:
            raise RuntimeError("the troops mutiny")
        return super().choose(view, legal_moves, rng)


@contextmanager
def registered(name: str, player: Any) -> Iterator[None]:
    """Let a player have a name for a while."""
    register(name)(player)
    try:
        yield
    finally:
        del PLAYERS[name]
