"""Games on the map in a real browser, by keyboard, by mouse and by finger; the kernel is this one.

What the page sends is given to the game, and what the game shows is given to the page.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances
from playwright.sync_api import Browser, Locator, Page

from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.play import Play, play, widget
from marengo.widgets.playing import page as game_page
from tests.browser.test_map import page_of, settle
from tests.widgets.play import opponents  # noqa: F401 -- registers them
from tests.widgets.play.hands import press, settled, written

MOVES = 10
MOST_TABS = 60

HERE = "[...document.querySelectorAll('.marks > g')].indexOf(document.activeElement)"

Take = Callable[[Page, Locator], object]


class Table:
    """A game, and the page that its map is on."""

    def __init__(self, shown: Play, page: Page) -> None:
        self.shown, self.page = shown, page
        page.set_content(page_of(shown.board))
        page.wait_for_selector(".marks > g")
        settle(page)

    @property
    def steps(self) -> int:
        return len(self.shown.session.steps)

    def move(self, take: Take) -> None:
        """Take a decision on the map; where it asks for a word besides, the first one is given."""
        before = self.steps
        while self.steps == before:
            marks = self.page.locator(".marks > .goal")
            stacks = self.page.locator(".marks > .stack")
            if marks.count() or stacks.count():
                take(self.page, (marks if marks.count() else stacks).first)
                self._pass_on()
            if self.steps == before and not self.page.locator(".marks > .goal").count():
                answers = written(self.shown.panel.options) or written(self.shown.panel.plain)
                next(iter(answers.values())).click()
            self.show()

    def _pass_on(self) -> None:
        """Give the game what was clicked."""
        for message in self.page.evaluate("sent.splice(0)"):
            self.shown.board._heard(None, message, None)

    def show(self) -> None:
        """Show on the page what the game shows, once it is asked again."""
        settled(self.shown)
        for name in ("asked", "scene", "signs", "hints"):
            value = getattr(self.shown.board, name)
            self.page.evaluate("([name, value]) => change(name, value)", [name, value])


def by_mouse(_: Page, mark: Locator) -> None:
    mark.click()


def by_finger(_: Page, mark: Locator) -> None:
    mark.tap()


def by_keyboard(page: Page, mark: Locator) -> None:
    """Go to a mark by the Tab key alone, and press Enter."""
    wanted = mark.evaluate("mark => [...mark.parentNode.children].indexOf(mark)")
    page.locator(".map").focus()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(HERE) == wanted:
            page.keyboard.press("Enter")
            return
    raise AssertionError("the Tab key does not lead to the mark")


@pytest.fixture(params=["triomphe", "bonaparte"])
def shown(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Play]:
    """Return a game of Austria against a player who only ends its turns."""
    monkeypatch.setattr(widget, "WIDTH", 240)
    monkeypatch.setattr(game_page, "DOUBLE_CLICK", 0.0)
    made = play(request.param, Side.AUSTRIAN, "test-ends", seed=7, adviser="rule", folder=tmp_path)
    settled(made)
    yield made
    made.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    yield context.new_page()
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("take", [by_mouse, by_keyboard])
def test_ten_moves_are_made_on_the_map_alone(shown: Play, page: Page, take: Take) -> None:
    table = Table(shown, page)
    first = page.locator(".pieces").inner_html()
    for _ in range(MOVES):
        table.move(take)
    assert table.steps >= MOVES
    assert page.locator(".pieces").inner_html() != first
    clock = page.locator(".head .clock").inner_text()
    assert str(shown.describe()).startswith(clock)


@pytest.mark.browser
def test_a_turn_is_played_on_a_phone(shown: Play, browser: Browser, artefacts: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    table = Table(shown, context.new_page())
    hour = shown.session.state.hour
    while shown.session.state.hour == hour:
        if "end the actions of the turn" in written(shown.panel.plain) and table.steps >= 3:
            press(shown, "end the actions of the turn")
            table.show()
        else:
            table.move(by_finger)
    table.page.screenshot(path=artefacts / f"map_phone_{shown.session.state.game.name}.png")
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert shown.session.state.turn == Side.AUSTRIAN
    context.close()


@pytest.mark.browser
def test_two_hundred_positions_leave_memory_as_it_was(shown: Play, page: Page) -> None:
    """Neither the heap of the page nor the widgets of the kernel grow."""
    table = Table(shown, page)
    for _ in range(3):
        table.move(by_mouse)
    probe = page.context.new_cdp_session(page)
    probe.send("Performance.enable")

    def measured() -> dict[str, Any]:
        for _ in range(2):
            probe.send("HeapProfiler.collectGarbage")
        metrics = probe.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in metrics}

    def there_and_back() -> None:
        shown.orders.undo.click()
        table.show()
        table.move(by_mouse)

    there_and_back()
    before, widgets = measured(), len(_instances)
    for _ in range(20):
        there_and_back()
    scenes = [shown.board.scene, {"head": {}}]
    for number in range(160):
        page.evaluate("scene => change('scene', scene)", scenes[number % 2])
    table.show()
    after = measured()
    assert len(_instances) == widgets
    assert after["JSHeapUsedSize"] < 1.1 * before["JSHeapUsedSize"] + 500_000
    assert after["Nodes"] < 1.1 * before["Nodes"] + 200
