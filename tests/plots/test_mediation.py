"""The chart of why a what-if changes the odds: what stands where."""

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from marengo.charts.figures import figure_words
from marengo.plots import mediation_plot
from tests.plots.study_frames import MEDIATION


def test_each_part_has_its_bar_and_its_interval() -> None:
    figure = mediation_plot(MEDIATION)
    (axes,) = figure.axes
    bars = [bar.get_width() for bar in axes.patches if isinstance(bar, Rectangle)]
    assert bars == MEDIATION["effect"].to_list()
    assert [tick.get_text() for tick in axes.get_yticklabels()] == MEDIATION["through"].to_list()
    ends = [
        np.asarray(line.get_xdata()).tolist() for line in axes.lines if line.get_marker() == "|"
    ]
    assert ends == [list(row) for row in MEDIATION.select("low", "high").iter_rows()]
    assert "morale: 12.6  (9.3 to 15.7)" in figure_words(figure)


def test_whose_odds_they_are_is_said() -> None:
    assert "France" in figure_words(mediation_plot(MEDIATION, side="french"))


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="a table of mediation: expected at least one row"):
        mediation_plot(MEDIATION.clear())
