"""Chapter 12, retreats: where the pieces may go, and what becomes of those that cannot."""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, texts, where
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    AUSTRIANS_FAR_AWAY,
    FRENCH,
    answer,
    asking,
    attacked,
    destinations,
    face_up,
    finish,
    group,
    lost,
    narrow,
)
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import strengths
from tests.toys import toy_game


def test_every_piece_goes_where_its_owner_likes() -> None:
    """B-12.13, B-12.18: to any neighbour but the attacker's, one after another in any order."""
    state = attacked({"29": "C2 I3 C1"})
    assert asking(state) == (Decision.RETREAT, FRENCH)
    assert texts(state) == {
        f"retreat {name} {locality}" for name in ("F1", "F2", "F3") for locality in (27, 31, 39)
    }
    play(state, "retreat F3 39")
    assert where(state, "F3") == "39"
    assert destinations(state, "F1") == destinations(state, "F2") == {27, 31, 39}
    finish(play(state, "retreat F1 27", "retreat F2 39"))
    assert [where(state, name) for name in ("F1", "F2", "F3")] == ["27", "39", "39"]


@pytest.mark.parametrize(
    ("across", "locality", "expected"),
    [
        ("16/29", "29", {27, 31, 39}),
        ("31/29", "29", {16, 27, 39}),
        # Two pairs lead from 9 to 2; neither may be used.
        ("9/2a", "2", {3}),
        ("9/2b", "2", {3}),
    ],
)
def test_never_into_the_locality_of_the_attacker(
    across: str, locality: str, expected: set[int]
) -> None:
    """B-12.14: though all attackers leave it."""
    state = attacked({locality: "C2 C1"}, across=across)
    if len(expected) > 1:
        assert destinations(state, "F1") == expected
    finish(state)
    assert {where(state, "F1"), where(state, "F2")} <= {str(number) for number in expected}


def test_never_into_the_locality_of_an_assault() -> None:
    """B-12.14: the attackers come from 16."""
    state = answer(narrow("I3", "I1", french={"29": "C2"}), "lead none")
    assert destinations(state, "F2") == {27, 31, 39}


def test_after_an_attack_by_road_never_where_the_cavalry_was_just_before() -> None:
    """B-12.14: it came from 16 by way of 31; 16, where it began, is open."""
    state = austrian_turn({"16": "C2"}, {"29": "C2"})
    play(state, "road A1", "cross 16-31", "cross 31-29")
    answer(state, "respond none")
    assert asking(state) == (Decision.RETREAT, FRENCH)
    assert destinations(state, "F1") == {16, 27, 39}


@pytest.mark.parametrize(("impassable", "end"), [(True, ""), (False, "3")])
def test_never_across_an_impassable_approach(impassable: bool, end: str) -> None:
    """B-12.15: the piece is eliminated instead."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3, "impassable": impassable}],
        ruleset="bonaparte",
    )
    state = finish(play(austrian_turn({"1/2": "I3"}, {"2": "C2"}, on=ground), "attack A1 1/2"))
    assert where(state, "F1") == end


@pytest.mark.parametrize(
    ("austrian", "expected"),
    [
        ({"38": "I1"}, {27, 31, 39}),
        ({"27": "C1"}, {31, 39}),
        ({"27/29": "A1"}, {31, 39}),
    ],
)
def test_never_into_an_enemy_occupied_locality(
    austrian: Mapping[str, str], expected: set[int]
) -> None:
    """B-12.16: however little stands there, and in whatever position."""
    assert destinations(attacked({"29": "C2"}, austrian=austrian), "F1") == expected


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        ({"15": "I2 I1 I3"}, {2, 15, 21}),
        ({"15": "I2 I1 I3 I2"}, {2, 21}),
        ({"15": "I2 I1 I3", "15/18": "I2"}, {2, 21}),
    ],
)
def test_never_beyond_the_capacity(waiting: Mapping[str, str], expected: set[int]) -> None:
    """B-12.17: 15 holds four pieces, those in its approaches included."""
    state = attacked({"9": "C2", **waiting}, across="7/9", austrian={"18": "I1"})
    assert destinations(state, "F1") == expected


def test_pieces_that_have_retreated_take_room() -> None:
    """B-12.17, B-12.18: after the first of them 15 is full for the second."""
    state = attacked({"9": "C2 C1", "15": "I2 I1 I3"}, across="7/9")
    assert destinations(state, "F2") == {2, 15, 21}
    play(state, "retreat F1 15")
    assert destinations(state, "F2") == {2, 21}


def test_a_piece_that_can_be_saved_is_saved() -> None:
    """B-12.19: nothing else is offered, and the only way out is taken unasked."""
    choice = attacked({"29": "C2"}, austrian={"27": "I1"})
    assert texts(choice) == {"retreat F1 31", "retreat F1 39"}
    forced = attacked({"29": "C2"}, austrian={"27": "I1", "31": "I2"})
    assert forced.decision is Decision.ACTION
    assert where(forced, "F1") == "39"
    assert lost(forced, FRENCH) == 0


@pytest.mark.parametrize(("saved", "losses"), [("F1", 3), ("F2", 5), ("F3", 5)])
def test_where_room_is_short_the_owner_chooses_who_is_saved(saved: str, losses: int) -> None:
    """B-12.20, B-12.21, B-12.19: one must go to 15, the other two are eliminated.

    The infantry has lost one point before: I3, I1 and C1 are left.
    """
    state = attacked(
        {"9": "I3 I2 C1", "15": "I2 I1 C2"}, across="7/9", austrian={"2": "I1", "21": "I2"}
    )
    play(state, "reduce F2")
    assert texts(state) == {f"retreat {name} 15" for name in ("F1", "F2", "F3")}
    finish(play(state, f"retreat {saved} 15"))
    assert where(state, saved) == "15"
    assert [where(state, name) for name in ("F1", "F2", "F3")].count("") == 2
    assert lost(state, FRENCH) == losses


@pytest.mark.parametrize(("saved", "losses"), [(2, 4), (1, 5)])
def test_three_alike_and_room_for_one(saved: int, losses: int) -> None:
    """B-12.20, B-12.21: one of three I2 is reduced, and it or another one is saved."""
    state = attacked(
        {"9": "I2 I2 I2", "15": "I3 I1 C2"}, across="7/9", austrian={"2": "I1", "21": "I2"}
    )
    while state.decision is Decision.REDUCTION:
        play(state, min(texts(state)))
    assert state.decision is Decision.RETREAT
    move = next(text for text in texts(state) if strengths(state, text.split()[1]) == (saved,))
    finish(play(state, move))
    assert sorted(strengths(state, "F1", "F2", "F3")) == [0, 0, saved]
    assert lost(state, FRENCH) == losses


def test_without_any_room_all_are_eliminated() -> None:
    """B-12.20, B-12.21: 15 is full, the other neighbours are the enemy's."""
    state = attacked(
        {"9": "C2 C1", "15": "I3 I2 I1 A1"}, across="7/9", austrian={"2": "I1", "21": "I2"}
    )
    assert state.decision is Decision.ACTION
    assert [where(state, name) for name in ("F1", "F2")] == ["", ""]
    assert [state.piece(name).place for name in ("F1", "F2")] == [None, None]
    assert lost(state, FRENCH) == 3


def test_the_last_piece_of_an_army_is_eliminated_as_the_others_are() -> None:
    """B-12.20: an army of as many pieces as there is room for."""
    elsewhere = {str(place): "I2 I2" for place in range(40, 49)}
    state = austrian_turn(
        {"7/9": "I3", "2": "I1", "21": "I2", **AUSTRIANS_FAR_AWAY},
        {"15": "I3 I2 I1 A1", **elsewhere, "9": "C2 C1"},
    )
    group(state, "attack", "A1", "7/9")
    assert [where(state, name) for name in ("F23", "F24")] == ["", ""]
    assert lost(state, FRENCH) == 3


def test_nothing_else_restricts_a_retreat() -> None:
    """B-12.22: cavalry crosses the obstacles in 11 and 13; an enemy in 29 stands next to 27."""
    state = attacked({"17": "C2"}, across="16/17", austrian={"29": "I2"})
    assert destinations(state, "F1") == {7, 11, 13, 23, 27}


def test_no_direction_is_preferred() -> None:
    """B-12.22: towards either army's side, whoever retreats."""
    french = attacked({"42": "C2"}, across="33/42")
    assert destinations(french, "F1") == {41, 43, 49}
    state = french_turn({"49/42": "I3"}, {"42": "C2"})
    assert destinations(play(state, "attack F1 49/42"), "A1") == {33, 41, 43}


def test_retreated_pieces_lie_hidden_in_reserve() -> None:
    """B-12.23: what has been seen stays known as long as they are not shuffled."""
    state = attacked({"29": "C2 I3", "31": "C2 I1"})
    play(state, "retreat F1 31", "retreat F2 39")
    assert state.decision is Decision.ACTION
    assert [where(state, name) for name in ("F1", "F2")] == ["31", "39"]
    assert face_up(state, AUSTRIAN, "31") == face_up(state, AUSTRIAN, "39") == 0
    assert known(state, AUSTRIAN, "31") == {"C2": 1, "?": 2}
    assert known(state, AUSTRIAN, "39") == {"I2": 1}


@pytest.mark.parametrize(("austrian", "end"), [({"65": "I1"}, ""), ({"55": "I1"}, "65")])
def test_never_off_the_map(austrian: Mapping[str, str], end: str) -> None:
    """B-12.25: 57 lies at the edge; its only other neighbour is 65, where a box opens later."""
    state = finish(attacked({"57": "C2"}, across="54/57", austrian=austrian))
    assert where(state, "F1") == end
    assert lost(state, FRENCH) == (0 if end else 2)


def test_never_back_into_the_box() -> None:
    """B-12.25: the Austrians in 1 have no neighbour but 5, from which they are attacked."""
    state = finish(play(french_turn({"5/1": "I3"}, {"1": "C2", "6:00": "I2"}), "attack F1 5/1"))
    assert where(state, "A1") == ""
    assert lost(state, AUSTRIAN) == 2
    assert state.occupier(1) is FRENCH
