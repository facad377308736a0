"""The chart of scenario discovery: boxes, and the limits of the one that is told."""

import numpy as np
import polars as pl
import pytest
from matplotlib.collections import LineCollection

from marengo.charts.discovery import THICK
from marengo.charts.figures import figure_words
from marengo.plots import discovery_plot
from tests.plots.study_frames import BOXES, LIMITS


def test_boxes_stand_where_they_were_measured_and_the_one_told_has_its_interval() -> None:
    axes, _ = discovery_plot(BOXES, LIMITS, least=0.7).axes
    searched, fresh, told, least = axes.lines
    for drawn, of in ((searched, ""), (fresh, "fresh_")):
        columns = BOXES.select(f"{of}coverage", f"{of}density").cast(pl.Float64).to_numpy()
        points = np.column_stack([np.asarray(drawn.get_xdata()), np.asarray(drawn.get_ydata())])
        np.testing.assert_array_equal(points.astype(float), columns)
    assert (told.get_xdata()[0], told.get_ydata()[0]) == (0.55, 0.74)  # type: ignore[index]
    (bar,) = (one for one in axes.collections if isinstance(one, LineCollection))
    assert bar.get_segments()[0].tolist() == [[0.55, 0.66], [0.55, 0.81]]
    assert list(np.asarray(least.get_ydata())) == [0.7, 0.7]


def test_limits_are_drawn_in_their_ranges() -> None:
    _, axes = discovery_plot(BOXES, LIMITS).axes
    bars = [np.asarray(line.get_xdata()) for line in axes.lines]
    assert [one.tolist() for one in bars[::2]] == [[0, 1], [0, 1]]
    np.testing.assert_allclose(bars[1], [-THICK, THICK])
    np.testing.assert_allclose(bars[3], [0.5 - THICK, 0.75 + THICK])
    written = [text.get_text() for text in axes.texts]
    assert written.count("2") == 2  # the limit of orders, and the least of them
    assert {"17", "18", "15", "19", "p = 0.040\nagain 60 %"} <= set(written)


def test_what_is_drawn_is_told() -> None:
    words = figure_words(discovery_plot(BOXES, LIMITS))
    assert "the box told: 74.0 % of its games are won, 55.0 % of all won lie in it" in words
    assert "novi: 17 to 18 of 15 to 19, p = 0.040" in words


def test_without_limits_there_are_the_boxes_alone() -> None:
    assert len(discovery_plot(BOXES, LIMITS.clear()).axes) == 1
    with pytest.raises(ValueError, match="boxes: expected at least one row"):
        discovery_plot(BOXES.clear(), LIMITS)
    with pytest.raises(ValueError, match="limits: expected to have the columns p"):
        discovery_plot(BOXES, LIMITS.drop("p"))
