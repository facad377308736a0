import math
from dataclasses import replace

import pytest
import shapely

from marengo.charts import style
from marengo.games.marengo.board import Approach, Board, Locality, Place
from marengo.paths import data_path
from marengo.plots import Layout, layout
from marengo.screens.marengo.drawing.labels import broken
from marengo.screens.marengo.drawing.layout import upright
from marengo.screens.marengo.drawing.symbols import symbols_of
from tests.plots.squares import squares


def shipped(name: str) -> Layout:
    return layout(Board.read(data_path(f"boards/{name}.geojson")))


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_every_place_has_its_anchor_on_its_own_ground(name: str) -> None:
    """T-3.2, T-3.3: a piece is in one position of one locality, and seen to be."""
    plan = shipped(name)
    assert set(plan.anchors) == set(plan.board.places())
    for place, anchor in plan.anchors.items():
        assert plan.shapes[place.locality].covers(shapely.Point(anchor.at)), str(place)


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_opposite_approaches_are_drawn_apart(name: str) -> None:
    """T-3.8: each side has its own line, set back from the border."""
    plan = shipped(name)
    lines = {
        side.approach.place: shapely.LineString(side.line)
        for side in plan.sides
        if side.approach.opposite is not None
    }
    for place, line in lines.items():
        assert plan.shapes[place.locality].covers(line)
        assert line.distance(lines[place.opposite]) > 10 * plan.unit


def test_wide_approaches_take_two_blocks_side_by_side() -> None:
    """T-3.10."""
    plan = shipped("triomphe")
    for approach in plan.board.approaches:
        if approach.opposite is not None:
            assert plan.anchors[approach.place].columns == (2 if approach.wide else 1)


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_the_printed_orientation(name: str) -> None:
    """Alessandria lies to the left, Castelceriolo above Marengo."""
    plan = shipped(name)
    marengo, castle = (
        next(loc.number for loc in plan.board.localities if (loc.name or "").startswith(village))
        for village in ("Marengo", "Castelceriolo")
    )
    assert plan.labels[castle].at[1] < plan.labels[marengo].at[1]
    entries = [plan.project(entry.at)[0] for entry in plan.board.entries if entry.at]
    assert entries[0] == min(entries)
    width = plan.board.metadata["board_pixels"][0]
    left, _, right, _ = plan.frame
    assert right - left == pytest.approx(width, rel=0.1)


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_numbers_stand_in_their_localities_and_clear_of_one_another(name: str) -> None:
    plan = shipped(name)
    spots = [label.at for label in plan.labels.values()]
    for number, label in plan.labels.items():
        assert plan.shapes[number].covers(shapely.Point(label.at))
    closest = min(math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i])
    assert closest > 40 * plan.unit


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_the_first_piece_of_a_reserve_leaves_the_number_to_be_read(name: str) -> None:
    """Where there is room at all; the smallest villages have none."""
    plan = shipped(name)
    hidden = 0
    for locality in plan.board.localities:
        x, y = plan.anchors[Place(locality.number)].at
        half = (style.BLOCK[0] / 2 * plan.unit, style.BLOCK[1] / 2 * plan.unit)
        block = shapely.box(x - half[0], y - half[1], x + half[0], y + half[1])
        hidden += block.covers(shapely.Point(plan.labels[locality.number].at))
    assert hidden == 0


def test_a_board_without_georeference_is_drawn_north_up() -> None:
    plan = layout(squares())
    assert plan.frame == pytest.approx((0, 0, 1000, 500), abs=1e-6)
    assert plan.anchors[Place(1)].at[0] < 500 < plan.anchors[Place(2)].at[0]
    assert plan.anchors[Place(1, 2)].at[0] < 500 < plan.anchors[Place(2, 1)].at[0]
    assert plan.anchors[Place(1, 2)].inward == pytest.approx((-1.0, 0.0), abs=1e-6)
    assert abs(plan.anchors[Place(1, 2)].angle) == pytest.approx(90.0)


def test_a_board_without_polygons_cannot_be_drawn() -> None:
    board = squares()
    bare = replace(board, localities=(board.localities[0], Locality(2, capacity=3)))
    with pytest.raises(ValueError, match=r"no polygon for localities \[2\]"):
        layout(bare)
    with pytest.raises(ValueError, match="cannot be drawn"):
        layout(Board("empty"))


@pytest.mark.parametrize(
    ("given", "turned"), [(0, 0), (45, 45), (135, -45), (180, 0), (-135, 45), (90, -90), (270, -90)]
)
def test_text_is_never_upside_down(given: float, turned: float) -> None:
    assert upright(given) == turned


def test_names_are_broken_where_they_list_places() -> None:
    assert broken("C. Bolla / C. Guarasca") == "C. Bolla\nC. Guarasca"
    assert broken("Lobi (west)") == "Lobi\n(west)"


def test_symbols_of_an_approach() -> None:
    """T-3.13, T-3.14, T-3.17: one symbol for each that is printed."""
    approach = Approach(1, 2, infantry=2, cavalry=1, artillery=1, cavalry_obstacle=True)
    assert symbols_of(approach) == ["infantry", "infantry", "cavalry", "obstacle", "artillery"]
    assert symbols_of(Approach(1, 2)) == []
