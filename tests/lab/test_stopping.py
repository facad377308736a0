"""A run in a background thread: stopped by its caller's event, it ends as after Ctrl-C."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo import load as load_game
from marengo.core.players import StoppedError
from marengo.lab.claims import Claim
from marengo.lab.plan import Cell, Study
from marengo.lab.playing import BatchRunner
from marengo.lab.run_folder import Run, load
from marengo.lab.running import GRACE
from marengo.lab.simulate import TICK, game_seed
from marengo.lab.tasks import GameContext, Task, play_task
from tests.lab.runs import ANSWER, PATIENCE, STUDY, Waiting, quiet, waiting_player


@pytest.fixture
def waiting() -> Iterator[type[Waiting]]:
    """Let ``waiting`` be a player, who thinks no longer once the test is over."""
    with waiting_player() as player:
        yield player


class Background(Thread):
    """A run in a thread, with what it returned."""

    def __init__(self, study: Study, folder: Path, **options: Any) -> None:
        super().__init__()
        self.stop = Event()
        self.ran: Run | None = None
        self.call: Callable[[], Run] = partial(quiet, study, folder, stop=self.stop, **options)

    def run(self) -> None:
        self.ran = self.call()


def test_stop_is_answered_at_once_though_a_game_is_long(
    waiting: type[Waiting], tmp_path: Path
) -> None:
    """What was finished is kept; the game that somebody thinks about is not waited for."""
    assert TICK + GRACE <= ANSWER
    study = Study(name="long", scenarios=("triomphe",), players=("waiting",), games=20)
    seen: list[int] = []

    def look(run: Run) -> None:
        seen.append(run.played)
        waiting.wait.set()

    background = Background(study, tmp_path / "run", workers=2, on_update=look)
    background.start()
    assert waiting.thinks.wait(PATIENCE)
    background.stop.set()
    background.join(PATIENCE / 2)  # so that somebody still thinks
    assert not background.is_alive()
    assert background.ran is not None
    assert seen[0] <= background.ran.played < 20
    assert not background.ran.finished
    waiting.wait.clear()
    waiting.go.set()
    goes_on = quiet(study, tmp_path / "run")
    assert goes_on.finished
    assert_frame_equal(goes_on.games.collect(), quiet(study, tmp_path / "whole").games.collect())


class Pressed(ThreadPoolExecutor):
    """One thread; somebody sets an event after some tasks."""

    def __init__(self, stop: Event, tasks: int) -> None:
        super().__init__(1)
        self.stop, self.tasks = stop, tasks

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = super().submit(function, *args, **kwargs)
        future.result()
        self.tasks -= 1
        if self.tasks == 0:
            self.stop.set()
        return future


def test_what_was_played_before_stop_is_kept_and_played_no_more(
    whole: pl.DataFrame, tmp_path: Path
) -> None:
    stop = Event()
    stopped = quiet(STUDY, tmp_path / "run", executor=Pressed(stop, 2), stop=stop)
    assert stopped.played == 2 * 30
    part = stopped.games.collect()
    assert_frame_equal(part, whole.join(part.select("cell", "game"), on=["cell", "game"]))
    assert_frame_equal(quiet(STUDY, tmp_path / "run").games.collect(), whole)


def test_games_of_a_task_before_the_one_given_up_are_kept(tmp_path: Path) -> None:
    cell, claim = Cell("bonaparte", ("random", "random")), Claim(0, "abcd", [(0, 0, 5)])
    context = GameContext(load_game("bonaparte"), {}, ())
    compiled = context.runner(cell)

    def play(seeds: list[int], logged: bool = False) -> tuple[Any, Any]:
        if seeds == [game_seed(1, 2)]:
            raise StoppedError
        return compiled.play(seeds, logged)

    context.runners[cell.players] = BatchRunner(1, play, cell.players)
    found = play_task(Task(context, cell, 1, claim, tmp_path))
    assert found.number == 2
    assert found.rows is not None
    assert found.rows["games"]["game"].to_list() == [0, 1]


def test_a_run_that_is_stopped_before_it_begins_plays_nothing(tmp_path: Path) -> None:
    stop = Event()
    stop.set()
    assert quiet(STUDY, tmp_path / "run", stop=stop).played == 0
    assert load(tmp_path / "run").study == STUDY
    assert stop.is_set()  # the caller's own: it is read only


def test_an_event_that_nobody_sets_changes_nothing(whole: pl.DataFrame, tmp_path: Path) -> None:
    stop = Event()
    ran = quiet(STUDY, tmp_path / "run", stop=stop)
    assert ran.finished
    assert_frame_equal(ran.games.collect(), whole)
    assert not stop.is_set()


def test_an_executor_of_the_callers_own_stays_open(tmp_path: Path) -> None:
    stop = Event()
    stop.set()
    own: Executor
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as own:
        assert quiet(STUDY, tmp_path / "run", executor=own, stop=stop).played == 0
        assert own.submit(int, "7").result() == 7
