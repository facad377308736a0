"""Chapter 8 of the digest: entry by road and by the pontoon bridge."""

from collections.abc import Mapping

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import pieces_at, play, starting, texts, where
from tests.rules.bonaparte.marching import road
from tests.rules.bonaparte.setting import NOBODY, austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn, finish, places


def waiting(
    box: str,
    pieces: str,
    hour: int,
    *,
    commands: int = 3,
    own: Mapping[str, str] = NOBODY,
    enemy: Mapping[str, str] = NOBODY,
) -> BonaparteState:
    """Return a turn of the owner of a box, by default with one enemy piece far away."""
    army = {box: pieces, **own}
    if box == "6:00":
        return austrian_turn(army, enemy or {"39": "I2"}, hour=hour, commands=commands)
    return french_turn(army, enemy or {"2": "I2"}, hour=hour, commands=commands)


@pytest.mark.parametrize("piece", ["I3", "C2", "A1"])
@pytest.mark.parametrize(
    ("box", "hour", "opens"),
    [
        ("6:00", 6, True),
        ("6:00", 21, True),
        ("12:00", 6, False),
        ("12:00", 11, False),
        ("12:00", 12, True),
        ("12:00", 20, True),
        ("16:00", 15, False),
        ("16:00", 16, True),
        ("17:00", 16, False),
        ("17:00", 17, True),
    ],
)
def test_boxes_open_at_their_hour(box: str, hour: int, opens: bool, piece: str) -> None:
    """B-8.70, B-8.71: for pieces of all types, and from then on."""
    state = waiting(box, piece, hour)
    name = "A1" if box == "6:00" else "F1"
    assert (f"road {name}" in texts(state)) is opens


def test_the_first_turn() -> None:
    """B-8.70, B-8.71: all kinds of Austrian pieces may enter, in any order, or none."""
    state = finish(game.start(1))
    names = ("A1", "A4", "A14", "A20")
    ways = {f"{verb} {name}" for verb in ("road", "pontoon") for name in names}
    assert texts(state) == {*ways, "end"}


def test_entry_may_be_put_off() -> None:
    """B-8.71: piece by piece, in the order the owner likes."""
    state = waiting("12:00", "I3 I2 C2", 12)
    assert starting(state, "road") == {"road F1", "road F2", "road F3"}
    finish(road(state, "F3", "12:00-66", "stop"))
    end_turn(end_turn(state))
    assert (state.hour, starting(state, "road")) == (13, {"road F1", "road F2", "road F3"})
    assert places(state, "F1", "F2", "F3") == ("12:00", "12:00", "66")
    finish(road(state, "F2", "12:00-66", "stop"))
    assert places(state, "F1", "F2", "F3") == ("12:00", "66", "66")


def test_three_enter_in_steps_one_two_and_three() -> None:
    """B-8.72: they reach three localities, two and one; a fourth waits for the next turn."""
    state = waiting("12:00", "I3 I2 C2 C1", 12)
    finish(road(state, "F1", "12:00-66", "66-58", "58-49"))
    assert (state.last_step("c12"), state.last_step("c11")) == (2, 3)
    finish(road(state, "F2", "12:00-66", "66-58"))
    finish(road(state, "F3", "12:00-66"))
    assert places(state, "F1", "F2", "F3") == ("49", "58", "66")
    assert "road F4" not in texts(state)
    end_turn(end_turn(state))
    assert "road F4" in texts(state)


def test_the_second_and_the_third_entrant_go_no_further() -> None:
    """B-8.72: two localities and one, also on a road that nobody has used."""
    state = waiting("12:00", "I3 I2 I1", 12)
    finish(road(state, "F1", "12:00-66", "stop"))
    road(state, "F2", "12:00-66", "66-60")
    assert (state.decision, where(state, "F2")) == (Decision.ACTION, "60")
    play(state, "road F3")
    assert (state.decision, where(state, "F3")) == (Decision.ACTION, "66")


def test_no_waiting_outside_the_map() -> None:
    """B-8.72: the first enters in step 1; on the map it may wait."""
    state = road(waiting("12:00", "I3 I2", 12), "F1", "12:00-66")
    assert where(state, "F1") == "66"
    assert texts(state) == {"cross 66-58", "cross 66-60", "wait", "stop"}
    play(state, "wait", "cross 66-58")
    assert (state.decision, where(state, "F1"), state.last_step("c12")) == (
        Decision.ACTION,
        "58",
        3,
    )


@pytest.mark.parametrize(
    ("box", "hour", "steps"),
    [
        ("6:00", 6, ["6:00-1", "1-5", "5-10"]),
        ("12:00", 12, ["12:00-66", "66-58", "58-49"]),
        ("16:00", 16, ["16:00-64", "64-59:c15", "59-56:c36"]),
        ("17:00", 17, ["17:00-65", "65-57", "57-54:c20"]),
    ],
)
def test_entry_on_main_roads_is_free(box: str, hour: int, steps: list[str]) -> None:
    """B-8.73: with no command left."""
    name = "A1" if box == "6:00" else "F1"
    state = finish(road(waiting(box, "I3", hour, commands=0), name, *steps))
    end = steps[-1].rpartition("-")[2].partition(":")[0]
    assert (where(state, name), state.commands) == (end, 0)


def test_entrants_pay_for_side_roads() -> None:
    """B-8.73: from 5 to 4."""
    state = road(waiting("6:00", "I3", 6), "A1", "6:00-1", "1-5", "5-4")
    assert (where(state, "A1"), state.commands) == ("4", 2)
    without = road(waiting("6:00", "I3", 6, commands=0), "A1", "6:00-1", "1-5")
    assert "cross 5-4" not in texts(without)


NINE = "I3 I3 I2 I2 I2 C2 C2 C1 A1"


@pytest.mark.parametrize(
    ("own", "enemy", "possible"),
    [
        ({}, {}, True),
        ({"1": NINE[3:]}, {}, True),
        ({"1": NINE}, {}, False),
        ({}, {"1": "I1"}, False),
        ({}, {"1/5": "I1"}, False),
    ],
)
@pytest.mark.parametrize("piece", ["I3", "C2"])
def test_entry_needs_room_and_no_enemy(
    own: dict[str, str], enemy: dict[str, str], possible: bool, piece: str
) -> None:
    """B-8.74, B-8.78: by road or by the bridge; 1 holds nine; not even cavalry attacks into it."""
    moves = texts(waiting("6:00", piece, 9, own=own, enemy=enemy))
    assert ("road A1" in moves) is possible
    assert ("pontoon A1" in moves) is possible


@pytest.mark.parametrize(
    ("own", "enemy", "possible"),
    [
        ({"66": "I2 C2 C1"}, {}, True),
        ({"66": "I2 I1 C2 C1"}, {}, False),
        ({}, {"66": "I1"}, False),
        ({}, {"66/58": "I1"}, False),
    ],
)
def test_french_entry_needs_the_same(
    own: dict[str, str], enemy: dict[str, str], possible: bool
) -> None:
    """B-8.74: 66 holds four."""
    assert ("road F1" in texts(waiting("12:00", "C2", 12, own=own, enemy=enemy))) is possible


def test_entering_cavalry_attacks_on_the_way() -> None:
    """B-8.75: beyond the entry locality; then it goes on with the steps it has left."""
    state = road(waiting("12:00", "C2", 12, enemy={"58": "I2"}), "F1", "12:00-66")
    assert {"cross 66-58", "continue F1 66/58"} <= texts(state)
    play(state, "cross 66-58")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, Side.AUSTRIAN)
    play(state, "respond none", "retreat A1 62")
    assert where(state, "F1") == "58"
    assert {"cross 58-49", "cross 58-53", "stop"} <= texts(state)
    finish(play(state, "cross 58-49"))
    assert where(state, "F1") == "49"


def test_entering_infantry_does_not_attack() -> None:
    """B-8.75: it follows the rules of road marches."""
    state = road(waiting("12:00", "I2", 12, enemy={"58": "I2"}), "F1", "12:00-66")
    assert texts(state) == {"cross 66-60", "wait", "stop"}


def test_entering_cavalry_continues_along_its_road() -> None:
    """B-8.75: towards 59, not towards 56, to which no road leads."""
    state = road(waiting("16:00", "C2", 16, enemy={"59": "I2"}), "F1", "16:00-64")
    assert starting(state, "continue") == {"continue F1 64/59"}
    other = waiting("16:00", "C2", 16, enemy={"56": "I2"})
    road(other, "F1", "16:00-64")
    assert starting(other, "continue") == set()


@pytest.mark.parametrize("way", ["road", "pontoon"])
def test_entry_is_the_move_of_the_turn(way: str) -> None:
    """B-8.76: in the next turn the piece moves again."""
    state = finish(play(waiting("6:00", "I2", 8), f"{way} A1"))
    assert (where(state, "A1"), texts(state)) == ("1", {"end"})
    assert state.piece("A1").acted
    end_turn(end_turn(state))
    assert texts(state) == {"march A1 5", "road A1", "end"}


@pytest.mark.parametrize(("hour", "piece"), [(6, "I3"), (7, "C2"), (14, "A1"), (21, "I1")])
def test_the_pontoon_bridge(hour: int, piece: str) -> None:
    """B-8.77: one piece of any type, in each turn, for one command."""
    state = waiting("6:00", f"{piece} I2", hour)
    finish(play(state, "pontoon A1"))
    assert (where(state, "A1"), where(state, "A2"), state.commands) == ("1", "6:00", 2)
    assert starting(state, "pontoon") == set()
    assert "pontoon A1" not in texts(waiting("6:00", piece, hour, commands=0))


def test_the_pontoon_bridge_serves_once_a_turn() -> None:
    """B-8.77: and again in the next; the piece is a group of its own."""
    state = play(waiting("6:00", "I3 I2 C2", 6), "pontoon A1")
    assert state.decision is Decision.ACTION
    assert starting(state, "pontoon") == set()
    end_turn(end_turn(state))
    assert starting(state, "pontoon") == {"pontoon A2", "pontoon A3"}
    used = austrian_turn({"6:00": "I3"}, {"39": "I2"}, pontoon_used=True)
    assert texts(used) == {"road A1", "end"}


def test_only_austria_has_a_pontoon_bridge() -> None:
    """B-8.77."""
    for box, hour in (("12:00", 12), ("16:00", 16), ("17:00", 17)):
        assert starting(waiting(box, "I2", hour), "pontoon") == set()


def test_the_pontoon_bridge_does_not_count_in_traffic() -> None:
    """B-8.78: before or after three by road, who reach as far as ever."""
    state = play(waiting("6:00", "I3 I2 I1 C2 C1", 6), "pontoon A1")
    finish(road(state, "A2", "6:00-1", "1-5", "5-10"))
    finish(road(state, "A3", "6:00-1", "1-5"))
    finish(road(state, "A4", "6:00-1"))
    assert places(state, "A1", "A2", "A3", "A4") == ("1", "10", "5", "1")
    assert "road A5" not in texts(state)
    last = waiting("6:00", "I3 I2 I1 C2 C1", 6)
    for name in ("A1", "A2", "A3"):
        finish(road(last, name, "6:00-1"))
    assert starting(last, "road") == set()
    assert starting(last, "pontoon") == {"pontoon A4", "pontoon A5"}


def test_cavalry_continues_from_the_pontoon_bridge() -> None:
    """B-8.79: for the one command of its entry; infantry does not."""
    state = play(waiting("6:00", "C2", 9, enemy={"5": "I2"}), "pontoon A1")
    assert texts(state) == {"stay A1", "continue A1 1/5"}
    play(state, "continue A1 1/5")
    assert (where(state, "A1"), state.commands) == ("1/5", 2)
    infantry = play(waiting("6:00", "I3", 9, enemy={"5": "I2"}), "pontoon A1")
    assert (infantry.decision, where(infantry, "A1")) == (Decision.ACTION, "1")


def test_entrants_count_as_having_begun_in_reserve() -> None:
    """B-8.80: so the attack of one can be blocked, and the advance ends in its approach."""
    state = road(waiting("6:00", "C2", 9, enemy={"5": "I2"}), "A1", "6:00-1")
    play(state, "cross 1-5")
    assert texts(state) == {"respond F1", "respond none"}
    play(state, "respond F1")
    assert texts(state) == {"block none", "block A1"}
    assert where(play(state, "block A1"), "A1") == "1/5"


@pytest.mark.parametrize("way", ["road", "pontoon"])
@pytest.mark.parametrize("piece", ["I2", "C2", "A1"])
def test_symbols_at_the_map_edge_have_no_effect(way: str, piece: str) -> None:
    """B-8.81: a cavalry obstacle and two penalties are printed at the edge of 1."""
    state = finish(play(waiting("6:00", piece, 9), f"{way} A1"))
    assert pieces_at(state, Side.AUSTRIAN, "1") == {piece: 1}
    assert state.morale(Side.AUSTRIAN) == 16
