"""The notebooks in a real browser: they run to the end, and every slider moves something."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.jupyter import Server
from tests.browser.lab_page import NUMBERED, PROMPTS, REDRAW_MS, errors, run_all_cells

NOTEBOOKS = sorted(path.stem for path in Path(__file__).parents[2].glob("notebooks/*.ipynb"))

SHORT = ("02_play",)
"""Notebooks that are run so each time; all of them are run without a browser each time."""

# What a cell shows, without the slider itself: addresses of pictures, texts, canvases.
SHOWN = """cell => JSON.stringify([
    ...[...cell.querySelectorAll('img')].map(image => image.src),
    ...[...cell.querySelectorAll('.widget-html-content')].map(text => text.innerHTML),
    ...[...cell.querySelectorAll('canvas')].map(canvas => canvas.toDataURL()),
])"""


def move(slider: Locator) -> None:
    """Move a slider one step with the keyboard, and see that it went."""
    handle = slider.get_by_role("slider").first
    before = str(handle.get_attribute("aria-valuenow"))
    at_end = before == handle.get_attribute("aria-valuemax")
    handle.focus()
    handle.press("ArrowLeft" if at_end else "ArrowRight")
    expect(handle).not_to_have_attribute("aria-valuenow", before, timeout=REDRAW_MS)


def sliders(cell: Locator) -> list[Locator]:
    """Return the sliders of a cell that can be moved now."""
    found = cell.locator(".widget-slider:visible").all()
    return [slider for slider in found if slider.locator("[disabled]").count() == 0]


@pytest.mark.browser
@pytest.mark.parametrize(
    "notebook",
    [
        name if name in SHORT else pytest.param(name, marks=pytest.mark.release)
        for name in NOTEBOOKS
    ],
)
def test_a_notebook_runs_in_a_browser(
    notebook: str, page: Page, server: Server, artefacts: Path
) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(server.page(f"{notebook}.ipynb"))
    cells = run_all_cells(page)
    page.screenshot(path=artefacts / f"{notebook}_top.png")
    assert errors(page) == []
    for prompt in cells.locator(PROMPTS).all():
        expect(prompt).to_have_text(NUMBERED)
    expect(page.get_by_text("Error displaying widget")).to_have_count(0)
    for left in page.locator("[class^=marengo-left]").all():
        expect(left).to_be_hidden()  # as the widget is there

    for number, cell in enumerate(cells.filter(has=page.locator(".widget-slider")).all()):
        cell.scroll_into_view_if_needed()
        for slider in sliders(cell):
            before = cell.evaluate(SHOWN)
            move(slider)
            page.wait_for_function(
                f"([cell, before]) => ({SHOWN})(cell) !== before",
                arg=[cell.element_handle(), before],
                timeout=REDRAW_MS,
            )
        cell.screenshot(path=artefacts / f"{notebook}_sliders_{number}.png")
    assert errors(page) == []
    own = (server.address, "data:", "blob:")
    elsewhere = [address for address in requested if not address.startswith(own)]
    assert elsewhere == [], "the notebook asked for something outside this machine"
