"""Sections on values: how even a game is, and what its what-ifs change about that."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import polars as pl

from marengo.charts.value import value_plot
from marengo.charts.win_rates import difference_plot
from marengo.lab.analysis.kept_values import KeptEffects, KeptValue
from marengo.lab.analysis.value_effects import with_reach
from marengo.lab.plan import StudyError
from marengo.reports.document import Chart, Finding, Heading, Part, Table, Text
from marengo.reports.phrases import interval, joined, percent, points
from marengo.reports.sections import shift_figures

__all__ = ["EffectSection", "check_independent", "effects", "value", "values"]

EffectSection = Callable[[Sequence[KeptEffects]], Iterator[Part]]

SENT = 0.005
"""Share from which a player is named."""


def values(results: Iterable[KeptValue | KeptEffects]) -> Iterator[Part]:
    """Report what folders of `marengo value` hold, those of the same scenarios together."""
    alone: dict[str, list[KeptValue]] = {}
    several: dict[tuple[Any, ...], list[KeptEffects]] = {}
    for run in results:
        if isinstance(run, KeptValue):
            alone.setdefault(run.scenario, []).append(run)
        else:
            asked = run.table.select("scenario", "rounds", "games").rows()
            several.setdefault(tuple(asked), []).append(run)
    for runs in alone.values():
        yield from value(runs)
    for some in several.values():
        own = some[0].values[0].game.screen().effects
        for section in own(some, (effects,)) if own else (effects,):
            yield from section(some)


def value(runs: Sequence[KeptValue]) -> Iterator[Part]:
    """Report how even a scenario is, from runs that looked for its value, each by itself.

    Told is the one whose players are exploited least; the others are compared with it. One whose
    bounds hold its value says nothing against it, however wide they are.
    """
    check_independent(runs)
    best = min(runs, key=lambda run: run.result.bounds[1] - run.result.bounds[0])
    game, result = best.game, best.result
    name, first = game.scenario_name, game.seat_titles()[0]
    answer = _answer(runs, best)
    yield Heading(f"How even is {game.scenario_title}?")
    yield Text(answer)
    yield Text(_limits(best))
    for run in runs:
        yield Chart(
            "value",
            value_plot(run.result.rounds),
            f"{run.folder.name}: how often {first} wins by the mixtures of each round, on its 95 % "
            "interval, in a band from what it is if the other side plays its best response to what "
            "it is if it does; below what these gain.",
        )
    yield Table(
        pl.DataFrame(map(_row, runs)),
        "The last round of each run. Interval: of the number of games. By best responses: from "
        f"what {first} keeps against the other side's to what it wins by its own, those found.",
    )
    yield Table(
        pl.DataFrame(_sent(best), schema=["side", "player", "is sent in"], orient="row"),
        f"Who plays in {best.folder.name}, drawn anew for each game. Begun: with whom it began; "
        "round: who joined in it, as a best response or to play against all.",
    )
    ends = _ends(runs, best)
    yield Finding(
        f"{first} wins {name}, by value; between best responses",
        percent(result.value),
        interval(min(ends), max(ends)),
        int(result.matrix["games"].sum()),
        f"value: {name}, {_rounds(best)}",
        f"{name}: {answer}",
        headline=True,
    )


def check_independent(runs: Sequence[KeptValue]) -> None:
    """Make sure that no two runs are the same search."""
    asked: dict[tuple[str, ...], KeptValue] = {}
    for run in runs:
        other = asked.setdefault((run.call["seed"], run.call["players"]), run)
        if other is not run:
            raise StudyError(
                f"{run.folder}: expected another seed or beginning than {other.folder} has"
            )


def _answer(runs: Sequence[KeptValue], best: KeptValue) -> str:
    """Say in one sentence how even a scenario is, and between which bounds."""
    game, result = best.game, best.result
    first, second = game.seat_titles()
    ends = _ends(runs, best)
    verdict = "No side is shown to be favoured"
    if not min(ends) <= game.even <= max(ends):
        settled = all(run.result.settled for run in runs)
        favoured = first if min(ends) > game.even else second
        verdict = f"{favoured} is favoured{'' if settled else ' by what was found so far'}"
    compared = _compared([run for run in runs if run is not best], result.value)
    least, most = (100 * end for end in result.bounds)
    return (
        f"{verdict}: {first} wins {percent(result.value)} if both sides play by the mixtures "
        f"found, and between {least:.1f} and {most:.1f} % by best responses to them, which learned "
        f"from {best.last['games']:,} games ({'' if result.settled else 'not '}settled after "
        f"{_rounds(best)}); {compared}."
    )


def _compared(others: Sequence[KeptValue], best: float) -> str:
    """Say what independent runs found beside the best one, and how far off its value they are."""
    if not others:
        return "no second run was compared"
    values = joined(
        f"{percent(run.result.value)} ({interval(*run.result.bounds)} % by best responses, begun "
        f"with {run.call['start']})"
        for run in others
    )
    apart = 100 * max(abs(run.result.value - best) for run in others)
    if len(others) == 1:
        return f"an independent run says {values}, {apart:.1f} points off"
    return f"independent runs say {values}, at most {apart:.1f} points off"


def _rounds(run: KeptValue) -> str:
    """Say how many rounds a run did."""
    rounds = run.last["round"]
    return "1 round" if rounds == 1 else f"{rounds} rounds"


def _ends(runs: Sequence[KeptValue], best: KeptValue) -> list[float]:
    """Return between what the value lies for all that limits it: games, players and runs."""
    ends: list[float] = []
    for result in (run.result for run in runs):
        low, high = result.bounds
        if result is not best.result and low <= best.result.value <= high:
            continue
        last = result.rounds.tail(len(result.seats))
        first, second = last.select(pl.max_horizontal("gain_high", "rule_gain", 0)).to_series()
        ends += *result.interval, *result.bounds, result.value + first, result.value - second
    return [min(max(end, 0.0), 1.0) for end in ends]


def _limits(run: KeptValue) -> str:
    """Say what limits a value: games, players and runs, each by itself."""
    result, titles = run.result, dict(zip(run.result.seats, run.game.seat_titles(), strict=True))
    gains = joined(f"{text} points as {titles[seat]}" for seat, text in _gains(run).items())
    best = joined(
        f"{points(low)} to {points(high)} as {titles[seat]}"
        for seat, (low, high) in result.most.items()
    )
    better = f"the best of all responses gain {best}" if best else "better ones would gain more"
    rules = joined(
        f"{points(gain)} points as {titles[seat]}"
        for seat, gain in result.rounds.tail(len(titles)).select("seat", "rule_gain").iter_rows()
    )
    ships = "those" if run.ships else "not those"
    limits = (
        "Three things limit it, and none stands for another. The number of games: the 95 % "
        f"interval of the value is {interval(*result.interval)} %. The players: the best responses "
        f"found gain {gains}, and the rules of thumb {rules}; {better}. The run: another seed, or "
        f"another beginning, finds other players. The players found are {ships} that come with "
        "marengo."
    )
    if searched := result.by_search:
        limits += (
            f" If they search with {searched.playouts} playouts, {titles[result.seats[0]]} wins "
            f"{percent(searched.value)} ({interval(searched.low, searched.high)} %)."
        )
    return limits


def _gains(run: KeptValue) -> dict[str, str]:
    """Return what the last best responses gain, in words, by seat."""
    rows = run.result.rounds.tail(2).select("seat", "gain", "gain_low", "gain_high").iter_rows()
    return {seat: f"{points(gain)} ({points(a)} to {points(b)})" for seat, gain, a, b in rows}


def _row(run: KeptValue) -> dict[str, str]:
    """Return what is told of a run."""
    result, titles = run.result, run.game.seat_titles()
    gains = zip(titles, _gains(run).values(), strict=True)
    return {
        "run": run.folder.name,
        "began with": run.call["start"],
        "seed": run.call["seed"],
        "rounds": str(run.last["round"]),
        "settled": "yes" if result.settled else "no",
        f"{titles[0]} wins": percent(result.value),
        "95 % interval": interval(*result.interval),
        "by best responses": interval(*result.bounds),
        **{f"gained as {title}": text for title, text in gains},
        "learned from": f"{run.last['games']:,} games",
    }


def _sent(run: KeptValue) -> Iterator[tuple[str, str, str]]:
    """Yield who is sent how often, by side."""
    for seat, title in zip(("first", "second"), run.game.seat_titles(), strict=True):
        weights = run.result.matrix.select(seat, f"{seat}_weight").unique(maintain_order=True)
        for name, weight in weights.sort(f"{seat}_weight", descending=True).iter_rows():
            if weight >= SENT:
                yield title, name, percent(weight, 0)


def effects(runs: Sequence[KeptEffects]) -> Iterator[Part]:
    """Report what what-ifs change about a value, by one run or several that agree."""
    check_independent([run.values[0] for run in runs])
    titles = {
        kept_value.game.scenario_name: kept_value.game.scenario_title
        for kept_value in runs[0].values
    }
    against, standard = next(iter(titles)), runs[0].values[0]
    first, seat = standard.game.seat_titles()[0], standard.result.seats[0]
    rows = pl.concat([with_reach(run.table)[1:] for run in runs])
    table = _together(rows).with_columns(label=pl.col("scenario").replace_strict(titles))
    alike = f"mean of {len(runs)} independent runs" if len(runs) > 1 else "one run"
    yield Heading(f"What do the what-ifs of {titles[against]} change about its value?")
    yield Text(_shifts(table, first, against))
    rounds, games = runs[0].table.select("rounds", "games").row(0)
    values = joined(percent(run.values[0].result.value) for run in runs)
    yield Text(
        f"Each scenario, {against} like the others, was learned for {rounds} rounds of "
        f"{games:,} games as either side; {first} wins {values} in {against} ({alike}). "
        "What is left open of a difference reaches from the value with the second side's best "
        "response, less that of the standard with the first side's, to the reverse, and as far "
        "beyond as the number of games leaves open."
    )
    yield Chart(
        "effects",
        difference_plot(table, side=seat, against=against, intervals="all that is left open"),
        f"Value of each what-if for {first} less that of {against}, {alike}, and what is left "
        "open of it.",
    )
    shown = [
        {
            **({"run": run.folder.name} if len(runs) > 1 else {}),
            "what-if": titles[row["scenario"]],
            f"{first} wins": percent(row["value"]),
            "95 % interval": interval(row["low"], row["high"]),
            "by best responses": interval(row["least"], row["most"]),
            "difference": points(row["effect"]),
            "its 95 % interval": f"{points(row['effect_low'])} to {points(row['effect_high'])}",
            "left open": f"{points(row['reach_low'])} to {points(row['reach_high'])}",
        }
        for run in runs
        for row in with_reach(run.table)[1:].iter_rows(named=True)
    ]
    yield Table(
        pl.DataFrame(shown),
        "A shift is called shown if all that is left open lies off zero on one side"
        f"{', in every run' if len(runs) > 1 else ''}.",
    )
    played = dict.fromkeys(titles, 0)
    for kept_value in (value for run in runs for value in run.values):
        played[kept_value.game.scenario_name] += int(kept_value.result.matrix["games"].sum())
    figures = [
        {
            **row,
            "pairs": played[row["scenario"]] + played[against],
            "remark": f"{row['scenario']}: as far as best responses leave it open.",
        }
        for row in table.iter_rows(named=True)
    ]
    learned = f"{rounds} rounds of {games:,} games"
    yield from shift_figures(figures, first, against, "by value", "value", learned)


def _shifts(table: pl.DataFrame, first: str, against: str) -> str:
    """Say what what-ifs change about a value, and which of that best responses cannot undo."""
    shifts = joined(
        f"{100 * abs(difference):.1f} points {'less' if difference < 0 else 'more'} with “{label}”"
        for label, difference in table.select("label", "difference").iter_rows()
    )
    sure = table.filter((pl.col("low") > 0) | (pl.col("high") < 0))["label"]
    undone = "each of these shifts"
    if not sure.is_empty():
        undone = f"all but the shift with {joined(f'“{label}”' for label in sure)}"
    return (
        f"If both sides have learned what they play, {first} wins {shifts} than in {against}. "
        f"Best responses to these players could undo {undone}."
    )


def _together(rows: pl.DataFrame) -> pl.DataFrame:
    """Return one row for each what-if, in which all is open that a run leaves open."""
    return rows.group_by("scenario", maintain_order=True).agg(
        difference=pl.col("effect").mean(),
        low=pl.col("reach_low").min(),
        high=pl.col("reach_high").max(),
    )
