"""What maps are drawn with: shapes, the symbols of the boards, and all that is written."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.board import Approach, Locality
from marengo.screens.marengo.drawing.layout import ApproachLine, Layout, Spot

Symbol = Literal["infantry", "cavalry", "artillery", "obstacle"]


def add_shapes(axes: Axes, shapes: list[list[Spot]], *, closed: bool, **look: Any) -> PathPatch:
    """Draw polygons (closed) or lines as one patch, and return it; ``look`` as for matplotlib."""
    # A figure has hundreds of these. A collection would cost more, as it makes itself a colour map
    # and looks for the limits of the axes, which a board sets itself.
    paths = [Path([*shape, shape[0]] if closed else shape, closed=closed) for shape in shapes]
    patch = PathPatch(Path.make_compound_path(*paths), joinstyle="round", **look)
    axes.add_artist(patch)
    return patch


def add_areas(
    axes: Axes, areas: Sequence[Sequence[Spot]], fill: str, edge: str, width: float, **look: Any
) -> None:
    """Draw polygons that are alike; ``width`` is that of the edge in points."""
    filled: dict[str, Any] = {"facecolors": fill, "edgecolors": edge, "linewidths": width}
    axes.add_collection(PolyCollection(areas, **filled, **look))


def add_lines(
    axes: Axes, lines: Sequence[Sequence[Spot]], colour: str, width: float, **look: Any
) -> None:
    """Draw lines that are alike, so many points wide."""
    axes.add_collection(LineCollection(lines, colors=colour, linewidths=width, **look))


def add_box(
    axes: Axes, corner: Spot, size: Sequence[float], fill: str, edge: str, width: float, **look: Any
) -> None:
    """Draw a rectangle from its corner of least x and y; ``width`` is that of the edge."""
    filled: dict[str, Any] = {"facecolor": fill, "edgecolor": edge, "linewidth": width}
    axes.add_patch(Rectangle(corner, size[0], size[1], **filled, **look))


@dataclass(slots=True)
class Strokes:
    """Strokes and areas gathered before they are drawn in a few patches."""

    boxes: list[list[Spot]] = field(default_factory=list)
    bars: list[list[Spot]] = field(default_factory=list)
    thin: list[list[Spot]] = field(default_factory=list)
    thick: list[list[Spot]] = field(default_factory=list)

    def draw(
        self, axes: Axes, points: float, zorder: float, *, ink: str, paper: str, step: float = 0.1
    ) -> None:
        """Draw all; ``points`` is the width of a thin stroke, ``step`` parts boxes and strokes."""
        thin = {"facecolor": "none", "edgecolor": ink, "linewidth": points}
        thick = {**thin, "linewidth": 2.4 * points}
        box = {"facecolor": paper, "edgecolor": ink, "linewidth": points}
        bar = {"facecolor": ink, "edgecolor": "none", "linewidth": 0}
        if self.thick:
            add_shapes(axes, self.thick, closed=False, **thick, zorder=zorder)
        if self.boxes:
            add_shapes(axes, self.boxes, closed=True, **box, zorder=zorder + step)
        if self.bars:
            add_shapes(axes, self.bars, closed=True, **bar, zorder=zorder + 2 * step)
        if self.thin:
            add_shapes(axes, self.thin, closed=False, **thin, zorder=zorder + 2 * step)


def turned(at: Spot, along: Spot, points: list[Spot]) -> list[Spot]:
    """Place points given along and across a direction."""
    (x, y), (a, b) = at, along
    return [(x + u * a - v * b, y + u * b + v * a) for u, v in points]


def rectangle(right: float, bottom: float) -> list[Spot]:
    """Return the corners of a rectangle around the origin, from half its width and height."""
    return [(-right, -bottom), (right, -bottom), (right, bottom), (-right, bottom)]


def circle(at: Spot, radius: float, corners: int = 16) -> list[Spot]:
    """Return a circle around a spot as a polygon."""
    steps = (2 * math.pi * i / corners for i in range(corners))
    return [(at[0] + radius * math.cos(t), at[1] + radius * math.sin(t)) for t in steps]


def add_symbol(strokes: Strokes, symbol: Symbol, at: Spot, along: Spot, size: float) -> None:
    """Add one symbol, its base along a direction, ``size`` high and wide."""
    h = size / 2
    if symbol == "obstacle":
        strokes.bars.append(turned(at, along, rectangle(h, 0.42 * h)))
        return
    strokes.boxes.append(turned(at, along, rectangle(h, h)))
    if symbol in {"infantry", "cavalry"}:
        strokes.thin.append(turned(at, along, [(-h, h), (h, -h)]))
    if symbol == "infantry":
        strokes.thin.append(turned(at, along, [(-h, -h), (h, h)]))
    if symbol == "artillery":
        strokes.bars.append(turned(at, along, circle((0.0, 0.0), 0.5 * h)))


def symbols_of(approach: Approach) -> list[Symbol]:
    """List the symbols printed on an approach, in the order they are drawn."""
    symbols: list[Symbol] = ["infantry"] * approach.infantry
    symbols += ["cavalry"] * approach.cavalry
    symbols += ["obstacle"] * approach.cavalry_obstacle
    return symbols + ["artillery"] * approach.artillery


def add_side(strokes: Strokes, side: ApproachLine, unit: float) -> None:
    """Add the line of an approach with its symbols, a wide one heavier and with two dashes."""
    (x0, y0), (x1, y1) = side.line
    length = math.dist(side.line[0], side.line[1])
    along = ((x1 - x0) / length, (y1 - y0) / length)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    # symbols stand upright for a reader, so that no row of them reads backwards
    reading = along if (along[0], -along[1]) > (0.0, 0.0) else (-along[0], -along[1])
    (strokes.thick if side.approach.wide else strokes.thin).append(list(side.line))
    symbols = symbols_of(side.approach)
    step = min(style.STEP * unit, 0.8 * length / max(len(symbols), 1))
    size = min(style.BOX * unit, 0.85 * step)
    for index, symbol in enumerate(symbols):
        shift = (index - (len(symbols) - 1) / 2) * step
        at = (middle[0] + reading[0] * shift, middle[1] + reading[1] * shift)
        add_symbol(strokes, symbol, at, reading, size)
    if side.approach.wide:
        half = (len(symbols) * step) / 2
        back = 4.5 * unit
        base = (middle[0] + side.inward[0] * back, middle[1] + side.inward[1] * back)
        for start in (-half - 16 * unit, half + 4 * unit):
            dash: list[Spot] = [(start, 0.0), (start + 12 * unit, 0.0)]
            strokes.thick.append(turned(base, reading, dash))


def add_arrow(strokes: Strokes, side: ApproachLine, unit: float) -> None:
    """Add the triangle in the border that points east, for the side that leads there."""
    if side.approach.direction != "east":
        return
    (x0, y0), (x1, y1) = side.border
    outward = (-side.inward[0], -side.inward[1])
    share = 0.17
    at = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
    h = 6.0 * unit
    triangle: list[Spot] = [(-0.8 * h, -0.8 * h), (h, 0.0), (-0.8 * h, 0.8 * h)]
    strokes.bars.append(turned(at, outward, triangle))


def write(axes: Axes, at: Spot, words: str, size: float, **look: Any) -> None:
    """Write words around a spot, in points; ``look`` as for a text of matplotlib."""
    look = {"color": style.INK, "ha": "center", "va": "center_baseline", **look}
    axes.text(*at, words, fontsize=size, **look)


def write_label(
    axes: Axes, plan: Layout, locality: Locality, ink: float, *, number: bool, name: bool
) -> None:
    """Write number, capacity and name of a locality, with start symbols and star."""
    label = plan.labels[locality.number]
    x, y = label.at
    unit, scale = plan.unit, label.scale
    halo = [withStroke(linewidth=2.6 * ink, foreground=style.PAPER)]
    if number:
        size = style.NUMBER_SIZE * ink * scale
        bold = {"weight": "bold", "ha": "right", "path_effects": halo, "zorder": 5}
        bold["gid"] = f"number {locality.number}"
        write(axes, (x - 3 * unit * scale, y), str(locality.number), size, **bold)
    if locality.capacity is not None:
        right = 14 * unit * scale if number else 0.0
        _capacity(axes, (x + right, y), locality.capacity, unit * scale, ink * scale)
    if locality.french_start:
        _start_symbols(axes, (x, y + 19 * unit * scale), locality.french_start, unit, ink)
    if locality.star:
        write_star(axes, star_spot(plan, locality.number), locality.star, ink)
    if name and label.name:
        look = {"family": "serif", "style": "italic", "color": style.FAINT, "linespacing": 0.95}
        above = {"va": "center", "path_effects": halo, "zorder": 4.9}
        gid, size = f"name {locality.number}", style.NAME_SIZE * ink
        write(axes, label.name_at, label.name, size, gid=gid, **look, **above)


def _capacity(axes: Axes, at: Spot, capacity: int, unit: float, ink: float) -> None:
    """Write the capacity in a ring (T-3.20)."""
    ring = circle(at, 12.5 * unit, 32)
    add_areas(axes, [ring], style.FACE, style.FAINT, 0.9 * ink, zorder=4.8)
    write(axes, at, str(capacity), style.CAPACITY_SIZE * ink * 0.95, zorder=5)


def _start_symbols(axes: Axes, at: Spot, count: int, unit: float, ink: float) -> None:
    """Draw the blue bars of French pieces that start in a locality (T-3.25)."""
    (width, height), step, look = (22.0 * unit, 7.0 * unit), 27.0 * unit, look_of("french")
    for index in range(count):
        x = at[0] + (index - (count - 1) / 2) * step - width / 2
        corner = (x, at[1] - height / 2)
        add_box(axes, corner, (width, height), look.colour, look.dark, 0.7 * ink, zorder=4.9)


def star_spot(plan: Layout, number: int) -> Spot:
    """Return where the star of an objective locality is, right of its label."""
    (x, y), scale = plan.labels[number].at, plan.labels[number].scale
    return x + 42 * plan.unit * scale, y - 2 * plan.unit


def write_star(axes: Axes, at: Spot, colour: str, ink: float, zorder: float = 5.0) -> None:
    """Draw the star of an objective locality with the initial of its colour (B-5.22)."""
    look: dict[str, Any] = {"marker": "*", "c": style.STAR[colour], "edgecolors": "white"}
    axes.scatter(*at, s=(42 * ink) ** 2, linewidths=ink, zorder=zorder, gid="star", **look)
    white = {"weight": "bold", "color": "white", "zorder": zorder + 0.1}
    write(axes, at, colour[0].upper(), 13 * ink, **white)
