"""Differences in the sequence of play, in commands and orders, and in marches."""

import pytest

from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import known, play, texts, where
from tests.rules.differences.both import (
    AUSTRIAN,
    FRENCH,
    asked,
    differs,
    end_turn,
    left,
    level,
    offers,
    once,
    position,
    shown,
    together,
)


@differs(basic=False, triomphe=True)
def test_an_assault_after_a_march(ruleset: str, wanted: bool) -> None:
    """D-35: by a piece that has not marched; before the march both games allow it."""
    state = position(ruleset, {"1/2": "I3", "3": "I2"}, {"2/1": "I1"}, step=2)
    assert offers(state, "assault") == [True]
    if ruleset == "bonaparte":
        play(state, "end")
    once(together(state, "march", "A2", "1"))
    assert offers(state, "assault") == [wanted]


@differs(basic=(Decision.ACTIVATION, 1), triomphe=(Decision.ACTION, 3))
def test_the_start_of_a_turn(ruleset: str, wanted: tuple[Decision, int]) -> None:
    """D-36: at 11:00 France is asked whom to activate, or receives the disc of the hour."""
    track = {"track": {FRENCH: {11: 2}}, "uncommitted": {AUSTRIAN: 5, FRENCH: 1}}
    basic = {"morale": {FRENCH: 1}}
    state = position(ruleset, {"1": "I2"}, {"5": "~I2"}, hour=11, basic=basic, triomphe=track)
    play(state, "end")
    assert state.turn is FRENCH
    assert (state.decision, level(state, FRENCH)) == wanted


@differs(basic=6, triomphe=1)
def test_the_start_of_a_round(ruleset: str, wanted: int) -> None:
    """D-37: Austria's bonus is paid; Triomphe has none."""
    basic = {
        "morale": {AUSTRIAN: 1, FRENCH: 0},
        "demoralised": {FRENCH: 9},
        "bonus_due": AUSTRIAN,
    }
    triomphe = {"uncommitted": {AUSTRIAN: 1, FRENCH: 1}}
    austrian, french = {"1": "I2"}, {"5": "I2"}
    state = position(ruleset, austrian, french, turn=FRENCH, basic=basic, triomphe=triomphe)
    assert level(state, AUSTRIAN) == 1
    assert level(end_turn(state), AUSTRIAN) == wanted


@differs(basic=16, triomphe=4)
def test_the_end_of_a_turn(ruleset: str, wanted: int) -> None:
    """D-38: the discs in 2, where the enemy now is, are lost at the end of the Austrian turn."""
    triomphe = {"uncommitted": {AUSTRIAN: 4, FRENCH: 4}, "committed": {AUSTRIAN: {2: 2}}}
    state = position(ruleset, {"1": "I2"}, {"2": "I2"}, triomphe=triomphe)
    end_turn(state)
    assert level(state, AUSTRIAN) == wanted


@differs(basic=None, triomphe=AUSTRIAN)
def test_the_end_of_the_game(ruleset: str, wanted: object) -> None:
    """D-39: France loses its last point or disc at 9:00."""
    basic = {"morale": {FRENCH: 1}}
    triomphe = {"uncommitted": {AUSTRIAN: 4, FRENCH: 1}}
    state = position(ruleset, {"1/2": "I2"}, {"2": "I2"}, basic=basic, triomphe=triomphe)
    once(together(state, "attack", "A1", "1/2"))
    assert level(state, FRENCH) == 0
    assert (None if state.outcome is None else state.outcome.winner) == wanted


@pytest.mark.parametrize(("verb", "goal", "enemy"), [("march", "2", "5"), ("attack", "1/2", "2")])
@differs(basic=4, triomphe=3)
def test_the_size_of_a_group(verb: str, goal: str, enemy: str, ruleset: str, wanted: int) -> None:
    """D-40: the largest group of the four pieces in one position, and what it costs."""
    state = position(ruleset, {"1": "I3 I2 I1 C2"}, {enemy: "I2"})
    if ruleset == "triomphe":
        groups = [text.split()[1] for text in texts(state) if text.split()[0] == verb]
        assert max(len(group.split(",")) for group in groups) == wanted
        together(state, verb, "A1,A2,A3", goal)
    else:
        together(state, verb, "A1,A2,A3,A4", goal)
    once(state)
    assert state.count("2") == wanted
    assert left(state) == 2


@differs(basic=[2, 2], triomphe=[3, 2])
def test_the_price_of_going_to_block(ruleset: str, wanted: list[int]) -> None:
    """D-41: with one piece, and with two into a narrow approach."""
    found = []
    for names in ("A1", "A1,A2"):
        state = position(ruleset, {"1": "I3 I2"}, {"2": "C2"})
        found.append(left(once(together(state, "march", names, "1/2"))))
    assert found == wanted


@differs(basic=3, triomphe=2)
def test_the_price_of_going_back(ruleset: str, wanted: int) -> None:
    """D-42: nobody is opposite any more."""
    state = position(ruleset, {"1/2": "I3"}, {"5": "C2"})
    moves = {"fall-back A1", "march A1 1"} & texts(state)
    assert len(moves) == 1
    play(state, moves.pop())
    assert where(state, "A1") == "1"
    assert left(state) == wanted


@differs(basic=2, triomphe=3)
def test_the_price_of_the_pontoon_bridge(ruleset: str, wanted: int) -> None:
    """D-43: one piece enters over it."""
    state = once(play(position(ruleset, {"Austria": "I3"}, {"5": "C2"}), "pontoon A1"))
    assert where(state, "A1") == "1"
    assert left(state) == wanted


@differs(basic=[True, False], triomphe=[True, True])
def test_no_crossing_and_continuation(ruleset: str, wanted: list[bool]) -> None:
    """D-44: by the main road towards 2, and by the side road towards 3."""
    found = []
    for enemy, goal in (("2", "1/2"), ("3", "1/3")):
        state = position(ruleset, {"1": "C2"}, {enemy: "I2"})
        if offers(state, "road A1") == [True]:
            once(play(state, "road A1"), f"continue A1 {goal}")
        found.append(where(state, "A1") == goal)
    assert found == wanted
    if ruleset == "triomphe":
        assert left(state) == 2


@differs(basic=[False, False], triomphe=[True, False])
def test_entering_a_locality_won_by_assault(ruleset: str, wanted: list[bool]) -> None:
    """D-45: across country; by road neither game allows it."""
    won = {"won": [2]}
    state = position(ruleset, {"1": "I3"}, {"5": "C2"}, basic=won, triomphe=won)
    found = offers(state, "march A1 2")
    if offers(state, "road A1") == [True]:
        play(state, "road A1")
    assert [*found, *offers(state, "cross 1-2")] == wanted


@differs(basic=False, triomphe=True)
def test_waiting_before_entering(ruleset: str, wanted: bool) -> None:
    """D-46: an entrant may let its first step pass in the box."""
    state = position(ruleset, {"Austria": "I3"}, {"5": "C2"})
    play(state, "road A1")
    waited = where(state, "A1") == "Austria" and "wait" in texts(state)
    assert waited is wanted


@differs(basic=[True], triomphe=[False])
def test_when_cavalry_attacking_by_road_is_shown(ruleset: str, wanted: list[bool]) -> None:
    """D-47: while the defender thinks about his reply."""
    state = position(ruleset, {"1": "C2", "3": "C1 I2"}, {"2": "I2"})
    once(play(state, "road A1"), "cross 1-2", until=[Decision.RESPONSE])
    assert asked(state) == (Decision.RESPONSE, FRENCH)
    assert shown(state, FRENCH, "1") == wanted
    once(state, "respond none")
    assert known(state, FRENCH, "2") == {"C2": 1}


@differs(basic=True, triomphe=False)
def test_a_second_road_attack_over_one_crossing(ruleset: str, wanted: bool) -> None:
    """D-48: the crossing was used in step 1, by a march or by a road attack in vain."""
    used = {"steps": {"m12": (1, 2)}}
    for attacks, allowed in (([], True), (["m12"], wanted)):
        memory = {**used, "road_attacks": attacks}
        state = position(ruleset, {"1": "C2"}, {"2": "I2"}, basic=used, triomphe=memory)
        found = False
        if offers(state, "road A1") == [True]:
            once(play(state, "road A1"), "wait", "cross 1-2", until=[Decision.RESPONSE])
            found = state.decision is Decision.RESPONSE
        assert found is allowed
