"""Boxes beside the map, in which pieces wait: where they and their pieces are drawn."""

from dataclasses import dataclass

from marengo.board import Entry
from marengo.plots import style
from marengo.plots.board import near_entries, outward_of
from marengo.plots.layout import Layout, Spot

__all__ = ["Box", "box_of"]

_STEP = (style.BLOCK[0] + 3, style.BLOCK[1] + 2.5)
"""From one piece to the next, in units of drawing."""

_MARGIN = 8.0
"""Room around all pieces together, in units of drawing."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box as it is drawn, in the coordinates of the drawing."""

    corner: Spot
    width: float
    height: float
    spots: list[Spot]


def box_of(plan: Layout, entry: Entry, number: int) -> Box:
    """Return where the box of an entry is drawn, beside its arrow."""
    assert entry.at is not None
    at, unit = plan.project(entry.at), plan.unit
    outward = outward_of(plan, at)
    along = int(abs(outward[0]) > 0.5)  # the edge runs from top to bottom
    others = [plan.project(other.at) for other in near_entries(plan, entry) if other.at]
    side = -1 if any(other[along] > at[along] for other in others) else 1
    columns = 2 if number > 1 else 1
    rows = -(-number // columns)
    width, height = columns * _STEP[0] + _MARGIN, rows * _STEP[1] + _MARGIN
    if along:
        x, y = at[0] + outward[0] * 68 * unit, at[1] + side * (90 + height / 2) * unit
    else:
        x, y = at[0] + side * (50 + width / 2) * unit, at[1] + outward[1] * 52 * unit
    spots = [
        (
            x + (column - (columns - 1) / 2) * _STEP[0] * unit,
            y + (row - (rows - 1) / 2) * _STEP[1] * unit,
        )
        for row, column in (divmod(index, columns) for index in range(number))
    ]
    corner = (x - width / 2 * unit, y - height / 2 * unit)
    return Box(corner, width * unit, height * unit, spots)
