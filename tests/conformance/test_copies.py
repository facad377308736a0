"""Copies stand on their own, and what is undone was never played."""

import numpy as np

from tests.conformance.walking import Walk


def test_copies_are_equal_and_independent(any_game: Walk) -> None:
    for state in any_game.sampled(7):
        copied = state.copy()
        assert copied == state
        assert copied.hash() == state.hash()
        assert copied.moves == state.moves
        assert [*map(str, copied.legal_moves())] == [*map(str, state.legal_moves())]
        if state.outcome is not None:
            continue
        before, past = state.hash(), state.moves
        copied.play(copied.legal_moves()[-1])
        assert copied.moves[:-1] == past
        assert (state.hash(), state.moves) == (before, past)
        copied.undo()
        if past:
            copied.undo()
        assert (state.hash(), state.moves) == (before, past)


def test_copies_share_no_memory(any_game: Walk) -> None:
    state = any_game.start()
    assert not np.shares_memory(state._record, state.copy()._record)
    moved = state.copy().play(any_game.moves[0])
    for record, _ in moved._past:
        assert not np.shares_memory(record, moved._record)


def test_earlier_copies_do_not_change_with_later_play(any_game: Walk) -> None:
    kept = [(state.copy(), state.hash(), len(state.moves)) for state in any_game.states()]
    for copied, before, moves in kept:
        assert copied.hash() == before
        assert len(copied.moves) == moves


def test_copies_play_on_as_their_original_does(any_game: Walk) -> None:
    half = len(any_game.moves) // 2
    for state in any_game.states():
        if len(state.moves) == half:
            copied = state.copy()
    for move in any_game.moves[half:]:
        copied.play(move)
    assert copied == state
    assert copied.moves == state.moves


def test_undo_restores_the_position(any_game: Walk) -> None:
    for state in any_game.sampled(7):
        if state.outcome is not None:
            continue
        before, moves = state.hash(), state.legal_moves()
        past = state.moves
        for move in (moves[0], moves[-1], moves[len(moves) // 2]):
            state.play(move)
            assert state.moves == (*past, move)
            state.undo()
            assert (state.hash(), state.moves) == (before, past)
            assert state.legal_moves() == moves


def test_a_whole_game_can_be_undone_and_played_again(any_game: Walk) -> None:
    hashes = [state.hash() for state in any_game.states()]
    *_, state = any_game.states()
    for before in reversed(hashes[:-1]):
        assert state.undo().hash() == before
    assert state.moves == ()
    for move, after in zip(any_game.moves, hashes[1:], strict=True):
        assert state.play(move).hash() == after


def test_taking_back_and_playing_on_leaves_the_past_of_copies_alone(any_game: Walk) -> None:
    for state in any_game.sampled(7):
        if not state.moves:
            continue
        other, copied = state.copy(), state.copy()
        before = other.undo().hash()
        other.play(other.legal_moves()[-1])
        assert copied.undo().hash() == before
        assert copied.legal_moves() == state.copy().undo().legal_moves()
