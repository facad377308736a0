"""The section of a report on the balance of a game by the strength of its players."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import polars as pl

from marengo.charts.balance import balance_plot
from marengo.lab.analysis.balance import (
    BalanceError,
    balance_by_strength,
    balance_curve,
    level_of,
)
from marengo.lab.run_folder import Run
from marengo.reports.document import Chart, Heading, Part, Table, Text
from marengo.reports.phrases import interval, percent

__all__ = ["is_of_strength", "strength"]


def is_of_strength(run: Run) -> bool:
    """Whether a run asks several players of a strength, who learned each by itself."""
    players = {player for cell in run.study.cells for player in cell.players}
    return len(run.study.scenarios) == 1 and len({*map(level_of, players)}) < len(players)


def strength(runs: Sequence[Run]) -> Iterator[Part]:
    """Report how even each scenario is for ever stronger players, from all runs of it together."""
    scenarios = dict.fromkeys(run.study.scenarios[0] for run in runs)
    for scenario in scenarios:
        yield from _strength([run for run in runs if run.study.scenarios[0] == scenario])


def _strength(runs: Sequence[Run]) -> Iterator[Part]:
    alike = [run for run in runs if any(len(set(cell.players)) == 1 for cell in run.study.cells)]
    matches = next((run for run in runs if run not in alike), None)
    title = runs[0].study.game(runs[0].study.scenarios[0]).title
    first = runs[0].game.seat_titles()[0]
    yield Heading(f"How even is {title} among ever stronger players?")
    table = balance_by_strength(alike, matches)
    curve = None
    answer = "What it comes to is not known without matches between four strengths or more."
    with suppress(BalanceError):
        curve = balance_curve(table)
        answer = curve.sentence
    yield Text(f"{answer} {_of_players(table, first)}")
    if matches is not None:
        words = (
            f"How often {first} wins if both sides are equally strong, over their strength. Bars "
            "are 95 % intervals of the mean of the players of a strength, short lines the least "
            "and the most that one of them had."
        )
        figure = balance_plot(table, curve, side=runs[0].game.seat_names()[0])
        yield Chart("strength", figure, words)
    shown = [
        {
            "both sides": row["level"],
            "Elo": "–" if row["elo"] is None else f"{row['elo']:+.0f}".replace("-", "−"),
            "players": str(row["players"]),
            "games": f"{row['games']:,}",
            f"{first} wins": percent(row["share"]),
            "95 % interval": interval(row["low"], row["high"]),
            "by player": interval(row["least"], row["most"]) if row["players"] > 1 else "–",
        }
        for row in table.iter_rows(named=True)
    ]
    yield Table(
        pl.DataFrame(shown),
        "Players of one strength have learned each by itself; the interval is that of the mean of "
        "all who might have been learned so.",
    )


def _of_players(table: pl.DataFrame, first: str) -> str:
    """Say how far players of one strength lie apart."""
    several = table.filter(pl.col("players") > 1)
    apart = several.row(int((several["most"] - several["least"]).arg_max() or 0), named=True)
    return (
        f"Players of one strength disagree: with {apart['level']} on both sides {first} wins "
        f"{percent(apart['least'], 0)} to {percent(apart['most'], 0)}, by what they have learned."
    )
