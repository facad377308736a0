"""A page that Voilà serves answers everybody, whatever one of its visitors says."""

import asyncio
import json
import re
import urllib.request
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClientConnection, websocket_connect

from marengo.widgets.page import PROTOCOL

pytest.importorskip("voila")

from tests.browser.page_server import voila

SECONDS = 300

Said = TypeVar("Said")

CODE = "import ipywidgets\nipywidgets.Image(value=b'a picture')"
"""Something whose state is told with bytes beside the text."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("voila")
    cell = {"cell_type": "code", "id": "picture", "metadata": {}, "outputs": [], "source": CODE}
    notebook = {
        "cells": [{**cell, "execution_count": None}],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "shown.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    served = folder / "served"
    served.mkdir()
    with voila(folder / "shown.ipynb", served) as running:
        yield running


@pytest.fixture(scope="module")
def kernel(address: str) -> str:
    return visit(address)


def within_time(work: Coroutine[Any, Any, Said]) -> Said:
    """Do work in a thread of its own: in this one a browser may be driven."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asyncio.wait_for(work, SECONDS)).result()


def visit(address: str) -> str:
    """Open the page, and return the name of the kernel that plays for it."""
    with urllib.request.urlopen(address, timeout=SECONDS) as page:  # noqa: S310 -- http, our own
        assert page.status == 200
        found = re.search(r"\w{8}(-\w{4}){3}-\w{12}", page.read().decode())
    assert found
    return found[0]


@asynccontextmanager
async def connected(
    address: str, kernel: str, *protocols: str
) -> AsyncIterator[WebSocketClientConnection]:
    url = f"{address.replace('http', 'ws', 1)}/api/kernels/{kernel}/channels?session_id=me"
    visitor = await websocket_connect(url, subprotocols=list(protocols))
    assert visitor.protocol
    stream = visitor.protocol.stream
    assert stream
    try:
        yield visitor
    finally:
        visitor.close()
        while not stream.closed():
            await asyncio.sleep(0.01)


def said(kind: str, **content: Any) -> dict[str, Any]:
    """Return what a browser says to a kernel."""
    header = {"msg_id": kind, "msg_type": kind, "session": "me", "username": "", "version": "5.3"}
    more = {"parent_header": {}, "metadata": {"version": "1.0.0"}, "buffers": []}
    return {"channel": "shell", "header": header, "content": content, **more}


def packed(message: dict[str, Any]) -> bytes:
    """Return it in the protocol of today: how many numbers, where each part begins, the parts."""
    names = ("header", "parent_header", "metadata", "content")
    parts = [message["channel"].encode(), *(json.dumps(message[name]).encode() for name in names)]
    places = [8 * (len(parts) + 2)]
    for part in parts:
        places.append(places[-1] + len(part))
    return b"".join([*(one.to_bytes(8, "little") for one in (len(places), *places)), *parts])


STATES = (
    said("comm_open", comm_id="all", target_name="jupyter.widget.control", data={}),
    said("comm_msg", comm_id="all", data={"method": "request_states"}),
)
"""Asks for the state of all widgets, as a browser does when a page is loaded again."""

NONSENSE = (b"", b"\0", b"\xff" * 8, (2**60).to_bytes(8, "little") + bytes(80), "{}")


def test_who_speaks_the_protocol_is_answered(address: str, kernel: str) -> None:
    async def ask() -> bytes:
        async with connected(address, kernel, "another", PROTOCOL) as visitor:
            for message in STATES:
                await visitor.write_message(packed(message), binary=True)
            told: str | bytes | None = b""
            while isinstance(told, bytes) and b"update_states" not in told:
                told = await visitor.read_message()
            assert isinstance(told, bytes)
            visitor.close()
            while await visitor.read_message() is not None:
                pass  # what was said meanwhile
            return told

    assert b"a picture" in within_time(ask())


def test_who_does_not_speak_the_protocol_is_refused(address: str, kernel: str) -> None:
    """Voilà itself would answer nobody again, once such a visitor is told of a picture."""

    async def ask_in_the_protocol_of_old() -> None:
        async with connected(address, kernel) as visitor:
            for message in STATES:
                await visitor.write_message(json.dumps(message))
            while await visitor.read_message() is not None:
                pass

    with pytest.raises(HTTPClientError, match="HTTP 400"):
        within_time(ask_in_the_protocol_of_old())
    visit(address)


def test_who_says_nonsense_is_hung_up_on(address: str, kernel: str) -> None:
    """Jupyter's server would count up to what the first bytes say."""

    async def say(message: str | bytes) -> None:
        async with connected(address, kernel, PROTOCOL) as visitor:
            await visitor.write_message(message, binary=isinstance(message, bytes))
            while await visitor.read_message() is not None:
                pass  # what all are told

    for message in NONSENSE:
        within_time(say(message))
    visit(address)
