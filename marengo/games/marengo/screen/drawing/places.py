"""Places on the map of a position, for whoever wants to click on them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from shapely.geometry import Point

from marengo.charts import style
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.layout import Layout, Spot, layout
from marengo.games.marengo.screen.drawing.pieces import box_of, by_place, drawables, spots
from marengo.games.marengo.screen.drawing.position_text import view_of
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView

__all__ = ["Area", "free_spots", "stacks", "target_spot"]

# In units of drawing.
_AROUND = ((-72.0, 0.0), (96.0, 0.0), (0.0, -58.0), (0.0, 62.0), (-64.0, -46.0), (-64.0, 46.0))
"""From the number of a locality to where a sign may stand, the best first."""

_CLEAR = 34.0  # from a sign to the border, and half of what it keeps from pieces
_OVER = 22.0  # from a border, or from the pieces of an approach, to a sign beyond them

SIGN = 30.0
"""Half the size of a sign, in the coordinates of the drawing."""

_RINGS = [
    (radius * math.cos(turn * math.pi / 12), radius * math.sin(turn * math.pi / 12))
    for radius in (0.0, 25.0, 50.0, 75.0, 100.0, 125.0, 150.0, 175.0)
    for turn in range(24)
]
"""From where a sign belongs to where it may be moved, the nearest first."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a drawing, in its coordinates."""

    x: float  # of its middle
    y: float
    width: float
    height: float


def stacks(shown: MarengoState | MarengoView, *, side: Side | None = None) -> dict[str, Area]:
    """Return, for each place or box that holds pieces, the area in which they are drawn."""
    view = view_of(shown, side)
    plan = layout(view.board)
    entries = {entry.name: entry for entry in view.board.entries if entry.at is not None}
    found = {}
    for place, here in by_place(drawables(view)).items():
        if isinstance(place, Place):
            stood = list(spots(plan.anchors[place], len(here), plan.unit))
            found[str(place)] = _around(plan, [at for at, _ in stood], stood[0][1])
        elif place in entries:
            placed = box_of(plan, entries[place], len(here)).spots
            found[str(place)] = _around(plan, placed, (1.0, 0.0))
    return found


def target_spot(board: Board, place: str, *, attacks: bool = False) -> Spot:
    """Return where to mark a locality or an approach.

    It is beside a locality's number, or behind the line of an approach; if that is what ``attacks``
    are made on, beyond the border on the enemy's ground.
    """
    plan, spot = layout(board), Place.parse(place)
    if spot.towards is None:
        return _sign_spot(plan, spot.locality)
    side = next(one for one in plan.sides if one.approach.opposite and one.approach.place == spot)
    (x0, y0), (x1, y1) = side.border
    back = -_OVER if attacks else style.INSET + style.BOX + style.BLOCK[1] / 2 + _OVER / 2
    shift = back * plan.unit
    return (x0 + x1) / 2 + side.inward[0] * shift, (y0 + y1) / 2 + side.inward[1] * shift


def free_spots(
    shown: MarengoState | MarengoView, goals: Sequence[tuple[str, bool]], *, side: Side | None
) -> list[Spot]:
    """Return where to mark several places: on no pieces and not on one another.

    Parameters
    ----------
    shown : State or View
        The position.
    goals : sequence of (str, bool)
        The places, and whether attacks are made there.
    side : Side, optional
        Whose pieces are known.
    """
    view = view_of(shown, side)
    plan, areas = layout(view.board), list(stacks(view).values())
    found: list[Spot] = []
    for place, attacks in goals:
        x, y = target_spot(view.board, place, attacks=attacks)
        wishes = [(x + right, y + down) for right, down in _RINGS]
        spot = Place.parse(place)
        if spot.towards is None:
            ground = plan.shapes[spot.locality].buffer(-SIGN / 2)
            wishes = [wish for wish in wishes if ground.contains(Point(wish))] or wishes
        rooms = [_clear(wish, areas, found) for wish in wishes]
        free = [wish for wish, room in zip(wishes, rooms, strict=True) if room >= 0]
        found.append(free[0] if free else wishes[rooms.index(max(rooms))])
    return found


def _clear(spot: Spot, areas: Sequence[Area], signs: Sequence[Spot]) -> float:
    """Return how much room is left around a sign; negative where it lies on something."""
    x, y = spot
    rooms = [dist(spot, other) - 2 * SIGN for other in signs]
    for area in areas:
        aside = max(abs(x - area.x) - area.width / 2, 0.0)
        rooms.append(math.hypot(aside, max(abs(y - area.y) - area.height / 2, 0.0)) - SIGN)
    return min(rooms, default=0.0)


def _sign_spot(plan: Layout, locality: int) -> Spot:
    """Return where a sign stands in a locality: by its number, clear of borders and pieces."""
    x, y = plan.labels[locality].at
    unit, reserve = plan.unit, plan.anchors[Place(locality)].at
    spots = [(x + right * unit, y + down * unit) for right, down in _AROUND]
    room = {spot: _room(plan, locality, spot) / unit for spot in spots}
    away = [spot for spot in spots if dist(spot, reserve) > 2 * _CLEAR * unit]
    for spot in [*away, *spots]:
        if room[spot] > _CLEAR:
            return spot
    best = max(away or spots, key=lambda spot: room[spot])
    return best if room[best] > 0 else (x, y)  # no room beside the number: rather over it


def _room(plan: Layout, locality: int, spot: Spot) -> float:
    """Return how far a point lies within the border of a locality; negative outside."""
    shape, point = plan.shapes[locality], Point(spot)
    far = float(shape.exterior.distance(point))
    return far if shape.contains(point) else -far


def _around(plan: Layout, placed: Sequence[Spot], along: Spot) -> Area:
    """Return the area around blocks that lie along a direction."""
    length, thickness = (side / 2 * plan.unit for side in style.BLOCK)
    across = abs(along[0]) * length + abs(along[1]) * thickness
    down = abs(along[1]) * length + abs(along[0]) * thickness
    x, y = [at[0] for at in placed], [at[1] for at in placed]
    middle = (min(x) + max(x)) / 2, (min(y) + max(y)) / 2
    return Area(*middle, max(x) - min(x) + 2 * across, max(y) - min(y) + 2 * down)
