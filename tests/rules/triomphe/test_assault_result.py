"""Chapter 11, assault: steps 6 and 7, the result and the number of reductions."""

import pytest

from tests.helpers import settle, where
from tests.rules.triomphe.attacking import (
    AUSTRIAN,
    FRENCH,
    answer,
    assault,
    narrow,
    strengths,
    wide,
)

BOTH = "send A1,A2 lead A1,A2"


@pytest.mark.parametrize(
    ("approach", "attackers", "defenders", "moves", "result"),
    [
        # One infantry penalty, no cavalry penalty.
        ("4/9", "I2", "I1", "lead none", 1),
        ("4/9", "I2", "I1", "lead F1", 0),
        ("4/9", "I3", "I1", "lead F1", 1),
        ("4/9", "I3", "I2", "lead F1", 0),
        ("4/9", "C2", "I1", "lead F1", 1),
        ("4/9", "C2", "C2", "lead F1", 0),
        # Of the attackers only the leading pieces count.
        ("4/9", "I2 I3", "I1", "lead F1; send A1,A2 lead A1", 0),
        ("4/9", "I2 I3", "I1", "lead F1; send A1,A2 lead A2", 1),
        # One infantry penalty, two cavalry penalties; then two of each.
        ("9/20", "C2", "I1", "lead none", 0),
        ("9/20", "I2", "I1", "lead none", 1),
        ("10/20", "I2", "I1", "lead none", 0),
        ("10/20", "I3", "I1", "lead none", 1),
        ("10/20", "C2", "I1", "lead none", 0),
        # One penalty of each kind; the symbols of the attack approach are ignored.
        ("14/8", "C2", "I1", "lead none", 1),
        ("14/8", "C2", "I1", "lead F1", 0),
        # Two leading pieces take a penalty once, not per piece.
        ("19/20", "I2 I2", "I2", f"lead F1; {BOTH}", 1),
        ("19/20", "I2 I2", "I3", f"lead F1; {BOTH}", 0),
        ("19/20", "C2 C2", "I3", f"lead F1; {BOTH}", 1),
        # Two leading defenders.
        ("19/20", "I2 I2", "I1 I1", f"lead F1,F2; {BOTH}", 1),
        ("19/20", "I2 I2", "I2 I1", f"lead F1,F2; {BOTH}", 0),
        ("19/20", "C2 C2", "I3 I1", f"lead F1,F2; {BOTH}", 0),
        # The counter-attack counts with what is left of it.
        ("4/9", "I3", "I2", "lead none; counter F1", 1),
        ("4/9", "I3", "I3", "lead none; counter F1", 0),
        ("4/9", "I3", "I1 I2", "lead F1; counter F2", 0),
        ("19/20", "I3 I2", "I3 I3", f"lead none; {BOTH}; counter F1,F2", 0),
        ("19/20", "I3 I3", "I3 I3", f"lead none; {BOTH}; counter F1,F2", 1),
        # The leading attackers count with what the artillery left of them.
        ("4/9", "I3", "I1 A1", "lead F1; fire none", 1),
        ("4/9", "I3", "I1 A1", "lead F1; fire F2", 0),
        ("4/9", "I3", "I1 A1", "lead none; fire F2", 1),
    ],
)
def test_result(approach: str, attackers: str, defenders: str, moves: str, result: int) -> None:
    """T-11.39, T-11.40: at 1 the attacker wins, at 0 the defender."""
    state = settle(answer(assault(approach, attackers, defenders), *moves.split("; ")))
    defence_locality = int(approach.split("/")[1])
    assert (state.occupier(defence_locality) is AUSTRIAN) == (result > 0)
    assert state.barred(approach) == (result == 0)


def test_the_defender_wins_at_0_though_all_his_pieces_are_destroyed() -> None:
    """T-11.40: 2 − 2 for the penalties; nobody advances into the empty locality."""
    state = settle(assault("10/20", "I2", "I1"))
    assert strengths(state, "F1") == (0,)
    assert state.occupier(20) is None
    assert where(state, "A1") == "10/20"


@pytest.mark.parametrize(
    ("defenders", "lead", "left"),
    [
        ("I1 I1", "none", 6),
        ("I1 I1", "F1", 5),
        ("I2 I1", "F1", 5),
        ("I3 I1", "F1", 5),
        ("I1 I1", "F1,F2", 4),
        ("I2 I2", "F1,F2", 4),
    ],
)
def test_the_attacker_is_reduced_once_for_each_leading_defender(
    defenders: str, lead: str, left: int
) -> None:
    """T-11.41: whatever their strength."""
    state = settle(answer(wide("I3 I3", defenders), f"lead {lead}", BOTH, "counter none"))
    assert state.occupier(20) is AUSTRIAN
    assert sum(strengths(state, "A1", "A2")) == left


@pytest.mark.parametrize(
    ("attackers", "send", "left"),
    [
        ("I3 I2", "send A1 lead A1", 2),
        ("I2 I3", "send A1 lead A1", 2),
        ("I2 I3", "send A1,A2 lead A1", 2),
        ("I2 I2", BOTH, 1),
    ],
)
def test_the_defender_is_reduced_once_for_each_leading_attacker(
    attackers: str, send: str, left: int
) -> None:
    """T-11.41: other assault pieces do not count."""
    state = settle(answer(wide(attackers, "I3"), "lead F1", send))
    assert where(state, "F1") == "20/19"
    assert strengths(state, "F1") == (left,)


@pytest.mark.parametrize(
    ("attackers", "send", "defenders", "counter", "left"),
    [
        ("I3 I3", "send A1 lead A1", "I2", "F1", 6),
        ("I3 I3", "send A1 lead A1", "C2", "F1", 5),
        ("I3 I3", "send A1 lead A1", "C2", "none", 6),
        ("I3 I3", BOTH, "C2", "F1", 6),
        ("I3 I3", BOTH, "C2 C2", "F1,F2", 4),
        ("I3 I3", BOTH, "I2 I2", "F1,F2", 6),
    ],
)
def test_a_surviving_cavalry_counter_attack_costs_the_attacker_one_more(
    attackers: str, send: str, defenders: str, counter: str, left: int
) -> None:
    """T-11.42: infantry adds none, nor cavalry destroyed in counter-attacking."""
    state = settle(answer(wide(attackers, defenders), "lead none", send, f"counter {counter}"))
    assert state.occupier(20) is AUSTRIAN
    assert sum(strengths(state, "A1", "A2")) == left


@pytest.mark.parametrize(
    ("attacker", "defenders", "moves", "left"),
    [
        # 2 − 1 − 3 = −2, and 2 ≥ 2: one more.
        ("I2", "I3", "lead F1", 0),
        # 3 − 1 − 3 = −1.
        ("I3", "I3", "lead F1", 2),
        # 3 − 1 − 3 − 1 = −2; then with 2 left of the counter-attack −3, and 3 ≥ 3.
        ("I3", "I3 I2", "lead F1; counter F2", 2),
        ("I3", "I3 I3", "lead F1; counter F2", 1),
        # After defensive fire 2 − 1 − 3 = −2, to be compared with 2, not with 3.
        ("I3", "I3 A1", "lead F1; fire F2", 0),
        # Cavalry without penalty: 2 − 3 = −1; then 2 − 3 − 1 = −2, and 2 ≥ 2.
        ("C2", "I3", "lead F1", 1),
        ("C2", "I3 I2", "lead F1; counter F2", 0),
    ],
)
def test_heavy_defeat_with_one_leading_piece(
    attacker: str, defenders: str, moves: str, left: int
) -> None:
    """T-11.43: one further reduction beside that for the leading defender."""
    state = settle(answer(narrow(attacker, defenders), *moves.split("; ")))
    assert state.occupier(9) is FRENCH
    assert strengths(state, "A1") == (left,)


@pytest.mark.parametrize(
    ("attackers", "send", "defenders", "moves", "left"),
    [
        # 4 − 1 − 5 = −2 and 4 − 1 − 6 = −3.
        ("I2 I2", BOTH, "I3 I2", "counter none", (1, 1)),
        ("I2 I2", BOTH, "I3 I3", "counter none", (1, 1)),
        # 4 − 1 − 6 − 1 = −4, and 4 ≥ 4: two more.
        ("I2 I2", BOTH, "I3 I3 I3", "counter F3", (0, 0)),
        # One leading piece: 2 − 1 − 6 = −5: one more, the third falls on the other piece.
        ("I2 I3", "send A1,A2 lead A1", "I3 I3", "counter none", (0, 2)),
        ("I2 I3", "send A1 lead A1", "I3 I3", "counter none", (0, 3)),
    ],
)
def test_heavy_defeat_at_a_wide_approach(
    attackers: str, send: str, defenders: str, moves: str, left: tuple[int, int]
) -> None:
    """T-11.43: two further reductions if two pieces led, one if one did."""
    state = settle(answer(wide(attackers, defenders), "lead F1,F2", send, moves))
    assert where(state, "F1") == "20/19"
    assert strengths(state, "A1", "A2") == left


def test_no_further_reductions_for_a_won_assault() -> None:
    """T-11.43: a result of 3 is not a heavy defeat."""
    state = settle(answer(wide("I3 I1", "I1"), "lead none", "send A1,A2 lead A1"))
    assert state.occupier(20) is AUSTRIAN
    assert strengths(state, "A1", "A2") == (3, 1)
