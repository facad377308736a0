"""Stepping through any game: a slider over its turns, a picture, and what happened in words."""

from functools import lru_cache
from itertools import pairwise
from typing import Any

import ipywidgets as widgets

from marengo.core.state import State
from marengo.languages import _
from marengo.widgets.elements import (
    Collapsible,
    Picture,
    Whole,
    paragraphs,
    step_slider,
    stepping,
)
from marengo.widgets.playing import saying
from marengo.widgets.playing.showing import happened, png_of, turn_of, words_of
from marengo.widgets.playing.steps import steps_of


class TurnReplay(Whole):
    """A game to step through, of which everything is shown.

    Made by :func:`marengo.widgets.replay` for a game whose screen has no replay of its own.

    Parameters
    ----------
    positions : list of State
        The positions, each one move after the one before.
    at : int
        Index of the step shown first: of a turn, or of a move where turns have no numbers.

    Attributes
    ----------
    slider : ipywidgets.IntSlider
        Number of turns or moves played.
    by : ipywidgets.ToggleButtons
        What one step is.
    picture : ipywidgets.Image
        The position.
    news, words : ipywidgets.HTML
        What led to it, and itself in words.
    """

    def __init__(self, positions: list[Any], at: int = 0) -> None:
        self._positions = positions
        self._steps = steps_of(positions)
        numbers = [turn_of(state) for state in positions]
        begun = [index for index, pair in enumerate(pairwise(numbers), start=1) if len({*pair}) > 1]
        turns, moves = _("turns"), _("moves")
        self._stops = {
            turns: list(dict.fromkeys([0, *begun, len(positions) - 1])),
            moves: list(range(len(positions))),
        }
        kinds = [turns, moves] if begun else [moves]
        last = len(self._stops[kinds[0]]) - 1
        if not -last - 1 <= at <= last:
            raise ValueError(f"at: expected a step from 0 to {last}, not {at}")
        self.by = widgets.ToggleButtons(options=kinds, style={"button_width": "auto"})
        self.slider = step_slider(at % (last + 1), last, _("step"))
        self.picture = Picture(max_width="900px")
        self.news, self.words, self.heading = (widgets.HTML() for _part in range(3))
        self._draw = lru_cache(maxsize=100)(lambda index: png_of(positions[index], None))
        self._show()
        self.by.observe(self._count, "value")
        self.slider.observe(self._show, "value")
        counted = widgets.HBox([widgets.Label(_("step by")), self.by])
        super().__init__(
            [
                widgets.HTML(saying.STYLE),
                stepping(self.slider, _("back"), _("forward")),
                counted,
                *(self.heading, self.news, self.picture),
                Collapsible(_("The position in words"), self.words),
            ]
        )

    @property
    def position(self) -> State:
        """The position shown, a copy that can be played on."""
        shown: State = self._positions[self._index].copy()
        return shown

    @property
    def _index(self) -> int:
        index: int = self._stops[self.by.value][self.slider.value]
        return index

    def _count(self, change: dict[str, Any]) -> None:
        """Count in other steps, and stay as near as can be."""
        current = self._stops[change["old"]][self.slider.value]
        stops = self._stops[change["new"]]
        with self.slider.hold_trait_notifications():
            self.slider.max = len(stops) - 1
            self.slider.value = sum(stop <= current for stop in stops) - 1
        self._show()

    def _show(self, _change: Any = None) -> None:
        index, stops = self._index, self._stops[self.by.value]
        before = stops[max(0, self.slider.value - 1)]
        words = words_of(self._positions[index], None)
        self.picture.paint(self._draw(index), words)
        self.news.value = saying.news(happened(self._steps[before:index], None))
        heading, *lines = words.splitlines()
        self.heading.value, self.words.value = paragraphs([heading]), paragraphs(lines)

    def still(self) -> tuple[bytes, str]:
        """Return the picture of the position, and it in words."""
        return bytes(self.picture.value), words_of(self._positions[self._index], None)
