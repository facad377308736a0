"""Chapter 18, morale: the level, the morale update, and the level of 0."""

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, end_turn, french_turn, game, pieces_at, play, where

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

# What lies on the time track at the start, hour by hour.
AUSTRIAN_DISCS = {6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2}
FRENCH_DISCS = {6: 1, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1, 12: 2, 16: 3, 17: 1}


def due(discs: dict[int, int], hour: int) -> int:
    return sum(number for when, number in discs.items() if when <= hour)


def levels(state: TriompheState) -> tuple[int, int]:
    return state.level(AUSTRIAN), state.level(FRENCH)


def test_the_level_counts_uncommitted_and_committed_discs() -> None:
    """T-18.1: neither the discs on the time track nor those of the other army."""
    state = austrian_turn(
        {"8": "I2"},
        {"20": "I2"},
        uncommitted={AUSTRIAN: 2, FRENCH: 1},
        committed={AUSTRIAN: {8: 1, 10: 3}, FRENCH: {20: 4}},
        track={AUSTRIAN: {11: 2}, FRENCH: {12: 2}},
    )
    assert levels(state) == (6, 5)


def test_the_update_of_each_army_comes_at_the_start_of_its_own_turn() -> None:
    """T-18.6, T-18.1: the whole schedule, in a day on which nothing happens."""
    state = game.start(1)
    for hour in range(6, 22):
        assert (state.hour, state.turn) == (hour, AUSTRIAN)
        assert levels(state) == (due(AUSTRIAN_DISCS, hour), 3 + due(FRENCH_DISCS, hour - 1))
        assert levels(play(state, "end")) == (
            due(AUSTRIAN_DISCS, hour),
            3 + due(FRENCH_DISCS, hour),
        )
        play(state, "end")


def test_the_update_moves_discs_of_the_hour_to_the_uncommitted_ones() -> None:
    """T-18.6: the discs of other hours stay."""
    track = {AUSTRIAN: {10: 2, 11: 3}}
    state = french_turn({"20": "I2"}, hour=9, track=track, uncommitted={AUSTRIAN: 1, FRENCH: 6})
    play(state, "end")
    assert state.uncommitted(AUSTRIAN) == 3
    assert state.track(AUSTRIAN).get(10, 0) == 0
    assert state.track(AUSTRIAN)[11] == 3


def test_committing_and_returning_discs_leave_the_level_alone() -> None:
    """T-18.2: a defender's victory commits, the clean-up returns."""
    state = austrian_turn({"8": "I2"}, {"9": "I2"})
    play(state, "attack A1 8/9", "respond F1", "hold")
    assert (state.uncommitted(FRENCH), state.committed(FRENCH)) == (5, {9: 1})
    assert levels(state) == (6, 6)
    play(state, "end", "end", "return 9")
    assert (state.uncommitted(FRENCH), state.committed(FRENCH)) == (6, {})
    assert levels(state) == (6, 6)


def test_shifting_discs_leaves_the_level_alone() -> None:
    """T-18.2."""
    state = austrian_turn(
        {"8": "I2"},
        {"9": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {20: 2}},
    )
    play(state, "attack A1 8/9", "respond F1", "shift 20")
    assert state.committed(FRENCH) == {9: 1, 20: 1}
    assert levels(state) == (6, 2)


def test_losing_discs_lowers_the_level() -> None:
    """T-18.2."""
    state = play(austrian_turn({"8/9": "A1:due"}, {"9": "I2"}), "complete A1")
    assert levels(state) == (6, 5)


def test_all_discs_lie_openly() -> None:
    """T-18.3: both sides see the same."""
    state = austrian_turn(
        {"8": "I2"},
        {"20": "I2"},
        committed={AUSTRIAN: {8: 1}, FRENCH: {20: 4}},
        shifted={FRENCH: {20: 2}},
        track={FRENCH: {12: 2}},
    )
    for viewer in Side:
        view = state.view(viewer)
        for army in Side:
            assert view.uncommitted[army] == state.uncommitted(army)
            assert view.committed[army] == state.committed(army)
            assert view.shifted[army] == state.shifted(army)
            assert view.track[army] == state.track(army)


def test_an_army_at_level_0_loses_at_once_in_the_middle_of_an_action() -> None:
    """T-18.4: the reduction of F1 ends the game before F2 retreats and before the advance."""
    state = austrian_turn({"10": "I3"}, {"20": "I2 C2"}, uncommitted={AUSTRIAN: 6, FRENCH: 1})
    play(state, "attack A1 10/20", "respond none")
    assert (state.decision, state.legal_moves()) == (Decision.OVER, [])
    assert state.outcome is not None
    assert state.outcome.winner is AUSTRIAN
    assert (where(state, "F2"), where(state, "A1")) == ("20", "10")


def test_an_army_at_level_1_plays_on() -> None:
    """T-18.4: the same with one disc more."""
    state = austrian_turn({"10": "I3"}, {"20": "I2 C2"}, uncommitted={AUSTRIAN: 6, FRENCH: 2})
    play(state, "attack A1 10/20", "respond none")
    assert (state.decision, state.outcome) == (Decision.RETREAT, None)


def test_committed_discs_keep_an_army_from_level_0() -> None:
    """T-18.4: the level counts, not the uncommitted discs alone."""
    state = austrian_turn(
        {"8/9": "A1:due"},
        {"9": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 1},
        committed={FRENCH: {20: 1}},
    )
    assert play(state, "complete A1").outcome is None
    assert levels(state) == (6, 1)


def test_no_disc_before_the_first_update_is_not_demoralisation() -> None:
    """T-18.5: Austria starts with nothing but what its first update brings."""
    state = game.start(1)
    assert state.outcome is None
    assert (state.uncommitted(AUSTRIAN), levels(state)) == (2, (2, 3))


def test_both_armies_never_fall_to_0_together() -> None:
    """T-18.23: both leading pieces are reduced, but only the loser of the assault pays.

    The two infantry penalties of 20 make the result 2 − 2 − 1; France wins with its last disc.
    """
    state = austrian_turn({"10/20": "I2"}, {"20/10": "I1"}, uncommitted={AUSTRIAN: 1, FRENCH: 1})
    play(state, "assault 10/20", "lead F1")
    assert state.outcome is not None
    assert state.outcome.winner is FRENCH
    assert levels(state) == (0, 1)
    assert pieces_at(state, FRENCH, "20/10") == {}


def test_the_level_is_tested_after_the_clean_up_of_one_army_only() -> None:
    """T-18.23: Austria's discs in 9 fall at the end of its own turn, not of the French one."""
    state = french_turn(
        {"9": "I2"},
        {"8": "I2"},
        uncommitted={AUSTRIAN: 0, FRENCH: 1},
        committed={AUSTRIAN: {9: 1}, FRENCH: {8: 1}},
    )
    state = end_turn(state)
    assert (state.outcome, levels(state)) == (None, (1, 1))
    play(state, "end")
    assert state.outcome is not None
    assert (state.outcome.winner, levels(state)) == (FRENCH, (0, 1))
