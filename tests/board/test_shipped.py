"""Both shipped boards against what the digests of the rules say about them."""

import itertools
from collections import Counter

import pytest

from marengo.games.marengo.board import Board, check
from marengo.paths import data_path


@pytest.fixture(scope="module")
def triomphe() -> Board:
    return Board.read(data_path("boards/triomphe.geojson"))


@pytest.fixture(scope="module")
def bonaparte() -> Board:
    return Board.read(data_path("boards/bonaparte.geojson"))


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_shipped_boards_have_no_problems(name: str) -> None:
    assert check(data_path(f"boards/{name}.geojson")) == []


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_shipped_boards_keep_one_feature_a_line(name: str) -> None:
    """A change of one fact must show as a change of one line."""
    lines = data_path(f"boards/{name}.geojson").read_text(encoding="utf-8").splitlines()
    features = [line for line in lines if line.startswith('{"type":"Feature"')]
    board = Board.read(data_path(f"boards/{name}.geojson"))
    parts = (board.localities, board.approaches, board.crossings, board.road_groups)
    drawn = len(board.edge_roads) + len(board.entries) + bool(board.objective)
    assert len(features) == sum(map(len, parts)) + drawn


@pytest.mark.parametrize(
    ("name", "localities", "pairs", "at_water", "crossings", "groups", "entries"),
    [("triomphe", 90, 172, 20, 163, 117, 4), ("bonaparte", 66, 118, 15, 109, 84, 4)],
)
def test_counts(
    name: str,
    localities: int,
    pairs: int,
    at_water: int,
    crossings: int,
    groups: int,
    entries: int,
) -> None:
    """Polygons and their sides (T-3.1, T-3.2); crossings, one a road and border (T-3.22)."""
    board = Board.read(data_path(f"boards/{name}.geojson"))
    assert len(board.localities) == localities
    facing = [a for a in board.approaches if a.opposite is not None]
    assert len(facing) == 2 * pairs
    assert len(board.approaches) - len(facing) == at_water
    assert len(board.crossings) == crossings
    assert len(board.road_groups) == groups
    assert len(board.entries) == entries


@pytest.mark.parametrize(
    ("name", "capacities"),
    [
        ("triomphe", {3: 17, 4: 4, 6: 19, 9: 8, 12: 14, 16: 17, 20: 11}),
        ("bonaparte", {4: 18, 6: 3, 9: 13, 12: 12, 16: 14, 20: 6}),
    ],
)
def test_capacities(name: str, capacities: dict[int, int]) -> None:
    """Every locality has a printed capacity (T-3.20)."""
    board = Board.read(data_path(f"boards/{name}.geojson"))
    assert Counter(locality.capacity for locality in board.localities) == capacities


@pytest.mark.parametrize(
    ("name", "narrow", "wide", "infantry", "cavalry", "artillery", "obstacles"),
    [("triomphe", 250, 94, 342, 103, 110, 66), ("bonaparte", 174, 62, 241, 78, 92, 37)],
)
def test_widths_and_symbols(
    name: str,
    narrow: int,
    wide: int,
    infantry: int,
    cavalry: int,
    artillery: int,
    obstacles: int,
) -> None:
    """Widths (T-3.10) and symbols (T-3.13, T-3.14, T-3.17) of the sides that face a locality."""
    board = Board.read(data_path(f"boards/{name}.geojson"))
    facing = [a for a in board.approaches if a.opposite is not None]
    assert Counter(a.wide for a in facing) == {False: narrow, True: wide}
    assert sum(a.infantry for a in facing) == infantry
    assert sum(a.cavalry for a in facing) == cavalry
    assert sum(a.artillery for a in facing) == artillery
    assert sum(a.cavalry_obstacle for a in facing) == obstacles


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_both_sides_of_a_border_are_equally_wide(name: str) -> None:
    """T-3.11: the shipped boards leave no case for the reading about different widths."""
    board = Board.read(data_path(f"boards/{name}.geojson"))
    for approach in board.approaches:
        if approach.opposite is not None:
            assert board.opposite(approach.place).wide == approach.wide


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_impassable_sides_face_no_locality(name: str) -> None:
    """No border between two localities is impassable (T-3.9, T-3.16, B-5.6)."""
    board = Board.read(data_path(f"boards/{name}.geojson"))
    assert not any(a.impassable for a in board.approaches if a.opposite is not None)
    assert sum(a.impassable for a in board.approaches) == {"triomphe": 20, "bonaparte": 14}[name]


def test_adjacency_needs_a_border(triomphe: Board) -> None:
    """Two localities that touch at a corner only are not adjacent (T-3.7)."""
    corners = {n: set(triomphe.locality(n).polygon) for n in (5, 10, 9, 4)}
    assert len(corners[5] & corners[9]) == 1
    assert 9 not in triomphe.neighbours(5)
    assert len(corners[5] & corners[10]) == 2
    assert 10 in triomphe.neighbours(5)


def test_opposite_sides_are_drawn_on_one_line(triomphe: Board) -> None:
    """T-3.8: the two approaches of a border face each other; their lines are the same."""
    for approach in triomphe.approaches:
        if approach.opposite is not None and approach.line is not None:
            assert triomphe.opposite(approach.place).line == approach.line[::-1]


def test_french_start_symbols(triomphe: Board) -> None:
    """T-3.25, T-4.6: eight localities, three with 2 symbols and five with 1."""
    start = {loc.number: loc.french_start for loc in triomphe.localities if loc.french_start}
    assert start == {8: 2, 9: 2, 42: 2, 12: 1, 14: 1, 20: 1, 31: 1, 33: 1}


def test_french_start_symbols_of_the_older_board(bonaparte: Board) -> None:
    """B-5.21, B-6.8: twelve French pieces start on the map."""
    start = {loc.number: loc.french_start for loc in bonaparte.localities if loc.french_start}
    assert start == {6: 2, 7: 1, 8: 1, 10: 1, 11: 1, 16: 2, 39: 3, 56: 1}


def test_stars_of_the_older_board(bonaparte: Board) -> None:
    """B-5.22: three blue, three red and two green."""
    stars = {loc.number: loc.star for loc in bonaparte.localities if loc.star}
    assert {n for n, star in stars.items() if star == "red"} == {61, 63, 65}
    assert {n for n, star in stars.items() if star == "green"} == {62, 66}
    assert {n for n, star in stars.items() if star == "blue"} == {56, 59, 60}


def test_every_locality_lies_on_one_side_of_the_objective_line(triomphe: Board) -> None:
    """T-3.26: each locality is wholly east or west, and the line runs where the sides meet."""
    east = {loc.number: loc.east_of_objective for loc in triomphe.localities}
    assert None not in east.values()
    assert Counter(east.values()) == {False: 72, True: 18}
    meeting = {
        (a.locality, a.opposite)
        for a in triomphe.approaches
        if a.opposite is not None and not east[a.locality] and east[a.opposite]
    }
    assert set(triomphe.objective) == meeting
    assert len(triomphe.objective) == 10


def test_directions(triomphe: Board, bonaparte: Board) -> None:
    """T-3.27: with the arrow is east, against it west; other borders are unmarked."""
    facing = [a for a in triomphe.approaches if a.opposite is not None]
    directions = Counter(a.direction for a in facing)
    assert directions == {"east": 103, "west": 103, None: 138}
    assert {a.direction for a in bonaparte.approaches} == {None}


def test_direction_arrows_never_lead_round(triomphe: Board) -> None:
    """T-3.27: going with the arrows one never comes back to where one was."""
    beyond = {n: set[int]() for n in range(1, 91)}
    for approach in triomphe.approaches:
        if approach.direction == "east" and approach.opposite is not None:
            beyond[approach.locality].add(approach.opposite)
    ended = set[int]()
    while len(ended) < len(beyond):
        ends = {n for n, further in beyond.items() if n not in ended and further <= ended}
        assert ends, f"a circle of arrows among {sorted(set(beyond) - ended)}"
        ended |= ends


@pytest.mark.parametrize(
    ("name", "doubled"), [("triomphe", {(1, 5), (7, 12)}), ("bonaparte", {(2, 9)})]
)
def test_localities_that_share_two_borders(name: str, doubled: set[tuple[int, int]]) -> None:
    """T-3.29, B-5.7: such borders carry pair letters, all others none."""
    board = Board.read(data_path(f"boards/{name}.geojson"))
    lettered = {(a.locality, a.opposite, a.pair) for a in board.approaches if a.pair}
    expected = {(x, y, letter) for x, y in doubled for letter in "ab"}
    assert lettered == expected | {(y, x, letter) for x, y, letter in expected}


def test_crossings_of_the_double_borders(triomphe: Board) -> None:
    """T-3.29: each of two shared borders has its own crossings."""
    pairs = {
        c.id: (c.between, c.pair, c.road)
        for c in triomphe.crossings
        if set(c.between) in ({1, 5}, {7, 12})
    }
    assert pairs == {
        "c1": ((1, 5), "b", "main"),
        "c29": ((7, 12), "b", "main"),
        "c57": ((7, 12), "a", "local"),
    }


def test_roads_of_one_border_have_their_own_crossings(triomphe: Board) -> None:
    """T-3.22: three local roads pass from 3 to 6, three roads of different class from 28 to 31."""
    joining = Counter(frozenset(c.between) for c in triomphe.crossings)
    assert joining[frozenset((3, 6))] == 3
    classes = sorted(c.road for c in triomphe.crossings if set(c.between) == {28, 31})
    assert classes == ["local", "local", "main"]


def test_roads_that_do_not_meet(triomphe: Board) -> None:
    """T-3.23, T-3.24: a junction joins roads, other roads of the locality are separate groups."""
    groups = {
        n: [set(g.crossings) for g in triomphe.road_groups if g.locality == n] for n in (3, 5)
    }
    assert groups[5] == [{"c1", "c2", "c17"}]
    assert groups[3] == [{"c48", "c51"}, {"c49", "c52"}, {"c50", "c53"}]


def test_entries(triomphe: Board, bonaparte: Board) -> None:
    """T-15.1, T-15.4, T-15.7: main roads from four boxes; T-15.12: one pontoon bridge."""
    entries = {e.name: (e.army, e.locality, e.road, e.pontoon) for e in triomphe.entries}
    assert entries == {
        "Alessandria": ("austrian", 1, "main", True),
        "Tortona": ("french", 85, "main", False),
        "Novi": ("french", 76, "main", False),
        "Sale": ("french", 86, "main", False),
    }
    # B-8.70, B-8.77: the older board's boxes are known by their hours.
    older = {e.name: (e.army, e.locality, e.road, e.pontoon) for e in bonaparte.entries}
    assert older == {
        "6:00": ("austrian", 1, "main", True),
        "12:00": ("french", 66, "main", False),
        "16:00": ("french", 64, "main", False),
        "17:00": ("french", 65, "main", False),
    }


def test_main_roads_joined_only_by_a_local_road(triomphe: Board, bonaparte: Board) -> None:
    """B-8.82: the older board has one such locality, 34; the newer has none."""
    assert not any(group.main_groups for group in triomphe.road_groups)
    divided = {g.locality: g.main_groups for g in bonaparte.road_groups if g.main_groups}
    assert divided == {34: (("c32", "c33"), ("c26", "c27"))}


@pytest.mark.parametrize(
    ("number", "capacity", "french"),
    [
        (1, 16, 0),
        (5, 12, 0),
        (4, 12, 0),
        (10, 12, 0),
        (9, 12, 2),
        (13, 12, 0),
        (20, 20, 1),
        (14, 3, 1),
        (8, 16, 2),
        (21, 16, 0),
        (31, 3, 1),
    ],
)
def test_localities_of_the_rulebook_example(
    triomphe: Board, number: int, capacity: int, french: int
) -> None:
    """T-21.12, in the numbers of our board."""
    locality = triomphe.locality(number)
    assert (locality.capacity, locality.french_start) == (capacity, french)


@pytest.mark.parametrize(
    ("march", "roads"),
    [
        # T-21.13: entry and march by main road.
        ((1, 5, 4), ("main", "main")),
        # T-21.14, T-21.15: on along the main road to the next locality.
        ((5, 4, 9), ("main", "main")),
        # T-21.16: arrow A, by local roads through the two localities south of 4.
        ((8, 3, 6, 4), ("local", "local", "local")),
        # T-21.18: C2 with a stretch of local road, C3 by main roads alone.
        ((31, 28, 21, 13), ("local", "main")),
        ((31, 28, 34, 21), ("main", "main", "main")),
        # T-21.19: instead of 4 to 10.
        ((1, 5, 10), ("main", "main")),
    ],
)
def test_marches_of_the_rulebook_example_exist(
    triomphe: Board, march: tuple[int, ...], roads: tuple[str, ...]
) -> None:
    courses = _courses(triomphe, march)
    assert courses
    used = [tuple(triomphe.crossing(name).road for name in course) for course in courses]
    assert any(all(road in course for road in roads) for course in used)


def _courses(board: Board, march: tuple[int, ...]) -> list[tuple[str, ...]]:
    """Return the crossings of every unbroken road through these localities (T-8.4)."""
    courses: list[tuple[str, ...]] = [()]
    for start, end in itertools.pairwise(march):
        joined = [set(group.crossings) for group in board.road_groups if group.locality == start]
        courses = [
            (*course, crossing.id)
            for course in courses
            for crossing in board.crossings
            if set(crossing.between) == {start, end}
            and (not course or any({course[-1], crossing.id} <= group for group in joined))
        ]
    return courses


def test_what_is_not_sure_is_said(triomphe: Board) -> None:
    """The few doubtful readings of the print stay marked."""
    assert {loc.number for loc in triomphe.localities if not loc.sure} == {18}
    doubtful = {str(a.place) for a in triomphe.approaches if not a.sure}
    assert doubtful == {"22/26", "35/46", "37/38", "46/35"}
    assert all(a.note for a in triomphe.approaches if not a.sure)
