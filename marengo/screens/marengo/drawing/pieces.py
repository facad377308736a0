"""Pieces as blocks: hidden ones plain, shown ones with a symbol for each strength point."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from matplotlib.axes import Axes

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.charts.sheets import Frame
from marengo.games.marengo.armies import ARMY_OF, Army
from marengo.games.marengo.board import Entry, Place
from marengo.games.marengo.rules.vocabulary import Kind
from marengo.games.marengo.types import Block, Piece
from marengo.games.marengo.view import MarengoView
from marengo.screens.marengo.drawing.board import near_entries, outward_of
from marengo.screens.marengo.drawing.layout import Anchor, Layout, Spot
from marengo.screens.marengo.drawing.legend import Sample
from marengo.screens.marengo.drawing.symbols import (
    Strokes,
    Symbol,
    add_shapes,
    add_symbol,
    circle,
    rectangle,
    turned,
)

_SYMBOL: dict[Kind, Symbol] = {
    Kind.INFANTRY: "infantry",
    Kind.CAVALRY: "cavalry",
    Kind.ARTILLERY: "artillery",
}

_LAYER = 0.001  # between what is drawn on a block, the block, and the next block

# In units: the least that is seen of a block that lies below others like a shingle; in boxes the
# step from piece to piece, and the room around all of them.
_SHINGLE = 12.0
_BOX_STEP = (style.BLOCK[0] + 3, style.BLOCK[1] + 2.5)
_BOX_MARGIN = 8.0


@dataclass(frozen=True, slots=True)
class Drawable:
    """A piece as it is to be drawn."""

    army: Army
    place: Place | str  # a place or the name of a box
    kind: Kind | None  # none where the reader may not see it
    strength: int
    unready: str = ""  # "disorganised" or "inactive"
    acted: bool = False
    assaulted: bool = False
    face_up: bool = False
    bombardment: str = "none"


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
    return Drawable(
        ARMY_OF[piece.side],
        piece.place,
        kind,
        strength,
        "disorganised" if not piece.organised else "inactive" if not piece.active else "",
        piece.acted,
        piece.assaulted,
        piece.face_up,
        piece.bombardment,
    )


def drawables(view: MarengoView) -> list[Drawable]:
    """List all pieces that are still in the game."""
    pieces: list[Piece | Block] = [*view.own, *view.enemy]
    return [shown for piece in pieces if (shown := drawable(piece)) is not None]


def by_place(pieces: Iterable[Drawable]) -> dict[Place | str, list[Drawable]]:
    """Sort pieces by where they stand, shown ones first and the strongest first."""
    groups: dict[Place | str, list[Drawable]] = {}
    for piece in pieces:
        groups.setdefault(piece.place, []).append(piece)
    for group in groups.values():
        group.sort(key=_rank)
    return groups


def _rank(piece: Drawable) -> tuple[object, ...]:
    """Order pieces of a place by face, then by marks that everybody sees."""
    face = (piece.kind is None, piece.kind or 0, -piece.strength)
    return (*face, bool(piece.unready), piece.acted, piece.face_up, piece.bombardment)


def spots(anchor: Anchor, count: int, unit: float) -> Iterator[tuple[Spot, Spot]]:
    """Yield centre and direction of each of ``count`` blocks of a place, row upon row."""
    angle = math.radians(anchor.angle)
    along = (math.cos(angle), -math.sin(angle))
    columns = anchor.columns if count > 1 else 1
    rows = -(-count // columns)
    pitch = (style.BLOCK[1] + 2.5) * unit
    if rows > anchor.rows:
        pitch = max(pitch * anchor.rows / rows, _SHINGLE * unit)
    step = (style.BLOCK[0] + 3) * unit
    # a reserve is spread around its anchor, an approach fills up from its line
    first = -(rows - 1) / 2 * pitch if anchor.inward == (0.0, 1.0) and anchor.angle == 0 else 0.0
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        shift = (column - (in_row - 1) / 2) * step
        back = first + row * pitch
        x = anchor.at[0] + along[0] * shift + anchor.inward[0] * back
        y = anchor.at[1] + along[1] * shift + anchor.inward[1] * back
        yield (x, y), along


def draw_blocks(
    axes: Axes,
    blocks: list[tuple[Drawable, tuple[Spot, Spot]]],
    unit: float,
    ink: float,
    name: str = "{army} piece",
) -> None:
    """Draw blocks at their spots, later ones over earlier ones; each is named in the figure."""
    outline = rectangle(style.BLOCK[0] / 2 * unit, style.BLOCK[1] / 2 * unit)
    for index, (piece, (at, along)) in enumerate(blocks):
        zorder, look = 6 + 10 * _LAYER * index, look_of(piece.army)
        paint: dict[str, Any] = {"facecolor": look.colour, "edgecolor": look.dark}
        if piece.unready:
            hatch = {"hatch": "/////", "hatch_linewidth": 0.5 * ink}
            paint |= {"facecolor": look.light, "linestyle": (0, (2.0, 1.2)), **hatch}
        width = (3.6 if piece.face_up else 1.2) * ink
        block = add_shapes(axes, [turned(at, along, outline)], closed=True, linewidth=width)
        block.set(zorder=zorder, gid=name.format(army=piece.army), **paint)
        draw_face(axes, piece, at, along, unit, ink, zorder + _LAYER)


def draw_face(
    axes: Axes, piece: Drawable, at: Spot, along: Spot, unit: float, ink: float, zorder: float
) -> None:
    """Draw symbols and marks on a block."""
    strokes = Strokes()
    size = style.BLOCK[1] * 0.66 * unit
    if piece.kind is not None:
        for index in range(piece.strength):
            shift = (index - (piece.strength - 1) / 2) * size * 1.12
            centre = turned(at, along, [(shift, 0.0)])[0]
            add_symbol(strokes, _SYMBOL[piece.kind], centre, along, size)
    dark = look_of(piece.army).dark
    strokes.draw(axes, 0.9 * ink, zorder, ink=dark, paper=style.FACE, step=_LAYER)
    marks = Strokes()
    right, top = style.BLOCK[0] / 2 * unit, style.BLOCK[1] / 2 * unit
    if piece.acted:
        corner: list[Spot] = [(right, -top), (right - 0.8 * top, -top), (right, 0.8 * top - top)]
        marks.bars.append(turned(at, along, corner))
    if piece.bombardment != "none":
        burst = _burst(turned(at, along, [(-right, -top)])[0], 9.0 * unit)
        done = piece.bombardment == "completed"
        fill, edge = ("white", style.INK) if done else (style.INK, "white")
        look = {"facecolor": fill, "edgecolor": edge, "linewidth": 1.1 * ink}
        add_shapes(axes, [burst], closed=True, **look, zorder=zorder + 0.5)  # above its neighbours
    marks.draw(axes, 0.9 * ink, zorder + 3 * _LAYER, ink=style.INK, paper="white", step=_LAYER)


def _burst(at: Spot, radius: float) -> list[Spot]:
    """Return a star of eight points, for a bombardment."""
    outer, inner = circle(at, radius, 8), circle(at, radius * 0.5, 16)[1::2]
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


def piece_signs(unready: str) -> tuple[tuple[Sample, str], ...]:
    """Return what a legend says of pieces; ``unready`` as for `Drawable`."""
    gun = Drawable("austrian", "", Kind.ARTILLERY, 1, face_up=True)
    foot = Drawable("austrian", "", Kind.INFANTRY, 3)
    return (
        (sample_of(foot), "infantry 3"),
        (sample_of(Drawable("french", "", Kind.CAVALRY, 2)), "cavalry 2"),
        (sample_of(Drawable("french", "", None, 0)), "hidden"),
        (sample_of(Drawable("french", "", None, 0, unready=unready)), unready),
        (sample_of(replace(foot, acted=True)), "has acted this turn"),
        (sample_of(replace(foot, face_up=True)), "shown to both sides"),
        (sample_of(replace(gun, bombardment="declared")), "bombardment declared"),
        (sample_of(replace(gun, bombardment="completed")), "bombardment completed"),
        (draw_cross, "no more assault here this turn"),
    )


def sample_of(piece: Drawable) -> Sample:
    """Return a sample of a piece."""

    def draw(axes: Axes, at: Spot, unit: float, ink: float) -> None:
        draw_blocks(axes, [(piece, (at, (1.0, 0.0)))], unit, ink, "sample")

    return draw


def draw_cross(axes: Axes, at: Spot, _: float, ink: float, gid: str | None = None) -> None:
    """Draw the cross of a border over which an assault was lost."""
    look: dict[str, Any] = {"marker": "X", "c": style.INK, "edgecolors": "white", "zorder": 7.5}
    axes.scatter(*at, s=(22 * ink) ** 2, gid=gid, **look)


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces that stand together, and where each is drawn."""

    place: Place | str
    pieces: list[Drawable]
    spots: list[Spot]  # their middles
    angle: float = 0.0  # of their long sides in degrees, as readers see it

    @property
    def blocks(self) -> list[tuple[Drawable, tuple[Spot, Spot]]]:
        """The pieces with middle and direction."""
        turn = math.radians(self.angle)
        along = (math.cos(turn), -math.sin(turn))
        return [(piece, (at, along)) for piece, at in zip(self.pieces, self.spots, strict=True)]


def stacks_of(plan: Layout, view: MarengoView) -> Iterator[Stack]:
    """Yield all pieces by where they stand, but for boxes that the board does not draw."""
    entries = {entry.name: entry for entry in plan.board.entries if entry.at is not None}
    for place, pieces in by_place(drawables(view)).items():
        if isinstance(place, Place):
            anchor = plan.anchors[place]
            placed = [at for at, _ in spots(anchor, len(pieces), plan.unit)]
            yield Stack(place, pieces, placed, anchor.angle)
        elif place in entries:
            yield Stack(place, pieces, box_of(plan, entries[place], len(pieces))[1])


def box_of(plan: Layout, entry: Entry, number: int) -> tuple[Frame, list[Spot]]:
    """Return where the box of an entry is drawn, beside its arrow, and so many pieces in it."""
    assert entry.at is not None
    at, unit = plan.project(entry.at), plan.unit
    outward = outward_of(plan, at)
    along = int(abs(outward[0]) > 0.5)  # the edge runs from top to bottom
    neighbours = [plan.project(other.at) for other in near_entries(plan, entry) if other.at]
    side = -1 if any(other[along] > at[along] for other in neighbours) else 1
    columns = 2 if number > 1 else 1
    rows = -(-number // columns)
    width, height = columns * _BOX_STEP[0] + _BOX_MARGIN, rows * _BOX_STEP[1] + _BOX_MARGIN
    if along:
        x, y = at[0] + outward[0] * 68 * unit, at[1] + side * (90 + height / 2) * unit
    else:
        x, y = at[0] + side * (50 + width / 2) * unit, at[1] + outward[1] * 52 * unit
    spots = []
    for row, column in (divmod(index, columns) for index in range(number)):
        right, down = column - (columns - 1) / 2, row - (rows - 1) / 2
        spots.append((x + right * _BOX_STEP[0] * unit, y + down * _BOX_STEP[1] * unit))
    corner = (x - width / 2 * unit, y - height / 2 * unit)
    return (*corner, width * unit, height * unit), spots
