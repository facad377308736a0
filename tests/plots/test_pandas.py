"""Charts draw a frame of pandas as they draw the same frame of polars."""

from collections.abc import Callable
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure

from marengo import lab, plots
from marengo.charts.figures import figure_png, figure_words
from tests.plots import study_frames as made
from tests.plots.squares import squares
from tests.plots.test_charts import MIXED
from tests.plots.test_ladder import RATINGS, TABLE
from tests.plots.test_learning_charts import CURVE
from tests.plots.test_learning_charts import TABLE as CALIBRATION
from tests.turn import in_turn

STRENGTHS = lab.strength_table("triomphe", "2/3")

CHARTS: dict[str, tuple[Callable[..., Figure], list[pl.DataFrame]]] = {
    "win_chart": (plots.win_chart, [lab.win_table(made.ENDINGS)]),
    "length_chart": (plots.length_chart, [MIXED]),
    "ending_plot": (plots.ending_plot, [made.ENDINGS]),
    "day_plot": (plots.day_plot, [made.TURNS, made.GAMES]),
    "forest_plot": (plots.forest_plot, [made.RATES]),
    "difference_plot": (plots.difference_plot, [made.DIFFERENCES]),
    "front_plot": (plots.front_plot, [made.FRONT]),
    "discovery_plot": (plots.discovery_plot, [made.BOXES, made.LIMITS]),
    "skill_plot": (plots.skill_plot, [made.SKILL]),
    "handicap_plot": (plots.handicap_plot, [made.POINTS, made.CURVE]),
    "likeness_plot": (plots.likeness_plot, [made.LIKENESS]),
    "mediation_plot": (plots.mediation_plot, [made.MEDIATION]),
    "tornado_plot": (plots.tornado_plot, [made.EFFECTS]),
    "strength_plot": (plots.strength_plot, [STRENGTHS]),
    "ladder_chart": (plots.ladder_chart, [TABLE, RATINGS]),
    "learning_chart": (plots.learning_chart, [CURVE]),
    "calibration_plot": (plots.calibration_plot, [CALIBRATION]),
    "presence_map": (
        lambda one: plots.presence_map(squares(), one, games=3, hour=9, side="french"),
        [made.SQUARES],
    ),
    "front_map": (lambda one: plots.front_map(squares(), one, games=3, hour=9), [made.SQUARES]),
    "loss_map": (lambda one: plots.loss_map(squares(), one, games=3), [made.SQUARES]),
    "flow_map": (lambda one: plots.flow_map(squares(), one, games=3), [made.SQUARES]),
    "small_multiples": (
        lambda one: plots.small_multiples(squares(), one, games=3, hours=[9, 10]),
        [made.SQUARES],
    ),
}


@pytest.mark.parametrize("hand_over", in_turn([lab.to_pandas, pl.DataFrame.to_pandas]))
@pytest.mark.parametrize("name", CHARTS)
def test_pandas_is_drawn_as_polars_is(name: str, hand_over: Callable[[pl.DataFrame], Any]) -> None:
    draw, frames = CHARTS[name]
    expected, found = draw(*frames), draw(*map(hand_over, frames))
    assert figure_words(found) == figure_words(expected)
    assert figure_png(found) == figure_png(expected)
