"""Logistic regression: the effect of parameters on the odds of the outcome.

Game *i* of every cell has the same seed, and so often the same set-up. Results with one seed are
therefore not independent, and standard errors come from the covariance clustered by seed.
"""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from marengo.core.errors import did_you_mean
from marengo.core.numbers import SHARE, takes
from marengo.lab.exchange import Frame, as_polars, collected
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Array, Columns, frame_of

CONSTANT = "constant"
"""The name of the term that every game has."""

MOST_STEPS = 100
"""Steps of Newton's method: some ten are enough, unless there is no highest likelihood."""

REGRESSION_COLUMNS: Columns = {
    "term": (pl.String, 'the parameter, or "constant"'),
    "coefficient": (pl.Float64, "change of the logit for one unit more"),
    "standard_error": (pl.Float64, "its standard error, clustered by seed"),
    "low": (pl.Float64, "lower end of its 95 % interval"),
    "high": (pl.Float64, "upper end of its 95 % interval"),
    "p": (pl.Float64, "two-sided p-value of a coefficient of 0 (Wald)"),
    "effect": (pl.Float64, "average change of the win rate, points (0 to 100); constant: null"),
    "effect_low": (pl.Float64, "lower end of its 95 % interval, points"),
    "effect_high": (pl.Float64, "upper end of its 95 % interval, points"),
}
"""Columns of a table of a regression: type and meaning with unit."""


@dataclass(frozen=True, slots=True)
class Logit:
    """A fitted logistic model."""

    fit: Any  # of statsmodels, with the covariance clustered
    coefficients: Array  # in logits, the constant first
    covariance: Array


def fit_logit(design: Array, won: Array, seeds: Array) -> Logit:
    """Fit a logistic model with a constant, its errors clustered by seed.

    Refused if the games do not say how large a coefficient is: terms that are made up of others, or
    that separate victories from defeats.
    """
    from statsmodels.discrete.discrete_model import Logit as Model

    whole = np.column_stack([np.ones(len(won)), design])
    if np.linalg.matrix_rank(whole) < whole.shape[1]:
        raise StudyError("design: terms cannot be told apart: one is made up of the others")
    if len(np.unique(won)) < 2:
        raise StudyError("games: expected some that were won and some that were lost")
    groups = np.unique(seeds, return_inverse=True)[1]
    if groups.max() == 0:
        raise StudyError("games: expected more than one seed")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # of separation, which shows in that nothing converges
        options = {"cov_type": "cluster", "cov_kwds": {"groups": groups}}
        fit = Model(won, whole).fit(disp=0, maxiter=MOST_STEPS, **options)
    if not fit.mle_retvals["converged"]:
        raise StudyError(
            "games: the parameters tell every result, so that no coefficient is large enough; "
            "expected more games or values nearer to each other"
        )
    return Logit(fit, np.asarray(fit.params), np.asarray(fit.cov_params()))


@takes(confidence=SHARE)
def outcome_regression(
    run: "Run | Frame",
    design: Frame,
    terms: tuple[str, ...] | None = None,
    side: str | None = None,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return what parameters do to a side's chance to win.

    Logistic regression of the outcome of games on parameters of their cells, with the sandwich
    covariance clustered by seed (Liang and Zeger 1986; Cameron and Miller 2015). Beside each
    coefficient stands the average marginal effect (Bartus 2005): the mean over all games of the
    slope of the win rate, or for a term that is only 0 or 1 of its change from 0 to 1. Its interval
    is that of the delta method.

    Parameters
    ----------
    run : Run, polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        A run, or its games: ``cell``, ``seed`` and ``winner``.
    design : polars.DataFrame or pandas.DataFrame
        One row a cell: ``cell``, and parameters as numbers or booleans. Games of cells that are not
        in it are left out.
    terms : tuple of str, optional
        The columns of ``design`` that are used; default: all but ``cell``. For a curve or for
        parameters that work on each other add columns of squares and products; each effect is then
        that of its own column alone.
    side : str, optional
        The seat whose chance it is, such as ``"french"``; default: the first.
    confidence : float
        Probability that an interval covers the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        One row a term, the constant first; the columns of :data:`REGRESSION_COLUMNS`.

    Raises
    ------
    StudyError
        If the design has no such column, a cell twice, nulls or texts, or the games do not say how
        large a coefficient is.
    ValueError
        If the side is none.

    References
    ----------
    K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models",
    Biometrika 73 (1986), 13-22.

    A. C. Cameron and D. L. Miller, "A practitioner's guide to cluster-robust inference", Journal of
    Human Resources 50 (2015), 317-372.

    T. Bartus, "Estimation of marginal effects using margeff", Stata Journal 5 (2005), 309-329.
    """
    design = collected(design)
    names = _terms(design, terms)
    games = run.games if isinstance(run, Run) else as_polars(run).lazy()
    seat = seat_in(games, side)
    right = design.lazy().select(pl.col("cell").cast(pl.Int32), pl.col(names).cast(pl.Float64))
    joined = (
        games.select(pl.col("cell").cast(pl.Int32), "seed", won=has_won(seat))
        .join(right, on="cell", suffix="_of_design", maintain_order="left")
        .collect()
    )
    if joined.is_empty():
        raise StudyError("design: no games of its cells")
    columns = [f"{name}_of_design" if name in ("seed", "won") else name for name in names]
    values = joined.select(columns).to_numpy()
    _check_varied(names, values)
    model = fit_logit(values, joined["won"].cast(pl.Float64).to_numpy(), joined["seed"].to_numpy())
    return _table([CONSTANT, *names], model, confidence)


def _terms(design: pl.DataFrame, terms: tuple[str, ...] | None) -> list[str]:
    """Return the columns of a design that are used, if they can be."""
    if "cell" not in design.columns:
        raise StudyError("design: expected a column cell")
    if design["cell"].is_duplicated().any():
        raise StudyError("design: expected each cell once")
    names = [name for name in (terms or design.columns) if name != "cell"]
    if not names:
        raise StudyError("design: expected at least one parameter beside cell")
    for name in names:
        if name not in design.columns:
            columns = [column for column in design.columns if column != "cell"]
            listed, meant = ", ".join(columns), did_you_mean(name, columns)
            raise StudyError(f"design: no column {name!r}: expected some of {listed}{meant}")
        column = design[name]
        if not (column.dtype.is_numeric() or column.dtype == pl.Boolean) or column.has_nulls():
            raise StudyError(f"design: {name}: expected numbers or booleans in every cell")
    return names


def _check_varied(names: list[str], values: Array) -> None:
    for name, column in zip(names, values.T, strict=True):
        if np.ptp(column) == 0:
            raise StudyError(f"design: {name}: is {column[0]:g} in all games: expected it to vary")


def _table(names: list[str], model: Logit, confidence: float) -> pl.DataFrame:
    """Return the rows of a table, the constant without an effect."""
    effects = model.fit.get_margeff(at="overall", dummy=True)
    marginal = 100 * np.column_stack([effects.margeff, effects.conf_int(1 - confidence)])
    columns = [
        names,
        model.coefficients,
        np.sqrt(np.diag(model.covariance)),
        *np.asarray(model.fit.conf_int(1 - confidence)).T,
        np.asarray(model.fit.pvalues),
        *([None, *column] for column in marginal.T.tolist()),
    ]
    return frame_of(REGRESSION_COLUMNS, zip(*columns, strict=True))
