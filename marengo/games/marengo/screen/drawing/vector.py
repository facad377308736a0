"""The map on the page: its sheets, and the data of a position on it."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import product

import shapely
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from shapely.geometry import Polygon

from marengo.charts import sheets, style
from marengo.charts.chart_frame import look_of
from marengo.charts.figures import DRAWING
from marengo.charts.sheets import Frame, Scene, sheet
from marengo.games.marengo.armies import ADJECTIVES, ARMY_NAMES
from marengo.games.marengo.board import Approach, Board, Locality, Place
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.screen.drawing.board import canvas, draw, extent, points
from marengo.games.marengo.screen.drawing.header import ABOVE, HEADER
from marengo.games.marengo.screen.drawing.layout import ApproachLine, Layout, Spot, layout
from marengo.games.marengo.screen.drawing.picture import Arrow, is_ground, way_of
from marengo.games.marengo.screen.drawing.pieces import (
    Drawable,
    box_of,
    by_place,
    draw_blocks,
    draw_face,
    drawables,
    spots,
)
from marengo.games.marengo.screen.drawing.position import boxes, draw_besides, held_places
from marengo.games.marengo.screen.drawing.position_text import describe, piece_words, view_of
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import KINDS
from marengo.games.marengo.view import MarengoView
from marengo.languages import N_, _, language, ngettext

MOST_STRENGTH = 6
"""Of a piece, in any scenario."""


_STARS = {
    "red": N_("A red star."),
    "green": N_("A green star."),
    "blue": N_("A blue star."),
}


def board_of(board: Board) -> sheets.Board:
    """Return the sheets of a board, what its pieces are put together of, and its places."""
    return _board_in(language(), board)


@lru_cache(maxsize=4)
def _board_in(_language: str, board: Board) -> sheets.Board:
    plan = layout(board)
    left, top, width, height = frame_of(plan)
    head = ABOVE * plan.unit
    with DRAWING:
        ground, printed = (_sheet(plan, partial(_draw_part, plan, part)) for part in (True, False))
        parts = _parts(plan)
    places = {str(number): _ground(plan, number) for number in plan.shapes}
    places |= {str(side.approach.place): _line(side) for side in plan.sides if _leads(side)}
    frame = (left, top + head, width, height - head)
    return sheets.Board(frame, (left, top, width, head), ground, printed, parts, places)


def frame_of(plan: Layout) -> Frame:
    """Return what a map shows, what stands above it included."""
    left, top, right, bottom = extent(plan, HEADER)
    return left, top, right - left, bottom - top


@DRAWING
def scene_of(
    shown: MarengoState | MarengoView, *, side: Side | None = None, arrows: Iterable[Arrow] = ()
) -> Scene:
    """Return what stands on the map of a position, as one side may know it.

    Parameters
    ----------
    shown : State or View
        The position, or what one side knows of it.
    side : Side, optional
        Of a State: what this side may know.
    arrows : iterable of (from, ..., to)
        Places, or names of boxes, between which something went, and over which crossings.

    Raises
    ------
    ValueError
        ``side`` asks for more than a View of one side contains.
    """
    view = view_of(shown, side)
    plan = layout(view.board)
    waiting = {entry.name: box_of(plan, entry, len(ones)) for entry, ones in boxes(view)}
    pieces, known = [], dict[str, list[str]]()
    for place, ones in by_place(drawables(view)).items():
        if isinstance(place, Place):
            anchor = plan.anchors[place]
            placed, angle = [spot for spot, _ in spots(anchor, len(ones), plan.unit)], anchor.angle
        elif place in waiting:
            placed, angle = waiting[place].spots, 0.0
        else:
            continue
        pieces += [
            (round(x, 1), round(y, 1), round(-angle, 1), str(place), _names(piece))
            for (x, y), piece in zip(placed, ones, strict=True)
        ]
        army = _(ADJECTIVES[ones[0].army])
        line = f"{army}: {', '.join(map(piece_words, ones))}"
        known.setdefault(str(place), []).append(line)
        if isinstance(place, Place) and place.towards is not None:
            towards = _("towards {other}").format(other=f"{place.towards}{place.pair or ''}")
            known.setdefault(str(place.locality), []).append(f"{line}, {towards}")
    tints = [
        (str(number), sheets.colour(look_of(army).light)) for number, army in held_places(view)
    ]
    ways = [[*dict.fromkeys(way)] for way in (way_of(plan, arrow) for arrow in arrows) if way]
    notes = _sheet(plan, lambda axes: draw_besides(axes, plan, view))
    drawn: list[sheets.Box] = [
        (*waiting[entry.name].bounds, sheets.colour(look.light), sheets.colour(look.dark))
        for entry, _ in boxes(view)
        for look in [look_of(entry.army)]
    ]
    return Scene(describe(view), tints, drawn, pieces, notes, ways, known)


def _sheet(plan: Layout, drawing: Callable[[Axes], object]) -> str:
    figure, axes = canvas(plan, header=HEADER)
    drawing(axes)
    return sheet(figure, frame_of(plan))


def _draw_part(plan: Layout, ground: bool, axes: Axes) -> None:
    """Draw the ground, or what is printed on it."""
    draw(axes, plan)
    for artist in axes.get_children():
        artist.set_visible(is_ground(artist) == ground)


# --- what pieces are put together of ----------------------------------------------------------


def _parts(plan: Layout) -> dict[str, str]:
    """Return each part of a piece as SVG around the origin, as large as on the map."""
    whole, axes = canvas(plan, header=HEADER)
    unit, ink, half = plan.unit, points(axes, plan), style.BLOCK[0] * plan.unit
    size = 2 * half / frame_of(plan)[2] * whole.get_size_inches()[0]
    drawn = {}
    for piece in _looks():
        figure = Figure(figsize=(size, size))
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set(xlim=(-half, half), ylim=(half, -half))
        block, *face = _names(piece)
        if face:
            draw_face(axes, piece, (0.0, 0.0), (1.0, 0.0), unit, ink, 1.0)
        else:
            draw_blocks(axes, [(piece, ((0.0, 0.0), (1.0, 0.0)))], unit, ink)
        drawn[face[0] if face else block] = sheet(figure, (-half, -half, 2 * half, 2 * half))
    return drawn


def _looks() -> Iterator[Drawable]:
    """Yield a piece for each part: a block, or what is drawn on one."""
    for army in ARMY_NAMES:
        for unready, up in product(("", "unready"), (False, True)):
            yield Drawable(army, "", None, 0, unready, face_up=up)
        for kind, strength in product(Kind, range(1, MOST_STRENGTH + 1)):
            yield Drawable(army, "", kind, strength)
    any_army = ARMY_NAMES[0]
    yield Drawable(any_army, "", None, 0, acted=True)
    for bombardment in ("declared", "completed"):
        yield Drawable(any_army, "", None, 0, bombardment=bombardment)


def _names(piece: Drawable) -> list[str]:
    """Return the parts of a piece, the block first."""
    marks = (piece.army, "unready" * bool(piece.unready), "shown" * piece.face_up)
    names = [" ".join(filter(None, marks))]
    if piece.kind is not None:
        names.append(f"{piece.army} {piece.kind.name} {piece.strength}")
    if piece.acted:
        names.append("acted")
    if piece.bombardment != "none":
        done = piece.bombardment == "completed"
        names.append(f"bombardment {'completed' if done else 'declared'}")
    return names


# --- what can be pointed at -------------------------------------------------------------------


def _ground(plan: Layout, number: int) -> sheets.Place:
    locality = plan.board.locality(number)
    ground = plan.shapes[number].buffer(-style.INSET * plan.unit, join_style="mitre")
    rings = [
        ring
        for part in shapely.get_parts(ground.simplify(0.5))
        if isinstance(part, Polygon)
        for ring in (part.exterior, *part.interiors)
    ]
    outline = "".join(_path(list(ring.coords)) + "Z" for ring in rings)
    name = f"{number}, {locality.name}" if locality.name else str(number)
    return sheets.Place(outline, name, tuple(_printed(locality)))


def _printed(locality: Locality) -> Iterable[str]:
    if locality.capacity is not None:
        yield ngettext(
            "Room for {number} piece of an army.",
            "Room for {number} pieces of an army.",
            locality.capacity,
        ).format(number=locality.capacity)
    if count := locality.french_start:
        yield ngettext(
            "{number} French piece starts here.", "{number} French pieces start here.", count
        ).format(number=count)
    if locality.star:
        yield _(_STARS[locality.star])


def _leads(side: ApproachLine) -> bool:
    return side.approach.opposite is not None


def _line(side: ApproachLine) -> sheets.Place:
    approach = side.approach
    name = _("Approach of {locality} towards {other}").format(
        locality=approach.locality, other=f"{approach.opposite}{approach.pair or ''}"
    )
    return sheets.Place(_path(list(side.line)), name, (_signs(approach),), line=True)


def _signs(approach: Approach) -> str:
    """Say what the line of an approach and its symbols mean (chapter 3 of either game)."""
    if approach.impassable:
        return _("Impassable.")
    less = {kind: getattr(approach, kind.name.lower()) for kind in Kind}
    words = [_("Wide") if approach.wide else _("Narrow")]
    words += [f"{_(KINDS[kind])} −{number}" for kind, number in less.items() if number]
    if approach.cavalry_obstacle:
        words.append(_("an obstacle to cavalry"))
    return f"{'; '.join(words)}."


def _path(line: list[Spot]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
