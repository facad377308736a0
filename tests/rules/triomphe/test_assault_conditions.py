"""Chapter 11, assault: when it may be declared, and step 1."""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play, starting, texts, where
from tests.rules.triomphe.attacking import ASSAULT_STEPS, answer, lines, narrow
from tests.toys import toy_game


@pytest.mark.parametrize(
    ("french", "legal"),
    [
        ({"9/4": "I2"}, True),
        ({"9/4": "I2 I2"}, True),
        ({"9": "I2"}, False),
        ({"9/8": "I2", "9": "I2"}, False),
    ],
)
def test_the_defence_approach_must_be_blocked(french: Mapping[str, str], legal: bool) -> None:
    """T-11.1: pieces in other positions of the locality do not count."""
    state = austrian_turn({"4/9": "I3", "8": "I2"}, french)
    assert ("assault 4/9" in texts(state)) is legal


@pytest.mark.parametrize(
    ("french", "legal"),
    [({"20": "I2"}, False), ({"20/19": "I2"}, True), ({"20/19": "I2 C2"}, True)],
)
def test_a_partial_block_is_enough_for_an_assault(french: Mapping[str, str], legal: bool) -> None:
    """T-11.1: a wide approach may be blocked fully or partially."""
    state = austrian_turn({"19/20": "I3"}, french)
    assert ("assault 19/20" in texts(state)) is legal


@pytest.mark.parametrize(
    ("place", "assaults"),
    [("4", set()), ("4/5", {"assault 4/5"}), ("4/9", {"assault 4/9"})],
)
def test_only_the_opposite_approach_can_assault(place: str, assaults: set[str]) -> None:
    """T-11.2: reserve cannot, and an approach only across its own border."""
    state = austrian_turn({place: "I3"}, {"5/4": "I2", "9/4": "I2"})
    assert starting(state, "assault") == assaults


def test_an_assault_costs_one_order() -> None:
    """T-11.3: paid as it is declared, and illegal without."""
    with_order = austrian_turn({"4/9": "I3"}, {"9/4": "I2"}, orders=1)
    assert play(with_order, "assault 4/9").orders == 0
    without = austrian_turn({"4/9": "I3"}, {"9/4": "I2"}, orders=0)
    assert "assault 4/9" not in texts(without)


@pytest.mark.parametrize(
    ("attack", "defence", "pieces", "legal"),
    [
        ("4/9", "9/4", "I2", True),
        ("4/9", "9/4", "C2", True),
        ("4/9", "9/4", "I1", False),
        ("4/9", "9/4", "C1", False),
        ("4/9", "9/4", "A1 I1", False),
        ("4/9", "9/4", "I3! I1", False),
        ("4/9", "9/4", "I3! I2", True),
        # The approach 14/9 has a cavalry obstacle.
        ("9/14", "14/9", "C2", False),
        ("9/14", "14/9", "C2 I1", False),
        ("9/14", "14/9", "C1 I2", True),
        ("14/9", "9/14", "C2", True),
    ],
)
def test_somebody_must_be_able_to_lead(attack: str, defence: str, pieces: str, legal: bool) -> None:
    """T-11.4, T-11.18, T-11.19."""
    state = austrian_turn({attack: pieces}, {defence: "I2"})
    assert (f"assault {attack}" in texts(state)) is legal


def test_the_test_for_a_leading_piece_comes_before_the_defender_shows_anything() -> None:
    """T-11.4: the assault is offered against any defence, which answers only afterwards."""
    state = austrian_turn({"4/9": "I2"}, {"9/4": "I3 I3 I3"})
    play(state, "assault 4/9")
    assert state.decision is Decision.DEFENCE_LEADERS
    assert state.to_move is Side.FRENCH


@pytest.mark.parametrize(("piece", "legal"), [("I3", True), ("~I3", False), ("I3!", False)])
def test_attackers_are_organised_and_have_not_acted(piece: str, legal: bool) -> None:
    """T-11.5."""
    state = french_turn({"9/4": piece}, {"4/9": "I2"})
    assert ("assault 9/4" in texts(state)) is legal


def test_a_piece_that_has_acted_cannot_be_named() -> None:
    """T-11.5, T-11.16."""
    state = narrow("I3! I2 C2", "I2")
    play(state, "lead none")
    assert not any("A1" in text for text in texts(state))
    assert "send A2,A3 lead A2" in texts(state)


@pytest.mark.parametrize(
    ("barred", "legal"), [(["4/9"], False), (["9/4"], False), (["4/5"], True), ([], True)]
)
def test_no_assault_across_a_barred_border(barred: list[str], legal: bool) -> None:
    """T-11.6: the border of an assault lost this turn."""
    state = austrian_turn({"4/9": "I3"}, {"9/4": "I2"}, barred=barred)
    assert ("assault 4/9" in texts(state)) is legal


@pytest.mark.parametrize("hour", [9, 12])
@pytest.mark.parametrize(("box", "legal"), [({"Tortona": "I2"}, False), ({}, True)])
def test_no_assault_into_a_protected_french_entry(
    hour: int, box: Mapping[str, str], legal: bool
) -> None:
    """T-11.6: 85 is protected while pieces wait in its box, before 11:00 too."""
    state = austrian_turn({"78/85": "I3"}, {"85/78": "I2", **box}, hour=hour)
    assert ("assault 78/85" in texts(state)) is legal


@pytest.mark.parametrize(("box", "legal"), [({"Alessandria": "I2"}, False), ({}, True)])
def test_no_assault_into_the_protected_austrian_entry(box: Mapping[str, str], legal: bool) -> None:
    """T-11.6."""
    state = french_turn({"5/1b": "I3"}, {"1/5b": "I2", **box})
    assert ("assault 5/1b" in texts(state)) is legal


def test_no_assault_across_an_impassable_border() -> None:
    """T-11.6: not even its approaches can be taken; the passable border shows the difference."""
    ground = toy_game(
        {1: {}, 2: {}, 3: {}}, [{"a": 1, "b": 2, "impassable": True}, {"a": 1, "b": 3}]
    )
    state = austrian_turn({"1": "I3", "1/3": "I2"}, {"2": "I2", "3/1": "I2"}, on=ground)
    assert starting(state, "assault") == {"assault 1/3"}
    assert {"march A1 1/2", "march A1 1/3"} & texts(state) == {"march A1 1/3"}


def test_a_failed_manoeuvre_attack_does_not_prevent_an_assault() -> None:
    """T-11.7."""
    state = austrian_turn({"19": "I2", "19/20": "I3"}, {"20/19": "I2"})
    play(state, "attack A1 19/20", "hold")
    assert where(state, "F1") == "20/19"
    assert "assault 19/20" in texts(state)


def test_a_bombardment_does_not_prevent_an_assault() -> None:
    """T-11.7."""
    state = austrian_turn({"4/9": "I3 A1:due"}, {"9/4": "I2"})
    play(state, "complete A2")
    assert state.piece("F1").strength == 1
    assert "assault 4/9" in texts(state)


def test_an_assault_cannot_be_called_off() -> None:
    """T-11.8: however the decisions fall, it is won or the border is barred."""
    state = narrow("I3 C2", "I3 I2 A1")
    for _, end in lines(state, ASSAULT_STEPS):
        won = end.decision is Decision.RETREAT or end.occupier(9) is Side.AUSTRIAN
        assert won != end.barred("4/9")


def test_the_attack_approach_fixes_the_defence_approach() -> None:
    """T-11.9: only pieces of these two approaches are asked for."""
    state = austrian_turn({"4/9": "I3 I2", "8/9": "I3"}, {"9/8": "I3 C2", "9/4": "I2"})
    play(state, "assault 4/9")
    assert texts(state) == {"lead none", "lead F3"}
    play(state, "lead none")
    assert not any("A3" in text for text in texts(state))


@pytest.mark.parametrize(("border", "leader"), [("a", "F1"), ("b", "F2")])
def test_two_borders_between_the_same_localities_are_told_apart(border: str, leader: str) -> None:
    """T-11.9: 1 and 5 share two borders."""
    state: TriompheState = austrian_turn({"1/5a": "I3", "1/5b": "I2"}, {"5/1a": "I3", "5/1b": "I2"})
    answer(state, f"assault 1/5{border}")
    assert texts(state) == {"lead none", f"lead {leader}"}
