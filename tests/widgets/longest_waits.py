"""How long the widgets keep the kernel: ``python -m tests.widgets.longest_waits``.

Every list, slider, number, switch and button of each widget is used a few times, and the longest
waits are printed, in milliseconds. What a thread of a widget does meanwhile is not waited for.
A figure, not a test: it depends on the machine and on what else it does.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import ipywidgets as widgets
import polars as pl

from marengo.core.players import make_player
from marengo.core.players.match import play_game
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.history import read_day
from marengo.lab import Study, run
from marengo.lab.analysis import response_surface
from marengo.widgets import (
    assault,
    dice,
    explore,
    explore_surface,
    hours,
    play,
    replay,
    scenario_lab,
)

ROUNDS = 3
TOLD = 3
PAUSE = 0.05
"""Seconds between two uses, so that threads get on with their work."""

LEFT_ALONE = ("load", "film", "resign")
"""Words on controls that are not used: they end the game, or work for long in a thread."""

VARIANTS = pl.DataFrame({"x": range(6), "y": [0, 1, 2] * 2, "games": 9, "won": range(2, 8)})

Use = tuple[str, Callable[[], object]]


def everything(widget: Any) -> Iterator[Any]:
    """Yield a widget and all within it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from everything(child)


def uses(widget: Any) -> Iterator[Use]:
    """Yield the controls of a widget that can be used now: words, and a use of each."""
    for one in list(everything(widget)):
        words = str(one.tooltip or getattr(one, "description", "") or type(one).__name__)
        use = _use(one)
        there = any(part is one for part in everything(widget))  # no use before took it away
        if there and use is not None and not any(word in words.lower() for word in LEFT_ALONE):
            yield words, use


def _use(one: Any) -> Callable[[], object] | None:
    if getattr(one, "disabled", False):
        return None
    match one:
        case widgets.Button():
            return one.click  # type: ignore[no-any-return] # ipywidgets has no types
        case widgets.Dropdown() | widgets.ToggleButtons() if len(one.options) > 1:
            return lambda: setattr(one, "index", ((one.index or 0) + 1) % len(one.options))
        case widgets.IntSlider() | widgets.FloatSlider() | widgets.BoundedIntText():
            there = one.value + one.step
            return lambda: setattr(one, "value", there if there <= one.max else one.min)
        case widgets.Checkbox() | widgets.ToggleButton():
            return lambda: setattr(one, "value", not one.value)
    return None


def waits(widget: Any) -> list[tuple[float, str]]:
    """Use everything a few times and return seconds and words of each use, the longest first."""
    found = []
    for _ in range(ROUNDS):
        for words, use in uses(widget):
            begun = perf_counter()
            use()
            found.append((perf_counter() - begun, words))
            sleep(PAUSE)
    return sorted(found, reverse=True)


def show(name: str, make: Callable[[], Any]) -> None:
    """Print the longest waits for one widget."""
    begun = perf_counter()
    widget = make()
    made = perf_counter() - begun
    longest = ", ".join(
        f"{1000 * seconds:.0f} ms ({words})" for seconds, words in waits(widget)[:TOLD]
    )
    print(f"{name}: made in {1000 * made:.0f} ms; longest: {longest}", flush=True)


def main() -> None:
    """Measure all widgets."""
    boards = [load(name).board for name in ("bonaparte", "triomphe")]
    study = Study(name="many", scenarios=("triomphe",), players=("random",), games=100_000, seed=7)
    game = load("triomphe")
    players = {side: make_player("rule", game) for side in Side}
    state = play_game(game.start(3), players, seed=3)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):  # some controls write files
        many = run(study, Path(folder) / "many", progress=False)
        show("replay", lambda: replay(state))
        show("scenario_lab", scenario_lab)
        show("assault", assault)
        show("hours", lambda: hours(read_day(), *boards))
        show("explore, 100,000 games", lambda: explore(many))
        show("dice", dice)
        show("explore_surface", lambda: explore_surface(response_surface(VARIANTS)))
        show("play", lambda: play(against="rule", seed=3))
        show("play with buttons", lambda: play("progress", against="rule", seed=3))


if __name__ == "__main__":
    main()
