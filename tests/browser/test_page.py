"""The game as a page, served by Voilà: it is played, and everybody can use it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.game_page import PICKED, STACK, begin_as_austria, unfold
from tests.browser.lab_page import REDRAW_MS, RUN_MS
from tests.browser.page_server import voila

SERIOUS = ("serious", "critical")
"""What axe calls a fault that keeps people from using a page."""


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


def faults(page: Page) -> list[str]:
    """Return the serious faults that axe finds, with the elements that have them."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:200]}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


@pytest.mark.browser
def test_the_page_has_no_serious_fault_for_those_who_see_or_use_it_otherwise(
    page: Page, artefacts: Path
) -> None:
    game = page.locator("body")
    found = {"opened": faults(page)}
    begin_as_austria(game)
    game.locator(STACK).first.click()
    expect(game.locator(PICKED)).to_have_count(1, timeout=REDRAW_MS)
    found["pieces picked"] = faults(page)
    game.get_by_role("button", name="Hint").click()
    expect(game).to_contain_text("search:seconds=3 would:", timeout=RUN_MS)
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
