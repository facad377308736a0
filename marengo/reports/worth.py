"""The section of restricted play: what pieces, roads and orders are worth to either side."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

from marengo.charts.chart_frame import look_of, signed
from marengo.charts.win_rates import difference_plot
from marengo.core.scenarios import games_by_seat
from marengo.core.sealed import read_sealed
from marengo.lab.analysis.restricted import WORTH_COLUMNS, Restriction, restrictions_of
from marengo.lab.plan import StudyError
from marengo.reports.document import Chart, Finding, Heading, Part, Table, Text
from marengo.reports.phrases import percent

__all__ = ["read_worth", "worth"]

Known = Mapping[str, Restriction]


def read_worth(path: Path) -> pl.DataFrame:
    """Return the table of a file that the command ``worth`` wrote."""
    table, _ = read_sealed(path, "expected a table of marengo worth, which makes it again")
    schema = pl.Schema({name: dtype for name, (dtype, _) in WORTH_COLUMNS.items()})
    if table.schema != schema or table["scenario"].n_unique() != 1:
        raise StudyError(f"{path}: expected the table of one scenario, as marengo worth writes it")
    restrictions = {
        seat: restrictions_of(game)
        for seat, game in games_by_seat().items()
        if game.study().restrictions
    }
    for side, left_out in table.select("side", "restriction").rows():
        if side not in restrictions:
            raise StudyError(
                f"{path}: side: expected one of {', '.join(restrictions)}, not {side!r}"
            )
        if left_out not in restrictions[side]:
            expected = ", ".join(restrictions[side])
            raise StudyError(f"{path}: restriction: expected one of {expected}, not {left_out!r}")
    return table


def worth(table: pl.DataFrame) -> Iterator[Part]:
    """Report what either side loses without something, from a table of `restricted_play`."""
    name = str(table["scenario"][0])
    yield Heading(f"What are arms, roads and orders worth in {name}?")
    for (side,), rows in table.group_by("side", maintain_order=True):
        yield from _of_side(name, str(side), rows.sort("worth", descending=True))
    yield Text(
        "One side plays by rules of thumb but leaves something out; the other plays by all of "
        "them, on the same seeds. The fall of the win rate is what the thing is worth to this "
        "player (restricted play, Jaffe and others 2012); another might make more of it, or do "
        "without it better. Some restrictions hold others: without artillery nothing is bombarded, "
        "without roads no main road is marched."
    )


def _named_costs(rows: pl.DataFrame, restrictions: Known) -> str:
    return "; ".join(
        f"{restrictions[row['restriction']].text}: {abs(row['worth']):.1f}"
        for row in rows.iter_rows(named=True)
    )


def _of_side(name: str, side: str, rows: pl.DataFrame) -> Iterator[Part]:
    restrictions, who = restrictions_of(games_by_seat()[side]), look_of(side).name
    costs, helps = rows.filter(pl.col("low") > 0), rows.filter(pl.col("high") < 0)
    if costs.height:
        yield Text(f"What costs {who} points of win rate: {_named_costs(costs, restrictions)}.")
    if helps.height:
        yield Text(
            f"With what {who} wins more, in points, so that rules of thumb use badly what "
            f"they then leave out: {_named_costs(helps.reverse(), restrictions)}."
        )
    drawn = rows.select(
        label=pl.col("restriction").str.replace_all("_", " "),
        difference=-pl.col("worth") / 100,
        low=-pl.col("high") / 100,
        high=-pl.col("low") / 100,
    )
    yield Chart(
        "worth",
        difference_plot(drawn, side=side, heading=f"{name}: {who} without it"),
        f"Change of the win rate of {who} in {name} if it does without, paired on common "
        "seeds, with 95 % intervals (Tango), each by itself.",
    )
    shown = [
        {
            "without": restrictions[row["restriction"]].text,
            "games": f"{row['games']:,}",
            f"{who} wins": percent(row["restricted"]),
            "with it": percent(row["unrestricted"]),
            "worth": signed(row["worth"]),
            "95 % interval": f"{signed(row['low'])} to {signed(row['high'])}",
        }
        for row in rows.iter_rows(named=True)
    ]
    yield Table(pl.DataFrame(shown))
    for place, row in enumerate(rows.iter_rows(named=True)):
        yield Finding(
            f"points of wins that {who} loses without {row['restriction']}, {name}, rule",
            signed(row["worth"]),
            f"{signed(row['low'])} to {signed(row['high'])}",
            row["games"],
            f"worth: {name}, rule v rule",
            headline=not place and costs.height > 0,
        )
