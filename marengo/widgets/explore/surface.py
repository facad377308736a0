"""Sliders over a response surface, and the odds at their values."""

import html
from typing import Any

import ipywidgets as widgets
from matplotlib.figure import Figure

from marengo.charts.chart_frame import look_of, seat_named
from marengo.charts.figures import figure_png
from marengo.charts.surface import draw_slice
from marengo.core.numbers import takes
from marengo.lab.analysis.surface import STEPS, Odds, Surface
from marengo.widgets.canvas import Canvas
from marengo.widgets.elements import Whole, in_cell, labelled

__all__ = ["SurfaceExplorer", "explore_surface"]

SIZE = (7.2, 3.5)
"""Inches, of a hundred pixels each."""


@takes()
def explore_surface(surface: Surface, *, side: str | None = None) -> "SurfaceExplorer":
    """Ask for the odds at any numbers between those that were played.

    Parameters
    ----------
    surface : Surface
        As :func:`marengo.lab.analysis.response_surface` returns it.
    side : str
        The seat whose victories were counted; default: the first of the games that there are.

    Returns
    -------
    SurfaceExplorer
        A widget; at the end of a notebook cell it shows itself.
    """
    return in_cell(SurfaceExplorer(surface, side))


class SurfaceExplorer(Whole):
    """A slider for each parameter, and the odds at their values.

    Made by :func:`explore_surface`. Sliders reach as far as variants were played.

    Parameters
    ----------
    surface : Surface
        The surface.
    side : str
        The seat whose victories were counted.

    Attributes
    ----------
    sliders : dict of str to slider
        The parameters.
    along : ipywidgets.Dropdown
        The parameter that the chart goes along; a click on the chart sets it.
    canvas : Canvas
        The chart.
    status : ipywidgets.HTML
        The odds in words.
    """

    def __init__(self, surface: Surface, side: str | None = None) -> None:
        self.surface = surface
        self._side = seat_named(side, surface.points)
        self.sliders = {name: self._slider(name) for name in surface.parameters}
        named = {"options": surface.parameters, "value": surface.parameters[0]}
        self.along = labelled(widgets.Dropdown, "chart along", "auto", "12em", **named)
        self.canvas = Canvas(SIZE, self._clicked)
        self.status = widgets.HTML()
        self._show()
        for part in (*self.sliders.values(), self.along):
            part.observe(self._show, "value")
        check = widgets.HTML(f"<p>{html.escape(surface.sentence)}</p>")
        super().__init__([*self.sliders.values(), self.along, self.status, self.canvas, check])

    @property
    def odds(self) -> Odds:
        """The odds at the values of the sliders."""
        return self.surface.odds(self._at)

    def still(self) -> tuple[bytes, str]:
        """Return the chart, and it in words."""
        figure = Figure(figsize=SIZE, layout="constrained")
        draw_slice(figure, self.surface, self.along.value, self._at, self._side)
        return figure_png(figure), self.canvas.words

    @property
    def _at(self) -> dict[str, float]:
        return {name: slider.value for name, slider in self.sliders.items()}

    def _slider(self, name: str) -> Any:
        values, (low, high) = self.surface.points[name], self.surface.ranges[name]
        whole = (values == values.round()).all()
        kind = widgets.IntSlider if whole else widgets.FloatSlider
        step = 1 if whole else (high - low) / (STEPS - 1)
        ends = {"min": low, "max": high, "value": (low + high) / 2}
        if whole:
            ends = {end: int(value) for end, value in ends.items()}
        # not continuously, or each pixel of a pull would ask for a drawing
        return labelled(kind, name, "100%", "18em", step=step, continuous_update=False, **ends)

    def _clicked(self, x: float) -> None:
        slider = self.sliders[self.along.value]
        slider.value = round(x) if isinstance(slider, widgets.IntSlider) else x

    def _show(self, _: object = None) -> None:
        def draw(figure: Figure) -> None:
            draw_slice(figure, self.surface, self.along.value, self._at, self._side)

        self.canvas.show(draw)
        odds, name = self.odds, html.escape(look_of(self._side).name)
        share, low, high = (100 * value for value in odds[:3])
        sentence = f"{name} wins <b>{share:.1f} %</b> ({low:.1f} to {high:.1f} %)"
        beyond = "" if odds.between else ", beyond the variants that were played"
        self.status.value = f'<p role="status">{sentence}{beyond}.</p>'
