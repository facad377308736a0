"""Chapter 11, assault: steps 1 to 4, leading pieces of both sides and defensive artillery fire."""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, texts
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    FRENCH,
    answer,
    asking,
    assault,
    face_up,
    finish,
    group,
    led,
    lost,
    narrow,
    wide,
)
from tests.rules.bonaparte.setting import french_turn
from tests.rules.bonaparte.turns import pass_turn, strengths
from tests.toys import toy_game


def test_leading_attackers_at_a_narrow_approach() -> None:
    """B-11.22: exactly one, and no artillery."""
    state = narrow("I3 I2 C2 A1", "I2")
    assert asking(state) == (Decision.LEADERS, AUSTRIAN)
    assert texts(state) == {"lead A1", "lead A2", "lead A3"}


@pytest.mark.parametrize(
    ("attackers", "leading"),
    [
        ("I3 I2 C2 A1", {"I3", "I2", "C2", "I3 I2"}),
        ("C2 C2 I2", {"C2", "I2", "C2 C2"}),
        ("I3 I2 C2 C2", {"I3", "I2", "C2", "I3 I2", "C2 C2"}),
    ],
)
def test_leading_attackers_at_a_wide_approach(attackers: str, leading: set[str]) -> None:
    """B-11.22: one or two, all infantry or all cavalry."""
    assert led(wide(attackers, "I2")) == leading


@pytest.mark.parametrize(
    ("borders", "leading"),
    [
        ({"a_wide": True}, {"I3", "I2"}),
        ({"b_wide": True}, {"I3", "I2", "I3 I2"}),
    ],
)
def test_the_width_is_that_of_the_attacked_approach(
    borders: Mapping[str, bool], leading: set[str]
) -> None:
    """B-11.22, B-11.31: for both sides; the assault goes from a to b."""
    ground = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, **borders}], ruleset="bonaparte")
    state = assault("1/2", "I3 I2", "I3 I2", on=ground, far_away=False)
    assert led(state) == leading
    play(state, "lead A1")
    assert led(state) == leading | {"none"}


@pytest.mark.parametrize(
    ("approach", "attackers", "leading"),
    [
        # No cavalry penalty, one, and two; one and two infantry penalties.
        ("16/29", "I3 I2 I1 C2 C1", {"I3", "I2", "C2"}),
        ("16/31", "I3 I2 I1 C2 C1", {"I3", "I2", "C2"}),
        ("11/8", "I3 I2 I1 C2", {"I3", "I2"}),
        ("26/30", "I3 I2 C2 C1", {"I3", "C2"}),
    ],
)
def test_leading_attackers_are_strong_enough(
    approach: str, attackers: str, leading: set[str]
) -> None:
    """B-11.23: strength 2 at least, and more than the penalty of their type."""
    assert led(assault(approach, attackers, "I1")) == leading


@pytest.mark.parametrize(
    ("approach", "leading"), [("17/13", {"I3", "I2"}), ("13/17", {"I3", "I2", "C2"})]
)
def test_cavalry_does_not_lead_against_an_obstacle(approach: str, leading: set[str]) -> None:
    """B-11.24: one in 13/17 stops cavalry that attacks from 17, not cavalry that comes out."""
    assert led(assault(approach, "I3 I2 C2", "I1")) == leading


def test_leading_attackers_are_shown_at_once() -> None:
    """B-11.25: before the defender says whether he fires; the other participants are not."""
    state = narrow("I3 I2", "I2 A1")
    assert known(state, FRENCH, "16/29") == {"?": 2}
    play(state, "lead A1")
    assert asking(state) == (Decision.FIRE, FRENCH)
    assert known(state, FRENCH, "16/29") == {"I3": 1, "?": 1}
    assert face_up(state, FRENCH, "16/29") == 1


@pytest.mark.parametrize(
    ("defenders", "elsewhere", "fires"),
    [
        ("I2 A1", {}, True),
        ("I2 A1:declared", {}, False),
        ("I2 A1:silent", {}, False),
        ("I2", {"29": "A1"}, False),
        ("I2", {"29/27": "A1"}, False),
    ],
)
def test_which_artillery_may_fire(
    defenders: str, elsewhere: Mapping[str, str], fires: bool
) -> None:
    """B-11.26: a participant that neither declared nor resolved a bombardment in its last turn."""
    state = narrow("I3", defenders, austrian={"27": "I1"}, french=elsewhere)
    assert state.decision is (Decision.FIRE if fires else Decision.DEFENCE_LEADERS)


@pytest.mark.parametrize(
    ("step", "artillery", "moves", "fires"),
    [
        (4, "A1", "declare none", True),
        (4, "A1", "declare F2", False),
        (1, "A1:due", "complete F2", False),
        (1, "A1:due", "cancel F2; end; end; declare none", True),
        (1, "A1:due", "cancel F2; end; end; declare F2", False),
    ],
)
def test_what_the_artillery_did_in_its_last_turn(
    step: int, artillery: str, moves: str, fires: bool
) -> None:
    """B-11.26, B-11.27: a cancelled bombardment does not prevent fire, unless declared anew."""
    state = french_turn({"29/16": f"I2 {artillery}"}, {"16/29": "I3"}, step=step)
    play(state, *moves.split("; "))
    if state.turn is FRENCH:
        pass_turn(state)
    group(state, "assault", "A1", "16/29")
    assert state.decision is (Decision.FIRE if fires else Decision.DEFENCE_LEADERS)


def test_silence_lasts_one_enemy_turn() -> None:
    """B-11.26: fired at 9:00 and idle at 10:00, it may fire in the Austrian turn of 11:00."""
    state = french_turn({"29/16": "I2 A1:due"}, {"16/29": "I3"}, step=1)
    play(state, "complete F2")
    for _ in range(3):
        pass_turn(state)
    assert (state.hour, state.turn) == (11, AUSTRIAN)
    group(state, "assault", "A1", "16/29")
    assert asking(state) == (Decision.FIRE, FRENCH)


@pytest.mark.parametrize(
    ("move", "seen"), [("fire F2", {"A1": 1, "?": 1}), ("fire none", {"?": 2})]
)
def test_firing_is_optional_and_shows_the_artillery(move: str, seen: Mapping[str, int]) -> None:
    """B-11.28: it stays face-up while the defender names his leading pieces."""
    state = narrow("I3", "I2 A1")
    assert texts(state) == {"fire F2", "fire none"}
    play(state, move)
    assert state.decision is Decision.DEFENCE_LEADERS
    assert known(state, AUSTRIAN, "29/16") == seen
    assert face_up(state, AUSTRIAN, "29/16") == (move != "fire none")
    assert strengths(state, "A1") == (2 if move != "fire none" else 3,)


def test_the_defender_chooses_the_leading_piece_that_is_hit() -> None:
    """B-11.29: among the two, not the third participant."""
    state = answer(wide("I3 I2 C2", "I2 A1"), "lead A1,A2", "fire F2")
    assert asking(state) == (Decision.STRIKE, FRENCH)
    assert texts(state) == {"strike A1", "strike A2"}
    assert strengths(play(state, "strike A2"), "A1", "A2", "A3") == (3, 1, 2)


@pytest.mark.parametrize("approach", ["16/29", "27/37", "17/13"])
def test_terrain_has_no_effect_on_defensive_fire(approach: str) -> None:
    """B-11.29: 27/37 and 37/27 have artillery penalties, 17/13 and 13/17 too."""
    state = play(assault(approach, "I3", "I2 A1"), "fire F2")
    assert strengths(state, "A1") == (2,)


def test_losses_by_fire_count_at_once() -> None:
    """B-11.30: strength, morale and demoralisation, while the defence is still being chosen."""
    state = play(narrow("I3", "I2 A1", morale={AUSTRIAN: 1}), "fire F2")
    assert asking(state) == (Decision.DEFENCE_LEADERS, FRENCH)
    assert strengths(state, "A1") == (2,)
    assert state.morale(AUSTRIAN) == 0
    assert state.demoralised(AUSTRIAN) == 9


@pytest.mark.parametrize(("fire", "holds"), [("fire none", False), ("fire F2", True)])
def test_the_assault_is_weaker_by_what_the_fire_cost(fire: str, holds: bool) -> None:
    """B-11.30: 3 − 1 or 2 − 1 against a leading I1."""
    state = finish(answer(narrow("I3", "I1 A1"), fire, "lead F1"))
    assert (state.occupier(29) is not AUSTRIAN) is holds
    assert state.barred("16/29") is holds


@pytest.mark.parametrize(
    ("defenders", "leading"),
    [
        ("I3 I1", {"none", "I3", "I1"}),
        ("I3 C1", {"none", "I3", "C1"}),
        ("I1", {"none", "I1"}),
    ],
)
def test_leading_defenders_at_a_narrow_approach(defenders: str, leading: set[str]) -> None:
    """B-11.31, B-11.34, B-11.35: none or one; strength 1 is enough despite the penalties."""
    state = narrow("I3", defenders)
    assert asking(state) == (Decision.DEFENCE_LEADERS, FRENCH)
    assert led(state) == leading


def test_leading_defenders_at_a_wide_approach() -> None:
    """B-11.31, B-11.32, B-11.33: up to two of one type, and never artillery."""
    state = answer(wide("I3", "I3 I1 C2 C1 A1"), "fire none")
    assert led(state) == {"none", "I3", "I1", "C2", "C1", "I3 I1", "C2 C1"}


def test_a_strength_of_1_leads_a_defence_whatever_the_penalty() -> None:
    """B-11.34: 30/26 has two infantry penalties and one cavalry penalty."""
    assert led(assault("26/30", "I3", "I1 C1")) == {"none", "I1", "C1"}


def test_artillery_never_leads_a_defence() -> None:
    """B-11.33: alone it leaves no choice; the assault is decided at once."""
    state = play(narrow("I3", "A1"), "fire none")
    assert state.decision is Decision.ACTION
    assert state.occupier(29) is AUSTRIAN


def test_the_defender_may_name_nobody() -> None:
    """B-11.35: I3 would have held; without it the result is 2 and costs three points."""
    state = finish(play(narrow("I3", "I3"), "lead none"))
    assert state.occupier(29) is AUSTRIAN
    assert lost(state, FRENCH) == 3


def test_leading_defenders_are_turned_face_up() -> None:
    """B-11.36: and the other participants are not; F2 may pursue, so that all can be seen."""
    state = answer(narrow("I2 I3", "I3 C2 I1"), "lead A1", "lead F1")
    assert asking(state) == (Decision.PURSUIT, FRENCH)
    assert face_up(state, AUSTRIAN, "29/16") == 1
    assert known(state, AUSTRIAN, "29/16") == {"I2": 1, "?": 2}


@pytest.mark.parametrize(
    ("approach", "leading"), [("17/13", {"none", "I2"}), ("13/17", {"none", "I2", "C2"})]
)
def test_cavalry_does_not_lead_the_defence_of_an_obstacle(approach: str, leading: set[str]) -> None:
    """B-11.37: an obstacle on the attacker's side does not matter."""
    assert led(assault(approach, "I3", "I2 C2")) == leading
