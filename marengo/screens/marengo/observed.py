"""Sections of a report on what only these games have: their day, their map, their handicap."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import polars as pl

from marengo.charts.chart_frame import look_of, signed
from marengo.games.marengo.game import on_field
from marengo.games.marengo.study.handicap import (
    HandicapValues,
    handicap_curve,
    handicap_values,
    is_handicap_study,
)
from marengo.games.marengo.study.handicap_fit import OUTSIDE, HandicapCurve
from marengo.lab.analysis.calibration import calibration_error, calibration_table
from marengo.lab.analysis.kept_values import KeptEffects
from marengo.lab.analysis.quality import quality_table
from marengo.lab.plan import Cell
from marengo.lab.run_folder import Run
from marengo.lab.statistics import share
from marengo.reports.document import Chart, Finding, Heading, Part, Table, Text
from marengo.reports.phrases import interval, joined, percent
from marengo.reports.sections import FEW, label_of
from marengo.reports.values import EffectSection, check_independent
from marengo.screens.marengo.drawing.handicap import handicap_plot
from marengo.screens.marengo.drawing.hourly_charts import day_plot, ending_plot
from marengo.screens.marengo.study_maps import flow_map, loss_map, small_multiples

Section = Callable[[Run], Iterator[Part]]

BOMBARDMENT = "bombardment"

NOON = 12

EVEN = 0.5
"""Chance of a side in an even game."""

MOST = 3
"""Places that are named."""

FRONT_HOURS = (8, 11, 14, 17, 20)
"""Hours whose front lines are drawn."""

FLOW_HOURS = (range(6, 12), range(12, 22))
"""Hours whose flow of troops is drawn together: morning, and what follows."""

LEFT_OPEN = "all that is left open"
"""Words for what best responses leave open of a value."""

HOLDS = {
    True: "holds this bid",
    False: "does not hold this bid",
    None: "may hold this bid or not",
}
"""Words for an interval by the result of :func:`_holds`; None is not known."""


def of_cell(run: Run, kind: str, number: int) -> pl.LazyFrame:
    """Return the rows of one cell."""
    frame: pl.LazyFrame = getattr(run, kind)
    return frame.filter(pl.col("cell") == number)


def cells_of(run: Run) -> list[tuple[int, Cell]]:
    """Return the cells that have games, with their numbers."""
    played = set(run.games.select(pl.col("cell").unique()).collect()["cell"])
    return [(number, cell) for number, cell in enumerate(run.study.cells) if number in played]


def endings(run: Run) -> Iterator[Part]:
    """Report when games end, and how."""
    labels = [label_of(run, cell) for cell in run.study.cells]
    alone = len({group for _, group in labels}) == 1
    names = [label if alone else f"{group}: {label}" for label, group in labels]
    named = run.games.with_columns(label=pl.col("cell").replace_strict(dict(enumerate(names))))
    kind, clauses = next(iter(run.game.endings)), []
    ended = pl.col("last_round").median(), (pl.col("kind") == kind).mean()
    for number, hour, first in run.games.group_by("cell").agg(*ended).sort("cell").collect().rows():
        cell = run.study.cells[number]
        clauses.append(f"{cell}: half of the games end by {hour:.0f}:00, {percent(first)} {kind}")
    yield Heading("When do games end, and how?")
    yield Text(f"{'; '.join(clauses)}." if len(clauses) <= FEW else "The chart tells of each cell.")
    yield Chart(
        "endings",
        ending_plot(named.sort("cell", "game"), by="label"),
        "In which round games end, and how they are won.",
    )


def day(run: Run) -> Iterator[Part]:
    """Report how chances, morale and strength go over the day."""
    yield Heading("Who is ahead, and when is it known?")
    ahead = [(cell, *_ahead_at_noon(run, number)) for number, cell in cells_of(run)]
    sentences = [
        f"{cell}: who is ahead at noon wins {percent(won)} of {games:,} games."
        for cell, won, games in ahead
        if games
    ]
    yield Text(" ".join(sentences) or "No game lasts until noon.")
    yield Text(
        "Ahead is who has the better chances: what the players that come with marengo have "
        "learned to expect, seeing all pieces; whoever plays otherwise may end otherwise. How far "
        "they lie from what came is the expected calibration error: the mean difference by tenths "
        "of the estimate."
    )
    for number, cell in cells_of(run):
        turns, games = of_cell(run, "turns", number), of_cell(run, "games", number)
        error = calibration_error(calibration_table(run, number))
        words = (
            f"{cell}. Austria's chances, morale and strength on the map hour by hour; calibration "
            f"error {100 * error:.1f} points."
        )
        yield Chart("day", day_plot(turns, games), words)


def _ahead_at_noon(run: Run, number: int) -> tuple[float, int]:
    """Return how often who is ahead when noon's first turn begins wins a cell, of how many."""
    noon = of_cell(run, "turns", number).filter(pl.col("hour") == NOON)
    first = noon.sort("turn").group_by("game").first().select("game", "estimate")
    games = of_cell(run, "games", number).join(first, on="game")
    ahead = (pl.col("estimate") > EVEN) == (pl.col("winner") == run.game.seat_names()[0])
    won, played = games.select(ahead.mean(), pl.len()).collect().row(0)
    return won or 0.0, played


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
    yield Heading("How good are the games?")
    table = quality_table(run).filter(pl.col("measure").is_in(QUALITIES))
    rows = []
    for measure in QUALITIES:
        cells = table.filter(pl.col("measure") == measure)
        row = {"measure": measure.replace("_", " ")}
        for estimate in cells.iter_rows(named=True):
            row[_column(estimate)] = _mean_text(estimate["mean"], estimate["low"], estimate["high"])
        rows.append(row)
    clauses = [
        f"{cell}: {row['turns']} turns, {row['choices']} choices, drama {row['drama']}"
        for cell in rows[0].keys() - {"measure"}
        if (row := {record["measure"]: record[cell] for record in rows})
    ]
    yield Text(f"{'; '.join(sorted(clauses))}.")
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
    yield Heading("How do attacks end?")
    whole = (
        table.filter(pl.col("kind") != BOMBARDMENT)
        .group_by("kind")
        .agg(pl.col("attacks", "taken").sum())
    )
    shares = [
        f"{kind} {percent(taken / attacks)} of {attacks:,}"
        for kind, attacks, taken in whole.sort("attacks", descending=True).rows()
    ]
    yield Text(
        f"By kind, they take their target: {joined(shares)}."
        if shares
        else "There are only bombardments, which take nothing."
    )
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
    yield Heading("Where do armies stand, and where do they lose?")
    sentences = []
    for number, cell in cells_of(run):
        board = on_field(run.study.game(cell.scenario)).board
        lost = of_cell(run, "presence", number).group_by("locality").agg(pl.col("lost").sum())
        most = lost.sort("lost", "locality", descending=[True, False]).head(MOST).collect()
        sentences.append(
            f"{cell}: most is lost at localities {joined(map(board.name_of, most['locality']))}."
        )
    yield Text(" ".join(sentences))
    for number, cell in cells_of(run):
        board = on_field(run.study.game(cell.scenario)).board
        presence = of_cell(run, "presence", number)
        games = of_cell(run, "games", number).select(pl.len()).collect().item()
        last = presence.select(pl.col("hour").max()).collect().item()
        fronts = [hour for hour in FRONT_HOURS if hour <= last]
        figure = small_multiples(board, presence, hours=fronts, kind="front", games=games)
        yield Chart("front", figure, f"{cell}. Who stands where, and the mean front line.")
        figure = loss_map(board, presence, games=games)
        yield Chart("losses", figure, f"{cell}. Where strength is lost.")
        flows = (range(part.start, min(last + 1, part.stop)) for part in FLOW_HOURS)
        for hours in filter(None, flows):
            figure = flow_map(board, presence, hours=hours, games=games)
            words = f"{cell}. The flow of troops from {hours[0]} to {hours[-1]} o'clock."
            yield Chart("flow", figure, words)


def handicap(run: Run) -> Iterator[Part]:
    """Report which handicap makes the game even, for each who plays both sides."""
    alike = (cell.players[0] for cell in run.study.cells if len(set(cell.players)) == 1)
    curves = [handicap_curve(run, player) for player in dict.fromkeys(alike)]
    first = curves[0]
    game, side = on_field(run.study.game(first.scenario)), look_of(first.side).name
    who = joined(curve.player for curve in curves)
    yield Heading(f"Which handicap makes {game.scenario_title} even, with {who} on both sides?")
    listed = joined(f"{curve.player} {_even(curve)} ({interval_of(curve)})" for curve in curves)
    yield Text(f"{first.unit.capitalize()} taken off {side} that make it even: {listed}.")
    people = ""
    bid = game.ladder_bid if (first.scenario, first.side) == (game.name, "french") else None
    if bid is not None:
        people = of_people(bid, curves)
        yield Text(people)
    for curve in curves:
        even = (curve.even.value, curve.even.low, curve.even.high)
        yield Chart(
            "handicap",
            handicap_plot(curve.points, curve.line, even, side=curve.side, unit=curve.unit),
            f"How often Austria wins {curve.scenario} if the starting morale of {side} is "
            f"changed, with the fitted curve and its 95 % band. {curve.sentence()}.",
        )
        games, cell = int(curve.points["games"].sum()), f"{curve.scenario}, {curve.player}"
        yield Finding(
            f"{curve.unit} taken off {side} that make it even, {cell} on both sides",
            _even(curve),
            interval_of(curve),
            games,
            f"{run.study.name}: {cell}",
            people if curve is first else "",
            curve is first and curve.even.value is not None,
        )
    columns = {curve.player: curve.points for curve in curves}
    shown = [
        {
            f"{first.unit} taken off": f"{row['handicap']:g}".replace("-", "−"),
            "games of each": f"{row['games']:,}",
            **{
                f"Austria wins, {player}": (
                    f"{percent(point['share'])} ({interval(point['low'], point['high'])})"
                )
                for player, points in columns.items()
                if (point := points.row(place, named=True))
            },
        }
        for place, row in enumerate(first.points.iter_rows(named=True))
    ]
    yield Table(pl.DataFrame(shown), "In brackets 95 % Wilson intervals.")


def handicap_by_value(runs: Sequence[KeptEffects]) -> Iterator[Part]:
    """Report which handicap makes the game even if both sides have learned what they play."""
    check_independent([run.values[0] for run in runs])
    values = handicap_values(runs)
    games = {each.game.scenario_name: each.game for each in runs[0].values}
    game, side = on_field(games[values.scenario]), look_of(values.side).name
    learned = f"{runs[0].table['rounds'][0]} rounds of {runs[0].table['games'][0]:,} games"
    alike = f"mean of {len(runs)} independent runs" if len(runs) > 1 else "one run"
    yield Heading(f"Which handicap makes {game.scenario_title} even, by value?")
    yield Text(
        f"{values.unit.capitalize()} taken off {side} that make it even, if both sides have "
        f"learned what they play: {_even(values)}, and {interval_of(values)} as far as best "
        f"responses leave it open ({alike}; each handicap was learned for {learned} as either "
        "side). Best responses that learn from more games leave more open."
    )
    even = (values.even.value, values.even.low, values.even.high)
    yield Chart(
        "handicap by value",
        handicap_plot(
            values.points, None, even, side=values.side, unit=values.unit, intervals=LEFT_OPEN
        ),
        f"Value of {values.scenario} for Austria if the starting morale of {side} is changed, and "
        "what best responses leave open of it.",
    )
    shown = [
        {
            f"{values.unit} taken off": f"{row['handicap']:g}".replace("-", "−"),
            "Austria wins": percent(row["share"]),
            "left open": interval(row["low"], row["high"]),
        }
        for row in values.points.iter_rows(named=True)
    ]
    yield Table(
        pl.DataFrame(shown),
        "Between two handicaps the value, and the ends of what is left open, are taken to lie on "
        "straight lines.",
    )
    yield Finding(
        f"{values.unit} taken off {side} that make it even, {values.scenario}, by value",
        _even(values),
        interval_of(values),
        int(values.points["games"].sum()),
        f"value: {values.scenario} by handicap, {learned}",
        f"{values.scenario}: as far as best responses leave it open.",
        values.even.value is not None,
    )


def _even(curve: HandicapCurve | HandicapValues) -> str:
    """Return where a curve is even."""
    return "none played" if curve.even.value is None else signed(curve.even.value)


def of_people(bid: int, curves: Sequence[HandicapCurve]) -> str:
    """Say what people bid, in which intervals of even points it lies, and what neither tells."""
    clauses = []
    for holds, words in HOLDS.items():
        who = [curve.player for curve in curves if _holds(curve, bid) == holds]
        clauses += [f"{words} with {joined(who)}"] if who else []
    return (
        f"Players of a tournament ladder bid about {bid} point for the French. The interval of the "
        f"even point {joined(clauses)}. The bid is a fact about people, and the handicap one about "
        "these players; neither is the value of the game."
    )


def _holds(curve: HandicapCurve, bid: int) -> bool | None:
    """Return whether the interval of an even point holds a bid; None if too little was played."""
    least, most = (curve.points["handicap"][place] for place in (0, -1))
    held = curve.even.holds(bid)
    if least <= bid <= most:
        return False if curve.even == OUTSIDE else held
    return None if held else held


def interval_of(curve: HandicapCurve | HandicapValues) -> str:
    """Return the ends of the interval of an even point, those that were not played in words."""
    if not curve.even.is_known:
        return "not known"
    if curve.even == OUTSIDE:
        return "none played"
    least, most = (signed(curve.points["handicap"][place]) for place in (0, -1))
    low = f"below {least}" if curve.even.low is None else signed(curve.even.low)
    high = f"above {most}" if curve.even.high is None else signed(curve.even.high)
    return f"{low} to {high}"


def sections(run: Run, general: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections of a report on a run, given those of any game."""
    if is_handicap_study(run.study):
        return (handicap,)
    observed = {day: "turns", quality: "turns", attacks: "events", maps: "presence"}
    fitting = [section for section, kind in observed.items() if kind in run.study.observe]
    return (*general, endings, *fitting)


def effects(
    runs: Sequence[KeptEffects], general: Sequence[EffectSection]
) -> Sequence[EffectSection]:
    """Return the sections of a report of values of several scenarios, given those of any game."""
    plan = runs[0].plan
    return (handicap_by_value,) if plan is not None and is_handicap_study(plan) else general
