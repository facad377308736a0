"""The map on the page: its sheets, and the data of a position on it."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product

import shapely
from matplotlib.figure import Figure
from shapely.geometry import Polygon

from marengo.charts import sheets, style
from marengo.charts.chart_frame import look_of
from marengo.charts.figures import DRAWING
from marengo.charts.sheets import Frame, Scene, sheet
from marengo.games.marengo.armies import ADJECTIVES, ARMY_NAMES, ARMY_OF
from marengo.games.marengo.board import Approach, Board, Locality, Place
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.scenario import STRENGTHS
from marengo.games.marengo.types import KINDS
from marengo.games.marengo.view import MarengoView
from marengo.languages import N_, _, language, ngettext
from marengo.screens.marengo.drawing.board import canvas, draw, fit, outward_of, points
from marengo.screens.marengo.drawing.layout import ApproachLine, Layout, Spot, layout
from marengo.screens.marengo.drawing.legend import Sample, board_items
from marengo.screens.marengo.drawing.picture import Arrow, way_of
from marengo.screens.marengo.drawing.pieces import (
    Drawable,
    box_of,
    draw_face,
    sample_of,
    stacks_of,
)
from marengo.screens.marengo.drawing.places import free_spots
from marengo.screens.marengo.drawing.position import (
    head_of,
    held_places,
    samples_of,
    tokens_of,
)
from marengo.screens.marengo.drawing.position_text import describe, piece_words
from marengo.screens.marengo.drawing.renderer import renderer_named

TINTS = 1.2
"""Layer of the tints: below is ground, above is what is printed on it."""

_EDGES = (14.0, 130.0)
"""Room around the map where no box lies, and where one does, in units."""


def board_of(view: MarengoView) -> sheets.BoardSheet:
    """Return the sheets of a board, what its pieces are put together of, and its places."""
    return _board(view.board, view.ruleset, language())


_STARS = {"red": N_("A red star."), "green": N_("A green star."), "blue": N_("A blue star.")}


@lru_cache(maxsize=4)
@DRAWING
def _board(board: Board, ruleset: str, _language: str) -> sheets.BoardSheet:
    plan, renderer = layout(board), renderer_named(ruleset)
    left, top, width, height = frame = frame_of(plan)
    drawn: list[str] = []
    for ground in (True, False):
        figure, axes = canvas((left, top, left + width, top + height))
        draw(axes, plan)
        for artist in axes.get_children():
            artist.set_visible((artist.get_zorder() < TINTS) == ground)
        drawn.append(sheet(figure, frame))
    drawn_of = _drawer(plan, figure.get_size_inches()[0] / width)
    parts = {
        name: drawn_of(sample) for name, sample in [*_samples(), *samples_of(renderer).items()]
    }
    legend = [(drawn_of(sample), words) for sample, words in [*renderer.signs, *board_items(plan)]]
    places = {str(number): _ground(plan, number) for number in plan.shapes}
    leading = [side for side in plan.sides if side.approach.opposite is not None]
    places |= {str(side.approach.place): _line(side) for side in leading}
    printed, above = drawn
    return sheets.BoardSheet(frame, printed, above, parts, places, legend)


def frame_of(plan: Layout) -> Frame:
    """Return what there is to be seen: the map, and room for boxes where there are some."""
    left, top, right, bottom = plan.frame
    taken = {outward_of(plan, plan.project(entry.at)) for entry in plan.board.entries if entry.at}
    directions = ((-1.0, 0.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0))
    west, north, east, south = (_EDGES[direction in taken] * plan.unit for direction in directions)
    return left - west, top - north, right - left + west + east, bottom - top + north + south


def scene_of(
    view: MarengoView, arrows: Iterable[Arrow] = (), losses: Iterable[tuple[Place, Side, int]] = ()
) -> Scene:
    """Return what stands on the map of a position, as the side of a view may know it.

    ``losses`` are the strength points lost at places, and by whom; both sides see that (T-22.5,
    B-17.6).
    """
    plan = layout(view.board)
    pieces, boxes, notes = [], list[sheets.Box](), dict[str, list[str]]()
    for stack in stacks_of(plan, view):
        place, ones = stack.place, stack.pieces
        pieces += [
            (round(x, 1), round(y, 1), round(-stack.angle, 1), str(place), _names(piece))
            for (x, y), piece in zip(stack.spots, ones, strict=True)
        ]
        army = _(ADJECTIVES[ones[0].army])
        line = f"{army}: {', '.join(map(piece_words, ones))}"
        notes.setdefault(str(place), []).append(line)
        if isinstance(place, str):
            entry = view.board.entry(place)
            look = look_of(entry.army)
            boxes.append((*box_of(plan, entry, len(ones))[0], look.light, look.dark))
        elif place.towards is not None:
            towards = _("towards {other}").format(other=f"{place.towards}{place.pair or ''}")
            notes.setdefault(str(place.locality), []).append(f"{line}, {towards}")
    pieces += [
        (round(x, 1), round(y, 1), 0.0, "", [name]) for name, (x, y) in tokens_of(plan, view)
    ]
    tints = [(str(number), look_of(army).light) for number, army in held_places(view)]
    ways = [[*dict.fromkeys(route)] for route in (way_of(plan, arrow) for arrow in arrows) if route]
    lost = list(losses)
    spots = free_spots(view, [(str(place), False) for place, *_ in lost])
    marks = [
        (round(x, 1), round(y, 1), str(place), number, look_of(ARMY_OF[side]).colour)
        for (place, side, number), (x, y) in zip(lost, spots, strict=True)
    ]
    for place, side, number in lost:
        army = _(ADJECTIVES[ARMY_OF[side]])
        line = _("{army}: strength lost here: {number}").format(army=army, number=number)
        notes.setdefault(str(place), []).append(line)
    return Scene(describe(view), tints, boxes, pieces, head_of(view), ways, marks, notes)


# --- what pieces are put together of ----------------------------------------------------------


def _drawer(plan: Layout, inches: float) -> Callable[[Sample], str]:
    """Return what draws samples as SVG around the origin, as large as on the map.

    All on one figure: to make one takes longer than to draw a sample.
    """
    half = style.BLOCK[0] * plan.unit
    figure = Figure(figsize=(2 * half * inches, 2 * half * inches))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    fit(axes, (-half, -half, half, half))

    def drawn(sample: Sample) -> str:
        sample(axes, (0.0, 0.0), plan.unit, points(axes, plan))
        svg = sheet(figure, (-half, -half, 2 * half, 2 * half))
        for artist in [*axes.patches, *axes.lines, *axes.collections, *axes.texts]:
            artist.remove()
        return svg

    return drawn


def _samples() -> Iterator[tuple[str, Sample]]:
    """Yield a name and a sample for each part of a piece: a block, or what is drawn on one."""
    for army in ARMY_NAMES:
        for unready, up in product(("", "unready"), (False, True)):
            piece = Drawable(army, "", None, 0, unready, face_up=up)
            yield _names(piece)[0], sample_of(piece)
        for kind, strength in product(Kind, STRENGTHS):
            yield _face(Drawable(army, "", kind, strength))
    yield _face(Drawable(ARMY_NAMES[0], "", None, 0, acted=True))
    for bombardment in ("declared", "completed"):
        yield _face(Drawable(ARMY_NAMES[0], "", None, 0, bombardment=bombardment))


def _face(piece: Drawable) -> tuple[str, Sample]:
    """Return the name of what is drawn on a block, and a sample of it."""
    return _names(piece)[1], lambda axes, at, unit, ink: draw_face(
        axes, piece, at, (1.0, 0.0), unit, ink, 1.0
    )


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
