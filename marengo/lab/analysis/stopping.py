"""What a comparison found, with account taken of why it ended.

Play that stops at a verdict stops sooner where chance exaggerates. How it could have gone is known:
for any true difference, the probability of each end is added up block by block, as the tests would
have stopped it. So there is a difference that such play would have exceeded as often as not, the
*median-unbiased* estimate, and one for each end of an interval. Ends are ordered by the difference
found (Emerson and Fleming 1990).

Only one thing is taken as found: in what share of the pairs the games end otherwise.

Reference: S. S. Emerson and T. R. Fleming, "Parameter estimation following group sequential
hypothesis testing", Biometrika 77 (1990), 875-892.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from marengo.lab.sprt import Limits, likelihood_ratio
from marengo.lab.statistics import CONFIDENCE, Array

End = tuple[int, Array, Array]
"""Pairs at a look, by how many more were won, and the chance that play ends there with each."""

NEVER = 1e-10
"""Play that goes on with less probability than this is taken to have ended."""

EDGE = 1 - 1e-9
"""The largest difference that is tried."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A difference that takes account of the stop, and the ends of its interval."""

    difference: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule by which a comparison is stopped."""

    by: float  # the difference that matters
    bounds: Limits  # of the likelihood ratio of either test
    block: int  # pairs between two looks
    most: int  # pairs at most


@dataclass(slots=True)
class _Looks:
    """Bounds of a test at each look: the lead in wins that refuses or shows a difference."""

    rule: Rule
    varied: float  # share of pairs that end otherwise
    known: list[tuple[int, int, int]]

    def at(self, number: int) -> tuple[int, int, int]:
        """Return pairs at a look, the most wins refused and the least shown."""
        while len(self.known) <= number:
            self.known.append(self._next())
        return self.known[number]

    def _next(self) -> tuple[int, int, int]:
        rule = self.rule
        pairs = min(rule.block * (1 + len(self.known)), rule.most)

        def ratio(more: int) -> float:
            varied = max(self.varied * pairs, abs(more))
            counts = (varied - more) / 2, pairs - varied, (varied + more) / 2
            return likelihood_ratio(counts, 0.5, (1 + rule.by) / 2)

        before = self.known[-1] if self.known else (0, 0, 0)
        reach = pairs - before[0]
        refused, shown = (
            range(max(-pairs, bound - reach), min(pairs, bound + reach) + 1) for bound in before[1:]
        )
        last = bisect_right(refused, rule.bounds.low, key=ratio) - 1
        first = bisect_left(shown, rule.bounds.high, key=ratio)
        return pairs, refused.start + last, shown.start + first


def _steps(difference: float, varied: float, pairs: int) -> Array:
    """Return the probabilities of all numbers of wins more in some pairs."""
    varied = max(varied, abs(difference))
    pair_chances = np.array([varied - difference, 2 * (1 - varied), varied + difference]) / 2
    steps = np.ones(1)
    for _ in range(pairs):
        steps = np.convolve(steps, pair_chances)
    return steps


def _ends(looks: _Looks, difference: float) -> Iterator[End]:
    """Yield where play ends at each look, if this is the difference: pairs, wins more, chances."""
    before = 0
    steps = _steps(difference, looks.varied, looks.rule.block)
    alive = {"both": np.ones(1), "up": np.zeros(1), "down": np.zeros(1)}
    for number in range(-(-looks.rule.most // looks.rule.block)):
        pairs, refused, shown = looks.at(number)
        if pairs - before < looks.rule.block:
            steps = _steps(difference, looks.varied, pairs - before)
        before = pairs
        moved = {name: np.convolve(chances, steps) for name, chances in alive.items()}
        more = np.arange(-(len(moved["both"]) // 2), len(moved["both"]) // 2 + 1)
        up, down = more <= refused, more >= -refused  # the test of a rise is refused, of a fall
        rises, falls = more >= shown, more <= -shown
        both, only_up, only_down = moved["both"], moved["up"], moved["down"]
        over = both * (rises | falls | (up & down)) + only_up * (rises | up)
        over += only_down * (falls | down)
        alive["up"] = only_up * ~(rises | up) + both * (down & ~up & ~rises & ~falls)
        alive["down"] = only_down * ~(falls | down) + both * (up & ~down & ~rises & ~falls)
        alive["both"] = both * ~(up | down | rises | falls)
        left = sum(chances.sum() for chances in alive.values())
        if pairs == looks.rule.most or left < NEVER:
            yield pairs, more, over + sum(alive.values())
            return
        yield pairs, more, over
        keep = min(len(more) // 2, shown)  # nothing goes on beyond
        middle = len(more) // 2
        alive = {n: chances[middle - keep : middle + keep + 1] for n, chances in alive.items()}


def chance_of_more(less: int, more: int, pairs: int, ends: Iterable[End]) -> float:
    """Return how likely play that ends so finds more than this.

    Half of how likely it finds just as much counts with it.
    """
    whole = 0.0
    for at, wins, chances in ends:
        beyond = np.sign(wins * pairs - (more - less) * at)
        whole += float(chances @ (1.0 + beyond)) / 2
    return whole


def after_stop(
    less: int, same: int, more: int, rule: Rule, confidence: float = CONFIDENCE
) -> Stopped:
    """Return the difference that a comparison found, with account taken of its stop.

    The first three are pairs that ended worse, alike and better in what is compared.
    """
    pairs = less + same + more
    observed, varied = (more - less) / pairs, (more + less) / pairs
    looks = _Looks(rule, varied, [])
    reach = 0.02 + 8 * (max(varied, 1 / pairs) / pairs) ** 0.5
    low, high = max(observed - reach, -EDGE), min(observed + reach, EDGE)

    def solved(chance: float) -> float:
        def beyond(difference: float) -> float:
            return chance_of_more(less, more, pairs, _ends(looks, difference)) - chance

        if beyond(low) >= 0:
            return -1.0
        return float(brentq(beyond, low, high, xtol=1e-4)) if beyond(high) > 0 else 1.0

    tail = (1 - confidence) / 2
    return Stopped(solved(0.5), solved(tail), solved(1 - tail))
