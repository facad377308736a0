"""A war on a map as a page, in a real browser: read, played by keyboard, wide and narrow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.game_page import DOUBLE_CLICK_MS, faults, fits, tab_to
from tests.browser.lab_page import REDRAW_MS, RUN_MS
from tests.browser.page_server import page_of
from tests.turn import in_turn

CODE = 'from marengo.widgets import play\n\nplay("{war}", "austria", against="rule", seed=3)'

MOST_TABS = 150
"""There are many marches to choose from."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    code = CODE.format(war="europe-1800")
    with page_of(code, tmp_path_factory.mktemp("war")) as served:
        yield served


@pytest.fixture(scope="module")
def europe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    code = CODE.format(war="europe-1805")
    with page_of(code, tmp_path_factory.mktemp("europe")) as served:
        yield served


def choose(page: Page, answer: str) -> None:
    """Give an answer by keyboard, or unfold a heading; an icon may come before its words."""
    named = re.compile(rf"^\W*{re.escape(answer)}$")
    expect(page.get_by_role("button", name=named)).to_be_visible(timeout=REDRAW_MS)
    page.wait_for_timeout(DOUBLE_CLICK_MS)
    tab_to(page, named.pattern, MOST_TABS)
    page.keyboard.press("Space")


def focused(page: Page, answer: str) -> None:
    """See that the focus is on a button."""
    expect(page.locator("button:focus")).to_have_text(re.compile(rf"^\W*{re.escape(answer)}$"))


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
@pytest.mark.parametrize("width", in_turn([1200, 390]))
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
    choose(page, "annex a region …")
    focused(page, "annex Baden-Wurtt (1 PAP)")
    act(page, "annex Tuscany (1 PAP)")
    expect(log).to_contain_text("Austria: annex Tuscany (1 PAP).")
    while page.get_by_role("button", name="pass", exact=True).is_visible():
        act(page, "pass")
    for answer in ("march from Tyrol …", "march: infantry, Tyrol → Bavaria", "2"):
        choose(page, answer)
    expect(log).to_contain_text("Austria: 2 infantry: Tyrol → Bavaria.", timeout=REDRAW_MS)
    for answer in ("march from Tyrol …", "march: artillery, Tyrol → Bavaria"):
        choose(page, answer)
    expect(log).to_contain_text("Austria: march: artillery, Tyrol → Bavaria.", timeout=REDRAW_MS)
    fits(page, width)
    page.screenshot(path=artefacts / f"war_{width}.png", full_page=True)
    assert faults(page) == []
    assert "Bavaria (of Austria, disputed): Austria 3 infantry, 1 artillery" in told(page)
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", in_turn([1200, 390]))
def test_a_war_of_all_europe_is_waged_by_keyboard(
    browser: Browser, europe: str, width: int, artefacts: Path
) -> None:
    """N-30.2: whose numbers they are is said first. Of 63 actions and 46 marches few are shown."""
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(europe, timeout=RUN_MS)
    expect(page.get_by_role("button", name="To the game")).to_be_visible(timeout=RUN_MS)
    expect(page.locator("body")).to_contain_text("are ours (house values)")
    assert faults(page) == []
    tab_to(page, "^ ?To the game")
    page.keyboard.press("Space")
    expect(page.get_by_text("Austria, before the marches")).to_be_visible(timeout=REDRAW_MS)
    expect(page.locator(".marengo-head")).not_to_contain_text("Prussia")
    for heading, first in (
        ("offer a region …", "offer a region to France …"),
        ("offer a region to France …", "offer Vienna to France"),
        ("back", "offer a region to France …"),
        ("back", "offer a region …"),
    ):
        choose(page, heading)
        focused(page, first)
    while page.get_by_role("button", name="pass", exact=True).is_visible():
        act(page, "pass")
    choose(page, "march from Vienna …")
    focused(page, "march: infantry, Vienna → …")
    for answer in ("march: infantry, Vienna → …", "march: infantry, Vienna → Bavaria", "6"):
        choose(page, answer)
    order = "Austria: 6 infantry: Vienna → Bavaria."
    expect(page.get_by_role("log")).to_contain_text(order, timeout=REDRAW_MS)
    assert page.locator(".marengo-options button:visible").count() < 20
    fits(page, width)
    page.screenshot(path=artefacts / f"europe_{width}.png", full_page=True)
    assert faults(page) == []
    assert told(page).startswith("September 1805, turn of Austria: marches")
    assert "Austria: 1 PAP, 0 PP; at war: France, Spain; allied: Great Britain" in told(page)
    assert len(told(page)) < 2100
    context.close()
