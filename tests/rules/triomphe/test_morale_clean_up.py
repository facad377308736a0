"""Chapter 18, morale: the clean-up at the end of a turn, and who entered a locality last."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, game, play, settle, texts
from tests.toys import row

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def morning(hour: int = 9) -> TriompheState:
    """Return the French turn of the worked example, before its end.

    Austria holds 10. 13 and 20 are empty, entered last by Austria and by France; France holds
    49, far from the enemy, and 9, next to 10, where one of its two discs has been shifted.
    """
    return french_turn(
        {"49": "I2", "9": "I3"},
        {"10": "I2"},
        hour=hour,
        entered_last={13: AUSTRIAN, 20: FRENCH},
        uncommitted={AUSTRIAN: 6, FRENCH: 2},
        committed={FRENCH: {10: 2, 13: 1, 20: 1, 49: 3, 9: 2}},
        shifted={FRENCH: {9: 1}},
    )


def test_the_french_clean_up() -> None:
    """T-21.31, T-18.24, T-18.25, T-18.26, T-18.28: the three steps in their order."""
    state = play(morning(), "end")
    assert (state.decision, state.to_move) == (Decision.RETURN, FRENCH)
    assert (state.uncommitted(FRENCH), state.level(FRENCH)) == (2 + 3, 11 - 3)
    assert state.committed(FRENCH) == {20: 1, 9: 2}
    assert texts(state) == {"return none", "return 20", "return 9"}


@pytest.mark.parametrize(
    ("move", "committed"),
    [
        ("return none", {20: 1, 9: 2}),
        ("return 20", {9: 2}),
        ("return 9", {20: 1, 9: 1}),
    ],
)
def test_france_returns_one_more_disc_or_none(move: str, committed: dict[int, int]) -> None:
    """T-21.31, T-18.27, T-18.28: optional, and one only."""
    state = play(morning(), "end", move)
    assert (state.decision, state.turn) == (Decision.ACTION, AUSTRIAN)
    assert state.committed(FRENCH) == committed
    assert state.level(FRENCH) == 8


@pytest.mark.parametrize("hour", range(6, 22))
def test_the_third_step_ends_with_the_round_of_fifteen(hour: int) -> None:
    """T-21.31, T-18.27."""
    state = play(morning(hour), "end")
    assert (state.decision is Decision.RETURN) == (hour <= 15)
    assert state.committed(FRENCH) == {20: 1, 9: 2}


@pytest.mark.parametrize("hour", [6, 9, 15])
def test_austria_has_no_third_step(hour: int) -> None:
    """T-18.27."""
    state = austrian_turn({"9": "I2"}, {"10": "I2"}, hour=hour, committed={AUSTRIAN: {9: 3}})
    play(state, "end")
    assert (state.decision, state.turn) == (Decision.ACTION, FRENCH)
    assert state.committed(AUSTRIAN) == {9: 3}


def test_an_army_cleans_up_its_own_discs_only() -> None:
    """T-18.24: Austria's discs, lost or free to return, wait for the end of its own turn."""
    state = french_turn(
        {"9": "I2"}, {"42": "I2"}, committed={AUSTRIAN: {9: 1, 2: 2}, FRENCH: {9: 1}}
    )
    play(state, "end")
    assert (state.committed(AUSTRIAN), state.committed(FRENCH)) == ({9: 1, 2: 2}, {})
    play(state, "end")
    assert (state.committed(AUSTRIAN), state.uncommitted(AUSTRIAN)) == ({}, 8)


def test_nothing_is_cleaned_up_before_the_end_of_the_turn() -> None:
    """T-18.24: a disc in a locality that is taken stays until the taken side's turn ends."""
    state = austrian_turn({"10": "I3"}, {"20": "C2"}, committed={FRENCH: {20: 2}})
    state = end_turn(settle(play(state, "attack A1 10/20", "respond none")))
    assert state.committed(FRENCH) == {20: 2}
    assert end_turn(state).level(FRENCH) == 6


@pytest.mark.parametrize(
    ("french", "last", "discs"),
    [
        ({"13": "I2"}, FRENCH, 2),  # own
        ({}, FRENCH, 2),  # empty, entered last by an own piece
        ({}, AUSTRIAN, 0),  # empty, entered last by an enemy piece
        ({}, None, 2),  # empty, never entered
    ],
)
def test_discs_in_a_lost_locality_are_lost(
    french: dict[str, str], last: Side | None, discs: int
) -> None:
    """T-18.25: Austrians in 10, next door to 13, keep the other discs where they are."""
    entered = {} if last is None else {13: last}
    state = french_turn(
        {**french, "49": "I2"}, {"10": "I2"}, entered_last=entered, committed={FRENCH: {13: 2}}
    )
    state = end_turn(state)
    assert state.committed(FRENCH).get(13, 0) == discs
    assert state.level(FRENCH) == 6 + discs


def test_discs_are_lost_to_austria_in_the_same_way() -> None:
    """T-18.25: in 9, French-occupied, and in 14, empty but entered last by France."""
    state = austrian_turn(
        {"8": "I2"}, {"9": "I2"}, entered_last={14: FRENCH}, committed={AUSTRIAN: {9: 1, 14: 2}}
    )
    state = end_turn(state)
    assert (state.committed(AUSTRIAN), state.level(AUSTRIAN)) == ({}, 6)


def test_step_1_comes_before_step_2() -> None:
    """T-18.24, T-18.25: a lost locality with no enemy next door does not return its discs."""
    state = french_turn(
        {"49": "I2"}, {"10": "I2"}, entered_last={34: AUSTRIAN}, committed={FRENCH: {34: 2}}
    )
    assert end_turn(state).level(FRENCH) == 6


@pytest.mark.parametrize(("enemy", "stays"), [("10", True), ("5", False), ("20/9", True)])
def test_discs_stay_while_an_enemy_is_next_door(enemy: str, stays: bool) -> None:
    """T-18.26: 9 borders on 10 and 20, not on 5; any position next door counts."""
    state = end_turn(french_turn({"9": "I2"}, {enemy: "I2"}, committed={FRENCH: {9: 2}}))
    assert (state.committed(FRENCH), state.uncommitted(FRENCH)) == (
        ({9: 2}, 6) if stays else ({}, 8)
    )


def test_all_discs_of_a_quiet_locality_return_at_once() -> None:
    """T-18.26: shifted ones, too, and in the afternoon as well."""
    state = french_turn(
        {"49": "I2"}, {"10": "I2"}, hour=17, committed={FRENCH: {49: 4}}, shifted={FRENCH: {49: 2}}
    )
    state = end_turn(state)
    assert (state.committed(FRENCH), state.uncommitted(FRENCH)) == ({}, 10)


@pytest.mark.parametrize("impassable", [False, True])
def test_an_impassable_border_makes_neighbours_all_the_same(impassable: bool) -> None:
    """T-18.26, with T-3.9."""
    toy = row(2, borders={1: {"impassable": impassable}})
    state = french_turn({"1": "I2"}, {"2": "I2"}, on=toy, committed={FRENCH: {1: 1}})
    assert end_turn(state).committed(FRENCH) == {1: 1}


def test_a_shifted_disc_is_not_returned_in_step_3() -> None:
    """T-18.29: 9 holds shifted discs only."""
    state = french_turn(
        {"9": "I2"}, {"10": "I2"}, committed={FRENCH: {9: 2}}, shifted={FRENCH: {9: 2}}
    )
    play(state, "end")
    assert (state.decision, state.committed(FRENCH)) == (Decision.ACTION, {9: 2})


def test_the_other_disc_of_a_locality_with_a_shifted_one_may_be_returned() -> None:
    """T-18.29."""
    state = french_turn(
        {"9": "I2"}, {"10": "I2"}, committed={FRENCH: {9: 2}}, shifted={FRENCH: {9: 1}}
    )
    assert texts(play(state, "end")) == {"return none", "return 9"}


@pytest.mark.parametrize(("uncommitted", "over"), [(0, True), (1, False)])
def test_step_1_may_end_the_game(uncommitted: int, over: bool) -> None:
    """T-18.30: with its last discs in an Austrian locality France loses at the end of its turn."""
    state = french_turn(
        {"49": "I2"},
        {"10": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: uncommitted},
        committed={FRENCH: {10: 2}},
    )
    play(state, "end")
    assert (state.outcome is not None) == over
    if state.outcome is not None:
        assert (state.outcome.winner, state.hour) == (AUSTRIAN, 9)


def test_the_french_set_up_counts_as_entering() -> None:
    """T-18.31: and nobody has entered any other locality."""
    state = game.start(1)
    for number in range(1, 91):
        assert state.entered_last(number) is state.occupier(number)
    assert {state.entered_last(number) for number in (8, 9, 12, 14, 20, 31, 33, 42)} == {FRENCH}


def austrian_cavalry(french: dict[str, str], *moves: str) -> TriompheState:
    """Return the position after moves of cavalry A1 in 5; everything about was French last."""
    last = dict.fromkeys((4, 9, 10, 13), FRENCH)
    state = austrian_turn({"5": "C2"}, french, entered_last=last)
    return settle(play(state, *moves))


def test_a_march_enters() -> None:
    """T-18.31."""
    assert austrian_cavalry({}, "march A1 10").entered_last(10) is AUSTRIAN


def test_a_road_march_enters_every_locality_it_passes() -> None:
    """T-18.31: discs in the locality passed are lost by that."""
    state = austrian_cavalry({}, "road A1", "cross 5-10", "cross 10-13", "stop")
    assert [state.entered_last(n) for n in (4, 10, 13)] == [FRENCH, AUSTRIAN, AUSTRIAN]


def test_a_road_march_through_a_locality_costs_the_discs_in_it() -> None:
    """T-18.31, T-18.25."""
    state = austrian_turn(
        {"5": "C2"}, {"49": "I2"}, entered_last={10: FRENCH}, committed={FRENCH: {10: 2}}
    )
    play(state, "road A1", "cross 5-10", "cross 10-13", "stop")
    assert end_turn(end_turn(state)).level(FRENCH) == 6


@pytest.mark.parametrize("moves", [["pontoon A1"], ["road A1", "cross Alessandria-1", "stop"]])
def test_entry_enters(moves: list[str]) -> None:
    """T-18.31."""
    state = austrian_turn({"Alessandria": "I2"})
    assert state.entered_last(1) is None
    assert play(state, *moves).entered_last(1) is AUSTRIAN


def test_advance_and_retreat_enter() -> None:
    """T-18.31: the attacker enters 10, the defender the locality he retreats to."""
    state = austrian_cavalry(
        {"10": "C2"}, "attack A1 5/10", "respond none", "retreat F1 20", "stay A1"
    )
    assert (state.entered_last(10), state.entered_last(20)) == (AUSTRIAN, FRENCH)


def test_a_failed_attack_does_not_enter() -> None:
    """T-18.31: nor does going into the attack approach."""
    state = austrian_cavalry({"10": "C2"}, "attack A1 5/10", "respond F1", "advance")
    assert (state.entered_last(10), state.entered_last(5)) == (FRENCH, AUSTRIAN)


def test_moving_within_the_locality_does_not_enter_the_next() -> None:
    """T-18.31: after blocking 9, 8 remains Austria's and 9 France's last."""
    state = play(austrian_turn({"8": "I2"}, {"9": "I2"}), "march A1 8/9")
    assert (state.entered_last(8), state.entered_last(9)) == (AUSTRIAN, FRENCH)
