"""A war on a map as a page, in a real browser: read, played by keyboard, wide and narrow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.game_page import DOUBLE_CLICK_MS, faults, fits, tab_to
from tests.browser.lab_page import REDRAW_MS, RUN_MS
from tests.browser.page_server import page_of

CODE = 'from marengo.widgets import play\n\nplay("europe-1800", "austria", against="rule", seed=3)'

MOST_TABS = 150
"""There are many marches to choose from."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with page_of(CODE, tmp_path_factory.mktemp("war")) as served:
        yield served


def choose(page: Page, answer: str) -> None:
    """Give an answer by keyboard."""
    expect(page.get_by_role("button", name=answer, exact=True)).to_be_visible(timeout=REDRAW_MS)
    page.wait_for_timeout(DOUBLE_CLICK_MS)
    tab_to(page, f"^{re.escape(answer)}$", MOST_TABS)
    page.keyboard.press("Space")


def act(page: Page, answer: str) -> None:
    """Give an answer in a window, and wait until France has given its own."""
    lines = page.get_by_role("log").locator("li")
    before = lines.count()
    choose(page, answer)
    expect(lines).not_to_have_count(before, timeout=REDRAW_MS)
    expect(page.get_by_text("Austria decides: that is you.")).to_be_visible(timeout=RUN_MS)
    page.wait_for_timeout(DOUBLE_CLICK_MS)


def told(page: Page) -> str:
    """Return what the picture shows, as those hear it who cannot see it."""
    return str(page.locator("img:visible").first.get_attribute("title"))


@pytest.mark.browser
@pytest.mark.parametrize("width", [1200, 390])
def test_a_war_is_waged_by_keyboard(
    browser: Browser, address: str, width: int, artefacts: Path
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(address, timeout=RUN_MS)
    expect(page.get_by_role("button", name="To the game")).to_be_visible(timeout=RUN_MS)
    expect(page.locator("body")).to_contain_text("the six regions with ◆ decide")
    assert faults(page) == []
    tab_to(page, "^ ?To the game")
    page.keyboard.press("Space")
    log = page.get_by_role("log")
    expect(page.get_by_text("Austria, before the marches")).to_be_visible(timeout=REDRAW_MS)
    assert told(page).startswith("April 1800, turn of Austria: before the marches")
    act(page, "annex Tuscany (1 PAP)")
    expect(log).to_contain_text("Austria: annex Tuscany (1 PAP).")
    while page.get_by_role("button", name="pass", exact=True).is_visible():
        act(page, "pass")
    choose(page, "march: infantry, Tyrol → Bavaria")
    for order in ("2 infantry: Tyrol → Bavaria", "march: artillery, Tyrol → Bavaria"):
        choose(page, order)
        expect(log).to_contain_text(f"Austria: {order}.", timeout=REDRAW_MS)
    fits(page, width)
    page.screenshot(path=artefacts / f"war_{width}.png", full_page=True)
    assert faults(page) == []
    assert "Bavaria (of Austria, disputed): Austria 3 infantry, 1 artillery" in told(page)
    context.close()
