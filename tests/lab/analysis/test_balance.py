"""Balance by strength: against shares, ratings and limits that are known."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import t

from marengo.lab import Study, share
from marengo.lab.analysis import BALANCE_COLUMNS, BalanceError, balance_by_strength, balance_curve
from marengo.lab.analysis.balance import level_of, mean_interval
from marengo.lab.ratings import ratings
from marengo.lab.statistics import frame_of
from tests.lab.analysis.made_up import made_up_run, winners

POLICIES = ("policy", "policy:weights=one", "policy:weights=two")


@pytest.mark.parametrize(
    ("player", "level"),
    [
        ("rule", "rule"),
        ("search:64", "search:64"),
        ("search:64,weights=triomphe-11", "search:64"),
        ("search:weights=a,playouts=64,horizon=1", "search:playouts=64,horizon=1"),
    ],
)
def test_a_level_is_a_player_without_its_weights(player: str, level: str) -> None:
    assert level_of(player) == level


def alike(shares: dict[str, int], games: int = 100) -> Any:
    """Return a run in which the first seat wins so many games of each player."""
    study = Study(name="alike", scenarios=("triomphe",), players=tuple(shares), games=games)
    rows = [
        pl.DataFrame({"cell": cell, "seed": range(games)}).with_columns(
            winner=pl.Series(winners([1] * won + [0] * (games - won)))
        )
        for cell, won in enumerate(shares.values())
    ]
    return made_up_run(study, pl.concat(rows))


def matches() -> Any:
    """Return a run in which each policy beats ``rule`` in three games of four in either seat."""
    pairs = tuple((name, "rule") for name in POLICIES)
    study = Study(name="matches", scenarios=("triomphe",), pairs=pairs, games=100)
    rows = []
    for cell, played in enumerate(study.cells):
        won = [1] * 75 + [0] * 25 if played.players[1] == "rule" else [0] * 75 + [1] * 25
        frame = pl.DataFrame({"cell": cell, "seed": range(100)})
        rows.append(frame.with_columns(winner=pl.Series(winners(won))))
    return made_up_run(study, pl.concat(rows))


def test_a_level_has_the_mean_of_its_players() -> None:
    run = alike({POLICIES[0]: 30, POLICIES[1]: 45, POLICIES[2]: 60, "rule": 40})
    table = balance_by_strength([run], matches())
    assert table.schema == {name: dtype for name, (dtype, _) in BALANCE_COLUMNS.items()}
    assert table["level"].to_list() == ["rule", "policy"]
    rule, policy = table.iter_rows(named=True)
    assert (rule["elo"], rule["players"], policy["players"]) == (0, 1, 3)
    assert policy["elo"] == pytest.approx(400 * np.log10(3), abs=3)  # odds of three to one
    one = share(40, 100)
    assert (rule["low"], rule["high"]) == pytest.approx((one.low, one.high))
    assert (policy["share"], policy["least"], policy["most"]) == pytest.approx((0.45, 0.3, 0.6))
    half = t.ppf(0.975, 2) * np.std([0.3, 0.45, 0.6], ddof=1) / np.sqrt(3)
    assert (policy["low"], policy["high"]) == pytest.approx((0.45 - half, 0.45 + half))


def test_games_of_a_pair_share_their_cluster() -> None:
    """The rating is that of the pairs, as if they had been played as such."""
    games = matches().games.collect()
    games = games.rename({f"{seat}_player": seat for seat in ("austrian", "french")})
    paired = games.with_columns(
        pair=pl.concat_str(pl.col("cell") // 2, pl.col("seed"), separator=" ")
    )
    policy = ratings(paired, "rule").filter(pl.col("name") == "policy")
    found = balance_by_strength([alike(dict.fromkeys(POLICIES, 50))], matches())
    assert found["elo"][0] == pytest.approx(policy["rating"][0], abs=1)


def test_players_who_agree_are_not_known_better_than_their_games() -> None:
    same = mean_interval(np.array([0.5, 0.5, 0.5]), np.array([100, 100, 100]))
    one = share(150, 300)
    assert same == pytest.approx((one.low, one.high))


def test_the_interval_of_a_mean_covers_it() -> None:
    """Players who learned by themselves differ by 8 points, their games by chance."""
    rng, truth, held = np.random.default_rng(14), 0.45, 0
    for _ in range(2000):
        shares = np.clip(rng.normal(truth, 0.08, 3), 0, 1)
        low, high = mean_interval(rng.binomial(1000, shares) / 1000, np.full(3, 1000))
        held += low <= truth <= high
    assert held / 2000 == pytest.approx(0.95, abs=0.02)


def levels(shares: list[float], games: int, spread: float = 0.0, seed: int = 0) -> pl.DataFrame:
    """Return a table of six levels, 250 points apart, of three players each."""
    rng, rows = np.random.default_rng(seed), []
    for number, truth in enumerate(shares):
        own = np.clip(rng.normal(truth, spread, 3), 0.01, 0.99)
        found = rng.binomial(games, own) / games
        low, high = mean_interval(found, np.full(3, games))
        head = f"search:{4**number}", 3, 250.0 * number, 3 * games
        rows.append((*head, found.mean(), low, high, found.min(), found.max()))
    return frame_of(BALANCE_COLUMNS, rows)


def nearing(limit: float, height: float, rate: float) -> list[float]:
    """Return shares that near a limit, level by level."""
    logits = np.log(limit / (1 - limit)) + height * np.exp(-rate * 250 * np.arange(6))
    return list(1 / (1 + np.exp(-logits)))


def test_a_limit_that_is_neared_is_found() -> None:
    curve = balance_curve(levels(nearing(0.6, -1.5, 1 / 250), 20_000))
    assert curve.converges
    assert curve.low < 0.6 < curve.high
    assert curve.high - curve.low < 0.06
    assert curve.share(np.array([0.0]))[0] == pytest.approx(nearing(0.6, -1.5, 0.004)[0], abs=0.03)
    assert curve.sentence.startswith("It comes to 60 % (")


def test_what_goes_on_rising_does_not_converge() -> None:
    curve = balance_curve(levels([0.2, 0.3, 0.4, 0.5, 0.6, 0.7], 1000))
    assert not curve.converges
    assert curve.sentence.startswith("It does not converge by what was played: search:1024")


def test_no_curve_goes_through_what_rises_and_falls() -> None:
    curve = balance_curve(levels([0.7, 0.3, 0.7, 0.3, 0.7, 0.5], 20_000))
    assert (curve.misfit < 0.05, curve.converges) == (True, False)
    assert "no such curve goes through the shares" in curve.sentence


def test_what_is_hardly_known_does_not_converge() -> None:
    assert not balance_curve(levels([0.5] * 6, 100, spread=0.15)).converges


def test_the_interval_of_the_limit_covers_it() -> None:
    truth = nearing(0.6, -1.5, 1 / 250)
    found = [balance_curve(levels(truth, 1000, 0.03, seed), seed) for seed in range(200)]
    held = sum(curve.low <= 0.6 <= curve.high for curve in found) / len(found)
    assert held >= 0.93
    assert sum(curve.misfit < 0.05 for curve in found) / len(found) <= 0.07


def test_a_curve_needs_four_levels() -> None:
    with pytest.raises(BalanceError, match="at least 4 levels, not of 3"):
        balance_curve(levels([0.4, 0.5, 0.6], 100))


def test_strength_needs_games_of_players_alike() -> None:
    with pytest.raises(BalanceError, match="alike: expected games of one scenario"):
        balance_by_strength([matches()])
    with pytest.raises(BalanceError, match="alike: expected games of one scenario"):
        balance_by_strength([])
