"""Runs: the same frame whoever plays it, however often it is stopped, killed or extended."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.cli import main
from marengo.core.players import make_player
from marengo.core.players.match import play_game
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.watching import OBSERVED_COLUMNS, watch_record
from marengo.games.triomphe.game import TriompheGame
from marengo.lab import simulate
from marengo.lab.frames import game_columns
from marengo.lab.kinds import OBSERVED, ORDER, columns_of
from marengo.lab.plan import Cell, Study, StudyError, read_study
from marengo.lab.run_folder import Run, load
from tests.helpers import game
from tests.lab.runs import PLAN, STUDY, Timid, assert_same_frames, quiet, registered


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
        Cell("triomphe", ("random", "random")),
        Cell("triomphe", ("rule", "random")),
        Cell("triomphe", ("random", "rule")),
    )
    assert [cell.scenario for cell in STUDY.cells[3:]] == ["bonaparte"] * 3


def test_a_plan_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    assert read_study(path) == STUDY


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games = 30", "games = 0", "plan.toml: games: expected 1 or more, not 0"),
        ("games = 30", "game = 30", "plan.toml: no field `game`"),
        (
            'name = "small"',
            'name = "a/b"',
            "plan.toml: name: expected letters, digits, ",
        ),
        ('["random"]', '["melas"]', r"plan.toml: players: .*melas"),
        ('"rule", "random"', '"rule", "zach"', r"plan.toml: pairs: .*zach"),
        ('["random"]', '["random", "random"]', r"triomphe: random v random is there twice"),
        ("seed = 7", "seed = ", r"plan.toml: "),
        ("seed = 7", 'observe = ["turn"]', r"plan.toml: .*did you mean turns\?"),
        ("seed = 7", 'observe = ["turns", "turns"]', r"plan.toml: observe: expected each once"),
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
        ("search:seconds=1", "depends on the clock: expected playouts"),
    ):
        with pytest.raises(StudyError, match=said):
            quiet(STUDY.changed(players=(player,)), tmp_path / "run")
    with pytest.raises(StudyError, match="executor: expected 'threads', 'processes'"):
        quiet(STUDY, tmp_path / "run", executor="horses")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"games": np.int64(-5)}, "games: expected 1 or more, not -5"),
        ({"pairs": ("random",)}, "pairs.*expected a list, not "),
        ({"scenarios": "bonaparte"}, "scenarios: expected a list, not 'bonaparte'"),
        ({"scenarios": ("triomphe", "triomphe")}, "scenarios: triomphe: random v random is there"),
        ({"players": (1,)}, r"players\[1\]: expected a text, not 1"),
        ({"name": "small\n"}, "name: expected letters, digits"),
        ({"what_ifs": {"late": {"extends": np.int64(1)}}}, "what_ifs: .*numpy.int64"),
    ],
)
def test_a_bad_field_of_a_plan_made_in_a_notebook_is_named(
    fields: dict[str, Any], said: str
) -> None:
    with pytest.raises(StudyError, match=f"^{said}"):
        Study(**{**STUDY.plan(), **fields}).check()
    with pytest.raises(StudyError, match=f"^{said}"):
        STUDY.changed(**fields)


def test_a_plan_may_be_made_of_lists() -> None:
    lists = {name: list(value) for name, value in STUDY.plan().items() if isinstance(value, list)}
    assert Study(**{**STUDY.plan(), **lists}) == STUDY


def test_a_cell_holds_the_games_of_simulate(whole: pl.DataFrame) -> None:
    for number, cell in enumerate(STUDY.cells):
        games = simulate(cell.scenario, 30, *cell.players, seed=7, progress=False)
        mine = whole.filter(cell=number)
        assert mine["scenario"].unique().to_list() == [cell.scenario]
        columns = list(game_columns(type(game))) if cell.scenario == "triomphe" else games.columns
        assert_frame_equal(mine.select(columns), games)


def test_games_of_all_cells_have_the_same_seeds(whole: pl.DataFrame) -> None:
    seeds = {tuple(part["seed"]) for _, part in whole.group_by("cell", maintain_order=True)}
    assert len(seeds) == 1


def test_every_column_is_documented() -> None:
    assert set(OBSERVED_COLUMNS) == set(OBSERVED)
    for kind in ("games", "failures", *OBSERVED):
        assert all(text for _, text in columns_of(kind, TriompheGame).values())
        assert list(columns_of(kind, TriompheGame))[:2] == ["cell", "game"]


WATCHED = Study(
    name="watched",
    scenarios=("bonaparte", "triomphe"),
    players=("timid",),
    pairs=(("random", "timid"),),
    games=2,
    observe=("turns", "events", "presence"),
)


def test_games_are_observed_as_the_plan_says(tmp_path: Path) -> None:
    """Rows are those that each game has when it is watched by itself, cell by cell."""
    with registered("timid", Timid):
        ran = quiet(WATCHED, tmp_path / "run")
        wanted: dict[str, list[pl.DataFrame]] = {kind: [] for kind in OBSERVED}
        for number, cell in enumerate(WATCHED.cells):
            game = WATCHED.game(cell.scenario)
            for row in ran.games.filter(cell=number).collect().iter_rows(named=True):
                players = {
                    side: make_player(name, game)
                    for side, name in zip(Side, cell.players, strict=True)
                }
                state = play_game(game.start(row["seed"]), players, row["seed"])
                named = pl.lit(number, pl.Int32), pl.lit(row["game"], pl.Int64)
                cell_game = [one.alias(name) for one, name in zip(named, ORDER, strict=True)]
                for kind, rows in watch_record(state, OBSERVED).items():
                    wanted[kind].append(rows.drop("game").select(*cell_game, pl.all()))
        for kind in OBSERVED:
            frame = getattr(ran, kind).collect()
            assert dict(frame.schema) == {
                name: one for name, (one, _) in columns_of(kind, TriompheGame).items()
            }
            assert_frame_equal(frame, pl.concat(wanted[kind]))
        less = quiet(WATCHED.changed(observe=("turns",)), tmp_path / "less")
        assert_frame_equal(less.turns.collect(), ran.turns.collect())
        assert_frame_equal(less.games.collect(), ran.games.collect())
        assert less.events.collect().equals(ran.events.collect().clear())
        with pytest.raises(StudyError, match=r"plan: is another one \(observe\)"):
            quiet(WATCHED, tmp_path / "less")


def test_observed_games_are_the_same_in_processes(tmp_path: Path) -> None:
    study = STUDY.changed(observe=("turns", "presence"), games=3)
    alone = quiet(study, tmp_path / "alone", workers=1)
    assert alone.turns.collect()["cell"].unique().to_list() == list(range(6))
    assert_same_frames(quiet(study, tmp_path / "two", executor="processes", workers=2), alone)


@pytest.mark.parametrize("executor", ["threads", "processes", "own"])
def test_any_executor_gives_the_same_games(
    executor: str, whole: pl.DataFrame, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(2) as own:
        chosen: str | Executor = own if executor == "own" else executor
        ran = quiet(STUDY, tmp_path / "run", executor=chosen, workers=2)
    assert ran.finished
    assert_frame_equal(ran.games.collect(), whole)


class Leaving(ProcessPoolExecutor):
    """Processes of a user's own, who presses Ctrl-C before the first task."""

    def __init__(self) -> None:
        super().__init__(1, mp_context=get_context("spawn"))
        self.worker = self.submit(os.getpid).result()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if args:
            raise KeyboardInterrupt
        return super().submit(function, *args, **kwargs)


def test_ctrl_c_leaves_the_processes_of_others_alone(tmp_path: Path) -> None:
    with Leaving() as own:
        assert not quiet(STUDY, tmp_path / "run", executor=own).finished
        assert own.submit(os.getpid).result() == own.worker


SCRIPT = """
import sys
from marengo import lab
from marengo.core.players import register

def first(moves):
    return moves[0]

@register("of-a-script")
class Timid:
    def __init__(self, game):
        pass

    def choose(self, view, legal_moves, rng):
        return first(legal_moves)

if __name__ == "__main__":
    study = lab.Study(name="own", scenarios=("bonaparte",), players=("of-a-script",), games=2)
    lab.run(study, sys.argv[1], executor=sys.argv[2], workers=1, progress=False)
"""


def test_the_player_of_a_script_plays_in_processes_too(tmp_path: Path) -> None:
    """To which the script is a module of another name."""
    (tmp_path / "own.py").write_text(SCRIPT)
    for executor in ("threads", "processes"):
        command = [sys.executable, str(tmp_path / "own.py"), str(tmp_path / executor), executor]
        subprocess.run(command, check=True)
    one, other = (load(tmp_path / executor) for executor in ("threads", "processes"))
    assert one.failures.collect().height == 0
    assert one.finished
    assert_same_frames(one, other)


def test_players_of_a_notebook_need_threads(tmp_path: Path) -> None:
    study = Study(name="own", scenarios=("triomphe",), players=("of_the_notebook",), games=2)
    with registered("of_the_notebook", Timid):
        with pytest.raises(StudyError, match="executor: a worker cannot make a player"):
            quiet(study, tmp_path / "run", executor="processes", workers=1)
        assert quiet(study, tmp_path / "run").finished


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


def test_ctrl_c_is_answered_at_once_though_a_game_is_long(tmp_path: Path) -> None:
    """A real signal, while a single game takes longer than this test waits."""
    plan, folder = tmp_path / "plan.toml", tmp_path / "stopped"
    plan.write_text(
        'name = "long"\nscenarios = ["triomphe"]\nplayers = ["search:nodes=20000"]\ngames = 2\n'
    )
    command = [sys.executable, "-m", "marengo.cli", "study", str(plan), "--out", str(folder)]
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
