"""The curve of a handicap: a logistic line, its band, and where it passes one half."""

from dataclasses import dataclass
from math import isnan, sqrt
from typing import Any

import numpy as np
import polars as pl
from scipy.special import expit
from scipy.stats import chi2, norm

from marengo.lab.analysis.differences import Army
from marengo.lab.analysis.regression import Logit, fit_logit
from marengo.lab.plan import StudyError
from marengo.lab.statistics import CONFIDENCE, share

Array = np.ndarray[Any, Any]

NAMES = {"austrian": "Austria", "french": "France"}

POINT_COLUMNS: dict[str, tuple[Any, str]] = {
    "handicap": (pl.Int64, "morale taken off at the start, points or discs; negative: added"),
    "games": (pl.Int64, "games played"),
    "share": (pl.Float64, "share of them that Austria won, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson 1927)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson 1927)"),
}
"""Columns of the points of a curve: type and meaning with unit."""

LINE_COLUMNS: dict[str, tuple[Any, str]] = {
    "handicap": (pl.Float64, "morale taken off at the start, points or discs; negative: added"),
    "share": (pl.Float64, "Austria's fitted chance to win, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % band, at each handicap by itself"),
    "high": (pl.Float64, "upper end of its 95 % band, at each handicap by itself"),
}
"""Columns of the line of a curve: type and meaning with unit."""

STEPS_OF_LINE = 101
"""Rows of the line."""


@dataclass(frozen=True, slots=True)
class EvenPoint:
    """The handicap with which Austria wins half of the games.

    Parameters
    ----------
    value : float, optional
        The handicap; None if it does not lie between the least and the most that were played.
    low, high : float, optional
        Ends of its interval; None if an end lies outside what was played, or nowhere.
    """

    value: float | None
    low: float | None
    high: float | None

    def holds(self, handicap: float) -> bool:
        """Whether a handicap lies within the interval, where ends outside are taken as open.

        If neither value nor ends were found, nothing is held.
        """
        if self.value is None and self.low is None and self.high is None:
            return False
        low = -np.inf if self.low is None else self.low
        high = np.inf if self.high is None else self.high
        return bool(low <= handicap <= high)


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
        Change of the logit of Austria's chance for one point or disc less, and its standard error.
    even : EvenPoint
        The fair handicap.
    misfit : float, optional
        p-value of the logistic curve against shares that are free at each handicap; a small one
        says that the curve does not pass through the points. None with two handicaps, or if all
        games of a handicap ended alike.
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

    def sentence(self) -> str:
        """Say in a sentence where the game is even."""
        least, most = int(self.points["handicap"][0]), int(self.points["handicap"][-1])
        start = f"{self.scenario}, {self.player} on both sides: "
        if self.even.value is None:
            return (
                f"{start}even not within {least} to {most} off the morale of {NAMES[self.side]}: "
                f"Austria wins {100 * self.points['share'][0]:.1f} % at {least} and "
                f"{100 * self.points['share'][-1]:.1f} % at {most}"
            )
        low = f"below {least}" if self.even.low is None else f"{self.even.low:.1f}"
        high = f"above {most}" if self.even.high is None else f"{self.even.high:.1f}"
        return (
            f"{start}even with {self.even.value:.1f} off the morale of {NAMES[self.side]} "
            f"(95 % interval {low} to {high}; {least} to {most} played)"
        )


def curve_of(
    games: pl.DataFrame, scenario: str, side: Army, player: str, confidence: float = CONFIDENCE
) -> HandicapCurve:
    """Return the curve of games whose handicaps are known.

    Parameters
    ----------
    games : polars.DataFrame
        One row a game: ``handicap`` (whole), ``seed``, and ``won``: 1.0 if Austria won, else 0.0.
    scenario, side, player
        As for :class:`HandicapCurve`.
    confidence : float
        Probability that an interval covers the truth.

    Raises
    ------
    StudyError
        If there are fewer than two handicaps, or the games say nothing of a curve.
    """
    points = _points(games, confidence)
    if points.height < 2:
        raise StudyError(f"games: expected at least two handicaps with games, not {points.height}")
    values = games["handicap"].to_numpy().astype(float)
    seeds = games["seed"].to_numpy()
    model = fit_logit(values[:, np.newaxis], games["won"].to_numpy(), seeds)
    span = float(values.min()), float(values.max())
    return HandicapCurve(
        scenario,
        side,
        player,
        points,
        _line(model, span, confidence),
        float(model.coefficients[1]),
        sqrt(model.covariance[1, 1]),
        _even_point(model, span, confidence),
        _misfit(values, games["won"].to_numpy(), seeds),
    )


def _points(games: pl.DataFrame, confidence: float) -> pl.DataFrame:
    """Return the share of games won at each handicap."""
    rows = []
    for (handicap,), part in games.sort("handicap").group_by("handicap", maintain_order=True):
        one = share(int(part["won"].sum()), part.height, confidence)
        rows.append((handicap, one.games, one.value, one.low, one.high))
    schema = {name: dtype for name, (dtype, _) in POINT_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _line(model: Logit, span: tuple[float, float], confidence: float) -> pl.DataFrame:
    """Return the fitted curve with its band."""
    z = float(norm.isf((1 - confidence) / 2))
    values = np.linspace(*span, STEPS_OF_LINE)
    terms = np.column_stack([np.ones(STEPS_OF_LINE), values])
    logit = terms @ model.coefficients
    error = np.sqrt(np.einsum("ij,jk,ik->i", terms, model.covariance, terms))
    columns = [values, expit(logit), expit(logit - z * error), expit(logit + z * error)]
    return pl.DataFrame(dict(zip(LINE_COLUMNS, columns, strict=True)))


def _even_point(model: Logit, span: tuple[float, float], confidence: float) -> EvenPoint:
    """Return where the curve passes one half, as far as that lies in what was played."""
    constant, slope = model.coefficients
    low, high = fieller(model.coefficients, model.covariance, confidence)
    if isnan(low):  # the slope may as well be 0: the curve is even nowhere or everywhere
        return EvenPoint(None, None, None)
    found = float(-constant / slope), low, high
    return EvenPoint(*(one if span[0] <= one <= span[1] else None for one in found))


def fieller(coefficients: Array, covariance: Array, confidence: float) -> tuple[float, float]:
    """Return Fieller's interval of where a line is 0.

    All x at which constant + slope x is less than z standard errors away from 0.

    Parameters
    ----------
    coefficients : numpy.ndarray
        Constant and slope, shape ``(2,)``.
    covariance : numpy.ndarray
        Of the two, shape ``(2, 2)``.
    confidence : float
        Probability that the interval covers the truth.

    Returns
    -------
    tuple of float
        Not numbers if the slope itself is less than z standard errors away from 0: then there is no
        interval with two ends.

    References
    ----------
    E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society
    B 16 (1954), 175-185.
    """
    z2 = float(norm.isf((1 - confidence) / 2)) ** 2
    square, linear, constant = (
        np.outer(coefficients, coefficients)[pair] - z2 * covariance[pair]
        for pair in ((1, 1), (0, 1), (0, 0))
    )
    if square <= 0:
        return float("nan"), float("nan")
    middle, reach = -linear / square, sqrt(max(linear**2 - square * constant, 0.0)) / square
    return float(middle - reach), float(middle + reach)


def _misfit(values: Array, won: Array, seeds: Array) -> float | None:
    """Return the p-value of a straight logit against one that is free at each handicap.

    Wald's test, clustered by seed, that all handicaps but two need nothing beside constant and
    slope.
    """
    free = np.unique(values)[1:-1]
    if not free.size:
        return None
    apart = (values[:, np.newaxis] == free).astype(float)
    try:
        model = fit_logit(np.column_stack([values, apart]), won, seeds)
    except StudyError:  # all games of some handicap ended alike
        return None
    away = model.coefficients[2:]
    statistic = float(away @ np.linalg.solve(model.covariance[2:, 2:], away))
    return float(chi2.sf(statistic, free.size))
