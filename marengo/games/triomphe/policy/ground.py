"""What a player knows of the board before the game: how far everything is from the goal."""

from typing import Annotated, Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from marengo.games.marengo.policy.way import Way, fill_way
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import APPROACHES, LOCALITIES, NONE, Side

MAIN_ROAD, LOCAL_ROAD, NO_ROAD = 1.0, 1.5, 2.0
"""Effort of crossing a border: free by main road, an order a piece or a group otherwise."""

OUT_OF_REACH = 30.0
"""Distance of places from which the goal cannot be reached; larger than any real one."""


class Ground(Way, versioned=True):
    """Facts of one board and scenario; the goal is what Austria must reach."""

    edge: Annotated[list[float], np.float64, APPROACHES]  # effort of leaving across this approach


def make_ground(t: Any, index: BoardIndex) -> np.ndarray[Any, Any]:
    """Return what a player knows of the board of a game, shape ``(1,)``."""
    ground = Ground.array()
    e = ground[0]
    sides = len(index.approaches)
    e["edge"][:sides] = _efforts(t, sides)
    numbers = np.array([place.number for place in index.board.localities])
    goal = _distance_to(_goals(t, numbers), t, e["edge"][:sides])
    fill_way(t, e, index.board.localities, goal, e["edge"], OUT_OF_REACH)
    return ground


def _efforts(t: Any, sides: int) -> np.ndarray[Any, Any]:
    """Return the effort of crossing each border in the direction of leaving."""
    effort = np.full(sides, NO_ROAD)
    for end, approach in enumerate(t["end_approach"]):
        if approach != NONE and t["end_other"][end] != NONE and t["end_crossing"][end] >= 0:
            road = MAIN_ROAD if t["end_main"][end] else LOCAL_ROAD
            if t["end_locality"][end] == t["owner"][approach]:
                effort[approach] = min(effort[approach], road)
    effort[t["impassable"][:sides] == 1] = OUT_OF_REACH
    return effort


def _goals(t: Any, numbers: np.ndarray[Any, Any]) -> list[int]:
    """Return the localities east of the objective line where no French box protects them."""
    protected = {
        int(t["box_locality"][box])
        for box in range(int(t["boxes"]))
        if t["box_side"][box] == Side.FRENCH
    }
    east = [int(number) for number in numbers if t["east_of_objective"][number]]
    return [number for number in east if number not in protected] or east or [int(numbers[-1])]


def _distance_to(goals: list[int], t: Any, edge: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the least effort from each locality to any of the goals, at most OUT_OF_REACH."""
    sides = len(edge)
    graph = np.full((LOCALITIES, LOCALITIES), np.inf)
    for approach in range(sides):
        here, there = int(t["owner"][approach]), int(t["neighbour"][approach])
        graph[there, here] = min(graph[there, here], edge[approach])
    links = csr_array(np.where(np.isinf(graph), 0.0, graph))
    distance = dijkstra(links, indices=goals, min_only=True)
    return np.minimum(distance, OUT_OF_REACH)
