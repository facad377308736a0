"""The line below a map that says what its signs mean."""

from collections.abc import Callable, Sequence

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.screen.drawing.layout import Layout, Spot
from marengo.games.marengo.screen.drawing.symbols import (
    Strokes,
    Symbol,
    add_symbol,
    circle,
    rectangle,
    turned,
)
from marengo.games.marengo.screen.drawing.writing import write

Sample = Callable[[Axes, Spot, float, float], None]
"""Draws a sample around a spot, given the unit and the points of ink in a unit."""

_WIDTH = 30.0


def draw_legend(
    axes: Axes,
    plan: Layout,
    items: Sequence[tuple[Sample, str]],
    ink: float,
    width: float = _WIDTH,
) -> None:
    """Draw samples with their meaning in two rows below the map; ``width`` is of a sample."""
    left, _, _, bottom = plan.frame
    unit = plan.unit
    per_row = -(-len(items) // 2)
    widths = [width + 14 + 0.6 * style.NOTE_SIZE * len(text) + 22 for _, text in items]
    columns = [max(widths[i::per_row]) for i in range(per_row)]
    for index, (sample, text) in enumerate(items):
        row, column = divmod(index, per_row)
        x = left + (sum(columns[:column]) + width / 2) * unit
        y = bottom + (45 + 30 * row) * unit
        sample(axes, (x, y), unit, ink)
        beside = (x + (width / 2 + 8) * unit, y)
        write(axes, beside, text, style.NOTE_SIZE * ink, ha="left")


def board_items(plan: Layout) -> list[tuple[Sample, str]]:
    """List the signs that a board uses."""
    board = plan.board
    stars = any(locality.star for locality in board.localities)  # and the terms of that rulebook
    items = [
        (_symbol("infantry"), "infantry penalty"),
        (_symbol("cavalry"), "cavalry penalty"),
        (_symbol("artillery"), "artillery penalty"),
        (_symbol("obstacle"), "cavalry obstacle"),
        (_line(style.INK, 1.25), "narrow approach"),
        (_line(style.INK, 3.0), "wide approach"),
        (_line(style.MAIN_ROAD, 4.6), "main road"),
        (_line(style.LOCAL_ROAD, 2.4, (3.2, 1.4)), "side road" if stars else "local road"),
        (_ring(12.5), "capacity"),
        (_crossing, "crossing"),
    ]
    if any(locality.french_start for locality in board.localities):
        items.append((_bar, "French at the start"))
    if any(approach.direction for approach in board.approaches):
        items.append((_arrow, "leads east"))
    if board.objective:
        items.append((_line(style.OBJECTIVE, 9.0, (1.6, 0.6)), "objective line"))
    if stars:
        items.append((draw_star, "objective"))
    return items


def _symbol(symbol: Symbol) -> Sample:
    """Return a sample of a symbol."""

    def draw(axes: Axes, at: Spot, unit: float, ink: float) -> None:
        strokes = Strokes()
        add_symbol(strokes, symbol, at, (1.0, 0.0), style.BOX * 1.2 * unit)
        strokes.draw(axes, 1.25 * ink, 3, ink=style.INK, paper=style.FACE)

    return draw


def _line(colour: str, width: float, dashes: tuple[float, float] | None = None) -> Sample:
    """Return a sample of a line."""

    def draw(axes: Axes, at: Spot, unit: float, ink: float) -> None:
        half = _WIDTH / 2 * unit
        ends = [(at[0] - half, at[1]), (at[0] + half, at[1])]
        pattern = "-" if dashes is None else (0, dashes)
        axes.add_collection(
            LineCollection([ends], colors=colour, linewidths=width * ink, linestyles=[pattern])
        )

    return draw


def _ring(radius: float) -> Sample:
    """Return a sample of a ring."""

    def draw(axes: Axes, at: Spot, unit: float, ink: float) -> None:
        ring = circle(at, radius * 0.8 * unit, 32)
        _polygon(axes, ring, style.FACE, style.FAINT, 0.9 * ink)

    return draw


def _crossing(axes: Axes, at: Spot, unit: float, ink: float) -> None:
    """Draw a crossing of a main road."""
    _polygon(axes, circle(at, 5.2 * unit, 20), style.FACE, style.MAIN_ROAD, 1.6 * ink)


def _polygon(axes: Axes, corners: list[Spot], fill: str, edge: str, width: float) -> None:
    """Draw a polygon."""
    axes.add_collection(
        PolyCollection([corners], facecolors=fill, edgecolors=edge, linewidths=width)
    )


def _bar(axes: Axes, at: Spot, unit: float, ink: float) -> None:
    """Draw a start symbol."""
    bar = turned(at, (1.0, 0.0), rectangle(11 * unit, 3.5 * unit))
    _polygon(axes, bar, look_of("french").colour, look_of("french").dark, 0.7 * ink)


def _arrow(axes: Axes, at: Spot, unit: float, _: float) -> None:
    """Draw a direction arrow."""
    h = 6.5 * unit
    triangle = turned(at, (1.0, 0.0), [(-0.8 * h, -0.8 * h), (h, 0.0), (-0.8 * h, 0.8 * h)])
    _polygon(axes, triangle, style.INK, "none", 0)


def draw_star(axes: Axes, at: Spot, _: float, ink: float) -> None:
    """Draw a sample of a star."""
    axes.scatter(*at, s=(26 * ink) ** 2, marker="*", c=style.FAINT, edgecolors="none")
