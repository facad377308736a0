"""A game on a page that is loaded anew, or whose line is cut: it goes on, and nothing is lost."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from marengo.cli.serving import COME
from marengo.core.records import GameRecord
from tests.attack.previews import pages
from tests.browser.cut_line import wire
from tests.browser.jupyter import START_SECONDS, environment
from tests.browser.lab_page import RUN_MS
from tests.widgets.play.waiting import wait_until

PREVIEWS = 20

SEEN_MS = 60_000
"""What is awaited takes a fraction of this, unless there is much else to do."""

CUT = "The line is cut. It comes back by itself, and nothing is lost."
ELSEWHERE = "This game is open in another page."


@contextmanager
def playing(folder: Path) -> Iterator[tuple[str, int]]:
    """Serve a game of cards against a machine; yield the page's address, and the server."""
    command = [sys.executable, "-m", "marengo.cli", "play", "progress-small", "--no-browser"]
    places = {"XDG_DATA_HOME": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
    places["PYTHONPATH"] = os.pathsep.join(sys.path)
    with subprocess.Popen(
        [*command, "--against", "random"],
        env={**environment(folder), **places},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            lines = iter(process.stdout.readline, "")
            opened = (re.search(r"Open (http\S+) to play", line) for line in lines)
            yield next(found[1] for found in opened if found), process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(START_SECONDS)


def kept(folder: Path) -> GameRecord:
    """Return what lies in the file of the only game."""
    (path,) = (folder / "data/marengo/games").glob("*.txt")
    return GameRecord.load(path)


def own(folder: Path) -> list[str]:
    """Return what Blue has decided in the only game."""
    game = kept(folder)
    decided = zip(game.positions(), game.moves, strict=False)
    return [move for state, move in decided if state.to_move == game.game.newcomer]


def asked(folder: Path, number: int) -> bool:
    """Whether Blue has decided so often, and is asked again."""
    game = kept(folder)
    return len(own(folder)) == number and game.positions()[-1].to_move == game.game.newcomer


def play(page: Page, card: str) -> None:
    """Play a card as soon as one is asked and answers are taken."""
    expect(page.locator("body")).to_contain_text("that is you", timeout=SEEN_MS)
    page.locator(".marengo-answers").evaluate(
        "one => Promise.all(one.getAnimations().map(grey => grey.finished))"
    )
    page.get_by_role("button", name=re.compile(f"^{card}:")).click()


def begun(page: Page) -> None:
    """Leave the page that tells how to play."""
    page.get_by_role("button", name="To the game").click(timeout=RUN_MS)


@pytest.mark.browser
def test_a_game_goes_on_whatever_happens_to_its_page(browser: Browser, tmp_path: Path) -> None:
    foreign: list[str] = []

    def refuse(route: Route, request: Request) -> None:
        foreign.append(request.url)
        route.abort()

    with playing(tmp_path) as (address, server):
        for _ in range(PREVIEWS):
            with urllib.request.urlopen(address, timeout=START_SECONDS) as door:  # noqa: S310
                assert COME in door.read().decode()
        assert pages(server) == 0

        context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="dark")
        context.route(re.compile(r"^(?!https?://127\.0\.0\.1:)"), refuse)
        port = int(re.findall(r":(\d+)/", address)[0])
        with wire(port) as line:
            page = context.new_page()
            page.goto(address.replace(str(port), str(line.port)), timeout=RUN_MS)
            begun(page)
            assert page.evaluate("document.body.dataset.jpThemeLight") == "false"
            play(page, "RECRUIT")
            wait_until(lambda: asked(tmp_path, 1))
            assert own(tmp_path) == ["play recruit"]

            page.reload(timeout=SEEN_MS)
            begun(page)
            expect(page.get_by_role("button", name=re.compile("^SCORE:"))).to_be_visible(
                timeout=SEEN_MS
            )
            wait_until(lambda: asked(tmp_path, 1))
            first = kept(tmp_path).moves
            (name,) = re.findall(r"game=([\w-]+)", page.url)
            assert name.startswith("progress-small-")

            line.cut()
            play(page, "SCORE")
            expect(page.get_by_text(CUT)).to_be_visible(timeout=SEEN_MS)
            assert kept(tmp_path).moves == first
            line.mend()
            expect(page.get_by_text(CUT)).to_have_count(0, timeout=SEEN_MS)
            wait_until(lambda: asked(tmp_path, 2))
            expect(page.get_by_role("log")).to_contain_text("Blue plays SCORE.", timeout=SEEN_MS)
            play(page, "MOVE 2")
            cards = ["play recruit", "play score", "play move-2"]
            wait_until(lambda: own(tmp_path)[:3] == cards)  # each once

        others = [context.new_page() for _ in range(3)]
        for other in others:
            other.goto(address, timeout=RUN_MS)
            begun(other)
        expect(others[0].get_by_text(ELSEWHERE)).to_be_visible(timeout=SEEN_MS)
        expect(others[1].get_by_text(ELSEWHERE)).to_have_count(0)
        wait_until(lambda: pages(server) == 2)
        context.close()
    assert foreign == []
