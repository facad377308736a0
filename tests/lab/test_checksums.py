"""Checksums: whatever changes in the files of a run is noticed, named, and can be played again."""

import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marengo.cli import main
from marengo.lab import running
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import load
from marengo.lab.store import RunFolder
from tests.lab.runs import STUDY, assert_same_frames, parts_in, quiet

PLANNED = STUDY.changed(games=3, observe=("turns",))

PLAN_TEXT = """
scenarios = ["triomphe", "bonaparte"]
players = ["random"]
pairs = [["rule", "random"]]
seed = 7
observe = ["turns"]
"""

PLACES = 60
"""Bits of each file that are flipped."""


@pytest.fixture(scope="module")
def two_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run with a compacted part and one that came after it."""
    folder = tmp_path_factory.mktemp("checksums") / "run"
    quiet(PLANNED.changed(games=2), folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunFolder, "compact", lambda _: None)
        patch.setattr(running, "FLUSH", np.inf)  # all in one part, however long it takes
        quiet(PLANNED, folder)
    assert len(parts_in(folder)) == 2
    return folder


@pytest.fixture
def folder(two_parts: Path, tmp_path: Path) -> Path:
    """Return a copy of that run."""
    return shutil.copytree(two_parts, tmp_path / "run")


def files_in(folder: Path) -> list[Path]:
    """Return all files of a run but the lock, which is empty."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")


def test_no_flipped_bit_is_overlooked(folder: Path) -> None:
    chance, files = np.random.default_rng(14), files_in(folder)
    assert {path.name for path in files} == {
        "manifest.json",
        "SHA256SUMS",
        "games.parquet",
        "turns.parquet",
    }
    for path in files:
        content = path.read_bytes()
        bits = chance.choice(8 * len(content), PLACES, replace=False)
        for bit in (0, 8 * len(content) - 1, *bits.tolist()):
            changed = bytearray(content)
            changed[bit // 8] ^= 1 << bit % 8
            path.write_bytes(changed)
            with pytest.raises(StudyError, match=r"manifest\.json: |parts/.*(SUMS|parquet): is "):
                load(folder)
        path.write_bytes(content)
    assert load(folder).played == 18


@pytest.mark.parametrize("command", ["report", "compare", "study"])
def test_no_command_takes_a_run_with_a_flipped_bit(
    command: str, folder: Path, two_parts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = folder.with_name("plan.toml")
    plan.write_text("name = 'small'\n" + PLAN_TEXT)
    words = {
        "report": ["report", str(two_parts), str(folder), "--out", str(folder.with_name("out"))],
        "compare": ["compare", str(two_parts), str(folder)],
        "study": ["study", str(plan), "--out", str(folder), "--games", "9"],
    }
    for path in files_in(folder):
        content = path.read_bytes()
        flipped(path)
        assert main(words[command]) == 2
        said = capsys.readouterr().err
        named = rf"{path.parent.name}/({path.name}|\w+\.parquet)"  # one of those that disagree
        assert re.search(rf"{named}: is (damaged|no JSON).*(plays its games|played) again", said)
        assert not folder.with_name("out").exists()
        path.write_bytes(content)
    assert load(folder).played == 18


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    pl.DataFrame({"melas": [71]}).write_parquet(path)


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("damage", [torn, emptied, foreign, flipped])
@pytest.mark.parametrize("name", ["games.parquet", "turns.parquet", "SHA256SUMS"])
def test_a_damaged_file_is_named_and_its_games_are_played_again_without_it(
    damage: Callable[[Path], None], name: str, folder: Path, two_parts: Path
) -> None:
    for number, played in ((1, 12), (0, 0)):  # what is left: the compacted part, then nothing
        path = parts_in(folder)[number] / name
        damage(path)
        said = rf"{path.parent.name}/(?P<named>\S+): is (damaged|missing)"
        for use in (load, lambda place: quiet(PLANNED, place)):
            with pytest.raises(StudyError, match=said) as refused:
                use(folder)
        assert "plays its games again" in str(refused.value)
        path.unlink()
        with pytest.raises(StudyError, match=f"{name}: is missing; the call or command"):
            load(folder)
        seen: list[int] = []
        again = quiet(PLANNED, folder, on_update=lambda run, seen=seen: seen.append(run.played))
        assert seen[0] > played
        assert_same_frames(again, load(two_parts))
    assert len(parts_in(folder)) == 1


def test_checksums_are_those_of_the_files(folder: Path) -> None:
    """As ``sha256sum --check`` reads them."""
    for part in parts_in(folder):
        lines = [line.split("  ") for line in (part / "SHA256SUMS").read_text().splitlines()]
        assert {name for _, name in lines} == {path.name for path in part.glob("*.parquet")}
        for checksum, name in lines:
            assert hashlib.sha256((part / name).read_bytes()).hexdigest() == checksum


def test_what_is_damaged_while_games_are_played_gets_no_new_checksum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "FLUSH", 0.0)

    def damage(_: object) -> None:
        if len(parts_in(tmp_path / "run")) == 2:
            flipped(parts_in(tmp_path / "run")[0] / "games.parquet")

    study = PLANNED.changed(games=2)
    with pytest.raises(StudyError, match=r"000000/games.parquet: is damaged"):
        quiet(study, tmp_path / "run", on_update=damage, workers=1)
    assert len(parts_in(tmp_path / "run")) > 2
    (parts_in(tmp_path / "run")[0] / "games.parquet").unlink()
    assert_same_frames(quiet(study, tmp_path / "run"), quiet(study, tmp_path / "whole"))


@pytest.mark.parametrize(
    "line", ["", 66 * "0" + "es.parquet", 66 * "0" + "../games.parquet", 66 * "0"]
)
def test_a_line_too_many_is_damage_and_no_missing_file(line: str, folder: Path) -> None:
    """Or its games would be played again without a word."""
    sums = parts_in(folder)[0] / "SHA256SUMS"
    sums.write_text(f"{sums.read_text()}{line}\n")
    for use in (load, lambda place: quiet(PLANNED, place)):
        with pytest.raises(StudyError, match="/SHA256SUMS: is damaged"):
            use(folder)


def test_a_part_that_is_removed_is_played_again(folder: Path, two_parts: Path) -> None:
    shutil.rmtree(parts_in(folder)[1])
    assert load(folder).played == 12
    assert_same_frames(quiet(PLANNED, folder), load(two_parts))


def test_files_of_others_in_the_folder_are_left_alone(folder: Path, two_parts: Path) -> None:
    foreign(folder / "games.parquet")
    before = (folder / "games.parquet").read_bytes()
    assert_same_frames(quiet(PLANNED, folder), load(two_parts))
    assert (folder / "games.parquet").read_bytes() == before


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    path = parts_in(folder)[0] / "games.parquet"
    path.unlink()
    path.mkdir()
    with pytest.raises(StudyError, match=r"games.parquet: cannot be read: .*not a folder"):
        load(folder)
