"""Curves of handicaps: even points, intervals and degrees that are known."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit
from scipy.stats import chi2

from marengo.games.marengo.study.handicap_fit import OUTSIDE, UNKNOWN, curve_of, even_between
from marengo.lab.analysis import LINE_COLUMNS, POINT_COLUMNS, EvenPoint, HandicapCurve
from marengo.lab.analysis.regression import fit_logit
from marengo.lab.statistics import share


def curve(
    even: float,
    slope: float,
    number: int,
    seed: int,
    steps: tuple[int, ...] = (0, 1, 2, 3, 4),
    spread: float = 0.0,
) -> HandicapCurve:
    """Return the curve of games with a known even point; seeds may favour a side."""
    return curve_of(made_up_games(even, slope, number, seed, steps, spread), "x", "french", "rule")


def made_up_games(
    even: float, slope: float, number: int, seed: int, steps: tuple[int, ...], spread: float
) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    handicap = np.repeat(steps, number)
    favour = np.tile(spread * chance.normal(size=number), len(steps))
    won = chance.random(handicap.size) < expit(slope * (handicap - even) + favour)
    seeds = np.tile(np.arange(number), len(steps))
    return pl.DataFrame({"handicap": handicap, "seed": seeds, "won": won.astype(float)})


def test_a_known_even_point_is_found() -> None:
    found = curve(even=1.4, slope=0.5, number=2000, seed=1)
    even = found.even
    assert even.low is not None
    assert even.high is not None
    assert even.low < 1.4 < even.high
    assert even.value == pytest.approx(1.4, abs=0.15)
    assert even.high - even.low < 0.3
    assert found.slope == pytest.approx(0.5, abs=0.05)
    assert found.sentence() == (
        f"x, rule on both sides: even with {even.value:.1f} points of morale taken off France "
        f"(95 % interval {even.low:.1f} to {even.high:.1f}; 0 to 4 played)"
    )


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_intervals_of_the_even_point_cover_it(spread: float) -> None:
    """Also where seeds favour a side in all of their games; symmetry keeps the even point."""
    covered = 0
    for seed in range(100):
        even = curve(2.0, 0.6, 60, seed, spread=spread).even
        covered += even.holds(2.0) is True
    assert 90 <= covered <= 99


def test_points_are_shares() -> None:
    found = curve(1.0, 0.5, 50, 2)
    games = made_up_games(1.0, 0.5, 50, 2, (0, 1, 2, 3, 4), 0.0)
    assert found.points.schema == {name: dtype for name, (dtype, _) in POINT_COLUMNS.items()}
    for handicap, number, *rest in found.points.iter_rows():
        one = share(int(games.filter(pl.col("handicap") == handicap)["won"].sum()), 50)
        assert (number, rest) == (50, [one.value, one.low, one.high])


def test_the_band_is_one_half_at_the_ends_of_the_interval() -> None:
    """This is what Fieller's interval says; between them the line passes one half."""
    found = curve(2.2, 0.6, 400, 3)
    line, even = found.line, found.even
    assert line.schema == {name: dtype for name, (dtype, _) in LINE_COLUMNS.items()}
    assert (line["handicap"][0], line["handicap"][-1]) == (0.0, 4.0)
    at = [
        np.interp(0.5, line[name].to_numpy(), line["handicap"].to_numpy())
        for name in ("high", "share", "low")
    ]
    assert at == pytest.approx([even.low, even.value, even.high], abs=0.002)


def test_two_points_make_a_line_through_both() -> None:
    """30 and 60 of 100: the curve passes both, and one half where the logit is 0."""
    games = pl.DataFrame(
        {
            "handicap": [0] * 100 + [3] * 100,
            "seed": [*range(100)] * 2,
            "won": [1.0] * 30 + [0.0] * 70 + [1.0] * 60 + [0.0] * 40,
        }
    )
    found = curve_of(games, "x", "french", "rule")
    assert_allclose(found.line["share"][[0, -1]], [0.3, 0.6], atol=1e-6)
    low, high = np.log(3 / 7), np.log(6 / 4)
    assert found.even.value == pytest.approx(3 * -low / (high - low))
    assert found.misfit is None


def test_a_handicap_that_wins_every_game_is_borne() -> None:
    """Its share is 1 and its free logit infinite; the curve as a whole is not."""
    games = pl.DataFrame(
        {
            "handicap": [0] * 50 + [1] * 50 + [2] * 50,
            "seed": [*range(50)] * 3,
            "won": [1.0] * 10 + [0.0] * 40 + [1.0] * 50 + [1.0] * 48 + [0.0] * 2,
        }
    )
    found = curve_of(games, "x", "french", "rule")
    assert found.misfit is None
    assert found.points["share"][1] == 1.0
    assert 0 < (found.even.value or 0) < 1


def fieller(games: pl.DataFrame) -> tuple[float, float]:
    """Return Fieller's interval of where a straight logit is 0, by his formula of 1954."""
    values = games["handicap"].to_numpy().astype(float)[:, np.newaxis]
    model = fit_logit(values, games["won"].to_numpy(), games["seed"].to_numpy())
    (constant, slope), v, z = model.coefficients, model.covariance, 1.959963984540054
    g = z**2 * v[1, 1] / slope**2
    middle = -constant / slope + g / (1 - g) * (-constant / slope + v[0, 1] / v[1, 1])
    inside = (
        v[0, 0]
        - 2 * -constant / slope * -v[0, 1]
        + (constant / slope) ** 2 * v[1, 1]
        - g * (v[0, 0] - v[0, 1] ** 2 / v[1, 1])
    )
    reach = z / (slope * (1 - g)) * np.sqrt(inside)
    return float(middle - reach), float(middle + reach)


@pytest.mark.parametrize("number", [60, 400])
def test_the_interval_of_a_straight_curve_is_fiellers(number: int) -> None:
    games = made_up_games(2.2, 0.6, number, 8, (0, 1, 2, 3, 4), 0.5)
    found = curve_of(games, "x", "french", "rule")
    assert found.degree == 1
    assert (found.even.low, found.even.high) == pytest.approx(fieller(games))


@pytest.mark.parametrize(("even", "at_most"), [(9.0, 4), (-6.0, 0)])
def test_an_even_point_outside_is_not_told(even: float, at_most: int) -> None:
    found = curve(even=even, slope=0.4, number=300, seed=4)
    assert found.even == EvenPoint(None, None, None)
    assert found.even.holds(at_most) is None
    first, last = (f"{100 * found.points['share'][place]:.1f} %" for place in (0, -1))
    assert found.sentence() == (
        "x, rule on both sides: even at no handicap from 0 to 4 points of morale taken off France: "
        f"Austria wins {first} at 0 and {last} at 4"
    )


def test_an_end_outside_is_told_as_open() -> None:
    found = curve(even=3.7, slope=0.4, number=60, seed=5)
    assert found.even.value is not None
    assert found.even.high is None
    assert found.even.holds(10)
    assert "to above 4; 0 to 4 played" in found.sentence()


@pytest.mark.parametrize(("even", "words"), [(4.3, "from 3.{} on"), (-0.3, "up to 0.{}")])
def test_an_interval_may_reach_in_from_outside(even: float, words: str) -> None:
    """Shares that lie on the curve exactly, so that the curve is known."""
    found = exact_curve([expit(0.5 * (handicap - even)) for handicap in range(5)], 200)
    assert found.even.value is None
    assert (found.even.low is None) != (found.even.high is None)
    assert found.even.holds(4) is (even > 4)
    assert found.even.holds(0) is (even < 0)
    end = found.even.high if found.even.low is None else found.even.low
    account = words.format(f"{end:.1f}"[-1])
    assert (
        "the curve passes one half at no handicap from 0 to 4 points of morale taken off France, "
        f"but its 95 % band holds one half {account}: Austria wins"
    ) in found.sentence()


def exact_curve(chances: list[float], number: int, first: int = 0, **more: Any) -> HandicapCurve:
    """Return the curve of games whose shares are as near to chances as can be; seeds differ."""
    games = pl.concat(
        pl.DataFrame({"won": np.arange(number) < round(number * chance)}).with_columns(
            pl.col("won").cast(pl.Float64), handicap=pl.lit(first + place)
        )
        for place, chance in enumerate(chances)
    ).with_row_index("seed")
    return curve_of(games, "x", "french", "rule", **more)


def test_a_flat_curve_does_not_tell_its_even_point() -> None:
    """Austria wins one half of the games whatever the handicap: any may be even, or none."""
    found = exact_curve([0.5, 0.49, 0.5, 0.51, 0.5], 100)
    assert found.even == UNKNOWN
    assert found.even.holds(2) is None
    assert "not known, as the 95 % band of the curve holds one half everywhere from 0 to 4" in (
        found.sentence()
    )


def test_a_slope_that_is_not_shown_does_not_tell_the_even_point() -> None:
    """Here the band holds one half at the left end alone."""
    found = exact_curve([0.53, 0.55, 0.56, 0.57, 0.58], 200)
    assert found.line["low"][0] < 0.5 < found.line["low"][-1]
    assert found.even == UNKNOWN
    assert "not known, as Austria's share of wins is not shown to change from 0 to 4" in (
        found.sentence()
    )


def test_a_flat_curve_far_from_one_half_is_even_nowhere() -> None:
    found = exact_curve([0.7, 0.71, 0.7, 0.69, 0.7], 200)
    assert found.even == EvenPoint(None, None, None)
    assert "even at no handicap from 0 to 4" in found.sentence()


def test_a_wide_interval_around_a_value_outside_is_not_known() -> None:
    """The slope is shown, by common seeds, but the band holds one half at every handicap."""
    games = pl.concat(
        pl.DataFrame({"won": (np.arange(70) < won).astype(float), "seed": range(70)}).with_columns(
            handicap=pl.lit(place)
        )
        for place, won in enumerate((28, 30, 31, 33, 34))
    )
    found = curve_of(games, "x", "french", "rule")
    assert found.slope > 1.96 * found.slope_error
    assert found.line["share"].to_numpy().max() < 0.5 < found.line["high"].to_numpy().min()
    assert found.even == UNKNOWN
    assert "band of the curve holds one half everywhere" in found.sentence()


def test_negative_handicaps_are_added_and_have_a_proper_minus() -> None:
    found = exact_curve([0.3, 0.45, 0.6, 0.7], 900, first=-2, unit="discs")
    even = found.even
    assert even.value is not None
    assert even.value < 0
    low, high = (f"{one:.1f}".replace("-", "−") for one in (even.low, even.high))
    assert found.sentence() == (
        f"x, rule on both sides: even with {-even.value:.1f} discs added to France "
        f"(taken off: −{-even.value:.1f}; 95 % interval {low} to {high}; −2 to 1 played)"
    )
    assert "-" not in found.sentence()
    assert "80 % interval" in exact_curve([0.3, 0.45, 0.6], 99, confidence=0.8).sentence()


def test_a_crooked_curve_gets_the_degree_that_it_needs() -> None:
    """Logits of a parabola and of a cubic, whose zeros are known; a straight line misses both."""
    steps = np.arange(-2, 7)
    parabola = (steps - 1.5) * (14 - steps) / 20
    found = exact_curve(expit(parabola).tolist(), 2500, first=-2)
    assert found.degree == 2
    assert found.even.value == pytest.approx(1.5, abs=0.01)
    assert found.misfit is not None
    assert found.misfit > 0.9
    assert found.slope == pytest.approx((14 - 1.5) / 20, abs=0.01)
    cubic = (steps - 2.5) * ((steps - 2) ** 2 + 6) / 20
    found = exact_curve(expit(cubic).tolist(), 2500, first=-2)
    assert found.degree == 3
    assert found.even.value == pytest.approx(2.5, abs=0.01)
    assert found.slope == pytest.approx(6.25 / 20, abs=0.01)
    assert "does not pass" not in found.sentence()


def test_the_band_of_a_crooked_curve_is_one_half_at_the_ends_of_its_interval() -> None:
    """The delta method on the logit; where the curve is steep the interval is narrow."""
    steps = np.arange(-3, 5)
    found = exact_curve(expit((steps - 0.5) * (9 - steps) / 20).tolist(), 900, first=-3)
    line, even = found.line, found.even
    assert found.degree == 2
    at = [
        np.interp(0.5, line[name].to_numpy(), line["handicap"].to_numpy())
        for name in ("high", "share", "low")
    ]
    assert at == pytest.approx([even.low, even.value, even.high], abs=0.005)


def test_of_several_even_points_the_one_nearest_to_0_is_told() -> None:
    """Logit (x + 4) (x - 3) / 8 from -5 to 5: zeros at -4 and 3, each with its own interval."""
    steps = np.arange(-5, 6)
    found = exact_curve(expit((steps + 4) * (steps - 3) / 8).tolist(), 900, first=-5)
    assert found.even.value == pytest.approx(3, abs=0.01)
    assert found.even.holds(3)
    assert found.even.holds(-4) is False
    assert "; the curve passes one half 2 times, here where it is nearest to 0" in found.sentence()


def test_a_band_may_hold_one_half_though_the_curve_does_not_pass_it() -> None:
    """A parabola whose top is just below: an interval within what was played, but no value."""
    steps = np.arange(-5, 6)
    found = exact_curve(expit(-0.02 - steps**2 / 8).tolist(), 400, first=-5)
    even = found.even
    assert even.value is None
    assert even.low == pytest.approx(-(even.high or 0), abs=0.05)
    assert even.holds(0)
    assert even.holds(3) is False
    assert f"holds one half from −{even.high:.1f} up to {even.high:.1f}" in found.sentence()


def test_a_curve_that_misses_its_points_says_so() -> None:
    """A win rate that stands still and then jumps is no logistic curve, not of degree 3."""
    found = exact_curve([0.3, 0.3, 0.3, 0.7, 0.7], 500)
    assert found.degree == 3
    assert (found.misfit or 1) < 1e-4
    assert found.sentence().endswith(
        f"; but the curve, of degree 3, does not pass through the points (p = {found.misfit:.1g}): "
        "beside the even point Austria wins 30.0 % at 2 and 70.0 % at 3"
    )
    assert exact_curve([0.3, 0.3, 0.7, 0.7], 500).degree == 2  # one degree of freedom is left
    assert exact_curve([0.3, 0.3, 0.7], 500).degree == 1


def test_straight_curves_seldom_get_a_higher_degree() -> None:
    sound = [curve(2.0, 0.5, 200, seed, spread=1.0) for seed in range(100)]
    assert 1 <= sum(found.degree > 1 for found in sound) <= 11
    assert 5 <= sum((found.misfit or 0) < 0.2 for found in sound) <= 30


def test_the_misfit_is_that_of_free_shares_with_other_seeds() -> None:
    """Without common seeds Wald's test is done by hand: contrast 1, -2, 1 of three logits."""
    shares = np.array([0.3, 0.5, 0.6])
    logits = np.log(shares / (1 - shares))
    variance = (np.array([1, 4, 1]) / (400 * shares * (1 - shares))).sum()
    expected = chi2.sf((logits @ [1, -2, 1]) ** 2 / variance, 1)
    assert exact_curve(shares.tolist(), 400).misfit == pytest.approx(expected, rel=0.02)


def test_handicaps_with_the_very_same_games_are_borne() -> None:
    games = made_up_games(1.0, 0.5, 100, 1, (0, 1, 2), 0.0)
    again = games.with_columns(pl.col("handicap") + 3)
    same = pl.concat([games, again.with_columns(handicap=5 - pl.col("handicap") + 3)])
    assert 0 <= (curve_of(same, "x", "french", "rule").misfit or 0) <= 1


@pytest.mark.parametrize(
    ("share", "low", "high", "even"),
    [
        ((0.3, 0.4, 0.6), (0.2, 0.3, 0.4), (0.4, 0.7, 0.8), EvenPoint(1.5, 1 / 3, None)),
        ((0.4, 0.6, 0.4), (0.3, 0.5, 0.3), (0.45, 0.7, 0.45), EvenPoint(0.5, 0.2, 1.8)),
        ((0.3, 0.35, 0.4), (0.2, 0.3, 0.3), (0.4, 0.45, 0.55), EvenPoint(None, 1.5, None)),
        ((0.5, 0.6, 0.7), (0.4, 0.55, 0.65), (0.6, 0.7, 0.8), EvenPoint(0.0, None, 2 / 3)),
        ((0.1, 0.2, 0.3), (0.0, 0.1, 0.2), (0.2, 0.3, 0.4), OUTSIDE),
        ((0.3, 0.3, 0.4), (0.2, 0.2, 0.3), (0.6, 0.7, 0.8), UNKNOWN),
    ],
)
def test_values_are_even_between_handicaps(share: Any, low: Any, high: Any, even: Any) -> None:
    points = pl.DataFrame({"handicap": [0, 1, 2], "share": share, "low": low, "high": high})
    found = even_between(points.reverse())
    assert (found.value, found.low, found.high) == pytest.approx((even.value, even.low, even.high))
