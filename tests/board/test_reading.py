"""A board is checked once, as long as its file says the same."""

import os
from pathlib import Path

import pytest

from marengo.games.marengo.board import Board, BoardError, Problem, reading
from marengo.paths import data_path

CAPACITY = '"number":8,"name":null,"capacity":{}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a board file that no other test reads."""
    path = tmp_path / "board.geojson"
    path.write_bytes(data_path("boards/triomphe.geojson").read_bytes())
    return path


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    """Return a list of the boards that are checked from now on."""
    checked: list[Board] = []

    def problems(board: Board) -> list[Problem]:
        checked.append(board)
        return board.problems()

    monkeypatch.setattr(reading, "problems", problems)
    return checked


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_file_that_says_the_same_is_checked_once(file: Path, checks: list[Board]) -> None:
    first = Board.read(file)
    file.write_bytes(file.read_bytes())
    second = Board.read(str(file))
    assert len(checks) == 1
    assert second == first
    assert second.source == file


def test_a_file_that_was_edited_is_read_anew(file: Path, checks: list[Board]) -> None:
    """Also if neither its length nor its time tells of it."""
    before = file.stat()
    assert Board.read(file).locality(8).capacity == 16
    edit(file, CAPACITY.format(16), CAPACITY.format(15))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    assert Board.read(file).locality(8).capacity == 15
    assert len(checks) == 2


def test_defects_are_told_each_time_until_they_are_mended(file: Path) -> None:
    edit(file, CAPACITY.format(16), CAPACITY.format(0))
    for _ in range(2):
        with pytest.raises(BoardError, match=r"locality 8: capacity 0"):
            Board.read(file)
    edit(file, CAPACITY.format(0), CAPACITY.format(16))
    assert Board.read(file).locality(8).capacity == 16
    file.unlink()
    with pytest.raises(BoardError, match="cannot be read"):
        Board.read(file)


def test_the_same_words_elsewhere_are_another_board(file: Path) -> None:
    copy = file.with_name("copy.geojson")
    copy.write_bytes(file.read_bytes())
    assert [Board.read(path).source for path in (file, copy)] == [file, copy]


def test_nobody_can_change_a_board_for_another(file: Path) -> None:
    first = Board.read(file)
    records = (
        first.localities,
        first.approaches,
        first.crossings,
        first.road_groups,
        first.entries,
        first.objective,
        first.edge_roads,
    )
    hash(records)  # fails if there is a list or a table anywhere within
    assert isinstance(first.metadata, dict)
    first.metadata["georeference"]["metres_to_pixels"][0] = "spoilt"
    first.metadata["licence"] = "spoilt"
    assert "spoilt" not in str(Board.read(file).metadata)
