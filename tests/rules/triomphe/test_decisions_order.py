"""Chapter 23, decisions: principles of a game in steps, and the order inside actions."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    game,
    pieces_at,
    play,
    starting,
    texts,
    where,
)

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

ACTIVE = {
    Decision.ACTION,
    Decision.ROAD_STEP,
    Decision.ADVANCE,
    Decision.ASSAULT_PIECES,
    Decision.HIT,
    Decision.CONTINUATION,
    Decision.SHIFT,
    Decision.RETURN,
}
OPPONENT = {
    Decision.RESPONSE,
    Decision.TARGET,
    Decision.DEFENCE_LEADERS,
    Decision.FIRE,
    Decision.COUNTER_ATTACK,
    Decision.RETREAT,
}

Script = list[tuple[Decision, Side, str]]


class Seen(NamedTuple):
    """A decision point of a game."""

    decision: Decision
    to_move: Side
    turn: Side
    moves: list[str]


@pytest.fixture(scope="module")
def seen() -> list[Seen]:
    """Return all decision points of three games of random moves, each played to its end."""
    points = []
    for seed in (1, 2, 3):
        chance = np.random.default_rng(seed)
        state = game.start(seed)
        while state.decision is not Decision.OVER:
            moves = [str(move) for move in state.legal_moves()]
            points.append(Seen(state.decision, state.to_move, state.turn, moves))
            state.play(moves[chance.integers(len(moves))])
        assert state.outcome is not None
    return points


def follow(state: TriompheState, script: Script) -> TriompheState:
    """Play a script of moves, each with the decision it answers and who is asked."""
    for decision, asked, move in script:
        assert (state.decision, state.to_move) == (decision, asked), move
        play(state, move)
    return state


def test_at_every_point_one_player_has_something_to_choose(seen: list[Seen]) -> None:
    """T-23.1: until the game is over; no choice is offered twice."""
    for point in seen:
        assert point.moves != []
        assert len(point.moves) == len(set(point.moves))


def test_single_choices_are_not_asked(seen: list[Seen]) -> None:
    """T-23.2: except in the action phase, where it is the player who says what he does."""
    for point in seen:
        assert len(point.moves) > 1 or point.decision is Decision.ACTION


def test_each_kind_of_decision_belongs_to_one_player(seen: list[Seen]) -> None:
    """T-23.11: reductions and payments, asked of either, have their own tests."""
    for point in seen:
        if point.decision in ACTIVE:
            assert point.to_move is point.turn, point
        if point.decision in OPPONENT:
            assert point.to_move is point.turn.enemy, point


def test_shuffling_is_not_a_decision(seen: list[Seen]) -> None:
    """T-23.5: nor is anything else beyond the table of decisions."""
    assert {point.decision for point in seen} <= {
        *ACTIVE,
        *OPPONENT,
        Decision.REDUCTION,
        Decision.PAYMENT,
    }


def test_a_turn_ends_and_begins_without_decisions() -> None:
    """T-23.3: clean-up of morale, lapse of a bombardment, update, approach clean-up."""
    state = austrian_turn(
        {"8/9": "A1:due", "8/3": "I2"},
        {"9": "I2"},
        committed={AUSTRIAN: {2: 1, 9: 1}},
        uncommitted={AUSTRIAN: 1, FRENCH: 6},
        track={AUSTRIAN: {10: 2}},
    )
    play(state, "end")
    assert (state.decision, state.to_move) == (Decision.ACTION, FRENCH)
    assert state.piece("A1").bombardment == "none"
    assert (state.uncommitted(AUSTRIAN), state.committed(AUSTRIAN)) == (2, {})
    play(state, "end")
    assert (state.decision, state.to_move) == (Decision.ACTION, AUSTRIAN)
    assert (state.uncommitted(AUSTRIAN), where(state, "A2")) == (4, "8")


def test_artillery_is_destroyed_and_the_victor_advances_without_decisions() -> None:
    """T-23.3."""
    state = play(austrian_turn({"10": "I3"}, {"20": "A1"}), "attack A1 10/20", "respond none")
    assert (state.decision, where(state, "A1"), where(state, "F1")) == (Decision.ACTION, "20", "")


def test_disorganisation_spreads_without_decisions() -> None:
    """T-23.3."""
    state = play(french_turn({"9": "I2", "20": "~I3"}), "march F1 20")
    assert (state.decision, state.piece("F1").organised) == (Decision.ACTION, False)


def test_the_level_of_0_is_noticed_between_two_decisions() -> None:
    """T-23.3: after the first of the payments of a retreat, not at the end of the action."""
    state = austrian_turn({"8": "I3 I2"}, {"12": "I3 C2"}, uncommitted={AUSTRIAN: 6, FRENCH: 2})
    play(state, "attack A1,A2 8/12", "respond none")
    assert (state.decision, where(state, "F2")) == (Decision.OVER, "12")


def test_legality_follows_the_true_faces_though_the_enemy_sees_no_difference() -> None:
    """T-23.4: cavalry alone does not attack into a cavalry obstacle, infantry does."""
    cavalry = austrian_turn({"8": "C2", "1": "I2"}, {"14": "I2"})
    infantry = austrian_turn({"8": "I2", "1": "C2"}, {"14": "I2"})
    assert cavalry.view(FRENCH) == infantry.view(FRENCH)
    assert "attack A1 8/14" not in texts(cavalry)
    assert "attack A1 8/14" in texts(infantry)


def test_order_inside_a_won_manoeuvre_attack() -> None:
    """T-23.7: 16 has room for one more, so that of three pieces two are destroyed."""
    state = french_turn(
        {"8": "C2", "7": "I2", "11": "I2", "17": "I2"},
        {"12": "I3 I2 C2", "16": "I2 C1"},
        uncommitted={AUSTRIAN: 0, FRENCH: 6},
        committed={AUSTRIAN: {1: 6, 2: 6}},
    )
    script: Script = [
        (Decision.ACTION, FRENCH, "attack F1 8/12"),
        (Decision.RESPONSE, AUSTRIAN, "respond none"),
        (Decision.REDUCTION, AUSTRIAN, "reduce A1"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.RETREAT, AUSTRIAN, "retreat A3 16"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.PAYMENT, FRENCH, "take 2"),
        (Decision.SHIFT, FRENCH, "shift 2"),
    ]
    follow(state, script)
    assert (state.decision, where(state, "F1")) == (Decision.CONTINUATION, "12")
    assert state.committed(AUSTRIAN) == {1: 2, 2: 4, 12: 1}
    assert state.level(AUSTRIAN) == 12 - 1 - 4


def test_a_road_march_goes_on_after_a_won_attack() -> None:
    """T-23.7: the next step is asked last."""
    state = play(austrian_turn({"5": "C2"}, {"10": "C2"}), "road A1", "cross 5-10")
    follow(state, [(Decision.RESPONSE, FRENCH, "respond none")])
    follow(state, [(Decision.RETREAT, FRENCH, "retreat F1 9")])
    assert (state.decision, where(state, "A1")) == (Decision.ROAD_STEP, "10")
    assert "cross 10-13" in texts(state)


def test_order_inside_a_lost_manoeuvre_attack() -> None:
    """T-23.8: the shortage is settled before the attacker goes into the approach."""
    state = austrian_turn(
        {"8": "I2"},
        {"9": "I2"},
        uncommitted={AUSTRIAN: 6, FRENCH: 0},
        committed={FRENCH: {20: 1}},
    )
    script: Script = [
        (Decision.ACTION, AUSTRIAN, "attack A1 8/9"),
        (Decision.RESPONSE, FRENCH, "respond F1"),
        (Decision.SHIFT, AUSTRIAN, "shift none"),
        (Decision.ADVANCE, AUSTRIAN, "advance"),
        (Decision.ACTION, AUSTRIAN, "end"),
    ]
    follow(state, script)


def test_order_inside_a_lost_assault() -> None:
    """T-23.9, T-23.11, T-23.12: with two counter-attackers and one leading attacker."""
    state = austrian_turn(
        {"8/12": "I3 I2"},
        {"12/8": "I3 I2 A1"},
        uncommitted={AUSTRIAN: 0, FRENCH: 0},
        committed={AUSTRIAN: {1: 6, 2: 6}, FRENCH: {20: 3, 33: 3}},
    )
    script: Script = [
        (Decision.ACTION, AUSTRIAN, "assault 8/12"),
        (Decision.DEFENCE_LEADERS, FRENCH, "lead none"),
        (Decision.ASSAULT_PIECES, AUSTRIAN, "send A1,A2 lead A1"),
        (Decision.FIRE, FRENCH, "fire F3"),
        (Decision.COUNTER_ATTACK, FRENCH, "counter F1,F2"),
        (Decision.REDUCTION, FRENCH, "reduce F1"),
        (Decision.REDUCTION, FRENCH, "reduce F3"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.SHIFT, AUSTRIAN, "shift none"),
        (Decision.ACTION, AUSTRIAN, "end"),
    ]
    follow(state, script)


def test_order_inside_a_won_assault() -> None:
    """T-23.9, T-23.11, T-23.12: 16 has room for one of the two survivors."""
    state = french_turn(
        {"8/12": "I3 I2 C2", "7": "I2", "11": "I2", "17": "I2"},
        {"12/8": "I1 A1 C2 I2", "12": "C1", "16": "I2 C1"},
        uncommitted={AUSTRIAN: 0, FRENCH: 6},
        committed={AUSTRIAN: {1: 6, 2: 6}},
    )
    script: Script = [
        (Decision.ACTION, FRENCH, "assault 8/12"),
        (Decision.DEFENCE_LEADERS, AUSTRIAN, "lead A1"),
        (Decision.ASSAULT_PIECES, FRENCH, "send F1,F2,F3 lead F1,F2"),
        (Decision.FIRE, AUSTRIAN, "fire A2"),
        (Decision.HIT, FRENCH, "hit F2"),
        (Decision.COUNTER_ATTACK, AUSTRIAN, "counter none"),
        (Decision.REDUCTION, FRENCH, "reduce F1"),
        (Decision.REDUCTION, AUSTRIAN, "reduce A2"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.REDUCTION, AUSTRIAN, "reduce A3"),
        (Decision.REDUCTION, AUSTRIAN, "reduce A3"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.RETREAT, AUSTRIAN, "retreat A4 16"),
        (Decision.PAYMENT, FRENCH, "take 1"),
        (Decision.SHIFT, FRENCH, "shift none"),
        (Decision.CONTINUATION, FRENCH, "stay F3"),
        (Decision.ACTION, FRENCH, "end"),
    ]
    follow(state, script)
    assert state.level(AUSTRIAN) == 12 - 2 - 2 - 1
    assert pieces_at(state, FRENCH, "12") == {"I2": 1, "I1": 1, "C2": 1}


def test_a_retreat_after_an_assault_takes_pieces_as_the_assault_left_them() -> None:
    """T-23.10: infantry 3, reduced to 1 in step 8, can take only one of the two reductions."""
    state = austrian_turn({"8/12": "I3 I2"}, {"12/8": "I3 C2"})
    play(state, "assault 8/12", "lead none", "send A1,A2 lead A1,A2", "counter none")
    play(state, "reduce F1", "reduce F1")
    assert (state.decision, state.piece("F1").strength) == (Decision.REDUCTION, 1)
    play(state, "reduce F1")
    assert [state.piece(name).strength for name in ("F1", "F2")] == [0, 1]


@pytest.mark.parametrize(
    ("austrian", "given", "moves", "barred"),
    [
        pytest.param({"8": "I2"}, {"orders": 0}, [], "march A1 3", id="orders"),
        pytest.param({"8": "I2!"}, {}, [], "march A1 3", id="acted"),
        pytest.param({"5": "I2"}, {"steps": {"c2": (3, 10)}}, ["road A1"], "cross 5-10", id="step"),
        pytest.param({"5": "I2"}, {"steps": {"c2": (1, 5)}}, ["road A1"], "cross 5-10", id="way"),
        pytest.param(
            {"5": "C2"},
            {"steps": {"c17": (1, 4)}, "road_attacks": ["c17"]},
            ["road A1", "wait"],
            "cross 5-4",
            id="road attack",
        ),
        pytest.param({"8": "I2"}, {"barred": ["8/3"]}, [], "march A1 3", id="lost assault"),
        pytest.param(
            {"5": "I2", "10": "I3"}, {"won": [10]}, ["road A1"], "cross 5-10", id="won assault"
        ),
        pytest.param(
            {"Alessandria": "I2"}, {"pontoon_used": True}, [], "pontoon A1", id="pontoon bridge"
        ),
    ],
)
def test_the_memory_of_a_turn_ends_with_it(
    austrian: dict[str, str], given: dict[str, Any], moves: list[str], barred: str
) -> None:
    """T-23.13: what bars a move this turn does not in the next."""
    french = {"4": "I2", "20": "I2"}
    assert barred not in texts(play(austrian_turn(austrian, french, **given), *moves))
    assert barred in texts(
        play(end_turn(end_turn(austrian_turn(austrian, french, **given))), *moves)
    )


@pytest.mark.parametrize(("turns", "winner"), [(0, AUSTRIAN), (2, FRENCH)])
def test_manoeuvre_attacks_are_counted_within_the_turn(turns: int, winner: Side) -> None:
    """T-23.13: the second attack by one piece beats a partial block, the first does not."""
    state = austrian_turn({"8": "I2"}, {"12/8": "I2"}, attacked=["12/8"])
    for _ in range(turns):
        end_turn(state)
    play(state, "attack A1 8/12")
    assert (state.decision is Decision.ADVANCE) == (winner is FRENCH)


def test_localities_begun_to_be_organised_are_remembered() -> None:
    """T-23.13: until all of 12 is organised nothing else may be done."""
    state = play(french_turn({"12": "~I3 ~I2", "20": "~C2"}), "organise F1")
    assert texts(state) == {"organise F2"}
    assert {"end", "march F1 11"} <= texts(play(state, "organise F2"))


def test_a_declared_bombardment_is_remembered_across_turns() -> None:
    """T-23.14: it may be completed in the next turn, but not in the one after."""
    state = play(austrian_turn({"8/9": "A1"}, {"9": "I2"}), "declare A1")
    assert "complete A1" not in texts(state)
    end_turn(end_turn(state))
    assert "complete A1" in texts(state)
    end_turn(end_turn(state))
    assert starting(state, "complete") == set()


@pytest.mark.parametrize(
    ("artillery", "fires"), [("A1", True), ("A1:declared", False), ("A1:silent", False)]
)
def test_it_is_remembered_whether_artillery_bombarded_last_turn(
    artillery: str, fires: bool
) -> None:
    """T-23.14: then it does not fire in defence."""
    state = french_turn({"9/8": "I3"}, {"8/9": f"I2 {artillery}"})
    play(state, "assault 9/8", "lead A1")
    assert (state.decision is Decision.FIRE) == fires


def test_what_else_is_remembered_across_turns() -> None:
    """T-23.14: organisation, who entered last, shifted discs, boxes, and discs on the track."""
    state = austrian_turn(
        {"8": "I2", "10": "I2", "Alessandria": "C2"},
        {"9": "~I2", "Novi": "I3"},
        entered_last={40: AUSTRIAN, 42: FRENCH},
        committed={FRENCH: {9: 2}},
        shifted={FRENCH: {9: 1}},
        track={FRENCH: {12: 2}},
    )
    play(state, "end")
    assert state.shifted(FRENCH) == {9: 1}
    assert not state.piece("F1").organised
    assert (state.entered_last(40), state.entered_last(42)) == (AUSTRIAN, FRENCH)
    assert (where(state, "A3"), where(state, "F2")) == ("Alessandria", "Novi")
    assert state.track(FRENCH) == {12: 2}
