"""Chapter 8 of the digest: continuation of cavalry.

Most tests end in 10, whose approaches face 5, 8, 12 and 16; main roads cross 10/5 and 10/12.
"""

from collections import Counter

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, starting, texts, where
from tests.rules.bonaparte.marching import group, road
from tests.rules.bonaparte.setting import austrian_turn
from tests.rules.bonaparte.turns import finish, places

ENEMIES = {"12": "I2", "16": "I3"}
"""French pieces beyond two approaches of 10."""


def test_cavalry_goes_on_towards_an_enemy() -> None:
    """B-8.60: into an approach of the locality reached, as part of the same move."""
    state = play(austrian_turn({"5": "C2"}, ENEMIES), "march A1 10")
    assert (state.decision, state.to_move) == (Decision.CONTINUATION, Side.AUSTRIAN)
    assert texts(state) == {"stay A1", "continue A1 10/12", "continue A1 10/16"}
    assert where(play(state.copy(), "stay A1"), "A1") == "10"
    play(state, "continue A1 10/12")
    assert (where(state, "A1"), state.commands) == ("10/12", 2)


@pytest.mark.parametrize("enemy", ["12", "12/10", "12/20"])
def test_wherever_the_enemy_stands(enemy: str) -> None:
    """B-8.60: in the opposite locality, even in the approach face to face."""
    state = play(austrian_turn({"5": "C2"}, {enemy: "I2"}), "march A1 10")
    assert starting(state, "continue") == {"continue A1 10/12"}


@pytest.mark.parametrize(
    ("austrian", "french", "step", "moves"),
    [
        ({"5": "C2"}, {}, 3, ("march A1 10",)),
        ({"5/10": "C2"}, {}, 3, ("march A1 10",)),
        ({"5": "C2"}, {"10": "C2"}, 3, ("attack A1 5/10", "respond none", "retreat F2 8")),
        ({"5/10": "C2"}, {"10": "C2"}, 3, ("attack A1 5/10", "retreat F2 8")),
        ({"5": "C2"}, {}, 3, ("road A1", "cross 5-10")),
        ({"5": "C2"}, {"10": "C2"}, 3, ("road A1", "cross 5-10", "respond none", "retreat F2 8")),
        ({"5/10": "C2"}, {"10/5": "I1"}, 2, ("assault A1 5/10", "lead none")),
    ],
)
def test_after_which_moves(
    austrian: dict[str, str], french: dict[str, str], step: int, moves: tuple[str, ...]
) -> None:
    """B-8.61: marches, won manoeuvre attacks, road marches and won assaults."""
    state = play(austrian_turn(austrian, {"12": "I2"} | french, step=step), *moves)
    assert where(play(state, "continue A1 10/12"), "A1") == "10/12"


def test_after_entry() -> None:
    """B-8.61: from the road bridge towards the enemy in 5."""
    state = road(austrian_turn({"6:00": "C2"}, {"5": "I2"}), "A1", "6:00-1", "continue 1/5")
    assert (where(state, "A1"), state.commands) == ("1/5", 3)


def test_not_after_going_back_into_reserve() -> None:
    """B-8.62: whether the enemy is still opposite, at the price of a command, or not."""
    state = play(austrian_turn({"5/10": "C2"}, {"10": "I2", "8": "I2"}), "march A1 5")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "5")
    free = play(austrian_turn({"5/10": "C2"}, {"8": "I2"}), "fall-back A1")
    assert (free.decision, where(free, "A1")) == (Decision.ACTION, "5")


def test_not_after_a_move_into_an_approach() -> None:
    """B-8.60: the move has not ended in reserve."""
    state = play(austrian_turn({"5": "C2"}, {"10": "I2", "8": "I2"}), "march A1 5/10")
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "5/10")


AROUND_9 = {"2": "I2", "15": "I3"}
"""French pieces beyond three approaches of 9: two towards 2, of which a road crosses one."""


@pytest.mark.parametrize(
    ("start", "french", "approaches"),
    [
        ("7", {"21": "I2"}, {"9/2a", "9/15"}),
        ("21", {"7": "I2"}, {"9/15"}),
    ],
)
def test_after_a_road_march_only_along_its_road(
    start: str, french: dict[str, str], approaches: set[str]
) -> None:
    """B-8.63: approaches crossed by the road group by which the piece came."""
    state = road(austrian_turn({start: "C2"}, AROUND_9 | french), "A1", f"{start}-9")
    assert starting(state, "continue") == {f"continue A1 {place}" for place in approaches}


def test_a_move_without_road_is_not_bound_to_roads() -> None:
    """B-8.63 speaks of road marches only."""
    state = play(austrian_turn({"7": "C2"}, AROUND_9 | {"21": "I2"}), "march A1 9")
    places_open = {"9/2a", "9/2b", "9/15", "9/21"}
    assert starting(state, "continue") == {f"continue A1 {place}" for place in places_open}


@pytest.mark.parametrize(("enemy", "left"), [("10", 1), ("8", 1), ("4", 0)])
def test_price_after_a_march_on_main_roads(enemy: str, left: int) -> None:
    """B-8.64: nothing over a main crossing, the one command of a march over a side crossing."""
    state = road(austrian_turn({"1": "C2"}, {enemy: "I2"}, commands=1), "A1", "1-5")
    assert play(state, f"continue A1 5/{enemy}").commands == left
    without = road(austrian_turn({"1": "C2"}, {enemy: "I2"}, commands=0), "A1", "1-5")
    assert (f"continue A1 5/{enemy}" in texts(without)) is (left == 1)


@pytest.mark.parametrize("enemy", ["10", "6"])
def test_price_after_a_march_on_a_side_road(enemy: str) -> None:
    """B-8.64: it has been paid; neither kind of road costs more."""
    start, end = ("4", "5") if enemy == "10" else ("5", "4")
    state = road(austrian_turn({start: "C2"}, {enemy: "I2"}, commands=1), "A1", f"{start}-{end}")
    assert play(state, f"continue A1 {end}/{enemy}").commands == 0


def test_a_march_of_no_step() -> None:
    """B-8.65: free, and the crossing is not used."""
    state = austrian_turn({"5": "C2"}, {"10": "I2", "4": "I2"}, commands=0)
    play(state, "road A1")
    assert starting(state, "continue") == {"continue A1 5/10"}
    play(state, "continue A1 5/10")
    assert (state.decision, where(state, "A1"), state.commands) == (Decision.ACTION, "5/10", 0)
    assert (state.last_step("c2"), state.direction("c2")) == (0, None)


@pytest.mark.parametrize("used", [(3, 10), (1, 5)])
def test_a_march_of_no_step_asks_for_no_traffic(used: tuple[int, int]) -> None:
    """B-8.65: though the crossing is used up or was used the other way."""
    state = play(austrian_turn({"5": "C2"}, {"10": "I2"}, steps={"c2": used}), "road A1")
    assert "continue A1 5/10" in texts(state)


@pytest.mark.parametrize(
    ("place", "piece", "enemy"), [("5", "C2", "4"), ("7", "C2", "9"), ("5", "I3", "10")]
)
def test_no_march_of_no_step_otherwise(place: str, piece: str, enemy: str) -> None:
    """B-8.65: towards 4 and 9 lead side roads; infantry never continues."""
    state = play(austrian_turn({place: piece}, {enemy: "I2"}), "road A1")
    assert starting(state, "continue") == set()


def test_no_continuation_at_home_after_waiting() -> None:
    """B-8.65: a march of no step is one that has not begun."""
    state = play(austrian_turn({"5": "C2"}, {"10": "I2"}), "road A1", "wait")
    assert starting(state, "continue") == set()


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("5", ("march A1 10", "continue A1 10/12")),
        ("5", ("road A1", "cross 5-10", "continue A1 10/12")),
        ("10", ("road A1", "continue A1 10/12")),
    ],
)
def test_continuation_ends_the_move(start: str, moves: tuple[str, ...]) -> None:
    """B-8.66: neither a further step nor another move."""
    state = play(austrian_turn({start: "C2"}, ENEMIES), *moves)
    assert (state.decision, where(state, "A1")) == (Decision.ACTION, "10/12")
    assert texts(state) == {"end"}


def test_cavalry_leaves_its_group() -> None:
    """B-8.67: each piece chooses for itself, and a split costs by B-8.20."""
    state = austrian_turn({"5": "I3 C2 C1"}, ENEMIES)
    group(state, "march", "A1 A2 A3", "10")
    assert {text.split()[1] for text in texts(state)} == {"A2"}
    play(state, "continue A2 10/12")
    assert texts(state) == {"stay A3", "continue A3 10/12", "continue A3 10/16"}
    play(state, "stay A3")
    assert places(state, "A1", "A2", "A3") == ("10", "10/12", "10")
    assert state.commands == 1


def test_only_cavalry_of_the_move_is_asked() -> None:
    """B-8.60: another piece stood in 10 before."""
    state = play(austrian_turn({"5": "C2", "10": "C1"}, ENEMIES), "march A1 10")
    assert {text.split()[1] for text in texts(state)} == {"A1"}
    assert play(state, "stay A1").decision is Decision.ACTION


def test_continuing_pieces_are_shown_and_hidden_again() -> None:
    """B-8.68: those that stay are not."""
    state = austrian_turn({"5": "C2 C1", "1": "I3 I2"}, ENEMIES)
    play(group(state, "march", "A1 A2", "10"), "continue A1 10/12", "stay A2")
    assert known(state, Side.FRENCH, "10/12") == Counter(["C2"])
    assert known(state, Side.FRENCH, "10") == Counter("?")
    assert not state.piece("A1").face_up
    assert not state.piece("A2").face_up


def test_continuing_by_road_is_shown_too() -> None:
    """B-8.68: a march that ends in reserve is not."""
    austrian = {"5": "C2 C1", "1": "I3 I2"}
    state = road(austrian_turn(austrian, ENEMIES), "A1", "5-10", "continue 10/12")
    assert known(state, Side.FRENCH, "10/12") == Counter(["C2"])
    assert not state.piece("A1").face_up
    stays = finish(road(austrian_turn(austrian, ENEMIES), "A1", "5-10", "stop"))
    assert known(stays, Side.FRENCH, "10") == Counter("?")


@pytest.mark.parametrize("piece", ["I3", "A1"])
def test_infantry_and_artillery_never_continue(piece: str) -> None:
    """B-8.69: after a march, by road, after an attack and after entry."""
    march = play(austrian_turn({"5": piece}, ENEMIES), "march A1 10")
    assert (march.decision, where(march, "A1")) == (Decision.ACTION, "10")
    by_road = road(austrian_turn({"5": piece}, ENEMIES), "A1", "5-10")
    assert starting(by_road, "continue") == set()
    attack = play(austrian_turn({"5": piece}, {"10": "C2", **ENEMIES}), "attack A1 5/10")
    play(attack, "respond none", "retreat F1 8")
    assert (attack.decision, where(attack, "A1")) == (Decision.ACTION, "10")
    entry = play(austrian_turn({"6:00": piece}, {"5": "I2"}), "road A1")
    assert starting(entry, "continue") == set()
