"""Drawing in the background: the last wish, not too often, and never two at once."""

import threading
import time
from threading import Event

import pytest

from marengo.games.marengo.screen.scenario_lab.painter import Drawn, Painter

PATIENCE = 60


class Gallery:
    """What was shown, and when."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.times: list[float] = []

    def show(self, picture: bytes, words: str) -> None:
        assert picture == words.encode()
        self.shown.append(words)
        self.times.append(time.monotonic())


def drawing(words: str) -> Drawn:
    return words.encode(), words


def test_the_last_wish_is_drawn_and_those_between_are_not() -> None:
    gallery, go = Gallery(), Event()
    painter = Painter(gallery.show)

    def slowly() -> Drawn:
        assert go.wait(PATIENCE)
        return drawing("first")

    painter.wish(slowly)
    while painter._wished is not None:  # until it is begun
        time.sleep(0.01)
    for words in ("second", "third", "fourth"):
        painter.wish(lambda words=words: drawing(words))  # type: ignore[misc]
    assert not painter.join(0.01)
    go.set()
    assert painter.join(PATIENCE)
    assert gallery.shown == ["first", "fourth"]


def test_a_wish_returns_at_once_though_the_drawing_is_long() -> None:
    gallery, go = Gallery(), Event()
    painter = Painter(gallery.show)
    painter.wish(lambda: drawing(str(go.wait(PATIENCE))))
    assert gallery.shown == []
    go.set()
    assert painter.join(PATIENCE)
    assert gallery.shown == ["True"]


def test_pictures_keep_their_distance() -> None:
    gallery = Gallery()
    painter = Painter(gallery.show, pause=0.2)
    for number in range(8):
        painter.wish(lambda number=number: drawing(str(number)))  # type: ignore[misc]
        time.sleep(0.06)
    assert painter.join(PATIENCE)
    apart = [
        after - before for before, after in zip(gallery.times, gallery.times[1:], strict=False)
    ]
    assert 2 <= len(gallery.shown) < 8
    assert min(apart) > 0.19
    assert gallery.shown[-1] == "7"


def test_after_an_error_the_next_wish_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    errors: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda what: errors.append(str(what.exc_value)))
    gallery = Gallery()
    painter = Painter(gallery.show)
    painter.wish(lambda: drawing(str(1 // 0)))
    assert painter.join(PATIENCE)
    for thread in threading.enumerate():  # its error is told after the painter rests
        if thread.name == "marengo painter":
            thread.join(PATIENCE)
    painter.wish(lambda: drawing("again"))
    assert painter.join(PATIENCE)
    assert gallery.shown == ["again"]
    assert errors == ["integer division or modulo by zero"]
