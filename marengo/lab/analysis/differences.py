"""Differences between two cells of a run, whose games have common seeds."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import polars as pl

from marengo.core.errors import did_you_mean
from marengo.core.numbers import SHARE, WHOLE, takes
from marengo.lab.analysis.paired_shares import Pairs, score_interval, separate_interval
from marengo.lab.exchange import Frame, as_polars
from marengo.lab.frames import player_columns, seat_in
from marengo.lab.plan import Cell, Study, StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Array, Columns, frame_of

Games: TypeAlias = "Run | Frame"

DIFFERENCE_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "scenario": (pl.String, "its scenario"),
    "pairs": (pl.Int64, "games with a seed that both cells have played"),
    "share": (pl.Float64, "share of these games that the side won in the cell, 0 to 1"),
    "other_share": (pl.Float64, "the same in the cell it is compared with"),
    "difference": (pl.Float64, "share less other_share"),
    "low": (pl.Float64, "lower end of its 95 % interval, paired (Tango 1998)"),
    "high": (pl.Float64, "upper end of its 95 % interval, paired (Tango 1998)"),
    "unpaired_low": (pl.Float64, "lower end as if seeds were not common (Newcombe 1998)"),
    "unpaired_high": (pl.Float64, "upper end as if seeds were not common (Newcombe 1998)"),
    "gain": (pl.Float64, "variance without pairing divided by variance with it; infinite or null"),
}
"""Columns of a table of differences: type and meaning with unit.

After ``scenario`` stand columns of who played each seat in it, such as ``austrian_player``.
"""


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The difference of two shares or two means over games on common seeds.

    Parameters
    ----------
    pairs : int
        Games with a seed that both cells have played.
    value, other_value : float
        Share, 0 to 1, or mean, of the first cell and of the second.
    difference, low, high : float
        The first less the second, and the interval of paired games.
    unpaired_low, unpaired_high : float
        The interval as if the games had separate seeds.
    gain : float, optional
        Variance of the difference of separate games, divided by that of the pairs: as many times
        the games would be needed. Infinite if the pairs leave no variance, None if nothing varies.
    correlation : float, optional
        Of the results of a pair, -1 to 1; None if one of them never varies.
    only_first, only_second : int, optional
        Discordant pairs, of shares: won in the first cell alone, in the second alone.
    """

    pairs: int
    value: float
    other_value: float
    difference: float
    low: float
    high: float
    unpaired_low: float
    unpaired_high: float
    gain: float | None
    correlation: float | None
    only_first: int | None = None
    only_second: int | None = None


def difference_of_pairs(pairs: Pairs, confidence: float = CONFIDENCE) -> PairedDifference:
    """Return the difference of two shares from the four counts of pairs."""
    number = pairs.number
    first_share, second_share = pairs.shares
    low, high = score_interval(pairs, confidence)
    apart = separate_interval(
        (first_share * number, second_share * number), (number, number), confidence
    )
    return PairedDifference(
        int(number),
        first_share,
        second_share,
        pairs.difference,
        low,
        high,
        *apart,
        pairs.gain,
        pairs.correlation,
        int(pairs.first),
        int(pairs.second),
    )


@takes(a=WHOLE, b=WHOLE, confidence=SHARE)
def paired_difference(
    run: Games,
    a: int | str,
    b: int | str,
    side: str | None = None,
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Return by how much a side wins more often in one cell than in another.

    Games are paired by their seed; those that only one of the cells has played are left out. The
    interval is Tango's score interval (1998); beside it stands Newcombe's of unpaired games.

    Parameters
    ----------
    run : Run, polars.DataFrame, polars.LazyFrame or pandas.DataFrame
        A run, or its games: ``cell``, ``seed`` and ``winner``.
    a, b : int or str
        The cells by number; of a run also by name (``str(cell)``) or by scenario, if only one
        cell has it.
    side : str, optional
        The seat whose win rate it is, such as ``"french"``; default: the first.
    confidence : float
        Probability that the interval covers the truth.

    Returns
    -------
    PairedDifference
        Of the win rate in ``a`` less that in ``b``.

    Raises
    ------
    StudyError
        If there is no such cell, or the cells have no seeds in common.
    ValueError
        If the side is none.
    """
    won = has_won(seat_in(_frame(run), side))
    return difference_of_pairs(Pairs.of(*_paired(run, a, b, won)), confidence)


@takes(a=WHOLE, b=WHOLE, confidence=SHARE)
def mean_difference(
    run: Games,
    a: int | str,
    b: int | str,
    column: str,
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Return by how much the mean of a column is higher in one cell than in another.

    The interval is Student's for the differences of pairs; the unpaired one is Welch's (1947).

    Parameters
    ----------
    run, a, b, confidence
        As for :func:`paired_difference`.
    column : str
        A column of numbers, such as ``"decisions"``. Pairs in which one of
        the two is null are left out.

    Raises
    ------
    StudyError
        If there is no such cell or column, or fewer than two pairs.
    """
    return difference_of_means(*paired_numbers(run, a, b, column), confidence)


def paired_numbers(run: Games, a: int | str, b: int | str, column: str) -> tuple[Array, Array]:
    """Return a column of numbers in the games of two cells that have the same seeds."""
    columns = _frame(run).collect_schema()
    if column not in columns or not (columns[column].is_numeric() or columns[column] == pl.Boolean):
        meant = "" if column in columns else did_you_mean(column, columns)
        raise StudyError(f"column: expected one with numbers, not {column!r}{meant}")
    first, second = _paired(run, a, b, pl.col(column).cast(pl.Float64))
    if len(first) < 2:
        raise StudyError(f"{column}: expected at least two pairs of games, not {len(first)}")
    return first, second


def difference_of_means(
    first: Array, second: Array, confidence: float = CONFIDENCE
) -> PairedDifference:
    """Return the difference of the means of paired numbers."""
    low, high = student(first - second, confidence)
    apart = float(first.var(ddof=1) + second.var(ddof=1))
    paired = float((first - second).var(ddof=1))
    return PairedDifference(
        len(first),
        float(first.mean()),
        float(second.mean()),
        float((first - second).mean()),
        low,
        high,
        *_welch(first, second, confidence),
        _ratio(apart, paired),
        _correlation(first, second),
    )


@takes(against=WHOLE, confidence=SHARE)
def difference_table(
    run: Run, against: int | str = 0, side: str | None = None, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return how often a side wins in every cell of a run, compared with one of them.

    Parameters
    ----------
    run : Run
        At least some games of the cells.
    against : int or str
        A cell by number or name: all others of its game are compared with it. Or a scenario: each
        cell of its game is compared with that scenario played by the same players. Equal seeds of
        different games have nothing in common.
    side : str, optional
        The seat whose win rate it is, such as ``"french"``; default: the first.
    confidence : float
        Probability that the intervals cover the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        One row a cell, in the order of the plan, without those it is compared with and without
        those that have no game in common; the columns of :data:`DIFFERENCE_COLUMNS`.

    Raises
    ------
    StudyError
        If there is no such cell or scenario.
    """
    games = run.games.select("cell", "game", "seed", "winner", "^.*_result$").collect()
    rows = []
    for number, other in compared_cells(run.study, against):
        try:
            paired = paired_difference(games, number, other, side, confidence)
        except NoPairsError:
            continue
        cell = run.study.cells[number]
        rows.append(
            (
                *(number, cell.scenario, *cell.players),
                *(paired.pairs, paired.value, paired.other_value, paired.difference),
                *(paired.low, paired.high, paired.unpaired_low, paired.unpaired_high, paired.gain),
            )
        )
    first, second, *others = DIFFERENCE_COLUMNS.items()
    return frame_of(dict([first, second, *player_columns(run.game).items(), *others]), rows)


class NoPairsError(StudyError):
    """Cells without a game in common; names them."""


def compared_cells(study: Study, against: int | str) -> list[tuple[int, int]]:
    """Return which cell is compared with which."""
    cells, kinds = study.cells, {name: type(study.game(name)) for name in study.scenarios}
    bases = {cell.players: number for number, cell in enumerate(cells) if cell.scenario == against}
    if not bases:
        base = cell_number(cells, against)
        bases = dict.fromkeys((cell.players for cell in cells), base)
    kind = kinds[cells[next(iter(bases.values()))].scenario]
    return [
        (number, bases[cell.players])
        for number, cell in enumerate(cells)
        if cell.players in bases and kinds[cell.scenario] is kind and number not in bases.values()
    ]


def cell_number(cells: tuple[Cell, ...], cell: int | str) -> int:
    """Return the number of a cell that is given by number, name or scenario."""
    if isinstance(cell, int):
        if 0 <= cell < len(cells):
            return cell
        raise StudyError(f"cell: expected a number from 0 to {len(cells) - 1}, not {cell}")
    fitting = [
        number
        for number, candidate in enumerate(cells)
        if cell in (str(candidate), candidate.scenario)
    ]
    if len(fitting) != 1:
        listed = "; ".join(str(candidate) for candidate in cells)
        subject = f"{len(fitting)} cells are" if fitting else "no cell is"
        names = [name for candidate in cells for name in (candidate.scenario, str(candidate))]
        meant = "" if fitting else did_you_mean(cell, names)
        raise StudyError(f"cell: {subject} named {cell!r}: expected one of {listed}{meant}")
    return fitting[0]


def _frame(run: Games) -> pl.LazyFrame:
    return run.games if isinstance(run, Run) else as_polars(run).lazy()


def _paired(run: Games, a: int | str, b: int | str, value: pl.Expr) -> tuple[Array, Array]:
    """Return a value in the games of two cells that have the same seeds, one array a cell."""
    numbers = []
    for cell in (a, b):
        if isinstance(run, Run):
            numbers.append(cell_number(run.study.cells, cell))
        elif isinstance(cell, int):
            numbers.append(cell)
        else:
            raise StudyError(f"cell: expected a number where games come as a frame, not {cell!r}")
    rows = _frame(run).select("cell", "seed", value.alias("value")).drop_nulls().collect()
    first, second = (rows.filter(pl.col("cell") == number).drop("cell") for number in numbers)
    both = first.join(second, on="seed", suffix="_b", validate="1:1").sort("seed")
    if both.is_empty():
        raise NoPairsError(f"cells {numbers[0]} and {numbers[1]}: no games with a seed in common")
    return both["value"].to_numpy(), both["value_b"].to_numpy()


def student(differences: Array, confidence: float) -> tuple[float, float]:
    """Return Student's interval of a mean; a point if nothing varies."""
    from statsmodels.stats.weightstats import DescrStatsW

    low, high = DescrStatsW(differences).tconfint_mean(1 - confidence)
    return float(low), float(high)


def _welch(first: Array, second: Array, confidence: float) -> tuple[float, float]:
    """Return Welch's interval of the difference of two means; a point if nothing varies."""
    from statsmodels.stats.weightstats import CompareMeans

    if np.ptp(first) == 0 and np.ptp(second) == 0:
        return (float(first[0] - second[0]),) * 2
    means = CompareMeans.from_data(first, second)
    low, high = means.tconfint_diff(1 - confidence, usevar="unequal")
    return float(low), float(high)


def _ratio(apart: float, paired: float) -> float | None:
    """Return how much pairing gains."""
    if paired > 0:
        return apart / paired
    return float("inf") if apart > 0 else None


def _correlation(first: Array, second: Array) -> float | None:
    """Return the correlation of two columns; None if one of them never varies."""
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])
