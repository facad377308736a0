"""Mediation: against games whose results are made by mediators, so that the truth is known."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.lab import Study
from marengo.lab.analysis import (
    MECHANISM_COLUMNS,
    MEDIATION_COLUMNS,
    mechanisms,
    mediation,
    paired_difference,
)
from marengo.lab.plan import StudyError
from tests.lab.analysis.made_up import MadeUpRun, made_up_run, winners
from tests.lab.runs import quiet

WHAT_IF, BASE = "triomphe-desaix-never", "triomphe"

ARRIVALS, LOSSES, DIRECT = 3 * 0.04, 0.0, 0.05
"""What goes through arrivals, through losses, and through neither, in shares of games."""


def played(pairs: int, seed: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return pairs of games that arrivals help to win, that losses hang with, and their mediators.

    A what-if brings 3 more arrivals on average, of which each makes victory 4 points likelier, and
    5 points besides. Set-ups that bring more arrivals are also better for themselves, so that
    games which are not paired would tell too much of arrivals.
    """
    rng = np.random.default_rng(seed)
    set_up = rng.normal(0, 1, pairs)
    rows = []
    for cell in (0, 1):
        arrivals = 2 * set_up + 3 * cell + rng.uniform(-2, 2, pairs)
        losses = 0.5 * set_up + rng.normal(0, 1, pairs) + 2 * cell
        chance = 0.3 + 0.04 * (arrivals - 2 * set_up) + 0.05 * np.tanh(set_up) + DIRECT * cell
        won = (rng.random(pairs) < chance).astype(int).tolist()
        facts = {"cell": cell, "seed": range(pairs), "arrivals": arrivals, "losses": losses}
        rows.append(pl.DataFrame(facts).with_columns(winner=pl.Series(winners(won))))
    whole = pl.concat(rows)
    told = whole.select("cell", "arrivals", "losses", game="seed")
    return whole.select("cell", "seed", "winner"), told


def made(pairs: int, seed: int) -> tuple[MadeUpRun, pl.DataFrame]:
    """Return a run of such games, and their mediators."""
    games, mediators = played(pairs, seed)
    study = Study(name="why", scenarios=(BASE, WHAT_IF), players=("rule",), games=pairs)
    return made_up_run(study, games), mediators


def effects(found: pl.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["through"]: row for row in found.iter_rows(named=True)}


def test_an_effect_is_divided_as_it_was_made() -> None:
    run, mediators = made(10_000, 1)
    found = mediation(run, WHAT_IF, BASE, mediators)
    assert dict(found.schema) == {name: kind for name, (kind, _) in MEDIATION_COLUMNS.items()}
    rows = effects(found)
    assert list(rows) == ["total", "arrivals", "losses", "none of these"]
    assert rows["arrivals"]["change"] == pytest.approx(3, abs=0.05)
    assert rows["arrivals"]["slope"] == pytest.approx(4, abs=0.6)
    for name, truth in {"arrivals": ARRIVALS, "losses": LOSSES, "none of these": DIRECT}.items():
        assert rows[name]["effect"] == pytest.approx(100 * truth, abs=2)
        assert rows[name]["low"] < 100 * truth < rows[name]["high"]
    assert found["effect"][1:].sum() == pytest.approx(rows["total"]["effect"])
    assert found["share"][1:].sum() == pytest.approx(1)


def test_the_total_is_the_paired_difference() -> None:
    run, mediators = made(300, 2)
    total = effects(mediation(run, WHAT_IF, BASE, mediators))["total"]
    expected = paired_difference(run, WHAT_IF, BASE)
    told = (total["effect"], total["low"], total["high"])
    assert told == pytest.approx(
        [100 * n for n in (expected.difference, expected.low, expected.high)]
    )


def test_the_other_side_and_the_other_direction_change_the_sign() -> None:
    run, mediators = made(300, 3)
    one = mediation(run, WHAT_IF, BASE, mediators)["effect"]
    french = mediation(run, WHAT_IF, BASE, mediators, "french")["effect"]
    back = mediation(run, BASE, WHAT_IF, mediators)["effect"]
    assert french.to_list() == pytest.approx((-one).to_list())
    assert back.to_list() == pytest.approx((-one).to_list())


def test_the_intervals_cover_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[mediation.__module__], "DRAWS", 400)
    truth = {"arrivals": ARRIVALS, "losses": LOSSES, "none of these": DIRECT}
    held, tries = dict.fromkeys(truth, 0), 300
    run, _ = made(300, 0)
    for seed in range(tries):
        games, mediators = played(300, 100 + seed)
        run = replace(
            run, rows=run.rows.with_columns(games["winner"].cast(run.rows.schema["winner"]))
        )
        rows = effects(mediation(run, WHAT_IF, BASE, mediators, seed=seed))
        for name, value in truth.items():
            held[name] += rows[name]["low"] <= 100 * value <= rows[name]["high"]
    assert {name: count / tries for name, count in held.items()} == pytest.approx(
        dict.fromkeys(truth, 0.95), abs=0.02
    )


def test_games_without_a_mediator_are_left_out_in_pairs() -> None:
    run, mediators = made(200, 5)
    some = mediators.with_columns(
        losses=pl.when((pl.col("cell") == 1) & (pl.col("game") < 50)).then(None).otherwise("losses")
    )
    kept = mediators.filter(pl.col("game") >= 50)
    assert mediation(run, WHAT_IF, BASE, some).equals(mediation(run, WHAT_IF, BASE, kept))


def test_a_mediator_that_is_nothing_without_the_what_if_is_told() -> None:
    """Its mean in a pair is half of its difference, and must not be fitted beside it."""
    run, mediators = made(2000, 6)
    fresh = pl.when(pl.col("cell") == 1).then("arrivals").otherwise(0.0)
    found = effects(mediation(run, WHAT_IF, BASE, mediators.with_columns(arrivals=fresh)))
    assert found["arrivals"]["effect"] + found["none of these"]["effect"] == pytest.approx(
        found["total"]["effect"] - found["losses"]["effect"]
    )
    assert found["arrivals"]["high"] - found["arrivals"]["low"] < 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"arrivals": pl.col("cell") * 3}, "arrivals: the what-if changes it by 3 in every pair"),
        ({"losses": pl.col("arrivals") * 2}, "cannot be told apart: one is made up of others"),
        ({"losses": pl.lit("many")}, "mediators: losses: expected numbers"),
        ({"losses": pl.lit(None, pl.Float64)}, "mediators: expected more than 5 pairs with all"),
    ],
)
def test_what_tells_nothing_is_refused(change: dict[str, pl.Expr], words: str) -> None:
    run, mediators = made(50, 7)
    with pytest.raises(StudyError, match=words):
        mediation(run, WHAT_IF, BASE, mediators.with_columns(**change))


def test_at_least_one_mediator_is_needed() -> None:
    run, mediators = made(50, 7)
    with pytest.raises(StudyError, match="mediators: expected at least one column beside"):
        mediation(run, WHAT_IF, BASE, mediators.select("cell", "game"))


def test_mechanisms_are_what_was_observed(tmp_path: Path) -> None:
    study = Study(
        name="why",
        scenarios=(BASE, WHAT_IF),
        players=("rule",),
        games=10,
        observe=("turns", "presence"),
    )
    run = quiet(study, tmp_path / "run")
    at, found = 15, mechanisms(run, 15)
    assert dict(found.schema) == {name: kind for name, (kind, _) in MECHANISM_COLUMNS.items()}
    assert found.height == 20
    turns, presence = run.turns.collect(), run.presence.collect()
    for row in found.iter_rows(named=True):
        mine = (pl.col("cell") == row["cell"], pl.col("game") == row["game"], pl.col("hour") <= at)
        last = turns.filter(*mine).row(-1, named=True)
        assert row["ground"] == last["austrian_localities"] - last["french_localities"]
        assert row["morale"] == last["austrian_level"] - last["french_level"]
        came = lost = 0
        for one in presence.filter(*mine).iter_rows(named=True):
            sign = 1 if one["side"] == "austrian" else -1
            lost -= sign * one["lost"]
            came += sign * one["strength"] * (at + 1 - one["hour"]) * (one["origin"] is None)
        assert (row["losses"], row["arrivals"]) == (lost, came)


def test_mechanisms_must_be_observed(tmp_path: Path) -> None:
    study = Study(name="blind", scenarios=(BASE,), players=("random",), games=1, observe=("turns",))
    run = quiet(study, tmp_path / "run")
    with pytest.raises(StudyError, match='observe: expected "presence" in the plan'):
        mechanisms(run, 15)
    with pytest.raises(StudyError, match="at: expected an hour from 0 to 23, not 24"):
        mechanisms(run, 24)
