"""Every Parquet file says where its rows come from, and every run what its cells are."""

from pathlib import Path

import polars as pl
import pytest

import marengo
from marengo.cli import main
from marengo.core.errors import FileError
from marengo.core.records import scenario_hash
from marengo.lab import provenance
from marengo.lab.frames import save_frame
from marengo.lab.plan import Study
from marengo.lab.run_folder import load
from tests.lab.runs import quiet

STUDY = Study(
    name="orders",
    scenarios=("triomphe", "two-orders", "bonaparte"),
    players=("random",),
    pairs=(("rule", "random"),),
    games=2,
    seed=5,
    what_ifs={"two-orders": {"extends": "triomphe", "parameters": {"orders_per_turn": 2}}},
)


def test_each_file_of_a_run_says_what_made_it(tmp_path: Path) -> None:
    ran = quiet(STUDY, tmp_path / "run", workers=1)
    longer = quiet(STUDY.changed(games=4), tmp_path / "run", workers=1)
    assert ran.folder == longer.folder
    files = list(ran.folder.glob("parts/*/*.parquet"))
    assert files
    for path in files:
        told = provenance(path)
        assert told["plan"]["seed"] == 5
        assert told["plan"]["games"] == 4
        assert told["scenarios"]["two-orders"] == scenario_hash(STUDY.game("two-orders"))
        for field in ("code", "players", "weights", "versions"):
            assert told[field] == ran.manifest[field]


def test_cells_are_told_with_all_that_their_scenarios_say(tmp_path: Path) -> None:
    quiet(STUDY, tmp_path / "run", workers=1)
    run = load(tmp_path / "run")
    cells = run.cells
    assert cells["cell"].to_list() == list(range(9))
    assert cells["scenario"].to_list() == [cell.scenario for cell in STUDY.cells]
    assert cells.select("austrian_player", "french_player").rows() == [
        cell.players for cell in STUDY.cells
    ]
    orders = cells["parameters.orders_per_turn"].to_list()
    assert orders == [3] * 3 + [2] * 3 + [None] * 3  # Basic has commands instead (B-6.1)
    assert cells["parameters.commands_per_turn"].to_list() == [None] * 6 + [3] * 3
    assert cells["hash"].n_unique() == 3
    joined = run.games.join(cells.lazy(), on=["cell", "scenario"]).collect()
    assert joined.height == 18
    assert not {"name", "title"} & set(cells.columns)


@pytest.mark.parametrize(
    ("command", "players"),
    [
        ("simulate triomphe --games 2 --players rule random --seed 3", {"rule", "random"}),
        ("worth triomphe --without cavalry --games 2 --seed 3", {"rule"}),
        ("mistakes progress-small random --positions 2 --seed 3", {"random"}),
    ],
)
def test_what_a_command_writes_names_the_command(
    command: str, players: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "it.parquet"
    assert main([*command.split(), "--out", str(path)]) == 0
    told = provenance(path)
    assert told["command"] == f"marengo {command} --out {path}"
    assert told["seed"] == 3
    assert set(told["players"]) == players
    (hashed,) = told["scenarios"].items()
    assert hashed[1] == scenario_hash(marengo.load(hashed[0]))


def test_a_first_balance_says_what_made_it(tmp_path: Path) -> None:
    path = tmp_path / "it.parquet"
    main(["study", "--games", "2", "--player", "random", "--out", str(path)])
    assert set(provenance(path)["scenarios"]) >= {"triomphe", "bonaparte"}


def test_a_file_that_says_nothing_is_refused(tmp_path: Path) -> None:
    path = save_frame(pl.DataFrame({"one": [1]}), tmp_path / "it.parquet")
    with pytest.raises(FileError, match="does not say where its rows come from"):
        provenance(path)
    path.write_text("nothing")
    with pytest.raises(FileError, match="expected a Parquet file that marengo wrote"):
        provenance(path)
