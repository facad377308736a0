"""What the browser tests do with a game, in a notebook or on a page."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab_page import REDRAW_MS, RUN_MS

MOST_TABS = 40

DOUBLE_CLICK_MS = 400
"""For so long no answer to a new question is taken."""

STACK, PICKED, GOAL = (f".marks > .{what}:visible" for what in ("stack", "picked", "goal"))
"""Marks on the map: a stack to pick from, one with pieces picked, a place to go to."""

SERIOUS = ("serious", "critical")
"""What axe calls a fault that keeps people from using a page."""


def faults(page: Page) -> list[str]:
    """Return the serious faults that axe finds, with the elements that have them."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:200]}"
        for fault in found
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


def tab_to(page: Page, text: str, most: int = MOST_TABS) -> None:
    """Press the Tab key until a button with some text has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if re.search(text, page.evaluate("document.activeElement.textContent")):
            return
    raise AssertionError(f"the Tab key does not lead to {text}")


def fits(page: Page, width: int) -> None:
    """See that the picture is no wider than the window."""
    box = page.locator("img:visible").first.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width


def unfold(game: Locator, title: str) -> None:
    """Open a part that is folded up below the map."""
    game.locator("button", has_text=re.compile(f"^{re.escape(title)}$")).click()


def begin_as_austria(game: Locator) -> None:
    """Begin a game as the Austrians, against a quick player, in place of that of the notebook."""
    begun = re.compile("Austria is thinking|France decides: that is you")
    expect(game).to_contain_text(begun, timeout=REDRAW_MS)
    unfold(game, "New game")
    game.get_by_label("you play").select_option("Austria")
    game.get_by_label("the machine").select_option("easy: loosely, by rules of thumb")
    game.get_by_label("seed").fill("14")
    game.get_by_label("seed").press("Tab")
    game.get_by_role("button", name="Begin a new game").click()
    expect(game).to_contain_text("Austria: you, France: easy", timeout=RUN_MS)
