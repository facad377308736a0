"""Wars that random players do not end: no unit comes from nowhere or vanishes.

That is so on land and at sea (N-8.11, N-9.7, N-14.6, N-26.11), and all wars end or go on.
"""

import numpy as np
import pytest

from marengo.games.europe.rules.words import GREAT, KINDS, NATIONS, PIECES, SQUARE, ZONES
from marengo.games.europe.war import Decision, WarState
from marengo.games.europe.war.rules.words import REGIONS
from tests.rules.europe.war.playing import game

RAISED = {Decision.INFANTRY_ROLL, Decision.CAVALRY_ROLL, Decision.ARTILLERY_ROLL}
"""When free armies come."""

LANDINGS = {Decision.PASSAGE, Decision.MARCH, Decision.NUMBER, Decision.TRANSPORT_ROLL}
"""When a transport may land: its last step has often no choice."""

NO_UNITS = ("pap", "squadron")

UNLIKELY = ("sue", "armistice", "accept", "trade", "for", "retreat", "ally", "passage")
"""Moves that are seldom chosen, so that wars last and battles are fought."""


def units(state: WarState) -> int:
    """Return how many units there are, on the map, on the board and in flight, and were lost."""
    record = state.record
    board = record["units"].reshape(NATIONS, ZONES, PIECES)[:GREAT]  # armies of minors go home
    assert (board[..., SQUARE:].sum(axis=1) >= 0).all()
    there = record["troops"].reshape(NATIONS, REGIONS, KINDS)[:GREAT].sum() + record["cargo"]
    gone = [record[name].reshape(NATIONS, KINDS)[:GREAT].sum() for name in ("fleeing", "dead")]
    lost = record["lost"].reshape(NATIONS, KINDS)[:GREAT].sum() if state.battle else 0
    return int(there + board.sum() + sum(gone) + lost)


def squadrons(state: WarState) -> int:
    """Return how many squadrons there are, and were lost."""
    return int(state.record["ships"].sum() + state.record["sunk"].sum())


@pytest.mark.plays_much
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["europe-1800", "europe-1805"])
def test_no_unit_comes_from_nowhere_or_vanishes(name: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    state = game("", name).start(seed)
    for _ in range(4000):
        if state.is_over:
            break
        moves = [str(move) for move in state.legal_moves()]
        weights = np.array([0.001 if move.startswith(UNLIKELY) else 1.0 for move in moves])
        before, decision, fleet = units(state), state.decision, squadrons(state)
        move = str(rng.choice(moves, p=weights / weights.sum()))
        state.play(move)
        change = units(state) - before
        assert state.problems() == []
        assert squadrons(state) - fleet == int(move.startswith("buy squadron"))
        if decision in RAISED:
            assert 0 <= change <= 4
        elif decision == Decision.PURCHASE:
            assert change == int(move.startswith("buy ") and move.split()[1] not in NO_UNITS)
        elif decision in LANDINGS:
            assert change in (0, 3), (move, state)  # militia that is called up (N-9.9)
        elif decision in (Decision.LOSS, Decision.UPRISING_ROLL):
            assert -1 <= change <= 0
        else:
            assert change == 0, (move, state)
    assert state.record["battles"] > 3
