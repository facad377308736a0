"""Chapter 19, victory: demoralisation at any time, the objective line at the end."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, game, play

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def evening(austrian: dict[str, str], french: dict[str, str] | None = None) -> TriompheState:
    """Return the position after the last turn of the game, the French one of 21:00."""
    state = french_turn({"20": "I3"} if french is None else french, austrian, hour=21)
    return play(state, "end")


def winner(state: TriompheState) -> Side | None:
    """Return who has won, or None while the game goes on."""
    return None if state.outcome is None else state.outcome.winner


def victory(state: TriompheState) -> str:
    """Return how the game was won."""
    assert state.outcome is not None
    return state.outcome.kind


@pytest.mark.parametrize(
    ("discs", "expected"), [({AUSTRIAN: 6, FRENCH: 1}, AUSTRIAN), ({AUSTRIAN: 1, FRENCH: 2}, None)]
)
def test_demoralisation_of_france_is_a_decisive_victory(
    discs: dict[Side, int], expected: Side | None
) -> None:
    """T-19.1: at once, in the middle of the morning."""
    state = play(austrian_turn({"8/9": "A1:due"}, {"9": "I2"}, uncommitted=discs), "complete A1")
    assert winner(state) is expected
    if expected is not None:
        assert victory(state) == "decisive"
        assert (state.decision, state.hour) == (Decision.OVER, 9)


def test_demoralisation_of_austria_is_a_decisive_victory() -> None:
    """T-19.1: though three Austrian pieces are east of the line."""
    state = french_turn(
        {"9": "I3"},
        {"4": "I2", "74": "I3 I2 C2"},
        uncommitted={AUSTRIAN: 1, FRENCH: 6},
    )
    play(state, "attack F1 9/4", "respond none")
    assert (winner(state), victory(state)) == (FRENCH, "decisive")


def test_the_game_lasts_through_the_french_turn_of_the_last_round() -> None:
    """T-19.2: three Austrian pieces east of the line win only then."""
    state = austrian_turn({"74": "I3 I2 C2"}, {"20": "I3"}, hour=21)
    assert winner(play(state, "end")) is None
    assert (state.hour, state.turn) == (21, FRENCH)
    assert winner(play(state, "end")) is AUSTRIAN


def test_no_objective_is_counted_before_the_last_round() -> None:
    """T-19.2."""
    state = play(french_turn({"20": "I3"}, {"74": "I3 I2 C2"}, hour=20), "end")
    assert (state.outcome, state.hour) == (None, 21)


def test_the_last_clean_up_may_still_be_decisive() -> None:
    """T-19.2: nobody may have won decisively by the end of the round, its clean-up included."""
    state = french_turn(
        {"49": "I2"},
        {"10": "I2"},
        hour=21,
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {10: 1}},
    )
    play(state, "end")
    assert (winner(state), victory(state)) == (AUSTRIAN, "decisive")


@pytest.mark.parametrize(
    ("austrian", "expected"),
    [
        ({"74": "I1 I1 I1"}, AUSTRIAN),
        ({"74": "I3 I3"}, FRENCH),
        ({}, FRENCH),
    ],
)
def test_pieces_are_counted_not_strength(austrian: dict[str, str], expected: Side) -> None:
    """T-21.40, T-19.3, T-19.4."""
    state = evening(austrian)
    assert (winner(state), victory(state)) == (expected, "marginal")


@pytest.mark.parametrize(
    ("austrian", "expected"),
    [
        ({"69": "I2 I2", "89": "I2"}, AUSTRIAN),  # anywhere east of the line
        ({"74": "I2 I2", "66": "I2 I2"}, FRENCH),  # 66 lies west of it
        ({"74": "I2", "74/75": "I2 I2"}, AUSTRIAN),  # in any position
        ({"74": "I2 I2", "67/75": "I2"}, FRENCH),  # an approach belongs to its own locality
        ({"74": "A1", "75": "C1", "78": "I1"}, AUSTRIAN),  # of any type
        ({"74": "I2 I2", "Alessandria": "I2 I2"}, FRENCH),  # not in a box
    ],
)
def test_austria_needs_three_pieces_east_of_the_line(
    austrian: dict[str, str], expected: Side
) -> None:
    """T-19.3, T-19.4."""
    assert winner(evening(austrian)) is expected


def test_french_pieces_east_of_the_line_do_not_matter() -> None:
    """T-19.3."""
    assert winner(evening({"74": "I2 I2 I2"}, {"85": "I3 I3 I3 I3 I3"})) is AUSTRIAN
    assert winner(evening({"1": "I2"}, {"20": "I3"})) is FRENCH


@pytest.mark.parametrize("east", range(6))
def test_there_is_no_draw(east: int) -> None:
    """T-19.5: whatever stands east of the line, one side has won."""
    state = evening({"74": " ".join(["I2"] * east)} if east else {})
    assert winner(state) is (AUSTRIAN if east >= 3 else FRENCH)
    assert state.decision is Decision.OVER


def test_an_idle_day_is_won_by_france() -> None:
    """T-19.2, T-19.3: 32 turns in which nobody moves."""
    state = game.start(1)
    for _ in range(32):
        assert state.outcome is None
        play(state, "end")
    assert (winner(state), victory(state)) == (FRENCH, "marginal")
