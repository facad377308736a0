"""What players are given: a position that their side cannot tell from the one on the board."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from marengo.game import Decision, Side, State
from marengo.game.sight import sight_of
from marengo.rules.random import seeded
from marengo.rules.sight import Blocks, imagine_one
from marengo.rules.vocabulary import SLOTS
from tests.conformance.identities import faces_exchanged, hidden_pairs, likes, names_exchanged
from tests.conformance.walking import Walk, game_of
from tests.helpers import play

EVERY = 5
"""Positions between two that are looked at."""

EXCHANGES = 6
"""Exchanges made one after the other."""

THREE_BLOCKS: dict[str, dict[str, Any]] = {
    "triomphe": {"austrian": {"10": "I3 I2 C2"}, "french": {"5": "I2"}},
    "bonaparte": {"austrian": {"10": "I3 I2 C2"}, "french": {"5": "I2"}},
}
"""Three Austrian pieces, all different, that lie mixed in one place."""

CERTAIN: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "triomphe": (  # an assault is declared: A1 or A2 can lead it, the artillery cannot
        {"austrian": {"10/5": "I3 I2 A1"}, "french": {"5/10": "I2 I2"}},
        ("assault 10/5",),
    ),
    "bonaparte": (  # the assault was made with one of the two that can lead it
        {"austrian": {"10/5": "I3 I2 A1"}, "french": {"5/10": "I2 I2"}, "step": 2},
        ("assault A1 10/5", "join A3"),
    ),
}
"""Positions and moves after which the attack makes something certain (T-22.13, B-17.14)."""


def imagined(state: State, side: Side, seed: int) -> State:
    """Return a position drawn from all that a side cannot tell from a state."""
    position = sight_of(state, side)
    imagine_one(state.game.tables, position, int(side), seeded(seed), Blocks.array())
    return state.game.ruleset.state(state.game, position)


def seen(state: State) -> State:
    """Return the sight of the side that decides."""
    return state.game.ruleset.state(state.game, sight_of(state, state.to_move))


def looked_at(played: Walk) -> list[State]:
    """Return copies of some positions of a game in which somebody decides."""
    return [state.copy() for state in played.sampled(EVERY) if state.decision != Decision.OVER]


def test_a_sight_is_a_position_the_side_cannot_tell_from_the_real_one(played: Walk) -> None:
    """T-22.17, B-17.19: and it offers the same moves, in the same order."""
    for state in looked_at(played):
        sight = seen(state)
        assert sight.problems() == []
        assert sight.view(state.to_move) == state.view(state.to_move)
        if state.decision != Decision.STRIKE:  # in which enemy pieces are named
            assert sight.legal_moves() == state.legal_moves()
        assert len(sight.legal_moves()) == len(state.legal_moves())


def test_a_sight_depends_on_nothing_hidden(played: Walk) -> None:
    chance = np.random.default_rng(played.seed)
    exchanged = 0
    for state in looked_at(played):
        enemy, other = state.to_move.enemy, state
        for _ in range(EXCHANGES):
            pairs = hidden_pairs(other, enemy)
            if pairs:
                other = faces_exchanged(other, *pairs[chance.integers(len(pairs))])
                exchanged += 1
            alike = likes(other, enemy)
            other = names_exchanged(other, *alike[chance.integers(len(alike))])
        assert other.view(state.to_move).sight == state.view(state.to_move).sight
    assert exchanged > 0


def test_imagined_positions_contradict_nothing_that_is_known(played: Walk) -> None:
    """Everything revealed, and everything an attack in progress makes certain."""
    for number, state in enumerate(looked_at(played)):
        other = imagined(state, state.to_move, number)
        assert other.problems() == []
        assert other.view(state.to_move) == state.view(state.to_move)
        assert other.view(state.to_move).own == state.view(state.to_move).own


def test_views_of_the_side_that_waits_have_no_sight(played: Walk) -> None:
    state = played.start()
    assert state.view(state.to_move).sight
    assert state.view(state.to_move.enemy).sight == state.view(None).sight == b""


@pytest.mark.parametrize("scenario", THREE_BLOCKS)
def test_every_position_possible_is_about_equally_likely(scenario: str) -> None:
    """Three hidden blocks in one place: which of them is which makes 6 cases."""
    state = game_of(scenario).position(hour=9, turn=Side.FRENCH, **THREE_BLOCKS[scenario])
    # told apart by a mark on each, or else all 6 would be the same position
    for slot, candidates in enumerate((0b111, 0b111, 0b111)):
        state.record["candidates"][slot] = candidates
        state.record["bombardment"][slot] = slot
    games = 1200
    cases = Counter(
        tuple(imagined(state, Side.FRENCH, seed).record["bombardment"][:3]) for seed in range(games)
    )
    assert len(cases) == 6
    assert max(abs(number - games / 6) for number in cases.values()) < 5 * (games / 6) ** 0.5


@pytest.mark.parametrize("scenario", CERTAIN)
def test_imagined_attacks_can_be_made(scenario: str) -> None:
    """T-11.4, B-11.5: one of the blocks that attack can lead; which one is drawn."""
    given, moves = CERTAIN[scenario]
    state = game_of(scenario).position(hour=9, turn=Side.AUSTRIAN, **given)
    for slot in range(3):  # nobody knows which block is which
        state.record["candidates"][slot] = 0b111
    state = play(state, *moves)
    assert state.to_move is Side.FRENCH
    actors = int(state.record["actors"]) or 0b111  # in Triomphe nobody is named yet
    able = set()
    for seed in range(40):
        other = imagined(state, Side.FRENCH, seed).record
        acting = int(other["actors"]) or 0b111
        assert acting.bit_count() == actors.bit_count()
        leaders = [slot for slot in range(SLOTS) if acting >> slot & 1 and slot < 2]
        assert leaders
        able.update(leaders)
    assert able == {0, 1}
