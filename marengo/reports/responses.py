"""The section of a report on what the odds depend on."""

from collections.abc import Iterator

import polars as pl

from marengo.charts.chart_frame import signed
from marengo.charts.tornado import tornado_plot
from marengo.lab.analysis.design import point_name
from marengo.lab.analysis.sensitivity import sensitivity
from marengo.lab.run_folder import Run
from marengo.reports.document import Chart, Finding, Heading, Part, Table, Text
from marengo.reports.phrases import joined

__all__ = ["is_of_sensitivity", "sensitive", "standard_of"]


def is_of_sensitivity(run: Run) -> bool:
    """Return whether a run is a study of sensitivity."""
    return point_name(0) in run.study.what_ifs


def standard_of(run: Run) -> str:
    """Return the scenario whose parameters a study of sensitivity moves."""
    return str(run.study.what_ifs[point_name(0)]["extends"])


def sensitive(run: Run) -> Iterator[Part]:
    """Report which parameters matter for the odds."""
    standard = standard_of(run)
    yield Heading(f"What do the odds of {run.study.game(standard).scenario_title} depend on?")
    table, first = sensitivity(run), run.game.seat_titles()[0]
    groups = table.group_by(run.game.seat_names(), maintain_order=True)
    for players, rows in groups:
        what = f"{standard}, {' v '.join(map(str, players))}"
        morris = "mu_star" in rows.columns
        yield from _morris(rows, what, first) if morris else _sobol(rows, what)
        if morris:
            yield from _effects(run, rows, what, first)


def _name(column: str) -> pl.Expr:
    """Return names of factors as words."""
    return pl.col(column).str.replace_all("_", " ")


def _morris(rows: pl.DataFrame, what: str, first: str) -> Iterator[Part]:
    """Report Morris's measures for two players."""
    matter = rows.filter(pl.col("mu_star") > pl.col("noise_high"))
    effects = joined(
        f"{row['factor'].replace('_', ' ')} ({row['mu_star']:.1f}, {signed(row['mu'])})"
        for row in matter.iter_rows(named=True)
    )
    yield Text(
        f"These parameters change {first}'s share of wins by more than chance of the games would, "
        "in points for the whole of their range, first whichever way and then from low to high: "
        f"{effects}."
        if matter.height
        else "Of no parameter an effect is shown that chance of the games would not make."
    )
    drawn = rows.select(
        factor=_name("factor"),
        value="mu_star",
        low=pl.col("mu_star") - pl.col("mu_star_confidence"),
        high=pl.col("mu_star") + pl.col("mu_star_confidence"),
        noise="noise_high",
    )
    measure = f"mean absolute effect of the whole range, points of {first}'s share of wins"
    yield Chart(
        "sensitivity",
        tornado_plot(drawn, measure=measure),
        f"{what}: Morris's mean absolute effects with 95 % intervals over the trajectories; what "
        "does not pass its red mark could be chance of the games.",
    )
    shown = [
        {
            "parameter": row["factor"].replace("_", " "),
            "from": f"{row['low']:g}",
            "to": f"{row['high']:g}",
            "effect": signed(row["mu"]),
            "absolute": f"{row['mu_star']:.1f} ± {row['mu_star_confidence']:.1f}",
            "spread": f"{row['sigma']:.1f}",
            "by chance up to": f"{row['noise_high']:.1f}",
        }
        for row in rows.iter_rows(named=True)
    ]
    note = (
        f"Points of {first}'s share of wins (Morris 1991, Campolongo 2007): effects of steps of "
        "about half of the range or more, scaled to the whole of it. Effect: from low to high; "
        "absolute: whichever way; spread: of the effects at different values of the other "
        "parameters."
    )
    yield Table(pl.DataFrame(shown), note)


def _effects(run: Run, rows: pl.DataFrame, what: str, first: str) -> Iterator[Part]:
    """Yield Morris's measures as figures."""
    games = run.games.select(pl.len()).collect().item()
    for place, row in enumerate(rows.iter_rows(named=True)):
        low, high = (row["mu_star"] + sign * row["mu_star_confidence"] for sign in (-1, 1))
        yield Finding(
            f"points of {first}'s wins by {row['factor'].replace('_', ' ')}, {what}, whichever way",
            f"{row['mu_star']:.1f}",
            f"{max(low, 0):.1f} to {high:.1f}",
            games,
            f"{run.study.name}: {what}",
            headline=place < 2 and row["mu_star"] > row["noise_high"],
        )


def _sobol(rows: pl.DataFrame, what: str) -> Iterator[Part]:
    """Report Sobol's indices for two players."""
    drawn = rows.select(
        factor=_name("factor"),
        value="total",
        low=pl.col("total") - pl.col("total_confidence"),
        high=pl.col("total") + pl.col("total_confidence"),
        noise="noise_high",
    )
    matter = rows.filter(pl.col("total") > pl.col("noise_high"))["factor"].to_list()
    names = joined(name.replace("_", " ") for name in matter)
    yield Text(
        f"{what}: more of the variance than chance would make is due to {names}."
        if matter
        else f"{what}: no parameter is shown to make more of the variance than chance would."
    )
    yield Chart(
        "sensitivity",
        tornado_plot(drawn, measure="total index, share of the variance"),
        f"{what}: Sobol's total indices with 95 % intervals; what does not pass its red mark could "
        "be chance of the games.",
    )
    shown = [
        {
            "parameter": row["factor"].replace("_", " "),
            "first order": f"{row['first']:.2f} ± {row['first_confidence']:.2f}",
            "total": f"{row['total']:.2f} ± {row['total_confidence']:.2f}",
            "by chance up to": f"{row['noise_high']:.2f}",
        }
        for row in rows.iter_rows(named=True)
    ]
    yield Table(pl.DataFrame(shown), "Shares of the variance of the win rate (Saltelli 2010).")
