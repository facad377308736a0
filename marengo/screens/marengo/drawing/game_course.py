"""The course of one game: morale and strength from turn to turn, and where the attacks fall."""

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from PIL import ImageDraw

from marengo.charts import style
from marengo.charts.chart_frame import SMALL, Sign, chart, clean, head, key, look_of, seat_sign
from marengo.charts.figures import DRAWING, encoded, rendered, tell
from marengo.games.marengo.armies import ARMY_NAMES, Army, check_army
from marengo.lab.exchange import Frame, need

__all__ = ["CoursePicture", "course_plot"]

_SHOWN: Final = ("level", "strength")
_HOURS: Final = 3
"""Hours from one number below the chart to the next."""

_SIZE: Final = (3.1, 6.2)
"""Width and height in inches, of a column beside a map."""


@DRAWING
def course_plot(
    turns: Frame,
    events: Frame,
    *,
    start: dict[str, Any] | None = None,
    places: Sequence[float] | None = None,
    side: str | None = None,
    unit: str = "discs or points",
) -> Figure:
    """Draw morale, strength and attacks of one game, in a narrow figure that fits beside a map.

    ``turns`` and ``events`` are as :func:`marengo.lab.watch_record` returns them, and ``start`` has
    the columns of ``turns`` before the first one. ``places`` are where attacks lie, in turns from
    the beginning; without them they lie evenly in their turns. ``side`` is the player who may not
    see the enemy's strength (T-22.8, B-17.1).
    """
    values = [f"{army}_{what}" for what in _SHOWN for army in ARMY_NAMES]
    turns = need(turns, "turns", ("turn", "hour", "side", *values))
    events = need(events, "events", ("hour", "side", "taken"), empty=True)
    visible = [army for army in ARMY_NAMES if side is None or army == check_army(side)]
    figure, (*lines, strip) = chart(*_SIZE, nrows=3, sharex=True, height_ratios=(1, 1, 0.42))
    figure.set_layout_engine("constrained", w_pad=0.02, h_pad=0.04)
    for axes, what in zip(lines, _SHOWN, strict=True):
        for army in ARMY_NAMES if what == "level" else visible:
            column = f"{army}_{what}"
            _line(axes, turns[column].to_list(), army, (start or {}).get(column))
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        clean(axes, grid="y")
    _attacks(strip, events, _even_places(turns, events) if places is None else places)
    _hours(strip, turns)
    whose = (
        "Strength" if len(visible) == len(ARMY_NAMES) else f"{look_of(visible[0]).name}’s strength"
    )
    heads = (f"Morale, {unit}", f"{whose} on the map, points", "Attacks; filled: place taken")
    for axes, text in zip(figure.axes, heads, strict=True):
        head(axes, text, SMALL + 0.5)
        axes.tick_params(labelsize=SMALL)
    signs = [key(look_of(army).name, **_look(army, 5)) for army in ARMY_NAMES]
    figure.legend(handles=signs, loc="outside upper left", ncols=2, frameon=False, fontsize=SMALL)
    return tell(figure, _words(turns, events, visible))


def _line(axes: Axes, values: list[int], army: Army, first: int | None) -> None:
    """Draw what an army has at the ends of the turns, and at the beginning if that is known."""
    turns = range(1 if first is None else 0, len(values) + 1)
    course = values if first is None else [first, *values]
    look = _look(army, 3.2) | {"linewidth": 1.6, "markeredgewidth": 0.5}
    axes.plot(turns, course, **look, label=look_of(army).name)


def _look(army: Army, size: float) -> Sign:
    """Return how the line of an army looks: Austria's whole, France's dashed."""
    return seat_sign(army, size) | {"linestyle": "-" if army == "austrian" else "--"}


def _even_places(turns: pl.DataFrame, events: pl.DataFrame) -> list[float]:
    """Return places for attacks that are only known to lie in some turn, evenly within it."""
    in_turn = ("hour", "side")
    share = pl.int_range(1, pl.len() + 1).over(in_turn) / (pl.len().over(in_turn) + 1)
    placed = events.join(turns.select(*in_turn, "turn"), on=in_turn, maintain_order="left")
    return placed.select(pl.col("turn") + share).to_series().to_list()


def _attacks(axes: Axes, events: pl.DataFrame, places: Sequence[float]) -> None:
    """Draw a sign for each attack in the row of its army, filled if the locality was taken."""
    placed = events.select("side", "taken", place=pl.Series(places, dtype=pl.Float64))
    for height, army in ((1, ARMY_NAMES[0]), (0, ARMY_NAMES[1])):
        for taken, words in ((True, "taken"), (False, "held off")):
            attacks = placed.filter(pl.col("side") == army, pl.col("taken") == taken)["place"]
            sign = seat_sign(army, 5) | ({} if taken else {"color": "none"})
            label = f"{look_of(army).name}, {words}"
            axes.plot(attacks, [height] * attacks.len(), **sign, label=label)
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


def _words(turns: pl.DataFrame, events: pl.DataFrame, visible: list[Army]) -> str:
    """Say what the chart shows."""
    lines = [f"The course of the game: {turns.height} turns, {events.height} attacks"]
    for row in turns.iter_rows(named=True):
        morale = " and ".join(f"{look_of(army).name} {row[f'{army}_level']}" for army in ARMY_NAMES)
        strength = " and ".join(
            f"{look_of(army).name} {row[f'{army}_strength']}" for army in visible
        )
        turn = "Austrian" if row["side"] == ARMY_NAMES[0] else "French"
        lines.append(
            f"{row['hour']}:00, end of the {turn} turn: morale of {morale}; strength of {strength}"
        )
    return "\n".join(lines)


class CoursePicture:
    """The chart of one game as a PNG with a mark that moves without drawing it all again."""

    def __init__(self, figure: Figure, width: int) -> None:
        self._drawn = rendered(figure, width).convert("RGB")
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
        return encoded(picture)
