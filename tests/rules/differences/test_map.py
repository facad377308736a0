"""Differences in forces and map."""

from collections import Counter

import pytest

from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from tests.helpers import pieces_at, play
from tests.rules.differences.both import (
    AUSTRIAN,
    FRENCH,
    assault,
    differs,
    ground,
    offers,
    once,
    position,
    shown,
    together,
)

BOXES = {"bonaparte": ("12:00", "16:00", "17:00"), "triomphe": ("Tortona", "Novi", "Sale")}
ALESSANDRIA = {"bonaparte": "6:00", "triomphe": "Alessandria"}


def french_forces(state: MarengoState, *, in_boxes: bool) -> Counter[str]:
    """Return the French pieces in the boxes, or those on the map."""
    boxes = BOXES[state.game.scenario.ruleset]
    places = {str(piece.place) for piece in state.pieces if piece.side is FRENCH}
    found: Counter[str] = Counter()
    for place in places:
        if (place in boxes) is in_boxes:
            found += pieces_at(state, FRENCH, place)
    return found


@differs(basic={"I3": 2, "I2": 7, "C2": 3}, triomphe={"I3": 2, "I2": 6, "C2": 3})
def test_the_french_army_at_the_start(ruleset: str, wanted: dict[str, int]) -> None:
    """D-7: infantry of strength 2 makes the difference."""
    assert french_forces(load(ruleset).start(1), in_boxes=False) == wanted


@differs(basic={"I3": 2, "I2": 3, "C2": 1, "A1": 1}, triomphe={"I3": 2, "I2": 4, "C2": 1, "A1": 1})
def test_the_french_reinforcements(ruleset: str, wanted: dict[str, int]) -> None:
    """D-8: here too; in both games France has nineteen pieces in all."""
    assert french_forces(load(ruleset).start(1), in_boxes=True) == wanted


@differs(basic=[{2, 3}, {1, 2, 3}, {2}], triomphe=[{1, 2, 3}] * 3)
def test_what_austria_knows_of_the_french_boxes(ruleset: str, wanted: list[set[int]]) -> None:
    """D-9: the strengths that the pieces of each box may have."""
    state = load(ruleset).start(1)
    strengths = [
        {
            strength
            for block in state.view(AUSTRIAN).enemy
            if str(block.place) == box
            for _, strength in block.faces
        }
        for box in BOXES[ruleset]
    ]
    assert strengths == wanted


@differs(basic=0, triomphe=1)
def test_the_austrian_artillery_in_its_box(ruleset: str, wanted: int) -> None:
    """D-10: at the start it lies open in Triomphe only."""
    assert sum(shown(load(ruleset).start(1), FRENCH, ALESSANDRIA[ruleset])) == wanted


@differs(basic=False, triomphe=True)
def test_one_piece_in_a_wide_approach(ruleset: str, wanted: bool) -> None:
    """D-15: it closes the approach in Basic."""
    on = ground(ruleset, borders={(1, 2): {"wide": True}})
    state = position(ruleset, {"1": "I3 I2"}, {"2/1": "I2"}, on=on)
    assert offers(state, "attack A1")[0] is wanted


@pytest.mark.parametrize("wide", [False, True])
def test_what_closes_an_approach_in_both(wide: bool) -> None:
    """D-15: one piece a narrow one, two a wide one."""
    for ruleset in ("bonaparte", "triomphe"):
        on = ground(ruleset, borders={(1, 2): {"wide": wide}})
        french = {"2/1": "I2 C2" if wide else "I2"}
        assert not offers(position(ruleset, {"1": "I3"}, french, on=on), "attack A1")[0]


def can_declare(ruleset: str, place: str, on: MarengoGame) -> bool:
    """Return whether artillery in 1/2 may declare with an enemy at that place."""
    state = position(ruleset, {"1/2": "A1"}, {place: "I2"}, step=4, on=on)
    return offers(state, "declare A1")[0]


@differs(basic=True, triomphe=False)
def test_an_artillery_penalty_opposite_the_artillery(ruleset: str, wanted: bool) -> None:
    """D-16: in Basic the bombardment is declared, though the fire has no strength."""
    on = ground(ruleset, borders={(1, 2): {"b_artillery": 1}})
    assert can_declare(ruleset, "2/1", on) is wanted
    assert can_declare(ruleset, "2/1", ground(ruleset))
    if ruleset == "bonaparte":
        state = position(ruleset, {"1/2": "A1:due"}, {"2/1": "I2"}, step=1, on=on)
        once(play(state, "complete A1"))
        assert state.piece("F1").strength == 2


@differs(basic=True, triomphe=False)
def test_an_artillery_penalty_and_an_enemy_in_reserve(ruleset: str, wanted: bool) -> None:
    """D-17: in Basic it does nothing then, and the fire costs a point."""
    on = ground(ruleset, borders={(1, 2): {"b_artillery": 1}})
    assert can_declare(ruleset, "2", on) is wanted
    if ruleset == "bonaparte":
        state = position(ruleset, {"1/2": "A1:due"}, {"2": "I2"}, step=1, on=on)
        once(play(state, "complete A1"))
        assert state.piece("F1").strength == 1


@differs(basic=True, triomphe=False)
def test_an_artillery_penalty_in_the_attack_approach(ruleset: str, wanted: bool) -> None:
    """D-18: it keeps the defender's artillery from firing in Triomphe."""
    for symbols, fires in ((0, True), (1, wanted)):
        on = ground(ruleset, borders={(1, 2): {"a_artillery": symbols}})
        state = position(ruleset, {"1/2": "I3"}, {"2/1": "A1 I1"}, step=2, on=on)
        once(assault(state, "A1", "1/2"), until=[Decision.FIRE])
        assert (state.decision is Decision.FIRE) is fires


@differs(basic=False, triomphe=True)
def test_a_cavalry_obstacle_in_the_attack_approach(ruleset: str, wanted: bool) -> None:
    """D-19: cavalry of a defence that holds may not pursue over it, but may counter-attack."""
    wish = {"bonaparte": Decision.PURSUIT, "triomphe": Decision.COUNTER_ATTACK}[ruleset]
    for obstacle, asked in ((False, True), (True, wanted)):
        on = ground(ruleset, borders={(1, 2): {"a_obstacle": obstacle}})
        state = position(ruleset, {"1/2": "I2 I2"}, {"2/1": "I2 C2"}, step=2, on=on)
        assault(state, "A1,A2", "1/2")
        once(state, "lead A1", "lead F1", "send A1 lead A1", until=[wish])
        assert (state.decision is wish) is asked


@differs(basic=[False, True], triomphe=[True, True])
def test_french_set_up_localities(ruleset: str, wanted: list[bool]) -> None:
    """D-20: only after an enemy was in one may France choose whom to activate, in Basic."""
    on = ground(ruleset, localities={2: {"french_start": 1}})
    found = []
    for goal in ("3", "2"):
        state = position(ruleset, {"1": "I2"}, {"5": "~I2"}, on=on)
        play(once(together(state, "march", "A1", goal)), "end")
        found.append(any(offers(state, "activate F1", "organise F1")))
    assert found == wanted
