"""Sections of a report on who wins; one for which a run has no data is left out."""

import re
from collections.abc import Callable, Iterator, Sequence
from math import comb

import polars as pl
import polars.selectors as cs

from marengo.charts.win_rates import difference_plot, forest_plot, skill_plot
from marengo.lab.analysis import (
    difference_table,
    share_half_width,
    skill_table,
)
from marengo.lab.frames import player_columns
from marengo.lab.plan import Cell
from marengo.lab.run_folder import Run
from marengo.lab.statistics import CONFIDENCE, win_table
from marengo.reports.document import Chart, Heading, Part, Table, Text
from marengo.reports.phrases import (
    interval,
    odds_sentence,
    percent,
    points,
    shifts_sentence,
)

__all__ = ["differences", "label_of", "odds", "players_of", "precision", "skill"]

TOGETHER = 8
"""Scenarios in one chart of skill."""

MANY = 12
"""Most cells that have a sentence each."""


def title_of(run: Run, scenario: str) -> str:
    """Return what a heading calls a scenario."""
    return run.study.game(scenario).scenario_title


def players_of(cell: Cell) -> str:
    """Return who plays whom."""
    return " v ".join(cell.players)


def label_of(run: Run, cell: Cell) -> tuple[str, str]:
    """Return how a cell is called among the others, and the heading above it.

    Where all cells have the same players, scenarios tell them apart.
    """
    played = {one.players for one in run.study.cells}
    players = players_of(cell)
    if len(played) > 1:
        return players, cell.scenario
    return cell.scenario, f"{run.study.game(cell.scenario).name}, {players}"


def won_table(run: Run) -> pl.DataFrame:
    """Return how often the first seat won each cell, and what share each won in the first way."""
    games = run.games.select(cs.by_name("cell", "winner", "kind", require_all=False)).collect()
    first, kind = run.game.seat_names()[0], next(iter(run.game.endings), None)
    rows = []
    for (number,), played in games.group_by("cell", maintain_order=True):
        cell = run.study.cells[number]
        label, group = label_of(run, cell)
        shares = {
            (winner, ending): (share, low, high)
            for winner, ending, _, share, low, high in win_table(played).iter_rows()
        }
        share, low, high = shares[first, "any"]
        won = {f"{seat}_{kind}": shares[seat, kind][0] for seat in run.game.seat_names() if kind}
        rows.append(
            {
                "cell": number,
                "scenario": cell.scenario,
                "players": players_of(cell),
                "label": label,
                "group": group,
                "games": played.height,
                "share": share,
                "low": low,
                "high": high,
                **won,
            }
        )
    return pl.DataFrame(rows).sort("cell")


def precision(run: Run) -> Iterator[Part]:
    """Report how many games there are, and how precise their figures."""
    counts = run.games.group_by("cell").agg(games=pl.len()).collect()["games"].to_list()
    least, most = min(counts), max(counts)
    each = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    yield Text(
        f"The study “{run.study.name}”: {sum(counts):,} games, {each} of each of {len(counts)} "
        "cells (a scenario with a player for each side), which share their seeds. A share of "
        f"{least:,} games is known to within about ± {100 * share_half_width(least):.1f} points "
        "(95 % Wilson interval)."
    )
    failed = run.failures.select(pl.len()).collect().item()
    if failed:
        yield Text(f"{failed:,} games could not be played to their end and are left out.")
    if not run.finished:
        yield Text("The run is not finished: these are the games so far.")


def odds_of(table: pl.DataFrame, titles: Sequence[str]) -> Iterator[str]:
    """Yield a sentence on each cell of a table of :func:`won_table`."""
    for row in table.iter_rows(named=True):
        name = f"{row['scenario']}, {row['players']}"
        yield odds_sentence(name, titles, row["games"], row["share"], row["low"], row["high"])


def odds(run: Run) -> Iterator[Part]:
    """Report how often each side wins each cell, and how."""
    table, titles, endings = won_table(run), run.game.seat_titles(), run.game.endings
    first, kind = titles[0], next(iter(endings), None)
    yield Heading("Who wins")
    if table.height <= MANY:
        yield from map(Text, odds_of(table, titles))
    figure = forest_plot(table, reference=1 / len(titles), side=run.game.seat_names()[0])
    yield Chart("odds", figure, f"How often {first} wins each cell, with 95 % Wilson intervals.")
    won = dict(zip(run.game.seat_names(), titles, strict=True)) if kind else {}
    shown = [
        {
            "scenario": row["scenario"],
            " v ".join(titles): row["players"],
            "games": f"{row['games']:,}",
            f"{first} wins": percent(row["share"]),
            "95 % interval": interval(row["low"], row["high"]),
            **{f"{kind}: {title}": percent(row[f"{seat}_{kind}"]) for seat, title in won.items()},
        }
        for row in table.iter_rows(named=True)
    ]
    note = "; ".join(endings.values())
    yield Table(pl.DataFrame(shown), note and f"Games are won {note}.")
    for player in sorted({one for cell in run.study.cells for one in cell.players}):
        if games := re.search(r"\blearn=(\w+)", player):
            yield Text(f"{player}: has learned each scenario by {games[1]} games of it first.")


def skill(run: Run) -> Iterator[Part]:
    """Report how the odds depend on who plays, where several players play all seats."""
    table, first = skill_table(run), run.game.seat_titles()[0]
    if table["player"].n_unique() < 2:
        return
    yield Heading("Skill")
    names = table["scenario"].unique(maintain_order=True)
    for start in range(0, len(names), TOGETHER):
        yield Chart(
            "skill",
            skill_plot(
                table.filter(pl.col("scenario").is_in(names[start : start + TOGETHER])),
                side=run.game.seat_names()[0],
            ),
            f"How often {first} wins if the same player plays all seats, with 95 % Wilson "
            "intervals.",
        )
    for (scenario,), rows in table.group_by("scenario", maintain_order=True):
        if rows.height > 1:
            yield Text(_skill_sentence(run, str(scenario), first, rows))


def _skill_sentence(run: Run, scenario: str, first: str, rows: pl.DataFrame) -> str:
    """Say between which players the odds lie furthest apart, and whether that is shown.

    They are the two furthest of all, so the interval covers as many differences as there are.
    """
    least, most = rows.sort("share").row(0, named=True), rows.sort("share").row(-1, named=True)
    level = level_together(comb(rows.height, 2))
    table = difference_table(run, against=least["cell"], confidence=level)
    apart = table.row(by_predicate=pl.col("cell") == most["cell"], named=True)
    verdict = "who plays matters" if apart["low"] > 0 else "no dependence on who plays is shown"
    return (
        f"{scenario}: {first} wins between {percent(least['share'])} ({least['player']} in all "
        f"seats) and {percent(most['share'])} ({most['player']}). Of all players these lie "
        f"furthest apart, by {points(apart['difference'])} points "
        f"({points(apart['low'])} to {points(apart['high'])}, paired, {100 * level:.4g} %): "
        f"{verdict}."
    )


def standards(run: Run) -> dict[str, list[str]]:
    """Return the scenarios of a run that others in it extend, with these others."""
    names = run.study.scenarios
    parents = {name: run.study.game(name).extends for name in names}
    return {
        standard: [name for name in names if parents[name] == standard]
        for standard in names
        if standard in parents.values()
    }


def what_ifs(run: Run) -> Iterator[tuple[str, str, pl.DataFrame]]:
    """Yield a scenario that others in a run extend, who plays, and their differences from it."""
    for standard, names in standards(run).items():
        table = difference_table(run, against=standard).filter(pl.col("scenario").is_in(names))
        groups = table.group_by([*player_columns(run.game)], maintain_order=True)
        for players, rows in groups:
            yield standard, " v ".join(map(str, players)), rows


def differences(run: Run) -> Iterator[Part]:
    """Report what what-ifs change, compared with the scenario they extend on common seeds."""
    told = ""
    for standard, players, rows in what_ifs(run):
        if standard != told:
            yield Heading(f"What is changed from {standard}")
            told = standard
        yield from _differences(run, rows, standard, players)


def shifts_of(run: Run, rows: pl.DataFrame, standard: str, call: Callable[[str], str]) -> str:
    """Return in sentences what the what-ifs of a scenario change, for the first seat.

    They are called by what ``call`` makes of their names.
    """
    level = level_together(rows.height)
    sure = difference_table(run, against=standard, confidence=level).select(
        "cell", sure_low="low", sure_high="high"
    )
    named = [
        {**row, "name": call(row["scenario"])}
        for row in rows.join(sure, on="cell", maintain_order="left").iter_rows(named=True)
    ]
    return shifts_sentence(named, standard, run.game.seat_titles()[0])


def level_together(intervals: int) -> float:
    """Return the confidence of each of some intervals that cover together (Bonferroni)."""
    return 1 - (1 - CONFIDENCE) / intervals


def _differences(run: Run, rows: pl.DataFrame, standard: str, players: str) -> Iterator[Part]:
    """Report the what-ifs of one scenario between two players."""
    titles = {name: title_of(run, name) for name in rows["scenario"]}
    seat, first = run.game.seat_names()[0], run.game.seat_titles()[0]
    yield Text(f"{players}: {shifts_of(run, rows, standard, lambda name: f'“{titles[name]}”')}")
    if rows.height > 1:
        level = level_together(rows.height)
        yield Text(
            f"A shift is called shown if its interval of {100 * level:.4g} % lies off zero "
            f"(Bonferroni, {rows.height} what-ifs): if none had an effect, one would still be "
            "called so once in twenty reports. Intervals of the chart and the table are of 95 % "
            "each."
        )
    labelled = rows.with_columns(label=pl.col("scenario").replace_strict(titles))
    yield Chart(
        "differences",
        difference_plot(labelled, side=seat, against=standard),
        f"{first}'s win rate less that in {standard}, {players}: paired differences in points with "
        "95 % intervals (Tango); faint, as if the games had no seeds in common.",
    )
    shown = [
        {
            "what-if": titles[row["scenario"]],
            "games": f"{row['pairs']:,}",
            f"{first} wins": percent(row["share"]),
            "difference": points(row["difference"]),
            "95 % interval": f"{points(row['low'])} to {points(row['high'])}",
            "gain from pairing": "–" if row["gain"] is None else f"{row['gain']:.2f}",
        }
        for row in rows.iter_rows(named=True)
    ]
    note = (
        "Gain: without common seeds as many times the games would be needed for the same interval; "
        "none is told where every game ended alike."
    )
    yield Table(pl.DataFrame(shown), note)
