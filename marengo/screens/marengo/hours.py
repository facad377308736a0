"""A battle day hour by hour: a slider, the boards side by side, and what happened."""

import ipywidgets as widgets

from marengo.charts.figures import figure_png, figure_words
from marengo.core.numbers import WHOLE, takes
from marengo.games.marengo.board import Board
from marengo.games.marengo.study.history import Day
from marengo.screens.marengo.drawing.ground_map import hour_map
from marengo.widgets.elements import Picture, Whole, bullets, step_slider, stepping

FIRST, LAST = 6, 21
"""Hours of the turn tracks of both games (T-5.1, B-7.1)."""


@takes(at=WHOLE)
def hours(day: Day, *boards: Board, at: int = FIRST) -> "Hours":
    """Go through a battle day hour by hour.

    Parameters
    ----------
    day : Day
        The day, as :func:`marengo.plots.read_day` reads it.
    boards : Board
        Boards to be shown side by side.
    at : int
        The hour shown first, 6 to 21.

    Returns
    -------
    Hours
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    ValueError
        There is no such hour, no board, or a board without polygons.
    """
    return Hours(day, boards, at)


class Hours(Whole):
    """A battle day to go through; made by :func:`hours`.

    Where no kernel runs the picture of the hour shown first takes its place.

    Attributes
    ----------
    slider : ipywidgets.IntSlider
        The hour.
    picture : ipywidgets.Image
        The boards with the corps on them.
    words : ipywidgets.HTML
        What happened in the hour, with sources, and who stood where.
    """

    def __init__(self, day: Day, boards: tuple[Board, ...], at: int) -> None:
        if not FIRST <= at <= LAST:
            raise ValueError(f"at: expected an hour from {FIRST} to {LAST}, not {at}")
        self._day, self._boards, self._told = day, boards, ""
        self.slider = step_slider(at, LAST, "o'clock", FIRST)
        self.picture = Picture()
        self.words = widgets.HTML()
        self._show()
        self.slider.observe(self._show, "value")
        row = stepping(self.slider, "an hour back", "an hour on")
        super().__init__([row, self.picture, self.words])

    def _show(self, _: object = None) -> None:
        figure = hour_map(self._day, self.slider.value, *self._boards)
        self._told = figure_words(figure)
        first, *lines = self._told.splitlines()
        self.picture.paint(figure_png(figure), f"Maps of the corps from {first}; in words below")
        nothing = "<p>No account tells of this hour.</p>"
        self.words.value = f"<p><b>{first}</b></p>" + (bullets(lines) if lines else nothing)

    def still(self) -> tuple[bytes, str]:
        """Return the picture of the hour, and it in words."""
        return bytes(self.picture.value), self._told
