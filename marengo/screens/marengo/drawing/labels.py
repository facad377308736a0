"""Where numbers and names stand: near their printed spot, clear of symbols and roads."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from marengo.charts import style
from marengo.games.marengo.board import Locality

Spot = tuple[float, float]

# What a square unit of overlap costs, against one unit of distance from the wished spot.
_OUTSIDE = 0.25
_HARD = 0.6
_SOFT = 0.15

_AT_ONCE = 24  # spots looked at together, from the wished one outwards


@dataclass(frozen=True, slots=True)
class Label:
    """The writing of one locality."""

    at: Spot  # between number and capacity
    scale: float  # size of number and capacity against that of a roomy locality
    name: str  # broken into lines; empty where there is none
    name_at: Spot  # its middle


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Things that labels keep clear of."""

    hard: list[BaseGeometry]  # symbols, crossings and what lies outside the map
    soft: list[BaseGeometry]  # roads, which a label may cover if it must


def place_labels(
    localities: Iterable[Locality],
    wished: dict[int, Spot],
    inner: dict[int, Polygon],
    obstacles: Obstacles,
    unit: float,
) -> dict[int, Label]:
    """Place the numbers near the ``wished`` spots, those of small localities first, then names.

    ``inner`` is the ground of each locality inside its lines, ``unit`` the pixels of a unit.
    """
    by_size = sorted(localities, key=lambda locality: inner[locality.number].area)
    spots: dict[int, tuple[Spot, float]] = {}
    taken = list(obstacles.hard)
    for locality in by_size:
        ground, wish = inner[locality.number], wished[locality.number]
        room = shapely.maximum_inscribed_circle(ground, tolerance=1.0).length
        scale = 1.0 if room > 42 * unit else 0.82
        size = _label_size(locality, scale, unit)
        # a star stands to the right of the capacity
        shift = 15 * scale * unit if locality.star else 0.0
        grid = [(x + shift, y) for x, y in grid_of(ground, wish, unit)]
        x, y = best_spot(grid, size, (wish[0] + shift, wish[1]), ground, obstacles, unit)
        spots[locality.number] = ((x - shift, y), scale)
        taken.append(label_box((x, y), size))
    labels: dict[int, Label] = {}
    for locality in by_size:
        at, scale = spots[locality.number]
        text, name_at = broken(locality.name or ""), at
        if text:
            size = text_size(text, unit)
            below = 16 * scale + (12 if locality.french_start else 0)
            wish = (at[0], at[1] + below * unit + size[1] / 2)
            around = list(_around(at, wish, size, unit))
            ground = inner[locality.number]
            clear = Obstacles(taken, obstacles.soft)
            name_at = best_spot(around, size, wish, ground, clear, unit)
            taken.append(label_box(name_at, size))
        labels[locality.number] = Label(at, scale, text, name_at)
    return labels


def _label_size(locality: Locality, scale: float, unit: float) -> tuple[float, float]:
    """Return width and height of number, capacity, start symbols and star."""
    width = 92 if locality.star else 62
    bars = 12 if locality.french_start else 0
    return (width * scale * unit, (27 * scale + bars) * unit)


def broken(name: str) -> str:
    """Break a name into lines where it lists several places or explains itself."""
    return name.replace(" / ", "\n").replace(" (", "\n(")


def text_size(text: str, unit: float) -> tuple[float, float]:
    """Estimate width and height of a name as written on the map."""
    lines = text.splitlines()
    width = 0.52 * style.NAME_SIZE * max(map(len, lines)) * unit
    return width, 1.15 * style.NAME_SIZE * len(lines) * unit


def label_box(at: Any, size: Spot) -> Any:
    """Return a box around a point, or boxes around several, given as arrays of x and of y."""
    (x, y), (width, height) = at, size
    return shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def whole_label(label: Label, locality: Locality, unit: float) -> Polygon:
    """Return the box of a number with its capacity, start symbols and star."""
    width, height = _label_size(locality, label.scale, unit)
    right = 15 * label.scale * unit if locality.star else 0.0
    down = 6 * unit if locality.french_start else 0.0
    box: Polygon = label_box((label.at[0] + right, label.at[1] + down), (width, height))
    return box


def grid_of(ground: Polygon, wish: Spot, unit: float, reach: float = 90.0) -> list[Spot]:
    """List spots of a grid within a locality and reach of the wished one, and that one."""
    left, top, right, bottom = ground.bounds
    step = max(5 * unit, (right - left) / 24)
    columns, rows = np.arange(left, right, step), np.arange(top, bottom, step)
    x, y = (part.ravel() for part in np.meshgrid(columns, rows, indexing="ij"))
    near = np.hypot(x - wish[0], y - wish[1]) < reach * unit
    shapely.prepare(ground)
    near[near] = shapely.contains_xy(ground, x[near], y[near])
    inside = zip(x[near].tolist(), y[near].tolist(), strict=True)
    return [wish, *inside]


def _around(at: Spot, wish: Spot, size: tuple[float, float], unit: float) -> Iterator[Spot]:
    """Yield spots for a name below, above and beside its number."""
    width, height = size
    yield wish
    for row in range(-4, 5):
        for column in range(-6, 7):
            yield (wish[0] + column * width / 8, wish[1] + row * 6 * unit)
            yield (at[0] + column * width / 8, at[1] - 16 * unit - height / 2 - row * 6 * unit)
    for column in (-1, 1):
        yield (at[0] + column * (width / 2 + 36 * unit), at[1])


def best_spot(
    spots: list[Spot],
    size: tuple[float, float],
    wish: Spot,
    ground: Polygon,
    obstacles: Obstacles,
    unit: float,
) -> Spot:
    """Return the spot whose box covers least, and among equals lies nearest to the wish."""
    x, y = np.array(spots).T
    boxes = label_box((x, y), size)
    away = 0.5 * np.hypot(x - wish[0], y - wish[1]) / unit
    hard, soft = _joined(boxes, obstacles.hard), _joined(boxes, obstacles.soft)
    chosen, least = 0, np.inf
    outwards = np.argsort(away, kind="stable")
    for first in range(0, len(spots), _AT_ONCE):
        some = outwards[first : first + _AT_ONCE]
        if away[some[0]] >= least:
            break  # spots farther off cost more by their distance alone
        price = _HARD * _covered(boxes[some], hard) + _SOFT * _covered(boxes[some], soft)
        price += _OUTSIDE * shapely.area(shapely.difference(boxes[some], ground))
        cost = away[some] + price / unit**2
        if cost.min() < least:
            chosen, least = int(some[cost.argmin()]), float(cost.min())
    return spots[chosen]


def _joined(boxes: npt.NDArray[np.object_], obstacles: list[BaseGeometry]) -> BaseGeometry:
    """Return all obstacles as one, as far as they are near any of the boxes."""
    near = shapely.box(*shapely.total_bounds(boxes))
    close = [obstacle for obstacle in obstacles if near.intersects(obstacle)]
    return shapely.intersection(shapely.union_all(close), near)


def _covered(boxes: npt.NDArray[np.object_], obstacle: BaseGeometry) -> npt.NDArray[np.float64]:
    """Return the area of each box that an obstacle takes up."""
    # what lies far from these boxes would make each intersection slow
    near = shapely.intersection(obstacle, shapely.box(*shapely.total_bounds(boxes)))
    return np.asarray(shapely.area(shapely.intersection(boxes, near)))
