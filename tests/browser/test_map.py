"""The map in a real browser, without a kernel: looked at closely, pointed at, clicked on."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import marengo
from marengo.charts.sheets import BoardSheet, Scene
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.screens.marengo.drawing.vector import board_of, scene_of
from marengo.screens.marengo.play.board import marks_of
from marengo.screens.marengo.play.choosing import Chooser
from marengo.widgets.map import VectorMap
from tests.browser.game_page import faults
from tests.turn import in_turn

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
    view = state.view(Side.AUSTRIAN)
    chooser = Chooser(state)
    chooser.pick_at("Alessandria")
    made = VectorMap()
    made.show(board_of(view), scene_of(view, losses=[(Place(9), Side.FRENCH, 2)]))
    made.mark(marks_of(state, chooser, Side.AUSTRIAN))
    made.hint([[(900.0, 700.0), (1000.0, 760.0)], [], [(900.0, 700.0), (1000.0, 760.0)]])
    return page_of(made, light)


def page_of(shown: VectorMap, light: bool = True) -> str:
    """Return a page with a map, without a kernel; what it sends is kept as ``sent``."""
    names = ("board", "scene", "start", "signs", "hints", "asked", "tools", "dark")
    data = {name: getattr(shown, name) for name in names}
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
    assert page.evaluate("sent") == [{"mark": number, "asked": 1}] * 4
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
def test_the_signs_are_explained_by_a_key(page: Page) -> None:
    legend = page.locator(".legend")
    assert not legend.is_visible()
    page.locator(".map").focus()
    page.keyboard.press("?")
    assert "has acted this turn" in legend.inner_text()
    assert "cavalry obstacle" in legend.inner_text()
    assert legend.locator("dt > svg").count() == legend.locator("dd").count() > 20
    assert faults(page) == []
    page.keyboard.press("?")
    assert not legend.is_visible()


@pytest.mark.browser
def test_what_everybody_knows_is_text_above_the_map(page: Page) -> None:
    head = page.locator(".head")
    assert head.locator(".clock").inner_text() == "6:00, Austrian turn, 3 orders left"
    assert "French: morale" in head.inner_text()
    assert head.locator("[aria-current=time]").inner_text().startswith("6:00")
    assert head.get_by_role("listitem").count() == 16


@pytest.mark.browser
def test_a_map_begins_with_the_part_that_is_asked_for(browser: Browser) -> None:
    made, context = VectorMap(start=(400.0, 200.0, 200.0, 150.0)), browser.new_context()
    made.show(BoardSheet((0.0, 0.0, 1000.0, 600.0), "", "", {}, {}, []), Scene())
    page = context.new_page()
    page.set_content(page_of(made))
    page.wait_for_selector(".marengo-vector.part .map[viewBox]")
    settle(page)
    seen = page.locator(".map").get_attribute("viewBox")
    assert [float(one) for one in str(seen).split()] == pytest.approx([400, 200, 200, 150], abs=2)
    page.locator(".map").dblclick()
    settle(page)
    assert width(page) >= 1000
    context.close()


@pytest.mark.browser
def test_losses_and_hints_are_drawn_apart(page: Page) -> None:
    assert page.locator(".losses text").all_text_contents() == ["−2"]
    ends = page.locator(".hints circle")
    boxes = [ends.nth(number).bounding_box() for number in range(2)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[1]["x"] >= boxes[0]["x"] + boxes[0]["width"] - 2
    assert page.locator(".hints text").all_text_contents() == ["1", "3"]


@pytest.mark.browser
@pytest.mark.parametrize("light", in_turn([True, False]))
@pytest.mark.parametrize("width", in_turn([360, 1440, 2560]))
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
