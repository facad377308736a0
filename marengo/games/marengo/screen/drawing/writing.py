"""The writing on a map: numbers, capacities, names, start symbols and stars."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.board import Locality
from marengo.games.marengo.screen.drawing.layout import Layout, Spot
from marengo.games.marengo.screen.drawing.symbols import add_areas, add_box, circle


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
        add_box(axes, corner, (width, height), look.colour, look.dark, 0.7 * ink, 4.9)


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
