"""Drawing in the background: only the last picture asked for, and not too often."""

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic, sleep

__all__ = ["Drawn", "Painter"]

Drawn = tuple[bytes, str]
"""A picture as a PNG file, and what it shows in words."""

Drawing = Callable[[], Drawn]


class Painter:
    """Draws pictures in a thread, so that whoever asks for one need not wait."""

    def __init__(self, show: Callable[[bytes, str], object], pause: float = 0.0) -> None:
        self._show = show
        self._pause = pause
        self._wished: Drawing | None = None
        self._works = False
        self._last = -pause
        self._news = Condition()

    def wish(self, draw: Drawing) -> None:
        """Have a picture drawn, instead of one that was asked for and is not begun."""
        with self._news:
            self._wished = draw
            if not self._works:
                self._works = True
                Thread(target=self._work, name="marengo painter", daemon=True).start()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until nothing is to be drawn, or that long; return True if nothing is."""
        with self._news:
            return self._news.wait_for(lambda: not self._works, seconds)

    def _work(self) -> None:
        while self._next():
            pass

    def _next(self) -> bool:
        """Draw the last picture asked for; return False if there was none."""
        sleep(max(0.0, self._last + self._pause - monotonic()))
        with self._news:
            draw, self._wished = self._wished, None
            if draw is None:
                self._rest()
                return False
        try:
            picture, words = draw()
            self._last = monotonic()
            self._show(picture, words)
        except BaseException:
            with self._news:
                self._rest()
            raise
        return True

    def _rest(self) -> None:
        self._works = False
        self._news.notify_all()
