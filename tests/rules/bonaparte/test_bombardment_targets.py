"""Chapter 10, bombardment: who is hit, how strongly, and what is shown of it.

The artillery A1 fires from 46/47 at 47, which has three more neighbours that may be Austrian:
39, 49 and 53. 66/58 and 15/9 have artillery penalties, 9/15 has none.
"""

from collections import Counter

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, play, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import face_up, pass_turn, places, strengths
from tests.toys import toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

FAR_AWAY = {"23": "I3 I2 C2 C1"}
"""French pieces that keep the faces of others from being guessed."""


def fire(french: dict[str, str]) -> BonaparteState:
    """Return the position after the artillery in 46/47 has fired at 47."""
    state = austrian_turn({"46/47": "A1:due", "39": "I2", "49": "I2"}, french, step=1)
    return play(state, "complete A1")


@pytest.mark.parametrize(
    "french",
    [
        {"47/46": "I3 C2", "47": "I2", "47/39": "C1"},
        {"47": "I3 C2", "47/39": "C1", "47/49": "I2"},
        {"47/39": "I3 C2"},
    ],
    ids=["opposite approach", "reserve", "other approach"],
)
@pytest.mark.parametrize("target", ["F1", "F2"])
def test_the_owner_chooses_within_the_target_group(french: dict[str, str], target: str) -> None:
    """B-10.14, B-10.15, B-10.16, B-10.18: one piece takes the loss, nothing passes to others."""
    state = fire(french)
    assert (state.decision, state.to_move) == (Decision.TARGET, FRENCH)
    assert texts(state) == {"target F1", "target F2"}
    before = {piece.name: piece.strength for piece in state.pieces}
    play(state, f"target {target}")
    after = {piece.name: piece.strength for piece in state.pieces}
    assert after == before | {target: before[target] - 1}


@pytest.mark.parametrize(
    "french",
    [
        {"47/46": "I2", "47": "I3", "47/39": "I3"},
        {"47": "C2", "47/39": "I3", "47/49": "I3"},
        {"47/39": "A1"},
    ],
)
def test_a_lone_piece_of_the_target_group_is_hit_without_a_question(
    french: dict[str, str],
) -> None:
    """B-10.14, B-10.15, B-10.16."""
    state = fire({**french, **FAR_AWAY})
    assert state.decision not in (Decision.TARGET, Decision.AIM)
    hit = {"I2": 1, "C2": 1, "A1": 0}[next(iter(french.values()))]
    assert strengths(state, "F1") == (hit,)
    assert state.morale(FRENCH) == 16


@pytest.mark.parametrize(("move", "target"), [("aim 47/39", "F1"), ("aim 47/49", "F2")])
def test_the_firing_player_chooses_among_other_approaches(move: str, target: str) -> None:
    """B-10.16."""
    state = fire({"47/39": "I3", "47/49": "I3"})
    assert (state.decision, state.to_move) == (Decision.AIM, AUSTRIAN)
    assert texts(state) == {"aim 47/39", "aim 47/49"}
    play(state, move)
    assert strengths(state, "F1", "F2") == ((2, 3) if target == "F1" else (3, 2))


@pytest.mark.parametrize(
    ("austrian", "french", "left"),
    [
        ({"58/66": "A1:due"}, {"66/58": "I2"}, 2),
        ({"58/66": "A1:due"}, {"66": "I2"}, 1),
        ({"58/66": "A1:due", "60": "I2"}, {"66/60": "I2"}, 1),
        ({"9/15": "A1:due"}, {"15/9": "I2"}, 2),
        ({"15/9": "A1:due"}, {"9/15": "I2"}, 1),
        ({"4/5": "A1:due"}, {"5/4": "I2"}, 2),
    ],
)
def test_the_penalty_counts_only_in_the_opposite_approach(
    austrian: dict[str, str], french: dict[str, str], left: int
) -> None:
    """B-10.17, B-16.22: neither for others there nor that of the own side."""
    state = play(austrian_turn(austrian, french, step=1), "complete A1")
    assert strengths(state, "F1") == (left,)
    assert state.morale(FRENCH) == 15 + left


def test_two_penalties_do_not_strengthen_the_target() -> None:
    """B-10.17: the fire is not weaker than zero."""
    toy = toy_game({1: {}, 2: {}}, [{"a": 1, "b": 2, "b_artillery": 2}], ruleset="bonaparte")
    state = austrian_turn({"1/2": "A1:due"}, {"2/1": "I2"}, on=toy, step=1)
    play(state, "complete A1")
    assert (strengths(state, "F1"), state.morale(FRENCH)) == ((2,), 17)


@pytest.mark.parametrize(("face", "place"), [("I2", "62"), ("C1", ""), ("A1", "")])
def test_a_point_of_fire_costs_a_point_of_strength(face: str, place: str) -> None:
    """B-10.18: at most until the piece is eliminated."""
    state = austrian_turn({"58/62": "A1:due"}, {"62": face, "34": "I3"}, step=1)
    play(state, "complete A1")
    assert (where(state, "F1"), strengths(state, "F1", "F2")) == (place, (1 if place else 0, 3))
    assert state.morale(FRENCH) == 16


def test_the_piece_that_is_hit_is_shown_and_hidden_again() -> None:
    """B-10.19."""
    state = austrian_turn({"58/62": "A1:due"}, {"62": "I3 C2", **FAR_AWAY}, step=1)
    play(state, "complete A1")
    assert known(state, AUSTRIAN, "62") == Counter({"?": 2})
    play(state, "target F1")
    assert known(state, AUSTRIAN, "62") == Counter({"I2": 1, "?": 1})
    assert face_up(state, AUSTRIAN, "62") == [False, False]


def test_a_fire_of_strength_zero_shows_nobody_and_counts_as_fired() -> None:
    """B-10.19, B-16.22: nobody chooses; the artillery neither moves, assaults nor declares."""
    state = austrian_turn({"58/66": "I3 A1:due"}, {"66/58": "I3 C2", **FAR_AWAY}, step=1)
    assert texts(state) == {"complete A2", "cancel A2"}
    play(state, "complete A2")
    assert (state.decision, state.to_move) == (Decision.ASSAULT, AUSTRIAN)
    assert known(state, AUSTRIAN, "66/58") == Counter({"?": 2})
    assert state.piece("A2").bombardment == "completed"
    assert play(state.copy(), "assault A1 58/66").decision is not Decision.JOIN
    play(state, "end")
    assert "march A1 58" in texts(state)
    assert "march A2 58" not in texts(state)
    play(state, "end")
    assert (state.turn, state.piece("A2").silenced) == (FRENCH, True)


def test_a_fire_of_strength_zero_may_be_cancelled_instead() -> None:
    """B-10.19: then the artillery may move and declare."""
    state = austrian_turn({"58/66": "A1:due"}, {"66/58": "I3"}, step=1)
    play(state, "cancel A1")
    assert "march A1 58" in texts(state)
    assert "declare A1" in texts(play(state, "end"))


def test_a_bombardment_moves_nobody_and_costs_the_firing_side_nothing() -> None:
    """B-10.21."""
    state = fire({"47/46": "I2", "47": "C2"})
    assert (places(state, "F1", "F2"), strengths(state, "F1", "F2")) == (("47/46", "47"), (1, 2))
    assert (strengths(state, "A1"), where(state, "A1")) == ((1,), "46/47")
    assert (state.morale(AUSTRIAN), state.commands) == (16, 3)


@pytest.mark.parametrize("face", ["I2", "C2", "I1"])
def test_losses_by_bombardment_lower_morale(face: str) -> None:
    """B-10.23."""
    state = fire({"47": face, "23": "I3"})
    assert (state.morale(FRENCH), state.morale(AUSTRIAN)) == (16, 16)


def test_a_demoralised_army_bombards() -> None:
    """B-10.24: with full strength."""
    state = austrian_turn(
        {"58/62": "A1"},
        {"62": "I3"},
        step=4,
        morale={AUSTRIAN: 0},
        demoralised={AUSTRIAN: 7},
    )
    pass_turn(play(state, "declare A1"))
    assert strengths(play(state, "complete A1"), "F1") == (2,)


def test_france_bombards_by_the_same_rules() -> None:
    """B-10.18, B-10.19: the Austrian player chooses and Austria pays."""
    state = french_turn({"58/62": "A1:due"}, {"62": "I3 C2"}, step=1)
    play(state, "complete F1")
    assert (state.decision, state.to_move) == (Decision.TARGET, AUSTRIAN)
    play(state, "target A2")
    assert (strengths(state, "A1", "A2"), state.morale(AUSTRIAN)) == ((3, 1), 15)
    assert pass_turn(state).hour == 10
