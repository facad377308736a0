"""The live chart: how often Austria wins both, and the difference as games arrive."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from marengo.charts import style
from marengo.charts.chart_frame import beside, clean, head, interval, look_of, percents, signed
from marengo.charts.figures import DRAWING, tell
from marengo.games.marengo.screen.scenario_lab.findings import Finding, Findings, Look
from marengo.lab.statistics import Share

__all__ = ["chart"]

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
"""The axis reaches at most to this many times the games played."""

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


def _words(one: Finding) -> str:
    shares = f"standard {_share(one.standard)}, what-if {_share(one.what_if)}"
    return f"{one.players}: {shares}; difference {_last(one.course[-1])} points"


def _share(share: Share) -> str:
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.value:.1f} %  ({low:.1f} to {high:.1f})"


def _shares(axes: Axes, each: tuple[Finding, ...]) -> None:
    """Draw how often Austria wins the standard and the what-if."""
    labels = []
    for number, one in enumerate(each):
        whose = f"{one.austrian} v {one.french}: " if len(each) > 1 else ""
        for row, (name, share) in enumerate((("standard", one.standard), ("what-if", one.what_if))):
            place = 2 * number + row
            labels.append(f"{whose}{name}")
            interval(axes, (share.low, share.high), place, look_of("austrian").colour)
            axes.plot(
                [share.value],
                [place],
                marker=look_of("austrian").marker,
                markersize=8,
                color=look_of("austrian").colour if row else style.FACE,
                markeredgecolor=look_of("austrian").dark,
                markeredgewidth=1.4,
                linestyle="none",
                zorder=3,
            )
            beside(axes, place, _share(share))
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.margins(x=0.06)
    percents(axes)
    clean(axes, grid="x")
    head(axes, HEADING)


def _course(axes: Axes, each: tuple[Finding, ...], wanted: int) -> None:
    """Draw the difference as pairs of games arrive."""
    axes.axhline(0, color=style.INK, linewidth=1.2, zorder=1)
    for one, line in zip(each, LINES, strict=False):
        _band(axes, one, line, named=len(each) > 1)
    pairs = max(one.found.pairs for one in each)
    axes.set_xlim(0, max(pairs, min(wanted, AHEAD * pairs)))
    reach = 1.1 * max(LEAST, *(_reach(one.course) for one in each))
    axes.set_ylim(-reach, reach)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(100 * value, "g")))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_xlabel("pairs of games on the same seeds")
    axes.set_ylabel("points of the win rate")
    for at, words, army in ((0.97, "▲ for Austria", "austrian"), (0.03, "▼ for France", "french")):
        axes.text(
            0.995,
            at,
            words,
            transform=axes.transAxes,
            ha="right",
            va="top" if at > 0.5 else "bottom",
            color=look_of(army).dark,
        )
    clean(axes, grid="y")
    head(axes, "What-if less standard, as games arrive; band: 95 % interval")
    if len(each) > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _band(axes: Axes, one: Finding, line: Any, *, named: bool) -> None:
    """Draw the difference between two players' games on its interval."""
    pairs = [look.pairs for look in one.course]
    ends = [look.low for look in one.course], [look.high for look in one.course]
    axes.fill_between(pairs, *ends, color=style.GAP, alpha=0.7, linewidth=0, zorder=0.5)
    for end in ends:
        axes.plot(pairs, end, color=style.FAINT, linewidth=0.9, linestyle=line, zorder=1.5)
    axes.plot(
        pairs,
        [look.difference for look in one.course],
        color=style.INK,
        linewidth=1.8,
        linestyle=line,
        zorder=2,
        label=f"{one.austrian} v {one.french}\n{_last(one.course[-1])}" if named else None,
    )
    last = one.course[-1]
    gains = "austrian" if last.low > 0 else "french" if last.high < 0 else None
    axes.plot(
        [last.pairs],
        [last.difference],
        marker={"austrian": "^", "french": "v", None: "o"}[gains],
        markersize=10,
        color=look_of(gains).colour if gains else style.FACE,
        markeredgecolor=look_of(gains).dark if gains else style.INK,
        markeredgewidth=1.4,
        clip_on=False,
        zorder=3,
    )
    if not named:
        beside(axes, last.difference, f"{_last(last)}\n{_judged(gains)}")


def _last(look: Look) -> str:
    """Return a difference with its interval, in points."""
    value, low, high = (signed(100 * end) for end in (look.difference, look.low, look.high))
    return f"{value}  ({low} to {high})"


def _judged(gains: str | None) -> str:
    return f"for {look_of(gains).name}" if gains else "not shown either way"


def _reach(course: tuple[Look, ...]) -> float:
    """Return how far from zero the axis must go to hold what has settled."""
    settled = course[int(SETTLED * len(course)) :]
    return max(max(abs(look.low), abs(look.high)) for look in settled)
