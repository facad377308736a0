"""How the balance of a game depends on the skill of those who play it."""

from typing import Any

import polars as pl

from marengo.lab.run_folder import Run
from marengo.lab.statistics import CONFIDENCE, share

SKILL_COLUMNS: dict[str, tuple[Any, str]] = {
    "scenario": (pl.String, "name or file of the scenario, as the plan has it"),
    "player": (pl.String, "who played both sides"),
    "games": (pl.Int64, "games played"),
    "share": (pl.Float64, "share of them that Austria won, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson 1927)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson 1927)"),
    "decisive": (pl.Float64, "share of games that ended decisively, 0 to 1"),
}
"""Columns of a table of skill: type and meaning with unit."""


def skill_table(run: Run, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return how often Austria wins if both sides are played by the same player.

    A game that is even among experts need not be so among beginners. Players alike on both sides
    show it: random ones, rules of thumb, searches with ever more nodes.

    Parameters
    ----------
    run : Run
        Cells in which one player plays both sides; others are left out.
    confidence : float
        Probability that the intervals cover the truth, each by itself.

    Returns
    -------
    polars.DataFrame
        One row for each scenario and player, in the order of the plan, without cells that have no
        games; the columns of :data:`SKILL_COLUMNS`.
    """
    won = pl.col("winner") == "austrian"
    counts = {
        row["cell"]: row
        for row in run.games.group_by("cell")
        .agg(pl.len().alias("games"), won.sum(), (pl.col("kind") == "decisive").mean())
        .collect()
        .iter_rows(named=True)
    }
    rows = []
    for number, cell in enumerate(run.study.cells):
        if cell.austrian == cell.french and number in counts:
            row = counts[number]
            one = share(row["winner"], row["games"], confidence)
            decisive = row["kind"]
            rows.append(
                (cell.scenario, cell.austrian, one.games, one.value, one.low, one.high, decisive)
            )
    schema = {name: dtype for name, (dtype, _) in SKILL_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")
