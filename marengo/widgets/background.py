"""Work in background threads that can be asked to stop."""

from collections.abc import Callable
from threading import Event, Thread

from marengo.core.players import StoppedError

__all__ = ["Background", "Latest"]


class Background:
    """Worker that does one task at a time while the kernel goes on."""

    def __init__(self) -> None:
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def busy(self) -> bool:
        """True if something is being done."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, work: Callable[[Event], object]) -> bool:
        """Begin a piece of work unless one is being done; return True if it was begun.

        It is called in a thread with an event; once that is set, it ends soon.
        """
        if self.busy:
            return False
        self._start(work)
        return True

    def _start(self, work: Callable[[Event], object]) -> None:
        self._stop = Event()
        self._thread = Thread(target=work, args=(self._stop,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask what is being done to end soon; return at once."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing is being done, or that long; return True if nothing is."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.busy


class Latest(Background):
    """Worker that begins anew whenever asked, and stops what it did before.

    The work gets an event, and is to raise ``StoppedError`` soon after that is set.
    """

    def __init__(self, work: Callable[[Event], None]) -> None:
        super().__init__()
        self._work = work

    def ask(self) -> None:
        """Begin the work anew."""
        self._stop.set()
        before = self._thread

        def work(stop: Event) -> None:
            if before is not None:
                before.join()
            try:
                if not stop.is_set():
                    self._work(stop)
            except StoppedError:
                return

        self._start(work)
