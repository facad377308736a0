"""Boards as scenarios change them: what is different, what stays, and what is refused."""

import math
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from marengo.games.marengo.board import (
    Board,
    BoardError,
    GroundChanges,
    Place,
    RoadGroup,
    change_board,
)
from marengo.games.marengo.board.differences import differences
from marengo.games.marengo.board.geometry import to_metres
from marengo.games.marengo.board.roadworks import group_of
from marengo.paths import data_path
from tests.plots.squares import squares

TRIOMPHE = Board.read(data_path("boards/triomphe.geojson"))
BONAPARTE = Board.read(data_path("boards/bonaparte.geojson"))


def changed(tables: dict[str, Any], board: Board = TRIOMPHE) -> Board:
    """Return a board with changes as a file states them."""
    return change_board(board, msgspec.convert(tables, GroundChanges, str_keys=True))


def mates(board: Board, locality: int, end: str) -> set[str]:
    """Return what a road end is joined to."""
    group = group_of(board, locality, end)
    assert group is not None
    return set(group.crossings) - {end}


BRIDGE = {"between": [8, 12], "road": "main", "joins": {"8": "c54", "12": "c29"}}


def test_nothing_changed_is_the_same_board() -> None:
    assert changed({}) is TRIOMPHE
    assert changed({"localities": {"8": {}}, "crossings": {}}) is TRIOMPHE
    assert TRIOMPHE.changed == {}


def test_a_changed_board_says_so_and_is_not_changed_twice() -> None:
    tables = {"localities": {"8": {"capacity": 2}}}
    board = changed(tables)
    assert board.changed == tables
    assert changed(tables, board) is board
    with pytest.raises(BoardError, match="expected the board as it is printed"):
        changed({"localities": {"8": {"capacity": 3}}}, board)


def test_localities() -> None:
    board = changed({"localities": {"8": {"capacity": 2, "french_start": 1}, "9": {"star": "red"}}})
    assert (board.locality(8).capacity, board.locality(8).french_start) == (2, 1)
    assert board.locality(9).star == "red"
    assert [p for p in board.localities if p != TRIOMPHE.locality(p.number)] == [
        board.locality(8),
        board.locality(9),
    ]
    starred = next(place for place in BONAPARTE.localities if place.star)
    board = changed({"localities": {str(starred.number): {"star": "none"}}}, BONAPARTE)
    assert board.locality(starred.number).star is None


def test_the_objective_line_follows_its_localities() -> None:
    """T-3.26: 79 comes to lie west of the line, which then runs on its other sides."""
    board = changed({"localities": {"79": {"east_of_objective": False}}})
    east = {place.number: place.east_of_objective for place in board.localities}
    assert (73, 79) not in board.objective
    assert {pair for pair in board.objective if 79 in pair} == {
        (79, n) for n in board.neighbours(79) if east[n]
    }
    assert all((east[west], east[beyond]) == (False, True) for west, beyond in board.objective)


def test_approaches_change_on_one_side() -> None:
    board = changed({"approaches": {"8/9": {"infantry": 3, "cavalry_obstacle": True}}})
    assert (board.approach("8/9").infantry, board.approach("8/9").cavalry_obstacle) == (3, True)
    assert board.approach("9/8") == TRIOMPHE.approach("9/8")


def test_a_box_is_moved() -> None:
    tables = {"entries": {"Novi": {"locality": 77, "road": "local", "joins": "c10"}}}
    board = changed(tables)
    novi = board.entry("Novi")
    assert (novi.locality, novi.road, novi.army) == (77, "local", "french")
    assert mates(board, 77, "entry:Novi") == {"c10", "c11"}
    assert group_of(board, 76, "entry:Novi") is None
    assert [entry.name for entry in board.entries] == [entry.name for entry in TRIOMPHE.entries]
    assert novi.at != TRIOMPHE.entry("Novi").at


def test_a_box_stays_where_it_is() -> None:
    board = changed({"entries": {"Tortona": {"pontoon": True}}})
    assert board.entry("Tortona").pontoon
    assert board.road_groups == TRIOMPHE.road_groups
    board = changed({"entries": {"Tortona": {"road": "local"}}})
    assert mates(board, 85, "entry:Tortona") == mates(TRIOMPHE, 85, "entry:Tortona")
    group = group_of(board, 85, "entry:Tortona")
    assert group is not None
    at = board.entry("Tortona").at
    assert {line.road for line in group.lines if at in line.line} == {"local"}


def test_a_new_box() -> None:
    """It lies at the map's edge, away from the box that is there."""
    facts = {"army": "austrian", "locality": 1, "road": "main", "joins": "entry:Alessandria"}
    board = changed({"entries": {"Second": facts}})
    assert board.entries[-1].name == "Second"
    assert mates(board, 1, "entry:Second") == {"c1", "entry:Alessandria"}
    at, old = board.entry("Second").at, board.entry("Alessandria").at
    assert at is not None
    assert old is not None
    assert math.dist(to_metres(at), to_metres(old)) > 100
    alone = changed({"entries": {"Second": {k: v for k, v in facts.items() if k != "joins"}}})
    assert mates(alone, 1, "entry:Second") == set()


def test_a_new_crossing_joins_two_road_networks() -> None:
    board = changed({"crossings": {"bridge": BRIDGE}})
    assert mates(board, 8, "bridge") == {"c53", "c54"}
    assert mates(board, 12, "bridge") == mates(TRIOMPHE, 12, "c29") | {"c29"}
    side, at = board.approach("8/12"), board.crossing("bridge").at
    assert side.line is not None
    assert at is not None
    middle = [sum(axis) / 2 for axis in zip(*side.line, strict=True)]
    assert at == pytest.approx(middle, abs=1e-3)
    group = group_of(board, 8, "bridge")
    assert group is not None
    assert [line.road for line in group.lines if at in line.line] == ["main"]


def test_a_road_that_ends() -> None:
    board = changed({"crossings": {"bridge": {**BRIDGE, "joins": {"8": "c54"}}}})
    assert mates(board, 12, "bridge") == set()


def test_new_roads_join_each_other() -> None:
    """Whatever the order, a new box and a new crossing are one road."""
    board = changed(
        {
            "entries": {"South": {"army": "french", "locality": 8, "road": "main", "joins": "b"}},
            "crossings": {"b": BRIDGE},
        }
    )
    assert mates(board, 8, "entry:South") == {"b", "c53", "c54"}


def test_a_crossing_is_removed() -> None:
    """Its road leads to a broken bridge: drawn, but of no use."""
    board = changed({"crossings": {"c1": {"remove": True}}})
    assert "c1" not in {crossing.id for crossing in board.crossings}
    assert mates(board, 1, "entry:Alessandria") == set()
    assert len(board.crossings) == len(TRIOMPHE.crossings) - 1
    board = changed({"crossings": {"c58": {"remove": True}}})
    (alone,) = (g for g in TRIOMPHE.road_groups if g.crossings == ("c58",))
    stubs = [road for road in board.edge_roads if road not in TRIOMPHE.edge_roads]
    assert [(road.locality, road.line) for road in stubs] == [
        (alone.locality, line.line) for line in alone.lines
    ]


def test_boards_without_roads_or_capacities_printed() -> None:
    """A road from a box ends in the middle of its locality, which may be all there is."""
    facts = {"army": "french", "locality": 2, "road": "main"}
    board = changed({"entries": {"East": facts}}, squares())
    group, at = group_of(board, 2, "entry:East"), board.entry("East").at
    assert group is not None
    assert [line.line[0] for line in group.lines] == [at]
    assert to_metres(group.lines[0].line[1]) == pytest.approx((1500, 500), abs=1)
    bare = replace(
        squares(),
        localities=tuple(replace(place, polygon=()) for place in squares().localities),
        approaches=tuple(replace(side, line=None) for side in squares().approaches),
    )
    crossing = {"between": [1, 2], "road": "main"}
    board = changed({"entries": {"East": facts}, "crossings": {"c": crossing}}, bare)
    assert (board.entry("East").at, board.crossing("c").at) == (None, None)


def test_a_box_in_the_middle_of_the_map() -> None:
    """Where there is no edge, its pieces come in where the capacity is printed."""
    facts = {"army": "french", "locality": 42, "road": "local"}
    board = changed({"entries": {"Balloon": facts}})
    assert board.entry("Balloon").at == TRIOMPHE.locality(42).at


def test_a_new_crossing_may_be_taken_back() -> None:
    assert changed({"crossings": {"b": {**BRIDGE, "remove": True}}}).crossings == TRIOMPHE.crossings
    assert changed({"crossings": {"c1": {"remove": False}}}).crossings == TRIOMPHE.crossings


@pytest.mark.parametrize(
    ("joined", "wanted"),
    [
        ("c32", {("c32", "c33", "new"), ("c26", "c27")}),
        ("c27", {("c32", "c33"), ("c26", "c27", "new")}),
    ],
)
def test_main_roads_joined_by_a_local_road_alone(joined: str, wanted: set[Any]) -> None:
    """B-8.82: a new main road is joined to the main road it continues, not to the other."""
    old: RoadGroup | None = group_of(BONAPARTE, 34, "c32")
    assert old is not None
    towards = next(
        n for n in BONAPARTE.neighbours(34) if not BONAPARTE.approach(Place(34, n)).impassable
    )
    facts = {"between": [34, towards], "road": "main", "joins": {"34": joined}}
    board = changed({"crossings": {"new": facts}}, BONAPARTE)
    group = group_of(board, 34, "new")
    assert group is not None
    assert set(group.main_groups) == wanted
    board = changed({"crossings": {"c26": {"remove": True}, "c27": {"remove": True}}}, BONAPARTE)
    group = group_of(board, 34, "c32")
    assert group is not None
    assert group.main_groups == ()


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"localities": {"99": {"capacity": 1}}}, r"ground.localities.99: no such .* 1 to 90"),
    ({"approaches": {"8/4": {"infantry": 1}}}, r"ground.approaches.8/4: no such .* one of 8/9"),
    ({"approaches": {"x": {"infantry": 1}}}, r"ground.approaches.x: .* a place such as 8/4"),
    ({"approaches": {"8/9": {"wide": True}}}, "expected one width"),
    ({"approaches": {"5/10": {"impassable": True}}}, "c2: lies on the impassable border"),
    ({"entries": {"Novi": {"army": "austrian"}}}, r"ground.entries.Novi.army: .* no army"),
    ({"entries": {"South": {"locality": 8}}}, r"ground.entries.South: .* needs army, road"),
    (
        {"entries": {"A-B": {"army": "french", "locality": 8, "road": "main"}}},
        r"ground.entries.A-B: expected a name of letters",
    ),
    (
        {"entries": {"8": {"army": "french", "locality": 8, "road": "main"}}},
        r"ground.entries.8: .* not a number",
    ),
    ({"entries": {"Novi": {"locality": 99}}}, "leads into unknown locality 99"),
    ({"entries": {"Novi": {"joins": "c1"}}}, r"Novi.joins: no road end 'c1' in locality 76"),
    ({"entries": {"Novi": {"joins": "entry:Novi"}}}, r"Novi.joins: no road end 'entry:Novi'"),
    ({"crossings": {"x": {"remove": True}}}, r"ground.crossings.x: no such crossing to remove"),
    ({"crossings": {"c1": {"road": "local"}}}, r"ground.crossings.c1: .* remove = true alone"),
    ({"crossings": {"b": {"road": "main"}}}, r"ground.crossings.b: .* needs between"),
    (
        {"crossings": {"b": {**BRIDGE, "joins": {"9": "c18"}}}},
        r"ground.crossings.b.joins.9: expected 8 or 12",
    ),
    (
        {"crossings": {"b": {**BRIDGE, "joins": {"8": "c18"}}}},
        r"joins.8: no road end 'c18' in locality 8, expected one of c60, c55, c53, c54",
    ),
    ({"crossings": {"b": {"between": [8, 90], "road": "main"}}}, "there is no border 8/90"),
    ({"crossings": {"b": {"between": [1, 5], "road": "main"}}}, "there is no border 1/5"),
]


@pytest.mark.parametrize(("tables", "wanted"), REFUSED, ids=[text for _, text in REFUSED])
def test_what_cannot_be_is_refused(tables: dict[str, Any], wanted: str) -> None:
    with pytest.raises(BoardError, match=wanted):
        changed(tables)


def test_a_border_is_opened_on_both_sides() -> None:
    crossed = {frozenset(crossing.between) for crossing in TRIOMPHE.crossings}
    side = next(
        a
        for a in TRIOMPHE.approaches
        if a.opposite is not None and frozenset((a.locality, a.opposite)) not in crossed
    )
    both = {str(side.place): {"impassable": True}, str(side.place.opposite): {"impassable": True}}
    printed = replace(changed({"approaches": both}), changed={})
    crossing = {"ford": {"between": [side.locality, side.opposite], "road": "local"}}
    for opened in (1, 2):
        sides = {place: {"impassable": False} for place in list(both)[:opened]}
        tables = {"approaches": sides, "crossings": crossing}
        if opened == 1:
            with pytest.raises(BoardError, match="lies on the impassable border"):
                changed(tables, printed)
        else:
            assert changed(tables, printed).crossing("ford").road == "local"


def test_boards_are_compared_in_words() -> None:
    board = changed(
        {
            "localities": {
                "8": {"capacity": 2},
                "9": {"star": "red"},
                "79": {"east_of_objective": False},
            },
            "approaches": {"8/9": {"infantry": 3, "cavalry_obstacle": True}},
            "entries": {
                "Novi": {"locality": 77, "pontoon": True},
                "South": {"army": "french", "locality": 85, "road": "local", "joins": "c14"},
            },
            "crossings": {"bridge": BRIDGE, "c1": {"remove": True}},
        }
    )
    assert differences(board, TRIOMPHE) == [
        "locality 8: capacity 2 instead of 16",
        "locality 9: red star instead of none",
        "locality 79: west of the objective line",
        "approach 8/9: infantry penalty 3 instead of 1",
        "approach 8/9: an obstacle to cavalry",
        "box Novi: leads into locality 77 instead of 76",
        "box Novi: a pontoon bridge as well",
        "box Novi: in locality 77 its road ends there",
        (
            "new French box 'South': into locality 85 by a local road "
            "that meets c14, c42, c15, c93, the road from Tortona"
        ),
        "crossing 'c44': in 76 it ends there",
        (
            "new crossing 'bridge': main road between 8 and 12; in 8 it meets c53, c54, "
            "in 12 it meets c54, c55, c57, c29, c30, c58, c59"
        ),
        "crossing 'c1' is gone: main road between 1 and 5 over border b",
    ]
    assert "box South is gone" in differences(TRIOMPHE, board)
    assert differences(board, board) == []
