"""Differences in morale: what lowers it, what raises it, and what is done with discs."""

from typing import Any

import pytest

from marengo.games.marengo.game import load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.triomphe.state import TriompheState
from tests.helpers import play, texts, where
from tests.rules.differences.assaults import made, wide
from tests.rules.differences.both import (
    AUSTRIAN,
    FRENCH,
    assault,
    committed,
    differs,
    end_turn,
    level,
    once,
    position,
    together,
)

START = {"bonaparte": {AUSTRIAN: 16, FRENCH: 17}, "triomphe": {AUSTRIAN: 10, FRENCH: 10}}
"""The morale of the positions of these tests."""


def change(state: MarengoState, side: Side) -> int:
    """Return by how much the morale of an army has changed in a test."""
    return level(state, side) - START[state.game.scenario.ruleset][side]


@differs(basic=[16, 17], triomphe=[2, 3])
def test_morale_at_the_start(ruleset: str, wanted: list[int]) -> None:
    """D-97: with the Austrian discs of 6:00, the French have not had theirs yet."""
    state = load(ruleset).start(1)
    assert [level(state, AUSTRIAN), level(state, FRENCH)] == wanted


@differs(basic=[0, 0], triomphe=[2, 1])
def test_morale_as_the_hours_pass(ruleset: str, wanted: list[int]) -> None:
    """D-98: from 9:00 to the French turn of 10:00, without a shot."""
    triomphe = {
        "uncommitted": {AUSTRIAN: 10, FRENCH: 10},
        "track": {AUSTRIAN: {10: 2}, FRENCH: {10: 1}},
    }
    state = position(ruleset, {"1": "I2"}, {"5": "I2"}, turn=FRENCH, triomphe=triomphe)
    end_turn(end_turn(state))
    assert (state.hour, state.turn) == (10, FRENCH)
    assert [change(state, AUSTRIAN), change(state, FRENCH)] == wanted


@pytest.mark.parametrize(("names", "discs"), [("A1", 1), ("A1,A2", 2)])
@differs(basic=False, triomphe=True)
def test_a_blocked_attack(names: str, discs: int, ruleset: str, wanted: bool) -> None:
    """D-99: discs committed by the defender of a wide approach, against one and against two."""
    state = position(ruleset, {"1": "I3 I2"}, {"2": "I3 C2"}, on=wide(ruleset))
    together(state, "attack", names, "1/2")
    once(state, "respond F1,F2", "respond F1", "join F2")
    assert where(state, "F1") == "2/1"
    assert committed(state, FRENCH) == ({2: discs} if wanted else {})
    assert change(state, FRENCH) == 0


@differs(basic={}, triomphe={2: 2})
def test_a_successful_defence(ruleset: str, wanted: dict[int, int]) -> None:
    """D-100: with one leading piece, and one more that counter-attacks where it can."""
    state = once(made(ruleset, "I2", "I3 C2"), "lead F1", "counter F2")
    assert where(state, "F1") == "2/1"
    assert committed(state, FRENCH) == wanted


@differs(basic={}, triomphe={2: 2})
def test_an_austrian_retreat(ruleset: str, wanted: dict[int, int]) -> None:
    """D-101: of two pieces; both games count the point that it costs."""
    state = position(ruleset, {"2": "I2 C2"}, {"4/2": "I2"}, turn=FRENCH)
    once(together(state, "attack", "F1", "4/2"), "retreat A1 1", "retreat A2 1")
    assert state.count("1") == 2
    assert change(state, AUSTRIAN) == -1
    assert committed(state, AUSTRIAN) == wanted


def asked_for(state: MarengoState, decision: Decision) -> bool:
    """Return whether this is decided before the move has ended."""
    once(state, until=[decision])
    return state.decision is decision


@differs(basic=False, triomphe=True)
def test_too_few_discs(ruleset: str, wanted: bool) -> None:
    """D-102: two are to be committed to 2, and all that are left lie in 3."""
    triomphe = {"uncommitted": {AUSTRIAN: 1, FRENCH: 5}, "committed": {AUSTRIAN: {3: 2}}}
    state = position(ruleset, {"2": "I2 C2"}, {"4/2": "I2"}, turn=FRENCH, triomphe=triomphe)
    together(state, "attack", "F1", "4/2")
    assert asked_for(state, Decision.SHIFT) is wanted


@differs(basic=False, triomphe=True)
def test_who_chooses_what_is_lost(ruleset: str, wanted: bool) -> None:
    """D-103: one disc of those in 4 and 5, as none is uncommitted; Austria decides."""
    triomphe = {"uncommitted": {AUSTRIAN: 5, FRENCH: 0}, "committed": {FRENCH: {4: 1, 5: 1}}}
    state = position(ruleset, {"1/2": "I2"}, {"2": "I2"}, triomphe=triomphe)
    together(state, "attack", "A1", "1/2")
    assert asked_for(state, Decision.PAYMENT) is wanted
    once(state)
    assert level(state, FRENCH) == {"bonaparte": 16, "triomphe": 1}[ruleset]


@differs(basic=-1, triomphe=0)
def test_the_winner_of_an_assault(ruleset: str, wanted: int) -> None:
    """D-104: his leading piece has lost a point in both games."""
    state = once(made(ruleset, "I3", "I1"), "lead A1", "lead F1", "send A1 lead A1")
    assert (where(state, "A1"), state.piece("A1").strength) == ("2", 2)
    assert change(state, AUSTRIAN) == wanted


@differs(basic=-1, triomphe=0)
def test_when_losses_are_counted(ruleset: str, wanted: int) -> None:
    """D-105: of defensive fire, at the defender's next decision."""
    state = made(ruleset, "I2", "A1 I2 C2")
    after = {"bonaparte": Decision.DEFENCE_LEADERS, "triomphe": Decision.COUNTER_ATTACK}[ruleset]
    once(state, "lead A1", "fire F1", "lead F2", "send A1 lead A1", until=[after])
    assert state.piece("A1").strength == 1
    assert change(state, AUSTRIAN) == wanted


@differs(basic=-1, triomphe=0)
def test_when_the_losses_of_a_retreat_are_counted(ruleset: str, wanted: int) -> None:
    """D-106: infantry in an approach and in reserve; one has lost a point, the other is next."""
    austrian, french = {"1/2": "I2", "4": "I2"}, {"2": "I3 I2", "2/4": "I3 C2"}
    state = position(ruleset, austrian, french)
    once(together(state, "attack", "A1", "1/2"), until=[Decision.REDUCTION])
    play(state, min(texts(state)))
    assert state.decision is Decision.REDUCTION
    assert change(state, FRENCH) == wanted
    assert change(once(state), FRENCH) == -2


@differs(basic=0, triomphe=-2)
def test_a_locality_lost_to_the_enemy(ruleset: str, wanted: int) -> None:
    """D-107: Austria holds 2; then the French turn ends."""
    triomphe = {"uncommitted": {AUSTRIAN: 10, FRENCH: 8}, "committed": {FRENCH: {2: 2}}}
    state = position(ruleset, {"2": "I2"}, {"5": "I2"}, turn=FRENCH, triomphe=triomphe)
    assert change(end_turn(state), FRENCH) == wanted


@differs(basic=({}, None), triomphe=({4: 1}, 9))
def test_discs_away_from_the_enemy(ruleset: str, wanted: tuple[dict[int, int], int | None]) -> None:
    """D-108: those in 5 are freed, as no enemy is next door; that in 4 is not."""
    triomphe = {"uncommitted": {AUSTRIAN: 10, FRENCH: 7}, "committed": {FRENCH: {4: 1, 5: 2}}}
    state = position(
        ruleset, {"2": "I2"}, {"4": "I2", "5": "I2"}, turn=FRENCH, hour=16, triomphe=triomphe
    )
    end_turn(state)
    free = state.uncommitted(FRENCH) if isinstance(state, TriompheState) else None
    assert (committed(state, FRENCH), free) == wanted


@differs(basic=[False, False], triomphe=[True, False])
def test_the_end_of_a_french_turn(ruleset: str, wanted: list[bool]) -> None:
    """D-109: at 15:00 and at 16:00."""
    triomphe = {"uncommitted": {AUSTRIAN: 10, FRENCH: 9}, "committed": {FRENCH: {4: 1}}}
    french = {"4": "I2"}
    found = []
    for hour in (15, 16):
        state = position(ruleset, {"2": "I2"}, french, turn=FRENCH, hour=hour, triomphe=triomphe)
        found.append(asked_for(play(state, "end"), Decision.RETURN))
    assert found == wanted


def last_points(austrian: int, french: int) -> dict[str, Any]:
    """Return what gives the armies so few points or discs."""
    points = {AUSTRIAN: austrian, FRENCH: french}
    return {"basic": {"morale": points}, "triomphe": {"uncommitted": points}}


def beaten(ruleset: str, *, hour: int = 9, turn: Side = AUSTRIAN, points: int = 1) -> MarengoState:
    """Return the position after the army not on turn, with so many points, has lost one."""
    if turn is AUSTRIAN:
        few = last_points(1, points)
        state = position(ruleset, {"1/2": "I2"}, {"2": "I2", "5": "I3"}, hour=hour, **few)
        return once(together(state, "attack", "A1", "1/2"))
    few = last_points(points, 5)
    austrian, french = {"2": "I2", "1/3": "I3"}, {"4/2": "I2", "3/1": "I1"}
    state = position(ruleset, austrian, french, turn=turn, hour=hour, **few)
    return once(together(state, "attack", "F1", "4/2"))


@differs(basic=(None, Decision.ACTION), triomphe=(AUSTRIAN, Decision.OVER))
def test_the_last_point(ruleset: str, wanted: tuple[Side | None, Decision]) -> None:
    """D-110: France loses it in a retreat."""
    state = beaten(ruleset)
    assert level(state, FRENCH) == 0
    assert (state.outcome and state.outcome.winner, state.decision) == wanted


@differs(basic=[Decision.ACTION, Decision.ASSAULT], triomphe=[Decision.OVER, Decision.ACTION])
def test_no_assault_by_a_demoralised_army(ruleset: str, wanted: list[Decision]) -> None:
    """D-111: what Austria, in 1/3, is asked at its next turn, with nothing or a point left."""
    found = []
    for points in (1, 2):
        state = beaten(ruleset, turn=FRENCH, points=points)
        found.append(end_turn(state).decision)
    assert found == wanted


def fired_at(ruleset: str, austrian: int, french: int) -> MarengoState:
    """Return a fire that takes a point from 2/1, then an assault of infantry 2 against 2."""
    few = last_points(austrian, french)
    state = position(ruleset, {"1/2": "A1:due I2"}, {"2/1": "I3", "5": "I2"}, step=1, **few)
    once(play(state, "complete A1"))
    assert state.piece("F1").strength == 2
    if state.decision is not Decision.OVER:
        assault(state, "A2", "1/2")
        once(state, "lead F1")
    return state


@differs(basic=["2", "1"], triomphe=["1/2", "1/2"])
def test_leading_pieces_of_a_demoralised_army(ruleset: str, wanted: list[str]) -> None:
    """D-112: where the attackers are when the fire cost France its last point, and when not."""
    found = [where(fired_at(ruleset, 5, french), "A2") for french in (1, 5)]
    assert found == wanted


@differs(basic=[0, 0], triomphe=[1, 0])
def test_both_armies_at_nothing(ruleset: str, wanted: list[int]) -> None:
    """D-113: as before; the assault costs Austria its last point, where it still comes to that."""
    state = fired_at(ruleset, 1, 1)
    assert [level(state, AUSTRIAN), level(state, FRENCH)] == wanted


@differs(basic=6, triomphe=1)
def test_the_reward_for_demoralising_the_enemy(ruleset: str, wanted: int) -> None:
    """D-114: Austria's morale, which was 1, at the start of the next round if there is one."""
    state = beaten(ruleset)
    for _ in range(2):
        end_turn(state)
    assert level(state, AUSTRIAN) == wanted


@differs(basic=(AUSTRIAN, "decisive", 21), triomphe=(AUSTRIAN, "decisive", 20))
def test_when_a_decisive_victory_is_won(ruleset: str, wanted: tuple[Side, str, int]) -> None:
    """D-115: France is demoralised at 20:00."""
    state = beaten(ruleset, hour=20)
    while state.decision is not Decision.OVER:
        end_turn(state)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.kind, state.outcome.round) == wanted
