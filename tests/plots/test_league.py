"""The chart of a league: shares, intervals, and who is sent."""

import numpy as np
import pytest

from marengo.charts.figures import figure_words
from marengo.charts.league import league_plot
from tests.plots.study_frames import LEAGUE


def test_each_pair_has_its_share_and_who_is_sent_is_framed() -> None:
    figure = league_plot(LEAGUE, ("Austria", "France"))
    (axes,) = figure.axes
    told = [text.get_text() for text in axes.texts]
    assert told[::2] == ["30.0 %", "90.0 %", "10.0 %", "50.0 %"]
    assert told[1] == "25.0 to 35.0"
    (frame,) = axes.lines  # of the one pair that is sent
    assert {round(float(x)) for x in np.asarray(frame.get_xydata())[:, 0]} == {0}
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == ["policy\nsent in 100 %", "rule\nsent in 0 %"]
    assert "Austria sends policy in 100 %" in figure_words(figure)


def test_an_empty_league_is_refused() -> None:
    with pytest.raises(ValueError, match="a league: expected at least one row"):
        league_plot(LEAGUE.clear())
    with pytest.raises(ValueError, match="share"):
        league_plot(LEAGUE.drop("share"))
