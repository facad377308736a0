"""The section of restricted play: what pieces, roads and orders are worth to either side."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl
from polars.exceptions import PolarsError

from marengo.lab.analysis.restricted import RESTRICTIONS, WORTH_COLUMNS
from marengo.lab.plan import StudyError
from marengo.plots.chart_parts import signed
from marengo.plots.odds import difference_plot
from marengo.reports.parts import Chart, Heading, Part, Table, Text
from marengo.reports.words import percent

__all__ = ["read_worth", "worth"]

NAMES = {"austrian": "Austria", "french": "France"}


def read_worth(path: Path) -> tuple[str, pl.DataFrame]:
    """Return the scenario and the table of a file that the command ``worth`` wrote.

    Raises
    ------
    StudyError
        If it cannot be read or holds something else; names the file.
    """
    try:
        table = pl.read_parquet(path)
    except (OSError, PolarsError) as error:
        raise StudyError(f"{path}: cannot be read as Parquet: {error}") from error
    if table.columns != list(WORTH_COLUMNS) or table["scenario"].n_unique() != 1:
        raise StudyError(f"{path}: expected the table of one scenario, as marengo worth writes it")
    return str(table["scenario"][0]), table


def worth(name: str, table: pl.DataFrame) -> Iterator[Part]:
    """Tell what either side loses without something.

    Parameters
    ----------
    name : str
        Of the scenario.
    table : polars.DataFrame
        As :func:`marengo.lab.analysis.restricted.restricted_play` returns it.
    """
    yield Heading(f"What things are worth in {name}")
    yield Text(
        "One side plays by rules of thumb but leaves something out; the other plays by all of "
        "them, on the same seeds. The fall of the win rate is what the thing is worth to this "
        "player (restricted play, Jaffe and others 2012); another might make more of it, or do "
        "without it better."
    )
    for (side,), rows in table.group_by("side", maintain_order=True):
        yield from _of_side(name, str(side), rows.sort("worth", descending=True))


def _of_side(name: str, side: str, rows: pl.DataFrame) -> Iterator[Part]:
    matter = [
        f"{RESTRICTIONS[row['restriction']].text}: {row['worth']:.1f}"
        for row in rows.iter_rows(named=True)
        if row["low"] > 0
    ]
    if matter:
        yield Text(f"What costs {NAMES[side]} points of win rate: {'; '.join(matter)}.")
    drawn = rows.select(
        label=pl.col("restriction").str.replace_all("_", " "),
        difference=-pl.col("worth") / 100,
        low=-pl.col("high") / 100,
        high=-pl.col("low") / 100,
    )
    yield Chart(
        f"worth-{name}-{side}",
        difference_plot(drawn, side=side, heading=f"{name}: {NAMES[side]} without it"),
        f"Change of the win rate of {NAMES[side]} in {name} if it does without, paired on common "
        "seeds, with 95 % intervals (Tango).",
    )
    shown = [
        {
            "without": RESTRICTIONS[row["restriction"]].text,
            "games": f"{row['games']:,}",
            f"{NAMES[side]} wins": percent(row["restricted"]),
            "with it": percent(row["unrestricted"]),
            "worth": signed(row["worth"]),
            "95 % interval": f"{signed(row['low'])} to {signed(row['high'])}",
        }
        for row in rows.iter_rows(named=True)
    ]
    yield Table(pl.DataFrame(shown))
