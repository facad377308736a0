"""What players are given: a position that their side cannot tell from the one on the board."""

import numpy as np

from marengo.core.engine.policy import determinize_once
from marengo.core.engine.random import seeded
from marengo.core.move import Move
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.information_set import DeterminizationScratch
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from tests.conformance.identities import faces_exchanged, hidden_pairs, likes, names_exchanged
from tests.conformance.walking import Walk

EVERY = 5
"""Positions between two that are looked at."""

EXCHANGES = 6
"""Exchanges made one after the other."""


def imagined(state: MarengoState, side: Side, seed: int) -> MarengoState:
    """Return a position drawn from all that a side cannot tell from a state."""
    position = state.information_set(side)
    determinize_once(
        state.game.tables, position, int(side), seeded(seed), DeterminizationScratch.array()
    )
    drawn: MarengoState = state.game.state(position)
    return drawn


def seen(state: MarengoState) -> MarengoState:
    """Return the sight of the side that decides."""
    sight: MarengoState = state.game.state(state.information_set(state.to_move))
    return sight


def named(state: MarengoState, move: Move) -> object:
    """Return a move; of one that names an enemy piece what this is and where it stands."""
    if state.decision != Decision.STRIKE:
        return move
    piece = state.piece(str(move).split()[1])
    return piece.place, piece.kind, piece.strength


def looked_at(played: Walk) -> list[MarengoState]:
    """Return copies of some positions of a game in which somebody decides."""
    return [state.copy() for state in played.sampled(EVERY) if state.decision != Decision.OVER]


def test_a_sight_is_a_position_the_side_cannot_tell_from_the_real_one(played: Walk) -> None:
    """T-22.17, B-17.19: and it offers the same moves, in the same order."""
    for state in looked_at(played):
        sight = seen(state)
        assert sight.problems() == []
        assert sight.view(state.to_move) == state.view(state.to_move)
        assert [named(sight, move) for move in sight.legal_moves()] == [
            named(state, move) for move in state.legal_moves()
        ]


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
            if state.decision == Decision.STRIKE:  # in which enemy pieces are named
                continue
            other = names_exchanged(other, *alike[chance.integers(len(alike))])
        assert (
            other.view(state.to_move).information_set == state.view(state.to_move).information_set
        )
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
    assert state.view(state.to_move).information_set
    assert (
        state.view(state.to_move.enemy).information_set == state.view(None).information_set == b""
    )
