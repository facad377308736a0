"""What-ifs that a plan states itself: the game of a file with the same content."""

from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from marengo.core.errors import ScenarioError
from marengo.core.records import scenario_hash
from marengo.games.marengo.game import load as load_game
from marengo.games.marengo.game import on_field
from marengo.games.triomphe.game import TriompheGame
from marengo.lab import simulate
from marengo.lab.plan import Study, StudyError, read_study
from marengo.lab.run_folder import load
from marengo.paths import data_path
from tests.lab.runs import quiet

PLAN = """
name = "orders"
scenarios = ["triomphe", "two-orders", "late"]
players = ["random"]
games = 3

[what_ifs.two-orders]
extends = "triomphe"
title = "Two orders"
parameters = { orders_per_turn = 2 }

[what_ifs.late]
extends = "two-orders"
hours = { Novi = 18 }
"""

TWO = 'extends = "triomphe"\nname = "two-orders"\n[parameters]\norders_per_turn = 2\n'


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def test_a_what_if_of_a_plan_is_the_game_of_such_a_file(plan: Path, tmp_path: Path) -> None:
    study = read_study(plan)
    (tmp_path / "two.toml").write_text(TWO.replace("[para", 'title = "Two orders"\n[para'))
    alike = load_game(tmp_path / "two.toml")
    assert scenario_hash(study.game("two-orders")) == scenario_hash(alike)
    late, standard = (on_field(study.game(name)).scenario for name in ("late", "triomphe"))
    assert late.diff(standard) == [
        "Novi opens at 18:00 instead of 16:00 (T-15.1)",
        "orders per turn: 2 instead of 3 (T-6.2)",
    ]


def test_what_ifs_of_a_plan_are_played_and_kept_with_the_run(plan: Path, tmp_path: Path) -> None:
    study = read_study(plan)
    ran = quiet(study, tmp_path / "run")
    two = simulate(study.game("two-orders"), 3, "random", "random", progress=False)
    mine = ran.games.filter(scenario="two-orders").collect()
    assert_frame_equal(mine.select(two.columns), two)
    other = ran.games.filter(scenario="triomphe").collect()
    assert other["decisions"].to_list() != mine["decisions"].to_list()
    kept = load(tmp_path / "run")
    assert kept.study == study
    account = kept.manifest["scenarios"]["two-orders"]["scenario"]["parameters"]
    assert account["orders_per_turn"] == 2
    changed = {**study.what_ifs, "late": {"extends": "two-orders", "hours": {"Novi": 19}}}
    with pytest.raises(StudyError, match=r"is another one \(what_ifs.late.hours.Novi\)"):
        quiet(study.changed(what_ifs=changed), tmp_path / "run")


def test_a_what_if_may_extend_a_file_that_is_part_of_the_fingerprint(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(TWO)
    own = {"late": {"extends": str(file), "hours": {"Novi": 18}}}
    study = Study(name="n", scenarios=("late",), players=("random",), games=1, what_ifs=own)
    quiet(study, tmp_path / "run")
    file.write_text(TWO.replace("orders_per_turn = 2", "orders_per_turn = 1"))
    with pytest.raises(StudyError, match=r"scenarios.late.hash: changed since"):
        quiet(study, tmp_path / "run")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("orders_per_turn = 2", "orders = 2", r"two-orders: .*parameters: no field `orders`"),
        ("orders_per_turn = 2", "orders_per_turn = -1", r"two-orders: .*orders_per_turn"),
        ('"triomphe"\ntitle', '"trionfe"\ntitle', r"two-orders: extends: no scenario 'trionfe'"),
        ('"triomphe"\ntitle', '"late"\ntitle', r"two-orders: extends: a circle"),
        ('extends = "two-orders"', "", r"late: extends: expected a scenario's name, not None"),
        ('title = "Two orders"', 'name = "x"', r"two-orders: name: is 'two-orders', expected no"),
        ("late]", "triomphe-lapoype]", r"triomphe-lapoype: comes with marengo: expected another"),
        ("Novi = 18", "Nowhere = 18", r"late: .*Nowhere"),
        ("late]", '"l t"]', r"^what_ifs\.l t: expected letters"),
    ],
)
def test_a_bad_what_if_is_refused_with_file_and_field(
    old: str, new: str, said: str, plan: Path
) -> None:
    assert PLAN.count(old) == 1
    plan.write_text(PLAN.replace(old, new))
    told = f"plan.toml: {said[1:]}" if said[0] == "^" else f"plan.toml: .*what_ifs.{said}"
    with pytest.raises(StudyError, match=told):
        read_study(plan)


def test_a_scenario_that_nobody_knows_is_refused_with_those_of_the_plan(plan: Path) -> None:
    with pytest.raises(ScenarioError, match=r"no scenario 'three': .*of this plan: two-orders, la"):
        read_study(plan).game("three")


def test_a_scenario_that_cannot_be_found_is_refused_with_the_plan_and_its_field(plan: Path) -> None:
    plan.write_text(PLAN.replace('"triomphe", "two', '"trionfe", "two'))
    said = r"plan.toml: scenarios: no scenario 'trionfe': .*of this plan: two-orders, late$"
    with pytest.raises(StudyError, match=said):
        read_study(plan)
    with pytest.raises(StudyError, match=r"^scenarios: no scenario 'trionfe'"):
        Study(name="n", scenarios=("trionfe",), players=("random",)).check()


def test_what_ifs_are_made_once_to_be_checked_until_what_they_say_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each: itself, a file that it extends, or its board."""
    made: list[str] = []
    make = TriompheGame.from_files

    def counted(_: type[TriompheGame], chain: list[tuple[Path, dict[str, Any]]]) -> TriompheGame:
        made.append(chain[0][1]["name"])
        return make(chain)

    monkeypatch.setattr(TriompheGame, "from_files", classmethod(counted))
    file, board = tmp_path / "own.toml", tmp_path / "own.geojson"
    board.write_bytes(data_path("boards/triomphe.geojson").read_bytes())
    text = data_path("scenarios/triomphe.toml").read_text()
    assert text.count('board = "triomphe"') == 1
    file.write_text(text.replace('board = "triomphe"', 'board = "own.geojson"'))
    late = {"extends": str(file), "hours": {"Novi": 18}}
    tables: dict[str, Any] = {"late": late, "later": {"extends": "late", "hours": {"Novi": 19}}}
    study = Study(name="n", scenarios=("late",), players=("random",), what_ifs=tables)
    study.check()
    study.changed(games=3).check()
    assert made == ["late", "later"]
    study.changed(what_ifs={**tables, "later": {"extends": "late", "hours": {"Novi": 20}}})
    assert made == ["late", "later", "later"]
    file.write_text(file.read_text() + "\n# another file\n")
    study.check()
    assert len(made) == 3
    board.write_text(board.read_text() + "\n")
    study.check()
    assert made[3:] == ["late", "later"]
    file.write_text(file.read_text().replace("orders_per_turn = 3", "orders_per_turn = -3"))
    for _ in range(2):
        with pytest.raises(StudyError, match=r"own.toml: .*orders_per_turn"):
            study.check()


def test_what_a_what_if_extends_is_named_if_it_has_no_board(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('name = "own"\nruleset = "triomphe"\n')
    tables = {"late": {"extends": str(tmp_path / "own.toml")}}
    study = Study(name="n", scenarios=("late",), players=("random",), what_ifs=tables)
    with pytest.raises(StudyError, match=r"own.toml: expected a field `board`"):
        study.check()
