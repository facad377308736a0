"""The map of a board with a position on it: pieces, morale, clock and hours."""

from collections.abc import Iterator
from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.charts.sheets import Head
from marengo.core.numbers import POSITIVE, takes
from marengo.games.marengo.armies import ADJECTIVES, ARMY_OF, Army
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView
from marengo.languages import _
from marengo.screens.marengo.drawing.board import canvas, draw, extent, inner_outlines, points
from marengo.screens.marengo.drawing.layout import Layout, layout
from marengo.screens.marengo.drawing.legend import Sample, draw_legend
from marengo.screens.marengo.drawing.pieces import (
    box_of,
    draw_blocks,
    draw_cross,
    drawables,
    stacks_of,
)
from marengo.screens.marengo.drawing.position_text import clock_of, notes_of, view_of
from marengo.screens.marengo.drawing.renderer import Renderer, Token, renderer_of
from marengo.screens.marengo.drawing.symbols import add_box, write

__all__ = ["position"]

HEADER = 90.0
"""More room above the map than without clock and hours, in units."""

FIRST_HOUR, LAST_HOUR = 6, 21


@takes(figure_size=POSITIVE)
def position(
    shown: MarengoState | MarengoView,
    *,
    side: Side | None = None,
    figure_size: tuple[float, float] | None = None,
    numbers: bool = True,
    names: bool = False,
    legend: bool = True,
) -> Figure:
    """Draw a position on the map of its board.

    Shown pieces carry a symbol for each strength point, hidden ones are plain. Disorganised or
    inactive pieces are hatched with a dashed outline, pieces that have acted have a dark corner,
    pieces that lie face-up for everybody a heavy outline.

    Parameters
    ----------
    shown : State or View
        The position, or what one side knows of it.
    side : Side, optional
        Of a State: draw what this side may know. Without it everything is shown.
    figure_size : (width, height), optional
        Size in inches; without it 16 inches wide.
    numbers, names : bool
        True to write numbers and names of the localities.
    legend : bool
        True to explain the pieces below the map.

    Returns
    -------
    Figure
        A figure of its own, not one of pyplot's.

    Raises
    ------
    ValueError
        ``side`` asks for more than a View of one side contains.
    """
    view = view_of(shown, side)
    plan = layout(view.board)
    figure, axes = canvas(extent(plan, HEADER), figure_size)
    draw_held(axes, plan, view)
    draw(axes, plan, numbers=numbers, names=names)
    if legend:
        draw_signs(axes, plan, renderer_of(view))
    draw_position(axes, plan, view)
    return figure


def draw_held(axes: Axes, plan: Layout, view: MarengoView) -> None:
    """Tint the localities that an army occupies (T-3.5, B-14.4); the map is drawn over it."""
    for number, army in held_places(view):
        tint = {"facecolor": look_of(army).light, "edgecolor": "none", "gid": f"held by {army}"}
        for outline in inner_outlines(plan, number):
            axes.add_patch(PathPatch(outline, zorder=1.2, **tint))


def held_places(view: MarengoView) -> list[tuple[int, Army]]:
    """Return the localities that an army occupies (T-3.5, B-14.4), and which one does."""
    held = {p.place.locality: p.army for p in drawables(view) if isinstance(p.place, Place)}
    return list(held.items())


def draw_position(axes: Axes, plan: Layout, view: MarengoView) -> None:
    """Draw pieces, tokens, morale, clock and hours over the map."""
    ink = points(axes, plan)
    for stack in stacks_of(plan, view):
        if isinstance(stack.place, str):
            entry = view.board.entry(stack.place)
            (left, top, *size), _ = box_of(plan, entry, len(stack.pieces))
            look = look_of(entry.army)
            add_box(axes, (left, top), size, look.light, look.dark, 0.8 * ink, zorder=4)
        draw_blocks(axes, stack.blocks, plan.unit, ink)
    samples = samples_of(renderer_of(view))
    for name, at in tokens_of(plan, view):
        samples[name](axes, at, plan.unit, ink)
    draw_head(axes, plan, head_of(view), ink)


def samples_of(renderer: Renderer) -> dict[str, Sample]:
    """Return how each sort of token is drawn."""
    return {"barred": partial(draw_cross, gid="barred"), **renderer.samples}


def tokens_of(plan: Layout, view: MarengoView) -> Iterator[Token]:
    """Yield crosses on borders of lost assaults (T-11.50, B-11.14), and what the ruleset has."""
    for side in plan.sides:
        if side.approach.opposite is None:
            continue
        here, beyond = str(side.approach.place), str(side.approach.place.opposite)
        if here in view.barred and not (beyond in view.barred and beyond < here):
            (x0, y0), (x1, y1) = side.border
            yield "barred", ((x0 + x1) / 2, (y0 + y1) / 2)
    yield from renderer_of(view).tokens(plan, view)


def draw_signs(axes: Axes, plan: Layout, renderer: Renderer) -> None:
    """Draw the legend of the pieces below the map."""
    draw_legend(axes, plan, renderer.signs, points(axes, plan), style.BLOCK[0])


def head_of(view: MarengoView) -> Head:
    """Return what everybody knows that is nowhere on the map."""
    renderer = renderer_of(view)
    events = list(renderer.hours(view))
    times = {view.hour, FIRST_HOUR, LAST_HOUR, *(hour for hour, *_ in events)}
    hours = []
    for hour in range(min(times), max(times) + 1):
        in_hour = [(army, sign, words) for at, army, sign, words in events if at == hour]
        words = "; ".join(f"{_(ADJECTIVES[army])}: {words}" for army, __, words in in_hour)
        signs = [(sign, look_of(army).dark) for army, sign, __ in in_hour]
        hours.append((f"{hour}:00", hour == view.hour, words, signs))
    sides = [
        (f"{_(ADJECTIVES[army])}: {renderer.morale(view, side)}", look_of(army).dark)
        for side, army in ARMY_OF.items()
    ]
    return Head(clock_of(view), sides, "; ".join(notes_of(view)), hours)


def draw_head(axes: Axes, plan: Layout, head: Head, ink: float) -> None:
    """Write the head above the map: a line, the hours, and a line of notes."""
    left, top, right, _ = plan.frame
    unit, middle = plan.unit, (left + right) / 2
    line = top - (HEADER + 70) * unit
    size = style.NOTE_SIZE * ink * 1.3
    longest = max(len(words) for words, __ in head.sides)
    free = (right - left) / unit - 2 * 0.6 * 1.3 * style.NOTE_SIZE * longest
    clock = min(style.TITLE_SIZE * 0.8, free / (0.52 * len(head.clock))) * ink
    write(axes, (middle, line), head.clock, clock, family="serif", va="center")
    for (words, colour), x, ha in zip(head.sides, (left, right), ("left", "right"), strict=True):
        write(axes, (x, line), words, size, weight="bold", color=colour, ha=ha)
    write(axes, (middle, top - 36 * unit), head.notes, style.NOTE_SIZE * ink, gid="notes")
    width = (right - left) / len(head.hours)
    y, past = top - (HEADER + 28) * unit, True
    for index, (hour, now, __, signs) in enumerate(head.hours):
        x, past = left + index * width, past and not now
        face = style.FACE if now else style.GAP if past else style.PAPER
        edge, thick, weight = (style.INK, 2.8, "bold") if now else (style.FAINT, 0.7, "normal")
        room = (width - 4 * unit, 62 * unit)
        add_box(axes, (x + 2 * unit, y), room, face, edge, thick * ink, zorder=4)
        look, small = {"ha": "left", "zorder": 5}, style.NOTE_SIZE * ink
        write(axes, (x + 10 * unit, y + 17 * unit), hour, small, weight=weight, **look)
        for number, (sign, colour) in enumerate(signs):
            at = (x + (10 + number * 45) * unit, y + 43 * unit)
            write(axes, at, sign, small, color=colour, weight="bold", **look)
