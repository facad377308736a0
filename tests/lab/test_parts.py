"""Files joined: every row once and in order, whatever the sizes."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.games.triomphe.game import TriompheGame
from marengo.lab import parts
from marengo.lab.kinds import schema_of
from marengo.lab.parts import files_of, join, new_part, part_path, parts_of, scan, write

TURNS, EVENTS = (schema_of(kind, TriompheGame) for kind in ("turns", "events"))


def rows(cells: int, games: int, most: int) -> pl.DataFrame:
    """Return rows of turns in order, some for each game, and for some games none."""
    chance = np.random.default_rng(cells * games)
    frame = pl.DataFrame(
        [
            (cell, game, turn)
            for cell in range(cells)
            for game in range(games)
            for turn in range(chance.integers(most + 1))
        ],
        schema=["cell", "game", "turn"],
        orient="row",
    )
    frame = frame.cast({"cell": pl.Int32, "game": pl.Int64, "turn": pl.Int32})
    return frame.match_to_schema(TURNS, missing_columns="insert")


@pytest.mark.parametrize("slab", [1, 7, 40, 100_000])
@pytest.mark.parametrize(("cells", "games", "most"), [(1, 60, 3), (30, 4, 9), (7, 11, 1)])
def test_files_are_joined_in_order_a_few_games_at_a_time(
    cells: int, games: int, most: int, slab: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "SLAB", slab)
    monkeypatch.setattr(parts, "ROWS", 8)
    whole = rows(cells, games, most)
    chance = np.random.default_rng(5)
    owner = pl.Series(chance.integers(4, size=cells * games))  # of each game: all of its rows
    files = []
    for number in range(5):  # the last one is empty
        mine = whole.filter(owner.gather(whole["cell"] * games + whole["game"]) == number)
        files.append(tmp_path / f"{number}.parquet")
        write(mine.sample(fraction=1, shuffle=True, seed=1).sort("turn"), files[-1], {})
    join(files, TURNS, tmp_path / "joined.parquet", {})
    assert_frame_equal(pl.read_parquet(tmp_path / "joined.parquet"), whole)
    join(files[4:], TURNS, tmp_path / "empty.parquet", {})
    assert_frame_equal(pl.read_parquet(tmp_path / "empty.parquet"), whole.clear())
    assert len(list(tmp_path.iterdir())) == 7


def written(folder: Path, number: int, frame: pl.DataFrame, holds_all: bool = False) -> Path:
    """Write a part of the run in a folder."""
    path = part_path(folder, number, holds_all)
    path.parent.mkdir(exist_ok=True)
    with new_part(path) as hidden:
        write(frame, hidden / "turns.parquet", {})
    return path


def test_what_a_part_holds_is_read_once(tmp_path: Path) -> None:
    """Whoever compacted the others was killed before they were removed."""
    whole, game = rows(3, 20, 2), pl.col("game")
    for number in (0, 1, 4):
        written(tmp_path, number, whole.filter(game // 4 == number))
    written(tmp_path, 2, whole.filter(game < 8), holds_all=True)
    compact = written(tmp_path, 3, whole.filter(game < 16), holds_all=True)
    assert parts_of(tmp_path) == [compact, part_path(tmp_path, 4)]
    assert_frame_equal(scan(files_of(tmp_path, "turns"), TURNS).collect(), whole)
    assert scan(files_of(tmp_path, "events"), EVENTS).collect_schema() == EVENTS


def test_whoever_reads_while_parts_are_compacted_reads_each_row_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process compacts them just when they were listed."""
    whole, real, calls = rows(3, 20, 2), parts.all_parts, []
    for number in range(2):
        written(tmp_path, number, whole.filter(pl.col("game") // 10 == number))

    def overtaken(folder: Path) -> list[Path]:
        before = real(folder)
        calls.append(1)
        if len(calls) == 1:
            written(tmp_path, 1 + parts.number_of(before[-1]), whole, holds_all=True)
            for part in before:
                parts.remove(part)
        return before

    monkeypatch.setattr(parts, "all_parts", overtaken)
    files = files_of(tmp_path, "turns")
    assert files == [part_path(tmp_path, 2, holds_all=True) / "turns.parquet"]
    assert_frame_equal(scan(files, TURNS).collect(), whole)
    calls.clear()
    parts.check_parts(tmp_path)  # of the part that is gone nothing is said
    assert parts_of(tmp_path) == [part_path(tmp_path, 3, holds_all=True)]


def test_other_things_among_the_parts_are_no_parts(tmp_path: Path) -> None:
    for name in ("notes", "1-2-3", ".000001", "x-1", "000001-000001", "000002-all-old"):
        (tmp_path / "parts" / name).mkdir(parents=True)
    part_path(tmp_path, 4).mkdir()
    assert parts_of(tmp_path) == [part_path(tmp_path, 4)]
