"""What the charts of studies have in common: how armies look, titles, margins, refusals.

Armies differ in colour and in shape: Austria has squares and plain bars, France circles and
hatched bars.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from marengo.plots import style

ARMIES: Final[tuple[style.Side, ...]] = ("austrian", "french")
NAMES: Final[dict[style.Side, str]] = {"austrian": "Austria", "french": "France"}
MARKERS: Final[dict[style.Side, str]] = {"austrian": "s", "french": "o"}
HATCHES: Final[dict[style.Side, str]] = {"austrian": "", "french": "////"}

SMALL: Final = 9.0
"""Size of notes and of numbers beside bars, points."""

EXACT: Final = 10_000
"""Games from which shares are told with two decimals: their intervals are a point wide."""


def check_side(side: str, what: str = "side") -> style.Side:
    """Return the name of an army.

    Raises
    ------
    ValueError
        If it is none.
    """
    for army in ARMIES:
        if side == army:
            return army
    raise ValueError(f"{what}: expected austrian or french, not {side!r}")


def need(
    frame: pl.DataFrame | pl.LazyFrame, what: str, columns: Iterable[str], *, empty: bool = False
) -> None:
    """Refuse a frame that lacks columns, or rows unless it may be ``empty``.

    Raises
    ------
    ValueError
        Names the columns that are missing.
    """
    there = frame.collect_schema().names()
    missing = [name for name in columns if name not in there]
    if missing:
        raise ValueError(f"{what}: expected to have the columns {', '.join(missing)}")
    if not empty and isinstance(frame, pl.DataFrame) and frame.is_empty():
        raise ValueError(f"{what}: expected at least one row")


def title(figure: Figure, text: str) -> None:
    """Write the title of a figure, at its left."""
    figure.suptitle(text, x=0.01, ha="left", weight="bold", color=style.INK)


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


def share_words(row: dict[str, Any], digits: int = 1) -> str:
    """Return a share with its interval, in per cent."""
    share, low, high = (f"{100 * row[name]:.{digits}f}" for name in ("share", "low", "high"))
    return f"{share} %  ({low} to {high})"


def digits_of(games: Iterable[int]) -> int:
    """Return how many decimals the shares of so many games in a row deserve."""
    return 2 if min(games, default=0) >= EXACT else 1


def interval(
    axes: Axes, ends: tuple[float, float], place: float, colour: str, width: float = 4.0
) -> None:
    """Draw an interval as a line along x."""
    axes.plot(ends, [place, place], color=colour, linewidth=width, solid_capstyle="butt", zorder=2)


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
