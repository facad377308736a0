"""Draw the map of Napoleon in Europe: ``python docs/maps/make.py``.

A region is the land that lies nearer to its towns than to those of any other region, and a sea area
the water that lies nearer to its places, so neither their shapes nor their borders are taken from a
printed board: towns and coast are written down in two files beside this one by their longitude and
latitude, and the rules say which of all these must come out as neighbours.
"""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import STRtree
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box, mapping, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from marengo.paths import data_path

MAP = data_path("maps/europe.geojson")
BESIDE = Path(__file__).parent
SCENARIO = data_path("scenarios/europe-1805.toml")

SHEET = box(-12, 29, 46, 66)
NARROWING = 0.69  # a degree of longitude against one of latitude, in the middle of the sheet
GRID = 0.001  # degrees; whatever meets or crosses shares a point of this grid

# Who are neighbours although water lies between them, so that no border can be drawn.
STRAITS = frozenset(
    (
        frozenset(("denmark", "sweden")),
        frozenset(("constantinople", "anatolia")),
    )
)

Pair = frozenset[str]
Areas = dict[str, dict[str, Any]]


def table(name: str) -> dict[str, Any]:
    """Return what one of the files beside this program says."""
    said: dict[str, Any] = tomllib.loads((BESIDE / name).read_text(encoding="utf-8"))
    return said


TOWNS = table("towns.toml")
COAST = table("coast.toml")


def numbers(text: str) -> list[tuple[float, float]]:
    """Return the longitudes and latitudes at the ends of a list's entries."""
    ends = (entry.split()[-2:] for entry in text.split(","))
    return [(float(longitude), float(latitude)) for longitude, latitude in ends]


def first_town(text: str) -> str:
    """Return the name that a list of towns begins with."""
    return " ".join(text.partition(",")[0].split()[:-2])


def stretched(drawn: BaseGeometry, factor: float) -> BaseGeometry:
    """Return a drawing with its longitudes multiplied."""
    return shapely.transform(drawn, lambda points: points * (factor, 1))


def rounded(line: LineString, times: int) -> LineString:
    """Return a line with its corners cut off so many times, from end to end as before."""
    points = shapely.get_coordinates(line)
    for _ in range(times):
        early = 0.75 * points[:-1] + 0.25 * points[1:]
        late = 0.25 * points[:-1] + 0.75 * points[1:]
        between = np.stack((early, late), axis=1).reshape(-1, 2)
        points = np.concatenate((points[:1], between[1:-1], points[-1:]))
    return LineString(points)


def filled(shores: Iterable[str]) -> BaseGeometry:
    """Return what lies within shores, on the sheet."""
    rings = ([*points, points[0]] for points in map(numbers, shores))
    return shapely.union_all([Polygon(rounded(LineString(ring), 1)) for ring in rings]) & SHEET


def parted(places: dict[str, str]) -> dict[str, BaseGeometry]:
    """Return what lies nearest to each one's places, as if all were land or all were sea."""
    owners = [name for name, listed in places.items() for _ in numbers(listed)]
    points = MultiPoint([at for listed in places.values() for at in numbers(listed)])
    # Near is near on the ground: a degree of longitude must be no longer than it is there.
    nearest = shapely.voronoi_polygons(
        stretched(points, NARROWING), extend_to=SHEET.buffer(3), ordered=True
    )
    cells = [stretched(cell, 1 / NARROWING) for cell in nearest.geoms]
    rough = {
        name: shapely.union_all([cells[i] for i, owner in enumerate(owners) if owner == name])
        for name in places
    }
    merged = shapely.line_merge(shapely.union_all([region.boundary for region in rough.values()]))
    lines = [rounded(line, 2) for line in shapely.get_parts(merged)]
    return gathered(shapely.polygonize(lines), rough)


def gathered(pieces: BaseGeometry, whole: dict[str, BaseGeometry]) -> dict[str, BaseGeometry]:
    """Return the areas that pieces make up, each piece belonging where its middle lies."""
    parts = shapely.get_parts(pieces)
    middles = STRtree([piece.representative_point() for piece in parts])
    return {
        name: shapely.union_all(parts[middles.query(area, predicate="contains")]).normalize()
        for name, area in whole.items()
    }


def areas() -> dict[str, BaseGeometry]:
    """Return each region's land and each sea area's water. What two share, they share exactly."""
    ground = filled((",".join(COAST["mainland"].values()), *COAST["islands"].values()))
    land, sea = ground - filled(COAST["lakes"].values()), SHEET - ground
    wholes = [(land, parted(TOWNS["land"])), (sea, parted(TOWNS["sea"]))]
    # Borders and shores are cut where they meet all at once: each alone would round differently.
    # Borders reach a little beyond the shore to meet it for certain; such loose ends are dropped.
    lines = [land.boundary, sea.boundary]
    for whole, parts in wholes:
        between = shapely.union_all([part.boundary for part in parts.values()])
        lines.append(between & whole.buffer(5 * GRID))
    pieces = shapely.polygonize([shapely.union_all(lines, grid_size=GRID)])
    inside = {name: part & whole for whole, parts in wholes for name, part in parts.items()}
    return gathered(pieces, inside)


def drawn_borders(features: list[dict[str, Any]]) -> set[Pair]:
    """Return which areas share a border or a shore; to meet in a corner is not enough."""
    drawn = [each for each in features if each["properties"]["name"]]
    names = [each["properties"]["name"] for each in drawn]
    shapes = [shape(each["geometry"]) for each in drawn]
    meet = zip(*STRtree(shapes).query(shapes, predicate="intersects"), strict=True)
    return {
        frozenset((names[one], names[other]))
        for one, other in meet
        if one < other and shapes[one].intersection(shapes[other]).length > 0
    }


def borders(regions: Areas, seas: Areas) -> set[Pair]:
    """Return which areas must be drawn side by side by the rules: on land, on shores and at sea."""
    near = {frozenset((one, other)) for one, said in regions.items() for other in said["near"]}
    shores = {
        frozenset((one, sea)) for one, said in regions.items() for sea in said.get("coast", ())
    }
    waters = {frozenset((one, other)) for one, said in seas.items() for other in said["near"]}
    return (near - STRAITS) | shores | waters


def middle(drawn: BaseGeometry) -> list[float]:
    """Return where in an area most room is around."""
    largest = max(shapely.get_parts(stretched(drawn, NARROWING)), key=lambda part: part.area)
    room = stretched(shapely.maximum_inscribed_circle(largest), 1 / NARROWING)
    return [round(number, 2) for number in room.coords[0]]


def harbour(name: str, shore: BaseGeometry) -> list[float]:
    """Return the corner of a shore that is next to a region's harbour."""
    at, corners = Point(numbers(TOWNS["ports"][name])[0]), shapely.extract_unique_points(shore)
    return [round(number, 3) for number in nearest_points(corners, at)[0].coords[0]]


def features(regions: Areas, seas: Areas) -> list[dict[str, Any]]:
    """Return all areas as the map's file holds them."""
    drawn, found = areas(), []
    for name, land in drawn.items():
        properties: dict[str, Any] = {"name": name, "label": middle(land)}
        if name in seas:
            properties["sea"] = True
        else:
            said = regions.get(name, {})
            properties["home"] = said.get("home", "")
            properties["capital"] = said.get("capital", False)
            properties["town"] = first_town(TOWNS["land"][name]) if name else ""
            if ports := said.get("port", ()):
                waters = shapely.union_all([drawn[sea] for sea in ports])
                properties["port"] = harbour(name, land & waters)
        geometry = mapping(land)
        found.append({"type": "Feature", "properties": properties, "geometry": geometry})
    return found


def map_text(regions: Areas, seas: Areas) -> str:
    """Return the map as text, one feature a line.

    Parameters
    ----------
    regions : dict of str to dict
        By region what the rules say of it: ``near``, and if they do, ``coast``, ``port``, ``home``
        and ``capital``.
    seas : dict of str to dict
        By sea area what the rules say of it: ``near``.

    Raises
    ------
    ValueError
        If areas are drawn side by side that the rules hold apart, or apart that are neighbours.
    """
    drawn = features(regions, seas)
    wrong = drawn_borders(drawn) ^ borders(regions, seas)
    if wrong:
        raise ValueError(f"drawn otherwise than the rules say: {sorted(map(sorted, wrong))}")
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in drawn)
    return f'{{"type": "FeatureCollection", "features": [\n{lines}\n]}}\n'


def main() -> None:
    """Write the map's file."""
    rules = tomllib.loads(SCENARIO.read_text(encoding="utf-8"))
    text = map_text(rules["regions"], rules["seas"])
    MAP.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
