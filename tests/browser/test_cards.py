"""A game of cards as a page, in a real browser: read, played by keyboard, wide and narrow."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.game_page import DOUBLE_CLICK_MS, faults, fits, tab_to, unfold
from tests.browser.lab_page import REDRAW_MS, RUN_MS
from tests.browser.page_server import page_of
from tests.turn import in_turn

CODE = 'from marengo.widgets import play\n\nplay("progress", against="rule", seed=3)'


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with page_of(CODE, tmp_path_factory.mktemp("cards")) as served:
        yield served


@pytest.mark.browser
@pytest.mark.parametrize("width", in_turn([1200, 390]))
def test_cards_are_played_by_keyboard(
    browser: Browser, address: str, width: int, artefacts: Path
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(address, timeout=RUN_MS)
    expect(page.get_by_role("button", name="To the game")).to_be_visible(timeout=RUN_MS)
    expect(page.locator("body")).to_contain_text("SCORE brings 1 VP")
    assert faults(page) == []
    tab_to(page, "^ ?To the game")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="SCORE: needs a card")).to_be_disabled()
    page.wait_for_timeout(DOUBLE_CLICK_MS)
    tab_to(page, "^RECRUIT")
    page.keyboard.press("Space")
    expect(page.get_by_role("log")).to_contain_text("Blue recruits 1 army.", timeout=REDRAW_MS)
    unfold(page.locator("body"), "The payoff matrix of this decision")
    matrix = page.get_by_role("region", name="Payoff matrix")
    expect(matrix.get_by_role("row")).to_have_count(8, timeout=RUN_MS)
    fits(page, width)
    page.screenshot(path=artefacts / f"cards_{width}.png", full_page=True)
    assert faults(page) == []
    picture = page.locator("img:visible").first
    assert "Round 2: Blue decides" in str(picture.get_attribute("title"))
    context.close()
