"""Illegal moves are refused with an error that says why, and change nothing."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from marengo.core.errors import IllegalMove, NotationError
from marengo.core.move import Move
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import LOCALITIES, PLACES, SLOTS, Side
from marengo.games.marengo.state import MarengoState
from tests.conformance.walking import ALL_WALKS, EVERY_WALK, Walk, game_of, walk

EVERY = 23
"""Positions between two that are tried."""

STRANGE_CODES: tuple[Callable[[int], Any], ...] = (
    lambda code: code + 0.5,
    lambda code: [code],
    lambda code: np.array([code, code]),
    str,
    lambda _: True,
    lambda _: None,
    lambda _: 1 << 63,
    lambda _: float("nan"),
)


def refused(state: MarengoState, move: Move | str) -> None:
    """See a move refused and nothing changed."""
    before, past, moves = state.hash(), state.moves, state.legal_moves()
    with pytest.raises((IllegalMove, NotationError)) as caught:
        state.play(move)
    assert str(caught.value)
    assert (state.hash(), state.moves) == (before, past)
    assert state.legal_moves() == moves


@cache
def moves_of(scenario: str) -> tuple[str, ...]:
    """Return the texts of moves that are legal somewhere in the games of a scenario."""
    texts: set[str] = set()
    for one in EVERY_WALK:
        if one[0] == scenario:
            for state in walk(*one).sampled(EVERY):
                texts.update(map(str, state.legal_moves()))
    return tuple(sorted(texts))


def test_moves_that_are_legal_elsewhere(any_game: Walk) -> None:
    chance = np.random.default_rng(any_game.seed)
    elsewhere = moves_of(any_game.game.scenario_name)
    verbs = sorted({text.split()[0] for text in elsewhere})
    for state in any_game.sampled(EVERY):
        legal = {str(move) for move in state.legal_moves()}
        for verb in verbs:
            texts = [text for text in elsewhere if text.split()[0] == verb]
            for number in chance.integers(len(texts), size=2):
                if texts[number] not in legal:
                    refused(state, texts[number])


def test_texts_with_pieces_of_the_other_side(played: Walk) -> None:
    for state in played.sampled(EVERY):
        for text in (f"march {'FA'[state.to_move]}1 1", f"reduce {'FA'[state.to_move]}2"):
            refused(state, text)


def test_moves_of_the_other_side(any_game: Walk) -> None:
    """A move says whose it is; the same choice by the other side is another move."""
    for state in any_game.sampled(EVERY):
        for move in state.legal_moves()[:3]:
            other = min(set(state.game.seats) - {state.to_move})  # chance may be a third one
            others = Move(move.code, other, state.game.write_move)
            refused(state, others)
            assert state.why_illegal(others) == state.NOT_ASKED


def any_text(walked: Walk, chance: np.random.Generator, side: Side) -> str:
    """Return the text of a code made up of any kind, target, detail and pieces."""
    kind = MoveKind(int(chance.integers(len(MoveKind))))
    form = walked.game.forms[kind][1]
    index = walked.game.index
    pieces = sum(1 << int(slot) for slot in set(chance.integers(SLOTS, size=chance.integers(4))))
    target = detail = 0
    if "R" in form or "O" in form:
        approaches = range(LOCALITIES, LOCALITIES + len(index.approaches))
        boxes = range(PLACES - 8, PLACES - 8 + len(index.boxes))
        places = (*(place.number for place in walked.game.board.localities), *approaches, *boxes)
        target = int(chance.choice(places if "R" in form else (0, *places)))
    elif "E" in form:
        target = int(chance.integers(len(index.ends)))
    elif "L" in form or "D" in form:
        target = int(chance.integers("L" in form, LOCALITIES))
        detail = int(chance.integers(2)) if "D" in form else 0
    elif "S" in form:
        detail = int(chance.integers(1 << pieces.bit_count()))
    text: str = walked.game.write_move(side, kind | target << 6 | detail << 16 | pieces << 24)
    return text


def test_codes_at_random(played: Walk) -> None:
    chance = np.random.default_rng(played.seed)
    for state in played.sampled(EVERY):
        legal = {str(move) for move in state.legal_moves()}
        for _ in range(20):
            text = any_text(played, chance, state.to_move)
            assert str(state.move(text)) == text
            if text not in legal:
                refused(state, text)


def test_codes_that_no_text_gives(any_game: Walk) -> None:
    chance = np.random.default_rng(any_game.seed)
    for state in any_game.sampled(EVERY):
        legal = [move.code for move in state.legal_moves()]
        flipped = ((*legal, 0)[0] ^ 1 << int(bit) for bit in chance.integers(63, size=5))
        for code in (*flipped, *chance.integers(1 << 62, size=2).tolist(), -1):
            if code not in legal:
                move = Move(code, state.to_move, state.game.write_move)
                refused(state, move)
                assert state.why_illegal(move)


@pytest.mark.parametrize("strange", STRANGE_CODES)
def test_codes_that_are_no_numbers(any_game: Walk, strange: Callable[[int], Any]) -> None:
    state = any_game.start()
    code = next((move.code for move in state.legal_moves()), 0)
    move = Move(strange(code), state.to_move, state.game.write_move)
    refused(state, move)
    with pytest.raises(NotationError, match="code of a move"):
        state.why_illegal(move)


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_codes_of_another_kind_of_number(any_game: Walk, kind: type[np.integer[Any]]) -> None:
    """A code is a number: which type holds it makes no move of it, and none impossible."""
    state = any_game.start()
    for move in state.legal_moves()[:3]:
        alike = Move(kind(move.code), move.side, str)  # type: ignore[arg-type]
        assert not state.why_illegal(alike)
        assert state.copy().play(alike) == state.copy().play(move)
    refused(state, Move(np.int8(-7), state.to_move, state.game.write_move))  # type: ignore[arg-type]


NONSENSE = ("", " ", "fly", "end now", "march", "march A1", "march A1 8 9", "march A1,B2 8")
STRANGE = ("march A1 8/8", "march A25 8", "march A0 8", "cross 1", "cross x-1", "take", "send A1")


@pytest.mark.parametrize("text", [*NONSENSE, *STRANGE])
def test_texts_that_are_no_move(text: str) -> None:
    for scenario in sorted({one[0] for one in ALL_WALKS}):
        state = game_of(scenario).start(1)
        with pytest.raises(NotationError):
            state.move(text)
        refused(state, text)


def test_nothing_is_legal_when_the_game_is_over(any_game: Walk) -> None:
    *_, state = any_game.states()
    for text in ("end", "hold", "take 8", any_game.moves[0]):
        refused(state, text)
    with pytest.raises(IndexError):
        any_game.start().undo()
