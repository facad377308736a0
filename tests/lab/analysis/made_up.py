"""Runs whose games were never played: results with a known truth."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from marengo.lab import RUN_COLUMNS, Run, Study


@dataclass(frozen=True)
class MadeUpRun(Run):
    """A run that is nowhere on the disk."""

    rows: pl.DataFrame

    @property
    def games(self) -> pl.LazyFrame:
        """Return the games that were made up."""
        return self.rows.lazy()


def made_up_run(study: Study, games: pl.DataFrame) -> MadeUpRun:
    """Return a run with the given columns of its games.

    ``games`` has ``cell``, ``seed``, ``winner`` and whatever else is wanted; the rest follows from
    the plan or is null.
    """
    cells = study.cells
    names = pl.DataFrame(
        {
            "cell": range(len(cells)),
            "scenario": [cell.scenario for cell in cells],
            "austrian_player": [cell.players[0] for cell in cells],
            "french_player": [cell.players[1] for cell in cells],
        }
    ).with_columns(pl.col("cell").cast(pl.Int32))
    schema = pl.Schema({name: dtype for name, (dtype, _) in RUN_COLUMNS.items()})
    whole = (
        games.with_columns(pl.col("cell").cast(pl.Int32), game=pl.col("seed").cast(pl.Int64))
        .join(names, on="cell")
        .sort("cell", "game")
    )
    whole = whole.cast({name: schema[name] for name in whole.columns})
    manifest = {
        "scenarios": {name: {"scenario": study.game(name).facts()} for name in study.scenarios}
    }
    rows = whole.match_to_schema(schema, missing_columns="insert")
    return MadeUpRun(Path(study.name), manifest, study, rows)


def winners(won: list[int]) -> list[str]:
    """Return who won, of games that Austria won (1) or lost (0)."""
    return ["austrian" if one else "french" for one in won]
