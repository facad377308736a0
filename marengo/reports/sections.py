"""Sections of a report on who wins; one for which a run has no data is left out."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from math import comb
from operator import itemgetter
from typing import Any

import polars as pl

from marengo.charts.win_rates import difference_plot, forest_plot, skill_plot
from marengo.lab.analysis import (
    difference_table,
    share_half_width,
    skill_table,
)
from marengo.lab.frames import player_columns
from marengo.lab.plan import Cell
from marengo.lab.run_folder import Run
from marengo.lab.sprt import mean_interval, mean_score
from marengo.lab.statistics import CONFIDENCE, win_table
from marengo.reports.document import Chart, Finding, Heading, Part, Table, Text
from marengo.reports.phrases import (
    interval,
    joined,
    odds_sentence,
    percent,
    points,
    shifts_sentence,
    the_others,
)

__all__ = ["differences", "label_of", "matches", "odds", "played", "players_of", "skill"]

TOGETHER = 8
"""Scenarios in one chart of skill."""

MANY = 12
"""Most cells that have a line each where there is no table."""

FEW = 4
"""Most cells that have a sentence each above their table."""

SEATS = 2
"""Seats of a match."""

LEARNS = re.compile(r"\blearn=(\w+)")
"""Pattern of how long a player learns the scenario first, in its name."""


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
    played = {other.players for other in run.study.cells}
    players = players_of(cell)
    if len(played) > 1:
        return players, cell.scenario
    return cell.scenario, f"{run.study.game(cell.scenario).name}, {players}"


def won_table(run: Run) -> pl.DataFrame:
    """Return how often the first seat won each cell, and what share each won in the first way."""
    first, kind = run.game.seat_names()[0], next(iter(run.game.endings), None)
    rows = []
    for (number,), played in run.counts.group_by("cell", maintain_order=True):
        cell = run.study.cells[number]
        label, group = label_of(run, cell)
        shares = {
            (winner, ending): (share, low, high)
            for winner, ending, _, share, low, high in win_table(played).iter_rows()
        }
        share, low, high = shares[first, "any"]
        seats = [seat for seat in run.game.seat_names() if (seat, kind) in shares]
        won = {f"{seat}_{kind}": shares[seat, kind][0] for seat in seats}
        rows.append(
            {
                "cell": number,
                "scenario": cell.scenario,
                "players": players_of(cell),
                "label": label,
                "group": group,
                "games": played["games"].sum(),
                "share": share,
                "low": low,
                "high": high,
                **won,
            }
        )
    return pl.DataFrame(rows).sort("cell")


def subject(run: Run) -> str:
    """Return what a run is about: the scenarios that others do not extend, by their titles."""
    extended = {name for names in standards(run).values() for name in names}
    names = [name for name in run.study.scenarios if name not in extended]
    return joined(title_of(run, name) for name in names)


def played(runs: Sequence[Run]) -> Iterator[Part]:
    """Say who played what in some runs, how often, and how sure a share of one cell is."""
    rows, notes = [], []
    for run in runs:
        counts = run.games.group_by("cell").agg(games=pl.len()).collect()["games"].to_list()
        least, most = min(counts), max(counts)
        name, failed = run.study.name, run.failures.select(pl.len()).collect().item()
        row = {
            "study": name,
            "cells": str(len(counts)),
            "games of each": f"{least:,}" if least == most else f"{least:,} to {most:,}",
            "known to ± points": f"{100 * share_half_width(least):.1f}",
            "players": joined([*run.study.players, *map(" v ".join, run.study.pairs)]),
        }
        if failed:
            notes.append(f"{name}: {failed:,} games could not be played to their end: left out.")
        if not run.finished:
            notes.append(f"{name} is not finished: these are the games so far.")
        rows.append(row)
    yield Heading("Who played?")
    several = "two in either order" if runs[0].study.seats == SEATS else "others, once in each seat"
    note = (
        f"A cell is a scenario with a player for each side: one on all sides, or {several}. "
        "Cells of a study share their seeds. "
        "Known to: half width of the 95 % Wilson interval of a share near one half."
    )
    yield Table(pl.DataFrame(rows), note)
    notes += dict.fromkeys(chain(*(run.study.unlearned() for run in runs)))
    yield from map(Text, notes)


def odds_of(run: Run, table: pl.DataFrame) -> Iterator[str]:
    """Yield a sentence on each cell of a table of :func:`won_table`."""
    titles = run.game.seat_titles()
    for row in table.iter_rows(named=True):
        name, even = f"{row['scenario']}, {row['players']}", run.study.game(row["scenario"]).even
        yield odds_sentence(name, titles, row["games"], row["share"], row["low"], row["high"], even)


def odds(run: Run) -> Iterator[Part]:
    """Report how often each side wins each cell, and how."""
    table, titles, endings = won_table(run), run.game.seat_titles(), run.game.endings
    first, kind = titles[0], next(iter(endings), None)
    yield Heading(f"Who wins {subject(run)}?")
    sentences, even = list(odds_of(run, table)), run.study.game().even
    yield Text(" ".join(sentences) if table.height <= FEW else _counted(table, titles, even))
    figure = forest_plot(table, reference=even, side=run.game.seat_names()[0])
    yield Chart("odds", figure, f"How often {first} wins each cell, with 95 % Wilson intervals.")
    seats = zip(run.game.seat_names(), titles, strict=True)
    won = {seat: title for seat, title in seats if f"{seat}_{kind}" in table.columns}
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
    mirrors = [number for number, entry in enumerate(run.study.cells) if len({*entry.players}) == 1]
    for row in table.iter_rows(named=True):
        cell = f"{row['scenario']}, {row['players']}"
        yield Finding(
            name=f"{first} wins {cell}",
            value=percent(row["share"]),
            interval=interval(row["low"], row["high"]),
            games=row["games"],
            cell=f"{run.study.name}: {cell}",
            headline=row["cell"] in mirrors[:1],
        )
    for player in sorted({name for cell in run.study.cells for name in cell.players}):
        if games := LEARNS.search(player):
            yield Text(f"{player}: has learned each scenario by {games[1]} games of it first.")


def _counted(table: pl.DataFrame, titles: Sequence[str], even: float) -> str:
    """Say in how many cells of a table of :func:`won_table` who is favoured."""
    more, less = (
        table.filter(pl.col("low") > even).height,
        table.filter(pl.col("high") < even).height,
    )
    first, *others = titles
    return (
        f"{first} is shown to be favoured in {more} of {table.height} cells, "
        f"{the_others(others)} in {less}; in {table.height - more - less} no side is."
    )


def matches(run: Run) -> Iterator[Part]:
    """Report which of two players is better, over both seats."""
    for scenario in run.study.scenarios:
        title, rows = title_of(run, scenario), []
        for player, other in (
            pair for pair in run.study.pairs if len(set(pair)) == len(pair) == SEATS
        ):
            counts = _pair_counts(run, scenario, (player, other))
            if sum(counts):
                points, ends = mean_score(counts), mean_interval(counts)
                rows.append((player, other, sum(counts), points, *ends))
        if not rows:
            continue
        yield Heading(f"Who plays {title} better?")
        yield Text(" ".join(_match_sentence(*row) for row in rows))
        head = "player", "against", "pairs", "points", "95 % interval"
        shown = [
            (player, other, f"{pairs:,}", percent(points), interval(low, high))
            for player, other, pairs, points, low, high in rows
        ]
        note = "A pair is two games on one seed, each player once on either side."
        yield Table(pl.DataFrame(shown, schema=head, orient="row"), note)
        for player, other, pairs, points, low, high in rows:
            yield Finding(
                name=f"points of {player} against {other}, {scenario}",
                value=percent(points),
                interval=interval(low, high),
                games=SEATS * pairs,
                cell=f"{run.study.name}: {scenario}, {player} v {other} and back",
                headline=(player, other) == rows[0][:2],
            )


def _match_sentence(
    player: str, other: str, pairs: int, points: float, low: float, high: float
) -> str:
    half = 1 / SEATS
    verdict = "is better" if low > half else "is worse" if high < half else "is not shown to differ"
    return (
        f"{player} wins {percent(points)} of {SEATS * pairs:,} games against {other} "
        f"({interval(low, high)}): it {verdict}."
    )


def _pair_counts(run: Run, scenario: str, pair: tuple[str, ...]) -> tuple[int, ...]:
    """Return of how many pairs of games, each on one seed, the first player won none to both."""
    cells = {
        number: run.game.seat_names()[cell.players.index(pair[0])]
        for number, cell in enumerate(run.study.cells)
        if cell.scenario == scenario and sorted(cell.players) == sorted(pair)
    }
    seat = pl.col("cell").replace_strict(cells, return_dtype=pl.String)
    games = run.games.filter(pl.col("cell").is_in(list(cells)))
    won = games.with_columns(won=pl.col("winner").cast(pl.String).eq_missing(seat).cast(pl.Int64))
    both = won.group_by("seed").agg(pl.len(), pl.col("won").sum()).filter(pl.col("len") == SEATS)
    counts = both.collect()["won"].value_counts().rows()
    return tuple(dict(counts).get(score, 0) for score in range(SEATS + 1))


def skill(run: Run) -> Iterator[Part]:
    """Report how the odds depend on who plays, where several players play all seats."""
    table, first = skill_table(run), run.game.seat_titles()[0]
    if table["player"].n_unique() < 2:
        return
    yield Heading(f"Does it matter who plays {subject(run)}?")
    names = table["scenario"].unique(maintain_order=True)
    several = [rows for _, rows in table.group_by("scenario", maintain_order=True)]
    sentences = [_skill_sentence(run, first, rows) for rows in several if rows.height > 1]
    yield Text(" ".join(sentences))
    for start in range(0, len(names), TOGETHER):
        yield Chart(
            "skill",
            skill_plot(
                table.filter(pl.col("scenario").is_in(names[start : start + TOGETHER].to_list())),
                side=run.game.seat_names()[0],
            ),
            f"How often {first} wins if the same player plays all seats, with 95 % Wilson "
            "intervals.",
        )


def _skill_sentence(run: Run, first: str, rows: pl.DataFrame) -> str:
    """Say between which players the odds lie furthest apart, and whether that is shown.

    They are the two furthest of all, so the interval covers as many differences as there are.
    """
    least, most = rows.sort("share").row(0, named=True), rows.sort("share").row(-1, named=True)
    level = level_together(comb(rows.height, 2))
    table = difference_table(run, against=least["cell"], confidence=level)
    apart = table.row(by_predicate=pl.col("cell") == most["cell"], named=True)
    verdict = "who plays matters" if apart["low"] > 0 else "no dependence on who plays is shown"
    return (
        f"{least['scenario']}: {first} wins between {percent(least['share'])} ({least['player']} "
        f"in all seats) and {percent(most['share'])} ({most['player']}). Of all players these lie "
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
    for standard, group in groupby(what_ifs(run), itemgetter(0)):
        yield Heading(f"What do the what-ifs of {title_of(run, standard)} change?")
        for _, players, rows in group:
            yield from _differences(run, rows, standard, players)


def shift_figures(
    rows: Iterable[Mapping[str, Any]], first: str, standard: str, by: str, plan: str, who: str
) -> Iterator[Finding]:
    """Yield what what-ifs change as figures; headlines are the two largest that are shown."""
    rows = list(rows)
    shown = [row for row in rows if not row["low"] <= 0 <= row["high"]]
    most = sorted(shown, key=lambda row: -abs(row["difference"]))[:2]
    for row in rows:
        yield Finding(
            f"{first} wins more in {row['scenario']} than in {standard}, points, {by}",
            points(row["difference"]),
            f"{points(row['low'])} to {points(row['high'])}",
            row["pairs"],
            f"{plan}: {row['scenario']}, {who}",
            row.get("remark", ""),
            row in most,
        )


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
    if rows.height > 1:
        level = level_together(rows.height)
        note += (
            f" A shift is called shown if its interval of {100 * level:.4g} % lies off zero "
            f"(Bonferroni, {rows.height} what-ifs): if none had an effect, one would still be "
            "called so once in twenty reports. Intervals of the chart and the table are of 95 % "
            "each."
        )
    yield Table(pl.DataFrame(shown), note)
    named = rows.iter_rows(named=True)
    yield from shift_figures(named, first, standard, players, run.study.name, players)
