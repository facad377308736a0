"""What a guest's page may cost: how many Pythons, how long, and how much may be said to them."""

import asyncio
from typing import Any

import pytest
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from marengo.widgets import page
from marengo.widgets.page import ALONE, PAGES, Allowance, Kernels, Line


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


def come(kernels: Kernels, token: str) -> str:
    return asyncio.run(kernels.start_kernel(env={"QUERY_STRING": f"token={token}&game=g"}))


def test_a_link_has_two_pages_and_the_oldest_goes(kernels: Kernels) -> None:
    other = come(kernels, "orange")
    mine = [come(kernels, "blue") for _ in range(PAGES + 2)]
    assert sorted(kernels._kernels) == sorted([other, *mine[-PAGES:]])


def test_many_who_come_at_once_get_no_more(kernels: Kernels) -> None:
    async def all_come() -> None:
        asked = {"env": {"QUERY_STRING": "token=blue"}}
        await asyncio.gather(*(kernels.start_kernel(**asked) for _ in range(20)))

    asyncio.run(all_come())
    assert len(kernels._kernels) == PAGES


def test_a_python_to_which_nobody_listens_ends(kernels: Kernels, clock: list[float]) -> None:
    alone, heard, left = come(kernels, "a"), come(kernels, "b"), come(kernels, "c")
    for kernel in (heard, left):
        kernels.notify_connect(kernel)

    def look() -> set[str]:
        for kernel in [*kernels._kernels]:
            asyncio.run(kernels.cull_kernel_if_idle(kernel))
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
