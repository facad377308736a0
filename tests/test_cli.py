"""The command line: what it prints, what it writes, and how it refuses bad input."""

import itertools
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import marengo
from marengo.cli import EXAMPLES, build_parser, main
from marengo.core.scenarios import find_scenario, scenario_names, what_if_names
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.state import MarengoState
from marengo.lab import bench, find_plan, plan_names, read_study
from marengo.lab.bench import measure
from marengo.lab.simulate import Batch
from marengo.paths import data_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail with code 2, and return what it says."""
    assert main(list(arguments)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"marengo {arguments[0]}: " in said.err
    assert "Traceback" not in said.err
    return said.err


def test_study_prints_a_table_and_writes_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "balance.parquet"
    assert main(["study", "--games", "300", "--out", str(path)]) == 0
    said = capsys.readouterr().out
    assert "triomphe" in said
    assert "95 % interval" in said
    assert "Verdict: triomphe: Austria won " in said
    assert " of 300 games (" in said
    assert str(path) in said
    frame = pl.read_parquet(path)
    assert frame.group_by("scenario").len().sort("scenario").rows() == [
        ("bonaparte", 300),
        ("triomphe", 300),
    ]


def test_study_names_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["study", "--games", "20"]) == 0
    (written,) = tmp_path.glob("balance-*.parquet")
    assert pl.read_parquet(written).height == 2 * 20


def test_simulate_writes_the_same_games_for_any_number_of_workers(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        path = str(tmp_path / f"{workers}.parquet")
        options = ["--games", "450", "--seed", "5", "--workers", workers, "--out", path]
        assert main(["simulate", "triomphe", *options]) == 0
    assert pl.read_parquet(tmp_path / "1.parquet").equals(pl.read_parquet(tmp_path / "2.parquet"))


@pytest.mark.parametrize(
    ("scenario", "named", "who"),
    [
        ("triomphe", [], {"austrian": "policy", "french": "policy"}),
        ("triomphe", ["--french", "rule"], {"austrian": "policy", "french": "rule"}),
        ("progress", ["--players", "random", "rule"], {"blue": "random", "orange": "rule"}),
    ],
)
def test_simulate_says_first_who_plays(
    scenario: str,
    named: list[str],
    who: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "games.csv"
    assert main(["simulate", scenario, "--games", "3", *named, "--out", str(path)]) == 0
    first, last = capsys.readouterr().out.splitlines()
    titles = dict(zip(type(marengo.load(scenario)).seat_titles(), who.values(), strict=True))
    assert first == f"{scenario}. " + ", ".join(f"{seat}: {one}" for seat, one in titles.items())
    assert last == f"3 games written to {path}"
    frame = pl.read_csv(path)
    for seat, player in who.items():
        assert frame[f"{seat}_player"].to_list() == [player] * 3


def test_simulate_without_a_file_prints_who_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "progress-small", "--games", "40", "--players", "random", "rule"]) == 0
    first, head, *rows, last = capsys.readouterr().out.splitlines()
    assert first == "progress-small. Blue: random, Orange: rule"
    assert head.split()[:3] == ["scenario", "winner", "ending"]
    won = {row.split()[1]: int(row.split()[3]) for row in rows if row.split()[2] == "any"}
    assert sum(won.values()) == 40
    assert last.startswith("40 games, which --out would keep")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["waterloo", "--games", "5", "--out", "x.parquet"], "no scenario 'waterloo'"),
        (["triomphe", "--games", "-5", "--out", "x.parquet"], "games: expected 0 or more"),
        (["triomphe", "--games", "5", "--austrian", "melas", "--out", "x.parquet"], "no player"),
        (["triomphe", "--games", "5", "--out", "no/such/folder/x.parquet"], "does not exist"),
        (["triomphe", "--games", "5", "--out", "."], "is a folder"),
        (["triomphe", "--games", "5", "--out", "x.xls"], "one of .csv, .xlsx, .parquet; did you"),
        (["triomphe", "--games", "5", "--out", "x"], "x: expected a name that ends in one of .csv"),
        (["triomphe", "--games", "1048576", "--out", "x.xlsx"], "at most 1,048,575 rows in Excel"),
        (["triomphe", "--games", "5", "--workers", "0", "--out", "x.parquet"], "workers"),
        (["triomphe", "--games", "5", "--seed", "-1", "--out", "x.parquet"], "seed"),
    ],
)
def test_simulate_refuses_bad_input_and_writes_nothing(
    options: list[str],
    wanted: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert wanted in refused(capsys, "simulate", *options)
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # root could write anywhere
    said = refused(
        capsys, "simulate", "triomphe", "--games", "5", "--out", str(tmp_path / "x.parquet")
    )
    assert "not allowed to write" in said


def test_a_full_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", fail)
    path = str(tmp_path / "x.parquet")
    assert main(["simulate", "triomphe", "--games", "5", "--out", path]) == 2
    assert "No space left" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "expected one of "),
        ("name = [", "Invalid value"),
        ('name = "x"\nrules = 3', "rules"),
    ],
)
def test_a_bad_scenario_file_is_explained(
    text: str, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    said = refused(capsys, "fuzz", str(path), "--games", "1")
    assert str(path) in said
    assert wanted in said


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            "orders_per_turn = 3",
            'orders_per_turn = "three"',
            "orders_per_turn: expected a whole",
        ),
        ("orders_per_turn = 3", "orders_per_turns = 3", "orders_per_turns"),
        (
            "uncommitted = 3",
            "uncommitted = -3",
            "french.uncommitted: expected 0 or more",
        ),
        ("Novi = 16", "Genova = 16", "Genova: no such box, expected Alessandria"),
        ("Novi = 16", "Novi = 25", "hours.Novi: expected 23 or less, not 25"),
        ("Novi = 4", "Novi = 5", "8 pieces for 9 places"),
        ("Novi = 4", "Alessandria = 4", "belongs to the other army"),
        ("{ Alessandria = 20 }", '{ "200" = 20 }', "no place '200'"),
        ("last_hour = 21", "last_hour = 5", "parameters.last_hour"),
        ('board = "triomphe"', 'board = "waterloo"', "waterloo"),
        ('ruleset = "triomphe"', 'ruleset = "chess"', "ruleset: no value 'chess', expected"),
        ("6 = 2, 7 = 2", "66 = 2, 7 = 2", "morale.austrian.track: "),
    ],
)
def test_a_wrong_field_is_named(
    old: str, new: str, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = data_path("scenarios/triomphe.toml").read_text()
    path = tmp_path / "bent.toml"
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert wanted in refused(capsys, "fuzz", str(path), "--games", "1")


def test_a_bent_scenario_is_played(tmp_path: Path) -> None:
    text = data_path("scenarios/triomphe.toml").read_text()
    path, games = tmp_path / "short.toml", tmp_path / "games.parquet"
    path.write_text(text.replace("last_hour = 21", "last_hour = 8"))
    assert main(["simulate", str(path), "--games", "50", "--out", str(games)]) == 0
    assert pl.read_parquet(games)["last_round"].max() == 8


def test_fuzz_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--games", "20", "--seed", "11"]) == 0
    said = capsys.readouterr().out
    for name in ("bonaparte", "triomphe"):
        assert f"{name}: 20 games" in said


def test_bench_compiles_before_its_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a loop in Python calls has been called, to the end of a game, before the first look."""
    events: list[str] = []

    def clock() -> float:
        events.append("clock")
        return float(len(events))

    played = bench._play_in_python

    def play(state: MarengoState, chance: np.random.Generator) -> list[int]:
        events.append("game")
        offered = played(state, chance)
        assert state.outcome
        return offered

    monkeypatch.setattr(bench, "perf_counter", clock)
    monkeypatch.setattr(bench, "_play_in_python", play)
    figures = {what: value for what, value, _ in bench._measure_steps(load("triomphe"))}
    assert events == ["game", *["clock", "game", "clock"] * 10]
    assert figures["decisions in a Python loop"] > 0


def test_bench_gives_every_thread_as_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads are not compared by games that there are too few of to share."""
    timed: list[tuple[int, int]] = []

    def time_games(_: MarengoGame, games: int, workers: int) -> tuple[float, int]:
        timed.append((games, workers))
        return 2.0, 100 * games

    monkeypatch.setattr(bench, "_time_games", time_games)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    figures = {
        what: value for what, value, _ in itertools.islice(bench.measure(load("triomphe"), 400), 4)
    }
    assert timed == [(400, 1), (3200, 8)]
    assert figures["random games, one thread"] == 200
    assert figures["random games, 8 threads"] == 1600
    assert figures["gain from threads"] == 8


def test_bench_tells_nothing_of_what_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Batch, "run", lambda *_, **__: None)  # as after Ctrl-C at once
    with pytest.raises(KeyboardInterrupt):
        next(measure(load("triomphe"), 10))


def test_bench_measures_a_scenario_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without what looks it up by name."""
    monkeypatch.setattr(bench, "_measure_players", lambda *_: iter(()))
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nextends = "triomphe"\n', encoding="utf-8")
    figures = [what for what, _, _ in measure(load(path), 20)]
    assert figures[-1] == "copy of a state in an array"


def test_bench_measures() -> None:
    figures = {what: value for what, value, _ in quick_figures()}
    assert figures["state"] <= 1536
    assert figures["decisions, one thread"] > 0


def quick_figures() -> list[tuple[str, float, str]]:
    """Return the figures of the benchmark up to the fresh processes, which take a minute."""
    found = []
    for figure in measure(load("triomphe"), 200):
        found.append(figure)
        if figure[0].startswith("copy"):
            break
    return found


def test_board_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", str(data_path("boards/triomphe.geojson"))]) == 0
    assert "no problems" in capsys.readouterr().out
    broken = tmp_path / "broken.geojson"
    broken.write_text("{")
    assert main(["board", "check", str(broken)]) == 1
    said = capsys.readouterr()
    assert str(broken) in said.out
    assert "Traceback" not in said.out + said.err


def test_scenarios_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios"]) == 0
    assert "Triomphe à Marengo" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ("bonaparte", "- boxes open: 6:00, 12:00, 16:00, 17:00"),
        ("progress", "- countries: blue, neutral, orange; neighbours: blue and neutral, neutral"),
        ("progress", "- in each home: 1 of 3 armies, of strength 1, a garrison of strength 2, and"),
        ("progress-marlborough", "- in each neutral: 3 VP"),
    ],
)
def test_what_starts_where_is_told_of_each_game(
    scenario: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", scenario]) == 0
    _, after = capsys.readouterr().out.split("\nWhat starts where:\n")
    assert any(told.startswith(line) for told in after.splitlines())


def test_the_lab_needs_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no such folder" in refused(capsys, "lab", str(tmp_path / "nowhere"))


def test_unknown_commands_are_refused_with_usage() -> None:
    with pytest.raises(SystemExit) as caught:
        main(["conquer"])
    assert caught.value.code == 2


def test_the_version_is_told_with_that_of_python(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == (
        f"marengo {marengo.__version__}, Python {platform.python_version()}\n"
    )


def test_help_begins_with_examples_that_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    examples = [line.strip() for line in EXAMPLES.splitlines() if line.startswith("  marengo ")]
    assert len(examples) == 3
    assert said.index(examples[0]) < said.index("options:")
    for line in examples:
        words = re.split(" {2,}", line)[0].split()[1:]
        asked = build_parser(words[0]).parse_args(words)
        for name in [asked.a, asked.b] if words[0] == "compare" else words[1:]:
            assert find_scenario(name).is_file()


def test_the_command_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "marengo.cli", "scenarios"],
        capture_output=True,
        text=True,
        check=True,
    )
    listed = [line.split()[0] for line in done.stdout.splitlines()]
    assert listed == [*scenario_names(), *what_if_names()]


def test_a_reader_who_leaves_early_gets_no_error() -> None:
    command = [sys.executable, "-m", "marengo.cli", "scenarios"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdout.close()
        assert done.stderr.read() == b""
        assert done.wait() == 141


def test_options_that_would_do_nothing_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "expected a plan" in refused(capsys, "study", "--executor", "threads")
    plan = tmp_path / "plan.toml"
    plan.write_text('name = "p"\nscenarios = ["triomphe"]\nplayers = ["random"]\n')
    assert "names its own players" in refused(capsys, "study", str(plan), "--player", "rule")


def test_compare_answers_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A far handicap is found in the first block of games."""
    command = ["compare", "bonaparte", "bonaparte", "--player", "random", "--games", "100"]
    assert main([*command, "--by", "20"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("bonaparte against bonaparte: Austria wins ")
    assert "difference +0.0 points" in line
    assert "Verdict: no difference of 20 points" in line


def test_sensitivity_and_worth_print_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    factors = tmp_path / "factors.toml"
    factors.write_text(
        '[[factors]]\nname = "steps"\nfield = "parameters.road_steps"\nlow = 1\nhigh = 4\n'
    )
    run = str(tmp_path / "run")
    options = ["--factors", str(factors), "--samples", "2", "--games", "5", "--player", "random"]
    assert main(["sensitivity", "triomphe", *options, "--out", run]) == 0
    said = capsys.readouterr().out
    assert "mu_star" in said
    assert "steps" in said
    table = tmp_path / "worth.parquet"
    options = ["--without", "artillery", "--games", "10", "--out", str(table)]
    assert main(["worth", "triomphe", *options]) == 0
    assert "artillery" in capsys.readouterr().out
    assert pl.read_parquet(table)["side"].to_list() == ["austrian", "french"]


def test_plans_that_come_with_marengo_share_no_games() -> None:
    """Reports of several plans are several samples."""
    seeds = [read_study(find_plan(name)).seed for name in plan_names()]
    assert len(set(seeds)) == len(seeds)


def test_plans_that_come_with_marengo_can_be_played() -> None:
    assert plan_names()
    for name in plan_names():
        study = read_study(find_plan(name))
        assert study.name == name
        assert {study.game(scenario).scenario_name for scenario in study.scenarios} == set(
            study.scenarios
        )


def test_an_unknown_plan_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "study", "austerlitz")
    assert "no plan 'austerlitz'" in said
    assert "balance" in said


def test_ask_says_a_sentence_for_each_hour_and_draws_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "desaix.svg"
    words = ["ask", "bonaparte", "desaix", "--at", "15:00", "never", "--games", "8"]
    assert main([*words, "--player", "rule", "--out", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    begins = ("If Desaix had come at 15:00, ", "With Desaix at 16:00, ", "If Desaix had never come")
    assert [line.startswith(one) for line, one in zip(lines, begins, strict=False)] == [True] * 3
    assert "of 8 games by rule" in lines[0]
    assert "Desaix at 15:00" in path.read_text()


def test_ask_refuses_a_chart_of_another_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["ask", "bonaparte", "desaix", "--at", "15", "--out", str(tmp_path / "desaix.pdf")]
    assert "expected a name that ends in .svg" in refused(capsys, *words)
