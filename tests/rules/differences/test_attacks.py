"""Differences in manoeuvre attacks and bombardments."""

from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind
from marengo.games.marengo.state import MarengoState
from tests.helpers import known, play, texts, verbs, where
from tests.rules.differences.both import (
    AUSTRIAN,
    FRENCH,
    asked,
    differs,
    end_turn,
    ground,
    left,
    offers,
    once,
    position,
    shown,
    strengths,
    together,
)


def wide(ruleset: str) -> MarengoGame:
    """Return the ground with a wide border between 1 and 2."""
    return ground(ruleset, borders={(1, 2): {"wide": True}})


@differs(basic=3, triomphe=1)
def test_how_many_reply(ruleset: str, wanted: int) -> None:
    """D-49: to one attacker, of three in reserve."""
    state = position(ruleset, {"1": "I3"}, {"2": "I3 I2 C2"})
    together(state, "attack", "A1", "1/2")
    play(state, "respond F1")
    while state.decision is Decision.JOIN:
        play(state, next(text for text in sorted(texts(state)) if text != "join none"))
    assert state.count("2/1") == wanted


@differs(basic=[True, True], triomphe=[True, False])
def test_a_single_reply_at_a_wide_approach(ruleset: str, wanted: list[bool]) -> None:
    """D-50: against one attacker, and against two; whether the locality is held."""
    found = []
    for names in ("A1", "A1,A2"):
        state = position(ruleset, {"1": "I3 I2"}, {"2": "C2"}, on=wide(ruleset))
        once(together(state, "attack", names, "1/2"), "respond F1")
        found.append(where(state, "F1") == "2/1")
    assert found == wanted


@differs(basic=None, triomphe="2")
def test_a_second_attack_over_one_approach(ruleset: str, wanted: str | None) -> None:
    """D-51: a second single piece, after the first was stopped by a single one."""
    state = position(ruleset, {"1": "I3 I2"}, {"2": "C2"}, on=wide(ruleset))
    once(together(state, "attack", "A1", "1/2"), "respond F1")
    assert where(state, "F1") == "2/1"
    found = None
    if offers(state, "attack A2") == [True]:
        once(together(state, "attack", "A2", "1/2"))
        found = where(state, "A2")
    assert found == wanted


def blocked(ruleset: str, attackers: str) -> MarengoState:
    """Return the attack of A1 and A2 from reserve, just blocked."""
    state = position(ruleset, {"1": attackers, "3": "I1 C1 C2"}, {"2": "I2"})
    together(state, "attack", "A1,A2", "1/2")
    return play(state, "respond F1")


@differs(basic=["1", "1/2", 1], triomphe=["1/2", "1/2", 2])
def test_dividing_a_blocked_group(ruleset: str, wanted: list[object]) -> None:
    """D-52: infantry of which only the second should advance, and what is left to spend."""
    state = once(blocked(ruleset, "I3 I2"), "block A2", "join none", "advance")
    assert [where(state, "A1"), where(state, "A2"), left(state)] == wanted


@differs(basic={"block"}, triomphe={"advance", "hold"})
def test_the_answers_to_a_block(ruleset: str, wanted: set[str]) -> None:
    """D-52: by pieces in Basic, all or none in Triomphe."""
    assert verbs(blocked(ruleset, "I3 I2")) == wanted


@differs(basic=["1", 2, False], triomphe=["1/2", 1, True])
def test_continuation_after_a_blocked_attack(ruleset: str, wanted: list[object]) -> None:
    """D-53: all stay; then the cavalry alone goes on, and is shown."""
    state = once(blocked(ruleset, "I3 C2"), "block none", "hold", "continue A2 1/2")
    seen = known(state, FRENCH, "1/2") == {"C2": 1}
    assert [where(state, "A2"), left(state), seen] == wanted


@differs(basic=[False, True], triomphe=[False, False])
def test_when_infantry_at_an_obstacle_is_shown(ruleset: str, wanted: list[bool]) -> None:
    """D-54: while the defender thinks about his reply."""
    on = ground(ruleset, borders={(1, 2): {"b_obstacle": True}})
    state = position(ruleset, {"1": "C2 I3", "3": "I1 C1 C2"}, {"2": "I2"}, on=on)
    together(state, "attack", "A1,A2", "1/2")
    assert asked(state) == (Decision.RESPONSE, FRENCH)
    assert sorted(shown(state, FRENCH, "1")) == wanted
    once(state, "respond none")
    assert state.view(FRENCH).at_least("2", Kind.INFANTRY, 3) == 1


@differs(basic=True, triomphe=False)
def test_moving_and_declaring(ruleset: str, wanted: bool) -> None:
    """D-55: the artillery goes into the approach first."""
    state = once(together(position(ruleset, {"1": "A1"}, {"2": "I2"}), "march", "A1", "1/2"))
    if ruleset == "bonaparte":
        play(state, "end")
    assert offers(state, "declare A1") == [wanted]


def due(ruleset: str) -> MarengoState:
    """Return the Austrian turn in which a bombardment of 2 is due."""
    return position(ruleset, {"1/2": "A1:due", "3": "I2"}, {"2": "I2 I1"}, step=1)


@differs(basic=False, triomphe=True)
def test_moving_before_firing(ruleset: str, wanted: bool) -> None:
    """D-56: another piece marches, then the artillery fires."""
    state = due(ruleset)
    assert offers(state, "complete A1") == [True]
    if ruleset == "bonaparte":
        assert verbs(state) == {"complete", "cancel"}
        play(state, "cancel A1")
    once(together(state, "march", "A2", "1"))
    assert offers(state, "complete A1") == [wanted]


@differs(basic=False, triomphe=True)
def test_neither_firing_nor_cancelling(ruleset: str, wanted: bool) -> None:
    """D-57: the turn may be ended without a word about it, and the bombardment lapses."""
    state = due(ruleset)
    assert ("end" in texts(state)) is wanted
    end_turn(state)
    assert state.piece("A1").bombardment == "none"


@differs(basic=False, triomphe=True)
def test_doing_something_else_instead_of_firing(ruleset: str, wanted: bool) -> None:
    """D-58: the artillery marches back without cancelling first."""
    state = due(ruleset)
    assert offers(state, "march A1 1") == [wanted]
    if ruleset == "bonaparte":
        play(state, "cancel A1")
    once(together(state, "march", "A1", "1"))
    assert (where(state, "A1"), state.piece("A1").bombardment) == ("1", "none")


@differs(
    basic=(Decision.AIM, AUSTRIAN, {"aim 2/3", "aim 2/4"}),
    triomphe=(Decision.TARGET, FRENCH, {"target F1", "target F2"}),
)
def test_only_other_approaches_are_occupied(
    ruleset: str, wanted: tuple[Decision, object, set[str]]
) -> None:
    """D-59: one piece faces 3, the other 4."""
    austrian = {"1/2": "A1:due", "3": "I2", "4": "I2"}
    state = position(ruleset, austrian, {"2/3": "I3", "2/4": "C2"}, step=1)
    play(state, "complete A1")
    assert (*asked(state), texts(state)) == wanted


@differs(basic=True, triomphe=False)
def test_bombarding_over_a_barred_border(ruleset: str, wanted: bool) -> None:
    """D-60: an assault over it was lost this turn; the artillery was no part of it."""
    lost = {"barred": ["1/2"]}
    state = position(ruleset, {"1/2": "A1"}, {"2/1": "I2"}, step=4, basic=lost, triomphe=lost)
    assert offers(state, "declare A1") == [wanted]


@differs(basic=False, triomphe=True)
def test_a_bombardment_without_a_target(ruleset: str, wanted: bool) -> None:
    """D-61: whether the artillery has acted, once nothing is due any more."""
    state = position(ruleset, {"1/2": "A1:due"}, {"5": "I2"}, step=1)
    if ruleset == "triomphe":
        play(state, "complete A1")
    assert state.decision is Decision.ACTION
    assert state.piece("A1").bombardment != "due"
    assert state.piece("A1").acted is wanted


@differs(basic="1", triomphe="1/2")
def test_artillery_whose_fire_left_no_enemy(ruleset: str, wanted: str) -> None:
    """D-94: at the end of its turn."""
    state = position(ruleset, {"1/2": "A1:due"}, {"2": "I1", "5": "I2"}, step=1)
    end_turn(once(play(state, "complete A1")))
    assert strengths(state, "F1") == [0]
    assert where(state, "A1") == wanted
