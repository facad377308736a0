"""The live chart: how often Austria wins both, and the difference as games arrive."""

from dataclasses import asdict
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from marengo.charts import style
from marengo.charts.chart_frame import (
    beside,
    clean,
    head,
    interval,
    label_rows,
    look_of,
    percents,
    seat_sign,
    share_words,
    signed,
)
from marengo.charts.figures import DRAWING, tell
from marengo.screens.marengo.scenario_lab.findings import ARMY, Findings, WhatIfResult, points

HEADING = "How often Austria wins, with 95 % intervals"

SIZE = (9.5, 4.6)
"""Width, and height with one pair of players, inches."""

ROW = 0.32
"""Height of a further row, inches."""

LEAST = 0.05
"""The least difference that the axis reaches, either way."""

SETTLED = 0.25
"""Share of the games after which the axis holds the whole interval; before it is very wide."""

AHEAD = 3
"""Most times the games played to which the axis reaches."""

LINES = ("-", (0, (5, 2)))
"""Line styles of the two ways in which two players share the sides."""


@DRAWING
def chart(findings: Findings, wanted: int) -> Figure:
    """Draw what a run says so far: shares above, the difference over the pairs of games below."""
    rows = 2 * len(findings.each)
    figure = Figure(figsize=(SIZE[0], SIZE[1] + ROW * (rows - 2)), layout="constrained")
    grid = figure.add_gridspec(2, 1, height_ratios=(0.5 + ROW * rows, 2.6))
    _shares(figure.add_subplot(grid[0]), findings.each)
    _course(figure.add_subplot(grid[1]), findings.each, wanted)
    return tell(figure, "\n".join([HEADING, *map(_words, findings.each)]))


def _words(finding: WhatIfResult) -> str:
    shares = ", ".join(f"{name} {share_words(row, share='value')}" for name, row in _rows(finding))
    return f"{finding.players}: {shares}; difference {points(finding.found)} points"


def _rows(finding: WhatIfResult) -> list[tuple[str, dict[str, Any]]]:
    return [("standard", asdict(finding.standard)), ("what-if", asdict(finding.what_if))]


def _whose(finding: WhatIfResult) -> str:
    return f"{finding.austrian} v {finding.french}"


def _shares(axes: Axes, each: tuple[WhatIfResult, ...]) -> None:
    """Draw how often Austria wins the standard and the what-if."""
    rows = [(f"{_whose(finding)}: ", *row) for finding in each for row in _rows(finding)]
    for place, (_, name, row) in enumerate(rows):
        interval(axes, (row["low"], row["high"]), place, look_of(ARMY).colour)
        sign = seat_sign(ARMY, 8, filled=name == "what-if")
        axes.plot([row["value"]], [place], markeredgewidth=1.4, zorder=3, **sign)
        beside(axes, place, share_words(row, share="value"))
    label_rows(axes, [(whose if len(each) > 1 else "") + name for whose, name, _ in rows])
    axes.margins(x=0.06)
    percents(axes)
    head(axes, HEADING)


def _course(axes: Axes, each: tuple[WhatIfResult, ...], wanted: int) -> None:
    """Draw the difference as pairs of games arrive."""
    axes.axhline(0, color=style.INK, linewidth=1.2, zorder=1)
    for finding, line in zip(each, LINES, strict=False):
        _band(axes, finding, line, named=len(each) > 1)
    pairs = max(finding.found.pairs for finding in each)
    axes.set_xlim(0, max(pairs, min(wanted, AHEAD * pairs)))
    reach = 1.1 * max(LEAST, *map(_reach, each))
    axes.set_ylim(-reach, reach)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(100 * value, "g")))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_xlabel("pairs of games on the same seeds")
    axes.set_ylabel("points of the win rate")
    corner: dict[str, Any] = {"transform": axes.transAxes, "ha": "right"}
    axes.text(0.995, 0.97, "▲ for Austria", va="top", color=look_of("austrian").dark, **corner)
    axes.text(0.995, 0.03, "▼ for France", va="bottom", color=look_of("french").dark, **corner)
    clean(axes, grid="y")
    head(axes, "What-if less standard, as games arrive; band: 95 % interval")
    if len(each) > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _band(axes: Axes, finding: WhatIfResult, line: Any, *, named: bool) -> None:
    """Draw the difference between two players' games on its interval, with a sign at its end."""
    last, dashes = finding.found, {"linestyle": line}
    pairs, lows, highs, differences = zip(
        *((look.pairs, look.low, look.high, look.difference) for look in finding.course),
        strict=True,
    )
    axes.fill_between(pairs, lows, highs, color=style.GAP, alpha=0.7, linewidth=0, zorder=0.5)
    for end in (lows, highs):
        axes.plot(pairs, end, color=style.FAINT, linewidth=0.9, zorder=1.5, **dashes)
    label = f"{_whose(finding)}\n{points(last)}" if named else None
    axes.plot(pairs, differences, color=style.INK, linewidth=1.8, zorder=2, label=label, **dashes)
    sign, colour, edge, judged = "o", style.FACE, style.INK, "not shown either way"
    if gains := finding.gains:
        look, sign = look_of(gains), "^" if gains == ARMY else "v"
        colour, edge, judged = look.colour, look.dark, f"for {look.name}"
    shape: dict[str, Any] = {"marker": sign, "markersize": 10, "markeredgewidth": 1.4}
    shape |= {"color": colour, "markeredgecolor": edge, "clip_on": False, "zorder": 3}
    axes.plot([last.pairs], [last.difference], **shape)
    if not named:
        beside(axes, last.difference, f"{points(last)}\n{judged}")


def _reach(finding: WhatIfResult) -> float:
    """Return how far from zero the axis must go to hold what has settled."""
    settled = finding.course[int(SETTLED * len(finding.course)) :]
    return max(max(abs(look.low), abs(look.high)) for look in settled)
