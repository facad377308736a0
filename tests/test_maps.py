"""The map of Napoleon in Europe is what its program draws, and what the rules say of it."""

import json
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely.geometry import Point, shape

ROOT = Path(__file__).parent.parent


EUROPE = "data/scenarios/europe-1805.toml"
SMALLER = "data/scenarios/europe-1800.toml"


def rules(scenario: str) -> dict[str, Any]:
    """Return what a scenario's file says."""
    return tomllib.loads((ROOT / scenario).read_text("utf-8"))


REGIONS: dict[str, dict[str, Any]] = rules(EUROPE)["regions"]
SEAS: dict[str, dict[str, Any]] = rules(EUROPE)["seas"]
MAP = (ROOT / "data/maps/europe.geojson").read_text("utf-8")
FEATURES = json.loads(MAP)["features"]
ABOUT = {each["properties"]["name"]: each["properties"] for each in FEATURES}
SHAPES = {each["properties"]["name"]: shape(each["geometry"]) for each in FEATURES}

NEAR = {frozenset((one, other)) for one, said in REGIONS.items() for other in said["near"]}
SHORES = {frozenset((one, sea)) for one, said in REGIONS.items() for sea in said.get("coast", ())}
WATERS = {frozenset((one, other)) for one, said in SEAS.items() for other in said["near"]}
STRAITS = {frozenset(("constantinople", "anatolia")), frozenset(("denmark", "sweden"))}


@pytest.fixture(scope="module")
def make() -> Any:
    """Return the program, which lies beside the documents and in no package."""
    spec = spec_from_file_location("docs_maps_make", ROOT / "docs" / "maps" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_file_is_what_the_program_writes(make: Any) -> None:
    assert make.map_text(REGIONS, SEAS) == MAP


def test_file_is_small() -> None:
    assert len(MAP.encode()) < 400_000


def test_every_region_and_sea_area_is_drawn_and_islands_of_nobody() -> None:
    assert SHAPES.keys() == {*REGIONS, *SEAS, ""}
    assert len(FEATURES) == len(REGIONS) + len(SEAS) + 1
    assert {name for name, said in ABOUT.items() if "sea" in said} == SEAS.keys()
    assert all(ABOUT[name]["sea"] is True for name in SEAS)


def test_regions_have_the_homes_and_capitals_of_the_rules() -> None:
    for name, said in REGIONS.items():
        assert ABOUT[name]["home"] == said.get("home", "")
        assert ABOUT[name]["capital"] == said.get("capital", False)
        assert ABOUT[name]["town"]


def test_areas_drawn_side_by_side_are_those_of_the_rules(make: Any) -> None:
    drawn = make.drawn_borders(FEATURES)
    assert {pair for pair in drawn if pair <= REGIONS.keys()} == NEAR - STRAITS
    assert {pair for pair in drawn if pair <= SEAS.keys()} == WATERS
    assert {pair for pair in drawn if len(pair & SEAS.keys()) == 1} == SHORES


def test_straits_part_neighbours_that_one_sea_joins(make: Any) -> None:
    assert make.STRAITS == STRAITS
    for pair in STRAITS:
        one, other = pair
        assert pair in NEAR
        assert 0.05 < SHAPES[one].distance(SHAPES[other]) < 0.15
        assert set(REGIONS[one]["coast"]) & set(REGIONS[other]["coast"])


def test_regions_of_1800_have_the_same_neighbours(make: Any) -> None:
    before = rules(SMALLER)["regions"]
    near = {frozenset((one, other)) for one, said in before.items() for other in said["near"]}
    assert {pair for pair in make.drawn_borders(FEATURES) if pair <= before.keys()} == near


@pytest.mark.parametrize(
    ("name", "change", "wrong"),
    [
        ("switzerland", {"near": ["milan"]}, r"\['baden-wurtt', 'switzerland'\]"),
        ("bosnia", {"coast": ["adriatic-sea"]}, r"\['adriatic-sea', 'bosnia'\]"),
        ("moscow", {"coast": ["black-sea"]}, r"\['black-sea', 'moscow'\]"),
    ],
)
def test_program_refuses_a_map_that_contradicts_the_rules(
    make: Any, name: str, change: dict[str, Any], wrong: str
) -> None:
    without = {
        one: {**said, "near": [other for other in said["near"] if other != name]}
        for one, said in REGIONS.items()
    }
    changed = without if "near" in change else REGIONS
    with pytest.raises(ValueError, match=wrong):
        make.map_text({**changed, name: {**REGIONS[name], **change}}, SEAS)


def test_program_refuses_seas_that_contradict_the_rules(make: Any) -> None:
    parted = {**SEAS, "black-sea": {"near": []}, "aegean-sea": {"near": ["ionian-sea"]}}
    with pytest.raises(ValueError, match=r"\['aegean-sea', 'black-sea'\]"):
        make.map_text(REGIONS, parted)


def test_neighbours_share_their_border_point_by_point() -> None:
    assert shapely.coverage_is_valid(list(SHAPES.values()))


def test_nothing_is_left_blank_but_the_lakes(make: Any) -> None:
    blank = make.SHEET.difference(shapely.union_all(list(SHAPES.values())))
    lakes = make.filled(make.COAST["lakes"].values())
    assert lakes.buffer(0.01).contains(blank)


def test_borders_can_be_seen(make: Any) -> None:
    """Borders on land are longer than 0.3 degrees, and who are no neighbours keep 0.15 apart."""
    for one, other in map(sorted, make.drawn_borders(FEATURES)):
        least = 0.3 if {one, other} <= REGIONS.keys() else 0.15
        assert SHAPES[one].intersection(SHAPES[other]).length > least, (one, other)
    for one, other in combinations((*REGIONS, *SEAS), 2):
        if frozenset((one, other)) not in NEAR | SHORES | WATERS:
            assert SHAPES[one].distance(SHAPES[other]) > 0.15, (one, other)


def test_regions_are_in_one_piece_but_for_islands() -> None:
    """Whatever is cut off from a region's largest part is out at sea, and no scrap of a shore."""
    ground = shapely.union_all([SHAPES[name] for name in (*REGIONS, "")])
    islands = shapely.get_parts(ground)
    for name in REGIONS:
        for part in shapely.get_parts(SHAPES[name]):
            assert part.area > 0.01, name
        most = [len(shapely.get_parts(SHAPES[name] & island)) for island in islands]
        assert max(most) == 1, name


def test_seas_are_in_one_piece() -> None:
    assert {SHAPES[name].geom_type for name in SEAS} == {"Polygon"}


def test_ports_lie_on_the_shore_by_their_harbour(make: Any) -> None:
    ports = {name: said["port"] for name, said in REGIONS.items() if said.get("port")}
    assert {name for name, said in ABOUT.items() if "port" in said} == ports.keys()
    for name, seas in ports.items():
        at = Point(ABOUT[name]["port"])
        assert SHAPES[name].distance(at) < 0.001, name
        assert min(SHAPES[sea].distance(at) for sea in seas) < 0.001, name
        (place,) = make.numbers(make.TOWNS["ports"][name])
        assert at.distance(Point(place)) < 0.7, name


def test_labels_have_room() -> None:
    small = {"gibraltar": 0.15}
    for name in (*REGIONS, *SEAS):
        room = Point(ABOUT[name]["label"]).buffer(small.get(name, 0.4))
        assert SHAPES[name].contains(room), name
