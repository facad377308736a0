"""The frame that all charts share: figure, title, axes and rows, and how seats look.

Seats differ in colour and in shape: the first has squares and plain bars, the second circles and
hatched bars.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from marengo.charts import style
from marengo.charts.figures import tell
from marengo.core.errors import did_you_mean
from marengo.core.scenarios import games_by_seat, seat_title
from marengo.lab.exchange import Frame, as_polars

MARKERS: Final = ("s", "o", "D", "^", "v", "P", "X")
HATCHES: Final = ("", "////", "....", "xxxx", "----", "++++", "oooo")

SMALL: Final = 9.0
"""Size of notes and of numbers beside bars, points."""

EXACT: Final = 10_000
"""Games from which shares are written with two decimals: their intervals are a point wide."""


@dataclass(frozen=True)
class Look:
    """How a seat is told apart from the others."""

    name: str  # as sentences have it
    colour: str
    dark: str  # of outlines and letters
    light: str  # of ground
    marker: str
    hatch: str


def look_of(seat: str) -> Look:
    """Return how a seat looks; ValueError if there is none of that name."""
    known = games_by_seat()
    if seat not in known:
        meant = did_you_mean(seat, known)
        raise ValueError(f"side: expected {' or '.join(known)}, not {seat!r}{meant}")
    place = known[seat].seat_names().index(seat)
    place = (known[seat].palette or range(place + 1))[place] % len(style.SEAT)
    colours = (style.SEAT[place], style.SEAT_DARK[place], style.SEAT_LIGHT[place])
    return Look(seat_title(seat), *colours, MARKERS[place], HATCHES[place])


def need(frame: Frame, what: str, columns: Iterable[str], *, empty: bool = False) -> pl.DataFrame:
    """Return a frame; ValueError if it lacks columns, or has no row and may not be ``empty``."""
    table = need_lazy(frame, what, columns).collect()
    if table.is_empty() and not empty:
        raise ValueError(f"{what}: expected at least one row")
    return table


def need_lazy(frame: Frame, what: str, columns: Iterable[str]) -> pl.LazyFrame:
    """Return a frame of which what is needed is taken later; ValueError if it lacks columns."""
    rows = as_polars(frame).lazy()
    there = rows.collect_schema().names()
    missing = [name for name in columns if name not in there]
    if missing:
        raise ValueError(f"{what}: expected to have the columns {', '.join(missing)}")
    return rows


def chart(width: float, height: float, **grid: Any) -> tuple[Figure, list[Axes]]:
    """Return a figure of some inches with its axes, row by row; ``grid`` as for subplots."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(squeeze=False, **grid).flat)


def title(figure: Figure, text: str) -> None:
    """Write the title of a figure, at its left."""
    figure.suptitle(text, x=0.01, ha="left", weight="bold", color=style.INK)


def finish(figure: Figure, heading: str, lines: Iterable[str]) -> Figure:
    """Write the title of a figure, put it and the lines into its words, and return it."""
    title(figure, heading)
    return tell(figure, "\n".join([heading, *lines]))


def head(axes: Axes, text: str) -> None:
    """Write what a part of a figure shows above it."""
    axes.set_title(text, loc="left", fontsize=11, color=style.INK)


def clean(axes: Axes, grid: str) -> None:
    """Leave the lines that help to read numbers along an axis, and no others."""
    for side in ("top", "right", "left" if grid == "x" else "top"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y" if grid == "x" else "x", length=0)
    axes.grid(axis="x" if grid == "x" else "y", color=style.GAP, linewidth=0.8)
    axes.set_axisbelow(True)


def label_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Write the labels of rows, the first on top, with lines to read numbers along x."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    clean(axes, grid="x")


def percents(axes: Axes, along: str = "x") -> None:
    """Write shares along an axis as per cent."""
    axis = axes.xaxis if along == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.4g} %"))


def points_of_rate(axes: Axes) -> None:
    """Write differences of shares along the x axis as points, with their sign."""
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(100 * value, "g")))


def clock(axes: Axes, hours: Sequence[int]) -> None:
    """Write hours along the x axis."""
    axes.set_xticks(hours, [str(hour) for hour in hours])
    axes.set_xlim(hours[0] - 0.5, hours[-1] + 0.5)


def signed(number: float, form: str = ".1f") -> str:
    """Return a number with its sign, the minus as long as on the axes; 0 has none."""
    if float(format(number, form)) == 0:
        return format(0.0, form)
    return format(round(number, 6), f"+{form}").replace("-", "−")


def share_words(row: dict[str, Any], digits: int = 1, share: str = "share") -> str:
    """Return a share with its interval, in per cent; ``share`` is its name in the row."""
    value, low, high = (f"{100 * row[name]:.{digits}f}" for name in (share, "low", "high"))
    return f"{value} %  ({low} to {high})"


def digits_of(games: Iterable[int]) -> int:
    """Return how many decimals the shares of so many games in a row deserve."""
    return 2 if min(games, default=0) >= EXACT else 1


def interval(
    axes: Axes,
    ends: tuple[float, float],
    place: float,
    colour: str,
    width: float = 4.0,
    **look: Any,
) -> None:
    """Draw an interval as a line along x."""
    line = {"linewidth": width, "solid_capstyle": "butt", "zorder": 2, **look}
    axes.plot(ends, [place, place], color=colour, **line)


def seat_sign(seat: str, size: float, *, filled: bool = True) -> dict[str, Any]:
    """Return how a point of a seat looks, as matplotlib takes it."""
    look = look_of(seat)
    return {
        "marker": look.marker,
        "markersize": size,
        "color": look.colour if filled else style.FACE,
        "markeredgecolor": look.dark,
        "linestyle": "none",
    }


def diamond(size: float) -> dict[str, Any]:
    """Return how a point looks that is of no seat, as matplotlib takes it."""
    return {
        "marker": "D",
        "markersize": size,
        "color": style.FACE,
        "markeredgecolor": style.INK,
        "markeredgewidth": 1.4,
        "linestyle": "none",
    }


def dashed_line(axes: Axes, at: float, along: str, width: float = 1.2) -> None:
    """Draw a dashed line to compare with: ``along`` x at a height, along y at a place."""
    draw = axes.axhline if along == "x" else axes.axvline
    draw(at, color=style.INK, linewidth=width, linestyle=(0, (4, 2)), zorder=1)


def beside(axes: Axes, place: float, words: str, *, strong: bool = False) -> None:
    """Write something at the right margin, at the height of its row."""
    axes.annotate(
        words,
        (1.0, place),
        xycoords=("axes fraction", "data"),
        xytext=(12, 0),
        textcoords="offset points",
        va="center",
        fontweight="bold" if strong else "normal",
        color=style.INK,
    )
