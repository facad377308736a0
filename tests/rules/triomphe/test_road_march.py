"""Chapter 8 of the digest: course, price and bans of the road march."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from tests.helpers import (
    austrian_turn,
    french_turn,
    game,
    play,
    settle,
    starting,
    texts,
    verbs,
    where,
)
from tests.toys import toy_game


def test_a_road_march_moves_one_piece() -> None:
    """T-8.1: each piece marches on its own; the other stays."""
    state = austrian_turn({"5": "I3 I2"})
    assert starting(state, "road") == {"road A1", "road A2"}
    play(state, "road A1", "cross 5-4", "stop")
    assert (where(state, "A1"), where(state, "A2")) == ("4", "5")


@pytest.mark.parametrize(("place", "legal"), [("5", True), ("5/10", False), ("Alessandria", True)])
def test_a_road_march_starts_in_reserve_or_in_a_box(place: str, legal: bool) -> None:
    """T-8.2: not in an approach."""
    assert ("road A1" in texts(austrian_turn({place: "I3"}))) is legal


def test_a_road_march_crosses_at_most_three_crossings() -> None:
    """T-8.3: 1, 5, 4, 9, and no further though the main road runs on to Marengo."""
    state = austrian_turn({"1": "I3"})
    play(state, "road A1", "cross 1-5", "cross 5-4", "cross 4-9")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "9")
    on = play(austrian_turn({"5": "I3"}), "road A1", "cross 5-4", "cross 4-9")
    assert "cross 9-14" in texts(on)


def test_each_step_enters_the_next_locality() -> None:
    """T-8.3: the piece stands in one reserve after the other."""
    state = play(austrian_turn({"1": "I3"}), "road A1", "cross 1-5")
    assert where(state, "A1") == "5"
    assert where(play(state, "cross 5-4"), "A1") == "4"


def test_the_road_must_be_unbroken() -> None:
    """T-8.4: the main road through 7 does not meet the local roads there."""
    state = play(austrian_turn({"12": "I3"}), "road A1", "cross 12-7:c29")
    assert starting(state, "cross") == {"cross 7-2:c28"}
    local = play(austrian_turn({"12": "I3"}), "road A1", "cross 12-7:c57")
    assert starting(local, "cross") == {"cross 7-2:c56", "cross 7-3"}


def test_no_march_by_road_where_no_road_leads() -> None:
    """T-8.4: no road touches 15, and none leads from 13 to it."""
    state = austrian_turn({"15": "I3", "13": "I2"})
    assert starting(state, "road") == {"road A2"}
    assert starting(play(state, "road A2"), "cross") == {"cross 13-10", "cross 13-21"}


def test_a_road_march_ends_in_reserve() -> None:
    """T-8.5: infantry does not go on into an approach."""
    state = play(austrian_turn({"5": "I3"}, {"9": "I2"}), "road A1", "cross 5-4")
    assert verbs(state) == {"cross", "wait", "stop"}
    assert where(play(state, "stop"), "A1") == "4"


def test_cavalry_may_end_its_road_march_in_an_approach() -> None:
    """T-8.5: the exception of continuation."""
    state = play(austrian_turn({"5": "C2"}, {"9": "I2"}), "road A1", "cross 5-4")
    assert where(play(state, "continue A1 4/9"), "A1") == "4/9"


@pytest.mark.parametrize(
    ("steps", "end"),
    [
        (["cross 1-5"], "5"),
        (["cross 1-5", "cross 5-4"], "4"),
        (["cross 1-5", "wait"], "5"),
        (["wait", "cross 1-5"], "5"),
    ],
)
def test_a_road_march_may_stop_after_any_step(steps: list[str], end: str) -> None:
    """T-8.6: once a crossing has been used."""
    state = play(austrian_turn({"1": "I3"}), "road A1", *steps, "stop")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, end)


@pytest.mark.parametrize(
    ("start", "steps", "price"),
    [
        ("1", ["1-5", "5-4", "4-9"], 0),
        ("5", ["5-4", "4-6", "6-3:c48"], 1),
        ("6", ["6-4", "4-9"], 1),
        ("2", ["2-7:c28", "7-12:c29"], 0),
        ("2", ["2-7:c56", "7-12:c57"], 1),
    ],
)
def test_price_of_a_road_march(start: str, steps: list[str], price: int) -> None:
    """T-8.7: free if wholly on main roads, else one order however much local road is used."""
    state = austrian_turn({start: "I3"})
    settle(play(state, "road A1", *(f"cross {step}" for step in steps)))
    assert 3 - state.orders == price


@pytest.mark.parametrize(("joined", "price"), [([["m"], ["n"]], 1), ([], 0)])
def test_links_inside_a_locality_count(joined: list[list[str]], price: int) -> None:
    """T-8.7: two main roads joined by a stretch of local road only."""
    toy = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3}],
        [{"id": "m", "between": (1, 2)}, {"id": "n", "between": (2, 3)}],
        main_groups={2: joined},
    )
    state = austrian_turn({"1": "I3"}, on=toy)
    settle(play(state, "road A1", "cross 1-2", "cross 2-3"))
    assert 3 - state.orders == price


@pytest.mark.parametrize(("enemy", "price"), [("9", 0), ("6", 1)])
def test_the_way_into_an_approach_counts(enemy: str, price: int) -> None:
    """T-8.7: from 4 the main road leads on to 9, the local road to 6."""
    state = play(austrian_turn({"5": "C2"}, {enemy: "I2"}), "road A1", "cross 5-4")
    assert 3 - play(state, f"continue A1 4/{enemy}").orders == price


def test_without_orders_only_main_roads() -> None:
    """T-8.8: neither crossings nor approaches reached by local road are offered."""
    state = austrian_turn({"5": "C2", "6": "I3"}, {"3": "I2"}, orders=0)
    assert starting(state, "road") == {"road A1"}
    play(state, "road A1", "cross 5-4")
    assert texts(state) == {"cross 4-9", "wait", "stop"}
    near = austrian_turn({"5": "C2"}, {"6": "I2"}, orders=0)
    assert "continue A1 4/6" not in texts(play(near, "road A1", "cross 5-4"))


def test_the_order_for_local_road_is_paid_at_its_first_use() -> None:
    """T-8.8: not when the march starts."""
    state = play(austrian_turn({"5": "I3"}), "road A1", "cross 5-4")
    assert state.orders == 3
    assert play(state, "cross 4-6").orders == 2


def test_any_number_of_free_road_marches() -> None:
    """T-8.9: five in one turn, with no order left."""
    starts = {"5": "I3", "13": "I2", "21": "I1", "12": "C2", "46": "C1"}
    state = austrian_turn(starts, orders=0)
    for name, step in (
        ("A1", "5-4"),
        ("A3", "21-34"),
        ("A2", "13-21"),
        ("A4", "12-17"),
        ("A5", "46-57:c45"),
    ):
        assert f"road {name}" in texts(state)
        settle(play(state, f"road {name}", f"cross {step}"))
    assert [where(state, f"A{n}") for n in range(1, 6)] == ["4", "21", "34", "17", "57"]


def test_crossing_and_waiting_take_a_step_each() -> None:
    """T-8.10: cross, wait, cross: the crossings are used in steps 1 and 3."""
    state = play(austrian_turn({"1": "I3"}), "road A1", "cross 1-5", "wait", "cross 5-4")
    assert (state.last_step("c1"), state.last_step("c17")) == (1, 3)
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "4")


def test_waiting_is_done_in_reserve() -> None:
    """T-8.10: the piece waits where it is."""
    state = play(austrian_turn({"1": "I3"}), "road A1", "cross 1-5", "wait")
    assert where(state, "A1") == "5"


def test_waiting_in_any_step_and_several_times() -> None:
    """T-8.11: on empty roads twice before the first crossing, or twice after it."""
    state = play(austrian_turn({"5": "I3"}), "road A1", "wait", "wait", "cross 5-4")
    assert (state.last_step("c17"), where(state, "A1")) == (3, "4")
    later = play(austrian_turn({"5": "I3"}), "road A1", "cross 5-4", "wait")
    assert "cross 4-9" in texts(later)


@pytest.mark.parametrize(
    ("used", "steps"), [(0, {1, 2, 3}), (1, {2, 3}), (2, {3}), (3, set[int]())]
)
def test_traffic_limit(used: int, steps: set[int]) -> None:
    """T-8.12: a crossing is open in the steps after the last one in which it was used."""
    given = {"c17": (used, 4)} if used else {}
    state = play(austrian_turn({"5": "I3"}, steps=given), "road A1")
    found = set()
    for step in (1, 2, 3):
        if "cross 5-4" in texts(state):
            found.add(step)
        if step < 3 and "wait" in texts(state):
            play(state, "wait")
    assert found == steps


def test_three_pieces_use_a_crossing_in_a_turn() -> None:
    """T-8.12: by road a fourth finds no step left."""
    state = austrian_turn({"5": "I3 I2 C2 A1"})
    for name, waits in (("A1", 0), ("A2", 1), ("A3", 2)):
        settle(play(state, f"road {name}", *["wait"] * waits, "cross 5-4"))
    assert state.last_step("c17") == 3
    assert "cross 5-4" not in texts(play(state, "road A4"))


def test_all_uses_of_a_crossing_are_in_one_direction() -> None:
    """T-8.13: no piece comes back over it, in whatever step."""
    state = austrian_turn({"5": "I3", "4": "I2"})
    settle(play(state, "road A1", "cross 5-4"))
    play(state, "road A2")
    assert starting(state, "cross") == {"cross 4-9", "cross 4-6"}
    play(state, "wait", "wait")
    assert "cross 4-5" not in texts(state)


def test_a_piece_does_not_come_back_over_its_own_crossing() -> None:
    """T-8.13: not even the one that used it."""
    state = play(austrian_turn({"5": "I3"}), "road A1", "cross 5-4")
    assert "cross 4-5" not in texts(state)


def test_each_crossing_is_counted_for_itself() -> None:
    """T-8.14: c45 is used up, c46 through the same border is free both ways."""
    state = austrian_turn({"46": "I3", "57": "I2"}, steps={"c45": (3, 57)})
    assert "cross 57-46:c46" in texts(play(state.copy(), "road A2"))
    play(state, "road A1")
    assert "cross 46-57:c46" in texts(state)
    assert "cross 46-57:c45" not in texts(state)


def test_the_order_of_marching_matters() -> None:
    """T-8.15: a piece from 1 crosses 5–4 in step 2, so one in 5 can do so only in step 3."""
    state = austrian_turn({"1": "I3", "5": "I2"})
    play(state, "road A1", "cross 1-5", "cross 5-4", "stop")
    play(state, "road A2")
    assert "cross 5-4" not in texts(state)
    play(state, "wait")
    assert "cross 5-4" not in texts(state)
    play(state, "wait")
    assert "cross 5-4" in texts(state)


def test_traffic_binds_road_marches_only() -> None:
    """T-8.16: marches, attacks and assaults of their own go across a used-up crossing."""
    used = {"c2": (3, 10)}
    assert "march A1 10" in texts(austrian_turn({"5": "I3"}, steps=used))
    assert "attack A1 5/10" in texts(austrian_turn({"5": "I3"}, {"10": "I2"}, steps=used))
    assert "assault 5/10" in texts(austrian_turn({"5/10": "I3"}, {"10/5": "I2"}, steps=used))
    assert "cross 5-10" not in texts(play(austrian_turn({"5": "I3"}, steps=used), "road A1"))


def test_only_road_marches_are_counted() -> None:
    """T-8.16: attack, advance, assault and retreat over a crossing leave it unused."""
    state = austrian_turn({"5": "I3"}, {"10": "C2"})
    settle(play(state, "attack A1 5/10", "respond none"))
    assert (where(state, "A1"), state.last_step("c2")) == ("10", 0)
    state = austrian_turn({"5/10": "I3"}, {"10/5": "I1", "10": "C2"})
    play(state, "assault 5/10", "lead F1", "retreat F2 13")
    assert (where(settle(state), "A1"), state.last_step("c2")) == ("10", 0)
    assert state.last_step("c3") == 0


def test_entries_by_road_are_counted() -> None:
    """T-8.16: the second piece enters in step 2 and so crosses from 1 to 5 in step 3."""
    state = austrian_turn({"Alessandria": "I3 I2"})
    play(state, "road A1", "cross Alessandria-1", "cross 1-5", "stop")
    assert state.last_step("c1") == 2
    play(state, "road A2", "cross Alessandria-1", "cross 1-5")
    assert (where(state, "A2"), state.last_step("c1")) == ("5", 3)


def test_a_road_attack_is_counted_once() -> None:
    """T-8.16: with its step and direction; the advance adds nothing."""
    state = austrian_turn({"5": "C2"}, {"10": "C1"})
    play(state, "road A1", "wait", "cross 5-10", "respond none")
    settle(state)
    assert (where(state, "A1"), state.last_step("c2")) == ("10", 2)


def test_every_turn_starts_with_free_roads() -> None:
    """T-8.17: what Austria used does not bind the French, nor Austria's next turn."""
    state = austrian_turn({"13": "I2"}, {"34": "I2"}, steps={"c4": (3, 21), "c5": (3, 21)})
    play(state, "end")
    assert (state.last_step("c5"), "cross 34-21" in texts(play(state, "road F1"))) == (0, True)
    state.undo()
    play(state, "end")
    assert (state.turn, state.last_step("c4")) == (Side.AUSTRIAN, 0)
    assert "cross 13-21" in texts(play(state, "road A1"))


@pytest.mark.parametrize("piece", ["I3", "A1"])
def test_no_entering_of_enemy_occupied_localities(piece: str) -> None:
    """T-8.18: wherever the enemy piece stands."""
    for enemy in ("4", "4/9", "4/5"):
        state = play(austrian_turn({"5": piece}, {enemy: "I2"}), "road A1")
        assert starting(state, "cross") == {"cross 5-1", "cross 5-10"}


@pytest.mark.parametrize(("others", "legal"), [("I2 I2", True), ("I2 I2 I2", False)])
def test_capacity_is_kept_when_passing(others: str, legal: bool) -> None:
    """T-8.19: the road from 9 to 19 runs through Marengo, capacity 3."""
    state = play(austrian_turn({"9": "I3", "14": others}), "road A1")
    assert ("cross 9-14" in texts(state)) is legal


def test_no_crossing_of_barred_borders() -> None:
    """T-8.20: in neither direction."""
    state = play(austrian_turn({"5": "I3"}, barred=["5/4"]), "road A1")
    assert starting(state, "cross") == {"cross 5-1", "cross 5-10"}
    state = play(austrian_turn({"4": "I3"}, barred=["5/4"]), "road A1")
    assert starting(state, "cross") == {"cross 4-9", "cross 4-6"}


def test_no_crossing_of_impassable_borders() -> None:
    """T-8.20: a road may lead there, nobody passes."""
    toy = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2, "impassable": True}, {"a": 1, "b": 3}],
        [{"id": "m", "between": (1, 2)}, {"id": "n", "between": (1, 3)}],
    )
    state = play(austrian_turn({"1": "I3"}, on=toy), "road A1")
    assert starting(state, "cross") == {"cross 1-3"}


@pytest.mark.parametrize("start", ["5", "13"])
def test_no_entering_of_a_locality_won_by_assault(start: str) -> None:
    """T-8.21: from no side, so not in passing either."""
    state = austrian_turn({start: "I3"}, won=[10])
    assert f"cross {start}-10" not in texts(play(state, "road A1"))


def test_no_road_into_a_locality_just_won() -> None:
    """T-8.21: the assault came from 9; by road from 19 Marengo is closed, across country open."""
    state = austrian_turn({"9/14": "I3", "19": "I2"}, {"14/9": "I1"})
    settle(play(state, "assault 9/14", "lead F1"))
    assert where(state, "A1") == "14"
    assert "march A2 14" in texts(state)
    assert not any("19-14" in text for text in texts(play(state, "road A2")))


@pytest.mark.parametrize(("austrian", "legal"), [("Alessandria", False), ("20", True)])
def test_no_entering_of_a_protected_entry_locality(austrian: str, legal: bool) -> None:
    """T-8.22: while an Austrian piece waits at Alessandria."""
    state = play(french_turn({"5": "C2"}, {austrian: "I2"}), "road F1")
    assert ("cross 5-1" in texts(state)) is legal


def test_disorganised_pieces_do_not_leave_by_road() -> None:
    """T-8.23: organised they do."""
    state = french_turn({"9": "~C2"}, {"1": "I2"})
    assert not starting(state, "road")
    assert "road F1" in texts(play(state, "organise F1"))


def test_disorganisation_stops_a_road_march() -> None:
    """T-8.24: in 9 the marching piece meets a disorganised one; all are, and it goes no further."""
    state = french_turn({"4": "I3", "9": "~I2"}, {"1": "I2"})
    play(state, "road F1", "cross 4-9")
    assert (state.decision, where(state, "F1")) == (Decision.ACTION, "9")
    assert not state.piece("F1").organised
    free = play(french_turn({"4": "I3", "9": "I2"}, {"1": "I2"}), "road F1", "cross 4-9")
    assert "cross 9-14" in texts(free)


def test_waiting_alone_is_no_march() -> None:
    """T-8.25: before the first crossing the march cannot be stopped."""
    state = play(austrian_turn({"5": "I3"}), "road A1")
    assert "stop" not in texts(state)
    play(state, "wait")
    assert "stop" not in texts(state)
    play(state, "wait")
    assert verbs(state) == {"cross"}


def test_no_road_march_without_an_open_crossing() -> None:
    """T-8.25: infantry needs a crossing, cavalry may continue in its own locality."""
    closed = {"c18": (3, 4), "c19": (3, 9)}
    infantry = austrian_turn({"9": "I3"}, {"14": "I2"}, steps=closed)
    assert not starting(infantry, "road")
    state = austrian_turn({"9": "C2"}, {"14": "I2"}, steps=closed)
    assert starting(state, "road") == {"road A1"}
    settle(play(state, "road A1"))
    assert where(state, "A1") == "9/14"


def test_continuation_without_crossing_is_offered_at_once_only() -> None:
    """T-8.25: not after waiting."""
    state = play(austrian_turn({"5": "C2"}, {"10": "I2"}), "road A1")
    assert "continue A1 5/10" in texts(state)
    assert "continue A1 5/10" not in texts(play(state, "wait"))


def two_roads() -> TriompheGame:
    """Return K (1) and L (2), joined by the main road m and the local road l."""
    apart = [["m"], ["l"]]
    made: TriompheGame = toy_game(
        {1: {}, 2: {}},
        [{"a": 1, "b": 2}],
        [{"id": "m", "between": (1, 2)}, {"id": "l", "between": (1, 2), "road": "local"}],
        groups={1: apart, 2: apart},
    )
    return made


def test_two_roads_have_counts_and_directions_of_their_own() -> None:
    """T-21.41: three pieces cross m; a fourth crosses l in step 1, or one comes back over l."""
    state = austrian_turn({"1": "I3 I2 C2 A1", "2": "C1"}, on=two_roads())
    for name, waits in (("A1", 0), ("A2", 1), ("A3", 2)):
        play(state, f"road {name}", *["wait"] * waits, "cross 1-2:m")
    assert (state.last_step("m"), state.last_step("l"), state.orders) == (3, 0, 3)
    back = play(state.copy(), "road A5", "cross 2-1:l")
    assert (where(back, "A5"), back.last_step("l"), back.orders) == ("1", 1, 2)
    play(state, "road A4")
    assert starting(state, "cross") == {"cross 1-2:l"}
    play(state, "cross 1-2:l")
    assert (where(state, "A4"), state.last_step("l"), state.orders) == ("2", 1, 2)


def test_the_game_opens_on_the_road_from_alessandria() -> None:
    """T-8.2: every Austrian piece starts in the box and enters by its road."""
    state = play(game.start(1), "road A1")
    assert texts(state) == {"cross Alessandria-1", "wait"}
