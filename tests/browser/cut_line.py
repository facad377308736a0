"""A line between browser and server that can be cut: what is said meanwhile is lost."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

CHUNK = 1 << 16


class Wire:
    """Passes on what comes to a port of its own, unless it is cut."""

    def __init__(self, port: int) -> None:
        self._goes_to = port
        self._whole = Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Swallow what is said from now on, in either direction; nobody is told."""
        self._whole.clear()

    def mend(self) -> None:
        """Let others connect; who was connected before is not."""
        self.hang_up()
        self._whole.set()

    def hang_up(self) -> None:
        """End all connections."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        """End it for good."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._goes_to))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        lost = False
        with suppress(OSError):
            while data := one.recv(CHUNK):
                lost = lost or not self._whole.is_set()  # of what was cut nothing comes after
                if not lost:
                    other.sendall(data)
            other.shutdown(socket.SHUT_RDWR)


@contextmanager
def wire(port: int) -> Iterator[Wire]:
    """Yield a line to a port of this machine."""
    made = Wire(port)
    try:
        yield made
    finally:
        made.close()
