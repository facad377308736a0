"""The engine's legal moves against those of the referee, a second reading of the same digest."""

from typing import Any

import numpy as np
import pytest

import marengo
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from tests.reference import canonical, engine_perft, legal_moves, perft
from tests.reference.case import Case
from tests.reference.cases_army import DISCS, ORGANISING
from tests.reference.cases_assault import ASSAULTS
from tests.reference.cases_attack import MANOEUVRES
from tests.reference.cases_bombardment import BOMBARDMENTS
from tests.reference.cases_cavalry import CONTINUATION, ENTRIES
from tests.reference.cases_march import MARCHES, TWO_BORDERS
from tests.reference.cases_retreat import RETREATS
from tests.reference.cases_road import ROADS
from tests.reference.prices import prices
from tests.reference.report import described, differences
from tests.turn import in_turn

CASES = (
    *MARCHES,
    *TWO_BORDERS,
    *ROADS,
    *CONTINUATION,
    *ENTRIES,
    *MANOEUVRES,
    *BOMBARDMENTS,
    *RETREATS,
    *ASSAULTS,
    *ORGANISING,
    *DISCS,
)

GAMES = 10
"""Random games from the start of the day."""

SEEDS = in_turn(range(GAMES), lambda seed: seed % 4)

IN_CONTACT = in_turn(range(12), lambda seed: seed % 4)

POSITIONS = 100
"""Decisions compared in each of them."""

CONTACT: dict[str, Any] = {
    # Two armies face to face about Marengo in the afternoon: every kind of decision is near.
    "austrian": {
        "4": "C2 I1",
        "9": "I3 C2 I2",
        "9/14": "I3 I2 C2",
        "10/20": "I3 I2",
        "13": "C2",
        "20/19": "I2 C2 I3 A1",
        "20": "I2 C1",
        "21/28": "I2 C1",
        "35/32": "I3 I2",
        "Alessandria": "I2 C2",
    },
    "french": {  # as many as there is room for
        "Sale": "C2",
        "Novi": "I3 I2",
        "44": "C2 I2 I1",
        "33": "~I2 ~I1",
        "8": "~I2 ~C1 ~I3",
        "14": "I2",
        "14/9": "I1",
        "28": "I2 C2",
        "32": "I3 C2",
        "32/35": "I1 C2",
        "19": "I3 C2",
        "19/20": "I2 A1 C2",
    },
    "committed": {Side.AUSTRIAN: {9: 2, 10: 1, 20: 2}, Side.FRENCH: {19: 3, 14: 1, 8: 1, 32: 2}},
    "shifted": {Side.FRENCH: {19: 1}},
}

LIVELY = {"assault": 8, "attack": 4, "complete": 4, "declare": 4, "organise": 2}
"""Kinds of move that are chosen more often than their number would give them."""


@pytest.fixture(scope="module")
def game() -> TriompheGame:
    return marengo.load("triomphe")


def compared(state: Any, path: str, seed: int, positions: int) -> int:
    """Play at random and compare at every decision; return how many were compared."""
    chance = np.random.default_rng(seed)
    played: list[str] = []
    while len(played) < positions and state.outcome is None:
        assert (found := differences(state, f"{path}, seed {seed}", played)) == "", found
        move = any_move(state, chance)
        played.append(move)
        play(state, move, f"{path}, seed {seed}: {'; '.join(played)}")
    return len(played)


def play(state: Any, move: str, where: str) -> None:
    """Play a move and see that it costs what the rules say; at the end of a turn orders lapse."""
    turn, orders, may_cost = state.turn, state.orders, prices(state, move)
    state.play(move)
    if state.turn is turn and state.outcome is None and move != "end":
        assert orders - state.orders in may_cost, f"{where}: {orders} orders before, {state.orders}"


def any_move(state: Any, chance: np.random.Generator) -> str:
    """Choose the kind of move first, or marches would drown everything else."""
    kinds: dict[str, list[str]] = {}
    for move in sorted(map(str, state.legal_moves())):
        kinds.setdefault(move.split()[0], []).append(move)
    weights = np.array([LIVELY.get(kind, 1.0) for kind in kinds])
    moves = list(kinds.values())[chance.choice(len(kinds), p=weights / weights.sum())]
    return moves[chance.integers(len(moves))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games(game: TriompheGame, seed: int) -> None:
    compared(game.start(seed), "game from the start", seed, POSITIONS)


@pytest.mark.parametrize("discs", [1, 6])
@pytest.mark.parametrize("side", Side, ids=lambda side: side.name)
@pytest.mark.parametrize("seed", IN_CONTACT)
def test_random_games_in_contact(game: TriompheGame, seed: int, side: Side, discs: int) -> None:
    few = dict.fromkeys(Side, discs)
    # The Austrian artillery has declared in the Austrian turn before.
    declared = "due" if side is Side.AUSTRIAN else "declared"
    austrian = {**CONTACT["austrian"], "20/19": f"I2 C2 I3 A1:{declared}"}
    given = {**CONTACT, "austrian": austrian, "uncommitted": few}
    state = game.position(hour=16, turn=side, orders=3, **given)
    compared(state, f"in contact, turn of {side.name}, {discs} discs", seed, 50)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_positions(game: TriompheGame, case: Case) -> None:
    state = case.position(game)
    played: list[str] = []
    for move in (*case.walk, ""):
        assert (found := differences(state, case.name, played)) == "", found
        if move:
            assert canonical(state, [move]) <= canonical(state, legal_moves(state)), move
            played.append(move)
            play(state, move, f"{case.name}: {'; '.join(played)}")
    what = "\n".join((case.name, *described(state)))
    assert state.decision.name == case.node, what
    moves = canonical(state, map(str, state.legal_moves()))
    assert canonical(state, case.legal) <= moves, what
    assert not canonical(state, case.illegal) & moves, what
    if case.exactly is not None:
        assert canonical(state, case.exactly) == moves, what
    assert case.orders in (None, state.orders), what
    for piece, place in case.where.items():
        assert str(state.piece(piece).place or "") == place, what


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_follows_from_positions(game: TriompheGame, case: Case) -> None:
    for seed in in_turn(range(2)):
        compared(case.position(game), case.name, seed, 12)


SMALL = (*BOMBARDMENTS[:3], *TWO_BORDERS[:2], RETREATS[0], DISCS[3])


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_perft(game: TriompheGame, case: Case) -> None:
    assert perft(case.position(game), 2) == engine_perft(case.position(game), 2)
