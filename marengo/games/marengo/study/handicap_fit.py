"""The curve of a handicap: a logistic one, its band, and where it passes one half."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np
import polars as pl
from numpy.polynomial import Polynomial
from numpy.polynomial.polyutils import mapdomain
from scipy.linalg import null_space
from scipy.special import chdtrc, expit, ndtri

from marengo.core.numbers import ANY, takes
from marengo.core.scenarios import seat_title
from marengo.games.marengo.armies import Army
from marengo.lab.analysis.regression import fit_logit
from marengo.lab.plan import StudyError
from marengo.lab.statistics import CONFIDENCE, Array, Columns, frame_of, share

POINT_COLUMNS: Columns = {
    "handicap": (pl.Int64, "morale taken off at the start, points or discs; negative: added"),
    "games": (pl.Int64, "games played"),
    "share": (pl.Float64, "share of them that Austria won, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson 1927)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson 1927)"),
}
"""Columns of the points of a curve: type and meaning with unit."""

LINE_COLUMNS: Columns = {
    "handicap": (pl.Float64, "morale taken off at the start, points or discs; negative: added"),
    "share": (pl.Float64, "Austria's fitted chance to win, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % band, at each handicap by itself"),
    "high": (pl.Float64, "upper end of its 95 % band, at each handicap by itself"),
}
"""Columns of the line of a curve: type and meaning with unit."""

LINE_ROWS = 101

DEFAULT_UNIT = "points of morale"

MOST_DEGREE = 3
"""The highest degree of the polynomial that is tried."""

LEAST_FIT = 0.05
"""p-value of a misfit below which a curve does not pass through its points."""

REAL = 1e-9
"""Imaginary part up to which a root is taken as real."""


@dataclass(frozen=True, slots=True)
class EvenPoint:
    """The handicap with which Austria wins half of the games.

    Without a value it is one of three: ``(None, None, None)`` if it and its whole interval lie
    outside what was played; with one end, if the interval reaches in; ``(None, -inf, inf)`` if it
    is unknown, as the win rate is not shown to change with the handicap, or the band of the curve
    holds one half throughout.

    Parameters
    ----------
    value : float, optional
        The handicap; None if it is unknown or the curve does not cross one half between the least
        and the most that were played.
    low, high : float, optional
        Ends of its interval; None if an end lies outside what was played, or nowhere; infinite if
        it is unknown.
    """

    value: float | None
    low: float | None
    high: float | None

    @property
    def is_known(self) -> bool:
        """True unless the data are uninformative."""
        return (self.low, self.high) != (-inf, inf)

    @takes(handicap=ANY)
    def holds(self, handicap: float) -> bool | None:
        """Return whether a handicap is in the interval, None without; ends not played are open."""
        if self in (UNKNOWN, OUTSIDE):
            return None
        low = -inf if self.low is None else self.low
        high = inf if self.high is None else self.high
        return bool(low <= handicap <= high)


UNKNOWN = EvenPoint(None, -inf, inf)
"""The even point of uninformative data."""

OUTSIDE = EvenPoint(None, None, None)
"""An even point that lies outside what was played, with its whole interval."""


@dataclass(frozen=True, slots=True)
class HandicapCurve:
    """Austria's win rate as a curve of the handicap of one side.

    Parameters
    ----------
    scenario : str
        The scenario from which handicaps are counted.
    side : str
        ``"austrian"`` or ``"french"``: whose starting morale is lowered.
    player : str
        Who played both sides.
    points : polars.DataFrame
        One row a handicap; the columns of :data:`POINT_COLUMNS`.
    line : polars.DataFrame
        The fitted curve over the handicaps played; the columns of :data:`LINE_COLUMNS`.
    slope, slope_error : float
        Change of the logit of Austria's chance for one point or disc less, and its standard error:
        at the even point, or in the middle of what was played if there is none.
    even : EvenPoint
        The fair handicap; of several the one nearest to 0.
    misfit : float, optional
        p-value of the curve against shares that are free at each handicap; below 0.05 no curve up
        to the third degree passes through the points. None with two handicaps, or if all games of a
        handicap ended alike; the degree is then 1.
    degree : int
        Of the polynomial of the logit, 1 to 3: the least that passes through the points.
    unit : str
        What the handicap is counted in.
    confidence : float
        Probability that an interval covers the truth, each by itself.
    """

    scenario: str
    side: Army
    player: str
    points: pl.DataFrame
    line: pl.DataFrame
    slope: float
    slope_error: float
    even: EvenPoint
    misfit: float | None
    degree: int = 1
    unit: str = DEFAULT_UNIT
    confidence: float = CONFIDENCE

    def sentence(self) -> str:
        """Say in a sentence where the game is even, or why that is unknown."""
        even, percent = self.even, f"{100 * self.confidence:g} %"
        least, most = (written(self.points["handicap"][place], "d") for place in (0, -1))
        first, last = (f"{100 * self.points['share'][place]:.1f} %" for place in (0, -1))
        played = f"from {least} to {most} {self.unit} taken off {seat_title(self.side)}"
        ends = f": Austria wins {first} at {least} and {last} at {most}"
        if even.value is not None:
            low = f"below {least}" if even.low is None else written(even.low)
            high = f"above {most}" if even.high is None else written(even.high)
            interval = f"{percent} interval {low} to {high}; {least} to {most} played"
            verdict = f"even with {self._amount(even.value, interval)}"
        elif not even.is_known:
            verdict = f"the even handicap is not known, as {self._unknown(percent, played)}{ends}"
        elif even == OUTSIDE:
            verdict = f"even at no handicap {played}{ends}"
        else:
            start = "" if even.low is None else f" from {written(even.low)}"
            end = " on" if even.high is None else f" up to {written(even.high)}"
            verdict = (
                f"the curve passes one half at no handicap {played}, but its {percent} band holds "
                f"one half{start}{end}{ends}"
            )
        return f"{self.scenario}, {self.player} on both sides: {verdict}{self._doubts()}"

    def _amount(self, value: float, interval: str) -> str:
        """Return an even point in words, morale that is added as such."""
        is_added = round(value, 1) < 0
        change = "added to" if is_added else "taken off"
        signed = f"taken off: {written(value)}; " if is_added else ""
        return f"{abs(value):.1f} {self.unit} {change} {seat_title(self.side)} ({signed}{interval})"

    def _unknown(self, percent: str, played: str) -> str:
        if ((self.line["low"] <= 0.5) & (self.line["high"] >= 0.5)).all():
            return f"the {percent} band of the curve holds one half everywhere {played}"
        return f"Austria's share of wins is not shown to change {played}"

    def _doubts(self) -> str:
        """Return what speaks against the curve."""
        above = self.line["share"].to_numpy() > 0.5
        crossings = int(np.count_nonzero(above[1:] != above[:-1]))
        doubts = ""
        if self.even.value is not None and crossings > 1:
            doubts += (
                f"; the curve passes one half {crossings} times, here where it is nearest to 0"
            )
        if self.misfit is not None and self.misfit < LEAST_FIT:
            doubts += (
                f"; but the curve, of degree {self.degree}, does not pass through the points "
                f"(p = {self.misfit:.1g}){self._neighbours()}"
            )
        return doubts

    def _neighbours(self) -> str:
        """Return what was played on both sides of the even point."""
        if self.even.value is None:
            return ""
        place = int((self.points["handicap"] <= self.even.value).sum())
        place = min(place, self.points.height - 1)
        return ": beside the even point Austria wins " + " and ".join(
            f"{100 * row['share']:.1f} % at {written(row['handicap'], 'd')}"
            for row in self.points[place - 1 : place + 1].iter_rows(named=True)
        )


def written(number: float, form: str = ".1f") -> str:
    """Return a number with a proper minus; 0 has none."""
    text = format(number, form)
    return (text.lstrip("-") if float(text) == 0 else text).replace("-", "−")


def curve_of(
    games: pl.DataFrame,
    scenario: str,
    side: Army,
    player: str,
    confidence: float = CONFIDENCE,
    unit: str = DEFAULT_UNIT,
) -> HandicapCurve:
    """Return the curve of games with ``handicap`` (whole), ``seed``, and ``won`` (1.0 or 0.0)."""
    points = _points(games, confidence)
    if points.height < 2:
        raise StudyError(f"games: expected at least two handicaps with games, not {points.height}")
    values = games["handicap"].to_numpy().astype(float)
    fit = fit_curve(values, games["won"].to_numpy(), games["seed"].to_numpy())
    even = even_point(fit, confidence)
    middle = float(sum(fit.logit.domain)) / 2
    slope, slope_error = fit.slope(middle if even.value is None else even.value)
    return HandicapCurve(
        scenario=scenario,
        side=side,
        player=player,
        points=points,
        line=_line(fit, confidence),
        slope=slope,
        slope_error=slope_error,
        even=even,
        misfit=fit.misfit,
        degree=fit.logit.degree(),
        unit=unit,
        confidence=confidence,
    )


def _points(games: pl.DataFrame, confidence: float) -> pl.DataFrame:
    """Return the share of games won at each handicap."""
    rows = []
    for (handicap,), part in games.sort("handicap").group_by("handicap", maintain_order=True):
        estimate = share(int(part["won"].sum()), part.height, confidence)
        rows.append((handicap, estimate.games, estimate.value, estimate.low, estimate.high))
    return frame_of(POINT_COLUMNS, rows)


@dataclass(frozen=True, slots=True)
class CurveFit:
    """The logit of Austria's chance as a polynomial of the handicap, with its uncertainty."""

    logit: Polynomial  # its domain are the handicaps played, mapped to -1 to 1 inside
    covariance: Array  # of its coefficients, clustered by seed
    misfit: float | None  # p-value against a logit that is free at each handicap

    @property
    def variance(self) -> Polynomial:
        """The variance of the logit (delta method)."""
        return _variance(self.covariance, self.logit)

    def slope(self, value: float) -> tuple[float, float]:
        """Return the change of the logit by one unit of the handicap, and its standard error."""
        scale = 2 / np.ptp(self.logit.domain)
        factors = scale * np.arange(1, self.logit.degree() + 1)
        covariance = np.outer(factors, factors) * self.covariance[1:, 1:]
        error = np.sqrt(_variance(covariance, self.logit)(value))
        return float(self.logit.deriv()(value)), float(error)

    def changes(self, confidence: float) -> bool:
        """Return whether the chance is shown to change with the handicap at all (Wald's test)."""
        away: Array = self.logit.coef[1:]
        statistic = float(away @ np.linalg.solve(self.covariance[1:, 1:], away))
        return bool(chdtrc(len(away), statistic) < 1 - confidence)

    def even_ranges(self, confidence: float) -> list[tuple[float, float]]:
        """Return the ranges of handicaps at which the band holds one half.

        There the square of the logit is at most that of z standard errors, and both are
        polynomials. For a straight logit this is Fieller's equation.
        """
        beyond = self.logit**2 - _z(confidence) ** 2 * self.variance
        least, most = self.logit.domain
        edges = [float(least), *_roots(beyond), float(most)]
        return [(low, high) for low, high in pairwise(edges) if beyond((low + high) / 2) <= 0]


def _z(confidence: float) -> float:
    return -float(ndtri((1 - confidence) / 2))


def _variance(covariance: Array, logit: Polynomial) -> Polynomial:
    """Return the variance of a polynomial, from the covariance of its coefficients."""
    degree = len(covariance) - 1
    sums = [np.trace(covariance[::-1], power - degree) for power in range(2 * degree + 1)]
    return Polynomial(sums, logit.domain)


def _roots(polynomial: Polynomial) -> list[float]:
    """Return the real roots inside the domain, in order."""
    least, most = polynomial.domain
    roots = (complex(root) for root in polynomial.roots())
    return sorted(root.real for root in roots if abs(root.imag) < REAL and least < root.real < most)


def _line(fit: CurveFit, confidence: float) -> pl.DataFrame:
    least, most = fit.logit.domain
    values = np.linspace(least, most, LINE_ROWS)
    logit, reach = fit.logit(values), _z(confidence) * np.sqrt(fit.variance(values))
    columns = [values, expit(logit), expit(logit - reach), expit(logit + reach)]
    return pl.DataFrame(dict(zip(LINE_COLUMNS, columns, strict=True)))


def even_point(fit: CurveFit, confidence: float) -> EvenPoint:
    """Return where a curve crosses one half, as far as that lies in what was played.

    The interval is the range around it at which the band of the curve holds one half. Of several
    crossings the one nearest to 0 is taken: the least that makes the game even. Without one, the
    interval is the range in whose middle the logit is the fewest standard errors off.
    """
    ranges = fit.even_ranges(confidence)
    if not ranges:
        return OUTSIDE
    if not fit.changes(confidence):
        return UNKNOWN
    value = min(_roots(fit.logit), key=abs, default=None)

    def far(part: tuple[float, float]) -> float:
        if value is not None:
            return max(part[0] - value, value - part[1])
        middle = sum(part) / 2
        return float(abs(fit.logit(middle)) / np.sqrt(fit.variance(middle)))

    low, high = min(ranges, key=far)
    least, most = fit.logit.domain
    point = EvenPoint(value, low if low > least else None, high if high < most else None)
    return UNKNOWN if point == OUTSIDE else point


def even_between(points: pl.DataFrame) -> EvenPoint:
    """Return where values are even that were found at some handicaps, straight lines between them.

    ``points`` has ``handicap``, ``share``, ``low`` and ``high``. Of several places the one nearest
    to 0 is taken; the interval is from the least to the most handicap whose ends hold one half.
    """
    played = points.sort("handicap")
    at = played["handicap"].to_list()
    inside = played.filter(pl.col("low") <= 0.5, pl.col("high") >= 0.5)["handicap"].to_list()
    inside += [*_halves(at, played["low"]), *_halves(at, played["high"])]
    value = min(_halves(at, played["share"]), key=abs, default=None)
    if not inside:
        return OUTSIDE
    low, high = min(inside), max(inside)
    point = EvenPoint(value, low if low > at[0] else None, high if high < at[-1] else None)
    return UNKNOWN if point == OUTSIDE else point


def _halves(at: Sequence[float], shares: Iterable[float]) -> list[float]:
    """Return where straight lines through shares pass one half."""
    above = [share - 0.5 for share in shares]
    return [
        x - y * (next_x - x) / (next_y - y)
        for (x, y), (next_x, next_y) in pairwise(zip(at, above, strict=True))
        if min(y, next_y) <= 0 <= max(y, next_y) and y != next_y
    ]


def fit_curve(handicaps: Array, won: Array, seeds: Array) -> CurveFit:
    """Fit the polynomial of the least degree, from 1 to 3, whose misfit is not significant.

    If none is, the highest that leaves a degree of freedom to test the misfit by.
    """
    places = np.unique(handicaps)
    domain = places[[0, -1]]
    scaled = mapdomain(places, domain, [-1, 1])
    free = _free_logits(handicaps, won, seeds)
    degree, misfit = 1, _misfit(scaled, free, 1)
    while misfit is not None and misfit < LEAST_FIT and degree < min(MOST_DEGREE, len(places) - 2):
        degree += 1
        misfit = _misfit(scaled, free, degree)
    terms = np.vander(mapdomain(handicaps, domain, [-1, 1]), degree + 1, increasing=True)
    model = fit_logit(terms[:, 1:], won, seeds)
    return CurveFit(Polynomial(model.coefficients, domain), model.covariance, misfit)


def _free_logits(handicaps: Array, won: Array, seeds: Array) -> tuple[Array, Array] | None:
    """Return a free logit at each handicap, and their covariance; None if one is infinite."""
    places = np.unique(handicaps)
    if len(places) < 3:
        return None
    try:
        model = fit_logit((handicaps[:, np.newaxis] == places[1:]).astype(float), won, seeds)
    except StudyError:  # all games of some handicap ended alike
        return None
    added = np.eye(len(places))
    added[:, 0] = 1
    return added @ model.coefficients, added @ model.covariance @ added.T


def _misfit(scaled: Array, free: tuple[Array, Array] | None, degree: int) -> float | None:
    """Return the p-value of a polynomial against free logits (Wald's test, clustered by seed).

    A contrast that is the same in all resamples of seeds takes no degree of freedom: two handicaps
    may have the very same games.
    """
    if free is None:
        return None
    logits, covariance = free
    contrasts = null_space(np.vander(scaled, degree + 1).T).T
    away, spread = contrasts @ logits, contrasts @ covariance @ contrasts.T
    freedom = int(np.linalg.matrix_rank(spread, hermitian=True))
    if freedom == 0:
        return None
    return float(chdtrc(freedom, away @ np.linalg.pinv(spread, hermitian=True) @ away))
