"""Tables for other programs: what is written is said by the ending of the file's name."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl
from xlsxwriter import Workbook

from marengo.core.errors import did_you_mean
from marengo.core.sealed import sealed
from marengo.lab.exchange import Frame, collected
from marengo.lab.frames import OutputError, check_writable, writing_whole

EXCEL, PARQUET = ".xlsx", ".parquet"

MOST_ROWS = 2**20 - 1
"""Rows of an Excel sheet below its heads."""

EXACT = 2**53
"""Bound below which Excel has every whole number."""

WORKBOOK = {"in_memory": True, "nan_inf_to_errors": True, "strings_to_formulas": False}
"""As polars has it, but for files beside the one that is written, for which there may be no room.
"""


def _excel(frame: pl.DataFrame) -> bytes:
    whole = [column for column in frame if column.dtype.is_integer()]
    long = [column.name for column in whole if (column.cast(pl.Float64).abs() >= EXACT).any()]
    file = io.BytesIO()
    with Workbook(file, WORKBOOK) as book:
        frame.with_columns(pl.col(long).cast(pl.String)).write_excel(book)
    return file.getvalue()


_TABLES: dict[str, Callable[[pl.DataFrame], bytes]] = {
    ".csv": lambda frame: frame.write_csv().encode(),
    EXCEL: _excel,
    PARQUET: sealed,
}
"""Writers of tables, by the ending of the file's name."""


def check_table(path: str | Path, rows: int) -> Path:
    """Return the path if a table of so many rows can be written there, see :func:`save_table`."""
    path = check_writable(path)
    if path.suffix not in _TABLES:
        listed, meant = ", ".join(_TABLES), did_you_mean(path.suffix, _TABLES)
        raise OutputError(f"{path}: expected a name that ends in one of {listed}{meant}")
    if path.suffix == EXCEL and rows > MOST_ROWS:
        raise OutputError(f"{path}: expected at most {MOST_ROWS:,} rows in Excel, not {rows:,}")
    return path


def save_table(frame: Frame, path: str | Path, notes: Mapping[str, str] | None = None) -> Path:
    """Write a frame as the ending of the name says: CSV, Excel or Parquet; return its path.

    Notes become metadata of Parquet; the others have no place for them.

    In Excel, whose numbers have 15 digits, whole numbers that are longer stand as text. Such a file
    is read by ``polars.read_excel(path, engine="openpyxl")`` or ``pandas.read_excel(path)``.

    Raises
    ------
    OutputError
        If the file cannot be written, or has another ending.
    """
    table = collected(frame)
    path = check_table(path, table.height)
    with writing_whole(path) as file:
        file.write(sealed(table, notes) if path.suffix == PARQUET else _TABLES[path.suffix](table))
    return path
