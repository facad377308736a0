"""Charts of many games: what is written and drawn, and what cannot be drawn."""

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from marengo import plots
from marengo.charts import style
from marengo.lab import win_table
from marengo.lab.study import balance_table


def games(*endings: tuple[str, str, int], times: int = 1) -> pl.DataFrame:
    """Return a frame of games from winner, kind and last round of each, repeated."""
    schema = ["winner", "kind", "last_round"]
    return pl.DataFrame(list(endings) * times, schema=schema, orient="row")


MIXED = games(
    ("austrian", "decisive", 15),
    ("austrian", "decisive", 17),
    ("austrian", "marginal", 21),
    ("french", "decisive", 17),
    ("french", "marginal", 21),
    times=300,
)


def texts(figure: Figure) -> set[str]:
    """Return all that is written on a figure."""
    figure.draw_without_rendering()  # ticks get their labels when they are drawn
    return {text.get_text() for text in figure.findobj(Text)}


def bars(axes: Axes) -> dict[float, float]:
    """Return the heights of the bars by the middle of each, those of no height left out."""
    drawn = [bar for bar in axes.patches if isinstance(bar, Rectangle) and bar.get_height()]
    return {round(bar.get_x() + bar.get_width() / 2, 1): bar.get_height() for bar in drawn}


def test_shares_are_drawn_with_their_intervals() -> None:
    table = win_table(MIXED)
    lines = plots.win_chart(table).axes[0].lines
    intervals = [np.asarray(line.get_xdata()) for line in lines[::2]]
    points = [np.asarray(line.get_xdata()) for line in lines[1::2]]
    rows = {(row["winner"], row["kind"]): row for row in table.iter_rows(named=True)}
    expected = [
        rows[army, kind]
        for army in ("austrian", "french")
        for kind in ("any", "decisive", "marginal")
    ]
    assert np.allclose(intervals, [(row["low"], row["high"]) for row in expected])
    assert np.allclose(points, [[row["share"]] for row in expected])


def test_a_chart_of_wins_says_what_it_shows() -> None:
    written = texts(plots.win_chart(win_table(MIXED)))
    assert "How often each side wins: 1,500 games" in written
    assert {"Austria wins", "France wins"} <= written
    assert {"decisively, by demoralisation", "marginally, by ground held"} <= written
    assert "60.00 %  (57.50 to 62.45)" in written
    few = texts(plots.win_chart(win_table(MIXED.head(10))))
    assert "60.0 %  (31.3 to 83.2)" in few


def test_armies_differ_in_shape_as_well_as_in_colour() -> None:
    lines = plots.win_chart(win_table(MIXED)).axes[0].lines[1::2]
    assert [line.get_marker() for line in lines] == [*"sss", *"ooo"]
    rounds = plots.length_chart(MIXED).axes[0]
    hatches = {to_rgba(bar.get_facecolor()): bar.get_hatch() for bar in rounds.patches}
    assert len(set(hatches.values())) == 2
    assert set(hatches) == {to_rgba(colour) for colour in style.SEAT[:2]}


def test_every_game_is_in_one_bar() -> None:
    """T-19.1, T-19.2: a game ends decisively in some round or marginally at the end of the day."""
    rounds, day = plots.length_chart(MIXED).axes
    assert bars(rounds) == {14.8: 300, 16.8: 300, 17.2: 300}
    assert bars(day) == {-0.5: 300, 0.5: 300}


def test_a_chart_of_lengths_says_what_it_shows() -> None:
    written = texts(plots.length_chart(MIXED))
    assert "When games end: 1,500 games" in written
    assert "Decisive victories, at any time:\n900 (60.0 %)" in written
    assert "Marginal, at nightfall:\n600 (40.0 %)" in written
    assert "300" in written


@pytest.mark.parametrize("kind", ["decisive", "marginal"])
def test_games_that_all_end_alike_can_be_drawn(kind: str) -> None:
    alike = games(("french", kind, 21), times=3)
    assert "When games end: 3 games" in texts(plots.length_chart(alike))
    assert "100.0 %  (43.9 to 100.0)" in texts(plots.win_chart(win_table(alike)))


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="expected to have the columns share, low, high"):
        plots.win_chart(win_table(MIXED).drop("share", "low", "high"))
    with pytest.raises(ValueError, match="expected at least one row"):
        plots.win_chart(win_table(MIXED).clear())
    with pytest.raises(ValueError, match="the columns last_round"):
        plots.length_chart(MIXED.drop("last_round"))
    with pytest.raises(ValueError, match="expected at least one row"):
        plots.length_chart(MIXED.clear())


def all_day(*endings: tuple[str, str, int | None, int | None]) -> pl.DataFrame:
    """Return games of Bonaparte from winner, kind, and the rounds of demoralisation."""
    schema = ["winner", "kind", "austrian_demoralised", "french_demoralised"]
    frame = pl.DataFrame(list(endings), schema=schema, orient="row")
    return frame.with_columns(last_round=pl.lit(21), austrian_stars=pl.lit(0))


DAYS = all_day(
    ("austrian", "decisive", None, 15),
    ("austrian", "marginal", 17, 18),
    ("french", "marginal", None, None),
    ("french", "decisive", 17, None),
)


def test_games_that_last_all_day_show_when_armies_are_demoralised() -> None:
    """B-13.2, B-14.1 to B-14.3: the end is always at night, demoralisation comes when it comes."""
    rounds, day = plots.length_chart(DAYS).axes
    assert bars(rounds) == {15.2: 1, 16.8: 2, 18.2: 1}
    assert bars(day) == {-0.2: 1, 0.8: 1, 0.2: 1, 1.2: 1}
    written = texts(plots.length_chart(DAYS))
    assert "When armies are demoralised: 4 games" in written
    assert "At least one army demoralised:\n3 (75.0 %)" in written
    assert {"Austria demoralised", "France wins", "decisive", "marginal"} <= written


def test_a_study_of_both_rulesets_is_drawn_part_by_part() -> None:
    """Columns that a ruleset does not have are empty in its games."""
    study = pl.concat(
        [
            MIXED.with_columns(scenario=pl.lit("triomphe")),
            DAYS.with_columns(scenario=pl.lit("bonaparte")),
        ],
        how="diagonal_relaxed",
    )
    with pytest.raises(ValueError, match="of one scenario"):
        plots.length_chart(study)
    one = study.filter(pl.col("scenario") == "triomphe")
    assert "When games end: 1,500 games" in texts(plots.length_chart(one))
    wins = plots.win_chart(balance_table(study))
    assert len(wins.axes) == 2
    assert {"How often each side wins", "triomphe: 1,500 games", "bonaparte: 4 games"} <= texts(
        wins
    )


def test_a_day_without_demoralisation_can_be_drawn() -> None:
    written = texts(plots.length_chart(DAYS[2:3]))
    assert "At least one army demoralised:\n0 (0.0 %)" in written
