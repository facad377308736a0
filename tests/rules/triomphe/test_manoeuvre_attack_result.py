"""Chapter 9, manoeuvre attack: who wins, and what follows.

17 and 29 share a narrow border (29 retreats to 24), 4 and 5 a wide one (Austrians in 5 retreat
to 1).
"""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import austrian_turn, french_turn, play, settle, texts, where
from tests.knowledge import blocks
from tests.rules.triomphe.steps import places


def narrow(french: str, austrian: str, *, orders: int = 3, hour: int = 9) -> TriompheState:
    """Return a French turn with these pieces in reserve of 17 and of 29."""
    return french_turn({"17": french}, {"29": austrian}, hour=hour, orders=orders)


@pytest.mark.parametrize(
    ("attackers", "defence", "answer", "wins"),
    [
        # Fully blocked after the response: T-9.20.
        ("F1", {"5": "I3 C2"}, "A1", True),
        ("F1,F2", {"5": "I3 C2"}, "A1,A2", True),
        ("F1,F2,F3", {"5": "I3 C2"}, "A1,A2", True),
        ("F1,F2", {"5/4": "I3", "5": "C2"}, "A2", True),
        # Partially blocked, the first attack, one attacker: T-9.21.
        ("F1", {"5/4": "I3"}, None, True),
        ("F1", {"5/4": "I3", "5": "C2"}, "none", True),
        # Partially blocked, several attackers: T-9.21, T-9.22.
        ("F1,F2", {"5": "I3 C2"}, "A1", False),
        ("F1,F2", {"5/4": "I3"}, None, False),
        # Unblocked: T-9.22.
        ("F1", {"5": "I3 C2"}, "none", False),
        ("F1,F2", {"5": "I3"}, "none", False),
    ],
)
def test_result_at_a_wide_approach(
    attackers: str, defence: dict[str, str], answer: str | None, wins: bool
) -> None:
    """T-9.20, T-9.21, T-9.22: ``wins`` is said of the defender."""
    state = french_turn({"4": "I3 I2 C2"}, defence)
    state = play(state, f"attack {attackers} 4/5")
    if answer is not None:
        state = play(state, f"respond {answer}")
    state = settle(state)
    assert where(state, "F1") == ("4" if wins else "5")


@pytest.mark.parametrize(
    ("attackers", "answer", "ends"),
    [
        ("F1", "A1", "17"),
        ("F1,F2", "A1", "17"),
        ("F1,F2,F3", "A2", "17"),
        ("F1", "none", "29"),
    ],
)
def test_result_at_a_narrow_approach(attackers: str, answer: str, ends: str) -> None:
    """T-9.20, T-9.22: one piece closes it to any number."""
    state = narrow("I3 I2 C2", "I3 C2")
    state = settle(play(state, f"attack {attackers} 17/29", f"respond {answer}"))
    assert where(state, "F1") == ends


@pytest.mark.parametrize("defenders", ["I3", "I3 C2 A1"])
def test_an_attack_from_an_approach_against_an_unblocked_one_wins(defenders: str) -> None:
    """T-9.22."""
    state = french_turn({"4/5": "I1"}, {"5": defenders})
    state = settle(play(state, "attack F1 4/5"))
    assert places(state, "F1", "A1") == ("5", "1")


def test_an_attack_by_road_and_one_of_its_own_count_together() -> None:
    """T-9.23: the second is not the first any more, and beats the partial block."""
    start = french_turn({"4": "I3 C2"}, {"5/4": "I3"})
    road_first = settle(play(start.copy(), "road F2", "cross 4-5"))
    assert places(road_first, "F1", "F2") == ("4", "4")
    assert where(settle(play(road_first, "attack F1 4/5")), "F1") == "5"
    road_last = settle(play(start.copy(), "attack F1 4/5"))
    assert places(road_last, "F1", "F2") == ("4", "4")
    assert where(settle(play(road_last, "road F2", "cross 4-5")), "F2") == "5"


@pytest.mark.parametrize(
    ("attacked", "ends"), [(["5/4"], "5"), (["5/10"], "4"), (["4/5"], "4"), ([], "4")]
)
def test_only_attacks_across_this_defence_approach_count(attacked: list[str], ends: str) -> None:
    """T-9.23: won or lost, but not those across another approach of the locality."""
    state = french_turn({"4": "I3"}, {"5/4": "I3"}, attacked=attacked)
    assert where(settle(play(state, "attack F1 4/5")), "F1") == ends


def test_all_defenders_retreat_and_all_attackers_enter() -> None:
    """T-9.24: whatever their position; the attackers stand in reserve."""
    state = french_turn({"17": "I3 A1", "35": "I2"}, {"29": "C2", "29/35": "I3"})
    state = settle(play(state, "attack F1,F2 17/29", "respond none"))
    assert places(state, "A1", "A2") == ("24", "24")
    assert places(state, "F1", "F2") == ("29", "29")


def test_attackers_from_the_approach_enter_the_reserve() -> None:
    """T-9.24."""
    state = french_turn({"17/29": "I3 I2"}, {"29": "C2"})
    assert places(settle(play(state, "attack F1,F2 17/29")), "F1", "F2") == ("29", "29")


def test_after_a_won_defence_the_defenders_stay_put() -> None:
    """T-9.25: responding pieces in the approach, the others where they were."""
    state = settle(play(narrow("I3", "I2 C2"), "attack F1 17/29", "respond A2"))
    assert places(state, "A1", "A2") == ("29", "29/17")


def test_attackers_from_the_approach_stay_there_when_they_fail() -> None:
    """T-9.25: there is nothing to choose either."""
    state = french_turn({"4/5": "C2"}, {"5/4": "I3"})
    state = play(state, "attack F1 4/5")
    assert state.decision == Decision.ACTION
    assert places(state, "F1", "A1") == ("4/5", "5/4")
    assert state.piece("F1").acted


@pytest.mark.parametrize(("answer", "ends"), [("advance", "17/29"), ("hold", "17")])
def test_failed_attackers_advance_into_the_approach_all_or_none(answer: str, ends: str) -> None:
    """T-9.26: free of charge."""
    state = play(narrow("I3 A1", "I2"), "attack F1,F2 17/29", "respond A1")
    assert state.decision == Decision.ADVANCE
    assert texts(state) == {"advance", "hold"}
    state = play(state, answer)
    assert places(state, "F1", "F2") == (ends, ends)
    assert state.orders == 2


def test_cavalry_may_go_alone_into_the_attack_approach() -> None:
    """T-9.27: the infantry stays behind, which costs an order more."""
    state = play(narrow("I3 C2", "I2"), "attack F1,F2 17/29", "respond A1", "hold")
    assert texts(state) == {"stay F2", "continue F2 17/29"}
    assert play(state.copy(), "stay F2").orders == 2
    state = play(state, "continue F2 17/29")
    assert places(state, "F1", "F2") == ("17", "17/29")
    assert state.orders == 1


def test_without_an_order_the_group_is_not_split() -> None:
    """T-9.27: the only order was spent on the attack."""
    state = narrow("I3 C2", "I2", orders=1)
    state = play(state, "attack F1,F2 17/29", "respond A1", "hold")
    assert state.decision == Decision.ACTION
    assert places(state, "F1", "F2") == ("17", "17")


@pytest.mark.parametrize(("hour", "decision"), [(6, Decision.ACTION), (7, Decision.ADVANCE)])
def test_the_french_do_not_advance_at_six(hour: int, decision: Decision) -> None:
    """T-9.28."""
    state = play(narrow("C2", "I2", hour=hour), "attack F1 17/29", "respond A1")
    assert state.decision == decision
    assert where(state, "F1") == "17"


@pytest.mark.parametrize(("answer", "discs"), [("respond F1", {5: 1}), ("respond none", {})])
def test_a_won_defence_commits_a_disc(answer: str, discs: dict[int, int]) -> None:
    """T-9.29: and leaves the level as it was."""
    state = austrian_turn({"4": "I3"}, {"5": "C2"})
    state = settle(play(state, "attack A1 4/5", answer))
    assert state.committed(Side.FRENCH) == discs
    assert state.level(Side.FRENCH) == 6


def test_successful_cavalry_may_continue() -> None:
    """T-9.30: after the retreat to 24 there is an enemy to block."""
    state = play(narrow("C2", "I2"), "attack F1 17/29", "respond none")
    assert texts(state) == {"stay F1", "continue F1 29/24"}
    assert where(play(state, "continue F1 29/24"), "F1") == "29/24"


@pytest.mark.parametrize(("answer", "ends"), [("respond none", "14"), ("respond A1", "9/14")])
def test_attacking_an_obstacle_shows_an_infantry_piece(answer: str, ends: str) -> None:
    """T-9.31: won or lost; Marengo (14) has an obstacle towards 9."""
    state = french_turn({"9": "I3 C2"}, {"14": "C2"})
    state = play(state, "attack F1 9/14", answer)
    if state.decision == Decision.ADVANCE:
        state = play(state, "advance")
    state = settle(state)
    assert blocks(state, Side.AUSTRIAN, ends) == [{"I3"}]


@pytest.mark.parametrize(("answer", "ends"), [("respond none", "29"), ("respond A1", "17/29")])
def test_without_an_obstacle_no_attacker_is_shown(answer: str, ends: str) -> None:
    """T-9.32."""
    state = play(narrow("I3 I2 C2", "C2"), "attack F1 17/29", answer)
    if state.decision == Decision.ADVANCE:
        state = play(state, "advance")
    (faces,) = blocks(settle(state), Side.AUSTRIAN, ends)
    assert len(faces) > 1
