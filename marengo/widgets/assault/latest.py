"""Work in a thread of its own, of which only the latest matters."""

from collections.abc import Callable
from threading import Event, Thread

from marengo.players import StoppedError


class Latest:
    """Does one piece of work at a time; a newer one stops the one before it.

    The work gets an event, and is to raise ``StoppedError`` soon after that is set.
    """

    def __init__(self, work: Callable[[Event], None]) -> None:
        self._work = work
        self._stop = Event()
        self._thread: Thread | None = None

    def ask(self) -> None:
        """Begin the work anew, in a thread."""
        self._stop.set()
        self._stop = Event()
        before, stop = self._thread, self._stop
        self._thread = Thread(target=self._after, args=(before, stop), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give up what is being done."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing is being done any more; return whether that is so."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    def _after(self, before: Thread | None, stop: Event) -> None:
        if before is not None:
            before.join()
        try:
            if not stop.is_set():
                self._work(stop)
        except StoppedError:
            return
