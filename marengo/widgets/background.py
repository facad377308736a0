"""Work beside the kernel's: one thread at a time, which can be told to stop."""

from collections.abc import Callable
from threading import Event, Thread

__all__ = ["Background"]


class Background:
    """A place for one piece of work at a time, done while the kernel answers other questions."""

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
        self._stop = Event()
        self._thread = Thread(target=work, args=(self._stop,), daemon=True)
        self._thread.start()
        return True

    def stop(self) -> None:
        """Ask what is being done to end soon; return at once."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until nothing is being done any more, or that long; return whether it is so."""
        if self._thread is not None:
            self._thread.join(seconds)
        return not self.busy
