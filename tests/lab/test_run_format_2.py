"""Runs without checksums, which an older marengo wrote: read, and left as they are."""

import shutil
from pathlib import Path

import pytest

from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run, load
from tests.lab.runs import assert_same_frames, quiet

WRITTEN = Path(__file__).parent / "data" / "run-format-2"
"""Two games in files beside the manifest and two in a part: it was killed when it was extended."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the old run."""
    return shutil.copytree(WRITTEN, tmp_path / "run")


def load_old(folder: Path) -> Run:
    """Load an old run, which says that it cannot be sure of its files."""
    with pytest.warns(UserWarning, match=r"run.*: marengo run 2 has no checksums: .* not noticed"):
        return load(folder)


def test_an_old_run_is_read() -> None:
    ran = load_old(WRITTEN)
    assert ran.games.collect()["game"].to_list() == [0, 1, 2, 3]
    assert ran.turns.collect()["game"].unique().to_list() == [0, 1, 2, 3]
    assert ran.failures.collect().is_empty()
    assert ran.finished
    assert ran.manifest["format"] == "marengo run 2"


def test_an_old_run_takes_no_more_games_and_stays_as_it_is(folder: Path) -> None:
    before, files = load_old(folder), {path for path in folder.rglob("*") if path.name != ".lock"}
    for games in (4, 6):
        with pytest.raises(
            StudyError, match=r"manifest.json: code: changed since .*another folder"
        ):
            quiet(before.study.changed(games=games), folder)
    assert {path for path in folder.rglob("*") if path.name != ".lock"} == files
    assert_same_frames(load_old(folder), before)


@pytest.mark.parametrize("name", ["games.parquet", "parts/000001-000001/turns.parquet"])
def test_what_is_damaged_at_first_sight_is_named(name: str, folder: Path) -> None:
    path = folder / name
    content = path.read_bytes()
    worn = content[:4] + b"\x7f" * 40 + content[44:]  # its foot is whole, and tells of other rows
    for damaged in (content[:-20], b"", worn, (folder / "failures.parquet").read_bytes()):
        path.write_bytes(damaged)
        with pytest.raises(StudyError, match=f"{name}: is damaged"):
            load_old(folder)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"games": 4', '"games": "four"', "plan: games: expected a whole number, not 'four'"),
        ('"players": {', '"plyers": {', "expected a field `players`"),
        ('"sessions": [', '"sessions": null, "x": [', "sessions: expected a list, not nothing"),
        ('"versions": {', '"versions": 3, "x": {', "versions: expected a table, not 3"),
        ('"versions": {', '"code": 3, "versions": {', "code: expected a table, not 3"),
    ],
)
def test_a_manifest_of_other_things_is_refused(old: str, new: str, said: str, folder: Path) -> None:
    path = folder / "manifest.json"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(StudyError, match=f"manifest.json: {said}"):
        load(folder)
