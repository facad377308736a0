"""Where nothing has been compiled yet a game begins at once, and is the same game."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import marengo
from marengo.core import patience
from marengo.core.engine.compiled import Entry
from marengo.core.players import ask, default_player
from marengo.core.state import Chance, State
from marengo.lab.compiling import compile_game
from tests.core.toys.race import RaceGame

BEGUN = 60.0
"""Seconds in which a first game has begun, the server of the page left out, which takes few."""

FIRST_GAME = """
import sys, time
from numba.core import event
from marengo.core import patience
from marengo.core.players import default_player
from marengo.core.scenarios import load
from marengo.widgets import play

class Count(event.Listener):
    here = 0
    def on_start(self, _): self.here += 1
    def on_end(self, _): pass

count = Count()
event.register("numba:compile", count)
page = play(sys.argv[1], against=default_player(load(sys.argv[1])))
while not page.session.asked:
    time.sleep(0.05)
first = page.session.state.legal_moves()[0]
page.carry_out([first])
print(time.process_time(), count.here, len(page.session.steps), patience._is_compiling())
"""


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let no code be there until the test ends; return what ran in Python nevertheless."""
    ran: list[str] = []

    def is_there(function: Any, _: tuple[Any, ...]) -> bool:
        ran.append(function.py_func.__name__)
        return False

    monkeypatch.setattr(patience._Awaited, "_is_there", is_there)
    monkeypatch.setattr(patience, "_is_compiling", lambda: True)
    forget()  # whatever was played before
    yield ran
    forget()


def forget() -> None:
    """Let all functions be compiled ones again."""
    for name, module in list(sys.modules.items()):
        for function in vars(module).values() if name.startswith("marengo.") else ():
            if type(function) in (patience._Awaited, patience._Plain):
                function.__class__ = Entry


def played(name: str, decisions: int) -> State:
    """Play the first decisions of a game."""
    game = marengo.load(name)
    state = game.start(1)
    for number in range(decisions):
        if state.to_move is Chance.CHANCE:
            state.draw(number)
        else:
            state.play(ask(state, default_player(game), number).move)
    return state


@pytest.mark.parametrize(
    "name", ["triomphe", "bonaparte", "progress", "europe-battle", "europe-1800", "europe-1805"]
)
def test_the_same_game_is_played_plainly(name: str, uncompiled: list[str]) -> None:
    compiled = played(name, 8)
    assert uncompiled == []
    patience.be_patient(compiled.game)
    plain = played(name, 8)
    assert {"advance", "choose_once", "see"} <= set(uncompiled)
    assert plain.record_bytes() == compiled.record_bytes()  # padding is whatever it is
    assert [str(move) for move in plain.legal_moves()] == [
        str(move) for move in compiled.legal_moves()
    ]


def test_a_game_that_was_compiled_is_played_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is sent for what is there."""
    game = marengo.load("progress-small")
    compile_game(game, progress=False)
    sent: list[Any] = []
    monkeypatch.setattr(patience, "_is_compiling", lambda: sent.append(1))
    patience.be_patient(game)
    state = game.start(0)
    while not state.is_over and state.to_move is not Chance.CHANCE:
        state.play(ask(state, "search:playouts=8").move)
    assert sent == []


def test_code_that_is_there_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To ask Numba of which types arguments are takes a hundred times as long as a decision."""
    patience.be_patient(played("progress-small", 8).game)
    played("progress-small", 8)
    asked: list[Any] = []
    monkeypatch.setattr(patience._Awaited, "typeof_pyval", lambda *given: asked.append(given))
    played("progress-small", 8)
    assert asked == []


def test_who_plays_another_game_meanwhile_waits_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    patience.be_patient(played("progress-small", 8).game)
    asked: list[Any] = []
    monkeypatch.setattr(patience, "_kind_of", asked.append)
    state = RaceGame().start(1)
    while not state.is_over:
        if state.to_move is Chance.CHANCE:
            state.draw(1)
        else:
            state.play(ask(state, "search:playouts=8").move)
    race = state.game.engine.state.dtype()
    assert not any(getattr(one, "dtype", None) == race for each in asked for one in each)


def test_a_game_that_is_missing_is_compiled_by_one_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many pages and scenarios of it there are."""
    begun: list[str] = []

    class Compiles:
        def __init__(self, command: list[str], **_: Any) -> None:
            begun.append(command[-2])

        def poll(self) -> None:
            pass

    monkeypatch.setattr(patience, "_to_begin", {})
    monkeypatch.setattr(patience, "_begun", {})
    monkeypatch.setattr(subprocess, "Popen", Compiles)
    for name in ("triomphe", "triomphe-desaix-never", "bonaparte", "triomphe"):
        patience.be_patient(marengo.load(name))
    assert patience._is_compiling()
    patience.be_patient(marengo.load("bonaparte-desaix-never"))
    assert patience._is_compiling()
    assert sorted(Path(one).stem for one in begun) == ["bonaparte", "triomphe"]


@pytest.mark.release
@pytest.mark.parametrize(
    "name", ["triomphe", "bonaparte", "progress", "europe-battle", "europe-1800", "europe-1805"]
)
def test_a_first_game_begins_before_it_is_compiled(name: str, tmp_path: Path) -> None:
    """In processor time, which on a machine that does nothing else is what one waits."""
    places = dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"), str(tmp_path))
    told = subprocess.run(
        [sys.executable, "-c", FIRST_GAME, name],
        env={**os.environ, **places, "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert float(told[0]) < BEGUN
    assert told[1] == "0"  # functions that were compiled in this process
    assert int(told[2]) >= 1
    assert told[3] == "True"
    print(f"{name}: {float(told[0]):.1f} s")
