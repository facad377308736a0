"""Backward induction: the matrix game of every position of a layer, small hands first (M-22.7).

Hands only grow again by a SCORE that brings nothing, as the scorer's capital is occupied. So
positions are worked out again and again, until nothing changes; play without end counts as a draw.
What is won or lost for certain stays so.
"""

from typing import Any, NamedTuple

import numpy as np

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.driver import NONE
from marengo.core.engine.matrix_games import gap_of, solve_matrix
from marengo.games.progress.solving.rounds import run_round

Array = np.ndarray[Any, Any]

STACK = 64
"""Values that a programme has on its stack at most; more than there are."""

CARDS = 8
"""Most cards of a player."""

CHANGED = 1e-6
"""Least change of a value; what changes by less stays as it is."""


class Chunk(NamedTuple):
    """Programmes for some placings of the armies of both; all are int64."""

    boards: Array  # the placings, numbered Blue's first
    code: Array  # instructions, see :mod:`.rounds`
    starts: Array  # where each begins and ends, shape (boards, VARIANTS, cards, cards, 2)


class Hands(NamedTuple):
    """All hands of a player, each a number with a bit for every card beside SCORE; int64."""

    by_size: Array  # small ones first
    begins: Array  # where those of each size begin among these
    legal: Array  # the cards that may be played from each, a bit for every card, SCORE last
    pays: int  # the place of ATTACK+1 among the cards, -1 without


@compiled
def fill_matrix(
    code: Array,
    starts: Array,
    hands: Hands,
    blue: int,
    orange: int,
    values: Array,
    a: Array,
    stack: Array,
) -> tuple[int, int]:
    """Write what Blue gets of each pair of legal cards; return how many each may choose from."""
    whole, last = len(hands.legal), starts.shape[1] - 1
    poor = 0  # those whose only card beside SCORE wants to be paid for (M-10.14)
    if hands.pays >= 0:
        alone = 1 << hands.pays
        poor = int(blue == alone) | int(orange == alone) << 1
    m, n = 0, 0
    for row in range(last + 1):
        if not hands.legal[blue] >> row & 1:
            continue
        n = 0
        for column in range(last + 1):
            if hands.legal[orange] >> column & 1:
                first = whole - 1 if row == last else blue  # SCORE takes all back
                second = whole - 1 if column == last else orange
                pair = starts[poor, row, column]
                a[m, n] = run_round(code, pair, first, second, values, whole, stack)
                n += 1
        m += 1
    return m, n


@entry
def sweep(
    chunk: Chunk, hands: Hands, size: int, values: Array, fresh: Array, layer: int
) -> tuple[float, float, int]:
    """Work out the positions of a layer that have so many cards, beside SCORE, in both hands.

    ``values`` are what Blue gets, float32 of shape (layers, positions); ``fresh`` takes what has
    changed, shape (positions,). Return the largest change of a value, the largest gap of a matrix
    game, and how many games there were.
    """
    whole, cards = len(hands.legal), len(hands.begins) - 2
    a, scratch = np.empty((CARDS, CARDS)), np.empty((CARDS + 1, CARDS + 1))
    x, y, stack = np.empty(CARDS), np.empty(CARDS), np.empty(STACK)
    change, gap, games = 0.0, 0.0, 0
    for at in range(len(chunk.boards)):
        for held in range(max(0, size - cards), min(cards, size) + 1):
            for blue in hands.by_size[hands.begins[held] : hands.begins[held + 1]]:
                other = size - held
                for orange in hands.by_size[hands.begins[other] : hands.begins[other + 1]]:
                    index = (chunk.boards[at] * whole + blue) * whole + orange
                    old = values[layer, index]
                    if old == 0.0 or old == 1.0:
                        continue
                    m, n = fill_matrix(
                        chunk.code, chunk.starts[at], hands, blue, orange, values, a, stack
                    )
                    value = np.float32(solve_matrix(a, m, n, x, y, scratch))
                    gap, games = max(gap, gap_of(a, m, n, x, y)), games + 1
                    if abs(value - old) > CHANGED:
                        fresh[index], change = value, max(change, abs(value - old))
    return change, gap, games


@entry
def accept(boards: Array, hands: int, values: Array, fresh: Array, layer: int) -> None:
    """Take over what has changed in some placings of a layer; there are so many hands."""
    for board in boards:
        for index in range(board * hands * hands, (board + 1) * hands * hands):
            if fresh[index] >= 0.0:
                values[layer, index], fresh[index] = fresh[index], NONE
