"""Chapter 10, bombardment: declaring, firing or cancelling, and what the piece may not do then.

58 and 62 share a wide pair without artillery penalties; the Austrian artillery stands in 58/62.
Who it fires at, and how strongly, is in test_bombardment_targets.py.
"""

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import (
    attackers,
    face_up,
    finish,
    pass_turn,
    places,
    strengths,
)

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def due(with_it: str = "", french: dict[str, str] | None = None) -> BonaparteState:
    """Return an Austrian turn in which artillery in 58/62 fires or cancels.

    It is A1, or the last of the pieces there if others stand with it.
    """
    return austrian_turn(
        {"58/62": f"{with_it} A1:due".strip()}, french or {"62": "I3", "34": "C2 I2"}, step=1
    )


def to_the_declaration(state: BonaparteState) -> BonaparteState:
    """Let step 2 pass without an assault and step 3 without a move."""
    while state.decision in (Decision.ASSAULT, Decision.ACTION) and state.turn is AUSTRIAN:
        play(state, "end")
    return state


@pytest.mark.parametrize(
    ("austrian", "possible"),
    [
        ({"58/62": "A1"}, True),
        ({"58/62": "I3"}, False),
        ({"58/62": "C2"}, False),
        ({"58": "A1"}, False),
    ],
)
def test_only_artillery_in_an_approach_declares(austrian: dict[str, str], possible: bool) -> None:
    """B-10.1."""
    state = austrian_turn(austrian, {"62": "I2"}, step=4)
    assert (state.decision == Decision.DECLARATION) == possible
    assert ("declare A1" in texts(state)) == possible


def test_only_the_opposite_locality_is_hit() -> None:
    """B-10.1: the French in 53 and 49 are next to 58 as well."""
    state = play(due(french={"53": "I3", "49": "I3", "62": "I3"}), "complete A1")
    assert strengths(state, "F1", "F2", "F3") == (3, 3, 2)


def test_a_bombardment_takes_two_turns() -> None:
    """B-10.2: step 4 of one, step 1 of the next."""
    state = play(austrian_turn({"58/62": "A1"}, {"62": "I2"}), "end")
    assert (state.step, state.decision) == (4, Decision.DECLARATION)
    play(state, "declare A1")
    assert (state.turn, state.piece("A1").bombardment) == (FRENCH, "declared")
    pass_turn(state)
    assert (state.hour, state.step, state.decision) == (10, 1, Decision.BOMBARDMENT)
    assert state.piece("A1").bombardment == "due"
    assert strengths(play(state, "complete A1"), "F1") == (1,)


def test_declaring_is_optional() -> None:
    """B-10.3, B-10.2: nothing is pending without it."""
    state = austrian_turn({"58/62": "A1"}, {"62": "I2"}, step=4)
    assert texts(state) == {"declare A1", "declare none"}
    play(state, "declare none")
    assert face_up(state, FRENCH, "58/62") == [False]
    pass_turn(state)
    assert (state.turn, state.decision) == (AUSTRIAN, Decision.ACTION)


def test_the_artillery_is_face_up_until_the_end_of_the_turn_in_which_it_fires() -> None:
    """B-10.3, B-10.20."""
    state = austrian_turn({"58/62": "A1"}, {"62": "I2"}, step=4)
    assert face_up(state, FRENCH, "58/62") == [False]
    play(state, "declare A1")
    assert face_up(state, FRENCH, "58/62") == [True]
    pass_turn(state)
    assert face_up(state, FRENCH, "58/62") == [True]
    play(state, "complete A1")
    assert state.piece("A1").bombardment == "completed"
    assert face_up(state, FRENCH, "58/62") == [True]
    pass_turn(state)
    assert face_up(state, FRENCH, "58/62") == [False]
    assert state.piece("A1").bombardment == "none"


def test_artillery_declares_in_the_turn_it_moved_into_the_approach() -> None:
    """B-10.4."""
    state = play(austrian_turn({"58": "A1"}, {"62": "I2"}), "march A1 58/62", "end")
    assert texts(state) == {"declare A1", "declare none"}


def test_no_declaration_in_the_turn_of_firing() -> None:
    """B-10.5: but in the next one."""
    state = play(due(), "complete A1")
    to_the_declaration(state)
    assert state.turn == FRENCH
    pass_turn(state)
    to_the_declaration(state)
    assert "declare A1" in texts(state)


@pytest.mark.parametrize(("artillery", "possible"), [("A1", True), ("A1:assaulted", False)])
def test_no_declaration_in_the_turn_of_an_assault(artillery: str, possible: bool) -> None:
    """B-10.6."""
    state = austrian_turn({"58/62": artillery}, {"62": "I2"}, step=4)
    assert ("declare A1" in texts(state)) == possible


@pytest.mark.parametrize(("move", "joins"), [("complete A2", False), ("cancel A2", True)])
def test_artillery_that_has_fired_joins_no_assault(move: str, joins: bool) -> None:
    """B-10.6, B-10.11: after cancelling it may."""
    state = play(due("I3", {"62/58": "I3"}), move, "assault A1 58/62")
    assert (state.decision == Decision.JOIN) == joins
    if joins:
        play(state, "join A2")
    assert attackers(state) == ({"A1", "A2"} if joins else {"A1"})


@pytest.mark.parametrize(
    ("french", "possible"),
    [({"62": "I2"}, True), ({"62/61": "I2"}, True), ({"62/58": "I2"}, True), ({"61": "I2"}, False)],
)
def test_the_opposite_locality_is_enemy_occupied_at_declaration(
    french: dict[str, str], possible: bool
) -> None:
    """B-10.7: where it is not, the artillery has fallen back before step 4."""
    state = to_the_declaration(austrian_turn({"58/62": "A1"}, french))
    assert ("declare A1" in texts(state)) == possible
    assert where(state, "A1") == ("58/62" if possible else "58")


def test_a_bombardment_is_fired_or_cancelled() -> None:
    """B-10.8: in step 1 and without a third choice."""
    state = due()
    assert (state.step, state.to_move, state.decision) == (1, AUSTRIAN, Decision.BOMBARDMENT)
    assert texts(state) == {"complete A1", "cancel A1"}
    assert state.piece("A1").bombardment == "due"


def test_without_a_target_a_bombardment_is_cancelled_of_itself() -> None:
    """B-10.9: the only French piece has left 62."""
    state = french_turn({"62": "I2"}, {"58/62": "A1:declared"})
    play(state, "march F1 61")
    pass_turn(state)
    assert (state.turn, state.decision) == (AUSTRIAN, Decision.ACTION)
    assert state.piece("A1").bombardment == "none"
    assert face_up(state, FRENCH, "58/62") == [False]
    assert "fall-back A1" in texts(state)
    assert "march A1 62" in texts(state)


@pytest.mark.parametrize("move", ["march A1 58", "attack A1 58/62"])
def test_after_cancelling_the_artillery_is_free(move: str) -> None:
    """B-10.9, B-10.10: nothing is inflicted, it lies face-down and may move this turn."""
    state = play(due(), "cancel A1")
    assert (strengths(state, "F1"), state.morale(FRENCH)) == ((3,), 17)
    assert state.piece("A1").bombardment == "none"
    assert face_up(state, FRENCH, "58/62") == [False]
    assert move in texts(state)


def test_after_cancelling_the_artillery_declares_anew() -> None:
    """B-10.11: in step 4 of the same turn."""
    state = to_the_declaration(play(due(), "cancel A1"))
    assert texts(state) == {"declare A1", "declare none"}
    play(state, "declare A1")
    assert (state.turn, state.piece("A1").bombardment) == (FRENCH, "declared")


def test_a_bombardment_lapses_with_its_artillery_in_a_retreat() -> None:
    """B-10.12."""
    state = french_turn({"62": "I2", "53": "I3"}, {"58/62": "A1:declared I2"})
    finish(play(state, "attack F2 53/58"), Decision.ASSAULT)
    assert where(state, "A1") == ""
    pass_turn(state)
    assert (state.turn, state.decision) == (AUSTRIAN, Decision.ACTION)


def test_a_bombardment_lapses_with_its_artillery_in_an_assault() -> None:
    """B-10.12: eliminated otherwise than in a retreat."""
    state = french_turn({"62/58": "I3"}, {"58/62": "A1:declared", "2": "I2"}, step=2)
    finish(play(state, "assault F1 62/58"), Decision.ASSAULT)
    assert places(state, "A1", "F1") == ("", "58")
    pass_turn(state)
    assert (state.turn, state.decision) == (AUSTRIAN, Decision.ACTION)


def test_a_bombardment_outlasts_an_assault_that_fails() -> None:
    """B-10.12: it stays pending and face-up; who is hit is settled at the moment of firing."""
    state = french_turn({"62/58": "I2", "62": "C2"}, {"58/62": "I3 A1:declared"}, step=2)
    play(state, "assault F1 62/58")
    assert texts(state) == {"lead A1", "lead none"}
    finish(play(state, "lead A1"), Decision.ASSAULT)
    assert places(state, "F1", "A1", "A2") == ("", "58/62", "58/62")
    assert state.piece("A2").bombardment == "declared"
    assert sorted(face_up(state, FRENCH, "58/62")) == [False, True]
    pass_turn(state)
    assert state.decision == Decision.BOMBARDMENT
    assert strengths(play(state, "complete A2"), "F2") == (1,)


def test_artillery_fires_once_a_turn() -> None:
    """B-10.13."""
    state = play(due(), "complete A1")
    assert (state.decision, starting(state, "complete")) == (Decision.ACTION, set())


@pytest.mark.parametrize(
    ("moves", "fires"),
    [
        (("complete A2",), False),
        (("cancel A2",), True),
        (("cancel A2", "end", "end", "declare A2"), False),
    ],
)
def test_artillery_that_bombarded_does_not_fire_defensively(
    moves: tuple[str, ...], fires: bool
) -> None:
    """B-10.13: not in the enemy turn that follows."""
    state = play(due("I3", {"62/58": "I3", "62": "C2"}), *moves)
    if state.turn is AUSTRIAN:
        pass_turn(state)
    play(state, "assault F1 62/58")
    assert (state.decision == Decision.FIRE) == fires


@pytest.mark.parametrize("falls_back", [True, False])
def test_the_artillery_falls_back_from_an_emptied_locality(falls_back: bool) -> None:
    """B-10.22: into its own reserve, not forward; at the latest at the end of step 3."""
    state = play(due(french={"62": "I1", "34": "I3"}), "complete A1")
    assert starting(state, "fall-back") == {"fall-back A1"}
    assert starting(state, "march") == set()
    assert starting(state, "road") == set()
    if falls_back:
        play(state, "fall-back A1")
        assert (where(state, "A1"), state.commands) == ("58", 3)
    play(state, "end")
    assert (state.turn, where(state, "A1")) == (FRENCH, "58")


def test_the_artillery_stays_where_an_enemy_is_opposite_again() -> None:
    """B-10.22: cavalry driven from 61 has come to 62; the piece neither moves nor declares."""
    state = austrian_turn(
        {"58/62": "A1:due", "55": "I3"}, {"62": "I1", "61": "C2", "34": "I3"}, step=1
    )
    play(state, "complete A1", "attack A2 55/61", "respond none", "retreat F2 62")
    assert not [text for text in texts(state) if text.split()[1:2] == ["A1"]]
    play(state, "end")
    assert (state.turn, where(state, "A1")) == (FRENCH, "58/62")


def test_the_bombardment_of_the_rulebook() -> None:
    """B-16.11, B-10.2 to B-10.5, B-10.20: infantry penalties of the target do not matter."""
    state = french_turn({"8": "A1"}, {"5": "I3", "5/8": "I2", "1": "C2"})
    play(state, "march F1 8/5", "end", "declare F1")
    assert (state.turn, face_up(state, AUSTRIAN, "8/5")) == (AUSTRIAN, [True])
    pass_turn(state)
    assert face_up(state, AUSTRIAN, "8/5") == [True]
    play(state, "complete F1")
    assert strengths(state, "A1", "A2") == (3, 1)
    assert state.morale(AUSTRIAN) == 15
    assert texts(state) == {"end"}
    pass_turn(state)
    assert (state.turn, face_up(state, AUSTRIAN, "8/5")) == (AUSTRIAN, [False])
    pass_turn(state)
    assert "declare F1" in texts(play(state, "end"))
