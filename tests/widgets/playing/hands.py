"""The hands of a person at a page, and eyes that see all that the browser is told."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import ipywidgets
import numpy as np
from ipywidgets.widgets.widget import _instances

from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.players import register
from marengo.core.view import View
from marengo.widgets import ChoicePage
from marengo.widgets.elements import _parts
from tests.widgets.play.waiting import wait_until

ID = re.compile(r"[0-9a-f]{32}")

CHOSEN: list[str] = []
"""What :class:`Told` plays where it is legal."""


@register("test-told")
class Told:
    """Plays what it was told to, and otherwise the first move there is."""

    def __init__(self, game: Game[Any]) -> None:
        pass

    def choose(self, _view: View, legal_moves: Sequence[Move], _rng: np.random.Generator) -> Move:
        return next((one for one in legal_moves if str(one) in CHOSEN), legal_moves[0])


def written(shown: ChoicePage) -> dict[str, ipywidgets.Button]:
    """Return the buttons with choices that are to be seen, by what they begin with."""
    buttons = [one for one in shown.choices.children if one.layout.display is None]
    return {one.description.partition(":")[0]: one for one in buttons}


def press(shown: ChoicePage, *texts: str) -> None:
    """Press one button after the other, each as soon as its question is asked."""
    for text in texts:
        wait_until(lambda: shown.session.asked and not shown.session.thinking)
        whole(shown)
        written(shown)[text].click()
    whole(shown)


def whole(shown: ChoicePage) -> None:
    """Wait until what is being shown in another thread is there."""
    with shown.session.lock:
        pass


def texts(part: Any) -> Iterator[str]:
    """Yield all texts in a state or a message, pictures too; the ids of widgets are none."""
    if isinstance(part, dict):
        for name, value in part.items():
            if not ID.fullmatch(str(name)):
                yield str(name)
            yield from texts(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from texts(value)
    elif isinstance(part, bytes | memoryview):
        yield bytes(part).decode("latin-1")
    elif not ID.search(str(part)):
        yield str(part)


def all_of(shown: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield a widget and all that it holds."""
    yield shown
    for part in _parts(shown):
        yield from all_of(part)


def states(within: ipywidgets.Widget | None = None) -> set[str]:
    """Return the texts in the states of all widgets there are, or of those within one."""
    widgets = list(_instances.values()) if within is None else list(all_of(within))
    return set(texts(ipywidgets.Widget.get_manager_state(widgets=widgets)["state"]))
