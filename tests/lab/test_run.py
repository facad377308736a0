"""Runs: the same frame whoever plays it, however often it is stopped, killed or extended."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.cli import main
from marengo.lab import run_folder, simulate
from marengo.lab.frames import game_columns, save_frame
from marengo.lab.plan import Cell, Study, StudyError, read_study
from marengo.lab.run_folder import FAILURE_COLUMNS, RUN_COLUMNS, Run, load
from marengo.lab.running import run
from marengo.players import register
from marengo.players.registry import _PLAYERS as PLAYERS
from tests.helpers import game

STUDY = Study(
    name="small",
    scenarios=("triomphe", "bonaparte"),
    players=("random",),
    pairs=(("rule", "random"),),
    games=30,
    seed=7,
)

PLAN = """
name = "small"
scenarios = ["triomphe", "bonaparte"]
players = ["random"]
pairs = [["rule", "random"]]
games = 30
seed = 7
"""


HEARING = """
import signal, sys
from marengo.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""
"""The command, hearing Ctrl-C also where tests run in the background and it would be ignored."""


def quiet(study: Study, folder: Path, **options: Any) -> Run:
    return run(study, folder, progress=False, **options)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """Return the games of the study, played in one go by one thread."""
    return quiet(STUDY, tmp_path_factory.mktemp("whole") / "run", workers=1).games.collect()


class Stopping(ThreadPoolExecutor):
    """One thread whose user presses Ctrl-C before some task."""

    def __init__(self, tasks: int) -> None:
        super().__init__(1)
        self.tasks = tasks

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.tasks == 0:
            raise KeyboardInterrupt
        self.tasks -= 1
        future = super().submit(function, *args, **kwargs)
        future.result()
        return future


class Counting(ThreadPoolExecutor):
    """Notes the games that it is asked for."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.played: list[tuple[int, int]] = []

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.played += [(args[0].number, number) for number in args[0].numbers]
        return super().submit(function, *args, **kwargs)


def test_a_plan_is_every_scenario_with_every_two_players() -> None:
    assert STUDY.cells[:3] == (
        Cell("triomphe", "random", "random"),
        Cell("triomphe", "rule", "random"),
        Cell("triomphe", "random", "rule"),
    )
    assert [cell.scenario for cell in STUDY.cells[3:]] == ["bonaparte"] * 3


def test_a_plan_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    assert read_study(path) == STUDY


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games = 30", "games = 0", r"plan.toml: Expected `int` >= 1 - at `\$.games`"),
        ("games = 30", "game = 30", r"plan.toml: .*unknown field `game`"),
        ('name = "small"', 'name = "a/b"', r"plan.toml: .*`\$.name`"),
        ('["random"]', '["melas"]', r"plan.toml: players: .*melas"),
        ('"rule", "random"', '"rule", "zach"', r"plan.toml: pairs: .*zach"),
        ('["random"]', '["random", "random"]', r"triomphe: random v random is there twice"),
        ('players = ["random"]\npairs = [["rule", "random"]]', "", "expected players, pairs"),
        ("seed = 7", "seed = ", r"plan.toml: "),
    ],
)
def test_a_bad_plan_is_refused(old: str, new: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    assert old in PLAN
    path.write_text(PLAN.replace(old, new))
    with pytest.raises(StudyError, match=said):
        read_study(path)


def test_a_plan_made_in_a_notebook_is_checked_too(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="games"):
        quiet(msgspec.structs.replace(STUDY, games=0), tmp_path / "run")
    with pytest.raises(StudyError, match="workers: expected 1 or more"):
        quiet(STUDY, tmp_path / "run", workers=0)
    for player, said in (
        ("search:nodes=-5", "triomphe: search:nodes=-5 v search:nodes=-5: .*nodes"),
        ("search:seconds=1", "depends on the clock: expected nodes"),
    ):
        with pytest.raises(StudyError, match=said):
            quiet(STUDY.changed(players=(player,)), tmp_path / "run")
    with pytest.raises(StudyError, match="executor: expected 'threads', 'processes'"):
        quiet(STUDY, tmp_path / "run", executor="horses")
    assert list(tmp_path.iterdir()) == []


def test_a_cell_holds_the_games_of_simulate(whole: pl.DataFrame) -> None:
    for number, cell in enumerate(STUDY.cells):
        games = simulate(cell.scenario, 30, cell.austrian, cell.french, 7, progress=False)
        mine = whole.filter(cell=number)
        assert mine["scenario"].unique().to_list() == [cell.scenario]
        columns = list(game_columns(game.ruleset)) if cell.scenario == "triomphe" else games.columns
        assert_frame_equal(mine.select(columns), games)


def test_games_of_all_cells_have_the_same_seeds(whole: pl.DataFrame) -> None:
    seeds = {tuple(part["seed"]) for _, part in whole.group_by("cell", maintain_order=True)}
    assert len(seeds) == 1


def test_every_column_is_documented() -> None:
    assert all(text for _, text in (RUN_COLUMNS | FAILURE_COLUMNS).values())


@pytest.mark.parametrize("executor", ["threads", "processes", "own"])
def test_any_executor_gives_the_same_games(
    executor: str, whole: pl.DataFrame, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(2) as own:
        chosen: str | Executor = own if executor == "own" else executor
        ran = quiet(STUDY, tmp_path / "run", executor=chosen, workers=2)
    assert ran.finished
    assert_frame_equal(ran.games.collect(), whole)


def test_players_of_a_notebook_need_threads(tmp_path: Path) -> None:
    register("of_the_notebook")(Timid)
    try:
        study = Study(name="own", scenarios=("triomphe",), players=("of_the_notebook",), games=2)
        with pytest.raises(StudyError, match="executor: a worker cannot make a player"):
            quiet(study, tmp_path / "run", executor="processes", workers=1)
        assert quiet(study, tmp_path / "run").finished
    finally:
        del PLAYERS["of_the_notebook"]


class Timid:
    """Takes the first move."""

    def __init__(self, game: object) -> None:
        del game

    def choose(self, view: object, legal_moves: Any, rng: object) -> Any:
        del view, rng
        return legal_moves[0]


class Mutinous(Timid):
    """Refuses to play at 9:00 if an odd number of pieces of its side is on the map."""

    def choose(self, view: Any, legal_moves: Any, rng: object) -> Any:
        if view.hour == 9 and sum(piece.place is not None for piece in view.own) % 2:
            raise RuntimeError("the troops mutiny")
        return super().choose(view, legal_moves, rng)


def test_extending_a_run_plays_only_what_is_new(whole: pl.DataFrame, tmp_path: Path) -> None:
    fewer = STUDY.changed(games=12)
    first = quiet(fewer, tmp_path / "run").games.collect()
    assert_frame_equal(first, whole.filter(pl.col("game") < 12))
    with Counting(2) as counting:
        ran = quiet(STUDY, tmp_path / "run", executor=counting)
    assert_frame_equal(ran.games.collect(), whole)
    assert sorted(counting.played) == [(cell, game) for cell in range(6) for game in range(12, 30)]
    again: list[Run] = []
    quiet(STUDY, tmp_path / "run", on_update=again.append)
    assert again == []
    with pytest.raises(StudyError, match=r"manifest.json: plan.games: 30 were planned"):
        quiet(fewer, tmp_path / "run")


@pytest.mark.parametrize("tasks", [0, 1, 3])
def test_a_run_that_was_stopped_goes_on(tasks: int, whole: pl.DataFrame, tmp_path: Path) -> None:
    stopped = quiet(STUDY, tmp_path / "run", executor=Stopping(tasks))
    assert not stopped.finished
    assert stopped.played == tasks * 30
    part = stopped.games.collect()
    assert_frame_equal(part, whole.join(part.select("cell", "game"), on=["cell", "game"]))
    assert_frame_equal(quiet(STUDY, tmp_path / "run").games.collect(), whole)


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed without warning when some games are on the disk, it ends in the same frame."""
    plan, folder = tmp_path / "plan.toml", tmp_path / "killed"
    plan.write_text(
        'name = "slow"\nscenarios = ["triomphe"]\nplayers = ["search:nodes=30"]\ngames = 16\n'
    )
    command = [sys.executable, "-m", "marengo.cli", "study", str(plan), "--out", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 300
    while not list(folder.glob("parts/games-*.parquet")):
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert 0 < load(folder).played < 16
    study = read_study(plan)
    went_on = quiet(study, folder).games.collect()
    assert_frame_equal(went_on, quiet(study, tmp_path / "whole").games.collect())


def test_ctrl_c_is_answered_at_once_though_a_game_is_long(tmp_path: Path) -> None:
    """A real signal, while a single game takes longer than this test waits."""
    plan, folder = tmp_path / "plan.toml", tmp_path / "stopped"
    plan.write_text(
        'name = "long"\nscenarios = ["triomphe"]\nplayers = ["search:nodes=20000"]\ngames = 2\n'
    )
    command = [sys.executable, "-c", HEARING, "study", str(plan), "--out", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + 300
    while not (folder / "parts").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(1)
    os.kill(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"the same command goes on" in said
    assert load(folder).played == 0


def test_a_run_killed_in_its_first_moment_can_be_begun_again(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".manifest.json1234").write_text("{")
    assert quiet(STUDY.changed(games=1), tmp_path / "run").finished


def test_killed_while_putting_in_order_no_game_counts_twice(
    whole: pl.DataFrame, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    quiet(STUDY, folder)
    save_frame(whole.filter(cell=2), folder / "parts" / "games-000009.parquet")
    assert load(folder).played == 180
    assert_frame_equal(load(folder).games.collect(), whole)
    assert_frame_equal(quiet(STUDY, folder).games.collect(), whole)
    assert list((folder / "parts").iterdir()) == []


def test_games_that_fail_are_rows_and_not_the_end(tmp_path: Path) -> None:
    register("mutinous")(Mutinous)
    try:
        study = Study(name="own", scenarios=("bonaparte",), pairs=(("mutinous", "random"),))
        study = study.changed(games=10)
        ran = quiet(study, tmp_path / "run")
        failures = ran.failures.collect()
        assert failures.height > 0
        assert ran.finished
        assert ran.played == 20
        assert set(failures["error"]) == {"RuntimeError: the troops mutiny"}
        assert failures.columns == list(FAILURE_COLUMNS)
        played = ran.games.collect()
        assert failures.join(played, on=["cell", "game"]).height == 0
        assert quiet(study, tmp_path / "run").failures.collect().equals(failures)
    finally:
        del PLAYERS["mutinous"]


def test_another_run_in_the_folder_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, study = tmp_path / "run", STUDY.changed(games=2)
    quiet(study, folder)
    before = load(folder).games.collect()
    with pytest.raises(StudyError, match=r"manifest.json: plan: is another one"):
        quiet(study.changed(seed=8), folder)
    monkeypatch.setattr(run_folder, "sources_hash", lambda _: "changed")
    with pytest.raises(StudyError, match=r"manifest.json: sources: changed since"):
        quiet(study, folder)
    monkeypatch.undo()
    monkeypatch.setattr(run_folder, "scenario_hash", lambda _: "changed")
    with pytest.raises(StudyError, match=r"manifest.json: scenarios: changed since"):
        quiet(study, folder)
    assert_frame_equal(load(folder).games.collect(), before)


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("ten years of work")
    with pytest.raises(StudyError, match="is not empty and holds no run"):
        quiet(STUDY, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(StudyError, match=r"manifest.json: cannot be read: .*expected a run"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[:50], "is no JSON"),
        (lambda text: text.replace("marengo run 1", "marengo run 0"), "format: expected"),
        (lambda text: text.replace('"games": 2', '"games": "two"'), r"plan: .*`\$.games`"),
    ],
)
def test_a_damaged_manifest_is_refused(
    change: Callable[[str], str], said: str, tmp_path: Path
) -> None:
    folder, study = tmp_path / "run", STUDY.changed(games=2)
    quiet(study, folder)
    path = folder / "manifest.json"
    path.write_text(change(path.read_text()))
    with pytest.raises(StudyError, match=f"manifest.json: {said}"):
        load(folder)
    with pytest.raises(StudyError, match=f"manifest.json: {said}"):
        quiet(study, folder)


def test_the_manifest_tells_all_that_is_needed_to_run_it_again(tmp_path: Path) -> None:
    ran = quiet(STUDY.changed(games=1), tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest == ran.manifest
    assert manifest["plan"]["seed"] == 7
    assert set(manifest["scenarios"]) == {"triomphe", "bonaparte"}
    assert manifest["scenarios"]["triomphe"]["scenario"]["parameters"]["orders_per_turn"] == 3
    assert {"marengo", "numba", "python"} <= set(manifest["versions"])


def test_a_run_can_be_read_while_it_is_played(tmp_path: Path) -> None:
    seen: list[int] = []

    def look(_: Run) -> None:
        seen.append(load(tmp_path / "run").games.collect().height)

    quiet(STUDY, tmp_path / "run", on_update=look)
    assert seen[-1] == 180


def test_the_command_plays_plans_and_extends_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, folder = tmp_path / "plan.toml", tmp_path / "run"
    plan.write_text(PLAN)
    assert main(["study", str(plan), "--games", "4", "--out", str(folder)]) == 0
    assert "triomphe: rule v random" in capsys.readouterr().out
    assert main(["study", str(plan), "--games", "6", "--out", str(folder)]) == 0
    assert "36 games in" in capsys.readouterr().out
    assert main(["study", str(plan), "--games", "5", "--out", str(folder)]) == 2
    assert "plan.games: 6 were planned" in capsys.readouterr().err
    assert main(["study", str(tmp_path / "none.toml")]) == 2
