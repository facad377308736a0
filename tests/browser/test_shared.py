"""Two people on two machines: a game served to both, in a real browser."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from marengo.core.records import GameRecord
from marengo.widgets.page import PROTOCOL
from tests.browser.jupyter import START_SECONDS, environment
from tests.browser.lab_page import REDRAW_MS, RUN_MS
from tests.widgets.test_page import STATES, connected, packed, said, within_time

DOUBLE_CLICK_MS = 400
"""For so long no answer to a new question is taken."""

ON_THE_TABLE = "on the table: RECRUIT"
"""What is said of Blue's card while Orange may not know it."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, ...]]:
    """Serve the game of a folder; yield the links of its seats."""
    command = [sys.executable, "-m", "marengo.cli", "play", "progress-small"]
    command += ["--host", "127.0.0.1", "--file", "game.txt", "--no-browser"]
    places = {"PYTHONUNBUFFERED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**environment(folder), **places},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            links = []
            for line in iter(process.stdout.readline, ""):
                if "Ctrl-C ends it" in line:
                    break
                links += re.findall(r"http://\S+", line)
            yield tuple(links)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(START_SECONDS)


def come(browser: Browser, link: str) -> Page:
    """Open a page as somebody with a browser of his own."""
    page = browser.new_context(viewport={"width": 1200, "height": 900}).new_page()
    page.goto(link, timeout=RUN_MS)
    begin(page)
    return page


def begin(page: Page) -> None:
    """Leave the page that tells how to play."""
    page.get_by_role("button", name="To the game").click(timeout=RUN_MS)


def play(page: Page, card: str) -> None:
    """Play a card as soon as one is asked."""
    expect(page.locator("body")).to_contain_text("that is you", timeout=REDRAW_MS)
    page.wait_for_timeout(DOUBLE_CLICK_MS)
    page.get_by_role("button", name=re.compile(f"^{card}:")).click()


def told(page: Page, link: str, trace: Path) -> str:
    """Return the state of all models of a page, as one may ask for it who knows its kernel.

    He asks for code to be run first, which is not done.
    """
    found = re.search(r'"kernelId": "([\w-]+)"', page.content())
    assert found
    kernel, address = found[1], link.partition("/?")[0]
    code = said("execute_request", code=f"open({str(trace)!r}, 'w')", silent=False)

    async def ask() -> bytes:
        async with connected(address, kernel, PROTOCOL) as stranger:
            for message in (code, {**code, "channel": "control"}, *STATES):
                await stranger.write_message(packed(message), binary=True)
            heard: str | bytes | None = b""
            while isinstance(heard, bytes) and b"update_states" not in heard:
                assert b"execute_reply" not in heard
                heard = await stranger.read_message()
            assert isinstance(heard, bytes)
            return heard

    return within_time(ask()).decode("latin-1")


def load_anew(page: Page) -> None:
    """Load a page whose line was cut: it comes back by itself as well, which may end this load."""
    try:
        page.reload(timeout=RUN_MS)
    except Error as error:
        if "ERR_ABORTED" not in str(error):
            raise


@pytest.mark.browser
def test_two_people_play_on_two_machines(browser: Browser, tmp_path: Path, artefacts: Path) -> None:
    with served(tmp_path) as links:
        address = links[0].partition("?")[0]
        for wrong in (address, f"{address}?seat=", f"{links[0][:-1]}-"):
            stranger = browser.new_context().new_page()
            answer = stranger.goto(wrong)
            assert answer is not None
            assert answer.status == 403
            assert "kernelId" not in stranger.content()
            stranger.context.close()
        blue, orange = (come(browser, link) for link in links)
        expect(orange.locator("body")).to_contain_text("Blue decides, on another machine.")
        play(blue, "RECRUIT")
        expect(orange.locator("body")).to_contain_text(
            "Orange decides: that is you", timeout=REDRAW_MS
        )
        trace, seed = tmp_path / "trace", str(GameRecord.load(tmp_path / "game.txt").seed)
        models = [told(page, link, trace) for page, link in zip((blue, orange), links, strict=True)]
        assert [ON_THE_TABLE in one for one in models] == [True, False]
        assert not any(
            seed in one or str(tmp_path) in one or links[0][-22:] in one for one in models
        )
        assert not trace.exists()
        play(orange, "RECRUIT")
        expect(blue.get_by_role("log")).to_contain_text(
            "Orange recruits 1 army.", timeout=REDRAW_MS
        )
        blue.screenshot(path=artefacts / "shared_blue.png", full_page=True)
        blue.reload(timeout=RUN_MS)
        begin(blue)
        expect(blue.get_by_role("log")).to_contain_text("Orange recruits 1 army.", timeout=RUN_MS)
    with served(tmp_path) as again:
        assert again == links
        for page in (blue, orange):
            load_anew(page)
            begin(page)
            expect(page.get_by_role("log")).to_contain_text(
                "Orange recruits 1 army.", timeout=RUN_MS
            )
        play(blue, "MOVE 2")
        expect(orange.locator("body")).to_contain_text(
            "Orange decides: that is you", timeout=RUN_MS
        )
        record = GameRecord.load(tmp_path / "game.txt")
        assert record.moves == ("play recruit", "play recruit", "play move-2")
    for page in (blue, orange):
        page.context.close()
