"""Boards that went through the table of a map program and came back."""

import json
from pathlib import Path
from typing import Any

import pytest

from marengo.games.marengo.board import Board, BoardError
from marengo.games.marengo.board.map_files import board_with_edits
from marengo.paths import data_path

ORIGINAL = data_path("boards/triomphe.geojson")


def exported(folder: Path, **changes: dict[str, Any]) -> Path:
    """Write the board as a map program does: one table, all columns, nothing of the whole.

    ``changes`` are properties by the name of a locality, as ``l14={"capacity": 9.0}``.
    """
    board = json.loads(ORIGINAL.read_text(encoding="utf-8"))
    columns = dict.fromkeys(name for one in board["features"] for name in one["properties"])
    for one in board["features"]:
        facts = one["properties"]
        for name, value in facts.items():
            if isinstance(value, int):  # a column with empty cells is one of decimals
                facts[name] = float(value)
            elif isinstance(value, list):
                facts[name] = str(value)
        if facts["feature"] == "locality":
            facts.update(changes.get(f"l{int(facts['number'])}", {}))
        one["properties"] = {**dict.fromkeys(columns), **facts}
        geometry = one["geometry"]
        if geometry["type"] == "Polygon":
            one["geometry"] = {"type": "MultiPolygon", "coordinates": [geometry["coordinates"]]}
    file = folder / "export.geojson"
    content = {"type": "FeatureCollection", "name": "export", "features": board["features"]}
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def test_an_export_as_it_is_is_no_board(tmp_path: Path) -> None:
    """This is what the module is for."""
    with pytest.raises(BoardError, match=r"expected a whole number, not 1\.0"):
        Board.read(exported(tmp_path))


def test_nothing_edited_gives_the_board_back(tmp_path: Path) -> None:
    target = tmp_path / "board.geojson"
    assert board_with_edits(exported(tmp_path), ORIGINAL, target) == []
    assert json.loads(target.read_text()) == json.loads(ORIGINAL.read_text(encoding="utf-8"))
    assert Board.read(target) == Board.read(ORIGINAL)


def test_edited_properties_are_taken_over_and_told(tmp_path: Path) -> None:
    target = tmp_path / "board.geojson"
    edited = exported(tmp_path, l14={"capacity": 9.0, "name": None}, l1={"french_start": 1.0})
    capacity = Board.read(ORIGINAL).locality(14).capacity
    assert board_with_edits(edited, ORIGINAL, target) == [
        "locality 1: french_start 1 instead of 0",
        f"locality 14: capacity 9 instead of {capacity}",
        "locality 14: name none instead of Marengo",
    ]
    place = Board.read(target).locality(14)
    assert (place.capacity, place.name) == (9, None)


def test_moved_features_are_taken_over_in_their_old_form(tmp_path: Path) -> None:
    file = exported(tmp_path)
    content = json.loads(file.read_text())
    crossing = next(f for f in content["features"] if f["properties"]["id"] == "c1")
    crossing["geometry"] = {"type": "MultiPoint", "coordinates": [[8.0, 44.1234567, 99.0]]}
    file.write_text(json.dumps(content))
    target = tmp_path / "board.geojson"
    assert board_with_edits(file, ORIGINAL, target) == ["crossing c1: moved"]
    moved = next(
        f["geometry"]
        for f in json.loads(target.read_text())["features"]
        if f["properties"].get("id") == "c1"
    )
    assert moved == {"type": "Point", "coordinates": [8.0, 44.123457]}
    with pytest.raises(BoardError, match="crossing c1: does not lie on the edge"):
        Board.read(target)


def test_features_may_go_and_come(tmp_path: Path) -> None:
    file = exported(tmp_path)
    content = json.loads(file.read_text())
    gone = [f for f in content["features"] if f["properties"]["feature"] != "edge road"]
    new = {"feature": "crossing", "id": "mine", "between": "[1, 5]", "road": "local"}
    point = {"type": "Point", "coordinates": [8.65, 44.91]}
    content["features"] = [*gone, {"type": "Feature", "properties": new, "geometry": point}]
    file.write_text(json.dumps(content))
    target = tmp_path / "board.geojson"
    account = board_with_edits(file, ORIGINAL, target)
    assert "crossing mine: new" in account
    assert all(line.endswith("removed") for line in account if line.startswith("edge road"))
    last = json.loads(target.read_text())["features"][-1]["properties"]
    assert last["between"] == [1, 5]


def test_a_layer_by_itself_changes_no_other(tmp_path: Path) -> None:
    """Map programs write points, lines and polygons into files of their own."""
    file = exported(tmp_path, l14={"capacity": 9.0})
    content = json.loads(file.read_text())
    content["features"] = [
        f for f in content["features"] if f["geometry"]["type"] == "MultiPolygon"
    ]
    file.write_text(json.dumps(content))
    target = tmp_path / "board.geojson"
    (account,) = board_with_edits(file, ORIGINAL, target)
    assert account.startswith("locality 14: capacity 9")
    assert Board.read(target).crossings == Board.read(ORIGINAL).crossings


NO_GEOMETRY = [
    '{"type": "Point"}',
    '{"coordinates": [8.5, 44.5]}',
    '{"type": "Point", "coordinates": ["8.5", "44.5"]}',
    '{"type": "Point", "coordinates": 8.5}',
    "null",
]
"""What a feature has for a geometry that is none."""


@pytest.mark.parametrize(
    "content",
    [
        *("{", "[]", '{"features": []}', '{"features": [{}]}'),
        *(
            f'{{"features": [{{"properties": {{"feature": "entry"}}, "geometry": {one}}}]}}'
            for one in NO_GEOMETRY
        ),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "other.geojson"
    file.write_text(content)
    with pytest.raises(ValueError, match=r"other.geojson: expected GeoJSON features of a board"):
        board_with_edits(file, ORIGINAL, tmp_path / "board.geojson")
