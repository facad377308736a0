"""Chapter 9, manoeuvre attack: who attacks what, at which price, on a road march too.

58 and 62 share a wide pair without obstacle; French pieces that lose 62 to an attack from 58 can
only retreat to 61. 66 (four places) has cavalry obstacles against both its neighbours 58 and 60.
"""

from collections import Counter

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import attackers, face_up, finish, places

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

FAR_AWAY = {"2": "I3 I2 I1 C2 C1 A1"}
"""Austrians that keep the faces of others from being guessed."""


def attacks(state: BonaparteState) -> set[str]:
    return starting(state, "attack")


def test_a_move_into_an_enemy_occupied_locality_is_an_attack() -> None:
    """B-9.1: in step 3, and it is the group's move for the turn."""
    state = austrian_turn({"58": "I3"}, {"62": "I2"})
    assert (state.step, state.decision) == (3, Decision.ACTION)
    assert "march A1 62" not in texts(state)
    assert attacks(state) == {"attack A1 58/62"}
    play(state, "attack A1 58/62", "respond none")
    assert (where(state, "A1"), state.piece("A1").acted) == ("62", True)
    assert texts(state) == {"end"}


def test_no_manoeuvre_attack_among_the_assaults() -> None:
    """B-9.1: it happens in step 3, not in step 2."""
    state = austrian_turn({"58": "I3", "46/47": "I3"}, {"62": "I2", "47/46": "I2"}, step=2)
    assert texts(state) == {"end", "assault A2 46/47"}


@pytest.mark.parametrize(
    ("defence", "possible"),
    [
        ({"62": "I3 I2"}, True),
        ({"62/61": "I3 I2"}, True),
        ({"62/58": "C1"}, False),
        ({"62/58": "A1", "62": "I3"}, False),
    ],
)
def test_one_piece_closes_the_approach(defence: dict[str, str], possible: bool) -> None:
    """B-9.2: though it is wide."""
    state = austrian_turn({"58": "I3", "61": "I2"}, defence)
    assert ("attack A1 58/62" in texts(state)) == possible


def test_reserve_attacks_any_neighbour_and_an_approach_only_its_opposite() -> None:
    """B-9.3: 62 is French too but not adjacent to 53, and 52 is empty."""
    state = austrian_turn(
        {"53": "I3", "53/58": "I2"}, {"47": "I3", "58": "I2", "60": "C2", "62": "C1"}
    )
    assert attacks(state) == {
        "attack A1 53/47",
        "attack A1 53/58",
        "attack A1 53/60",
        "attack A2 53/58",
    }


@pytest.mark.parametrize("place", ["58", "58/62"])
@pytest.mark.parametrize("reply", ["respond none", "respond F1"])
def test_an_attack_costs_the_command_of_the_move(place: str, reply: str) -> None:
    """B-9.4: one, however many pieces there are, and nothing more afterwards."""
    state = austrian_turn({place: "I3 I2 I1"}, {"62": "I2"}, commands=1)
    play(state, "attack A1 58/62", "join A2", "join A3")
    if place == "58":
        play(state, reply)
    assert finish(state).commands == 0


def test_no_attack_without_a_command() -> None:
    """B-9.4."""
    assert attacks(austrian_turn({"58": "I3 C2"}, {"62": "I2"}, commands=0)) == set()


def test_the_attackers_must_fit_into_the_attacked_locality() -> None:
    """B-9.5: 30 has four places; the fifth piece has to stay behind."""
    state = austrian_turn({"35": "I3 I2 I1 C2 C1"}, {"30": "I2"})
    play(state, "attack A1 35/30", "join A2", "join A3")
    assert texts(state) == {"join A4", "join A5", "join none"}
    play(state, "join A4")
    assert (state.decision, attackers(state)) == (Decision.RESPONSE, {"A1", "A2", "A3", "A4"})


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("C2", set()),
        ("C2 A1", set()),
        ("I1", {"attack A1 58/66"}),
        ("I3 C2 A1", {"attack A1 58/66"}),
        ("C2 I1", {"attack A1 58/66", "attack A2 58/66"}),
    ],
)
def test_an_obstacle_needs_infantry(pieces: str, expected: set[str]) -> None:
    """B-9.6: pieces in slots after the only infantry cannot begin a group."""
    assert attacks(austrian_turn({"58": pieces}, {"66": "I2"})) == expected


def test_cavalry_at_an_obstacle_is_joined_by_infantry() -> None:
    """B-9.6, B-9.5: the last of the four places is kept for it."""
    state = austrian_turn({"58": "C2 C2 C1 A1 I2"}, {"66": "I2"})
    play(state, "attack A1 58/66", "join A2", "join A3")
    assert (state.decision, attackers(state)) == (Decision.RESPONSE, {"A1", "A2", "A3", "A5"})


def test_the_last_chance_of_infantry_is_not_left_out() -> None:
    """B-9.6: who passes over one of two equal pieces passes over both, so A2 has to join."""
    state = austrian_turn({"58": "C2 I2 C1 I2"}, {"66": "I2"})
    play(state, "attack A1 58/66")
    assert texts(state) == {"join A3", "join A4", "join none"}


def test_an_obstacle_on_the_own_side_does_not_matter() -> None:
    """B-9.6."""
    assert attacks(austrian_turn({"66": "C2"}, {"58": "I2"})) == {"attack A1 66/58"}


def test_one_infantry_piece_is_shown_at_an_obstacle() -> None:
    """B-9.7: of the attacker's choice, before the reply, hidden again at the end of the move."""
    state = austrian_turn({"58": "I3 I2 C2", **FAR_AWAY}, {"66": "I2"})
    play(state, "attack A1 58/66", "join A2", "join A3")
    assert (state.decision, state.to_move) == (Decision.SHOW, AUSTRIAN)
    assert texts(state) == {"show A1", "show A2"}
    assert sum(face_up(state, FRENCH, "58")) == 0
    play(state, "show A2")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, FRENCH)
    assert sum(face_up(state, FRENCH, "58")) == 1
    assert known(state, FRENCH, "58") == Counter({"I2": 1, "?": 2})
    play(state, "respond F1", "block none")
    assert sum(face_up(state, FRENCH, "58")) == 0
    assert known(state, FRENCH, "58") == Counter({"I2": 1, "?": 2})


def test_the_only_infantry_piece_is_shown_without_a_question() -> None:
    """B-9.7: and hidden in the locality won."""
    state = austrian_turn({"58": "I2 C2", **FAR_AWAY}, {"66": "C2", "34": "I3"})
    play(state, "attack A1 58/66", "join A2")
    assert state.decision == Decision.RESPONSE
    assert known(state, FRENCH, "58") == Counter({"I2": 1, "?": 1})
    finish(play(state, "respond none"))
    assert places(state, "A1", "A2") == ("66", "66")
    assert face_up(state, FRENCH, "66") == [False, False]


def test_nothing_is_shown_where_there_is_no_obstacle() -> None:
    """B-9.7: nor for one on the attacker's own side (B-9.6)."""
    state = austrian_turn({"66": "I3 C2", **FAR_AWAY}, {"58": "I2"})
    play(state, "attack A1 66/58", "join A2")
    assert state.decision == Decision.RESPONSE
    assert known(state, FRENCH, "66") == Counter({"?": 2})


@pytest.mark.parametrize(("enemy", "possible"), [("66", False), ("49", True)])
def test_cavalry_on_the_road_does_not_attack_over_an_obstacle(enemy: str, possible: bool) -> None:
    """B-9.8: main roads lead from 58 to 49 and to 66; only 66 has the obstacle."""
    state = play(austrian_turn({"58": "C2"}, {enemy: "I2"}), "road A1")
    assert (f"cross 58-{enemy}" in texts(state)) == possible


@pytest.mark.parametrize(
    ("face", "by_road"),
    [("I3", False), ("I1", False), ("A1", False), ("C1", True), ("C2", True)],
)
def test_only_cavalry_attacks_on_the_road(face: str, by_road: bool) -> None:
    """B-9.9: without the road every type may."""
    state = austrian_turn({"58": face}, {"49": "I2"})
    assert attacks(state) == {"attack A1 58/49"}
    play(state, "road A1")
    assert ("cross 58-49" in texts(state)) == by_road
    assert "cross 58-66" in texts(state)


def test_cavalry_attacking_on_the_road_is_shown() -> None:
    """B-9.10: when it attacks, and hidden again afterwards."""
    state = austrian_turn({"58": "C1 I3", **FAR_AWAY}, {"49": "I2"})
    play(state, "road A1", "cross 58-49")
    assert state.decision == Decision.RESPONSE
    assert sorted(face_up(state, FRENCH, "58")) == [False, True]
    assert known(state, FRENCH, "58") == Counter({"C1": 1, "?": 1})
    play(state, "respond F1", "block none")
    assert face_up(state, FRENCH, "58") == [False, False]


def test_cavalry_attacking_without_the_road_is_not_shown() -> None:
    """B-9.10: the same attack for a command."""
    state = play(austrian_turn({"58": "C1", **FAR_AWAY}, {"49": "I2"}), "attack A1 58/49")
    assert known(state, FRENCH, "58") == Counter({"?": 1})


@pytest.mark.parametrize("reply", ["respond none", "respond F1"])
@pytest.mark.parametrize("commands", [0, 3])
def test_a_road_attack_by_main_road_is_free(reply: str, commands: int) -> None:
    """B-9.11."""
    state = austrian_turn({"58": "C2"}, {"49": "I2"}, commands=commands)
    finish(play(state, "road A1", "cross 58-49", reply))
    assert state.commands == commands
    assert where(state, "A1") == ("49" if reply == "respond none" else "58")


def test_a_road_attack_by_side_road_costs_a_command() -> None:
    """B-9.11: the freedom is that of main roads; from 58 to 53 leads a side road."""
    state = austrian_turn({"58": "C2"}, {"53": "I2"}, commands=1)
    assert finish(play(state, "road A1", "cross 58-53", "respond F1")).commands == 0
    state = play(austrian_turn({"58": "C2"}, {"53": "I2"}, commands=0), "road A1")
    assert "cross 58-53" not in texts(state)


@pytest.mark.parametrize("reply", ["respond none", "respond F1"])
@pytest.mark.parametrize("waits", [0, 1, 2])
def test_a_road_attack_uses_the_crossing(reply: str, waits: int) -> None:
    """B-9.12: the step in which it is made counts and the direction too, also if it is blocked."""
    state = play(austrian_turn({"58": "C2"}, {"49": "I2"}), "road A1", *["wait"] * waits)
    finish(play(state, "cross 58-49", reply))
    assert (state.last_step("c11"), state.direction("c11")) == (waits + 1, 49)


def test_a_crossing_used_by_a_blocked_attack_is_closed_for_the_same_step() -> None:
    """B-9.12: infantry from 47 has driven the blocker off; the second cavalry crosses in step 2."""
    state = austrian_turn({"58": "C2 C1", "47": "I3"}, {"49": "C2", "34": "I3"})
    play(state, "road A1", "cross 58-49", "respond F1", "block none")
    play(state, "attack A3 47/49", "retreat F1 55", "road A2")
    assert "cross 58-49" not in texts(state)
    assert "cross 58-49" in texts(play(state, "wait"))


def test_the_french_attack_by_the_same_rules() -> None:
    """B-9.1, B-9.4."""
    state = french_turn({"58": "I3"}, {"62": "C2"})
    finish(play(state, "attack F1 58/62", "respond none"))
    assert (places(state, "F1", "A1"), state.commands) == (("62", "61"), 2)
