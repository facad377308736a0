"""Small parts that widgets are made of."""

from collections.abc import Callable

import ipywidgets as widgets
from traitlets import Unicode

__all__ = ["Picture", "button", "release"]


class Picture(widgets.Image):  # type: ignore[misc] # ipywidgets has no types
    """A picture whose tooltip tells readers who cannot see it what it shows.

    Parameters
    ----------
    **layout : str
        As of ``ipywidgets.Layout``; without ``max_width`` it is never wider than what is around.
    """

    # An Image of ipywidgets 8 cannot be shown with a tooltip: the browser asks it for a
    # description, which it lacks.
    description = Unicode("").tag(sync=True)

    def __init__(self, **layout: str) -> None:
        super().__init__(format="png", layout={"max_width": "100%", **layout})

    def paint(self, png: bytes, words: str) -> None:
        """Show another picture.

        Parameters
        ----------
        png : bytes
            A PNG file.
        words : str
            What it shows.
        """
        self.tooltip, self.value = words, png


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
