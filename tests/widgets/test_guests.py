"""What a guest's page may cost: how many Pythons, how long, and how much may be said to them."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from jupyter_client.manager import KernelManager
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from marengo.widgets import page
from marengo.widgets.page import (
    ALONE,
    MESSAGES,
    PAGES,
    REFUSED,
    Allowance,
    GuestConnection,
    Kernels,
    Line,
)

Result = TypeVar("Result")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time, which a test sets."""
    now = [1_000.0]
    monkeypatch.setattr(page, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> Kernels:
    """Return kernels that are names only."""

    async def start(made: Kernels, **_: Any) -> str:
        name = f"kernel {made._started}"  # type: ignore[attr-defined]
        made._started += 1  # type: ignore[attr-defined]
        made._kernels[name], made._kernel_connections[name] = object(), 0
        return name

    async def end(made: Kernels, kernel: str, **_: Any) -> None:
        del made._kernels[kernel], made._kernel_connections[kernel]

    monkeypatch.setattr(AsyncMappingKernelManager, "start_kernel", start)
    monkeypatch.setattr(AsyncMappingKernelManager, "shutdown_kernel", end)
    made = Kernels()
    made._started = 1  # type: ignore[attr-defined]
    return made


def done(work: Coroutine[Any, Any, Result]) -> Result:
    """Return what comes of some work, in a thread: a browser's tests leave a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def come(kernels: Kernels, token: str) -> str:
    return done(kernels.start_kernel(env={"QUERY_STRING": f"token={token}&game=g"}))


def test_a_link_has_two_pages_and_the_oldest_goes(kernels: Kernels) -> None:
    other = come(kernels, "orange")
    mine = [come(kernels, "blue") for _ in range(PAGES + 2)]
    assert sorted(kernels._kernels) == sorted([other, *mine[-PAGES:]])


def test_many_who_come_at_once_get_no_more(kernels: Kernels) -> None:
    async def all_come() -> None:
        asked = {"env": {"QUERY_STRING": "token=blue"}}
        await asyncio.gather(*(kernels.start_kernel(**asked) for _ in range(20)))

    done(all_come())
    assert len(kernels._kernels) == PAGES


def test_a_python_to_which_nobody_listens_ends(kernels: Kernels, clock: list[float]) -> None:
    alone, heard, left = come(kernels, "a"), come(kernels, "b"), come(kernels, "c")
    for kernel in (heard, left):
        kernels.notify_connect(kernel)

    def look() -> set[str]:
        for kernel in [*kernels._kernels]:
            done(kernels.cull_kernel_if_idle(kernel))
        return {*kernels._kernels}

    clock[0] += ALONE / 2
    kernels.notify_disconnect(left)
    assert look() == {alone, heard, left}
    clock[0] += ALONE / 2 + 1
    assert look() == {heard, left}
    clock[0] += ALONE / 2
    assert look() == {heard}
    clock[0] += 10 * ALONE
    assert look() == {heard}


def test_so_much_may_be_said_at_once_and_so_much_more_each_second(clock: list[float]) -> None:
    allowed = Allowance(10, 2)
    assert [allowed.take(4) for _ in range(3)] == [True, True, False]
    clock[0] += 3
    assert allowed.take(4)
    assert not allowed.take(1)
    clock[0] += 1_000
    assert [allowed.take(10), allowed.take(1)] == [True, False]


def test_what_was_heard_is_forgotten_and_all_else_kept() -> None:
    line = Line()
    for word in (b"one", b"two", b"three"):
        line.say(word)
    line.heard(2)
    line.heard(1)  # said later, heard before
    assert ([*line.sent], line.first, line.size) == ([b"three"], 2, 5)
    line.heard(99)
    assert ([*line.sent], line.first, line.size) == ([], 3, 0)


class Browser:
    """The other end of a connection, and what came there."""

    def __init__(self) -> None:
        self.told: list[str | bytes] = []
        self.ended: tuple[int, str] | None = None

    def write_message(self, message: str | bytes, binary: bool = False) -> None:
        assert binary == isinstance(message, bytes)
        self.told.append(message)

    def close(self, code: int, reason: str) -> None:
        self.ended = (code, reason)


@dataclass
class Ends:
    """A guest's connection, his browser, and what his page's Python was told and told him."""

    line: GuestConnection
    browser: Browser
    heard: list[bytes] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> Ends:
    """Return a guest's connection with nothing behind it."""

    browser, session = Browser(), Session(key=b"key")
    ends = {"websocket_handler": browser, "kernel_manager": KernelManager(), "session": session}
    bare: Any = type("Bare", (GuestConnection,), ends)
    made = Ends(bare.__new__(bare), browser)

    def tell(_: Any, _stream: Any, parts: list[bytes]) -> None:
        made.told.append(session.unpack(session.feed_identities(parts)[1][1])["msg_type"])

    base = ZMQChannelsWebsocketConnection
    monkeypatch.setattr(base, "handle_incoming_message", lambda _, said: made.heard.append(said))
    monkeypatch.setattr(base, "handle_outgoing_message", tell)
    return made


EMPTY = bytes(8)
"""A message that says that nothing is in it."""


def test_who_says_too_much_is_hung_up_on(ends: Ends, clock: list[float]) -> None:
    most, _ = MESSAGES
    for _ in range(most + 5):
        ends.line.handle_incoming_message(EMPTY)
    assert len(ends.heard) == most
    assert ends.browser.ended == (REFUSED, "too much was said")
    clock[0] += 60
    ends.line.handle_incoming_message(bytes(9 << 20))
    assert len(ends.heard) == most


def test_a_guest_is_not_told_what_his_python_prints(ends: Ends) -> None:
    session = Session(key=b"key")
    for kind in ("comm_msg", "stream", "error", "execute_input", "status"):
        ends.line.handle_outgoing_message(None, session.serialize(session.msg(kind, {})))
    assert ends.told == ["comm_msg", "status"]


def test_both_ends_of_a_line_say_how_much_they_have_heard(ends: Ends) -> None:
    ends.line._line = Line()
    ends.line.handle_incoming_message(EMPTY)
    for word in (b"one", b"two"):
        ends.line.write_message(word, binary=True)
    assert [*ends.line._line.sent] == [b"one", b"two"]
    ends.line.handle_incoming_message("1")
    assert [*ends.line._line.sent] == [b"two"]
    assert ends.browser.told == [b"one", b"two", "1"]
    assert ends.heard == [EMPTY]
