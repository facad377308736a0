"""A widget that is closed leaves nothing: none of the widgets in it, no thread, no figure."""

import gc
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from weakref import WeakSet

import polars as pl
import pytest
from ipywidgets.widgets.widget import _instances
from matplotlib.figure import Figure

from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.history import read_day
from marengo.lab import Run, Study, run
from marengo.lab.analysis import response_surface
from marengo.screens.marengo.play import Play
from marengo.widgets import (
    ChoicePage,
    assault,
    dice,
    elements,
    explore,
    explore_surface,
    hours,
    play,
    quiz,
    quiz_number,
    replay,
    scenario_lab,
)
from marengo.widgets.elements import in_cell
from marengo.widgets.playing import page
from marengo.widgets.playing.choices import MATRIX
from tests.core.toys.fists import FistsGame
from tests.widgets.play.waiting import wait_until

OPENED = 2

Kept = tuple[int, int, int]
"""Widgets that ipywidgets keeps, threads, and figures."""

FIGURES: WeakSet[Figure] = WeakSet()
"""Those that there are; to ask for all objects instead breaks what other threads are making."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Draw small pictures, which is quicker, and let files fall where nobody minds."""
    for module in ("replay", "scenario_lab.piece_panel", "play.widget"):
        monkeypatch.setattr(import_module(f"marengo.screens.marengo.{module}"), "WIDTH", 120)
    monkeypatch.setattr(page, "DOUBLE_CLICK", 0.0)
    monkeypatch.chdir(tmp_path)
    make = Figure.__init__

    def counted(figure: Figure, *given: Any, **named: Any) -> None:
        FIGURES.add(figure)
        make(figure, *given, **named)

    monkeypatch.setattr(Figure, "__init__", counted)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Run:
    study = Study(name="few", scenarios=("triomphe",), players=("rule", "random"), games=4, seed=7)
    return run(study, tmp_path_factory.mktemp("runs") / "few", progress=False)


def kept() -> Kept:
    gc.collect()
    return booked(), threading.active_count(), len(FIGURES)


def booked() -> int:
    """Return how many widgets ipywidgets keeps, which it does until they are closed."""
    return len(_instances)


def assert_nothing_stays(used: Callable[[], Any]) -> None:
    """Close a widget again and again; the first time fills what is kept on purpose."""
    threads = threading.active_count()
    used().close()
    wait_until(lambda: threading.active_count() <= threads)
    before = kept()
    for _ in range(OPENED):
        made = used()
        assert booked() > before[0]
        made.close()
        del made
        wait_until(lambda: threading.active_count() <= threads)
    # a thread that was drawing lets go of its figure a moment after it has ended
    wait_until(lambda: all(new <= old for new, old in zip(kept(), before, strict=True)))


def played() -> Play:
    """Begin a game between two people, and let one of them look at it and decide."""
    made: Play = play("triomphe", Side.AUSTRIAN, None, seed=7, adviser="rule")
    made.cover.lift.click()
    made.board.press(0)
    made.panel.options._press(0)
    return made


def test_games_leave_nothing() -> None:
    assert_nothing_stays(played)
    assert_nothing_stays(lambda: play("triomphe", Side.AUSTRIAN, "rule", seed=7))
    assert_nothing_stays(watched)


def test_games_played_with_buttons_leave_nothing() -> None:
    """Nor does a matrix that is still being worked out."""

    def used() -> ChoicePage:
        made: ChoicePage = play("progress", against="hot-seat", seed=7)
        made.cover.lift.click()
        made.folded[MATRIX].button.value = True
        made.choices._press(0)
        return made

    assert_nothing_stays(used)
    assert_nothing_stays(lambda: replay(FistsGame(1).start(0).play("rock").play("paper")))


def watched() -> Play:
    """Begin a game that is watched, and close it while it goes on."""
    made: Play = play("triomphe", None, "rule", seed=7)
    made.watching.going.value = True
    return made


def test_a_game_that_is_closed_does_not_go_on() -> None:
    """Not even one that was asked for just before."""
    made = watched()
    made.close()
    made.session.restart(load("triomphe"), made.session.names, 8)
    made.session.pause(paused=False)
    assert not made.session.awaited
    assert not made.session.thinking


def test_replays_leave_nothing(skirmish: MarengoState) -> None:
    assert_nothing_stays(lambda: replay(skirmish))
    assert_nothing_stays(lambda: hours(read_day(), load("triomphe").board))


def test_questions_leave_nothing() -> None:
    assert_nothing_stays(lambda: quiz("Who?", ["Desaix", "Melas"], 0, "He came back."))
    assert_nothing_stays(lambda: quiz_number("How many?", 3, 0, "So many."))


def test_calculators_leave_nothing() -> None:
    assert_nothing_stays(lambda: assault("I3 C2", {"approach": "I2", "reserve": "I2"}, border=0))
    assert_nothing_stays(dice)


def test_labs_leave_nothing() -> None:
    """Nor do the panels of a game that is not chosen any longer."""

    def used() -> Any:
        made = scenario_lab("triomphe")
        made.game.value = "bonaparte"
        made.shown.value = made.shown.options[1]
        return made

    assert_nothing_stays(used)


def test_explorers_leave_nothing(few: Run) -> None:
    def used() -> Any:
        made = explore(few)
        made.table.openers[0].click()
        assert made.opening.work.wait(60)
        assert made.opening.stepper is not None
        return made

    assert_nothing_stays(used)


def test_surfaces_leave_nothing() -> None:
    points = pl.DataFrame({"bridges": range(6), "games": 9, "won": range(2, 8)})
    surface = response_surface(points)
    assert_nothing_stays(lambda: explore_surface(surface))


def test_what_a_cell_made_before_is_closed_with_all_that_is_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = []
    for time in (1, 2, 3):
        monkeypatch.setattr(elements, "_running", lambda time=time: ("cell", time))
        made = in_cell(quiz_number("How many?", 3, 0, "So many."))
        numbers.append(booked())
    made.close()
    assert len(set(numbers)) == 1
