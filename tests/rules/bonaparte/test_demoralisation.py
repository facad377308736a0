"""Chapter 13, demoralisation: morale, when an army is demoralised, the bonus of the other side.

58 and 62 share a wide pair with an infantry penalty on each side; pieces driven from 62 by an
attack from 58 can only retreat to 61. 1 has 5 for its only neighbour.
"""

from collections.abc import Callable

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import finish, pass_hours, pass_turn, strengths

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def morale(state: BonaparteState) -> tuple[int, int]:
    """Return the morale of the Austrians and of the French."""
    return state.morale(AUSTRIAN), state.morale(FRENCH)


def demoralised(state: BonaparteState) -> tuple[int | None, int | None]:
    """Return the hours at which Austrians and French were demoralised."""
    return state.demoralised(AUSTRIAN), state.demoralised(FRENCH)


def austrian_fire(austrian: int = 16, french: int = 17, hour: int = 9) -> BonaparteState:
    """Return an Austrian turn after a bombardment that cost the French one point."""
    state = austrian_turn(
        {"58/62": "A1:due"},
        {"62": "I3"},
        step=1,
        hour=hour,
        morale={AUSTRIAN: austrian, FRENCH: french},
    )
    return play(state, "complete A1")


def french_fire(austrian: int = 16, french: int = 17) -> BonaparteState:
    """Return a French turn after a bombardment that cost the Austrians one point."""
    state = french_turn(
        {"58/62": "A1:due"}, {"62": "I3"}, step=1, morale={AUSTRIAN: austrian, FRENCH: french}
    )
    return play(state, "complete F1")


def test_a_loss_by_bombardment_lowers_morale() -> None:
    """B-13.1: of the side that lost the point, and of no other."""
    assert morale(austrian_fire()) == (16, 16)
    assert morale(french_fire()) == (15, 17)


@pytest.mark.parametrize(
    ("attacker", "defender", "left", "expected"),
    [
        ("I3", "I1", (2, 0), (15, 16)),  # won by one; the defender has but one of his two points
        ("I3", "I1 C2", (2, 0), (15, 15)),  # won by one: one point and two
        ("C2", "I2", (1, 1), (15, 16)),  # lost by nothing: a point each
        ("C2", "I3", (0, 2), (14, 16)),  # lost by one: two points and one
    ],
)
def test_losses_of_assaults_lower_the_morale_of_winner_and_loser(
    attacker: str, defender: str, left: tuple[int, int], expected: tuple[int, int]
) -> None:
    """B-13.1: every point, whether the army won or lost."""
    state = austrian_turn({"58/62": attacker}, {"62/58": defender}, step=2)
    finish(play(state, "assault A1 58/62", "lead F1"), Decision.ASSAULT)
    assert (strengths(state, "A1", "F1"), morale(state)) == (left, expected)


@pytest.mark.parametrize(
    ("pieces", "lost"), [("C2", 0), ("I3", 1), ("I1", 1), ("I3 I2 C2", 1), ("A1", 1), ("A1 I2", 2)]
)
def test_losses_of_retreats_lower_morale(pieces: str, lost: int) -> None:
    """B-13.1."""
    state = finish(
        play(austrian_turn({"58/62": "I3"}, {"62": pieces}), "attack A1 58/62"), Decision.ASSAULT
    )
    assert morale(state) == (16, 17 - lost)


@pytest.mark.parametrize(("pieces", "lost"), [("I3", 3), ("C2", 2), ("I2 C1", 3)])
def test_pieces_without_a_way_out_cost_their_strength(pieces: str, lost: int) -> None:
    """B-13.1: one point per point of strength, the loss of the retreat included."""
    state = finish(
        play(french_turn({"5/1": "I3"}, {"1": pieces, "45": "I2"}), "attack F1 5/1"),
        Decision.ASSAULT,
    )
    assert morale(state) == (16 - lost, 17)
    assert where(state, "A1") == ""


@pytest.mark.parametrize(
    ("fire", "expected"), [(austrian_fire, (None, 9)), (french_fire, (9, None))]
)
def test_an_army_is_demoralised_when_its_morale_reaches_zero(
    fire: Callable[..., BonaparteState], expected: tuple[int | None, int | None]
) -> None:
    """B-13.2: at once and for the rest of the game, not before."""
    assert demoralised(fire(austrian=2, french=2)) == (None, None)
    state = fire(austrian=1, french=1)
    assert demoralised(state) == expected
    assert demoralised(pass_hours(state, 12)) == expected


def test_morale_does_not_fall_below_zero() -> None:
    """B-13.3: neither by the loss that demoralises nor by later ones."""
    state = french_turn({"5/1": "I3"}, {"1": "I3", "45": "I2"}, morale={AUSTRIAN: 1})
    finish(play(state, "attack F1 5/1"))
    assert (morale(state), demoralised(state)) == ((0, 17), (9, None))
    state = austrian_turn(
        {"58/62": "A1:due"}, {"62": "I3"}, step=1, morale={FRENCH: 0}, demoralised={FRENCH: 7}
    )
    play(state, "complete A1")
    assert (strengths(state, "F1"), morale(state), demoralised(state)) == ((2,), (16, 0), (None, 7))


def test_both_armies_can_be_demoralised() -> None:
    """B-13.4: the second one in a later round."""
    state = austrian_turn(
        {"58/62": "A1:due"},
        {"62": "I3"},
        step=1,
        morale={AUSTRIAN: 0, FRENCH: 1},
        demoralised={AUSTRIAN: 7},
    )
    assert demoralised(play(state, "complete A1")) == (7, 9)


@pytest.mark.parametrize("fire", [austrian_fire, french_fire])
def test_the_game_goes_on(fire: Callable[..., BonaparteState]) -> None:
    """B-13.5: through this round and all that follow."""
    state = fire(austrian=1, french=1)
    assert (state.outcome, state.decision) == (None, Decision.ACTION)
    pass_hours(state, 21)
    assert (state.outcome, state.hour, state.decision) == (None, 21, Decision.ACTION)


def test_the_other_army_gains_five_points() -> None:
    """B-13.6, B-13.7: before the next Austrian turn, beyond the printed value, only once."""
    state = austrian_fire(french=1)
    assert morale(state) == (16, 0)
    pass_turn(state)
    assert (state.turn, morale(state)) == (FRENCH, (16, 0))
    pass_turn(state)
    assert (state.hour, state.turn, morale(state)) == (10, AUSTRIAN, (21, 0))
    assert morale(pass_hours(state, 13)) == (21, 0)


def test_the_french_gain_the_points_too() -> None:
    """B-13.6, B-13.7: they see them before their own next turn, when the round starts."""
    state = french_fire(austrian=1, french=3)
    assert morale(state) == (0, 3)
    pass_turn(state)
    assert (state.hour, state.turn, morale(state)) == (10, AUSTRIAN, (0, 8))
    assert morale(pass_hours(state, 12)) == (0, 8)


def test_the_bonus_that_is_due_is_credited_at_the_start_of_the_round() -> None:
    """B-13.7: before the first choice of the Austrian turn, and then it is due no more."""
    state = austrian_turn(
        {"58/62": "A1:due"},
        {"62": "I3"},
        step=0,
        bonus_due=AUSTRIAN,
        morale={AUSTRIAN: 4, FRENCH: 0},
        demoralised={FRENCH: 8},
    )
    assert (state.decision, state.bonus_due) == (Decision.BOMBARDMENT, None)
    assert morale(state) == (9, 0)


def test_no_bonus_where_both_are_demoralised_in_one_round() -> None:
    """B-13.6: the French by a bombardment, then the Austrians by a retreat."""
    state = austrian_turn(
        {"58/62": "A1:due", "47": "I2"},
        {"62": "I3", "46": "I3"},
        step=1,
        morale={AUSTRIAN: 1, FRENCH: 1},
    )
    pass_turn(play(state, "complete A1"))
    play(state, "attack F2 46/47", "respond none", "retreat A2 39")
    assert demoralised(state) == (9, 9)
    pass_turn(state)
    assert (state.hour, morale(state), state.bonus_due) == (10, (0, 0), None)


def test_no_bonus_for_a_demoralised_army() -> None:
    """B-13.6: the Austrians were demoralised two rounds before the French."""
    state = austrian_turn(
        {"58/62": "A1:due"},
        {"62": "I3"},
        step=1,
        morale={AUSTRIAN: 0, FRENCH: 1},
        demoralised={AUSTRIAN: 7},
    )
    pass_hours(play(state, "complete A1"), 10)
    assert (morale(state), demoralised(state)) == ((0, 0), (7, 9))


def test_no_bonus_after_the_last_round() -> None:
    """B-13.7: there is no next round in which it could be credited."""
    state = austrian_fire(french=1, hour=21)
    pass_turn(pass_turn(state))
    assert (state.decision, morale(state)) == (Decision.OVER, (16, 0))
