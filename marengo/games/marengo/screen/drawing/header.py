"""What stands above the map of a position: the clock, each army's morale, and the hours."""

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.charts.sheets import Head
from marengo.games.marengo.armies import ADJECTIVES, ARMY_OF
from marengo.games.marengo.screen.drawing.layout import Layout
from marengo.games.marengo.screen.drawing.position_text import clock_of, notes_of
from marengo.games.marengo.screen.drawing.renderer import renderer_of
from marengo.games.marengo.screen.drawing.writing import write
from marengo.games.marengo.view import MarengoView
from marengo.languages import _

HEADER = 90.0
"""More room above the map than without clock and hours, in units."""

FIRST_HOUR, LAST_HOUR = 6, 21


def head_of(view: MarengoView) -> Head:
    """Return what everybody knows that is nowhere on the map."""
    renderer = renderer_of(view)
    events = list(renderer.hours(view))
    times = {view.hour, FIRST_HOUR, LAST_HOUR, *(hour for hour, *_ in events)}
    hours = []
    for hour in range(min(times), max(times) + 1):
        here = [(army, sign, words) for at, army, sign, words in events if at == hour]
        words = "; ".join(f"{_(ADJECTIVES[army])}: {words}" for army, __, words in here)
        signs = [(sign, look_of(army).dark) for army, sign, __ in here]
        hours.append((f"{hour}:00", hour == view.hour, words, signs))
    sides = [
        (f"{_(ADJECTIVES[army])}: {renderer.morale(view, side)}", look_of(army).dark)
        for side, army in ARMY_OF.items()
    ]
    return Head(clock_of(view), sides, "; ".join(notes_of(view)), hours)


def draw_head(axes: Axes, plan: Layout, head: Head, ink: float) -> None:
    """Write all of it above the map: a line, the hours, and a line of notes."""
    left, top, right, _ = plan.frame
    unit, middle = plan.unit, (left + right) / 2
    line = top - (HEADER + 70) * unit
    size = style.NOTE_SIZE * ink * 1.3
    room = (right - left) / unit - 2 * 0.6 * 1.3 * style.NOTE_SIZE * max(
        len(words) for words, __ in head.sides
    )
    clock = min(style.TITLE_SIZE * 0.8, room / (0.52 * len(head.clock))) * ink
    write(axes, (middle, line), head.clock, clock, family="serif", va="center")
    for (words, colour), x, ha in zip(head.sides, (left, right), ("left", "right"), strict=True):
        write(axes, (x, line), words, size, weight="bold", color=colour, ha=ha)
    write(axes, (middle, top - 36 * unit), head.notes, style.NOTE_SIZE * ink, gid="notes")
    width = (right - left) / len(head.hours)
    y, past = top - (HEADER + 28) * unit, True
    for index, (hour, now, __, signs) in enumerate(head.hours):
        x, past = left + index * width, past and not now
        axes.add_patch(
            Rectangle(
                (x + 2 * unit, y),
                width - 4 * unit,
                62 * unit,
                facecolor=style.FACE if now else style.GAP if past else style.PAPER,
                edgecolor=style.INK if now else style.FAINT,
                linewidth=(2.8 if now else 0.7) * ink,
                zorder=4,
            )
        )
        look = {"ha": "left", "zorder": 5}
        bold = "bold" if now else "normal"
        at = (x + 10 * unit, y + 17 * unit)
        write(axes, at, hour, style.NOTE_SIZE * ink, weight=bold, **look)
        for number, (sign, colour) in enumerate(signs):
            at = (x + (10 + number * 45) * unit, y + 43 * unit)
            write(axes, at, sign, style.NOTE_SIZE * ink, color=colour, weight="bold", **look)
