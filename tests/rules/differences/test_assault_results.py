"""Differences in assaults: counter-attack and pursuit, losses, and what follows."""

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from tests.helpers import known, play, where
from tests.rules.differences.assaults import made, wide
from tests.rules.differences.both import (
    AUSTRIAN,
    FRENCH,
    differs,
    ground,
    once,
    shown,
    strengths,
)

LED = ("send A1,A2 lead A1", "send A1 lead A1", "lead A1", "lead F1")
"""One piece leads on either side."""

BOTH_LED = ("send A1,A2 lead A1,A2", "lead A1,A2")
"""Two pieces lead the attack."""


def asked_for(state: MarengoState, verb: str) -> bool:
    """Return whether a move with that first word was played, other than to decline."""
    return any(str(move).split()[0] == verb for move in state.moves)


@differs(basic=["2", [2, 0, 2]], triomphe=["1/2", [1, 1, 1]])
def test_a_counter_attack(ruleset: str, wanted: list[object]) -> None:
    """D-70: 3 − 2, and 1 less for cavalry 2 that has lost a point to the leading attacker."""
    state = once(made(ruleset, "I3", "I2 C2"), *LED, "counter F2")
    assert [where(state, "A1"), strengths(state, "A1", "F1", "F2")] == wanted


@differs(basic=[True, 1], triomphe=[False, 2])
def test_a_pursuit(ruleset: str, wanted: list[object]) -> None:
    """D-71: the cavalry goes after a beaten defender, and loses a point."""
    state = once(made(ruleset, "I3 C2", "I2 I3"), *LED, "pursue A2")
    assert where(state, "A1") == "2"
    assert [asked_for(state, "pursue"), state.piece("A2").strength] == wanted


@differs(basic=2, triomphe=3)
def test_the_losses_of_the_winner(ruleset: str, wanted: int) -> None:
    """D-72: of an attacker against a defence without leading pieces."""
    state = once(made(ruleset, "I3", "C2"), "lead A1", "lead none", "send A1 lead A1")
    assert (where(state, "A1"), state.piece("A1").strength) == ("2", wanted)


@differs(basic=[0, 3], triomphe=[1, 3])
def test_the_losses_of_the_loser(ruleset: str, wanted: list[int]) -> None:
    """D-73: of an attacker with a result of −1 against one leading piece."""
    state = once(made(ruleset, "I2 I3", "I3"), *LED)
    assert strengths(state, "A1", "A2") == wanted


@differs(basic=[0, 2], triomphe=[0, 3])
def test_a_heavy_defeat(ruleset: str, wanted: list[int]) -> None:
    """D-74: with a result of −2 for a leading piece of 2: three losses, or one and one more."""
    on = ground(ruleset, borders={(1, 2): {"b_infantry": 1}})
    state = once(made(ruleset, "I2 I3", "I3", on=on), *LED)
    assert strengths(state, "A1", "A2") == wanted


@differs(basic=[1, 2], triomphe=[2, 1])
def test_spreading_two_losses(ruleset: str, wanted: list[int]) -> None:
    """D-75: over two leading attackers; the defender would like to have both on the first."""
    state = made(ruleset, "I3 I2", "I3 I3", on=wide(ruleset))
    once(state, *BOTH_LED, "lead F1,F2", "strike A1", "reduce A1")
    assert strengths(state, "A1", "A2") == wanted


@differs(basic=2, triomphe=3)
def test_who_takes_his_losses_first(ruleset: str, wanted: int) -> None:
    """D-76: strength of the victorious leading piece when the attacker's loss is distributed."""
    state = made(ruleset, "I3 I2", "I3 A1", on=wide(ruleset, b_infantry=1))
    once(
        state,
        *BOTH_LED,
        "fire F2",
        "hit A2",
        "lead F1",
        until=[Decision.STRIKE, Decision.REDUCTION],
    )
    if ruleset == "bonaparte":  # this first one is the fire
        once(play(state, "strike A2"), "lead F1", until=[Decision.STRIKE])
    assert strengths(state, "A1", "A2") == [3, 1]
    assert state.piece("F1").strength == wanted
    assert where(once(state), "F1") == "2/1"


@differs(basic=[0, None], triomphe=[1, AUSTRIAN])
def test_a_winning_attacker_without_survivor(ruleset: str, wanted: list[object]) -> None:
    """D-77: infantry 2 under fire, against nobody who leads."""
    state = once(made(ruleset, "I2", "A1"), "lead A1", "fire F1", "lead none")
    assert state.won(2)
    assert [state.piece("A1").strength, state.occupier(2)] == wanted


@differs(basic="1", triomphe="1/2")
def test_where_beaten_attackers_are(ruleset: str, wanted: str) -> None:
    """D-78: a comrade of the piece that led."""
    state = once(made(ruleset, "I2 C2", "I3"), *LED)
    assert state.barred("1/2")
    assert where(state, "A2") == wanted


@differs(basic=[0, 3], triomphe=[1, 3])
def test_what_the_defending_cavalry_costs(ruleset: str, wanted: list[int]) -> None:
    """D-79: after a draw two points in pursuit; or a loss more for the counter-attack."""
    state = once(made(ruleset, "I3 I3", "I3 C2"), *LED, "counter F2", "pursue F2")
    assert strengths(state, "A1", "A2") == wanted
    assert state.piece("F2").strength == 1


@differs(basic=True, triomphe=False)
def test_artillery_that_has_fired_lies_face_up(ruleset: str, wanted: bool) -> None:
    """D-118: at the defender's next decision; the attacker sees it."""
    state = made(ruleset, "I3", "A1 I2 C2")
    answers = ("lead A1", "fire F1", "lead none", "send A1 lead A1")
    after = {"bonaparte": Decision.DEFENCE_LEADERS, "triomphe": Decision.COUNTER_ATTACK}[ruleset]
    once(state, *answers, until=[after])
    assert state.piece("A1").strength == 2
    assert any(shown(state, AUSTRIAN, "2/1")) is wanted
    assert known(state, AUSTRIAN, "2/1")["A1"] == 1


@differs(basic=[True], triomphe=[False])
def test_others_who_lost_lie_face_up(ruleset: str, wanted: list[bool]) -> None:
    """D-119: A2, which took what A1 could not, at the defender's next decision."""
    state = made(ruleset, "I2 I3", "I3 I1 C2", on=wide(ruleset))
    after = {"bonaparte": Decision.PURSUIT, "triomphe": Decision.REDUCTION}[ruleset]
    once(state, "send A1,A2 lead A1", "lead A1", "lead F1,F2", until=[after])
    assert state.to_move is FRENCH
    assert state.piece("A1").strength == 0
    assert state.piece("A2").strength < 3
    assert shown(state, FRENCH, "1/2") == wanted
