"""Malformed files: everything is listed, nothing crashes."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marengo.games.marengo.board import Board, BoardError, Problem, check
from marengo.games.marengo.board.reading import parse
from marengo.paths import data_path

CONTENT = data_path("boards/bonaparte.geojson").read_bytes()
TEXT = CONTENT.decode()
SMALL: dict[str, Any] = json.loads(CONTENT)


def one(feature: dict[str, Any]) -> list[Problem]:
    """Return the problems of a board of one feature."""
    board = {"type": "FeatureCollection", "name": "x", "features": [feature]}
    return parse(json.dumps(board).encode())[1]


def feature(kind: str, **changes: Any) -> dict[str, Any]:
    """Return the first shipped feature of a kind with other properties; ... leaves one out."""
    found: dict[str, Any] = next(f for f in SMALL["features"] if f["properties"]["feature"] == kind)
    properties = {**found["properties"], **changes}
    kept = {name: value for name, value in properties.items() if value is not ...}
    return {**found, "properties": kept}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"not json",
        b"[]",
        b"null",
        b"{}",
        b'{"type": "FeatureCollection", "name": "x"}',
        b'{"type": "FeatureCollection", "name": "", "features": []}',
        b'{"type": "Feature", "name": "x", "features": []}',
        b'{"type": "FeatureCollection", "name": "x", "features": {}}',
        b'{"type": "FeatureCollection", "name": "x", "features": [], "extra": 1}',
        b"[" * 100_000,
        CONTENT[:5000],
        CONTENT.replace(b"8.", b"NaN,8.", 1),
    ],
)
def test_what_is_no_collection(content: bytes) -> None:
    board, (problem,) = parse(content)
    assert board is None
    assert problem.where == "file"
    assert problem.text.startswith("expected a GeoJSON FeatureCollection")


def test_what_is_no_text() -> None:
    board, (problem,) = parse(b"\xff\xfe\x00")
    assert board is None
    assert problem.text == "is not text in UTF-16: byte 0x00 in line 1; save it as UTF-8"


def test_what_an_editor_puts_before_a_board_does_no_harm() -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        board, found = parse(CONTENT.decode().encode(encoding))
        assert (board, found) == parse(CONTENT)


def test_an_empty_collection_is_a_board_without_localities() -> None:
    _, found = parse(b'{"type": "FeatureCollection", "name": "x", "features": []}')
    assert found == [Problem("board", "no locality, expected at least one")]


def test_a_missing_file(tmp_path: Path) -> None:
    (problem,) = check(tmp_path / "nowhere.geojson")
    assert problem == Problem("file", "cannot be read: No such file or directory")
    with pytest.raises(BoardError, match="nowhere"):
        Board.read(tmp_path / "nowhere.geojson")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (problem,) = check(tmp_path)
    assert problem.text.startswith("cannot be read")


@pytest.mark.parametrize(
    ("changed", "where", "text"),
    [
        (feature("locality", number=...), "locality", "properties: expected a field `number`"),
        (feature("locality", number="1"), "locality 1", "number: expected a whole number, not '1'"),
        (feature("locality", number=0), "locality", "properties.number: expected 1 or more, not 0"),
        (
            feature("locality", capacity=2.5),
            "locality 1",
            "a whole number or nothing, not 2.5",
        ),
        (
            feature("locality", star="gold"),
            "locality 1",
            "star: no value 'gold', expected",
        ),
        (
            feature("locality", colour="red"),
            "locality 1",
            "no field `colour`, expected",
        ),
        (feature("approach", infantry=...), "approach 1/None", "expected a field `infantry`"),
        (feature("approach", pair="ab"), "approach 1/None", "a small letter, not 'ab'"),
        (feature("crossing", road="side"), "crossing c1", "no value 'side', expected one of main"),
        (
            feature("crossing", between=[1]),
            "crossing c1",
            "between: expected a list of 2",
        ),
        (
            feature("entry", name="six o'clock"),
            "entry six o'clock",
            "properties.name: expected a name without spaces, not",
        ),
        (feature("road", classes=[]), "road 1", "0 classes for 1 lines"),
    ],
)
def test_a_property_of_the_wrong_form_is_named(
    changed: dict[str, Any], where: str, text: str
) -> None:
    (problem,) = one(changed)
    assert problem.where == f"feature 0 ({where})"
    assert text in problem.text


@pytest.mark.parametrize(
    ("geometry", "text"),
    [
        (
            {"type": "Point", "coordinates": [8.7, 44.9]},
            "no value 'Point', expected",
        ),
        (
            {"type": "Polygon", "coordinates": []},
            "a list of 1 part, not 0",
        ),
        (
            {"type": "Polygon", "coordinates": [[[8.7, 44.9]] * 3]},
            "expected a list of 4 or more",
        ),
        (
            {"type": "Polygon", "coordinates": [[[8.7, "x"]] * 4]},
            "[0][1]: expected a number, not 'x'",
        ),
        (
            {"type": "Polygon", "coordinates": [[[8.7, 444.9]] * 4]},
            "expected 90 or less, not",
        ),
        (
            {"type": "Polygon", "coordinates": [[[8.7, 44.9, 0.0]] * 4]},
            "a list of 2 parts, not 3",
        ),
        (None, "geometry: expected a table, not nothing"),
        (
            {"type": "Polygon", "coordinates": [[[8.7, 44.9], [8.8, 44.9], [8.8, 45], [8.7, 45]]]},
            "ring is not closed",
        ),
    ],
)
def test_a_geometry_of_the_wrong_form_is_named(geometry: Any, text: str) -> None:
    (problem,) = one({**feature("locality"), "geometry": geometry})
    assert problem.where == "feature 0 (locality 1)"
    assert text in problem.text


def test_a_crooked_approach() -> None:
    line = {"type": "LineString", "coordinates": [[8.7, 44.9], [8.71, 44.9], [8.72, 44.91]]}
    (problem,) = one({**feature("approach"), "geometry": line})
    assert problem.text == "line of 3 points, expected its two ends"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_coordinates_that_are_no_numbers(number: str) -> None:
    bent = re.sub(r'("coordinates":\[+)8\.\d+', rf"\g<1>{number}", TEXT, count=1)
    board, found = parse(bent.encode())
    assert board is None
    assert len(found) == 1


def test_an_unknown_kind() -> None:
    (problem,) = one({"type": "Feature", "properties": {"feature": "hill"}, "geometry": None})
    assert problem.where == "feature 0"
    assert problem.text.startswith("unknown kind 'hill', expected one of locality, approach")


@pytest.mark.parametrize("given", [None, [], 5, {}, {"properties": None}, {"properties": {}}])
def test_a_feature_without_kind(given: Any) -> None:
    (problem,) = one(given)
    assert problem.where == "feature 0"


def test_all_defects_of_form_are_listed_at_once() -> None:
    found = parse(TEXT.replace('"capacity":9', '"capacity":"nine"').encode())[1]
    assert len(found) == 13
    assert all("properties.capacity: " in problem.text for problem in found)


def test_two_objective_lines() -> None:
    text = data_path("boards/triomphe.geojson").read_text(encoding="utf-8")
    line = next(row for row in text.splitlines() if '"feature":"objective"' in row)
    found = parse(text.replace(line, f"{line.rstrip(',')},\n{line}").encode())[1]
    assert found == [Problem("objective", "2 features, expected one")]


def test_members_that_other_programs_write_do_no_harm() -> None:
    crs = '"crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}},'
    assert parse(TEXT.replace('"metadata"', f'{crs} "metadata"', 1).encode())[1] == []


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["east", "main", "a", "c1", "locality", "Point"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Return the older board with a few features dropped, doubled or changed at random."""
    board: dict[str, Any] = json.loads(CONTENT)
    features = board["features"]
    for _ in range(draw(st.integers(1, 4))):
        index = draw(st.integers(0, len(features) - 1))
        properties = features[index]["properties"]
        name = draw(st.sampled_from(sorted(properties) or ["feature"]))
        match draw(st.sampled_from(["drop", "double", "change", "remove", "geometry", "member"])):
            case "drop":
                del features[index]
            case "double":
                features.append(deepcopy(features[index]))
            case "change":
                properties[name] = draw(VALUES)
            case "remove":
                properties.pop(name, None)
            case "geometry":
                features[index]["geometry"]["coordinates"] = draw(VALUES)
            case _:
                board[draw(st.sampled_from(["name", "title", "metadata"]))] = draw(VALUES)
    return json.dumps(board).encode()


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(damaged())
def test_damaged_content_never_crashes_the_check(content: bytes) -> None:
    board, found = parse(content)
    assert board is not None or found
    assert all(problem.text for problem in found)


@settings(max_examples=40)
@given(st.integers(0, len(CONTENT) - 1))
def test_a_file_cut_short_is_reported(length: int) -> None:
    board, found = parse(CONTENT[:length])
    # only the closing line feed can be missed by nobody
    assert found or length >= len(CONTENT.rstrip())
    assert board is None or not found


@settings(max_examples=60)
@given(st.integers(0, len(CONTENT) - 1), st.integers(0, 255))
def test_a_changed_byte_never_crashes_the_check(index: int, byte: int) -> None:
    board, found = parse(CONTENT[:index] + bytes([byte]) + CONTENT[index + 1 :])
    assert board is not None or found
