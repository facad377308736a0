"""Folders of runs: whatever is killed, damaged or changed, no row is lost, twice, or of another."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from marengo.lab import parts, running, tasks
from marengo.lab.claims import LEDGER
from marengo.lab.kinds import OBSERVED
from marengo.lab.manifest import save_manifest
from marengo.lab.plan import Study, StudyError, read_study
from marengo.lab.playing import BatchRunner, runner_of
from marengo.lab.run_folder import load
from tests.lab.runs import STUDY, assert_same_frames, copy_states, frames_of, parts_in, quiet

SLOW = """
name = "slow"
scenarios = ["triomphe"]
players = ["search:nodes=12"]
games = 8
observe = ["turns", "events", "presence"]
"""

SMALL = Study(
    name="small",
    scenarios=("bonaparte", "triomphe"),
    players=("random",),
    games=2,
    observe=OBSERVED,  # type: ignore[arg-type] # the same names, of a tuple of any length
)


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed without warning when some games are on the disk, it ends in the same frames."""
    plan, folder = tmp_path / "plan.toml", tmp_path / "killed"
    plan.write_text(SLOW)
    study = read_study(plan)
    command = [sys.executable, "-m", "marengo.cli", "study", str(plan), "--out", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 300
    while not list(folder.glob("parts/0*")):
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    killed = load(folder)
    assert 0 < killed.played < 8
    whole = quiet(study, tmp_path / "whole")
    there = killed.games.select("cell", "game").collect()
    for kind, frame in frames_of(killed).items():
        wanted = frames_of(whole)[kind].join(there, on=["cell", "game"], maintain_order="left")
        assert_frame_equal(frame, wanted)
    assert_same_frames(quiet(study, folder), whole)


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game be a task, and a part of its run."""

    def runner(*given: Any) -> BatchRunner:
        return replace(runner_of(*given), chunk=1)

    monkeypatch.setattr(tasks, "runner_of", runner)
    monkeypatch.setattr(running, "FLUSH", 0.0)


@pytest.mark.usefixtures("one_by_one")
def test_wherever_a_run_is_killed_it_ends_in_the_same_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every state of the folder is one that a kill could leave; each is read and gone on with."""
    folder, states = tmp_path / "run", tmp_path / "states"
    folder.mkdir()
    states.mkdir()
    with monkeypatch.context() as patch:
        copy_states(folder, states, patch)
        whole = quiet(SMALL, folder, workers=1)
    wanted, seen = frames_of(whole), set()
    more = quiet(SMALL.changed(games=3), tmp_path / "more")
    for state in sorted(states.iterdir()):
        names = frozenset(
            path.relative_to(state) for path in state.rglob("*") if path.name[0] != "."
        )
        if names in seen or not (state / "manifest.json").exists():
            continue
        seen.add(names)
        there = load(state).games.select("cell", "game").collect()
        for kind, frame in frames_of(load(state)).items():
            part = wanted[kind].join(there, on=["cell", "game"], maintain_order="left")
            assert_frame_equal(frame, part)
        again = shutil.copytree(state, tmp_path / "again" / state.name)
        assert_same_frames(quiet(SMALL, again), whole)
        assert_same_frames(quiet(more.study, state), more)
        for ended in (state, again):
            left = {path.name for path in ended.iterdir()}
            assert left - {".lock"} == {"manifest.json", "parts"}
            assert len(parts_in(ended)) == 1
    assert len(seen) > 15


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="folders cannot be synchronised")
def test_what_was_moved_is_on_the_disk_before_what_it_replaces_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder is synchronised after each move into it, and before a part is removed."""
    moved: set[int] = set()
    real = {"replace": Path.replace, "rename": Path.rename}
    fsync, remove, removed = os.fsync, parts.remove, []

    def moving(name: str) -> Callable[[Path, Path], Path]:
        def move(path: Path, target: Path) -> Path:
            if target.name != LEDGER:  # which is of no use to whoever comes after a power cut
                moved.add(target.parent.stat().st_ino)
            return real[name](path, target)

        return move

    def syncing(handle: int) -> None:
        moved.discard(os.fstat(handle).st_ino)
        fsync(handle)

    def removing(path: Path) -> None:
        assert not moved
        removed.append(path)
        remove(path)
        moved.clear()  # of a part that is removed nothing need be sure

    for name in real:
        monkeypatch.setattr(Path, name, moving(name))
    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(parts, "remove", removing)
    unsure: list[int] = []
    assert quiet(SMALL, tmp_path / "run", on_update=lambda _: unsure.extend(moved)).finished
    assert unsure == []
    assert removed


@pytest.mark.usefixtures("one_by_one")
def test_an_extended_run_has_each_row_once(tmp_path: Path) -> None:
    whole = quiet(SMALL.changed(games=9), tmp_path / "whole")
    quiet(SMALL.changed(games=2), tmp_path / "run")
    quiet(SMALL.changed(games=5), tmp_path / "run")
    assert_same_frames(quiet(SMALL.changed(games=9), tmp_path / "run"), whole)
    for keys, frame in (
        (["cell", "game"], whole.games),
        (["cell", "game", "turn"], whole.turns),
        (["cell", "game", "event"], whole.events),
        (["cell", "game", "hour", "side", "origin", "locality"], whole.presence),
    ):
        rows = frame.collect()
        assert rows.n_unique(keys) == rows.height > 0


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.parametrize("where", ["write", "join", "remove", "on_update"])
def test_ctrl_c_while_files_are_written_leaves_each_row_once(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = SMALL.changed(games=9)
    whole = quiet(study, tmp_path / "whole")
    real, calls = getattr(parts, where, None), []

    def interrupted(*args: Any) -> None:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        if real:
            real(*args)

    if real:
        with monkeypatch.context() as patch:
            patch.setattr(parts, where, interrupted)
            stopped = quiet(study, tmp_path / "run")
    else:
        stopped = quiet(study, tmp_path / "run", on_update=interrupted)
    assert stopped.finished == (where in ("join", "remove"))  # which come when games are over
    there = stopped.games.select("cell", "game").collect()
    for kind, frame in frames_of(stopped).items():
        part = frames_of(whole)[kind].join(there, on=["cell", "game"], maintain_order="left")
        assert_frame_equal(frame, part)
    assert_same_frames(quiet(study, tmp_path / "run"), whole)


def test_a_run_killed_in_its_first_moment_can_be_begun_again(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".manifest.json1234").write_text("{")
    (tmp_path / "run" / ".lock").write_text("")
    assert quiet(STUDY.changed(games=1), tmp_path / "run").finished
    assert not (tmp_path / "run" / ".manifest.json1234").exists()


def test_another_run_in_the_folder_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, study = tmp_path / "run", SMALL.changed(games=2)
    quiet(study, folder)
    before = load(folder).games.collect()
    with pytest.raises(StudyError, match=r"manifest.json: plan: is another one \(seed\)"):
        quiet(study.changed(seed=8), folder)
    with monkeypatch.context() as patch:
        patch.setattr("marengo.lab.manifest.scenario_hash", lambda _: "changed")
        with pytest.raises(StudyError, match=r"manifest.json: scenarios.bonaparte.hash: changed"):
            quiet(study, folder)
    for source in ("game_sources", "study_sources"):
        with monkeypatch.context() as patch:
            patch.setattr(f"marengo.lab.fingerprints.{source}", lambda *_: [])
            said = r"manifest.json: code.bonaparte: changed since"
            with pytest.raises(StudyError, match=said):
                quiet(study, folder)
    assert_frame_equal(load(folder).games.collect(), before)
    assert load(folder).manifest["sessions"] == []


def test_a_changed_player_is_another_one(tmp_path: Path) -> None:
    weights = tmp_path / "mine.toml"
    shutil.copy(Path("data/players/triomphe.toml"), weights)
    player = f"rule:weights={weights}"
    study = Study(name="mine", scenarios=("triomphe",), players=("random", player), games=2)
    quiet(study, tmp_path / "run")
    text = weights.read_text()
    weights.write_text(f"# the same weights\n{text}")
    assert quiet(study, tmp_path / "run").finished
    name, value = next(line for line in text.splitlines() if " = " in line).split(" = ")
    weights.write_text(text.replace(f"{name} = {value}", f"{name} = 0.123"))
    said = r"manifest.json: players.rule:weights=.*mine.toml.weights: changed since"
    with pytest.raises(StudyError, match=said):
        quiet(study, tmp_path / "run")
    with pytest.raises(StudyError, match=said):
        quiet(study.changed(games=3), tmp_path / "run")


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("ten years of work")
    with pytest.raises(StudyError, match="is not empty and holds no run"):
        quiet(STUDY, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(StudyError, match=r"manifest.json: cannot be read: .*expected a run"):
        load(tmp_path)
    for use in (load, lambda path: quiet(STUDY, path)):
        with pytest.raises(StudyError, match=r"thesis.txt: is a file; expected"):
            use(tmp_path / "thesis.txt")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[:50], "expected JSON"),
        (lambda text: text.replace("marengo run 3", "marengo run 1"), "format: expected"),
        (lambda text: text.replace('"format": "marengo run 3",', ""), "format: expected"),
        (lambda text: text.replace('"games": 2', '"games": 3'), "is damaged"),
        (lambda text: text.replace('"sha256": "', '"sha256": "0'), "is damaged"),
        (lambda text: text + "\n", "is damaged"),
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


@pytest.mark.parametrize(
    ("field", "other", "said"),
    [
        (
            "plan",
            {**STUDY.plan(), "games": "four"},
            "plan: games: expected a whole number, not 'four'",
        ),
        ("players", None, "expected a field `players`"),
        ("code", None, "expected a field `code`"),
        ("learned", None, "expected a field `learned`"),
        ("weights", None, "expected a field `weights`"),
        ("sessions", 3, "sessions: expected a list, not 3"),
        ("versions", 3, "versions: expected a table, not 3"),
        ("code", 3, "code: expected a table, not 3"),
    ],
)
def test_a_manifest_of_other_things_is_refused(
    field: str, other: Any, said: str, tmp_path: Path
) -> None:
    manifest = {**quiet(STUDY.changed(games=1), tmp_path).manifest, field: other}
    if other is None:
        del manifest[field]
    save_manifest(manifest, tmp_path)
    with pytest.raises(StudyError, match=f"manifest.json: {said}"):
        load(tmp_path)


def test_the_manifest_tells_all_that_is_needed_to_run_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = quiet(STUDY.changed(games=1), tmp_path / "run")
    manifest = load(tmp_path / "run").manifest
    assert manifest == ran.manifest
    assert manifest["plan"]["seed"] == 7
    assert set(manifest["scenarios"]) == {"triomphe", "bonaparte"}
    assert manifest["scenarios"]["triomphe"]["scenario"]["parameters"]["orders_per_turn"] == 3
    assert set(manifest["players"]) == {"random", "rule"}
    assert {"marengo", "numba", "python"} <= set(manifest["versions"])
    assert manifest["sessions"] == []
    monkeypatch.setattr("marengo.lab.metadata.version", lambda name: f"{name} of tomorrow")
    quiet(STUDY.changed(games=1), tmp_path / "run")
    assert load(tmp_path / "run").manifest == manifest  # nothing was played with these
    quiet(STUDY.changed(games=2), tmp_path / "run")
    later = load(tmp_path / "run").manifest
    assert later["versions"] == manifest["versions"]
    assert later["begun"] == manifest["begun"]
    assert [one["versions"]["numba"] for one in later["sessions"]] == ["numba of tomorrow"]
    assert later["plan"]["games"] == 2
