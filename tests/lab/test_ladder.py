"""The strength ladder: pairs, decisions, stored games, files of steps, and the command."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import marengo
from marengo.cli import main
from marengo.core.columns import Column
from marengo.core.errors import FileError
from marengo.games.triomphe.game import TriompheGame
from marengo.lab import frames, ladder_store, steps
from marengo.lab import ladder as ladder_module
from marengo.lab.frames import save_frame
from marengo.lab.ladder import LadderRun, climb, played_seed
from marengo.lab.ladder_store import ladder_columns
from marengo.lab.ranking import TABLE_COLUMNS
from marengo.lab.steps import Bound, Ladder, LadderError, LadderStep, read_ladder
from tests.helpers import game
from tests.lab.runs import copy_states

STRENGTHS = {"weak": -4.0, "middle": 0.0, "strong": 1.0, "twin": 1.0}
"""Of the players of made-up games, in logits."""

LADDER = Ladder(
    steps=(
        LadderStep(
            challenger="middle",
            holder="weak",
            seats={"austrian": Bound(0.8, 0.9), "french": Bound(0.8, 0.9)},
            block=50,
        ),
        LadderStep(challenger="strong", holder="middle", pairs=Bound(0.5, 0.6), block=20, most=210),
        LadderStep(challenger="twin", holder="strong", pairs=Bound(0.5, 0.6), block=20, most=500),
    ),
    anchor="middle",
)

TOY = """
anchor = "random"
[[steps]]
challenger = "random"
holder = "random"
pairs = { p0 = 0.5, p1 = 0.55 }
block = 10
most = 25
"""


def made_up(
    _: object, number: int, austrian: str, french: str, seed: int, *__: object, **___: object
) -> pl.DataFrame:
    """Return games as ``simulate`` does, won by chance and strength; Austria is a bit stronger."""
    rows = []
    for place in range(number):
        chance = np.random.default_rng([seed, place, *austrian.encode()])
        logit = STRENGTHS[austrian] - STRENGTHS[french] + 0.3
        won = chance.random() < 1 / (1 + np.exp(-logit))
        rows.append((place, seed + place, "austrian" if won else "french", "marginal", 21, 300))
    schema = ["game", "seed", "winner", "kind", "last_round", "decisions"]
    return pl.DataFrame(rows, schema=schema, orient="row")


class Calls:
    """Made-up games that count what is played, and may stop."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.seeds: list[tuple[str, int]] = []
        self.stop_after = stop_after

    def __call__(self, *arguments: Any, **options: Any) -> pl.DataFrame:
        if self.stop_after is not None and len(self.seeds) == self.stop_after:
            return made_up(*arguments, **options).head(3)  # as a batch does after Ctrl-C
        self.seeds.append((arguments[2], options["seed"]))
        return made_up(*arguments, **options)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., object]], None]:
    """Return a function that puts another one in the place of ``simulate``."""
    monkeypatch.setattr(steps, "check_player", lambda name, _: name)

    def replace(simulate: Callable[..., object]) -> None:
        monkeypatch.setattr(ladder_module, "simulate", simulate)

    replace(made_up)
    return replace


def silent(_: str) -> None:
    """Say nothing."""


def verdicts(climbed: LadderRun) -> list[str]:
    return [result.verdict for result in climbed.results]


@pytest.mark.usefixtures("play")
def test_steps_are_played_until_they_are_decided(tmp_path: Path) -> None:
    said: list[str] = []
    climbed = climb(game, LADDER, tmp_path / "games.parquet", say=said.append)
    assert verdicts(climbed) == ["shown", "shown", "refused"]
    assert not climbed.holds
    for result in climbed.results:
        assert result.pairs % result.step.block == 0 or result.pairs == result.step.most
        blocks = result.games["block"].n_unique()
        assert sum(line.startswith(f"{result.step.challenger} v ") for line in said) == blocks
    assert any("as Austria 0.8 or 0.9" in line and "shown" in line for line in said)


@pytest.mark.usefixtures("play")
def test_the_table_and_the_ratings_tell_what_was_played(tmp_path: Path) -> None:
    climbed = climb(game, LADDER, tmp_path / "games.parquet", say=silent)
    table = climbed.table()
    assert table.schema == {name: dtype for name, (dtype, _) in TABLE_COLUMNS.items()}
    assert table["step"].to_list() == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert (table["low"] <= table["score"]).all()
    assert (table["score"] <= table["high"]).all()
    for (step,), part in table.group_by("step", maintain_order=True):
        pairs, austrian, french = part.iter_rows(named=True)
        assert pairs["score"] == pytest.approx((austrian["score"] + french["score"]) / 2)
        assert pairs["games"] == 2 * pairs["pairs"] == 2 * austrian["games"]
        assert (pairs["ratio"] is None) == (step == 1)
    rated = {row["name"]: row["rating"] for row in climbed.ratings().iter_rows(named=True)}
    assert rated["weak"] < rated["middle"] == 0 < rated["strong"]


@pytest.mark.usefixtures("play")
def test_a_test_that_decided_is_not_asked_again(tmp_path: Path) -> None:
    """One of two sides may be shown long before the other, and is then left alone."""
    step = LadderStep(
        challenger="middle",
        holder="weak",
        seats={"austrian": Bound(0.5, 0.9), "french": Bound(0.95, 0.97)},
        block=10,
        most=400,
    )
    said: list[str] = []
    climb(game, Ladder(steps=(step,)), tmp_path / "games.parquet", say=said.append)
    austrian = [line.split("; ")[1] for line in said]
    first = next(place for place, text in enumerate(austrian) if text.endswith("shown"))
    assert len(said) > first + 3
    assert set(austrian[first:]) == {austrian[first]}


@pytest.mark.usefixtures("play")
def test_an_undecided_step_stays_open(tmp_path: Path) -> None:
    climbed = climb(game, LADDER, tmp_path / "games.parquet", only=3, most=25, say=silent)
    assert climbed.results[2].pairs == 25
    assert verdicts(climbed) == ["open", "open", "open"]
    assert [result.pairs for result in climbed.results[:2]] == [0, 0]
    assert climbed.table().filter(pl.col("step") == 1)["score"].null_count() == 3
    assert climbed.ratings()["name"].to_list()[-1] == "Austria"


def test_a_stopped_ladder_goes_on_where_it_stood(
    tmp_path: Path, play: Callable[[Callable[..., object]], None]
) -> None:
    whole = Calls()
    play(whole)
    expected = climb(game, LADDER, tmp_path / "whole.parquet", say=silent)
    parts = []
    path = tmp_path / "parts.parquet"
    for stop_after in (3, 4, None):  # the first stops between the games of a pair
        part = Calls(stop_after)
        play(part)
        parts.append(part)
        if stop_after is not None:
            with pytest.raises(KeyboardInterrupt):
                climb(game, LADDER, path, say=silent)
    found = climb(game, LADDER, path, say=silent)
    assert_frame_equal(found.games, expected.games)
    assert_frame_equal(pl.read_parquet(path), pl.read_parquet(tmp_path / "whole.parquet"))
    assert_frame_equal(found.table(), expected.table())
    played = [call for part in parts for call in part.seeds]
    assert sorted(set(played)) == sorted(whole.seeds)
    assert len(played) == len(whole.seeds) + 1  # the half block that was lost


def test_what_was_played_is_not_played_again(
    tmp_path: Path, play: Callable[[Callable[..., object]], None]
) -> None:
    path = tmp_path / "games.parquet"
    short = climb(game, LADDER, path, only=2, most=20, say=silent)
    calls = Calls()
    play(calls)
    said: list[str] = []
    again = climb(game, LADDER, path, only=2, most=20, say=said.append)
    assert calls.seeds == []
    assert all(line.endswith("(stored)") for line in said)
    assert_frame_equal(again.games, short.games)
    longer = climb(game, LADDER, path, only=2, most=40, say=silent)
    assert len(calls.seeds) == 2
    assert_frame_equal(longer.games.head(40), short.games)
    others = climb(game, LADDER, path, only=1, say=silent)
    assert others.results[1].pairs == 40


@pytest.mark.parametrize("changed", ["seed", "sources", "scenario"])
def test_games_of_something_else_are_not_taken(
    changed: str,
    tmp_path: Path,
    play: Callable[[Callable[..., object]], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "games.parquet"
    climb(game, LADDER, path, only=2, most=20, say=silent)
    calls = Calls()
    play(calls)
    if changed == "sources":
        monkeypatch.setattr(ladder_store, "game_fingerprint", lambda _: "changed")
    if changed == "scenario":
        monkeypatch.setattr(ladder_store, "scenario_hash", lambda _: "changed")
    seed = 1 if changed == "seed" else 0
    said: list[str] = []
    climbed = climb(game, LADDER, path, seed=seed, only=2, most=20, say=said.append)
    assert said[0].startswith("40 stored games are of other rules")
    assert len(calls.seeds) == 2
    assert climbed.games.height == 40
    assert pl.read_parquet(path).height == 80  # the others are kept


def test_a_ladder_is_climbed_by_one_at_a_time(
    tmp_path: Path, play: Callable[[Callable[..., object]], None]
) -> None:
    path, refused = tmp_path / "games.parquet", 0

    def beside(*arguments: Any, **options: Any) -> pl.DataFrame:
        nonlocal refused
        for only in (2, 3):
            said = re.escape(f"{path}: another process climbs this ladder; expected one alone")
            with pytest.raises(LadderError, match=said):
                climb(game, LADDER, path, only=only, most=20, say=silent)
            refused += 1
        return made_up(*arguments, **options)

    play(beside)
    climb(game, LADDER, path, only=2, most=20, say=silent)
    play(made_up)
    climb(game, LADDER, path, only=3, most=20, say=silent)
    assert refused == 4
    assert pl.read_parquet(path).height == 80


@pytest.mark.usefixtures("play")
def test_wherever_a_ladder_is_killed_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every state of the folder is one that a kill could leave."""
    folder, states = tmp_path / "ladder", tmp_path / "states"
    folder.mkdir()
    states.mkdir()
    with monkeypatch.context() as patch:
        copy_states(folder, states, patch)
        whole = climb(game, LADDER, folder / "games.parquet", say=silent).games
    half = 0
    for state in sorted(states.iterdir()):
        half += len(list(state.glob(".games.parquet????????")))  # were about to be moved
        assert_frame_equal(climb(game, LADDER, state / "games.parquet", say=silent).games, whole)
        assert {path.name for path in state.iterdir()} == {"games.parquet", ".games.parquet.lock"}
    assert half == 5


def test_a_ladder_that_was_killed_leaves_what_can_be_read_and_goes_on(tmp_path: Path) -> None:
    """Killed without warning, each time when one more block is on the disk."""
    file, out = tmp_path / "toy.toml", tmp_path / "out"
    file.write_text(TOY.replace("most = 25", "most = 400"))
    options = ["ladder", "triomphe", "--steps", str(file), "--out", str(out), "--workers", "1"]
    path, before = out / "triomphe.parquet", 0
    for _ in range(2):
        with subprocess.Popen(
            [sys.executable, "-m", "marengo.cli", *options], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            next(line for line in process.stdout if "(stored)" not in line)
            with pytest.raises(LadderError, match="another process climbs this ladder"):
                climb(game, read_ladder(file), path, say=silent)
            process.kill()
        there = pl.read_parquet(path)
        assert there.height > before
        before = there.height
    climbed = climb(game, read_ladder(file), path, say=silent)
    assert_frame_equal(climbed.games.head(before), there)
    again = climb(game, read_ladder(file), tmp_path / "whole.parquet", say=silent)
    assert_frame_equal(climbed.games, again.games)


def test_ctrl_c_is_served_even_if_a_batch_was_finished_all_the_same(
    tmp_path: Path, play: Callable[[Callable[..., object]], None]
) -> None:
    def pressed(*arguments: Any, **options: Any) -> pl.DataFrame:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            return made_up(*arguments, **options)
        raise AssertionError("nobody was interrupted")

    play(pressed)
    before = signal.getsignal(signal.SIGINT)
    path = tmp_path / "games.parquet"
    with pytest.raises(KeyboardInterrupt):
        climb(game, LADDER, path, only=2, say=silent)
    assert signal.getsignal(signal.SIGINT) is before
    assert pl.read_parquet(path).height == 40


def test_blocks_have_seeds_of_their_own() -> None:
    first, second = LADDER.steps[:2]
    seeds = [
        played_seed(root, step, block)
        for root in (0, 1)
        for step in (first, second)
        for block in range(50)
    ]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) >= 0
    assert played_seed(0, first, 0) == 5843892868191619672, "stored games would not be found"


def test_pairs_share_their_set_up_and_swap_sides(tmp_path: Path) -> None:
    """Played by the engine, on any number of threads."""
    toy = Ladder(
        steps=(
            LadderStep(
                challenger="random", holder="random", pairs=Bound(0.5, 0.55), block=10, most=25
            ),
        )
    )
    one, two = (
        climb(game, toy, tmp_path / f"{workers}.parquet", workers=workers, say=silent).games
        for workers in (1, 2)
    )
    assert_frame_equal(one, two)
    assert one.schema == {name: dtype for name, (dtype, _) in ladder_columns(TriompheGame).items()}
    assert one.height == 50
    pairs = one.group_by("pair").agg(pl.col("seed").n_unique(), pl.col("side").n_unique())
    assert pairs["seed"].to_list() == [1] * 25
    assert pairs["side"].to_list() == [2] * 25
    assert one["seed"].n_unique() == 25
    assert one["block"].unique().sort().to_list() == [0, 1, 2]


def test_the_command_climbs_reports_and_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "toy.toml", tmp_path / "new" / "folder"
    file.write_text(TOY)
    options = ["ladder", "triomphe", "--steps", str(file), "--out", str(out), "--seed", "3"]
    assert main(options) == 1  # nobody beats itself
    said = capsys.readouterr().out
    assert "random v random: 10 pairs, 50.0% of points" in said
    assert "random against random" in said
    assert "step open" in said
    assert sorted(path.name for path in out.iterdir()) == [
        ".triomphe.parquet.lock",
        "triomphe.json",
        "triomphe.md",
        "triomphe.parquet",
        "triomphe.svg",
    ]
    report = (out / "triomphe.md").read_text()
    assert "marengo ladder triomphe --steps toy.toml --seed 3" in report
    assert str(tmp_path) not in report
    assert marengo.__version__ in report
    assert "](triomphe.svg)" in report
    drawn = (out / "triomphe.svg").read_text()
    assert main(options) == 1
    assert "(stored)" in capsys.readouterr().out
    assert (out / "triomphe.svg").read_text() == drawn


@pytest.mark.usefixtures("play")
def test_a_ladder_that_holds_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marengo.lab.steps.read_ladder", lambda _: LADDER)
    monkeypatch.setattr("marengo.lab.findings.behaviour", lambda *_: "0" * 16)
    assert main(["ladder", "triomphe", "--only", "1", "--out", str(tmp_path)]) == 0
    report = (tmp_path / "triomphe.md").read_text()
    assert "| middle against weak |" in report
    assert "| strong against middle | both sides | 60% rather than 50% |  | not played |" in report


def test_the_standard_ladder_asks_what_it_must() -> None:
    ladder = read_ladder()
    first, *others = ladder.steps
    assert (first.challenger, first.holder) == ("rule", "random")
    assert {seat: bound.p0 for seat, bound in first.seats.items()} == {
        "austrian": 0.95,
        "french": 0.95,
    }
    climbing = ["rule", "policy", "search:64", "search:512"]
    assert [(step.holder, step.challenger) for step in others] == [*pairwise(climbing)]
    assert [step.pairs.p0 for step in others if step.pairs] == [0.8, 0.65, 0.5]
    assert [step.most for step in others] == [2000, 100, 100]  # a search takes its time


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("[[steps]]", "[[steps", "Expected ']]'.*line 3"),
        ("p0 = 0.5", "p0 = 0.6", r"steps\[1\].pairs: p0: expected less than p1 = 0.55"),
        ("p1 = 0.55", "p1 = 1.0", r"steps\[1\].pairs.p1: expected less than 1, not 1.0"),
        ("p1 = 0.55", "p2 = 0.55", "p2"),
        ("pairs = ", "austria = ", "austria"),
        ("pairs = { p0 = 0.5, p1 = 0.55 }", "", "at least one of pairs, austrian, french"),
        ("block = 10", "block = 0", r"steps\[1\].block: expected 1 or more, not 0"),
        ('holder = "random"', "", "holder"),
        ('holder = "random"', 'holder = "melas"', "toy.toml: step 1: holder: no player 'melas'"),
        ('anchor = "random"', 'anchor = "melas"', "anchor: 'melas' plays in no step"),
        ('anchor = "random"', "alpha = 0.7", "alpha: expected"),
        ("most = 25", "most = 25\n" + TOY[TOY.index("[[") :], "random against random.*twice"),
    ],
)
def test_bad_steps_are_explained(
    old: str, new: str, wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "toy.toml", tmp_path / "out"
    assert old in TOY
    file.write_text(TOY.replace(old, new))
    assert main(["ladder", "triomphe", "--steps", str(file), "--out", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert re.search(wanted, said.err)
    assert "step 1" in said.err or str(file) in said.err
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--steps", "nowhere.toml"], "nowhere.toml: cannot be read: No such file"),
        (["--only", "2"], "only: expected the number of a step, 1 to 1, not 2"),
        (["--only", "0"], "only"),
        (["--seed", "-1"], "seed: expected 0 or more"),
        (["--pairs", "0"], "pairs: expected 1 or more"),
        (["--workers", "0"], "workers: expected 1 or more"),
        (["--out", "toy.toml"], "toy.toml"),
    ],
)
def test_bad_options_are_explained(
    options: Sequence[str],
    wanted: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("toy.toml").write_text(TOY)
    assert main(["ladder", "triomphe", "--steps", "toy.toml", "--out", "out", *options]) == 2
    said = capsys.readouterr()
    assert wanted in said.err
    assert "Traceback" not in said.err


@pytest.mark.usefixtures("play")
def test_a_file_of_other_things_is_left_alone(tmp_path: Path) -> None:
    path = save_frame(pl.DataFrame({"game": [1]}), tmp_path / "games.parquet")
    with pytest.raises(LadderError, match=r"games.parquet: holds no games of a ladder"):
        climb(game, LADDER, path, say=silent)
    path.write_text("torn")
    with pytest.raises(
        FileError, match=r"games.parquet: cannot be read as Parquet.*; take it away"
    ):
        climb(game, LADDER, path, say=silent)


def test_texts_are_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.md"
    frames.save_text("old", path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ValueError, match=r"report.md: No space left"):
        frames.save_text("new", path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_a_game_cannot_have_a_column_that_every_ladder_has(monkeypatch: pytest.MonkeyPatch) -> None:
    progress = type(marengo.load("progress"))
    taken = Column("holder", "who has something", "holder")
    monkeypatch.setattr(progress, "columns", (*progress.columns, taken))
    with pytest.raises(LadderError, match="column 'holder': expected another name in a ladder"):
        ladder_columns(progress)


@pytest.mark.parametrize(
    ("names", "file"),
    [
        (("progress-small", "progress"), "ladder_progress-small.toml"),
        (("progress-goal-12", "progress"), "ladder_progress.toml"),
        (("triomphe", "triomphe"), "ladder.toml"),
    ],
)
def test_scenarios_and_games_may_have_ladders_of_their_own(
    names: tuple[str, ...], file: str
) -> None:
    path = steps.standard_ladder(*names)
    assert path.name == file
    asked = {seat for step in read_ladder(path).steps for seat in step.seats}
    assert asked <= set(marengo.load(names[0]).seat_names())
