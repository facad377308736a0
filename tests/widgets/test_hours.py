"""Going through the day hour by hour."""

import pytest
from matplotlib.artist import Artist
from msgspec.structs import replace

from marengo.games.marengo.game import load
from marengo.games.marengo.study.history import read_day
from marengo.screens.marengo.hours import hours
from tests.conftest import StillAlive
from tests.widgets.left import left_of

BOARDS = load("bonaparte").board, load("triomphe").board


def test_the_slider_changes_picture_and_words() -> None:
    shown = hours(read_day(), *BOARDS, at=14)
    before = shown.picture.value
    assert bytes(before).startswith(b"\x89PNG")
    assert "Marengo falls" in shown.words.value
    shown.slider.value = 17
    assert shown.picture.value != before
    assert "Desaix attacks" in shown.words.value
    assert "17:00 to 18:00" in shown.picture.tooltip


def test_buttons_go_an_hour_and_not_beyond_the_day() -> None:
    shown = hours(read_day(), *BOARDS, at=20)
    back, on = shown.children[0].children[:2]
    on.click()
    on.click()
    assert shown.slider.value == 21
    back.click()
    assert shown.slider.value == 20
    assert back.tooltip == "an hour back"


def test_an_hour_of_which_nothing_is_told_says_so() -> None:
    assert "No account tells of this hour" not in hours(read_day(), *BOARDS, at=9).words.value
    silent = replace(read_day(), events=(), stands=())
    assert "No account tells of this hour" in hours(silent, *BOARDS, at=9).words.value


def test_a_static_picture_and_words_stay_without_a_kernel() -> None:
    shown = hours(read_day(), *BOARDS, at=14)
    left = left_of(shown)
    assert left.png == bytes(shown.picture.value)
    assert left.words.startswith("14:00 to 15:00\nMarengo falls")


def test_drawings_leave_no_figure_behind(still_alive: StillAlive) -> None:
    alive = still_alive(Artist)
    shown = hours(read_day(), BOARDS[0])
    before = alive()
    for number in range(20):
        shown.slider.value = 6 + number % 16
    assert alive() <= before


@pytest.mark.parametrize("hour", [5, 22])
def test_an_hour_beside_the_turn_track_is_refused(hour: int) -> None:
    with pytest.raises(ValueError, match="from 6 to 21"):
        hours(read_day(), *BOARDS, at=hour)
