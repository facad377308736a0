"""The chart of a balance by strength: what stands where."""

import numpy as np
import polars as pl
import pytest
from matplotlib.collections import LineCollection

from marengo.charts.balance import balance_plot
from marengo.charts.figures import figure_words
from marengo.lab.analysis import BalanceCurve
from tests.plots.study_frames import LEVELS

CURVE = BalanceCurve(LEVELS, 0.52, 0.48, 0.56, 1.0, 1 / 300, -0.02, 0.02, 0.5)


def test_each_level_has_its_point_its_interval_and_its_players() -> None:
    (axes,) = balance_plot(LEVELS).axes
    drawn = {line.get_marker(): line for line in axes.lines}
    assert np.asarray(drawn["o"].get_xdata()).tolist() == LEVELS["elo"].to_list()
    assert np.asarray(drawn["o"].get_ydata()).tolist() == LEVELS["share"].to_list()
    (bars,) = (part for part in axes.collections if isinstance(part, LineCollection))
    ends = [segment[:, 1].tolist() for segment in bars.get_segments()]
    assert ends == [list(row) for row in LEVELS.select("low", "high").iter_rows()]
    marks = [line for line in axes.lines if line.get_marker() == "_"]
    told = [np.asarray(line.get_ydata()).tolist() for line in marks]
    assert told == [LEVELS["least"].to_list(), LEVELS["most"].to_list()]
    assert {text.get_text() for text in axes.texts} >= set(LEVELS["level"])


@pytest.mark.parametrize("nearest", [-0.02, -0.2])
def test_a_limit_is_drawn_if_it_is_known(nearest: float) -> None:
    curve = BalanceCurve(LEVELS, 0.52, 0.48, 0.56, 1.0, 1 / 300, nearest, 0.02, 0.5)
    figure = balance_plot(LEVELS, curve)
    levels = [np.asarray(line.get_ydata()).tolist() for line in figure.axes[0].lines]
    assert ([0.52, 0.52] in levels) == curve.converges
    assert curve.sentence in figure_words(figure)


def test_levels_without_ratings_are_left_out() -> None:
    some = LEVELS.with_columns(elo=pl.when(pl.col("level") != "random").then("elo"))
    assert "random" not in figure_words(balance_plot(some))
    with pytest.raises(ValueError, match="a table of balance: expected the ratings of matches"):
        balance_plot(LEVELS.with_columns(elo=pl.lit(None, pl.Float64)))
