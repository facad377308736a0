"""Places on the picture of a position, for whoever wants to click on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from shapely.geometry import Point

from marengo.charts import style
from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.board import extent
from marengo.games.marengo.screen.drawing.header import HEADER
from marengo.games.marengo.screen.drawing.layout import Layout, Spot, layout
from marengo.games.marengo.screen.drawing.pieces import box_of, by_place, drawables, spots
from marengo.games.marengo.screen.drawing.position_text import view_of
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView

__all__ = ["Area", "stacks", "target_spot"]

# In units of drawing.
_AROUND = ((-72.0, 0.0), (96.0, 0.0), (0.0, -58.0), (0.0, 62.0), (-64.0, -46.0), (-64.0, 46.0))
"""From the number of a locality to where a sign may stand, the best first."""

_CLEAR = 34.0  # from a sign to the border, and half of what it keeps from pieces
_OVER = 22.0  # from a border, or from the pieces of an approach, to a sign beyond them


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a picture; all numbers are shares of its width and height."""

    x: float  # of its middle, from the upper left corner
    y: float
    width: float
    height: float


def stacks(shown: MarengoState | MarengoView, *, side: Side | None = None) -> dict[str, Area]:
    """Return, for each place or box that holds pieces, the area in which ``to_png`` draws them."""
    view = view_of(shown, side)
    plan = layout(view.board)
    entries = {entry.name: entry for entry in view.board.entries if entry.at is not None}
    found = {}
    for place, here in by_place(drawables(view)).items():
        if isinstance(place, Place):
            anchor = plan.anchors[place]
            placed = [at for at, _ in spots(anchor, len(here), plan.unit)]
        elif place in entries:
            placed = box_of(plan, entries[place], len(here)).spots
        else:
            continue
        found[str(place)] = _around(plan, placed)
    return found


def target_spot(board: Board, place: str, *, attacks: bool = False) -> Spot:
    """Return where to mark a locality or an approach, as shares of width and height.

    It is beside a locality's number, or behind the line of an approach; if that is what ``attacks``
    are made on, beyond the border on the enemy's ground.
    """
    plan, spot = layout(board), Place.parse(place)
    if spot.towards is None:
        return _share(plan, _sign_spot(plan, spot.locality))
    side = next(one for one in plan.sides if one.approach.opposite and one.approach.place == spot)
    (x0, y0), (x1, y1) = side.border
    back = -_OVER if attacks else style.INSET + style.BOX + style.BLOCK[1] / 2 + _OVER / 2
    shift = back * plan.unit
    return _share(
        plan,
        ((x0 + x1) / 2 + side.inward[0] * shift, (y0 + y1) / 2 + side.inward[1] * shift),
    )


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


def _share(plan: Layout, at: Spot) -> Spot:
    """Return a point of the drawing as shares of the picture's width and height."""
    left, top, right, bottom = extent(plan, HEADER)
    return ((at[0] - left) / (right - left), (at[1] - top) / (bottom - top))


def _around(plan: Layout, placed: Sequence[Spot]) -> Area:
    """Return the area around blocks, however they are turned."""
    margin = style.BLOCK[0] / 2 * plan.unit
    x, y = [at[0] for at in placed], [at[1] for at in placed]
    start = _share(plan, (min(x) - margin, min(y) - margin))
    end = _share(plan, (max(x) + margin, max(y) + margin))
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return Area(*middle, end[0] - start[0], end[1] - start[1])
