"""Chapter 13, retreat: step 2, moving the pieces."""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play, settle, texts, verbs, where
from tests.rules.triomphe.attacking import (
    AUSTRIAN,
    FRENCH,
    PLENTY,
    answer,
    committed,
    destinations,
    lost,
    narrow,
    strengths,
)
from tests.toys import toy_game


def test_every_piece_moves_to_the_reserve_of_a_neighbour() -> None:
    """T-13.12: its owner chooses for each of them, in any order."""
    state = austrian_turn({"4/9": "I3"}, {"9": "C2 I3 C1"})
    play(state, "attack A1 4/9")
    assert state.decision is Decision.RETREAT
    assert state.to_move is FRENCH
    assert texts(state) == {
        f"retreat {name} {locality}" for name in ("F1", "F2", "F3") for locality in (8, 10, 14, 20)
    }
    settle(play(state, "retreat F3 20", "retreat F1 8", "retreat F2 20"))
    assert [where(state, name) for name in ("F1", "F2", "F3")] == ["8", "20", "20"]


@pytest.mark.parametrize("attack", ["attack A1 19/20", "assault 19/20"])
def test_never_into_the_attack_locality(attack: str) -> None:
    """T-13.13: here 19, on an unmarked border, and left by all attackers."""
    french = {"20": "C2"} if attack.startswith("attack") else {"20": "C2", "20/19": "I1"}
    state = austrian_turn({"19/20": "I3"}, french)
    answer(state, attack, "lead none")
    assert destinations(state, "F1") == {27, 33}


def test_after_an_attack_by_road_never_where_the_cavalry_was_just_before() -> None:
    """T-13.13: it came from 28 by way of 21, and both are empty now."""
    state = french_turn({"28": "C2"}, {"34": "C2"})
    play(state, "road F1", "cross 28-21:c158", "cross 21-34", "respond none")
    assert state.decision is Decision.RETREAT
    assert destinations(state, "A1") == {28, 30, 37}


def test_never_into_an_enemy_occupied_locality() -> None:
    """T-13.14: however little stands there; a piece in an approach occupies too."""
    state = austrian_turn({"4/9": "I3", "8/14": "I1", "10": "C1"}, {"9": "C2"})
    play(state, "attack A1 4/9")
    assert destinations(state, "F1") == {14, 20}


@pytest.mark.parametrize(
    ("waiting", "expected"),
    [("I2 I2", {8, 10, 14, 20}), ("I2 I2 I2", {8, 10, 20})],
)
def test_never_beyond_the_capacity_of_the_destination(waiting: str, expected: set[int]) -> None:
    """T-13.14: 14 holds 3 pieces."""
    state = austrian_turn({"4/9": "I3"}, {"9": "C2", "14": waiting})
    play(state, "attack A1 4/9")
    assert destinations(state, "F1") == expected


def test_each_retreating_piece_takes_room() -> None:
    """T-13.14: pieces in approaches count; after the first of them 14 is full."""
    state = austrian_turn({"4/9": "I3"}, {"9": "C2 C1", "14": "I2", "14/8": "I2"})
    play(state, "attack A1 4/9", "retreat F1 14")
    assert destinations(state, "F2") == {8, 10, 20}


@pytest.mark.parametrize(("impassable", "end"), [(True, ""), (False, "3")])
def test_never_across_an_impassable_border(impassable: bool, end: str) -> None:
    """T-13.14: rather the piece is destroyed."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {}}, [{"a": 1, "b": 2}, {"a": 2, "b": 3, "impassable": impassable}]
    )
    state = austrian_turn({"1/2": "I3"}, {"2": "C2"}, on=ground)
    settle(play(state, "attack A1 1/2"))
    assert where(state, "F1") == end


@pytest.mark.parametrize(("box", "end"), [({"Alessandria": "I2"}, ""), ({}, "1")])
def test_never_into_the_protected_entry_of_the_enemy(box: Mapping[str, str], end: str) -> None:
    """T-13.15: from 5 only 1 is left, which is closed while Austrians wait."""
    state = austrian_turn({"4/5": "I3", "10": "I2", **box}, {"5": "C2"})
    settle(play(state, "attack A1 4/5"))
    assert where(state, "F1") == end


@pytest.mark.parametrize(("box", "expected"), [({"Tortona": "I2"}, {81, 87}), ({}, {81, 85, 87})])
def test_austrians_do_not_retreat_into_a_protected_french_entry(
    box: Mapping[str, str], expected: set[int]
) -> None:
    """T-13.15: 81, 85 and 87 are equally good neighbours of 84, attacked from 75."""
    state = french_turn({"75/84": "I3", **box}, {"84": "C2"})
    play(state, "attack F1 75/84")
    assert destinations(state, "A1") == expected


def test_never_off_the_map() -> None:
    """T-13.16: 90 lies at the edge; its other neighbour is held by the enemy."""
    state = austrian_turn({"83/90": "I3", "87": "I2"}, {"90": "C2"}, uncommitted=PLENTY)
    settle(play(state, "attack A1 83/90"))
    assert where(state, "F1") == ""
    assert lost(state, FRENCH) == 2


def test_never_back_into_the_box() -> None:
    """T-13.16: the Austrians in 1 have no neighbour but 5."""
    state = french_turn({"5/1b": "I3"}, {"1": "C2"}, uncommitted=PLENTY)
    settle(play(state, "attack F1 5/1b"))
    assert where(state, "A1") == ""
    assert lost(state, AUSTRIAN) == 2


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ({}, {19, 27}),
        ({"19": "I1"}, {27}),
        ({"19": "I1", "27": "I1"}, {9, 10}),
    ],
)
def test_the_french_go_west_only_when_there_is_no_other_way(
    taken: Mapping[str, str], expected: set[int]
) -> None:
    """T-13.17: from 20 the border to 33 leads east, those to 9 and 10 west, the others neither."""
    state = austrian_turn({"33/20": "I3", **taken}, {"20": "C2 C1"})
    play(state, "attack A1 33/20")
    assert destinations(state, "F1") == destinations(state, "F2") == expected


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ({}, {9, 10, 27}),
        ({"9": "I1", "10": "I1"}, {27}),
        ({"9": "I1", "10": "I1", "27": "I1"}, {33}),
    ],
)
def test_the_austrians_go_east_only_when_there_is_no_other_way(
    taken: Mapping[str, str], expected: set[int]
) -> None:
    """T-13.17: unmarked borders are as good as those to the west."""
    state = french_turn({"19/20": "I3", **taken}, {"20": "C2 C1"})
    play(state, "attack F1 19/20")
    assert destinations(state, "A1") == destinations(state, "A2") == expected


def test_the_bad_direction_opens_when_the_others_are_full() -> None:
    """T-21.33, T-13.18: piece by piece; 3 lies east of 2 and holds one, 4 lies west."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {"capacity": 1}, 4: {"capacity": 5}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3, "east": 3}, {"a": 2, "b": 4, "east": 2}],
    )
    state = austrian_turn({"1/2": "I2"}, {"2": "C2 I3"}, on=ground)
    play(state, "attack A1 1/2")
    assert texts(state) == {"retreat F1 3", "retreat F2 3"}
    settle(play(state, "retreat F2 3"))
    assert (where(state, "F1"), where(state, "F2")) == ("4", "3")


def test_a_piece_without_destination_is_destroyed() -> None:
    """T-13.19, T-13.22: I3 is reduced to 2 and then lost with both its points."""
    state = austrian_turn(
        {"4/9": "I3", "8": "I1", "10": "I1", "14": "I1", "20": "I1"},
        {"9": "I3"},
        uncommitted=PLENTY,
    )
    settle(play(state, "attack A1 4/9"))
    assert where(state, "F1") == ""
    assert lost(state, FRENCH) == 3
    assert where(state, "A1") == "9"


def dead_end(capacity: int) -> TriompheState:
    """Return a retreat of C2, I2 (I3 before its reduction) and C1 into one locality, 3."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {"capacity": capacity}, 4: {}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3}, {"a": 3, "b": 4}],
    )
    state = austrian_turn({"1/2": "I2"}, {"2": "C2 I3 C1"}, on=ground, uncommitted=PLENTY)
    return play(state, "attack A1 1/2")


@pytest.mark.parametrize(
    ("saved", "given_up", "discs"),
    [(("F1", "F2"), "F3", 1 + 1), (("F1", "F3"), "F2", 1 + 2), (("F3", "F2"), "F1", 1 + 2)],
)
def test_the_owner_decides_who_finds_room(
    saved: tuple[str, str], given_up: str, discs: int
) -> None:
    """T-21.34, T-13.20, T-13.22: two of three; the third costs its strength in discs."""
    state = dead_end(capacity=2)
    first, second = saved
    play(state, f"retreat {first} 3", f"retreat {second} 3")
    assert {where(state, first), where(state, second)} == {"3"}
    assert where(state, given_up) == ""
    assert lost(state, FRENCH) == discs


def test_no_piece_is_given_up_while_there_is_room() -> None:
    """T-13.20: as long as there is a destination the only moves are retreats to it."""
    state = dead_end(capacity=3)
    while state.decision is not Decision.ACTION:
        assert verbs(state) == {"retreat"}
        play(state, min(texts(state)))
    assert [where(state, name) for name in ("F1", "F2", "F3")] == ["3", "3", "3"]
    assert lost(state, FRENCH) == 1


def test_pieces_without_destination_are_paid_for_after_the_others_have_moved() -> None:
    """T-13.21: a second payment, before the advance."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {"capacity": 1}, 4: {}, 5: {}},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3}, {"a": 3, "b": 4}, {"a": 4, "b": 5}],
    )
    state = austrian_turn(
        {"1/2": "I2"},
        {"2": "C2 C1 I3"},
        on=ground,
        uncommitted={AUSTRIAN: 6, FRENCH: 1},
        committed={FRENCH: {4: 3, 5: 3}},
    )
    play(state, "attack A1 1/2")
    assert state.decision is Decision.RETREAT
    assert state.uncommitted(FRENCH) == 0
    play(state, "retreat F1 3")
    assert (state.decision, state.to_move) == (Decision.PAYMENT, AUSTRIAN)
    assert strengths(state, "F1", "F2", "F3") == (2, 0, 0)
    assert where(state, "A1") == "1/2"
    play(state, "take 4", "take 4", "take 5")
    assert committed(state, FRENCH) == {4: 1, 5: 2}
    assert where(state, "A1") == "2"


def test_the_game_may_end_with_the_second_payment() -> None:
    """T-13.21: the level is tested again when the pieces without destination are paid for."""
    state = austrian_turn(
        {"83/90": "I3", "87": "I2"}, {"90": "I3"}, uncommitted={AUSTRIAN: 6, FRENCH: 3}
    )
    play(state, "attack A1 83/90")
    assert state.outcome is not None
    assert state.outcome.winner is AUSTRIAN
    assert where(state, "A1") == "83/90"


def test_destroyed_austrians_commit_no_disc() -> None:
    """T-13.23: one of two finds room."""
    ground = toy_game({1: {}, 2: {}, 3: {"capacity": 1}}, [{"a": 1, "b": 2}, {"a": 2, "b": 3}])
    state = french_turn({"1/2": "I2"}, {"2": "C2 C1"}, on=ground, uncommitted=PLENTY)
    settle(play(state, "attack F1 1/2", "retreat A1 3"))
    assert where(state, "A2") == ""
    assert lost(state, AUSTRIAN) == 1
    assert committed(state, AUSTRIAN) == {2: 1}


def test_survivors_of_the_approach_attacked_retreat_like_the_others() -> None:
    """T-13.12, T-13.13: after an assault, to any neighbour but 4."""
    state = narrow("I3", "I3")
    answer(state, "lead none", "counter none")
    assert destinations(state, "F1") == {8, 10, 14, 20}
