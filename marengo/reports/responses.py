"""Sections of curves and rankings: what the odds depend on."""

from collections.abc import Iterator

import polars as pl

from marengo.lab.analysis import LADDER_BID, HandicapCurve, handicap_curve
from marengo.lab.analysis.design import point_name
from marengo.lab.analysis.sensitivity import sensitivity
from marengo.lab.run_folder import Run
from marengo.plots.chart_parts import signed
from marengo.plots.responses import handicap_plot, tornado_plot
from marengo.reports.parts import Chart, Heading, Part, Table, Text
from marengo.reports.words import interval, joined, percent

__all__ = ["handicap", "is_of_handicaps", "is_of_sensitivity", "sensitive"]

OF_HANDICAPS = {"extends", "title", "morale", "bid"}
"""What a what-if states that only changes the morale at the start."""

UNITS = {"bonaparte": "points of morale", "triomphe": "discs"}


def is_of_handicaps(run: Run) -> bool:
    """Whether a run is a study of handicaps: its what-ifs change the morale and nothing else."""
    contents = list(run.study.what_ifs.values())
    return bool(contents) and all(
        set(one) <= {"extends", "title", "morale", "bid"} for one in contents
    )


def handicap(run: Run) -> Iterator[Part]:
    """Tell which handicap makes the game even."""
    players = list(dict.fromkeys(cell.austrian for cell in run.study.cells))
    yield Heading("The fair handicap")
    for number, player in enumerate(players):
        yield from _handicap(run, handicap_curve(run, player), number)


def _handicap(run: Run, curve: HandicapCurve, number: int) -> Iterator[Part]:
    """Tell of the curve of one player."""
    even = (curve.even.value, curve.even.low, curve.even.high)
    ruleset = run.study.game(curve.scenario).scenario.ruleset
    unit = UNITS[ruleset]
    figure = handicap_plot(curve.points, curve.line, even, side=curve.side, unit=unit)
    yield Text(f"{curve.sentence()}.")
    if (curve.scenario, curve.side) == ("bonaparte", "french"):
        holds = "holds" if curve.even.holds(LADDER_BID) else "does not hold"
        yield Text(f"Players of the ladder bid about {LADDER_BID}: the interval {holds} it.")
    yield Chart(
        f"handicap-{curve.scenario}-{number}",
        figure,
        f"How often Austria wins {curve.scenario} with less starting morale of one side, "
        f"{curve.player} on both sides, with a logistic curve and its 95 % band.",
    )
    shown = [
        {
            f"{unit} taken off": f"{row['handicap']:g}".replace("-", "−"),
            "games": f"{row['games']:,}",
            "Austria wins": percent(row["share"]),
            "95 % interval": interval(row["low"], row["high"]),
        }
        for row in curve.points.iter_rows(named=True)
    ]
    yield Table(pl.DataFrame(shown))


def is_of_sensitivity(run: Run) -> bool:
    """Whether a run is a study of sensitivity."""
    return point_name(0) in run.study.what_ifs


def standard_of(run: Run) -> str:
    """Return the scenario whose parameters a study of sensitivity moves."""
    return str(run.study.what_ifs[point_name(0)]["extends"])


def sensitive(run: Run) -> Iterator[Part]:
    """Tell which parameters matter for the odds."""
    standard = standard_of(run)
    yield Heading(f"What the odds of {standard} depend on")
    table = sensitivity(run)
    groups = table.group_by("austrian", "french", maintain_order=True)
    for number, ((austrian, french), rows) in enumerate(groups):
        told = _morris if "mu_star" in rows.columns else _sobol
        yield from told(rows, f"{standard}, {austrian} v {french}", f"{standard}-{number}")


def _name(column: str) -> pl.Expr:
    """Return names of factors as words."""
    return pl.col(column).str.replace_all("_", " ")


def _morris(rows: pl.DataFrame, what: str, name: str) -> Iterator[Part]:
    """Tell Morris's measures for two players."""
    matter = rows.filter(pl.col("mu_star") - pl.col("mu_star_confidence") > pl.col("noise_high"))
    said = joined(
        f"{one['factor'].replace('_', ' ')} ({signed(one['mu'])})"
        for one in matter.sort(pl.col("mu").abs(), descending=True).iter_rows(named=True)
    )
    yield Text(
        f"{what}: moved through their whole range, these parameters change Austria's share of wins "
        f"by more than chance would, in points from low to high: {said}."
        if matter.height
        else f"{what}: no parameter changes Austria's share of wins by more than chance would."
    )
    drawn = rows.select(
        factor=_name("factor"),
        value="mu_star",
        low=pl.col("mu_star") - pl.col("mu_star_confidence"),
        high=pl.col("mu_star") + pl.col("mu_star_confidence"),
        noise="noise_high",
    )
    measure = "mean absolute effect of the whole range, points of Austria's share of wins"
    yield Chart(
        f"sensitivity-{name}",
        tornado_plot(drawn, measure=measure),
        f"{what}: Morris's mean absolute effects with 95 % intervals over the trajectories; what "
        "does not pass its red mark could be chance of the games.",
    )
    shown = [
        {
            "parameter": one["factor"].replace("_", " "),
            "from": f"{one['low']:g}",
            "to": f"{one['high']:g}",
            "effect": signed(one["mu"]),
            "absolute": f"{one['mu_star']:.1f} ± {one['mu_star_confidence']:.1f}",
            "spread": f"{one['sigma']:.1f}",
            "by chance up to": f"{one['noise_high']:.1f}",
        }
        for one in rows.iter_rows(named=True)
    ]
    note = (
        "Points of Austria's share of wins, from one end of the range to the other (Morris 1991, "
        "Campolongo 2007). Spread: of the effects at different values of the other parameters."
    )
    yield Table(pl.DataFrame(shown), note)


def _sobol(rows: pl.DataFrame, what: str, name: str) -> Iterator[Part]:
    """Tell Sobol's indices for two players."""
    drawn = rows.select(
        factor=_name("factor"),
        value="total",
        low=pl.col("total") - pl.col("total_confidence"),
        high=pl.col("total") + pl.col("total_confidence"),
        noise="noise_high",
    )
    yield Chart(
        f"sensitivity-{name}",
        tornado_plot(drawn, measure="total index, share of the variance"),
        f"{what}: Sobol's total indices with 95 % intervals; what does not pass its red mark could "
        "be chance of the games.",
    )
    shown = [
        {
            "parameter": one["factor"].replace("_", " "),
            "first order": f"{one['first']:.2f} ± {one['first_confidence']:.2f}",
            "total": f"{one['total']:.2f} ± {one['total_confidence']:.2f}",
            "by chance up to": f"{one['noise_high']:.2f}",
        }
        for one in rows.iter_rows(named=True)
    ]
    yield Table(pl.DataFrame(shown), "Shares of the variance of the win rate (Saltelli 2010).")
