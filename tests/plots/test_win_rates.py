"""Charts of win rates, handicaps and effects: everything where it belongs, and in words."""

from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.charts.figures import figure_svg, figure_words, tell
from marengo.charts.tornado import tornado_plot
from marengo.charts.win_rates import difference_plot, forest_plot, skill_plot
from marengo.screens.marengo.drawing.handicap import handicap_plot
from tests.plots.study_frames import CURVE, DIFFERENCES, EFFECTS, POINTS, RATES, SKILL


def texts(figure: Figure) -> set[str]:
    """Return all that is written on a figure."""
    figure.draw_without_rendering()  # ticks get their labels when they are drawn
    return {text.get_text() for text in figure.findobj(Text)}


def signs(axes: Axes, marker: str) -> list[tuple[float, float]]:
    """Return where signs of a form stand."""
    lines = [line for line in axes.lines if line.get_marker() == marker]
    return [
        (float(x), float(y))
        for line in lines
        for x, y in zip(np.asarray(line.get_xdata()), np.asarray(line.get_ydata()), strict=True)
    ]


def spans(axes: Axes, width: float) -> list[list[float]]:
    """Return the ends of lines of a width that run along x."""
    return [
        np.asarray(line.get_xdata()).tolist()
        for line in axes.lines
        if line.get_linewidth() == width and line.get_marker() == "None"
    ]


def test_rates_stand_on_their_intervals_below_the_name_of_their_group() -> None:
    figure = forest_plot(RATES)
    (axes,) = figure.axes
    points = signs(axes, "s")
    assert [x for x, _ in points] == RATES["share"].to_list()
    assert spans(axes, 4.0) == [list(row) for row in RATES.select("low", "high").iter_rows()]
    figure.draw_without_rendering()
    rows = {label.get_text(): label.get_position()[1] for label in axes.get_yticklabels()}
    assert rows["Orders"] < rows["as printed"] < rows["two orders"] < rows["Ground"]
    assert [y for _, y in points] == [rows[name] for name in RATES["label"]]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]  # the first row on top
    assert "56.0 %  (53.0 to 59.0)   1,000" in texts(figure)
    assert "no rain: 61.0 %  (60.0 to 62.0), 12,000 games" in figure_words(figure).splitlines()


def test_rates_of_very_many_games_are_told_with_two_decimals() -> None:
    assert "61.00 %  (60.00 to 62.00)   12,000" in texts(forest_plot(RATES.tail(1)))


def test_a_forest_may_have_a_row_to_compare_with() -> None:
    (axes,) = forest_plot(RATES, reference="two orders", side="french").axes
    assert [0.48, 0.48] in spans(axes, 1.2)
    bands = [patch.get_x() for patch in axes.patches if isinstance(patch, Rectangle)]
    assert bands == [0.45]
    assert len(signs(axes, "o")) == 3  # circles are France's
    (axes,) = forest_plot(RATES).axes
    assert spans(axes, 1.2) == [[0.5, 0.5]]
    (axes,) = forest_plot(RATES, reference=None).axes
    assert spans(axes, 1.2) == []
    with pytest.raises(ValueError, match="reference: expected the label of a row, not 'rain'"):
        forest_plot(RATES, reference="rain")


def test_verdicts_differ_in_shape_and_colour() -> None:
    figure = difference_plot(DIFFERENCES)
    (axes,) = figure.axes
    assert signs(axes, ">") == [(0.05, 0.0)]
    assert signs(axes, "<") == [(-0.16, 1.0)]
    assert signs(axes, "o") == [(-0.003, 2.0)]
    colours = {str(line.get_marker()): line.get_color() for line in axes.lines}
    assert colours[">"] == look_of("austrian").colour
    assert colours["<"] == look_of("french").colour
    assert colours["o"] == style.FACE
    assert "+5.0  (+3.0 to +7.0)  for Austria" in texts(figure)
    assert "open: −0.3  (−1.8 to +1.2) points, not shown either way" in figure_words(figure)
    for_france = figure_words(difference_plot(DIFFERENCES, side="french"))
    assert "more: +5.0  (+3.0 to +7.0) points, for France" in for_france


def test_what_pairing_gains_is_drawn_faint_and_may_be_missing() -> None:
    (axes,) = difference_plot(DIFFERENCES).axes
    faint = [line for line in axes.lines if (line.get_alpha() or 1) < 0.5]
    assert [np.asarray(line.get_xdata()).tolist() for line in faint] == [
        list(row) for row in DIFFERENCES.select("unpaired_low", "unpaired_high").iter_rows()
    ]
    assert [0, 0] in spans(axes, 1.2)
    left, right = axes.get_xlim()
    assert left < -0.20
    assert right > 0.09
    (axes,) = difference_plot(DIFFERENCES.drop("unpaired_low", "unpaired_high")).axes
    assert not [line for line in axes.lines if (line.get_alpha() or 1) < 0.5]


def test_differences_are_read_in_points() -> None:
    written = texts(difference_plot(DIFFERENCES))
    assert {"−20", "0", "+10"} <= written


def test_skill_has_a_line_with_its_own_signs_for_each_scenario() -> None:
    figure = skill_plot(SKILL)
    (axes,) = figure.axes
    lines = {line.get_label(): line for line in axes.lines if line.get_marker() != "None"}
    assert list(lines) == ["triomphe", "bonaparte"]
    assert np.asarray(lines["triomphe"].get_ydata()).tolist() == [0.61, 0.42]
    assert np.round(np.asarray(lines["bonaparte"].get_xdata())).tolist() == [0, 1]
    assert lines["triomphe"].get_marker() != lines["bonaparte"].get_marker()
    bars = [part for part in axes.collections if isinstance(part, LineCollection)]
    ends = [segment[:, 1].tolist() for bar in bars for segment in bar.get_segments()]
    assert ends == [list(row) for row in SKILL.select("low", "high").iter_rows()]
    many = pl.concat([SKILL.with_columns(scenario=pl.lit(str(n))) for n in range(9)])
    with pytest.raises(ValueError, match="at most 8 scenarios"):
        skill_plot(many)


def test_the_even_point_stands_where_the_rate_is_one_half() -> None:
    figure = handicap_plot(POINTS, CURVE, (2.3, 1.9, 2.8))
    (axes,) = figure.axes
    assert signs(axes, "*") == [(2.3, 0.5)]
    assert spans(axes, 6.0) == [[1.9, 2.8]]
    assert signs(axes, "D") == [(0, 0.7), (2, 0.55), (4, 0.3)]
    fitted = next(line for line in axes.lines if line.get_linewidth() == 2.0)
    assert np.asarray(fitted.get_ydata()).tolist() == CURVE["share"].to_list()
    band = axes.collections[0].get_paths()[0].get_extents()
    assert (band.y0, band.y1) == (0.27, 0.76)
    assert "even at 2.3 points of morale (95 % interval: 1.9 to 2.8)" in figure_words(figure)


@pytest.mark.parametrize(
    ("even", "words"),
    [
        ((2.3, None, 2.8), "95 % interval: less than was played to 2.8"),
        ((2.3, 1.9, None), "95 % interval: 1.9 to more than was played"),
        ((None, None, None), "not even at any handicap played"),
        ((None, -np.inf, np.inf), "which handicap makes it even is not known"),
        (
            (None, 3.2, None),
            "even at no handicap played, but one half is left open from 3.2 on",
        ),
        ((None, None, 0.4), "one half is left open up to 0.4"),
        ((None, 1.0, 1.5), "one half is left open from 1.0 up to 1.5"),
        ((0.04, -0.6, 0.6), "even at 0.0 points of morale (95 % interval: −0.6 to 0.6)"),
        ((-0.04, -0.6, 0.6), "even at 0.0 points of morale"),
    ],
)
def test_an_even_point_may_be_open(even: Any, words: str) -> None:
    figure = handicap_plot(POINTS, CURVE, even)
    assert words in figure_words(figure)
    (axes,) = figure.axes
    assert len(signs(axes, "*")) == (even[0] is not None)
    if even in ((None, None, None), (None, -np.inf, np.inf)):
        assert spans(axes, 6.0) == []
    else:
        walls = axes.get_xlim()
        ends = [wall if end is None else end for end, wall in zip(even[1:], walls, strict=True)]
        assert spans(axes, 6.0) == [ends]


def marks(axes: Axes) -> list[list[float]]:
    """Return the marks of chance: where each stands, and beside which bar."""
    found = [one for one in axes.collections if isinstance(one, LineCollection)]
    return [one.get_segments()[0].mean(axis=0).tolist() for one in found]


def test_effects_are_sorted_by_size_and_hatched_below_the_noise() -> None:
    figure = tornado_plot(EFFECTS, measure="change of the win rate")
    (axes,) = figure.axes
    bars = [bar for bar in axes.patches if isinstance(bar, Rectangle)]
    assert [bar.get_width() for bar in bars] == [-0.44, 0.31, -0.09, 0.02]
    assert [bool(bar.get_hatch()) for bar in bars] == [False, False, False, True]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["Desaix", "orders", "bridge", "rain"]
    assert marks(axes) == [[-0.04, 0], [0.03, 1], [-0.05, 2], [0.03, 3]]
    assert [0.27, 0.35] in [np.asarray(line.get_xdata()).tolist() for line in axes.lines]
    assert "+0.310  (+0.270 to +0.350)" in texts(figure)
    assert "−0.090" in texts(figure)  # without an interval
    assert "+0.020  (−0.010 to +0.050), may be chance" in texts(figure)


def test_effects_may_come_without_noise() -> None:
    (axes,) = tornado_plot(EFFECTS.drop("noise")).axes
    assert marks(axes) == []
    assert not any(bar.get_hatch() for bar in axes.patches)


@pytest.mark.parametrize(("rising", "corner"), [(True, "right"), (False, "left")])
def test_the_even_point_is_told_where_the_curve_does_not_go(rising: bool, corner: str) -> None:
    shares = POINTS["share"].sort(descending=not rising)
    points = POINTS.sort("handicap").with_columns(share=shares)
    (axes,) = handicap_plot(points, None, (2.3, 1.9, 2.8)).axes
    (account,) = (text for text in axes.texts if text.get_text().startswith("even at"))
    assert account.get_horizontalalignment() == corner


def test_charts_refuse_what_they_cannot_draw() -> None:
    calls: list[tuple[Any, pl.DataFrame, str]] = [
        (forest_plot, RATES, "share"),
        (difference_plot, DIFFERENCES, "low"),
        (skill_plot, SKILL, "player"),
        (handicap_plot, POINTS, "handicap"),
        (tornado_plot, EFFECTS, "factor"),
    ]
    for draw, table, column in calls:
        with pytest.raises(ValueError, match=f"expected to have the columns {column}$"):
            draw(table.drop(column))
        with pytest.raises(ValueError, match="expected at least one row"):
            draw(table.clear())
    with pytest.raises(ValueError, match=r"side: expected austrian or french .*, not 'Austria'"):
        forest_plot(RATES, side="Austria")
    with pytest.raises(ValueError, match="noise: expected 0 or more"):
        tornado_plot(EFFECTS.with_columns(noise=-1.0))
    with pytest.raises(ValueError, match="even: expected value, low and high"):
        handicap_plot(POINTS, CURVE, (1.0,))


def test_a_figure_is_always_the_same_svg_with_words_for_those_who_cannot_see_it() -> None:
    text = figure_svg(forest_plot(RATES))
    assert text == figure_svg(forest_plot(RATES))
    assert text != figure_svg(forest_plot(RATES.head(2)))
    assert "<dc:date>" not in text
    root = ET.fromstring(text)  # noqa: S314 # our own
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert [part.tag for part in root][:2] == [f"{space}title", f"{space}desc"]
    assert root.findtext(f"{space}title") == "How often Austria wins"
    assert "two orders: 48.0 %" in (root.findtext(f"{space}desc") or "")


def test_words_of_a_figure_may_hold_any_sign() -> None:
    text = figure_svg(tell(Figure(figsize=(1, 1)), "a < b & c"))
    root = ET.fromstring(text)  # noqa: S314 # our own
    assert root.findtext("{http://www.w3.org/2000/svg}desc") == "a < b & c"
    assert "<desc>" not in figure_svg(Figure(figsize=(1, 1)))
    assert figure_words(Figure()) == ""


def test_colours_of_the_armies_are_not_those_of_the_first_scenarios() -> None:
    (axes,) = skill_plot(SKILL).axes
    used = {to_rgba(line.get_color()) for line in axes.lines}
    assert not used & {to_rgba(colour) for colour in style.SEAT[:2]}
