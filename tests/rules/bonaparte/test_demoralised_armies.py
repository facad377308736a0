"""Chapter 13, demoralisation: what a demoralised army may not do, and what it may.

58 and 62 share a wide pair with an infantry penalty on each side; pieces driven from 62 by an
attack from 58 can only retreat to 61.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn
from tests.rules.bonaparte.turns import finish, places, strengths

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

BROKEN_FRENCH: Mapping[str, Any] = {"morale": {FRENCH: 0}, "demoralised": {FRENCH: 7}}
BROKEN_AUSTRIANS: Mapping[str, Any] = {"morale": {AUSTRIAN: 0}, "demoralised": {AUSTRIAN: 7}}


def assault(attackers: str, defenders: str, **given: Any) -> BonaparteState:
    """Return an Austrian assault by the first piece in 58/62 on all pieces in 62/58."""
    state = austrian_turn({"58/62": attackers}, {"62/58": defenders}, step=2, **given)
    return play(state, "assault A1 58/62")


@pytest.mark.parametrize(
    ("given", "decision"),
    [
        ({}, Decision.ASSAULT),
        (BROKEN_FRENCH, Decision.ASSAULT),
        (BROKEN_AUSTRIANS, Decision.ACTION),
    ],
    ids=["none", "the other", "own"],
)
def test_a_demoralised_army_starts_no_assaults(
    given: Mapping[str, Any], decision: Decision
) -> None:
    """B-13.8."""
    state = austrian_turn({"58/62": "I3"}, {"62/58": "I1"}, step=2, **given)
    assert state.decision == decision


@pytest.mark.parametrize(
    ("given", "place", "left"), [({}, "58", (1, 1, 1)), (BROKEN_FRENCH, "62", (2, 0, 1))]
)
def test_each_leading_defender_of_a_demoralised_army_counts_one_less(
    given: Mapping[str, Any], place: str, left: tuple[int, int, int]
) -> None:
    """B-13.9: three less the penalty against two and one, or one and nothing."""
    state = play(assault("I3", "I2 I1", **given), "lead F1,F2")
    while state.decision is Decision.STRIKE:
        play(state, "strike F1")
    finish(state, Decision.ASSAULT)
    assert where(state, "A1") == place
    assert strengths(state, "A1", "F1", "F2") == left


def test_a_demoralised_army_moves_and_attacks() -> None:
    """B-13.10: movement and manoeuvre attacks are not affected."""
    state = austrian_turn({"58": "I3 C2"}, {"62": "I2"}, **BROKEN_AUSTRIANS)
    assert {"march A1 53", "march A1 58/62", "attack A1 58/62", "road A2"} <= texts(state)
    play(state, "attack A1 58/62", "join A2", "respond none")
    assert (strengths(state, "F1", "A1"), state.commands) == ((1, 3), 2)
    assert state.decision == Decision.CONTINUATION


def test_a_demoralised_army_replies_and_retreats() -> None:
    """B-13.10: it may block, and a retreat costs what it costs others."""
    state = play(austrian_turn({"58": "I3"}, {"62": "I3"}, **BROKEN_FRENCH), "attack A1 58/62")
    assert texts(state) == {"respond none", "respond F1"}
    play(state, "respond none")
    assert (strengths(state, "F1"), places(state, "F1")) == ((2,), ("61",))


def test_a_demoralised_army_bombards() -> None:
    """B-13.10, B-10.24."""
    state = austrian_turn({"58/62": "A1:due"}, {"62": "I3"}, step=1, **BROKEN_AUSTRIANS)
    assert strengths(play(state, "complete A1"), "F1") == (2,)
    state = austrian_turn({"58/62": "A1"}, {"62": "I3"}, step=4, **BROKEN_AUSTRIANS)
    assert starting(state, "declare") == {"declare A1", "declare none"}


def test_a_demoralised_army_fires_defensively() -> None:
    """B-13.10: with full effect."""
    state = assault("I3", "I2 A1", **BROKEN_FRENCH)
    assert texts(state) == {"fire F2", "fire none"}
    assert strengths(play(state, "fire F2"), "A1") == (2,)


def test_a_demoralised_army_pursues() -> None:
    """B-13.10: cavalry 2 costs the beaten attackers two points."""
    state = austrian_turn({"58/62": "I2 I3"}, {"62/58": "I3 C2"}, step=2, **BROKEN_FRENCH)
    play(state, "assault A1 58/62", "join A2", "lead A1", "lead F1")
    assert (state.decision, strengths(state, "A1", "F1")) == (Decision.PURSUIT, (0, 2))
    play(state, "pursue F2")
    assert strengths(state, "A1", "A2", "F2") == (0, 1, 1)


def test_an_army_finishes_the_assault_in_which_it_is_demoralised() -> None:
    """B-13.11, B-13.8: it wins and advances, but may not assault again."""
    state = austrian_turn(
        {"58/62": "I3 I2", "46/47": "I3"},
        {"62/58": "I2 A1", "47/46": "I1"},
        step=2,
        morale={AUSTRIAN: 1},
    )
    play(state, "assault A1 58/62", "join A2", "lead A1,A2", "fire F2", "strike A1")
    assert state.demoralised(AUSTRIAN) == 9
    finish(play(state, "lead none"), Decision.ASSAULT)
    assert (places(state, "A1", "A2"), strengths(state, "A1", "A2")) == (("62", "62"), (1, 2))
    assert state.decision == Decision.ACTION


@pytest.mark.parametrize(("points", "place"), [(1, "58"), (2, "62"), (16, "62")])
def test_leading_attackers_demoralised_by_fire_count_one_less_each(points: int, place: str) -> None:
    """B-13.12: two and two less the penalty against one; the fire costs a point.

    With two points of morale the army is demoralised only by the loss from the result.
    """
    state = austrian_turn({"58/62": "I3 I2"}, {"62/58": "I1 A1"}, step=2, morale={AUSTRIAN: points})
    play(state, "assault A1 58/62", "join A2", "lead A1,A2", "fire F2", "strike A1", "lead F1")
    finish(state, Decision.ASSAULT)
    assert {where(state, name) for name in ("A1", "A2") if where(state, name)} == {place}
    assert (state.demoralised(AUSTRIAN) == 9) == (points <= 2)


def test_the_strength_of_pieces_is_not_changed() -> None:
    """B-13.13: infantry 3 counts two, yet survives the loss of two points."""
    state = play(assault("I2 I2", "I3", **BROKEN_FRENCH), "join A2", "lead A1,A2", "lead F1")
    finish(state, Decision.ASSAULT)
    assert places(state, "A1", "A2", "F1") == ("62", "62", "61")
    assert strengths(state, "A1", "A2", "F1") == (1, 2, 1)


def test_demoralisation_itself_takes_no_strength() -> None:
    """B-13.13: of the piece that was hit only the point of the fire is gone."""
    state = austrian_turn({"58/62": "A1:due"}, {"62": "I3"}, step=1, morale={FRENCH: 1})
    play(state, "complete A1")
    assert (state.demoralised(FRENCH), strengths(state, "A1", "F1")) == (9, (1, 2))
