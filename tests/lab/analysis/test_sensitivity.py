"""Sensitivity: functions whose indices are known, chance that has none, and a small run."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo import lab
from marengo.games.marengo.game import on_field
from marengo.games.triomphe.scenario import TriompheScenario
from marengo.lab.analysis.design import Design, design_of
from marengo.lab.analysis.factors import Factor, read_factors
from marengo.lab.analysis.sensitivity import (
    MORRIS_COLUMNS,
    SOBOL_COLUMNS,
    indices,
    sensitivity,
    sensitivity_study,
)
from marengo.lab.plan import StudyError

ORDERS = Factor(name="orders", field="parameters.orders_per_turn", low=2, high=4)
SALE = Factor(name="sale", field="hours.Sale", low=12, high=19)

Array = np.ndarray[Any, np.dtype[np.float64]]


def angle(name: str) -> Factor:
    return Factor(name=name, field=f"x.{name}", low=-np.pi, high=np.pi, integer=False)


def values_of(design: Design) -> Array:
    return np.array(design.points(), float)


def column(frame: pl.DataFrame, name: str, order: list[str]) -> list[float]:
    """Return a column by the names of factors."""
    by_factor = dict(zip(frame["factor"], frame[name], strict=True))
    return [by_factor[factor] for factor in order]


def test_sobol_finds_the_indices_of_the_function_of_ishigami() -> None:
    """Ishigami and Homma 1990, with 7 and 0.1: the indices are known in closed form."""
    design = Design(
        method="sobol", samples=2048, seed=3, factors=(angle("a"), angle("b"), angle("c"))
    )
    a, b, c = values_of(design).T
    frame = indices(design, (np.sin(a) + 7 * np.sin(b) ** 2 + 0.1 * c**4 * np.sin(a))[:, None])
    assert list(frame.columns) == list(SOBOL_COLUMNS)
    assert frame["factor"].to_list() == ["a", "b", "c"]
    assert frame["first"].to_list() == pytest.approx([0.3139, 0.4424, 0.0], abs=0.02)
    assert frame["total"].to_list() == pytest.approx([0.5576, 0.4424, 0.2437], abs=0.02)
    variance = 7**2 / 8 + 0.1 * np.pi**4 / 5 + 0.1**2 * np.pi**8 / 18 + 1 / 2
    spread = np.sqrt(np.array([0.5576, 0.4424, 0.2437]) * variance)
    assert frame["spread"].to_list() == pytest.approx(spread.tolist(), rel=0.03)


def test_morris_finds_the_slopes_of_a_plane() -> None:
    """Ranges of 1, 2, 3, 4, 6 and 7 whole numbers: effects of the whole range, and no spread."""
    ranges, slopes = [1, 2, 3, 4, 6, 7], np.array([3.0, -2.0, 0.0, 1.0, 4.0, -0.5])
    factors = tuple(
        Factor(name=f"f{size}", field=f"f.{size}", low=10, high=10 + size) for size in ranges
    )
    design = Design(method="morris", samples=6, seed=1, factors=factors)
    frame = indices(design, (values_of(design) @ slopes)[:, None])
    assert list(frame.columns) == list(MORRIS_COLUMNS)
    effects = slopes * ranges
    order = [factor.name for factor in factors]
    assert column(frame, "mu", order) == pytest.approx(effects.tolist())
    assert column(frame, "mu_star", order) == pytest.approx(np.abs(effects).tolist())
    assert column(frame, "sigma", order) == pytest.approx([0] * 6, abs=1e-9)
    assert frame["mu_star"].is_sorted(descending=True)


def test_effects_that_turn_round_are_seen_in_mu_star_alone() -> None:
    factors = (angle("a"), angle("b"))
    design = Design(method="morris", samples=50, seed=2, factors=factors)
    a, b = values_of(design).T
    frame = indices(design, (a * b)[:, None])
    for row in frame.iter_rows(named=True):
        assert abs(row["mu"]) < row["mu_star"] / 2
        assert row["sigma"] > row["mu_star"] / 2


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_chance_alone_is_known_as_chance(method: Any) -> None:
    """Fair coins at each point: the difference of two means of 400 has variance 0.5 / 400."""
    factors = (angle("a"), angle("b"), angle("c"))
    samples = 64 if method == "morris" else 512  # the variance itself is found by 2 * samples rows
    design = Design(method=method, samples=samples, seed=5, factors=factors)
    rng = np.random.default_rng(8)
    coins = rng.integers(0, 2, (len(design.shares()), 400)).astype(float)
    frame = indices(design, coins)
    if method == "morris":
        expected = np.sqrt(2 / np.pi) * np.sqrt(0.5 / 400) / (2 / 3)
        found = frame["mu_star"]
    else:
        expected, found = 1.0, frame["total"]  # all of the variance is chance
    assert frame["noise"].to_list() == pytest.approx([expected] * 3, rel=0.1)
    assert found.to_list() == pytest.approx([expected] * 3, rel=0.3)
    assert (frame["noise_high"] > frame["noise"]).all()


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_an_effect_stands_out_from_chance_and_a_factor_without_one_does_not(method: Any) -> None:
    """Common seeds: a game is won if its luck is below 0.3 + 0.4 * share of the first factor."""
    factors = (angle("works"), angle("idle"))
    design = Design(method=method, samples=32, seed=4, factors=factors)
    luck = np.random.default_rng(1).random(300)
    won = (luck[None, :] < 0.3 + 0.4 * design.shares()[:, :1]).astype(float)
    works, idle = indices(design, won).iter_rows(named=True)
    key = "mu_star" if method == "morris" else "total"
    assert (works["factor"], idle["factor"]) == ("works", "idle")
    assert works[key] > 5 * works["noise_high"]
    assert idle[key] == pytest.approx(0, abs=1e-9)
    assert idle["noise_high"] == 0  # common seeds: not one game is different
    if method == "morris":
        assert works["mu"] == pytest.approx(0.4, abs=0.06)


def test_sobol_divides_by_the_variance_of_independent_rows() -> None:
    """As Saltelli 2010 does: in rows of the design that differ in one factor alone the rest repeat.

    So the spread is the root of half the mean square of what a factor changes. With one game the
    signs that are thrown do not matter, and all of the total may be chance.
    """
    design = Design(method="sobol", samples=8, seed=1, factors=(angle("a"), angle("b")))
    a, b = values_of(design).T
    outcomes = np.exp(a) + b
    frame = indices(design, outcomes[:, None])
    for number, name in enumerate(("a", "b")):
        one, other = outcomes[design.pairs(number)].T
        (spread,) = column(frame, "spread", [name])
        assert spread**2 == pytest.approx(np.mean((other - one) ** 2) / 2)
        assert column(frame, "noise", [name]) == pytest.approx(column(frame, "total", [name]))


def test_sobol_of_a_constant_has_nothing_to_divide() -> None:
    design = Design(method="sobol", samples=4, seed=0, factors=(ORDERS, SALE))
    frame = indices(design, np.ones((len(design.shares()), 3)))
    assert frame.select("first", "total", "noise").to_numpy().any() == np.False_


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_pairs_differ_in_one_factor_alone(method: Any) -> None:
    design = Design(method=method, samples=8, seed=7, factors=(ORDERS, SALE, angle("a")))
    shares = design.shares()
    for number in range(3):
        pairs = design.pairs(number)
        assert pairs.shape == (8, 2)
        changed = shares[pairs[:, 1]] != shares[pairs[:, 0]]
        assert (changed == [number == other for other in range(3)]).all()


def test_whole_numbers_are_equally_likely_or_the_nearest() -> None:
    shares = (np.arange(900) + 0.5) / 900
    equally = [SALE.at(float(share), equally=True) for share in shares]
    assert set(equally) == set(range(12, 20))
    assert {equally.count(hour) for hour in range(12, 20)} <= {112, 113}
    assert [ORDERS.at(share, equally=False) for share in (0, 1 / 3, 2 / 3, 1)] == [2, 3, 3, 4]
    assert (SALE.at(0.0, equally=True), SALE.at(1.0, equally=True)) == (12, 19)
    switch = Factor(name="s", field="s", low=0, high=1, switch=True)
    assert [switch.at(share, equally=True) for share in (0.0, 0.49, 0.5, 1.0)] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("ruleset", ["bonaparte", "triomphe"])
def test_the_factors_that_come_with_marengo_can_be_played_and_hold_the_standard(
    ruleset: str,
) -> None:
    factors = read_factors(ruleset)
    study = lab.Study(name="a", scenarios=(ruleset,), players=("random",))
    scenario = on_field(study.game(ruleset)).scenario
    for factor in factors:
        value: Any = scenario
        for key in factor.field.split("."):
            value = value[key] if isinstance(value, dict) else getattr(value, key)
        assert factor.low <= value <= factor.high, factor.name
    study = sensitivity_study(ruleset, samples=2)  # which checks every point
    corners = {
        end: lab.Study(
            name="corner",
            scenarios=("corner",),
            players=("random",),
            what_ifs={"corner": {"extends": ruleset, **_stated(factors, end)}},
        ).game("corner")
        for end in ("low", "high")
    }
    assert len(study.cells) <= 2 * (len(factors) + 1)
    assert corners["low"].facts() != corners["high"].facts()


def _stated(factors: tuple[Factor, ...], end: str) -> dict[str, Any]:
    design = Design(method="morris", samples=2, seed=0, factors=factors)
    return design.stated(tuple(factor.at(float(end == "high"), True) for factor in factors))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> lab.Run:
    study = sensitivity_study("triomphe", (ORDERS, SALE), samples=4, games=30, seed=6)
    folder: Path = tmp_path_factory.mktemp("sensitivity") / "run"
    return lab.run(study, folder, progress=False)


def point_of(study: lab.Study, name: str) -> tuple[int, int]:
    """Return the orders and the hour of Sale in a scenario of a plan."""
    scenario = on_field(study.game(name)).scenario
    assert isinstance(scenario, TriompheScenario)
    return scenario.parameters.orders_per_turn, scenario.hours["Sale"]


def test_a_plan_plays_each_point_once_and_keeps_its_design(run: lab.Run) -> None:
    design = design_of(run.study)
    assert design == Design(method="morris", samples=4, seed=6, factors=(ORDERS, SALE))
    points = set(design.points())
    assert len(points) < len(design.points())  # whole numbers made some of them equal
    assert {point_of(run.study, name) for name in run.study.scenarios} == points
    assert len(run.study.cells) == len(points)


def test_effects_of_a_run_are_differences_of_its_win_rates(run: lab.Run) -> None:
    design, frame = design_of(run.study), sensitivity(run)
    rates = dict(
        run.games.group_by("scenario")
        .agg((pl.col("winner") == "austrian").mean())
        .collect()
        .iter_rows()
    )
    by_point: dict[tuple[Any, ...], float] = {}
    for name in run.study.scenarios:
        by_point[point_of(run.study, name)] = 100 * rates[name]
    outcome = np.array([by_point[point] for point in design.points()])
    for number, (name, moved) in enumerate((("orders", 1 / 2), ("sale", 5 / 7))):
        pairs = design.pairs(number)
        effects = (outcome[pairs[:, 1]] - outcome[pairs[:, 0]]) / moved
        row = frame.row(by_predicate=pl.col("factor") == name, named=True)
        assert row["mu_star"] == pytest.approx(np.abs(effects).mean())
        assert row["mu"] == pytest.approx(effects.mean())
        assert row["sigma"] == pytest.approx(effects.std(ddof=1))
        assert (row["austrian"], row["french"], row["games"]) == ("policy", "policy", 30)
        assert row["noise_high"] > row["noise"] > 0
    assert frame.equals(sensitivity(lab.load(run.folder)))


def test_a_design_that_cannot_be_is_refused() -> None:
    with pytest.raises(StudyError, match="samples: expected a power of 2"):
        sensitivity_study("triomphe", (ORDERS,), method="sobol", samples=6)
    with pytest.raises(StudyError, match="samples: expected 2 or more"):
        sensitivity_study("triomphe", (ORDERS,), samples=1)
    with pytest.raises(StudyError, match="factors: name: expected each once, not orders again"):
        sensitivity_study("triomphe", (ORDERS, ORDERS))
    astray = Factor(name="astray", field="parameters.no_such", low=0, high=1)
    with pytest.raises(StudyError, match="no_such"):
        sensitivity_study("triomphe", (astray,), samples=2)
    with pytest.raises(ValueError, match="expected low to be less than high"):
        Factor(name="a", field="a", low=1, high=1)
    design = Design(method="morris", samples=2, seed=0, factors=(ORDERS,))
    with pytest.raises(ValueError, match="outcomes: expected 4 rows"):
        indices(design, np.zeros((3, 1)))


def test_a_run_of_another_plan_is_refused(tmp_path: Path, run: lab.Run) -> None:
    study = lab.Study(name="other", scenarios=("triomphe",), players=("random",), games=1)
    other = lab.run(study, tmp_path / "other", progress=False)
    with pytest.raises(StudyError, match="holds no design"):
        sensitivity(other)
    first = dict(run.study.what_ifs["point-0000"], parameters={"orders_per_turn": 9})
    changed = run.study.changed(what_ifs={**run.study.what_ifs, "point-0000": first})
    tampered = lab.Run(run.folder, run.manifest, changed)
    with pytest.raises(StudyError, match="point-0000: is not the point"):
        sensitivity(tampered)


def test_a_file_of_factors_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "factors.toml"
    path.write_text('[[factors]]\nname = "a"\nfield = "hours.Sale"\nlow = 3\nhigh = 2\n')
    with pytest.raises(StudyError, match="low to be less than high"):
        read_factors(path)
    path.write_text(2 * '[[factors]]\nname = "a"\nfield = "hours.Sale"\nlow = 2\nhigh = 3\n')
    with pytest.raises(StudyError, match=r"factors.toml: factors: name: expected each once, not a"):
        read_factors(path)
    with pytest.raises(StudyError, match="cannot be read"):
        read_factors(tmp_path / "none.toml")
