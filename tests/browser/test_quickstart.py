"""The notebooks in a real browser: they run to the end, and their sliders move the game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.jupyter import Server

NOTEBOOKS = ("01_quickstart", "02_two_rulebooks", "03_players")
OPEN_MS = 60_000
RUN_MS = 300_000  # a first compilation included
REDRAW_MS = 15_000

NUMBERED = re.compile(r"^\[\d+\]:$")

# The first code cell has got its number and none waits any longer. After an error the cells
# behind it wait no longer either, but get no number.
FINISHED = r"""() => {
    const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
    return /\d/.test(prompts[0].textContent) && prompts.every(p => !p.textContent.includes('*'));
}"""

# What a cell shows, without the slider itself: addresses of pictures, texts, canvases.
SHOWN = """cell => JSON.stringify([
    ...[...cell.querySelectorAll('img')].map(image => image.src),
    ...[...cell.querySelectorAll('.widget-html-content')].map(text => text.innerHTML),
    ...[...cell.querySelectorAll('canvas')].map(canvas => canvas.toDataURL()),
])"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1400, "height": 1600})
    yield context.new_page()
    context.close()


def run_all_cells(page: Page) -> Locator:
    """Run the notebook from the menu, wait until it is done, and return its code cells.

    The kernel is restarted first, as a run asked for while it is still starting can get lost.
    """
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    expect(cells.first).to_be_visible(timeout=OPEN_MS)
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=OPEN_MS)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name=re.compile("^Restart Kernel and Run All Cells")).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    page.wait_for_function(FINISHED, timeout=RUN_MS)
    return cells


def errors(page: Page) -> list[str]:
    """Return the errors shown; JupyterLab draws them like any text on standard error."""
    texts = page.locator("[data-mime-type='application/vnd.jupyter.stderr']").all_inner_texts()
    return [text for text in texts if re.search(r"Traceback \(most recent|^\w*Error: ", text, re.M)]


def move(slider: Locator) -> None:
    """Move a slider one step with the keyboard, and see that it went."""
    handle = slider.get_by_role("slider")
    before = str(handle.get_attribute("aria-valuenow"))
    at_end = before == handle.get_attribute("aria-valuemax")
    handle.focus()
    handle.press("ArrowLeft" if at_end else "ArrowRight")
    expect(handle).not_to_have_attribute("aria-valuenow", before, timeout=REDRAW_MS)


@pytest.mark.browser
@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_notebook_runs_in_a_browser(
    notebook: str, page: Page, server: Server, artefacts: Path
) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(server.page(f"{notebook}.ipynb"))
    cells = run_all_cells(page)
    page.screenshot(path=artefacts / f"{notebook}_top.png")
    assert errors(page) == []
    for prompt in cells.locator(".jp-InputPrompt").all():
        expect(prompt).to_have_text(NUMBERED)
    expect(page.get_by_text("Error displaying widget")).to_have_count(0)

    cell = cells.filter(has=page.locator(".widget-slider")).first
    cell.scroll_into_view_if_needed()
    before = cell.evaluate(SHOWN)
    move(cell.locator(".widget-slider").first)
    page.wait_for_function(
        f"([cell, before]) => ({SHOWN})(cell) !== before",
        arg=[cell.element_handle(), before],
        timeout=REDRAW_MS,
    )
    assert errors(page) == []
    cell.screenshot(path=artefacts / f"{notebook}_slider.png")
    own = (server.address, "data:", "blob:")
    elsewhere = [address for address in requested if not address.startswith(own)]
    assert elsewhere == [], "the notebook asked for something outside this machine"
