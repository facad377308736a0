"""Chapter 8 of the digest, first part: what moves, in which groups, where to, and capacity."""

from itertools import permutations

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import pieces_at, play, starting, texts, where
from tests.rules.bonaparte.marching import group, naming, road
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import end_turn, finish, places


def test_any_number_of_pieces_moves_within_the_limit() -> None:
    """B-8.1: nine pieces in three groups, and a reinforcement by main road."""
    state = austrian_turn(
        {"5": "I3 I2 C2 A1 I1", "8": "I3 C2", "2": "I2 I1", "6:00": "C1"}, {"39": "I2"}
    )
    group(state, "march", "A1 A2 A3 A4 A5", "10")
    group(state, "march", "A6 A7", "6")
    group(state, "march", "A8 A9", "3")
    finish(road(state, "A10", "6:00-1"))
    assert [state.count(place) for place in ("10", "6", "3", "1")] == [5, 2, 2, 1]
    assert texts(state) == {"end"}


@pytest.mark.parametrize(
    ("place", "neighbours", "crossings"),
    [
        ("64", {"56", "59"}, {"cross 64-59:c15", "cross 64-59:c16"}),
        ("65", {"57", "63"}, {"cross 65-57"}),
        ("66", {"58", "60"}, {"cross 66-58", "cross 66-60"}),
    ],
)
def test_no_piece_leaves_the_map(place: str, neighbours: set[str], crossings: set[str]) -> None:
    """B-8.2: the roads by which pieces enter lead nowhere from inside."""
    state = french_turn({place: "I2"}, {"5": "I2"}, hour=18)
    assert starting(state, "march") == {f"march F1 {number}" for number in neighbours}
    assert texts(play(state, "road F1")) == {*crossings, "wait"}


def test_no_piece_goes_back_over_the_bormida() -> None:
    """B-8.2: nor by the bridges of the Austrians."""
    state = austrian_turn({"1": "I2"}, {"39": "I2"})
    assert texts(state) == {"march A1 5", "road A1", "end"}
    assert texts(play(state, "road A1")) == {"cross 1-5", "wait"}


@pytest.mark.parametrize(
    ("start", "move"),
    [
        ("5", "march A1 8"),
        ("5", "march A1 5/10"),
        ("5", "attack A1 5/10"),
        ("5/10", "march A1 5"),
        ("5/10", "attack A1 5/10"),
    ],
)
def test_a_piece_moves_once(start: str, move: str) -> None:
    """B-8.3: with two commands left and main roads at hand nothing remains to be done."""
    state = finish(play(austrian_turn({start: "I3"}, {"10": "C2"}), move))
    assert texts(state) == {"end"}
    assert state.piece("A1").acted


def test_a_road_march_is_a_move_too() -> None:
    """B-8.3: no second march, by road or not; in the next turn the piece moves again."""
    state = finish(road(austrian_turn({"5": "I3"}, {"39": "I2"}), "A1", "5-10"))
    assert texts(state) == {"end"}
    end_turn(end_turn(state))
    assert {"road A1", "march A1 12"} <= texts(state)


def test_a_piece_that_has_moved_does_not_move() -> None:
    """B-8.3: as the position says; its neighbour does."""
    state = austrian_turn({"5": "I3 I2!"}, {"10": "C2"})
    assert naming(state, "A2") == set()
    assert {"march A1 5/10", "attack A1 5/10", "road A1"} <= texts(state)
    assert play(state, "march A1 8").decision is Decision.ACTION
    assert places(state, "A1", "A2") == ("8", "5")


@pytest.mark.parametrize("place", ["8", "8/10"])
@pytest.mark.parametrize("piece", ["I2", "C2"])
def test_pieces_of_an_assault_do_not_move(place: str, piece: str) -> None:
    """B-8.4: in reserve or in an approach with the enemy opposite."""
    state = austrian_turn({place: f"{piece}:assaulted"}, {"10": "I2"})
    assert texts(state) == {"end"}


@pytest.mark.parametrize(("defender", "end"), [("I1", "10"), ("I3", "8")])
def test_won_or_lost(defender: str, end: str) -> None:
    """B-8.4: the advance or the withdrawal belongs to the assault and is not followed by a move."""
    state = austrian_turn({"8/10": "I3"}, {"10/8": defender, "39": "I2"}, step=2)
    finish(play(state, "assault A1 8/10", "lead F1"))
    assert (state.step, where(state, "A1")) == (3, end)
    assert texts(state) == {"end"}


@pytest.mark.parametrize(
    ("enemy", "moves"), [("10", {"end"}), ("12", {"end", "fall-back A1"}), ("5", {"end"})]
)
def test_artillery_that_fired_does_not_move(enemy: str, moves: set[str]) -> None:
    """B-8.5: it only falls back, where that is due."""
    place = "8/5" if enemy == "5" else "8/10"
    assert texts(austrian_turn({place: "A1:completed"}, {enemy: "I2"})) == moves


def test_artillery_that_cancelled_moves() -> None:
    """B-8.5: it has not fired."""
    state = austrian_turn({"8/10": "A1:due"}, {"10": "I2"}, step=1)
    fired, cancelled = (play(state.copy(), f"{verb} A1") for verb in ("complete", "cancel"))
    assert "march A1 8" in texts(cancelled)
    assert texts(fired) == {"end"}


@pytest.mark.parametrize(
    "order", list(permutations(["march A1 4", "march A2 6", "march A3 10"])), ids=str
)
def test_groups_move_in_any_order(order: tuple[str, ...]) -> None:
    """B-8.6."""
    state = austrian_turn({"5": "I3", "8": "I2", "12": "I1"}, {"39": "I2"})
    for move in order:
        finish(play(state, move))
    assert places(state, "A1", "A2", "A3") == ("4", "6", "10")


def test_goals_from_reserve() -> None:
    """B-8.7, B-8.42: adjacent localities without enemy, own approaches; nothing further off."""
    state = austrian_turn({"8": "I3"}, {"16": "I2"})
    goals = {"5", "6", "10", "11", "8/16"}
    assert starting(state, "march") == {f"march A1 {goal}" for goal in goals}
    assert starting(state, "attack") == {"attack A1 8/16"}


def test_friends_do_not_hinder() -> None:
    """B-8.8: they stand in both approaches and in reserve."""
    state = austrian_turn({"5": "I3", "5/8": "I2", "8/5": "C2", "8": "I1"}, {"39": "I2"})
    assert "march A1 8" in texts(state)
    finish(road(state, "A1", "5-8", "8-11", "11-17"))
    assert where(state, "A1") == "17"


def test_a_group_comes_from_one_position() -> None:
    """B-8.9: neither the piece in the approach nor that in another locality joins."""
    state = play(austrian_turn({"5": "I3 I2", "5/10": "C2", "8": "C1"}, {"10": "C2"}), "march A1 4")
    assert state.decision is Decision.JOIN
    assert texts(state) == {"join A2", "join none"}
    play(state, "join A2")
    assert places(state, "A1", "A2", "A3") == ("4", "4", "5/10")


def test_a_group_from_an_approach() -> None:
    """B-8.9: its comrades in reserve do not join."""
    state = play(austrian_turn({"5/10": "I3 I2", "5": "C2"}, {"10": "C2"}), "march A1 5")
    assert texts(state) == {"join A2", "join none"}


@pytest.mark.parametrize("names", ["A2", "A1 A3", "A2 A3 A4", "A1 A2 A3 A4 A5"])
def test_groups_of_any_size_and_mix(names: str) -> None:
    """B-8.10: the others stay; all for one command."""
    state = group(austrian_turn({"5": "I3 I2 C2 A1 C1"}, {"39": "I2"}), "march", names, "8")
    going = names.split()
    for number in range(1, 6):
        assert where(state, f"A{number}") == ("8" if f"A{number}" in going else "5")
    assert state.commands == 2


def test_several_groups_leave_one_position() -> None:
    """B-8.11: two to one goal and one to another, each for a command."""
    state = austrian_turn({"5": "I3 I2 C2 I1"}, {"39": "I2"})
    for left, (name, goal) in enumerate((("A1", "8"), ("A2", "8"), ("A3", "4"))):
        group(state, "march", name, goal)
        assert state.commands == 2 - left
    assert places(state, "A1", "A2", "A3", "A4") == ("8", "8", "4", "5")
    assert "march A4 8" not in texts(state)


def test_marches_by_road_are_single() -> None:
    """B-8.12: nobody joins, and each of two on the same side road pays."""
    state = austrian_turn({"4": "I3 I2"}, {"39": "I2"})
    assert play(state, "road A1").decision is Decision.ROAD_STEP
    finish(play(state, "cross 4-5"))
    assert (places(state, "A1", "A2"), state.commands) == (("5", "4"), 2)
    finish(road(state, "A2", "wait", "4-5"))
    assert (places(state, "A1", "A2"), state.commands) == (("5", "5"), 1)


@pytest.mark.parametrize(("there", "room"), [("I2 C2", 2), ("I2 C2 C1", 1), ("I2 I1 C2 C1", 0)])
def test_capacity_limits_a_group(there: str, room: int) -> None:
    """B-8.24: 4 has room for four pieces."""
    state = austrian_turn({"5": "I3 A1 C1", "4": there}, {"39": "I2"})
    if room == 0:
        assert "march A1 4" not in texts(state)
        assert "cross 5-4" not in texts(play(state, "road A1"))
        return
    joined = 1
    play(state, "march A1 4")
    while state.decision is Decision.JOIN:
        play(state, min(texts(state)))  # "join A2" before "join none"
        joined += 1
    assert (joined, state.count("4")) == (room, 4)


@pytest.mark.parametrize(("there", "open_road"), [("I2 C2 C1", True), ("I2 I1 C2 C1", False)])
def test_capacity_counts_when_passing_through(there: str, open_road: bool) -> None:
    """B-8.25: the road from 8 to 17 runs through Marengo, where four pieces find room."""
    state = play(austrian_turn({"8": "I3", "11": there}, {"39": "I2"}), "road A1")
    assert ("cross 8-11" in texts(state)) is open_road
    if open_road:
        finish(play(state, "cross 8-11", "cross 11-17"))
        assert (where(state, "A1"), state.count("11")) == ("17", 3)


def test_the_enemy_takes_no_room() -> None:
    """B-8.26: four attack the four in Marengo; a fifth would be too many."""
    state = austrian_turn({"8": "I3 I2 C2 A1 I1"}, {"11": "I2 I1 C2 C1"})
    play(state, "attack A1 8/11", "join A2", "join A3")
    assert texts(state) == {"join A4", "join A5", "join none"}
    play(state, "join A4")
    assert state.decision is not Decision.JOIN
    finish(state)
    assert pieces_at(state, Side.AUSTRIAN, "11") == {"I3": 1, "I2": 1, "C2": 1, "A1": 1}


NINE = "I3 I2 I1 I1 I1 C2 C2 C1 A1"


def test_an_approach_holds_as_many_as_the_locality() -> None:
    """B-8.27: all nine pieces that find room in 10 go into one narrow approach."""
    state = french_turn({"10": NINE}, {"5": "I2"})
    play(state, "march F1 10/5")
    while state.decision is Decision.JOIN:
        play(state, min(texts(state)))
    assert (state.count("10/5"), state.commands) == (9, 2)


@pytest.mark.parametrize(
    "own", [{"10": NINE}, {"10/5": NINE}, {"10/5": "I3 I2 I1 I1 I1", "10": "C2 C2 C1 A1"}]
)
def test_all_positions_count_together(own: dict[str, str]) -> None:
    """B-8.24, B-8.27: nobody enters 10, wherever its nine pieces stand."""
    state = french_turn({**own, "12": "I2"}, {"5": "I2"})
    assert "march F10 10" not in texts(state)
    assert "march F10 14" in texts(state)


@pytest.mark.parametrize("piece", ["I3", "C2", "A1"])
def test_from_reserve_into_an_approach(piece: str) -> None:
    """B-8.41: pieces of every type that began the turn there."""
    state = austrian_turn({"5": piece}, {"10": "I2"})
    assert where(finish(play(state, "march A1 5/10")), "A1") == "5/10"


def test_not_after_coming_into_reserve_this_turn() -> None:
    """B-8.41, B-8.42: infantry that has come to 5 does not go on into 5/10."""
    state = finish(play(austrian_turn({"1": "I3"}, {"10": "I2"}), "march A1 5"))
    assert (where(state, "A1"), texts(state)) == ("5", {"end"})


def test_no_entering_of_enemy_occupied_localities_but_by_attack() -> None:
    """B-8.42: wherever the enemy piece stands."""
    for enemy in ("10", "10/12", "10/8"):
        state = austrian_turn({"5": "I3"}, {enemy: "I2"})
        assert "march A1 10" not in texts(state)
        assert "attack A1 5/10" in texts(state)


def test_a_march_ends_in_reserve() -> None:
    """B-8.42: there is no going into an approach of the next locality."""
    state = austrian_turn({"8": "I3"}, {"12": "I2"})
    assert "march A1 10/12" not in texts(state)
    assert where(finish(play(state, "march A1 10")), "A1") == "10"


@pytest.mark.parametrize(
    ("enemy", "moves"),
    [
        ("12", {"fall-back A1", "march A1 10"}),
        ("10", {"march A1 5", "attack A1 5/10"}),
        ("10/12", {"march A1 5", "attack A1 5/10"}),
        ("10/5", {"march A1 5"}),
    ],
)
def test_goals_from_an_approach(enemy: str, moves: set[str]) -> None:
    """B-8.43, B-8.44: back into the reserve or across the own pair."""
    state = austrian_turn({"5/10": "I3"}, {enemy: "I2"})
    assert texts(state) == {*moves, "end"}
    for move in sorted(moves):
        end = {"fall-back": "5", "attack": "10"}.get(move.split()[0], move.split()[-1])
        assert where(finish(play(state.copy(), move)), "A1") == end


def test_no_other_way_out_of_an_approach() -> None:
    """B-8.44: not into 5/8, over another side, or by road; cavalry neither."""
    state = austrian_turn({"5/10": "C2"}, {"10/5": "I2", "8": "I2"})
    assert texts(state) == {"march A1 5", "end"}
