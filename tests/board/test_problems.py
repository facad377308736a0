"""Every kind of defect is found, with its place, and nothing else is reported beside it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from marengo.games.marengo.board import (
    Approach,
    Board,
    BoardError,
    Crossing,
    Entry,
    Locality,
    Place,
    Problem,
    RoadGroup,
)
from marengo.paths import data_path

TRIOMPHE = Board.read(data_path("boards/triomphe.geojson"))
BONAPARTE = Board.read(data_path("boards/bonaparte.geojson"))

Damage = Callable[[], Board]


def locality(number: int, board: Board = TRIOMPHE, **changes: Any) -> Board:
    """Return the board with one locality changed."""

    def change(old: Locality) -> Locality:
        return replace(old, **changes) if old.number == number else old

    return replace(board, localities=tuple(map(change, board.localities)))


def approach(text: str, board: Board = TRIOMPHE, **changes: Any) -> Board:
    """Return the board with one approach changed."""
    wanted = board.approach(text)

    def change(old: Approach) -> Approach:
        return replace(old, **changes) if old == wanted else old

    return replace(board, approaches=tuple(map(change, board.approaches)))


def crossing(name: str, **changes: Any) -> Board:
    """Return the board with one crossing changed."""

    def change(old: Crossing) -> Crossing:
        return replace(old, **changes) if old.id == name else old

    return replace(TRIOMPHE, crossings=tuple(map(change, TRIOMPHE.crossings)))


def astray() -> Board:
    """Return the board with a crossing from 5 to 9, which meet in a corner only."""
    return crossing("c2", between=(5, 9))


def groups(number: int, *crossings: tuple[str, ...], board: Board = TRIOMPHE) -> Board:
    """Return the board with other road groups in one locality."""
    kept = tuple(group for group in board.road_groups if group.locality != number)
    return replace(board, road_groups=kept + tuple(RoadGroup(number, c) for c in crossings))


def without_road(name: str) -> Board:
    """Return the board with a road end that no group names."""
    return replace(
        TRIOMPHE,
        road_groups=tuple(
            replace(group, crossings=tuple(c for c in group.crossings if c != name))
            for group in TRIOMPHE.road_groups
        ),
    )


def entry(name: str, **changes: Any) -> Board:
    """Return the board with one entry changed."""

    def change(old: Entry) -> Entry:
        return replace(old, **changes) if old.name == name else old

    return replace(TRIOMPHE, entries=tuple(map(change, TRIOMPHE.entries)))


def without_approach(text: str, board: Board = TRIOMPHE) -> Board:
    """Return the board without one approach."""
    gone = board.approach(text)
    return replace(board, approaches=tuple(a for a in board.approaches if a != gone))


def impassable(text: str) -> Board:
    """Return the board with both sides of a border marked impassable."""
    place = Place.parse(text)
    return approach(str(place.opposite), approach(text, impassable=True), impassable=True)


def moved(number: int, corner: int, east: float, board: Board = TRIOMPHE) -> Board:
    """Return the board with one corner of one locality moved east by some degrees."""
    polygon = list(board.locality(number).polygon)
    polygon[corner] = (polygon[corner][0] + east, polygon[corner][1])
    return locality(number, board, polygon=tuple(polygon))


CONTENT: dict[str, tuple[Damage, list[tuple[str, str]]]] = {
    "capacity missing": (
        lambda: locality(8, capacity=None),
        [("locality 8", "no capacity, expected a number (T-3.20)")],
    ),
    "capacity zero": (
        lambda: locality(8, capacity=0),
        [("locality 8", "capacity 0, expected at least 1 (T-3.20)")],
    ),
    "negative start symbols": (
        lambda: locality(8, french_start=-1),
        [("locality 8", "french_start -1, expected 0 or more (T-3.25)")],
    ),
    "negative penalty": (
        lambda: approach("8/9", infantry=-1),
        [("approach 8/9", "infantry -1, expected 0 symbols or more")],
    ),
    "no width": (
        lambda: approach("8/9", wide=None),
        [("approach 8/9", "no width, expected wide or narrow (T-3.10)")],
    ),
    "widths differ": (
        lambda: approach("8/9", wide=True),
        [("approach 8/9", "wide, but 9/8 is narrow: expected one width (T-3.11)")],
    ),
    "direction contradicted": (
        lambda: approach("9/8", direction="west"),
        [("approach 8/9", "leads west, but 9/8 leads west (T-3.27)")],
    ),
    "direction on one side only": (
        lambda: approach("9/8", direction=None),
        [("approach 8/9", "leads west, but 9/8 leads unmarked (T-3.27)")],
    ),
    "given twice": (
        lambda: replace(TRIOMPHE, localities=(*TRIOMPHE.localities, TRIOMPHE.locality(90))),
        [("locality 90", "given 2 times, expected once")],
    ),
    "crossing given twice": (
        lambda: replace(TRIOMPHE, crossings=(*TRIOMPHE.crossings, TRIOMPHE.crossing("c1"))),
        [("crossing c1", "given 2 times, expected once")],
    ),
    "entry given twice": (
        lambda: replace(TRIOMPHE, entries=(*TRIOMPHE.entries, TRIOMPHE.entry("Sale"))),
        [("entry Sale", "given 2 times, expected once")],
    ),
    "pair letters missing": (
        lambda: approach("1/5a", approach("5/1a", pair=None), pair=None),
        [
            ("approach 1/5", "2 borders, expected a pair letter for each (T-3.29)"),
            ("approach 5/1", "2 borders, expected a pair letter for each (T-3.29)"),
        ],
    ),
    "same pair letter twice": (
        lambda: approach("2/9b", BONAPARTE, pair="a"),
        [
            ("approach 2/9a", "given 2 times, expected once"),
            ("approach 9/2b", "one-sided, expected an approach 2/9b (T-3.8)"),
        ],
    ),
    "crossing between strangers": (
        lambda: groups(9, ("c18", "c19"), ("c2",), board=groups(10, ("c3",), board=astray())),
        [
            ("crossing c2", "there is no border 5/9"),
            ("crossing c2", "does not lie on the edge of locality 9"),
        ],
    ),
    "crossing without pair letter": (
        lambda: crossing("c1", pair=None),
        [("crossing c1", "there is no border 1/5")],
    ),
    "crossing on an impassable border": (
        lambda: impassable("9/14"),
        [("crossing c19", "lies on the impassable border 9/14 (T-3.16)")],
    ),
    "crossing in no group": (
        lambda: groups(5, ("c1", "c2")),
        [("crossing c17", "in no road groups of locality 5, expected one")],
    ),
    "crossing in two groups": (
        lambda: groups(5, ("c1", "c2"), ("c17", "c2")),
        [("crossing c2", "in 2 road groups of locality 5, expected one")],
    ),
    "group names unknown crossing": (
        lambda: groups(5, ("c1", "c2", "c17", "c999")),
        [("road group of locality 5", "names unknown crossing 'c999'")],
    ),
    "group names a crossing elsewhere": (
        lambda: groups(5, ("c1", "c2", "c17", "c19")),
        [("road group of locality 5", "names 'c19', which touches 9/14")],
    ),
    "group names an entry elsewhere": (
        lambda: groups(5, ("c1", "c2", "c17", "entry:Sale")),
        [("road group of locality 5", "names 'entry:Sale', which touches 86")],
    ),
    "group without crossings": (
        lambda: groups(5, ("c1", "c2", "c17"), ()),
        [("road group of locality 5", "names no crossing, expected at least one")],
    ),
    "group in an unknown locality": (
        lambda: replace(TRIOMPHE, road_groups=(*TRIOMPHE.road_groups, RoadGroup(91, ("c1",)))),
        [
            ("road group of locality 91", "lies in unknown locality 91"),
            ("road group of locality 91", "names 'c1', which touches 1/5"),
        ],
    ),
    "entry in no group": (
        lambda: without_road("entry:Novi"),
        [("entry Novi", "in no road groups of locality 76, expected one")],
    ),
    "entry into an unknown locality": (
        lambda: entry("Novi", locality=91),
        [
            ("road group of locality 76", "names 'entry:Novi', which touches 91"),
            ("entry Novi", "leads into unknown locality 91"),
        ],
    ),
    "entry far from its locality": (
        lambda: entry("Novi", at=(8.7, 44.9)),
        [("entry Novi", "lies 4361 metres outside locality 76")],
    ),
    "main group incomplete": (
        lambda: replace(
            BONAPARTE,
            road_groups=tuple(
                replace(g, main_groups=(("c32", "c33"), ("c26",))) if g.main_groups else g
                for g in BONAPARTE.road_groups
            ),
        ),
        [
            (
                "road group of locality 34",
                (
                    "main groups name ['c26', 'c32', 'c33'], expected the main crossings "
                    "['c26', 'c27', 'c32', 'c33'], each once"
                ),
            )
        ],
    ),
    "objective between strangers": (
        lambda: replace(TRIOMPHE, objective=(*TRIOMPHE.objective, (61, 75))),
        [("objective 61-75", "the two localities are not adjacent")],
    ),
    "objective of unknown locality": (
        lambda: replace(TRIOMPHE, objective=(*TRIOMPHE.objective, (61, 91))),
        [("objective 61-91", "names an unknown locality")],
    ),
    "objective incomplete": (
        lambda: replace(TRIOMPHE, objective=TRIOMPHE.objective[:-1]),
        [
            (
                "objective 61-69",
                "missing: the two localities lie on different sides of the line (T-3.26)",
            )
        ],
    ),
    "objective the wrong way round": (
        lambda: replace(TRIOMPHE, objective=(*TRIOMPHE.objective[:-1], (69, 61))),
        [("objective 69-61", "expected 69 west and 61 east of the line (T-3.26)")],
    ),
    "no side of the objective line": (
        lambda: locality(1, east_of_objective=None),
        [("locality 1", "no east_of_objective, expected true or false (T-3.26)")],
    ),
    "approach into its own locality": (
        lambda: replace(TRIOMPHE, approaches=(*TRIOMPHE.approaches, Approach(90, 90, wide=False))),
        [("approach 90/90", "leads into its own locality")],
    ),
    "approach of an unknown locality": (
        lambda: replace(TRIOMPHE, approaches=(*TRIOMPHE.approaches, Approach(91, None))),
        [("approach 91/-", "belongs to unknown locality 91")],
    ),
    "approach into an unknown locality": (
        lambda: replace(TRIOMPHE, approaches=(*TRIOMPHE.approaches, Approach(90, 91, wide=False))),
        [
            ("approach 90/91", "leads into unknown locality 91"),
            ("approach 90/91", "one-sided, expected an approach 91/90 (T-3.8)"),
        ],
    ),
    "two corners": (
        lambda: locality(1, polygon=TRIOMPHE.locality(1).polygon[:2]),
        [("locality 1", "polygon of fewer than three corners")],
    ),
    "no area": (
        lambda: locality(1, polygon=((8.6, 44.9), (8.60001, 44.9), (8.6, 44.90001))),
        [("locality 1", "invalid polygon: no area")],
    ),
    "no localities": (lambda: Board("empty"), [("board", "no locality, expected at least one")]),
}


@pytest.mark.parametrize("name", CONTENT)
def test_a_defect_is_reported_with_its_place_and_alone(name: str) -> None:
    """T-3.7, T-3.8, T-3.10, T-3.11, T-3.16, T-3.20, T-3.25, T-3.26, T-3.27, T-3.29, B-8.82."""
    damage, expected = CONTENT[name]
    assert damage().problems() == [Problem(where, text) for where, text in expected]


def test_a_one_sided_border() -> None:
    """T-3.8: the other side is missing; the ground still touches, so that is not reported."""
    assert without_approach("8/9").problems() == [
        Problem("approach 9/8", "one-sided, expected an approach 8/9 (T-3.8)")
    ]


def test_neighbours_without_approaches() -> None:
    board = without_approach("8/9", without_approach("9/8"))
    (problem,) = board.problems()
    assert problem.where == "locality 8"
    assert "border with 9, but no approach lies there" in problem.text


def test_a_missing_locality() -> None:
    """Its neighbours lead into nothing, its roads too; all of it is listed."""
    rest = tuple(loc for loc in TRIOMPHE.localities if loc.number != 14)
    found = replace(TRIOMPHE, localities=rest).problems()
    assert found[0] == Problem("locality 14", "missing: numbers are expected to have no gap")
    account = {problem.where for problem in found}
    assert {"approach 9/14", "approach 14/9", "road group of locality 14"} <= account
    assert any("gap of" in problem.text for problem in found)


def test_a_wild_number() -> None:
    last = replace(TRIOMPHE.locality(90), number=10**9)
    found = replace(TRIOMPHE, localities=(*TRIOMPHE.localities[:-1], last)).problems()
    assert Problem(f"locality {10**9}", "one of 90 localities: number too high") in found
    assert len(found) < 100


def test_an_overlap() -> None:
    found = moved(14, 0, 0.001).problems() + moved(14, 0, -0.001).problems()
    account = {p.where: p.text for p in found if "overlaps" in p.text}
    assert account
    assert all(
        where == "locality 14" or "overlaps locality 14" in text for where, text in account.items()
    )


def test_a_gap_inside_the_map() -> None:
    shrunk = tuple(
        (14 * east / 15 + 8.67 / 15, 14 * north / 15 + 44.8955 / 15)
        for east, north in TRIOMPHE.locality(14).polygon
    )
    found = locality(14, polygon=shrunk).problems()
    gaps = [p for p in found if p.text.startswith("gap of")]
    assert len(gaps) == 1
    assert gaps[0].text.endswith("localities 8, 9, 14, 19, 20")
    assert any(p.where == "approach 8/14" and p.text.startswith("gap or overlap") for p in found)


def test_a_polygon_that_crosses_itself() -> None:
    corners = list(TRIOMPHE.locality(1).polygon)
    corners[0], corners[2] = corners[2], corners[0]
    (problem,) = locality(1, polygon=tuple(corners)).problems()
    assert problem.where == "locality 1"
    assert problem.text.startswith("invalid polygon: Self-intersection")


def test_a_line_away_from_its_locality() -> None:
    line = TRIOMPHE.approach("20/21").line if 21 in TRIOMPHE.neighbours(20) else None
    line = line or TRIOMPHE.approach("20/10").line
    found = approach("8/9", line=line).problems()
    assert Problem("approach 8/9", "line is not a side of locality 8") in found


def test_a_line_without_length() -> None:
    corner = TRIOMPHE.locality(8).polygon[0]
    assert (
        Problem("approach 8/9", "line has no length")
        in approach("8/9", line=(corner, corner)).problems()
    )


def test_reading_a_board_with_problems_names_the_file_and_lists_them_all(tmp_path: Any) -> None:
    text = data_path("boards/triomphe.geojson").read_text(encoding="utf-8")
    path = tmp_path / "bent.geojson"
    path.write_text(
        text.replace(
            '"number":8,"name":null,"capacity":16', '"number":8,"name":null,"capacity":0'
        ).replace('"number":9,"name":null,"capacity":12', '"number":9,"name":null,"capacity":null'),
        encoding="utf-8",
    )
    with pytest.raises(BoardError) as caught:
        Board.read(path)
    assert [p.where for p in caught.value.problems] == ["locality 8", "locality 9"]
    assert str(caught.value).splitlines() == [
        f"{path}: 2 problems",
        "  locality 8: capacity 0, expected at least 1 (T-3.20)",
        "  locality 9: no capacity, expected a number (T-3.20)",
    ]


def test_a_single_problem_reads_well() -> None:
    error = BoardError("x", [Problem("locality 8", "missing")])
    assert str(error) == "x: 1 problem\n  locality 8: missing"
    assert isinstance(error, ValueError)
