"""Differences of paired games: published intervals, libraries, and coverage."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from scipy.stats import ttest_ind, ttest_rel
from statsmodels.stats.contingency_tables import mcnemar

from marengo.lab.analysis import (
    DIFFERENCE_COLUMNS,
    difference_table,
    mean_difference,
    paired_difference,
)
from marengo.lab.analysis.paired_shares import Pairs, score_interval, separate_interval
from marengo.lab.plan import Study, StudyError
from tests.lab.analysis.made_up import made_up_run, winners

APPROVAL = Pairs(794, 150, 86, 570)
"""Two surveys of 1600 voters (Agresti, Categorical Data Analysis, 2nd edition, table 10.1)."""


@pytest.mark.parametrize(
    ("pairs", "confidence", "published"),
    [
        (Pairs(59, 6, 16, 80), 0.95, (-0.1240, -0.0054)),
        (Pairs(1, 1, 7, 12), 0.95, (-0.517, -0.026)),
        (Pairs(300, 28, 25, 265), 0.9, (-0.0148, 0.0247)),
    ],
)
def test_paired_intervals_are_those_published(
    pairs: Pairs, confidence: float, published: tuple[float, float]
) -> None:
    """The first two are worked out in Fagerland, Lydersen and Laake (2017), chapter 8.

    The third is what scoreci.mp(25, 28, 618) of R's package PropCIs says.
    """
    few_digits = pairs.number == 21
    assert_allclose(score_interval(pairs, confidence), published, atol=6e-4 if few_digits else 6e-5)


def test_many_pairs_have_the_interval_of_agresti() -> None:
    """0.04 with a standard error of 0.0095 (section 10.1.1); Wald's is good for 1600 pairs."""
    assert APPROVAL.difference == 0.04
    assert_allclose(
        score_interval(APPROVAL), (0.04 - 1.96 * 0.0095, 0.04 + 1.96 * 0.0095), atol=6e-4
    )


@pytest.mark.parametrize(
    ("counts", "games", "published"),
    [
        ((56, 48), (70, 80), (0.0524, 0.3339)),
        ((9, 3), (10, 10), (0.1705, 0.8090)),
        ((10, 0), (10, 20), (0.6791, 1.0)),
    ],
)
def test_unpaired_intervals_are_those_of_newcombe(
    counts: tuple[int, int], games: tuple[int, int], published: tuple[float, float]
) -> None:
    """Table II of his paper, method 10, cases (a), (b) and (h)."""
    assert_allclose(separate_interval(counts, games), published, atol=6e-5)


@pytest.mark.parametrize("pairs", [APPROVAL, Pairs(5, 9, 2, 4), Pairs(50, 3, 12, 50)])
def test_an_interval_ends_at_zero_where_mcnemar_says(pairs: Pairs) -> None:
    table = [[pairs.both, pairs.first], [pairs.second, pairs.neither]]
    p = float(mcnemar(table, exact=False, correction=False).pvalue)
    low, high = score_interval(pairs, 1 - p)
    assert min(abs(low), abs(high)) == pytest.approx(0, abs=1e-9)


def test_swapping_cells_turns_an_interval_round() -> None:
    low, high = score_interval(Pairs(5, 9, 2, 4))
    assert_allclose(score_interval(Pairs(5, 2, 9, 4)), (-high, -low))


@pytest.mark.parametrize(
    ("pairs", "interval"),
    [
        (Pairs(0, 10, 0, 0), (0.4449, 1.0)),
        (Pairs(0, 0, 10, 0), (-1.0, -0.4449)),
        (Pairs(60, 0, 0, 40), (-3.8415 / 103.8415, 3.8415 / 103.8415)),
    ],
)
def test_intervals_at_the_ends_have_a_width(pairs: Pairs, interval: tuple[float, float]) -> None:
    """Where no pair differs they end at z² / (n + z²): both scores of the quadratic are then d."""
    assert_allclose(score_interval(pairs), interval, atol=1e-4)


@pytest.mark.parametrize(
    "chances", [[0.3, 0.2, 0.2, 0.3], [0.4, 0.12, 0.08, 0.4], [0.9, 0.01, 0.03, 0.06]]
)
def test_paired_intervals_cover_the_truth(chances: list[float]) -> None:
    chance = np.random.default_rng(1)
    covered = 0
    for counts in chance.multinomial(150, chances, size=400).tolist():
        low, high = score_interval(Pairs(*counts))
        covered += low <= chances[1] - chances[2] <= high
    assert 0.92 <= covered / 400 <= 0.985


def results(chances: list[float], number: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the results of pairs, 1 or 0, for both games of each."""
    drawn = np.random.default_rng(seed).choice(4, size=number, p=chances)
    return np.isin(drawn, (0, 1)).astype(int), np.isin(drawn, (0, 2)).astype(int)


def frame_of(**cells: Any) -> pl.DataFrame:
    """Return games of cells: ``_0=(seeds, won)``."""
    parts = [
        pl.DataFrame({"seed": list(seeds), "winner": winners(list(won))}).select(
            pl.lit(int(name[1:]), pl.Int32).alias("cell"), pl.all()
        )
        for name, (seeds, won) in cells.items()
    ]
    return pl.concat(parts)


def test_cells_are_paired_by_seed() -> None:
    """Seeds 3 to 6 are common to both; of these Austria won 3, 4, 5 in one and 5 in the other."""
    games = frame_of(_0=((6, 5, 4, 3, 1), (0, 1, 1, 1, 1)), _4=((3, 4, 5, 6, 7), (0, 0, 1, 0, 1)))
    found = paired_difference(games, 0, 4)
    assert (found.pairs, found.only_first, found.only_second) == (4, 2, 0)
    assert (found.value, found.other_value, found.difference) == (0.75, 0.25, 0.5)
    assert_allclose((found.low, found.high), score_interval(Pairs(1, 2, 0, 1)))
    assert_allclose((found.unpaired_low, found.unpaired_high), separate_interval((3, 1), (4, 4)))
    french = paired_difference(games, 0, 4, side="french")
    assert french.difference == -0.5
    assert_allclose((french.low, french.high), (-found.high, -found.low))


def test_pairing_gains_what_the_results_say() -> None:
    """Gain and correlation are those of numpy, and the unpaired interval is so much wider."""
    one, other = results([0.4, 0.12, 0.08, 0.4], 4000, 2)
    seeds = range(4000)
    found = paired_difference(frame_of(_0=(seeds, one), _1=(seeds, other)), 0, 1)
    gain = (one.var() + other.var()) / (one - other).var()
    assert found.gain == pytest.approx(gain)
    assert found.correlation == pytest.approx(np.corrcoef(one, other)[0, 1])
    ratio = (found.unpaired_high - found.unpaired_low) / (found.high - found.low)
    assert ratio**2 == pytest.approx(gain, rel=0.01)


def test_without_variance_there_is_no_finite_gain() -> None:
    assert Pairs(5, 0, 0, 5).gain == float("inf")
    assert Pairs(10, 0, 0, 0).gain is None
    assert Pairs(10, 0, 0, 0).correlation is None
    assert Pairs(5, 0, 0, 5).correlation == pytest.approx(1)
    assert Pairs(0, 5, 5, 0).correlation == pytest.approx(-1)


def test_means_are_compared_as_scipy_does() -> None:
    chance = np.random.default_rng(3)
    common = chance.normal(size=80)
    one, other = (10 + shift + common + chance.normal(size=80) for shift in (0.5, 0.0))
    games = pl.DataFrame(
        {"cell": [0] * 80 + [1] * 80, "seed": [*range(80)] * 2, "length": [*one, *other]}
    )
    found = mean_difference(games, 0, 1, "length")
    paired, apart = ttest_rel(one, other), ttest_ind(one, other, equal_var=False)
    assert_allclose((found.low, found.high), paired.confidence_interval(0.95))
    assert_allclose((found.unpaired_low, found.unpaired_high), apart.confidence_interval(0.95))
    assert found.difference == pytest.approx(one.mean() - other.mean())
    assert found.gain == pytest.approx(
        (one.var(ddof=1) + other.var(ddof=1)) / (one - other).var(ddof=1)
    )
    assert found.correlation == pytest.approx(np.corrcoef(one, other)[0, 1])
    assert found.only_first is None


def test_means_without_variance_are_points() -> None:
    games = pl.DataFrame({"cell": [0, 0, 1, 1], "seed": [1, 2, 1, 2], "lost": [5, 5, 3, 3]})
    found = mean_difference(games, 0, 1, "lost")
    assert (found.low, found.difference, found.high) == (2.0, 2.0, 2.0)
    assert (found.unpaired_low, found.unpaired_high) == (2.0, 2.0)
    assert found.gain is None
    assert found.correlation is None


def test_pairs_with_a_null_are_left_out() -> None:
    games = pl.DataFrame(
        {"cell": [0, 0, 0, 1, 1, 1], "seed": [1, 2, 3] * 2, "lost": [5, None, 9, 3, 3, 4]}
    )
    found = mean_difference(games, 0, 1, "lost")
    assert (found.pairs, found.difference) == (2, 3.5)


STUDY = Study(
    name="made-up",
    scenarios=("triomphe", "triomphe-desaix-15"),
    players=("random", "rule"),
    games=100,
)


def made_up() -> tuple[Any, dict[int, np.ndarray]]:
    chance = np.random.default_rng(4)
    won = {cell: (chance.random(100) < 0.3 + cell / 10).astype(int) for cell in range(4)}
    games = pl.DataFrame(
        {
            "cell": np.repeat(np.arange(4), 100),
            "seed": np.tile(np.arange(100), 4),
            "winner": winners(np.concatenate(list(won.values())).tolist()),
        }
    )
    return made_up_run(STUDY, games), won


def test_all_cells_are_compared_with_one() -> None:
    run, won = made_up()
    table = difference_table(run, against=1)
    schema = {name: dtype for name, (dtype, _) in DIFFERENCE_COLUMNS.items()}
    seats = {"austrian_player": pl.String(), "french_player": pl.String()}
    assert dict(table.schema) == schema | seats
    assert table.columns[:4] == ["cell", "scenario", "austrian_player", "french_player"]
    assert table["cell"].to_list() == [0, 2, 3]
    assert table["austrian_player"].to_list() == ["random", "random", "rule"]
    for row in table.iter_rows(named=True):
        assert row["pairs"] == 100
        assert row["share"] == pytest.approx(won[row["cell"]].mean())
        assert row["other_share"] == pytest.approx(won[1].mean())
        found = paired_difference(run, row["cell"], 1)
        assert (row["low"], row["high"], row["gain"]) == (found.low, found.high, found.gain)
        assert row["unpaired_low"] < row["difference"] < row["unpaired_high"]


def test_against_a_scenario_players_are_kept_apart() -> None:
    run, won = made_up()
    table = difference_table(run, against="triomphe", side="french")
    assert table["cell"].to_list() == [2, 3]
    expected = [won[0].mean() - won[2].mean(), won[1].mean() - won[3].mean()]
    assert_allclose(table["difference"], expected)


@pytest.mark.parametrize("against", [1, "triomphe"])
def test_games_of_other_rules_are_not_compared(against: int | str) -> None:
    """Cells of triomphe: random, rule; of desaix-never so; of bonaparte so. Seeds are the same."""
    names = ("triomphe", "triomphe-desaix-never", "bonaparte")
    study = Study(name="two", scenarios=names, players=("random", "rule"), games=2)
    games = pl.DataFrame(
        {
            "cell": np.repeat(np.arange(6), 2),
            "seed": np.tile(np.arange(2), 6),
            "winner": winners([1, 0] * 6),
        }
    )
    compared = difference_table(made_up_run(study, games), against)["cell"].to_list()
    assert compared == ([0, 2, 3] if against == 1 else [2, 3])


def test_cells_without_games_have_no_row() -> None:
    games = made_up()[0].games.collect().filter(pl.col("cell") != 2)
    run = made_up_run(STUDY, games.select("cell", "seed", "winner"))
    assert difference_table(run)["cell"].to_list() == [1, 3]


def test_cells_may_be_named() -> None:
    run, _ = made_up()
    by_name = paired_difference(run, "triomphe: rule v rule", 2)
    assert by_name == paired_difference(run, 1, 2)
    with pytest.raises(StudyError, match="2 cells are named 'triomphe'"):
        paired_difference(run, "triomphe", 2)
    with pytest.raises(StudyError, match="no cell is named 'waterloo': expected one of triomphe"):
        paired_difference(run, "waterloo", 2)
    with pytest.raises(StudyError, match="from 0 to 3, not 4"):
        difference_table(run, against=4)


def test_what_cannot_be_compared_is_refused() -> None:
    games = frame_of(_0=((1, 2), (0, 1)), _1=((3, 4), (0, 1)))
    with pytest.raises(StudyError, match="cells 0 and 1: no games with a seed in common"):
        paired_difference(games, 0, 1)
    with pytest.raises(ValueError, match="side: expected 'austrian' or 'french', not 'russian'"):
        paired_difference(games, 0, 1, side="russian")
    with pytest.raises(StudyError, match="expected a number where games come as a frame"):
        paired_difference(games, 0, "b")
    for column in ("winner", "length"):
        with pytest.raises(StudyError, match=f"column: expected one with numbers, not '{column}'"):
            mean_difference(games, 0, 1, column)
    short = pl.DataFrame({"cell": [0, 1], "seed": [1, 1], "lost": [2, 3]})
    with pytest.raises(StudyError, match="lost: expected at least two pairs"):
        mean_difference(short, 0, 1, "lost")
