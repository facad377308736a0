"""The base of all maps of studies: the board without what only a game in progress needs."""

from collections.abc import Mapping
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PathCollection
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import PercentFormatter

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.armies import Army
from marengo.games.marengo.board import Board
from marengo.games.marengo.screen.drawing.board import draw, extent, fit, inner_outlines, points
from marengo.games.marengo.screen.drawing.layout import Layout, layout
from marengo.games.marengo.screen.drawing.writing import write

Colour = str | tuple[float, float, float, float]

# In inches: the width of a map, room for the title above it and for the scale below it.
WIDTH: Final = 11.0
HEAD: Final = 0.62
FOOT: Final = 0.72

# Layers of the drawing.
_TINT: Final = 1.3  # over the ground, below the roads
_ROADS: Final = (1.9, 2.5)
_APPROACHES: Final = 2.5
_ENTRIES: Final = 4
_PALE: Final = 0.45
_ABOVE: Final = 30.0


def map_figure(board: Board) -> tuple[Figure, Axes, Layout]:
    """Make a figure with the map of a board, with room above and below it."""
    plan = layout(board)
    height = WIDTH * _shape(plan)
    whole = height + HEAD + FOOT
    figure = Figure(figsize=(WIDTH, whole), facecolor=style.MARGIN)
    axes = figure.add_axes((0.0, FOOT / whole, 1.0, height / whole))
    _draw_base(axes, plan)
    return figure, axes, plan


def map_grid(board: Board, count: int, columns: int) -> tuple[Figure, list[Axes], Layout]:
    """Make a figure with small maps of a board, row by row."""
    plan = layout(board)
    columns = min(columns, count)
    rows = -(-count // columns)
    width = WIDTH / columns
    name = 0.28
    height = width * _shape(plan) + name
    whole = rows * height + HEAD + FOOT
    figure = Figure(figsize=(WIDTH, whole), facecolor=style.MARGIN)
    maps = []
    for place in range(count):
        row, column = divmod(place, columns)
        bottom = whole - HEAD - (row + 1) * height
        share = (column / columns, bottom / whole, 1 / columns, (height - name) / whole)
        axes = figure.add_axes(share)
        _draw_base(axes, plan, entries=False)
        maps.append(axes)
    return figure, maps, plan


def _extent(plan: Layout) -> tuple[float, float, float, float]:
    """Return the extent of a drawing, without the room for the name of the board."""
    left, _, right, bottom = extent(plan)
    return left, plan.frame[1] - _ABOVE * plan.unit, right, bottom


def _shape(plan: Layout) -> float:
    """Return the height of a drawing as a share of its width."""
    left, top, right, bottom = _extent(plan)
    return (bottom - top) / (right - left)


def _draw_base(axes: Axes, plan: Layout, *, entries: bool = True) -> None:
    """Draw the ground: water, localities, pale roads, objective line and, if wanted, entries."""
    fit(axes, _extent(plan))
    draw(axes, plan, numbers=False, names=False)
    for artist in [*axes.collections, *axes.patches, *axes.texts]:
        layer = artist.get_zorder()
        if layer >= _APPROACHES and not (entries and layer == _ENTRIES):
            artist.remove()  # approaches, capacities and set-up are of no use to a study
        elif _ROADS[0] <= layer <= _ROADS[1]:
            artist.set_alpha(_PALE)


def tint(
    axes: Axes, plan: Layout, colours: Mapping[int, Colour], hatches: Mapping[int, str], edge: str
) -> None:
    """Fill localities with colours, and the hatched ones with lines over it."""
    for number, colour in colours.items():
        fill = PathCollection(
            inner_outlines(plan, number, style.INSET / 2),
            facecolors=[colour],
            edgecolors=edge,
            linewidths=0.0,
            hatch=hatches.get(number) or None,
            zorder=_TINT,
            gid=f"locality {number}",
        )
        axes.add_collection(fill)


def write_figures(axes: Axes, plan: Layout, words: Mapping[int, str]) -> None:
    """Write a figure into localities, with the number of each below it."""
    ink = points(axes, plan)
    halo = [withStroke(linewidth=4.0 * ink, foreground=style.FACE)]
    for number, label in plan.labels.items():
        word = words.get(number)
        x, y = label.at
        size = style.NUMBER_SIZE * ink * label.scale
        look = {"va": "center", "path_effects": halo}
        if word:
            write(
                axes,
                (x, y + 16 * plan.unit * label.scale),
                str(number),
                0.8 * size,
                zorder=5,
                **look,
            )
            above = (x, y - 9 * plan.unit * label.scale)
            write(axes, above, word, 1.2 * size, weight="bold", zorder=5.1, **look)
        else:
            write(axes, (x, y), str(number), 0.9 * size, color=style.FAINT, zorder=5, **look)


def heading(figure: Figure, text: str, note: str = "") -> None:
    """Write the title of a map at its left, and below it a note."""
    height = figure.get_size_inches()[1]
    corner: dict[str, Any] = {"ha": "left", "va": "top"}
    bold: dict[str, Any] = {"weight": "bold", "fontsize": 12, "color": style.INK}
    figure.text(0.015, 1 - 0.14 / height, text, **bold, **corner)
    figure.text(0.015, 1 - 0.40 / height, note, fontsize=9, color=style.FAINT, **corner)


def army_colours(army: Army) -> Colormap:
    """Return the colours of an army from nothing to all."""
    return LinearSegmentedColormap.from_list(army, [style.PAPER, look_of(army).colour])


def scale(
    figure: Figure, colours: Colormap, limits: Normalize, text: str, *, percent: bool = False
) -> None:
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
    axes.set_axis_off()
    axes.set_xlim(0, 72 * width)
    axes.set_ylim(-36 * FOOT, 36 * FOOT)
    return axes
