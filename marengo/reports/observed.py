"""Sections of what was observed in the games of a run, beside their outcome."""

from collections.abc import Iterator

import polars as pl

from marengo.lab.analysis.quality import quality_table
from marengo.lab.run_folder import Run
from marengo.plots.day import day_plot, ending_plot
from marengo.plots.study_maps import flow_map, loss_map, small_multiples
from marengo.reports.parts import Chart, Heading, Part, Table, Text
from marengo.reports.words import percent

__all__ = ["attacks", "day", "endings", "maps", "quality"]

FRONT_HOURS = (8, 11, 14, 17, 20)
"""Hours whose front lines are drawn."""

FLOW_HOURS = (range(6, 12), range(12, 22))
"""Hours whose flow of troops is drawn together: morning, and what follows."""


def name_of(run: Run, number: int) -> str:
    """Return a cell as part of a file's name."""
    return f"{run.study.name}-{number}"


def of_cell(run: Run, kind: str, number: int) -> pl.LazyFrame:
    """Return the rows of one cell."""
    frame: pl.LazyFrame = getattr(run, kind)
    return frame.filter(pl.col("cell") == number)


def observed(run: Run, kind: str) -> bool:
    """Whether a kind of frame was asked for."""
    return kind in run.study.observe


def endings(run: Run) -> Iterator[Part]:
    """Tell when games end, and how."""
    yield Heading("How games end")
    yield Chart(
        f"endings-{run.study.name}",
        ending_plot(run.games.collect()),
        "In which round games end, and how they are won.",
    )


def day(run: Run) -> Iterator[Part]:
    """Tell how chances, morale and strength go over the day."""
    if not observed(run, "turns"):
        return
    yield Heading("The day")
    yield Text(
        "Chances are estimates of the evaluation that the search uses, which sees all pieces: good "
        "for comparing hours, not facts."
    )
    for number, cell in enumerate(run.study.cells):
        figure = day_plot(
            of_cell(run, "turns", number).collect(), of_cell(run, "games", number).collect()
        )
        words = f"{cell}: Austria's chances, morale and strength on the map hour by hour."
        yield Chart(f"day-{name_of(run, number)}", figure, words)


QUALITIES = (
    "drama",
    "lead_change",
    "decided",
    "uncertainty",
    "turns",
    "choices",
    "real_choices",
    "branching",
    "complexity",
)
"""Measures that are told, in this order."""


def quality(run: Run) -> Iterator[Part]:
    """Tell the measures of the quality of games."""
    if not observed(run, "turns"):
        return
    yield Heading("How good the games are")
    table = quality_table(run).filter(pl.col("measure").is_in(QUALITIES))
    rows = []
    for measure in QUALITIES:
        cells = table.filter(pl.col("measure") == measure)
        row = {"measure": measure.replace("_", " ")}
        for one in cells.iter_rows(named=True):
            half = (one["high"] - one["low"]) / 2 if one["high"] is not None else None
            within = f" ± {half:.2g}" if half is not None else ""
            row[_column(one)] = "–" if one["mean"] is None else f"{one['mean']:.3g}{within}"
        rows.append(row)
    note = (
        "Means with half widths of 95 % intervals. Drama, lead change and decided after Browne "
        "(2008), uncertainty after Cincotti and Iida (2006), branching and complexity (log10) "
        "after Allis (1994); how they were carried over says marengo.lab.analysis.quality."
    )
    yield Table(pl.DataFrame(rows), note)


def _column(row: dict[str, object]) -> str:
    return f"{row['scenario']}: {row['austrian']} v {row['french']}"


ARMIES = {"austrian": "Austria", "french": "France"}


def attacks(run: Run) -> Iterator[Part]:
    """Tell how often sides attack in each way, and with what success."""
    if not observed(run, "events"):
        return
    games = run.games.group_by("cell").agg(played=pl.len())
    table = (
        run.events.group_by("cell", "side", "kind")
        .agg(
            attacks=pl.len(),
            taken=pl.col("taken").mean(),
            attacker_lost=pl.col("attacker_lost").mean(),
            defender_lost=pl.col("defender_lost").mean(),
        )
        .join(games, on="cell")
        .sort("cell", "side", "kind")
        .collect()
    )
    yield Heading("Attacks")
    rows = [
        {
            "cell": str(run.study.cells[row["cell"]]),
            "attacker": ARMIES[row["side"]],
            "kind": row["kind"],
            "a game": f"{row['attacks'] / row['played']:.2f}",
            "take the target": percent(row["taken"]),
            "attacker loses": f"{row['attacker_lost']:.2f}",
            "defender loses": f"{row['defender_lost']:.2f}",
        }
        for row in table.iter_rows(named=True)
    ]
    yield Table(pl.DataFrame(rows), "Losses are strength points an attack, retreats included.")


def maps(run: Run) -> Iterator[Part]:
    """Show where armies stand, where they lose strength, and how they move."""
    if not observed(run, "presence"):
        return
    yield Heading("On the map")
    for number, cell in enumerate(run.study.cells):
        board = run.study.game(cell.scenario).board
        presence = of_cell(run, "presence", number)
        games = of_cell(run, "games", number).select(pl.len()).collect().item()
        name = name_of(run, number)
        figure = small_multiples(board, presence, hours=FRONT_HOURS, kind="front", games=games)
        yield Chart(f"front-{name}", figure, f"{cell}: who stands where, and the mean front line.")
        figure = loss_map(board, presence, games=games)
        yield Chart(f"losses-{name}", figure, f"{cell}: where strength is lost.")
        for hours in FLOW_HOURS:
            figure = flow_map(board, presence, hours=hours, games=games)
            words = f"{cell}: the flow of troops from {hours[0]} to {hours[-1]} o'clock."
            yield Chart(f"flow-{name}-{hours[0]}", figure, words)
