"""Response surfaces: those that are known are recovered, and intervals hold."""

import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy.special import expit
from scipy.stats import qmc

from marengo.lab import Study, StudyError, share
from marengo.lab.analysis import (
    SURFACE_COLUMNS,
    Surface,
    SurfaceError,
    response_surface,
    surface_points,
)
from tests.lab.runs import quiet

LOW = np.array([0.0, 10.0])
HIGH = np.array([4.0, 20.0])


def truth(places: np.ndarray) -> np.ndarray:
    """Return the true odds: logistic in two parameters, from 0 to 4 and from 10 to 20."""
    weather, road = ((places - LOW) / (HIGH - LOW)).T
    return np.asarray(expit(-1 + 2.5 * weather - 1.2 * road))


def sampled(seed: int, variants: int = 40, games: int = 200) -> Surface:
    """Return the surface through games of variants spread over the parameters."""
    rng = np.random.default_rng(seed)
    places = LOW + (HIGH - LOW) * qmc.LatinHypercube(2, rng=rng).random(variants)
    columns = {"weather": places[:, 0], "road": places[:, 1], "games": games}
    return response_surface(pl.DataFrame({**columns, "won": rng.binomial(games, truth(places))}))


@pytest.fixture(scope="module")
def many() -> list[Surface]:
    return [sampled(seed) for seed in range(50)]


def test_a_known_surface_is_recovered_within_its_intervals(many: list[Surface]) -> None:
    """Over samples and places the interval holds the truth in 95 %, within 2 points."""
    rng, held, missed, near = np.random.default_rng(5), [], [], []
    for surface in many:
        for road in rng.uniform(11, 19, 4):
            told = surface.along("weather", {"road": road})
            true = truth(told.select("weather", "road").to_numpy())
            low, high = told["low"].to_numpy(), told["high"].to_numpy()
            inside = told["between"].to_numpy()
            held += [*((low <= true) & (true <= high))[inside]]
            missed += [*(told["share"].to_numpy() - true)[inside]]
            near.append((high - low)[inside].mean() / 2)
    assert np.mean(held) == pytest.approx(0.95, abs=0.02)
    assert np.sqrt(np.mean(np.square(missed))) < 0.015
    assert np.mean(near) < 0.6 * 0.068  # of a share of 200 games, in which all of them help


def test_each_variant_left_out_lies_where_the_others_have_it(many: list[Surface]) -> None:
    assert np.mean([one.held / 40 for one in many]) == pytest.approx(0.95, abs=0.02)
    assert np.mean([one.calibrated for one in many]) >= 0.9
    assert many[0].sentence.startswith("Of 40 variants, each left out in turn, ")


def test_one_left_out_is_judged_as_if_it_had_not_been_played() -> None:
    """By the formula as by leaving it out: the variant far off lies outside, all others within."""
    surface = sampled(2)
    wrong = surface.points.with_columns(
        won=pl.when(pl.int_range(pl.len()) == 7).then(200 - pl.col("won")).otherwise("won")
    )
    assert response_surface(wrong).held < surface.held
    rest = response_surface(wrong.filter(pl.int_range(pl.len()) != 7))
    row = wrong.row(7, named=True)
    told = rest.odds({"weather": row["weather"], "road": row["road"]})
    one = share(row["won"], row["games"])
    assert one.low > told.high or one.high < told.low


def test_a_surface_that_cannot_be_trusted_says_so() -> None:
    surface = sampled(3)
    process, mean = surface._process, surface._mean
    bad = Surface(surface.points, surface.parameters, 30, process, mean)
    assert not bad.calibrated
    assert bad.sentence.endswith(
        "30 (75 %) lie in the 95 % interval that the others have for "
        "them: too few, so do not trust the intervals."
    )


def test_outside_of_the_sample_nothing_is_told() -> None:
    surface = sampled(4)
    with pytest.raises(SurfaceError, match=r"weather: 5: nothing was played there; expected 0\."):
        surface.odds({"weather": 5, "road": 15})
    with pytest.raises(SurfaceError, match="at: expected a value of road"):
        surface.odds({"weather": 2})
    with pytest.raises(SurfaceError, match="expected one of weather, road, not 'rain'"):
        surface.along("rain", {"weather": 2, "road": 15})


def test_it_is_said_where_it_goes_beyond_what_was_played() -> None:
    """Variants stand on a triangle: within the ranges, but not between them, is its empty half."""
    grid = [(x, y) for x in range(5) for y in range(5) if x + y <= 4]
    points = pl.DataFrame(grid, schema=["x", "y"], orient="row")
    surface = response_surface(points.with_columns(games=100, won=30 + 5 * pl.col("x")))
    inside, outside = surface.odds({"x": 1, "y": 1}), surface.odds({"x": 4, "y": 4})
    assert (inside.between, outside.between) == (True, False)
    assert outside.high - outside.low > inside.high - inside.low
    slice_ = surface.along("x", {"y": 2})
    assert slice_.columns == ["x", "y", *SURFACE_COLUMNS]
    assert slice_.filter("between")["x"].max() == pytest.approx(2, abs=0.11)
    assert surface.odds({"x": 2, "y": 2}).between  # on the edge


def test_what_variants_never_won_is_not_certain() -> None:
    points = pl.DataFrame({"x": range(8), "games": 50, "won": [0, 0, 0, 1, 4, 10, 25, 40]})
    told = response_surface(points).along("x", {})
    assert told["low"].min() > 0  # type: ignore[operator]
    assert told["high"][0] > 0.005


@pytest.mark.parametrize(
    ("points", "wrong"),
    [
        ({"x": [1, 2, 3], "games": 9, "won": 3}, "variants: expected 6 or more"),
        ({"x": range(6), "games": 0, "won": 0}, "each with games"),
        ({"x": [1] * 6, "games": 9, "won": 3}, "parameters: expected some that differ"),
    ],
)
def test_too_little_is_refused(points: dict[str, object], wrong: str) -> None:
    with pytest.raises(SurfaceError, match=wrong):
        response_surface(pl.DataFrame(points))
    with pytest.raises(ValueError, match="variants: expected to have the columns games, won"):
        response_surface(pl.DataFrame({"x": range(6)}))


def test_it_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.gaussian_process", None)
    with pytest.raises(ImportError, match=r"pip install 'marengo\[search\]'"):
        sampled(0)


def test_points_are_what_the_scenarios_of_a_run_differ_in(tmp_path: Path) -> None:
    what_ifs = {
        f"orders-{number}": {"extends": "triomphe", "parameters": {"orders_per_turn": number}}
        for number in (2, 4)
    }
    scenarios = ("triomphe", *what_ifs)
    study = Study(name="o", scenarios=scenarios, players=("random",), games=20, what_ifs=what_ifs)
    run = quiet(study, tmp_path / "o")
    points = surface_points(run)
    assert points.columns == ["parameters.orders_per_turn", "games", "won"]
    assert points["parameters.orders_per_turn"].to_list() == [3, 2, 4]
    games = run.games.collect()
    for cell, won in enumerate(points["won"]):
        assert won == games.filter(cell=cell, winner="austrian").height
    french = surface_points(run, "french")
    assert (french["won"] + points["won"]).to_list() == [20, 20, 20]
    two = quiet(study.changed(name="t", players=("random", "rule")), tmp_path / "t")
    with pytest.raises(StudyError, match="players: expected one"):
        surface_points(two)
