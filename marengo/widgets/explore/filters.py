"""The form that says which games of a run are looked at."""

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets
import polars as pl

from marengo.widgets.elements import Quiet, button, set_visible
from marengo.widgets.explore.games import (
    NOBODY,
    Conditions,
    bar_columns,
    label_of,
    ranges_of,
    shared_ranges,
    value_text,
)

__all__ = ["Filters"]

ANY = ""
NONE = ""

_STYLE = {"description_width": "9.5em"}


class Filters(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Conditions on games; lists and sliders offer what is in the games."""

    def __init__(self, games: pl.DataFrame, changed: Callable[[], object]) -> None:
        self._quiet = Quiet()
        self._tell = self._quiet.unless(lambda *_: changed())
        self._ranges = ranges_of(games)
        self.lists = {
            name: _list(games, name) for name in bar_columns(games) if _is_named(games[name])
        }
        self.sliders = {
            name: _slider(label_of(name), *self._ranges[name])
            for name in shared_ranges(games)
            if name in self._ranges
        }
        others = [(label_of(name), name) for name in self._ranges if name not in self.sliders]
        self.other = widgets.Dropdown(
            options=[("no other column", NONE), *others],
            description="besides",
            style=_STYLE,
            layout={"width": "auto"},
        )
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

    @property
    def conditions(self) -> Conditions:
        """What is asked for; a slider that spans all numbers asks for nothing."""
        sliders = dict(self.sliders)
        if self.other.value != NONE:
            sliders[self.other.value] = self.other_range
        return Conditions(
            equal={name: part.value for name, part in self.lists.items() if part.value != ANY},
            within={
                name: tuple(part.value)
                for name, part in sliders.items()
                if tuple(part.value) != (part.min, part.max)
            },
        )

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


def _is_named(column: pl.Series) -> bool:
    """Whether a column holds names, which get a list; numbers get a slider."""
    return not column.dtype.is_integer()


def _list(games: pl.DataFrame, name: str) -> widgets.Dropdown:
    values = games[name].unique().sort().cast(pl.String).fill_null(NOBODY)
    return widgets.Dropdown(
        options=[("any", ANY), *((value_text(name, value), value) for value in values)],
        description=label_of(name),
        style=_STYLE,
        layout=widgets.Layout(width="auto"),
    )


def _slider(label: str, low: int, high: int) -> widgets.IntRangeSlider:
    return widgets.IntRangeSlider(
        value=(low, high),
        min=low,
        max=high,
        description=label,
        continuous_update=False,  # or each pixel of a pull would ask for a drawing
        style=_STYLE,
        layout=widgets.Layout(width="auto"),
    )
