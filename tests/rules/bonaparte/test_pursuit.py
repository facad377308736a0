"""Chapter 11, assault: steps 8 to 10, the pursuit.

Where a defender wins here, a leading I3 has beaten a leading I2, which is eliminated, so that a
second participant is left with one point less; where an attacker wins, nobody led the defence.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, texts, where
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    DEMORALISED_FRENCH,
    FRENCH,
    answer,
    asking,
    assault,
    face_up,
    finish,
    lost,
    narrow,
    wide,
)
from tests.rules.bonaparte.turns import strengths
from tests.toys import toy_game


def repulsed(
    approach: str, defenders: str, attackers: str = "I2 I3", **given: Any
) -> BonaparteState:
    """Return the assault lost to a leading I3, with the defender's pursuit to be decided."""
    return answer(assault(approach, attackers, f"I3 {defenders}", **given), "lead A1", "lead F1")


def test_a_winning_defender_may_pursue() -> None:
    """B-11.51: with C2, which did not lead; strength 2 and a loss of one."""
    state = repulsed("16/29", "C2")
    assert asking(state) == (Decision.PURSUIT, FRENCH)
    assert texts(state) == {"pursue F2", "pursue none"}
    finish(play(state, "pursue F2"))
    assert strengths(state, "A1", "A2", "F1", "F2") == (0, 0, 2, 1)
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == (5, 2)


def test_a_winning_attacker_may_pursue() -> None:
    """B-11.51, B-11.52: against a defence that named nobody."""
    state = answer(narrow("I2 C2", "I3 I2"), "lead A1", "lead none", "reduce F1", "reduce F1")
    assert asking(state) == (Decision.PURSUIT, AUSTRIAN)
    assert texts(state) == {"pursue A2", "pursue none"}
    answer(state, "pursue A2", "reduce F2", "reduce F2")
    finish(state)
    assert strengths(state, "A1", "A2", "F1", "F2") == (1, 1, 1, 0)


@pytest.mark.parametrize(
    ("attackers", "defenders", "given"),
    [
        # Infantry and artillery beside the leading piece; cavalry left out or elsewhere.
        ("I3 I2 A1", "I3 I2", {}),
        ("I3 C2", "I3 I2", {"take": "A1"}),
        ("I3", "I3 I2", {"austrian": {"16": "C2"}}),
    ],
)
def test_only_cavalry_that_took_part_pursues(
    attackers: str, defenders: str, given: Mapping[str, Any]
) -> None:
    """B-11.51: here the retreat follows at once."""
    state = narrow(attackers, defenders, **given)
    answer(state, "lead A1", "lead none", "reduce F1", "reduce F1", "reduce F1")
    assert state.decision is Decision.RETREAT


@pytest.mark.parametrize(("reduced", "pursues"), [("F1", True), ("F2", False)])
def test_cavalry_that_has_fallen_does_not_pursue(reduced: str, pursues: bool) -> None:
    """B-11.51: C1 takes the winner's loss, or the artillery does."""
    state = answer(narrow("I2 I3", "A1 C1"), "lead A1", "fire F1", "lead none", f"reduce {reduced}")
    assert (state.decision is Decision.PURSUIT) is pursues


@pytest.mark.parametrize(
    ("attackers", "defenders", "defence"),
    [
        # The leading C2 is eliminated or survives; the leading C1 is eliminated.
        ("C2 I3", "I3 C2", "lead F1"),
        ("C2 I3", "I2 C2", "lead F1"),
        ("I3 C2", "C1 I3", "lead F1"),
    ],
)
def test_nobody_pursues_where_cavalry_led_the_loser(
    attackers: str, defenders: str, defence: str
) -> None:
    """B-11.52."""
    state = answer(narrow(attackers, defenders), "lead A1", defence)
    assert state.decision is not Decision.PURSUIT
    assert finish(state).decision is Decision.ACTION


def test_a_winner_led_by_cavalry_may_pursue() -> None:
    """B-11.53, B-11.51: with the cavalry that did not lead, not with the one that did."""
    state = answer(narrow("I2 I3", "C2 C1"), "lead A1", "lead F1")
    assert strengths(state, "F1") == (1,)
    assert texts(state) == {"pursue F2", "pursue none"}


@pytest.mark.parametrize(
    ("approach", "offered"),
    [
        ("16/29", {"pursue F2", "pursue F3", "pursue none"}),
        ("37/46", {"pursue F2", "pursue F3", "pursue F2,F3", "pursue none"}),
    ],
)
def test_as_many_pursuers_as_the_approach_is_wide(approach: str, offered: set[str]) -> None:
    """B-11.54, B-11.55: one or two, or none; strength 1 is enough."""
    state = repulsed(approach, "C2 C1")
    assert texts(state) == offered


@pytest.mark.parametrize(("borders", "both"), [({"a_wide": True}, False), ({"b_wide": True}, True)])
def test_the_width_of_the_attacked_approach_counts_for_a_pursuit(
    borders: Mapping[str, bool], both: bool
) -> None:
    """B-11.54: though the pursued stood in the other; the assault goes from a to b."""
    ground = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, **borders}], ruleset="bonaparte")
    state = repulsed("1/2", "C2 C1", on=ground, far_away=False)
    assert ("pursue F2,F3" in texts(state)) is both


def test_pursuers_are_turned_face_up() -> None:
    """B-11.54: while the loser says which of them loses."""
    state = repulsed("37/46", "C2 C1 I1")
    assert face_up(state, AUSTRIAN, "46/37") == 1
    play(state, "pursue F2,F3")
    assert asking(state) == (Decision.STRIKE, AUSTRIAN)
    assert face_up(state, AUSTRIAN, "46/37") == 3
    assert known(state, AUSTRIAN, "46/37") == {"I2": 1, "C2": 1, "C1": 1, "?": 1}


@pytest.mark.parametrize("move", ["pursue none", "pursue F2"])
def test_a_pursuit_is_optional_and_free(move: str) -> None:
    """B-11.55: no command; without it nobody loses any more."""
    state = finish(play(repulsed("16/29", "C2", "I2 I3 C2"), "reduce A2", move))
    assert state.commands == 2
    assert (strengths(state, "F2") == (2,)) is (move == "pursue none")
    assert lost(state, AUSTRIAN) == (3 if move == "pursue none" else 5)


def test_cavalry_of_strength_1_may_pursue() -> None:
    """B-11.55: and falls, after its one point has counted."""
    state = finish(play(repulsed("16/29", "C1"), "pursue F2"))
    assert strengths(state, "A2", "F2") == (1, 0)


@pytest.mark.parametrize("approach", ["17/13", "13/17"])
@pytest.mark.parametrize("won", [True, False])
def test_no_pursuit_across_an_obstacle(approach: str, won: bool) -> None:
    """B-11.56: on either side of the pair, for either winner; 13/17 has one."""
    if won:
        state = answer(assault(approach, "I3 C2", "I3 I2"), "lead A1", "lead none")
        assert state.decision is Decision.REDUCTION
        assert answer(state, *["reduce F1"] * 3).decision is Decision.RETREAT
    else:
        assert repulsed(approach, "C2").decision is Decision.ACTION


@pytest.mark.parametrize(
    ("approach", "defenders", "pursuers", "left"),
    [
        # 27/29 has a cavalry penalty, 29/27 none: the pursued stand in the attack approach.
        ("29/27", "C2", "F2", 0),
        ("27/29", "C2", "F2", 1),
        ("27/29", "C1", "F2", 2),
        ("27/29", "C2 C1", "F2,F3", 0),
        ("16/29", "C1", "F2", 1),
    ],
)
def test_strength_of_a_pursuit_by_the_defender(
    approach: str, defenders: str, pursuers: str, left: int
) -> None:
    """B-11.57, B-11.68: A2 has two points left; one penalty is subtracted from all pursuers."""
    state = repulsed(approach, defenders)
    assert strengths(state, "A2") == (2,)
    finish(play(state, f"pursue {pursuers}"))
    assert strengths(state, "A2") == (left,)
    assert lost(state, FRENCH) == 2


@pytest.mark.parametrize(("approach", "losses"), [("27/29", 4), ("29/27", 3)])
def test_strength_of_a_pursuit_by_the_attacker(approach: str, losses: int) -> None:
    """B-11.57: two points for the result 1, then 2 or 2 − 1; 27/29 has the penalty."""
    state = answer(assault(approach, "I2 C2", "I3 I2"), "lead A1", "lead none")
    finish(answer(state, "reduce F1", "reduce F1", "pursue A2"))
    assert lost(state, FRENCH) == losses
    assert strengths(state, "A1", "A2") == (1, 1)


@pytest.mark.parametrize(("penalty", "left"), [(0, 1), (1, 2), (2, 2)])
def test_the_strength_of_a_pursuit_is_not_below_zero(penalty: int, left: int) -> None:
    """B-11.57, B-11.68: C1 may pursue all the same, loses its point and takes nothing."""
    ground = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, "a_cavalry": penalty}], ruleset="bonaparte")
    state = repulsed("1/2", "C1", "I2 I2", on=ground, far_away=False)
    assert texts(state) == {"pursue F2", "pursue none"}
    finish(play(state, "pursue F2"))
    assert strengths(state, "A2", "F2") == (left, 0)


@pytest.mark.parametrize(("struck", "left"), [("F2", (1, 1)), ("F3", (2, 0))])
def test_two_pursuers_lose_one_point_as_the_enemy_chooses(
    struck: str, left: tuple[int, int]
) -> None:
    """B-11.58: the loser of the assault; not one point each."""
    state = play(repulsed("37/46", "C2 C1"), "pursue F2,F3")
    assert asking(state) == (Decision.STRIKE, AUSTRIAN)
    assert texts(state) == {"strike F2", "strike F3"}
    finish(play(state, f"strike {struck}"))
    assert strengths(state, "F2", "F3") == left


def test_surviving_leading_pieces_bear_a_pursuit_first() -> None:
    """B-11.59: I3 and I2 led and lost two points to 4 − 5; C2 takes two more from them."""
    state = answer(wide("I3 I2 C2", "I3 I2 C2"), "lead A1,A2", "lead F1,F2")
    answer(state, "strike F1", "strike A1", "strike A1", "pursue F3")
    assert asking(state) == (Decision.STRIKE, FRENCH)
    assert texts(state) == {"strike A1", "strike A2"}
    finish(play(state, "strike A1"))
    assert strengths(state, "A1", "A2", "A3") == (0, 1, 2)


def test_what_the_leading_piece_cannot_bear_falls_on_the_others() -> None:
    """B-11.59: A1 has one point left; the owner chooses between A2 and A3 for the second."""
    state = answer(narrow("I3 I2 C2", "I2 C2"), "lead A1", "lead F1")
    assert strengths(state, "A1") == (2,)
    strong = play(state.copy(), "pursue F2")
    assert strengths(strong, "A1", "A2", "A3") == (0, 2, 2)
    state = answer(narrow("I3 I2 C2", "I3 C2"), "lead A1", "lead F1", "pursue F2")
    assert strengths(state, "A1") == (0,)
    assert asking(state) == (Decision.REDUCTION, AUSTRIAN)
    assert texts(state) == {"reduce A2", "reduce A3"}


def test_a_pursuit_beyond_all_participants() -> None:
    """B-11.59, B-11.19: of two points only one is there, and the comrade left out is safe."""
    state = narrow("I2 I1 I3", "I2 C2", take="A1,A2")
    answer(state, "lead A1", "lead F1")
    finish(answer(state, "pursue F2"))
    assert strengths(state, "A1", "A2", "A3") == (0, 0, 3)
    assert lost(state, AUSTRIAN) == 3


def test_the_strength_is_taken_before_the_loss_of_the_pursuers() -> None:
    """B-11.60: C2 and C1 take three points, though one of them loses a point."""
    state = play(repulsed("37/46", "C2 C1", "I2 I3 C2"), "reduce A3", "pursue F2,F3", "strike F2")
    finish(state)
    assert sum(strengths(state, "A2", "A3")) == 1


def test_demoralisation_does_not_weaken_a_pursuit() -> None:
    """B-11.61: 1 − (3 − 1) costs A1; then C2 takes two points of A2."""
    state = repulsed("16/29", "C2", **DEMORALISED_FRENCH)
    assert strengths(state, "A1", "A2") == (0, 3)
    finish(play(state, "pursue F2"))
    assert strengths(state, "A2", "F2") == (1, 1)


def test_a_pursuit_needs_somebody_to_pursue() -> None:
    """B-11.68: A2 stayed out, so that no participant is left."""
    state = narrow("I2 I3", "I3 C2", take="A1")
    answer(state, "lead F1")
    assert state.decision is Decision.ACTION
    assert strengths(state, "A1", "A2", "F2") == (0, 3, 2)
    assert where(state, "A2") == "16/29"
