"""Chapter 5 of the digest: roads, crossings, junctions and road ends."""

import pytest

from marengo.games.marengo.board import Board
from marengo.paths import data_path
from tests.helpers import play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn

BOARD = Board.read(data_path("boards/bonaparte.geojson"))


@pytest.mark.parametrize(
    ("piece", "goal", "crossing", "road"),
    [("10", "12", "c3", "main"), ("17", "27", "c84", "local")],
)
def test_roads_matter_for_road_marches_only(
    piece: str, goal: str, crossing: str, road: str
) -> None:
    """B-5.23: main roads are free, side roads not; without the road a move is a move."""
    assert BOARD.crossing(crossing).road == road
    by_road = play(austrian_turn({piece: "I3"}), "road A1", f"cross {piece}-{goal}", "stop")
    assert (where(by_road, "A1"), by_road.last_step(crossing)) == (goal, 1)
    assert by_road.commands == (3 if road == "main" else 2)
    on_foot = play(austrian_turn({piece: "I3"}), f"march A1 {goal}")
    assert (where(on_foot, "A1"), on_foot.last_step(crossing)) == (goal, 0)
    assert on_foot.commands == 2


def test_pairs_without_road_are_crossed_without_road() -> None:
    """B-5.23: between 16 and 29 there is none."""
    state = austrian_turn({"16": "I3"})
    assert "march A1 29" in texts(state)
    assert "cross 16-29" not in texts(play(state, "road A1"))


@pytest.mark.parametrize(
    ("locality", "crosses"),
    [
        ("13", {"13-17", "13-18:c86", "13-18:c87", "13-18:c88"}),
        ("7", {"7-6", "7-9", "7-3"}),
        ("10", {"10-5", "10-12"}),
    ],
)
def test_by_road_only_where_a_road_crosses(locality: str, crosses: set[str]) -> None:
    """B-5.24: 7 and 13 are adjacent, but no road leads from one to the other."""
    state = play(austrian_turn({locality: "I3"}), "road A1")
    assert starting(state, "cross") == {f"cross {text}" for text in crosses}


@pytest.mark.parametrize(("closed", "legal"), [("9/2a", False), ("9/2b", True)])
def test_a_crossing_belongs_to_the_pair_recorded(closed: str, legal: bool) -> None:
    """B-5.24: the road from 2 to 9 goes through pair a; a piece in 9/2b does not close it."""
    assert BOARD.crossing("c28").pair == "a"
    state = play(austrian_turn({"2": "C2"}, {closed: "I2"}), "road A1")
    assert ("cross 2-9" in texts(state)) is legal


def test_a_junction_does_not_interrupt_the_road() -> None:
    """B-5.25: four roads meet in 5; a piece that comes by one goes on by any other."""
    state = play(austrian_turn({"1": "I3"}), "road A1", "cross 1-5")
    assert texts(state) == {"cross 5-10", "cross 5-8", "cross 5-4", "wait", "stop"}


@pytest.mark.parametrize(("start", "onward"), [("16", "22-28:c48"), ("31", "22-28:c49")])
def test_roads_that_do_not_meet_are_not_connected(start: str, onward: str) -> None:
    """B-5.26: two roads run through 22; from 16 none leads to 31, nor back."""
    state = play(austrian_turn({start: "I3"}), "road A1", f"cross {start}-22")
    assert texts(state) == {f"cross {onward}", "wait", "stop"}


def test_a_march_that_begins_in_reserve_leaves_by_any_road() -> None:
    """B-5.27: from 22 itself either road is open, both ways."""
    state = play(austrian_turn({"22": "I3"}), "road A1")
    assert starting(state, "cross") == {
        "cross 22-16",
        "cross 22-31",
        "cross 22-28:c48",
        "cross 22-28:c49",
    }


def test_several_roads_through_one_pair_are_separate_crossings() -> None:
    """B-5.28: three lead from 13 to 18; the march uses one, and the next may use another."""
    state = play(austrian_turn({"13": "I3 I2"}), "road A1", "cross 13-18:c87", "stop")
    assert [state.last_step(name) for name in ("c86", "c87", "c88")] == [0, 1, 0]
    play(state, "road A2", "cross 13-18:c88", "stop")
    assert [state.last_step(name) for name in ("c86", "c87", "c88")] == [0, 1, 1]


@pytest.mark.parametrize(
    ("locality", "crosses"),
    [
        ("38", {"38-35:c51", "38-35:c52", "38-45"}),
        ("57", {"57-65", "57-54:c20", "57-54:c66"}),
        ("60", {"60-53", "60-66", "60-59"}),
    ],
)
def test_roads_to_the_edge_serve_no_purpose(locality: str, crosses: set[str]) -> None:
    """B-5.29: they lead nowhere; from 38 two of them are drawn."""
    assert int(locality) in {road.locality for road in BOARD.edge_roads}
    state = play(austrian_turn({locality: "I3"}), "road A1")
    assert starting(state, "cross") == {f"cross {text}" for text in crosses}


def test_nobody_enters_by_a_road_without_a_box() -> None:
    """B-5.29: a main road reaches the edge in 2, but the box of 6:00 opens into 1 alone."""
    assert 2 in {road.locality for road in BOARD.edge_roads}
    state = play(austrian_turn({"6:00": "I3"}), "road A1", "stop")
    assert where(state, "A1") == "1"
