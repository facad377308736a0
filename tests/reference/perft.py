"""Counting the paths of a number of moves: one number that any difference changes."""

from collections.abc import Callable
from typing import Any

from tests.reference.canonical import canonical
from tests.reference.referee import legal_moves, optional_moves


def perft(state: Any, depth: int) -> int:
    """Count the paths of that many moves, where the referee alone says what is legal.

    Each class of equal moves is played once, on a copy; what a move does the engine says.
    """
    return _paths(state, depth, legal_moves)


def engine_perft(state: Any, depth: int) -> int:
    """Count the same paths by the engine's own list of moves."""
    return _paths(state, depth, _engine_moves)


def _engine_moves(state: Any) -> set[str]:
    """Return the engine's moves without those that it may or may not tell from others."""
    return {str(move) for move in state.legal_moves()} - optional_moves(state)


def _paths(state: Any, depth: int, moves: Callable[[Any], set[str]]) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in representatives(state, moves(state)):
        following = state.copy()
        following.play(move)
        total += _paths(following, depth - 1, moves)
    return total


def representatives(state: Any, moves: set[str]) -> list[str]:
    """Return one move of each class of equal moves."""
    classes: dict[str, str] = {}
    for move in sorted(moves):
        (what,) = canonical(state, [move])
        classes.setdefault(what, move)
    return list(classes.values())
