"""The form that says which games of a run are looked at."""

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets
import polars as pl

from marengo.lab.labels import NOBODY, label_of, value_text
from marengo.widgets.elements import Quiet, button, labelled, set_visible
from marengo.widgets.explore.games import bar_columns, is_named, ranges_of, shared_ranges

ANY = ""
NONE = ""

WORDS = "9.5em"
"""Width of the words beside a control."""


class Filters(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Conditions on games; lists and sliders offer what is in the games."""

    def __init__(self, games: pl.DataFrame, changed: Callable[[], object]) -> None:
        self._quiet = Quiet()
        self._tell = self._quiet.unless(lambda *_: changed())
        self._ranges = ranges_of(games)
        self.lists = {
            name: _list(label_of(name), _values(games, name))
            for name in bar_columns(games)
            if not games[name].dtype.is_integer()
        }
        self.sliders = {
            name: _slider(label_of(name), *self._ranges[name])
            for name in shared_ranges(games)
            if name in self._ranges
        }
        others = [(label_of(name), name) for name in self._ranges if name not in self.sliders]
        self.other = _list("besides", [("no other column", NONE), *others])
        self.other_range = _slider("from, to", 0, 1)
        set_visible(self.other_range, False)
        self.clear = button("undo", "drop all conditions", self.reset, "All games")
        for part in (*self.lists.values(), *self.sliders.values(), self.other_range):
            part.observe(self._tell, "value")
        self.other.observe(self._take_other, "value")
        super().__init__(
            [
                *self.lists.values(),
                *self.sliders.values(),
                *([self.other, self.other_range] if others else []),
                self.clear,
            ],
            layout=widgets.Layout(flex="1 1 22em", max_width="30em", min_width="20em"),
        )

    def kept(self, games: pl.DataFrame) -> pl.DataFrame:
        """Return the games that are asked for; a slider that spans all numbers asks for nothing."""
        for name, dropdown in self.lists.items():
            if dropdown.value != ANY:
                games = games.filter(is_named(name, dropdown.value))
        for name, slider in (*self.sliders.items(), (self.other.value, self.other_range)):
            if name != NONE and tuple(slider.value) != (slider.min, slider.max):
                games = games.filter(pl.col(name).is_between(*slider.value))
        return games

    def reset(self) -> None:
        """Drop all conditions."""
        with self._quiet():
            for part in self.lists.values():
                part.value = ANY
            for part in self.sliders.values():
                part.value = (part.min, part.max)
            self.other.value = NONE
        self._tell()

    def _take_other(self, change: Any) -> None:
        name, slider = change["new"], self.other_range
        set_visible(slider, name != NONE)
        if name != NONE:
            low, high = self._ranges[name]
            with self._quiet():
                slider.min, slider.max = min(low, slider.max), max(high, slider.min)
                slider.value = (low, high)
                slider.min, slider.max = low, high
        self._tell()


def _values(games: pl.DataFrame, name: str) -> list[tuple[str, str]]:
    """Offer the values of a column of names."""
    values = games[name].unique().sort().cast(pl.String).fill_null(NOBODY)
    return [("any", ANY), *((value_text(name, value), value) for value in values)]


def _list(label: str, options: list[tuple[str, str]]) -> widgets.Dropdown:
    return labelled(widgets.Dropdown, label, "auto", WORDS, options=options)


def _slider(label: str, low: int, high: int) -> widgets.IntRangeSlider:
    # not continuously, or each pixel of a pull would ask for a drawing
    more = {"value": (low, high), "min": low, "max": high, "continuous_update": False}
    return labelled(widgets.IntRangeSlider, label, "auto", WORDS, **more)
