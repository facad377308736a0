"""Sections of the report of a run: each looks whether the run has what it tells of."""

from collections.abc import Iterator

import polars as pl

from marengo.lab.analysis import (
    difference_table,
    share_half_width,
    skill_table,
)
from marengo.lab.plan import Cell
from marengo.lab.run_folder import Run
from marengo.lab.statistics import win_table
from marengo.plots.odds import difference_plot, forest_plot, skill_plot
from marengo.reports.parts import Chart, Heading, Part, Table, Text
from marengo.reports.words import (
    interval,
    odds_sentence,
    percent,
    points,
    shifts_sentence,
)

__all__ = ["differences", "odds", "precision", "skill"]

MANY = 12
"""Most cells that are each told of in a sentence."""


def title_of(run: Run, scenario: str) -> str:
    """Return the title of a scenario, or its name if it has none."""
    return run.study.game(scenario).scenario.title or scenario


def _label(run: Run, cell: Cell) -> tuple[str, str]:
    """Return how a cell is called among the others, and what it stands below.

    Where all cells have the same players, scenarios tell them apart.
    """
    played = {(one.austrian, one.french) for one in run.study.cells}
    players = f"{cell.austrian} against {cell.french}"
    if len(played) > 1:
        return players, cell.scenario
    ruleset = run.study.game(cell.scenario).scenario.ruleset
    return cell.scenario, f"{ruleset}, {players}"


def won_table(run: Run) -> pl.DataFrame:
    """Return how often Austria won each cell.

    Returns
    -------
    polars.DataFrame
        Columns ``cell``, ``scenario``, ``players``, ``label``, ``group``, ``games``, ``share``,
        ``low``, ``high``, and the shares ``decisive``, ``austrian_decisive`` and
        ``french_decisive`` of all games, 0 to 1.
    """
    games = run.games.select("cell", "winner", "kind").collect()
    rows = []
    for (number,), played in games.group_by("cell", maintain_order=True):
        cell = run.study.cells[number]
        label, group = _label(run, cell)
        shares = {
            (winner, kind): (share, low, high)
            for winner, kind, _, share, low, high in win_table(played).iter_rows()
        }
        share, low, high = shares["austrian", "any"]
        won = {f"{army}_decisive": shares[army, "decisive"][0] for army in ("austrian", "french")}
        rows.append(
            {
                "cell": number,
                "scenario": cell.scenario,
                "players": f"{cell.austrian} against {cell.french}",
                "label": label,
                "group": group,
                "games": played.height,
                "share": share,
                "low": low,
                "high": high,
                "decisive": sum(won.values()),
                **won,
            }
        )
    return pl.DataFrame(rows).sort("cell")


def precision(run: Run) -> Iterator[Part]:
    """Tell how many games there are, and how sure their figures."""
    games = run.study.games
    width = share_half_width(games)
    yield Text(
        f"{run.played:,} games, {games:,} of each of {len(run.study.cells)} cells (a scenario with "
        f"a player for each side), which share their seeds. A share of {games:,} games is known to "
        f"within ± {100 * width:.1f} points at most (95 % Wilson interval)."
    )
    failed = run.failures.select(pl.len()).collect().item()
    if failed:
        yield Text(f"{failed:,} games could not be played to their end and are left out.")
    if not run.finished:
        yield Text("The run is not finished: these are the games so far.")


def odds(run: Run) -> Iterator[Part]:
    """Tell how often each side wins each cell, and how."""
    table = won_table(run)
    yield Heading("Who wins")
    if table.height <= MANY:
        for row in table.iter_rows(named=True):
            name = f"{row['scenario']}, {row['players']}"
            yield Text(odds_sentence(name, row["games"], row["share"], row["low"], row["high"]))
    figure = forest_plot(table)
    yield Chart("odds", figure, "How often Austria wins each cell, with 95 % Wilson intervals.")
    shown = [
        {
            "scenario": row["scenario"],
            "Austria v France": row["players"].replace(" against ", " v "),
            "games": f"{row['games']:,}",
            "Austria wins": percent(row["share"]),
            "95 % interval": interval(row["low"], row["high"]),
            "decisively: Austria": percent(row["austrian_decisive"]),
            "decisively: France": percent(row["french_decisive"]),
        }
        for row in table.iter_rows(named=True)
    ]
    note = "Decisive victories are by demoralisation (T-19.1, B-14.2), the others marginal."
    yield Table(pl.DataFrame(shown), note)


def skill(run: Run) -> Iterator[Part]:
    """Tell how the odds depend on who plays, where several players play both sides."""
    table = skill_table(run)
    if table["player"].n_unique() < 2:
        return
    yield Heading("Skill")
    yield Chart(
        "skill",
        skill_plot(table),
        "How often Austria wins if the same player plays both sides, with 95 % Wilson intervals.",
    )
    for (scenario,), rows in table.group_by("scenario", maintain_order=True):
        yield Text(_skill_sentence(str(scenario), rows))


def _skill_sentence(scenario: str, rows: pl.DataFrame) -> str:
    """Say between which players the odds lie furthest apart, and whether that is shown."""
    least, most = rows.sort("share").row(0, named=True), rows.sort("share").row(-1, named=True)
    apart = least["high"] < most["low"]
    verdict = "who plays matters" if apart else "the intervals overlap"
    return (
        f"{scenario}: Austria wins {percent(least['share'])} with {least['player']} on both sides "
        f"and {percent(most['share'])} with {most['player']}: {verdict}."
    )


def standards(run: Run) -> dict[str, list[str]]:
    """Return the scenarios of a run that others in it extend, each with those."""
    names = run.study.scenarios
    parents = {name: run.study.game(name).scenario.extends for name in names}
    return {
        standard: [name for name in names if parents[name] == standard]
        for standard in names
        if standard in parents.values()
    }


def differences(run: Run) -> Iterator[Part]:
    """Tell what what-ifs change, compared with the scenario they extend on common seeds."""
    for standard, what_ifs in standards(run).items():
        table = difference_table(run, against=standard)
        table = table.filter(pl.col("scenario").is_in(what_ifs))
        yield Heading(f"What is changed from {standard}")
        groups = table.group_by("austrian_player", "french_player", maintain_order=True)
        for number, ((austrian, french), rows) in enumerate(groups):
            yield from _differences(run, rows, standard, f"{austrian} v {french}", number)


def _differences(
    run: Run, rows: pl.DataFrame, standard: str, players: str, number: int
) -> Iterator[Part]:
    """Tell of the what-ifs of one scenario between two players."""
    titles = {name: title_of(run, name) for name in rows["scenario"]}
    named = [{**row, "name": f"“{titles[row['scenario']]}”"} for row in rows.iter_rows(named=True)]
    yield Text(f"{players}: {shifts_sentence(named, standard)}")
    yield Text(
        f"These are {rows.height} intervals of 95 % each: with no effect at all, about one in "
        "twenty would lie off zero by chance."
    )
    labelled = rows.with_columns(label=pl.col("scenario").replace_strict(titles))
    figure = difference_plot(labelled, against=standard)
    name = f"differences-{standard}-{number}"
    yield Chart(
        name,
        figure,
        f"Austria's win rate less that in {standard}, {players}: paired differences in points with "
        "95 % intervals (Tango); faint, as if the games had no seeds in common.",
    )
    shown = [
        {
            "what-if": titles[row["scenario"]],
            "games": f"{row['pairs']:,}",
            "Austria wins": percent(row["share"]),
            "difference": points(row["difference"]),
            "95 % interval": f"{points(row['low'])} to {points(row['high'])}",
            "gain from pairing": "–" if row["gain"] is None else f"{row['gain']:.2f}",
        }
        for row in rows.iter_rows(named=True)
    ]
    note = (
        "Gain: so many times more games would be needed without common seeds; none is told where "
        "every game ended alike."
    )
    yield Table(pl.DataFrame(shown), note)
