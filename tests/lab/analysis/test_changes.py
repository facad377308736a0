"""What each change of a what-if does: against games whose results are made of the changes."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.lab import Study
from marengo.lab.analysis import (
    CHANGES_COLUMNS,
    changes_study,
    changes_table,
)
from marengo.lab.plan import StudyError
from tests.lab.analysis.made_up import MadeUpRun, made_up_run, winners


def decided(study: Study, *won: Any) -> MadeUpRun:
    """Return a run of a plan with the results of each cell."""
    rows = [
        pl.DataFrame({"cell": cell, "seed": range(len(one))}).with_columns(
            winner=pl.Series(winners(list(one)))
        )
        for cell, one in enumerate(won)
    ]
    return made_up_run(study, pl.concat(rows))


def shares(*counts: int) -> list[list[int]]:
    """Return results of a hundred games, of which so many are won, by cell."""
    return [[1] * count + [0] * (100 - count) for count in counts]


def test_a_what_if_is_taken_apart() -> None:
    study = changes_study("triomphe-desaix-15", games=10, observe=("turns",))
    alone = ("triomphe-desaix-15-hours", "triomphe-desaix-15-morale")
    assert set(study.scenarios[1:3]) == set(alone)
    assert study.scenarios[0::3] == ("triomphe", "triomphe-desaix-15")
    printed = study.game("triomphe").scenario
    told = [study.game(name).scenario.diff(printed) for name in alone]
    whole = study.game("triomphe-desaix-15").scenario.diff(printed)
    assert sorted(told[0] + told[1]) == sorted(whole)
    assert changes_study("triomphe-four-orders").scenarios == ("triomphe", "triomphe-four-orders")


def test_effects_are_the_mean_of_all_orders() -> None:
    study = changes_study("triomphe-desaix-never", games=100)
    place = {name.rsplit("-", 1)[-1]: at for at, name in enumerate(study.scenarios)}
    counts = [30, 0, 0, 60]  # as printed, one change each, both
    counts[place["morale"]], counts[place["forces"]] = 50, 34
    found = changes_table(decided(study, *shares(*counts)))
    assert dict(found.schema) == {name: kind for name, (kind, _) in CHANGES_COLUMNS.items()}
    rows = {row["through"]: row for row in found.iter_rows(named=True)}
    assert list(rows) == ["total", "forces", "morale"]
    assert rows["total"]["effect"] == pytest.approx(30)
    assert rows["morale"]["effect"] == pytest.approx((20 + 26) / 2)
    assert rows["forces"]["effect"] == pytest.approx((4 + 10) / 2)
    assert rows["forces"]["share"] == pytest.approx(7 / 30)
    assert (rows["forces"]["first"], rows["forces"]["last"]) == pytest.approx((4, 10))
    assert found["effect"][1:].sum() == pytest.approx(30)
    french = changes_table(decided(study, *shares(*counts)), "french")
    assert french["effect"].to_list() == pytest.approx([-one for one in found["effect"]])


def test_changes_that_add_up_are_told_as_they_are() -> None:
    study = changes_study("triomphe-rivaud-noon", games=100)
    tables = {name: frozenset(one) - {"extends"} for name, one in study.what_ifs.items()}
    worth = {"hours": 6, "morale": 10}
    counts = [20, *(20 + sum(worth[one] for one in some) for some in tables.values()), 20 + 16]
    found = changes_table(decided(study, *shares(*counts)))
    assert dict(found.select("through", "effect").iter_rows()) == pytest.approx(
        {"total": 16, **worth}
    )


def test_three_changes_are_weighed_as_shapley_did() -> None:
    """The glove game: of two left gloves, a and b, and a right one, c, a pair is worth 60."""
    gloves = {"hours": "left", "morale": "left", "parameters": "right"}
    tables: dict[str, dict[str, Any]] = {
        "hours": {"Novi": 15},
        "morale": {"french": {"uncommitted": 3}},
        "parameters": {"orders_per_turn": 4},
    }
    sets = [some for size in (1, 2, 3) for some in combinations(gloves, size)]
    study = Study(
        name="gloves",
        scenarios=("triomphe", *("-".join(some) for some in sets)),
        players=("rule",),
        what_ifs={
            "-".join(some): {"extends": "triomphe", **{one: tables[one] for one in some}}
            for some in sets
        },
    )
    counts = [60 * ({gloves[one] for one in some} == {"left", "right"}) for some in sets]
    found = changes_table(decided(study, *shares(0, *counts)))
    assert dict(found.select("through", "effect").iter_rows()) == pytest.approx(
        {"total": 60, "hours": 10, "morale": 10, "parameters": 40}
    )


def test_one_change_is_the_whole() -> None:
    study = changes_study("triomphe-four-orders", games=100)
    found = changes_table(decided(study, *shares(40, 40)))
    assert found["through"].to_list() == ["total", "triomphe-four-orders"]
    assert found["effect"].to_list() == [0, 0]
    assert found["share"].to_list() == [None, None]


def test_the_interval_covers_the_effect() -> None:
    """Results of a seed hang together; the truth is 20 and 5 points, and 7 more for both."""
    study = changes_study("triomphe-desaix-never", games=200)
    first = "forces" if study.scenarios[1].endswith("forces") else "morale"
    run = decided(study, *[[0] * 200] * 4)
    rng, held, tries = np.random.default_rng(4), 0, 1000
    for _ in range(tries):
        luck = np.where(rng.random(200) < 0.5, rng.random(200), rng.random((4, 200)))
        won = (luck < np.array([[0.3], [0.5], [0.35], [0.62]])).astype(int)
        winner = pl.Series("winner", winners(won.ravel().tolist()), run.rows.schema["winner"])
        table = changes_table(replace(run, rows=run.rows.with_columns(winner)))
        found = table.row(by_predicate=pl.col("through") == first, named=True)
        held += found["low"] <= 23.5 <= found["high"]
    assert held / tries == pytest.approx(0.95, abs=0.02)


def test_a_run_of_another_plan_is_refused() -> None:
    others = ("triomphe", "triomphe-lapoype", "triomphe-desaix-15")
    study = Study(name="other", scenarios=others, players=("rule",))
    with pytest.raises(StudyError, match="other: expected a plan of changes_study, played by one"):
        changes_table(decided(study, *shares(1, 2, 3)))


def test_seeds_must_be_common() -> None:
    study = changes_study("triomphe-four-orders", games=100)
    with pytest.raises(StudyError, match="games: expected at least two seeds that all sets"):
        changes_table(decided(study, [1, 0]))


def test_what_is_no_what_if_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="changes 1 to 5 things, not a whole scenario"):
        changes_study("triomphe")
    file = tmp_path / "same.toml"
    file.write_text('extends = "triomphe"\nname = "same"\ntitle = "The same"\n')
    with pytest.raises(StudyError, match=r"same\.toml: expected a what-if .* not 0"):
        changes_study(file)
