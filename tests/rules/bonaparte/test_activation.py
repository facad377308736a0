"""Chapter 6 of the digest: activation, automatic and chosen, and what inactive pieces may do."""

from typing import Any

import numpy as np
import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, starting, texts, where
from tests.knowledge import blocks
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn, finish

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def dawn(french: dict[str, str], austrian: dict[str, str], **given: Any) -> BonaparteState:
    """Return the start of a French turn."""
    return french_turn(french, austrian, step=0, **given)


def active(state: BonaparteState, *names: str) -> list[bool]:
    return [state.piece(name).active for name in names]


# What an inactive piece may not do


@pytest.mark.parametrize("piece", ["~I3", "~C2", "~A1"])
@pytest.mark.parametrize("austrian", [{"1": "I2"}, {"17": "I2"}, {"17/23": "I2"}])
def test_an_inactive_piece_does_not_move_or_attack(piece: str, austrian: dict[str, str]) -> None:
    """B-6.11: no move, road march, manoeuvre attack or continuation along the main road."""
    assert texts(french_turn({"23": piece}, austrian)) == {"end"}


def test_an_inactive_piece_joins_no_group() -> None:
    """B-6.11: neither a move nor an attack of its active comrade."""
    for move in ("march F1 37", "attack F1 27/17"):
        state = play(french_turn({"27": "I2 ~I3"}, {"17": "I2"}), move)
        assert not starting(state, "join")


def test_an_inactive_piece_makes_and_joins_no_assault() -> None:
    """B-6.11."""
    state = french_turn({"27/17": "~I3"}, {"17/27": "I2"}, step=2)
    assert state.decision is Decision.ACTION
    state = french_turn({"27/17": "I3 ~I2"}, {"17/27": "I2"}, step=2)
    assert starting(state, "assault") == {"assault F1 27/17"}
    assert not starting(play(state, "assault F1 27/17"), "join")


# Automatic activation


@pytest.mark.parametrize("enemy", ["17", "17/27", "29"])
@pytest.mark.parametrize("enemies", ["I2", "C1", "A1"])
def test_automatic_activation(enemy: str, enemies: str) -> None:
    """B-6.12: all of 27, and they march in this turn; neither the piece of 56 nor a command."""
    state = dawn({"27": "~I3 ~I2 ~C2 ~A1", "56": "~I1"}, {enemy: enemies})
    assert (state.decision, state.commands) == (Decision.ACTION, 3)
    assert active(state, "F1", "F2", "F3", "F4", "F5") == [True] * 4 + [False]
    assert "march F1 37" in texts(state)


def test_activation_is_not_tested_in_the_enemy_turn() -> None:
    """B-6.13: the enemy comes near 39 and goes again; nobody there has become active."""
    state = austrian_turn({"46": "C2"}, {"39": "~I3"})
    play(state, "march A1 37")
    assert active(finish(state), "F1") == [False]
    state = austrian_turn({"27": "C2"}, {"39": "~I3"})
    play(state, "road A1", "cross 27-29", "cross 29-31", "stop", "end")
    assert active(state, "F1") == [False]


def test_enemies_who_come_during_the_french_turn_do_not_activate() -> None:
    """B-6.13: driven from 27 to 37, they stand beside 39; it counts in the next turn only."""
    state = french_turn({"17": "I3", "39": "~I2"}, {"27": "C2"})
    play(state, "attack F1 17/27", "respond none", "retreat A1 37")
    assert active(state, "F2") == [False]
    assert not [text for text in texts(state) if "F2" in text]
    end_turn(end_turn(state))
    assert active(state, "F2") == [True]


# Chosen activation


@pytest.mark.parametrize("name", ["F1", "F2", "F3"])
def test_chosen_activation_of_the_first_turn(name: str) -> None:
    """B-6.14: one piece, whichever he likes, without condition."""
    state = dawn({"39": "~I3 ~I2", "56": "~C2"}, {"1": "I2"}, hour=6)
    assert (state.decision, state.activations) == (Decision.ACTIVATION, 1)
    assert texts(state) == {"activate F1", "activate F2", "activate F3", "activate none"}
    play(state, f"activate {name}")
    assert state.decision is Decision.ACTION
    assert [p.name for p in state.pieces if p.side is FRENCH and p.active] == [name]


@pytest.mark.parametrize(
    ("hour", "flag", "number"),
    [
        (6, False, 1),
        (6, True, 1),
        (7, False, 0),
        (7, True, 2),
        (10, False, 0),
        (10, True, 2),
        (11, False, 2),
        (12, False, 2),
        (21, True, 2),
    ],
)
def test_how_many_pieces_are_chosen(hour: int, flag: bool, number: int) -> None:
    """B-6.14, B-6.15, B-6.17: one at first; later two, from 11:00 on or if the flag is set."""
    state = dawn({"39": "~I3", "56": "~C2 ~I2"}, {"1": "I2"}, hour=hour, flag=flag)
    for left in range(number, 0, -1):
        assert (state.decision, state.activations) == (Decision.ACTIVATION, left)
        play(state, sorted(texts(state) - {"activate none"})[0])
    assert state.decision is Decision.ACTION
    assert sum(active(state, "F1", "F2", "F3")) == number


@pytest.mark.parametrize(
    ("austrian", "french", "moves", "met"),
    [
        ({"5": "I2"}, {"56": "~I2"}, ["march A1 10"], True),
        ({"5": "A1"}, {"56": "~I2"}, ["march A1 8"], True),
        ({"5": "I2"}, {"56": "~I2"}, ["march A1 4"], False),
        ({"5": "C2"}, {"56": "~I2"}, ["road A1", "cross 5-10"], True),
        ({"5": "C2"}, {"56": "~I2"}, ["road A1", "cross 5-10", "cross 10-12", "stop"], True),
        ({"5": "I2"}, {"10": "~C2"}, ["attack A1 5/10"], False),
        ({"5": "I2"}, {"10": "~C2"}, ["attack A1 5/10", "respond F1", "block none"], False),
        ({"5": "I2"}, {"10": "~C2"}, ["attack A1 5/10", "respond none", "retreat F1 12"], True),
    ],
)
def test_the_first_condition(
    austrian: dict[str, str], french: dict[str, str], moves: list[str], met: bool
) -> None:
    """B-6.16: 8 and 10 are set-up localities, 4 is not; passing through is enough."""
    state = austrian_turn(austrian, french)
    assert not state.flag
    assert play(state, *moves).flag is met


@pytest.mark.parametrize(("goal", "met"), [("10", True), ("14", False)])
def test_a_retreat_meets_the_first_condition(goal: str, met: bool) -> None:
    """B-6.16: attacked in 12, the Austrians choose where they go."""
    state = play(french_turn({"20/12": "I3"}, {"12": "C2"}), "attack F1 20/12")
    assert play(state, f"retreat A1 {goal}").flag is met


def test_the_first_condition_stays_met() -> None:
    """B-6.16: the cavalry has only passed through 10; three rounds later it counts still."""
    state = austrian_turn({"5": "C2"}, {"56": "~I2 ~I3"}, hour=7)
    play(state, "road A1", "cross 5-10", "cross 10-12", "stop")
    for _ in range(3):
        play(state, "end")
        assert (state.decision, state.activations) == (Decision.ACTIVATION, 2)
        end_turn(play(state, "activate none"))
        assert state.flag


def test_choosing_is_optional_and_nothing_is_saved() -> None:
    """B-6.18: refused at 6:00, no choice at 7:00; refused at 11:00, two at 12:00, not four."""
    state = dawn({"39": "~I3 ~I2 ~I1", "56": "~C2 ~C1"}, {"1": "I2"}, hour=6)
    end_turn(play(state, "activate none"))
    play(state, "end")
    assert (state.hour, state.turn, state.decision) == (7, FRENCH, Decision.ACTION)
    while state.hour < 11:
        end_turn(state)
    for _ in range(2):
        play(state, "end")
        assert (state.decision, state.activations) == (Decision.ACTIVATION, 2)
        end_turn(play(state, "activate none"))
    assert not any(active(state, "F1", "F2", "F3", "F4", "F5"))


def test_one_of_two_may_be_chosen() -> None:
    """B-6.18."""
    state = dawn({"39": "~I3 ~I2"}, {"1": "I2"}, hour=11)
    play(state, "activate F2", "activate none")
    assert (state.decision, active(state, "F1", "F2")) == (Decision.ACTION, [False, True])


def test_automatic_activation_comes_first() -> None:
    """B-6.19: the choice is among the pieces still inactive."""
    state = dawn({"27": "~I3", "39": "~I2"}, {"17": "I2"}, hour=6)
    assert texts(state) == {"activate F2", "activate none"}
    assert active(state, "F1") == [True]


@pytest.mark.parametrize(("choice", "alone"), [("activate F3", False), ("activate none", True)])
def test_shuffling_comes_last(choice: str, alone: bool) -> None:
    """B-6.19: active cavalry, shown in a retreat, mixes with a piece made active this turn."""
    french = {"27/17": "~A1", "27": "C2", "37": "~I3", "47": "I3 C1"}
    state = austrian_turn({"17/27": "C2", "1": "I2"}, french, step=2, flag=True)
    finish(play(state, "assault A1 17/27", "fire F1", "retreat F2 37"))
    assert {"C2"} in blocks(state, AUSTRIAN, "37")
    play(state, "end")
    finish(play(state, choice))
    assert ({"C2"} in blocks(state, AUSTRIAN, "37")) is alone


def test_an_active_piece_stays_active() -> None:
    """B-6.20, B-6.21: through a game of random moves; Austrian pieces are active throughout."""
    chance = np.random.default_rng(20)
    state = game.start(20)
    before: set[str] = set()
    for _ in range(700):
        if not (moves := state.legal_moves()):
            break
        state.play(moves[chance.integers(len(moves))])
        alive = [piece for piece in state.pieces if piece.strength]
        assert all(piece.active for piece in alive if piece.side is AUSTRIAN)
        now = {piece.name for piece in alive if piece.active}
        assert before & {piece.name for piece in alive} <= now
        before = now


def test_a_piece_stays_active_when_the_enemy_has_gone() -> None:
    """B-6.20."""
    state = dawn({"27": "~I3"}, {"17": "I2"})
    end_turn(state)
    end_turn(play(state, "march A1 11"))
    assert active(state, "F1") == [True]


def test_austria_knows_no_activation() -> None:
    """B-6.21: at no hour is it asked."""
    for hour in (6, 11):
        state = austrian_turn({"39": "I2"}, {"56": "~I2"}, hour=hour, step=0, flag=True)
        assert (state.decision, active(state, "A1")) == (Decision.ACTION, [True])


def test_activation_is_public_but_faces_are_not() -> None:
    """B-6.22: Austria sees where a piece was activated, not which."""
    views = []
    for first, second in (("~I3", "~I2"), ("~I2", "~I3")):
        state = dawn({"39": first, "56": second}, {"1": "I2"}, hour=6)
        views.append(play(state, "activate F1").view(AUSTRIAN))
    assert views[0] == views[1]
    assert {(str(b.place), b.active) for b in views[0].enemy} == {("39", True), ("56", False)}


# What an inactive piece may do


def test_an_inactive_piece_may_block_an_attack() -> None:
    """B-6.23, B-6.24: and stays inactive."""
    state = austrian_turn({"17": "I2"}, {"27": "~I3"})
    finish(play(state, "attack A1 17/27", "respond F1"))
    assert (where(state, "F1"), active(state, "F1")) == ("27/17", [False])


def test_an_inactive_piece_retreats() -> None:
    """B-6.24: and stays inactive."""
    state = austrian_turn({"17": "I2"}, {"27": "~C2 ~I3"})
    play(state, "attack A1 17/27", "respond none", "retreat F1 37", "retreat F2 29")
    assert (where(state, "F1"), where(state, "F2")) == ("37", "29")
    assert active(state, "F1", "F2") == [False, False]
    assert state.piece("F2").strength == 2


def test_inactive_pieces_lead_fire_and_pursue() -> None:
    """B-6.25: the fire makes infantry 2 a 1, 1 − 1 − 1 = −1, and cavalry pursues the rest."""
    state = austrian_turn({"17/27": "I2 I3"}, {"27/17": "~A1 ~I1 ~C2"}, step=2)
    play(state, "assault A1 17/27", "join A2", "lead A1")
    for move in ("fire F1", "lead F2", "pursue F3"):
        assert move in texts(state)
        play(state, move)
    assert where(state, "F3") == "27/17"
    assert active(state, "F1", "F3") == [False, False]


def test_inactive_pieces_fall_back() -> None:
    """B-6.26: from an approach without an enemy opposite, into their own reserve only."""
    state = french_turn({"27/17": "~I3"}, {"1": "I2"})
    assert texts(state) == {"end", "fall-back F1"}
    assert where(play(state.copy(), "fall-back F1"), "F1") == "27"
    assert where(end_turn(state), "F1") == "27"


def test_inactive_pieces_count_for_capacity_and_occupation() -> None:
    """B-6.27: 24, which holds four, is full, and closed to Austrian moves."""
    full = {"24": "~I2 ~I2 ~I1 ~I1", "20": "I3"}
    assert "march F5 24" not in texts(french_turn(full, {"1": "I2"}))
    state = austrian_turn({"28": "I2"}, {"24": "~I2"})
    assert state.occupier(24) is FRENCH
    assert "march A1 24" not in texts(state)
