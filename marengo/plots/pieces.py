"""Pieces as blocks: hidden ones plain, shown ones with a symbol for each strength point."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from marengo.board import Place
from marengo.game import Block, Kind, Piece, Side
from marengo.plots import style
from marengo.plots.layout import Anchor, Layout, Spot
from marengo.plots.symbols import Strokes, Symbol, add_symbol, circle, turned

_SYMBOL: dict[Kind, Symbol] = {
    Kind.INFANTRY: "infantry",
    Kind.CAVALRY: "cavalry",
    Kind.ARTILLERY: "artillery",
}

# From this many rows on, blocks of one place lie on one another like shingles.
_ROWS = 4


@dataclass(frozen=True, slots=True)
class Drawable:
    """A piece as it is to be drawn.

    Parameters
    ----------
    army : "austrian" or "french"
        Its owner.
    place : Place or str
        Place or name of a box.
    kind, strength : Kind or None, int
        Its face; no kind where the reader may not see it.
    organised, acted, face_up : bool
        Marks of the piece.
    bombardment : str
        As for a Piece.
    """

    army: style.Side
    place: Place | str
    kind: Kind | None
    strength: int
    organised: bool
    acted: bool
    face_up: bool
    bombardment: str


def drawable(piece: Piece | Block) -> Drawable | None:
    """Return what can be drawn of a piece or block; None when it is out of the game."""
    if piece.place is None:
        return None
    kind: Kind | None = None
    strength = 0
    if isinstance(piece, Piece):
        kind, strength = piece.kind, piece.strength
    elif piece.known:
        kind, strength = next(iter(piece.faces))
    army: style.Side = "austrian" if piece.side == Side.AUSTRIAN else "french"
    return Drawable(
        army,
        piece.place,
        kind,
        strength,
        piece.organised,
        piece.acted,
        piece.face_up,
        piece.bombardment,
    )


def by_place(pieces: Iterable[Drawable]) -> dict[Place | str, list[Drawable]]:
    """Sort pieces by where they stand, shown ones first and the strongest first."""
    found: dict[Place | str, list[Drawable]] = {}
    for piece in pieces:
        found.setdefault(piece.place, []).append(piece)
    for here in found.values():
        here.sort(key=lambda piece: (piece.kind is None, piece.kind or 0, -piece.strength))
    return found


def spots(anchor: Anchor, count: int, unit: float) -> Iterator[tuple[Spot, Spot]]:
    """Yield centre and direction of each of ``count`` blocks of a place, row upon row."""
    angle = math.radians(anchor.angle)
    along = (math.cos(angle), -math.sin(angle))
    columns = anchor.columns if count > 1 else 1
    rows = -(-count // columns)
    pitch = (style.BLOCK[1] + 2.5) * unit
    if rows > _ROWS:
        pitch *= _ROWS / rows
    step = (style.BLOCK[0] + 3) * unit
    # a reserve is spread around its anchor, an approach fills up from its line
    first = -(rows - 1) / 2 * pitch if anchor.inward == (0.0, 1.0) and anchor.angle == 0 else 0.0
    for index in range(count):
        row, column = divmod(index, columns)
        here = min(columns, count - row * columns)
        shift = (column - (here - 1) / 2) * step
        back = first + row * pitch
        x = anchor.at[0] + along[0] * shift + anchor.inward[0] * back
        y = anchor.at[1] + along[1] * shift + anchor.inward[1] * back
        yield (x, y), along


def draw_pieces(axes: Axes, plan: Layout, pieces: list[Drawable], ink: float) -> None:
    """Draw the pieces that stand on the map."""
    for place, here in by_place(pieces).items():
        if isinstance(place, Place):
            anchor = plan.anchors[place]
            placed = spots(anchor, len(here), plan.unit)
            draw_blocks(axes, list(zip(here, placed, strict=True)), plan.unit, ink)


def draw_blocks(
    axes: Axes, blocks: list[tuple[Drawable, tuple[Spot, Spot]]], unit: float, ink: float
) -> None:
    """Draw blocks at their spots, later ones over earlier ones."""
    half = (style.BLOCK[0] / 2 * unit, style.BLOCK[1] / 2 * unit)
    outline: list[Spot] = [
        (-half[0], -half[1]),
        (half[0], -half[1]),
        (half[0], half[1]),
        (-half[0], half[1]),
    ]
    for index, (piece, (at, along)) in enumerate(blocks):
        zorder = 6 + 0.01 * index
        block = PolyCollection(
            [turned(at, along, outline)],
            facecolors=(style.ARMY if piece.organised else style.ARMY_LIGHT)[piece.army],
            edgecolors=style.ARMY_DARK[piece.army],
            linewidths=(3.6 if piece.face_up else 1.2) * ink,
            linestyles="-" if piece.organised else (0, (2.0, 1.2)),
            zorder=zorder,
        )
        if not piece.organised:
            block.set_hatch("/////")
            block.set_hatch_linewidth(0.5 * ink)
        block.set_gid(f"{piece.army} piece")
        axes.add_collection(block)
        _face(axes, piece, at, along, unit, ink, zorder + 0.001)


def _face(
    axes: Axes, piece: Drawable, at: Spot, along: Spot, unit: float, ink: float, zorder: float
) -> None:
    """Draw symbols and marks on a block."""
    strokes = Strokes()
    size = style.BLOCK[1] * 0.66 * unit
    if piece.kind is not None:
        for index in range(piece.strength):
            shift = (index - (piece.strength - 1) / 2) * size * 1.12
            spot = turned(at, along, [(shift, 0.0)])[0]
            add_symbol(strokes, _SYMBOL[piece.kind], spot, along, size)
    dark = style.ARMY_DARK[piece.army]
    strokes.draw(axes, 0.9 * ink, zorder, ink=dark, paper=style.FACE)
    marks = Strokes()
    right, top = style.BLOCK[0] / 2 * unit, style.BLOCK[1] / 2 * unit
    if piece.acted:
        corner: list[Spot] = [(right, -top), (right - 0.8 * top, -top), (right, 0.8 * top - top)]
        marks.bars.append(turned(at, along, corner))
    if piece.bombardment != "none":
        spot = turned(at, along, [(-right, -top)])[0]
        burst = [(spot[0] + u, spot[1] + v) for u, v in _burst(6.5 * unit)]
        (marks.boxes if piece.bombardment == "completed" else marks.bars).append(burst)
    marks.draw(axes, 0.9 * ink, zorder + 0.002, ink=style.INK, paper="white")


def _burst(radius: float) -> list[Spot]:
    """Return a star of eight points around the origin, for a bombardment."""
    outer, inner = circle(radius, 8), circle(radius * 0.5, 16)[1::2]
    return [spot for pair in zip(outer, inner, strict=True) for spot in pair]
