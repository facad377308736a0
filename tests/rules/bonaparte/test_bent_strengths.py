"""Chapters 10 and 11 with strengths the game does not have, where only these show a rule.

Artillery of strength 2 to 4 eliminates leading pieces, has several points to give and can be
reduced; others of strength 4 have points to lose. In a position ``A2`` is artillery of strength 2,
in a move it is the second Austrian piece. The approaches are those of ``assaulting`` and of the
tests of bombardment; 30/26 has two infantry penalties and one for cavalry and for artillery.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import SLOTS
from tests.helpers import play, texts, where
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    DEMORALISED_FRENCH,
    FRENCH,
    answer,
    asking,
    assault,
    finish,
    lines,
    lost,
    narrow,
    wide,
)
from tests.rules.bonaparte.setting import austrian_turn
from tests.rules.bonaparte.turns import pass_turn, strengths
from tests.toys import toy_game


def bombarded(artillery: str, french: Mapping[str, str]) -> BonaparteState:
    """Return the position after artillery has fired at 62 from the approach 58/62."""
    return play(austrian_turn({"58/62": f"{artillery}:due"}, french, step=1), "complete A1")


@pytest.mark.parametrize(
    "french",
    [{"62/58": "I3 C2", "62": "I2"}, {"62": "I3 C2", "62/61": "I2"}, {"62/61": "I3 C2"}],
    ids=["opposite approach", "reserve", "other approach"],
)
@pytest.mark.parametrize(("target", "left"), [("F1", (1, 2)), ("F2", (3, 0))])
def test_one_piece_takes_all_points_of_a_bombardment(
    french: dict[str, str], target: str, left: tuple[int, int]
) -> None:
    """B-10.18: its owner names it once for both points, in each case of the target group."""
    state = bombarded("A2", french)
    assert asking(state) == (Decision.TARGET, FRENCH)
    assert texts(state) == {"target F1", "target F2"}
    play(state, f"target {target}")
    assert asking(state) == (Decision.ACTION, AUSTRIAN)
    assert strengths(state, "F1", "F2") == left
    assert lost(state, FRENCH) == 2


@pytest.mark.parametrize(
    ("artillery", "face", "left", "losses"),
    [("A2", "I3", 1, 2), ("A2", "C1", 0, 1), ("A3", "I2", 0, 2), ("A4", "A3", 0, 3)],
)
def test_points_beyond_the_piece_that_is_hit_pass_to_nobody(
    artillery: str, face: str, left: int, losses: int
) -> None:
    """B-10.18: at most until it is eliminated; what is not lost costs no morale (B-13.1)."""
    state = play(bombarded(artillery, {"62": f"{face} I4 C4", "62/61": "I4"}), "target F1")
    assert where(state, "F1") == ("62" if left else "")
    assert strengths(state, "F1", "F2", "F3", "F4") == (left, 4, 4, 4)
    assert lost(state, FRENCH) == losses


@pytest.mark.parametrize(
    ("artillery", "penalty", "place", "left"),
    [
        ("A3", 1, "2/1", 2),
        ("A3", 2, "2/1", 3),
        ("A2", 3, "2/1", 4),
        ("A3", 2, "2", 1),
        ("A3", 2, "2/3", 1),
    ],
)
def test_each_penalty_takes_one_point_from_a_stronger_bombardment(
    artillery: str, penalty: int, place: str, left: int
) -> None:
    """B-10.17, B-10.18: what is left of the fire costs that many points."""
    toy = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2, "b_artillery": penalty}, {"a": 2, "b": 3}],
        ruleset="bonaparte",
    )
    state = austrian_turn({"1/2": f"{artillery}:due", "3": "I1"}, {place: "I4"}, on=toy, step=1)
    assert strengths(play(state, "complete A1"), "F1") == (left,)


def test_artillery_that_is_reduced_bombards_with_what_is_left() -> None:
    """B-10.12, B-10.17: a bombardment lapses with elimination only, and has its later strength."""
    state = austrian_turn({"58/62": "A1:due I4", "1": "C2"}, {"62/58": "A3:declared"}, step=1)
    pass_turn(play(state, "complete A1"))
    assert asking(state) == (Decision.BOMBARDMENT, FRENCH)
    play(state, "complete F1", "target A2")
    assert strengths(state, "A1", "A2", "F1") == (1, 2, 2)


@pytest.mark.parametrize(
    ("fire", "attackers", "left"),
    [
        ("A2", "I3 C4 I4", (1, 4, 4)),
        ("A3", "I3 C4 I4", (0, 4, 4)),
        ("A4", "I3 C4", (0, 3)),
        # B-11.19: all that there is, and no more.
        ("A4", "I2 C1", (0, 0)),
    ],
)
def test_stronger_fire_falls_on_the_leading_piece_first(
    fire: str, attackers: str, left: tuple[int, ...]
) -> None:
    """B-11.17, B-11.29: on the others only when it is eliminated."""
    state = answer(narrow(attackers, f"{fire} I3"), "lead A1", "fire F1")
    assert asking(state) == (Decision.DEFENCE_LEADERS, FRENCH)
    assert strengths(state, "A1", "A2", "A3")[: len(left)] == left
    assert lost(state, AUSTRIAN) == sum(int(face[1]) for face in attackers.split()) - sum(left)


def test_the_owner_distributes_what_fire_leaves_beyond_his_leading_piece() -> None:
    """B-11.17, B-11.18: of four points A2 takes two; nobody is hit who takes no part (B-11.20)."""
    state = narrow("I3 I2 C2 I4", "A4 I3", take="A1,A2,A3", austrian={"16": "I4"})
    answer(state, "lead A2", "fire F1")
    assert asking(state) == (Decision.REDUCTION, AUSTRIAN)
    assert strengths(state, "A1", "A2", "A3") == (3, 0, 2)
    assert texts(state) == {"reduce A1", "reduce A3"}
    ends = list(lines(state, Decision.REDUCTION))
    left = sorted(strengths(end, "A1", "A2", "A3", "A4", "A5") for end in ends)
    assert left == [(1, 0, 2, 4, 4), (2, 0, 1, 4, 4), (3, 0, 0, 4, 4)]
    assert {asking(end) for end in ends} == {(Decision.DEFENCE_LEADERS, FRENCH)}


def test_the_defender_distributes_several_points_of_fire_among_leading_pieces() -> None:
    """B-11.17, B-11.18: in any way he likes; the third participant is safe meanwhile."""
    state = answer(wide("I4 I2 C4", "A3 I3"), "lead A1,A2", "fire F1")
    assert asking(state) == (Decision.STRIKE, FRENCH)
    ends = [strengths(end, "A1", "A2", "A3") for end in lines(state, Decision.STRIKE)]
    # 2 and 1 left is the same division as 1 and 2: after two points on A1 the two are alike.
    assert sorted((*sorted(end[:2]), end[2]) for end in ends) == [(0, 3, 4), (1, 2, 4)]


@pytest.mark.parametrize(
    ("approach", "attackers", "fire", "given", "left"),
    [
        # One infantry penalty: −1 costs two points. No cavalry penalty: 0 costs one.
        ("16/29", "I2 C4", "A2", {}, 2),
        ("16/29", "C2 I4", "A2", {}, 3),
        # Two infantry penalties, one cavalry penalty.
        ("26/30", "I3 C4", "A3", {}, 1),
        ("26/30", "C2 I4", "A2", {}, 2),
        # B-11.41: demoralised by the fire, but no leading piece is there to count less.
        ("16/29", "I2 C4", "A2", {"morale": {AUSTRIAN: 2}}, 2),
    ],
)
def test_without_leading_pieces_the_penalty_of_their_type_is_left(
    approach: str, attackers: str, fire: str, given: Mapping[str, Any], left: int
) -> None:
    """B-11.40: those left do not lead, however strong, nor does their type count."""
    state = assault(approach, attackers, f"{fire} I2", **given)
    finish(answer(state, "lead A1", "fire F1", "lead none"))
    assert state.barred(approach)
    assert strengths(state, "A1", "A2") == (0, left)
    assert lost(state, FRENCH) == 1


@pytest.mark.parametrize(("defence", "left"), [("lead none", 2), ("lead F2", 1)])
def test_without_leading_pieces_the_penalty_counts_once_and_so_does_the_defence(
    defence: str, left: int
) -> None:
    """B-11.40, B-5.16, B-11.42: 0 − 1 costs two points, 0 − 1 − 1 three, though two led."""
    state = answer(wide("I2 I2 C4", "A4 I1"), "lead A1,A2", "fire F1")
    assert strengths(state, "A1", "A2", "A3") == (0, 0, 4)
    assert strengths(finish(answer(state, defence)), "A3") == (left,)
    assert state.barred("37/46")


@pytest.mark.parametrize(
    ("morale", "left", "won"),
    [
        # 0 + 2 − 1 = 1, and with the army demoralised one less: 0. Either costs A2 one point.
        (3, (0, 1, 4), True),
        (2, (0, 1, 4), False),
    ],
)
def test_the_leading_piece_that_is_left_of_two_goes_on_leading(
    morale: int, left: tuple[int, ...], won: bool
) -> None:
    """B-11.40, B-11.41: only without any is it zero, and only those still there count less."""
    state = wide("I2 I2 C4", "A2 I4", morale={AUSTRIAN: morale})
    finish(answer(state, "lead A1,A2", "fire F1", "strike A1", "strike A1", "lead none"))
    assert strengths(state, "A1", "A2", "A3") == left
    assert (state.occupier(46) is AUSTRIAN) is won
    assert state.barred("37/46") is not won


def test_an_assault_whose_attackers_all_fall_is_carried_through() -> None:
    """B-11.40, B-11.69: −1, so that the winner loses his point; nobody is left to be pursued."""
    state = answer(narrow("I2 I4", "A2 I2 C2", take="A1"), "fire F1")
    assert asking(state) == (Decision.DEFENCE_LEADERS, FRENCH)
    play(state, "lead none")
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    play(state, "reduce F2")
    assert asking(state) == (Decision.ACTION, AUSTRIAN)
    assert state.barred("16/29")
    assert (strengths(state, "A1", "A2"), where(state, "A2")) == ((0, 4), "16/29")
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == (2, 1)


@pytest.mark.parametrize(("attackers", "pursued"), [("I2 C4", True), ("C2 I4", False)])
def test_who_led_decides_on_a_pursuit_though_fire_has_eliminated_him(
    attackers: str, pursued: bool
) -> None:
    """B-11.52: the type of those left does not."""
    state = answer(narrow(attackers, "A2 I3 C2"), "lead A1", "fire F1", "lead none", "reduce F2")
    assert strengths(state, "A1") == (0,)
    assert (state.decision is Decision.PURSUIT) is pursued


def test_a_leading_piece_without_strength_does_not_help_the_attacker() -> None:
    """B-11.43: its floor; no rule leads there, so that the strength is taken away by hand.

    2 − (0 + 1) = 1 costs the defenders two points; below zero it would be three.
    """
    state = wide("C2", "I1 I2 I3", **DEMORALISED_FRENCH)
    state._record["strength"][0, SLOTS] = 0  # of F1
    finish(answer(state, "lead F1,F2"))
    assert sum(strengths(state, "F1", "F2", "F3")) == 3
