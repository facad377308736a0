"""Pictures for the screen: PNG and HTML of positions, quick enough to step through a game.

The map beneath the pieces never changes, so it is drawn once for each board and width, as two
sheets: the ground, and all that is printed on it. A position adds the tint of held localities
between them and its pieces on top.
"""

import base64
import html
import math
from collections.abc import Iterable
from functools import lru_cache

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Annulus, FancyArrowPatch, Patch, PathPatch
from PIL import Image, ImageColor
from shapely.geometry import LineString

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.charts.figures import DRAWING, WIDTH, encoded, rendered
from marengo.games.marengo.armies import ARMY_NAMES
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.board import canvas, draw, outline_of, points
from marengo.games.marengo.screen.drawing.header import HEADER
from marengo.games.marengo.screen.drawing.layout import Layout, Spot, layout
from marengo.games.marengo.screen.drawing.position import draw_held, draw_position, draw_signs
from marengo.games.marengo.screen.drawing.position_text import describe, view_of
from marengo.games.marengo.screen.drawing.renderer import Renderer, renderer_of
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView

__all__ = ["to_html", "to_png"]

Arrow = tuple[Place | str, ...]
"""Where something went, from place to place; between them the crossings of its road."""

_GROUND = 1.2  # layer of the tints: below is ground, above is what is printed on it
_SIGNAL = "#f0e442"  # of arrows and rings, the yellow of Okabe and Ito's palette
_APART = 8.0  # least distance of two colours of the palette that are not taken for one another


@DRAWING
def to_png(
    shown: MarengoState | MarengoView,
    *,
    side: Side | None = None,
    width: int = WIDTH,
    arrows: Iterable[Arrow] = (),
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
    ground, printed = _sheets(view.board, renderer_of(view), width)
    tints, pieces = _blank(view.board), _blank(view.board)
    draw_held(tints, layout(view.board), view)
    draw_position(pieces, layout(view.board), view)
    draw_arrows(pieces, view.board, arrows)
    picture = ground.copy()
    for sheet in (_axes_rendered(tints, width), printed, _axes_rendered(pieces, width)):
        picture.alpha_composite(sheet)
    return encoded(picture.convert("RGB").quantize(palette=_palette(), dither=Image.Dither.NONE))


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
    picture = base64.b64encode(to_png(shown, side=side, width=width)).decode()
    clock, *armies = (html.escape(line) for line in describe(shown, side=side).splitlines())
    words = "".join(f"<p>{line}</p>" for line in armies)
    return (
        f'<figure style="margin: 0"><img alt="Map of the position: {clock}" '
        f'src="data:image/png;base64,{picture}" style="max-width: 100%">'
        f"<details><summary>The position in words</summary><p>{clock}</p>{words}</details></figure>"
    )


@lru_cache(maxsize=4)
def _sheets(board: Board, renderer: Renderer, width: int) -> tuple[Image.Image, Image.Image]:
    """Draw the map: the ground, and transparent but for what is printed on and below it."""
    sheets = []
    for ground in (True, False):
        axes = _blank(board)
        draw(axes, layout(board), names=False)
        draw_signs(axes, layout(board), renderer)
        for artist in axes.get_children():
            artist.set_visible(is_ground(artist) == ground)
        sheets.append(_axes_rendered(axes, width))
    paper = Image.new("RGBA", sheets[0].size, style.MARGIN)
    paper.alpha_composite(sheets[0])
    return paper, sheets[1]


def is_ground(artist: Artist) -> bool:
    """Whether a part of a map lies below the tints of places."""
    return artist.get_zorder() < _GROUND


def _blank(board: Board) -> Axes:
    """Return transparent axes of the size of a position."""
    figure, axes = canvas(layout(board), header=HEADER)
    figure.set_facecolor("none")
    return axes


def _axes_rendered(axes: Axes, width: int) -> Image.Image:
    """Draw the figure of some axes."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    return rendered(figure, width)


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
    at = {one.name: plan.project(one.at) for one in board.entries if one.at}
    over = {one.id: plan.project(one.at) for one in board.crossings if one.at}
    start, end = (
        at.get(one) if isinstance(one, str) else plan.anchors[one].at
        for one in (arrow[0], arrow[-1])
    )
    if start is None or end is None:
        return []
    return [start, *(over[str(one)] for one in arrow[1:-1] if one in over), end]


def _blend(one: str, other: str, share: float) -> tuple[int, ...]:
    """Return the colour between two, ``share`` of the way from one to the other."""
    ends = zip(ImageColor.getrgb(one), ImageColor.getrgb(other), strict=True)
    return tuple(round(a + (b - a) * share) for a, b in ends)


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    """Return the colours of a position: those of its signs, and how they blend at their edges."""
    # a palette of its own makes pictures a quarter as large, and is quicker than the best of each
    grounds = [
        *(style.PAPER, style.GAP, style.FACE, style.MARGIN, style.WATER),
        *(look_of(army).light for army in ARMY_NAMES),
    ]
    signs = [style.FAINT, style.MAIN_ROAD, style.LOCAL_ROAD, style.OBJECTIVE, style.SHORE]
    signs += [_SIGNAL, *(look_of(army).colour for army in ARMY_NAMES)]
    signs += [*(look_of(army).dark for army in ARMY_NAMES), *style.STAR.values()]
    meeting = [(ground, ground, 1) for ground in grounds]
    meeting += [(ground, style.INK, 9) for ground in grounds]
    meeting += [(ground, sign, 4) for sign in signs for ground in grounds]
    chosen: list[tuple[int, ...]] = []
    for one, other, steps in meeting:
        for step in range(steps):
            colour = _blend(one, other, step / max(1, steps - 1))
            if all(math.dist(colour, near) >= _APART for near in chosen):
                chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in chosen[:256] for value in colour])
    return palette
