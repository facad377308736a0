"""Chapter 15, reinforcements: holding boxes, entry by road and by the pontoon bridge."""

import pytest

from marengo.games.marengo.board import Board
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from marengo.paths import data_path
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    game,
    pieces_at,
    play,
    settle,
    starting,
    texts,
    where,
)
from tests.toys import toy_game

BOXES = [("Alessandria", 6, 1), ("Tortona", 11, 85), ("Novi", 16, 76), ("Sale", 17, 86)]


def waiting(box: str, pieces: str, hour: int, orders: int = 3, enemy: str = "") -> TriompheState:
    """Return the owner's turn with pieces in a box, and an enemy at a place if one is named."""
    enemies = {enemy: "I2"} if enemy else {}
    if box == "Alessandria":
        return austrian_turn({box: pieces}, enemies, hour=hour, orders=orders)
    return french_turn({box: pieces}, enemies, hour=hour, orders=orders)


def first(box: str) -> str:
    return "A1" if box == "Alessandria" else "F1"


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
def test_localities_of_the_rulebooks_example(number: int, capacity: int, french: int) -> None:
    """T-21.12, with the numbers of this board in the order of the table."""
    locality = Board.read(data_path("boards/triomphe.geojson")).locality(number)
    assert (locality.capacity, locality.french_start) == (capacity, french)


@pytest.mark.parametrize(("box", "opens", "locality"), BOXES)
def test_a_box_opens_at_its_hour_and_stays_open(box: str, opens: int, locality: int) -> None:
    """T-15.1: the entry locality is the one the printed road leads to."""
    for hour in range(6, 22):
        state = waiting(box, "I2", hour)
        assert (f"road {first(box)}" in texts(state)) == (hour >= opens), hour
    play(state, f"road {first(box)}")
    assert starting(state, "cross") == {f"cross {box}-{locality}"}


def test_entering_is_voluntary() -> None:
    """T-15.2."""
    state = end_turn(waiting("Alessandria", "I2", 6))
    assert where(state, "A1") == "Alessandria"
    state = end_turn(state)
    assert (state.hour, state.turn) == (7, Side.AUSTRIAN)
    assert "road A1" in texts(state)


def test_the_owner_chooses_which_pieces_enter_and_in_which_order() -> None:
    """T-15.3."""
    state = waiting("Alessandria", "I3 I2 C2 A1", 7)
    assert starting(state, "road") == {"road A1", "road A2", "road A3", "road A4"}
    play(state, "road A3", "cross Alessandria-1", "stop", "road A1", "cross Alessandria-1", "stop")
    assert pieces_at(state, Side.AUSTRIAN, "1") == {"C2": 1, "I3": 1}


def test_entry_counts_as_a_crossing_with_its_own_traffic() -> None:
    """T-15.4: what has come in at one entry does not hinder another."""
    state = french_turn({"Tortona": "I3 I2", "Sale": "C2"}, hour=17)
    play(state, "road F1", "cross Tortona-85", "stop")
    play(state, "road F2", "cross Tortona-85", "cross 85-89")
    assert (state.decision, where(state, "F2")) == (Decision.ACTION, "89")
    play(state, "road F3", "cross Sale-86", "cross 86-88", "cross 88-79")
    assert where(state, "F3") == "79"


def test_three_pieces_enter_by_road_and_reach_three_two_and_one_localities() -> None:
    """T-15.5."""
    state = waiting("Alessandria", "I3 I2 C2 A1", 7)
    play(state, "road A1", "cross Alessandria-1", "cross 1-5", "cross 5-10")
    play(state, "road A2")
    assert texts(state) == {"cross Alessandria-1", "wait"}
    play(state, "cross Alessandria-1")
    assert texts(state) == {"cross 1-5", "stop"}
    play(state, "cross 1-5", "road A3")
    assert state.decision is Decision.ACTION
    assert [where(state, name) for name in ("A1", "A2", "A3")] == ["10", "5", "1"]
    assert starting(state, "road") == set()


def test_steps_waited_before_entering_are_spent_in_the_box() -> None:
    """T-15.6."""
    state = play(waiting("Alessandria", "I2", 6), "road A1", "wait")
    assert where(state, "A1") == "Alessandria"
    play(state, "cross Alessandria-1", "cross 1-5")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "5")


@pytest.mark.parametrize(("crossing", "price"), [("c15", 0), ("c93", 1)])
def test_entry_costs_what_its_road_costs(crossing: str, price: int) -> None:
    """T-15.7: the entry road and c15 are main roads, c93 beside it is a local one."""
    state = play(waiting("Tortona", "I2", 11), "road F1", "cross Tortona-85")
    assert state.orders == 3
    assert play(state, f"cross 85-84:{crossing}").orders == 3 - price


def test_without_orders_pieces_enter_by_main_road_only() -> None:
    """T-15.7."""
    state = play(waiting("Tortona", "I2", 11, orders=0), "road F1", "cross Tortona-85")
    assert "cross 85-84:c15" in texts(state)
    assert "cross 85-84:c93" not in texts(state)


@pytest.mark.parametrize(("present", "possible"), [(5, True), (6, False)])
def test_a_full_entry_locality_lets_nobody_in(present: int, possible: bool) -> None:
    """T-15.8: 85 has room for six."""
    state = french_turn({"Tortona": "C2", "85": " ".join(["I2"] * present)}, hour=12)
    assert ("road F1" in texts(state)) == possible


@pytest.mark.parametrize(
    ("austrian", "french", "move"),
    [
        ({"89": "I2"}, {}, "march A1 85"),
        ({"89/85": "I2"}, {}, "march A1 85"),
        ({"89": "I2"}, {"85": "I2"}, "attack A1 89/85"),
        ({"89/85": "I2"}, {"85": "I2"}, "attack A1 89/85"),
        ({"89/85": "I2"}, {"85/89": "I2"}, "assault 89/85"),
    ],
)
def test_no_enemy_enters_an_entry_locality_while_a_piece_waits(
    austrian: dict[str, str], french: dict[str, str], move: str
) -> None:
    """T-15.9: by march, manoeuvre attack or assault."""
    assert move in texts(austrian_turn(austrian, french))
    assert move not in texts(austrian_turn(austrian, {**french, "Tortona": "I3"}))


@pytest.mark.parametrize("hour", [6, 10, 11, 21])
def test_protection_lasts_from_the_start_for_as_long_as_a_piece_waits(hour: int) -> None:
    """T-15.10: before the hour of entry and however long the owner keeps pieces back."""
    state = austrian_turn({"89": "I2"}, {"Tortona": "I3"}, hour=hour)
    assert starting(state, "march") == {"march A1 82", "march A1 88"}


@pytest.mark.parametrize("french", [{}, {"76": "I2"}])
def test_no_road_leads_into_a_protected_entry_locality(french: dict[str, str]) -> None:
    """T-15.9: neither by march nor by an attack of cavalry on the march."""

    def into_76(boxes: dict[str, str]) -> set[str]:
        state = play(austrian_turn({"80": "C2"}, {**french, **boxes}), "road A1")
        return {text for text in starting(state, "cross") if text.startswith("cross 80-76")}

    assert into_76({}) != set()
    assert into_76({"Novi": "I3"}) == set()


def test_the_austrian_entry_locality_is_protected_too() -> None:
    """T-15.9: whichever of the two borders is crossed."""
    assert "march F1 1" in texts(french_turn({"5": "I2"}, {"10": "I2"}))
    assert "march F1 1" not in texts(french_turn({"5": "I2"}, {"10": "I2", "Alessandria": "I2"}))


def test_protection_ends_when_the_last_piece_has_entered() -> None:
    """T-15.9: pieces that stand in the locality by then are ordinary defenders."""
    state = french_turn({"Tortona": "I3"}, {"89": "I2"}, hour=11)
    end_turn(play(state, "road F1", "cross Tortona-85", "stop"))
    assert "attack A1 89/85" in texts(state)


def test_entering_cavalry_attacks_from_its_second_step_on() -> None:
    """T-15.11."""
    state = play(waiting("Sale", "C2", 17, enemy="77"), "road F1", "cross Sale-86")
    assert "cross 86-77" in texts(state)
    play(state, "cross 86-77")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, Side.AUSTRIAN)
    assert where(settle(play(state, "respond none")), "F1") == "77"


def test_entering_infantry_does_not_attack() -> None:
    """T-15.11."""
    state = play(waiting("Sale", "I2", 17, enemy="77"), "road F1", "cross Sale-86")
    assert "cross 86-77" not in texts(state)
    assert starting(state, "continue") == set()


def test_entering_cavalry_may_continue_along_a_road() -> None:
    """T-15.11: from the road of entry only the border with crossing c1 is reached, 1/5b."""
    state = play(waiting("Alessandria", "C2", 6, enemy="5"), "road A1", "cross Alessandria-1")
    assert starting(state, "continue") == {"continue A1 1/5b"}
    play(state, "continue A1 1/5b")
    assert (where(state, "A1"), state.orders) == ("1/5b", 3)


def test_one_piece_enters_by_the_pontoon_bridge() -> None:
    """T-15.12: free, once a turn, and cavalry stays in reserve with the enemy next door."""
    state = waiting("Alessandria", "C2 I3", 6, orders=0, enemy="5")
    play(state, "pontoon A1")
    assert (state.decision, where(state, "A1"), state.orders) == (Decision.ACTION, "1", 0)
    assert starting(state, "pontoon") == set()


def test_the_pontoon_bridge_leaves_the_road_to_three_others() -> None:
    """T-15.12, T-15.13: it uses no crossing; four pieces come in, by the bridge first or last."""
    state = play(waiting("Alessandria", "I3 I2 I1 C2 C1", 6), "pontoon A5")
    play(state, "road A1", "cross Alessandria-1", "cross 1-5", "cross 5-10")
    play(state, "road A2", "cross Alessandria-1", "stop", "road A3")
    assert pieces_at(state, Side.AUSTRIAN, "1") == {"I2": 1, "I1": 1, "C1": 1}
    assert starting(state, "road") == set()
    last = waiting("Alessandria", "I3 I2 I1 C2 C1", 6)
    play(last, "road A1", "cross Alessandria-1", "stop")
    play(last, "road A2", "cross Alessandria-1", "stop", "road A3")
    assert starting(last, "pontoon") == {"pontoon A4", "pontoon A5"}


def test_only_austria_has_a_pontoon_bridge() -> None:
    """T-15.12."""
    assert starting(waiting("Tortona", "I2", 12), "pontoon") == set()


@pytest.mark.parametrize(
    ("hour", "piece"), [(6, "I3"), (6, "C2"), (7, "A1"), (14, "I2"), (21, "C1")]
)
def test_the_pontoon_bridge_serves_every_turn_and_type(hour: int, piece: str) -> None:
    """T-15.13."""
    assert "pontoon A1" in texts(waiting("Alessandria", piece, hour))


def test_the_pontoon_bridge_is_there_again_next_turn() -> None:
    """T-15.13."""
    state = play(waiting("Alessandria", "I3 I2", 6), "pontoon A1")
    assert "pontoon A2" in texts(end_turn(end_turn(state)))


@pytest.mark.parametrize(("present", "possible"), [(15, True), (16, False)])
def test_the_pontoon_bridge_needs_room(present: int, possible: bool) -> None:
    """T-15.13: 1 has room for sixteen."""
    state = austrian_turn({"Alessandria": "C2", "1": " ".join(["I2"] * present)})
    assert ("pontoon A1" in texts(state)) == possible


@pytest.mark.parametrize(
    "moves", [["pontoon A1"], ["road A1", "cross Alessandria-1", "stop"]], ids=["pontoon", "road"]
)
def test_entry_is_the_action_of_the_piece(moves: list[str]) -> None:
    """T-15.14."""
    state = play(waiting("Alessandria", "I2", 8), *moves)
    assert state.piece("A1").acted
    assert texts(state) == {"end"}


@pytest.mark.parametrize(("hour", "enters"), [(6, False), (7, True), (8, True)])
def test_austrian_artillery_enters_from_seven(hour: int, enters: bool) -> None:
    """T-15.15."""
    moves = texts(waiting("Alessandria", "I3 A1", hour))
    assert ({"road A2", "pontoon A2"} <= moves) == enters
    assert ("road A2" in moves or "pontoon A2" in moves) == enters


def test_austrian_artillery_lies_face_up_until_the_round_of_seven() -> None:
    """T-15.15: in both turns of 6:00."""
    state = game.start(1)
    assert state.piece("A20").face_up
    end_turn(state)
    assert (state.hour, state.turn) == (6, Side.FRENCH)
    assert state.piece("A20").face_up
    end_turn(state)
    assert not state.piece("A20").face_up


def test_pieces_in_boxes_do_not_count_as_organised_on_the_map() -> None:
    """T-15.16: a third organised piece on the map would allow pairs."""
    disorganised = {"12": "~I3 ~I2"}
    boxed = french_turn({**disorganised, "Novi": "I3 I2 C2"}, orders=2)
    assert starting(boxed, "organise") == {"organise F1", "organise F2"}
    on_map = french_turn({**disorganised, "42": "I3 I2 C2"}, orders=2)
    assert "organise F1,F2" in texts(on_map)


def test_pieces_in_boxes_occupy_nothing() -> None:
    """T-15.16."""
    state = austrian_turn({"Alessandria": "I3"}, {"Tortona": "I3"})
    assert [state.occupier(number) for number in (1, 85)] == [None, None]


@pytest.mark.parametrize(("place", "winner"), [("1", Side.AUSTRIAN), ("Alessandria", Side.FRENCH)])
def test_pieces_in_boxes_do_not_count_for_the_objective(place: str, winner: Side) -> None:
    """T-15.16: on a board whose Austrian entry locality lies east of the line."""
    toy = toy_game(
        {1: {"capacity": 6, "east": True}, 2: {"capacity": 6}},
        [{"a": 1, "b": 2}],
        entries=[{"name": "Alessandria", "army": "austrian", "locality": 1}],
        hours={"Alessandria": 6},
    )
    state = end_turn(french_turn({"2": "I2"}, {place: "I2 I2 I2"}, on=toy, hour=21))
    assert state.outcome is not None
    assert state.outcome.winner is winner


def test_entry_at_novi() -> None:
    """T-21.38: three of four enter and reach three, two and one localities."""
    state = waiting("Novi", "I3 I2 A1 C2", 16)
    play(state, "road F1", "cross Novi-76", "cross 76-80:c44", "cross 80-81:c43")
    play(state, "road F2", "cross Novi-76", "cross 76-80:c44", "road F3")
    assert [where(state, name) for name in ("F1", "F2", "F3")] == ["81", "80", "76"]
    assert starting(state, "road") == set()
    assert (state.orders, where(state, "F4")) == (3, "Novi")
    assert "road F4" in texts(end_turn(end_turn(state)))


@pytest.mark.parametrize(
    ("box", "ways"),
    [
        ({"Novi": "I2"}, {"retreat A1 66", "retreat A1 75"}),
        ({}, {"retreat A1 66", "retreat A1 75", "retreat A1 76"}),
    ],
)
def test_nobody_retreats_into_a_protected_entry_locality(
    box: dict[str, str], ways: set[str]
) -> None:
    """T-21.38: 74 borders on the entry locality of the road from Novi."""
    state = french_turn({"81": "I3", **box}, {"74": "C2"}, hour=16)
    assert texts(play(state, "attack F1 81/74", "respond none")) == ways
