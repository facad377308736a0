"""Whether estimates of winning come true: what was said of turns, against how their games ended.

Turns of one game end alike, so intervals are clustered by game: of a mean over turns, with the
sandwich variance of a ratio of sums over games, and Student's t.
"""

from typing import Any

import numpy as np
import polars as pl
from scipy.special import stdtrit

from marengo.core.numbers import SHARE, WHOLE, takes
from marengo.lab.analysis.quality import GAME
from marengo.lab.exchange import Frame, collected
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Columns

TENTHS = 10

SURE = 1e-6
"""No estimate counts as surer than this, so that one that failed costs much, but not all."""

CALIBRATION_COLUMNS: Columns = {
    "tenth": (pl.Int32, "0 for estimates from 0 to 0.1, up to 9 for those from 0.9 to 1"),
    "turns": (pl.Int64, "turns with such an estimate"),
    "games": (pl.Int64, "games that they belong to"),
    "said": (pl.Float64, "mean estimate of the first seat's chance, 0 to 1"),
    "came": (pl.Float64, "share of these turns whose game the first seat won"),
    "low": (pl.Float64, "lower end of the 95 % interval of came less said, clustered by game"),
    "high": (pl.Float64, "upper end; both null with fewer than 2 games"),
}
"""Columns of :func:`calibration_table`: type and meaning with unit."""

HOUR_COLUMNS: Columns = {
    "hour": (pl.Int32, "round of the turns, hours of the 24-hour clock"),
    "turns": (pl.Int64, "turns that ended in it, but for the last of a game"),
    "loss": (pl.Float64, "mean log-loss of the estimates, nats"),
    "constant": (pl.Float64, "mean log-loss of the share that won of them all, nats"),
    "low": (pl.Float64, "lower end of the 95 % interval of loss less constant, clustered by game"),
    "high": (pl.Float64, "upper end; both null with fewer than 2 games"),
}
"""Columns of :func:`calibration_by_hour`: type and meaning with unit."""


@takes(cell=WHOLE, confidence=SHARE)
def calibration_table(
    run: Run, cell: int | None = None, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return what was said and what came, by tenths of the estimate.

    Parameters
    ----------
    run : Run
        Of a plan that observes turns.
    cell : int, optional
        Number of the one cell that is judged; default: all together.
    confidence : float
        Probability that an interval covers the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        One row for each tenth with turns; the columns of :data:`CALIBRATION_COLUMNS`. The last turn
        of a game, which ends with the outcome, is left out.

    Raises
    ------
    StudyError
        If the plan does not observe turns.
    """
    return by_tenth(_turns(run, cell), confidence)


def by_tenth(turns: pl.DataFrame, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the same of turns: ``cell``, ``game``, ``estimate``, and ``won``, 1 or 0."""
    tenth = (pl.col("estimate") * TENTHS).floor().clip(0, TENTHS - 1).cast(pl.Int32)
    judged = turns.with_columns(tenth=tenth, value=pl.col("won") - pl.col("estimate"))
    means = {"said": "estimate", "came": "won"}
    return _clustered(judged, "tenth", confidence, means, CALIBRATION_COLUMNS)


def calibration_error(table: Frame) -> float:
    """Return the expected calibration error of a :func:`calibration_table`, from 0 to 1.

    The mean of what came less what was said, without its sign, over tenths weighed by their turns
    (Naeini, Cooper and Hauskrecht 2015).
    """
    table = collected(table)
    away = np.abs(table["came"].to_numpy() - table["said"].to_numpy())
    return float(np.average(away, weights=table["turns"].to_numpy()))


@takes(confidence=SHARE)
def calibration_by_hour(run: Run, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return how much estimates tell, by hour, against always saying what share was won.

    Parameters
    ----------
    run : Run
        Of a plan that observes turns.
    confidence : float
        Probability that an interval covers the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        One row an hour; the columns of :data:`HOUR_COLUMNS`.

    Raises
    ------
    StudyError
        If the plan does not observe turns.
    """
    return by_hour(_turns(run), confidence)


def by_hour(turns: pl.DataFrame, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the same of turns, which have an ``hour`` too."""
    losses = {"loss": _loss(pl.col("estimate")), "constant": _loss(pl.col("won").mean())}
    judged = turns.with_columns(**losses).with_columns(value=pl.col("loss") - pl.col("constant"))
    means = {"loss": "loss", "constant": "constant"}
    return _clustered(judged, "hour", confidence, means, HOUR_COLUMNS)


def _loss(chance: pl.Expr) -> pl.Expr:
    """Return the log-loss of a chance that was said."""
    sure = chance.clip(SURE, 1 - SURE)
    return -(pl.col("won") * sure.log() + (1 - pl.col("won")) * (1 - sure).log())


def _turns(run: Run, cell: int | None = None) -> pl.DataFrame:
    """Return the turns of a run but for the last of each game, and whether the first seat won."""
    wanted = pl.lit(value=True) if cell is None else pl.col("cell") == cell
    if "turns" not in run.study.observe:
        raise StudyError('observe: expected "turns" in the plan, for estimates of winning by turn')
    won = has_won(run.game.seat_names()[0]).cast(pl.Float64)
    games = run.games.filter(wanted).select(*GAME, won=won)
    turns = run.turns.filter(wanted).filter(pl.col("turn") < pl.col("turn").max().over(GAME))
    return turns.join(games, on=GAME).select(*GAME, "hour", "estimate", "won").collect()


def _clustered(
    turns: pl.DataFrame, by: str, confidence: float, means: dict[str, str], columns: Columns
) -> pl.DataFrame:
    """Return means over turns by groups, and the interval of that of ``value``."""
    mean = pl.col("value").mean().over(by)
    games = turns.with_columns(away=pl.col("value") - mean).group_by(by, *GAME)
    squares = (
        games.agg(pl.col("away").sum())
        .group_by(by)
        .agg(games=pl.len(), squares=(pl.col("away") ** 2).sum())
    )
    grouped = turns.group_by(by).agg(
        turns=pl.len(),
        value=pl.col("value").mean(),
        **{name: pl.col(column).mean() for name, column in means.items()},
    )
    rows: list[dict[str, Any]] = []
    for row in grouped.join(squares, on=by).sort(by).iter_rows(named=True):
        half = None
        if row["games"] > 1:
            variance = row["games"] / (row["games"] - 1) * row["squares"] / row["turns"] ** 2
            half = stdtrit(row["games"] - 1, (1 + confidence) / 2) * variance**0.5
        ends = (None, None) if half is None else (row["value"] - half, row["value"] + half)
        rows.append({**row, "low": ends[0], "high": ends[1]})
    schema = {name: dtype for name, (dtype, _) in columns.items()}
    return pl.DataFrame([{name: row[name] for name in schema} for row in rows], schema=schema)
