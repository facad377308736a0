"""Files joined: every row once and in order, whatever the sizes."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.lab import parts
from marengo.lab.kinds import schema_of
from marengo.lab.parts import Part, files_of, join, part_path, parts_of, scan, whole_path, write


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
    frame = frame.cast({"cell": pl.Int32, "game": pl.Int64, "turn": pl.Int16})
    return frame.match_to_schema(schema_of("turns"), missing_columns="insert")


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
        with files[-1].open("wb") as file:
            write(mine.sample(fraction=1, shuffle=True, seed=1).sort("turn"), file)
    with (tmp_path / "joined.parquet").open("wb") as file:
        join(files, "turns", cells * games, file)
    assert_frame_equal(pl.read_parquet(tmp_path / "joined.parquet"), whole)


def test_without_rows_there_is_an_empty_file(tmp_path: Path) -> None:
    with whole_path(tmp_path, "turns").open("wb") as file:
        join([], "turns", 0, file, 3)
    assert parts.parts_joined(tmp_path, "turns") == 3
    assert scan(tmp_path, "turns").collect().schema == schema_of("turns")


def test_what_a_file_in_order_holds_is_read_once(tmp_path: Path) -> None:
    """Parts that were joined or merged may still be there: whoever did so was killed."""
    whole = rows(3, 20, 2)
    for first, last in ((0, 0), (1, 1), (2, 2), (3, 3), (1, 2)):
        path = part_path(tmp_path, first, last)
        path.mkdir(parents=True)
        inside = pl.col("game").is_between(5 * first, 5 * last + 4)
        with (path / "turns.parquet").open("wb") as file:
            write(whole.filter(inside), file)
    assert [(part.first, part.last) for part in parts_of(tmp_path)] == [(0, 0), (1, 2), (3, 3)]
    assert_frame_equal(scan(tmp_path, "turns").collect(), whole)
    files = files_of(tmp_path, "turns")[:2]
    with whole_path(tmp_path, "turns").open("wb") as file:
        join(files, "turns", 45, file, 3)
    assert_frame_equal(scan(tmp_path, "turns").collect(), whole)
    assert files_of(tmp_path, "turns") == [
        whole_path(tmp_path, "turns"),
        part_path(tmp_path, 3, 3) / "turns.parquet",
    ]


def test_whoever_reads_while_a_file_in_order_appears_reads_each_row_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is there, and the parts still are."""
    whole, real = rows(3, 20, 2), parts.parts_joined
    path = part_path(tmp_path, 0, 0)
    path.mkdir(parents=True)
    with (path / "turns.parquet").open("wb") as file:
        write(whole, file)

    def overtaken(folder: Path, kind: str) -> int:
        before = real(folder, kind)
        with whole_path(folder, kind).open("wb") as file:
            join([path / "turns.parquet"], kind, 60, file, 1)
        return before

    monkeypatch.setattr(parts, "PAUSE", 0)
    monkeypatch.setattr(parts, "parts_joined", overtaken)
    assert files_of(tmp_path, "turns") == [whole_path(tmp_path, "turns")]
    assert_frame_equal(scan(tmp_path, "turns").collect(), whole)


def test_other_things_among_the_parts_are_no_parts(tmp_path: Path) -> None:
    for name in ("notes", "1-2-3", ".000001-000001", "x-1"):
        (tmp_path / "parts" / name).mkdir(parents=True)
    part_path(tmp_path, 4, 4).mkdir()
    assert parts_of(tmp_path) == [Part(part_path(tmp_path, 4, 4), 4, 4)]
