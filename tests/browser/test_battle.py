"""A battle of dice as a page, in a real browser: read, played by keyboard, wide and narrow."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.game_page import DOUBLE_CLICK_MS, faults, fits, tab_to
from tests.browser.lab_page import REDRAW_MS, RUN_MS
from tests.browser.page_server import page_of
from tests.turn import in_turn

CODE = 'from marengo.widgets import play\n\nplay("europe-battle", against="rule", seed=3)'


DEPLOYMENT = (
    *("3 infantry to the left", "4 infantry to the centre", "3 infantry to the right"),
    *("2 cavalry to the left", "1 cavalry to the centre", "0 cavalry to the right"),
    *("1 artillery to the left", "1 artillery to the centre", "1 artillery to the right"),
    *("1 leader to the left", "0 leader to the centre", "0 leader to the right"),
)
"""What is answered, of 10 infantry, 4 cavalry, 3 artillery and 2 leaders."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with page_of(CODE, tmp_path_factory.mktemp("battle")) as served:
        yield served


@pytest.mark.browser
@pytest.mark.parametrize("width", in_turn([1200, 390]))
def test_a_battle_is_fought_by_keyboard(
    browser: Browser, address: str, width: int, artefacts: Path
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(address, timeout=RUN_MS)
    expect(page.get_by_role("button", name="To the game")).to_be_visible(timeout=RUN_MS)
    expect(page.locator("body")).to_contain_text("A round has four phases")
    assert faults(page) == []
    tab_to(page, "^ ?To the game")
    page.keyboard.press("Space")
    for answer in DEPLOYMENT:
        expect(page.get_by_role("button", name=answer)).to_be_visible(timeout=REDRAW_MS)
        page.wait_for_timeout(DOUBLE_CLICK_MS)
        tab_to(page, f"^{answer}$")
        page.keyboard.press("Space")
        log = page.get_by_role("log")
        expect(log).to_contain_text(f"Attacker: {answer}.", timeout=REDRAW_MS)
    expect(page.get_by_text("France: cavalry may act")).to_be_visible(timeout=RUN_MS)
    expect(page.get_by_role("button", name="The payoff matrix")).to_be_hidden()
    fits(page, width)
    page.screenshot(path=artefacts / f"battle_{width}.png", full_page=True)
    assert faults(page) == []
    told = str(page.locator("img:visible").first.get_attribute("title"))
    assert told.startswith("Round 1, cavalry; great battle")
    assert "France, centre: 4 infantry" in told
    context.close()
