"""What keeps a page that Voilà serves going when its line is cut, and from being misused.

``data/jupyter/voila.json`` tells Voilà to take its connections from here; it is installed where
Jupyter looks for settings. ``marengo play`` takes besides what is for its guests.
"""

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError

__all__ = ["Connection", "GuestConnection", "Kernels"]

PROTOCOL = "v1.kernel.websocket.jupyter.org"
"""The only protocol in which both sides are understood."""

WORD = 8
"""Bytes of a number in it; a message begins with the number of numbers that follow."""

LINE = "line"
"""Field of a browser's address: the number of messages that it has heard before."""

UNHEARD = 32 << 20
"""Bytes that are kept for a browser that does not say that it has heard them."""

REFUSED, ELSEWHERE = 1008, 4001
"""Codes that end a connection: too much was said, or the seat has other pages now."""

MESSAGES, BYTES = (2_000, 50), (8 << 20, 256 << 10)
"""Most that a guest may say at once, and more in each second."""

SILENT = frozenset({"error", "execute_input", "stream"})
"""Types of messages withheld from guests: what Python prints may name files."""

OWNER = "token"
"""Field of a page's address that tells whose it is."""

PAGES = 2
"""Pages that one link has at a time; another one ends the oldest."""

ALONE = 300
"""Seconds that a page's Python is kept to which nobody listens."""


@dataclass
class Line:
    """Messages over a line that may be cut, so that neither side is told one twice."""

    taken: int = 0  # messages heard from the browser
    sent: deque[bytes] = field(default_factory=deque)  # what it may not have heard yet
    first: int = 0  # the number of the first of them
    size: int = 0  # bytes of them

    def say(self, message: bytes) -> None:
        """Keep what the browser is told."""
        self.sent.append(message)
        self.size += len(message)

    def heard(self, count: int) -> None:
        """Forget what the browser has heard."""
        while self.first < count and self.sent:
            self.size -= len(self.sent.popleft())
            self.first += 1


@dataclass
class Allowance:
    """Allowance to speak: so much at once, and so much more in each second."""

    most: float
    rate: float
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.most, monotonic()

    def take(self, amount: float) -> bool:
        """Use some of it up; return whether there was as much."""
        now = monotonic()
        self.left, self.at = min(self.most, self.left + self.rate * (now - self.at)), now
        self.left -= amount
        return self.left >= 0


_LINES: WeakKeyDictionary[Any, dict[str, Line]] = WeakKeyDictionary()
"""The lines to each kernel, by the name of the browser's session."""

_ALLOWED: WeakKeyDictionary[Any, tuple[Allowance, Allowance]] = WeakKeyDictionary()
"""Allowances of messages and bytes that each kernel may still be told."""


class Connection(ZMQChannelsWebsocketConnection):
    """A connection of a browser to its kernel, which speaks the protocol of today or is refused.

    Voilà 0.5 takes the first eight bytes of whatever a kernel says for a number, and counts up to
    it. In the protocol of old they are none, it counts for years, and answers nobody meanwhile.
    Jupyter's server does so with what a browser says.

    A browser that counts messages, as the pages of marengo do, says so in the address. Then each
    side tells the other now and then, as a text, how many it has heard; and when another
    connection takes the place of one that was cut, each says again what the other has not heard.
    """

    _gone = False
    _line: Line | None = None

    async def prepare(self) -> None:
        """Refuse a browser that does not offer the protocol; end the connection before this one."""
        offered = self.websocket_handler.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [protocol.strip() for protocol in offered.split(",")]:
            raise HTTPError(400, f"Sec-WebSocket-Protocol: expected {PROTOCOL}, not {offered!r}")
        heard = self.websocket_handler.get_argument(LINE, "")
        name = str(self.session.session)
        if heard.isdecimal() and len(heard) <= 2 * WORD:
            self._line = _LINES.setdefault(self.kernel_manager, {}).setdefault(name, Line())
            self._line.heard(int(heard))
        before = self._open_sessions.get(f"{self.kernel_id}:{name}")
        if before is not None and before.connection is not None:
            before.connection.disconnect()  # so that what it was told is kept for this one
        await super().prepare()  # type: ignore[no-untyped-call] # Jupyter's server has no type there

    def connect(self) -> Any:
        """Say how far this side is, and again what was not heard."""
        if self._line is not None:
            self.websocket_handler.write_message(str(self._line.taken))
            for message in self._line.sent:
                self.websocket_handler.write_message(message, binary=True)
        return super().connect()

    def nudge(self) -> Any:
        """Wait for a sign of the kernel; not for a second one, which the browser would not hear."""
        if self._line is None or not self._line.taken:
            return super().nudge()
        ready: asyncio.Future[None] = asyncio.Future()
        ready.set_result(None)
        return ready

    def disconnect(self) -> None:  # type: ignore[override] # as Jupyter's own
        """End the connection, once."""
        if not self._gone:
            self._gone = True
            super().disconnect()  # type: ignore[no-untyped-call]

    @property
    def write_message(self) -> Any:
        """Method that sends the browser a message, and keeps it until it was heard."""
        return self._tell

    def _tell(self, message: Any, binary: bool = False) -> None:
        if self._line is not None and isinstance(message, bytes):
            self._line.say(message)
            if self._line.size > UNHEARD:
                self._hang_up("heard nothing for too long")
        with suppress(WebSocketClosedError):  # the next connection tells it
            self.websocket_handler.write_message(message, binary)

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        """Pass a message on; hang up if it is too short for the numbers that it announces."""
        if self._gone:
            return
        if self._line is not None and isinstance(incoming_msg, str) and incoming_msg.isdecimal():
            self._line.heard(int(incoming_msg[: 2 * WORD]))
            self.websocket_handler.write_message(str(self._line.taken))
        elif _is_whole(incoming_msg):
            if self._line is not None:
                self._line.taken += 1
            super().handle_incoming_message(incoming_msg)  # type: ignore[arg-type] # bytes as well
        else:
            self.websocket_handler.close(1007, "expected a message of the protocol")

    def _hang_up(self, reason: str) -> None:
        """Refuse a browser for good; its next connection begins anew."""
        _LINES.get(self.kernel_manager, {}).pop(str(self.session.session), None)
        self._line = None
        self.websocket_handler.close(REFUSED, reason)


class GuestConnection(Connection):
    """A connection of a guest, who may not see what his page's Python prints, nor keep it busy."""

    def handle_incoming_message(self, incoming_msg: str | bytes) -> None:
        """Pass a message on unless there were too many, or too large ones."""
        allowed = _ALLOWED.get(self.kernel_manager)
        if allowed is None:
            allowed = _ALLOWED[self.kernel_manager] = (Allowance(*MESSAGES), Allowance(*BYTES))
        if allowed[0].take(1) and allowed[1].take(len(incoming_msg)):
            super().handle_incoming_message(incoming_msg)
        else:
            self._hang_up("too much was said")

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Tell what the page's Python says to the page, and nothing that it prints."""
        _, parts = self.session.feed_identities(outgoing_msg)
        if self.session.unpack(parts[1])["msg_type"] not in SILENT:
            super().handle_outgoing_message(stream, outgoing_msg)


class Kernels(AsyncMappingKernelManager):
    """The Pythons of pages: two for each link, and none to which nobody listens for long."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]
        self.cull_idle_timeout, self.cull_interval, self.allow_tracebacks = (
            ALONE,
            ALONE // 10,
            False,
        )
        self._owned: dict[str, list[str]] = {}
        self._left: dict[str, float] = {}  # since when nobody listens
        self._one_by_one = asyncio.Lock()

    async def start_kernel(self, **asked: Any) -> str:  # type: ignore[override] # as Jupyter's own
        """Start the Python of a page; if its link has two, the older one ends."""
        query = parse_qs(asked.get("env", {}).get("QUERY_STRING", ""))
        owner = query.get(OWNER, [""])[0]
        async with self._one_by_one:
            owned = [kernel_id for kernel_id in self._owned.get(owner, []) if kernel_id in self]
            while len(owned) >= PAGES:
                await self._end(owned.pop(0))
            started: str = await super().start_kernel(**asked)
            self._owned[owner] = [*owned, started]
        self._left.setdefault(started, monotonic())
        return started

    async def _end(self, kernel: str) -> None:
        """End the Python of a page, and say there why."""
        for open_one in [*Connection._open_sockets]:
            if open_one.kernel_id == kernel:
                open_one.websocket_handler.close(ELSEWHERE, "another page")
        await self.shutdown_kernel(kernel, now=True)  # type: ignore[no-untyped-call]

    def notify_connect(self, kernel_id: str) -> None:
        """Note that somebody listens."""
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]
        self._left.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        """Note since when nobody does."""
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        if not self._kernel_connections.get(kernel_id):
            self._left[kernel_id] = monotonic()

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a Python to which nobody has listened for some minutes, whatever it does."""
        if monotonic() - self._left.get(kernel_id, monotonic()) > self.cull_idle_timeout:
            self._left.pop(kernel_id)
            await self.shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]


def _is_whole(message: str | bytes) -> bool:
    """Return whether a message has room for the numbers that it says it begins with."""
    if not isinstance(message, bytes):
        return False
    return WORD * (1 + int.from_bytes(message[:WORD], "little")) <= len(message)
