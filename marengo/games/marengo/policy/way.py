"""The way to the goal as players see it, whatever the goal is."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from marengo.core.engine.compiled import compiled
from marengo.core.engine.record import Float64, Int16, Record
from marengo.games.marengo.board.ground import Locality
from marengo.games.marengo.rules.position import Position, SetUpTables, Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, LOCALITIES, NONE, Side

WINGS, PARTS = 3, 4
"""North, centre and south of the board, and parts of the way to the goal."""


class Way(Record):
    """Distance of each locality from where the Austrians must go, and the way there."""

    goal: Annotated[list[float], np.float64, LOCALITIES]  # steps to the goal
    order: Annotated[list[int], np.uint16, LOCALITIES]  # localities, nearest to the goal first
    onward: Annotated[list[int], np.uint16, LOCALITIES]  # next on the shortest way to the goal
    number: Int16  # how many localities are listed
    farthest: Float64  # distance of what cannot be reached
    zone: Annotated[list[int], np.int8, LOCALITIES]  # WINGS * the part of the way + the wing


def fill_way(
    t: Any, e: Any, localities: Sequence[Locality], goal: Any, steps: Any, farthest: float
) -> None:
    """Fill in the way to the goal.

    ``goal`` is the distance of each locality from it, shape (LOCALITIES,), ``steps`` the length of
    the step across each approach in leaving, ``farthest`` the distance of what cannot be reached.
    """
    numbers = np.array([place.number for place in localities])
    e["goal"][:] = farthest
    e["goal"][numbers] = goal[numbers]
    ordered = numbers[np.argsort(e["goal"][numbers], kind="stable")]
    e["order"][: len(ordered)] = ordered
    e["number"], e["farthest"] = len(ordered), farthest
    for number in numbers:
        e["onward"][number] = _onward(t, e, steps, int(number))
    e["zone"][numbers] = WINGS * _parts_of(e["goal"][numbers]) + _wings_of(localities)


def _parts_of(goal: Any) -> Any:
    """Return in which part of the way to the goal localities lie, as many in each."""
    return np.searchsorted(np.quantile(goal, np.arange(1, PARTS) / PARTS), goal)


def _wings_of(localities: Sequence[Locality]) -> Any:
    """Return in which wing localities lie, as many in each: 0 is the north."""
    south = np.array(
        [-np.mean([y for _, y in locality.polygon] or [0.0]) for locality in localities]
    )
    return np.searchsorted(np.quantile(south, np.arange(1, WINGS) / WINGS), south)


def _onward(t: Any, e: Any, steps: Any, locality: int) -> int:
    """Return the neighbour on the shortest way to the goal, or the locality itself there."""
    if e["goal"][locality] == 0:
        return locality
    sides = range(int(t["first_approach"][locality]), int(t["first_approach"][locality + 1]))
    ways = [(steps[a] + e["goal"][t["neighbour"][a]], int(t["neighbour"][a])) for a in sides]
    return min(ways, default=(0.0, locality))[1]


@compiled
def spearhead(t: SetUpTables, s: Position, e: Way) -> float:
    """Return how far the third Austrian piece on the map is from the goal."""
    first, second, third = e.farthest, e.farthest, e.farthest
    for piece in range(t.pieces[0]):
        place = s.place[piece]
        if place == NONE or place >= FIRST_BOX:
            continue
        distance = e.goal[t.locality_of[place]]
        if distance < first:
            first, second, third = distance, first, second
        elif distance < second:
            second, third = distance, second
        elif distance < third:
            third = distance
    return third


@compiled
def fill_traffic(t: SetUpTables, w: Workspace, e: Way, traffic: list[float], later: float) -> None:
    """Count the Austrian pieces to come through each locality if all go the shortest way.

    One that has a step to go counts ``later``, one that has two the square of it, and so on.
    """
    for locality in range(LOCALITIES):
        traffic[locality] = float(w.present[locality]) * (w.holder[locality] == Side.AUSTRIAN)
    for box in range(t.boxes):
        if t.box_side[box] == Side.AUSTRIAN:
            traffic[t.box_locality[box]] += w.count[FIRST_BOX + box]
    for i in range(e.number - 1, -1, -1):
        locality = e.order[i]
        if e.onward[locality] != locality:
            traffic[e.onward[locality]] += later * traffic[locality]
