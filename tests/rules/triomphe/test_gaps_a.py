"""Cases of chapters 3, 6 to 10 and 12 in which one thing must not be confused with another.

What one action leaves behind must not reach the next; prices and groups count what is there now.
"""

from collections.abc import Sequence

import numpy as np
import pytest

from marengo.core.engine import driver
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.rules.state import State as Record
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    game,
    play,
    settle,
    texts,
    where,
)
from tests.plain import generators_of, play_randomly
from tests.rules.triomphe.attacking import PLENTY, answer
from tests.toys import toy_game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_stands_where_is_counted_right_throughout_a_game(seed: int) -> None:
    """T-3.5, T-3.12, T-3.20: after ten moves in a row the counts are those of the position."""
    states, works, fresh = Record.array(), Workspace.array(), Workspace.array()
    draws, player = np.split(generators_of(seed), 2)
    driver.start_game(game.tables, states, works, draws)
    while play_randomly(game.tables, states, works, player, 10) == 10:
        driver.legal_moves(game.tables, states, fresh)
        for counted in ("count", "present", "holder"):
            assert (works[counted] == fresh[counted]).all()


def test_pieces_alike_start_one_road_march() -> None:
    """T-22.18: two infantry 2 in one reserve are one choice, a third with another face a second."""
    state = austrian_turn({"5": "I2 I2 I3"})
    assert [str(move) for move in state.legal_moves() if str(move).startswith("road")] == [
        "road A1",
        "road A3",
    ]


def test_each_march_by_local_road_pays_its_order() -> None:
    """T-8.7, T-6.3: the order that one march paid does not serve the next."""
    state = austrian_turn({"6": "I3 I2"})
    settle(play(state, "road A1", "cross 6-4"))
    assert state.orders == 2
    settle(play(state, "road A2", "wait", "cross 6-4"))
    assert (where(state, "A2"), state.orders) == ("4", 1)


@pytest.mark.parametrize("roads", [("main", "local"), ("local", "main")])
def test_of_two_roads_into_an_approach_the_free_one_is_taken(roads: Sequence[str]) -> None:
    """T-12.11, T-8.7: a main and a local road lead through the border, drawn in either order."""
    toy = toy_game(
        {1: {}, 2: {}},
        [{"a": 1, "b": 2}],
        [{"id": road, "between": (1, 2), "road": road} for road in roads],
    )
    state = austrian_turn({"1": "C2"}, {"2": "I2"}, on=toy)
    assert play(state, "road A1", "continue A1 1/2").orders == 3


def test_only_the_march_that_met_disorganised_pieces_ends() -> None:
    """T-8.24: another piece marches on as ever in the same turn."""
    state = french_turn({"5": "I3", "4": "~I2", "10": "C2"})
    play(state, "road F1", "cross 5-4")
    assert (where(state, "F1"), state.piece("F1").organised) == ("4", False)
    play(state, "road F3", "cross 10-5")
    assert where(settle(state), "F3") == "5"


def test_an_attack_after_an_assault_is_no_assault() -> None:
    """T-8.21, T-6.6: the assault closes 9 to roads, the attack after it does not close 10."""
    state = austrian_turn({"4/9": "I3", "5": "I3"}, {"9/4": "C1", "10": "C2"})
    settle(play(state, "assault 4/9"))
    settle(play(state, "attack A2 5/10", "respond none"))
    assert (where(state, "A1"), where(state, "A2")) == ("9", "10")
    assert (state.won(9), state.won(10)) == (True, False)


def test_completing_against_nobody_asks_nobody() -> None:
    """T-10.16: the action phase goes on at once."""
    state = french_turn({"17/29": "A1:due", "17": "I3"}, {"35": "I2"})
    play(state, "complete F1")
    assert (state.decision, state.to_move) == (Decision.ACTION, Side.FRENCH)
    assert "end" in texts(state)


def test_targets_alike_are_one_choice() -> None:
    """T-10.15, T-23.2: of two infantry 2 in reserve one is reduced without a question."""
    state = play(french_turn({"17/29": "A1:due"}, {"29": "I2 I2"}), "complete F1")
    assert state.decision is Decision.ACTION
    assert [state.piece(name).strength for name in ("A1", "A2")] == [1, 2]


@pytest.mark.parametrize(
    ("place", "enemy", "moves"),
    [
        ("4/9", {"9/4": "I3"}, ("assault 4/9", "lead F1", "send A1,A2 lead A1")),
        ("5/4", {"4/5": "I3"}, ("attack A2 5/4",)),
    ],
)
def test_taking_part_without_moving_cancels_a_declaration(
    place: str, enemy: dict[str, str], moves: tuple[str, ...]
) -> None:
    """T-10.20: in a lost assault or attack the artillery stays in its approach, hidden."""
    state = settle(answer(austrian_turn({place: "I2 A1:due"}, enemy), *moves))
    assert (where(state, "A2"), state.piece("A2").acted) == (place, True)
    assert (state.piece("A2").bombardment, state.piece("A2").face_up) == ("none", False)


def test_artillery_fires_in_one_assault_after_another() -> None:
    """T-11.23: what it fired at in one turn does not bind it in the next."""
    state = austrian_turn(
        {"4/9": "I3 I3 I3", "2": "I2"}, {"9/4": "I3 I3 A1", "58": "I2"}, uncommitted=PLENTY
    )
    for name in ("A1", "A2"):
        answer(play(state, "assault 4/9"), "lead F1", f"send {name} lead {name}")
        assert state.decision is Decision.FIRE
        settle(play(state, "fire F3"))
        end_turn(end_turn(state))


def test_those_who_go_first_leave_those_who_stay_a_price() -> None:
    """T-12.6: two continue, the third stays in reserve: one order, whoever was asked first."""
    state = french_turn({"17": "C2 C2 C1"}, {"35": "I2", "36": "I3"})
    play(state, "march F1,F2,F3 29", "continue F1 29/35", "continue F2 29/35", "stay F3")
    assert state.orders == 1


def test_only_surviving_pieces_are_split() -> None:
    """T-12.6: one of two leading cavalry pieces is destroyed, the other continues for nothing."""
    state = austrian_turn(
        {"19/20": "C2 C2", "2": "I3"},
        {"20/19": "I1 C2 C2", "27": "I3", "58": "I2"},
        uncommitted=PLENTY,
    )
    answer(play(state, "assault 19/20"), "lead F1", "send A1,A2 lead A1,A2", "counter F2,F3")
    while state.decision is not Decision.CONTINUATION:
        state.play(state.legal_moves()[0])
    assert (where(state, "A1"), where(state, "A2"), state.orders) == ("", "20", 2)
    assert play(state, "continue A2 20/27").orders == 2
