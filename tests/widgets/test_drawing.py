"""One thread draws at a time, whichever widget has begun it."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import RLock, get_ident
from typing import Any

import pytest
from matplotlib.figure import Figure

from marengo.charts.figures import DRAWING
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.history import read_day
from marengo.lab import Study, run
from marengo.screens.marengo.drawing import vector
from marengo.widgets import assault, close_up, explore, hours, play, replay, scenario_lab
from tests.widgets.left import left_of
from tests.widgets.play.waiting import wait_until

SECONDS = 120


class Owned:
    """A lock that knows whose it is."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._owners: list[int] = []

    def acquire(self) -> None:
        self._lock.acquire()
        self._owners.append(get_ident())

    def release(self) -> None:
        self._owners.pop()
        self._lock.release()

    @property
    def mine(self) -> bool:
        return get_ident() in self._owners[-1:]


class Watch:
    """Whether each figure was made, and drawn, by the thread whose turn it was."""

    def __init__(self) -> None:
        self.made: list[bool] = []
        self.drawn: list[bool] = []


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Watch:
    """Watch whatever matplotlib makes and draws, in small."""
    for module in ("replay", "scenario_lab.piece_panel", "play.widget"):
        monkeypatch.setattr(import_module(f"marengo.screens.marengo.{module}"), "WIDTH", 120)
    monkeypatch.chdir(tmp_path)
    vector._board.cache_clear()  # or the board would be drawn by whichever test came first
    lock, found = Owned(), Watch()
    monkeypatch.setattr(DRAWING, "_lock", lock)

    def watched(notes: list[bool], action: Callable[..., None]) -> Callable[..., None]:
        def act(*given: Any, **more: Any) -> None:
            notes.append(lock.mine)
            action(*given, **more)

        return act

    monkeypatch.setattr(Figure, "__init__", watched(found.made, Figure.__init__))
    monkeypatch.setattr(Figure, "draw", watched(found.drawn, Figure.draw))
    return found


def assert_alone(watch: Watch) -> None:
    assert watch.made
    assert watch.drawn
    assert all(watch.made)
    assert all(watch.drawn)


def test_games_take_turns(watch: Watch) -> None:
    made = play("triomphe", None, "rule", seed=7)
    made.watching.going.value = True
    wait_until(lambda: len(made.session.steps) > 2)
    made.close()
    assert_alone(watch)


def test_replays_take_turns(watch: Watch, skirmish: MarengoState) -> None:
    made = replay(skirmish.positions()[3])
    made.wait()
    for _, form in made.saving.form.options:
        made.saving.form.value = form
        made.saving.save.click()
        assert made.saving.work.wait(SECONDS)
        assert "Saved" in made.saving.status.value
    made.close()
    assert_alone(watch)


def test_calculators_take_turns(watch: Watch) -> None:
    made = assault("I3 C2", {"approach": "I2", "reserve": "I2"}, border=0)
    assert made.wait(SECONDS)
    made.close()
    assert_alone(watch)


def test_labs_take_turns(watch: Watch) -> None:
    made = scenario_lab("triomphe")
    made.numbers["Rules"].controls["parameters.orders_per_turn"].value = 2
    made.study.games.value = 2
    made.study.runner.click()
    assert made.study.bench.join(SECONDS)
    assert made.study.picture.value
    left_of(made)
    made.close()
    assert_alone(watch)


def test_explorers_take_turns(watch: Watch, tmp_path: Path) -> None:
    study = Study(name="few", scenarios=("triomphe",), players=("rule",), games=2, seed=7)
    made = explore(run(study, tmp_path / "few", progress=False))
    left_of(made)
    made.close()
    assert_alone(watch)


def test_pictures_of_lessons_and_of_the_day_take_turns(watch: Watch) -> None:
    game = load("triomphe")
    close_up(game.start(seed=7), 9, side=Side.FRENCH)
    hours(read_day(), game.board).close()
    assert_alone(watch)
