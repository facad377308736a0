"""How a step of the strength ladder stands: what was scored, and what the tests say of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from marengo.lab.sprt import (
    Counts,
    Limits,
    Verdict,
    likelihood_ratio,
    mean_interval,
    mean_score,
)
from marengo.lab.statistics import share
from marengo.lab.steps import CLAIMS, Claim, Step

__all__ = [
    "CLAIM_NAMES",
    "TABLE_COLUMNS",
    "Finding",
    "Standing",
    "claim_counts",
    "judge",
    "ladder_table",
    "standing_line",
]

CLAIM_NAMES: dict[Claim, str] = {"pairs": "pairs", "austrian": "as Austria", "french": "as France"}
"""How claims are named in what is printed."""

TABLE_COLUMNS: dict[str, tuple[Any, str]] = {
    "step": (pl.Int64, "number of the step, from 1"),
    "challenger": (pl.String, "player who has to win"),
    "holder": (pl.String, "player who is to be beaten"),
    "step_verdict": (pl.String, "shown, refused or open; open too if nothing was played"),
    "claim": (pl.Enum(CLAIMS), "what is counted: points of pairs, games as Austria, as France"),
    "pairs": (pl.Int64, "pairs played"),
    "games": (pl.Int64, "games counted"),
    "score": (pl.Float64, "share of the points that the challenger made"),
    "low": (pl.Float64, "lower end of the 95 % interval"),
    "high": (pl.Float64, "upper end of the 95 % interval"),
    "p0": (pl.Float64, "score that is not enough, if the step asks for this"),
    "p1": (pl.Float64, "score that is to be shown, if the step asks for this"),
    "ratio": (pl.Float64, "log-likelihood ratio when the test decided, or now"),
    "verdict": (pl.String, "shown, refused or open, if the step asks for this"),
}
"""Columns of the table of a ladder, one row a step and claim: type and meaning with unit."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How one test of a step stands: its log-likelihood ratio and what that says."""

    ratio: float = 0.0
    verdict: Verdict = "open"


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of a step so far."""

    step: Step
    games: pl.DataFrame  # columns ladder_store.LADDER_COLUMNS
    tests: dict[Claim, Finding]

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return self.games.height // 2

    @property
    def verdict(self) -> Verdict:
        """Refused if any test is, shown if all are."""
        verdicts = {test.verdict for test in self.tests.values()}
        if "refused" in verdicts:
            return "refused"
        return "open" if "open" in verdicts else "shown"


def judge(standing: Standing, games: pl.DataFrame, within: Limits) -> Standing:
    """Return how a step stands after one more block; tests that decided stay as they are."""
    played = pl.concat([standing.games, games])
    tests = dict(standing.tests)
    for claim, bound in standing.step.bounds.items():
        if tests[claim].verdict == "open":
            ratio = likelihood_ratio(claim_counts(played, claim), bound.p0, bound.p1)
            tests[claim] = Finding(ratio, within.verdict(ratio))
    return Standing(standing.step, played, tests)


def claim_counts(games: pl.DataFrame, claim: Claim) -> Counts:
    """Return how often the challenger made each score: none to both games of a pair, or a game."""
    won = (pl.col("winner") == pl.col("side")).cast(pl.Int64).alias("won")
    if claim == "pairs":
        scores, most = games.group_by("pair").agg(won.sum())["won"], 2
    else:
        scores, most = games.filter(pl.col("side") == claim).select(won)["won"], 1
    return tuple(int(count) for count in np.bincount(scores.to_numpy(), minlength=most + 1))


def ladder_table(standings: tuple[Standing, ...]) -> pl.DataFrame:
    """Return the table of a ladder, one row a step and claim: :data:`TABLE_COLUMNS`.

    Intervals of pairs come from the likelihood ratio of pair scores, see
    :func:`marengo.lab.sprt.mean_interval`; those of a side are Wilson's, as games of one side have
    different set-ups.
    """
    rows = []
    for number, standing in enumerate(standings, start=1):
        step = standing.step
        head = (number, step.challenger, step.holder, standing.verdict)
        for claim in CLAIMS:
            bound, test = step.bounds.get(claim), standing.tests.get(claim)
            asked = (
                (bound.p0, bound.p1, test.ratio, test.verdict) if bound and test else (None,) * 4
            )
            rows.append((*head, claim, standing.pairs, *_score(standing.games, claim), *asked))
    schema = {name: dtype for name, (dtype, _) in TABLE_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _score(
    games: pl.DataFrame, claim: Claim
) -> tuple[int, float | None, float | None, float | None]:
    """Return number of games, score, and the ends of its interval."""
    if games.is_empty():
        return 0, None, None, None
    counts = claim_counts(games, claim)
    if claim == "pairs":
        return 2 * sum(counts), mean_score(counts), *mean_interval(counts)
    one = share(counts[1], sum(counts))
    return one.games, one.value, one.low, one.high


def standing_line(standing: Standing, within: Limits) -> str:
    """Return one line on a step: its score so far, and how its tests stand."""
    step = standing.step
    score = mean_score(claim_counts(standing.games, "pairs"))
    parts = [f"{step.challenger} v {step.holder}: {standing.pairs} pairs, {score:.1%} of points"]
    for claim, test in standing.tests.items():
        bound = step.bounds[claim]
        parts.append(
            f"{CLAIM_NAMES[claim]} {bound.p0:g} or {bound.p1:g}: {test.ratio:+.2f} "
            f"in {within.low:+.2f} to {within.high:+.2f}, {test.verdict}"
        )
    return "; ".join(parts)
