"""The curve of a handicap: a logistic one, its band, and where it passes one half."""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import polars as pl
from scipy.special import expit, ndtri

from marengo.lab.analysis.differences import Army
from marengo.lab.analysis.logit_polynomial import LEAST_FIT, LogitPolynomial, fit_polynomial
from marengo.lab.plan import StudyError
from marengo.lab.statistics import CONFIDENCE, share

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

POINTS = "points of morale"
"""What a handicap is counted in, if nothing is said."""


@dataclass(frozen=True, slots=True)
class EvenPoint:
    """The handicap with which Austria wins half of the games.

    Without a value it is one of three: ``(None, None, None)`` if it lies outside of what was played
    with its whole interval; with an end, if the interval reaches in; ``(None, -inf, inf)`` if the
    games do not tell it, as the win rate is not shown to change with the handicap, or the band of
    the curve holds one half throughout.

    Parameters
    ----------
    value : float, optional
        The handicap; None if the curve does not cross one half between the least and the most that
        were played, or it is not known.
    low, high : float, optional
        Ends of its interval; None if an end lies outside what was played, or nowhere; infinite if
        it is not known.
    """

    value: float | None
    low: float | None
    high: float | None

    @property
    def is_known(self) -> bool:
        """Whether the games tell anything of it, be it that it lies outside of what was played."""
        return (self.low, self.high) != (-inf, inf)

    def holds(self, handicap: float) -> bool | None:
        """Whether a handicap lies within the interval, where ends outside are taken as open.

        None if there is no interval: nothing can be said.
        """
        if not self.is_known or (self.value is None and self.low is None and self.high is None):
            return None
        low = -inf if self.low is None else self.low
        high = inf if self.high is None else self.high
        return bool(low <= handicap <= high)


UNKNOWN = EvenPoint(None, -inf, inf)
"""Of games that do not tell the even point."""


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
        A curve of a higher degree has it at the even point, or in the middle of what was played if
        there is none.
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
    unit: str = POINTS
    confidence: float = CONFIDENCE

    def sentence(self) -> str:
        """Say in a sentence where the game is even, or why that is not told."""
        start = f"{self.scenario}, {self.player} on both sides: "
        if not self.even.is_known:
            said = self._unknown()
        elif self.even.value is not None:
            said = self._found(self.even.value)
        elif self.even.low is None and self.even.high is None:
            said = f"even at no handicap {self._played()}: {self._ends()}"
        else:
            said = self._outside()
        return start + said + self._doubts()

    def _found(self, value: float) -> str:
        """Say where the curve passes one half."""
        least, most = self._span()
        low = f"below {least}" if self.even.low is None else written(self.even.low)
        high = f"above {most}" if self.even.high is None else written(self.even.high)
        is_added = round(value, 1) < 0
        way = "added to" if is_added else "taken off"
        signed = f"taken off: {written(value)}; " if is_added else ""
        return (
            f"even with {abs(value):.1f} {self.unit} {way} {NAMES[self.side]} "
            f"({signed}{self._percent()} interval {low} to {high}; {least} to {most} played)"
        )

    def _unknown(self) -> str:
        """Say why the even handicap is not known."""
        is_throughout = ((self.line["low"] <= 0.5) & (self.line["high"] >= 0.5)).all()
        reason = (
            f"the {self._percent()} band of the curve holds one half everywhere {self._played()}"
            if is_throughout
            else f"Austria's share of wins is not shown to change {self._played()}"
        )
        return f"the even handicap is not known, as {reason}: {self._ends()}"

    def _outside(self) -> str:
        """Say how far an interval reaches into what was played, which holds no even point."""
        low, high = self.even.low, self.even.high
        parts = [f"from {written(low)}"] if low is not None else []
        parts += [f"up to {written(high)}"] if high is not None else ["on"]
        return (
            f"the curve passes one half at no handicap {self._played()}, but its "
            f"{self._percent()} band holds one half {' '.join(parts)}: {self._ends()}"
        )

    def _doubts(self) -> str:
        """Say what is against the curve."""
        above = self.line["share"].to_numpy() > 0.5
        crossings = int(np.count_nonzero(above[1:] != above[:-1]))
        said = ""
        if self.even.value is not None and crossings > 1:
            said += f"; the curve passes one half {crossings} times, here where it is nearest to 0"
        if self.misfit is not None and self.misfit < LEAST_FIT:
            said += (
                f"; but the curve, of degree {self.degree}, does not pass through the points "
                f"(p = {self.misfit:.1g}){self._beside()}"
            )
        return said

    def _beside(self) -> str:
        """Say what was played on both sides of the even point."""
        value = self.even.value
        if value is None:
            return ""
        last = self.points.height - 1
        place = min(int((self.points["handicap"] <= value).sum()), last)
        return ": beside the even point Austria wins " + " and ".join(
            f"{100 * row['share']:.1f} % at {written(row['handicap'], 'd')}"
            for row in self.points[place - 1 : place + 1].iter_rows(named=True)
        )

    def _span(self) -> tuple[str, str]:
        least, most = self.points["handicap"][0], self.points["handicap"][-1]
        return written(least, "d"), written(most, "d")

    def _played(self) -> str:
        least, most = self._span()
        return f"from {least} to {most} {self.unit} taken off {NAMES[self.side]}"

    def _ends(self) -> str:
        least, most = self._span()
        first, last = (f"{100 * self.points['share'][place]:.1f} %" for place in (0, -1))
        return f"Austria wins {first} at {least} and {last} at {most}"

    def _percent(self) -> str:
        return f"{100 * self.confidence:g} %"


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
    unit: str = POINTS,
) -> HandicapCurve:
    """Return the curve of games whose handicaps are known.

    Parameters
    ----------
    games : polars.DataFrame
        One row a game: ``handicap`` (whole), ``seed``, and ``won``: 1.0 if Austria won, else 0.0.
    scenario, side, player, unit
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
    model = fit_polynomial(values, games["won"].to_numpy(), games["seed"].to_numpy())
    even = even_point(model, confidence)
    middle = (model.least + model.most) / 2
    slope, slope_error = model.slope(middle if even.value is None else even.value)
    return HandicapCurve(
        scenario,
        side,
        player,
        points,
        _line(model, confidence),
        slope,
        slope_error,
        even,
        model.misfit,
        model.degree,
        unit,
        confidence,
    )


def _points(games: pl.DataFrame, confidence: float) -> pl.DataFrame:
    """Return the share of games won at each handicap."""
    rows = []
    for (handicap,), part in games.sort("handicap").group_by("handicap", maintain_order=True):
        one = share(int(part["won"].sum()), part.height, confidence)
        rows.append((handicap, one.games, one.value, one.low, one.high))
    schema = {name: dtype for name, (dtype, _) in POINT_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _line(model: LogitPolynomial, confidence: float) -> pl.DataFrame:
    """Return the fitted curve with its band."""
    z = -float(ndtri((1 - confidence) / 2))
    values = np.linspace(model.least, model.most, STEPS_OF_LINE)
    logit, error = model.logit(values)
    columns = [values, expit(logit), expit(logit - z * error), expit(logit + z * error)]
    return pl.DataFrame(dict(zip(LINE_COLUMNS, columns, strict=True)))


def even_point(model: LogitPolynomial, confidence: float) -> EvenPoint:
    """Return where a curve crosses one half, as far as that lies in what was played.

    The interval is all handicaps connected to it at which the band of the curve holds one half. If
    it crosses several times the crossing nearest to 0 is taken: the least that makes it even. If it
    does not cross, the interval is that part of the band which holds one half best.
    """
    held = model.held(confidence)
    if not held:
        return EvenPoint(None, None, None)
    if not model.is_shown(confidence):
        return UNKNOWN
    value = min(model.crossings(), key=abs, default=None)

    def far(part: tuple[float, float]) -> float:
        if value is not None:
            return max(part[0] - value, value - part[1])
        logit, error = model.logit(np.array([sum(part) / 2]))
        return float(abs(logit[0]) / error[0])

    low, high = min(held, key=far)
    found = EvenPoint(
        value, low if low > model.least else None, high if high < model.most else None
    )
    return UNKNOWN if found == EvenPoint(None, None, None) else found
