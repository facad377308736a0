"""Differences in reinforcements, approaches left alone, and shuffling."""

import pytest

from marengo.games.marengo.game import load
from tests.helpers import known, play, where
from tests.rules.differences.both import (
    FRENCH,
    differs,
    end_turn,
    left,
    offers,
    once,
    position,
    together,
)


@differs(basic=[12, 16, 17], triomphe=[11, 16, 17])
def test_the_hours_of_the_french_boxes(ruleset: str, wanted: list[int]) -> None:
    """D-87: on the real boards."""
    boxes = load(ruleset).start(1).boxes.values()
    assert sorted(box["hour"] for box in boxes if box["army"] is FRENCH) == wanted


@differs(basic=[2, 4, 1], triomphe=[3, 4, 1])
def test_how_many_wait_in_the_french_boxes(ruleset: str, wanted: list[int]) -> None:
    """D-88: on the real boards, in the order of the hours."""
    state = load(ruleset).start(1)
    boxes = [(box["hour"], name) for name, box in state.boxes.items() if box["army"] is FRENCH]
    assert [state.count(name) for _, name in sorted(boxes)] == wanted


@differs(basic=[True, True], triomphe=[False, True])
def test_when_the_austrian_artillery_enters(ruleset: str, wanted: list[bool]) -> None:
    """D-89: at 6:00 and at 7:00, by road and by the pontoon bridge."""
    box = {"bonaparte": "6:00", "triomphe": "Alessandria"}[ruleset]
    for hour, allowed in zip((6, 7), wanted, strict=True):
        state = position(ruleset, {box: "A1"}, {"10": "I2"}, hour=hour, on=load(ruleset))
        assert offers(state, "road A1", "pontoon A1") == [allowed, allowed]


@pytest.mark.parametrize(("enemy", "move"), [("3", "march A1 5"), ("5", "attack A1 4/5")])
@differs(basic=True, triomphe=False)
def test_marching_into_an_entry_locality(enemy: str, move: str, ruleset: str, wanted: bool) -> None:
    """D-90: of a box that is empty, and of one that is not."""
    for waiting, allowed in ("", True), ("I3", wanted):
        french = {enemy: "C2", "France": waiting}
        state = position(ruleset, {"4": "I2"}, french)
        assert offers(state, move) == [allowed]


@differs(basic="5", triomphe="")
def test_retreating_into_an_entry_locality(ruleset: str, wanted: str) -> None:
    """D-90: the only way out of 4 for Austrian cavalry."""
    french = {"2/4": "I2", "France": "I3"}
    state = position(ruleset, {"4": "C2"}, french, turn=FRENCH)
    once(together(state, "attack", "F1", "2/4"))
    assert where(state, "A1") == wanted
    if wanted:
        assert offers(state, "road F2") == [False]


@differs(basic="1", triomphe="1/2")
def test_an_approach_left_alone_in_the_own_turn(ruleset: str, wanted: str) -> None:
    """D-91: A2 takes the locality opposite A1; then the turn ends."""
    state = position(ruleset, {"1/2": "I3", "3/2": "I2"}, {"2": "C2"})
    end_turn(once(together(state, "attack", "A2", "3/2")))
    assert where(state, "A2") == "2"
    assert where(state, "A1") == wanted


@differs(basic=["1/2", [True, True]], triomphe=["1", [False, True]])
def test_an_approach_left_alone_before_the_own_turn(ruleset: str, wanted: list[object]) -> None:
    """D-92: at the first decision; falling back, or marching on into 2 for a command."""
    state = position(ruleset, {"1/2": "I3"}, {"5": "C2"}, turn=FRENCH)
    end_turn(state)
    assert [where(state, "A1"), offers(state, "fall-back A1", "march A1 2")] == wanted
    once(together(state, "march", "A1", "2"))
    assert left(state) == 2


@differs(basic=False, triomphe=True)
def test_acting_after_going_back(ruleset: str, wanted: bool) -> None:
    """D-93: a march to another side."""
    state = end_turn(position(ruleset, {"1/2": "I3"}, {"5": "C2"}, turn=FRENCH))
    if ruleset == "bonaparte":
        play(state, "fall-back A1")
    assert where(state, "A1") == "1"
    assert offers(state, "march A1 3") == [wanted]


@differs(basic=1, triomphe=0)
def test_when_pieces_are_shuffled(ruleset: str, wanted: int) -> None:
    """D-95: infantry has joined cavalry that was shown; how many France knows in the same turn."""
    state = position(ruleset, {"1": "C2 C1", "3": "I3 I2"}, {"2": "C2"})
    once(play(state, "road A1"), "cross 1-2")
    assert known(state, FRENCH, "2")["C2"] == 1
    once(together(state, "march", "A3", "2"))
    assert known(state, FRENCH, "2")["C2"] == wanted
    end_turn(end_turn(state))
    assert known(state, FRENCH, "2")["C2"] == 0
