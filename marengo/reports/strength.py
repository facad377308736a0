"""The section of a report on the balance of a game by the strength of its players."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

import polars as pl

from marengo.charts.balance import balance_plot
from marengo.lab.analysis.balance import (
    BalanceError,
    balance_by_strength,
    balance_curve,
    level_of,
)
from marengo.lab.run_folder import Run
from marengo.reports.document import Chart, Finding, Heading, Part, Table, Text
from marengo.reports.phrases import interval, percent

__all__ = ["Strength", "strength", "strengths"]


class Strength(NamedTuple):
    """Runs of one scenario that tell its balance by strength together."""

    alike: list[Run]
    matches: Run

    @property
    def runs(self) -> list[Run]:
        """All of them."""
        return [*self.alike, self.matches]


def strengths(runs: Iterable[Run]) -> list[Strength]:
    """Return those of some runs that tell a balance by strength.

    Of a scenario there is a run of matches alone, and others in which one player plays all seats,
    several of some strength.
    """
    alike: dict[str, list[Run]] = {}
    matches: dict[str, Run] = {}
    for run in runs:
        study = run.study
        if len(study.scenarios) == 1 and not study.players:
            matches.setdefault(study.scenarios[0], run)
        elif len(study.scenarios) == 1 and not study.pairs:
            alike.setdefault(study.scenarios[0], []).append(run)
    found = [Strength(some, matches[name]) for name, some in alike.items() if name in matches]
    return [one for one in found if _has_several(one.alike)]


def _has_several(alike: Iterable[Run]) -> bool:
    """Whether there are several strengths, and several players of some."""
    players = {player for run in alike for player in run.study.players}
    return 1 < len({*map(level_of, players)}) < len(players)


def strength(found: Strength) -> Iterator[Part]:
    """Report how even a scenario is for ever stronger players, from all runs of it together."""
    alike, matches = found
    title = matches.study.game(matches.study.scenarios[0]).title
    first = matches.game.seat_titles()[0]
    yield Heading(f"How even is {title} among ever stronger players?")
    table = balance_by_strength(alike, matches)
    curve = None
    answer = "What it comes to is not known without matches of four strengths or more."
    with suppress(BalanceError):
        curve = balance_curve(table)
        answer = curve.sentence
    yield Text(f"{answer} {_of_players(table, first)}")
    words = (
        f"How often {first} wins if both sides are equally strong, over their strength. Bars are "
        "95 % intervals of the mean of the players of a strength, short lines the least and the "
        "most that one of them had."
    )
    yield Chart("strength", balance_plot(table, curve, side=matches.game.seat_names()[0]), words)
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
    scenario = matches.study.scenarios[0]
    plans = {level_of(one): run.study.name for run in alike for one in run.study.players}
    for row in table.iter_rows(named=True):
        level, several = row["level"], row["players"]
        who = f", mean of {several} players" if several > 1 else ""
        yield Finding(
            f"{first} wins {scenario}, {level} on both sides{who}",
            percent(row["share"]),
            interval(row["low"], row["high"]),
            row["games"],
            f"{plans[level]}: {scenario}, {level}",
        )


def _of_players(table: pl.DataFrame, first: str) -> str:
    """Say how far players of one strength lie apart."""
    several = table.filter(pl.col("players") > 1)
    apart = several.row(int((several["most"] - several["least"]).arg_max() or 0), named=True)
    return (
        f"Players of one strength disagree: with {apart['level']} on both sides {first} wins "
        f"{percent(apart['least'], 0)} to {percent(apart['most'], 0)}, by what they have learned."
    )
