"""What stands above the map of a position: the clock, each army's morale, and the hours."""

from collections.abc import Iterable

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.armies import ADJECTIVES, ARMY_OF
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.layout import Layout, Spot
from marengo.games.marengo.screen.drawing.writing import write
from marengo.languages import _

HEADER = 90.0
"""More room above the map than without clock and track, in units."""

ABOVE = 170.0
"""What of a drawing is not map but stands above it, in units."""

FIRST_HOUR, LAST_HOUR = 6, 21

_WIDTHS = {Side.AUSTRIAN: 0.0, Side.FRENCH: 420.0}
_MORALE = 190.0
_TRACK_HEIGHT = 62.0


def _baseline(plan: Layout) -> float:
    """Return the height at which the clock stands."""
    return plan.frame[1] - (HEADER + 70) * plan.unit


def _left(plan: Layout, side: Side) -> float:
    """Return where the name of an army begins."""
    edge = plan.frame[0] if side == Side.AUSTRIAN else plan.frame[2]
    return edge - _WIDTHS[side] * plan.unit


def morale_start(plan: Layout, side: Side) -> Spot:
    """Return where the signs of an army's morale begin, right of its number."""
    return (_left(plan, side) + _MORALE * plan.unit, _baseline(plan))


def draw_heading(axes: Axes, plan: Layout, clock: str, levels: dict[Side, str], ink: float) -> None:
    """Write the clock, smaller if it is long, and beside it each army's morale."""
    start, end = morale_start(plan, Side.AUSTRIAN)[0] + 215 * plan.unit, _left(plan, Side.FRENCH)
    room = (end - start) / plan.unit - 40
    size = min(style.TITLE_SIZE * 0.8, room / (0.52 * len(clock))) * ink
    write(axes, ((start + end) / 2, _baseline(plan)), clock, size, family="serif", va="center")
    for side, level in levels.items():
        write(
            axes,
            (_left(plan, side), _baseline(plan)),
            f"{_(ADJECTIVES[ARMY_OF[side]])}  {level}",
            style.NOTE_SIZE * ink * 1.3,
            weight="bold",
            color=look_of(ARMY_OF[side]).dark,
            ha="left",
        )


def draw_notes(axes: Axes, plan: Layout, notes: list[str], ink: float) -> None:
    """Write what else everybody knows between the hours and the map."""
    left, top, right, _ = plan.frame
    at = ((left + right) / 2, top - 36 * plan.unit)
    write(axes, at, "; ".join(notes), style.NOTE_SIZE * ink, gid="notes")


def draw_hours(
    axes: Axes, plan: Layout, now: int, others: Iterable[int], ink: float
) -> dict[int, tuple[Spot, float]]:
    """Draw the hours of the day and ``others``, the present one framed.

    Return for each hour where its lower half begins and how wide it is.
    """
    left, top, right, _ = plan.frame
    unit = plan.unit
    hours = {now, FIRST_HOUR, LAST_HOUR, *others}
    span = range(min(hours), max(hours) + 1)
    width = (right - left) / len(span)
    y = top - (HEADER + 28) * unit
    for index, hour in enumerate(span):
        x = left + index * width
        axes.add_patch(
            Rectangle(
                (x + 2 * unit, y),
                width - 4 * unit,
                _TRACK_HEIGHT * unit,
                facecolor=style.FACE if hour == now else style.PAPER if hour > now else style.GAP,
                edgecolor=style.INK if hour == now else style.FAINT,
                linewidth=(2.8 if hour == now else 0.7) * ink,
                zorder=4,
            )
        )
        weight = "bold" if hour == now else "normal"
        look = {"weight": weight, "ha": "left", "zorder": 5}
        write(axes, (x + 10 * unit, y + 17 * unit), f"{hour}:00", style.NOTE_SIZE * ink, **look)
    return {hour: ((left + i * width, y + 43 * unit), width) for i, hour in enumerate(span)}
