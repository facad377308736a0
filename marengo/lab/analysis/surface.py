"""The odds between the variants that were played, at once and with their uncertainty.

A Gaussian process on the logit goes through the shares that variants won (Rasmussen and Williams
2006, 3.4: Laplace's approximation of a binomial likelihood, by scikit-learn). Its surface is twice
differentiable, each parameter has a length of its own along which odds change, and all of these are
found by the likelihood of the shares.

References
----------
C. E. Rasmussen and C. K. I. Williams, "Gaussian Processes for Machine Learning" (2006).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np
import polars as pl

from marengo.core.errors import MarengoError
from marengo.core.numbers import REAL, takes
from marengo.lab.analysis.measures import variant_names
from marengo.lab.exchange import Frame, need
from marengo.lab.frames import seat_in
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Array, Columns

__all__ = [
    "SURFACE_COLUMNS",
    "Odds",
    "Surface",
    "SurfaceError",
    "response_surface",
    "surface_points",
]

LEAST = 6
"""Variants that a surface needs."""

ROUNDS = 3
"""Of Laplace's approximation, each with shares that the one before has smoothed."""

STEPS = 41
"""Points of a slice."""

SLACK = 1e-9
"""Distance from the hull up to which a place counts as on its edge, share of the ranges."""

MISFIT = 0.05
"""The p-value below which too few of the variants lie where the others predict."""

SURFACE_COLUMNS: Columns = {
    "share": (pl.Float64, "share of games won that is expected, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval"),
    "high": (pl.Float64, "upper end"),
    "between": (pl.Boolean, "whether it lies between variants that were played"),
}
"""Columns of a slice of a surface, behind those of the parameters: type and meaning with unit."""


class SurfaceError(MarengoError):
    """Variants through which no surface goes, or a question outside of them; says why."""


class Odds(NamedTuple):
    """Odds that a surface gives for one place.

    Parameters
    ----------
    share, low, high : float
        The share of games won that is expected, and its 95 % interval, 0 to 1.
    between : bool
        Whether the place lies between variants that were played, in their convex hull; if not,
        the surface goes beyond them.
    """

    share: float
    low: float
    high: float
    between: bool


@takes()
def surface_points(run: Run, side: str | None = None) -> pl.DataFrame:
    """Return what the scenarios of a run differ in, and how many games of each a seat won.

    Parameters
    ----------
    run : Run
        Whose scenarios are variants of one, played by the same players.
    side : str, optional
        Whose victories are counted; default: the first seat's.

    Returns
    -------
    polars.DataFrame
        A row for each variant: each number and truth of the scenarios that differs and that all
        of them have, by its path as in ``run.cells``, ``games``, and ``won``.

    Raises
    ------
    StudyError
        If several players played.
    ValueError
        If there is no such seat.
    """
    variant_names(run)  # refuses several players
    cells = run.cells
    numbers = [
        column.name
        for column in cells.drop("cell")
        if (column.dtype.is_numeric() or column.dtype == pl.Boolean)
        and not column.has_nulls()
        and column.n_unique() > 1
    ]
    won = has_won(seat_in(run.games, side))
    counts = run.games.group_by("cell").agg(games=pl.len().cast(pl.Int64), won=won.sum())
    variants = cells.join(counts.collect(), on="cell").sort("cell")
    return variants.select(pl.col(numbers).cast(pl.Float64), "games", pl.col("won").cast(pl.Int64))


@dataclass(frozen=True, eq=False)
class Surface:
    """The odds at any values of the parameters of variants that were played.

    Made by :func:`response_surface`.

    Parameters
    ----------
    points : polars.DataFrame
        The variants: a column for each parameter, ``games`` and ``won``.
    parameters : tuple of str
        The columns of the parameters.
    held : int
        Variants whose share lies in the 95 % interval that the others have for it.
    """

    points: pl.DataFrame
    parameters: tuple[str, ...]
    held: int
    _process: Any = field(repr=False)
    _mean: float = field(repr=False)

    @cached_property
    def ranges(self) -> dict[str, tuple[float, float]]:
        """The least and the most of each parameter among the variants."""
        rows = (self.points[name] for name in self.parameters)
        return {column.name: (float(column.min()), float(column.max())) for column in rows}  # type: ignore[arg-type]

    @property
    def calibrated(self) -> bool:
        """True if as many variants as should, but for chance, lie where the others predict."""
        from scipy.stats import binom

        return bool(binom.cdf(self.held, self.points.height, CONFIDENCE) >= MISFIT)

    @property
    def sentence(self) -> str:
        """Account of how well it predicts variants that were left out."""
        number = self.points.height
        text = (
            f"Of {number} variants, each left out in turn, {self.held} "
            f"({100 * self.held / number:.0f} %) lie in the 95 % interval that the others have "
            "for them"
        )
        return f"{text}." if self.calibrated else f"{text}: too few, so do not trust the intervals."

    @takes(SurfaceError, at=REAL)
    def odds(self, at: Mapping[str, float]) -> Odds:
        """Return the odds at values of all parameters.

        Raises
        ------
        SurfaceError
            If a parameter lacks, or lies outside of the variants; names it and its range.
        """
        odds = self._told(pl.DataFrame([dict(at)]), self.parameters[0])
        return Odds(*odds.select(*SURFACE_COLUMNS).row(0))

    @takes(SurfaceError, at=REAL)
    def along(self, parameter: str, at: Mapping[str, float]) -> pl.DataFrame:
        """Return a slice: the odds along the range of a parameter, at values of all others.

        Returns
        -------
        polars.DataFrame
            A row for each step: the parameters, and :data:`SURFACE_COLUMNS`.

        Raises
        ------
        SurfaceError
            As for :meth:`odds`, and if there is no such parameter.
        """
        if parameter not in self.parameters:
            listed = ", ".join(self.parameters)
            raise SurfaceError(f"parameter: expected one of {listed}, not {parameter!r}")
        steps = np.linspace(*self.ranges[parameter], STEPS)
        return self._told(pl.DataFrame({**at, parameter: steps}), parameter)

    def _told(self, places: pl.DataFrame, along: str) -> pl.DataFrame:
        """Return places that differ in one parameter alone with their odds."""
        from scipy.special import expit, ndtri

        missing = [name for name in self.parameters if name not in places.columns]
        if missing:
            raise SurfaceError(f"at: expected a value of {', '.join(missing)}")
        places = places.select(pl.col(self.parameters).cast(pl.Float64))
        for name, (low, high) in self.ranges.items():
            if not places[name].is_between(low, high).all():
                value = places.filter(~pl.col(name).is_between(low, high))[name][0]
                raise SurfaceError(
                    f"{name}: {value:g}: nothing was played there; expected {low:g} to {high:g}"
                )
        scaled = self._scaled(places)
        logits, errors = self._process.predict(scaled, return_std=True)
        reach = float(ndtri((1 + CONFIDENCE) / 2)) * errors
        ends = [expit(self._mean + logits + sign * reach) for sign in (0, -1, 1)]
        place = self.parameters.index(along)
        nearest, farthest = _span(scaled[0], self._scaled(self.points), place)
        between = (nearest <= scaled[:, place]) & (scaled[:, place] <= farthest)
        return places.with_columns(
            pl.Series(name, values)
            for name, values in zip(SURFACE_COLUMNS, (*ends, between), strict=True)
        )

    def _scaled(self, places: pl.DataFrame) -> Array:
        return _scaled(places, self.parameters, self.points)


def _scaled(places: pl.DataFrame, parameters: Sequence[str], points: pl.DataFrame) -> Array:
    """Return places in shares of the ranges of the variants, shape ``(places, parameters)``."""
    low, high = (
        points.select(pl.col(parameters).min()).to_numpy(),
        points.select(pl.col(parameters).max()).to_numpy(),
    )
    return np.asarray((places.select(parameters).to_numpy() - low) / (high - low))


def _span(place: Array, places: Array, along: int) -> tuple[float, float]:
    """Return from where to where a line along an axis lies in the convex hull of known places.

    What lies there is a mean of them with some weights, which linear programming finds.
    """
    from scipy.optimize import linprog

    held = np.arange(len(place)) != along
    means = np.vstack([places[:, held].T, np.ones(len(places))])
    wanted = [*place[held], 1.0]
    ends = [linprog(sign * places[:, along], A_eq=means, b_eq=wanted) for sign in (1, -1)]
    low, high = (solution.fun for solution in ends)
    return (np.inf, -np.inf) if low is None or high is None else (low - SLACK, SLACK - high)


@takes()
def response_surface(points: Frame, parameters: Sequence[str] | None = None) -> Surface:
    """Lay a surface through the shares that variants won.

    Parameters
    ----------
    points : polars.DataFrame or pandas.DataFrame
        A row for each variant, as :func:`surface_points` returns them: its parameters, ``games``
        and ``won``.
    parameters : sequence of str, optional
        Which columns are parameters; default: all others, but those that never change.

    Raises
    ------
    ImportError
        If scikit-learn is not there.
    SurfaceError
        If there are fewer than 6 variants, a parameter never changes, or a variant has no games.
    ValueError
        If the frame lacks a column.
    """
    table = need(points, "variants", ("games", "won", *(parameters or ())))
    names = [name for name in table.columns if name not in ("games", "won")]
    if parameters is None:
        parameters = [name for name in names if table[name].n_unique() > 1]
    table = table.select(pl.col(parameters).cast(pl.Float64), "games", "won")
    if not parameters or any(table[name].n_unique() < 2 for name in parameters):
        raise SurfaceError("parameters: expected some that differ between variants")
    if table.height < LEAST or not (table["games"] > 0).all():
        raise SurfaceError(f"variants: expected {LEAST} or more, each with games")
    games, won = (table[name].to_numpy().astype(float) for name in ("games", "won"))
    process, mean, held = _fit(_scaled(table, parameters, table), games, won)
    return Surface(table, tuple(parameters), held, process, mean)


def _fit(places: Array, games: Array, won: Array) -> tuple[Any, float, int]:
    """Return the process, the logit that it varies about, and how many it holds left out."""
    try:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.gaussian_process import GaussianProcessRegressor
        from sklearn.gaussian_process.kernels import ConstantKernel, Matern
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        needed = "pip install 'marengo[search]'"
        raise ImportError(f"response_surface: expected scikit-learn: {needed}") from error
    from scipy.special import expit, logit, ndtri

    lengths = np.ones(places.shape[1])
    kernel: Any = ConstantKernel(1.0, "fixed")
    kernel += ConstantKernel(1.0, (1e-3, 30.0)) * Matern(lengths, (0.1, 30.0), nu=2.5)
    mean = float(logit((won.sum() + 0.5) / (games.sum() + 1)))
    shares = (won + 0.5) / (games + 1)
    for _ in range(ROUNDS):
        slope = shares * (1 - shares)
        response = logit(shares) + (won / games - shares) / slope - mean
        process = GaussianProcessRegressor(kernel, alpha=1 / (games * slope))
        # matrices this small are slower by several threads
        with threadpool_limits(1), catch_warnings():
            simplefilter("ignore", ConvergenceWarning)  # a length that ends at its bound
            process.fit(places, response)
        kernel = process.kernel_
        shares = np.clip(expit(mean + process.predict(places)), 1e-4, 1 - 1e-4)
    inverse = np.linalg.inv(kernel(places) + np.diag(process.alpha))
    # each left out (Rasmussen and Williams 2006, 5.12), in its standard deviations
    missed = np.abs(inverse @ response) / np.sqrt(np.diag(inverse))
    return process, mean, int((missed <= ndtri((1 + CONFIDENCE) / 2)).sum())
