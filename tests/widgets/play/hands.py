"""The hands of a person at the screen: clicks and presses, and waiting for what they do."""

import ipywidgets

from marengo.screens.marengo.play import Play
from marengo.widgets.map import Mark
from tests.widgets.play.waiting import wait_until


def marks(shown: Play, *kinds: str) -> dict[str, Mark]:
    return {mark.place: mark for mark in shown.board.marks if mark.what in kinds}


def click(shown: Play, place: str, *kinds: str) -> None:
    """Click on the map."""
    wanted = marks(shown, *kinds)[place]
    number = shown.board.marks.index(wanted)
    shown.board.press(number)


def written(part: ipywidgets.Box) -> dict[str, ipywidgets.Button]:
    """Return the buttons that can be seen there, by their text."""
    if part.layout.display == "none":
        return {}
    buttons = [one for one in part.children if isinstance(one, ipywidgets.Button)]
    return {one.description: one for one in buttons if one.layout.display is None}


def press(shown: Play, words: str) -> None:
    """Press one of the plain answers."""
    written(shown.panel.plain)[words].click()


def settled(shown: Play) -> None:
    """Wait until the player has answered, and that is shown."""
    wait_until(lambda: shown.session.asked and not shown.session.thinking)
    wait_until(lambda: "that is you" in shown.status.value)
    whole(shown)


def whole(shown: Play) -> None:
    """Wait until what is being shown in another thread is there."""
    with shown.session.lock:
        pass


def texts(shown: Play) -> list[str]:
    return [str(move) for move in shown.session.state.moves]
