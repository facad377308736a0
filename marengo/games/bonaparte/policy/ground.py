"""What a player knows of the board before the game: distances, and how far along places lie."""

from math import exp
from typing import Annotated, Any

import numpy as np
from scipy.sparse.csgraph import dijkstra

from marengo.core.engine.record import Float64, Int16
from marengo.games.marengo.policy.way import Way, fill_way
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import LOCALITIES, NONE, Side

COLOURS = 8
"""Colours of stars are numbered from 1."""

FOOT, SIDE_ROAD, MAIN_ROAD = 1.0, 0.8, 0.6
"""Lengths of a step between neighbours: by road three are made a turn, on main roads for free."""

REACH = 1.0
"""Distance over which the influence of a piece falls to a third."""

FAR = 30.0
"""Distance of what cannot be reached."""

SPEARHEAD = 12.0
"""Exponent by which the foremost pieces count more towards the place of the front."""


class Ground(Way, versioned=True):
    """Facts of one board and scenario, by locality; the goal is the nearest star."""

    influence: Annotated[list[float], np.float64, LOCALITIES * LOCALITIES]  # of a piece, 1 at home
    colour_distance: Annotated[list[float], np.float64, COLOURS * LOCALITIES]  # to such a star
    progress: Annotated[list[float], np.float64, LOCALITIES]  # 0 Austrian entry, 1 star
    lead: Annotated[list[float], np.float64, LOCALITIES]  # weight in the place of the front
    star_bit: Annotated[list[int], np.int64, LOCALITIES]  # a bit of its own for each star
    colours: Int16  # highest colour of a star
    longest: Float64  # from the Austrian entry to the nearest star
    detour: Annotated[list[float], np.float64, LOCALITIES]  # off the way from entry to stars


def _exp(x: Any) -> Any:
    """Return exp(x), alike on all processors; with AVX-512 NumPy's differs in the last place."""
    return [exp(value) for value in x.ravel()]


def _step_lengths(t: Any) -> np.ndarray[Any, Any]:
    """Return the length of the step between each two localities, 0 where there is none."""
    lengths = np.zeros((LOCALITIES, LOCALITIES))
    for approach in range(int(t["first_approach"][LOCALITIES])):
        if not t["impassable"][approach]:
            lengths[t["owner"][approach], t["neighbour"][approach]] = FOOT
    for end in range(int(t["first_end"][LOCALITIES])):
        if t["end_other"][end] != NONE:
            here, beyond = t["end_locality"][end], t["end_locality"][t["end_other"][end]]
            road = MAIN_ROAD if t["end_main"][end] else SIDE_ROAD
            lengths[here, beyond] = min(lengths[here, beyond], road)
    return lengths


def _nearest(distances: np.ndarray[Any, Any], places: np.ndarray[Any, Any]) -> Any:
    """Return the distance of each locality to the nearest of some places."""
    if len(places) == 0:
        return np.full(LOCALITIES, FAR)
    return distances[places].min(axis=0)


def make_ground(t: Any, index: BoardIndex) -> np.ndarray[Any, Any]:
    """Return what a player knows of the board of a game, shape ``(1,)``."""
    lengths = _step_lengths(t)
    distances = np.minimum(dijkstra(lengths), FAR)
    ground = Ground.array()
    ground["influence"][0] = _exp(-distances / REACH)
    for colour in range(COLOURS):
        at = _nearest(distances, np.flatnonzero(t["star"] == colour)) if colour else FAR
        ground["colour_distance"][0, colour * LOCALITIES : (colour + 1) * LOCALITIES] = at
    to_star = _nearest(distances, np.flatnonzero(t["star"]))
    boxes = range(int(t["boxes"]))
    austrian = [int(t["box_locality"][b]) for b in boxes if t["box_side"][b] == Side.AUSTRIAN]
    from_entry = _nearest(distances, np.array(austrian, int))
    whole = max(float(to_star[austrian].min(initial=FAR)), 1.0)
    for number, locality in enumerate(np.flatnonzero(t["star"])):
        ground["star_bit"][0, locality] = 1 << (number % 63)
    ground["colours"] = t["star"].max()
    ground["longest"] = whole
    ground["progress"][0] = from_entry / np.maximum(from_entry + to_star, 1.0)
    ground["lead"][0] = _exp(SPEARHEAD * ground["progress"][0])
    ground["detour"][0] = np.maximum(from_entry + to_star - whole, 0.0)
    sides = int(t["first_approach"][LOCALITIES])
    steps = lengths[t["owner"][:sides], t["neighbour"][:sides]]
    steps[t["impassable"][:sides] == 1] = FAR
    fill_way(t, ground[0], index.board.localities, to_star, steps, FAR)
    return ground
