"""Small parts that widgets are made of."""

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets
from traitlets import Unicode

__all__ = ["Picture", "Unfolding", "button", "release"]


class Picture(widgets.Image):  # type: ignore[misc] # ipywidgets has no types
    """A picture whose tooltip describes it to readers who cannot see it.

    While it is empty it is not displayed: browsers have a sign for a broken picture there.
    """

    # An Image of ipywidgets 8 cannot be shown with a tooltip: the browser asks it for a
    # description, which it lacks.
    description = Unicode("").tag(sync=True)

    def __init__(self, **layout: str) -> None:
        super().__init__(format="png", layout={"max_width": "100%", **layout, "display": "none"})
        self.observe(self._show, "value")

    def _show(self, _: Any) -> None:
        self.layout.display = None if self.value else "none"

    def paint(self, png: bytes, words: str) -> None:
        """Show another PNG picture with its description; no picture if empty."""
        self.tooltip, self.value = words, png


class Unfolding(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Something that is seen when a button is down; unlike an accordion the keyboard reaches it."""

    def __init__(self, words: str, inside: Any) -> None:
        self.button = widgets.ToggleButton(
            description=words,
            icon="caret-right",
            tooltip=f"show or hide: {words}",
            layout=widgets.Layout(width="auto", align_self="flex-start"),
        )
        self.inside = inside
        self._show()
        self.button.observe(self._show, "value")
        super().__init__([self.button, inside])

    def _show(self, _: Any = None) -> None:
        self.inside.layout.display = "" if self.button.value else "none"
        self.button.icon = "caret-down" if self.button.value else "caret-right"


def button(icon: str, does: str, action: Callable[[], object], text: str = "") -> widgets.Button:
    """Return a button with a sign, which says what it does when the mouse rests on it."""
    width = "auto" if text else "3em"
    made = widgets.Button(
        icon=icon, tooltip=does, description=text, layout=widgets.Layout(width=width)
    )
    made.on_click(lambda _: action())
    return made


def release(shown: widgets.Widget) -> None:
    """Close a widget and all within it, so that nothing of it is kept."""
    for child in getattr(shown, "children", ()):
        release(child)
    shown.close()
