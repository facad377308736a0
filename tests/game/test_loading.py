"""Loading a scenario: quick the second time, and never out of date."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import marengo
from marengo.games.marengo.board import Board, GroundChanges, changing, reading
from marengo.games.marengo.game import load
from marengo.games.triomphe.game import TriompheGame
from marengo.paths import data_path

SMALL = '[ground.localities."8"]\ncapacity = {}\n'


def written(folder: Path, name: str, text: str, extends: str = "triomphe") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(f'name = "{name}"\nextends = "{extends}"\n{text}', encoding="utf-8")
    return path


@pytest.fixture
def nothing_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the boards, and from now on let no board be checked."""
    for name in ("triomphe", "triomphe-lapoype"):
        load(name)

    def refuse(*_: object) -> None:
        raise AssertionError("a board is checked again")

    monkeypatch.setattr(reading, "problems", refuse)
    monkeypatch.setattr(changing, "problems", refuse)


@pytest.mark.usefixtures("nothing_is_checked")
def test_scenarios_on_one_board_share_what_was_checked(tmp_path: Path) -> None:
    """And those that change the ground alike share the ground as it was changed."""
    standard, late = load("triomphe"), load("triomphe-desaix-never")
    assert late.board == standard.board
    assert late.board.approaches is standard.board.approaches
    ground = load("triomphe-lapoype").scenario.ground.stated()
    assert ground
    same = load(written(tmp_path, "later", "[hours]\nNovi = 17\n", "triomphe-lapoype"))
    assert same.board.changed == ground
    assert same.board.localities is load("triomphe-lapoype").board.localities


def test_a_scenario_that_was_edited_is_read_anew(tmp_path: Path) -> None:
    for capacity in (15, 14, 15):
        path = written(tmp_path, "small", SMALL.format(capacity))
        assert load(path).board.locality(8).capacity == capacity
        assert load(path).board.changed == {"localities": {"8": {"capacity": capacity}}}


def test_a_scenario_follows_its_own_board_when_that_is_edited(tmp_path: Path) -> None:
    """Changes of the ground are made on the board as it is now."""
    board = tmp_path / "board.geojson"
    text = data_path("boards/triomphe.geojson").read_text(encoding="utf-8")
    scenario = data_path("scenarios/triomphe.toml").read_text(encoding="utf-8")
    assert 'board = "triomphe"' in scenario
    own = scenario.replace('board = "triomphe"', 'board = "board.geojson"')
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    path = written(tmp_path, "small", SMALL.format(15), "own.toml")
    for capacity in (12, 11):
        ninth = '"number":9,"name":null,"capacity":{}'
        board.write_text(text.replace(ninth.format(12), ninth.format(capacity)), encoding="utf-8")
        loaded = load(path).board
        assert (loaded.locality(8).capacity, loaded.locality(9).capacity) == (15, capacity)
        assert loaded.source == board


def test_games_on_the_same_ground_are_changed_by_themselves() -> None:
    first, second = load("triomphe-lapoype"), load("triomphe-lapoype")
    changed = first.board.changed
    assert isinstance(changed, dict)
    changed.clear()
    first.tables["last_hour"] = 7
    assert second.board.changed == second.scenario.ground.stated()
    again = load("triomphe-lapoype")
    assert again.board.changed == second.board.changed
    assert again.tables["last_hour"] == second.tables["last_hour"] != 7


def test_a_ground_written_in_python_is_taken_as_it_is() -> None:
    """It is looked up by what it says, and need not have come from a file."""
    board = Board.read(data_path("boards/triomphe.geojson"))
    ground = msgspec.convert({"localities": {8: {"capacity": 15}}}, GroundChanges, str_keys=True)
    for _ in range(2):
        scenario = msgspec.structs.replace(marengo.load("triomphe").scenario, ground=ground)
        assert TriompheGame(scenario, board).board.locality(8).capacity == 15


def test_importing_marengo_imports_nothing_heavy() -> None:
    code = "import sys, marengo; print(sorted({'numba', 'numpy', 'shapely'} & set(sys.modules)))"
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "[]\n"


def test_all_that_marengo_offers_is_there_when_asked_for() -> None:
    """A fresh process, so that no test has imported it before."""
    code = """
import marengo
rooms = ("core", "games", "lab", "paths", "players", "plots", "reports", "widgets")
assert {*marengo.__all__, *rooms} <= set(dir(marengo))
assert marengo.load("triomphe").start(1)._repr_png_().startswith(b"\\x89PNG")
for name in (*marengo.__all__, *rooms):
    assert getattr(marengo, name) is getattr(marengo, name)
try:
    marengo.nothing
except AttributeError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "module 'marengo' has no attribute 'nothing'\n"
