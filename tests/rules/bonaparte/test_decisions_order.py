"""Chapter 18, decisions: principles of a game in steps, and the order inside turns and attacks."""

from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import known, pieces_at, play, texts, where
from tests.rules.bonaparte.setting import austrian_turn, game
from tests.rules.bonaparte.turns import strengths
from tests.toys import row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

ROW = row(5, ruleset="bonaparte")
WIDE = row(5, borders={2: {"wide": True}}, ruleset="bonaparte")
STAR = toy_game(
    {n: {} for n in range(1, 6)},
    [{"a": 1, "b": n} for n in (2, 3, 4, 5)],
    ruleset="bonaparte",
)
BY_HAND = toy_game(
    {n: {} for n in range(1, 7)},
    [{"a": n, "b": n + 1} for n in range(1, 6)],
    parameters={"automatic_shuffling": False},
    ruleset="bonaparte",
)

OF_ACTIVE = {
    Decision.ACTIVATION,
    Decision.BOMBARDMENT,
    Decision.AIM,
    Decision.ASSAULT,
    Decision.LEADERS,
    Decision.CONTINUATION,
    Decision.ACTION,
    Decision.ROAD_STEP,
    Decision.SHOW,
    Decision.ADVANCE,
    Decision.DECLARATION,
}
OF_OPPONENT = {
    Decision.TARGET,
    Decision.FIRE,
    Decision.DEFENCE_LEADERS,
    Decision.RESPONSE,
    Decision.RETREAT,
}
OF_EITHER = {Decision.JOIN, Decision.STRIKE, Decision.REDUCTION, Decision.PURSUIT}


class Seen(NamedTuple):
    """A node of a game, and the decisions its two players saw then."""

    decision: Decision
    to_move: Side
    turn: Side
    moves: list[str]
    views: tuple[Decision | None, Decision | None]


@pytest.fixture(scope="module")
def seen() -> list[Seen]:
    """Return all nodes of two games of random moves, each played to its end."""
    points = []
    for seed in (1, 2):
        chance = np.random.default_rng(seed)
        state = game.start(seed)
        while state.decision is not Decision.OVER:
            moves = [str(move) for move in state.legal_moves()]
            mine, other = state.view(state.to_move), state.view(state.to_move.enemy)
            views = (mine.decision, other.decision)
            points.append(Seen(state.decision, state.to_move, state.turn, moves, views))
            state.play(moves[chance.integers(len(moves))])
        assert state.outcome is not None
        assert (state.hour, texts(state)) == (21, set())
    return points


def follow(state: BonaparteState, script: str) -> BonaparteState:
    """Play a script, one move a line: who is asked, the decision he answers, and the move."""
    for line in script.strip().split("\n"):
        side, decision, move = line.split(maxsplit=2)
        assert (state.to_move.name, state.decision.name) == (side, decision), move
        play(state, move)
    return state


@pytest.mark.plays_much
def test_every_game_ends_and_every_node_has_a_choice(seen: list[Seen]) -> None:
    """B-18.42: two games of random moves end; single choices are not asked, none comes twice."""
    for point in seen:
        assert len(point.moves) == len(set(point.moves)) > (point.decision is not Decision.ACTION)


@pytest.mark.plays_much
def test_each_decision_belongs_to_one_player_and_only_he_sees_it(seen: list[Seen]) -> None:
    """B-18.41: the opponent is not told what the other one is asked."""
    for point in seen:
        assert point.decision in OF_ACTIVE | OF_OPPONENT | OF_EITHER
        assert (point.to_move is point.turn) or point.decision not in OF_ACTIVE
        assert (point.to_move is not point.turn) or point.decision not in OF_OPPONENT
        assert point.views == (point.decision, None)


def test_the_chooser_sees_no_hidden_face() -> None:
    """B-18.41: the reply is asked with equal views, whichever piece attacks; blocks stay hidden."""
    infantry = austrian_turn({"2": "I2", "1": "C2"}, {"3": "I2", "5": "C2"}, on=ROW)
    cavalry = austrian_turn({"2": "C2", "1": "I2"}, {"3": "I2", "5": "C2"}, on=ROW)
    for state in (infantry, cavalry):
        play(state, "attack A1 2/3")
        assert (state.decision, state.to_move) == (Decision.RESPONSE, FRENCH)
    assert infantry.view(FRENCH) == cavalry.view(FRENCH)
    play(infantry, "respond F1")
    assert known(infantry, AUSTRIAN, "3/2") == Counter("?")


def test_order_of_a_turn() -> None:
    """B-18.8, B-18.9, B-18.10, B-18.11, B-18.14, B-18.27, B-18.38, in this order."""
    state = BY_HAND.position(
        hour=11,
        turn=FRENCH,
        step=0,
        french={"3/2": "A1:due I3 I2", "5": "~I2 ~C2", "1": "~I1"},
        austrian={"2": "I2 C2", "2/3": "I3"},
    )
    assert state.piece("F6").active
    script = """
FRENCH ACTIVATION activate F4
FRENCH ACTIVATION activate none
FRENCH SHUFFLE shuffle 3/2
FRENCH BOMBARDMENT cancel F1
FRENCH ASSAULT end
FRENCH ACTION end
FRENCH DECLARATION declare F1
AUSTRIAN SHUFFLE shuffle 2
AUSTRIAN ASSAULT end
AUSTRIAN ACTION end"""
    follow(state, script)
    assert (state.turn, state.hour) == (FRENCH, 12)


def test_order_of_an_assault() -> None:
    """B-18.14, B-18.15, B-18.16, B-18.17, B-18.18, B-18.19, B-18.21, B-18.22, B-18.23, B-18.24.

    Then B-18.25, B-18.35, B-18.37, B-18.26. The first of the three points of the pursuit falls on
    F1 without a question, since the pieces after it could not take all three.
    """
    state = austrian_turn(
        {"2/3": "I3 I2 C2 C1"}, {"3/2": "I3 I2 A1 I1", "3": "I3 I1"}, on=WIDE, step=2
    )
    script = """
AUSTRIAN ASSAULT assault A1 2/3
AUSTRIAN JOIN join A2
AUSTRIAN JOIN join A3
AUSTRIAN JOIN join A4
AUSTRIAN LEADERS lead A1,A2
FRENCH FIRE fire F3
FRENCH STRIKE strike A2
FRENCH DEFENCE_LEADERS lead F2
FRENCH STRIKE strike A1
FRENCH REDUCTION reduce F1
AUSTRIAN PURSUIT pursue A3,A4
FRENCH STRIKE strike A4
FRENCH REDUCTION reduce F1
FRENCH REDUCTION reduce F3
FRENCH REDUCTION reduce F5
FRENCH RETREAT retreat F4 4
FRENCH RETREAT retreat F5 4
AUSTRIAN CONTINUATION continue A3 3/4
AUSTRIAN ACTION end"""
    follow(state, script)
    assert strengths(state, "A1", "A2", "A3", "A4") == (2, 1, 2, 0)
    assert strengths(state, "F1", "F2", "F3", "F4", "F5", "F6") == (0, 0, 0, 1, 2, 1)
    assert (state.morale(AUSTRIAN), state.morale(FRENCH)) == (16 - 3, 17 - 7)


def test_order_of_a_manoeuvre_attack() -> None:
    """B-18.27, B-18.30, B-18.32, B-18.35, B-18.36, B-18.37, B-18.33, in this order."""
    state = austrian_turn({"2": "I3 C2", "3": "I2"}, {"1": "I3 I1 C2", "1/3": "I2 C1"}, on=STAR)
    script = """
AUSTRIAN ACTION attack A1 2/1
AUSTRIAN JOIN join A2
FRENCH RESPONSE respond none
FRENCH REDUCTION reduce F1
FRENCH REDUCTION reduce F5
FRENCH RETREAT retreat F3 5
FRENCH RETREAT retreat F2 4
FRENCH RETREAT retreat F1 4
FRENCH RETREAT retreat F4 5
AUSTRIAN CONTINUATION continue A2 1/5
AUSTRIAN ACTION end"""
    follow(state, script)
    assert pieces_at(state, FRENCH, "4") == Counter(["I2", "I1"])
    assert pieces_at(state, FRENCH, "5") == Counter(["C2", "I2"])
    assert [where(state, name) for name in ("A1", "A2", "F5")] == ["1", "1/5", ""]


def test_order_of_a_blocked_attack_over_an_obstacle() -> None:
    """B-18.29, B-18.30, B-18.31: infantry is shown before the reply; two positions cost one."""
    brook = row(4, borders={2: {"b_obstacle": True}}, ruleset="bonaparte")
    state = austrian_turn({"2": "I3 I2"}, {"3": "I2 C2"}, on=brook)
    script = """
AUSTRIAN ACTION attack A1 2/3
AUSTRIAN JOIN join A2
AUSTRIAN SHOW show A2
FRENCH RESPONSE respond F1
FRENCH JOIN join F2
AUSTRIAN ADVANCE block A1
AUSTRIAN JOIN join none"""
    follow(state, script)
    assert (state.decision, state.commands) == (Decision.ACTION, 1)
    assert [where(state, name) for name in ("A1", "A2")] == ["2/3", "2"]
    assert not any(piece.face_up for piece in state.pieces)


MARCH = "march A1 1; join A2"
GUARD, RESERVE = {"3": "I2", "4": "I3"}, {"3/2": "A1", "3": "C1"}


@pytest.mark.parametrize(
    ("group", "commands", "moves", "among"),
    [
        ("C2 C1", 1, MARCH, "stay A1; continue A1 1/3; continue A1 1/4"),
        ("C2 C1", 1, f"{MARCH}; continue A1 1/3", None),
        ("C2 C1", 2, f"{MARCH}; continue A1 1/3", "stay A2; continue A2 1/3; continue A2 1/4"),
        ("C2 C1 I2", 2, f"{MARCH}; join A3; continue A1 1/3", "stay A2; continue A2 1/3"),
        (
            "C2 C1 I2",
            2,
            f"{MARCH}; join none; stay A1",
            "stay A2; continue A2 1/3; continue A2 1/4",
        ),
        ("C2 C1 I2", 1, f"{MARCH}; join A3", None),
    ],
)
def test_a_distribution_can_always_be_completed(
    group: str, commands: int, moves: str, among: str | None
) -> None:
    """B-18.43, B-18.33: only what the commands left can pay for is offered, piece by piece."""
    state = austrian_turn({"2": group}, GUARD, on=STAR, commands=commands)
    play(state, *moves.split("; "))
    if among is None:
        assert (state.decision, state.commands) == (Decision.ACTION, 0)
        ends = {where(state, piece.name) for piece in state.pieces if piece.side is AUSTRIAN}
        assert len(ends) == 1
    else:
        assert (state.decision, texts(state)) == (Decision.CONTINUATION, set(among.split("; ")))


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("continue A1 1/3", "continue A2 1/3", 2),
        ("continue A1 1/3", "continue A2 1/4", 1),
        ("continue A1 1/3", "stay A2", 1),
        ("stay A1", "stay A2", 2),
    ],
)
def test_a_distribution_is_paid_by_its_final_positions(first: str, second: str, left: int) -> None:
    """B-18.43: one more command for each position beyond the first."""
    state = austrian_turn({"2": "C2 C1"}, GUARD, on=STAR)
    play(state, *MARCH.split("; "), first, second)
    assert (state.decision, state.commands) == (Decision.ACTION, left)


@pytest.mark.parametrize(
    ("force", "moves", "name"),
    [
        ("C2 I3", "assault A1 2/3; join none; fire none", "A1"),
        ("I2 C2", "assault A1 2/3; join A2; lead A1; fire F1", "A2"),
        ("I3 C2", "assault A1 2/3; join A2; lead A1; fire none", None),
    ],
)
def test_comrades_and_the_eliminated_are_no_positions(
    force: str, moves: str, name: str | None
) -> None:
    """B-18.43, B-18.26: with the last command spent, cavalry continues only if nobody else won."""
    state = austrian_turn({"2/3": force}, RESERVE, on=ROW, step=2, commands=1)
    play(state, *moves.split("; "))
    if name is None:
        assert (state.decision, where(state, "A2")) == (Decision.ACTION, "3")
    else:
        assert texts(state) == {f"stay {name}", f"continue {name} 3/4"}
        play(state, f"continue {name} 3/4")
        assert (state.commands, where(state, name)) == (0, "3/4")
