"""The frame that all charts share: figure, title, axes and rows, and how seats look.

Seats differ in colour and in shape: the first has squares and plain bars, the second circles and
hatched bars.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final, Literal

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from marengo.charts import style
from marengo.charts.figures import tell
from marengo.core.errors import did_you_mean
from marengo.core.scenarios import games_by_seat, seat_title

MARKERS: Final = ("s", "o", "D", "^", "v", "P", "X")
HATCHES: Final = ("", "////", "....", "xxxx", "----", "++++", "oooo")

SMALL: Final = 9.0
"""Size of notes and of numbers beside bars, points."""

EXACT: Final = 10_000
"""Games from which shares are written with two decimals: their intervals are a point wide."""


Sign = dict[str, Any]
"""Look of a point, as matplotlib takes it."""


@dataclass(frozen=True)
class Look:
    """Look of a seat, which tells it apart from the others."""

    name: str  # as sentences have it
    colour: str
    dark: str  # of outlines and letters
    light: str  # of ground
    marker: str
    hatch: str

    @property
    def fill(self) -> dict[str, Any]:
        """Fill of an area of the seat, as matplotlib takes it."""
        edge = {"edgecolor": self.dark, "hatch": self.hatch, "hatchcolor": self.light}
        return {"facecolor": self.colour, **edge}

    @property
    def pale(self) -> dict[str, Any]:
        """Fill of a lesser area of the seat."""
        return {**self.fill, "facecolor": self.light, "hatchcolor": self.colour}


def look_of(seat: str) -> Look:
    """Return how a seat looks; ValueError if there is none of that name."""
    by_seat = games_by_seat()
    if seat not in by_seat:
        meant = did_you_mean(seat, by_seat)
        raise ValueError(f"side: expected {' or '.join(by_seat)}, not {seat!r}{meant}")
    place = by_seat[seat].seat_names().index(seat)
    place = (by_seat[seat].palette or range(place + 1))[place] % len(style.SEAT)
    colours = (style.SEAT[place], style.SEAT_DARK[place], style.SEAT_LIGHT[place])
    return Look(seat_title(seat), *colours, MARKERS[place], HATCHES[place])


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


def head(axes: Axes, text: str, size: float = 11.0, **look: Any) -> None:
    """Write what a part of a figure shows above it, at its left."""
    axes.set_title(text, loc="left", fontsize=size, color=style.INK, **look)


def clean(axes: Axes, grid: Literal["x", "y"]) -> None:
    """Leave the lines that help to read numbers along an axis, and no others."""
    axes.spines[["top", "right", "left"] if grid == "x" else ["top", "right"]].set_visible(False)
    axes.tick_params(axis="y" if grid == "x" else "x", length=0)
    axes.grid(axis=grid, color=style.GAP, linewidth=0.8)
    axes.set_axisbelow(True)


def label_rows(
    axes: Axes, labels: Sequence[str], places: Sequence[float] = (), room: float = 0.6
) -> None:
    """Write the labels of rows, the first on top, with lines to read numbers along x."""
    places = places or range(len(labels))
    axes.set_yticks(places, labels)
    axes.set_ylim(places[-1] + room, -room)
    clean(axes, grid="x")


def percents(axes: Axes, along: str = "x", *, points: bool = False) -> None:
    """Write shares along an axis as per cent, or differences of them as points with a sign."""
    axis = axes.xaxis if along == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(
        lambda value, _: signed(100 * value, "g") if points else f"{100 * value:.4g} %"
    )


def clock(axes: Axes, hours: Sequence[int]) -> None:
    """Write hours along the x axis."""
    axes.set_xticks(hours, [str(hour) for hour in hours])
    axes.set_xlim(hours[0] - 0.5, hours[-1] + 0.5)


def signed(number: float, form: str = ".1f") -> str:
    """Return a number with its sign, the minus as long as on the axes; 0 has none."""
    if float(format(number, form)) == 0:
        return format(0.0, form)
    return format(round(number, 6), f"+{form}").replace("-", "−")


def seat_named(side: str | None, table: pl.DataFrame) -> str:
    """Return a seat by name; without one the first of a table, or of the games that there are."""
    players = [name for name in table.columns if name.endswith("_player")]
    first = players[0].removesuffix("_player") if players else next(iter(games_by_seat()))
    return first if side is None else side


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


def sign(marker: str, size: float, colour: str, edge: str = style.INK, **look: Any) -> Sign:
    """Return how a point looks, as matplotlib takes it; ``look`` is what else is said of it."""
    shape = {"marker": marker, "markersize": size, "linestyle": "none"}
    return {**shape, "color": colour, "markeredgecolor": edge, **look}


def seat_sign(seat: str, size: float, *, filled: bool = True) -> Sign:
    """Return how a point of a seat looks."""
    look = look_of(seat)
    return sign(look.marker, size, look.colour if filled else style.FACE, look.dark)


def diamond(size: float) -> Sign:
    """Return the look of a point of no seat."""
    return sign("D", size, style.FACE, markeredgewidth=1.4)


@dataclass(frozen=True)
class Row:
    """A row of a chart: a point on its interval; without a value the heading of what follows."""

    label: str
    words: str = ""  # at the right margin
    value: float | None = None
    ends: tuple[float | None, float | None] = (None, None)
    colour: str = style.OBJECTIVE  # of the interval
    width: float = 4.0
    point: Sign = field(default_factory=lambda: diamond(7))
    strong: bool = False

    @property
    def told(self) -> str:
        """The row as a line of text."""
        return f"{self.label}: {self.words}"


def draw_rows(axes: Axes, rows: Sequence[Row], room: float = 0.6) -> list[float]:
    """Draw rows, the first on top and headings a little apart; return where their points stand."""
    apart = accumulate(0.4 * (row.value is None and at > 0) for at, row in enumerate(rows))
    places = [at + gap for at, gap in enumerate(apart)]
    for place, row in zip(places, rows, strict=True):
        low, high = row.ends
        if low is not None and high is not None:
            interval(axes, (low, high), place, row.colour, row.width)
        if row.value is not None:  # a point may stand on the edge of its part of the chart
            axes.plot(row.value, place, **row.point, clip_on=False, zorder=3)
        beside(axes, place, row.words, strong=row.strong)
    label_rows(axes, [row.label for row in rows], places, room)
    for tick, row in zip(axes.yaxis.get_major_ticks(), rows, strict=True):
        tick.label1.set_fontweight("bold" if row.strong else "normal")
    return [place for place, row in zip(places, rows, strict=True) if row.value is not None]


def key(label: str, **look: Any) -> Line2D:
    """Return a line or a sign that a legend explains."""
    return Line2D([], [], label=label, **look)


def legend_beside(axes: Axes, **look: Any) -> None:
    """Explain the lines of an axes at the right of it."""
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, **look)


def dashed_line(axes: Axes, at: float, along: str, width: float = 1.2) -> None:
    """Draw a dashed line to compare with: ``along`` x at a height, along y at a place."""
    draw = axes.axhline if along == "x" else axes.axvline
    draw(at, color=style.INK, linewidth=width, linestyle=(0, (4, 2)), zorder=1)


def even_line(axes: Axes, seats: int) -> None:
    """Draw a dashed line at an even share of wins between two; of more, allies win together."""
    if seats == 2:
        dashed_line(axes, 0.5, along="x")


def beside(axes: Axes, place: float, words: str, *, strong: bool = False) -> None:
    """Write something at the right margin, at the height of its row."""
    look: dict[str, Any] = {"xytext": (12, 0), "textcoords": "offset points", "va": "center"}
    look |= {"fontweight": "bold" if strong else "normal", "color": style.INK}
    axes.annotate(words, (1.0, place), xycoords=("axes fraction", "data"), **look)
