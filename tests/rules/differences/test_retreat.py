"""Differences in continuation and retreat."""

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import play, texts, where
from tests.rules.differences.both import (
    differs,
    ground,
    once,
    position,
    strengths,
    together,
)


@differs(basic="1", triomphe="1/3")
def test_from_one_approach_to_another(ruleset: str, wanted: str) -> None:
    """D-80: cavalry goes back into reserve, and on if it may."""
    state = position(ruleset, {"1/2": "C2"}, {"2": "I2", "3": "I2"})
    once(together(state, "march", "A1", "1"), "continue A1 1/3")
    assert where(state, "A1") == wanted


@differs(basic="1/2", triomphe="1")
def test_continuation_after_the_pontoon_bridge(ruleset: str, wanted: str) -> None:
    """D-81: cavalry enters with the enemy next door."""
    state = position(ruleset, {"Austria": "C2"}, {"2": "I2"})
    once(play(state, "pontoon A1"), "continue A1 1/2")
    assert where(state, "A1") == wanted


@differs(basic=4, triomphe=3)
def test_the_loss_of_a_wide_approach(ruleset: str, wanted: int) -> None:
    """D-82: infantry 3 and cavalry 2 stand in one; their strength after the retreat."""
    on = ground(ruleset, borders={(2, 4): {"wide": True}})
    state = position(ruleset, {"1/2": "I2", "4": "I2"}, {"2/4": "I3 C2"}, on=on)
    once(together(state, "attack", "A1", "1/2"))
    assert where(state, "F1") == "3"
    assert sum(strengths(state, "F1", "F2")) == wanted


@differs(basic=[0, 3], triomphe=[1, 2])
def test_the_losers_of_an_assault_retreat(ruleset: str, wanted: list[int]) -> None:
    """D-83: two losses in the assault and no more; or one there, and one in the retreat."""
    state = position(ruleset, {"1/2": "I3"}, {"2/1": "I2 I3"}, step=2)
    play(state, next(text for text in texts(state) if text.startswith("assault")))
    once(state, "lead F1", "send A1 lead A1", "reduce F2")
    assert where(state, "A1") == "2"
    assert strengths(state, "F1", "F2") == wanted


@differs(basic=[2, 2, 2], triomphe=[2, 2, 1])
def test_the_loss_of_infantry_in_reserve(ruleset: str, wanted: list[int]) -> None:
    """D-84: infantry 3 after one came over a wide side, two over a narrow, two over a wide."""
    found = []
    for wide, names in ((True, "A1"), (False, "A1,A2"), (True, "A1,A2")):
        on = ground(ruleset, borders={(1, 2): {"wide": wide}})
        state = position(ruleset, {"1/2": "I3 I2"}, {"2": "I3"}, on=on)
        once(together(state, "attack", names, "1/2"))
        found += strengths(state, "F1")
    assert found == wanted


@differs(basic={"reduce F1", "reduce F2"}, triomphe={"reduce F3", "reduce F4"})
def test_the_order_of_losses(ruleset: str, wanted: set[str]) -> None:
    """D-85: F1 and F2 are in reserve, the others in an approach."""
    austrian, french = {"1/2": "I2", "4": "I2"}, {"2": "I3 I2", "2/4": "I1 C2"}
    state = position(ruleset, austrian, french)
    once(together(state, "attack", "A1", "1/2"), until=[Decision.REDUCTION])
    assert texts(state) == wanted


@differs(basic={"1", "4"}, triomphe={"4"})
def test_the_direction_of_a_retreat(ruleset: str, wanted: set[str]) -> None:
    """D-86: French cavalry driven from 2 by an attack from 3; 1 is west."""
    found = set()
    for goal in ("1", "4"):
        state = position(ruleset, {"3/2": "I2"}, {"2": "C2"})
        once(together(state, "attack", "A1", "3/2"), f"retreat F1 {goal}")
        found.add(where(state, "F1"))
    assert found == wanted
