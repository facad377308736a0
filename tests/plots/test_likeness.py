"""The chart of likeness to history: what stands where."""

import numpy as np
import polars as pl
import pytest

from marengo.charts.figures import figure_words
from marengo.plots import likeness_plot
from tests.plots.study_frames import LIKENESS


def test_each_cell_has_its_median_its_band_and_its_nearest_game() -> None:
    figure = likeness_plot(LIKENESS, ["one", "other"])
    above, front, losses, _ = figure.axes
    drawn = {line.get_label(): np.asarray(line.get_ydata()).tolist() for line in above.lines}
    assert drawn["one"] == pytest.approx([0.2] * 3)  # of 0, 0.1, 0.2, 0.3 and 0.4
    assert drawn["other, nearest"] == pytest.approx([0.2] * 3)
    assert drawn["the day, by the accounts"] == [0, 0]
    bands = [np.asarray(part.get_paths()[0].vertices)[:, 1] for part in above.collections]
    assert [(band.min(), band.max()) for band in bands] == [
        pytest.approx((0.04, 0.36)),
        pytest.approx((0.24, 0.56)),
    ]
    (median,) = (line for line in front.lines if line.get_label() == "one")
    assert np.asarray(median.get_ydata()).tolist() == pytest.approx([1.8, 2.4, 4.2])
    assert np.asarray(median.get_xdata()).tolist() == [6, 8, 14]
    assert [np.asarray(line.get_ydata()).max() for line in losses.lines][:3:2] == [0, 1]
    assert "one: median distance 6:00 0.20, 8:00 0.20, 14:00 0.20; nearest game 0" in figure_words(
        figure
    )


def test_cells_without_names_are_numbered() -> None:
    assert "cell 1: median" in figure_words(likeness_plot(LIKENESS))


def test_so_many_cells_are_not_told_apart() -> None:
    many = pl.concat(LIKENESS.with_columns(cell=pl.lit(cell)) for cell in range(9))
    with pytest.raises(ValueError, match="likeness by hour: expected at most 8 cells"):
        likeness_plot(many)
    with pytest.raises(ValueError, match="likeness by hour: expected at least one row"):
        likeness_plot(LIKENESS.clear())
