"""What is shown between the turns of two people at one screen: nothing but whose turn it is."""

from collections.abc import Callable

import ipywidgets as widgets

from marengo.game import Side
from marengo.widgets.parts import button
from marengo.widgets.telling import ARMIES


class Cover(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A cover over the board until the one who decides has sat down."""

    def __init__(self, lifted: Callable[[], object]) -> None:
        self.words = widgets.HTML()
        self.lift = button("eye", "only the player of this side looks now", lifted, "Show")
        super().__init__([self.words, self.lift])

    def hand_to(self, side: Side) -> None:
        """Ask for the screen to be handed to a side's player."""
        army = ARMIES[side]
        self.words.value = (
            f"<p><b>{army} decides.</b> Hand the screen to the player of {army}. "
            "The other one looks away.</p>"
        )
        self.lift.description = f"I am {army}: show the board"
