"""A game of one's own that is kept: every decision lies in a file, and a page goes on with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from marengo.core.records import GameRecord
from marengo.core.scenarios import load
from marengo.widgets import ChoicePage
from marengo.widgets.playing import kept
from marengo.widgets.playing.kept import ELSEWHERE, open_game
from marengo.widgets.playing.saving import _passing_folder
from marengo.widgets.playing.seats import HUMAN
from marengo.widgets.playing.session import Session
from tests.widgets.play.waiting import wait_until
from tests.widgets.playing.hands import CHOSEN, press

AGAINST = "test-told"


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return what opens a page as ``marengo play`` does, at an address."""
    pages: list[ChoicePage] = []
    CHOSEN[:] = ["play recruit", "play move-2", "play score"]
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    monkeypatch.setattr("marengo.widgets.playing.page.DOUBLE_CLICK", 0.0)

    def open_it(query: str = "token=t", against: str = AGAINST) -> ChoicePage:
        monkeypatch.setenv("QUERY_STRING", query)
        pages.append(open_game("progress-small", "blue", against, tmp_path / "data" / "games"))
        return pages[-1]

    yield open_it
    for page in pages:
        page.close()
    _passing_folder.cache_clear()


def files(folder: Path) -> list[Path]:
    return sorted((folder / "data" / "games").glob("*.txt"))


def moves(path: Path) -> tuple[str, ...]:
    return GameRecord.load(path).moves


def settled(page: ChoicePage) -> None:
    wait_until(lambda: page.session.asked and not page.session.thinking)


def said(page: ChoicePage) -> str:
    """Return what is said above the page, if it is to be seen."""
    bars = [one for one in page.children if isinstance(one, ipywidgets.HBox)]
    shown = [bar for bar in bars if bar.layout.display is None]
    return " ".join(one.value for bar in shown for one in bar.children[:1])


def named(page: ChoicePage) -> str:
    """Return the game that the page's address names."""
    return str(page.children[-1].game)


def test_a_page_that_is_loaded_anew_goes_on_with_its_game(opened: Any, tmp_path: Path) -> None:
    page = opened()
    settled(page)
    (path,) = files(tmp_path)  # before anything is decided, or the set-up could be drawn anew
    assert named(page) == path.stem
    press(page, "RECRUIT")
    settled(page)
    decided = moves(path)
    assert (len(decided), decided[0]) == (2, "play recruit")
    page.close()
    again = opened(f"token=t&game={path.stem}")
    assert tuple(str(move) for move in again.session.state.moves) == decided
    assert again.session.seed == GameRecord.load(path).seed
    assert said(again) == ""
    press(again, "MOVE 2")
    settled(again)
    assert moves(path)[:3] == (*decided, "play move-2")
    assert files(tmp_path) == [path]


def test_a_new_start_goes_on_with_the_last_game_or_begins_another(
    opened: Any, tmp_path: Path
) -> None:
    first = opened()
    press(first, "RECRUIT")
    settled(first)
    first.close()
    again = opened()
    assert "You go on with your game: Round 2" in said(again)
    (path,) = files(tmp_path)
    bar = next(one for one in again.children if isinstance(one, ipywidgets.HBox))
    bar.children[1].click()
    assert said(again) == ""
    settled(again)
    assert len(files(tmp_path)) == 2
    assert named(again) != path.stem
    assert len(moves(path)) == 2
    again.session.resign()
    assert GameRecord.load(files(tmp_path)[1]).resigned == again.session.people[0]
    new = opened()  # that one is over
    assert len(files(tmp_path)) == 3
    assert new.session.state.moves == ()


def test_two_people_at_one_screen_go_on_with_theirs(opened: Any) -> None:
    first = opened(against="hot-seat")
    first.session.uncover()
    first.session.play([first.session.state.move("play recruit")])
    first.close()
    again = opened(against="hot-seat")
    assert "You go on with your game: Round 1" in said(again)
    assert again.session.covered
    assert said(opened()) == ""  # who plays against a machine has another one


def test_what_is_taken_back_is_taken_back_in_the_file(tmp_path: Path) -> None:
    game = load("triomphe")
    session = kept.kept(Session)(game, dict.fromkeys(game.seats, HUMAN), 7, "rule")
    session.keep_in(tmp_path)
    session.uncover()
    (path,) = tmp_path.glob("*.txt")
    session.play([session.state.move("pontoon A1")])
    assert moves(path) == ("pontoon A1",)
    assert session.undo()
    assert moves(path) == ()
    assert session.redo()
    assert moves(path) == ("pontoon A1",)
    session.leave()


def test_two_pages_of_one_game_follow_each_other(opened: Any, tmp_path: Path) -> None:
    one = opened()
    settled(one)
    (path,) = files(tmp_path)
    other = opened(f"game={path.stem}")
    settled(other)
    press(one, "RECRUIT")
    settled(one)
    wait_until(lambda: len(other.session.state.moves) == 2)
    settled(other)
    assert other.session.state == one.session.state
    assert files(tmp_path) == [path]


def test_of_two_decisions_of_two_pages_the_first_counts(
    opened: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "POLL", 1_000)  # neither page looks before it decides
    one = opened()
    settled(one)
    (path,) = files(tmp_path)
    other = opened(f"game={path.stem}")
    settled(other)
    press(one, "RECRUIT")
    settled(one)
    other.session.play([other.session.state.move("play move-2")])
    assert other.session.trouble == ELSEWHERE
    settled(other)
    assert moves(path)[0] == "play recruit"
    assert other.session.state == one.session.state


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("game=progress-small-20001231-235959-1", "there is no such file here"),
        ("game=..%2F..%2Fgame", "is no name for a file"),
        ("game=damaged", "damaged.txt: "),
    ],
)
def test_an_address_that_names_no_game_gets_a_new_one_and_is_told(
    query: str, wanted: str, opened: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    (folder / "damaged.txt").write_text("marengo game 1\n", encoding="utf-8")
    page = opened(query)
    told = " ".join(one.value for one in page.children if isinstance(one, ipywidgets.HTML))
    assert wanted in told
    settled(page)
    assert len(files(tmp_path)) == 2
    assert (folder / "damaged.txt").read_text(encoding="utf-8") == "marengo game 1\n"


def test_a_game_that_cannot_be_kept_is_played_on(
    opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(GameRecord, "save", full)
    page = opened()
    assert "cannot be kept" in page.session.trouble
    assert "No space left on device" in page.session.trouble
    settled(page)
    press(page, "RECRUIT")
    settled(page)
    assert len(page.session.state.moves) == 2


def test_a_link_to_a_position_keeps_the_password_and_begins_a_game(
    opened: Any, tmp_path: Path
) -> None:
    page = opened()
    press(page, "RECRUIT")
    settled(page)
    page.files.copy.click()
    assert 'href="?token=t&amp;position=marengo1-' in page.files.link.value
    other = opened(f"token=t&position={page.files.line.value}")
    settled(other)
    assert other.session.state == page.session.state
    assert len(files(tmp_path)) == 2
