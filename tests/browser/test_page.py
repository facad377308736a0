"""The game as a page, served by Voilà: it is played, and everybody can use it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from marengo import load, text_of
from marengo.widgets.playing.page import DOUBLE_CLICK
from tests.browser.game_page import PICKED, STACK, begin_as_austria, faults, unfold
from tests.browser.lab_page import REDRAW_MS, RUN_MS
from tests.browser.page_server import voila

BESIDE = """wanted => {
    const [told, side] = ['.marengo-told', '.marengo-side'].map(
        one => document.querySelector(one).getBoundingClientRect());
    return told.width > 0 && side.width > 0 && (told.left >= side.right) === wanted;
}"""
"""What happened is told beside the question, or is not; a page that was resized lays itself out."""


@pytest.fixture(scope="module")
def address(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with voila(root / "notebooks/02_play.ipynb", tmp_path_factory.mktemp("voila")) as served:
        yield served


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 1200})
    page = context.new_page()
    page.goto(address, timeout=RUN_MS)
    expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=RUN_MS)
    yield page
    context.close()


@pytest.mark.browser
def test_the_page_has_no_serious_fault_for_those_who_see_or_use_it_otherwise(
    page: Page, artefacts: Path
) -> None:
    game = page.locator("body")
    found = {"opened": faults(page)}
    begin_as_austria(game)
    game.locator(STACK).first.click()
    expect(game.locator(PICKED)).to_have_count(1, timeout=REDRAW_MS)
    page.wait_for_timeout(1000 * DOUBLE_CLICK)  # answers are grey for so long
    found["pieces picked"] = faults(page)
    game.get_by_role("button", name="Hint").click()
    expect(game).to_contain_text("strong (thinks ahead, 4 seconds a turn) would:", timeout=RUN_MS)
    found["hint told"] = faults(page)
    folded = game.locator(".jupyter-button:visible", has=page.locator(".fa-caret-right"))
    titles = [title.strip() for title in folded.all_inner_texts()]
    assert "The position in words" in titles
    for title in titles:
        unfold(game, title)
        page.screenshot(path=artefacts / f"02_play_page_{len(found)}.png", full_page=True)
        found[title] = faults(page)
    (artefacts / "02_play_page_faults.json").write_text(json.dumps(found, indent=1))
    assert {when: account for when, account in found.items() if account} == {}


@pytest.mark.browser
def test_a_link_opens_a_position_and_the_title_says_whose_move_it_is(
    browser: Browser, address: str
) -> None:
    text = text_of(load("triomphe").start(9).play("pontoon A1"))
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(f"{address}?position={text}", timeout=RUN_MS)
    expect(page.locator("body")).to_contain_text("Austria decides: that is you.", timeout=RUN_MS)
    expect(page).to_have_title(re.compile("^● your move – "))
    page.get_by_role("button", name=re.compile("Undo$")).focus()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled(timeout=REDRAW_MS)
    for part in (".marengo-told", ".marengo-side"):
        expect(page.locator(part)).to_have_count(1)
    for width, beside in ((1400, True), (1000, False)):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(BESIDE, arg=beside, timeout=REDRAW_MS)
    context.close()
