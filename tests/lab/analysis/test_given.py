"""Odds among games that are near to something: against odds that are known."""

from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.lab import Run, Study, share
from marengo.lab.analysis import GIVEN_COLUMNS, odds_given
from marengo.lab.analysis.given import share_difference
from marengo.lab.analysis.paired_shares import separate_interval
from marengo.lab.plan import StudyError
from tests.lab.analysis.made_up import made_up_run, winners

SCENARIOS = ("triomphe", "triomphe-desaix-never")


def played(*won: list[int]) -> Run:
    """Return a run of a scenario and what-ifs with the given results."""
    scenarios = (*SCENARIOS, "triomphe-desaix-15")[: len(won)]
    study = Study(name="given", scenarios=scenarios, players=("rule",), games=len(won[0]))
    rows = [
        pl.DataFrame({"cell": cell, "seed": range(len(one))}).with_columns(
            winner=pl.Series(winners(one))
        )
        for cell, one in enumerate(won)
    ]
    return made_up_run(study, pl.concat(rows))


def apart(*distances: Any) -> pl.DataFrame:
    """Return distances of the games of cells."""
    return pl.concat(
        pl.DataFrame({"cell": cell, "game": range(len(one)), "distance": one})
        for cell, one in enumerate(distances)
    )


def test_only_games_within_the_tolerance_count() -> None:
    run = played([1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0])
    far = apart([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.3, 0.1, 0.2, 9.0, 0.1, 8.0])
    found = odds_given(run, far, "triomphe", shares=(1.0, 0.5))
    assert dict(found.schema) == {name: dtype for name, (dtype, _) in GIVEN_COLUMNS.items()}
    wanted = found.select("cell", "kept", "tolerance", "games", "share")
    assert wanted.rows() == [
        (0, 1.0, 9.0, 6, pytest.approx(2 / 6)),
        (1, 1.0, 9.0, 6, pytest.approx(3 / 6)),
        (0, 0.5, 0.3, 3, pytest.approx(2 / 3)),
        (1, 0.5, 0.3, 4, pytest.approx(3 / 4)),
    ]
    last = share(3, 4)
    assert found.select("low", "high").row(3) == pytest.approx((last.low, last.high))
    assert found["difference"].to_list() == [
        None,
        pytest.approx(1 / 6),
        None,
        pytest.approx(1 / 12),
    ]
    other = odds_given(run, far, 0, shares=(1.0,), side="french")
    assert other["difference"][1] == pytest.approx(-1 / 6)


def test_where_no_game_is_near_nothing_is_said() -> None:
    found = odds_given(played([1, 0], [1, 0]), apart([0.1, 0.2], [5.0, 5.0]), shares=(0.5,))
    assert found.select("games", "share", "low", "difference", "difference_high").row(1) == (
        0,
        *[None] * 4,
    )


def test_odds_given_what_was_seen_are_those_of_bayes() -> None:
    """Two coins of heads in 0.8 and 0.2: three heads seen make the first 64 times as likely."""
    rng, games = np.random.default_rng(6), 20_000
    chance = rng.choice([0.2, 0.8], games)
    heads = rng.binomial(3, chance)
    won = (rng.random(games) < chance).astype(int).tolist()
    run = played(won, [0] * games)
    found = odds_given(run, apart(3 - heads, 3 - heads), shares=(0.2,))
    truth = (0.8 * 64 + 0.2) / 65
    assert found["tolerance"][0] == 0
    assert found["low"][0] < truth < found["high"][0]
    assert found["high"][0] - found["low"][0] < 0.03
    all_games = odds_given(run, apart(3 - heads, 3 - heads), shares=(1.0,))
    assert all_games["share"][0] == pytest.approx(0.5, abs=0.02)


def test_the_interval_is_newcombes_where_nothing_is_shared() -> None:
    _, *ends = share_difference(share(56, 70), share(48, 80))
    assert tuple(ends) == pytest.approx(separate_interval((56, 48), (70, 80)), abs=1e-6)


@pytest.mark.parametrize("alike", [0.0, 0.6, 0.9])
def test_the_interval_of_a_difference_covers_it(alike: float) -> None:
    """Of 150 seeds each cell keeps some; results of one seed agree more often than by chance."""
    rng, held, tries, shared = np.random.default_rng(8), 0, 3000, cache(share)
    for _ in range(tries):
        kept = rng.random((2, 150)) < 0.7
        common, own = rng.random(150), rng.random((2, 150))
        drawn = np.where(rng.random(150) < alike, common, own)
        won = drawn < np.array([[0.45], [0.3]])
        one, other = (shared(int(won[i][kept[i]].sum()), int(kept[i].sum())) for i in (0, 1))
        first, second = won[:, kept[0] & kept[1]]
        together = float((first - one.value) @ (second - other.value))
        _, low, high = share_difference(one, other, together)
        held += low <= 0.15 <= high
    assert held / tries == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("kept", [0.0, 1.2])
def test_a_share_that_cannot_be_kept_is_refused(kept: float) -> None:
    with pytest.raises(StudyError, match="shares: expected numbers above 0 and at most 1, not"):
        odds_given(played([1, 0], [1, 0]), apart([0, 1], [0, 1]), shares=(kept,))


def test_games_need_distances() -> None:
    with pytest.raises(StudyError, match="distances: expected those of games of cell 0"):
        odds_given(played([1, 0], [1, 0]), apart([0, 1]).with_columns(cell=1))
