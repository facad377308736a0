"""The balance of a game by the skill of its players."""

import polars as pl

from marengo.core.numbers import SHARE, takes
from marengo.lab.frames import seat_in
from marengo.lab.run_folder import Run
from marengo.lab.seats import has_won
from marengo.lab.statistics import CONFIDENCE, Columns, frame_of, share

SKILL_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "scenario": (pl.String, "name or file of the scenario, as the plan has it"),
    "player": (pl.String, "who played all seats"),
    "games": (pl.Int64, "games played"),
    "share": (pl.Float64, "share of them that the first seat won, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson 1927)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson 1927)"),
    "decisive": (
        pl.Float64,
        "share of games that ended in the first of its ways, 0 to 1; null if it has none",
    ),
}
"""Columns of a table of skill: type and meaning with unit."""


@takes(confidence=SHARE)
def skill_table(run: Run, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return how often the first seat wins if all are played by the same player.

    A game that is even among experts need not be so among beginners. Players alike on all sides
    show it: random ones, rules of thumb, searches with ever more playouts.

    Parameters
    ----------
    run : Run
        Cells in which one player plays all seats; others are left out.
    confidence : float
        Probability that the intervals cover the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        One row for each scenario and player, in the order of the plan, without cells that have no
        games; the columns of :data:`SKILL_COLUMNS`.
    """
    won = has_won(seat_in(run.games, None))
    first = next(iter(run.game.endings), None)
    decisive = pl.col("kind") == first if first else pl.lit(None, pl.Boolean)
    by_cell = run.games.group_by("cell").agg(
        pl.len().alias("games"), won.sum(), decisive.mean().alias("decisive")
    )
    counts = {row["cell"]: row for row in by_cell.collect().iter_rows(named=True)}
    rows = []
    for number, cell in enumerate(run.study.cells):
        if len(set(cell.players)) == 1 and number in counts:
            row = counts[number]
            rate = share(row["winner"], row["games"], confidence)
            who = (cell.scenario, cell.players[0])
            rows.append(
                (number, *who, rate.games, rate.value, rate.low, rate.high, row["decisive"])
            )
    return frame_of(SKILL_COLUMNS, rows)
