"""The map in a real browser, without a kernel: looked at closely, pointed at, clicked on."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import marengo
from marengo.charts.sheets import dark_colours
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.vector import board_of, scene_of
from marengo.games.marengo.screen.play.board import marks_of
from marengo.games.marengo.screen.play.choosing import Chooser
from marengo.widgets.map import VectorMap
from tests.browser.game_page import faults

SHOWN = """<!doctype html><html lang="en"><head><title>Map</title>
<meta name="viewport" content="width=device-width"><style>body {{ margin: 8px }}
{css}</style></head>
<body data-jp-theme-light="{light}"><main></main><script type="module">{script}
const said = {data};
const heard = {{}};
window.sent = [];
window.change = (name, value) => {{ said[name] = value; heard[`change:${{name}}`]?.(); }};
const model = window.model = {{
  get: (name) => said[name], on: (name, call) => {{ heard[name] = call; }}, off() {{}},
  send: (message) => window.sent.push(message),
}};
render({{ model, el: document.querySelector("main") }});
</script></body></html>"""

AT = """([x, y]) => {
  const svg = document.querySelector(".map");
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}"""


def shown(light: bool = True) -> str:
    """Return a page with the map of a game's beginning, and one piece picked."""
    state = marengo.load("triomphe").start(7)
    chooser = Chooser(state)
    chooser.pick_at("Alessandria")
    marks = marks_of(state, chooser, Side.AUSTRIAN)
    data: dict[str, Any] = {
        "board": board_of(state.game.board).data,
        "scene": scene_of(state, side=Side.AUSTRIAN).data,
        "signs": [asdict(mark) for mark in marks],
        "hints": [[(900.0, 700.0), (1000.0, 760.0)], []],
        "asked": 5,
        "dark": dark_colours(),
    }
    script, css = str(VectorMap._esm).replace("export default", "void"), str(VectorMap._css)
    return SHOWN.format(css=css, light=str(light).lower(), script=script, data=json.dumps(data))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    opened = context.new_page()
    opened.set_content(shown())
    opened.wait_for_selector(".marks > .goal")
    settle(opened)
    yield opened
    context.close()


def settle(page: Page) -> None:
    """Wait until what was asked for is drawn."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def width(page: Page) -> float:
    """Return how much of the board is seen."""
    return float(page.evaluate("document.querySelector('.map').viewBox.baseVal.width"))


@pytest.mark.browser
def test_the_wheel_keeps_the_point_under_the_cursor(page: Page, artefacts: Path) -> None:
    spot, whole = [420, 400], width(page)
    before = page.evaluate(AT, spot)
    page.mouse.move(*spot)
    for _ in range(5):
        page.mouse.wheel(0, -200)
        settle(page)
    assert width(page) < whole / 3
    assert page.evaluate(AT, spot) == pytest.approx(before, abs=2)
    page.screenshot(path=artefacts / "map_closely.png")
    page.mouse.down()
    page.mouse.move(520, 430, steps=5)
    page.mouse.up()
    settle(page)
    assert page.evaluate(AT, [520, 430]) == pytest.approx(before, abs=2)
    assert page.evaluate("sent") == []  # it was dragged, not clicked
    page.mouse.dblclick(520, 430)
    settle(page)
    assert width(page) == pytest.approx(whole)


@pytest.mark.browser
def test_a_mark_is_taken_by_mouse_and_by_keyboard(page: Page) -> None:
    marks = page.locator(".marks > g")
    goal = page.locator(".marks > .goal").first
    number = goal.evaluate("mark => [...mark.parentNode.children].indexOf(mark)")
    goal.click()
    assert goal.evaluate("mark => mark.classList.contains('pressed')")
    box = goal.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] + 4, box["y"] + box["height"] / 2)  # a near miss
    goal.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.evaluate("sent") == [{"mark": number, "asked": 5}] * 4
    assert marks.evaluate_all("all => all.every((mark) => mark.getAttribute('aria-label'))")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.marks') !== null")


@pytest.mark.browser
def test_keys_look_closer_and_hide_the_pieces(page: Page) -> None:
    whole = width(page)
    page.locator(".map").focus()
    page.keyboard.press("+")
    settle(page)
    assert width(page) < whole
    before = page.evaluate(AT, [400, 400])
    page.keyboard.press("ArrowRight")
    settle(page)
    assert page.evaluate(AT, [400, 400])[0] > before[0]
    page.keyboard.press("0")
    settle(page)
    assert width(page) == pytest.approx(whole)
    page.keyboard.press("h")
    assert page.locator(".pieces").evaluate("part => getComputedStyle(part).display") == "none"
    page.keyboard.press("h")
    name = page.locator('[id="name 20"]')
    assert name.evaluate("part => getComputedStyle(part).display") == "none"
    page.keyboard.press("n")
    assert name.evaluate("part => getComputedStyle(part).display") != "none"


@pytest.mark.browser
def test_what_is_pointed_at_is_told(page: Page) -> None:
    spot = page.locator(".areas [data-place='9']").bounding_box()
    assert spot is not None
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    told = page.locator(".tip").inner_text()
    assert "Room for 12 pieces of an army." in told
    assert "French: hidden" in told
    page.mouse.move(2, 2)
    assert page.locator(".tip").inner_text() == ""


@pytest.mark.browser
@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize("width", [360, 1440, 2560])
def test_the_map_can_be_used_at_any_width_and_in_the_dark(
    browser: Browser, artefacts: Path, width: int, light: bool
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, has_touch=width < 400)
    page = context.new_page()
    page.set_content(shown(light))
    page.wait_for_selector(".marks > .goal")
    settle(page)
    page.screenshot(path=artefacts / f"map_{width}_{'light' if light else 'dark'}.png")
    for number in range(page.locator(".marks > g").count()):
        mark = page.locator(".marks > g").nth(number)
        (mark.tap if width < 400 else mark.click)()
        assert page.evaluate("sent.at(-1).mark") == number
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []
    context.close()


@pytest.mark.browser
def test_nothing_is_left_of_what_is_shown_no_longer(page: Page) -> None:
    """Two hundred moves leave as many parts on the page as one."""
    count = "document.querySelectorAll('*').length"
    before = page.evaluate(count)
    page.evaluate("change('signs', [])")
    emptied = page.evaluate(count)
    for _ in range(200):
        page.evaluate("change('scene', { words: '', pieces: [[900, 700, 0, '9', ['acted']]] })")
    once = page.evaluate(count)
    page.evaluate("change('scene', { words: '', pieces: [[900, 700, 0, '9', ['acted']]] })")
    assert page.evaluate(count) == once < emptied < before
