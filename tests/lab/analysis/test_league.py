"""A league: values and mixtures that are known, and intervals that cover."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.core.players.populations import value_interval
from marengo.lab.analysis import LEAGUE_COLUMNS, league, league_study
from marengo.lab.analysis.league import LeagueError
from tests.lab.analysis.made_up import made_up_run, winners

PLAYERS = ("random", "rule", "policy")


def played(shares: dict[tuple[str, str], int], games: int = 1000) -> Any:
    """Return a league in which the first player of each pair wins so many games as Austria."""
    study = league_study("triomphe", PLAYERS, games)
    rows = [
        pl.DataFrame({"cell": number, "seed": range(games)}).with_columns(
            winner=pl.Series(
                winners([1] * shares[cell.players] + [0] * (games - shares[cell.players]))
            )
        )
        for number, cell in enumerate(study.cells)
        if cell.players in shares
    ]
    return made_up_run(study, pl.concat(rows))


def matrix(*rows: list[int]) -> dict[tuple[str, str], int]:
    """Return counts by pair from rows of a matrix."""
    return {
        (a, b): count
        for a, row in zip(PLAYERS, rows, strict=True)
        for b, count in zip(PLAYERS, row, strict=True)
    }


def test_a_plan_seats_each_player_against_each() -> None:
    cells = [cell.players for cell in league_study("triomphe", PLAYERS, 10).cells]
    assert sorted(cells) == sorted((a, b) for a in PLAYERS for b in PLAYERS)
    for wrong in ([], ["rule"], ["rule", "rule"]):
        with pytest.raises(LeagueError, match="expected at least two, each named once"):
            league_study("triomphe", wrong)


def test_rock_paper_scissors_is_even_and_mixed() -> None:
    found = league(played(matrix([500, 200, 800], [800, 500, 200], [200, 800, 500])))
    assert found.value == pytest.approx(0.5)
    for sent in found.mixtures:
        assert sent == pytest.approx(dict.fromkeys(PLAYERS, 1 / 3))
    assert found.table.schema == {name: dtype for name, (dtype, _) in LEAGUE_COLUMNS.items()}
    assert found.table.row(0)[:4] == ("random", "random", 1000, 0.5)


def test_two_of_two_are_mixed_as_by_hand() -> None:
    """Of [[a, b], [c, d]] without a saddle the value is (ad - bc) / (a + d - b - c)."""
    found = league(played(matrix([700, 300, 990], [400, 600, 990], [10, 10, 20])))
    value = (0.7 * 0.6 - 0.3 * 0.4) / (0.7 + 0.6 - 0.3 - 0.4)
    assert found.value == pytest.approx(value)
    first, second = found.mixtures
    assert first == pytest.approx({"random": 1 / 3, "rule": 2 / 3, "policy": 0})
    assert second == pytest.approx({"random": 0.5, "rule": 0.5, "policy": 0})
    assert found.low < value < found.high
    assert found.sentence.startswith("If each side may choose its player, Austria wins 50.0 % (")
    sent = "sends random in 33 %, rule in 67 %; France random in 50 %, rule in 50 %."
    assert found.sentence.endswith(sent)


@pytest.mark.parametrize(
    ("shares", "value"),
    [
        ([[0.5, 0.3], [0.3, 0.5]], 0.4),
        ([[0.2, 0.6], [0.5, 0.7]], 0.5),  # a saddle
        ([[0.2, 0.5, 0.65], [0.25, 0.5, 0.6], [0.3, 0.45, 0.65]], 0.3),
    ],
)
def test_the_interval_of_a_value_covers_it(shares: list[list[float]], value: float) -> None:
    truth, rng, held = np.array(shares), np.random.default_rng(14), 0
    for seed in range(400):
        won = rng.binomial(1000, truth).astype(float)
        low, high = value_interval(won, np.full(truth.shape, 1000.0), seed=seed)
        held += low <= value <= high
    assert held / 400 == pytest.approx(0.95, abs=0.02)


def test_the_interval_reaches_what_was_found() -> None:
    low, high = value_interval(np.zeros((2, 2)), np.full((2, 2), 10.0))
    assert low == 0 < high
    assert value_interval(np.full((2, 2), 10.0), np.full((2, 2), 10.0))[1] == 1


def test_a_pair_that_has_not_played_is_named() -> None:
    whole = matrix([500, 200, 800], [800, 500, 200], [200, 800, 500])
    del whole["rule", "policy"]
    with pytest.raises(LeagueError, match="a league: expected games of rule v policy too"):
        league(played(whole))
