"""The line below a map that says what its signs mean."""

from collections.abc import Callable, Sequence

from matplotlib.axes import Axes

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.screens.marengo.drawing.layout import Layout, Spot
from marengo.screens.marengo.drawing.symbols import (
    Strokes,
    Symbol,
    add_areas,
    add_lines,
    add_symbol,
    circle,
    rectangle,
    write,
)

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
    french = look_of("french")
    items = [
        (_symbol("infantry"), "infantry penalty"),
        (_symbol("cavalry"), "cavalry penalty"),
        (_symbol("artillery"), "artillery penalty"),
        (_symbol("obstacle"), "cavalry obstacle"),
        (_line(style.INK, 1.25), "narrow approach"),
        (_line(style.INK, 3.0), "wide approach"),
        (_line(style.MAIN_ROAD, 4.6), "main road"),
        (_line(style.LOCAL_ROAD, 2.4, (3.2, 1.4)), "side road" if stars else "local road"),
        (_area(circle((0, 0), 10.0, 32), style.FACE, style.FAINT, 0.9), "capacity"),
        (_area(circle((0, 0), 5.2, 20), style.FACE, style.MAIN_ROAD, 1.6), "crossing"),
    ]
    if any(locality.french_start for locality in board.localities):
        bar = _area(rectangle(11, 3.5), french.colour, french.dark, 0.7)
        items.append((bar, "French at the start"))
    if any(approach.direction for approach in board.approaches):
        triangle = [(-5.2, -5.2), (6.5, 0.0), (-5.2, 5.2)]
        items.append((_area(triangle, style.INK, "none", 0.0), "leads east"))
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
        ends = [(at[0] + direction * _WIDTH / 2 * unit, at[1]) for direction in (-1, 1)]
        pattern = "-" if dashes is None else (0, dashes)
        add_lines(axes, [ends], colour, width * ink, linestyles=[pattern])

    return draw


def _area(corners: list[Spot], fill: str, edge: str, width: float) -> Sample:
    """Return a sample of a polygon, given around the origin in units."""

    def draw(axes: Axes, at: Spot, unit: float, ink: float) -> None:
        placed = [(at[0] + x * unit, at[1] + y * unit) for x, y in corners]
        add_areas(axes, [placed], fill, edge, width * ink)

    return draw


def draw_star(axes: Axes, at: Spot, _: float, ink: float) -> None:
    """Draw a sample of a star."""
    axes.scatter(*at, s=(26 * ink) ** 2, marker="*", c=style.FAINT, edgecolors="none")
