"""Saving what a replay shows: pictures, films, and no file overwritten unasked."""

import io
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PIL import Image

from marengo.games.marengo.board import Place
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.drawing.picture import to_png
from marengo.screens.marengo.replay import saving
from marengo.widgets import Replay, replay

SECONDS = 120


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with small pictures."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(import_module("marengo.screens.marengo.replay"), "WIDTH", 120)


@pytest.fixture
def stepper() -> Iterator[Replay]:
    state = load("triomphe").start(seed=3)
    while state.hour < 7:
        state.play(state.legal_moves()[0])
    made = replay(state)
    made.saving.width.value = 150
    yield made
    made.wait()
    made.close()


def _hidden(part: Any) -> bool:
    return bool(part.layout.display == "none")


def save(stepper: Replay) -> str:
    """Press Save, wait, and return what is said then."""
    stepper.saving.save.click()
    assert stepper.saving.work.wait(SECONDS)
    return re.sub("<.*?>", "", stepper.saving.status.value)


def test_a_picture_is_saved_under_the_name_that_is_proposed(stepper: Replay) -> None:
    stepper.slider.value = 1
    stepper.seen_by.value = "France"
    assert stepper.saving.file.placeholder == "triomphe-move-1.png"
    said = save(stepper)
    path = Path("triomphe-move-1.png")
    wanted = to_png(stepper.position, side=Side.FRENCH, width=150, arrows=stepper._steps.arrows(1))
    assert path.read_bytes() == wanted
    assert said.startswith(f"Saved: {path.resolve()} (")


def test_no_file_is_overwritten_unasked(stepper: Replay) -> None:
    path = Path("mine.png")
    path.write_text("precious")
    form = stepper.saving
    form.file.value = "mine"
    assert _hidden(form.replace)
    assert save(stepper) == "mine.png exists already. Replace it, or choose another name."
    assert path.read_text() == "precious"
    assert not _hidden(form.replace)
    form.file.value = "other"
    assert _hidden(form.replace)  # nothing there to be replaced
    form.file.value = "mine"
    save(stepper)
    form.replace.click()
    assert stepper.saving.work.wait(SECONDS)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert _hidden(form.replace)


def test_a_drawing_is_as_wide_as_is_asked_for_and_tells_what_it_shows(stepper: Replay) -> None:
    stepper.slider.value = 1
    stepper.saving.file.value = "one.svg"  # the ending says the form
    assert stepper.saving.form.value == "svg"
    save(stepper)
    drawn = Path("one.svg").read_text(encoding="utf-8")
    start = drawn[: drawn.index(">", drawn.index("<svg"))]
    assert ' width="150"' in start
    height = re.search(r' height="(\d+)"', start)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', start)
    assert height
    assert box
    assert int(height[1]) == pytest.approx(150 * float(box[2]) / float(box[1]), abs=1)
    assert "<title>6:00, French turn" in drawn
    assert 'id="arrow' not in drawn  # a turn was ended: nothing moved


def test_a_film_has_a_picture_of_each_turn(stepper: Replay) -> None:
    form = stepper.saving
    assert form.each.layout.display == "none"
    form.form.value = "gif"
    assert form.each.layout.display is None
    assert form.file.placeholder == "triomphe.gif"
    assert "Saved" in save(stepper)
    with Image.open("triomphe.gif") as film:
        assert film.n_frames == 3  # type: ignore[attr-defined] # both turns at six, and seven
        assert film.size[0] == 150
    assert form.progress.max == 3


def test_a_film_is_given_up_when_stop_is_pressed(
    stepper: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, going_on = Event(), Event()

    def slow(*shown: Any, **options: Any) -> bytes:
        begun.set()
        assert going_on.wait(SECONDS)
        return to_png(*shown, **options)

    monkeypatch.setattr(saving, "to_png", slow)
    form = stepper.saving
    form.form.value, form.each.value = "gif", "move"
    form.save.click()
    assert begun.wait(SECONDS)
    assert form.stop.layout.display is None
    assert form.save.disabled
    form.stop.click()
    going_on.set()
    assert form.work.wait(SECONDS)
    assert "Stopped: nothing was saved." in form.status.value
    assert list(Path.cwd().iterdir()) == []
    assert not form.save.disabled
    assert form.stop.layout.display == "none"


def test_what_cannot_be_saved_is_said(stepper: Replay) -> None:
    stepper.saving.file.value = "nowhere/one.png"
    said = save(stepper)
    assert said.startswith("Not saved. nowhere/one.png: the folder nowhere does not exist")
    assert not stepper.saving.save.disabled


def test_a_film_draws_what_one_side_may_know(stepper: Replay) -> None:
    stepper.seen_by.value = "Austria"
    stepper.saving.form.value = "gif"
    save(stepper)
    with Image.open("triomphe.gif") as film:
        film.seek(film.n_frames - 1)  # type: ignore[attr-defined] # a GIF has them
        last = film.convert("RGB").tobytes()
    for side, same in ((Side.AUSTRIAN, True), (None, False)):
        end = stepper._steps[stepper.slider.max]
        drawn = Image.open(io.BytesIO(to_png(end, side=side, width=150))).convert("RGB")
        assert (drawn.tobytes() == last) == same


def test_a_drawing_has_the_arrows_of_its_move() -> None:
    state = load("triomphe").start(seed=3)
    drawn = saving.position_svg(state, None, 200, [("Alessandria", Place.parse("1"))])
    assert drawn.count('id="arrow') == 1
