"""How quick the map is: ``python -m tests.browser.map_speed`` prints medians in milliseconds."""

import json
import shutil
from dataclasses import asdict
from statistics import median
from time import perf_counter

from playwright.sync_api import sync_playwright

from marengo.core.players.match import moves_of
from marengo.games.marengo.game import load
from marengo.players import make_player
from marengo.screens.marengo.drawing.vector import board_of, scene_of
from tests.browser.conftest import BROWSERS, OPTIONS
from tests.browser.test_map import shown

TIMES = 50

CLICK = """() => new Promise((done) => {
  const mark = document.querySelector(".marks > .goal");
  const box = mark.getBoundingClientRect();
  const at = { bubbles: true, pointerId: 1, clientX: box.x + box.width / 2, clientY: box.y + 9 };
  const began = performance.now();
  mark.dispatchEvent(new PointerEvent("pointerdown", at));
  mark.dispatchEvent(new PointerEvent("pointerup", at));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
})"""

DRAW = """() => new Promise((done) => {
  const began = performance.now();
  change("scene", model.get("scene"));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
})"""

WHEEL = """() => new Promise((done) => {
  const began = performance.now();
  const at = { deltaY: -100, clientX: 400, clientY: 400, cancelable: true };
  document.querySelector(".map").dispatchEvent(new WheelEvent("wheel", at));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
})"""


def main() -> None:
    """Print the figures."""
    for name in ("triomphe", "bonaparte"):
        game = load(name)
        began = perf_counter()
        board = board_of(game.start(1).view(None))
        print(f"{name}: the board, once          {1000 * (perf_counter() - began):6.0f}")
        print(f"{name}: the board, bytes         {len(json.dumps(asdict(board))):6}")
        players = {side: make_player("rule", game) for side in game.seats}
        times, sizes = [], []
        for number, state in enumerate(moves_of(game.start(1), players, seed=1)):
            if number > TIMES or state.is_over:
                break
            began = perf_counter()
            scene = scene_of(state.view(state.to_move))
            times.append(1000 * (perf_counter() - began))
            sizes.append(len(json.dumps(asdict(scene))))
        print(f"{name}: a scene, bytes           {median(sizes):6.0f}")
        print(f"{name}: a scene, in the kernel   {median(times):6.0f}")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(OPTIONS))
        page = browser.new_page(viewport={"width": 1000, "height": 900})
        page.set_content(shown())
        page.wait_for_selector(".marks > .goal")
        page.wait_for_timeout(1000)
        for words, script in (
            ("from a click to its feedback", CLICK),
            ("a position drawn", DRAW),
            ("a turn of the wheel drawn", WHEEL),
        ):
            times = [float(page.evaluate(script)) for _ in range(TIMES)]
            print(f"in the page: {words:30} {median(times):6.1f}")
        browser.close()


if __name__ == "__main__":
    main()
