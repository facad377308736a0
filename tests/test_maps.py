"""The map of Napoleon in Europe is what its program draws, and what the rules say of it."""

import json
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely.geometry import Point, shape

ROOT = Path(__file__).parent.parent
RULES = tomllib.loads((ROOT / "data/scenarios/europe-1800.toml").read_text("utf-8"))["regions"]
MAP = (ROOT / "data/maps/europe.geojson").read_text("utf-8")
FEATURES = json.loads(MAP)["features"]
LANDS = {each["properties"]["name"]: shape(each["geometry"]) for each in FEATURES}


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
    assert make.map_text(RULES) == MAP


def test_regions_drawn_side_by_side_are_those_of_the_rules(make: Any) -> None:
    near = {frozenset((one, other)) for one, said in RULES.items() for other in said["near"]}
    assert make.drawn_borders(FEATURES) == near


def test_program_refuses_a_map_that_contradicts_the_rules(make: Any) -> None:
    parted = {**RULES, "bavaria": {"near": ["tyrol"]}, "switzerland": {"near": ["milan"]}}
    with pytest.raises(ValueError, match=r"\['bavaria', 'switzerland'\]"):
        make.map_text(parted)


def test_every_region_is_drawn_and_one_land_around() -> None:
    assert LANDS.keys() == {*RULES, ""}
    assert len(FEATURES) == len(RULES) + 1


def test_neighbours_share_their_border_point_by_point() -> None:
    assert shapely.coverage_is_valid(list(LANDS.values()))


def test_borders_can_be_seen(make: Any) -> None:
    """The shortest border is half a degree long, and who are no neighbours keep a quarter apart."""
    for one, other in map(sorted, make.drawn_borders(FEATURES)):
        assert LANDS[one].intersection(LANDS[other]).length > 0.5, (one, other)
    for one in RULES:
        for other in set(RULES) - {one, *RULES[one]["near"]}:
            assert LANDS[one].distance(LANDS[other]) > 0.25, (one, other)


def test_labels_have_room() -> None:
    for each in FEATURES:
        said = each["properties"]
        if said["name"]:
            assert LANDS[said["name"]].contains(Point(said["label"]).buffer(0.45)), said["name"]
