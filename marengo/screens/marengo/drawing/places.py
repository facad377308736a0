"""Places on the map of a position, for whoever wants to click on them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely

from marengo.charts import style
from marengo.charts.sheets import Frame
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.view import MarengoView
from marengo.screens.marengo.drawing.labels import label_box, whole_label
from marengo.screens.marengo.drawing.layout import Layout, Spot, layout
from marengo.screens.marengo.drawing.pieces import Stack, stacks_of
from marengo.screens.marengo.drawing.symbols import circle

__all__ = ["Area", "free_spots", "region", "stacks", "target_spot"]

# In units of drawing.
_OVER = 22.0  # from a border, or from the pieces of an approach, to a sign beyond them

SIGN = 30.0
"""Half the size of a sign, in the coordinates of the drawing."""

_RINGS = np.concatenate([circle((0.0, 0.0), radius, 24) for radius in range(0, 200, 25)])
"""Offsets by which a sign may be moved from its spot, the nearest first."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a drawing, in its coordinates."""

    x: float  # of its middle
    y: float
    width: float
    height: float


def stacks(view: MarengoView) -> dict[str, Area]:
    """Return, for each place or box that holds pieces, the area in which they are drawn."""
    plan = layout(view.board)
    return {str(stack.place): _around(plan, stack) for stack in stacks_of(plan, view)}


def region(view: MarengoView, around: Iterable[int | str], margin: float) -> Frame:
    """Return the part of a drawing in which localities lie, and boxes with their pieces.

    ``margin`` is the room around them in units; ValueError if there is nothing, or no such locality
    or box with pieces in it.
    """
    plan, waiting = layout(view.board), stacks(view)
    boxes = {entry.name for entry in view.board.entries} & waiting.keys()
    grounds = []
    for place in around:
        if place in plan.shapes:
            grounds.append(plan.shapes[int(place)])
        elif place in boxes:
            area = waiting[str(place)]
            grounds.append(label_box((area.x, area.y), (area.width, area.height)))
        else:
            raise ValueError(f"around: {place!r}: no such locality, nor a box with pieces in it")
    if not grounds:
        raise ValueError("around: expected at least one locality or box")
    ground = shapely.union_all(grounds).buffer(margin * plan.unit, join_style="mitre")
    left, top, right, bottom = ground.bounds
    return left, top, right - left, bottom - top


def target_spot(board: Board, place: str, *, attacks: bool = False) -> Spot:
    """Return where to mark the number of a locality, or behind the line of an approach.

    If ``attacks`` are made on it, that is beyond the border on the enemy's ground.
    """
    plan, target = layout(board), Place.parse(place)
    if target.towards is None:
        return plan.labels[target.locality].at
    side = next(
        side for side in plan.sides if side.approach.opposite and side.approach.place == target
    )
    (x0, y0), (x1, y1) = side.border
    back = -_OVER if attacks else style.INSET + style.BOX + style.BLOCK[1] / 2 + _OVER / 2
    shift = back * plan.unit
    return (x0 + x1) / 2 + side.inward[0] * shift, (y0 + y1) / 2 + side.inward[1] * shift


def free_spots(view: MarengoView, goals: Iterable[tuple[str, bool]]) -> list[Spot]:
    """Return where to mark places, on no pieces and not on one another.

    Each of the ``goals`` is a place, and whether attacks are made there.
    """
    plan = layout(view.board)
    areas = [(area.x, area.y, area.width / 2, area.height / 2) for area in stacks(view).values()]
    taken = np.array(areas).reshape(-1, 4)
    marks: list[Spot] = []
    for place, attacks in goals:
        wishes = _RINGS + target_spot(view.board, place, attacks=attacks)
        beside = np.zeros(len(wishes))
        if (target := Place.parse(place)).towards is None:
            inside = shapely.contains_xy(plan.shapes[target.locality].buffer(-SIGN / 2), wishes)
            wishes = wishes[inside] if inside.any() else wishes
            locality = view.board.locality(target.locality)
            label = whole_label(plan.labels[target.locality], locality, plan.unit)
            beside = np.where(shapely.distance(label, shapely.points(wishes)) >= SIGN, 1.0, 0.0)
        apart = np.maximum(np.abs(wishes[:, None] - taken[:, :2]) - taken[:, 2:], 0.0)
        room = np.hypot(*apart.T).min(axis=0, initial=np.inf) - SIGN
        apart = wishes[:, None] - np.array(marks).reshape(-1, 2)
        room = np.minimum(room, np.hypot(*apart.T).min(axis=0, initial=np.inf) - 2 * SIGN)
        free = room >= 0
        best = np.where(free, 1 + beside, 0).argmax() if free.any() else room.argmax()
        x, y = wishes[best]
        marks.append((float(x), float(y)))
    return marks


def _around(plan: Layout, stack: Stack) -> Area:
    """Return the area around the blocks of a stack."""
    length, thickness = (side / 2 * plan.unit for side in style.BLOCK)
    turn = math.radians(stack.angle)
    across = abs(math.cos(turn)) * length + abs(math.sin(turn)) * thickness
    down = abs(math.sin(turn)) * length + abs(math.cos(turn)) * thickness
    x, y = zip(*stack.spots, strict=True)
    middle = (min(x) + max(x)) / 2, (min(y) + max(y)) / 2
    return Area(*middle, max(x) - min(x) + 2 * across, max(y) - min(y) + 2 * down)
