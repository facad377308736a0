"""Chapter 7 of the digest: rounds, turns and their four steps."""

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import pieces_at, play, starting, texts, verbs, where, winner
from tests.rules.bonaparte.marching import group
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import end_turn, finish, places
from tests.toys import toy_game

BOTH = pytest.mark.parametrize("side", [Side.AUSTRIAN, Side.FRENCH])


def full_turn(side: Side) -> BonaparteState:
    """Return a position in which that side has something to do in every step.

    Its first piece is an artillery piece with a bombardment due, the second may assault, the
    third stands in reserve.
    """
    if side is Side.AUSTRIAN:
        own = {"5/10": "A1:due", "5/8": "I3", "5": "I2", "6:00": "C2"}
        return austrian_turn(own, {"10": "I2", "8/5": "I2"}, step=1)
    own = {"10/5": "A1:due", "8/5": "I3", "8": "I2", "12:00": "C2"}
    return french_turn(own, {"5": "I2", "5/8": "I2"}, step=1, hour=12)


def piece(side: Side, number: int) -> str:
    """Return the name of a piece of that side."""
    return f"{side.name[0]}{number}"


def test_sixteen_rounds_of_an_austrian_and_a_french_turn() -> None:
    """B-7.1, B-7.2: 6:00 to 21:00, Austria first."""
    state = finish(game.start(1))
    turns = []
    while state.decision is not Decision.OVER:
        turns.append((state.hour, state.turn))
        assert state.to_move is state.turn
        end_turn(state)
    assert turns == [(h, side) for h in range(6, 22) for side in (Side.AUSTRIAN, Side.FRENCH)]


def test_the_time_marker_moves_after_the_french_turn() -> None:
    """B-7.11: not after the Austrian one."""
    state = austrian_turn({"5": "I2"}, {"16": "I2"})
    assert (end_turn(state).hour, state.turn) == (9, Side.FRENCH)
    assert (end_turn(state).hour, state.turn) == (10, Side.AUSTRIAN)


def test_the_winner_is_determined_after_the_last_french_turn() -> None:
    """B-7.11: not before it."""
    state = end_turn(austrian_turn({"5": "I2"}, {"16": "I2"}, hour=21))
    assert (state.decision, winner(state)) == (Decision.ACTION, None)
    end_turn(state)
    assert (state.decision, winner(state)) == (Decision.OVER, Side.FRENCH)


def test_the_bonus_is_credited_before_the_austrian_turn() -> None:
    """B-7.3: at the start of the round, before its first decision."""
    state = french_turn(
        {"10": "I2"},
        {"5/10": "A1:declared"},
        morale={Side.AUSTRIAN: 5, Side.FRENCH: 0},
        demoralised={Side.FRENCH: 9},
        bonus_due=Side.AUSTRIAN,
    )
    assert state.morale(Side.AUSTRIAN) == 5
    play(state, "end")
    assert (state.hour, state.turn, state.decision) == (10, Side.AUSTRIAN, Decision.BOMBARDMENT)
    assert (state.morale(Side.AUSTRIAN), state.bonus_due) == (10, None)


def test_no_bonus_between_the_turns_of_a_round() -> None:
    """B-7.3: the French turn of the round is played without it."""
    state = austrian_turn(
        {"5": "I2"},
        {"16": "I2"},
        morale={Side.AUSTRIAN: 5, Side.FRENCH: 0},
        demoralised={Side.FRENCH: 9},
        bonus_due=Side.AUSTRIAN,
    )
    assert end_turn(state).morale(Side.AUSTRIAN) == 5
    assert end_turn(state).morale(Side.AUSTRIAN) == 10


def start_of_turn(side: Side) -> BonaparteState:
    """Return the start of a turn on a row 1, 2, 3, 4 where the players shuffle themselves."""
    toy = toy_game(
        {number: {"capacity": 9} for number in (1, 2, 3, 4)},
        [{"a": 1, "b": 2}, {"a": 2, "b": 3}, {"a": 3, "b": 4}],
        parameters={"automatic_shuffling": False},
        ruleset="bonaparte",
    )
    austrian = {"2": "I3 I2"}
    if side is Side.AUSTRIAN:
        return austrian_turn(austrian, {"4": "I3 ~I2"}, on=toy, hour=11, step=0)
    french = {"4": "I3 ~I2", "3/2": "A1:due"}
    return french_turn(french, austrian, on=toy, hour=11, step=0)


def test_activation_then_shuffling_then_the_steps() -> None:
    """B-7.4: the piece just made active may be shuffled with the other active one."""
    state = start_of_turn(Side.FRENCH)
    assert (state.decision, state.step) == (Decision.ACTIVATION, 0)
    assert texts(state) == {"activate F2", "activate none"}
    play(state, "activate F2")
    assert (state.decision, state.step, state.to_move) == (Decision.SHUFFLE, 0, Side.FRENCH)
    assert texts(state) == {"shuffle 4", "shuffle none"}
    play(state, "shuffle none")
    assert (state.decision, state.step) == (Decision.BOMBARDMENT, 1)


def test_shuffling_does_not_come_before_activation() -> None:
    """B-7.4: with the piece left inactive there are no two to be shuffled."""
    state = play(start_of_turn(Side.FRENCH), "activate none")
    assert (state.decision, state.step) == (Decision.BOMBARDMENT, 1)


def test_the_austrian_turn_starts_with_shuffling() -> None:
    """B-7.4: activation belongs to the French turn only."""
    state = start_of_turn(Side.AUSTRIAN)
    assert (state.decision, state.to_move) == (Decision.SHUFFLE, Side.AUSTRIAN)
    assert texts(state) == {"shuffle 2", "shuffle none"}


@BOTH
def test_a_turn_has_four_steps_in_strict_order(side: Side) -> None:
    """B-7.5, B-7.6, B-7.7, B-7.8, B-7.9, B-7.10: each step offers its own moves and no others."""
    state = full_turn(side)
    gun, foot, reserve = (piece(side, number) for number in (1, 2, 3))
    seen = []
    for answer in (f"cancel {gun}", "end", "end", f"declare {gun}"):
        assert (state.turn, state.to_move) == (side, side)
        seen.append((state.step, state.decision, verbs(state)))
        play(state, answer)
    assert seen[0] == (1, Decision.BOMBARDMENT, {"complete", "cancel"})
    assert seen[1] == (2, Decision.ASSAULT, {"assault", "end"})
    assert seen[2][:2] == (3, Decision.ACTION)
    assert {"march", "attack", "road", "end"} <= seen[2][2]
    assert not seen[2][2] & {"assault", "complete", "cancel", "declare"}
    assert seen[3] == (4, Decision.DECLARATION, {"declare"})
    assert state.turn is not side
    assert state.piece(gun).bombardment == "declared"
    assert not state.piece(foot).acted
    assert not state.piece(reserve).acted


@BOTH
def test_movement_includes_attacks_and_reinforcements(side: Side) -> None:
    """B-7.7, B-7.10: all in step 3."""
    state = play(full_turn(side), f"cancel {piece(side, 1)}", "end")
    neighbour = {Side.AUSTRIAN: "1", Side.FRENCH: "11"}[side]
    assert {f"march {piece(side, 3)} {neighbour}", f"road {piece(side, 4)}"} <= texts(state)
    assert starting(state, "attack") != set()


@BOTH
def test_a_bombardment_declared_is_resolved_in_the_next_own_turn(side: Side) -> None:
    """B-7.5, B-7.8, B-7.10: the enemy turn lies between."""
    state = play(full_turn(side), f"cancel {piece(side, 1)}", "end", "end")
    play(state, f"declare {piece(side, 1)}")
    finish(state)
    assert state.turn is not side
    play(state, "end")
    assert state.turn is side
    assert (state.decision, state.step) == (Decision.BOMBARDMENT, 1)
    assert texts(state) == {f"complete {piece(side, 1)}", f"cancel {piece(side, 1)}"}


@BOTH
def test_no_way_back_to_an_earlier_step(side: Side) -> None:
    """B-7.9, B-7.10: no bombardment after the first assault, no assault after the first move."""
    state = play(full_turn(side), f"complete {piece(side, 1)}")
    assert state.decision is Decision.ASSAULT
    approach = "5/8" if side is Side.AUSTRIAN else "8/5"
    play(state, f"assault {piece(side, 2)} {approach}")
    finish(state)
    assert (state.step, verbs(state) & {"complete", "cancel", "assault"}) == (3, set())
    other = play(full_turn(side), f"complete {piece(side, 1)}", "end")
    play(other, f"march {piece(side, 3)} {'1' if side is Side.AUSTRIAN else '11'}")
    finish(other)
    assert (other.step, verbs(other) & {"complete", "cancel", "assault"}) == (3, set())


def test_assaults_are_made_one_after_the_other() -> None:
    """B-7.6: after the first the player is asked again, or moves on."""
    state = austrian_turn(
        {"5/8": "I3", "5/10": "I3"}, {"8/5": "I3", "10/5": "I3", "16": "I2"}, step=2
    )
    assert texts(state) == {"assault A1 5/8", "assault A2 5/10", "end"}
    play(state, "assault A1 5/8", "lead F1")
    assert (state.step, state.decision) == (2, Decision.ASSAULT)
    assert texts(state) == {"assault A2 5/10", "end"}
    assert play(state, "end").step == 3


@BOTH
def test_every_step_may_be_passed(side: Side) -> None:
    """B-7.12, B-7.10: only firing or cancelling is compulsory; then nothing changes."""
    state = full_turn(side)
    names = [piece(side, number) for number in (1, 2, 3, 4)]
    before = places(state, *names)
    assert "end" not in texts(state)
    play(state, f"cancel {names[0]}")
    for passing in ("end", "end", "declare none"):
        assert passing in texts(state)
        play(state, passing)
    assert state.turn is not side
    assert places(state, *names) == before


def test_the_fall_back_is_compulsory() -> None:
    """B-7.12: the one move that is made also by a player who passes."""
    state = end_turn(austrian_turn({"5/10": "I3", "5": "I2"}, {"16": "I2"}))
    assert places(state, "A1", "A2") == ("5", "5")


def test_automatic_activation_happens_by_itself() -> None:
    """B-7.12: nobody is asked."""
    state = french_turn({"10": "~I2"}, {"5": "I2"}, step=0)
    assert (state.decision, state.piece("F1").active) == (Decision.ACTION, True)


ANNOUNCING = {"assault", "attack", "march", "road", "pontoon", "fall-back", "end"}


def test_an_assault_is_finished_before_the_next() -> None:
    """B-7.13: replies, losses, retreat and continuation come first."""
    state = austrian_turn(
        {"5/8": "I3 C2", "5/10": "I3"}, {"8/5": "I1", "8": "C2", "10/5": "I3", "16": "I2"}, step=2
    )
    group(state, "assault", "A1 A2", "5/8")
    nodes = []
    while state.decision is not Decision.ASSAULT:
        assert not verbs(state) & ANNOUNCING
        nodes.append(state.decision)
        moves = texts(state)
        play(state, min(moves & {"lead A1", "retreat F2 6", "stay A2"} or moves))
    assert {Decision.LEADERS, Decision.RETREAT, Decision.CONTINUATION} <= set(nodes)
    assert pieces_at(state, Side.AUSTRIAN, "8") == {"I2": 1, "C2": 1}
    assert where(state, "F2") == "6"
    assert texts(state) == {"assault A3 5/10", "end"}


def test_a_group_move_is_finished_before_the_next() -> None:
    """B-7.13: the reply, the retreat and the continuation come first."""
    state = austrian_turn({"5": "C2 I3"}, {"10": "C2", "12": "I2"})
    group(state, "attack", "A1", "5/10")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, Side.FRENCH)
    for move, decision in (
        ("respond none", Decision.RETREAT),
        ("retreat F1 16", Decision.CONTINUATION),
    ):
        assert not verbs(state) & ANNOUNCING
        play(state, move)
        assert state.decision is decision
    assert not verbs(state) & ANNOUNCING
    assert play(state, "stay A1").decision is Decision.ACTION
    assert "march A2 10" in texts(state)
