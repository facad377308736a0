"""Measures of quality on lead curves made by hand."""

from math import log2, log10, sqrt
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from scipy.stats import ttest_1samp

from marengo import lab
from marengo.lab.analysis.quality import QUALITY_COLUMNS, measure, quality_by_game, quality_table
from marengo.lab.plan import StudyError

SIDES = ("austrian", "french")


def measured(curve: list[float], winner: str = "austrian", **counts: list[int]) -> dict[str, Any]:
    """Return the measures of one game with a lead curve of Austria."""
    length = len(curve)
    turns = pl.LazyFrame(
        {
            "cell": [0] * length,
            "game": [0] * length,
            "turn": list(range(length)),
            "side": [SIDES[turn % 2] for turn in range(length)],
            "estimate": curve,
            "decisions": counts.get("decisions", [1] * length),
            "choices": counts.get("choices", [1] * length),
            "options": counts.get("options", [2] * length),
        }
    ).reverse()  # the order of the rows must not matter
    games = pl.LazyFrame({"cell": [0], "game": [0], "winner": [winner]})
    return measure(games, turns).collect().row(0, named=True)


def test_every_measure_is_there_and_says_where_it_is_from() -> None:
    assert list(measured([0.6, 1.0])) == ["cell", "game", *QUALITY_COLUMNS]
    assert all(text for _, text in QUALITY_COLUMNS.values())


def test_a_winner_who_was_never_behind_has_no_drama() -> None:
    game = measured([0.6, 0.7, 0.8, 1.0])
    assert (game["drama"], game["behind"], game["lead_change"]) == (0, 0, 0)
    assert game["decisive_lead"] == pytest.approx(0.4)
    assert game["decided"] == pytest.approx(3 / 4)  # beyond 0.4 from the first turn on


def test_drama_is_the_mean_root_of_how_far_the_winner_was_behind() -> None:
    """Behind by 0.16 and by 0.64 at two of four turn ends, the last not counted."""
    game = measured([0.42, 0.18, 0.5, 0.9, 1.0])
    assert game["drama"] == pytest.approx((sqrt(0.16) + sqrt(0.64)) / 2)
    assert game["behind"] == pytest.approx(2 / 4)
    assert game["decisive_lead"] == pytest.approx(0.82)
    assert game["decided"] == pytest.approx(1 / 5)  # only 0.9 is beyond 0.82


def test_a_loser_who_was_sure_to_win_leaves_nothing_decided() -> None:
    """No estimate is above 1, so that the winner crosses the threshold at no turn."""
    game = measured([1.0, 0.0, 0.6, 1.0])
    assert (game["decisive_lead"], game["decided"]) == (1, 0)
    assert measured([0.0, 1.0, 0.4, 0.0], "french")["decided"] == 0


def test_the_curve_is_turned_round_for_a_french_winner() -> None:
    curve = [0.42, 0.18, 0.5, 0.9, 1.0]
    turned = measured([1 - one for one in curve], "french")
    for name, value in measured(curve).items():
        if name != "permanence":  # which asks who made the turns
            assert turned[name] == pytest.approx(value), name


def test_the_lead_changes_hands_and_waits_while_even() -> None:
    """Austria, even, Austria, France, even, France, Austria: twice in six turns."""
    game = measured([0.6, 0.5, 0.7, 0.3, 0.5, 0.4, 1.0])
    assert game["lead_change"] == pytest.approx(2 / 6)
    assert measured([0.5, 0.5, 1.0])["lead_change"] == 0


def test_what_the_reply_takes_back_is_not_permanent() -> None:
    """Turns: Austria, France +0.2, Austria +0.1 (takes back 0.1), France +0.3 (all of 0.1), end.

    Gains with a reply: 0.2, 0.1 and 0.3, of which 0.1, 0.1 and 0.3 (by the last turn) are lost.
    """
    game = measured([0.6, 0.4, 0.5, 0.2, 1.0])
    assert game["permanence"] == pytest.approx(1 - (0.1 + 0.1 + 0.3) / (0.2 + 0.1 + 0.3))
    assert measured([0.6, 0.4, 0.3, 0.2, 0.0], "french")["permanence"] == pytest.approx(1.0)
    assert measured([0.6, 0.7, 0.7, 1.0])["permanence"] is None


def test_uncertainty_is_the_entropy_of_the_estimate() -> None:
    assert measured([0.5, 0.5, 1.0])["uncertainty"] == pytest.approx(1.0)
    entropy = -(0.25 * log2(0.25) + 0.75 * log2(0.75))
    assert measured([0.25, 0.75, 0.25, 1.0])["uncertainty"] == pytest.approx(entropy)
    assert measured([1.0, 1.0])["uncertainty"] == pytest.approx(0.0, abs=1e-9)


def test_length_branching_complexity_and_refinement() -> None:
    """Two choices of 10 moves, none, and one of 100: 10 * 10 * 100 games."""
    game = measured([0.5, 0.5, 1.0], decisions=[4, 3, 1], choices=[2, 0, 1], options=[20, 0, 100])
    assert (game["turns"], game["choices"]) == (3, 3)
    assert game["real_choices"] == pytest.approx(3 / 8)
    assert game["branching"] == pytest.approx(40)
    assert game["complexity"] == pytest.approx(log10(10 * 10 * 100))
    assert game["refinement"] == pytest.approx(sqrt(40) / 3)


def test_a_game_of_one_turn_has_no_curve() -> None:
    game = measured([1.0], choices=[0], options=[0])
    for name in ("behind", "lead_change", "permanence", "uncertainty", "branching", "refinement"):
        assert game[name] is None, name
    assert (game["drama"], game["decided"], game["complexity"]) == (0, 0, 0)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> lab.Run:
    folder: Path = tmp_path_factory.mktemp("quality") / "run"
    study = lab.Study(
        name="quality", scenarios=("triomphe",), players=("rule",), games=25, observe=("turns",)
    )
    return lab.run(study, folder, progress=False)


def test_the_measures_of_real_games_agree_with_their_frames(run: lab.Run) -> None:
    games, quality = run.games.collect(), quality_by_game(run).collect()
    assert quality.select("cell", "game").equals(games.select("cell", "game"))
    assert quality["turns"].sum() == run.turns.collect().height
    counted = run.turns.group_by("game").agg(pl.col("choices").sum()).sort("game").collect()
    assert quality["choices"].to_list() == counted["choices"].to_list()
    for name in ("drama", "behind", "lead_change", "decided", "permanence", "real_choices"):
        assert quality[name].drop_nulls().is_between(0, 1).all(), name


def test_the_table_has_the_t_interval_of_each_mean(run: lab.Run) -> None:
    table, values = quality_table(run), quality_by_game(run).collect()
    assert table["measure"].to_list() == list(QUALITY_COLUMNS)
    for row in table.iter_rows(named=True):
        column = values[row["measure"]].drop_nulls().to_numpy()
        found = ttest_1samp(column, 0).confidence_interval(0.95)
        assert row["games"] == len(column)
        assert row["mean"] == pytest.approx(column.mean())
        assert (row["low"], row["high"]) == pytest.approx((found.low, found.high))


def test_a_run_without_turns_is_refused(tmp_path: Path) -> None:
    study = lab.Study(name="bare", scenarios=("triomphe",), players=("random",), games=1)
    with pytest.raises(StudyError, match='observe: expected "turns"'):
        quality_by_game(lab.run(study, tmp_path / "bare", progress=False))
