"""Differences in assaults: how they are made."""

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import texts
from tests.rules.differences.assaults import made, wide
from tests.rules.differences.both import (
    AUSTRIAN,
    FRENCH,
    Facts,
    asked,
    differs,
    ground,
    offers,
    once,
    position,
)


@differs(basic=False, triomphe=True)
def test_a_second_assault_from_one_approach(ruleset: str, wanted: bool) -> None:
    """D-62: the first was won, and the enemy stands opposite again."""
    memory: Facts = {"assaulted": ["1/2"]} if ruleset == "bonaparte" else {}
    state = position(ruleset, {"1/2": "I3"}, {"2/1": "I2"}, step=2, basic=memory)
    assert offers(state, "assault") == [wanted]


@differs(basic=4, triomphe=3)
def test_how_many_pieces_make_an_assault(ruleset: str, wanted: int) -> None:
    """D-63: of four in the approach; all those who win advance."""
    state = made(ruleset, "I3 I2 I2 I2", "I1", on=wide(ruleset))
    once(state, "lead A1,A2", "lead none", "send A1,A2,A3 lead A1,A2")
    assert state.count("2") == wanted
    assert state.count("1/2") == 4 - wanted


@differs(basic=[True, True], triomphe=[False, False])
def test_when_the_attacking_pieces_are_named(ruleset: str, wanted: list[bool]) -> None:
    """D-64: they are known when the defender is asked for his leading pieces."""
    state = made(ruleset, "I3 I2 I1", "I1", names="A1,A2")
    once(state, "lead A1", until=[Decision.DEFENCE_LEADERS])
    assert asked(state) == (Decision.DEFENCE_LEADERS, FRENCH)
    attacking = ("attacking", "leading")
    assert [state.piece(name).role in attacking for name in ("A1", "A2")] == wanted


@differs(
    basic=[(Decision.LEADERS, AUSTRIAN), (Decision.DEFENCE_LEADERS, FRENCH)],
    triomphe=[(Decision.DEFENCE_LEADERS, FRENCH), (Decision.ASSAULT_PIECES, AUSTRIAN)],
)
def test_who_names_leading_pieces_first(ruleset: str, wanted: list[tuple[Decision, Side]]) -> None:
    """D-65: with two that may lead on either side."""
    state = made(ruleset, "I3 I2", "I2 I1")
    naming = [decision for decision, _ in wanted]
    found = []
    for _ in range(2):
        once(state, until=naming)
        found.append(asked(state))
        state.play(next(text for text in sorted(texts(state)) if "none" not in text))
    assert found == wanted


@differs(
    basic=[Decision.FIRE, Decision.DEFENCE_LEADERS],
    triomphe=[Decision.DEFENCE_LEADERS, Decision.FIRE],
)
def test_firing_and_leading_the_defence(ruleset: str, wanted: list[Decision]) -> None:
    """D-66: what the defender is asked, in order."""
    state = made(ruleset, "I3", "A1 I2 I1")
    found = []
    for _ in range(2):
        once(state, until=wanted)
        found.append(state.decision)
        state.play(next(text for text in sorted(texts(state)) if "none" in text))
    assert found == wanted


@differs(basic=[False, True], triomphe=[True, True])
def test_leading_against_penalties(ruleset: str, wanted: list[bool]) -> None:
    """D-67: infantry of 2 and of 3 against two symbols."""
    on = ground(ruleset, borders={(1, 2): {"b_infantry": 2}})
    found = []
    for piece in ("I2", "I3"):
        state = position(ruleset, {"1/2": piece}, {"2/1": "I1"}, step=2, on=on)
        found += offers(state, "assault")
    assert found == wanted


@differs(basic={"lead none", "lead F2"}, triomphe={"lead none", "lead F1", "lead F2"})
def test_artillery_leading_the_defence(ruleset: str, wanted: set[str]) -> None:
    """D-68: F1 is artillery; if it leads it does not fire."""
    state = made(ruleset, "I3", "A1 I2")
    once(state, "fire none", until=[Decision.DEFENCE_LEADERS])
    assert texts(state) == wanted
    if ruleset == "triomphe":
        once(state, "lead F1", "fire F1")
        assert "fire F1" not in [str(move) for move in state.moves]


@differs(
    basic=(Decision.STRIKE, FRENCH, {"strike A1", "strike A2"}),
    triomphe=(Decision.HIT, AUSTRIAN, {"hit A1", "hit A2"}),
)
def test_who_chooses_the_piece_hit_by_defensive_fire(
    ruleset: str, wanted: tuple[Decision, Side, set[str]]
) -> None:
    """D-69: two pieces lead a wide assault."""
    state = made(ruleset, "I3 I2", "A1 I2", on=wide(ruleset))
    leading = ("lead A1,A2", "send A1,A2 lead A1,A2", "lead none", "fire F1")
    once(state, *leading, until=[wanted[0]])
    assert (*asked(state), texts(state)) == wanted
