"""The way to the goal as players see it, whatever the goal is."""

from typing import Annotated, Any

import numpy as np

from marengo.core.engine.record import Float64, Int16, Record
from marengo.games.marengo.rules.vocabulary import LOCALITIES


class Way(Record):
    """How far each locality is from where the Austrians must go."""

    goal: Annotated[list[float], np.float64, LOCALITIES]  # steps to the goal
    order: Annotated[list[int], np.int16, LOCALITIES]  # localities, nearest to the goal first
    onward: Annotated[list[int], np.int16, LOCALITIES]  # next on the shortest way to the goal
    number: Int16  # how many localities are listed
    farthest: Float64  # distance of what cannot be reached


def fill_way(t: Any, e: Any, numbers: Any, goal: Any, steps: Any, farthest: float) -> None:
    """Fill in the way to the goal.

    Parameters
    ----------
    t, e : record
        Tables of the game; the ground that is filled in.
    numbers : array of int
        The localities there are.
    goal : array of float, shape (LOCALITIES,)
        Distance of each from the goal.
    steps : array of float
        Length of the step across each approach, in the direction of leaving.
    farthest : float
        Distance of what cannot be reached.
    """
    e["goal"][:] = farthest
    e["goal"][numbers] = goal[numbers]
    ordered = numbers[np.argsort(e["goal"][numbers], kind="stable")]
    e["order"][: len(ordered)] = ordered
    e["number"], e["farthest"] = len(ordered), farthest
    for number in numbers:
        e["onward"][number] = _onward(t, e, steps, int(number))


def _onward(t: Any, e: Any, steps: Any, locality: int) -> int:
    """Return the neighbour on the shortest way to the goal, or the locality itself there."""
    if e["goal"][locality] == 0:
        return locality
    sides = range(int(t["first_approach"][locality]), int(t["first_approach"][locality + 1]))
    ways = [(steps[a] + e["goal"][t["neighbour"][a]], int(t["neighbour"][a])) for a in sides]
    return min(ways, default=(0.0, locality))[1]
