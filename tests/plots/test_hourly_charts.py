"""Charts of the day: means by hour over all games, and how games end."""

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from marengo.charts.figures import figure_words
from marengo.screens.marengo.drawing.hourly_charts import day_plot, ending_plot
from tests.plots.study_frames import ENDINGS, GAMES, TURNS


def line(axes: Axes, label: str) -> list[tuple[float, float]]:
    """Return the points of a line."""
    (found,) = [part for part in axes.lines if part.get_label() == label]
    points = zip(np.asarray(found.get_xdata()), np.asarray(found.get_ydata()), strict=True)
    return [(float(x), round(float(y), 6)) for x, y in points]


def band(axes: Axes, place: int, hour: float) -> tuple[float, float]:
    """Return the ends of a band at an hour."""
    corners = axes.collections[place].get_paths()[0].vertices
    found = [float(y) for x, y in np.asarray(corners) if x == hour]
    return round(min(found), 6), round(max(found), 6)


@pytest.mark.parametrize("lazy", [False, True])
def test_means_are_of_the_end_of_the_hour_and_games_that_are_over_count_on(*, lazy: bool) -> None:
    figure = day_plot(TURNS.lazy() if lazy else TURNS, GAMES.lazy() if lazy else GAMES)
    chances, morale, strength = figure.axes
    assert line(chances, "all games") == [(6, 0.5), (7, 0.6), (8, 0.5)]
    assert line(chances, "won by Austria") == [(6, 0.6), (7, 1.0), (8, 1.0)]
    assert line(chances, "won by France") == [(6, 0.4), (7, 0.2), (8, 0.0)]
    assert line(morale, "Austria") == [(6, 9.0), (7, 7.0), (8, 5.0)]
    assert line(morale, "France") == [(6, 11.5), (7, 6.0), (8, 5.0)]
    assert line(strength, "Austria") == [(6, 7.0), (7, 5.5), (8, 4.5)]
    assert line(strength, "France") == [(6, 20.0), (7, 15.5), (8, 16.0)]


def test_bands_hold_four_games_of_five() -> None:
    chances, morale, _ = day_plot(TURNS, GAMES).axes
    assert band(chances, 0, 7) == (0.28, 0.92)  # of 0.2 and 1.0, by linear interpolation
    assert band(morale, 0, 8) == (1.8, 8.2)  # Austria's, of 1 and 9
    assert band(morale, 1, 7) == (1.2, 10.8)  # France's, of 0 and 12
    assert [bool(part.get_hatch()) for part in morale.collections] == [False, True]


def test_a_day_is_told_in_words() -> None:
    words = figure_words(day_plot(TURNS, GAMES)).splitlines()
    assert words[0] == "How the day goes: 2 games"
    assert words[2] == (
        "7:00: Austria's chance 60 %, morale of Austria 7.0, of France 6.0, strength 5.5 and 15.5"
    )


def test_only_games_in_both_frames_are_drawn() -> None:
    one = day_plot(TURNS, GAMES.head(1))
    assert line(one.axes[0], "all games") == [(6, 0.6), (7, 1.0)]
    with pytest.raises(ValueError, match="at least one game that is in the frame of games"):
        day_plot(TURNS, GAMES.with_columns(cell=pl.lit(1)))
    with pytest.raises(ValueError, match=r"turns: expected to have the columns estimate$"):
        day_plot(TURNS.drop("estimate"), GAMES)
    with pytest.raises(ValueError, match=r"games: expected to have the columns winner$"):
        day_plot(TURNS, GAMES.drop("winner"))


def bars(axes: Axes) -> list[tuple[float, float, float]]:
    """Return left, width and row of the bars."""
    found = [bar for bar in axes.patches if isinstance(bar, Rectangle)]
    return [
        (round(bar.get_x(), 6), round(bar.get_width(), 6), bar.get_y() + bar.get_height() / 2)
        for bar in found
    ]


def test_victories_fill_the_row_of_their_scenario() -> None:
    figure = ending_plot(ENDINGS)
    left, right = figure.axes
    assert [label.get_text() for label in left.get_yticklabels()] == ["triomphe", "bonaparte"]
    drawn = bars(left)
    assert drawn[:4] == [(0, 0.4, 0), (0.4, 0.1, 0), (0.5, 0.3, 0), (0.8, 0.2, 0)]
    assert [width for _, width, row in drawn if row == 1] == [0, 0, 1, 0]
    hatches = [bool(bar.get_hatch()) for bar in left.patches[:4]]
    assert hatches == [False, False, True, True]
    means = [part for part in right.lines if part.get_marker() == "D"]
    assert [float(np.asarray(part.get_xdata())[0]) for part in means] == [17.8, 21.0]
    thin = [
        np.asarray(part.get_xdata()).tolist() for part in right.lines if part.get_linewidth() == 2
    ]
    assert thin == [[15.0, 21.0], [21.0, 21.0]]
    assert figure_words(figure).splitlines()[1] == (
        "triomphe: Austria decisive 40.0 %, Austria marginal 10.0 %, France marginal 30.0 %, "
        "France decisive 20.0 %; last round 17.8; 10 games"
    )


def test_rows_may_be_cells() -> None:
    cells = ENDINGS.drop("scenario").with_columns(cell=pl.Series([2] * 9 + [1] * 6))
    labels = ending_plot(cells.lazy()).axes[0].get_yticklabels()
    assert [label.get_text() for label in labels] == ["2", "1"]
    by_kind = ending_plot(ENDINGS, by="kind").axes[0].get_yticklabels()
    assert [label.get_text() for label in by_kind] == ["decisive", "marginal"]


def test_endings_need_their_columns_and_games() -> None:
    with pytest.raises(ValueError, match="columns last_round, cell"):
        ending_plot(ENDINGS.drop("scenario", "last_round"))
    with pytest.raises(ValueError, match="expected at least one row"):
        ending_plot(ENDINGS.clear())
