"""Results of the steps of a strength ladder: scores and tests."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from marengo.core.scenarios import seat_title
from marengo.lab.frames import seats_in
from marengo.lab.sprt import (
    Counts,
    Limits,
    TestVerdict,
    likelihood_ratio,
    mean_interval,
    mean_score,
)
from marengo.lab.statistics import Columns, frame_of, share
from marengo.lab.steps import PAIRS, LadderStep

TABLE_COLUMNS: Columns = {
    "step": (pl.Int64, "number of the step, from 1"),
    "challenger": (pl.String, "player who has to win"),
    "holder": (pl.String, "player who is to be beaten"),
    "step_verdict": (pl.String, "shown, refused or open; open too if nothing was played"),
    "claim": (pl.String, "what is counted: points of pairs, or games in a seat, by its name"),
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
class ClaimTest:
    """The test of one claim of a step: its log-likelihood ratio and verdict so far."""

    ratio: float = 0.0
    verdict: TestVerdict = "open"


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of a step so far."""

    step: LadderStep
    games: pl.DataFrame  # columns ladder_store.ladder_columns
    tests: dict[str, ClaimTest]

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return self.games.height // 2

    @property
    def verdict(self) -> TestVerdict:
        """Refused if any test is, shown if all are."""
        verdicts = {test.verdict for test in self.tests.values()}
        if "refused" in verdicts:
            return "refused"
        return "open" if "open" in verdicts else "shown"


def judge(result: StepResult, games: pl.DataFrame, within: Limits) -> StepResult:
    """Return the result after one more block; tests that have decided stay as they are."""
    played = pl.concat([result.games, games])
    tests = dict(result.tests)
    for claim, bound in result.step.bounds.items():
        if tests[claim].verdict == "open":
            ratio = likelihood_ratio(claim_counts(played, claim), bound.p0, bound.p1)
            tests[claim] = ClaimTest(ratio, within.verdict(ratio))
    return StepResult(result.step, played, tests)


def claim_name(claim: str) -> str:
    """Return what reports call a claim."""
    return claim if claim == PAIRS else f"as {seat_title(claim)}"


def claim_counts(games: pl.DataFrame, claim: str) -> Counts:
    """Return how often the challenger made each score: none to both games of a pair, or a game."""
    won = pl.col("winner").eq_missing(pl.col("side")).cast(pl.Int64).alias("won")
    if claim == PAIRS:
        scores, most = games.group_by("pair").agg(won.sum())["won"], 2
    else:
        scores, most = games.filter(pl.col("side") == claim).select(won)["won"], 1
    return tuple(int(count) for count in np.bincount(scores.to_numpy(), minlength=most + 1))


def ladder_table(results: tuple[StepResult, ...]) -> pl.DataFrame:
    """Return the table of a ladder, one row a step and claim: :data:`TABLE_COLUMNS`.

    Intervals of pairs come from the likelihood ratio of pair scores, see
    :func:`marengo.lab.sprt.mean_interval`; those of a side are Wilson's, as games of one side have
    different set-ups.
    """
    rows = []
    for number, result in enumerate(results, start=1):
        step = result.step
        head = (number, step.challenger, step.holder, result.verdict)
        for claim in (PAIRS, *seats_in(result.games)):
            bound, test = step.bounds.get(claim), result.tests.get(claim)
            asked = (
                (bound.p0, bound.p1, test.ratio, test.verdict) if bound and test else (None,) * 4
            )
            rows.append((*head, claim, result.pairs, *_score(result.games, claim), *asked))
    return frame_of(TABLE_COLUMNS, rows)


def _score(games: pl.DataFrame, claim: str) -> tuple[int, float | None, float | None, float | None]:
    """Return number of games, score, and the ends of its interval."""
    if games.is_empty():
        return 0, None, None, None
    counts = claim_counts(games, claim)
    if claim == PAIRS:
        return 2 * sum(counts), mean_score(counts), *mean_interval(counts)
    score = share(counts[1], sum(counts))
    return score.games, score.value, score.low, score.high


def step_line(result: StepResult, within: Limits) -> str:
    """Return one line on a step: its score so far, and its tests."""
    step = result.step
    score = mean_score(claim_counts(result.games, PAIRS))
    parts = [f"{step.challenger} v {step.holder}: {result.pairs} pairs, {score:.1%} of points"]
    for claim, test in result.tests.items():
        bound = step.bounds[claim]
        parts.append(
            f"{claim_name(claim)} {bound.p0:g} or {bound.p1:g}: {test.ratio:+.2f} "
            f"in {within.low:+.2f} to {within.high:+.2f}, {test.verdict}"
        )
    return "; ".join(parts)
