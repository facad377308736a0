"""Pictures for the screen: PNG and HTML of positions, quick enough to step through a game.

The map never changes, so it is drawn once for each board; what stands on it is taken off again.
"""

import html
from collections.abc import Iterable
from functools import lru_cache

from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Annulus, FancyArrowPatch, Patch, PathPatch
from PIL import Image
from shapely.geometry import LineString

from marengo.charts import style
from marengo.charts.figures import DRAWING, WIDTH, encoded, rendered
from marengo.charts.sheets import Frame
from marengo.core.numbers import COUNT, REAL, takes
from marengo.core.view import picture_html
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView
from marengo.screens.marengo.drawing.board import canvas, draw, extent, outline_of, points
from marengo.screens.marengo.drawing.layout import Layout, Spot, layout
from marengo.screens.marengo.drawing.position import (
    HEADER,
    draw_held,
    draw_position,
    draw_signs,
)
from marengo.screens.marengo.drawing.position_text import describe, view_of
from marengo.screens.marengo.drawing.renderer import renderer_named

__all__ = ["to_html", "to_png"]

Arrow = tuple[Place | str, ...]
"""Way of something from place to place; between them the crossings of its road."""

_SIGNAL = "#f0e442"  # of arrows and rings, the yellow of Okabe and Ito's palette


@DRAWING
@takes(width=COUNT, part=REAL)
def to_png(
    shown: MarengoState | MarengoView,
    *,
    side: Side | None = None,
    width: int = WIDTH,
    arrows: Iterable[Arrow] = (),
    part: Frame | None = None,
) -> bytes:
    """Draw a position as a PNG file.

    Parameters
    ----------
    shown : State or View
        The position, or what one side knows of it.
    side : Side, optional
        Of a State: draw what this side may know.
    width : int
        Width in pixels; the height follows from the board.
    arrows : iterable of (from, ..., to)
        Places, or names of boxes, to draw arrows between, over crossings; a ring where both are
        the same.
    part : (left, top, width, height), optional
        What is shown of the map.

    Returns
    -------
    bytes
        The same for the same position, with no date or version in it.

    Raises
    ------
    ValueError
        ``side`` asks for more than a View of one side contains, or the width is not positive.
    """
    if width < 1:
        raise ValueError(f"width: expected 1 or more pixels, not {width}")
    view = view_of(shown, side)
    plan = layout(view.board)
    figure, axes = _map(view.board, view.ruleset, part)
    printed = set(axes.get_children())
    try:
        draw_held(axes, plan, view)
        draw_position(axes, plan, view)
        draw_arrows(axes, view.board, arrows)
        picture = rendered(figure, width).convert("RGB")
    finally:
        for artist in set(axes.get_children()) - printed:
            artist.remove()
    return encoded(_indexed(picture))


def _indexed(picture: Image.Image) -> Image.Image:
    """Return a picture of few colours, those of the stars as they are: they tell them apart."""
    star_colours = [round(255 * part) for name in style.STAR.values() for part in to_rgba(name)[:3]]
    most = 256 - len(style.STAR)
    few = picture.quantize(most, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(few.getpalette() or [])[: 3 * most], *star_colours])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


@takes(width=COUNT)
def to_html(
    shown: MarengoState | MarengoView, *, side: Side | None = None, width: int = WIDTH
) -> str:
    """Show a position as a piece of HTML: the picture, and below it the same in words.

    Parameters
    ----------
    shown, side, width
        As for `to_png`.

    Returns
    -------
    str
        A ``figure`` that holds all it needs; the words unfold on a click.
    """
    clock, *armies = describe(shown, side=side).splitlines()
    png = to_png(shown, side=side, width=width)
    return figure(png, f"Map of the position: {clock}", [clock, *armies])


def figure(png: bytes, alt: str, lines: Iterable[str], caption: str = "") -> str:
    """Return a picture as a piece of HTML, with what it shows in words below it."""
    words = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
    below = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    return (
        f'<figure style="margin: 0">{picture_html(png, alt)}'
        f"{below}<details><summary>The position in words</summary>{words}</details></figure>"
    )


@lru_cache(maxsize=4)
def _map(board: Board, ruleset: str, part: Frame | None) -> tuple[Figure, Axes]:
    """Draw the map of a position, or a part of it, and what is printed on and below it."""
    left, top, width, height = part or (0.0, 0.0, 0.0, 0.0)
    whole = (left, top, left + width, top + height) if part else extent(layout(board), HEADER)
    figure, axes = canvas(whole)
    draw(axes, layout(board), names=False)
    draw_signs(axes, layout(board), renderer_named(ruleset))
    return figure, axes


def draw_arrows(axes: Axes, board: Board, arrows: Iterable[Arrow]) -> None:
    """Draw arrows from place to place; a ring where both ends are the same."""
    plan = layout(board)
    ink = points(axes, plan)
    sizes = f"head_length={22 * ink},head_width={26 * ink},tail_width={9 * ink}"
    look = {"edgecolor": style.INK, "linewidth": 1.5 * ink, "zorder": 8}
    for *over, before, end in filter(None, (way_of(plan, arrow) for arrow in arrows)):
        legs = [LineString([*over, before]).buffer(4.5 * plan.unit)] if over else []
        signs: list[Patch] = [PathPatch(outline_of(leg)) for leg in legs]
        if before == end:
            signs.append(Annulus(end, 40 * plan.unit, 9 * plan.unit))
        else:
            shape = f"simple,{sizes}"
            signs.append(FancyArrowPatch(before, end, arrowstyle=shape, shrinkA=0, shrinkB=0))
        for sign in signs:
            sign.set(facecolor=_SIGNAL, **look)
            sign.set_gid("arrow")
            axes.add_patch(sign)


def way_of(plan: Layout, arrow: Arrow) -> list[Spot]:
    """Return the points of an arrow; none if the board does not draw one of its ends."""
    board = plan.board
    at = {entry.name: plan.project(entry.at) for entry in board.entries if entry.at}
    over = {crossing.id: plan.project(crossing.at) for crossing in board.crossings if crossing.at}
    start, end = (
        at.get(place) if isinstance(place, str) else plan.anchors[place].at
        for place in (arrow[0], arrow[-1])
    )
    if start is None or end is None:
        return []
    return [start, *(over[str(via)] for via in arrow[1:-1] if via in over), end]
