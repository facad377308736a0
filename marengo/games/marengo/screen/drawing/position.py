"""The map of a board with a position on it: pieces, morale, clock and hours."""

from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.armies import Army
from marengo.games.marengo.board import Entry, Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.board import (
    canvas,
    draw,
    extent,
    inner_outlines,
    points,
)
from marengo.games.marengo.screen.drawing.header import HEADER, draw_head, head_of
from marengo.games.marengo.screen.drawing.layout import Layout, layout
from marengo.games.marengo.screen.drawing.legend import Sample, draw_legend
from marengo.games.marengo.screen.drawing.pieces import (
    box_of,
    draw_blocks,
    draw_cross,
    drawables,
    stacks_of,
)
from marengo.games.marengo.screen.drawing.position_text import view_of
from marengo.games.marengo.screen.drawing.renderer import Renderer, Token, renderer_of
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView

__all__ = ["position"]


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
            _box(axes, plan, view.board.entry(stack.place), len(stack.pieces), ink)
        draw_blocks(axes, stack.blocks, plan.unit, ink)
    samples = samples_of(renderer_of(view))
    for name, at in tokens_of(plan, view):
        samples[name](axes, at, plan.unit, ink)
    draw_head(axes, plan, head_of(view), ink)


def samples_of(renderer: Renderer) -> dict[str, Sample]:
    """Return how each sort of token is drawn."""
    return {"barred": draw_cross, **renderer.samples}


def tokens_of(plan: Layout, view: MarengoView) -> Iterator[Token]:
    """Yield what lies on the map beside pieces.

    That is crosses on borders over which an assault was lost this turn (T-11.50, B-11.14), and what
    the ruleset has.
    """
    for side in plan.sides:
        if side.approach.opposite is not None and str(side.approach.place) in view.barred:
            (x0, y0), (x1, y1) = side.border
            yield "barred", ((x0 + x1) / 2, (y0 + y1) / 2)
    yield from renderer_of(view).tokens(plan, view)


def draw_signs(axes: Axes, plan: Layout, renderer: Renderer) -> None:
    """Draw the legend of the pieces below the map."""
    draw_legend(axes, plan, renderer.signs, points(axes, plan), style.BLOCK[0])


def _box(axes: Axes, plan: Layout, entry: Entry, number: int, ink: float) -> None:
    """Draw the box in which pieces wait, beside its arrow."""
    box = box_of(plan, entry, number)
    axes.add_patch(
        Rectangle(
            box.corner,
            box.width,
            box.height,
            facecolor=look_of(entry.army).light,
            edgecolor=look_of(entry.army).dark,
            linewidth=0.8 * ink,
            zorder=4,
        )
    )
