"""The charts of fronts and of response surfaces: what stands where."""

import numpy as np
import polars as pl
import pytest

from marengo.charts.figures import figure_words
from marengo.lab.analysis import SurfaceError, response_surface
from marengo.plots import front_plot, surface_plot
from tests.plots.study_frames import FRONT

GRID = [(x, y) for x in range(5) for y in range(5) if x + y <= 4]
POINTS = pl.DataFrame(GRID, schema=["bridges", "fog"], orient="row").with_columns(
    games=100, won=30 + 8 * pl.col("bridges") - 3 * pl.col("fog")
)


def test_what_may_be_on_the_front_is_numbered_and_the_rest_is_pale() -> None:
    figure = front_plot(FRONT)
    (axes,) = figure.axes
    points = {
        (float(np.asarray(line.get_xdata())[0]), float(np.asarray(line.get_ydata())[0])): line
        for line in axes.lines
        if line.get_marker() == "o"
    }
    assert set(points) == {(0.02, 0.40), (0.15, 0.45), (0.20, 0.39)}
    colours = [points[place].get_color() for place in points]
    pale = points[0.20, 0.39].get_color()
    assert colours.count(pale) == 1
    bars = [line for line in axes.lines if len(np.asarray(line.get_xdata())) == 2]
    spans = {tuple(np.asarray(bar.get_xdata()).tolist()) for bar in bars}
    assert {(0.0, 0.05), (0.12, 0.18), (0.17, 0.23)} <= spans
    assert [text.get_text() for text in axes.texts] == ["2", "1"]
    assert (axes.get_xlabel()[0], axes.get_ylabel()[-1]) == ("←", "→")
    words = figure_words(figure).splitlines()
    assert words[1:] == ["1 two orders: 96 %", "2 triomphe: 70 %", "3 four orders: 4 %"]


def test_a_front_has_a_part_for_each_other_aim() -> None:
    length = FRONT.filter(aim="drama").with_columns(aim=pl.lit("length"), better=pl.lit("less"))
    assert len(front_plot(pl.concat([FRONT, length])).axes) == 2
    with pytest.raises(ValueError, match="a front: expected two aims or more"):
        front_plot(FRONT.filter(aim="drama"))
    with pytest.raises(ValueError, match="a front: expected to have the columns chance"):
        front_plot(FRONT.drop("chance"))


def test_a_slice_is_drawn_with_its_band_and_the_variants_on_it() -> None:
    surface = response_surface(POINTS)
    figure = surface_plot(surface, "bridges", {"bridges": 3, "fog": 2}, side="french")
    (axes,) = figure.axes
    told = surface.along("bridges", {"fog": 2})
    dotted = next(line for line in axes.lines if line.get_linestyle() == ":")
    solid = next(line for line in axes.lines if line.get_linestyle() == "-")
    assert np.asarray(dotted.get_ydata()).tolist() == told["share"].to_list()
    drawn = np.isfinite(np.asarray(solid.get_ydata(), float))
    assert drawn.tolist() == told["between"].to_list()
    played = [line for line in axes.lines if line.get_marker() == "o"]
    assert sorted(float(np.asarray(one.get_xdata())[0]) for one in played) == [0, 1, 2]
    (point,) = (line for line in axes.lines if line.get_marker() == "D")
    odds = surface.odds({"bridges": 3, "fog": 2})
    assert np.asarray(point.get_ydata()).tolist() == [odds.share]
    words = figure_words(figure)
    assert words.startswith("How often France wins\nbridges 0: ")
    assert "with fog 2" in words
    assert surface.sentence in words


def test_a_slice_outside_of_the_variants_is_refused() -> None:
    with pytest.raises(SurfaceError, match="fog: 9: nothing was played there; expected 0 to 4"):
        surface_plot(response_surface(POINTS), "bridges", {"fog": 9})
