"""What all maps of studies share: the board without signs of a game in progress, and a layer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import polars as pl
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PathCollection
from matplotlib.colors import Colormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import PercentFormatter

from marengo.charts import style
from marengo.charts.chart_frame import SMALL
from marengo.charts.figures import tell
from marengo.games.marengo.board import Board, Place
from marengo.screens.marengo.drawing.board import draw, extent, fit, inner_outlines, points
from marengo.screens.marengo.drawing.layout import Layout, Spot, layout
from marengo.screens.marengo.drawing.symbols import write

Colour = str | tuple[float, float, float, float]

# In inches: the width of a map, room for the title above it, for its name if there are several,
# and for the scale below it.
WIDTH: Final = 11.0
HEAD: Final = 0.62
NAME: Final = 0.28
FOOT: Final = 0.72

# Layers of the drawing.
_TINT: Final = 1.3  # over the ground, below the roads
_ROADS: Final = (1.9, 2.5)
_APPROACHES: Final = 2.5
_ENTRIES: Final = 4
_PALE: Final = 0.45
_ABOVE: Final = 30.0


@dataclass(frozen=True)
class Map:
    """One map of a figure."""

    axes: Axes
    plan: Layout
    ink: float  # how many points a unit is long

    def at(self, number: int) -> Spot:
        """Return where the pieces of a locality stand."""
        return self.plan.anchors[Place(number)].at

    def tint(self, number: int, colour: Colour, hatch: str, edge: str) -> None:
        """Fill a locality with a colour, and with lines over it if it is hatched."""
        ground = inner_outlines(self.plan, number, style.INSET / 2)
        fill: dict[str, Any] = {"facecolors": [colour], "hatch": hatch or None}
        edges: dict[str, Any] = {"edgecolors": edge, "linewidths": 0.0}
        tint = PathCollection(ground, zorder=_TINT, gid=f"locality {number}", **fill, **edges)
        self.axes.add_collection(tint)


class Layer(NamedTuple):
    """Signs on maps of a study, at one scale for all maps of a figure."""

    paint: Callable[[Map, pl.DataFrame], None]  # draws a table
    legend: Callable[[Figure, Map], None]  # says below the maps what its signs mean


def study_map(
    board: Board,
    tables: Mapping[str, pl.DataFrame],
    layer: Layer,
    *,
    heading: str,
    note: str,
    lines: Iterable[str],
    written: Mapping[int, str] | None = None,
    columns: int = 1,
) -> Figure:
    """Draw a map for each table, row by row, below its name.

    ``written`` are figures to be written into localities, beside the numbers of all. The heading,
    the note and the lines are the words of the figure.
    """
    figure, maps = _maps(board, list(tables), columns)
    for panel, table in zip(maps, tables.values(), strict=True):
        layer.paint(panel, table)
        if written is not None:
            _write_figures(panel, written)
    layer.legend(figure, maps[0])
    height = figure.get_size_inches()[1]
    corner: dict[str, Any] = {"ha": "left", "va": "top"}
    bold: dict[str, Any] = {"weight": "bold", "fontsize": 12, "color": style.INK}
    figure.text(0.015, 1 - 0.14 / height, heading, **bold, **corner)
    figure.text(0.015, 1 - 0.40 / height, note, fontsize=9, color=style.FAINT, **corner)
    return tell(figure, "\n".join([f"{heading}, {note}", *lines]))


def _maps(board: Board, names: Sequence[str], columns: int) -> tuple[Figure, list[Map]]:
    """Make a figure with maps of a board; without names they have the entries as well."""
    plan, named, columns = layout(board), any(names), min(columns, len(names))
    left, _, right, bottom = extent(plan)
    shown = (left, plan.frame[1] - _ABOVE * plan.unit, right, bottom)  # no title of the board
    width = WIDTH / columns
    height = width * (bottom - shown[1]) / (right - left)
    step = height + NAME * named
    whole = -(-len(names) // columns) * step + HEAD + FOOT
    figure, maps = Figure(figsize=(WIDTH, whole), facecolor=style.MARGIN), []
    for place, name in enumerate(names):
        row, column = divmod(place, columns)
        low = whole - HEAD - (row + 1) * step
        axes = figure.add_axes((column / columns, low / whole, 1 / columns, height / whole))
        axes.set_title(name, fontsize=SMALL + 1, weight="bold", color=style.INK, pad=2)
        fit(axes, shown)
        draw(axes, plan, numbers=False, names=False)
        for artist in [*axes.collections, *axes.patches, *axes.texts]:
            layer = artist.get_zorder()
            if layer >= _APPROACHES and (named or layer != _ENTRIES):
                artist.remove()  # approaches, capacities and set-up are of no use to a study
            elif _ROADS[0] <= layer <= _ROADS[1]:
                artist.set_alpha(_PALE)
        maps.append(Map(axes, plan, points(axes, plan)))
    return figure, maps


def _write_figures(panel: Map, words: Mapping[int, str]) -> None:
    """Write a figure into localities, with the number of each below it."""
    halo = [withStroke(linewidth=4.0 * panel.ink, foreground=style.FACE)]
    look: dict[str, Any] = {"va": "center", "path_effects": halo, "zorder": 5}
    for number, label in panel.plan.labels.items():
        (x, y), unit = label.at, panel.plan.unit * label.scale
        size = style.NUMBER_SIZE * panel.ink * label.scale
        if word := words.get(number):
            write(panel.axes, (x, y + 16 * unit), str(number), 0.8 * size, **look)
            bold = look | {"weight": "bold", "zorder": 5.1}
            write(panel.axes, (x, y - 9 * unit), word, 1.2 * size, **bold)
        else:
            write(panel.axes, (x, y), str(number), 0.9 * size, color=style.FAINT, **look)


def scale(figure: Figure, colours: Colormap, limits: Normalize, text: str, percent: bool) -> None:
    """Draw the scale of colours below the maps, of shares in per cent."""
    height = figure.get_size_inches()[1]
    bar = figure.add_axes((0.3, 0.42 / height, 0.4, 0.16 / height))
    shown = ScalarMappable(limits, colours)
    drawn = figure.colorbar(shown, cax=bar, orientation="horizontal")
    if percent:
        bar.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=""))
    drawn.outline.set_edgecolor(style.FAINT)
    bar.tick_params(labelsize=8, length=2, pad=1)
    bar.set_xlabel(text, fontsize=9, labelpad=1, color=style.INK)


def foot(figure: Figure) -> Axes:
    """Return axes for a legend below the maps, in points, with 0 in the middle upwards."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0.0, 0.0, 1.0, FOOT / height))
    axes.set(xlim=(0, 72 * width), ylim=(-36 * FOOT, 36 * FOOT))
    axes.set_axis_off()
    return axes


def explain(low: Axes, x: float, words: str) -> None:
    """Write what a sign of a legend means, from a place on."""
    low.text(x, 0.0, words, va="center", fontsize=SMALL, color=style.INK)


def largest(table: pl.DataFrame, column: str) -> float:
    """Return the largest value of a column; 1 if there is none."""
    return float(table[column].max() or 1.0)  # type: ignore[arg-type] # numbers


def in_hours(hours: Sequence[int] | None) -> str:
    """Say which hours are added up."""
    if hours is None:
        return "in the whole day"
    if list(hours) == list(range(hours[0], hours[-1] + 1)):
        return f"from {hours[0]}:00 to the end of {hours[-1]}:00"
    return f"in the hours {', '.join(f'{hour}:00' for hour in hours)}"
