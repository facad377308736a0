"""The boards lie where they belong on earth."""

import math
from functools import cache
from typing import Any

import pytest
import shapely

from marengo.games.marengo.board import Board
from marengo.games.marengo.board.geometry import shape_of, to_degrees, to_metres
from marengo.paths import data_path

# Positions of GeoNames: longitude, latitude.
VILLAGES = {
    "Spinetta Marengo": (8.67750, 44.88554),
    "Castelceriolo": (8.69384, 44.91723),
    "Lobbi": (8.71844, 44.92978),
    "San Giuliano Vecchio": (8.76057, 44.88902),
    "San Giuliano Nuovo": (8.76087, 44.90610),
}


@cache
def board(name: str) -> Board:
    return Board.read(data_path(f"boards/{name}.geojson"))


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
@pytest.mark.parametrize(
    ("village", "names"),
    [
        ("Spinetta Marengo", ["Spinetta"]),
        ("Castelceriolo", ["Castelceriolo"]),
        ("Lobbi", ["Lobi"]),
        ("San Giuliano Vecchio", ["San Giuliano Vecchio"]),
        ("San Giuliano Nuovo", ["San Giuliano Nuovo"]),
    ],
)
def test_villages_lie_in_the_localities_of_their_name(
    name: str, village: str, names: list[str]
) -> None:
    """The village lies in its locality or at most the stated residual outside it."""
    where = shapely.Point(to_metres(VILLAGES[village]))
    named = [loc for loc in board(name).localities if loc.name and loc.name.startswith(names[0])]
    assert named
    assert min(shape_of(loc.polygon).distance(where) for loc in named) < 150


def test_stated_residuals_of_the_older_board() -> None:
    """Every control point is listed with its residual, none above a hundred metres."""
    points: list[dict[str, Any]] = board("bonaparte").metadata["georeference"]["control_points"]
    assert len(points) == 11
    assert all(0 <= point["residual_metres"] <= 100 for point in points)
    stated = {point["name"]: tuple(point["position"]) for point in points}
    for village in ("Castelceriolo", "Lobbi", "San Giuliano Vecchio", "San Giuliano Nuovo"):
        assert stated[village] == VILLAGES[village]


@pytest.mark.parametrize(("name", "largest"), [("triomphe", 1.0), ("bonaparte", 150.0)])
def test_the_printed_orientation(name: str, largest: float) -> None:
    """The affine map to pixels keeps the board inside its print; in Triomphe it is exact."""
    shipped = board(name)
    matrix = shipped.metadata["georeference"]["metres_to_pixels"]
    width, height = shipped.metadata["board_pixels"]
    for locality in shipped.localities:
        for corner in locality.polygon:
            east, north = to_metres(corner)
            across, down = (a * east + b * north + c for a, b, c in matrix)
            assert -largest <= across <= width + largest
            assert -largest <= down <= height + largest


def test_capacity_in_print_is_where_it_was_read() -> None:
    """Marengo's number stands at (683, 1191) of the newer board's print."""
    shipped = board("triomphe")
    at = shipped.locality(14).at
    assert at is not None
    east, north = to_metres(at)
    matrix = shipped.metadata["georeference"]["metres_to_pixels"]
    across, down = (a * east + b * north + c for a, b, c in matrix)
    assert math.hypot(across - 683.4, down - 1190.6) < 0.5


def test_metres_and_degrees_round_trip() -> None:
    there = to_metres(VILLAGES["Lobbi"])
    assert to_degrees(there) == pytest.approx(VILLAGES["Lobbi"], abs=1e-12)
    # 18.4 thousandths of a degree east and 29.8 north of the origin
    assert there == pytest.approx((1452.4, 3311.4), abs=0.1)


@pytest.mark.parametrize(("name", "square_kilometres"), [("triomphe", 61), ("bonaparte", 53)])
def test_the_ground_is_covered_once(name: str, square_kilometres: int) -> None:
    """T-3.1: polygons side by side, so their areas add up to that of the whole."""
    shapes = [shape_of(locality.polygon) for locality in board(name).localities]
    whole = shapely.union_all(shapes)
    assert whole.geom_type == "Polygon"
    assert sum(shape.area for shape in shapes) == pytest.approx(whole.area, rel=1e-6)
    assert round(whole.area / 1e6) == square_kilometres


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_rings_run_anticlockwise_and_are_valid(name: str) -> None:
    """As the GeoJSON standard asks."""
    for locality in board(name).localities:
        shape = shape_of(locality.polygon)
        assert shape.is_valid
        assert shape.exterior.is_ccw


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_roads_end_at_their_crossings_and_stay_inside(name: str) -> None:
    """T-3.22, T-3.24: drawn roads pass the borders at the crossings; groups never touch."""
    shipped = board(name)
    at = {c.id: c.at for c in shipped.crossings} | {
        f"entry:{e.name}": e.at for e in shipped.entries
    }
    drawn: dict[int, list[shapely.MultiLineString]] = {}
    for group in shipped.road_groups:
        lines = shapely.MultiLineString([list(map(to_metres, line.line)) for line in group.lines])
        for crossing in group.crossings:
            position = at[crossing]
            assert position is not None
            assert lines.distance(shapely.Point(to_metres(position))) < 2
        ground = shape_of(shipped.locality(group.locality).polygon).buffer(20)
        assert ground.covers(lines)
        assert all(other.disjoint(lines) for other in drawn.get(group.locality, []))
        drawn.setdefault(group.locality, []).append(lines)
