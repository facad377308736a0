"""A page to print: what a side may know, its question, and the answer apart."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

import marengo
from marengo.cli import main
from marengo.core.errors import MarengoError
from marengo.lab.frames import OutputError
from marengo.reports import sheet
from marengo.reports.worksheet import pages

QUESTION = "Attack, or wait?\nWhy? A dollar $ is no formula$."


@pytest.fixture(scope="module")
def state() -> marengo.State:
    return marengo.load("progress").start(seed=1)


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.texts]


def map_on(figure: Figure) -> np.ndarray:
    return np.asarray(figure.axes[0].images[0].get_array())


def test_a_page_has_its_question_and_lines_below_it(state: marengo.State) -> None:
    (page,) = pages(state, QUESTION)
    said = texts(page)
    assert said[1] == f"as {state.game.seat_titles()[state.to_move]} knows it"
    assert said[2:] == QUESTION.splitlines()
    lowest = min(text.get_position()[1] for text in page.texts)
    drawn = [one for one in page.artists if isinstance(one, Line2D)]
    heights = [np.asarray(one.get_ydata())[0] for one in drawn]
    assert len(heights) > 5
    assert max(heights) < lowest
    assert min(heights) > 0.05


def test_the_answer_is_on_a_page_of_its_own() -> None:
    state = marengo.load("triomphe").start(seed=1)
    asked, answered = pages(state, "Who?", side="french", answer="Nobody knows.")
    assert "Nobody knows." not in texts(asked)
    assert texts(answered)[2:] == ["Who?", "", "Nobody knows."]
    assert texts(asked)[1] == "as France knows it"
    assert not np.array_equal(map_on(asked), map_on(answered))  # Austrian pieces are hidden
    other, _ = pages(state, "Who?", side="austrian", answer="Nobody knows.")
    assert not np.array_equal(map_on(asked), map_on(other))


def test_a_text_gives_the_same_file_as_its_position(state: marengo.State, tmp_path: Path) -> None:
    first = sheet(state, QUESTION, tmp_path / "a.pdf", answer="Wait.")
    second = sheet(marengo.text_of(state), QUESTION, tmp_path / "b.pdf", answer="Wait.")
    one, other = first.read_bytes(), second.read_bytes()
    assert one == other
    assert one.startswith(b"%PDF")
    assert one.count(b"/Type /Page ") == 2


def test_the_command_writes_a_sheet(
    state: marengo.State, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sheet.pdf"
    words = ["sheet", marengo.text_of(state), "--question", "Why?", "--out"]
    assert main([*words, str(path)]) == 0
    assert str(path) in capsys.readouterr().out
    assert path.read_bytes().startswith(b"%PDF")
    assert main([*words, str(tmp_path / "sheet.png")]) == 2
    assert "expected a name that ends in .pdf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("question", "side", "said"),
    [
        ("Why?", "bleu", "side: expected one of .*, not 'bleu'; did you mean blue"),
        ("", None, "question: expected 1 to 24 lines, not 0"),
        ("why? " * 1000, None, "question: expected 1 to 24 lines, not "),
    ],
)
def test_what_makes_no_page_is_refused(
    state: marengo.State, question: str, side: str | None, said: str
) -> None:
    with pytest.raises(MarengoError, match=said):
        pages(state, question, side=side)


def test_a_game_that_nobody_draws_is_refused(
    state: marengo.State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(state.view(None)), "screen_module", None)
    with pytest.raises(MarengoError, match="nothing draws progress"):
        pages(state, "Why?")


def test_a_file_of_another_kind_is_refused(state: marengo.State, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"\.pdf"):
        sheet(state, "Why?", tmp_path / "sheet.png")
    assert not list(tmp_path.iterdir())
