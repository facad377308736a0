"""What-ifs among games that went a certain way: approximate Bayesian computation by rejection.

Of games whose set-up and play are drawn from what is believed beforehand, those near to what was
observed are kept; among them are the odds given the observation (Pritchard and others 1999). Here
games are near that are like a day of history until an hour.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import polars as pl

from marengo.core.numbers import REAL, SHARE, WHOLE, takes
from marengo.lab.analysis.differences import compared_cells
from marengo.lab.exchange import Frame, need
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Columns, Share, frame_of, share

GIVEN_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "scenario": (pl.String, "its scenario"),
    "kept": (pl.Float64, "share of the games of the cell compared with that is kept, 0 to 1"),
    "tolerance": (pl.Float64, "the largest distance of those: what lies within it is kept"),
    "games": (pl.Int64, "games of the cell that are kept"),
    "share": (pl.Float64, "share of these that the side won, 0 to 1; null if none is kept"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson)"),
    "difference": (pl.Float64, "share less that of the cell compared with; null of that itself"),
    "difference_low": (pl.Float64, "lower end of its 95 % interval (MOVER)"),
    "difference_high": (pl.Float64, "upper end of its 95 % interval (MOVER)"),
}
"""Columns of a table of odds given a distance: type and meaning with unit."""


@takes(against=WHOLE, shares=REAL, confidence=SHARE)
def odds_given(
    run: Run,
    distances: Frame,
    against: int | str = 0,
    shares: Sequence[float] = (1.0, 0.3, 0.1),
    side: str | None = None,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return how often a side wins among the games that are near to something, cell by cell.

    Parameters
    ----------
    run : Run
        Of a scenario and its what-ifs, by the same players.
    distances : polars.DataFrame or pandas.DataFrame
        ``cell``, ``game`` and ``distance`` of each game, as of :func:`likeness`, which must look at
        nothing that comes later than what the what-ifs change.
    against : int or str
        What is compared with: a cell by number or name, or a scenario, as for
        :func:`difference_table`.
    shares : sequence of float
        Which shares of its games are kept, the nearest, each above 0 and at most 1.
    side : str, optional
        The seat whose win rate it is; default: the first.
    confidence : float
        Probability that an interval covers the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        For each share that is kept a row for each cell and for what it is compared with, which sets
        the tolerance; :data:`GIVEN_COLUMNS`. Differences have the interval that follows from
        those of the two shares (MOVER) with their correlation by games on common seeds.

    Raises
    ------
    StudyError
        If there is no such cell, a share cannot be kept, or games have no distance.

    References
    ----------
    J. K. Pritchard, M. T. Seielstad, A. Perez-Lezaun and M. W. Feldman, "Population growth of human
    Y chromosomes: a study of Y chromosome microsatellites", Molecular Biology and Evolution 16
    (1999), 1791-1798.

    G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general
    approach", Statistics in Medicine 27 (2008), 1693-1702.
    """
    for part in shares:
        if not 0 < part <= 1:
            raise StudyError(f"shares: expected numbers above 0 and at most 1, not {part}")
    pairs = compared_cells(run.study, against)
    columns = ("cell", "game", "distance")
    near = need(distances, "distances", columns).select(pl.col("cell").cast(pl.Int32), *columns[1:])
    won = has_won(seat_in(run.games, side))
    games = run.games.select("cell", "game", "seed", won=won).collect().join(near, on=columns[:2])
    rows = []
    for part in shares:
        for base in dict.fromkeys(base for _, base in pairs):
            cells = [base, *(cell for cell, other in pairs if other == base)]
            standard = games.filter(cell=base)["distance"].sort()
            if standard.is_empty():
                raise StudyError(f"distances: expected those of games of cell {base}")
            nearest = standard[max(1, round(part * len(standard))) - 1]
            tolerance = games["distance"].max() if part == 1 else nearest
            within = games.filter(pl.col("distance") <= tolerance)
            for cell in cells:
                in_cell, in_base = (within.filter(cell=number) for number in (cell, base))
                head = (cell, run.study.cells[cell].scenario, part, tolerance, in_cell.height)
                rows.append((*head, *_compared(in_cell, in_base, cell == base, confidence)))
    return frame_of(GIVEN_COLUMNS, rows)


def _compared(
    own: pl.DataFrame, other: pl.DataFrame, same: bool, confidence: float
) -> tuple[float | None, ...]:
    """Return the share won of some games, and how it differs from that of others."""
    if own.is_empty():
        return (None,) * 6
    mine = share(int(own["won"].sum()), own.height, confidence)
    estimate = (mine.value, mine.low, mine.high)
    if same:
        return (*estimate, None, None, None)
    theirs = share(int(other["won"].sum()), other.height, confidence)
    both = own.join(other, on="seed", suffix="_other", validate="1:1")
    shared = (both["won"] - mine.value) * (both["won_other"] - theirs.value)
    difference = share_difference(mine, theirs, float(shared.sum()))
    return (*estimate, *difference)


def share_difference(
    first: Share, second: Share, shared: float = 0.0
) -> tuple[float, float, float]:
    """Return the difference of two shares with the interval that follows from theirs (MOVER).

    Theirs are of one confidence. ``shared`` is the sum of the products of deviations from the two
    shares, over games that belong together.

    >>> from marengo.lab import share
    >>> _, low, high = share_difference(share(56, 70), share(48, 80))
    >>> round(low, 4), round(high, 4)  # without pairs it is Newcombe's interval
    (0.0524, 0.3339)
    """
    spreads = first.value * (1 - first.value) * second.value * (1 - second.value)
    related = shared / sqrt(first.games * second.games * spreads) if spreads > 0 else 0.0
    related = float(np.clip(related, -1, 1))
    difference = first.value - second.value
    ends = []
    for below, above in (
        (first.value - first.low, second.high - second.value),
        (first.high - first.value, second.value - second.low),
    ):
        ends.append(sqrt(max(below**2 + above**2 - 2 * related * below * above, 0.0)))
    return difference, difference - ends[0], difference + ends[1]
