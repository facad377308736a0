"""The chart of a strength ladder: what is drawn and written, and what cannot be drawn."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from marengo.charts.figures import figure_svg
from marengo.charts.ladder import ladder_chart
from marengo.lab.ranking import TABLE_COLUMNS
from marengo.lab.ratings import RATING_COLUMNS

RULE = (1, "rule", "random", "shown")
SEARCH = (2, "search:nodes=500", "rule", "refused")
NOT_PLAYED = (3, "search:nodes=1000", "rule", "open")
NOTHING = (None, None, None, None)

TABLE = pl.DataFrame(
    [
        (*RULE, "pairs", 300, 600, 0.983, 0.971, 0.992, *NOTHING),
        (*RULE, "austrian", 300, 300, 0.987, 0.966, 0.995, 0.95, 0.98, 3.38, "shown"),
        (*RULE, "french", 300, 300, 0.98, 0.957, 0.991, 0.95, 0.98, 3.64, "shown"),
        (*SEARCH, "pairs", 80, 160, 0.38, 0.29, 0.46, 0.65, 0.7, -4.0, "refused"),
        (*SEARCH, "austrian", 80, 80, 0.5, 0.39, 0.61, *NOTHING),
        (*SEARCH, "french", 80, 80, 0.26, 0.18, 0.37, *NOTHING),
        (*NOT_PLAYED, "pairs", 0, 0, None, None, None, 0.5, 0.55, 0.0, "open"),
    ],
    schema={name: dtype for name, (dtype, _) in TABLE_COLUMNS.items()},
    orient="row",
)

RATINGS = pl.DataFrame(
    [
        ("player", "rule", 0.0, None, None, 760, ""),
        ("player", "search:nodes=500", -88.0, -150.0, -26.0, 160, ""),
        ("player", "random", -695.0, -796.0, -594.0, 600, "at most"),
        ("side", "Austria", -31.0, -51.0, -12.0, 760, ""),
    ],
    schema={name: dtype for name, (dtype, _) in RATING_COLUMNS.items()},
    orient="row",
)


def texts(figure: Figure) -> set[str]:
    """Return all that is written on a figure."""
    figure.draw_without_rendering()  # ticks get their labels when they are drawn
    return {text.get_text() for text in figure.findobj(Text)}


def test_scores_and_ratings_are_drawn_on_their_intervals(artefacts: Path) -> None:
    figure = ladder_chart(TABLE, RATINGS, "triomphe")
    figure.savefig(artefacts / "ladder.png", dpi=80)
    above, below = figure.axes
    intervals = [np.asarray(line.get_xdata()).tolist() for line in above.lines[::2]]
    played = TABLE.filter(pl.col("games") > 0)
    assert intervals == [list(row) for row in played.select("low", "high").iter_rows()]
    points = [float(np.asarray(line.get_xdata())[0]) for line in above.lines[1::2]]
    assert points == played["score"].to_list()
    boxes = [box for box in above.patches if isinstance(box, Rectangle)]
    assert [round(box.get_x(), 2) for box in boxes] == [0.95, 0.95, 0.65]
    assert [round(box.get_x() + box.get_width(), 2) for box in boxes] == [0.98, 0.98, 0.7]
    rated = [np.asarray(line.get_xdata()).tolist() for line in below.lines]
    assert [0.0] in rated
    assert [-150.0, -26.0] in rated


def test_every_figure_is_written_out() -> None:
    written = texts(ladder_chart(TABLE, RATINGS, "triomphe"))
    assert {
        "Strength ladder: triomphe",
        "rule against random",
        "shown, 300 pairs",
        "98.3 %  (97.1 to 99.2)",
        "98.7 %  (96.6 to 99.5), shown",
        "38.0 %  (29.0 to 46.0), refused",
        "0, by definition",
        "at most −695  (−796 to −594)",
    } <= written
    assert not any("nodes=1000" in text for text in written)
    assert any("rather than France: −31 points (−51 to −12)" in text for text in written)


def test_nothing_lies_outside_the_part_that_is_shown() -> None:
    low, _ = ladder_chart(TABLE, RATINGS).axes[0].get_xlim()
    assert low < 0.18
    low, _ = ladder_chart(TABLE.head(3), RATINGS).axes[0].get_xlim()
    assert 0.35 < low < 0.4


def test_the_same_chart_is_the_same_file() -> None:
    one, other = (figure_svg(ladder_chart(TABLE, RATINGS)) for _ in range(2))
    assert one == other
    assert one.startswith("<?xml")


def test_a_ladder_without_a_game_is_refused() -> None:
    with pytest.raises(ValueError, match="without a game"):
        ladder_chart(TABLE.tail(1), RATINGS)
