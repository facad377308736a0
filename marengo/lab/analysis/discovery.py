"""Scenario discovery: when does a side win so often? Limits of few features, told in a sentence.

A box is a range of each of some features. It is sought among one half of the cases, by peeling away
thin slices (PRIM, the patient rule induction method) or along the branches of a tree (CART), and
told from the other half, by which nothing was chosen.

The library ``ema_workbench`` has the first too. It takes one yes or no a case, where a variant here
is played several times; in 2.5.3 it fails with pandas 3 on whole numbers; and it loads pyplot.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import sqrt
from typing import Literal

import numpy as np
import polars as pl
from scipy.special import ndtri, stdtrit

from marengo.core.errors import did_you_mean
from marengo.core.numbers import REAL, SEED, SHARE, takes
from marengo.lab.exchange import Frame, need
from marengo.lab.plan import StudyError
from marengo.lab.statistics import CONFIDENCE, Array, Columns, Share, frame_of

__all__ = ["BOX_COLUMNS", "LIMIT_COLUMNS", "Discovered", "clustered_share", "discover"]

PEELED = 0.05
"""Share of the cases in a box that a step peels away."""

FEWEST = 10
"""Cases that a box has at least, in either half."""

RESAMPLES, DRAWS = 10, 999
"""Halves of the cases among which a box is sought again, and draws of a resampling test."""

WORTH = 0.9
"""Share of the best box's coverage, or else density, that a box with fewer limits must reach."""

FIGURES = 3
"""Figures of its range to which a feature is rounded: a box is tested as it is told."""

MOST_DECIMALS = 300
"""Most decimals to round to."""

RESERVED = ("cell", "game", "seed", "won", "games")
"""Columns of cases that are not features."""

LIMIT_COLUMNS: Columns = {
    "feature": (pl.String, "what is limited"),
    "low": (pl.Float64, "the least of it in the box; null: not limited below"),
    "high": (pl.Float64, "the most of it in the box; null: not limited above"),
    "least": (pl.Float64, "the least of it in all cases"),
    "most": (pl.Float64, "the most of it in all cases"),
    "p": (pl.Float64, "quasi-p-value: how often chance does as well as this limit, fresh cases"),
    "again": (pl.Float64, "share of the boxes found among half of the cases that limit it so too"),
}
"""Columns of the limits of a box: type and meaning with unit."""

BOX_COLUMNS: Columns = {
    "box": (pl.Int64, "number of the box, from 0: all cases"),
    "limited": (pl.Int64, "how many features it limits"),
    "mass": (
        pl.Float64,
        "share of the cases that lie in it, among which boxes were sought, 0 to 1",
    ),
    "coverage": (pl.Float64, "share of all games won there that lie in it"),
    "density": (pl.Float64, "share of the games in it that are won"),
    "fresh_mass": (pl.Float64, "share of the other cases that lie in it"),
    "fresh_coverage": (pl.Float64, "share of all games won of these that lie in it"),
    "fresh_density": (pl.Float64, "share of the games of these in it that are won; null if none"),
    "fresh_low": (pl.Float64, "lower end of its 95 % interval, whole cases drawn"),
    "fresh_high": (pl.Float64, "upper end"),
    "chosen": (pl.Boolean, "whether it is the one that is told"),
}
"""Columns of the boxes that were looked at: type and meaning with unit."""

Method = Literal["prim", "cart"]


@dataclass(frozen=True)
class Discovered:
    """Result of scenario discovery: the limits within which a side wins often.

    Parameters
    ----------
    limits : polars.DataFrame
        A row for each feature that is limited, that which matters most first;
        :data:`LIMIT_COLUMNS`.
    boxes : polars.DataFrame
        The boxes among which it was chosen, all cases first; :data:`BOX_COLUMNS`.
    density, coverage, mass : Share
        Of the box among fresh cases: how many of the games in it are won, how many of all games won
        lie in it, how many of all cases do.
    overall : Share
        Of the games of all fresh cases that are won.
    least : float
        The share that was asked for, 0 to 1.
    side : str
        Who wins, as sentences have it.
    """

    limits: pl.DataFrame
    boxes: pl.DataFrame
    density: Share
    coverage: Share
    mass: Share
    overall: Share
    least: float
    side: str

    @property
    def found(self) -> bool:
        """True if the fresh games in the box are won as often as was asked."""
        return self.density.value >= self.least

    @property
    def shown(self) -> bool:
        """True if the whole interval of that share is as high as was asked."""
        return self.density.low >= self.least

    @property
    def better(self) -> bool:
        """True if the lower end of the interval is above the share of all fresh games."""
        return self.density.low > self.overall.value

    @cached_property
    def sentence(self) -> str:
        """The result in words."""
        most = f"{100 * self.least:g} % or more"
        fresh = f"of {self.overall.games:,} fresh games {self.side} wins {_percent(self.overall)}"
        if not (self.found or self.better):
            return (
                f"No box is found in which {self.side} wins {most}, or more than in all: {fresh}."
            )
        text = f"No limit is told: {fresh}." if self.limits.is_empty() else self._box_text
        if not self.found:
            return f"No box is found in which {self.side} wins {most}. The nearest: {text}"
        return text if self.shown else f"{text} That it is {most} is not shown."

    @property
    def _box_text(self) -> str:
        rows = self.limits.select("feature", "low", "high", "least", "most").iter_rows()
        when = " and ".join(_limit_text(*row) for row in rows)
        return (
            f"{self.side} wins {_percent(self.density)} of {self.density.games:,} fresh games when "
            f"{when}, not {_percent(self.overall)}; that is {100 * self.mass.value:.0f} % of the "
            f"cases, with {100 * self.coverage.value:.0f} % of all that it wins."
        )


def _percent(share: Share) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f} %)"


def _limit_text(name: str, low: float | None, high: float | None, least: float, most: float) -> str:
    """Return a limit in words."""
    below, above = least if low is None else low, most if high is None else high
    if below == above:
        return f"{name} is {below:g}"
    if low is None:
        return f"{name} is at most {above:g}"
    return f"{name} is " + (f"at least {below:g}" if high is None else f"{below:g} to {above:g}")


@takes(confidence=SHARE)
def clustered_share(parts: Array, wholes: Array, confidence: float = CONFIDENCE) -> Share:
    """Return a share of games with its interval, where games of one case may go alike.

    Wilson's interval of as many games as would tell as much if each were by itself: the number that
    makes their variance that of the cases (Korn and Graubard 1998). It is not more than all games,
    nor less than if the games of each case had all ended alike.

    Parameters
    ----------
    parts, wholes : array
        Of each case, how many of how many games; cases are independent of each other.
    confidence : float
        Probability that the interval covers the truth.

    Raises
    ------
    ValueError
        If there is no game.

    References
    ----------
    E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number
    of positive counts estimated from survey data", Survey Methodology 24 (1998), 193-201.
    """
    games, cases = float(np.sum(wholes)), int(np.count_nonzero(wholes))
    if not games:
        raise ValueError("wholes: expected at least one game")
    value, tail = float(np.sum(parts)) / games, (1 + confidence) / 2
    alike = games**2 / float(np.sum(np.square(wholes)))
    effective, squares = alike, float(np.sum((parts - value * wholes) ** 2))
    normal = float(ndtri(tail))
    if squares > 0:
        error = squares * cases / (cases - 1) / games**2
        effective = value * (1 - value) / error * (normal / float(stdtrit(cases - 1, tail))) ** 2
    squared = normal**2 / min(max(effective, alike), games)
    middle = (value + squared / 2) / (1 + squared)
    half = sqrt(squared * value * (1 - value) + squared**2 / 4) / (1 + squared)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Share(int(np.sum(parts)), int(games), value, low, high)


@dataclass(frozen=True)
class _Cases:
    """Cases; a box is the lows and the highs of all features, ``(2, features)``."""

    values: Array  # (cases, features)
    won: Array
    games: Array

    def __getitem__(self, chosen: Array) -> "_Cases":
        return _Cases(self.values[chosen], self.won[chosen], self.games[chosen])

    @property
    def everywhere(self) -> Array:
        return np.repeat([[-np.inf], [np.inf]], self.values.shape[1], axis=1)

    def inside(self, box: Array) -> Array:
        return np.asarray(((self.values >= box[0]) & (self.values <= box[1])).all(axis=1))

    def share(self, box: Array, confidence: float = CONFIDENCE) -> Share | None:
        """Return how many of the games in a box are won; None if there are none."""
        inside = self.inside(box)
        if not inside.any():
            return None
        return clustered_share(self.won[inside], self.games[inside], confidence)

    def size(self, box: Array) -> tuple[float, float]:
        """Return mass and coverage of a box."""
        inside = self.inside(box)
        return float(inside.mean()), float(self.won[inside].sum() / self.won.sum())

    def merit(self, box: Array, least: float) -> tuple[float, int]:
        """Return how good a box is: surely won as often as asked, and then as large as can be."""
        won_share = self.share(box)
        return (min(won_share.low, least), won_share.count) if won_share else (0.0, 0)


def _peeled(cases: _Cases, fewest: int, allowed: Array) -> Iterator[Array]:
    """Yield ever smaller boxes, each without the slice that gains most for what is lost with it."""
    box = cases.everywhere
    yield box
    while True:
        number, features = cases.values.shape
        size = max(1, int(PEELED * number))
        ordered = np.partition(cases.values, (size - 1, number - size), axis=0)
        above, below = cases.values > ordered[size - 1], cases.values < ordered[number - size]
        remaining = np.hstack([above, below])
        left, games = remaining.sum(axis=0), cases.games @ remaining
        with np.errstate(invalid="ignore", divide="ignore"):
            density = cases.won @ remaining / games
            gain = (density - cases.won.sum() / cases.games.sum()) / (number - left)
        gain[(left < fewest) | ~allowed.ravel()] = -1
        if gain.max() <= 0:
            return
        end, feature = divmod(int(gain.argmax()), features)
        cases, box = cases[remaining[:, end * features + feature]], box.copy()
        box[end, feature] = (np.max if end else np.min)(cases.values[:, feature])
        yield box


def _branched(cases: _Cases, fewest: int, allowed: Array) -> Iterator[Array]:
    """Yield the boxes of the nodes of a tree of regression, from its root."""
    try:
        from sklearn.tree import DecisionTreeRegressor
    except ImportError as error:
        raise ImportError(
            "CART needs scikit-learn, of the extra search: pip install 'marengo[search]'"
        ) from error
    origin = cases.values.min(axis=0)  # as trees take 32 bits
    model = DecisionTreeRegressor(min_samples_leaf=fewest, random_state=0)
    shares = cases.won / cases.games
    tree = model.fit(cases.values - origin, shares, sample_weight=cases.games).tree_
    waiting = [(0, cases.everywhere)]
    while waiting:
        node, box = waiting.pop(0)
        yield np.where(allowed, box, cases.everywhere)
        column = tree.feature[node]
        if column >= 0:
            values, lower, upper = cases.values[:, column], box.copy(), box.copy()
            left = values - origin[column] <= tree.threshold[node]
            lower[1, column], upper[0, column] = values[left].max(), values[~left].min()
            waiting += [(tree.children_left[node], lower), (tree.children_right[node], upper)]


METHODS = {"prim": _peeled, "cart": _branched}


def _sought(cases: _Cases, least: float, mass: float, method: Method) -> tuple[list[Array], Array]:
    """Return the boxes looked at and the best, sought again without ends that are worth little."""
    fewest = max(FEWEST, round(mass * len(cases.won)))

    def seek(allowed: Array) -> tuple[tuple[float, int], list[Array], Array]:
        boxes = list(METHODS[method](cases, fewest, allowed))
        merits = [cases.merit(box, least) for box in boxes]
        return max(merits), boxes, boxes[merits.index(max(merits))]

    (low, won), boxes, box = seek(np.ones((2, cases.values.shape[1]), bool))
    while True:
        fewer = []
        for end in np.argwhere(np.isfinite(box)):
            allowed = np.isfinite(box)
            allowed[tuple(end)] = False
            fewer.append(seek(allowed))
        best = max(fewer, key=lambda result: result[0], default=((-1.0, 0), boxes, box))
        enough = (least, WORTH * won) if low >= least else (WORTH * low, 0)
        if best[0][0] < enough[0] or best[0][1] < enough[1]:
            return boxes, box
        _, boxes, box = best


@takes(least=REAL, mass=REAL, seed=SEED, confidence=REAL)
def discover(
    cases: Frame,
    least: float = 0.7,
    *,
    features: Sequence[str] | None = None,
    method: Method = "prim",
    side: str = "the side",
    mass: float = 0.05,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> Discovered:
    """Find limits of few features within which a side wins so often.

    Half of the cases, drawn at random, are searched. Of the boxes looked at that is taken in which
    the lower end of the interval is at least what was asked for, and which holds the most games
    won; or if there is none, that with the highest lower end. Its limits are moved outwards or
    lifted wherever it is as good without. All that is told of it comes from the other half.

    Parameters
    ----------
    cases : polars.DataFrame or pandas.DataFrame
        One row a case, independent of the others: ``won``, whether the side won or how many of
        ``games`` (default: 1), and features, as numbers or booleans. :func:`variant_cases` and
        :func:`early_cases` make such frames.
    least : float
        The share that is asked for, above 0 and below 1.
    features : sequence of str, optional
        Columns that may be limited; default: all but ``cell``, ``game``, ``seed``, ``won`` and
        ``games``.
    method : {"prim", "cart"}
        Peeling, or the nodes of a tree, which needs scikit-learn, the extra ``search``.
    side : str
        Who wins, as sentences have it.
    mass : float
        Share of the cases that a box has at least, above 0 and below 1; never fewer than ten.
    seed : int
        Of the halves, and of the tests.
    confidence : float
        Probability that an interval of what is told covers the truth, each by itself.

    Returns
    -------
    Discovered
        What was found; its ``sentence`` says it. For each limit ``p`` is a quasi-p-value (Bryant
        and Lempert 2010): if as many cases as lie in the box are drawn from the box without that
        limit, how often as many games of them are won, or more. Theirs takes games for independent;
        drawing whole cases does not. ``again`` is their test of reproduction.

    Raises
    ------
    StudyError
        If there are no such columns, too few cases, or only such as were won or lost.
    ValueError
        If a number or the method is none of those.
    ImportError
        If scikit-learn is missing.

    References
    ----------
    J. H. Friedman and N. I. Fisher, "Bump hunting in high-dimensional data", Statistics and
    Computing 9 (1999), 123-143.

    L. Breiman, J. H. Friedman, R. A. Olshen and C. J. Stone, Classification and Regression Trees
    (1984).

    B. P. Bryant and R. J. Lempert, "Thinking inside the box: a participatory, computer-assisted
    approach to scenario discovery", Technological Forecasting and Social Change 77 (2010), 34-49.
    """
    for name, number in {"least": least, "mass": mass, "confidence": confidence}.items():
        if not 0 < number < 1:
            raise ValueError(f"{name}: expected more than 0 and less than 1, not {number}")
    if method not in ("prim", "cart"):
        raise ValueError(f"method: expected 'prim' or 'cart', not {method!r}")
    names, whole = _read(cases, features)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(whole.won))
    known, fresh = (whole[np.sort(part)] for part in np.array_split(order, 2))
    for half in (known, fresh):
        if not 0 < half.won.sum() < half.games.sum():
            raise StudyError("cases: expected games won and games lost in both halves")
    boxes, box = _sought(known, least, mass, method)
    inside = fresh.inside(box)
    if not inside.any():
        raise StudyError("cases: expected more: none of the other half lies in the box found")
    rows = []
    for number, candidate in enumerate(boxes):
        inner, outer = known.share(candidate), fresh.share(candidate, confidence)
        estimate = (outer.value, outer.low, outer.high) if outer else (None,) * 3
        limited = int(np.isfinite(candidate).any(axis=0).sum())
        searched = (*known.size(candidate), inner.value if inner else None)
        rows.append(
            (number, limited, *searched, *fresh.size(candidate), *estimate, candidate is box)
        )
    share = partial(clustered_share, confidence=confidence)
    return Discovered(
        frame_of(LIMIT_COLUMNS, _limits(names, known, fresh, box, (least, mass, method), rng)),
        frame_of(BOX_COLUMNS, rows),
        density=share(fresh.won[inside], fresh.games[inside]),
        coverage=share(fresh.won * inside, fresh.won),
        mass=share(inside, np.ones(len(inside))),
        overall=share(fresh.won, fresh.games),
        least=least,
        side=side,
    )


def _read(cases: Frame, features: Sequence[str] | None) -> tuple[list[str], _Cases]:
    """Return the names of features, and cases with their values to three figures."""
    table = need(cases, "cases", ("won",))
    names = [name for name in features or table.columns if name not in RESERVED]
    if not names:
        raise StudyError("cases: expected at least one feature")
    for name in names:
        if name not in table.columns:
            meant = did_you_mean(name, table.columns)
            raise StudyError(f"features: no column {name!r} in the cases{meant}")
    if table.height < 4 * FEWEST:
        raise StudyError(f"cases: expected at least {4 * FEWEST}, not {table.height}")
    games = table["games"] if "games" in table.columns else pl.repeat(1, table.height, eager=True)
    columns = {"won": table["won"], "games": games, **{name: table[name] for name in names}}
    for name, column in columns.items():
        plain = column.dtype.is_numeric() or column.dtype == pl.Boolean
        if not plain or not column.cast(pl.Float64).is_finite().all() or column.has_nulls():
            raise StudyError(f"cases: {name}: expected numbers or booleans in every row")
    won, played, *values = (column.cast(pl.Float64).to_numpy() for column in columns.values())
    if np.any((won < 0) | (won > played) | (played < 1)):
        raise StudyError("cases: won, games: expected 0 to games, and at least 1 game in every row")
    return names, _Cases(np.column_stack([_rounded(feature) for feature in values]), won, played)


def _rounded(values: Array) -> Array:
    """Return values to three figures of their range."""
    extent = float(np.ptp(values / 2)) * 2  # halves do not overflow
    if not 0 < extent < np.inf:
        return values
    decimals = FIGURES - 1 - int(np.floor(np.log10(extent)))
    return np.asarray(np.round(values, min(max(decimals, 0), MOST_DECIMALS)))


def _limits(
    names: list[str],
    known: _Cases,
    fresh: _Cases,
    box: Array,
    asked: tuple[float, float, Method],
    rng: np.random.Generator,
) -> list[tuple[str | float | None, ...]]:
    """Return the rows of the limits of a box, that with the least quasi-p-value first."""
    limited = np.isfinite(box)
    again = np.zeros(len(names))
    if limited.any():
        for _ in range(RESAMPLES):
            half = rng.permutation(len(known.won))[: len(known.won) // 2]
            _, other = _sought(known[half], *asked)
            again += (limited & np.isfinite(other)).any(axis=0) / RESAMPLES
    ends = np.vstack([known.values, fresh.values])
    rows = []
    for column in np.flatnonzero(limited.any(axis=0)).tolist():
        low, high = (float(end) if np.isfinite(end) else None for end in box[:, column])
        extremes = float(ends[:, column].min()), float(ends[:, column].max())
        p = _quasi_p(fresh, box, column, rng)
        rows.append((p, names[column], low, high, *extremes, p, float(again[column])))
    return [row[1:] for row in sorted(rows, key=lambda row: row[0])]


def _quasi_p(cases: _Cases, box: Array, column: int, rng: np.random.Generator) -> float:
    """Return how often as many cases from a box without a limit are won as often as with it."""
    without = box.copy()
    without[:, column] = cases.everywhere[:, column]
    around, inside = cases.inside(without), cases.inside(box)
    won, games = cases.won[around], cases.games[around]
    density, number = cases.won[inside].sum() / cases.games[inside].sum(), int(inside.sum())
    drawn = np.array([rng.permutation(len(won))[:number] for _ in range(DRAWS)])
    shares = won[drawn].sum(axis=1) / games[drawn].sum(axis=1)
    return float((1 + np.count_nonzero(shares >= density - 1e-12)) / (1 + DRAWS))
