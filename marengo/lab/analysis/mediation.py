"""Why a what-if changes the odds: how much of its effect goes through what it changes first.

Two games of one seed, with the what-if and without, are two conditions of one subject. So the
effect is divided as in a within-subject mediation (Judd, Kenny and McClelland 2001; Montoya and
Hayes 2017): the difference of the results of a pair is regressed on the differences of mediators,
which were measured before the end, and on their means in the pair. Whatever two games of a seed
have in common, as the set-up that was drawn, drops out.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from marengo.core.numbers import SEED, SHARE, WHOLE, takes
from marengo.lab.analysis.differences import cell_number, paired_difference
from marengo.lab.exchange import Frame, need
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Array, Columns, frame_of

TOTAL, DIRECT = "total", "none of these"
"""Names of the whole effect, and of what goes through no mediator."""

DRAWS = 2000
"""Of the seeds, with replacement, for the intervals."""

MEDIATION_COLUMNS: Columns = {
    "through": (pl.String, f'the mediator; "{TOTAL}", or "{DIRECT}"'),
    "change": (pl.Float64, "by how much the what-if changes it, mean of the pairs, its own unit"),
    "slope": (pl.Float64, "change of the win rate for one unit more of it, points"),
    "effect": (pl.Float64, "change times slope: what goes through it, points of win rate"),
    "low": (pl.Float64, "lower end of its 95 % interval, points"),
    "high": (pl.Float64, "upper end of its 95 % interval, points"),
    "share": (pl.Float64, "effect divided by the total; null if that may be nothing"),
}
"""Columns of a table of mediation: type and meaning with unit."""


@takes(what_if=WHOLE, against=WHOLE, seed=SEED, confidence=SHARE)
def mediation(
    run: Run,
    what_if: int | str,
    against: int | str,
    mediators: Frame,
    side: str | None = None,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return how much of the effect of a what-if goes through each of some mediators.

    Parameters
    ----------
    run : Run
        Of the what-if and what it is compared with, on common seeds.
    what_if, against : int or str
        The two cells, as for :func:`paired_difference`.
    mediators : polars.DataFrame or pandas.DataFrame
        ``cell``, ``game``, and a column of numbers for each mediator, as of :func:`mechanisms`: of
        each game, measured before it was decided. Games without a row, or with a null in it, are
        left out, with the other of their pair.
    side : str, optional
        The seat whose win rate it is; default: the first.
    seed : int
        Of the draws of the bootstrap.
    confidence : float
        Probability that an interval covers the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        The total, then each mediator, then what goes through none; :data:`MEDIATION_COLUMNS`. The
        effects add up to the total. Its interval is Tango's (1998), the others are percentiles of a
        bootstrap of pairs (Poisson's: Hanley and MacGibbon 2006).

    Raises
    ------
    StudyError
        If there is no such cell, no pair, no mediator, a mediator is no column of numbers, or the
        pairs do not tell mediators apart from the what-if or from each other.

    References
    ----------
    C. M. Judd, D. A. Kenny and G. H. McClelland, "Estimating and testing mediation and moderation
    in within-subject designs", Psychological Methods 6 (2001), 115-134.

    J. A. Hanley and B. MacGibbon, "Creating non-parametric bootstrap samples using Poisson
    frequencies", Computer Methods and Programs in Biomedicine 83 (2006), 57-62.

    A. K. Montoya and A. F. Hayes, "Two-condition within-participant statistical mediation analysis:
    a path-analytic framework", Psychological Methods 22 (2017), 6-27.
    """
    table = need(mediators, "mediators", ("cell", "game"))
    names = _names(table)
    cells = [cell_number(run.study.cells, cell) for cell in (what_if, against)]
    won = has_won(seat_in(run.games, side)).cast(pl.Float64)
    keys = pl.col("cell").cast(pl.Int32), pl.col("game").cast(pl.Int64)
    games = (
        run.games.select("cell", "game", "seed", "winner", won=won)
        .collect()
        .join(table.select(*keys, pl.col(names).cast(pl.Float64)), on=["cell", "game"])
        .drop_nulls(names)
    )
    changed, standard = (games.filter(cell=cell).drop("cell", "game") for cell in cells)
    pairs = changed.join(standard, on="seed", suffix=" of other", validate="1:1").sort("seed")
    if pairs.height <= 2 * len(names) + 1:
        most = 2 * len(names) + 1
        raise StudyError(f"mediators: expected more than {most} pairs with all of them")
    paired_games = games.filter(pl.col("seed").is_in(pairs["seed"].implode()))
    total = paired_difference(paired_games, cells[0], cells[1], side, confidence)
    with_it, without = (
        pairs.select([f"{name}{end}" for name in ("won", *names)]).to_numpy()
        for end in ("", " of other")
    )
    divided = _divided(with_it - without, (with_it + without)[:, 1:] / 2, names, seed)
    tails = [50 * (1 - confidence), 50 * (1 + confidence)]
    lows, highs = np.percentile(100 * divided.drawn, tails, axis=0)
    effects = 100 * divided.effects
    sure = total.low > 0 or total.high < 0
    whole = 100 * total.difference
    rows = [(TOTAL, None, None, whole, 100 * total.low, 100 * total.high, 1.0 if sure else None)]
    for at, name in enumerate([*names, DIRECT]):
        estimates = (
            (divided.changes[at], 100 * divided.slopes[at]) if at < len(names) else (None, None)
        )
        ends = effects[at], lows[at], highs[at]
        rows.append((name, *estimates, *ends, effects[at] / whole if sure else None))
    return frame_of(MEDIATION_COLUMNS, rows)


def _names(table: pl.DataFrame) -> list[str]:
    """Return the mediators of a table, if all are numbers."""
    names = [name for name in table.columns if name not in ("cell", "game")]
    if not names:
        raise StudyError("mediators: expected at least one column beside cell and game")
    for name in names:
        if not (table.schema[name].is_numeric() or table.schema[name] == pl.Boolean):
            raise StudyError(f"mediators: {name}: expected numbers")
    return names


class _Divided(NamedTuple):
    """An effect divided: by mediator, and last what goes through none."""

    changes: Array  # (mediators,)
    slopes: Array  # (mediators,)
    effects: Array  # (mediators + 1,)
    drawn: Array  # (draws, mediators + 1): effects of seeds drawn anew


def _divided(differences: Array, means: Array, names: list[str], seed: int) -> _Divided:
    """Divide the mean of the first column of differences among the others, the mediators."""
    pairs, count = means.shape
    design = np.column_stack([np.ones(pairs), differences[:, 1:]])
    _check_told_apart(design, names)
    for column in (means - means.mean(axis=0)).T:
        wider = np.column_stack([design, column])
        if np.linalg.matrix_rank(wider) == wider.shape[1]:  # a mean may be half of a difference
            design = wider
    whole = np.column_stack([design, differences[:, :1]])
    products = (whole[:, :, None] * whole[:, None, :]).reshape(pairs, -1)
    rng = np.random.default_rng(seed)
    drawn = [rng.poisson(1.0, pairs) @ products for _ in range(DRAWS)]  # one by one, for memory
    moments = np.vstack([products.sum(axis=0), *drawn]).reshape(-1, whole.shape[1], whole.shape[1])
    solved = np.linalg.pinv(moments[:, :-1, :-1], hermitian=True) @ moments[:, :-1, -1:]
    slopes = solved[:, 1 : count + 1, 0]
    changes = moments[:, 0, 1 : count + 1] / moments[:, 0, :1]
    total = moments[:, 0, -1:] / moments[:, 0, :1]
    through = slopes * changes
    effects = np.column_stack([through, total[:, 0] - through.sum(axis=1)])
    return _Divided(changes[0], slopes[0], effects[0], effects[1:])


def _check_told_apart(design: Array, names: list[str]) -> None:
    """Refuse mediators that the what-if changes alike in all pairs, or that are made of others."""
    for name, column in zip(names, design.T[1:], strict=False):
        if np.ptp(column) == 0:
            raise StudyError(
                f"mediators: {name}: the what-if changes it by {column[0]:g} in every pair, which "
                "cannot be told from the what-if itself: leave it out"
            )
    if np.linalg.matrix_rank(design) < design.shape[1]:
        raise StudyError("mediators: cannot be told apart: one is made up of others")
