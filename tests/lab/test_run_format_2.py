"""Runs without checksums, which an older marengo wrote: read, and gone on with as of today."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.lab.fingerprints import fingerprints
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import load
from tests.lab.runs import assert_same_frames, copy_states, frames_of, parts_in, quiet

WRITTEN = Path(__file__).parent / "data" / "run-format-2"
"""Two games in files beside the manifest and two in a part: it was killed when it was extended."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the old run that says that today's code played it."""
    folder = shutil.copytree(WRITTEN, tmp_path / "run")
    manifest = json.loads((folder / "manifest.json").read_text())
    game = load(folder).study.game("bonaparte")
    manifest |= fingerprints([game], {"random": game}, observed=True)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_an_old_run_is_read() -> None:
    ran = load(WRITTEN)
    assert ran.games.collect()["game"].to_list() == [0, 1, 2, 3]
    assert ran.turns.collect()["game"].unique().to_list() == [0, 1, 2, 3]
    assert ran.failures.collect().is_empty()
    assert ran.finished
    assert ran.manifest["format"] == "marengo run 2"


def test_an_old_run_is_gone_on_with_as_one_of_today(folder: Path) -> None:
    before = load(folder)
    rows = frames_of(before)
    ran = quiet(before.study.changed(games=6), folder)
    assert ran.finished
    for kind, frame in frames_of(ran).items():
        assert_frame_equal(frame.filter(pl.col("game") < 4), rows[kind])
    assert ran.games.collect()["game"].to_list() == list(range(6))
    assert load(folder).manifest["format"] == "marengo run 3"
    assert {path.name for path in folder.iterdir()} == {".lock", "manifest.json", "parts"}
    assert len(parts_in(folder)) == 1
    assert_same_frames(before, ran)  # who has loaded it before finds the rows where they are now


def test_an_old_run_killed_while_it_is_written_anew_is_gone_on_with(
    folder: Path, tmp_path: Path
) -> None:
    states, ended = tmp_path / "states", shutil.copytree(folder, tmp_path / "ended")
    states.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        copy_states(ended, states, patch)
        whole = quiet(load(folder).study, ended)
    for state in sorted(states.iterdir()):
        assert_same_frames(load(state), whole)
        assert_same_frames(quiet(whole.study, state), whole)
        assert {path.name for path in state.iterdir()} == {".lock", "manifest.json", "parts"}
    assert len(list(states.iterdir())) > 10


@pytest.mark.parametrize("name", ["games.parquet", "parts/000001-000001/turns.parquet"])
def test_what_is_damaged_at_first_sight_is_named(name: str, folder: Path) -> None:
    study, path = load(folder).study, folder / name
    content = path.read_bytes()
    for damaged in (content[:-20], b"", (folder / "failures.parquet").read_bytes()):
        path.write_bytes(damaged)
        with pytest.raises(StudyError, match=f"{name}: is damaged"):
            load(folder)
        with pytest.raises(StudyError, match=f"{name}: is damaged"):
            quiet(study, folder)


def test_damage_among_the_rows_is_named_when_they_are_written_anew(folder: Path) -> None:
    study, path = load(folder).study, folder / "turns.parquet"
    content = path.read_bytes()
    path.write_bytes(content[:4] + bytes(len(content) // 3) + content[4 + len(content) // 3 :])
    with pytest.raises(StudyError, match=r"turns.parquet: is damaged"):
        quiet(study, folder)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"games": 4', '"games": "four"', r"plan: .*`\$.games`"),
        ('"players": {', '"plyers": {', "Object missing .*`players`"),
        ('"sessions": [', '"sessions": null, "x": [', r".*`\$.sessions`"),
        ('"versions": {', '"versions": 3, "x": {', r".*`\$.versions`"),
        ('"code": {', '"code": 3, "x": {', r".*`\$.code`"),
    ],
)
def test_a_manifest_of_other_things_is_refused(old: str, new: str, said: str, folder: Path) -> None:
    path = folder / "manifest.json"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(StudyError, match=f"manifest.json: {said}"):
        load(folder)
