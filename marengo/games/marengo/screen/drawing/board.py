"""The map of a board."""

from collections.abc import Iterator
from math import dist

import shapely
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, PathPatch
from matplotlib.path import Path
from shapely.geometry import LineString, Polygon

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.board import Board, Entry, Road
from marengo.games.marengo.screen.drawing.layout import Layout, Spot, courses, layout
from marengo.games.marengo.screen.drawing.legend import board_items, draw_legend
from marengo.games.marengo.screen.drawing.symbols import Strokes, add_arrow, add_side, circle
from marengo.games.marengo.screen.drawing.writing import write, write_label

__all__ = ["board", "boards"]

NEAR = 110  # units between two entries below which their names and boxes would overlap


def board(
    board: Board,
    *,
    figure_size: tuple[float, float] | None = None,
    numbers: bool = True,
    names: bool = True,
    legend: bool = True,
) -> Figure:
    """Draw the map of a board, in the orientation of the printed one.

    Parameters
    ----------
    board : Board
        The board; its localities need polygons.
    figure_size : (width, height), optional
        Size in inches; without it 16 inches wide.
    numbers : bool
        True to write the numbers of the localities, which moves are written with.
    names : bool
        True to write the printed names.
    legend : bool
        True to explain the signs below the map.

    Returns
    -------
    Figure
        A figure of its own, not one of pyplot's.

    Raises
    ------
    ValueError
        A locality has no polygon.
    """
    plan = layout(board)
    figure, axes = canvas(extent(plan), figure_size)
    draw(axes, plan, numbers=numbers, names=names)
    if legend:
        draw_legend(axes, plan, board_items(plan), points(axes, plan))
    _title_above(axes, plan)
    return figure


def boards(*shown: Board, numbers: bool = True, names: bool = False) -> Figure:
    """Draw the maps of several boards side by side.

    Parameters
    ----------
    shown : Board
        The boards; their localities need polygons.
    numbers, names : bool
        True to write numbers and names of the localities.

    Returns
    -------
    Figure
        A figure of its own, 16 inches wide, not one of pyplot's.

    Raises
    ------
    ValueError
        A locality has no polygon, or there is no board.
    """
    if not shown:
        raise ValueError("expected at least one board to draw")
    plans = [layout(one) for one in shown]
    shapes = []
    for plan in plans:
        left, top, right, bottom = extent(plan)
        shapes.append((bottom - top) / (right - left))
    width = 16.0 / len(plans)
    figure = Figure(figsize=(16.0, width * max(shapes)), facecolor=style.MARGIN)
    for place, plan in enumerate(plans):
        axes = figure.add_axes((place / len(plans), 0.0, 1.0 / len(plans), 1.0))
        fit(axes, extent(plan))
        axes.set_anchor("N")
        draw(axes, plan, numbers=numbers, names=names)
        _title_above(axes, plan)
    return figure


def extent(plan: Layout, header: float = 0.0) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the drawing: the map and room for boxes around it."""
    left, top, right, bottom = plan.frame
    unit = plan.unit
    return left - 130 * unit, top - (100 + header) * unit, right + 130 * unit, bottom + 105 * unit


def canvas(
    shown: tuple[float, float, float, float], figure_size: tuple[float, float] | None = None
) -> tuple[Figure, Axes]:
    """Return a figure whose axes are left, top, right and bottom of a drawing."""
    left, top, right, bottom = shown
    size = figure_size or (16.0, 16.0 * (bottom - top) / (right - left))
    figure = Figure(figsize=size, facecolor=style.MARGIN)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    fit(axes, shown)
    return figure, axes


def fit(axes: Axes, shown: tuple[float, float, float, float]) -> None:
    """Let axes without frame show left, top, right and bottom of a drawing, y downwards."""
    left, top, right, bottom = shown
    axes.set_axis_off()
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.set_aspect("equal")


def points(axes: Axes, plan: Layout) -> float:
    """Return how many points of ink a unit of drawing is long in these axes."""
    share = axes.get_position(original=True)
    size = axes.get_figure(root=True).get_size_inches()  # type: ignore[union-attr]
    width, height = size[0] * share.width, size[1] * share.height
    left, right = axes.get_xlim()
    bottom, top = axes.get_ylim()
    scale = min(width / abs(right - left), height / abs(bottom - top))
    return float(72 * scale * plan.unit)


def draw(axes: Axes, plan: Layout, *, numbers: bool = True, names: bool = True) -> None:
    """Draw a board that is laid out, layer upon layer (see `board`)."""
    ink = points(axes, plan)
    _water(axes, plan)
    _ground(axes, plan, ink)
    _roads(axes, plan, ink)
    _objective(axes, plan, ink)
    _approaches(axes, plan, ink)
    _crossings(axes, plan, ink)
    for entry in plan.board.entries:
        _entry(axes, plan, entry, ink)
    for locality in plan.board.localities:
        write_label(axes, plan, locality, ink, number=numbers, name=names)


def _title_above(axes: Axes, plan: Layout) -> None:
    """Write the title of a board above its map."""
    left, top, right, _ = plan.frame
    size = style.TITLE_SIZE * points(axes, plan)
    at = ((left + right) / 2, top - 60 * plan.unit)
    write(axes, at, plan.board.title or plan.board.name, size, family="serif", va="center")


def outline_of(shape: Polygon) -> Path:
    """Return the outline of a polygon with its holes as a path."""
    rings = [shape.exterior, *shape.interiors]
    return Path.make_compound_path(*(Path(list(ring.coords), closed=True) for ring in rings))


def inner_outlines(plan: Layout, number: int, inset: float = style.INSET) -> list[Path]:
    """Return the outlines of a locality's ground so many units within its border."""
    ground = plan.shapes[number].buffer(-inset * plan.unit, join_style="mitre")
    return [outline_of(part) for part in shapely.get_parts(ground)]


def _water(axes: Axes, plan: Layout) -> None:
    """Draw water along the sides that nobody can pass: a river outside, wet ground inside."""
    ground = shapely.union_all(list(plan.shapes.values()))
    shore = [
        LineString(side.border)
        for side in plan.sides
        if side.approach.impassable and side.approach.opposite is None
    ]
    holes = [Polygon(ring) for part in shapely.get_parts(ground) for ring in part.interiors]
    outside = [line for line in shore if not any(hole.buffer(1).covers(line) for hole in holes)]
    river = shapely.union_all(outside).buffer(26 * plan.unit, join_style="round")
    parts = [part for part in shapely.get_parts(river) if not part.is_empty]
    for shape in [*parts, *holes]:
        axes.add_patch(
            PathPatch(outline_of(shape), facecolor=style.WATER, edgecolor="none", zorder=0.5)
        )
    ripples = [
        ripple for hole in holes for ripple in _ripples(hole.buffer(-8 * plan.unit), plan.unit)
    ]
    axes.add_collection(LineCollection(ripples, colors=style.SHORE, linewidths=0.8, zorder=0.6))


def _ripples(shape: Polygon, unit: float) -> Iterator[list[Spot]]:
    """Yield short strokes that mark wet ground."""
    if shape.is_empty:
        return
    left, top, right, bottom = shape.bounds
    rows = int((bottom - top) / (14 * unit)) + 1
    for row in range(rows):
        y = top + (row + 0.5) * 14 * unit
        x = left + (row % 2) * 17 * unit
        while x < right:
            stroke = LineString([(x, y), (x + 18 * unit, y)])
            if shape.covers(stroke):
                yield [(x, y), (x + 18 * unit, y)]
            x += 34 * unit


def _ground(axes: Axes, plan: Layout, ink: float) -> None:
    """Fill the localities; between their lines the ground is a shade darker."""
    paths = [outline_of(shape) for shape in plan.shapes.values()]
    axes.add_collection(
        PathCollection(
            paths, facecolors=style.GAP, edgecolors=style.GAP, linewidths=0.6 * ink, zorder=1
        )
    )
    inner = [outline for number in plan.shapes for outline in inner_outlines(plan, number)]
    axes.add_collection(
        PathCollection(inner, facecolors=style.PAPER, edgecolors="none", zorder=1.1)
    )


def _roads(axes: Axes, plan: Layout, ink: float) -> None:
    """Draw local roads thin and dashed, main roads broad with a casing."""
    lines: dict[Road, list[list[Spot]]] = {"main": [], "local": []}
    for road, course in courses(plan.board, plan.project):
        lines[road].append(course)
    axes.add_collection(
        LineCollection(
            lines["local"],
            colors=style.LOCAL_ROAD,
            linewidths=2.4 * ink,
            linestyles=[(0, (3.2, 1.4))],
            zorder=2,
        )
    )
    widths = ((8.0, style.ROAD_EDGE, 2.1), (4.6, style.MAIN_ROAD, 2.2))
    for width, colour, zorder in widths:
        axes.add_collection(
            LineCollection(
                lines["main"],
                colors=colour,
                linewidths=width * ink,
                capstyle="round",
                joinstyle="round",
                zorder=zorder,
            )
        )


def _objective(axes: Axes, plan: Layout, ink: float) -> None:
    """Draw the objective line through the gaps (T-3.26)."""
    wanted = set(plan.board.objective)
    lines = [
        list(side.border)
        for side in plan.sides
        if (side.approach.locality, side.approach.opposite) in wanted
    ]
    joined = shapely.line_merge(shapely.MultiLineString(lines)) if lines else None
    courses = [] if joined is None else [list(part.coords) for part in shapely.get_parts(joined)]
    axes.add_collection(
        LineCollection(
            courses,
            colors=style.OBJECTIVE,
            linewidths=9 * ink,
            alpha=0.75,
            linestyles=[(0, (1.6, 0.6))],
            zorder=1.5,
        )
    )


def _approaches(axes: Axes, plan: Layout, ink: float) -> None:
    """Draw the line of every side with its symbols, and the direction arrows."""
    strokes = Strokes()
    closed: list[list[Spot]] = []
    for side in plan.sides:
        if side.approach.impassable:
            closed.append(list(side.line))
            continue
        add_side(strokes, side, plan.unit)
        add_arrow(strokes, side, plan.unit)
    strokes.draw(axes, 1.25 * ink, 3, ink=style.INK, paper=style.FACE)
    axes.add_collection(LineCollection(closed, colors=style.SHORE, linewidths=4.5 * ink, zorder=3))


def _crossings(axes: Axes, plan: Layout, ink: float) -> None:
    """Mark where each road passes each border (T-3.22)."""
    for road, radius in (("main", 5.2), ("local", 3.4)):
        at = [plan.project(c.at) for c in plan.board.crossings if c.road == road and c.at]
        dots = [circle(spot, radius * plan.unit, 20) for spot in at]
        colour = style.MAIN_ROAD if road == "main" else style.LOCAL_ROAD
        axes.add_collection(
            PolyCollection(
                dots, facecolors=style.FACE, edgecolors=colour, linewidths=1.6 * ink, zorder=2.6
            )
        )


def _entry(axes: Axes, plan: Layout, entry: Entry, ink: float) -> None:
    """Draw the arrow from a box to its entry, with the box's name."""
    if entry.at is None:
        return
    at = plan.project(entry.at)
    outward = outward_of(plan, at)
    unit = plan.unit
    start = (at[0] + outward[0] * 58 * unit, at[1] + outward[1] * 58 * unit)
    colour = look_of(entry.army).colour
    axes.add_patch(
        FancyArrowPatch(
            start,
            at,
            arrowstyle="simple,head_length=12,head_width=14,tail_width=6",
            mutation_scale=ink * 1.8,
            facecolor=colour,
            edgecolor=look_of(entry.army).dark,
            linewidth=0.8 * ink,
            zorder=4,
        )
    )
    names = [other.name for other in plan.board.entries]
    before = names[: names.index(entry.name)]
    far = 78 + 24 * sum(other.name in before for other in near_entries(plan, entry))
    write(
        axes,
        (at[0] + outward[0] * far * unit, at[1] + outward[1] * far * unit),
        entry.name,
        style.NOTE_SIZE * ink * 1.15,
        weight="bold",
        color=look_of(entry.army).dark,
        va="center",
        rotation=90 if abs(outward[0]) > 0.5 else 0,
        zorder=4,
    )


def near_entries(plan: Layout, entry: Entry) -> list[Entry]:
    """Return the other entries that lie so near that names and boxes would overlap."""
    here = entry.at and plan.project(entry.at)
    return [
        other
        for other in plan.board.entries
        if other.name != entry.name
        and other.at is not None
        and here is not None
        and dist(plan.project(other.at), here) < NEAR * plan.unit
    ]


def outward_of(plan: Layout, at: Spot) -> Spot:
    """Return the direction from a point at the map's edge away from the map."""
    left, top, right, bottom = plan.frame
    away = {
        (-1.0, 0.0): at[0] - left,
        (1.0, 0.0): right - at[0],
        (0.0, -1.0): at[1] - top,
        (0.0, 1.0): bottom - at[1],
    }
    return min(away, key=lambda direction: away[direction])
