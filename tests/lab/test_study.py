"""Tables of studies, and refusals of those without games."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from polars.io.plugins import register_io_source

from marengo.cli import main
from marengo.core.scenarios import scenario_names
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.triomphe.game import TriompheGame
from marengo.lab import share, simulate
from marengo.lab.bench import _measure_run, measure
from marengo.lab.run_folder import Run
from marengo.lab.study import balance_study, balance_table, cell_table
from tests.lab.runs import STUDY


def test_a_table_of_cells_reads_the_run_once() -> None:
    """Of cells without games there are no rows."""
    won = [("austrian", "decisive"), ("austrian", "marginal"), ("french", "marginal")]
    games = pl.DataFrame(
        [(0, *won[0]), (0, *won[1]), (0, *won[2]), (5, *won[2])],
        schema={"cell": pl.Int32, "winner": pl.String, "kind": pl.String},
        orient="row",
    )
    reads: list[int] = []

    def read(columns: list[str] | None, *_: Any) -> Any:
        reads.append(1)
        yield games.select(columns or pl.all())

    source = register_io_source(read, schema=games.schema)
    run: Any = SimpleNamespace(study=STUDY, game=TriompheGame, _scan=lambda _: source)
    run.counts = Run.counts.fget(run)  # type: ignore[attr-defined] # of the property
    table = cell_table(run)
    assert reads == [1]
    assert table["cell"].unique(maintain_order=True).to_list() == [
        str(STUDY.cells[0]),
        str(STUDY.cells[5]),
    ]
    assert table["games"].to_list() == [1, 1, 2, 0, 1, 1, 0, 0, 0, 0, 1, 1]
    assert table["low"][2] == pytest.approx(share(2, 3).low)
    games = games.clear()
    assert cell_table(run).columns == table.columns


@pytest.mark.parametrize("games", [0, -1])
def test_studies_without_games_are_refused(games: int) -> None:
    with pytest.raises(ValueError, match=f"games: expected 1 or more, not {games}"):
        balance_study(games, progress=False)
    with pytest.raises(ValueError, match=f"games: expected 1 or more, not {games}"):
        next(measure(load("triomphe"), games))


def test_a_table_without_games_is_refused() -> None:
    with pytest.raises(ValueError, match="games: expected 1 or more"):
        balance_table(pl.DataFrame(schema=["scenario", "winner", "kind"]))


def test_the_run_that_is_read_is_at_least_the_one_that_was_timed() -> None:
    figures = [what for what, _, _ in _measure_run(load("triomphe"), 30, 10)]
    assert figures[-1] == "30 rows of games loaded and grouped"


def test_after_ctrl_c_in_one_scenario_no_other_is_begun(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[str] = []

    def stopped(game: MarengoGame, games: int, **options: Any) -> pl.DataFrame:
        begun.append(game.scenario_name)
        return simulate(game, games - 1, **options)

    monkeypatch.setattr("marengo.lab.study.simulate", stopped)
    assert balance_study(3, progress=False).height == 2
    assert begun == [scenario_names()[0]]
    out = str(tmp_path / "games.parquet")
    assert main(["study", "--games", "3", "--out", out]) == 130
    monkeypatch.undo()
    assert main(["study", "--games", "3", "--out", out]) == 0
