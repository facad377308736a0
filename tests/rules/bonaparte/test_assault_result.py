"""Chapter 11, assault: steps 5 to 7, strength, result and the losses that follow from it."""

from collections.abc import Mapping
from typing import Any

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import play, texts, where
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    DEMORALISED_FRENCH,
    FRENCH,
    answer,
    asking,
    assault,
    destinations,
    finish,
    lost,
    narrow,
    wide,
)
from tests.rules.bonaparte.turns import strengths
from tests.toys import toy_game


@pytest.mark.parametrize(
    ("approach", "attackers", "leaders", "strength"),
    [
        ("16/29", "I3", "A1", 2),
        ("16/29", "I2", "A1", 1),
        ("16/29", "C2", "A1", 2),
        ("16/29", "I2 I3", "A1", 1),
        ("37/46", "I3 I2", "A1,A2", 4),
        ("37/46", "I3 I2", "A2", 1),
        ("37/46", "C2 C2", "A1,A2", 4),
        # 27/29 has a cavalry penalty, 29/27 none.
        ("27/29", "C2 C2", "A1,A2", 4),
        ("29/27", "C2 C2", "A1,A2", 3),
        ("29/27", "C2", "A1", 1),
        # 30/26 has two infantry penalties and one cavalry penalty.
        ("26/30", "I3", "A1", 1),
        ("26/30", "C2", "A1", 1),
    ],
)
def test_strength_of_an_assault(approach: str, attackers: str, leaders: str, strength: int) -> None:
    """B-11.38: without leading defenders it is the result, and costs them one more."""
    state = finish(answer(assault(approach, attackers, "I3 I3"), f"lead {leaders}", "lead none"))
    assert lost(state, FRENCH) == strength + 1
    assert lost(state, AUSTRIAN) == 1


@pytest.mark.parametrize(
    ("attackers", "defence", "given", "left"),
    [
        # 1 − 1 = 0: each side loses one.
        ("I2 I3", "lead none", {}, (0, 3)),
        # Demoralised by the fire: 1 − 1 − 1 = −1.
        ("I2 I3", "lead none", {"morale": {AUSTRIAN: 1}}, (0, 2)),
        # 0 − 2 = −2.
        ("I2 I3", "lead F2", {}, (0, 1)),
    ],
)
def test_strength_may_be_zero_or_negative(
    attackers: str, defence: str, given: Mapping[str, Any], left: tuple[int, int]
) -> None:
    """B-11.39: the loser's losses grow with it."""
    state = narrow(attackers, "A1 I2", **given)
    finish(answer(state, "lead A1", "fire F1", defence))
    assert state.barred("16/29")
    assert strengths(state, "A1", "A2") == left


@pytest.mark.parametrize("leader", ["I2", "I3", "C2"])
def test_fire_leaves_every_leading_piece_in_place(leader: str) -> None:
    """B-11.40: artillery has strength 1 and a leading piece 2, so that none is eliminated."""
    state = answer(narrow(leader, "I3 A1"), "fire F2")
    assert strengths(state, "A1") == (int(leader[1]) - 1,)
    assert state.piece("A1").role == "leading"
    assert state.decision is Decision.DEFENCE_LEADERS


@pytest.mark.parametrize(
    ("fire", "morale", "losses"),
    [
        # 2 + 3 − 1 − 2 = 2 (demoralised), 2 + 3 − 1 = 4 (not), 3 + 3 − 1 = 5 (no fire).
        ("fire F1", 1, 3),
        ("fire F1", 2, 5),
        ("fire none", 1, 6),
    ],
)
def test_demoralised_by_fire_each_leading_piece_counts_one_less(
    fire: str, morale: int, losses: int
) -> None:
    """B-11.41: and only by fire, not by the losses of the result."""
    state = wide("I3 I3", "A1 I3 I3", morale={AUSTRIAN: morale})
    answer(state, "lead A1,A2", fire, "strike A1", "lead none", "strike A1", "reduce F1")
    assert strengths(finish(state), "F1") == (0,)
    assert lost(state, FRENCH) == losses
    assert state.occupier(46) is AUSTRIAN


def test_only_leading_pieces_count_less_when_demoralised_by_fire() -> None:
    """B-11.41: 2 − 1 − 1 = 0 costs the attacker one more point; the cavalry changes nothing."""
    state = wide("I3 C2", "A1 I1", morale={AUSTRIAN: 1})
    finish(answer(state, "lead A1", "fire F1", "lead none"))
    assert state.barred("37/46")
    assert strengths(state, "A1", "A2") == (1, 2)


@pytest.mark.parametrize(
    ("approach", "attackers", "leaders", "defenders", "defence", "won"),
    [
        ("16/29", "I3", "A1", "I1", "lead F1", True),
        ("16/29", "I3", "A1", "I2", "lead F1", False),
        ("16/29", "I3", "A1", "I3", "lead none", True),
        ("37/46", "I3 I2", "A1,A2", "I2 I1", "lead F1,F2", True),
        ("37/46", "I3 I2", "A1,A2", "I3 I1", "lead F1,F2", False),
        # Cavalry penalties in 27/29 have no effect on defending cavalry, on either side.
        ("29/27", "I3 I2", "A1,A2", "C2 C2", "lead F1,F2", False),
        ("27/29", "I3", "A1", "C2", "lead F1", False),
    ],
)
def test_the_defence_is_subtracted_without_regard_to_terrain(
    approach: str, attackers: str, leaders: str, defenders: str, defence: str, won: bool
) -> None:
    """B-11.42, B-11.44: above zero the attacker wins, at zero the defender."""
    state = finish(answer(assault(approach, attackers, defenders), f"lead {leaders}", defence))
    assert (state.occupier(int(approach.split("/")[1])) is AUSTRIAN) is won
    assert state.barred(approach) is not won


@pytest.mark.parametrize(
    ("defenders", "given", "losses"),
    [
        # 2 − (1 + 0) = 1, 2 − 3 = −1.
        ("C2 C1", DEMORALISED_FRENCH, (1, 2)),
        ("C2 C1", {}, (2, 1)),
        # 2 − (0 + 0) = 2: three points, of which only two are there.
        ("C1 C1", DEMORALISED_FRENCH, (1, 2)),
        # 2 − (2 + 0) = 0.
        ("I3 I1", DEMORALISED_FRENCH, (1, 1)),
    ],
)
def test_leading_pieces_of_a_demoralised_defender_count_one_less(
    defenders: str, given: Mapping[str, Any], losses: tuple[int, int]
) -> None:
    """B-11.43: never below zero; their real strength bears the losses."""
    state = answer(wide("C2", defenders, **given), "lead F1,F2")
    finish(state)
    total = sum(int(piece[1]) for piece in defenders.split())
    assert lost(state, AUSTRIAN) == losses[0]
    assert total - sum(strengths(state, "F1", "F2")) == losses[1]


@pytest.mark.parametrize(
    ("attackers", "leaders", "defenders", "defence", "losses"),
    [
        # 0, −1, 1, 4 and −1 again, with two leading pieces a side.
        ("I3 I2", "A1", "I2 I3", "lead F1", (1, 1)),
        ("I3 I2", "A1", "I3 I2", "lead F1", (2, 1)),
        ("C2 I2", "A1", "I1 I3", "lead F1", (1, 2)),
        ("I3 I2", "A1,A2", "I3 I2", "lead none", (1, 5)),
        ("I2 I2", "A1,A2", "I3 I1", "lead F1,F2", (2, 1)),
    ],
)
def test_losses_from_the_result(
    attackers: str, leaders: str, defenders: str, defence: str, losses: tuple[int, int]
) -> None:
    """B-11.45, B-11.46: one for the winner, one and the difference from zero for the loser."""
    state = finish(answer(wide(attackers, defenders), f"lead {leaders}", defence))
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == losses


def test_the_winner_loses_first() -> None:
    """B-11.47: then the loser, with his own distribution."""
    state = answer(wide("I3 I2", "I2 I3 C1"), "lead A1,A2", "lead F1")
    assert asking(state) == (Decision.STRIKE, FRENCH)
    assert texts(state) == {"strike A1", "strike A2"}
    assert strengths(state, "F1", "F2", "F3") == (2, 3, 1)
    play(state, "strike A2")
    assert strengths(state, "A1", "A2", "F1") == (3, 1, 0)
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    assert texts(state) == {"reduce F2", "reduce F3"}


@pytest.mark.parametrize(
    ("reduced", "left"), [("F1", (1, 1, 1)), ("F2", (2, 0, 1)), ("F3", (2, 1, 0))]
)
def test_a_winner_without_leading_pieces_chooses_who_takes_his_loss(
    reduced: str, left: tuple[int, ...]
) -> None:
    """B-11.48: any participant, artillery included; the attacker's strength is 1 − 1."""
    state = answer(narrow("I2", "I2 A1 C1"), "fire F2", "lead none")
    assert asking(state) == (Decision.REDUCTION, FRENCH)
    assert texts(state) == {"reduce F1", "reduce F2", "reduce F3"}
    finish(play(state, f"reduce {reduced}"))
    assert strengths(state, "F1", "F2", "F3") == left
    assert state.barred("16/29")


def test_the_defender_may_win_and_lose_everything() -> None:
    """B-11.49: I1 holds against 2 − 1; the attackers withdraw from an empty locality."""
    state = finish(answer(narrow("I2 C2", "I1"), "lead A1", "lead F1"))
    assert strengths(state, "A1", "A2", "F1") == (1, 2, 0)
    assert [where(state, name) for name in ("A1", "A2")] == ["16", "16"]
    assert state.occupier(29) is None
    assert state.barred("16/29")
    assert not state.won(29)


def test_the_attacker_may_win_and_lose_everything() -> None:
    """B-11.50: the defenders retreat all the same, and nobody may enter this turn."""
    french = {"29": "C2"}
    state = narrow("C2", "A1", austrian={"16": "I2", "31": "C1"}, french=french)
    play(state, "fire F1")
    assert strengths(state, "A1", "F1") == (0, 0)
    assert asking(state) == (Decision.RETREAT, FRENCH)
    assert destinations(state, "F2") == {27, 39}
    play(state, "retreat F2 39")
    assert state.won(29)
    assert not state.barred("16/29")
    assert state.occupier(29) is None
    assert not {"march A2 29", "march A3 29"} & texts(state)
    assert (lost(state, AUSTRIAN), lost(state, FRENCH)) == (2, 1)


def test_the_strength_of_an_assault_without_penalty() -> None:
    """B-11.38, B-11.44: a tie of I2 and I2 where nothing is printed is the defender's."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {}}, [{"a": 1, "b": 2}, {"a": 2, "b": 3}], ruleset="bonaparte"
    )
    state = assault("1/2", "I2", "I2", on=ground, far_away=False)
    finish(play(state, "lead F1"))
    assert strengths(state, "A1", "F1") == (1, 1)
    assert (where(state, "A1"), where(state, "F1")) == ("1", "2/1")
