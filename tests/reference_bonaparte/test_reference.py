"""The engine's moves and results against those of the referee, read from the same digest."""

from typing import Any

import numpy as np
import pytest

import marengo
from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.marengo.rules.vocabulary import Side
from tests.reference_bonaparte import account, canonical, consequences, legal_moves
from tests.reference_bonaparte.case import Case
from tests.reference_bonaparte.cases_assault import ASSAULTS
from tests.reference_bonaparte.cases_attack import BOMBARDMENTS, MANOEUVRES, RETREATS
from tests.reference_bonaparte.cases_moves import ACTIVATION, ENTRIES, MARCHES, ROADS
from tests.reference_bonaparte.report import described, differences
from tests.turn import in_turn

CASES = (
    *ACTIVATION,
    *MARCHES,
    *ROADS,
    *ENTRIES,
    *MANOEUVRES,
    *RETREATS,
    *BOMBARDMENTS,
    *ASSAULTS,
)

GAMES = 6
"""Random games from the start of the day."""

SEEDS = in_turn(range(GAMES), lambda seed: seed % 2)

IN_CONTACT = in_turn(range(12), lambda seed: seed % 6)

DECISIONS = 120
"""Decisions compared in each of them."""

CONTACT: dict[str, Any] = {
    # Two armies face to face in the middle of the day: every kind of decision is near.
    "austrian": {
        "6:00": "I2 C2",
        "5": "I2 C2",
        "5/10": "I3 I2 C2",
        "8": "C2 I2 I2",
        "8/11": "I3 C1",
        "9/7": "I3 I3 C2 C1",
        "14": "I2 C2",
        "14/20": "I2 A1 C1",
        "12": "I1",
        "34": "C2 I1",
    },
    "french": {  # as many as there is room for
        "12:00": "I2 C2",
        "39": "~I2 ~C1",
        "44": "C2 I2 C1 I1",
        "20/12": "I1",
        "20": "I3 I1",
        "20/14": "I2 C2 A1",
        "7": "C2 I2",
        "11/8": "I2",
        "10/5": "I2 C2",
        "10": "I2 I2",
        "7/9": "I3 I2 C2",
    },
}

LIVELY = {"assault": 8, "attack": 6, "complete": 4, "declare": 4, "continue": 2, "pursue": 2}
"""Kinds of move that are chosen more often than their number would give them."""

NEXT = ("ASSAULT", "ACTION", "DECLARATION", "OVER")
"""Decisions at which an assault or a move is over."""

TOLD = ("assault", "march", "attack", "road", "pontoon", "fall-back")
"""Moves that begin something of which the referee keeps an account."""


@pytest.fixture(scope="module")
def game() -> BonaparteGame:
    return marengo.load("bonaparte")


class Playing:
    """A game being played, with what the referee remembers of it."""

    def __init__(self, state: Any, path: str) -> None:
        self.state, self.path = state, path
        self.played: list[str] = []
        self.story: list[tuple[Any, str]] = []

    def compare(self) -> None:
        found = differences(self.state, self.path, self.played)
        assert found == "", found

    def play(self, move: str) -> None:
        """Play a move and see that all that follows is as the digest says."""
        before = self.state.copy()
        self.played.append(move)
        self.state.play(move)
        errors = consequences(before, move, self.state)
        if before.decision.name in NEXT:
            self.story = []
        if self.story or move.split(maxsplit=1)[0] in TOLD:
            self.story.append((before, move))
        if self.story and self.state.decision.name in NEXT:
            errors += account(self.story, self.state)
            self.story = []
        where = "\n".join([self.path, *described(before), "; ".join(self.played)])
        assert not errors, "\n".join([*errors, where])


def compared(state: Any, path: str, seed: int, decisions: int) -> None:
    """Play at random and compare at every decision."""
    chance = np.random.default_rng(seed)
    playing = Playing(state, f"{path}, seed {seed}")
    while len(playing.played) < decisions and state.outcome is None:
        playing.compare()
        playing.play(any_move(state, chance))


def any_move(state: Any, chance: np.random.Generator) -> str:
    """Choose the kind of move first, or marches would drown everything else."""
    kinds: dict[str, list[str]] = {}
    for move in sorted(map(str, state.legal_moves())):
        kinds.setdefault(move.split()[0], []).append(move)
    weights = np.array([LIVELY.get(kind, 1.0) for kind in kinds])
    moves = list(kinds.values())[chance.choice(len(kinds), p=weights / weights.sum())]
    return moves[chance.integers(len(moves))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games(game: BonaparteGame, seed: int) -> None:
    """B-18.41: at every node of a game the moves are those of the digest."""
    compared(game.start(seed), "game from the start", seed, DECISIONS)


@pytest.mark.parametrize("side", Side, ids=lambda side: side.name)
@pytest.mark.parametrize("seed", IN_CONTACT)
def test_random_games_in_contact(game: BonaparteGame, seed: int, side: Side) -> None:
    """B-18.41: and so they are where everything happens at once."""
    # The Austrian artillery has declared in the Austrian turn before.
    declared = "due" if side is Side.AUSTRIAN else "declared"
    austrian = {**CONTACT["austrian"], "14/20": f"I2 A1:{declared} C1"}
    given = {"austrian": austrian, "french": CONTACT["french"], "commands": 3}
    step = 1 if seed % 2 else 0
    morale = {Side.AUSTRIAN: 4, Side.FRENCH: 3} if seed % 3 == 0 else None
    given |= {"morale": morale} if morale else {}
    state = game.position(hour=12, turn=side, step=step, **given)
    compared(state, f"in contact, turn of {side.name}, step {step}", seed, 60)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_positions(game: BonaparteGame, case: Case) -> None:
    """Each case names the statement that it is about."""
    playing = Playing(case.position(game), case.name)
    state = playing.state
    for move in case.walk:
        playing.compare()
        assert canonical(state, [move]) <= canonical(state, legal_moves(state)), move
        playing.play(move)
    playing.compare()
    what = "\n".join((case.name, *described(state)))
    assert state.decision.name == case.node, what
    moves = canonical(state, map(str, state.legal_moves()))
    assert canonical(state, case.legal) <= moves, what
    assert not canonical(state, case.illegal) & moves, what
    if case.exactly is not None:
        assert canonical(state, case.exactly) == moves, what
    assert case.commands in (None, state.commands), what
    for piece, place in case.where.items():
        assert str(state.piece(piece).place or "") == place, what
    for piece, strength in case.strength.items():
        assert state.piece(piece).strength == strength, what


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_follows_from_positions(game: BonaparteGame, case: Case) -> None:
    """B-18.42: from any position the game goes on by the digest."""
    for seed in in_turn(range(2)):
        compared(case.position(game), case.name, seed, 15)
