"""Rows of buttons to choose with.

All is done with buttons, as JupyterLab keeps the arrow keys, which lists need, for itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import ipywidgets as widgets

from marengo.widgets.elements import NO_TEXT, Pool

PICKED = "success"
"""Style of a button: what is picked."""

STYLE = """<style>
.marengo-options { max-height: max(17em, 50vh); overflow-y: auto; }
.marengo-options::-webkit-scrollbar, .marengo-news::-webkit-scrollbar { width: 11px; }
.marengo-options::-webkit-scrollbar-thumb, .marengo-news::-webkit-scrollbar-thumb {
  background: #8a8070; border-radius: 6px; }
.marengo-choice > .jupyter-button.mod-success { color: #ffffff; background: #2e2a25; }
.marengo-choice > .jupyter-button { height: auto; min-height: 28px; max-width: calc(100% - 4px);
  line-height: 1.35; white-space: normal; text-align: left; }
</style>"""


@dataclass(frozen=True)
class Press:
    """Content of a button."""

    text: str
    tooltip: str
    style: str = ""  # of ipywidgets, or empty
    icon: str = ""  # of Font Awesome, or empty
    disabled: bool = False


NOTHING = Press(NO_TEXT, "")
"""Content of a button that is not needed."""


class Buttons(widgets.Box):  # type: ignore[misc] # ipywidgets has no types
    """A row of buttons behind a label."""

    def __init__(self, words: str, pressed: Callable[[int], None]) -> None:
        layout = widgets.Layout(flex_flow="row wrap", align_items="center", display="none")
        super().__init__([widgets.Label(words)] if words else [], layout=layout)
        self.add_class("marengo-choice")
        self._pressed = pressed
        self._shown: list[widgets.Button] = []
        self._pool = Pool(self, self._new, lambda button: _set(button, NOTHING))

    def show(self, presses: Sequence[Press]) -> None:
        """Show a button for each press; without any, nothing at all."""
        self._shown = self._pool.take(len(presses))
        for button, press in zip(self._shown, presses, strict=True):
            _set(button, press)
        self.layout.display = None if presses else "none"

    def focus(self, number: int) -> None:
        """Put the focus of the keyboard on a button."""
        self._shown[number].focus()

    def _new(self, number: int) -> widgets.Button:
        button = widgets.Button(layout=widgets.Layout(width="auto"))
        button.on_click(lambda _: self._press(number))
        return button

    def _press(self, number: int) -> None:
        if number < len(self._shown):  # it may just have gone
            self._pressed(number)


def _set(button: widgets.Button, press: Press) -> None:
    with button.hold_sync():
        button.description, button.tooltip = press.text, press.tooltip
        button.button_style, button.disabled = press.style, press.disabled
        button.icon = press.icon or ("check" if press.style == PICKED else "")
