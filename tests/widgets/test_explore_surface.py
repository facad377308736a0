"""Sliders over a response surface: what they offer, and what is said at their values."""

import html
import re
from collections.abc import Iterator

import ipywidgets as widgets
import polars as pl
import pytest

from marengo.lab.analysis import Surface, response_surface
from marengo.widgets import SurfaceExplorer, explore_surface

GRID = [(x, 0.5 * y) for x in range(5) for y in range(5) if x + y <= 4]
POINTS = pl.DataFrame(GRID, schema=["bridges", "fog"], orient="row").with_columns(
    games=100, won=30 + 8 * pl.col("bridges")
)


@pytest.fixture(scope="module")
def surface() -> Surface:
    return response_surface(POINTS)


@pytest.fixture
def shown(surface: Surface) -> Iterator[SurfaceExplorer]:
    made = explore_surface(surface)
    yield made
    made.close()


def text(shown: SurfaceExplorer) -> str:
    return html.unescape(re.sub("<.*?>", "", shown.status.value))


def test_sliders_reach_as_far_as_was_played(shown: SurfaceExplorer) -> None:
    bridges, fog = shown.sliders["bridges"], shown.sliders["fog"]
    assert isinstance(bridges, widgets.IntSlider)
    assert isinstance(fog, widgets.FloatSlider)
    assert (bridges.min, bridges.max, bridges.value) == (0, 4, 2)
    assert (fog.min, fog.max, fog.value) == (0, 2, 1)
    assert [child for child in shown.children if child in shown.sliders.values()]


def test_a_slider_tells_the_odds_with_their_interval(
    shown: SurfaceExplorer, surface: Surface
) -> None:
    before = bytes(shown.canvas.png)
    shown.sliders["bridges"].value = 1
    shown.sliders["fog"].value = 0.5
    odds = surface.odds({"bridges": 1, "fog": 0.5})
    assert shown.odds == odds
    share, low, high = (f"{100 * one:.1f}" for one in odds[:3])
    assert text(shown) == f"Austria wins {share} % ({low} to {high} %)."
    assert bytes(shown.canvas.png) != before
    assert "with fog 0.5" in shown.canvas.words
    assert shown.still()[0].startswith(b"\x89PNG")


def test_it_says_where_nothing_was_played_around(shown: SurfaceExplorer) -> None:
    shown.sliders["bridges"].value, shown.sliders["fog"].value = 4, 2.0
    assert text(shown).endswith(", beyond the variants that were played.")


def test_a_click_on_the_chart_moves_its_slider(shown: SurfaceExplorer) -> None:
    shown.canvas._clicked(2.8)
    assert shown.sliders["bridges"].value == 3
    shown.along.value = "fog"
    shown.canvas._clicked(0.3)
    assert shown.sliders["fog"].value == pytest.approx(0.3, abs=0.05)
    assert shown.canvas.figure.axes[0].get_xlabel() == "fog"


def test_other_seats_are_named(surface: Surface) -> None:
    made = explore_surface(surface, side="french")
    assert text(made).startswith("France wins ")
    made.close()
    with pytest.raises(ValueError, match="side: expected"):
        explore_surface(surface, side="russian")
