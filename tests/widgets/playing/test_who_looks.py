"""Whether a board is covered follows from the question, and from no answer: else it tells that."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import marengo
from marengo.core.game import Game
from marengo.core.state import State
from marengo.games.progress import Colour, Decision
from marengo.widgets.playing.seats import HUMAN
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.steps import is_open
from tests.core.toys.fists import FistsGame, Seat
from tests.rules.progress.playing import bent, game


def two(played: Game[Any], state: State | None = None) -> Session:
    """Return a game between people at one screen."""
    made = Session(played, dict.fromkeys(played.seats, HUMAN), seed=3)
    made.state = made.state if state is None else state
    return made


def uncovered(made: Session) -> Session:
    """Let the one who decides sit down."""
    made.uncover()
    assert made.asked
    return made


def decide(made: Session, text: str) -> None:
    made.play([made.state.move(text)])


@pytest.mark.parametrize("hand", [None, "attack", "move-2 strengthen", "fortify attack+1"])
def test_the_cover_comes_whatever_card_was_sealed(hand: str | None) -> None:
    """M-18.2: at the first card of the hand too, which stands for all in what Orange may know."""
    state = game().position(hands=(f"{hand} score" if hand else None, None))
    for move in state.legal_moves():
        made = uncovered(two(game(), state.copy()))
        made.play([move])
        assert (made.viewer, made.covered) == (Colour.BLUE, True)
        assert not uncovered(made).covered


Question = tuple[Decision, Colour]


def asked(played: Game[Any], seed: int) -> Iterator[tuple[Question, Question, bool]]:
    """Yield each question of a game at random after the one before, and whether it is covered."""
    made, chance = two(played), np.random.default_rng(seed)
    before = (Decision.OVER, Colour.BLUE)
    while not made.over:
        now = (made.state.decision, made.state.to_move)
        yield before, now, made.covered
        made.uncover()
        legal = made.state.legal_moves()
        made.play([legal[int(chance.integers(len(legal)))]])
        before = now


def test_the_questions_alone_tell_whether_a_cover_comes() -> None:
    """M-18.1, M-18.2: cards are chosen in secret, and all after them in the open.

    Who is asked for a card twice running, as the other one had a single one, sits there already.
    """
    found = [each for seed in range(4) for each in asked(game(), seed)]
    for before, now, covered in found:
        assert covered == (now[0] == Decision.CARD and before != now), (before, now)
    assert len({now for _, now, _ in found}) > 8


def test_choices_that_an_option_hides_are_covered_too(tmp_path: Path) -> None:
    """M-4.5."""
    played = bent(tmp_path, "[options]\nsame_kind_choices_open = false")
    state = played.position(armies={"neutral": "B2 O2", "blue": "B1", "orange": "O1"})
    for first in ("move 1 blue neutral", "move 1 neutral orange", "move 1 neutral blue"):
        made = two(played, state.copy())
        for text in ("play move-1", "play move-1"):
            decide(uncovered(made), text)
        decide(made, f"first {made.state.to_move.name.lower()}")
        assert (made.state.decision, made.covered) == (Decision.MOVE, True)
        decide(uncovered(made), first)
        assert (made.state.decision, made.covered) == (Decision.MOVE, True)


def test_who_decided_while_all_looked_on_is_alone_before_he_chooses_in_secret() -> None:
    state = game().position(armies={"neutral": "B1 O1"})
    made = two(game(), state)
    for text in ("play move-1", "play recruit"):
        decide(uncovered(made), text)
    assert (made.state.decision, made.viewer, made.covered) == (Decision.MOVE, Colour.BLUE, False)
    decide(made, "move 1 neutral orange")
    assert (made.state.decision, made.state.to_move) == (Decision.CARD, Colour.BLUE)
    covered = [made.covered]
    for order in (uncovered(made).undo, made.redo):
        assert order()
        covered.append(made.covered)
    assert covered == [True, False, True]


def test_a_game_with_secrets_that_says_no_more_is_covered_at_each_change() -> None:
    for first in ("rock", "paper", "scissors"):
        made = uncovered(two(FistsGame()))
        decide(made, first)
        assert (made.state.to_move, made.covered) == (Seat.RIGHT, True)


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_blocks_that_lie_as_if_they_had_been_sorted_are_as_secret_as_others(name: str) -> None:
    """T-22.8, B-17.8: such a position is its own information set, for both sides."""
    played = marengo.load(name)
    state: Any = played.start(1)
    for side in played.seats:
        state = played.state(state.information_set(side))
    sights = [state.information_set(side).tobytes() for side in played.seats]
    assert sights[0] == sights[1]  # as is seen in nothing that either may know
    assert not is_open(state, played.seats)


def test_blocks_that_are_all_known_hide_nothing() -> None:
    state: Any = marengo.load("triomphe").start(1)
    assert state.hides(0)
    state.record["candidates"] = [
        1 << slot % 24 if known else 0 for slot, known in enumerate(state.record["candidates"])
    ]
    assert is_open(state, state.game.seats)
