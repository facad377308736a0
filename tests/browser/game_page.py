"""What the browser tests do with a game, in a notebook or on a page."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.lab_page import REDRAW_MS, RUN_MS

# Marks on the map: a stack to pick from, one with pieces picked, and a place to go to, which has no
# class of its own.
STACK = ".marengo-spot.mod-info:visible"
PICKED = ".marengo-spot.mod-success:visible"
GOAL = ".marengo-spot:not(.mod-info, .mod-success, .mod-warning):visible"


def unfold(game: Locator, title: str) -> None:
    """Open a part that is folded up below the map."""
    game.locator("button", has_text=re.compile(f"^{re.escape(title)}$")).click()


def begin_as_austria(game: Locator) -> None:
    """Begin a game as the Austrians, against a quick player, in place of that of the notebook."""
    expect(game).to_contain_text("Austria is thinking", timeout=REDRAW_MS)
    unfold(game, "New game")
    game.get_by_label("you play").select_option("Austria")
    game.get_by_label("the machine").select_option("by rules of thumb, quick")
    game.get_by_label("seed").fill("14")
    game.get_by_label("seed").press("Tab")
    game.get_by_role("button", name="Begin a new game").click()
    expect(game).to_contain_text("Austria: you, France: rule", timeout=RUN_MS)
