"""The course of one game: morale and strength from turn to turn, and where the attacks fall."""

import io
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from PIL import Image, ImageDraw

from marengo.plots import style
from marengo.plots.chart_frame import ARMIES, MARKERS, NAMES, SMALL, check_side, clean, need
from marengo.plots.figure_text import tell

__all__ = ["CoursePicture", "course_plot"]

_SHOWN: Final = ("level", "strength")
_HOURS: Final = 3
"""Hours from one number below the chart to the next."""

_SIZE: Final = (3.1, 6.2)
"""Inches: a column that stands beside a map."""


def course_plot(
    turns: pl.DataFrame,
    events: pl.DataFrame,
    *,
    start: dict[str, Any] | None = None,
    places: Sequence[float] | None = None,
    side: str | None = None,
    unit: str = "discs or points",
) -> Figure:
    """Draw morale, strength and attacks of one game from turn to turn.

    Parameters
    ----------
    turns : polars.DataFrame
        One row a turn, as :func:`marengo.lab.watch_record` returns it: columns ``turn``, ``hour``,
        ``side``, ``austrian_level``, ``french_level``, ``austrian_strength``, ``french_strength``.
    events : polars.DataFrame
        One row an attack, as the same function returns it: columns ``hour``, ``side``, ``taken``.
    start : dict, optional
        Morale and strength before the first turn, by the names of the columns; without it the
        lines begin with the end of the first turn.
    places : sequence of float, optional
        Where each attack lies, in turns from the beginning; default: evenly in its turn.
    side : str, optional
        Leave out the strength that the player of this side does not know, the enemy's
        (T-22.8, B-17.1).
    unit : str
        Of morale, as the ruleset has it.

    Returns
    -------
    Figure
        A narrow one, which fits beside a map: morale in discs (T-18.1) or points (B-13.1), and
        strength on the map in strength points, at the ends of the turns; below a sign for each
        attack, filled if its locality was taken. A turn is 1 wide.

    Raises
    ------
    ValueError
        If a frame lacks a column, there is no turn, or there is no such side.
    """
    values = [f"{army}_{what}" for what in _SHOWN for army in ARMIES]
    need(turns, "turns", ("turn", "hour", "side", *values))
    need(events, "events", ("hour", "side", "taken"), empty=True)
    known = [army for army in ARMIES if side is None or army == check_side(side)]
    figure = Figure(figsize=_SIZE, layout=ConstrainedLayoutEngine(w_pad=0.02, h_pad=0.04))
    *lines, strip = figure.subplots(3, 1, sharex=True, height_ratios=(1, 1, 0.42))
    for axes, what in zip(lines, _SHOWN, strict=True):
        for army in ARMIES if what == "level" else known:
            _line(
                axes, turns[f"{army}_{what}"].to_list(), army, (start or {}).get(f"{army}_{what}")
            )
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        clean(axes, grid="y")
    _attacks(strip, events, _even_places(turns, events) if places is None else places)
    _hours(strip, turns)
    whose = "Strength" if len(known) == len(ARMIES) else f"{NAMES[known[0]]}’s strength"
    heads = (f"Morale, {unit}", f"{whose} on the map, points", "Attacks; filled: place taken")
    for axes, text in zip(figure.axes, heads, strict=True):
        axes.set_title(text, loc="left", fontsize=SMALL + 0.5, color=style.INK)
        axes.tick_params(labelsize=SMALL)
    signs = [_sign(army) for army in ARMIES]
    figure.legend(handles=signs, loc="outside upper left", ncols=2, frameon=False, fontsize=SMALL)
    return tell(figure, _words(turns, events, known))


def _line(axes: Axes, values: list[int], army: style.Side, first: int | None) -> None:
    """Draw what an army has at the ends of the turns, and at the beginning if that is known."""
    ends = list(range(1, len(values) + 1))
    if first is not None:
        ends, values = [0, *ends], [first, *values]
    sign = _sign(army)
    axes.plot(
        ends,
        values,
        color=sign.get_color(),
        linestyle=sign.get_linestyle(),
        linewidth=1.6,
        marker=MARKERS[army],
        markersize=3.2,
        markeredgecolor=style.ARMY_DARK[army],
        markeredgewidth=0.5,
        label=NAMES[army],
    )


def _sign(army: style.Side) -> Line2D:
    """Return how an army looks: Austria's line whole with squares, France's dashed with circles."""
    return Line2D(
        [],
        [],
        color=style.ARMY[army],
        linestyle="-" if army == "austrian" else "--",
        marker=MARKERS[army],
        markersize=5,
        markeredgecolor=style.ARMY_DARK[army],
        label=NAMES[army],
    )


def _even_places(turns: pl.DataFrame, events: pl.DataFrame) -> list[float]:
    """Return places for attacks that are only known to lie in some turn, evenly within it."""
    turn_of = dict(zip(turns.select("hour", "side").iter_rows(), turns["turn"], strict=True))
    keys = list(events.select("hour", "side").iter_rows())
    seen: dict[Any, int] = {}
    places = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        places.append(turn_of[key] + seen[key] / (keys.count(key) + 1))
    return places


def _attacks(axes: Axes, events: pl.DataFrame, places: Sequence[float]) -> None:
    """Draw a sign for each attack in the row of its army, filled if the locality was taken."""
    for height, army in ((1, ARMIES[0]), (0, ARMIES[1])):
        for taken in (True, False):
            found = ((events["side"] == army) & (events["taken"] == taken)).to_list()
            axes.plot(
                [place for place, mine in zip(places, found, strict=True) if mine],
                [height] * sum(found),
                linestyle="none",
                marker=MARKERS[army],
                markersize=5,
                color=style.ARMY[army] if taken else "none",
                markeredgecolor=style.ARMY_DARK[army],
                label=f"{NAMES[army]}, {'taken' if taken else 'held off'}",
            )
    axes.set_ylim(-0.6, 1.6)
    axes.set_yticks([1, 0], ["A", "F"])
    clean(axes, grid="y")


def _hours(axes: Axes, turns: pl.DataFrame) -> None:
    """Write some hours where their first turns begin."""
    begun = turns.group_by("hour", maintain_order=True).agg(pl.col("turn").first())
    first = dict(begun.iter_rows())
    shown = {hour: turn for hour, turn in first.items() if hour % _HOURS == 0} or first
    axes.set_xticks(list(shown.values()), [str(hour) for hour in shown])
    axes.set_xlim(-0.5, turns.height + 0.5)
    axes.set_xlabel("o’clock", fontsize=SMALL)


def _words(turns: pl.DataFrame, events: pl.DataFrame, known: list[style.Side]) -> str:
    """Say what the chart shows."""
    lines = [f"The course of the game: {turns.height} turns, {events.height} attacks"]
    for row in turns.iter_rows(named=True):
        morale = " and ".join(f"{NAMES[army]} {row[f'{army}_level']}" for army in ARMIES)
        strength = " and ".join(f"{NAMES[army]} {row[f'{army}_strength']}" for army in known)
        turn = "Austrian" if row["side"] == ARMIES[0] else "French"
        lines.append(
            f"{row['hour']}:00, end of the {turn} turn: morale of {morale}; strength of {strength}"
        )
    return "\n".join(lines)


class CoursePicture:
    """The chart of one game as a PNG with a mark, which is set anew without drawing it all again.

    Parameters
    ----------
    figure : Figure
        As :func:`course_plot` returns it.
    width : int
        Width in pixels.
    """

    def __init__(self, figure: Figure, width: int) -> None:
        figure.set_dpi(width / figure.get_size_inches()[0])
        agg = FigureCanvasAgg(figure)
        agg.draw()  # type: ignore[no-untyped-call]
        pixels = np.asarray(agg.buffer_rgba())  # type: ignore[no-untyped-call]
        self._drawn = Image.fromarray(pixels).convert("RGB")
        (self._left, _), (right, _) = figure.axes[0].transData.transform([(0, 0), (1, 0)])
        self._turn, height = right - self._left, self._drawn.height
        self._spans = [(height - axes.bbox.y1, height - axes.bbox.y0) for axes in figure.axes]
        self._ink = max(1, round(width / 200))

    def png(self, at: float) -> bytes:
        """Return the chart with a mark ``at`` so many turns from the beginning."""
        picture = self._drawn.copy()
        pen = ImageDraw.Draw(picture)
        x, tip = self._left + at * self._turn, 3 * self._ink
        for top, bottom in self._spans:
            pen.line([(x, top), (x, bottom)], fill=style.INK, width=self._ink)
            pen.polygon([(x - tip, top - tip), (x + tip, top - tip), (x, top + tip)], style.INK)
        with io.BytesIO() as target:
            picture.save(target, format="png")
            return target.getvalue()
