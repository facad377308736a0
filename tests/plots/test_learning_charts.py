"""Charts of players that learn: what is drawn and said, and what cannot be drawn."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marengo.charts.figures import figure_words
from marengo.charts.learning import calibration_plot, learning_chart

CURVE = pl.DataFrame(
    {
        "games": [0, 640, 6400],
        "seconds": [0.0, 2.0, 11.0],
        "austrian": [0.1, 0.45, 0.8],
        "french": [0.2, 0.5, 0.7],
    }
)
TABLE = pl.DataFrame(
    {
        "tenth": [0, 5, 9],
        "turns": [1200, 40, 7],
        "games": [300, 12, 1],
        "said": [0.04, 0.55, 0.95],
        "came": [0.07, 0.45, 1.0],
        "low": [0.01, -0.3, None],
        "high": [0.05, 0.1, None],
    }
)


def test_a_curve_has_a_line_for_each_seat(artefacts: Path) -> None:
    figure = learning_chart(CURVE)
    figure.savefig(artefacts / "learning.png", dpi=80)
    [axes] = figure.axes
    drawn = [np.asarray(line.get_ydata()).tolist() for line in axes.lines]
    for seat in ("austrian", "french"):
        assert CURVE[seat].to_list() in drawn
    assert [0.5, 0.5] in drawn
    assert "as Austria: 10 % at first, 80 % at last" in figure_words(figure)
    assert "Learning from 6,400 games" in figure_words(figure)


def test_of_many_seats_no_share_is_called_even() -> None:
    """Allies win together, so that a third each is nothing to compare with."""
    curve = CURVE.rename({"austrian": "france", "french": "russia"})
    [axes] = learning_chart(curve.with_columns(spain=0.3)).axes
    assert len(axes.lines) == 3


def test_calibration_is_drawn_by_tenths(artefacts: Path) -> None:
    figure = calibration_plot(TABLE)
    figure.savefig(artefacts / "calibration.png", dpi=80)
    [axes] = figure.axes
    points = [np.asarray(line.get_xdata()) for line in axes.lines if line.get_marker() == "D"]
    assert np.concatenate(points) == pytest.approx([0.03, -0.1, 0.05])
    ends = [np.asarray(line.get_xdata()) for line in axes.lines if line.get_linewidth() == 4.0]
    assert np.concatenate(ends) == pytest.approx([0.01, 0.05, -0.3, 0.1])
    assert [label.get_text() for label in axes.get_yticklabels()][-1] == "90 to 100 %"
    assert "50 to 60 %: said 55.0 %, came 45.0 %, 40 turns" in figure_words(figure)


def test_what_is_missing_is_said() -> None:
    with pytest.raises(ValueError, match="a curve of learning: expected to have the columns games"):
        learning_chart(CURVE.drop("games"))
    with pytest.raises(ValueError, match="a table of calibration: expected at least one row"):
        calibration_plot(TABLE.clear())
