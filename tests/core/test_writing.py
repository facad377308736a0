"""Files reach the disk whole, and their folder with them."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import marengo
from marengo.core.files import MOST_TABLE, MOST_WEIGHTS, is_file
from marengo.core.players.nets import read_net
from marengo.core.records import GameRecord
from marengo.core.writing import PRIVATE, written_whole
from marengo.lab import read_frame
from marengo.lab.frames import save_text
from marengo.lab.sources import sources_hash


def record(path: Path) -> None:
    """Save a game."""
    GameRecord.of(marengo.load("progress").start(1), 1).save(path)


def private(path: Path) -> None:
    """Write a file for its owner."""
    with written_whole(path, PRIVATE) as file:
        file.write(b"x")


@pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="folders that are written down")
@pytest.mark.parametrize("save", [record, private, lambda path: save_text("x", path)])
def test_a_folder_is_written_down_with_its_file(
    save: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def sync(handle: int) -> None:
        kind = "folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file"
        synced.append(kind if kind == "file" or is_file(tmp_path / "saved") else "too early")

    monkeypatch.setattr(os, "fsync", sync)
    save(tmp_path / "saved")
    assert synced == ["file", "folder"]
    assert [path.name for path in tmp_path.iterdir()] == ["saved"]


def test_what_fails_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "saved").write_text("before")
    with pytest.raises(ZeroDivisionError), written_whole(tmp_path / "saved") as file:
        file.write(bytes([1 // 0]))
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]


def test_a_file_is_its_owners_if_that_is_wanted(tmp_path: Path) -> None:
    private(tmp_path / "saved")
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "saved").stat().st_mode) == PRIVATE


@pytest.mark.parametrize(
    ("read", "most"),
    [
        (lambda path: read_net(marengo.load("triomphe"), path), MOST_WEIGHTS),
        (lambda path: sources_hash([path]), MOST_WEIGHTS),
        (read_frame, MOST_TABLE),
        (GameRecord.load, 2**24),
    ],
    ids=["weights", "sources", "frame", "record"],
)
def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    read: Callable[[Path], object], most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vast.parquet"
    with path.open("wb") as file:
        try:
            file.truncate(50 * 2**30)  # of which nothing is written
        except OSError:
            pytest.skip("a file system that keeps no holes")

    content = Path.read_bytes

    def guarded(one: Path) -> bytes:
        assert one != path
        return content(one)

    monkeypatch.setattr(Path, "read_bytes", guarded)
    with pytest.raises(ValueError, match=f"{most:,} bytes"):
        read(path)
