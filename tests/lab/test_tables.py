"""A table is written as its file's name ends, and is the same in each."""

import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import polars as pl
import pytest

import marengo
from marengo.lab.frames import OutputError, read_frame
from marengo.lab.tables import EXACT, save_table

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@pytest.fixture(scope="module")
def games() -> pl.DataFrame:
    return marengo.simulate("triomphe", 5, "random", "random", seed=2, progress=False)


def cells(path: Path) -> list[list[str]]:
    """Return what stands in the cells of a workbook, row by row."""
    with zipfile.ZipFile(path) as book:
        parts = [book.read(f"xl/{name}.xml") for name in ("sharedStrings", "worksheets/sheet1")]
    strings, sheet = (ET.fromstring(part) for part in parts)  # noqa: S314 -- our own
    words = ["".join(part.itertext()) for part in strings]
    rows = []
    for row in sheet.iter(f"{SHEET}row"):
        values = [(cell.get("t"), cell.findtext(f"{SHEET}v") or "") for cell in row]
        rows.append([words[int(value)] if kind == "s" else value for kind, value in values])
    return rows


def test_parquet_is_as_it_was_saved(games: pl.DataFrame, tmp_path: Path) -> None:
    assert read_frame(save_table(games, tmp_path / "games.parquet")).equals(games)


def test_csv_has_the_same_values(games: pl.DataFrame, tmp_path: Path) -> None:
    path = save_table(games, tmp_path / "games.csv")
    assert pl.read_csv(path, schema=games.schema).equals(games)


def test_excel_has_the_same_values_and_seeds_to_their_last_digit(
    games: pl.DataFrame, tmp_path: Path
) -> None:
    """As its numbers are floats, these stand as text."""
    assert (games["seed"] > EXACT).all()
    heads, *rows = cells(save_table(games, tmp_path / "games.xlsx"))
    assert heads == games.columns
    wanted = [["" if one is None else str(one) for one in row] for row in games.rows()]
    assert rows == wanted


@pytest.mark.parametrize("name", ["games.xls", "games", "games.parquet.gz"])
def test_another_ending_is_refused(name: str, games: pl.DataFrame, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=f"{name}: expected a name that ends in one of .csv, "):
        save_table(games, tmp_path / name)
    assert list(tmp_path.iterdir()) == []
