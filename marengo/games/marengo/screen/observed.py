"""Sections of a report on what only these games have: their day, their map, their handicap."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import polars as pl

from marengo.charts.chart_frame import look_of
from marengo.games.marengo.game import MarengoGame, on_field
from marengo.games.marengo.screen.drawing.handicap import handicap_plot
from marengo.games.marengo.screen.drawing.hourly_charts import day_plot, ending_plot
from marengo.games.marengo.screen.study_maps import flow_map, loss_map, small_multiples
from marengo.games.marengo.study.handicap import handicap_curve, is_handicap_study
from marengo.games.marengo.study.handicap_fit import HandicapCurve
from marengo.lab.analysis.calibration import calibration_error, calibration_table
from marengo.lab.analysis.quality import quality_table
from marengo.lab.plan import Cell
from marengo.lab.run_folder import Run
from marengo.lab.statistics import share
from marengo.reports.document import Chart, Heading, Part, Table, Text
from marengo.reports.phrases import interval, percent
from marengo.reports.sections import label_of

Section = Callable[[Run], Iterator[Part]]

BOMBARDMENT = "bombardment"

FRONT_HOURS = (8, 11, 14, 17, 20)
"""Hours whose front lines are drawn."""

FLOW_HOURS = (range(6, 12), range(12, 22))
"""Hours whose flow of troops is drawn together: morning, and what follows."""


def of_cell(run: Run, kind: str, number: int) -> pl.LazyFrame:
    """Return the rows of one cell."""
    frame: pl.LazyFrame = getattr(run, kind)
    return frame.filter(pl.col("cell") == number)


def cells_of(run: Run) -> list[tuple[int, Cell]]:
    """Return the cells that have games, with their numbers."""
    there = set(run.games.select(pl.col("cell").unique()).collect()["cell"])
    return [(number, cell) for number, cell in enumerate(run.study.cells) if number in there]


def endings(run: Run) -> Iterator[Part]:
    """Report when games end, and how."""
    labels = [label_of(run, cell) for cell in run.study.cells]
    alone = len({group for _, group in labels}) == 1
    names = [label if alone else f"{group}: {label}" for label, group in labels]
    named = run.games.with_columns(label=pl.col("cell").replace_strict(dict(enumerate(names))))
    yield Heading("How games end")
    yield Chart(
        "endings",
        ending_plot(named.sort("cell", "game"), by="label"),
        "In which round games end, and how they are won.",
    )


def day(run: Run) -> Iterator[Part]:
    """Report how chances, morale and strength go over the day."""
    yield Heading("The day")
    yield Text(
        "Chances are what the players that come with marengo have learned to expect, seeing all "
        "pieces; whoever plays otherwise may end otherwise. How far they lie from what came is the "
        "expected calibration error: the mean difference by tenths of the estimate."
    )
    for number, cell in cells_of(run):
        turns, games = of_cell(run, "turns", number), of_cell(run, "games", number)
        error = calibration_error(calibration_table(run, number))
        yield Text(f"{cell}: calibration error {100 * error:.1f} points.")
        words = f"{cell}. Austria's chances, morale and strength on the map hour by hour."
        yield Chart("day", day_plot(turns, games), words)


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
"""Measures that are reported, in this order."""


def quality(run: Run) -> Iterator[Part]:
    """Report the measures of the quality of games."""
    yield Heading("How good the games are")
    table = quality_table(run).filter(pl.col("measure").is_in(QUALITIES))
    rows = []
    for measure in QUALITIES:
        cells = table.filter(pl.col("measure") == measure)
        row = {"measure": measure.replace("_", " ")}
        for one in cells.iter_rows(named=True):
            row[_column(one)] = _mean_text(one["mean"], one["low"], one["high"])
        rows.append(row)
    note = (
        "Means with half widths of 95 % intervals. Drama, lead change and decided after Browne "
        "(2008), uncertainty after Cincotti and Iida (2006), branching and complexity (log10) "
        "after Allis (1994); how they were carried over says marengo.lab.analysis.quality. The "
        "first four rest on the estimates above, with their errors."
    )
    yield Table(pl.DataFrame(rows), note)


def _mean_text(mean: float | None, low: float | None, high: float | None) -> str:
    """Return a mean ± its half width, to two significant digits of the half width."""
    if mean is None:
        return "–"
    if low is None or high is None or high <= low:
        return f"{mean:.4g}"
    half = (high - low) / 2
    digits = max(0, 1 - math.floor(math.log10(half)))
    return f"{mean:,.{digits}f} ± {half:,.{digits}f}"


def _column(row: dict[str, object]) -> str:
    return f"{row['scenario']}: {row['austrian']} v {row['french']}"


def attacks(run: Run) -> Iterator[Part]:
    """Report how often sides make each kind of attack, and with what success."""
    games = run.games.group_by("cell").agg(played=pl.len())
    table = (
        run.events.filter((pl.col("kind") != BOMBARDMENT) | (pl.col("defenders") > 0))
        .group_by("cell", "side", "kind")
        .agg(
            attacks=pl.len(),
            taken=pl.col("taken").sum(),
            attacker_lost=pl.col("attacker_lost").mean(),
            defender_lost=pl.col("defender_lost").mean(),
        )
        .join(games, on="cell")
        .sort("cell", "side", "kind")
        .collect()
    )
    if table.is_empty():
        return
    yield Heading("Attacks")
    rows = [
        {
            "cell": str(run.study.cells[row["cell"]]),
            "attacker": look_of(row["side"]).name,
            "kind": row["kind"],
            "attacks": f"{row['attacks']:,}",
            "a game": f"{row['attacks'] / row['played']:.2f}",
            "take the target": _taken_text(row),
            "attacker loses": f"{row['attacker_lost']:.2f}",
            "defender loses": f"{row['defender_lost']:.2f}",
        }
        for row in table.iter_rows(named=True)
    ]
    note = (
        "Losses are strength points an attack, retreats included. In brackets 95 % Wilson "
        "intervals, which take attacks of one game as independent. A bombardment takes nothing; "
        "those that found nobody there are left out (T-10.16)."
    )
    yield Table(pl.DataFrame(rows), note)


def _taken_text(row: dict[str, Any]) -> str:
    """Return how often an attack takes its target, with its interval."""
    if row["kind"] == BOMBARDMENT:
        return "–"
    taken = share(row["taken"], row["attacks"])
    return f"{percent(taken.value)} ({interval(taken.low, taken.high)})"


def maps(run: Run) -> Iterator[Part]:
    """Show where armies stand, where they lose strength, and how they move."""
    yield Heading("On the map")
    for number, cell in cells_of(run):
        board = on_field(run.study.game(cell.scenario)).board
        presence = of_cell(run, "presence", number)
        games = of_cell(run, "games", number).select(pl.len()).collect().item()
        figure = small_multiples(board, presence, hours=FRONT_HOURS, kind="front", games=games)
        yield Chart("front", figure, f"{cell}. Who stands where, and the mean front line.")
        figure = loss_map(board, presence, games=games)
        yield Chart("losses", figure, f"{cell}. Where strength is lost.")
        for hours in FLOW_HOURS:
            figure = flow_map(board, presence, hours=hours, games=games)
            words = f"{cell}. The flow of troops from {hours[0]} to {hours[-1]} o'clock."
            yield Chart("flow", figure, words)


def handicap(run: Run) -> Iterator[Part]:
    """Report which handicap makes the game even."""
    yield Heading("The fair handicap")
    alike = (cell.players[0] for cell in run.study.cells if len(set(cell.players)) == 1)
    for player in dict.fromkeys(alike):
        curve = handicap_curve(run, player)
        yield from _handicap(curve, on_field(run.study.game(curve.scenario)))


def _handicap(curve: HandicapCurve, game: MarengoGame) -> Iterator[Part]:
    yield Text(f"{curve.sentence()}.")
    bid = game.ladder_bid if (curve.scenario, curve.side) == (game.name, "french") else None
    holds = None if bid is None else curve.even.holds(bid)
    if holds is not None:
        yield Text(
            f"Players of a tournament ladder bid about {bid} point for the French: the "
            f"interval {'holds' if holds else 'does not hold'} it."
        )
    even, side = (curve.even.value, curve.even.low, curve.even.high), look_of(curve.side).name
    yield Chart(
        "handicap",
        handicap_plot(curve.points, curve.line, even, side=curve.side, unit=curve.unit),
        f"How often Austria wins {curve.scenario} if the starting morale of {side} is "
        f"changed, {curve.player} on both sides, with the fitted curve and its 95 % band.",
    )
    shown = [
        {
            f"{curve.unit} taken off": f"{row['handicap']:g}".replace("-", "−"),
            "games": f"{row['games']:,}",
            "Austria wins": percent(row["share"]),
            "95 % interval": interval(row["low"], row["high"]),
        }
        for row in curve.points.iter_rows(named=True)
    ]
    yield Table(pl.DataFrame(shown))


def sections(run: Run, general: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections of a report on a run, given those of any game, the first on precision."""
    if is_handicap_study(run.study):
        return (general[0], handicap)
    observed = {day: "turns", quality: "turns", attacks: "events", maps: "presence"}
    there = [section for section, kind in observed.items() if kind in run.study.observe]
    return (*general, endings, *there)
