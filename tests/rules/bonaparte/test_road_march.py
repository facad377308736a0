"""Chapter 8 of the digest: the course of road marches."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import play, starting, texts, verbs, where
from tests.rules.bonaparte.marching import road
from tests.rules.bonaparte.setting import austrian_turn
from tests.rules.bonaparte.turns import finish, places

FAR = {"39": "I2"}
"""A Frenchman beside whom no road leads past."""


@pytest.mark.parametrize("piece", ["I3", "C2", "A1"])
@pytest.mark.parametrize(
    ("place", "legal"),
    [("5", True), ("4", True), ("14", False), ("30", False), ("5/10", False), ("6:00", True)],
)
def test_who_marches_by_road(piece: str, place: str, legal: bool) -> None:
    """B-8.45: any type, from reserve where a road is, or from a box."""
    state = austrian_turn({place: piece}, {"10": "I2"})
    assert ("road A1" in texts(state)) is legal


@pytest.mark.parametrize("piece", ["I3!", "I3:assaulted"])
def test_not_after_another_move(piece: str) -> None:
    """B-8.45: the piece has not begun its turn there."""
    assert "road A1" not in texts(austrian_turn({"5": piece}, FAR))


@pytest.mark.parametrize(
    ("steps", "end"),
    [
        (["1-5", "stop"], "5"),
        (["1-5", "5-10", "stop"], "10"),
        (["1-5", "5-10", "10-12"], "12"),
        (["wait", "1-5", "stop"], "5"),
    ],
)
def test_up_to_three_steps(steps: list[str], end: str) -> None:
    """B-8.46: it may stop after any of them, and the third is the last."""
    state = road(austrian_turn({"1": "I3"}, FAR), "A1", *steps)
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, end)


def test_each_step_leads_to_the_next_locality() -> None:
    """B-8.46: no stopping before the first, none skipped."""
    state = play(austrian_turn({"1": "I3"}, FAR), "road A1")
    assert texts(state) == {"cross 1-5", "wait"}
    play(state, "cross 1-5")
    assert where(state, "A1") == "5"
    assert texts(state) == {"cross 5-4", "cross 5-8", "cross 5-10", "wait", "stop"}


@pytest.mark.parametrize(
    ("start", "first", "onward"),
    [
        ("28", "28-33", {"cross 33-42:c9"}),
        ("31", "31-33", {"cross 33-42:c74"}),
        ("7", "7-9", {"cross 9-2", "cross 9-15:c29"}),
        ("21", "21-9", {"cross 9-15:c92"}),
        ("13", "13-18:c87", {"cross 18-15:c90"}),
        ("13", "13-18:c88", {"cross 18-23"}),
        ("8", "8-11", {"cross 11-17"}),
    ],
)
def test_the_road_must_be_unbroken(start: str, first: str, onward: set[str]) -> None:
    """B-8.47, B-8.83: roads that do not meet inside a locality are not connected."""
    state = road(austrian_turn({start: "I3"}, FAR), "A1", first)
    assert starting(state, "cross") == onward


def test_the_first_crossing_is_by_any_road() -> None:
    """B-8.47: a piece in reserve leaves 33 by any of its two roads."""
    state = play(austrian_turn({"33": "I3"}, FAR), "road A1")
    goals = {"33-28", "33-31", "33-42:c9", "33-42:c74"}
    assert starting(state, "cross") == {f"cross {goal}" for goal in goals}


@pytest.mark.parametrize(
    ("piece", "enemy", "legal"),
    [
        ("I3", "10", False),
        ("I3", "10/12", False),
        ("I3", "10/5", False),
        ("A1", "10", False),
        ("A1", "10/12", False),
        ("C2", "10", True),
        ("C2", "10/12", True),
        ("C2", "10/5", False),
    ],
)
def test_enemies_on_the_road(piece: str, enemy: str, legal: bool) -> None:
    """B-8.48: closed approaches stop all, occupied localities all but cavalry."""
    state = play(austrian_turn({"5": piece}, {enemy: "I2"}), "road A1")
    assert ("cross 5-10" in texts(state)) is legal
    later = road(austrian_turn({"1": piece}, {enemy: "I2"}), "A1", "1-5")
    assert ("cross 5-10" in texts(later)) is legal


def test_a_march_ends_in_reserve() -> None:
    """B-8.49: only cavalry may go on into an approach."""
    infantry = road(austrian_turn({"1": "I3"}, {"10": "I2"}), "A1", "1-5")
    assert starting(infantry, "continue") == set()
    assert where(play(infantry, "stop"), "A1") == "5"
    cavalry = road(austrian_turn({"1": "C2"}, {"10": "I2"}), "A1", "1-5")
    assert starting(cavalry, "continue") == {"continue A1 5/10"}
    assert where(play(cavalry, "stop"), "A1") == "5"


def test_enemies_beside_the_road_stop_nobody() -> None:
    """B-8.50: in 10, 16, 6 and 13."""
    french = {"10": "I2", "16": "I3", "6": "C2", "13": "I2"}
    state = road(austrian_turn({"5": "I3"}, french), "A1", "5-8", "8-11", "11-17")
    assert where(state, "A1") == "17"


@pytest.mark.parametrize(
    ("used", "steps"), [(0, {1, 2, 3}), (1, {2, 3}), (2, {3}), (3, set[int]())]
)
def test_steps_left_at_a_crossing(used: int, steps: set[int]) -> None:
    """B-8.51, B-8.52: only those above the last one used."""
    given = {"c2": (used, 10)} if used else {}
    state = play(austrian_turn({"5": "I3"}, FAR, steps=given), "road A1")
    found = set()
    for step in (1, 2, 3):
        if "cross 5-10" in texts(state):
            found.add(step)
        if step < 3:
            play(state, "wait")
    assert found == steps


def test_three_pieces_cross_in_a_turn() -> None:
    """B-8.51: one in each step; a fourth finds no way."""
    state = austrian_turn({"5": "I3 I2 C2 A1"}, FAR)
    for number, name in enumerate(("A1", "A2", "A3")):
        finish(road(state, name, *["wait"] * number, "5-10"))
        assert (where(state, name), state.last_step("c2")) == ("10", number + 1)
    play(state, "road A4")
    for _ in range(2):
        assert "cross 5-10" not in texts(state)
        play(state, "wait")
    assert "cross 5-10" not in texts(state)


def test_a_step_once_passed_is_closed() -> None:
    """B-8.52: a piece from 1 has crossed 5–10 in step 2, so step 1 is no longer of use."""
    state = austrian_turn({"1": "I3", "5": "I2"}, FAR)
    finish(road(state, "A1", "1-5", "5-10"))
    play(state, "road A2")
    assert "cross 5-10" not in texts(state)
    assert "cross 5-10" not in texts(play(state, "wait"))
    assert "cross 5-10" in texts(play(state, "wait"))


def test_all_cross_in_the_same_direction() -> None:
    """B-8.53: the first fixes it; the way back is closed in every step."""
    state = austrian_turn({"5": "I3", "10": "I2"}, FAR)
    assert "cross 10-5" in texts(play(state.copy(), "road A2"))
    finish(road(state, "A1", "5-10"))
    assert state.direction("c2") == 10
    play(state, "road A2")
    assert "cross 10-5" not in texts(state)
    assert "cross 10-5" not in texts(play(state, "wait"))


@pytest.mark.parametrize(
    ("steps", "end", "used"),
    [
        (["wait", "wait", "1-5"], "5", (3, 0)),
        (["wait", "1-5", "5-10"], "10", (2, 3)),
        (["1-5", "wait", "5-10"], "10", (1, 3)),
    ],
)
def test_waiting_takes_a_step(steps: list[str], end: str, used: tuple[int, int]) -> None:
    """B-8.54, B-8.55: at the start or on the way, once or twice, on empty roads too."""
    state = road(austrian_turn({"1": "I3"}, FAR), "A1", *steps)
    assert (where(state, "A1"), state.last_step("c1"), state.last_step("c2")) == (end, *used)
    finish(state)
    assert where(state, "A1") == end


def test_no_waiting_in_the_last_step() -> None:
    """B-8.54: a step so spent is lost, and none is left after it; the piece crosses or stops."""
    state = road(austrian_turn({"1": "I3"}, FAR), "A1", "1-5", "wait")
    assert {"cross 5-10", "stop"} <= texts(state)
    assert "wait" not in texts(state)


def test_each_crossing_has_its_own_count() -> None:
    """B-8.56: two roads lead from 23 to 34 over the same pair."""
    for used in ((3, 34), (1, 23)):
        state = play(austrian_turn({"23": "I3"}, FAR, steps={"c26": used}), "road A1")
        found = {text for text in starting(state, "cross") if "23-34" in text}
        assert found == {"cross 23-34:c32"}


def test_crossings_further_on_are_independent() -> None:
    """B-8.56: 1–5 has been used in step 1, 5–10 in step 2; 5–8 is open from the first."""
    state = austrian_turn({"1": "I3", "5": "I2"}, FAR)
    finish(road(state, "A1", "1-5", "5-10"))
    assert [state.last_step(crossing) for crossing in ("c1", "c2", "c22")] == [1, 2, 0]
    assert "cross 5-8" in texts(play(state, "road A2"))


@pytest.mark.parametrize("used", [(3, 10), (3, 5), (1, 5)])
def test_traffic_does_not_bind_moves_without_road(used: tuple[int, int]) -> None:
    """B-8.57: march and attack over a crossing that is used up, or used the other way."""
    assert "march A1 10" in texts(austrian_turn({"5": "I3"}, FAR, steps={"c2": used}))
    assert "attack A1 5/10" in texts(austrian_turn({"5": "I3"}, {"10": "C2"}, steps={"c2": used}))


def test_moves_without_road_use_no_crossing() -> None:
    """B-8.57: march, attack and retreat leave the roads as free as before."""
    state = finish(play(austrian_turn({"5": "I3"}, FAR), "march A1 10"))
    assert state.last_step("c2") == 0
    attack = play(austrian_turn({"5": "I3"}, {"10": "C2"}), "attack A1 5/10", "respond none")
    play(attack, "retreat F1 12")
    assert (attack.last_step("c2"), attack.last_step("c3")) == (0, 0)


def test_a_march_is_finished_before_another_move() -> None:
    """B-8.58: step by step, the same piece."""
    state = play(austrian_turn({"1": "I3", "5": "I2 C2"}, FAR), "road A1")
    assert verbs(state) == {"cross", "wait"}
    play(state, "cross 1-5")
    assert verbs(state) == {"cross", "wait", "stop"}
    play(state, "cross 5-10")
    assert places(state, "A1", "A2", "A3") == ("10", "5", "5")


@pytest.mark.parametrize(("commands", "legal"), [(0, False), (1, True), (3, True)])
def test_leaving_the_main_road_needs_a_command(commands: int, legal: bool) -> None:
    """B-8.59, B-8.16: at that moment; the second crossing by side road needs none."""
    state = road(austrian_turn({"1": "I3"}, FAR, commands=commands), "A1", "1-5")
    assert state.commands == commands
    assert ("cross 5-4" in texts(state)) is legal
    if legal:
        assert play(state, "cross 5-4").commands == commands - 1
        assert {"cross 4-6:c38", "cross 4-6:c39"} <= texts(state)
        assert play(state, "cross 4-6:c39").commands == commands - 1
