"""What the rule-of-thumb player makes of Triomphe's finer points, in positions made for them."""

from typing import Any

import numpy as np
import pytest

from marengo.core.engine.random import seeded
from marengo.core.players import make_player
from marengo.core.players.engine_players import RulePlayer
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import game

BLOCKED = {"austrian": {"63/72": "I2"}, "french": {"72": "I2", "72/63": "I2"}}
"""Across a wide border one Austrian piece faces one of two French ones."""


def position(**facts: Any) -> TriompheState:
    return game.position(hour=15, **facts)


def values(state: TriompheState) -> dict[str, float]:
    """Return the value of each legal move to the player by rules of thumb."""
    player = make_player("rule:temperature=0", state.game)
    assert isinstance(player, RulePlayer)
    player.choose_index(state.information_set(state.to_move), seeded(0))
    moves = map(str, state.legal_moves())
    return dict(zip(moves, map(float, player.scores["value"][0]), strict=False))


def test_who_holds_against_a_first_attack_only_is_attacked_twice() -> None:
    """T-9.21: one piece partly blocks a wide approach, and beats one piece once."""
    state = position(turn=Side.FRENCH, **BLOCKED)
    player = make_player("rule:temperature=0", state.game)
    declared = 0
    while state.occupier(63) is Side.AUSTRIAN:
        moves = state.legal_moves()
        move = player.choose(state.view(state.to_move), moves, np.random.default_rng(0))
        declared += str(move).startswith("attack")
        assert str(move) != "end"
        state = state.play(move)
    assert declared == 2


@pytest.mark.parametrize(
    ("attack", "change"),
    [
        ("attack F2 72/63", {"orders": 1}),
        ("attack F2 72/63", {"french": {"72": "I2!", "72/63": "I2"}}),
        ("attack F1 72/63", {"austrian": {"63/72": "I2", "63": "I2"}}),
        ("attack F2 72/63", {"austrian": {"63/72": "I2", "63": "I2"}}),
    ],
    ids=["one order", "the other has acted", "help at once", "help the second time"],
)
def test_a_second_attack_is_counted_on_only_where_it_can_be_made(
    attack: str, change: dict[str, Any]
) -> None:
    certain = values(position(turn=Side.FRENCH, **BLOCKED))[attack]
    assert values(position(turn=Side.FRENCH, **{**BLOCKED, **change}))[attack] < certain - 1


def test_a_reserve_helps_against_the_first_attack_if_it_comes_from_reserve() -> None:
    """T-9.13: then the approach is blocked fully, and further attacks find it so."""
    state = position(
        turn=Side.FRENCH,
        austrian={"63/72": "I2", "63": "I2"},
        french={"72": "I2", "72/63": "I2 I2"},
    )
    found = values(state)
    assert found["attack F1 72/63"] < found["attack F2 72/63"] - 1


def flight(enemies: dict[str, str], discs: int, committed: int = 0) -> float:
    """Return the value of leaving a locality, of which French pieces hold the far side."""
    state = position(
        turn=Side.AUSTRIAN,
        austrian={"59": "I2"},
        french=enemies,
        uncommitted={Side.AUSTRIAN: discs},
        committed={Side.AUSTRIAN: {59: committed}},
    )
    return values(state)["march A1 49"]


def test_an_army_does_not_stand_where_it_may_lose_its_last_discs() -> None:
    """T-13.7: two attackers across a wide border take two; T-18.25: committed ones go."""
    one, two = {"71/59": "I2"}, {"71/59": "I2", "71": "I2"}
    assert flight(two, 2) > flight(two, 6) + 1
    assert flight(one, 1) > flight(one, 6) + 1
    assert flight(one, 2) == pytest.approx(flight(one, 6))
    assert flight(one, 1, committed=1) > flight(one, 5, committed=1) + 1


def test_a_single_piece_fears_two_attacks_in_a_row() -> None:
    """T-9.21, T-9.13: unless a reserve stands behind it and can come to its help."""

    def falling_back(french: dict[str, str], **more: str) -> float:
        state = position(turn=Side.AUSTRIAN, austrian={"63/72": "I2", **more}, french=french)
        return values(state)["march A1 63"]

    two, one = {"72/63": "I2", "72": "I2"}, {"72/63": "I2"}
    assert falling_back(two) > falling_back(one) + 1
    assert falling_back(two, **{"63": "I2"}) < falling_back(two) - 1


def test_discs_left_to_an_enemy_are_reclaimed() -> None:
    """T-18.25: the clean-up takes them where an enemy was last, if nobody of their own is there."""

    def entering(committed: int, last: Side) -> float:
        state = position(
            turn=Side.AUSTRIAN,
            austrian={"9": "I2"},
            committed={Side.AUSTRIAN: {8: committed}},
            entered_last={8: last},
        )
        return values(state)["march A1 8"]

    assert entering(2, Side.FRENCH) > entering(0, Side.FRENCH) + 1
    assert entering(2, Side.AUSTRIAN) == pytest.approx(entering(0, Side.AUSTRIAN))


def test_discs_are_not_left_where_an_enemy_may_walk_in() -> None:
    """T-18.25: nobody who leaves saves them, whether few or the last (T-18.4)."""
    one = {"71/59": "I2"}
    assert flight(one, 6, committed=3) < flight(one, 6) - 1
    assert flight(one, 0, committed=3) < flight(one, 6, committed=3) - 1
    far: dict[str, str] = {"19": "I2"}
    assert flight(far, 6, committed=3) == pytest.approx(flight(far, 6))
