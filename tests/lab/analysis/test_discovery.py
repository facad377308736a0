"""Scenario discovery: boxes that are known, none, and intervals that hold what they say."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.cli import main
from marengo.lab import Study, StudyError, share
from marengo.lab.analysis import (
    BOX_COLUMNS,
    LIMIT_COLUMNS,
    Discovered,
    clustered_share,
    discover,
    discovery,
    early_cases,
    variant_cases,
)
from marengo.lab.analysis.discovery import Method, _Cases, _quasi_p
from marengo.lab.analysis.factors import Factor, read_factors
from marengo.lab.run_folder import Run
from marengo.lab.statistics import Array
from tests.lab.runs import quiet

INSIDE, OUTSIDE = 0.85, 0.3


def chances(a: Array, b: Array, inside: float = INSIDE, outside: float = OUTSIDE) -> Array:
    """Return how likely a case is won: more likely where ``a`` is above 0.5 and ``b`` 2 or less."""
    return np.where((a > 0.5) & (b <= 2), inside, outside)


def toy(
    cases: int, games: int = 10, seed: int = 3, inside: float = INSIDE, outside: float = OUTSIDE
) -> pl.DataFrame:
    """Return cases with a known box, and four features that do nothing; no case is like another."""
    rng = np.random.default_rng(seed)
    values = {name: rng.random(cases) for name in "acdef"}
    values["b"] = rng.integers(0, 5, cases).astype(float)
    likely = chances(values["a"], values["b"], inside, outside) + rng.uniform(-0.1, 0.1, cases)
    return pl.DataFrame({**values, "games": games, "won": rng.binomial(games, likely)})


def limits_of(found: Discovered) -> dict[str, tuple[float | None, float | None]]:
    rows = found.limits.select("feature", "low", "high").iter_rows()
    return {name: (low, high) for name, low, high in rows}


@pytest.mark.parametrize("method", ["prim", "cart"])
@pytest.mark.parametrize(("cases", "games"), [(400, 10), (3000, 1)])
def test_a_box_that_is_known_is_found(method: Method, cases: int, games: int) -> None:
    found = discover(toy(cases, games), 0.75, method=method, side="Austria")
    limits = limits_of(found)
    assert set(limits) == {"a", "b"}
    low, high = limits["a"]
    assert low == pytest.approx(0.5, abs=0.06)
    assert high is None
    assert limits["b"] == (None, 2.0)
    assert found.limits["p"].to_list() == [0.001, 0.001]
    assert found.limits["again"].min() >= 0.7  # type: ignore[operator]
    assert found.limits.schema == {name: dtype for name, (dtype, _) in LIMIT_COLUMNS.items()}
    assert found.boxes.schema == {name: dtype for name, (dtype, _) in BOX_COLUMNS.items()}
    assert found.found
    assert found.density.value == pytest.approx(INSIDE, abs=0.07)
    assert found.mass.value == pytest.approx(0.3, abs=0.06)
    told = f"Austria wins {100 * found.density.value:.1f} % ("
    assert found.sentence.startswith(told)
    assert f"a is at least {low:g}" in found.sentence
    assert "b is at most 2" in found.sentence


def test_what_is_told_is_of_the_cases_that_were_not_searched() -> None:
    cases = toy(400)
    found = discover(cases, 0.75, seed=4)
    order = np.random.default_rng(4).permutation(400)
    fresh = cases[np.sort(np.array_split(order, 2)[1])]
    (a, _), (_, b) = (limits_of(found)[name] for name in "ab")
    there = fresh.filter(pl.col("a").round(3) >= a, pl.col("b") <= b)
    assert (found.density.count, found.density.games) == (there["won"].sum(), there["games"].sum())
    assert found.coverage.games == fresh["won"].sum()
    assert (found.mass.count, found.mass.games) == (there.height, 200)
    chosen = found.boxes.row(by_predicate=pl.col("chosen"), named=True)
    assert chosen["fresh_density"] == found.density.value
    assert chosen["fresh_coverage"] == found.coverage.value


@pytest.mark.parametrize("method", ["prim", "cart"])
def test_where_there_is_no_box_it_is_said(method: Method) -> None:
    found = discover(toy(400, inside=0.5, outside=0.5), 0.7, method=method, side="Austria")
    assert not found.found
    assert found.sentence.startswith(
        "No box is found in which Austria wins 70 % or more, or more than in all: of 2,000 fresh "
        "games Austria wins 4"
    )


def test_a_box_that_is_not_good_enough_is_the_nearest() -> None:
    found = discover(toy(600), 0.95, side="Austria")
    assert not found.found
    assert found.better
    assert found.sentence.startswith(
        "No box is found in which Austria wins 95 % or more. The nearest: Austria wins 8"
    )


def test_no_limit_is_told_where_none_is_needed() -> None:
    found = discover(toy(200, inside=0.8, outside=0.8), 0.7)
    assert found.limits.is_empty()
    assert found.shown
    assert found.sentence.startswith("No limit is told: of 1,000 fresh games the side wins 7")


def test_a_share_that_may_be_less_is_not_called_shown() -> None:
    found = discover(toy(400), 0.84, side="Austria")
    assert found.shown == (found.density.low >= 0.84)
    assert found.sentence.endswith("That it is 84 % or more is not shown.") == (
        found.found and not found.shown
    )


def test_a_limit_at_the_end_of_its_range_and_a_range_are_told() -> None:
    rng = np.random.default_rng(5)
    b, c = rng.integers(0, 4, 800), rng.integers(0, 7, 800)
    won = rng.random(800) < np.where((b == 3) & (c >= 2) & (c <= 4), 0.95, 0.05)
    found = discover(pl.DataFrame({"b": b, "c": c, "won": won}), 0.7)
    assert limits_of(found) == {"b": (3.0, None), "c": (2.0, 4.0)}
    assert "b is 3" in found.sentence
    assert "c is 2 to 4" in found.sentence


def test_the_same_seed_finds_the_same() -> None:
    cases = toy(200)
    assert discover(cases, seed=1).limits.equals(discover(cases, seed=1).limits)
    assert discover(cases, seed=1).boxes.equals(discover(cases, seed=1).boxes)
    assert not discover(cases, seed=1).boxes.equals(discover(cases, seed=2).boxes)


def test_games_by_themselves_have_the_interval_of_wilson() -> None:
    won = np.array([1.0] * 30 + [0.0] * 12)
    assert clustered_share(won, np.ones(42)) == share(30, 42)


@pytest.mark.parametrize(
    ("cases", "games", "a", "b"), [(100, 10, 7, 3), (30, 20, 1.4, 0.6), (50, 20, 9, 1)]
)
def test_intervals_of_games_that_go_together_hold_what_they_say(
    cases: int, games: int, a: float, b: float
) -> None:
    """Cases differ by a beta distribution; 2,000 simulations tell coverage to 0.5 points."""
    rng = np.random.default_rng(1800)
    wholes, held = np.full(cases, float(games)), np.zeros(3)
    of_all = 0.4 * a / (0.4 * a + 0.6 * b)
    for _ in range(2000):
        likely, inside = rng.beta(a, b, cases), rng.random(cases) < 0.4
        one = clustered_share(rng.binomial(games, likely).astype(float), wholes)
        won = rng.binomial(games, np.where(inside, likely, 1 - likely)).astype(float)
        other = clustered_share(won * inside, won)
        alone = np.arange(one.games) < one.count
        plain = clustered_share(alone * 1.0, np.ones(one.games))
        held += [
            one.low <= a / (a + b) <= one.high,
            other.low <= of_all <= other.high,
            plain.low <= a / (a + b) <= plain.high,
        ]
    assert held[:2] / 2000 == pytest.approx(0.95, abs=0.02)
    assert held[2] / 2000 < 0.9  # as if games of one case told as much as others


def test_the_interval_of_a_box_holds_its_true_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes are sought 500 times; what they showed where they were sought is too high."""
    monkeypatch.setattr(discovery, "RESAMPLES", 0)
    monkeypatch.setattr(discovery, "DRAWS", 1)
    rng = np.random.default_rng(7)
    a, b = rng.random(20_000), rng.integers(0, 5, 20_000)
    likely, held, flattered = chances(a, b, 0.7, 0.4), [], []
    for seed in range(500):
        found = discover(toy(120, 10, seed, 0.7, 0.4), 0.65, features=["a", "b"], seed=seed)
        there = np.ones(20_000, bool)
        for name, values in (("a", a), ("b", b)):
            low, high = limits_of(found).get(name, (None, None))
            there &= (values >= (low or 0)) & (values <= (9 if high is None else high))
        truth = likely[there].mean()
        held.append(found.density.low <= truth <= found.density.high)
        chosen = found.boxes.row(by_predicate=pl.col("chosen"), named=True)
        flattered.append(chosen["density"] - truth)
    assert np.mean(held) == pytest.approx(0.95, abs=0.02)
    assert np.mean(flattered) > 0.015


def test_quasi_p_values_of_limits_that_do_nothing_are_even(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery, "DRAWS", 99)
    rng = np.random.default_rng(11)
    box = np.array([[0.5, -np.inf], [np.inf, 0.8]])
    found = []
    for _ in range(400):
        won = rng.binomial(20, rng.beta(2, 2, 60)).astype(float)
        cases = _Cases(rng.random((60, 2)), won, np.full(60, 20.0))
        found.append(_quasi_p(cases, box, 0, rng))
    assert np.mean(np.array(found) <= 0.2) == pytest.approx(0.2, abs=0.05)
    assert np.mean(found) == pytest.approx(0.5, abs=0.05)


def lacking(**columns: Any) -> pl.DataFrame:
    return toy(100).with_columns(**columns)


@pytest.mark.parametrize(
    ("cases", "asked", "told"),
    [
        (toy(39), {}, "cases: expected at least 40, not 39"),
        (toy(50).drop("won"), {}, "cases: expected to have the columns won"),
        (toy(50).select("won", "games"), {}, "cases: expected at least one feature"),
        (lacking(won=0), {}, "cases: expected games won and games lost in both halves"),
        (lacking(won=11), {}, "cases: won, games: expected 0 to games"),
        (lacking(a=pl.lit("x")), {}, "cases: a: expected numbers or booleans in every row"),
        (lacking(a=None), {}, "cases: a: expected numbers or booleans in every row"),
        (lacking(a=float("nan")), {}, "cases: a: expected numbers or booleans in every row"),
        (toy(50), {"features": ["aa"]}, "features: no column 'aa' in the cases"),
        (toy(50), {"least": 1.0}, "least: expected more than 0 and less than 1, not 1.0"),
        (toy(50), {"mass": 0}, "mass: expected more than 0 and less than 1, not 0"),
        (toy(50), {"method": "bump"}, "method: expected 'prim' or 'cart', not 'bump'"),
        (toy(50), {"seed": -1}, "seed: expected 0 or more, not -1"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    cases: pl.DataFrame, asked: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        discover(cases, **asked)


@pytest.mark.parametrize("factor", [1e-300, 1e300, 1.0])
def test_features_of_any_size_are_searched(factor: float) -> None:
    found = discover(toy(400).with_columns(pl.col("a") * factor), 0.75)
    assert limits_of(found)["a"][0] == pytest.approx(0.5 * factor, rel=0.1)


def test_who_lacks_scikit_learn_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.tree", None)
    with pytest.raises(ImportError, match=r"of the extra search: pip install 'marengo\[search\]'"):
        discover(toy(100), method="cart")
    monkeypatch.setattr("marengo.cli.questions.find_spec", lambda _: None)
    assert main(["discover", "triomphe", "--method", "cart"]) == 2
    assert "--method cart: expected scikit-learn" in capsys.readouterr().err


def test_variants_have_values_from_all_ranges_and_games_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, list[str]]] = []

    def simulate(
        game: Any, games: int, players: list[str], seed: int = 0, **_: Any
    ) -> pl.DataFrame:
        assert 2 <= game.facts()["parameters"]["orders_per_turn"] <= 4
        if games:  # else it is seen whether these players and seats exist
            asked.append((seed, players))
        austrian = np.random.default_rng(seed).random(games) < 0.4
        seats = pl.Enum(["austrian", "french"])
        return pl.DataFrame({"winner": np.where(austrian, *seats.categories)}).cast(seats)

    monkeypatch.setattr("marengo.lab.analysis.cases.simulate", simulate)
    factors = [one for one in read_factors("triomphe") if one.name in ("orders", "novi")]
    plan: dict[str, Any] = {"variants": 40, "games": 3, "player": "rule", "progress": False}
    cases = variant_cases("triomphe", factors, **plan, seed=2)
    assert cases.columns == ["orders", "novi", "games", "won"]
    assert set(cases["orders"]) == {2, 3, 4}
    assert set(cases["novi"]) == {15, 16, 17, 18, 19}
    assert len({seed for seed, _ in asked}) == 40
    assert asked[0][1] == ["rule", "rule"]
    others = variant_cases("triomphe", factors, **plan, seed=2, side="french")
    assert (cases["won"] + others["won"]).to_list() == [3] * 40


def test_variants_are_not_told_of_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C a batch is shorter; whoever varies a scenario stops then."""
    batch = pl.DataFrame({"winner": []}, {"winner": pl.Enum(["austrian", "french"])})
    monkeypatch.setattr("marengo.lab.analysis.cases.simulate", lambda *_, **__: batch)
    with pytest.raises(KeyboardInterrupt):
        variant_cases("triomphe", variants=40, games=3, progress=False)


def test_factors_that_are_named_as_other_columns_are_refused() -> None:
    wrong = Factor(name="won", field="parameters.orders_per_turn", low=2, high=4)
    with pytest.raises(StudyError, match="factors: won: expected another name"):
        variant_cases("triomphe", [wrong])
    with pytest.raises(ValueError, match="variants: expected 40 or more, not 39"):
        variant_cases("triomphe", variants=39)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"factors": read_factors("bonaparte")}, "parameters: no field `commands_per_turn`"),
        (
            {"factors": [Factor(name="g", field="parameters.group_limit", low=2, high=6)]},
            "parameters.group_limit: expected 4 or less, not 6",
        ),
        ({"side": "nobody"}, "side: expected 'austrian' or 'french'"),
        ({"player": "nobody"}, "no player 'nobody'"),
    ],
)
def test_nothing_is_shown_before_it_is_clear_that_it_can_be_played(
    given: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=said):
        variant_cases("triomphe", **{"variants": 40, "games": 2, "player": "random", **given})
    assert capsys.readouterr() == ("", "")


EARLY = Study(
    name="early",
    scenarios=("triomphe", "bonaparte"),
    players=("rule",),
    games=100,
    seed=3,
    observe=("turns", "presence"),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return quiet(EARLY, tmp_path_factory.mktemp("early") / "run")


@pytest.mark.parametrize("cell", [0, "bonaparte"])
def test_what_had_happened_is_counted_until_the_hour(cell: int | str, run: Run) -> None:
    until, number = 16, 0 if cell == 0 else 1
    found = early_cases(run, until, cell=cell, side="french")
    games = run.games.filter(cell=number).collect()
    assert found["game"].to_list() == games.filter(pl.col("last_round") > until)["game"].to_list()
    turns = run.turns.filter(pl.col("cell") == number, pl.col("hour") <= until).collect()
    presence = run.presence.filter(pl.col("cell") == number, pl.col("hour") <= until).collect()
    for row in found.iter_rows(named=True):
        (game,) = games.filter(game=row["game"]).iter_rows(named=True)
        assert (row["seed"], row["won"]) == (game["seed"], game["winner"] == "french")
        mine = turns.filter(game=row["game"]).sort("turn")
        there = presence.filter(game=row["game"])
        for army in ("austrian", "french"):
            assert row[f"{army}_morale"] == mine[f"{army}_level"][-1]
            assert row[f"{army}_localities"] == mine[f"{army}_localities"][-1]
            assert row[f"{army}_attacks"] == mine.filter(side=army)["attacks"].sum()
            assert row[f"{army}_losses"] == there.filter(side=army)["lost"].sum()


def test_the_hour_at_which_somebody_came_from_a_box_is_told(run: Run) -> None:
    found = early_cases(run, 14)
    assert found["from_Alessandria"].min() == 6
    assert set(found["from_Novi"]) == {15}  # it opens at 16:00, so nobody has come
    assert set(found["from_Tortona"]) <= {11, 12, 13, 14, 15}
    later = early_cases(run, 18)
    assert later["from_Novi"].min() == 16


@pytest.mark.parametrize(
    ("until", "asked", "told"),
    [
        (24, {}, "until: expected an hour from 0 to 23, not 24"),
        (22, {}, "until: expected an hour after which games go on, not 22"),
        (12, {"cell": 2}, "cell: expected a number from 0 to 1, not 2"),
        (12, {"side": "melas"}, "side: expected 'austrian' or 'french', not 'melas'"),
    ],
)
def test_games_that_cannot_be_looked_at_are_refused(
    until: int, asked: dict[str, Any], told: str, run: Run
) -> None:
    with pytest.raises(ValueError, match=told):
        early_cases(run, until, **asked)


def test_games_that_were_not_observed_are_refused(tmp_path: Path) -> None:
    plain = Study(name="plain", scenarios=("triomphe",), players=("random",), games=2)
    with pytest.raises(StudyError, match='observe: expected "turns" in the plan'):
        early_cases(quiet(plain, tmp_path / "plain"), 12)


def test_the_command_tells_when_a_side_wins(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = tmp_path / "chart.svg"
    words = ["discover", str(run.folder), "--until", "14", "--cell", "bonaparte", "--least", "60"]
    code = main([*words, "--side", "french", "--out", str(chart)])
    said = capsys.readouterr().out
    assert code == ("No box is found" in said)
    assert "France wins" in said
    assert "<svg" in chart.read_text()


def test_the_command_plays_variants(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["discover", "bonaparte", "--variants", "40", "--games", "2", "--player", "rule"]
    assert main([*words, "--least", "99", "--seed", "2"]) == 1
    assert "No box is found in which Austria wins 99 % or more" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--until", "4"], "--until: expected none, of the games of a run"),
        (["--least", "100"], "--least: expected more than 0 and less than 100, not 100.0"),
        (["--out", "chart.png"], "chart.png: expected a name that ends in .svg"),
    ],
)
def test_the_command_refuses_before_it_plays(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["discover", "triomphe", *words]) == 2
    assert told in capsys.readouterr().err


def test_the_command_needs_the_hour_of_a_run(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discover", str(run.folder)]) == 2
    assert "--until: expected the hour" in capsys.readouterr().err
    assert main(["discover", str(run.folder), "--until", "12", "--games", "3"]) == 2
    assert "--games: expected none, as nothing is played of a run" in capsys.readouterr().err
