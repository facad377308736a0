"""A part of the map, close up."""

from collections.abc import Iterable

import ipywidgets as widgets

from marengo.charts.sheets import Frame
from marengo.core.numbers import WHOLE, takes
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import ARMIES
from marengo.screens.marengo.drawing.picture import Arrow, figure, to_png
from marengo.screens.marengo.drawing.places import region
from marengo.screens.marengo.drawing.position_text import clock_of, describe, view_of
from marengo.screens.marengo.drawing.renderer import renderer_of
from marengo.screens.marengo.drawing.vector import board_of, scene_of
from marengo.widgets.elements import Collapsible, Whole, in_cell, paragraphs
from marengo.widgets.map import VectorMap

WIDTH = 900
"""Width of the picture where no kernel runs, in pixels."""

WIDEST = "760px"
"""Width of a close-up where there is room, in CSS."""

MARGIN = 40.0
"""Room around what is shown close up, in units of drawing."""


def levels(state: MarengoState) -> dict[Side, str]:
    """Say each army's morale; both sides see that (T-18.3, B-17.1)."""
    view = view_of(state, None)
    return {
        side: f"{army}: {renderer_of(view).morale(view, side)}." for side, army in ARMIES.items()
    }


class Scene(Whole):
    """A part of the map with the pieces on it; made by `close_up`.

    Where no kernel runs, a picture with the same words takes its place.
    """

    def __init__(
        self, state: MarengoState, part: Frame, side: Side | None, arrows: list[Arrow]
    ) -> None:
        view = view_of(state, side)
        self._shown = (view, arrows, part)
        self.caption = f"{clock_of(view)}. {' '.join(levels(state).values())}"
        self.text = describe(view)  # the whole position in words
        self.map = VectorMap(start=part)
        self.map.show(board_of(view), scene_of(view, arrows))
        words = widgets.HTML(paragraphs(self.text.splitlines()))
        super().__init__(
            [self.map, Collapsible("The position in words", words)], layout={"max_width": WIDEST}
        )

    @property
    def png(self) -> bytes:
        """The picture where no kernel runs."""
        view, arrows, part = self._shown
        return to_png(view, width=WIDTH, arrows=arrows, part=part)

    def __repr__(self) -> str:
        return self.text

    def still(self) -> tuple[bytes, str]:
        """Return the picture, and the position in words."""
        return self.png, self.text

    def still_html(self, png: bytes, words: str) -> str:
        """Return the picture with its caption, and the position in words below it."""
        lines = words.splitlines()
        return figure(png, f"Part of the map: {' '.join(lines)}", lines, self.caption)


@takes(around=WHOLE)
def close_up(
    state: MarengoState,
    *around: int | str,
    side: Side | None = None,
    arrows: Iterable[tuple[str, str]] = (),
) -> Scene:
    """Show a part of the map with the pieces on it.

    Parameters
    ----------
    state : State
        The position.
    *around : int or str
        Localities and boxes to be seen, such as ``4`` or ``"Alessandria"``.
    side : Side, optional
        Show what this side may know; without it everything is shown.
    arrows : iterable of (from, to)
        Places such as ``"4"`` and ``"9/4"``, or boxes, to draw arrows between; a ring where both
        are the same.

    Returns
    -------
    Scene
        A widget; at the end of a notebook's cell it shows itself.

    Raises
    ------
    ValueError
        If nothing is to be seen, or there is no such locality or box with pieces in it.
    """
    part = region(state.view(side), around, MARGIN)
    boxes = {entry.name for entry in state.game.board.entries}
    ends: list[Arrow] = [
        tuple(place if place in boxes else Place.parse(place) for place in arrow)
        for arrow in arrows
    ]
    return in_cell(Scene(state, part, side, ends))
