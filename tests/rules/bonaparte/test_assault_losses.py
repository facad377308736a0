"""Chapter 11, assault: on whom losses fall and who distributes them."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, texts
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    FRENCH,
    answer,
    asking,
    face_up,
    finish,
    lines,
    lost,
    narrow,
    wide,
)
from tests.rules.bonaparte.turns import strengths


@pytest.mark.parametrize(
    ("attackers", "leader", "left"),
    [
        # A leading I3 defends; the attacker loses 1 + 3 less the strength of his assault.
        ("I3 I2", "lead A1", (1, 2)),
        ("I3 I2", "lead A2", (2, 0)),
        ("I2 I3", "lead A1", (0, 2)),
        ("C2 I3", "lead A1", (0, 3)),
    ],
)
def test_losses_of_the_attacker_fall_on_his_leading_piece_first(
    attackers: str, leader: str, left: tuple[int, int]
) -> None:
    """B-11.17: on the others only when it is eliminated."""
    state = finish(answer(narrow(attackers, "I3"), leader, "lead F1"))
    assert strengths(state, "A1", "A2") == left


@pytest.mark.parametrize(
    ("defenders", "leader", "left"),
    [
        # Against a leading I3 less one for the penalty.
        ("I1 I3", "lead F1", (0, 2)),
        ("I3 I1", "lead F2", (2, 0)),
        ("C1 I3", "lead F1", (0, 2)),
    ],
)
def test_losses_of_the_defender_fall_on_his_leading_piece_first(
    defenders: str, leader: str, left: tuple[int, ...]
) -> None:
    """B-11.17: result 1 costs him two points."""
    state = finish(answer(narrow("I3", defenders), leader))
    assert strengths(state, "F1", "F2") == left


def test_fire_falls_on_the_leading_piece() -> None:
    """B-11.17: not on the participant beside it."""
    state = answer(narrow("I2 I3 C2", "I2 A1"), "lead A2", "fire F2")
    assert strengths(state, "A1", "A2", "A3") == (2, 2, 2)


def test_the_enemy_distributes_losses_among_leading_pieces() -> None:
    """B-11.18: 4 − 5 leads to one point for the defender, two for the attacker."""
    state = answer(wide("I3 I2 C2", "I3 I2 C1"), "lead A1,A2", "lead F1,F2")
    assert asking(state) == (Decision.STRIKE, AUSTRIAN)
    assert texts(state) == {"strike F1", "strike F2"}
    play(state, "strike F2")
    assert strengths(state, "F1", "F2", "F3") == (3, 1, 1)
    assert asking(state) == (Decision.STRIKE, FRENCH)
    assert texts(state) == {"strike A1", "strike A2"}
    play(state, "strike A1")  # two infantry 2 now: either is struck
    assert sorted(strengths(state, "A1", "A2")) == [1, 2]


def test_the_enemy_distributes_them_in_any_way_he_likes() -> None:
    """B-11.18: each division is reached, and reached once; the third piece is safe.

    2 and 1 left is the same division as 1 and 2: after one point the two are alike.
    """
    state = answer(wide("I3 I2 C2", "I3 I2"), "lead A1,A2", "lead F1,F2", "strike F1")
    ends = [strengths(end, "A1", "A2", "A3") for end in lines(state, Decision.STRIKE)]
    assert sorted(ends) == [(1, 2, 2), (3, 0, 2)]


def test_the_owner_distributes_losses_among_other_participants() -> None:
    """B-11.18: 1 − 3 costs the attacker three points, of which A1 takes two."""
    state = answer(narrow("I2 I3 C1 A1", "I3"), "lead A1", "lead F1")
    assert asking(state) == (Decision.REDUCTION, AUSTRIAN)
    assert strengths(state, "A1") == (0,)
    assert texts(state) == {"reduce A2", "reduce A3", "reduce A4"}
    assert strengths(finish(play(state, "reduce A4")), "A2", "A3", "A4") == (3, 1, 0)


def test_the_owner_distributes_them_in_any_way_he_likes() -> None:
    """B-11.18: three points on a defence without leading pieces; artillery left over falls too."""
    state = answer(narrow("I3", "I2 C1 A1"), "fire none", "lead none")
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    ends = [strengths(end, "F1", "F2") for end in lines(state, Decision.REDUCTION)]
    assert sorted(ends) == [(0, 0), (0, 1), (1, 0)]


def test_the_owner_distributes_what_his_leading_pieces_cannot_take() -> None:
    """B-11.18, B-11.17: result 3 costs four points; F1 and F2 take one each."""
    state = answer(wide("I3 I3", "I1 I1 I2 C2"), "lead A1,A2", "lead F1,F2")
    assert strengths(state, "F1", "F2") == (0, 0)
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    assert texts(state) == {"reduce F3", "reduce F4"}
    assert strengths(finish(play(state, "reduce F3", "reduce F4")), "F3", "F4") == (1, 1)


@pytest.mark.parametrize(
    ("attackers", "defenders", "leader", "losses"),
    [
        # Result 2 would cost the defender three points, result −2 the attacker.
        ("I3", "I1", "lead none", (1, 1)),
        ("I3", "I1 C1", "lead none", (1, 2)),
        ("I2", "I3", "lead F1", (2, 1)),
    ],
)
def test_losses_beyond_all_participants_are_ignored(
    attackers: str, defenders: str, leader: str, losses: tuple[int, int]
) -> None:
    """B-11.19: and cost no morale."""
    state = finish(answer(narrow(attackers, defenders), leader))
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == losses


@pytest.mark.parametrize(
    ("attackers", "defenders", "leader"),
    [("I2", "I3", "lead F1"), ("I3", "I1", "lead none")],
)
def test_pieces_outside_the_assault_lose_nothing(
    attackers: str, defenders: str, leader: str
) -> None:
    """B-11.20: though the participants cannot bear all, on either side."""
    state = narrow(
        f"{attackers} C2",
        defenders,
        take="A1",
        austrian={"16": "I2", "16/31": "C1"},
        french={"29": "C2", "31": "I2"},
    )
    finish(answer(state, leader))
    assert strengths(state, "A2", "A3", "A4", "F2", "F3") == (2, 2, 1, 2, 2)


def test_a_hidden_participant_that_takes_a_loss_is_shown() -> None:
    """B-11.21: the attacker's; F2 may still pursue, so that the assault is not over."""
    state = narrow("I2 I3 C1", "I3 C2")
    assert known(state, FRENCH, "16/29") == {"?": 3}
    answer(state, "lead A1", "lead F1", "reduce A2")
    assert asking(state) == (Decision.PURSUIT, FRENCH)
    assert face_up(state, FRENCH, "16/29") == 1
    assert known(state, FRENCH, "16/29") == {"I2": 1, "?": 1}


def test_a_hidden_defender_that_takes_a_loss_is_shown() -> None:
    """B-11.21: F1 of the two; A2 may still pursue."""
    state = narrow("I2 C2", "I3 I2 I1")
    answer(state, "lead A1", "lead none", "reduce F1", "reduce F1")
    assert asking(state) == (Decision.PURSUIT, AUSTRIAN)
    assert strengths(state, "F1", "F2", "F3") == (1, 2, 1)
    assert face_up(state, AUSTRIAN, "29/16") == 1
    assert known(state, AUSTRIAN, "29/16") == {"I1": 1, "?": 2}
