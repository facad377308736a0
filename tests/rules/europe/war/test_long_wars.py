"""Wars that random players do not end: no unit comes from nowhere or vanishes (N-14.6, N-26.11)."""

import numpy as np
import pytest

from marengo.games.europe.rules.words import KINDS, NATIONS, PIECES, SQUARE, ZONES
from marengo.games.europe.war import Decision, WarState
from marengo.games.europe.war.rules.words import REGIONS
from tests.rules.europe.war.playing import game

RAISED = {Decision.INFANTRY_ROLL, Decision.CAVALRY_ROLL, Decision.ARTILLERY_ROLL}
"""When free armies come."""

UNLIKELY = ("sue", "armistice", "accept", "trade", "retreat")
"""Moves that are seldom chosen, so that wars last and battles are fought."""


def units(state: WarState) -> int:
    """Return how many units there are, on the map, on the board and in flight, and were lost."""
    record = state.record
    board = record["units"].reshape(NATIONS, ZONES, PIECES)
    assert (board[..., SQUARE:].sum(axis=1) >= 0).all()
    there = record["troops"].reshape(NATIONS, REGIONS, KINDS).sum()
    lost = record["lost"].sum() if state.battle else 0
    return int(there + board.sum() + record["fleeing"].sum() + record["dead"].sum() + lost)


@pytest.mark.plays_much
@pytest.mark.parametrize("seed", range(4))
def test_no_unit_comes_from_nowhere_or_vanishes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = game().start(seed)
    for _ in range(4000):
        if state.is_over:
            break
        moves = [str(move) for move in state.legal_moves()]
        weights = np.array([0.001 if move.startswith(UNLIKELY) else 1.0 for move in moves])
        before, decision = units(state), state.decision
        move = str(rng.choice(moves, p=weights / weights.sum()))
        state.play(move)
        change = units(state) - before
        assert state.problems() == []
        if decision in RAISED:
            assert 0 <= change <= 4
        elif decision == Decision.PURCHASE:
            assert change == int(move.startswith("buy ") and move != "buy pap")
        elif decision in (Decision.LOSS, Decision.UPRISING_ROLL):
            assert -1 <= change <= 0
        else:
            assert change == 0, (move, state)
    assert state.record["battles"] > 3
